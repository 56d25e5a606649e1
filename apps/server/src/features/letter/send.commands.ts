// Sends letters of balances: what the books say of a month, account by account, frozen; to one company at once, to many
// in steps of a sending that is a row of its own.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/letter/letter'
import { addFen, fen, negateFen, printMoney, subtractFen, type Fen } from '@yunshu/domain/figures/money'
import { businessBits } from '@yunshu/domain/account/account'
import {
  letterAccounts,
  letterLimits,
  letterSides,
  letterStates,
  sumLetter,
  type LetterBooks,
  type LetterSide,
} from '@yunshu/domain/letter'
import { Problem } from '@yunshu/domain/problems/problems'
import { flowAccounts } from '@yunshu/domain/voucher/chart'
import { periodOf, periodText, shiftPeriod, startOfPeriod } from '@yunshu/domain/voucher/voucher'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { insertRows } from '../../db/insertRows.ts'
import { keyOf } from '../../db/keyOf.ts'
import { takeNumbers } from '../../db/numbers.ts'
import { nilId, q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { logEvents } from '../../work/history.ts'
import { tellHappening } from '../../work/outbox.ts'
import { bySide } from '../../work/scope.ts'

/** The net of a letter in words to the company (贵司) or about it (对方): who owes whom. */
export function netWords(closing: Fen, who: '贵司' | '对方'): string {
  if (closing === 0) return '期末无余额'
  return closing > 0
    ? `期末${who}应付 ${printMoney(closing)} 元`
    : `期末应付${who} ${printMoney(negateFen(closing))} 元`
}

/** The branch whose books are meant; a branch sends its own alone. */
async function branchOf(ctx: Ctx, branchId: string | undefined): Promise<string | undefined> {
  const own = bySide<string | undefined>(ctx.actor, { platform: undefined, branch: id => id, company: () => nilId })
  if (own !== undefined && branchId !== undefined && branchId !== own) throw new Problem('row.none')
  const branch = own ?? branchId
  if (branch === undefined) return undefined
  const found = await ctx.tx.first(
    q.selectFrom('companies').select('id').where('id', '=', branch).where('kind', '=', 'BRANCH'),
  )
  if (found === undefined) throw wrongField('branchId', '请选择分公司')
  return branch
}

/** Sends to one company at once, or keeps the sending to many. */
export async function sendLetters(
  ctx: Ctx,
  { period, partyId, branchId, letterSide }: Input<typeof calls.sendLetters>,
): Promise<Output<typeof calls.sendLetters>> {
  const branch = await branchOf(ctx, branchId)
  if (period >= periodOf(ctx.now)) throw new Problem('letter.early', { period: periodText(period) })
  if (partyId === undefined) return { sent: 0, runId: await keepRun(ctx, { period, branch, side: letterSide }) }
  const party = await ctx.tx.first(
    q.selectFrom('companies').select('role_flags').where('id', '=', partyId).where('kind', '=', 'HEAD'),
  )
  if (party === undefined || (party.role_flags & bitsOf(letterSide)) === 0)
    throw wrongField('partyId', `请选择${letterSide === undefined ? '货主或承运商' : letterSides[letterSide]}`)
  const sent = await writeLetters(ctx, { period, branch, parties: [partyId], sender: ctx.actor })
  if (sent.length === 0) throw new Problem('letter.empty')
  for (const id of sent) ctx.touched('letter', id, { period })
  return { sent: sent.length }
}

/** Companies of a side; the letter of one that is both is of all its accounts, for there is one for each month. */
const bitsOf = (side: LetterSide | undefined): number =>
  side === undefined ? businessBits.shipper | businessBits.carrier : businessBits[side]

interface Reach {
  readonly period: string
  readonly branch: string | undefined
}
async function keepRun(
  ctx: Ctx,
  { period, branch, side }: Reach & { readonly side: LetterSide | undefined },
): Promise<string> {
  const id = v7()
  await ctx.tx.run(
    q.insertInto('letter_runs').values({
      id,
      period,
      branch_id: branch ?? null,
      side: side ?? null,
      after_id: nilId,
      asker_id: ctx.actor.userId,
      asker_name: writtenName(ctx.actor),
      created_at: ctx.now,
    }),
  )
  ctx.touched('letter', id, { period })
  return id
}

interface Wish extends Reach {
  readonly parties: readonly string[]
  readonly sender: Pick<Ctx['actor'], 'userId' | 'name' | 'actingFor'>
  readonly runId?: string
}
interface Found {
  readonly party_id: string
  readonly branch_id: string
  readonly account: string
  readonly before: number
  readonly debit: number
  readonly credit: number
}

/** The companies' accounts as the books have them, in the order of company, branch and account. */
function readBooks(ctx: Pick<Ctx, 'tx'>, { period, branch, parties }: Wish): Promise<Found[]> {
  const [from, end] = [startOfPeriod(period), startOfPeriod(shiftPeriod(period, 1))]
  return ctx.tx.rows(
    sql<Found>`select d.party_id, d.branch_id, d.account,
      coalesce(sum(d.debit_fen - d.credit_fen) filter (where d.day < ${from}::bigint), 0)::bigint as before,
      coalesce(sum(d.debit_fen) filter (where d.day >= ${from}::bigint), 0)::bigint as debit,
      coalesce(sum(d.credit_fen) filter (where d.day >= ${from}::bigint), 0)::bigint as credit
      from account_days d
      where d.party_id = any(${parties}::uuid[]) and d.account = any(${letterAccounts}::text[])
        and d.day < ${end}::bigint
        and (${branch ?? null}::uuid is null or d.branch_id = ${branch ?? null}::uuid)
      group by 1, 2, 3 having sum(d.debit_fen - d.credit_fen) <> 0 or bool_or(d.day >= ${from}::bigint)
      order by 1, 2, 3`.compile(q),
  )
}

type Pair = { partyId: string; branchId: string; lines: LetterBooks[] }

/** The accounts of each company with each branch. */
function pairsOf(found: readonly Found[]): Pair[] {
  const pairs = new Map<string, Pair>()
  for (const { party_id: partyId, branch_id: branchId, account, before, debit, credit } of found) {
    const key = `${partyId} ${branchId}`
    const pair = pairs.get(key) ?? { partyId, branchId, lines: [] }
    pairs.set(key, pair)
    pair.lines.push({
      account: keyOf(flowAccounts, account),
      before: fen(before),
      debit: fen(debit),
      credit: fen(credit),
    })
  }
  return [...pairs.values()]
}

/** Writes and sends the letters of these companies; answers their ids. Pairs with a letter of the month are passed over. */
export async function writeLetters(ctx: Ctx, wish: Wish): Promise<string[]> {
  const { period, sender, runId } = wish
  const pairs = pairsOf(await readBooks(ctx, wish))
  if (pairs.length === 0) return []
  const numbers = await takeNumbers(ctx.tx, 'DH', 'letter_number', ctx.now, pairs.length)
  const letters = pairs.map(({ partyId, branchId, lines }, at) => {
    const { opening, debit, credit } = sumLetter(lines)
    return {
      id: v7(),
      letter_no: numbers[at] ?? '',
      state: letterStates.start,
      party_id: partyId,
      branch_id: branchId,
      period,
      opening_fen: opening,
      debit_fen: debit,
      credit_fen: credit,
      closing_fen: subtractFen(addFen(opening, debit), credit),
      lines: lines.length,
      run_id: runId ?? null,
      sender_id: sender.userId,
      sender_name: writtenName(sender),
      version: 1,
      created_at: ctx.now,
      updated_at: ctx.now,
    }
  })
  const written = new Set(
    (
      await ctx.tx.rows<{ id: string }>(
        sql<{ id: string }>`${insertRows('balance_letters', letters, ['party_id', 'branch_id'])}
          on conflict (party_id, branch_id, period) where state <> 'withdrawn' do nothing returning id`.compile(q),
      )
    ).map(({ id }) => id),
  )
  const sent = letters.flatMap((letter, at) =>
    written.has(letter.id) ? [{ ...letter, books: pairs[at]?.lines ?? [] }] : [],
  )
  if (sent.length === 0) return []
  await ctx.tx.run(
    insertRows(
      'balance_letter_lines',
      sent.flatMap(({ id, books }) =>
        books.map(({ account, before, debit, credit }) => ({
          letter_id: id,
          account,
          before_fen: before,
          debit_fen: debit,
          credit_fen: credit,
          mark: 'none',
        })),
      ),
    ).compile(q),
  )
  const asSender = { ...ctx, actor: { ...ctx.actor, ...sender } }
  await logEvents(
    asSender,
    sent.map(({ id }) => ({ entity: 'letter', entityId: id, action: '发送对账函', to: letterStates.start })),
  )
  for (const { id, letter_no: letterNo, party_id: company, closing_fen: closing } of sent)
    await tellHappening(
      asSender,
      'letter.sent',
      { company, permit: 'letter.answer' },
      {
        id,
        letterNo,
        period: periodText(period),
        closing: netWords(closing, '贵司'),
      },
    )
  return sent.map(({ id }) => id)
}

/** The most sendings of one round. */
const runsMost = 100

/** Sendings that are under way, oldest first. */
export async function listOpenRuns(ctx: Ctx): Promise<string[]> {
  const runs = await ctx.tx.rows(
    q.selectFrom('letter_runs').select('id').where('done_at', 'is', null).orderBy('created_at').limit(runsMost),
  )
  return runs.map(({ id }) => id)
}

/** One step of a sending; false when it is done, or somebody else is at it. */
export async function stepRun(
  ctx: Ctx,
  id: string,
  companies: number = letterLimits.companiesOfStep,
): Promise<boolean> {
  const run = await ctx.tx.first(
    q.selectFrom('letter_runs').selectAll().where('id', '=', id).where('done_at', 'is', null).forUpdate().skipLocked(),
  )
  if (run === undefined) return false
  const parties = (
    await ctx.tx.rows(
      q
        .selectFrom('companies')
        .select('id')
        .where('kind', '=', 'HEAD')
        .where(sql<boolean>`role_flags & ${bitsOf(run.side === null ? undefined : keyOf(letterSides, run.side))} <> 0`)
        .where('id', '>', run.after_id)
        .orderBy('id')
        .limit(companies),
    )
  ).map(({ id }) => id)
  const asker = { userId: run.asker_id, name: run.asker_name, actingFor: undefined }
  const sent = await writeLetters(ctx, {
    period: run.period,
    branch: run.branch_id ?? undefined,
    parties,
    sender: asker,
    runId: run.id,
  })
  const isDone = parties.length < companies
  await ctx.tx.run(
    q
      .updateTable('letter_runs')
      .set({
        after_id: parties.at(-1) ?? run.after_id,
        sent: run.sent + sent.length,
        done_at: isDone ? ctx.now : null,
      })
      .where('id', '=', run.id),
  )
  if (isDone)
    await tellHappening(
      ctx,
      'letter.allSent',
      { users: [run.asker_id] },
      {
        period: periodText(run.period),
        count: String(run.sent + sent.length),
      },
    )
  return true
}
