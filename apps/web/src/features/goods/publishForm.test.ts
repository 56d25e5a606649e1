// The publishing form: what is sent, what is estimated, what a plan lacks, and drafts of any age.
import { publishGoods } from '@yunshu/contract/goods/goods'
import { fen, PPM } from '@yunshu/domain/figures/money'
import { splitPayPlan } from '@yunshu/domain/settlement/payPlan'
import { publishFaults } from '@yunshu/domain/goods/publishing'
import { unitPrice } from '@yunshu/domain/figures/unitPrice'
import { grams } from '@yunshu/domain/figures/weight'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inputFaults } from '../../lib/faults.ts'
import {
  blankGoods,
  cargoTotals,
  estimateGoods,
  fillPlan,
  planRest,
  readDraft,
  shapeGoods,
  writeDraft,
  type Goods,
} from './publishForm.ts'

const now = Date.UTC(2026, 10, 21, 3)
const place = {
  name: '一号库',
  regionCode: '610802',
  regionName: '陕西省 / 榆林市 / 榆阳区',
  address: '能源路18号',
  contact: '张三',
  mobile: '13800000000',
}
const filled = (more: Partial<Goods> = {}): Goods => ({
  ...(blankGoods(now) as Goods),
  loadPoints: [place],
  unloadPoints: [place],
  items: [{ name: '动力煤', cargoCode: '0100', weightG: grams(64_000_000) }],
  totalQty: 64_000_000,
  unitPrice: unitPrice(2_932_100),
  ...more,
})

test('an empty form lacks only what people must fill in', () => {
  const names = Object.keys(inputFaults(publishGoods.input, shapeGoods(blankGoods(now) as Goods)))
  expect(names.filter(name => !name.includes('.'))).toEqual(['totalQty', 'unitPrice'])
  expect(names).toContain('loadPoints.0.regionCode')
  expect(names.some(name => /^(payPlan|lossRule|receiptRule|vehicleNeed)/.test(name))).toBe(false)
})

test('an empty form of each other kind lacks its own blocks besides', () => {
  const names = (kind: 'GX' | 'SH') => {
    const blank = shapeGoods(blankGoods(now, kind) as Goods)
    return Object.keys(inputFaults(publishGoods.input, blank))
      .filter(name => !/^(loadPoints|unloadPoints|items)\./.test(name))
      .toSorted()
  }
  expect(names('GX')).toEqual(['gx.lineName', 'gx.plannedDepartAt', 'gx.shiftNo', 'totalQty', 'unitPrice'])
  expect(names('SH')).toEqual(['lossRule.deductUnitPrice', 'totalQty', 'unitPrice'])
})

test('blocks of another kind and rules that ask for nothing are not sent', () => {
  const gx = { lineName: '西线', shiftNo: '1', plannedDepartAt: now + 1, via: [], dropAndHook: false }
  const nothing = { loadPhoto: false, loadWeight: false, unloadPhoto: false, unloadWeight: false }
  const ordinary = shapeGoods(filled({ gx, dailyTrucks: 3, poundRule: nothing, priceSteps: [] }))
  for (const name of ['gx', 'dailyTrucks', 'poundRule', 'priceSteps']) expect(ordinary).not.toHaveProperty(name)
  expect(shapeGoods(filled({ kind: 'GX', gx })).gx).toEqual(gx)
  expect(shapeGoods(filled({ kind: 'SH', dailyTrucks: 3, poundRule: { ...nothing, loadWeight: true } }))).toMatchObject(
    { dailyTrucks: 3, poundRule: { loadWeight: true } },
  )
})

test('each kind reads its own draft, whatever kind stands in it', () => {
  expect(readDraft(JSON.stringify({ kind: 'NORMAL', gx: { lineName: '西线' } }), now, 'GX')).toMatchObject({
    kind: 'GX',
    gx: { lineName: '西线', via: [], dropAndHook: false },
  })
})

test('a filled form is a valid input of the call, with nothing against it', () => {
  const input = shapeGoods(filled())
  expect(inputFaults(publishGoods.input, input)).toEqual({})
  expect(publishFaults(input, now)).toEqual({})
})

test('fields of choices that were not made are not sent', () => {
  const sent = shapeGoods(filled({ quantityMode: 'BY_TRUCK', perTruckMax: 5, publishTo: 'PUBLIC', carrierIds: ['x'] }))
  expect(sent).not.toHaveProperty('perTruckMax')
  expect(sent).not.toHaveProperty('carrierIds')
  expect(shapeGoods(filled({ publishTo: 'CARRIERS', carrierIds: ['x'] })).carrierIds).toEqual(['x'])
})

