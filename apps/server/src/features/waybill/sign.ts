// What a signature fixes: freight on both sides, loss and rounding as lines, fuel, and when it falls due.
import { billedWeight, carrierCharges, freightOf, lossOf } from '@yunshu/domain/freight'
import { pricings } from '@yunshu/domain/goods'
import { add, fen, negate, ZERO_FEN, type Fen } from '@yunshu/domain/money'
import { dueAt, splitPayPlan } from '@yunshu/domain/payPlan'
import { unitPrice } from '@yunshu/domain/unitPrice'
import type { ChargeCode } from '@yunshu/domain/settlement'
import { printKg, type Grams } from '@yunshu/domain/weight'
import { keyOf } from '../../db/keyOf.ts'
import { billedQuantity } from './make.commands.ts'
import type { WaybillBody } from './waybillBody.queries.ts'
import type { LockedWaybill } from './waybill.queries.ts'

export interface FixedCharge { side: 'SHIPPER' | 'CARRIER'; code: ChargeCode; amount: Fen; remark?: string }

export interface Fixed {
  lost: Grams
  shipperFreight: Fen
  /** The carrier's freight before deductions: `payable_fen`. */
  carrierFreight: Fen
  /** Loss and rounding, above zero: `deducted_fen`. */
  deducted: Fen
  oil: Fen
  charges: FixedCharge[]
}

/** The amounts of a waybill signed with these weights; the estimate it was made with decides the share of fuel. */
export function fixAmounts(waybill: LockedWaybill, body: WaybillBody, load: Grams, unload: Grams): Fixed {
  const { lossRule, payPlan, distanceKm } = body
  const billed = billedQuantity(keyOf(pricings, waybill.pricing), { qty: waybill.qty, weight: billedWeight(lossRule.basis, load, unload), distanceKm })
  const shipperFreight = freightOf(billed, unitPrice(waybill.shipper_unit_price))
  const loss = lossOf(load, unload, lossRule)
  const carrier = carrierCharges(freightOf(billed, unitPrice(waybill.carrier_unit_price)), loss, lossRule.rounding)
  const due = carrier.payable > 0 ? carrier.payable : ZERO_FEN
  const lines: FixedCharge[] = [
    { side: 'SHIPPER', code: 'FREIGHT', amount: shipperFreight },
    { side: 'CARRIER', code: 'FREIGHT', amount: carrier.freight },
    { side: 'CARRIER', code: 'LOSS', amount: carrier.lossDeduction, remark: `亏损 ${printKg(loss.lost)} 公斤，扣 ${printKg(loss.deducted)} 公斤` },
    { side: 'CARRIER', code: 'ROUND', amount: carrier.rounding },
  ]
  return {
    lost: loss.lost, shipperFreight, carrierFreight: carrier.freight, deducted: negate(add(carrier.lossDeduction, carrier.rounding)),
    oil: splitPayPlan(payPlan, fen(waybill.payable_fen), due).oil, charges: lines.filter((line) => line.code === 'FREIGHT' || line.amount !== 0),
  }
}

/** When the carrier's money falls due: after the signature, or only after the receipt is confirmed when part of it waits for that. */
export function dueAfterSign({ payPlan }: WaybillBody, signedAt: number, waitsForReceipt: boolean): number | undefined {
  return waitsForReceipt && payPlan.receiptPpm > 0 ? undefined : dueAt(signedAt, payPlan.termDays)
}

/** Whether the goods want a receipt back. */
export const wantsReceipt = ({ receiptRule }: WaybillBody): boolean => receiptRule.needPhoto || receiptRule.needOriginal

