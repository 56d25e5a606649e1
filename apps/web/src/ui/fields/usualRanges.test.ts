// The usual stretches of days on China's clock.
import { formatDateTime, parseDateTime } from '@yunshu/domain/figures/time'
import { expect, test } from 'vitest'
import { usualRanges } from './usualRanges.ts'

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
