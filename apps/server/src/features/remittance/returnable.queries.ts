// Payments whose money a remittance may be, come back, as people choose among them.
import type { Input, Output } from '@yunshu/contract/call'
import { returnableMost, type listReturnable } from '@yunshu/contract/remittance/remittance'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import { contains } from '../../db/conditions.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { allOf } from '../../work/scope.ts'
import { ownRemittances } from './remittance.queries.ts'
import { isNamed, paidAt, paymentsBeside, showReturnable } from './returnOf.queries.ts'

/**
 * Payments of the branch that arrived with the amount of a remittance before it came, and those that came back by the bank's
 * word alone, which stand first; then those of its account.
 */
export async function findReturnable(
  ctx: Ctx,
  { id, text }: Input<typeof listReturnable>,
): Promise<Output<typeof listReturnable>> {
  await ctx.tx.one(
    q.selectFrom('remittances as r').select('r.id').where('r.id', '=', id).where(ownRemittances(ctx.actor, 'r')),
  )
  const rows = await ctx.tx.rows(
    paymentsBeside(id)
      .where(e => e.or([e('p.state', '=', 'success'), isNamed]))
      .whereRef('p.amount_fen', '=', 'r.amount_fen')
      .where(sql<boolean>`${paidAt} < r.date + ${DAY_MS}`)
      .where(allOf([contains(['p.task_no', 'p.payee', 'st.settlement_num'], text)]))
      .orderBy('is_returned', 'desc')
      .orderBy('is_same', 'desc')
      .orderBy('p.id', 'desc')
      .limit(returnableMost),
  )
  return { rows: rows.map(row => showReturnable(ctx, row)) }
}
