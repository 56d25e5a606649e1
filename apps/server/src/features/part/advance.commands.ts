// Advances of a waybill: not signed or cancelled while one is under way, and owed by the carrier when the waybill ends.
import { fen } from '@yunshu/domain/figures/money'
import { Problem } from '@yunshu/domain/problems/problems'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { openDebt } from '../debt/open.commands.ts'
import { postAdvanceOwed } from '../voucher/advanceBooks.commands.ts'
import { cancelParts } from './parts.commands.ts'

/** A waybill that may have been paid before its trip. */
interface Travelling {
  readonly id: string
  readonly waybill_no: string
  readonly shipper_id: string
  readonly carrier_id: string
  readonly branch_id: string
}

/** Refuses while an advance of a waybill stands on a sheet that is not paid: nobody knows yet whether the carrier has it. */
export async function assertNoAdvanceOpen(ctx: Ctx, { id, waybill_no }: Travelling): Promise<void> {
  const open = await ctx.tx.first(
    q
      .selectFrom('waybill_parts as p')
      .innerJoin('settlement_lines as l', 'l.part_id', 'p.id')
      .innerJoin('settlements as s', 's.id', 'l.settlement_id')
      .select('s.settlement_num')
      .where('p.waybill_id', '=', id)
      .where('p.part', '=', 'pre')
      .where('p.state', '=', 'onSheet')
      .where('l.is_open', '=', true),
  )
  if (open !== undefined)
    throw new Problem('waybill.advanceOpen', { waybillNo: waybill_no, settlementNum: open.settlement_num })
}

/** The parts of a waybill that ends come to nothing; an advance that was paid is a debt of the carrier from then on. */
export async function endParts(ctx: Ctx, waybill: Travelling): Promise<void> {
  const lost = await cancelParts(ctx, waybill.id)
  if (lost === undefined) return
  // the one that cancels may be the carrier, whose debt it is
  await ctx.tx.elevated(async () => {
    const line = await ctx.tx.one(
      q
        .selectFrom('settlement_lines')
        .select(['settlement_id', 'payment_id'])
        .where('part_id', '=', lost.id)
        .where('is_open', '=', true),
    )
    const of = {
      settlementId: line.settlement_id,
      paymentId: line.payment_id,
      shipperId: waybill.shipper_id,
      carrierId: waybill.carrier_id,
      branchId: waybill.branch_id,
    }
    await openDebt(ctx, 'ADVANCE', of, fen(lost.issued_fen))
  })
  await postAdvanceOwed(ctx, {
    id: lost.id,
    waybillId: waybill.id,
    waybillNo: waybill.waybill_no,
    shipperId: waybill.shipper_id,
    carrierId: waybill.carrier_id,
    branchId: waybill.branch_id,
    amount: fen(lost.issued_fen),
  })
}
