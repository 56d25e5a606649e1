// Input invoices: who checks them, and the tax of what is bound.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addFen, fen, subtractFen, ZERO_FEN, type Fen } from '../figures/money.ts'
import { boundTaxOf, faultOfInputMove, inputMovesOf, isDeductible } from './input.ts'

test('who handed an invoice in does not check it, and alone takes it back', () => {
  const all = (): boolean => true
  expect(inputMovesOf({ state: 'uploaded', isMaker: false, isBound: false, isDeductible: true }, all)).toEqual([
    'verify',
    'refuse',
  ])
  expect(inputMovesOf({ state: 'uploaded', isMaker: true, isBound: false, isDeductible: true }, all)).toEqual(['drop'])
  expect(inputMovesOf({ state: 'verified', isMaker: false, isBound: true, isDeductible: true }, all)).toEqual([
    'tick',
    'reverse',
  ])
})

test('in 10,000 cases the parts of an invoice use its tax to the fen', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 3_000_000 }),
      fc.integer({ min: 0, max: 1300 }),
      fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 9 }),
      (cents, bp, cuts) => {
        const gross = fen(cents)
        const tax = fen(Math.floor((cents * bp) / 11_300))
        let [bound, usedTax] = [ZERO_FEN, ZERO_FEN]
        const total = cuts.reduce((sum, cut) => sum + cut, 0)
        for (const [at, cut] of cuts.entries()) {
          const rest = subtractFen(gross, bound)
          const amount = at === cuts.length - 1 ? rest : fen(Math.min(rest, Math.floor((cents * cut) / total)))
          if (amount === 0) continue
          const part = boundTaxOf({ gross, tax, bound, usedTax }, amount)
          expect(part).toBeGreaterThanOrEqual(0)
          bound = addFen(bound, amount)
          usedTax = addFen(usedTax, part)
        }
        expect([bound, usedTax]).toEqual([gross, tax])
      },
    ),
    { numRuns: 10_000 },
  )
})

test('in 10,000 orders of binding and taking off no share has more tax than amount, and the whole has the whole tax', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 400 }),
      fc.nat(),
      fc.array(fc.tuple(fc.boolean(), fc.nat()), { maxLength: 60 }),
      (cents, of, acts) => {
        const [gross, tax] = [fen(cents), fen(of % cents)]
        const shares: { amount: Fen; part: Fen }[] = []
        let [bound, usedTax] = [ZERO_FEN, ZERO_FEN]
        const bindNext = (amount: Fen): void => {
          const part = boundTaxOf({ gross, tax, bound, usedTax }, amount)
          expect(part).toBeGreaterThanOrEqual(0)
          expect(part).toBeLessThanOrEqual(amount)
          shares.push({ amount, part })
          ;[bound, usedTax] = [addFen(bound, amount), addFen(usedTax, part)]
        }
        for (const [isOff, n] of acts) {
          const rest = subtractFen(gross, bound)
          if (!isOff && rest > 0) bindNext(fen((n % Math.min(rest, 4)) + 1))
          const [off] = isOff && shares.length > 0 ? shares.splice(n % shares.length, 1) : []
          if (off !== undefined) [bound, usedTax] = [subtractFen(bound, off.amount), subtractFen(usedTax, off.part)]
        }
        if (bound < gross) bindNext(subtractFen(gross, bound))
        expect(usedTax).toBe(tax)
      },
    ),
    { numRuns: 10_000 },
  )
})

test('shares taken off leave no share with a tax below zero', () => {
  const [gross, tax] = [fen(20), fen(10)]
  // shares of a fen each: by halves every other one takes the fen of tax; those without it were taken off again
  const left = { gross, tax, bound: fen(10), usedTax: fen(10) }
  expect(boundTaxOf(left, fen(1))).toBe(0)
  expect(boundTaxOf(left, fen(10))).toBe(0)
})

test('an invoice that waybills are bound to is not refused; nothing is bound beyond its total, nor nothing at all', () => {
  const all = (): boolean => true
  expect(inputMovesOf({ state: 'verified', isMaker: false, isBound: false, isDeductible: true }, all)).toEqual([
    'refuse',
    'tick',
    'reverse',
  ])
  expect(inputMovesOf({ state: 'ticked', isMaker: false, isBound: true, isDeductible: true }, all)).toEqual(['reverse'])
  expect(inputMovesOf({ state: 'ticked', isMaker: true, isBound: true, isDeductible: true }, all)).toEqual([])
  expect(faultOfInputMove('refuse', { isMaker: false, isBound: true, isDeductible: true })).toEqual({
    problem: 'input.bound',
    detail: {},
  })
  expect(faultOfInputMove('drop', { isMaker: false, isBound: false, isDeductible: true })).toEqual({
    problem: 'input.maker',
    detail: {},
  })
  for (const name of ['verify', 'refuse', 'reverse'] as const)
    expect(faultOfInputMove(name, { isMaker: true, isBound: false, isDeductible: true })).toEqual({
      problem: 'maker.checker',
      detail: {},
    })
  const invoice = { gross: fen(109), tax: fen(9), bound: fen(100), usedTax: fen(8) }
  expect(boundTaxOf(invoice, fen(9))).toBe(1)
  for (const amount of [10, 0, -1])
    expect(() => boundTaxOf(invoice, fen(amount))).toThrow('more is bound than the invoice has')
})

test('an ordinary invoice is evidence and not deducted, but for tolls', () => {
  const of = { state: 'verified', isMaker: false, isBound: true, isDeductible: false } as const
  expect(inputMovesOf(of, () => true)).toEqual(['reverse'])
  expect(faultOfInputMove('tick', of)).toEqual({ problem: 'input.ordinary', detail: {} })
  const classes = ['FREIGHT', 'FUEL', 'TOLL'] as const
  expect(classes.map(each => isDeductible({ kind: 'ORDINARY', class: each }))).toEqual([false, false, true])
  expect(classes.map(each => isDeductible({ kind: 'SPECIAL', class: each }))).toEqual([true, true, true])
})
