// Debts of a carrier on its sheets: taken off the next one (CARRY_FORWARD), free again when that sheet comes to nothing, and
// ended by money that came back.
import { fen, printMoney } from '@yunshu/domain/figures/money'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { logEvents } from '../../work/history.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import type { Debt } from './debts.queries.ts'

/**
 * Ends the debt of money that had left for a closed sheet and came back. Refuses with `payment.debtTaken` when a sheet
 * has taken it off already: that one has to come to nothing first.
 */
export async function endDoubleDebt(ctx: Ctx, paymentId: string): Promise<void> {
  const debt = await ctx.tx.one(
    q
      .selectFrom('debts')
      .select(['id', 'debt_no', 'taken_by', 'collected_fen', 'state'])
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
  // somebody has paid it, or it was given up: that has to be undone before the bank's money can end it
  if (debt.state !== 'open') throw new Problem('debt.held', { debtNo: debt.debt_no, why: '正在核销或已核销' })
  if (debt.collected_fen > 0) throw new Problem('debt.held', { debtNo: debt.debt_no, why: '已由来款收回' })
  await ctx.tx.run(
    q
      .updateTable('debts')
      .set({ returned_at: ctx.now, ...changed(ctx) })
      .where('id', '=', debt.id),
  )
}

/** Whether the debt of money that was paid twice has been taken off, collected or given up, in whole or in part. */
export async function isDoubleTouched(ctx: Ctx, paymentId: string): Promise<boolean> {
  const row = await ctx.tx.first(
    q
      .selectFrom('debts')
      .select('id')
      .where('payment_id', '=', paymentId)
      .where('origin', '=', 'DOUBLE')
      .where('returned_at', 'is', null)
      .where(e => e.or([e('taken_by', 'is not', null), e('state', '<>', 'open'), e('collected_fen', '>', 0)])),
  )
  return row !== undefined
}

/** Has a new sheet take debts off; the history of each old sheet says where its debt went. The caller holds them. */
export async function takeDebts(
  ctx: Ctx,
  debts: readonly Debt[],
  sheet: { id: string; settlementNum: string },
): Promise<void> {
  if (debts.length === 0) return
  const ids = debts.map(({ id }) => id)
  await ctx.tx.run(
    q
      .updateTable('debts')
      .set({ taken_by: sheet.id, ...changed(ctx) })
      .where('id', 'in', ids),
  )
  await logDebts(ctx, debts, '欠款转入结算单', sheet.settlementNum)
}

/** Lets go what a sheet that is voided or closed had taken off: the next one takes it. */
export async function releaseDebts(ctx: Ctx, sheet: { id: string; settlement_num: string }): Promise<void> {
  const debts = await ctx.tx.rows(
    q
      .updateTable('debts')
      .set({ taken_by: null, ...changed(ctx) })
      .where('taken_by', '=', sheet.id)
      .returning(['id', 'settlement_id', 'open_fen']),
  )
  await logDebts(ctx, debts, '欠款退出结算单', sheet.settlement_num)
}

const changed = (ctx: Ctx) => ({ version: sql<number>`version + 1`, updated_at: ctx.now })

async function logDebts(ctx: Ctx, debts: readonly Debt[], action: string, settlementNum: string): Promise<void> {
  if (debts.length === 0) return
  await logEvents(
    ctx,
    debts.flatMap(debt => {
      const diff = [{ field: '欠款', old: '--', new: `${printMoney(fen(debt.open_fen))} 元，${settlementNum}` }]
      const own = { entity: 'debt' as const, entityId: debt.id, action, diff }
      // one of fuel that was used comes of no sheet
      return debt.settlement_id === null
        ? [own]
        : [{ entity: 'settlement' as const, entityId: debt.settlement_id, action, diff }, own]
    }),
  )
}
