// The days a profit is asked for, months of the books or any days of them, and what the accounts of the ledger moved by then.
import type { ProfitDays } from '@yunshu/contract/report/profit'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { profitAccounts } from '@yunshu/domain/report/profit'
import { periodOf, shiftPeriod, startOfPeriod } from '@yunshu/domain/voucher/voucher'
import { sql, type RawBuilder } from 'kysely'
import { nilId, q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { allOf, rowsOfSide } from '../../work/scope.ts'

type Condition = RawBuilder<boolean>

/** Lines and balances of the house alone; a branch has its own. */
export const ownBooks = (actor: Actor, alias: string): Condition =>
  rowsOfSide(actor, { branch: `${alias}.branch_id`, company: () => sql<boolean>`false` })

/** Entries `e` of closes that carry income and expense to profit, or take that back: they earn nothing. */
export const carried = sql<boolean>`(e.source_type = 'closing' and e.event like 'E16%')`

/** Days of the books: the first moment of the first, and that after the last one. */
export interface ProfitSpan {
  readonly from: number
  readonly end: number
  /** The days are whole months: their balances are kept by month. */
  readonly isMonths: boolean
}

/** The days asked for: the months told, or this one; days told by themselves stand for months, beside months within them. */
export function spanOf({ now }: Pick<Ctx, 'now'>, { period, periodTo, from, to }: ProfitDays): ProfitSpan {
  if (from !== undefined && to !== undefined && to <= from) throw wrongField('to', '不能早于开始日期')
  if (period === undefined && periodTo === undefined && (from !== undefined || to !== undefined)) {
    const end = to === undefined ? startOfPeriod(shiftPeriod(periodOf(now), 1)) : endOfDay(to)
    return { from: from === undefined ? startOfPeriod(periodOf(end - 1)) : startOfDay(from), end, isMonths: false }
  }
  const first = period ?? periodOf(now)
  const last = periodTo ?? first
  if (last < first) throw wrongField('periodTo', '不能早于开始月份')
  const months = { from: startOfPeriod(first), end: startOfPeriod(shiftPeriod(last, 1)) }
  if (from === undefined && to === undefined) return { ...months, isMonths: true }
  return {
    from: Math.max(months.from, from === undefined ? 0 : startOfDay(from)),
    end: Math.min(months.end, to === undefined ? months.end : endOfDay(to)),
    isMonths: false,
  }
}

/** The moment after the day whose last moment comes before this one. */
const endOfDay = (to: number): number => startOfDay(to - 1) + DAY_MS

/** The lines `l` of the days. */
export const inSpan = ({ from, end }: ProfitSpan): Condition =>
  sql<boolean>`l.day >= ${from}::bigint and l.day < ${end}::bigint`

const lessCarried = sql`union all select l.branch_id, l.account, l.period, l.day, -l.debit_fen, -l.credit_fen
  from journal_entries e join journal_lines l on l.entry_id = e.id where ${carried}`
/** The kept balances of accounts, by month and by day, without what closes carried off them. */
const kept = {
  months: sql`(select branch_id, account, period, null::bigint as day, debit_fen, credit_fen from account_balances
    ${lessCarried})`,
  days: sql`(select branch_id, account, null as period, day, debit_fen, credit_fen from account_days
    where party_id = ${nilId}::uuid ${lessCarried})`,
}

/** Credit less debit of the accounts of income and expense in the days, by the balances another writer keeps. */
export async function keptCredits(
  ctx: Pick<Ctx, 'tx' | 'actor'>,
  { from, end, isMonths }: ProfitSpan,
  branchId: string | undefined,
): Promise<{ period: string; account: string; credit: number }[]> {
  const span = isMonths
    ? sql<boolean>`b.period >= ${periodOf(from)} and b.period < ${periodOf(end)}`
    : sql<boolean>`b.day >= ${from}::bigint and b.day < ${end}::bigint`
  return ctx.tx.rows(
    sql<{ period: string; account: string; credit: number }>`
      select ${isMonths ? sql`b.period` : sql`''`} as period, b.account,
        sum(b.credit_fen - b.debit_fen)::bigint as credit from ${isMonths ? kept.months : kept.days} b
      where ${allOf([
        ownBooks(ctx.actor, 'b'),
        sql<boolean>`b.account = any(${[...profitAccounts]}::text[])`,
        span,
        branchId === undefined ? undefined : sql<boolean>`b.branch_id = ${branchId}::uuid`,
      ])} group by 1, 2`.compile(q),
  )
}
