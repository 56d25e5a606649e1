// The only writer of the journal: entries with their lines, balances and vouchers, once per business event, written at
// the end of a transaction.
import { entryFault } from '@yunshu/domain/voucher/ledger'
import { addFen, fen, negateFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { Problem } from '@yunshu/domain/problems/problems'
import { openingDay } from '@yunshu/domain/voucher/opening'
import { backdateMonths, bookDate, periodOf, shiftPeriod, voucherStates } from '@yunshu/domain/voucher/voucher'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { moveAll } from '../../work/move.ts'
import { insertMany, insertRows } from '../../db/insertRows.ts'
import { keyOf } from '../../db/keyOf.ts'
import { takeNumbers } from '../../db/numbers.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { writeTrades } from '../trade/trade.commands.ts'
import { writeBalances } from './balances.commands.ts'
import { journalRows, type BookedEntry, type Entry } from './entry.ts'
import { keepMatches } from './receivables.commands.ts'
import { findOffsets, shippersOf } from './receivables.queries.ts'

/** The entries a transaction has for the books so far. */
const collected = new WeakMap<Ctx, EntryOfBranch[]>()

/**
 * Puts entries into the books of a branch, all or none. They are written when the transaction ends, so that nobody
 * waits for a row of the books while anything else is done.
 *
 * An entry whose source and event are already there is left out, so a repeat posts nothing. The day of the books is
 * that of the event where its month is open (`bookDate`). An unbalanced entry is a bug and throws `ledger.unbalanced`.
 */
export function bookEntries(ctx: Ctx, branchId: string, entries: readonly Entry[]): void {
  assertPostable(ctx, entries)
  const books = collected.get(ctx) ?? []
  collected.set(ctx, books)
  books.push(...entries.map(entry => ({ ...entry, branchId })))
  ctx.lastly('entries', () => ctx.tx.elevated(() => writeEntries(ctx, books)))
}

/** Refuses entries that cannot be posted: one is a bug. */
function assertPostable(ctx: Ctx, entries: readonly Entry[]): void {
  for (const { lines, event } of entries) {
    const fault = entryFault(lines)
    if (fault === undefined) continue
    ctx.log.error({ fault, event, lines: lines.slice(0, linesLogged) }, 'entry refused')
    throw new Problem('ledger.unbalanced', { requestId: ctx.requestId })
  }
}
const linesLogged = 20

/**
 * Writes entries of a close at once, so that its snapshot holds them; the caller holds their month. An unbalanced one
 * throws `ledger.unbalanced`, as in `bookEntries`.
 */
export async function bookNow(ctx: Ctx, branchId: string, entries: readonly Entry[]): Promise<void> {
  assertPostable(ctx, entries)
  const booked = await writeLines(
    ctx,
    entries.map(entry => ({ ...entry, branchId })),
  )
  if (booked.length > 0) await writeBalances(ctx, booked)
}

type EntryOfBranch = Entry & { branchId: string }

/**
 * Writes entries with their lines. Prepaid money and arrears of the shippers they concern are set off next; balances
 * and vouchers follow as the last step.
 */
async function writeEntries(ctx: Ctx, entries: readonly EntryOfBranch[]): Promise<void> {
  const booked = await writeLines(ctx, entries)
  if (booked.length === 0) return
  const balance = (all: readonly BookedEntry[]): void =>
    ctx.lastly('balances', () => ctx.tx.elevated(() => writeBalances(ctx, all)))
  balance(booked)
  if (shippersOf(booked).length === 0) return
  ctx.lastly('offset', () =>
    ctx.tx.elevated(async () => {
      const found = await findOffsets(ctx, booked)
      const set = await writeLines(
        ctx,
        found.flatMap(({ entries: ofRun }) => ofRun),
      )
      await keepMatches(ctx, found, set)
      balance([...booked, ...set])
    }),
  )
}

/** Writes entries that are new, with their lines, marks what they take back, and answers them. */
async function writeLines(ctx: Ctx, entries: readonly EntryOfBranch[]): Promise<BookedEntry[]> {
  if (entries.length === 0) return []
  const dates = new Map<string, (happenedAt: number) => { date: number; period: string }>()
  const free = entries.filter(({ closes }) => closes === undefined)
  for (const branchId of new Set(free.map(entry => entry.branchId)).values())
    dates.set(
      branchId,
      await datesOf(
        ctx,
        branchId,
        free.filter(entry => entry.branchId === branchId).map(({ happenedAt = ctx.now }) => happenedAt),
      ),
    )
  const numbers = await takeNumbers(ctx.tx, 'FL', 'entry_number', ctx.now, entries.length)
  const wished = entries.map((entry, index): BookedEntry => {
    const dated = fixedDay(entry) ?? dates.get(entry.branchId)?.(entry.happenedAt ?? ctx.now)
    if (dated === undefined) throw new Error(`no months of branch ${entry.branchId}`)
    return { ...entry, ...dated, id: v7(), entryNo: numbers[index] ?? '' }
  })
  const booked = await insertEntries(ctx, wished)
  if (booked.length > 0) await insertLines(ctx, booked)
  const fresh = new Set(booked)
  await assertRepeats(
    ctx,
    wished.filter(entry => !fresh.has(entry)),
  )
  if (booked.length === 0) return []
  // opening balances are no movement
  await writeTrades(ctx.tx, booked.filter(({ opens }) => opens === undefined).flatMap(tradedLines))
  await markReversed(ctx, booked)
  return booked
}

/** The day of opening balances, or of a close; undefined for an entry that stands on the day of its event. */
function fixedDay({ opens, closes }: Entry): { date: number; period: string } | undefined {
  // the day before the month after the one that is closed is its last
  const day = opens ?? (closes === undefined ? undefined : shiftPeriod(closes, 1))
  if (day === undefined) return undefined
  const date = openingDay(day)
  return { date, period: periodOf(date) }
}

/**
 * The day of the books for moments of a branch. The months they fall in cannot be closed until the transaction ends.
 */
async function datesOf(
  ctx: Ctx,
  branchId: string,
  moments: readonly number[],
): Promise<(happenedAt: number) => { date: number; period: string }> {
  const earliest = shiftPeriod(periodOf(ctx.now), -backdateMonths)
  for (;;) {
    const known = await ctx.tx.rows(
      q
        .selectFrom('periods')
        .select(['period', 'closed_at'])
        .where('branch_id', '=', branchId)
        .where('period', '>=', earliest)
        .orderBy('period')
        .forShare(),
    )
    const closed = new Set(known.filter(row => row.closed_at !== null).map(row => row.period))
    const dateOf = (happenedAt: number) => bookDate(happenedAt, ctx.now, period => closed.has(period))
    const wanted = new Set(moments.map(moment => dateOf(moment).period))
    const missing = [...wanted].filter(period => known.every(row => row.period !== period))
    if (missing.length === 0) return dateOf
    await ctx.tx.run(
      q
        .insertInto('periods')
        .values(missing.map(period => ({ branch_id: branchId, period })))
        .onConflict(c => c.doNothing()),
    )
  }
}

/** Inserts the entries that are new, and answers them. */
async function insertEntries(ctx: Ctx, entries: readonly BookedEntry[]): Promise<BookedEntry[]> {
  const rows = entries.map(entry => ({
    id: entry.id,
    entry_no: entry.entryNo,
    branch_id: entry.branchId,
    period: entry.period,
    date: entry.date,
    happened_at: entry.happenedAt ?? ctx.now,
    summary: entry.summary,
    source_type: entry.source.type,
    source_id: entry.source.id,
    event: entry.event,
    shipper_id: entry.shipperId ?? null,
    carrier_id: entry.carrierId ?? null,
    created_by: ctx.actor.userId,
    created_at: ctx.now,
  }))
  // in one order by every writer, so that two with the same events cannot wait for each other
  const fresh = await ctx.tx.rows<{ id: string }>(
    sql<{ id: string }>`${insertRows('journal_entries', rows, ['source_type', 'source_id', 'event'])}
      on conflict (source_type, source_id, event) do nothing returning id`.compile(q),
  )
  const ids = new Set(fresh.map(row => row.id))
  return entries.filter(entry => ids.has(entry.id))
}

/**
 * Refuses to leave an entry out that takes lines back which the entry of its source and event did not: it is no repeat of
 * that one but another, and would be lost. That is a bug.
 */
async function assertRepeats(ctx: Ctx, leftOut: readonly BookedEntry[]): Promise<void> {
  const wanted = leftOut.flatMap(({ source, event, lines }) =>
    lines.flatMap(({ reverses }) =>
      reverses === undefined ? [] : [{ type: source.type, id: source.id, event, ...reverses }],
    ),
  )
  if (wanted.length === 0) return
  const lost = await ctx.tx.first(
    sql<{ type: string; id: string; event: string }>`select r.type, r.id, r.event
      from json_to_recordset(${JSON.stringify(wanted)}::json) as r (type text, id uuid, event text, "entryId" uuid, n int)
      where not exists (select from journal_lines red join journal_entries e on e.id = red.entry_id
        where red.reverses_entry = r."entryId" and red.reverses_n = r.n
          and e.source_type = r.type and e.source_id = r.id and e.event = r.event)
      limit 1`.compile(q),
  )
  if (lost === undefined) return
  throw new Error(`another entry than ${lost.event} of ${lost.type} ${lost.id} has its name and would be lost`)
}

/** The lines of an entry as trades are made of them. */
const tradedLines = ({ id, event, lines, voucher }: BookedEntry) =>
  lines.map(({ account }, index) => ({
    entryId: id,
    n: index + 1,
    account,
    event,
    counterparty: voucher.counterparty,
  }))

const insertLines = (ctx: Ctx, entries: readonly BookedEntry[]): Promise<void> =>
  insertMany(ctx.tx, 'journal_lines', entries.flatMap(journalRows))

/** Vouchers of which lines were taken back become 部分冲销 or 已冲销. */
async function markReversed(ctx: Ctx, entries: readonly BookedEntry[]): Promise<void> {
  const taken = new Map<string, { amount: Fen; why: string }>()
  for (const { lines, summary } of entries)
    for (const { reverses, debitFen } of lines)
      if (reverses !== undefined) {
        const before = taken.get(reverses.entryId)?.amount ?? ZERO_FEN
        taken.set(reverses.entryId, { amount: addFen(before, negateFen(debitFen)), why: summary })
      }
  if (taken.size === 0) return
  const found = await ctx.tx.rows(
    q
      .selectFrom('vouchers')
      .select(['id', 'entry_id', 'state', 'version', 'amount_fen', 'reversed_fen'])
      .where(sql<boolean>`entry_id = any(${[...taken.keys()]}::uuid[])`)
      .orderBy('id')
      .forUpdate(),
  )
  if (found.length !== taken.size) throw new Error('an entry is taken back that has no voucher')
  const vouchers = found.map(row => {
    const { amount, why } = taken.get(row.entry_id ?? '') ?? { amount: ZERO_FEN, why: '' }
    return {
      ...row,
      state: keyOf(voucherStates.states, row.state),
      why,
      reversed: addFen(fen(row.reversed_fen), amount),
    }
  })
  for (const why of new Set(vouchers.map(voucher => voucher.why))) {
    const mine = vouchers.filter(voucher => voucher.why === why)
    const options = { reason: why, each: (row: (typeof mine)[number]) => ({ set: { reversed_fen: row.reversed } }) }
    const isWhole = (row: (typeof mine)[number]) => row.reversed === row.amount_fen
    await moveAll(ctx, voucherStates, mine.filter(isWhole), 'reverse', options)
    await releaseBound(ctx, mine.filter(isWhole), why)
    await moveAll(
      ctx,
      voucherStates,
      mine.filter(row => !isWhole(row)),
      'reversePart',
      options,
    )
  }
}

/** A voucher that was taken back is no evidence any more: its waybills are free for another. */
const releaseBound = (ctx: Ctx, vouchers: readonly { readonly id: string }[], why: string): Promise<number> =>
  ctx.tx.run(
    sql`update voucher_waybills set unbound_at = ${ctx.now}, unbound_name = ${ctx.actor.name}, reason = ${why}
      where voucher_id = any(${vouchers.map(({ id }) => id)}::uuid[]) and unbound_at is null`.compile(q),
  )
