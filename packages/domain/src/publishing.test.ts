// What is refused at publishing: kinds not built, forbidden goods, measures nobody will know, plans that do not add up.
import { describe, expect, it } from 'vitest'
import { checkForbidden } from './forbiddenGoods.ts'
import { publishFaults, type PublishedGoods } from './publishing.ts'
import { priceLessFee, unitPrice } from './unitPrice.ts'

const now = 1_790_000_000_000
const goods: PublishedGoods = {
  kind: 'NORMAL', items: [{ name: '水泥', cargoCode: '0600', weightG: 32_000_000 }], loadPoints: [{}], unloadPoints: [{}], quantityMode: 'BY_TRUCK', pricing: 'PER_TON', unitPrice: 2_932_100,
  payPlan: { prePpm: 0, oilPpm: 300_000, etcPpm: 0, arrivePpm: 500_000, receiptPpm: 200_000, termDays: 7 }, publishTo: 'PUBLIC', takeMode: 'GRAB', validTo: now + 1,
}
const faultsOf = (over: Partial<PublishedGoods>) => Object.keys(publishFaults({ ...goods, ...over }, now))

describe('goods to be published', () => {
  it('pass when nothing is wrong', () => {
    expect(publishFaults(goods, now)).toEqual({})
  })
  it.each<[string, Partial<PublishedGoods>, string]>([
    ['a kind that is not built', { kind: 'GX' }, 'kind'],
    ['the other kind that is not built', { kind: 'SH' }, 'kind'],
    ['a way of taking nobody can use', { takeMode: 'ASSIGN' }, 'takeMode'],
    ['neither weight nor volume', { items: [{ name: '水泥', cargoCode: '0600', weightG: 0 }] }, 'items.0.weightG'],
    ['a class that does not exist', { items: [{ name: '水泥', cargoCode: '9999', weightG: 1 }] }, 'items.0.cargoCode'],
    ['forbidden goods', { items: [{ name: '烟花', cargoCode: '1700', weightG: 1 }] }, 'items.0.name'],
    ['a window that ends before it starts', { unloadPoints: [{ windowStart: 2, windowEnd: 1 }] }, 'unloadPoints.0.windowEnd'],
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
    expect([checkForbidden('柴油发动机'), checkForbidden('硫酸泵'), checkForbidden('复合肥')]).toEqual([undefined, undefined, undefined])
  })
})

describe("the carrier's unit price", () => {
  it('is the total less the fee, cut down', () => {
    expect(priceLessFee(unitPrice(2_932_100), 50_000)).toBe(2_785_495)
    expect(priceLessFee(unitPrice(3), 333_333)).toBe(2)
    expect(priceLessFee(unitPrice(3), 0)).toBe(3)
  })
})
