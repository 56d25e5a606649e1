// Lists of stops and days: whole days of at most a month, shares that never say 100 % of less, counters that differ.
import { expect, test } from 'vitest'
import { printKilometres } from '../figures/distance.ts'
import { DAY_MS, parseDateTime } from '../figures/time.ts'
import { odometerDiffers, reportSpan, shareText } from './report.ts'

const at = (text: string): number => parseDateTime(text) ?? 0
const now = at('2026-11-26 15:00:00')

test('a span is the last seven days unless told, whole days, and 31 at most', () => {
  const tomorrow = at('2026-11-27 00:00:00')
  expect(reportSpan({}, now)).toEqual({ from: tomorrow - 7 * DAY_MS, to: tomorrow })
  expect(reportSpan({ from: at('2026-11-20 09:00:00') }, now)).toEqual({
    from: at('2026-11-20 00:00:00'),
    to: tomorrow,
  })
  expect(reportSpan({ to: at('2026-11-11 00:00:00') }, now)).toEqual({
    from: at('2026-11-04 00:00:00'),
    to: at('2026-11-11 00:00:00'),
  })
  const month = { from: at('2026-10-01 00:00:00'), to: at('2026-11-01 00:00:00') }
  expect(reportSpan(month, now)).toEqual(month)
  expect(reportSpan({ ...month, to: month.to + 1 }, now)).toBe(undefined)
  expect(reportSpan({ from: month.to, to: month.from }, now)).toBe(undefined)
  expect(reportSpan({ from: at('2026-10-01 00:00:00') }, now)).toBe(undefined)
})

test('shares are cut, not rounded: what lacks a metre is not whole', () => {
  expect([shareText(999_999, 1_000_000), shareText(7, 7), shareText(0, 7), shareText(0, 0), shareText(9, 7)]).toEqual([
    '99.9%',
    '100.0%',
    '0.0%',
    undefined,
    '100.0%',
  ])
  expect([printKilometres(12_345), printKilometres(49), printKilometres(0)]).toEqual(['12.3', '0.0', '0.0'])
})

test('a counter differs from the trail beyond a twentieth, and beyond a kilometre', () => {
  expect([undefined, 100_000, 105_000, 105_001, 94_000].map(odometer => odometerDiffers(100_000, odometer))).toEqual([
    false,
    false,
    false,
    true,
    true,
  ])
  expect([odometerDiffers(2000, 2900), odometerDiffers(2000, 3001)]).toEqual([false, true])
})
