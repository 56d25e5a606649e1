// Debts of carriers: which sheets left one that stands, and taking them under lock.
import { sql, type RawBuilder } from 'kysely'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'

/**
 * Sheets whose debt stands and no later one has taken off; a sheet may still be voided until it is paid, so only then
 * is its debt sure. Money that left for a sheet after it was closed is owed at once. The literals are those of the
 * indexes settlements_owed and settlements_late.
 */
export const isOwed = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${alias}.carried_to`)} is null and ((${sql.ref(`${alias}.carried_out_fen`)} > 0 and ${sql.ref(`${alias}.state`)} = 'paid') or ${sql.ref(`${alias}.late_paid_fen`)} > 0))`

/** The debt of a sheet, fen: what it left below zero, or what was paid for it after it was closed. */
export const owedFen = (alias: string): RawBuilder<number> =>
  sql<number>`(${sql.ref(`${alias}.carried_out_fen`)} + ${sql.ref(`${alias}.late_paid_fen`)})::bigint`

interface Dealing {
  readonly shipper_id: string
  readonly carrier_id: string
  readonly branch_id: string
}
export interface Debt {
  readonly id: string
  readonly settlement_num: string
  readonly owed: number
}

/**
 * Debts of a carrier towards one shipper in the books of one branch, under lock: two sheets made at once do not take
 * one debt twice.
 */
export async function lockDebts(ctx: Ctx, { shipper_id, carrier_id, branch_id }: Dealing): Promise<Debt[]> {
  return ctx.tx.rows(
    q
      .selectFrom('settlements as st')
      .select(['st.id', 'st.settlement_num', owedFen('st').as('owed')])
      .where('st.shipper_id', '=', shipper_id)
      .where('st.carrier_id', '=', carrier_id)
      .where('st.branch_id', '=', branch_id)
      .where(isOwed('st'))
      .orderBy('st.id')
      .forUpdate(),
  )
}

/** The part of the debts a sheet takes off that was paid for closed sheets, fen: it stands on an account of its own. */
export async function latePaidIn(ctx: Ctx, settlementId: string): Promise<number> {
  const { late } = await ctx.tx.one(
    q
      .selectFrom('settlements')
      .select(sql<number>`coalesce(sum(late_paid_fen), 0)::bigint`.as('late'))
      .where('carried_to', '=', settlementId),
  )
  return late
}
