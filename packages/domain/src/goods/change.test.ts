// Changes of goods: what differs in words, what needs consent, and what open parts give back.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutParts, needsConsent } from './change.ts'
import { changedKeys, diffGoods, type GoodsTerms } from './diff.ts'
import { sameValue } from '../figures/sameValue.ts'
import { unitPrice } from '../figures/unitPrice.ts'
import { grams } from '../figures/weight.ts'

const stop = { name: '煤台', regionName: '陕西省 / 榆林市', address: '一号', contact: '王建国', mobile: '19900001234' }
const coal = { name: '动力煤', cargoCode: '0100', weightG: grams(640_000_000) }
const goods: GoodsTerms = {
  kind: 'SH',
  title: '动力煤',
  loadPoints: [stop],
  unloadPoints: [{ ...stop, name: '电厂' }],
  items: [coal],
  vehicleNeed: { types: ['Q11'], lengthsDm: [130] },
  quantityMode: 'BY_TON',
  totalQty: 640_000_000,
  perTruckMax: 33_000_000,
  pricing: 'PER_TON',
  unitPrice: unitPrice(2_932_100),
  payPlan: { prePpm: 0, oilPpm: 300_000, etcPpm: 0, arrivePpm: 500_000, receiptPpm: 200_000, termDays: 7 },
  lossRule: {
    kind: 'PERMILLE',
    allow: 3000,
    scope: 'EXCESS',
    basis: 'LOAD',
    deductUnitPrice: unitPrice(8_000_000),
    rounding: 'YUAN',
  },
  receiptRule: { needPhoto: true, needOriginal: false, copies: 1, returnDays: 7 },
  poundRule: { loadPhoto: true, loadWeight: true, unloadPhoto: false, unloadWeight: true },
  publishTo: 'CARRIERS',
  carrierIds: ['a'],
  takeMode: 'GRAB',
  validTo: Date.UTC(2026, 10, 24, 15, 59),
  remark: '',
}
const nameOf = (id: string): string => ({ a: '顺达物流', b: '鲁通运输' })[id] ?? id
const said = (after: Partial<GoodsTerms>, feePpm?: number) =>
  diffGoods(goods, { ...goods, ...after }, { nameOf, feePpm }).map(
    ({ field, old, new: next }) => `${field}：${old} → ${next}`,
  )

describe('what differs', () => {
  it('is nothing when the same is said, in whatever order and with blanks', () => {
    expect(
      changedKeys(goods, {
        ...goods,
        remark: undefined,
        upstreamNo: '',
        priceSteps: [],
        payPlan: { termDays: 7, receiptPpm: 200_000, arrivePpm: 500_000, etcPpm: 0, oilPpm: 300_000, prePpm: 0 },
      }),
    ).toEqual([])
  })

  it.each<[string, Partial<GoodsTerms>, string[]]>([
    ['the total', { totalQty: 320_500_000 }, ['总量：640.000 吨 → 320.500 吨']],
    ['a limit taken off', { perTruckMax: undefined }, ['单车上限：33.000 吨 → --']],
    [
      'one of several places',
      {
        unloadPoints: [
          { ...stop, name: '电厂' },
          { ...stop, name: '煤场' },
        ],
      },
      ['卸货地 2：-- → 煤场，陕西省 / 榆林市 一号，王建国 19900001234'],
    ],
    [
      'the cargo',
      { items: [{ ...coal, packing: '散装' }] },
      ['货物：动力煤（煤炭及制品），640.000 吨 → 动力煤（煤炭及制品），散装，640.000 吨'],
    ],
    ['days until payment only', { payPlan: { ...goods.payPlan, termDays: 15 } }, ['账期：7 天 → 15 天']],
    [
      'the shares of a plan',
      { payPlan: { ...goods.payPlan, oilPpm: 0, arrivePpm: 800_000 } },
      ['支付方案：油卡 30%，到付 50%，回单付 20% → 到付 80%，回单付 20%'],
    ],
    [
      'the rule for loss',
      { lossRule: { ...goods.lossRule, allow: 2000 } },
      [
        '亏吨规则：允许 3‰，超耗部分按 800.00 元/吨扣款；运费按装货量计；抹到元 → 允许 2‰，超耗部分按 800.00 元/吨扣款；运费按装货量计；抹到元',
      ],
    ],
    ['what is weighed', { poundRule: undefined }, ['磅单要求：装货：过磅重量、磅单照片；卸货：过磅重量 → 不要求磅单']],
    ['whom it is offered to', { carrierIds: ['a', 'b'] }, ['指定承运商：顺达物流 → 顺达物流、鲁通运输']],
    [
      'the end of the offer',
      { validTo: Date.UTC(2026, 10, 25, 15, 59) },
      ['截止时间：2026-11-24 23:59 → 2026-11-25 23:59'],
    ],
  ])('in %s is told old → new', (_name, after, lines) => {
    expect(said(after)).toEqual(lines)
  })

  it('tells each side its own price', () => {
    expect(said({ unitPrice: unitPrice(3_000_000) })).toEqual(['托运单价：293.21 元/吨 → 300.00 元/吨'])
    expect(
      said(
        {
          unitPrice: unitPrice(3_000_000),
          priceSteps: [{ unitPrice: unitPrice(3_100_000), effectiveAt: Date.UTC(2026, 10, 30, 16) }],
        },
        50_000,
      ),
    ).toEqual([
      '托运单价：293.21 元/吨 → 300.00 元/吨',
      '承运单价：278.5495 元/吨 → 285.00 元/吨',
      '托运价格计划：-- → 2026-12-01 00:00 起 310.00',
      '承运价格计划：-- → 2026-12-01 00:00 起 294.50',
    ])
  })
})

