// The signature: what it fixes on the weights both sides saw, with agreed claims, and what follows it in the same
// transaction.
import { fen, printMoney } from '@yunshu/domain/figures/money'
import type { FreightQuantity } from '@yunshu/domain/goods/freight'
import { Problem, problemOf } from '@yunshu/domain/problems/problems'
import { openClaimsOf } from '@yunshu/domain/settlement/charges'
import { faultOfClaims } from '@yunshu/domain/waybill/acts'
import { receiptStates, waybillSettleStates } from '@yunshu/domain/waybill/waybill'
import { grams, printTons } from '@yunshu/domain/figures/weight'
import { inputBaseOf } from '../invoice/inputBase.queries.ts'
import { assertNoAdvanceOpen } from '../part/advance.commands.ts'
import { fixFeeParts } from '../part/fee.commands.ts'
import { fixWaybillParts } from '../part/parts.commands.ts'
import { handedOut } from '../part/parts.queries.ts'
import { countSigned } from '../../work/days.ts'
import { move } from '../../work/move.ts'
import type { Ctx } from '../../work/ctx.ts'
import { confirmFees } from '../task/fees.commands.ts'
import { postSigned } from '../voucher/books.commands.ts'
import { confirmCharges } from './charge.commands.ts'
import { agreedOf, asAsked, claimsOf } from './claim.queries.ts'
import type { Effect } from './effect.ts'
import { fixAmounts, wantsReceipt, type Fixed } from './signedAmounts.queries.ts'
import { readWaybillBody } from './waybillBody.queries.ts'
import { sideOn, type LockedWaybill } from './waybill.queries.ts'

/** The fees of a waybill that was handed down, with their parts; they wait for the receipt where some of the freight does. */
async function feesOf(
  ctx: Ctx,
  waybill: LockedWaybill,
  { at, billed, body }: { at: number; billed: FreightQuantity; body: ReturnType<typeof readWaybillBody> },
) {
  const waitsForReceipt = body.payPlan.receiptPpm > 0 && wantsReceipt(body) && waybill.receipt_state !== 'confirmed'
  const confirmed = await confirmFees(ctx, waybill, billed)
  return fixFeeParts(ctx, { ...waybill, signedAt: at, waitsForReceipt }, confirmed)
}

/** Refuses where agreed deductions pass the freight of an account. */
function assertDeductible({ over }: Fixed): void {
  if (over)
    throw new Problem('waybill.claimOver', {
      what: over.what,
      cut: printMoney(over.cut),
      freight: printMoney(over.freight),
    })
}

/**
 * Fixes freight, loss, claims and fuel; then the receipt is asked for, the figures of the day grow, and the books are
 * told. Refuses while a claim waits for its answer.
 */
export async function signedEffect(ctx: Ctx, waybill: LockedWaybill, at: number): Promise<Effect> {
  const body = readWaybillBody(waybill.body)
  if (waybill.load_weight_g === null || waybill.unload_weight_g === null)
    throw new Problem('waybill.weight', { what: '装货和卸货重量' })
  await assertNoAdvanceOpen(ctx, waybill)
  const claims = await claimsOf(ctx, waybill.id)
  const open = faultOfClaims(openClaimsOf(claims.map(asAsked), sideOn(ctx, waybill)))
  if (open) throw problemOf(open)
  const unload = grams(waybill.unload_weight_g)
  const given = await handedOut(ctx, waybill.id)
  const amounts = fixAmounts(waybill, body, grams(waybill.load_weight_g), unload, agreedOf(claims))
  // fuel from a card is money the carrier had; the rest of the plan is paid in cash
  const fixed = given.oil > 0 ? { ...amounts, oil: given.oil } : amounts
  assertDeductible(fixed)
  await confirmCharges(ctx, waybill.id, fixed.charges)
  const parts = await fixWaybillParts(ctx, {
    ...waybill,
    payPlan: body.payPlan,
    estimate: fen(waybill.payable_fen),
    freight: fixed.carrierFreight,
    deducted: fixed.deducted,
    penalty: fixed.penalty,
    oil: fixed.oil,
    etc: given.etc,
    signedAt: at,
    receiptWanted: wantsReceipt(body),
    receiptConfirmed: waybill.receipt_state === 'confirmed',
  })
  const fees = await feesOf(ctx, waybill, { at, billed: fixed.billed, body })
  const dues = parts.flatMap(part => part.dueAt ?? [])
  return {
    set: {
      loss_g: fixed.lost,
      shipper_freight_fen: fixed.shipperFreight,
      compensated_fen: fixed.compensated,
      payable_fen: fixed.carrierFreight,
      deducted_fen: fixed.deducted,
      penalty_fen: fixed.penalty,
      oil_fen: fixed.oil,
      toll_fen: given.etc,
      input_base: await inputBaseOf(ctx, waybill.carrier_id),
      due_at: dues.length === 0 ? null : Math.min(...dues),
      sign_by: null,
      disputed_weight_g: null,
    },
    // the two sides read one history: amounts stay out of it
    diff: [{ field: '亏吨', old: '--', new: `${printTons(fixed.lost)} 吨` }],
    follow: async moved => {
      const free =
        moved.settle_state === 'frozen'
          ? await move(ctx, waybillSettleStates, { ...moved, state: moved.settle_state }, 'unfreeze')
          : moved
      const required =
        moved.receipt_state === 'none' && wantsReceipt(body)
          ? await move(ctx, receiptStates, { ...moved, version: free.version, state: moved.receipt_state }, 'require')
          : free
      countSigned(ctx, moved, {
        at,
        weight: unload,
        shipperFreight: fixed.shipperFreight,
        carrierFreight: fixed.carrierFreight,
      })
      await postSigned(ctx, {
        id: moved.id,
        waybillNo: moved.waybill_no,
        shipperId: moved.shipper_id,
        carrierId: moved.carrier_id,
        branchId: moved.branch_id,
        signedAt: at,
        shipperFreight: fixed.shipperFreight,
        compensated: fixed.compensated,
        carrierFreight: fixed.carrierFreight,
        parts,
        fees,
      })
      return required.version
    },
  }
}
