// Terms of the demo goods: prices, pay plan, loss and receipt rules, places and cargo in the form of the contract.
import type { ReceiptRule } from '@yunshu/contract/goods/goods'
import type { LossRule, WeightBasis } from '@yunshu/domain/goods/freight'
import type { PayPlan } from '@yunshu/domain/settlement/payPlan'
import { fen } from '@yunshu/domain/figures/money'
import type { roundings } from '@yunshu/domain/goods/goods'
import { priceLessFee, unitPrice, type UnitPrice } from '@yunshu/domain/figures/unitPrice'
import { grams } from '@yunshu/domain/figures/weight'
import type { GoodsBody } from '../src/features/goods/goodsBody.queries.ts'
import { demoMobile, demoName, type dice } from './invented.ts'
import type { Place, Route } from './routes.ts'
import { feePpmOf } from './serviceFees.ts'

type Dice = ReturnType<typeof dice>

export interface Terms {
  readonly load: Place
  readonly unload: Place
  readonly shipperPrice: UnitPrice
  readonly carrierPrice: UnitPrice
  readonly payPlan: PayPlan
  readonly lossRule: LossRule & { readonly basis: WeightBasis; readonly rounding: keyof typeof roundings }
  readonly receiptRule: ReceiptRule
}

/** Terms of one offer on a route. */
export function makeTerms(route: Route, roll: Dice): Terms {
  const shipperPrice = priceOf(route, roll)
  const isBulk = route.pricing === 'PER_TON'
  const oil = roll.pick(route.oilPercent) * 10_000
  const receipt = roll.pick([0, 100_000, 200_000])
  return {
    load: roll.pick(route.loads),
    unload: roll.pick(route.unloads),
    shipperPrice,
    carrierPrice: priceLessFee(shipperPrice, feePpmOf(route.shipper)),
    payPlan: {
      prePpm: 0,
      oilPpm: oil,
      etcPpm: 0,
      arrivePpm: 1_000_000 - oil - receipt,
      receiptPpm: receipt,
      termDays: roll.pick([10, 15, 15, 30]),
    },
    lossRule: isBulk
      ? {
          kind: 'PERMILLE',
          allow: 3000,
          scope: 'EXCESS',
          basis: roll.pick(['LOAD', 'UNLOAD', 'SMALLER'] as const),
          deductUnitPrice: unitPrice(route.cargo.yuanPerTon * 10_000),
          rounding: route.kind === 'SH' ? 'YUAN' : 'NONE',
        }
      : { kind: 'NONE', allow: 0, scope: 'EXCESS', basis: 'LOAD', deductUnitPrice: unitPrice(0), rounding: 'NONE' },
    receiptRule: {
      needPhoto: route.key !== 'parcels',
      needOriginal: route.key === 'steel',
      copies: route.key === 'parcels' ? 0 : route.key === 'steel' ? 2 : 1,
      returnDays: 7,
    },
  }
}

/** Route prices are 分/吨公里 or 分/公里; an offer is in 元/吨, 元/公里 or whole tens of yuan per truck. */
function priceOf(route: Route, roll: Dice): UnitPrice {
  const hundredths = roll.int(...route.price)
  switch (route.pricing) {
    case 'PER_TON':
      return unitPrice(hundredths * route.km * 100)
    case 'PER_TRUCK':
      return unitPrice(Math.round((hundredths * route.km) / 1000) * 100_000)
    default:
      return unitPrice(hundredths * 100)
  }
}

/** The most a truck of the route takes, as the offer limits it. */
export const perTruckMax = (route: Route): number => (route.quantityMode === 'BY_TON' ? 33_000_000 : 1)

/** The body of an offer for `totalQty`; contacts are drawn by `n`, the same for the same offer. */
export function bodyOf(
  route: Route,
  terms: Terms,
  totalQty: number,
  n: number,
  from: number,
  to: number,
  remark: string | undefined,
): GoodsBody {
  const { load, unload, payPlan, lossRule, receiptRule } = terms
  const weightG = grams(
    route.quantityMode === 'BY_TON'
      ? totalQty
      : totalQty * (route.bodies.includes('tractor') ? 30_000_000 : 16_000_000),
  )
  const { name, code, packing, yuanPerTon } = route.cargo
  const contact = (m: number) => ({ contact: demoName(200 + m), mobile: demoMobile(7000 + m) })
  const at = (place: Place) => ({
    name: place.name,
    regionCode: place.regionCode,
    regionName: place.regionName,
    address: place.address,
  })
  return {
    loadPoints: [{ ...at(load), ...contact(n * 2), windowStart: from, windowEnd: to }],
    unloadPoints: [{ ...at(unload), ...contact(n * 2 + 1) }],
    items: [
      {
        name,
        cargoCode: code,
        packing,
        weightG,
        valueFen: fen(Math.floor(weightG / 1000) * Math.floor((yuanPerTon * 100) / 1000)),
      },
    ],
    vehicleNeed: {
      types: route.bodies.map(body => ({ tractor: 'Q11', dump: 'H17', van: 'H12', reefer: 'H13' })[body]),
      lengthsDm: route.pricing === 'PER_TON' ? [] : [96],
      minTonnageG: grams(route.quantityMode === 'BY_TON' ? 15_000_000 : 12_000_000),
    },
    payPlan,
    lossRule,
    receiptRule,
    distanceKm: route.km,
    ...(remark === undefined ? {} : { remark }),
  }
}
