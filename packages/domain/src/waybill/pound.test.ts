// Weighings: net, what a rule wants, which weight is proposed, and how far two scales are apart.
import { expect, test } from 'vitest'
import { gainFault, missingPound, netOf, proposedWeight, scaleGap, type PoundTicket } from './pound.ts'
import { grams } from '../figures/weight.ts'

const ticket = (place: 'load' | 'unload', party: 'driver' | 'receiver', net: number, photos = 0): PoundTicket => ({
  place,
  party,
  net: grams(net),
  photos,
})

test('the net is gross less tare, and only when something is left', () => {
  expect(netOf(grams(48_400_000), grams(16_000_000))).toBe(32_400_000)
  expect(netOf(grams(16), grams(16))).toBeUndefined()
})

test('a tenth more than was loaded may be rain and scales, above that it is a slip', () => {
  expect([gainFault(grams(30_000_000), grams(33_000_000)), gainFault(grams(30_000_000), grams(33_000_001))]).toEqual([
    undefined,
    expect.stringContaining('一成以上'),
  ])
})

test('a rule wants a weighing before a photo of one, at its own place', () => {
  const rule = { loadPhoto: true, loadWeight: true, unloadPhoto: true, unloadWeight: false }
  expect(missingPound(rule, 'load', [])).toBe('weight')
  expect(missingPound(rule, 'load', [ticket('unload', 'driver', 1, 1)])).toBe('weight')
  expect(missingPound(rule, 'load', [ticket('load', 'driver', 1)])).toBe('photo')
  expect(missingPound(rule, 'load', [ticket('load', 'driver', 1), ticket('load', 'receiver', 1, 1)])).toBeUndefined()
  expect(missingPound(rule, 'unload', [])).toBe('photo')
  expect(missingPound(undefined, 'load', [])).toBeUndefined()
})

test('the newest ticket proposes, and the newest of each party are compared', () => {
  const tickets = [
    ticket('unload', 'receiver', 32_200_000),
    ticket('unload', 'driver', 32_250_000),
    ticket('unload', 'driver', 30_000_000),
    ticket('load', 'driver', 32_400_000),
  ]
  expect([
    proposedWeight(tickets, 'unload'),
    proposedWeight(tickets, 'load'),
    scaleGap(tickets, 'unload'),
    scaleGap(tickets, 'load'),
  ]).toEqual([32_200_000, 32_400_000, -50_000, undefined])
})
