// Making waybills: the snapshot, the estimated charges, the counters and the first line of history.
import { quantityModes, pricings, type Pricing } from '@yunshu/domain/goods'
import { freightOf, type FreightQuantity } from '@yunshu/domain/freight'
import type { Fen } from '@yunshu/domain/money'
import { splitPayPlan } from '@yunshu/domain/payPlan'
import { printQuantity } from '@yunshu/domain/quantity'
import { unitPrice } from '@yunshu/domain/unitPrice'
import { volume } from '@yunshu/domain/volume'
import { receiptStates, waybillSettleStates, waybillStates } from '@yunshu/domain/waybill'
import { grams, type Grams } from '@yunshu/domain/weight'
import type { Selectable } from 'kysely'
import { v7 } from 'uuid'
import { keyOf } from '../../db/keyOf.ts'
import { logEvent, shiftCounts } from '../../db/move.ts'
import { takeNumbers } from '../../db/numbers.ts'
import type { Drivers, Goods, Vehicles } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../http/ctx.ts'
import { readGoodsBody } from '../goods/goodsBody.queries.ts'
import { overweight } from './overweight.ts'
import { writeWaybillBody } from './waybillBody.queries.ts'

/** One truck of an appointment, already judged. */
export interface WaybillLine { vehicle: Selectable<Vehicles>; driver: Selectable<Drivers>; qty: number; weight: Grams; plannedLoadAt?: number | undefined }
interface Making { goods: Selectable<Goods>; taskId: string; carrierId: string; carrierBy: string; lines: readonly WaybillLine[] }
export interface MadeWaybill { id: string; waybillNo: string; plate: string }

/** What is billed of one truck, by pricing; `weight` is planned before loading and billed after unloading. */
export function billedQuantity(pricing: Pricing, { qty, weight, distanceKm }: { qty: number; weight: Grams; distanceKm: number | undefined }): FreightQuantity {
  switch (pricing) {
    case 'PER_TON': return { pricing, weight }
    case 'PER_M3': return { pricing, volume: volume(qty) }
    case 'PER_TRUCK': return { pricing, trucks: 1 }
    case 'PER_KM': return { pricing, distanceM: (distanceKm ?? 0) * 1000 }
  }
}

/** Makes the waybills of an appointment in its transaction; the caller has locked task and fleet. */
export async function makeWaybills(ctx: Ctx, { goods, taskId, carrierId, carrierBy, lines }: Making): Promise<MadeWaybill[]> {
  const numbers = await takeNumbers(ctx.tx, 'YD', 'waybill_number', ctx.now, lines.length)
  const { loadPoints, unloadPoints, items, payPlan, lossRule, receiptRule, distanceKm } = readGoodsBody(goods.body)
  const pricing = keyOf(pricings, goods.pricing)
  const rows = lines.map((line, n) => {
    const { vehicle, driver, qty, weight } = line
    const billed = billedQuantity(pricing, { qty, weight, distanceKm })
    const carrierFreight = freightOf(billed, unitPrice(goods.carrier_unit_price))
    return {
      id: v7(), waybill_no: numbers[n] ?? '', state: waybillStates.start, source: 'APPOINT', goods_id: goods.id, task_id: taskId, goods_no: goods.goods_no, upstream_no: goods.upstream_no,
      shipper_id: goods.shipper_id, branch_id: goods.branch_id, carrier_id: carrierId, vehicle_id: vehicle.id, driver_id: driver.id,
      plate: vehicle.plate, plate_color: vehicle.plate_color, driver_name: driver.name, driver_mobile: driver.mobile,
      load_region: goods.load_region, unload_region: goods.unload_region, load_place: goods.load_place, unload_place: goods.unload_place, item_names: goods.item_names,
      quantity_mode: goods.quantity_mode, qty, pricing, shipper_unit_price: goods.shipper_unit_price, carrier_unit_price: goods.carrier_unit_price, plan_weight_g: weight,
      shipper_freight_fen: freightOf(billed, unitPrice(goods.shipper_unit_price)), payable_fen: carrierFreight, oil_fen: splitPayPlan(payPlan, carrierFreight, carrierFreight).oil,
      receipt_state: receiptStates.start, settle_state: waybillSettleStates.start, planned_load_at: line.plannedLoadAt ?? null,
      body: writeWaybillBody({
        loadPoints, unloadPoints, items, payPlan, lossRule, receiptRule, ...(distanceKm === undefined ? {} : { distanceKm }),
        vehicle: { typeCode: vehicle.type_code, tonnageG: grams(vehicle.tonnage_g), grossG: grams(vehicle.gross_g), transportCertNo: vehicle.transport_cert_no },
      }),
      shipper_by: goods.created_by, carrier_by: carrierBy, created_by: ctx.actor.userId, created_at: ctx.now, updated_at: ctx.now,
    }
  })
  await ctx.tx.run(q.insertInto('waybills').values(rows))
  await ctx.tx.run(q.insertInto('charges').values(rows.flatMap((row) => [
    estimated(ctx, row.id, 'SHIPPER', row.shipper_freight_fen), estimated(ctx, row.id, 'CARRIER', row.payable_fen),
  ])))
  const [first] = rows
  if (first) await shiftCounts(ctx, first, ['shipper_id', 'carrier_id', 'branch_id'], undefined, waybillStates.start, rows.length)
  const mode = keyOf(quantityModes, goods.quantity_mode)
  for (const [n, row] of rows.entries()) await logEvent(ctx, {
    entity: waybillStates.name, entityId: row.id, action: '指派', to: waybillStates.start,
    diff: [{ field: '车辆', old: '--', new: row.plate }, { field: '司机', old: '--', new: row.driver_name }, { field: '数量', old: '--', new: printQuantity(mode, row.qty) }, ...overweight(row.plan_weight_g, lines[n]?.vehicle.tonnage_g ?? row.plan_weight_g)],
  })
  return rows.map((row) => ({ id: row.id, waybillNo: row.waybill_no, plate: row.plate }))
}

const estimated = (ctx: Ctx, waybillId: string, side: 'SHIPPER' | 'CARRIER', amount: Fen) => ({
  id: v7(), waybill_id: waybillId, side, code: 'FREIGHT', amount_fen: amount, state: 'estimated', created_at: ctx.now,
})
