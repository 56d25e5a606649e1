// Letters of balances, worked out anew: net amounts from their accounts, accounts from the lines that were booked when it was sent.
import { listUrl } from '@yunshu/contract/screens/screens'
import { voucherUrl } from '@yunshu/contract/voucher/voucherAddress'
import { explainAmount, linkedAmount, type ExplainedAmount } from '@yunshu/domain/amount/explanation'
import {
  letterFigures,
  letterLineFigures,
  type LetterFigure,
  type LetterLineFigure,
} from '@yunshu/domain/amount/explained'
import { largestTold, type MonthMoved, type ToldSum } from '@yunshu/domain/amount/ledger'
import { explainLetter, explainLetterLine, type MovedAccount } from '@yunshu/domain/amount/statement'
import { addFen, fen, negateFen, subtractFen, type Fen } from '@yunshu/domain/figures/money'
import { shanghaiOffsetMs } from '@yunshu/domain/figures/time'
import { owesHouse } from '@yunshu/domain/letter'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { flowAccounts, type FlowAccount } from '@yunshu/domain/voucher/chart'
import { periodText, shiftPeriod, startOfPeriod } from '@yunshu/domain/voucher/voucher'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import type { BalanceLetterLines, BalanceLetters } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { ownLetters } from '../letter/letter.queries.ts'
import type { Explained } from './explained.ts'
import { figureOf, givenField } from './figureOf.ts'

interface Asked {
  readonly id?: string | undefined
  readonly account?: string | undefined
  readonly figure?: string | undefined
}
type Letter = Pick<Selectable<BalanceLetters>, 'id' | 'period' | 'party_id' | 'branch_id' | 'created_at'>
type Line = Pick<Selectable<BalanceLetterLines>, 'account' | 'before_fen' | 'debit_fen' | 'credit_fen'>

/** The movements of an account in months, as the reader has a list of them. */
const flowLink = ({ actor }: Pick<Ctx, 'actor'>, letter: Letter, account: string, period: string): string =>
  listUrl('FlowingWater', {
    account,
    from: String(startOfPeriod(period)),
    to: String(startOfPeriod(shiftPeriod(period, 1))),
    ...(isHouseSide(actor.side) ? { partyId: letter.party_id, branchId: letter.branch_id } : {}),
  })

/** Debit less credit of an account of a company in each month before the letter's, the latest first. */
async function monthsBefore(
  ctx: Pick<Ctx, 'tx' | 'actor'>,
  letter: Letter,
  account: FlowAccount,
): Promise<MonthMoved[]> {
  const rows = await ctx.tx.rows(
    sql<{ period: string; moved: number }>`
      select to_char(to_timestamp((d.day + ${sql.lit(shanghaiOffsetMs)}) / 1000) at time zone 'UTC', 'YYYYMM') as period,
        sum(d.debit_fen - d.credit_fen)::bigint as moved
      from account_days d where d.party_id = ${letter.party_id}::uuid and d.account = ${account}
        and d.branch_id = ${letter.branch_id}::uuid and d.day < ${startOfPeriod(letter.period)}::bigint
      group by 1 order by 1 desc`.compile(q),
  )
  return rows.map(({ period, moved }) => ({
    label: periodText(period),
    moved: fen(moved),
    link: flowLink(ctx, letter, account, period),
  }))
}

interface ToldRow {
  readonly side: 'debit' | 'credit'
  readonly amount: number
  readonly count: number
  readonly total: number
  readonly summary: string
  readonly voucher_id: string | null
  readonly voucher_no: string | null
  readonly kind: string | null
}

/** The lines of the letter's month on each side of an account, as they were booked when it was sent, the largest of each. */
const movedIn = (letter: Letter, account: FlowAccount) =>
  sql<ToldRow>`
  with x as (
    select f.side, f.amount, l.entry_id, l.n, e.summary from journal_lines l join journal_entries e on e.id = l.entry_id
      cross join lateral (values ('debit', l.debit_fen), ('credit', l.credit_fen)) as f (side, amount)
    where l.party_id = ${letter.party_id}::uuid and l.account = ${account} and l.branch_id = ${letter.branch_id}::uuid
      and l.day >= ${startOfPeriod(letter.period)}::bigint
      and l.day < ${startOfPeriod(shiftPeriod(letter.period, 1))}::bigint
      and e.created_at <= ${letter.created_at}::bigint and f.amount <> 0
  ), ranked as (
    select x.*, row_number() over (partition by side order by abs(amount) desc, entry_id, n) as k,
      (count(*) over (partition by side))::int as count, (sum(amount) over (partition by side))::bigint as total from x)
  select r.side, r.amount, r.count, r.total, r.summary, v.id as voucher_id, v.voucher_no, v.kind
  from ranked r left join vouchers v on v.entry_id = r.entry_id where r.k <= ${largestTold} order by r.side, r.k`.compile(
    q,
  )

