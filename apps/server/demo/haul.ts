// Waybills of the demo: each trip as the row, charges and history its moves would have written.
import { explainWeighed } from '@yunshu/domain/amount/freight'
import { billedQuantity, freightOf } from '@yunshu/domain/goods/freight'
import { fen, negateFen, subtractFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { dueAt, splitPayPlan } from '@yunshu/domain/settlement/payPlan'
import { printQuantity } from '@yunshu/domain/goods/quantity'
import { DAY_MS, HOUR_MS } from '@yunshu/domain/figures/time'
import {
  type ReceiptState,
  receiptStates,
  timeColumns,
  type WaybillMove,
  type WaybillState,
  waybillStates,
} from '@yunshu/domain/waybill/waybill'
import { grams, printKg, printTons, type Grams } from '@yunshu/domain/figures/weight'
import type { Insertable } from 'kysely'
import type { Waybills } from '../src/db/tables.gen.ts'
import type { History, WhoIs } from './history.ts'
import { feeAbove, priceOfTask } from './handed.ts'
import { qtyOf, type Lot, type TaskPlan } from './lots.ts'
import { takenSteps, type Trip } from './trips.ts'

/** A charge line before it has its id. */
export interface ChargePlan {
  readonly side: 'SHIPPER' | 'CARRIER'
  readonly code: string
  amount: Fen
  state: string
  readonly remark: string | null
  readonly at: number
}

/** A waybill while its story is told: the row grows with each step, `version` counts the moves. */
export interface Haul {
  readonly trip: Trip
  readonly lot: Lot
  readonly task: TaskPlan
  readonly row: Omit<Insertable<Waybills>, 'waybill_no' | 'goods_no' | 'body'> & {
    state: WaybillState
    receipt_state: ReceiptState
    version: number
    updated_at: number
  }
  readonly charges: ChargePlan[]
  signedAt: number | undefined
  shipperFreight: Fen
  payable: Fen
  /** The freight as it was estimated when the waybill was made. */
  readonly estimate: Fen
  oil: Fen
  deducted: Fen
  /** The fee of the carrier that handed the work down. */
  fee: Fen
  /** When the receipt no longer stood in the way of a settlement; undefined while it does. */
  receiptOkAt: number | undefined
}

const shipperMoves: ReadonlySet<WaybillMove> = new Set<WaybillMove>(['dispute', 'settleDispute', 'sign'])

/** Tells the story of one trip up to `now`. */
export function makeHaul(
  id: string,
  trip: Trip,
  lot: Lot,
  task: TaskPlan,
  now: number,
  history: History,
  whoIs: WhoIs,
): Haul {
  const {
    route,
    vehicle: { row: vehicle },
    driver: { row: driver },
  } = trip
  const { terms } = lot
  const qty = qtyOf(trip)
  const [weightLuck = 0] = trip.luck
  const plan = grams(
    route.quantityMode === 'BY_TON'
      ? qty
      : Math.floor(Number(vehicle.tonnage_g) / 1_000_000 - 1 - weightLuck * 4) * 1_000_000,
  )
  const billed = (weight: Grams) => billedQuantity(route.pricing, { qty, weight, distanceKm: route.km })
  const estimate = freightOf(billed(plan), priceOfTask(lot, task))
  const oil = splitPayPlan(terms.payPlan, estimate, estimate).oil
  const carrier = whoIs(trip.carrier),
    shipper = whoIs(route.shipper)
  const haul: Haul = {
    trip,
    lot,
    task,
    signedAt: undefined,
    receiptOkAt: undefined,
    shipperFreight: freightOf(billed(plan), terms.shipperPrice),
    payable: estimate,
    estimate,
    oil,
    deducted: ZERO_FEN,
    fee: feeAbove(lot, task, price => freightOf(billed(plan), price)),
    charges: [],
    row: rowOf(id, trip, lot, task, { plan, qty, carrierBy: carrier.id, shipperBy: shipper.id }),
  }
  haul.charges.push(
    estimated('SHIPPER', haul.shipperFreight, trip.createdAt),
    estimated('CARRIER', haul.payable, trip.createdAt),
  )
  history.note('waybill', id, '指派', {
    at: trip.createdAt,
    by: carrier,
    to: waybillStates.start,
    diff: [
      { field: '车辆', old: '--', new: vehicle.plate },
      { field: '司机', old: '--', new: driver.name },
      { field: '数量', old: '--', new: printQuantity(route.quantityMode, qty) },
    ],
  })
  walk(haul, plan, now, history, whoIs)
  if (haul.signedAt !== undefined) bringReceipt(haul, haul.signedAt, now, history, whoIs)
  return haul
}

/** The row of a waybill nobody has answered yet. */
function rowOf(
  id: string,
  { route, vehicle: { row: vehicle }, driver: { row: driver }, createdAt }: Trip,
  lot: Lot,
  task: TaskPlan,
  { plan, qty, carrierBy, shipperBy }: { plan: Grams; qty: number; carrierBy: string; shipperBy: string },
): Haul['row'] {
  const { terms } = lot
  return {
    id,
    state: waybillStates.start,
    source: 'APPOINT',
    kind: lot.kind,
    goods_id: lot.id,
    task_id: task.id,
    upstream_no: upstreamNo(lot),
    shipper_id: lot.shipperId,
    branch_id: lot.branchId,
    carrier_id: vehicle.carrier_id,
    vehicle_id: vehicle.id,
    driver_id: driver.id,
    plate: vehicle.plate,
    plate_color: vehicle.plate_color,
    driver_name: driver.name,
    driver_mobile: driver.mobile,
    load_region: terms.load.regionCode,
    unload_region: terms.unload.regionCode,
    load_place: placeText(terms.load),
    unload_place: placeText(terms.unload),
    item_names: route.cargo.name,
    quantity_mode: route.quantityMode,
    qty,
    pricing: route.pricing,
    shipper_unit_price: terms.shipperPrice,
    carrier_unit_price: priceOfTask(lot, task),
    plan_weight_g: plan,
    load_weight_g: null,
    unload_weight_g: null,
    loss_g: null,
    shipper_freight_fen: 0,
    payable_fen: 0,
    oil_fen: 0,
    deducted_fen: 0,
    paid_fen: 0,
    set_off_fen: 0,
    receipt_state: receiptStates.start,
    settle_state: 'unsettled',
    settlement_num: null,
    planned_load_at: Math.ceil((createdAt + 2 * HOUR_MS) / HOUR_MS) * HOUR_MS,
    accepted_at: null,
    arrived_load_at: null,
    loaded_at: null,
    arrived_unload_at: null,
    unloaded_at: null,
    signed_at: null,
    finished_at: null,
    due_at: null,
    receipt: {},
    version: 1,
    shipper_by: shipperBy,
    carrier_by: carrierBy,
    created_by: carrierBy,
    created_at: createdAt,
    updated_at: createdAt,
  }
}

/** Makes the moves of a trip that lie before `now`, each by its proper person. */
function walk(haul: Haul, plan: Grams, now: number, history: History, whoIs: WhoIs): void {
  const { trip } = haul
  const carrier = whoIs(trip.carrier),
    shipper = whoIs(trip.route.shipper)
  const { load, unload } = weights(trip, plan, Number(trip.vehicle.row.tonnage_g))
  for (const step of takenSteps(trip, now)) {
    const by = step.move === 'void' ? whoIs('admin') : shipperMoves.has(step.move) ? shipper : carrier
    const column = timeColumns[step.move]
    if (column !== undefined) haul.row[column] = step.at
    if (step.move === 'depart') haul.row.load_weight_g = load
    if (step.move === 'unload') haul.row.unload_weight_g = unload
    const diff =
      step.move === 'depart'
        ? [{ field: '装货重量', old: '--', new: `${printTons(load)} 吨` }]
        : step.move === 'unload'
          ? [{ field: '卸货重量', old: '--', new: `${printTons(unload)} 吨` }]
          : undefined
    if (step.move === 'sign') {
      sign(haul, load, unload, step.at)
      history.move(waybillStates, haul.row.id, haul.row.state, 'sign', {
        at: step.at,
        by,
        diff: [{ field: '亏吨', old: '--', new: `${printTons(grams(haul.row.loss_g ?? 0))} 吨` }],
      })
      haul.row.state = 'signed'
    } else
      haul.row.state = history.move(waybillStates, haul.row.id, haul.row.state, step.move, {
        at: step.at,
        by,
        remark: step.reason,
        ...(diff ? { diff } : {}),
      })
    touchRow(haul, step.at)
  }
}

/** One more move at a time. */
export function touchRow({ row }: Haul, at: number): void {
  row.version += 1
  row.updated_at = at
}

export const placeText = ({ regionName, name }: { regionName: string; name: string }): string => `${regionName} ${name}`
export const upstreamNo = (lot: Lot): string | null => (lot.n % 3 === 0 ? `KH-${String(2_600_000 + lot.n * 7)}` : null)

const estimated = (side: 'SHIPPER' | 'CARRIER', amount: Fen, at: number): ChargePlan => ({
  side,
  code: 'FREIGHT',
  amount,
  state: 'estimated',
  remark: null,
  at,
})

/** Weights of the two weighbridges, in steps of 20 kg; loss is 0–6 ‰ and mostly within the 3 ‰ allowed. */
function weights(
  { route, isSpilled, luck: [, , spread = 0, share = 0, loss = 0] }: Trip,
  plan: Grams,
  most: number,
): { load: Grams; unload: Grams } {
  const scale = 20_000
  const load = Math.min(Math.floor(most / scale), Math.round((plan + (spread - 0.4) * 600_000) / scale)) * scale
  if (route.quantityMode === 'BY_TRUCK') return { load: grams(load), unload: grams(load) }
  const permille = isSpilled ? 500 : share < 0.72 ? loss * 2 : share < 0.92 ? 2 + loss : 3 + loss * 3
  return { load: grams(load), unload: grams(load - Math.round((load * permille) / 1000 / scale) * scale) }
}

/** The values a signature fixes; the demo has no claims. */
function sign(haul: Haul, load: Grams, unload: Grams, at: number): void {
  const {
    lot,
    task,
    trip: { route },
    row,
  } = haul
  const { lossRule, payPlan, shipperPrice, receiptRule } = lot.terms
  const terms = {
    pricing: route.pricing,
    qty: Number(row.qty),
    distanceKm: route.km,
    shipperPrice,
    carrierPrice: priceOfTask(lot, task),
    lossRule,
  }
  const { loss, rounding, shipperFreight, carrierFreight, deducted } = explainWeighed(terms, { load, unload }, [])
  const payable = subtractFen(carrierFreight.value, deducted.value)
  const estimate = haul.payable
  haul.shipperFreight = shipperFreight.value
  haul.payable = carrierFreight.value
  haul.deducted = deducted.value
  haul.oil = splitPayPlan(payPlan, estimate, payable > 0 ? payable : ZERO_FEN).oil
  haul.fee = feeAbove(
    lot,
    task,
    carrierPrice => explainWeighed({ ...terms, carrierPrice }, { load, unload }, []).carrierFreight.value,
  )
  haul.signedAt = at
  row.loss_g = loss.lost
  for (const charge of haul.charges) {
    charge.amount = charge.side === 'SHIPPER' ? haul.shipperFreight : haul.payable
    charge.state = 'confirmed'
  }
  const deductions = [
    ['LOSS', negateFen(loss.amount), `亏损 ${printKg(loss.lost)} 公斤，扣 ${printKg(loss.deducted)} 公斤`],
    ['ROUND', rounding, null],
  ] as const
  for (const [code, amount, remark] of deductions)
    if (amount !== 0) haul.charges.push({ side: 'CARRIER', code, amount: fen(amount), state: 'confirmed', remark, at })
  const wants = receiptRule.needPhoto || receiptRule.needOriginal
  if (!wants || payPlan.receiptPpm === 0) row.due_at = dueAt(at, payPlan.termDays)
  if (!wants) haul.receiptOkAt = at
}

/** The receipt's way: 12 % come back late, a few are sent back once. */
function bringReceipt(haul: Haul, signedAt: number, now: number, history: History, whoIs: WhoIs): void {
  const {
    row,
    trip: {
      carrier,
      route,
      luck: [, , , , , chance = 0],
    },
    lot: {
      terms: { receiptRule, payPlan },
    },
  } = haul
  if (!receiptRule.needPhoto && !receiptRule.needOriginal) return
  const id = row.id
  const note: {
    uploadedAt?: number
    uploadedBy?: string
    auditedAt?: number
    auditedBy?: string
    rejectReason?: string
  } = {}
  const step = (name: keyof typeof receiptStates.moves, at: number, account: string, reason?: string): boolean => {
    if (at > now) return false
    const by = name === 'require' ? whoIs(route.shipper) : whoIs(account)
    const diff = name === 'upload' ? { diff: [{ field: '回单文件', old: '--', new: '1 个' }] } : {}
    row.receipt_state = history.move(receiptStates, id, row.receipt_state, name, { at, by, remark: reason, ...diff })
    touchRow(haul, at)
    if (name === 'upload') Object.assign(note, { uploadedAt: at, uploadedBy: by.name })
    if (name === 'confirm' || name === 'reject') Object.assign(note, { auditedAt: at, auditedBy: by.name })
    if (name === 'reject') note.rejectReason = reason ?? ''
    else delete note.rejectReason
    row.receipt = note
    return true
  }
  step('require', signedAt, route.shipper)
  const isLate = chance < 0.12
  const wait = isLate ? (receiptRule.returnDays + 1 + chance * 60) * DAY_MS : (2 + chance * 40) * HOUR_MS
  let at = signedAt + Math.floor(wait)
  if (!step('upload', at, carrier)) return
  if (chance > 0.96) {
    at += 6 * HOUR_MS
    if (!step('reject', at, `${route.shipper}-freight`, '照片不清晰，看不到签收章')) return
    at += 55 * HOUR_MS
    if (!step('upload', at, carrier)) return
  }
  at += Math.floor((1 + ((chance * 7919) % 1) * 26) * HOUR_MS)
  if (!step('confirm', at, `${route.shipper}-freight`)) return
  haul.receiptOkAt = at
  row.due_at ??= dueAt(at, payPlan.termDays)
}
