// The facts of a waybill that can be put right.
import { expect, test } from 'vitest'
import { enteredTimes, onlyChanged } from './corrections.ts'

test('only times that were reached are offered, in the order of the journey', () => {
  expect(
    enteredTimes({
      times: [
        { state: 'toAccept', at: 1 },
        { state: 'loading', at: 3 },
        { state: 'toLoad', at: 2 },
      ],
    }),
  ).toEqual([
    ['acceptedAt', 2],
    ['arrivedLoadAt', 3],
  ])
})

test('what stays as it was is not sent', () => {
  expect(
    onlyChanged(
      { reason: '录错', loadWeightG: 2, loadedAt: 5, unloadedAt: undefined },
      { loadWeightG: 1, loadedAt: 5 },
    ),
  ).toEqual({ reason: '录错', loadWeightG: 2 })
})
