// Figures as they are read: a quiet dash for nothing, commas, and moments with their full text to point at.
import { fen } from '@yunshu/domain/figures/money'
import { parseDateTime } from '@yunshu/domain/figures/time'
import { grams } from '@yunshu/domain/figures/weight'
import { unitPrice } from '@yunshu/domain/figures/unitPrice'
import { renderToStaticMarkup as drawn } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { Money, orNothing, Time, UnitPriceText, Weight } from './Figures.tsx'

afterEach(() => vi.useRealTimers())

test('nothing is one quiet dash, also where a history kept two', () => {
  const dash = '<span class="ys-weak ys-none">–</span>'
  expect(drawn(<Money value={undefined} />)).toBe(dash)
  expect(drawn(<Weight value={undefined} />)).toBe(dash)
  expect(drawn(<Time value={undefined} />)).toBe(dash)
  expect([orNothing(''), orNothing('--')].map(each => drawn(each))).toEqual([dash, dash])
  expect(orNothing('0')).toBe('0')
})

test('tons and prices of thousands have commas', () => {
  expect(drawn(<Weight value={grams(28_738_000_000)} />)).toContain('>28,738.000<')
  expect(drawn(<UnitPriceText value={unitPrice(12_340_000)} />)).toContain('>1,234.00<')
})

test('a negative amount has the sign of books, not the hyphen of a keyboard', () => {
  expect(drawn(<Money value={fen(-37_117)} />)).toContain('>−371.17<')
})

test('a moment is short and tells the full one when pointed at; on sheets it is whole', () => {
  vi.useFakeTimers({ now: parseDateTime('2026-11-22 19:00:00') ?? 0 })
  const at = parseDateTime('2026-11-22 18:55:41')
  expect(drawn(<Time value={at} />)).toMatch(/title="2026-11-22 18:55:41">11-22 18:55</)
  expect(drawn(<Time value={at} whole />)).toMatch(/>2026-11-22 18:55:41</)
  expect(drawn(<Time value={at} dayOnly />)).toMatch(/title="2026-11-22">11-22</)
})
