// How long ago, in words.
import { expect, test } from 'vitest'
import { sinceText } from './sinceText.ts'

const now = new Date(2026, 10, 21, 12, 0).getTime()
test.each([[0, '刚刚'], [59_999, '刚刚'], [60_000, '1 分钟前'], [3_599_999, '59 分钟前'], [3_600_000, '1 小时前'], [86_399_999, '23 小时前'], [86_400_000, '11-20 12:00']])('%d ms ago is %s', (past, text) => {
  expect(sinceText(now - past, now)).toBe(text)
})
test('another year is named', () => { expect(sinceText(new Date(2025, 11, 31, 9, 5).getTime(), now)).toBe('2025-12-31 09:05') })