/** An account of a letter with what its figures are made of. */
export async function findLetterAccount(
  ctx: Pick<Ctx, 'tx' | 'actor'>,
  letter: Letter,
  account: FlowAccount,
): Promise<MovedAccount> {
  const rows = await ctx.tx.rows(movedIn(letter, account))
  const link = flowLink(ctx, letter, account, letter.period)
  const told = (side: ToldRow['side']): ToldSum => {
    const own = rows.filter(row => row.side === side)
    return {
      largest: own.map(row =>
        linkedAmount(
          explainAmount(row.voucher_no ?? row.summary, fen(row.amount), row.summary),
          row.voucher_id === null
            ? undefined
            : voucherUrl({ id: row.voucher_id, kind: row.kind ?? 'ACCOUNTING', branchCompanyId: letter.branch_id }),
        ),
      ),
      count: own[0]?.count ?? 0,
      total: fen(own[0]?.total ?? 0),
      link,
    }
  }
  const [income, outgo] = owesHouse(account) ? (['debit', 'credit'] as const) : (['credit', 'debit'] as const)
  return {
    isCredit: !owesHouse(account),
    months: await monthsBefore(ctx, letter, account),
    income: told(income),
    outgo: told(outgo),
  }
}

/** The figure an account of a letter holds, on the side on which the account grows. */
export function keptOfLine(line: Line, figure: LetterLineFigure): Fen {
  const isDebit = owesHouse(keyOf(flowAccounts, line.account))
  const [before, debit, credit] = [fen(line.before_fen), fen(line.debit_fen), fen(line.credit_fen)]
  const opening = isDebit ? before : negateFen(before)
  const [income, outgo] = isDebit ? [debit, credit] : [credit, debit]
  return { opening, income, outgo, closing: subtractFen(addFen(opening, income), outgo) }[figure]
}

const linesOf = (where: RawBuilder<boolean>) =>
  q.selectFrom('balance_letter_lines as l').selectAll().where(where).orderBy('l.account')

/** The letter in the caller's reach. */
const letterOf = (ctx: Ctx, id: string | undefined) =>
  ctx.tx.one(
    q
      .selectFrom('balance_letters as m')
      .selectAll()
      .where('m.id', '=', givenField('id', id))
      .where(ownLetters(ctx.actor, 'm')),
  )

/** A figure of an account of a letter in the caller's reach. */
export async function explainLetterRow(ctx: Ctx, { id, account, figure }: Asked): Promise<Explained> {
  const of = figureOf(letterLineFigures, figure)
  const code = givenField('account', account)
  const letter = await letterOf(ctx, id)
  const line = await ctx.tx.one(linesOf(sql<boolean>`l.letter_id = ${letter.id}::uuid and l.account = ${code}`))
  const told = await findLetterAccount(ctx, letter, keyOf(flowAccounts, line.account))
  return { amount: explainLetterLine(of, told), kept: keptOfLine(line, of) }
}

/** A net figure of a letter: its accounts. */
export const workLetter = (figure: LetterFigure, lines: readonly Line[]): ExplainedAmount =>
  explainLetter(
    figure,
    lines.map(line => ({
      label: flowAccounts[keyOf(flowAccounts, line.account)],
      before: fen(line.before_fen),
      debit: fen(line.debit_fen),
      credit: fen(line.credit_fen),
    })),
  )

/** The net figure a letter holds, debit less credit. */
export const keptOfLetter = (row: Selectable<BalanceLetters>, figure: LetterFigure): Fen =>
  fen({ opening: row.opening_fen, debit: row.debit_fen, credit: row.credit_fen, closing: row.closing_fen }[figure])

/** A net figure of a letter in the caller's reach. */
export async function explainLetterSum(ctx: Ctx, { id, figure }: Asked): Promise<Explained> {
  const of = figureOf(letterFigures, figure)
  const letter = await letterOf(ctx, id)
  const lines = await ctx.tx.rows(linesOf(sql<boolean>`l.letter_id = ${letter.id}::uuid`))
  return { amount: workLetter(of, lines), kept: keptOfLetter(letter, of) }
}
