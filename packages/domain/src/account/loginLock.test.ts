// Lockout by its rules: five failures in a quarter of an hour lock a network for half an hour, twenty lock strange
// networks.
import { expect, test } from 'vitest'
import { lockedUntil, loginLock, strangerFailures, type LoginFailure } from './loginLock.ts'
import { MINUTE_MS } from '../figures/time.ts'

const now = 1_790_000_000_000
const home = '203.0.113.0/24'
const failuresAt = (minutesAgo: readonly number[], network = home): LoginFailure[] =>
  minutesAgo.map(minutes => ({ network, at: now - minutes * MINUTE_MS }))

test('four failures do not lock, the fifth locks for half an hour from itself', () => {
  expect(lockedUntil(failuresAt([1, 2, 3, 4]), home, true, now)).toBeUndefined()
  expect(lockedUntil(failuresAt([1, 2, 3, 4, 5]), home, true, now)).toBe(now - MINUTE_MS + loginLock.holdMs)
})

test('five failures spread over more than a quarter of an hour do not lock', () => {
  expect(lockedUntil(failuresAt([0, 4, 8, 12, 16]), home, true, now)).toBeUndefined()
  expect(lockedUntil(failuresAt([0, 4, 8, 12, 15]), home, true, now)).toBeDefined()
})

test('the lock ends half an hour after the last failure, to the millisecond', () => {
  const failures = failuresAt([30, 31, 32, 33, 34])
  expect(lockedUntil(failures, home, true, now - 1)).toBe(now)
  expect(lockedUntil(failures, home, true, now)).toBeUndefined()
})

test('failures of another network do not lock this one', () => {
  expect(lockedUntil(failuresAt([1, 1, 1, 1, 1], '198.51.100.0/24'), home, false, now)).toBeUndefined()
})

test('guessing spread over many networks locks those the account never used, and only those', () => {
  const spread = Array.from({ length: strangerFailures }, (_, i) => ({ network: `10.0.${i}.0/24`, at: now - i * 1000 }))
  expect(lockedUntil(spread, home, false, now)).toBe(now - (strangerFailures - 1) * 1000 + loginLock.holdMs)
  expect(lockedUntil(spread, home, true, now)).toBeUndefined()
  expect(lockedUntil(spread.slice(1), home, false, now)).toBeUndefined()
})
