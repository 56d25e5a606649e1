// Reads of the books: the trial balance of a month, and the lines of one account with their running balance.
import type { Input, Output } from '@yunshu/contract/call'
import type { getTrialBalance, LedgerLine, listLedger, sumLedger } from '@yunshu/contract/voucher/voucher'
import type { listTrialBalance } from '@yunshu/contract/voucher/trial'
import { pageDefault } from '@yunshu/contract/fields'
import { accounts } from '@yunshu/domain/voucher/chart'
import { addFen, fen, subtractFen, sumFen, type Fen } from '@yunshu/domain/figures/money'
import { shiftPeriod, startOfPeriod } from '@yunshu/domain/voucher/voucher'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql, type RawBuilder } from 'kysely'
import { allOf, bySide, ownJournalLines } from '../../work/scope.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { findAccountLines, onOwnSide } from './accountLines.queries.ts'
import { accountName } from './voucher.queries.ts'

/**
 * Turnover the actor may see, as a table `t (branch_id, period, account, debit_fen, credit_fen)`: for platform and
 * branch the kept balances, for a company its own lines on the accounts it has with the house.
 */
function turnover({ actor }: Ctx): RawBuilder<unknown> {
  const balances = sql`select branch_id, period, account, debit_fen, credit_fen from account_balances`
  const rows = bySide(actor, {
    platform: balances,
    branch: id => sql`${balances} where branch_id = ${id}::uuid`,
    company: () =>
      sql`select l.branch_id, l.period, l.account, l.debit_fen, l.credit_fen from journal_lines l
        where ${ownJournalLines(actor, 'l')}`,
  })
  return sql`(${rows}) as t`
}

const ofBranch = (alias: string, branchId: string | undefined) =>
  branchId === undefined ? undefined : sql<boolean>`${sql.ref(`${alias}.branch_id`)} = ${branchId}::uuid`

/** The months of an account before one, the latest first, with what each added (debit less credit). */
export const findMonthsBefore = (
  ctx: Ctx,
  {
    account,
    period,
    branchId,
  }: { readonly account: string; readonly period: string; readonly branchId?: string | undefined },
) =>
  ctx.tx.rows(
    sql<{ period: string; moved: number }>`select t.period, sum(t.debit_fen - t.credit_fen)::bigint as moved
    from ${turnover(ctx)} where ${allOf([sql<boolean>`t.account = ${account}`, sql<boolean>`t.period < ${period}`, ofBranch('t', branchId)])}
    group by 1 order by 1 desc`.compile(q),
  )

/** Opening, turnover and closing of every account that moved until the end of the month. */
export async function findTrialBalance(
  ctx: Ctx,
  { period, branchId }: Input<typeof getTrialBalance>,
): Promise<Output<typeof getTrialBalance>> {
  const found = await ctx.tx.rows<{ account: string; opening: number; debit: number; credit: number }>(
    sql<{ account: string; opening: number; debit: number; credit: number }>`
    select t.account, coalesce(sum(t.debit_fen - t.credit_fen) filter (where t.period < ${period}), 0)::bigint as opening,
      coalesce(sum(t.debit_fen) filter (where t.period = ${period}), 0)::bigint as debit, coalesce(sum(t.credit_fen) filter (where t.period = ${period}), 0)::bigint as credit
    from ${turnover(ctx)} where ${allOf([sql<boolean>`t.period <= ${period}`, ofBranch('t', branchId)])} group by t.account order by t.account`.compile(
      q,
    ),
  )
  const rows = found.map(row => {
    const [opening, debit, credit] = [fen(row.opening), fen(row.debit), fen(row.credit)]
    const closing = subtractFen(addFen(opening, debit), credit)
    return {
      account: row.account,
      name: accountName(row.account),
      opening,
      debit,
      credit,
      closing,
      side: sideOf(closing),
    }
  })
  const [totalDebit, totalCredit] = [sumFen(rows.map(row => row.debit)), sumFen(rows.map(row => row.credit))]
  return { rows, totalDebit, totalCredit, difference: subtractFen(totalDebit, totalCredit) }
}

/** Its rows one after the other; the cursor is the account of the last one. */
export async function findTrialPage(
  ctx: Ctx,
  { limit = pageDefault, cursor, ...of }: Input<typeof listTrialBalance>,
): Promise<Output<typeof listTrialBalance>> {
  const { rows } = await findTrialBalance(ctx, of)
  const after = rows.filter(({ account }) => cursor === undefined || account > cursor)
  const shown = after.slice(0, limit)
  const next = after.length > limit ? shown.at(-1)?.account : undefined
  return { rows: shown, ...(next === undefined ? {} : { next }) }
}

const badField = (name: string, field: string, reason: string): Problem =>
  new Problem('request.field', { field, reason }, { fields: { [name]: reason } })

/** Lines of an account in a month, oldest first; the cursor is the day, entry and number of the last line shown. */
export async function findLedgerPage(ctx: Ctx, input: Input<typeof listLedger>): Promise<Output<typeof listLedger>> {
  const account = accounts.find(({ code }) => code === input.account)
  if (account === undefined) throw badField('account', '科目', '不存在')
  const { code } = account
  const month = startOfPeriod(input.period)
  const { rows, next } = await findAccountLines(
    ctx,
    { account: code, branchId: input.branchId, from: month, to: startOfPeriod(shiftPeriod(input.period, 1)) },
    input,
  )
  return {
    rows: rows.map(row => ({
      entryNo: row.entry_no,
      n: row.n,
      voucherId: row.voucher_id,
      branchCompanyId: row.branch_id,
      date: row.date,
      summary: row.summary,
      ...(row.party === null ? {} : { party: row.party }),
      debit: fen(row.debit_fen),
      credit: fen(row.credit_fen),
      balance: onOwnSide(code, row.balance),
      side: sideOf(row.balance),
    })),
    ...(next === undefined ? {} : { next }),
  }
}

/** The movements of an account in a month, by the same figures as the trial balance. */
export async function findLedgerSums(
  ctx: Ctx,
  { account, period, branchId }: Input<typeof sumLedger>,
): Promise<Output<typeof sumLedger>> {
  const { debit, credit } = await ctx.tx.one(
    sql<{ debit: number; credit: number }>`
    select coalesce(sum(t.debit_fen), 0)::bigint as debit, coalesce(sum(t.credit_fen), 0)::bigint as credit
    from ${turnover(ctx)} where ${allOf([sql<boolean>`t.account = ${account}`, sql<boolean>`t.period = ${period}`, ofBranch('t', branchId)])}`.compile(
      q,
    ),
  )
  return { sums: { debit: fen(debit), credit: fen(credit) } }
}

/** The side of a balance (debit minus credit). */
const sideOf = (balance: Fen): LedgerLine['side'] => (balance === 0 ? '平' : balance > 0 ? '借' : '贷')
