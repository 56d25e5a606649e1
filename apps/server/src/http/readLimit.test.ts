// The limit of public reads: who is counted together, when it begins anew, and that it cannot be filled up.
import { Problem } from '@yunshu/domain/problems/problems'
import { expect, test } from 'vitest'
import { readLimit } from './readLimit.ts'

const start = 1_790_000_000_000
const refusals = (take: (ip: string, now: number) => void, ip: string, now: number, times: number): number => {
  let refused = 0
  for (let n = 0; n < times; n++) {
    try {
      take(ip, now)
    } catch {
      refused++
    }
  }
  return refused
}

test('an address has so many reads in a window and none more, whatever others do', () => {
  const take = readLimit({ most: 3, windowMs: 1000 })
  expect(refusals(take, '203.0.113.9', start, 5)).toBe(2)
  expect(refusals(take, '203.0.113.10', start, 3)).toBe(0)
  expect(refusals(take, '::ffff:203.0.113.9', start + 999, 1)).toBe(1)
  expect(refusals(take, '203.0.113.9', start + 1000, 4)).toBe(1)
})

test('the addresses of one IPv6 line count together', () => {
  const take = readLimit({ most: 2, windowMs: 1000 })
  expect(refusals(take, '2001:db8:1:2::1', start, 1) + refusals(take, '2001:db8:1:2:aaaa::9', start, 2)).toBe(1)
  expect(refusals(take, '2001:db8:1:3::1', start, 1)).toBe(0)
})

test('a refusal says how long to wait', () => {
  const take = readLimit({ most: 1, windowMs: 60_000 })
  take('203.0.113.9', start)
  expect(() => take('203.0.113.9', start + 20_500)).toThrow(
    expect.objectContaining({ problem: 'rate.limited', waitS: 40 }) as Problem,
  )
})

test('a flood of addresses pushes out the longest known, and the rest keep their count', () => {
  const take = readLimit({ most: 1, windowMs: 60_000 })
  take('203.0.113.9', start)
  for (let n = 0; n < 50_000; n++) take(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`, start)
  expect(refusals(take, '10.0.195.79', start, 1)).toBe(1)
  expect(refusals(take, '203.0.113.9', start, 1)).toBe(0)
})
