// Voiding a signed waybill (作废): the books take revenue and cost back in red, and its quantity is free again.
import { fen } from '@yunshu/domain/figures/money'
import { Problem } from '@yunshu/domain/problems/problems'
import { countUnsigned } from '../../work/days.ts'
import type { Ctx } from '../../work/ctx.ts'
import { liveAppOf } from '../invoice/application.queries.ts'
import { isInputBound } from '../invoice/input.queries.ts'
import { assertNoAdvanceOpen } from '../part/advance.commands.ts'
import { endFees } from '../part/fee.commands.ts'
import { releaseWaybill } from '../voucher/binding.commands.ts'
import { postUnsigned } from '../voucher/books.commands.ts'
import type { Effect } from './effect.ts'
import { endedEffect } from './ended.ts'
import type { LockedWaybill } from './waybill.queries.ts'
import { assertMove } from './waybillActs.queries.ts'

/**
 * Refuses while the waybill stands on a sheet or in an application for invoices, or an invoice of its carrier is bound to
 * it: its money is being settled. The history keeps when it was signed.
 */
export async function takeSignatureBack(ctx: Ctx, waybill: LockedWaybill): Promise<Effect> {
  const { settle_state, settlement_num, signed_at } = waybill
  assertMove(ctx, 'void', waybill, { settleState: settle_state, settlementNum: settlement_num ?? undefined })
  const applied = await liveAppOf(ctx, waybill.id)
  if (applied) throw new Problem('invoice.holds', { number: applied.appNo })
  if (await isInputBound(ctx, waybill.id)) throw new Problem('input.holds')
  await assertNoAdvanceOpen(ctx, waybill)
  await endFees(ctx, waybill)
  const { set, follow } = endedEffect(ctx)
  return {
    set: { ...set, signed_at: null, due_at: null },
    diff: [{ field: '记账', old: '已记账', new: '已红字冲销' }],
    follow: async moved => {
      countUnsigned(ctx, moved, {
        at: signed_at ?? ctx.now,
        weight: moved.unload_weight_g ?? 0,
        shipperFreight: fen(moved.shipper_freight_fen),
        carrierFreight: fen(moved.payable_fen),
      })
      await postUnsigned(ctx, {
        id: moved.id,
        waybillNo: moved.waybill_no,
        branchId: moved.branch_id,
      })
      await releaseWaybill(ctx, moved.id, '运单作废')
      return follow ? follow(moved) : moved.version
    },
  }
}
