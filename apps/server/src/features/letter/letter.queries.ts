// Reads of letters of balances: the list, its counts, one letter with its accounts, and the sendings to many.
import type { Input, Output } from '@yunshu/contract/call'
import type {
  countLetters,
  getLetter,
  LetterLine,
  LetterRow,
  listLetterRuns,
  listLetters,
} from '@yunshu/contract/letter/letter'
import type { Awaited } from '@yunshu/contract/urged'
import { businessBits } from '@yunshu/domain/account/account'
import { absoluteFen, addFen, fen, negateFen, subtractFen, type Fen } from '@yunshu/domain/figures/money'
import { moneyInWords } from '@yunshu/domain/figures/uppercase'
import {
  letterActsOf,
  letterMovesOf,
  letterStates,
  letterTurns,
  owesHouse,
  type LetterState,
} from '@yunshu/domain/letter'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { lineMarks } from '@yunshu/domain/statement'
import { offeredFrom } from '@yunshu/domain/states'
import { flowAccounts, type FlowAccount } from '@yunshu/domain/voucher/chart'
import { shiftPeriod, startOfPeriod } from '@yunshu/domain/voucher/voucher'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { chosen, contains } from '../../db/conditions.ts'
import { countByState } from '../../db/counts.ts'
import { keyOf } from '../../db/keyOf.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import type { BalanceLetterLines, BalanceLetters } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { findLog } from '../../work/history.ts'
import { allOf, rowsOfSide } from '../../work/scope.ts'
import { urgedBefore, urgesOf } from '../../work/urging.ts'

export type Letter = Omit<Selectable<BalanceLetters>, 'state'> & { state: LetterState }

/** Letters the actor's side reaches: those of the house, and of a company its own. */
export const ownLetters = (actor: Actor, alias: string): RawBuilder<boolean> =>
  rowsOfSide(actor, { branch: `${alias}.branch_id`, company: `${alias}.party_id` })

const letterRows = q
  .selectFrom('balance_letters as m')
  .innerJoin('companies as c', 'c.id', 'm.party_id')
  .innerJoin('companies as b', 'b.id', 'm.branch_id')
  .selectAll('m')
  .select(['c.name as party_name', 'b.name as branch_name'])
  .select(e =>
    e
      .selectFrom('balance_letter_lines as l')
      .select(sql<number>`count(*)::int`.as('n'))
      .whereRef('l.letter_id', '=', 'm.id')
      .where('l.mark', '=', 'disputed')
      .as('disputed'),
  )
type Named = Selectable<BalanceLetters> & { party_name: string; branch_name: string; disputed: number | null }

function show(ctx: Ctx, row: Named): LetterRow {
  const state = keyOf(letterStates.states, row.state)
  return {
    id: row.id,
    letterNo: row.letter_no,
    state,
    partyId: row.party_id,
    partyName: row.party_name,
    branchCompanyId: row.branch_id,
    branchName: row.branch_name,
    period: row.period,
    opening: fen(row.opening_fen),
    debit: fen(row.debit_fen),
    credit: fen(row.credit_fen),
    closing: fen(row.closing_fen),
    lines: row.lines,
    disputed: row.disputed ?? 0,
    sender: row.sender_name,
    sentAt: row.created_at,
    answerer: row.answerer_name ?? undefined,
    answeredAt: row.answered_at ?? undefined,
    reason: row.reason ?? undefined,
    version: row.version,
    moves: letterMovesOf(state, permit => ctx.can(permit)),
    mayExplain: offeredFrom(letterStates, state, permit => ctx.can(permit)).includes('explain'),
    awaits: letterAwaits(ctx, { ...row, state }),
  }
}

type Filter = Omit<Input<typeof listLetters>, 'limit' | 'cursor'>

/** The list's condition without its state, which the counters run through. */
const filtered = ({ actor }: Ctx, { period, branchId, partyId, letterSide, text, ids }: Filter): RawBuilder<boolean> =>
  allOf([
    ownLetters(actor, 'm'),
    period === undefined ? undefined : sql<boolean>`m.period = ${period}`,
    branchId === undefined ? undefined : sql<boolean>`m.branch_id = ${branchId}::uuid`,
    partyId === undefined ? undefined : sql<boolean>`m.party_id = ${partyId}::uuid`,
    letterSide &&
      sql<boolean>`exists (select from companies s where s.id = m.party_id
        and s.role_flags & ${businessBits[letterSide]} <> 0)`,
    text
      ? sql<boolean>`(${contains(['m.letter_no'], text)} or exists (select from companies n
        where n.id = m.party_id and ${contains(['n.name'], text)}))`
      : undefined,
    chosen('m.id', ids),
  ])

