// Lines of one account with the balance after each, whichever page they stand on: its months and days are kept, so a
// page reads the lines of one day beside its own.
import { pageDefault } from '@yunshu/contract/fields'
import { addFen, fen, negateFen, subtractFen, type Fen } from '@yunshu/domain/figures/money'
import { DAY_MS, shanghaiOffsetMs } from '@yunshu/domain/figures/time'
import { uuidPattern } from '@yunshu/domain/identity/uuid'
import { accountOf, type AccountCode } from '@yunshu/domain/voucher/chart'
import { periodOf, startOfPeriod } from '@yunshu/domain/voucher/voucher'
import { sql, type RawBuilder } from 'kysely'
import { placeFault, type PageInput } from '../../db/page.ts'
import { nilId, q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { allOf, bySide, ownJournalLines } from '../../work/scope.ts'
import { matchedOf } from '../trade/trade.queries.ts'

/** An account over a stretch of days: the whole of it, or what is kept there for one party. */
export interface AccountSpan {
  readonly account: AccountCode
  readonly branchId?: string | undefined
  readonly partyId?: string | undefined
  /** First milliseconds of days in China: from the first, before the second. */
  readonly from: number
  readonly to: number
}

/** A span, of its last day alone what stands up to one line. */
export interface LinesSpan extends AccountSpan {
  readonly upTo?: { readonly entryId: string; readonly n: number } | undefined
}

type Condition = RawBuilder<boolean>

/** A balance (debit less credit) as positive on the side on which the account grows. */
export const onOwnSide = (account: AccountCode, balance: Fen): Fen =>
  accountOf(account).normalSide === 'debit' ? balance : negateFen(balance)

/** The balance kept, debit less credit. */
const net = (alias: string) => sql`${sql.ref(`${alias}.debit_fen`)} - ${sql.ref(`${alias}.credit_fen`)}`

/** Rows of the account in the actor's reach, in any table that has its account, branch and party. */
const ofAccount = (
  { actor }: Pick<Ctx, 'actor'>,
  { account, branchId, partyId }: Omit<AccountSpan, 'from' | 'to'>,
  alias: string,
) => [
  ownJournalLines(actor, alias),
  sql<boolean>`${sql.ref(`${alias}.account`)} = ${account}`,
  ...(branchId === undefined ? [] : [sql<boolean>`${sql.ref(`${alias}.branch_id`)} = ${branchId}::uuid`]),
  ...(partyId === undefined ? [] : [sql<boolean>`${sql.ref(`${alias}.party_id`)} = ${partyId}::uuid`]),
]

/** True where a span is the account as a whole: a company reads what is kept for it alone. */
const isWhole = ({ actor }: Pick<Ctx, 'actor'>, { partyId }: Pick<AccountSpan, 'partyId'>): boolean =>
  partyId === undefined && bySide(actor, { platform: true, branch: () => true, company: () => false })

const totalOf = (table: 'account_balances' | 'account_days', conditions: readonly Condition[]) =>
  sql`coalesce((select sum(${net('t')}) from ${sql.table(table)} t where ${allOf(conditions)}), 0)`

/** Days of the account; those of the account as a whole stand under the nil party. */
const daysOf = (ctx: Pick<Ctx, 'actor'>, of: Omit<AccountSpan, 'from' | 'to'>, alias: string): Condition[] => [
  ...ofAccount(ctx, of, alias),
  ...(isWhole(ctx, of) ? [sql<boolean>`${sql.ref(`${alias}.party_id`)} = ${nilId}::uuid`] : []),
]

/** The balance (debit less credit) of an account before a day: whole months where they are kept, then days. */
export function balanceBefore(
  ctx: Pick<Ctx, 'actor'>,
  of: Omit<AccountSpan, 'from' | 'to'>,
  day: number,
): RawBuilder<number> {
  const before = sql<boolean>`t.day < ${day}::bigint`
  if (!isWhole(ctx, of)) return sql<number>`${totalOf('account_days', [...daysOf(ctx, of, 't'), before])}`
  const period = periodOf(day)
  return sql<number>`(${totalOf('account_balances', [...ofAccount(ctx, of, 't'), sql<boolean>`t.period < ${period}`])}
    + ${totalOf('account_days', [...daysOf(ctx, of, 't'), sql<boolean>`t.day >= ${startOfPeriod(period)}::bigint`, before])})`
}

/** All that was debited and credited on the days of a span, and the balance (debit less credit) before them. */
export async function findTurnover(ctx: Ctx, span: AccountSpan): Promise<{ before: Fen; debit: Fen; credit: Fen }> {
  const inside = [...daysOf(ctx, span, 'd'), sql<boolean>`d.day >= ${span.from}::bigint and d.day < ${span.to}::bigint`]
  const { before, debit, credit } = await ctx.tx.one(
    q
      .selectFrom('account_days as d')
      .where(allOf(inside))
      .select([
        sql<number>`coalesce(sum(d.debit_fen), 0)::bigint`.as('debit'),
        sql<number>`coalesce(sum(d.credit_fen), 0)::bigint`.as('credit'),
        sql<number>`(${balanceBefore(ctx, span, span.from)})::bigint`.as('before'),
      ]),
  )
  return { before: fen(before), debit: fen(debit), credit: fen(credit) }
}

/** The conditions of the lines `l` of a span in the actor's reach. */
const inSpan = (ctx: Pick<Ctx, 'actor'>, { upTo, ...span }: LinesSpan): RawBuilder<boolean> =>
  allOf([
    ...ofAccount(ctx, span, 'l'),
    sql<boolean>`l.day >= ${span.from}::bigint and l.day < ${span.to}::bigint`,
    upTo === undefined
      ? undefined
      : sql<boolean>`(l.day < ${span.to - DAY_MS}::bigint
          or (l.entry_id, l.n) <= (${upTo.entryId}::uuid, ${upTo.n}::smallint))`,
  ])

/** Months of the account before a day, the latest first, with what each moved (debit less credit) until then. */
export const findMonthsMoved = (ctx: Ctx, of: Omit<AccountSpan, 'from' | 'to'>, day: number) =>
  ctx.tx.rows(
    sql<{ period: string; moved: number }>`
      select to_char(to_timestamp((d.day + ${sql.lit(shanghaiOffsetMs)}) / 1000) at time zone 'UTC', 'YYYYMM') as period,
        sum(${net('d')})::bigint as moved
      from account_days d where ${allOf([...daysOf(ctx, of, 'd'), sql<boolean>`d.day < ${day}::bigint`])}
      group by 1 order by 1 desc`.compile(q),
  )

/** The number of lines of a span on each side, and their sums, line by line. */
export const countSides = (ctx: Ctx, span: LinesSpan) =>
  ctx.tx.one(
    q
      .selectFrom('journal_lines as l')
      .where(inSpan(ctx, span))
      .select([
        sql<number>`coalesce(sum(l.debit_fen), 0)::bigint`.as('debit'),
        sql<number>`coalesce(sum(l.credit_fen), 0)::bigint`.as('credit'),
        sql<number>`count(*) filter (where l.debit_fen <> 0)`.as('debits'),
        sql<number>`count(*) filter (where l.credit_fen <> 0)`.as('credits'),
      ]),
  )

/** The largest lines of a span on one side, with their vouchers. */
export function findLargest(ctx: Ctx, span: LinesSpan, side: 'debit' | 'credit', most: number) {
  const column = `l.${side}_fen` as const
  const largest = q
    .selectFrom('journal_lines as l')
    .select(['l.entry_id', 'l.n', sql<number>`${sql.ref(column)}`.as('amount')])
    .where(inSpan(ctx, span))
    .where(sql<boolean>`${sql.ref(column)} <> 0`)
    .orderBy(sql`abs(${sql.ref(column)})`, 'desc')
    .orderBy('l.entry_id')
    .orderBy('l.n')
    .limit(most)
  return ctx.tx.rows(
    q
      .selectFrom(largest.as('x'))
      .innerJoin('journal_entries as e', 'e.id', 'x.entry_id')
      .innerJoin('vouchers as v', 'v.entry_id', 'x.entry_id')
      .select(['x.amount', 'e.summary', 'v.id', 'v.voucher_no', 'v.kind', 'v.branch_id'])
      .orderBy(sql`abs(x.amount)`, 'desc')
      .orderBy('x.entry_id')
      .orderBy('x.n'),
  )
}

const cursorForm = new RegExp(`^(\\d{1,15})\\.(${uuidPattern})\\.(\\d{1,5})$`)

/** The lines of a page and one more, with the balance (debit less credit) before the first of them. */
export function accountLinesPage(ctx: Pick<Ctx, 'actor'>, span: AccountSpan, page: PageInput) {
  const { from } = span
  const [, cursorDay, entryId, n] = page.cursor === undefined ? [] : (cursorForm.exec(page.cursor) ?? [])
  if (page.cursor !== undefined && entryId === undefined) throw placeFault()
  const own = inSpan(ctx, span)
  const day = cursorDay === undefined ? from : Number(cursorDay)
  const last = sql`(${day}::bigint, ${entryId ?? nilId}::uuid, ${Number(n ?? 0)}::smallint)`
  // in one statement with the lines, so that both are of the same moment
  const before = sql<number>`(${balanceBefore(ctx, span, day)}
      + coalesce((select sum(${net('l')}) from journal_lines l where ${own} and l.day = ${day}::bigint
        and (l.day, l.entry_id, l.n) <= ${last}), 0))::bigint`
  // the lines of the page first, by their index: joined at once, the planner reads every entry there is
  const lines = q
    .selectFrom('journal_lines as l')
    .selectAll()
    .where(own)
    .where(sql<boolean>`(l.day, l.entry_id, l.n) > ${last}`)
    .orderBy('l.day')
    .orderBy('l.entry_id')
    .orderBy('l.n')
    .limit((page.limit ?? pageDefault) + 1)
  return q
    .with(
      some => some('l').materialized(),
      () => lines,
    )
    .selectFrom('l')
    .innerJoin('journal_entries as e', 'e.id', 'l.entry_id')
    .innerJoin('vouchers as v', 'v.entry_id', 'e.id')
    .innerJoin('companies as b', 'b.id', 'l.branch_id')
    .leftJoin('companies as c', 'c.id', 'l.party_id')
    .leftJoin('settlements as s', 's.id', 'v.settlement_id')
    .leftJoin('waybills as w', 'w.id', 'l.waybill_id')
    .select([
      'l.day',
      'l.entry_id',
      'l.n',
      'e.entry_no',
      'v.id as voucher_id',
      'v.counterparty',
      'l.branch_id',
      'b.name as branch_name',
      'e.date',
      'e.summary',
      'c.name as party',
      's.settlement_num',
      'w.waybill_no',
      'l.debit_fen',
      'l.credit_fen',
      matchedOf('e.id').as('is_matched'),
      before.as('before'),
      dayTotal(ctx, span, 'debit_fen').as('day_debit'),
      dayTotal(ctx, span, 'credit_fen').as('day_credit'),
    ])
    .orderBy('l.day')
    .orderBy('l.entry_id')
    .orderBy('l.n')
}

/** All that a day came to, with the last of its lines. */
const dayTotal = (ctx: Pick<Ctx, 'actor'>, span: AccountSpan, column: 'debit_fen' | 'credit_fen') =>
  sql<number | null>`case when lead(l.day) over (order by l.day, l.entry_id, l.n) is distinct from l.day
    then (select sum(${sql.ref(`d.${column}`)}) from account_days d
      where ${allOf([...daysOf(ctx, span, 'd'), sql<boolean>`d.day = l.day`])})::bigint end`

/** A page of lines, oldest first, each with the balance (debit less credit) after it; the cursor names the last line. */
export async function findAccountLines(ctx: Ctx, span: AccountSpan, page: PageInput) {
  const found = await ctx.tx.rows(accountLinesPage(ctx, span, page))
  const limit = page.limit ?? pageDefault
  let running = fen(found[0]?.before ?? 0)
  const shown = found.slice(0, limit)
  const end = shown.at(-1)
  return {
    rows: shown.map(row => {
      running = subtractFen(addFen(running, fen(row.debit_fen)), fen(row.credit_fen))
      return { ...row, balance: running }
    }),
    ...(found.length > limit && end ? { next: `${end.day}.${end.entry_id}.${end.n}` } : {}),
  }
}
