// The moment from which a vehicle counts as silent.
import { expect, test } from 'vitest'
import { isSilent, silentAfterMs } from './live.ts'

test('a moving vehicle is silent after a quarter of an hour, a standing one sleeps four hours', () => {
  const now = 1_800_000_000_000
  expect([0, 1].map(more => isSilent('moving', now - silentAfterMs.moving - more, now))).toEqual([false, true])
  expect(isSilent('parked', now - silentAfterMs.moving - 1, now)).toBe(false)
  expect(isSilent('parked', now - silentAfterMs.standing - 1, now)).toBe(true)
})
