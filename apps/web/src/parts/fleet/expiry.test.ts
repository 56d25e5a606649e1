// Warnings of papers about to end.
import { DAY_MS } from '@yunshu/domain/figures/time'
import { expect, test } from 'vitest'
import { expiryWarning } from './expiry.ts'

const now = Date.UTC(2026, 10, 21, 3)

test('a paper warns from thirty days before, is good on its last day, and has expired after it', () => {
  expect(expiryWarning(now + 31 * DAY_MS, now)).toBeUndefined()
  expect(expiryWarning(now + 30 * DAY_MS, now)).toEqual({ tone: 'warn', text: '剩 30 天' })
  expect(expiryWarning(now, now)).toEqual({ tone: 'warn', text: '今天到期' })
  expect(expiryWarning(now - DAY_MS, now)).toEqual({ tone: 'bad', text: '已过期 1 天' })
})
