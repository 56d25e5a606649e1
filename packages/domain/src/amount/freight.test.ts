// Tests of explanations: the example of the design, and 10,000 random waybills against freight, loss and rounding added
// up by hand.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fen, sumFen } from '../figures/money.ts'
import { unitPrice } from '../figures/unitPrice.ts'
import { grams } from '../figures/weight.ts'
import { billedWeight, carrierCharges, freightOf, lossOf } from '../goods/freight.ts'
import { explainAmount, explainedSteps, explainSum, explanationText, type Explanation } from './explanation.ts'
import {
  explainEstimate,
  explainMargin,
  explainOpen,
  explainWeighed,
  type ExplainedClaim,
  type PricedTerms,
  type WeighedTerms,
} from './freight.ts'

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

/** The lines of an explanation: sign, name, figure and source. */
const lines = (of: Explanation): string[] =>
  explainedSteps(of).map(({ sign = '', label, value, note = '' }) => `${sign}${label} ${value} ${note}`.trim())

describe('an estimate', () => {
  const estimate = (over: Partial<PricedTerms>, account: 'SHIPPER' | 'CARRIER' = 'SHIPPER') =>
    lines(explainEstimate({ ...terms, ...over }, grams(30_000_000), account))

  test('is the planned quantity at the price of its side', () => {
    expect(estimate({})).toEqual([
      '托运运费（预估） 9,000.00 30.000 吨 × 300.00 元/吨，四舍五入到分',
      '计费重量 30.000 计划重量',
      '单价（元/吨） 300.00 派车时约定',
    ])
    expect(estimate({}, 'CARRIER')[0]).toBe('承运运费（预估） 8,356.50 30.000 吨 × 278.5501 元/吨，四舍五入到分')
  })

  test('of volume, trucks and distance says what was agreed', () => {
    expect(estimate({ pricing: 'PER_M3', qty: 455_000 })[1]).toBe('计费体积 45.50 按约定数量')
    expect(estimate({ pricing: 'PER_TRUCK' }).slice(0, 2)).toEqual([
      '托运运费（预估） 300.00 1 车 × 300.00 元/车，四舍五入到分',
      '车数 1 按车计价',
    ])
    expect(estimate({ pricing: 'PER_KM', distanceKm: 120 }).slice(0, 2)).toEqual([
      '托运运费（预估） 36,000.00 120 公里 × 300.00 元/公里，四舍五入到分',
      '计费里程 120 按约定里程',
    ])
  })
})

describe('what both sides agreed on', () => {
  const even = { load: grams(30_000_000), unload: grams(30_000_000) }
  const plain = { ...terms, lossRule: { ...terms.lossRule, rounding: 'NONE' as const } }
  const claims: ExplainedClaim[] = [
    { side: 'SHIPPER', code: 'LOAD', amount: fen(5_000), reason: '夜间装货' },
    { side: 'SHIPPER', code: 'DAMAGE', amount: fen(-1_200) },
    { side: 'CARRIER', code: 'WAIT', amount: fen(3_000) },
    { side: 'CARRIER', code: 'CUT', amount: fen(-700), reason: '短驳' },
  ]

  test('stands with the side it is of: charges with its freight, deductions taken off, each with its reason', () => {
    const worked = explainWeighed(plain, even, claims)
    const top = (of: Explanation) => of.terms.map(({ sign, of: part }) => `${sign ?? ''}${lines(part)[0] ?? ''}`)
    const freight = (price: string, amount: string) => `+运费 ${amount} 30.000 吨 × ${price} 元/吨，四舍五入到分`
    expect(top(worked.shipperFreight)).toEqual([
      freight('300.00', '9,000.00'),
      '+装卸费 50.00 夜间装货',
      '−货损扣款 12.00 双方已确认',
    ])
    expect(top(worked.carrierFreight)).toEqual([freight('278.5501', '8,356.50'), '+压车费 30.00 双方已确认'])
    expect(top(worked.deducted)).toEqual(['+其他扣款 7.00 短驳'])
    expect([worked.shipperFreight.value, worked.freight]).toEqual([903_800, { SHIPPER: 900_000, CARRIER: 835_650 }])
  })

  test('is all that is deducted where nothing was lost and nothing is rounded', () => {
    const { deducted, loss, rounding } = explainWeighed(plain, even, [])
    expect([deducted.value, deducted.terms, loss.amount, rounding]).toEqual([0, [], 0, 0])
  })

  test('a loss allowed by weight is told in kilograms and not in per mille', () => {
    const lossRule = { ...plain.lossRule, kind: 'KG' as const, allow: 50_000 }
    const { deducted } = explainWeighed({ ...plain, lossRule }, { ...even, unload: grams(29_900_000) }, [])
    expect(deducted.terms[0]?.of.note).toBe(
      '亏 100.000 公斤，允许 50.000 公斤，超耗部分扣 50.000 公斤 × 812.3456 元/吨',
    )
  })

  test('the margin of the house is the shipper’s freight less the carrier’s and the fees of those between', () => {
    const [shipper, carrier, fee] = [
      explainAmount('托', fen(900)),
      explainAmount('承', fen(700)),
      explainAmount('服', fen(30)),
    ]
    const margin = explainMargin(shipper, carrier, [fee, fee])
    expect([margin.value, lines(margin).slice(1)]).toEqual([140, ['+托 9.00', '−承 7.00', '−服 0.30', '−服 0.30']])
    expect(explainMargin(carrier, shipper, []).value, 'a loss').toBe(-200)
  })

  test('what is open is the freight less all the carrier had; what it had nothing of is not told', () => {
    const had = { oil: fen(300), advanced: fen(20), paid: fen(4), setOff: fen(1) }
    const open = explainOpen(explainAmount('运', fen(1_000)), explainAmount('扣', fen(100)), had)
    expect(lines(open)).toEqual([
      '未付 5.75',
      '+运 10.00',
      '−扣 1.00',
      '−油卡 3.00 随运费发放',
      '−预付与 ETC 0.20 签收前已发放',
      '−已付 0.04',
      '−已抵欠款 0.01',
    ])
  })
})
