// Time left: the two largest units, seconds only at the end, nothing once it is over.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@yunshu/domain/figures/time'
import { expect, test } from 'vitest'
import { countdownText } from './countdownText.ts'

test.each([
  [2 * DAY_MS + 3 * HOUR_MS + 59 * MINUTE_MS, '2 天 3 小时'],
  [DAY_MS, '1 天 0 小时'],
  [23 * HOUR_MS + 20 * MINUTE_MS + 1, '23 小时 20 分'],
  [20 * MINUTE_MS + 5000, '20 分 05 秒'],
  [MINUTE_MS, '1 分 00 秒'],
  [45_000, '45 秒'],
  [1, '1 秒'],
  [0, undefined],
  [-1, undefined],
])('%d ms are %s', (left, text) => {
  expect(countdownText(left)).toBe(text)
})
