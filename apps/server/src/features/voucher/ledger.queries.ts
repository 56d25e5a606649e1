// Reads of the books: the trial balance of a month, and the lines of one account with their running balance.
import type { Input, Output } from '@yunshu/contract/call'
import type { getTrialBalance, LedgerLine, listLedger, sumLedger } from '@yunshu/contract/voucher/voucher'
import { pageDefault } from '@yunshu/contract/fields'
import { accounts, type Account } from '@yunshu/domain/voucher/chart'
import { addFen, fen, negateFen, subtractFen, sumFen, type Fen } from '@yunshu/domain/figures/money'
import { uuidPattern } from '@yunshu/domain/identity/uuid'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql, type RawBuilder } from 'kysely'
import { allOf, bySide, ownJournalLines } from '../../work/scope.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
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
      sql`select l.branch_id, l.period, l.account, l.debit_fen, l.credit_fen from journal_lines l where ${ownJournalLines(actor, 'l')}`,
  })
  return sql`(${rows}) as t`
}

const ofBranch = (alias: string, branchId: string | undefined) =>
  branchId === undefined ? undefined : sql<boolean>`${sql.ref(`${alias}.branch_id`)} = ${branchId}::uuid`

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

const cursorForm = new RegExp(`^(${uuidPattern})\\.(\\d{1,5})$`)
const badField = (name: string, field: string, reason: string): Problem =>
  new Problem('request.field', { field, reason }, { fields: { [name]: reason } })

/** Lines of an account in a month, oldest first; the cursor is the entry and number of the last line shown. */
export async function findLedgerPage(ctx: Ctx, input: Input<typeof listLedger>): Promise<Output<typeof listLedger>> {
  const account = accounts.find(({ code }) => code === input.account)
  if (account === undefined) throw badField('account', '科目', '不存在')
  const [, entryId, n] = input.cursor === undefined ? [] : (cursorForm.exec(input.cursor) ?? [])
  if (input.cursor !== undefined && entryId === undefined) throw badField('cursor', '翻页位置', '不正确')
  const own = allOf([
    ownJournalLines(ctx.actor, 'l'),
    sql<boolean>`l.account = ${account.code}`,
    sql<boolean>`l.period = ${input.period}`,
    ofBranch('l', input.branchId),
  ])
  const last = entryId === undefined ? undefined : sql`(${entryId}::uuid, ${Number(n)}::smallint)`

  const limit = input.limit ?? pageDefault
  // in one statement with the lines, so that both are of the same moment
  const before = sql<number>`(
      coalesce((select sum(t.debit_fen - t.credit_fen) from ${turnover(ctx)} where ${allOf([sql<boolean>`t.account = ${account.code}`, sql<boolean>`t.period < ${input.period}`, ofBranch('t', input.branchId)])}), 0)
      + ${last ? sql`coalesce((select sum(l.debit_fen - l.credit_fen) from journal_lines l where ${own} and (l.entry_id, l.n) <= ${last}), 0)` : sql`0`})::bigint`
  // the lines of the page first, by their index: joined at once, the planner reads every entry there is
  const lines = q
    .selectFrom('journal_lines as l')
    .selectAll()
    .where(own)
    .$if(last !== undefined, some => some.where(sql<boolean>`(l.entry_id, l.n) > ${last}`))
    .orderBy('l.entry_id')
    .orderBy('l.n')
    .limit(limit + 1)
  const found = await ctx.tx.rows(
    q
      .with(
        some => some('l').materialized(),
        () => lines,
      )
      .selectFrom('l')
      .innerJoin('journal_entries as e', 'e.id', 'l.entry_id')
      .leftJoin('vouchers as v', 'v.entry_id', 'e.id')
      .leftJoin('companies as c', 'c.id', 'l.party_id')
      .select([
        'l.entry_id',
        'l.n',
        'e.entry_no',
        'v.id as voucher_id',
        'l.branch_id',
        'e.date',
        'e.summary',
        'c.name as party',
        'l.debit_fen',
        'l.credit_fen',
        before.as('before'),
      ])
      .orderBy('l.entry_id')
      .orderBy('l.n'),
  )

  let running = fen(found[0]?.before ?? 0)
  const shown = found.slice(0, limit)
  const end = shown.at(-1)
  return {
    rows: shown.map(row => {
      running = subtractFen(addFen(running, fen(row.debit_fen)), fen(row.credit_fen))
      return {
        entryNo: row.entry_no,
        ...(row.voucher_id === null ? {} : { voucherId: row.voucher_id }),
        branchCompanyId: row.branch_id,
        date: row.date,
        summary: row.summary,
        ...(row.party === null ? {} : { party: row.party }),
        debit: fen(row.debit_fen),
        credit: fen(row.credit_fen),
        balance: onOwnSide(account, running),
        side: sideOf(running),
      }
    }),
    ...(found.length > limit && end ? { next: `${end.entry_id}.${end.n}` } : {}),
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

/** A balance (debit minus credit) as positive on the side on which the account grows. */
const onOwnSide = (account: Account, balance: Fen): Fen =>
  account.normalSide === 'debit' ? balance : negateFen(balance)
