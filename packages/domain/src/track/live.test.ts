// The moment from which a vehicle counts as silent, and the words of a map that is behind.
import { expect, test } from 'vitest'
import { isSilent, silentAfterMs, trackBehindMs, trackBehindText } from './live.ts'

test('a moving vehicle is silent after a quarter of an hour, a standing one sleeps four hours', () => {
  const now = 1_800_000_000_000
  expect([0, 1].map(more => isSilent('moving', now - silentAfterMs.moving - more, now))).toEqual([false, true])
  expect(isSilent('parked', now - silentAfterMs.moving - 1, now)).toBe(false)
  expect(isSilent('parked', now - silentAfterMs.standing - 1, now)).toBe(true)
})

test('a map that is behind says since when, in minutes from its bound on and in hours', () => {
  const now = 1_800_000_000_000
  expect([trackBehindMs, 59 * 60_000, 3 * 3_600_000].map(ago => trackBehindText(now - ago, now))).toEqual([
    '定位数据更新于 2 分钟前，正在恢复',
    '定位数据更新于 59 分钟前，正在恢复',
    '定位数据更新于 3 小时前，正在恢复',
  ])
})
