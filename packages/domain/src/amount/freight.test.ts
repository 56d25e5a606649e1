// Tests of explanations: the example of the design, and 10,000 random waybills against freight, loss and rounding added
// up by hand.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fen, sumFen } from '../figures/money.ts'
import { unitPrice } from '../figures/unitPrice.ts'
import { grams } from '../figures/weight.ts'
import { billedWeight, carrierCharges, freightOf, lossOf } from '../goods/freight.ts'
import { explainedSteps, explainSum, explanationText, type Explanation } from './explanation.ts'
import { explainOpen, explainWeighed, type ExplainedClaim, type WeighedTerms } from './freight.ts'

const terms: WeighedTerms = {
  pricing: 'PER_TON',
  qty: 0,
  shipperPrice: unitPrice(3_000_000),
  carrierPrice: unitPrice(2_785_501),
  lossRule: {
    kind: 'PERMILLE',
    allow: 3125,
    scope: 'EXCESS',
    basis: 'SMALLER',
    deductUnitPrice: unitPrice(8_123_456),
    rounding: 'YUAN',
  },
}
const weights = { load: grams(32_123_457), unload: grams(31_987_654) }

/** Sums of a tree that are not their terms. */
const wrongSums = (of: Explanation): string[] => [
  ...(of.terms.some(({ sign }) => sign !== undefined) &&
  of.value !== of.terms.reduce((sum, { sign, of: part }) => sum + (sign === '−' ? -part.value : part.value), 0)
    ? [of.label]
    : []),
  ...of.terms.flatMap(term => wrongSums(term.of)),
]

describe('the carrier’s money of a waybill of 31.987654 t at 278.5501 with a loss of 135.803 kg', () => {
  const { carrierFreight, deducted } = explainWeighed(terms, weights, [])
  const nothing = { oil: fen(0), advanced: fen(0), paid: fen(0), setOff: fen(0) }

  test('is 8,881.00: freight less loss and rounding, said in one line', () => {
    const open = explainOpen(carrierFreight, deducted, nothing)
    expect(open.value).toBe(888_100)
    expect(explanationText(open)).toBe(
      '未付 8,881.00 = 承运运费 8,910.16 − 扣款 29.16；承运运费 8,910.16 = 运费 8,910.16；' +
        '运费 8,910.16：31.987654 吨 × 278.5501 元/吨，四舍五入到分；扣款 29.16 = 亏吨扣款 28.77 + 抹零 0.39；' +
        '亏吨扣款 28.77：亏 135.803 公斤，允许 3.125‰ 即 100.386 公斤，超耗部分扣 35.417 公斤 × 812.3456 元/吨',
    )
  })

  test('stands line by line, each figure before those it is made of', () => {
    expect(explainedSteps(deducted).map(({ depth, sign, label, value }) => [depth, sign, label, value])).toEqual([
      [0, undefined, '扣款', '29.16'],
      [1, '+', '亏吨扣款', '28.77'],
      [2, undefined, '装货重量', '32.123457'],
      [2, undefined, '卸货重量', '31.987654'],
      [2, undefined, '允许亏损', '0.100386'],
      [2, undefined, '扣款重量', '0.035417'],
      [2, undefined, '货物单价（元/吨）', '812.3456'],
      [1, '+', '抹零', '0.39'],
    ])
  })
})

test('a sum that does not hold is seen', () => {
  expect(
    wrongSums({
      ...explainSum('合计', { plus: [] }),
      value: 1,
      terms: [{ sign: '+', of: explainSum('零', { plus: [] }) }],
    }),
  ).toEqual(['合计'])
})

const claim = fc
  .record({
    side: fc.constantFrom('SHIPPER' as const, 'CARRIER' as const),
    code: fc.constantFrom('LOAD' as const, 'CUT' as const),
    amount: fc.integer({ min: 1, max: 100_000 }),
  })
  .map(({ side, code, amount }): ExplainedClaim => ({ side, code, amount: fen(code === 'CUT' ? -amount : amount) }))

test('10,000 random waybills are explained as freight, loss, claims and rounding add up', () => {
  fc.assert(
    fc.property(
      fc.record({
        load: fc.integer({ min: 1, max: 49_000_000 }),
        unload: fc.integer({ min: 1, max: 49_000_000 }),
        price: fc.integer({ min: 1, max: 20_000_000 }),
        kind: fc.constantFrom('NONE' as const, 'PERMILLE' as const, 'KG' as const),
        allow: fc.integer({ min: 0, max: 300_000 }),
        scope: fc.constantFrom('EXCESS' as const, 'FULL' as const),
        basis: fc.constantFrom('LOAD' as const, 'UNLOAD' as const, 'SMALLER' as const),
        rounding: fc.constantFrom('NONE' as const, 'YUAN' as const, 'TEN_YUAN' as const),
        claims: fc.array(claim, { maxLength: 4 }),
      }),
      ({ load, unload, price, claims, ...rule }) => {
        const lossRule = { ...rule, deductUnitPrice: unitPrice(8_000_000) }
        const at = { load: grams(load), unload: grams(unload) }
        const worked = explainWeighed({ ...terms, carrierPrice: unitPrice(price), lossRule }, at, claims)
        const freight = freightOf(
          { pricing: 'PER_TON', weight: billedWeight(rule.basis, at.load, at.unload) },
          unitPrice(price),
        )
        const own = claims.filter(({ side }) => side === 'CARRIER').map(({ amount }) => amount)
        const charges = carrierCharges(freight, lossOf(at.load, at.unload, lossRule), rule.rounding, sumFen(own))
        expect(worked.carrierFreight.value - worked.deducted.value).toBe(charges.payable)
        expect(worked.carrierFreight.value).toBe(freight + own.reduce((sum, amount) => sum + Math.max(0, amount), 0))
        expect([worked.shipperFreight, worked.carrierFreight, worked.deducted].flatMap(wrongSums)).toEqual([])
      },
    ),
    { numRuns: 10_000 },
  )
})
