// Making waybills: the snapshot, the estimated charges, the counters and the first line of history.
import { quantityModes, pricings } from '@yunshu/domain/goods/goods'
import { billedQuantity, freightOf } from '@yunshu/domain/goods/freight'
import { sumFen, type Fen } from '@yunshu/domain/figures/money'
import { chargeStates } from '@yunshu/domain/settlement/charges'
import { splitPayPlan } from '@yunshu/domain/settlement/payPlan'
import { printQuantity } from '@yunshu/domain/goods/quantity'
import type { UnitPrice } from '@yunshu/domain/figures/unitPrice'
import {
  answerMs,
  receiptStates,
  waybillSettleStates,
  waybillSources,
  waybillStates,
  type WaybillSource,
} from '@yunshu/domain/waybill/waybill'
import { grams, type Grams } from '@yunshu/domain/figures/weight'
import type { Selectable } from 'kysely'
import { v7 } from 'uuid'
import { countMade } from '../../work/days.ts'
import { keyOf } from '../../db/keyOf.ts'
import { logEvents } from '../../work/history.ts'
import { shiftCounts } from '../../work/counters.ts'
import { takeNumbers } from '../../db/numbers.ts'
import type { Drivers, Goods, Vehicles } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { reserveCredit } from '../credit/credit.commands.ts'
import { planParts } from '../part/parts.commands.ts'
import { readGoodsBody } from '../goods/goodsBody.queries.ts'
import { pricesNow } from '../goods/prices.queries.ts'
import { overweightChange } from './overweight.ts'
import { writeWaybillBody } from './waybillBody.queries.ts'

/** One truck of an appointment, already judged. */
export interface WaybillLine {
  vehicle: Selectable<Vehicles>
  driver: Selectable<Drivers>
  qty: number
  weight: Grams
  plannedLoadAt?: number | undefined
  payeeId?: string | undefined
  done?: DoneTruck | undefined
}
/** Facts of a truck whose journey is over: the billed weight, the prices at the time, and agreements for it alone. */
interface DoneTruck {
  billed: Grams
  shipperPrice: UnitPrice
  carrierPrice: UnitPrice
  oil?: Fen | undefined
  upstreamNo?: string | undefined
}

interface Making {
  goods: Selectable<Goods>
  source: WaybillSource
  /** The task the quantity comes from; null for waybills entered after the journey. */
  taskId: string | null
  carrierId: string
  carrierBy: string
  /** The unit price of this carrier. */
  carrierPrice: UnitPrice
  lines: readonly WaybillLine[]
}
export interface MadeWaybill {
  id: string
  waybillNo: string
  plate: string
}

/** Makes the waybills of an appointment in its transaction; the caller has locked task and fleet. */
export async function makeWaybills(ctx: Ctx, making: Making): Promise<MadeWaybill[]> {
  const { source, lines } = making
  const numbers = await takeNumbers(ctx.tx, 'YD', 'waybill_number', ctx.now, lines.length)
  const rows = lines.map((line, n) => rowOf(ctx, making, line, numbers[n] ?? ''))
  const [one] = rows
  // papers entered after the journey are held to nothing: it is over
  if (source === 'APPOINT' && one !== undefined)
    await reserveCredit(ctx, {
      shipperId: one.shipper_id,
      branchId: one.branch_id,
      need: sumFen(rows.map(row => row.shipper_freight_fen)),
    })
  await ctx.tx.run(q.insertInto('waybills').values(rows))
  await ctx.tx.run(
    q
      .insertInto('charges')
      .values(
        rows.flatMap(row => [
          estimated(ctx, row.id, 'SHIPPER', row.shipper_freight_fen),
          estimated(ctx, row.id, 'CARRIER', row.payable_fen),
        ]),
      ),
  )
  await planParts(
    ctx,
    rows.map((row, n) => ({
      ...row,
      payPlan: readGoodsBody(making.goods.body).payPlan,
      estimate: row.payable_fen,
      agreedOil: lines[n]?.done?.oil,
    })),
  )
  const [first] = rows
  if (first) {
    shiftCounts(ctx, first, undefined, waybillStates.start, rows.length)
    countMade(ctx, first, rows.length)
  }
  const mode = keyOf(quantityModes, making.goods.quantity_mode)
  await logEvents(
    ctx,
    rows.map((row, n) => ({
      entity: 'waybill',
      entityId: row.id,
      action: waybillSources[source],
      to: waybillStates.start,
      diff: [
        { field: '车辆', old: '--', new: row.plate },
        { field: '司机', old: '--', new: row.driver_name },
        { field: '数量', old: '--', new: printQuantity(mode, row.qty) },
        ...overweightChange(row.plan_weight_g, lines[n]?.vehicle.tonnage_g ?? row.plan_weight_g),
      ],
    })),
  )
  return rows.map(row => ({ id: row.id, waybillNo: row.waybill_no, plate: row.plate }))
}

