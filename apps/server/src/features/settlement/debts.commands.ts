// Debts of a carrier: opened by a sheet below zero, by what a closed sheet gives back, and by money that left for a closed
// sheet; taken off its next sheet (CARRY_FORWARD), and free again when that sheet comes to nothing.
import { fen, printMoney, type Fen } from '@yunshu/domain/figures/money'
import type { DebtOrigin } from '@yunshu/domain/settlement/settlement'
import { Problem } from '@yunshu/domain/problems/problems'
import { v7 } from 'uuid'
import { logEvents } from '../../work/history.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import type { Debt } from './debts.queries.ts'

interface Creditor {
  readonly id: string
  readonly shipper_id: string
  readonly carrier_id: string
  readonly branch_id: string
}

/** Opens a debt of the carrier of a sheet. The entry that debits 1221 is posted by the caller. */
export async function openDebt(
  ctx: Ctx,
  { id, shipper_id, carrier_id, branch_id }: Creditor,
  origin: DebtOrigin,
  amount: Fen,
  paymentId?: string,
): Promise<void> {
  if (amount === 0) return
  await ctx.tx.run(
    q.insertInto('debts').values({
      id: v7(),
      origin,
      settlement_id: id,
      payment_id: paymentId ?? null,
      shipper_id,
      carrier_id,
      branch_id,
      amount_fen: amount,
      created_at: ctx.now,
    }),
  )
}

/**
 * Ends the debt of money that had left for a closed sheet and came back. Refuses with `payment.debtTaken` when a sheet
 * has taken it off already: that one has to come to nothing first.
 */
export async function endDoubleDebt(ctx: Ctx, paymentId: string): Promise<void> {
  const debt = await ctx.tx.one(
    q
      .selectFrom('debts')
      .select(['id', 'taken_by'])
      .where('payment_id', '=', paymentId)
      .where('origin', '=', 'DOUBLE')
      .where('returned_at', 'is', null)
      .forUpdate(),
  )
  if (debt.taken_by !== null) {
    const { settlement_num } = await ctx.tx.one(
      q.selectFrom('settlements').select('settlement_num').where('id', '=', debt.taken_by),
    )
    throw new Problem('payment.debtTaken', { settlementNum: settlement_num })
  }
  await ctx.tx.run(q.updateTable('debts').set({ returned_at: ctx.now }).where('id', '=', debt.id))
}

/** Has a new sheet take debts off; the history of each old sheet says where its debt went. The caller holds them. */
export async function takeDebts(
  ctx: Ctx,
  debts: readonly Debt[],
  sheet: { id: string; settlementNum: string },
): Promise<void> {
  if (debts.length === 0) return
  const ids = debts.map(({ id }) => id)
  await ctx.tx.run(q.updateTable('debts').set({ taken_by: sheet.id }).where('id', 'in', ids))
  await logDebts(ctx, debts, '欠款转入结算单', sheet.settlementNum)
}

/** Lets go what a sheet that is voided or closed had taken off: the next one takes it. */
export async function releaseDebts(ctx: Ctx, sheet: { id: string; settlement_num: string }): Promise<void> {
  const debts = await ctx.tx.rows(
    q
      .updateTable('debts')
      .set({ taken_by: null })
      .where('taken_by', '=', sheet.id)
      .returning(['id', 'settlement_id', 'amount_fen']),
  )
  await logDebts(ctx, debts, '欠款退出结算单', sheet.settlement_num)
}

async function logDebts(ctx: Ctx, debts: readonly Debt[], action: string, settlementNum: string): Promise<void> {
  // one of fuel that was used comes of no sheet: the history of the one that takes it off says enough
  const ofSheets = debts.flatMap(({ settlement_id, ...debt }) =>
    settlement_id === null ? [] : [{ ...debt, settlement_id }],
  )
  if (ofSheets.length === 0) return
  await logEvents(
    ctx,
    ofSheets.map(debt => ({
      entity: 'settlement',
      entityId: debt.settlement_id,
      action,
      diff: [{ field: '欠款', old: '--', new: `${printMoney(fen(debt.amount_fen))} 元，${settlementNum}` }],
    })),
  )
}