/** Letters in the actor's reach, newest first. */
export async function findLetters(ctx: Ctx, input: Input<typeof listLetters>): Promise<Output<typeof listLetters>> {
  const where = allOf([
    filtered(ctx, input),
    input.state && sql<boolean>`m.state = ${input.state}`,
    afterCursor(input, 'm.id'),
  ])
  const rows = await ctx.tx.rows(letterRows.where(where).orderBy('m.id', 'desc').limit(rowsToAsk(input)))
  const urges = await urgesOf(
    ctx,
    rows.filter(({ state }) => letterTurns[keyOf(letterStates.states, state)] !== undefined).map(({ id }) => id),
  )
  return toPage(rows, input, row => ({ ...show(ctx, row), urged: urges.get(row.id) }))
}

/** Counts by state under the list's filter. */
export const countLettersBy = async (
  ctx: Ctx,
  filter: Input<typeof countLetters>,
): Promise<Output<typeof countLetters>> => ({
  state: await countByState(ctx.tx, letterStates, {
    table: 'balance_letters',
    alias: 'm',
    where: filtered(ctx, filter),
  }),
})

/** One letter with its accounts, what the books say of them now, and its history; another company's is none. */
export async function findLetter(ctx: Ctx, { id }: Input<typeof getLetter>): Promise<Output<typeof getLetter>> {
  const row = await ctx.tx.one(letterRows.where('m.id', '=', id).where(ownLetters(ctx.actor, 'm')))
  const shown = show(ctx, row)
  const lines = await ctx.tx.rows(q.selectFrom('balance_letter_lines').selectAll().where('letter_id', '=', id))
  const order = Object.keys(flowAccounts)
  const now = await closingsNow(ctx, row)
  return {
    ...shown,
    closingInWords: moneyInWords(absoluteFen(shown.closing)),
    rows: lines
      .map(line => showLine(ctx, shown.state, line, now))
      .toSorted((a, b) => order.indexOf(a.account) - order.indexOf(b.account)),
    log: await findLog(ctx, id),
    urged: await urgedBefore(ctx, id),
  }
}

/** The side a letter waits for, as the actor sees it. */
export function letterAwaits(
  { actor }: Pick<Ctx, 'actor'>,
  row: { readonly state: LetterState; readonly party_name: string; readonly branch_name: string },
): Awaited | undefined {
  const turn = letterTurns[row.state]
  if (turn === undefined) return undefined
  return {
    name: turn.side === 'party' ? row.party_name : row.branch_name,
    act: turn.act,
    isOwn: isHouseSide(actor.side) === (turn.side === 'house'),
  }
}

/** Debit less credit of the company's accounts at the end of the letter's month, as the books say it now. */
async function closingsNow(ctx: Ctx, row: Named): Promise<ReadonlyMap<string, number>> {
  const end = startOfPeriod(shiftPeriod(row.period, 1))
  const found = await ctx.tx.rows(
    q
      .selectFrom('account_days')
      .select(['account', sql<number>`sum(debit_fen - credit_fen)::bigint`.as('closing')])
      .where('party_id', '=', row.party_id)
      .where('branch_id', '=', row.branch_id)
      .where('day', '<', end)
      .groupBy('account'),
  )
  return new Map(found.map(({ account, closing }) => [account, closing]))
}

/** An amount of debit less credit on the side on which the account grows. */
const onSide = (account: FlowAccount, amount: Fen): Fen => (owesHouse(account) ? amount : negateFen(amount))

function showLine(
  ctx: Ctx,
  state: LetterState,
  row: Selectable<BalanceLetterLines>,
  now: ReadonlyMap<string, number>,
): LetterLine {
  const account = keyOf(flowAccounts, row.account)
  const mark = keyOf(lineMarks, row.mark)
  const [before, debit, credit] = [fen(row.before_fen), fen(row.debit_fen), fen(row.credit_fen)]
  const closing = subtractFen(addFen(before, debit), credit)
  const closingNow = fen(now.get(account) ?? 0)
  return {
    account,
    opening: onSide(account, before),
    income: owesHouse(account) ? debit : credit,
    outgo: owesHouse(account) ? credit : debit,
    closing: onSide(account, closing),
    ...(closingNow === closing ? {} : { closingNow: onSide(account, closingNow) }),
    mark,
    dispute: row.dispute ?? undefined,
    disputedBy: row.disputed_by ?? undefined,
    disputedAt: row.disputed_at ?? undefined,
    answer: row.answer ?? undefined,
    answeredBy: row.answered_by ?? undefined,
    acts: letterActsOf(state, mark, permit => ctx.can(permit)),
  }
}

/** The newest sendings to many in the actor's reach. */
export async function findLetterRuns(ctx: Ctx): Promise<Output<typeof listLetterRuns>> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('letter_runs as r')
      .selectAll()
      .where(rowsOfSide(ctx.actor, { branch: 'r.branch_id', company: () => sql<boolean>`false` }))
      .orderBy('r.id', 'desc')
      .limit(5),
  )
  return {
    rows: rows.map(row => ({
      id: row.id,
      period: row.period,
      sent: row.sent,
      asker: row.asker_name,
      isDone: row.done_at !== null,
      createdAt: row.created_at,
    })),
  }
}
