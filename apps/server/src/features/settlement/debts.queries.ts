// Debts of carriers: those that stand, and taking them under lock.
import { sql, type RawBuilder } from 'kysely'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { isOwed } from '../debt/debt.queries.ts'

/** The debt of the carrier of alias towards its shipper in the books of its branch, fen. */
export const owedFen = (alias: string): RawBuilder<number> =>
  sql<number>`coalesce((select sum(d.open_fen) from debts d where d.shipper_id = ${sql.ref(`${alias}.shipper_id`)}
    and d.carrier_id = ${sql.ref(`${alias}.carrier_id`)} and d.branch_id = ${sql.ref(`${alias}.branch_id`)}
      and ${isOwed}), 0)::bigint`

/** Sheets of alias with a debt no later one has taken off. */
export const hasDebt = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from debts d where d.settlement_id = ${sql.ref(`${alias}.id`)} and ${isOwed})`

interface Dealing {
  readonly shipper_id: string
  readonly carrier_id: string
  readonly branch_id: string
}
export interface Debt {
  readonly id: string
  /** The sheet it comes of; none where fuel was used for a waybill that came to nothing. */
  readonly settlement_id: string | null
  readonly open_fen: number
}

/**
 * Debts of a carrier towards one shipper in the books of one branch, under lock: two sheets made at once do not take
 * one debt twice.
 */
export async function lockDebts(ctx: Ctx, { shipper_id, carrier_id, branch_id }: Dealing): Promise<Debt[]> {
  return ctx.tx.rows(
    q
      .selectFrom('debts as d')
      .select(['d.id', 'd.settlement_id', 'd.open_fen'])
      .where('d.shipper_id', '=', shipper_id)
      .where('d.carrier_id', '=', carrier_id)
      .where('d.branch_id', '=', branch_id)
      .where(isOwed)
      .orderBy('d.id')
      .forUpdate(),
  )
}

/** The part of the debts a sheet takes off that was paid for closed sheets, fen: it stands on an account of its own. */
export async function latePaidIn(ctx: Ctx, settlementId: string): Promise<number> {
  const { late } = await ctx.tx.one(
    q
      .selectFrom('debts')
      .select(sql<number>`coalesce(sum(open_fen), 0)::bigint`.as('late'))
      .where('taken_by', '=', settlementId)
      .where('origin', '=', 'DOUBLE'),
  )
  return late
}

/** The number of the first waybill of these parts whose carrier owes their money: it was out a second time, and nothing took it off yet. */
export async function findOwedTwice(ctx: Ctx, partIds: readonly string[]): Promise<string | undefined> {
  const row = await ctx.tx.first(
    sql<{ waybill_no: string }>`select w.waybill_no from settlement_lines l join debts d on d.payment_id = l.payment_id
        join waybills w on w.id = l.waybill_id
      where l.part_id = any(${[...partIds]}::uuid[]) and l.late = 'twice' and d.origin = 'DOUBLE'
        and d.returned_at is null and ${isOwed}
      order by 1 limit 1`.compile(q),
  )
  return row?.waybill_no
}
