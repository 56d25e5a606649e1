// Refusals at publishing: missing blocks of a kind, forbidden goods, quantities without a measure, plans that do not
// add up.
import { describe, expect, it } from 'vitest'
import { checkForbidden } from './forbiddenGoods.ts'
import { publishFaults, type PublishedGoods } from './publishing.ts'
import { priceLessFee, unitPrice } from '../figures/unitPrice.ts'

const now = 1_790_000_000_000
const goods: PublishedGoods = {
  kind: 'NORMAL',
  items: [{ name: '水泥', cargoCode: '0600', weightG: 32_000_000 }],
  loadPoints: [{}],
  unloadPoints: [{}],
  quantityMode: 'BY_TRUCK',
  pricing: 'PER_TON',
  unitPrice: 2_932_100,
  payPlan: { prePpm: 0, oilPpm: 300_000, etcPpm: 0, arrivePpm: 500_000, receiptPpm: 200_000, termDays: 7 },
  publishTo: 'PUBLIC',
  takeMode: 'GRAB',
  validTo: now + 1,
  lossRule: { kind: 'NONE' },
}
const pounds = { loadPhoto: false, loadWeight: true, unloadPhoto: false, unloadWeight: true }
const bulk: Partial<PublishedGoods> = {
  kind: 'SH',
  quantityMode: 'BY_TON',
  perTruckMax: 33_000_000,
  dailyTrucks: 20,
  lossRule: { kind: 'PERMILLE' },
  poundRule: pounds,
}
const trunk: Partial<PublishedGoods> = {
  kind: 'GX',
  gx: { plannedDepartAt: now + 10, via: [{ plannedAt: now + 20 }, {}, { plannedAt: now + 20 }] },
}
const faultsOf = (over: Partial<PublishedGoods>) => Object.keys(publishFaults({ ...goods, ...over }, now))

describe('goods to be published', () => {
  it('pass when nothing is wrong', () => {
    expect(publishFaults(goods, now)).toEqual({})
    expect(publishFaults({ ...goods, ...bulk }, now)).toEqual({})
    expect(publishFaults({ ...goods, ...trunk, priceSteps: [{ unitPrice: 1, effectiveAt: now + 1 }] }, now)).toEqual({})
    expect(publishFaults({ ...goods, takeMode: 'ASSIGN', poundRule: pounds }, now)).toEqual({})
  })
  it.each<[string, Partial<PublishedGoods>, string]>([
    ['a trunk without its line', { kind: 'GX' }, 'gx'],
    ['a line on goods that ride on none', { gx: { plannedDepartAt: now + 1, via: [] } }, 'gx'],
    ['a shift that has left', { ...trunk, gx: { plannedDepartAt: now, via: [] } }, 'gx.plannedDepartAt'],
    [
      'a place passed before the departure',
      { ...trunk, gx: { plannedDepartAt: now + 10, via: [{ plannedAt: now + 9 }] } },
      'gx.via.0.plannedAt',
    ],
    [
      'places passed in another order',
      { ...trunk, gx: { plannedDepartAt: now + 10, via: [{ plannedAt: now + 30 }, {}, { plannedAt: now + 29 }] } },
      'gx.via.2.plannedAt',
    ],
    ['bulk that is not counted by ton', { ...bulk, quantityMode: 'BY_TRUCK' }, 'quantityMode'],
    ['bulk without a limit per truck', { ...bulk, perTruckMax: undefined }, 'perTruckMax'],
    ['bulk without a rule for loss', { ...bulk, lossRule: { kind: 'NONE' } }, 'lossRule.kind'],
    ['bulk weighed at one end only', { ...bulk, poundRule: { ...pounds, unloadWeight: false } }, 'poundRule'],
    ['bulk that is not weighed', { ...bulk, poundRule: undefined }, 'poundRule'],
    ['a limit of trucks a day on other goods', { dailyTrucks: 3 }, 'dailyTrucks'],
    [
      'a step of the price plan that is over',
      { priceSteps: [{ unitPrice: 1, effectiveAt: now }] },
      'priceSteps.0.effectiveAt',
    ],
    ['neither weight nor volume', { items: [{ name: '水泥', cargoCode: '0600', weightG: 0 }] }, 'items.0.weightG'],
    ['a class that does not exist', { items: [{ name: '水泥', cargoCode: '9999', weightG: 1 }] }, 'items.0.cargoCode'],
    ['forbidden goods', { items: [{ name: '烟花', cargoCode: '1700', weightG: 1 }] }, 'items.0.name'],
    [
      'a window that ends before it starts',
      { unloadPoints: [{ windowStart: 2, windowEnd: 1 }] },
      'unloadPoints.0.windowEnd',
    ],
    ['a price per cubic metre of goods counted otherwise', { pricing: 'PER_M3' }, 'pricing'],
    ['a price per kilometre without a distance', { pricing: 'PER_KM' }, 'distanceKm'],
    ['no price', { unitPrice: 0 }, 'unitPrice'],
    ['a plan that does not add up', { payPlan: { ...goods.payPlan, prePpm: 1 } }, 'payPlan'],
    ['chosen carriers that are none', { publishTo: 'CARRIERS', carrierIds: [] }, 'carrierIds'],
    ['a time that is over', { validTo: now }, 'validTo'],
  ])('are refused with %s', (_name, over, path) => {
    expect(faultsOf(over)).toEqual([path])
  })
})

describe('forbidden goods', () => {
  it('are found by the words people write', () => {
    expect(checkForbidden('92号汽油')).toContain('汽油')
  })
  it('are not found in the names of machines', () => {
    expect([checkForbidden('柴油发动机'), checkForbidden('硫酸泵'), checkForbidden('复合肥')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe("the carrier's unit price", () => {
  it('is the total less the fee, cut down', () => {
    expect(priceLessFee(unitPrice(2_932_100), 50_000)).toBe(2_785_495)
    expect(priceLessFee(unitPrice(3), 333_333)).toBe(2)
    expect(priceLessFee(unitPrice(3), 0)).toBe(3)
  })
})
