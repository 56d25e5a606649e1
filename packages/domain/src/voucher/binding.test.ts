// Waybills bound to vouchers: classes, amounts proposed, and what is refused.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fen } from '../figures/money.ts'
import { bindClassOf, bindFault, fillInOrder, isBindable } from './binding.ts'
import type { VoucherKind } from './voucher.ts'

test('a voucher by hand is evidence of the cost its lines book, or of its category', () => {
  const byHand = (kind: VoucherKind, category: string | null, ...debited: string[]) =>
    bindClassOf({ kind, category, debited })
  expect(
    ['6401.01', '6401.04', '6401.02', '6401.03', '6401.05', '6401.09', '6602', '2221.01'].map(account =>
      byHand('ACCOUNTING', null, account),
    ),
  ).toEqual(['FREIGHT', 'FREIGHT', 'FUEL', 'TOLL', 'OTHER', 'OTHER', undefined, undefined])
  // freight goes before what is booked beside it
  expect(byHand('ACCOUNTING', null, '2221.01', '6401.05', '6401.01')).toBe('FREIGHT')
  expect([
    byHand('OTHER', 'TOLL', '6401.01'),
    byHand('OTHER', 'LOAD', '6602'),
    byHand('OTHER', 'LOAD', '6401.02'),
  ]).toEqual(['TOLL', 'OTHER', 'FUEL'])
  expect([byHand('OTHER', 'OPENING', '6401.01'), byHand('ACCOUNTING', null)]).toEqual([undefined, undefined])
})

test('of the vouchers the product makes only purchases of fuel and tolls are evidence: no invoice, payment or estimate of its own', () => {
  const made = (kind: VoucherKind, category: string | null = null) =>
    bindClassOf({ kind, category, debited: undefined })
  expect([made('FUEL'), made('OTHER', 'TOLL')]).toEqual(['FUEL', 'TOLL'])
  expect(
    [
      made('ACCOUNTING'),
      made('INVOICE'),
      made('TENTATIVE'),
      made('DEDUCT'),
      made('OTHER', 'RETURN'),
      made('OTHER', 'OPENING'),
    ].filter(each => each !== undefined),
  ).toEqual([])
})

test('only what stands in the books can have waybills bound', () => {
  expect([isBindable('posted'), isBindable('partly'), isBindable('reversed'), isBindable('draft')]).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('amounts fill the voucher oldest first, never more than it has nor than a waybill takes', () => {
  expect(
    fillInOrder(fen(250), [
      { id: 'a', free: fen(100) },
      { id: 'b', free: fen(200) },
      { id: 'c', free: fen(50) },
    ]).map(({ amount }) => amount),
  ).toEqual([100, 150, 0])
  fc.assert(
    fc.property(fc.nat(100_000), fc.array(fc.nat(5000), { maxLength: 30 }), (left, frees) => {
      const rows = fillInOrder(
        fen(left),
        frees.map((free, n) => ({ id: String(n), free: fen(free) })),
      )
      const sum = rows.reduce((all, { amount }) => all + amount, 0)
      expect(sum).toBe(
        Math.min(
          left,
          frees.reduce((all, free) => all + free, 0),
        ),
      )
      rows.forEach(({ amount }, n) => expect(amount).toBeLessThanOrEqual(frees[n] ?? 0))
      // a later one has something only when the earlier ones are full
      rows.forEach(({ amount }, n) => {
        if (amount > 0) rows.slice(0, n).forEach((row, at) => expect(row.amount).toBe(frees[at]))
      })
    }),
  )
})

test('an amount is above nothing, within the waybill and within the voucher', () => {
  const room = { free: fen(100), left: fen(60) }
  expect(bindFault(fen(60), room)).toBeUndefined()
  expect(bindFault(fen(0), room)).toContain('大于 0')
  expect(bindFault(fen(101), room)).toContain('运单')
  expect(bindFault(fen(61), room)).toContain('凭证')
})
