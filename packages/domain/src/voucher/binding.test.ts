// Waybills bound to vouchers: classes, amounts proposed, and what is refused.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fen } from '../figures/money.ts'
import { bindFault, borneAccounts, classAccounts, fillInOrder, isBindable, purchaseClasses } from './binding.ts'

test('an account of cost is of one class, and a voucher of freight bears tolls and fees too, never fuel', () => {
  const all = Object.values(classAccounts).flat()
  expect(new Set(all).size).toBe(all.length)
  expect(borneAccounts).toEqual({
    ...classAccounts,
    FREIGHT: all.filter(account => classAccounts.FUEL.every(fuel => fuel !== account)),
  })
  expect(Object.entries(purchaseClasses)).toEqual([
    ['E6a', 'FUEL'],
    ['E10', 'TOLL'],
  ])
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
