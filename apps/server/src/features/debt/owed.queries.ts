// Debts under lock: those of a carrier in the books of a branch, and what is open of them.
import { debtStates } from '@yunshu/domain/debt'
import { fen, sumFen } from '@yunshu/domain/figures/money'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { isOwed, type Debt } from './debt.queries.ts'

/** Debts of one carrier that stand in the books of a branch, under lock, the one asked for first and then the oldest. */
export async function lockOwed(ctx: Ctx, carrierId: string, branchId: string, firstId: string): Promise<Debt[]> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('debts as d')
      .selectAll('d')
      .where('d.carrier_id', '=', carrierId)
      .where('d.branch_id', '=', branchId)
      .where(isOwed)
      .orderBy('d.id')
      .forUpdate(),
  )
  return rows
    .map(row => ({ ...row, state: keyOf(debtStates.states, row.state) }))
    .toSorted((a, b) => Number(b.id === firstId) - Number(a.id === firstId))
}

/** The open amount of debts, fen. */
export const openOf = (debts: readonly Pick<Debt, 'open_fen'>[]) => sumFen(debts.map(debt => fen(debt.open_fen)))
