// Debts of carriers: which sheets left one that stands, and taking them under lock.
import { sql, type RawBuilder } from 'kysely'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'

/**
 * Sheets whose debt stands and no later one has taken off; a sheet may still be voided until it is paid, so only then
 * is its debt sure. The literals are those of the index settlements_owed.
 */
export const isOwed = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${alias}.carried_out_fen`)} > 0 and ${sql.ref(`${alias}.carried_to`)} is null and ${sql.ref(`${alias}.state`)} = 'paid')`

interface Dealing {
  readonly shipper_id: string
  readonly carrier_id: string
  readonly branch_id: string
}
export interface Debt {
  readonly id: string
  readonly settlement_num: string
  readonly carried_out_fen: number
}

/**
 * Debts of a carrier towards one shipper in the books of one branch, under lock: two sheets made at once do not take
 * one debt twice.
 */
export async function lockDebts(ctx: Ctx, { shipper_id, carrier_id, branch_id }: Dealing): Promise<Debt[]> {
  return ctx.tx.rows(
    q
      .selectFrom('settlements as st')
      .select(['st.id', 'st.settlement_num', 'st.carried_out_fen'])
      .where('st.shipper_id', '=', shipper_id)
      .where('st.carrier_id', '=', carrier_id)
      .where('st.branch_id', '=', branch_id)
      .where(isOwed('st'))
      .orderBy('st.id')
      .forUpdate(),
  )
}
