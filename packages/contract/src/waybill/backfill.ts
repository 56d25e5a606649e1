// Calls and shapes of entering waybills after the journey (回单补录): the goods, rows judged as they are typed, and writing
// them.
import { backfillLimits } from '@yunshu/domain/backfill/backfill'
import { backfillFields } from '@yunshu/domain/backfill/columns'
import { goodsStates, lossBases, pricings, quantityModes } from '@yunshu/domain/goods/goods'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { zId, zInt, zKey, zUnitPrice } from '../fields.ts'

const zField = z.enum(backfillFields)

/** The goods trips are entered for, with what the rows need of them. */
export const BackfillGoods = z.object({
  id: zId,
  goodsNo: z.string(),
  title: z.string(),
  state: zKey(goodsStates.states),
  shipperName: z.string(),
  loadPlace: z.string(),
  unloadPlace: z.string(),
  itemNames: z.string(),
  quantityMode: zKey(quantityModes),
  totalQty: z.number(),
  remainQty: z.number(),
  perTruckMax: z.optional(z.number()),
  pricing: zKey(pricings),
  lossBasis: zKey(lossBases),
  distanceKm: z.optional(z.number()),
  /** The price the caller sees: a shipper its own, the house the carrier's. */
  unitPrice: z.optional(zUnitPrice),
  /** Carriers that can have made the trips. */
  carriers: z.array(z.object({ id: zId, name: z.string() })),
  /** The columns to fill in, in order. */
  fields: z.array(zField),
})
export type BackfillGoods = z.output<typeof BackfillGoods>
export const getBackfill = call({
  method: 'GET',
  path: '/auth/v1/waybill/backfill',
  title: '回单补录',
  permit: 'waybill.backfill',
  noBranch: true,
  input: z.strictObject({ goodsId: zId }),
  output: BackfillGoods,
})

/** A row as it was typed: its number, and its cells as text. */
const TypedRow = z.strictObject({
  row: zInt(1, 100_000),
  cells: z.partialRecord(zField, z.string().check(z.maxLength(200, '不能超过200个字'))),
})
export type TypedRow = z.output<typeof TypedRow>
const rows = {
  goodsId: zId,
  rows: z
    .array(TypedRow)
    .check(
      z.minLength(1, '请至少填写一行'),
      z.maxLength(backfillLimits.gridRows, `一次最多 ${backfillLimits.gridRows} 行，更多请用文件导入`),
    ),
}

/** A fault of a row; `field` is absent when it is the whole row. */
export const BackfillFault = z.object({ row: z.number(), field: z.optional(zField), reason: z.string() })
export type BackfillFault = z.output<typeof BackfillFault>
/** The vehicle and driver found for a row's plate and name. */
const FoundTrip = z.object({
  row: z.number(),
  carrierName: z.string(),
  plateColor: z.string(),
  driverName: z.optional(z.string()),
})
export type FoundTrip = z.output<typeof FoundTrip>
/** Judges rows without writing anything. */
export const checkBackfill = call({
  method: 'POST',
  path: '/auth/v1/waybill/backfill/check',
  title: '检查补录运单',
  permit: 'waybill.backfill',
  noBranch: true,
  personal: true,
  input: z.strictObject(rows),
  output: z.object({ faults: z.array(BackfillFault), found: z.array(FoundTrip) }),
})
/** Writes all rows as waybills waiting for signature, or none: faults come back at `rows.{place}.cells.{field}`. */
export const submitBackfill = call({
  method: 'POST',
  path: '/auth/v1/waybill/backfill/submit',
  title: '提交补录运单',
  permit: 'waybill.backfill',
  noBranch: true,
  money: true,
  overlay: '提交中...',
  input: z.strictObject(rows),
  output: z.object({ waybills: z.array(z.object({ row: z.number(), id: zId, waybillNo: z.string() })) }),
})