test('without a loss rule no allowance and no price of it is sent', () => {
  const lossRule = { ...filled().lossRule, allow: 3000, deductUnitPrice: unitPrice(8_000_000) }
  expect(shapeGoods(filled({ lossRule })).lossRule).toMatchObject({ allow: 0, deductUnitPrice: 0 })
  expect(shapeGoods(filled({ lossRule: { ...lossRule, kind: 'PERMILLE' } })).lossRule).toMatchObject({
    allow: 3000,
    deductUnitPrice: 8_000_000,
  })
})

test('freight is estimated by weight, trucks and distance', () => {
  expect(estimateGoods(filled({ totalQty: 32_400_000 }))).toEqual({ freight: 950_000, trucks: undefined })
  expect(estimateGoods(filled({ perTruckMax: 32_000_000 })).trucks).toBe(2)
  expect(
    estimateGoods(
      filled({ quantityMode: 'BY_TRUCK', pricing: 'PER_TRUCK', totalQty: 3, unitPrice: unitPrice(50_000_000) }),
    ),
  ).toEqual({ freight: 1_500_000, trucks: 3 })
  expect(
    estimateGoods(
      filled({
        quantityMode: 'BY_TRUCK',
        pricing: 'PER_KM',
        totalQty: 2,
        distanceKm: 1000,
        unitPrice: unitPrice(50_000),
      }),
    ),
  ).toEqual({ freight: 1_000_000, trucks: 2 })
})

test('goods by truck that are priced by ton are estimated by their cargo', () => {
  expect(estimateGoods(filled({ quantityMode: 'BY_TRUCK', totalQty: 2 })).freight).toBe(1_876_544)
})

test('no estimate stands while a figure is missing or cannot be read', () => {
  expect(estimateGoods({}).freight).toBeUndefined()
  expect(estimateGoods(filled({ unitPrice: unitPrice(0) })).freight).toBeUndefined()
  expect(estimateGoods({ ...filled(), totalQty: { unreadable: '三十', fault: '' } as never }).freight).toBeUndefined()
  expect(
    cargoTotals({ items: [{ weightG: { unreadable: 'x', fault: '' } as never }, { weightG: grams(5) }] }).weight,
  ).toBe(5)
})

const share = fc.integer({ min: 0, max: PPM })

test('what a plan lacks and its shares make up 100 % always', () => {
  fc.assert(
    fc.property(
      share,
      share,
      share,
      share,
      share,
      (prePpm, oilPpm, etcPpm, arrivePpm, receiptPpm) =>
        planRest({ prePpm, oilPpm, etcPpm, arrivePpm, receiptPpm }) +
          prePpm +
          oilPpm +
          etcPpm +
          arrivePpm +
          receiptPpm ===
        PPM,
    ),
  )
})

test('filling a share takes exactly what the others leave, never below nothing', () => {
  const plan = { prePpm: 300_000, oilPpm: 250_000, etcPpm: 0, arrivePpm: 100_000, receiptPpm: 0, termDays: 0 }
  expect(fillPlan(plan, 'receiptPpm')).toMatchObject({ receiptPpm: 350_000, arrivePpm: 100_000 })
  expect(fillPlan(plan, 'arrivePpm')).toMatchObject({ arrivePpm: 450_000 })
  expect(fillPlan({ ...plan, prePpm: PPM }, 'arrivePpm').arrivePpm).toBe(0)
})

test('a filled plan is one that amounts can be made of', () => {
  const plan = fillPlan(
    { prePpm: 333_333, oilPpm: 300_000, etcPpm: 1, arrivePpm: 0, receiptPpm: 0, termDays: 0 },
    'receiptPpm',
  )
  const { pre, oil, etc, arrive, receipt } = splitPayPlan(plan, fen(950_001), fen(950_001))
  expect(pre + oil + etc + arrive + receipt).toBe(950_001)
})

test('a kept draft comes back as it was', () => {
  const draft = { ...filled(), totalQty: { unreadable: '三十', fault: '数量格式不正确，须大于0' } as never }
  expect(readDraft(writeDraft(draft), now)).toEqual(draft)
})

test('nothing kept, an emptied draft and broken text are no draft', () => {
  expect(readDraft(undefined, now)).toBeUndefined()
  expect(readDraft('{}', now)).toBeUndefined()
  expect(readDraft('[1', now)).toBeUndefined()
  expect(readDraft('[]', now)).toBeUndefined()
})

test('parts of an older draft that fit no longer give way to the empty form', () => {
  const read = readDraft(
    JSON.stringify({ title: '旧', loadPoints: 'x', items: [], payPlan: 5, lossRule: { kind: 'KG' } }),
    now,
  )
  expect(read).toMatchObject({
    title: '旧',
    loadPoints: [{}],
    items: [{ weightG: 0 }],
    payPlan: { receiptPpm: PPM },
    lossRule: { kind: 'KG', scope: 'EXCESS' },
  })
})
