// When the trail of a waybill is sealed.
import { expect, test } from 'vitest'
import { sealDueAt } from './evidence.ts'

test('a trail is sealed ten minutes after its span, once the receiver has signed', () => {
  const end = 1_800_000_000_000
  expect(sealDueAt('toSign', end, end)).toBeUndefined()
  expect(sealDueAt('disputed', end, end)).toBeUndefined()
  expect(sealDueAt('signed', undefined, end)).toBeUndefined()
  expect(sealDueAt('void', end, end)).toBeUndefined()
  // two hours of the span are still to come
  expect(sealDueAt('signed', end, end - 7_200_000)).toBe(end + 600_000)
  // signed weeks later: at once
  expect(sealDueAt('finished', end, end + 9e8)).toBe(end + 9e8)
})
