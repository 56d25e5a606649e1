// Values a signature fixes: freight on both sides, loss and rounding as lines, and fuel.
import { claimSums, type ChargeCode, type ClaimAmount, type ClaimCode } from '@yunshu/domain/settlement/charges'
import {
  billedQuantity,
  billedWeight,
  carrierCharges,
  freightOf,
  lossOf,
  type FreightQuantity,
} from '@yunshu/domain/goods/freight'
import { pricings } from '@yunshu/domain/goods/goods'
import { addFen, fen, negateFen, subtractFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { splitPayPlan } from '@yunshu/domain/settlement/payPlan'
import { unitPrice } from '@yunshu/domain/figures/unitPrice'
import { printKg, type Grams } from '@yunshu/domain/figures/weight'
import { keyOf } from '../../db/keyOf.ts'
import type { WaybillBody } from './waybillBody.queries.ts'
import type { LockedWaybill } from './waybill.queries.ts'

export interface FixedCharge {
  side: 'SHIPPER' | 'CARRIER'
  code: ChargeCode
  amount: Fen
  remark?: string
  /** The claim this line comes of. */
  claimId?: string
}

/** A claim both sides agreed on. */
export interface AgreedClaim extends ClaimAmount {
  id: string
  code: ClaimCode
  reason: string
}

export interface Fixed {
  /** The billed quantity, in the unit of its pricing. */
  billed: FreightQuantity
  lost: Grams
  /** The shipper's amount: freight and agreed charges, less agreed deductions. */
  shipperFreight: Fen
  /** The carrier's earnings before deductions, freight and agreed charges: `payable_fen`. */
  carrierFreight: Fen
  /** Loss, agreed deductions and rounding, above zero: `deducted_fen`. */
  deducted: Fen
  oil: Fen
  charges: FixedCharge[]
  /** The account on which agreed deductions pass the freight, with both amounts. */
  over: { what: string; cut: Fen; freight: Fen } | undefined
}

/**
 * The amounts of a waybill signed with these weights and agreed claims; the estimate it was made with decides the share
 * of fuel.
 */
export function fixAmounts(
  waybill: LockedWaybill,
  body: WaybillBody,
  load: Grams,
  unload: Grams,
  claims: readonly AgreedClaim[],
): Fixed {
  const { lossRule, payPlan, distanceKm } = body
  const billed = billedQuantity(keyOf(pricings, waybill.pricing), {
    qty: waybill.qty,
    weight: billedWeight(lossRule.basis, load, unload),
    distanceKm,
  })
  const shipperFreight = freightOf(billed, unitPrice(waybill.shipper_unit_price))
  const loss = lossOf(load, unload, lossRule)
  const [ofShipper, ofCarrier] = [claimSums(claims, 'SHIPPER'), claimSums(claims, 'CARRIER')]
  const carrier = carrierCharges(
    freightOf(billed, unitPrice(waybill.carrier_unit_price)),
    loss,
    lossRule.rounding,
    subtractFen(ofCarrier.extra, ofCarrier.cut),
  )
  const due = carrier.payable > 0 ? carrier.payable : ZERO_FEN
  const lines: FixedCharge[] = [
    { side: 'SHIPPER', code: 'FREIGHT', amount: shipperFreight },
    { side: 'CARRIER', code: 'FREIGHT', amount: carrier.freight },
    ...claims.map(({ id, side, code, amount, reason }) => ({ side, code, amount, remark: reason, claimId: id })),
    {
      side: 'CARRIER',
      code: 'LOSS',
      amount: carrier.lossDeduction,
      remark: `亏损 ${printKg(loss.lost)} 公斤，扣 ${printKg(loss.deducted)} 公斤`,
    },
    { side: 'CARRIER', code: 'ROUND', amount: carrier.rounding },
  ]
  return {
    billed,
    lost: loss.lost,
    shipperFreight: subtractFen(addFen(shipperFreight, ofShipper.extra), ofShipper.cut),
    carrierFreight: addFen(carrier.freight, ofCarrier.extra),
    deducted: negateFen(subtractFen(addFen(carrier.lossDeduction, carrier.rounding), ofCarrier.cut)),
    oil:
      body.agreedOil === undefined
        ? splitPayPlan(payPlan, fen(waybill.payable_fen), due).oil
        : // fuel handed out was handed out: above what is earned the carrier owes it
          body.agreedOil,
    charges: lines.filter(line => line.code === 'FREIGHT' || line.amount !== 0),
    over:
      ofShipper.cut > shipperFreight
        ? { what: '托运方', cut: ofShipper.cut, freight: shipperFreight }
        : ofCarrier.cut > carrier.freight
          ? { what: '承运方', cut: ofCarrier.cut, freight: carrier.freight }
          : undefined,
  }
}

/** Whether the goods want a receipt back. */
export const wantsReceipt = ({ receiptRule }: WaybillBody): boolean => receiptRule.needPhoto || receiptRule.needOriginal