describe('consent', () => {
  it.each<[string, (keyof GoodsTerms)[], number, boolean]>([
    ['a price', ['unitPrice'], 20, true],
    ['places', ['remark', 'unloadPoints'], 20, true],
    ['a remark', ['remark', 'title', 'validTo'], 20, false],
    ['a smaller total that still holds what was taken', ['totalQty'], 10, false],
    ['a total below what was taken', ['totalQty'], 9, true],
  ])('to %s', (_name, changed, totalQty, needed) => {
    expect(needsConsent(changed, { totalQty, taken: 10 })).toBe(needed)
  })
})

describe('open parts', () => {
  it('give back the youngest first and exactly what is too much, or cannot', () => {
    const part = fc.record({ id: fc.uuid(), remainQty: fc.integer({ min: 0, max: 1000 }) })
    fc.assert(
      fc.property(
        fc.uniqueArray(part, { selector: ({ id }) => id, maxLength: 8 }),
        fc.integer({ min: 0, max: 5000 }),
        (parts, tooMuch) => {
          const all = parts.reduce((sum, { remainQty }) => sum + remainQty, 0)
          const cuts = cutParts(parts, tooMuch)
          if (all < tooMuch) {
            expect(cuts).toBeUndefined()
            return
          }
          expect(cuts?.reduce((sum, { qty }) => sum + qty, 0)).toBe(tooMuch)
          const rest = parts.map(({ id, remainQty }) => remainQty - (cuts?.find(cut => cut.id === id)?.qty ?? 0))
          expect(rest.every(left => left >= 0)).toBe(true)
          // an older part is touched only when all younger ones are empty
          const oldestCut = parts.findIndex(({ id }) => cuts?.some(cut => cut.id === id))
          if (oldestCut >= 0) expect(rest.slice(oldestCut + 1).every(left => left === 0)).toBe(true)
        },
      ),
    )
    expect(
      cutParts(
        [
          { id: 'old', remainQty: 5 },
          { id: 'young', remainQty: 3 },
        ],
        4,
      ),
    ).toEqual([
      { id: 'young', qty: 3 },
      { id: 'old', qty: 1 },
    ])
  })
})

it('values are the same whatever is absent or undefined', () => {
  expect(sameValue({ a: 1, b: undefined }, { a: 1 })).toBe(true)
  expect(sameValue([{ a: [1] }], [{ a: [1] }])).toBe(true)
  expect([
    sameValue({ a: 1 }, { b: 1 }),
    sameValue([1], [1, 2]),
    sameValue([], {}),
    sameValue(null, {}),
    sameValue(1, '1'),
  ]).toEqual([false, false, false, false, false])
})
