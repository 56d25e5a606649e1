// Dividing waybills over invoices keeps every fen of total and tax, whatever the limits.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fen, splitTax, sumFen } from '../figures/money.ts'
import { splitInvoices, type InvoiceItem, type PlannedInvoice } from './split.ts'

const item = (n: number, gross: number, over: Partial<InvoiceItem> = {}): InvoiceItem => {
  const vatBp = over.vatBp ?? 900
  return {
    waybillId: `w${n}`,
    waybillNo: `YD${String(n).padStart(4, '0')}`,
    gross: fen(gross),
    tax: splitTax(fen(gross), vatBp).tax,
    vatBp,
    group: '',
    signedAt: n,
    ...over,
  }
}
const rules = { perInvoiceMax: fen(100_000), linesMax: 100, byGroup: false, quotaLeft: undefined }
const waybillsOf = (invoices: readonly PlannedInvoice[]): string[][] =>
  invoices.map(({ lines }) => lines.map(({ waybillId }) => waybillId))

test('a new invoice begins where the next line passes the total, the lines are full, or the rate changes', () => {
  expect(waybillsOf(splitInvoices([item(1, 60_000), item(2, 40_000), item(3, 1)], rules).invoices)).toEqual([
    ['w1', 'w2'],
    ['w3'],
  ])
  const two = splitInvoices([item(3, 10), item(1, 10), item(2, 10)], { ...rules, linesMax: 2 })
  expect(waybillsOf(two.invoices)).toEqual([['w1', 'w2'], ['w3']])
  const rates = splitInvoices([item(1, 10), item(2, 10, { vatBp: 600 }), item(3, 10)], rules)
  expect(rates.invoices.map(({ vatBp, lines }) => [vatBp, lines.length])).toEqual([
    [900, 2],
    [600, 1],
  ])
})

test('waybills of a group stand together only where that is wanted', () => {
  const mixed = [item(1, 10, { group: '冀A1' }), item(2, 10, { group: '冀A2' }), item(3, 10, { group: '冀A1' })]
  expect(waybillsOf(splitInvoices(mixed, rules).invoices)).toEqual([['w1', 'w2', 'w3']])
  expect(waybillsOf(splitInvoices(mixed, { ...rules, byGroup: true }).invoices)).toEqual([['w1', 'w3'], ['w2']])
})

test('a waybill larger than the limit is cut into pieces that add up to its total and its tax', () => {
  const { invoices } = splitInvoices([item(1, 250_001)], rules)
  expect(invoices.map(({ gross, tax }) => [gross, tax])).toEqual([
    [100_000, 8257],
    [100_000, 8257],
    [50_001, 4128],
  ])
  expect(sumFen(invoices.map(({ tax }) => tax))).toBe(splitTax(fen(250_001), 900).tax)
})

test('what the month has no room for waits, and what fits goes on', () => {
  const { invoices, waiting } = splitInvoices([item(1, 90_000), item(2, 80_000), item(3, 10_000)], {
    ...rules,
    linesMax: 1,
    quotaLeft: fen(105_000),
  })
  expect([waybillsOf(invoices), waybillsOf(waiting)]).toEqual([[['w1'], ['w3']], [['w2']]])
})

test('no limits are refused rather than looping', () => {
  expect(() => splitInvoices([], { ...rules, perInvoiceMax: fen(0) })).toThrow(RangeError)
  expect(() => splitInvoices([], { ...rules, linesMax: 0 })).toThrow(RangeError)
})

const anyItems = fc
  .array(
    fc.record({
      gross: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 5_000_000 })),
      vatBp: fc.constantFrom(0, 300, 600, 900, 1300),
      group: fc.constantFrom('甲', '乙', '丙'),
      signedAt: fc.integer({ min: 0, max: 5 }),
    }),
    { maxLength: 14 },
  )
  .map(all => all.map(({ gross, ...over }, n) => item(n, gross, over)))
const anyRules = fc.record({
  perInvoiceMax: fc.oneof(fc.integer({ min: 40, max: 400 }), fc.integer({ min: 100_000, max: 9_000_000 })).map(fen),
  linesMax: fc.integer({ min: 1, max: 6 }),
  byGroup: fc.boolean(),
  quotaLeft: fc.option(fc.integer({ min: 0, max: 9_000_000 }).map(fen), { nil: undefined }),
})

test('in 10,000 cases no fen of total or tax is lost or made, and no invoice passes its limits', () => {
  fc.assert(
    fc.property(anyItems, anyRules, (items, limits) => {
      // pieces of a fen each would only be slow
      fc.pre(items.every(({ gross }) => gross / limits.perInvoiceMax < 400))
      const { invoices, waiting } = splitInvoices(items, limits)
      const all = [...invoices, ...waiting]
      const lines = all.flatMap(invoice => invoice.lines)
      for (const { waybillId, gross, tax } of items) {
        const own = lines.filter(line => line.waybillId === waybillId)
        expect(sumFen(own.map(line => line.gross))).toBe(gross)
        expect(sumFen(own.map(line => line.tax))).toBe(tax)
      }
      expect(lines.length).toBeGreaterThanOrEqual(items.length)
      for (const invoice of all) {
        expect(invoice.gross).toBe(sumFen(invoice.lines.map(line => line.gross)))
        expect(invoice.tax).toBe(sumFen(invoice.lines.map(line => line.tax)))
        expect(invoice.gross).toBeLessThanOrEqual(limits.perInvoiceMax)
        expect(invoice.lines.length).toBeLessThanOrEqual(limits.linesMax)
        for (const { waybillId, gross, tax } of invoice.lines) {
          const of = items.find(one => one.waybillId === waybillId)
          expect(of?.vatBp).toBe(invoice.vatBp)
          if (limits.byGroup) expect(of?.group).toBe(invoice.group)
          expect(gross).toBeGreaterThan(0)
          expect(tax).toBeGreaterThanOrEqual(0)
          expect(Math.abs(tax - splitTax(gross, invoice.vatBp).tax)).toBeLessThanOrEqual(1)
        }
      }
      if (limits.quotaLeft !== undefined)
        expect(sumFen(invoices.map(({ gross }) => gross))).toBeLessThanOrEqual(limits.quotaLeft)
    }),
    { numRuns: 10_000 },
  )
})

test('waybills signed at one moment stand by their number, rates by their first signature; a month’s room is used to the fen', () => {
  const same = [item(2, 10, { signedAt: 5 }), item(1, 10, { signedAt: 5 }), item(3, 10, { signedAt: 4 })]
  expect(waybillsOf(splitInvoices(same, rules).invoices)).toEqual([['w3', 'w1', 'w2']])
  const rates = [item(1, 10, { vatBp: 300 }), item(2, 10, { vatBp: 900 }), item(3, 10, { vatBp: 600 })]
  expect(splitInvoices(rates, rules).invoices.map(({ vatBp }) => vatBp)).toEqual([300, 900, 600])
  const full = splitInvoices([item(1, 100_000), item(2, 100_000)], { ...rules, quotaLeft: fen(100_000) })
  expect([waybillsOf(full.invoices), waybillsOf(full.waiting)]).toEqual([[['w1']], [['w2']]])
})
