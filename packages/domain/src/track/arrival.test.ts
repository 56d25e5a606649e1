// Rules of arrivals that circles prove.
import { expect, test } from 'vitest'
import { waybillStates } from '../waybill/waybill.ts'
import { arrivalMoveKeys, arrivalMoveOf, arrivalMoves, provenAt } from './arrival.ts'

test('a visit speaks for the step of its place, from the one state that step starts from', () => {
  expect(arrivalMoveOf('load')).toBe('arriveLoad')
  expect(arrivalMoveOf('unload')).toBe('arriveUnload')
  expect(arrivalMoveOf('site')).toBeUndefined()
  for (const name of arrivalMoveKeys) {
    expect(waybillStates.moves[name].from).toEqual([arrivalMoves[name].from])
    expect(waybillStates.moves[name].label).toBe(arrivalMoves[name].label)
  }
})

test('the time is that of entering, never before the step the waybill stands on, and none where the vehicle had left', () => {
  expect(provenAt({ enteredAt: 500, leftAt: undefined }, 100)).toBe(500)
  expect(provenAt({ enteredAt: 500, leftAt: 900 }, 100)).toBe(500)
  // it stood inside when the waybill was accepted
  expect(provenAt({ enteredAt: 500, leftAt: 900 }, 700)).toBe(700)
  expect(provenAt({ enteredAt: 500, leftAt: 900 }, 901)).toBeUndefined()
})
