// Time left: the two largest units, seconds only at the end, nothing once it is over.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@yunshu/domain/figures/time'
import { expect, test } from 'vitest'
import { countdownText } from './countdownText.ts'

test.each([
  [2 * DAY_MS + 3 * HOUR_MS + 59 * MINUTE_MS, '2天3小时'],
  [DAY_MS, '1天0小时'],
  [23 * HOUR_MS + 20 * MINUTE_MS + 1, '23小时20分'],
  [20 * MINUTE_MS + 5000, '20分05秒'],
  [MINUTE_MS, '1分00秒'],
  [45_000, '45秒'],
  [1, '1秒'],
  [0, undefined],
  [-1, undefined],
])('%d ms are %s', (left, text) => {
  expect(countdownText(left)).toBe(text)
})
