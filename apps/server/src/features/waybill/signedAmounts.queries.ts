// Values a signature fixes: freight on both sides, loss and rounding as lines, and fuel.
import { claimSums, type ChargeCode, type ClaimAmount, type ClaimCode } from '@yunshu/domain/settlement/charges'
import { explainWeighed, type PricedTerms, type WeighedTerms } from '@yunshu/domain/amount/freight'
import { type FreightQuantity } from '@yunshu/domain/goods/freight'
import { pricings } from '@yunshu/domain/goods/goods'
import { fen, negateFen, subtractFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
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
  /** The share of its deductions that is compensation, no cut of revenue: `compensated_fen`. */
  compensated: Fen
  /** The carrier's earnings before deductions, freight and agreed charges: `payable_fen`. */
  carrierFreight: Fen
  /** Loss, agreed deductions and rounding, above zero: `deducted_fen`. */
  deducted: Fen
  /** The share of them that is penalties: `penalty_fen`. */
  penalty: Fen
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
  const worked = explainWeighed(weighedTermsOf(waybill, body), { load, unload }, claims)
  const { loss, freight, rounding, shipperFreight, compensated, carrierFreight, deducted, penalty } = worked
  const [ofShipper, ofCarrier] = [claimSums(claims, 'SHIPPER'), claimSums(claims, 'CARRIER')]
  const payable = subtractFen(carrierFreight.value, deducted.value)
  const due = payable > 0 ? payable : ZERO_FEN
  const lines: FixedCharge[] = [
    { side: 'SHIPPER', code: 'FREIGHT', amount: freight.SHIPPER },
    { side: 'CARRIER', code: 'FREIGHT', amount: freight.CARRIER },
    ...claims.map(({ id, side, code, amount, reason }) => ({ side, code, amount, remark: reason, claimId: id })),
    {
      side: 'CARRIER',
      code: 'LOSS',
      amount: negateFen(loss.amount),
      remark: `亏损 ${printKg(loss.lost)} 公斤，扣 ${printKg(loss.deducted)} 公斤`,
    },
    { side: 'CARRIER', code: 'ROUND', amount: rounding },
  ]
  return {
    billed: worked.billed,
    lost: loss.lost,
    shipperFreight: shipperFreight.value,
    compensated,
    carrierFreight: carrierFreight.value,
    deducted: deducted.value,
    penalty,
    oil:
      body.agreedOil === undefined
        ? splitPayPlan(body.payPlan, fen(waybill.payable_fen), due).oil
        : // fuel handed out was handed out: above what is earned the carrier owes it
          body.agreedOil,
    charges: lines.filter(line => line.code === 'FREIGHT' || line.amount !== 0),
    over:
      ofShipper.cut > freight.SHIPPER
        ? { what: '托运方', cut: ofShipper.cut, freight: freight.SHIPPER }
        : ofCarrier.cut > freight.CARRIER
          ? { what: '承运方', cut: ofCarrier.cut, freight: freight.CARRIER }
          : undefined,
  }
}

type Priced = Pick<LockedWaybill, 'pricing' | 'qty' | 'shipper_unit_price' | 'carrier_unit_price'>

/** The terms a waybill is priced by. */
export const pricedTermsOf = (waybill: Priced, { distanceKm }: WaybillBody): PricedTerms => ({
  pricing: keyOf(pricings, waybill.pricing),
  qty: waybill.qty,
  distanceKm,
  shipperPrice: unitPrice(waybill.shipper_unit_price),
  carrierPrice: unitPrice(waybill.carrier_unit_price),
})

/** The same with those that count once it is weighed. */
export const weighedTermsOf = (waybill: Priced, body: WaybillBody): WeighedTerms => ({
  ...pricedTermsOf(waybill, body),
  lossRule: body.lossRule,
})

/** Whether the goods want a receipt back. */
export const wantsReceipt = ({ receiptRule }: WaybillBody): boolean => receiptRule.needPhoto || receiptRule.needOriginal
