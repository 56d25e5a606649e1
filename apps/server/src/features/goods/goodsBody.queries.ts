// The parts of goods nobody filters by: kept as one JSON in wire form, and copied onto each waybill as it was.
import { Item, LossRule, PayPlan, Point, ReceiptRule, VehicleNeed, type GoodsRow } from '@yunshu/contract/goods/goods'
import { Gx, PoundRule, PriceStep } from '@yunshu/contract/goods/blocks'
import { zUnitPrice } from '@yunshu/contract/fields'
import * as z from 'zod/mini'

/** A step of the plan with what the carrier gets, worked out with the fee of the day it was planned. */
const PlannedPrice = z.extend(PriceStep, { carrierUnitPrice: zUnitPrice })
export type PlannedPrice = z.output<typeof PlannedPrice>

export const GoodsBody = z.object({
  loadPoints: z.array(Point),
  unloadPoints: z.array(Point),
  items: z.array(Item),
  vehicleNeed: VehicleNeed,
  payPlan: PayPlan,
  lossRule: LossRule,
  receiptRule: ReceiptRule,
  distanceKm: z.optional(z.number()),
  remark: z.optional(z.string()),
  gx: z.optional(Gx),
  poundRule: z.optional(PoundRule),
  priceSteps: z.optional(z.array(PlannedPrice)),
})
export type GoodsBody = z.output<typeof GoodsBody>

/** The stored JSON as values. */
export const readGoodsBody = (body: unknown): GoodsBody => z.parse(GoodsBody, body)

/** Values as the JSON to store. */
export const writeGoodsBody = (body: GoodsBody): string => JSON.stringify(z.encode(GoodsBody, body))

type Places = Pick<GoodsBody, 'loadPoints' | 'unloadPoints' | 'items'>

/**
 * Columns that lists show and filter by, drawn from the body: the first place of loading, the last of unloading, all
 * goods.
 */
export function summaryOf({ loadPoints, unloadPoints, items }: Places): Pick<
  GoodsRow,
  'loadRegion' | 'loadPlace' | 'unloadRegion' | 'unloadPlace' | 'itemNames'
> & {
  weightG: number
} {
  const load = loadPoints[0]
  const unload = unloadPoints.at(-1)
  if (!load || !unload) throw new Error('goods without a place of loading or unloading')
  return {
    loadRegion: load.regionCode,
    loadPlace: placeOf(load),
    unloadRegion: unload.regionCode,
    unloadPlace: placeOf(unload),
    itemNames: items
      .map(item => item.name)
      .join('、')
      .slice(0, 200),
    weightG: items.reduce((all, item) => all + item.weightG, 0),
  }
}

const placeOf = ({ regionName, name }: { regionName: string; name: string }): string => `${regionName} ${name}`
