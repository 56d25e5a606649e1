// An age is said in its largest unit, never as a day of the calendar.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@yunshu/domain/figures/time'
import { expect, test } from 'vitest'
import { ageText } from './Age.tsx'

test('an age is told in its largest whole unit: over midnight in hours, after a day in days, after thirty by its date', () => {
  // 01:00 in Shanghai
  const now = Date.UTC(2026, 10, 26, 17)
  const said = (ms: number): string => ageText(now - ms, now)
  expect(
    [-5, 59_000, MINUTE_MS, HOUR_MS - 1, 2 * HOUR_MS, DAY_MS - 1, DAY_MS, 2 * DAY_MS - 1, 30 * DAY_MS].map(said),
  ).toEqual(['刚刚', '刚刚', '1 分钟', '59 分钟', '2 小时', '23 小时', '1 天', '1 天', '30 天'])
  expect(said(31 * DAY_MS)).toBe('10-27')
})
