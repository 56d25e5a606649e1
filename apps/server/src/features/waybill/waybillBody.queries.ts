// The snapshot a waybill keeps of its goods and vehicle as they were when it was made.
import { Item, LossRule, PayPlan, Point, ReceiptRule } from '@yunshu/contract/goods/goods'
import { zFen, zGrams } from '@yunshu/contract/fields'
import { Gx, PoundRule } from '@yunshu/contract/goods/blocks'
import * as z from 'zod/mini'

export const WaybillBody = z.object({
  loadPoints: z.array(Point),
  unloadPoints: z.array(Point),
  items: z.array(Item),
  payPlan: PayPlan,
  lossRule: LossRule,
  receiptRule: ReceiptRule,
  distanceKm: z.optional(z.number()),
  poundRule: z.optional(PoundRule),
  gx: z.optional(Gx),
  /** Fuel agreed for this truck alone, instead of the plan's share. */
  agreedOil: z.optional(zFen),
  /** The vehicle's papers on the day, for the regulator's waybill. */
  vehicle: z.optional(
    z.object({ typeCode: z.string(), tonnageG: zGrams, grossG: zGrams, transportCertNo: z.string() }),
  ),
})
export type WaybillBody = z.output<typeof WaybillBody>

/** The stored JSON as values. */
export const readWaybillBody = (body: unknown): WaybillBody => z.parse(WaybillBody, body)

/** Values as the JSON to store. */
export const writeWaybillBody = (body: WaybillBody): string => JSON.stringify(z.encode(WaybillBody, body))
