// Adjustments (调差) of a signed waybill: a claim both sides agreed on after the signature becomes a part of its own.
import { addFen, fen, negateFen, printMoney, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { chargeCodes } from '@yunshu/domain/settlement/charges'
import { dueAt } from '@yunshu/domain/settlement/payPlan'
import { penaltyCodes } from '@yunshu/domain/settlement/treatment'
import { Problem } from '@yunshu/domain/problems/problems'
import { isSignedState, waybillSettleStates, waybillStates } from '@yunshu/domain/waybill/waybill'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { countAdjusted } from '../../work/days.ts'
import { logEvent } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { addAdjustPart } from '../part/adjust.commands.ts'
import { postAdjusted } from '../voucher/adjustBooks.commands.ts'
import { confirmCharges } from './charge.commands.ts'
import type { StoredClaim } from './claim.queries.ts'
import { readWaybillBody } from './waybillBody.queries.ts'
import type { LockedWaybill } from './waybill.queries.ts'
import { touchWaybill } from './writing.commands.ts'

/** True once the signature has fixed the money of a waybill: what is agreed on from then on is an adjustment. */
export const isFixed = ({ state }: Pick<LockedWaybill, 'state'>): boolean => isSignedState(state)

/**
 * Adds an agreed claim to a signed waybill the caller holds: charge, part, amounts and estimate. One that was settled is
 * partly so again, and a finished one signed. Answers the waybill's version.
 */
export async function adjustSigned(
  ctx: Ctx,
  waybill: LockedWaybill,
  { id: claimId, side, code, reason, amount_fen }: StoredClaim,
): Promise<number> {
  if (side !== 'CARRIER') throw new Problem('waybill.claimLate')
  const amount = fen(amount_fen)
  const isPenalty = penaltyCodes.includes(code)
  const due = dueAt(ctx.now, readWaybillBody(waybill.body).payPlan.termDays)
  const part = await addAdjustPart(ctx, waybill, { amount, isPenalty, dueAt: due })
  await confirmCharges(ctx, waybill.id, [{ side: 'CARRIER', code, amount, remark: reason, claimId }])
  await ctx.tx.run(q.updateTable('waybill_claims').set({ part_id: part.id }).where('id', '=', claimId))
  const version = await openAgain(ctx, waybill, {
    ...amountsWith(waybill, amount, isPenalty),
    // money due before is paid where it is settled
    due_at: waybill.settle_state === 'settled' ? due : Math.min(waybill.due_at ?? due, due),
  })
  await logEvent(ctx, {
    entity: 'waybill',
    entityId: waybill.id,
    action: '调差',
    diff: [{ field: chargeCodes[code].label, old: '--', new: `${printMoney(amount)} 元` }],
  })
  countAdjusted(ctx, waybill, { at: waybill.signed_at ?? ctx.now, carrierFreight: amount > 0 ? amount : ZERO_FEN })
  await postAdjusted(ctx, {
    id: waybill.id,
    waybillNo: waybill.waybill_no,
    carrierId: waybill.carrier_id,
    branchId: waybill.branch_id,
    partId: part.id,
    n: part.n,
    amount,
    code,
  })
  return version
}

/** The amounts of a waybill with an adjustment: a deduction is a penalty or compensation, and lowers the cost in neither case. */
function amountsWith(waybill: LockedWaybill, amount: Fen, isPenalty: boolean) {
  if (amount > 0) return { payable_fen: addFen(fen(waybill.payable_fen), amount) }
  const deducted = negateFen(amount)
  return {
    deducted_fen: addFen(fen(waybill.deducted_fen), deducted),
    ...(isPenalty
      ? { penalty_fen: addFen(fen(waybill.penalty_fen), deducted) }
      : { late_cut_fen: addFen(fen(waybill.late_cut_fen), deducted) }),
  }
}

/** Writes columns of a waybill of which something can be settled again. */
async function openAgain(ctx: Ctx, waybill: LockedWaybill, set: Readonly<Record<string, unknown>>): Promise<number> {
  const opened =
    waybill.state === 'finished'
      ? await move(ctx, waybillStates, { ...waybill, state: waybill.state }, 'reopenAdjust', {
          set: { finished_at: null },
        })
      : waybill
  if (waybill.settle_state === 'settled') {
    const settled = { ...waybill, version: opened.version, state: waybill.settle_state }
    return (await move(ctx, waybillSettleStates, settled, 'adjust', { set })).version
  }
  return touchWaybill(ctx, waybill, set)
}