/** The row of one truck: who, where and what of goods and fleet, and the freight as it is estimated. */
function rowOf(ctx: Ctx, making: Making, line: WaybillLine, waybillNo: string) {
  const { goods } = making
  const { vehicle, driver, qty, weight, done } = line
  const { payPlan, distanceKm } = readGoodsBody(goods.body)
  const pricing = keyOf(pricings, goods.pricing)
  const billed = billedQuantity(pricing, { qty, weight: done?.billed ?? weight, distanceKm })
  const prices = {
    shipper: done?.shipperPrice ?? pricesNow(goods, ctx.now).shipper,
    carrier: done?.carrierPrice ?? making.carrierPrice,
  }
  const carrierFreight = freightOf(billed, prices.carrier)
  return {
    id: v7(),
    waybill_no: waybillNo,
    state: waybillStates.start,
    source: making.source,
    kind: goods.kind,
    goods_id: goods.id,
    task_id: making.taskId,
    goods_no: goods.goods_no,
    upstream_no: done?.upstreamNo ?? goods.upstream_no,
    shipper_id: goods.shipper_id,
    branch_id: goods.branch_id,
    carrier_id: making.carrierId,
    vehicle_id: vehicle.id,
    driver_id: driver.id,
    plate: vehicle.plate,
    plate_color: vehicle.plate_color,
    driver_name: driver.name,
    driver_mobile: driver.mobile,
    load_region: goods.load_region,
    unload_region: goods.unload_region,
    load_place: goods.load_place,
    unload_place: goods.unload_place,
    item_names: goods.item_names,
    quantity_mode: goods.quantity_mode,
    qty,
    pricing,
    shipper_unit_price: prices.shipper,
    carrier_unit_price: prices.carrier,
    plan_weight_g: weight,
    shipper_freight_fen: freightOf(billed, prices.shipper),
    payable_fen: carrierFreight,
    oil_fen: done?.oil ?? splitPayPlan(payPlan, carrierFreight, carrierFreight).oil,
    receipt_state: receiptStates.start,
    settle_state: waybillSettleStates.start,
    planned_load_at: line.plannedLoadAt ?? null,
    payee_id: line.payeeId ?? null,
    // a waybill entered after the journey needs no answer
    answer_by: making.source === 'APPOINT' ? ctx.now + answerMs : null,
    body: snapshotOf(goods, line),
    shipper_by: goods.created_by,
    carrier_by: making.carrierBy,
    created_by: ctx.actor.userId,
    state_since: ctx.now,
    created_at: ctx.now,
    updated_at: ctx.now,
  }
}

/** The parts of goods and vehicle that a waybill keeps as they are when it is made. */
function snapshotOf(goods: Selectable<Goods>, { vehicle, done }: WaybillLine): string {
  const { loadPoints, unloadPoints, items, payPlan, lossRule, receiptRule, poundRule, gx, distanceKm } = readGoodsBody(
    goods.body,
  )
  return writeWaybillBody({
    loadPoints,
    unloadPoints,
    items,
    payPlan,
    lossRule,
    receiptRule,
    poundRule,
    gx,
    ...(distanceKm === undefined ? {} : { distanceKm }),
    ...(done?.oil === undefined ? {} : { agreedOil: done.oil }),
    vehicle: {
      typeCode: vehicle.type_code,
      tonnageG: grams(vehicle.tonnage_g),
      grossG: grams(vehicle.gross_g),
      transportCertNo: vehicle.transport_cert_no,
    },
  })
}

const estimated = (ctx: Ctx, waybillId: string, side: 'SHIPPER' | 'CARRIER', amount: Fen) => ({
  id: v7(),
  waybill_id: waybillId,
  side,
  code: 'FREIGHT',
  amount_fen: amount,
  state: chargeStates.start,
  created_at: ctx.now,
})
