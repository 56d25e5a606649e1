// Goods ordered anew: the right fields are copied, times lie in the future, and every difference is told.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { copyGoods } from './copy.ts'
import type { GoodsTerms } from './diff.ts'
import { DAY_MS, HOUR_MS } from '../figures/time.ts'
import { unitPrice } from '../figures/unitPrice.ts'
import { grams } from '../figures/weight.ts'

const now = Date.UTC(2026, 10, 21, 3)
const stop = { name: '煤台', regionName: '陕西省 / 榆林市', address: '一号', contact: '王建国', mobile: '19900001234' }
const goods: GoodsTerms = {
  kind: 'NORMAL',
  title: '动力煤',
  upstreamNo: 'PO-1',
  loadPoints: [stop],
  unloadPoints: [stop],
  items: [{ name: '动力煤', cargoCode: '0100', weightG: grams(1) }],
  vehicleNeed: { types: [], lengthsDm: [] },
  quantityMode: 'BY_TON',
  totalQty: 9,
  pricing: 'PER_TON',
  unitPrice: unitPrice(5),
  payPlan: { prePpm: 0, oilPpm: 0, etcPpm: 0, arrivePpm: 0, receiptPpm: 1_000_000, termDays: 7 },
  lossRule: { kind: 'NONE', allow: 0, scope: 'EXCESS', basis: 'LOAD', deductUnitPrice: unitPrice(0), rounding: 'NONE' },
  receiptRule: { needPhoto: true, needOriginal: false, copies: 1, returnDays: 7 },
  publishTo: 'RELATED',
  takeMode: 'GRAB',
  validTo: now - 10 * DAY_MS,
  remark: '慢装',
}
const ground = { now, publishedAt: now - 13 * DAY_MS, related: ['a'], nameOf: (id: string) => `承运商${id}` }

describe('goods ordered anew', () => {
  it('keep what was said of cargo, price and terms, and leave the number of the customer out', () => {
    const { fields, left } = copyGoods(goods, ground)
    expect(fields).toEqual({
      ...goods,
      upstreamNo: undefined,
      validTo: fields.validTo,
      priceSteps: undefined,
      carrierIds: undefined,
    })
    expect(left).toEqual(['客户单号 PO-1'])
  })

  it('stand as long as the old ones did, to the last minute of the day', () => {
    const { fields, moved } = copyGoods(goods, ground)
    expect(new Date(fields.validTo).toISOString()).toBe('2026-11-24T15:59:00.000Z')
    expect(moved).toEqual(['截止时间改为 2026-11-24 23:59'])
    expect(copyGoods({ ...goods, validTo: ground.publishedAt + 2 * HOUR_MS }, ground).fields.validTo).toBe(
      now + 2 * HOUR_MS,
    )
  })

  it('move all appointed times by the same whole days, so that they keep their hours and distances', () => {
    const windowStart = now - 3 * DAY_MS - HOUR_MS
    const old: GoodsTerms = {
      ...goods,
      kind: 'GX',
      loadPoints: [{ ...stop, windowStart, windowEnd: windowStart + HOUR_MS }],
      unloadPoints: [stop],
      gx: {
        lineName: '西线',
        shiftNo: '7',
        plannedDepartAt: windowStart + 2 * HOUR_MS,
        via: [
          { name: '西安', regionCode: '610100', regionName: '西安', plannedAt: windowStart + DAY_MS },
          { name: '洛阳', regionCode: '410300', regionName: '洛阳' },
        ],
        dropAndHook: true,
      },
    }
    const { fields, moved } = copyGoods(old, ground)
    const start = windowStart + 4 * DAY_MS
    expect(fields.loadPoints).toEqual([{ ...stop, windowStart: start, windowEnd: start + HOUR_MS }])
    expect(fields.gx).toEqual({
      ...old.gx,
      plannedDepartAt: start + 2 * HOUR_MS,
      via: [
        { name: '西安', regionCode: '610100', regionName: '西安', plannedAt: start + DAY_MS },
        { name: '洛阳', regionCode: '410300', regionName: '洛阳' },
      ],
    })
    expect(moved[0]).toBe('装卸与发车时间顺延 4 天')
  })

  it('never have an appointed time in the past, wherever the old ones lay', () => {
    const time = fc.option(fc.integer({ min: now - 400 * DAY_MS, max: now + 30 * DAY_MS }), { nil: undefined })
    fc.assert(
      fc.property(time, time, fc.integer({ min: 1, max: 90 }), (windowStart, windowEnd, days) => {
        const { fields } = copyGoods(
          {
            ...goods,
            loadPoints: [{ ...stop, windowStart }],
            unloadPoints: [{ ...stop, windowEnd }],
            validTo: ground.publishedAt + days * DAY_MS,
          },
          ground,
        )
        const times = [fields.loadPoints[0]?.windowStart, fields.unloadPoints[0]?.windowEnd].filter(
          at => at !== undefined,
        )
        expect(times.every(at => at > now)).toBe(true)
        expect(fields.validTo).toBeGreaterThan(now)
      }),
    )
  })

  it('drop steps of the price plan that are over and carriers that are partners no more, and say so', () => {
    const old: GoodsTerms = {
      ...goods,
      priceSteps: [
        { unitPrice: unitPrice(1), effectiveAt: now },
        { unitPrice: unitPrice(2), effectiveAt: now + 1 },
      ],
      publishTo: 'CARRIERS',
      carrierIds: ['a', 'b'],
    }
    const { fields, left } = copyGoods(old, ground)
    expect([fields.priceSteps, fields.carrierIds]).toEqual([[{ unitPrice: 2, effectiveAt: now + 1 }], ['a']])
    expect(left).toEqual(['客户单号 PO-1', '已过去的价格计划 1 项', '已解除合作的承运商 承运商b'])
  })
})
