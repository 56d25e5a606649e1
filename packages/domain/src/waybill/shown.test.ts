// The words for a receipt that is not handed in, and for a freight that is not fixed.
import { expect, test } from 'vitest'
import { stateKeys } from '../states.ts'
import { freightMark } from './freightMark.ts'
import { receiptShown } from './receiptShown.ts'
import { waybillStates } from './waybill.ts'

test('a receipt that is wanted is never said to be unwanted, and is waited for once the goods are off the truck', () => {
  const said = (receiptWants: 'photo' | 'original' | undefined) =>
    Object.fromEntries(
      stateKeys(waybillStates).map(state => [
        state,
        receiptShown({ state, receiptState: 'none', receiptWants })?.label,
      ]),
    )
  expect(said('photo')).toMatchObject({ inTransit: undefined, toSign: '待上传', disputed: '待上传', signed: undefined })
  expect(said('original')).toMatchObject({ arrived: undefined, toSign: '待寄原件' })
  expect(new Set(Object.values(said('photo')))).toEqual(new Set([undefined, '待上传']))
  expect(said(undefined)).toMatchObject({
    inTransit: '无需回单',
    toSign: '无需回单',
    signed: '无需回单',
    void: undefined,
  })
  expect(receiptShown({ state: 'toSign', receiptState: 'uploaded', receiptWants: 'photo' })?.label).toBe('待审核')
})

test('a freight is an estimate until both weights are known, and while one of them is disputed', () => {
  const weights = { loadWeightG: 1, unloadWeightG: 1 }
  expect(freightMark({ state: 'inTransit', loadWeightG: 1 })).toBe('estimated')
  expect(freightMark({ state: 'toSign', ...weights })).toBe('actual')
  expect(freightMark({ state: 'disputed', ...weights })).toBe('estimated')
  expect(freightMark({ state: 'finished', ...weights })).toBe('actual')
  expect(freightMark({ state: 'void', ...weights })).toBeUndefined()
})
