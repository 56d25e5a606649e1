// Fees of carriers that handed work down, as payable parts: fixed by the signature, due after it or with the receipt, and
// owed back where the waybill is voided after they were paid.
import { addFen, fen, type Fen } from '@yunshu/domain/figures/money'
import { Problem } from '@yunshu/domain/problems/problems'
import { dueAt } from '@yunshu/domain/settlement/payPlan'
import { partStates, waitOfPart } from '@yunshu/domain/settlement/parts'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { insertRows } from '../../db/insertRows.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { moveAll } from '../../work/move.ts'
import { openDebt } from '../debt/open.commands.ts'
import { postFeeOwed } from '../voucher/feeBooks.commands.ts'
import { lockFeesOf } from './parts.queries.ts'

/** A fee the signature confirmed. */
interface Confirmed {
  readonly carrierId: string
  readonly amount: Fen
}
/** A signed waybill. */
interface Signed {
  readonly id: string
  readonly branch_id: string
  readonly signedAt: number
  /** A share of the freight is kept back for a receipt that has not come: fees wait for it too. */
  readonly waitsForReceipt: boolean
}

/**
 * Fixes the fees of a waybill the caller holds, and answers them with their parts. The house owes them: its branch stands
 * where the shipper does on other parts, which keeps them behind the shipper's wall.
 */
export async function fixFeeParts<F extends Confirmed>(
  ctx: Ctx,
  waybill: Signed,
  fees: readonly F[],
): Promise<(F & { partId: string })[]> {
  const known = fees.map(fee => ({ ...fee, partId: v7() }))
  const owed = known.filter(({ amount }) => amount > 0)
  if (owed.length === 0) return known
  return ctx.tx.elevated(async () => {
    const terms = new Map(
      (
        await ctx.tx.rows(
          q
            .selectFrom('companies')
            .select(['id', 'term_days'])
            .where(
              'id',
              'in',
              owed.map(({ carrierId }) => carrierId),
            ),
        )
      ).map(row => [row.id, row.term_days]),
    )
    const rows = owed.map(({ carrierId, amount, partId }) => ({
      id: partId,
      waybill_id: waybill.id,
      part: 'fee',
      shipper_id: waybill.branch_id,
      carrier_id: carrierId,
      branch_id: waybill.branch_id,
      planned_fen: amount,
      fixed_fen: amount,
      freight_fen: amount,
      waits_for: waybill.waitsForReceipt ? waitOfPart.receipt : waitOfPart.fee,
      due_at: waybill.waitsForReceipt ? null : dueAt(waybill.signedAt, terms.get(carrierId) ?? 0),
      state: partStates.start,
      created_at: ctx.now,
      updated_at: ctx.now,
    }))
    await ctx.tx.run(sql`${insertRows('waybill_parts', rows)}`.compile(q))
    if (!waybill.waitsForReceipt) await openFees(ctx, waybill.id)
    return known
  })
}

async function openFees(ctx: Ctx, waybillId: string, due?: number): Promise<void> {
  const waiting = (await lockFeesOf(ctx, waybillId)).filter(({ state }) => state === 'planned')
  await moveAll(ctx, partStates, waiting, 'open', due === undefined ? {} : { set: { due_at: due } })
}

/** The receipt of a waybill is confirmed: fees that waited for it can be paid. */
export const openFeeParts = (ctx: Ctx, waybillId: string, due: number): Promise<void> =>
  ctx.tx.elevated(() => openFees(ctx, waybillId, due))

/** A waybill the caller holds, before it is void. */
interface Ending {
  readonly id: string
  readonly waybill_no: string
  readonly branch_id: string
}

/**
 * The fees of a waybill come to nothing with it: refused while one stands on a sheet that is not paid; one that was paid
 * is owed by the carrier that had it.
 */
export async function endFees(ctx: Ctx, waybill: Ending): Promise<void> {
  await ctx.tx.elevated(async () => {
    const fees = await lockFeesOf(ctx, waybill.id)
    const onSheet = fees.find(({ state }) => state === 'onSheet')
    if (onSheet) throw new Problem('waybill.inSheet', { settlementNum: await sheetOf(ctx, onSheet.settlement_id) })
    await moveAll(
      ctx,
      partStates,
      fees.filter(({ state }) => state === 'planned' || state === 'ready'),
      'cancel',
    )
    for (const fee of fees.filter(({ state }) => state === 'paid' || state === 'setOff')) {
      const line = await ctx.tx.one(
        q
          .selectFrom('settlement_lines')
          .select(['settlement_id', 'payment_id'])
          .where('part_id', '=', fee.id)
          .where('is_open', '=', true),
      )
      const amount = addFen(fen(fee.paid_fen), fen(fee.set_off_fen))
      const of = { shipperId: fee.shipper_id, carrierId: fee.carrier_id, branchId: fee.branch_id }
      const { settlement_id: settlementId, payment_id: paymentId } = line
      await openDebt(ctx, 'FEE', { ...of, settlementId, paymentId, waybillId: waybill.id }, amount)
      await postFeeOwed(ctx, { ...of, id: fee.id, waybillId: waybill.id, waybillNo: waybill.waybill_no, amount })
    }
  })
}

const sheetOf = async (ctx: Ctx, id: string | null): Promise<string> =>
  (await ctx.tx.first(q.selectFrom('settlements').select('settlement_num').where('id', '=', id)))?.settlement_num ?? ''
