// When a waybill is due: as planned, as appointed, else by the pace of its way.
import { expect, test } from 'vitest'
import { HOUR_MS } from '../figures/time.ts'
import { dueOf } from './due.ts'

test('loading is due as planned, unloading at the end of its window, else by 40 km an hour from the start', () => {
  expect(dueOf({ goal: 'load', plannedLoadAt: 5, windowEnd: 9 })).toEqual({ at: 5, by: 'planned' })
  expect(dueOf({ goal: 'load', windowEnd: 9 })).toEqual({ at: 9, by: 'window' })
  expect(dueOf({ goal: 'unload', plannedLoadAt: 5, windowEnd: 9, loadedAt: 1, distanceKm: 80 })).toEqual({
    at: 9,
    by: 'window',
  })
  expect(dueOf({ goal: 'unload', loadedAt: 1000, distanceKm: 100 })).toEqual({ at: 1000 + 2.5 * HOUR_MS, by: 'pace' })
  expect([
    dueOf({ goal: 'load', loadedAt: 1, distanceKm: 9 }),
    dueOf({ goal: 'unload', loadedAt: 1 }),
    dueOf({ goal: 'unload', distanceKm: 9 }),
  ]).toEqual([undefined, undefined, undefined])
})
