// Reads of the client's accounts for ours: the table of a branch that counts in a month, and accounts without one.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/voucher/accountMap'
import type { listUnmapped } from '@yunshu/contract/voucher/handOver'
import { Problem } from '@yunshu/domain/problems/problems'
import { accounts } from '@yunshu/domain/voucher/chart'
import type { MappedAccount } from '@yunshu/domain/voucher/accountMap'
import { sql, type RawBuilder } from 'kysely'
import * as z from 'zod/mini'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { accountName, vouchersUnder } from './voucher.queries.ts'

const StoredLines = z.array(z.object({ account: z.string(), code: z.string(), name: z.string() }))

/** The lines of a table as they are kept. */
export const mapLinesOf = (lines: unknown): MappedAccount[] => z.parse(StoredLines, lines)

/** The table of a branch that counts in a month: that of the latest month up to it. */
const mapOf = (branch: RawBuilder<unknown>, period: RawBuilder<unknown>) =>
  sql`select m.id, m.lines, m.from_period, m.version, m.maker_name, m.updated_at from account_maps m
    where m.branch_id = ${branch} and m.from_period <= ${period} order by m.from_period desc limit 1`

interface MapRow {
  id: string
  lines: unknown
  from_period: string
  version: number
  maker_name: string
  updated_at: number
}

/** The table of the branch the person works for. */
export async function findAccountMap(
  ctx: Ctx,
  { period }: Input<typeof calls.getAccountMap>,
): Promise<Output<typeof calls.getAccountMap>> {
  const { branchId } = ctx.actor
  if (branchId === undefined) throw new Problem('branch.only')
  const row = await ctx.tx.first<MapRow>(sql<MapRow>`${mapOf(sql`${branchId}::uuid`, sql`${period}`)}`.compile(q))
  const months = await ctx.tx.rows(
    q
      .selectFrom('account_maps')
      .select('from_period')
      .where('branch_id', '=', branchId)
      .orderBy('from_period', 'desc')
      .limit(monthsShown),
  )
  const lines = row === undefined ? [] : mapLinesOf(row.lines)
  const used = await ctx.tx.rows<{ account: string }>(
    sql<{ account: string }>`select distinct account from account_balances where branch_id = ${branchId}::uuid`.compile(
      q,
    ),
  )
  const mapped = new Set(lines.map(({ account }) => account))
  return {
    period,
    ...(row && {
      from: row.from_period,
      id: row.id,
      version: row.version,
      maker: row.maker_name,
      updatedAt: row.updated_at,
    }),
    lines: inOrder(lines).map(line => ({ ...line, accountName: accountName(line.account) })),
    missing: inOrder(used.filter(({ account }) => !mapped.has(account))).map(({ account }) => ({
      account,
      accountName: accountName(account),
    })),
    months: months.map(each => each.from_period),
    mayEdit: ctx.can('voucher.make'),
    mayForAll: ctx.can('voucher.make') && ctx.actor.choseBranch === true,
  }
}
const monthsShown = 60

/** Lines in the order of the chart. */
function inOrder<T extends { readonly account: string }>(lines: readonly T[]): T[] {
  const place = new Map<string, number>(accounts.map(({ code }, n) => [code, n]))
  return lines.toSorted((a, b) => (place.get(a.account) ?? 0) - (place.get(b.account) ?? 0))
}

/** Accounts that are named at most. */
const namedMost = 100

/** Accounts with posted lines in a month for which the table of their branch has none of the client. */
export async function findUnmapped(ctx: Ctx, filter: Input<typeof listUnmapped>): Promise<Output<typeof listUnmapped>> {
  const rows = await ctx.tx.rows(
    sql<{ branch_id: string; branch_name: string; account: string }>`
      with booked as (select distinct v.branch_id, l.account from vouchers v join journal_lines l on l.entry_id = v.entry_id
        where ${vouchersUnder(ctx, filter)})
      select k.branch_id, b.name as branch_name, k.account from booked k join companies b on b.id = k.branch_id
        left join lateral (${mapOf(sql`k.branch_id`, sql`${filter.period}`)}) t on true
      where not exists (select from jsonb_array_elements(t.lines) as line where line ->> 'account' = k.account)
      order by b.name, k.branch_id, k.account`.compile(q),
  )
  return {
    rows: rows.slice(0, namedMost).map(row => ({
      branchCompanyId: row.branch_id,
      branchName: row.branch_name,
      account: row.account,
      accountName: accountName(row.account),
    })),
    total: rows.length,
  }
}

/** The client's account for each of ours, by branch, as the tables of a month say. */
export async function mappedAccounts(
  ctx: Ctx,
  branchIds: readonly string[],
  period: string,
): Promise<(branchId: string, account: string) => MappedAccount | undefined> {
  const rows = await ctx.tx.rows<{ branch_id: string; lines: unknown }>(
    sql<{ branch_id: string; lines: unknown }>`select k.id as branch_id, t.lines
      from unnest(${[...branchIds]}::uuid[]) as k (id) cross join lateral (${mapOf(sql`k.id`, sql`${period}`)}) t`.compile(
      q,
    ),
  )
  const table = new Map(
    rows.flatMap(({ branch_id: branchId, lines }) =>
      mapLinesOf(lines).map(line => [`${branchId} ${line.account}`, line] as const),
    ),
  )
  return (branchId, account) => table.get(`${branchId} ${account}`)
}
