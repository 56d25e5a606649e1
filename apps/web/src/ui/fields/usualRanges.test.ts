// The usual stretches of days on China's clock.
import { formatDateTime, parseDateTime } from '@yunshu/domain/figures/time'
import { expect, test } from 'vitest'
import { usualMoments, usualRanges } from './usualRanges.ts'

test('stretches are whole days in China, up to the last millisecond of the last day', () => {
  const now = parseDateTime('2026-03-01 00:30:00') ?? 0 // still February in UTC
  const ranges = Object.fromEntries(
    usualRanges(now).map(({ label, from, to }) => [label, [formatDateTime(from), formatDateTime(to)]]),
  )
  expect(ranges).toEqual({
    今天: ['2026-03-01 00:00:00', '2026-03-01 23:59:59'],
    昨天: ['2026-02-28 00:00:00', '2026-02-28 23:59:59'],
    近7天: ['2026-02-23 00:00:00', '2026-03-01 23:59:59'],
    近30天: ['2026-01-31 00:00:00', '2026-03-01 23:59:59'],
    本月: ['2026-03-01 00:00:00', '2026-03-01 23:59:59'],
    上月: ['2026-02-01 00:00:00', '2026-02-28 23:59:59'],
  })
})

test('a moment ahead is one press away: eight in the morning of the next day in China', () => {
  const moments = (text: string, isPast?: boolean) =>
    usualMoments(parseDateTime(text) ?? 0, isPast).map(({ label, at }) => [label, formatDateTime(at)])
  expect(moments('2026-02-28 23:59:59')).toEqual([
    ['此刻', '2026-02-28 23:59:59'],
    ['明天 08:00', '2026-03-01 08:00:00'],
  ])
  expect(moments('2026-03-01 00:30:00').at(-1)).toEqual(['明天 08:00', '2026-03-02 08:00:00'])
  // a thing that has happened was not tomorrow
  expect(moments('2026-03-01 00:30:00', true)).toEqual([['此刻', '2026-03-01 00:30:00']])
})
