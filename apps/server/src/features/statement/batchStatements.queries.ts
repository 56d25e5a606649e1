// Shippers as a batch chooses them for the statements of a month: those with dealings or a balance, each with its branch.
import type { Input } from '@yunshu/contract/call'
import type { chooseStatements } from '@yunshu/contract/batch'
import { problemOf, Problem } from '@yunshu/domain/problems/problems'
import { periodOf, periodText, shiftPeriod } from '@yunshu/domain/voucher/voucher'
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { allOf, rowsOfSide } from '../../work/scope.ts'

/** A shipper with a branch, as a batch keeps it. */
export interface ShipperToState {
  readonly id: string
  readonly branchId: string
  readonly number: string
  readonly name: string
  /** The reason no statement can be made, in words. */
  readonly fault: string | undefined
}

interface Found {
  readonly shipper_id: string
  readonly branch_id: string
  readonly shipper_name: string
  readonly branch_name: string
  readonly last_no: string | null
  readonly last_period: string | null
}

/**
 * Shippers in reach that owe or have prepaid money at the end of a month, or had entries in it or the month before, whose
 * late ones may stand on it: at most `most`, by name.
 */
export async function findShippersToState(
  ctx: Ctx,
  { period, branchId, ids }: Input<typeof chooseStatements>,
  most: number,
): Promise<ShipperToState[]> {
  if (period >= periodOf(ctx.now)) throw new Problem('statement.early', { period: periodText(period) })
  const where = allOf([
    sql<boolean>`b.account in ('1122.01', '2205.01')`,
    sql<boolean>`b.period <= ${period}`,
    rowsOfSide(ctx.actor, { branch: 'b.branch_id', company: () => sql<boolean>`false` }),
    branchId === undefined ? undefined : sql<boolean>`b.branch_id = ${branchId}::uuid`,
    ids === undefined ? undefined : sql<boolean>`b.party_id = any(${[...ids]}::uuid[])`,
  ])
  const rows = await ctx.tx.rows(
    sql<Found>`with owing as (
        select b.branch_id, b.party_id from account_balances b where ${where} group by b.branch_id, b.party_id
        having bool_or(b.period >= ${shiftPeriod(period, -1)})
          or sum(b.debit_fen - b.credit_fen) filter (where b.account = '1122.01') <> 0
          or sum(b.debit_fen - b.credit_fen) filter (where b.account = '2205.01') <> 0)
      select o.party_id as shipper_id, o.branch_id, s.name as shipper_name, h.name as branch_name,
        m.statement_no as last_no,
        m.period as last_period
      from owing o join companies s on s.id = o.party_id join companies h on h.id = o.branch_id
      left join lateral (select statement_no, period from shipper_statements x
        where x.shipper_id = o.party_id and x.branch_id = o.branch_id and x.state <> 'withdrawn'
        order by x.period desc limit 1) m on true
      order by s.name, o.party_id, o.branch_id limit ${most}`.compile(q),
  )
  return rows.map(row => ({
    id: row.shipper_id,
    branchId: row.branch_id,
    number: periodText(period),
    name: `${row.shipper_name} · ${row.branch_name}`,
    fault: faultOf(row, period),
  }))
}

/** A statement of the month, or of a later one, stands already. */
function faultOf({ last_no: statementNo, last_period }: Found, period: string): string | undefined {
  if (statementNo === null || last_period === null || last_period < period) return undefined
  const problem = last_period === period ? 'statement.exists' : 'statement.order'
  return problemOf({ problem, detail: { statementNo } }).message
}
