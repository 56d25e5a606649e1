// Setting off (E2b): whenever a shipper's prepaid money or arrears change, the one pays the other, oldest due first.
import { reverseLines, type JournalLine } from '@yunshu/domain/voucher/ledger'
import {
  addFen,
  fen,
  negateFen,
  smallerFen,
  subtractFen,
  sumFen,
  ZERO_FEN,
  type Fen,
} from '@yunshu/domain/figures/money'
import { startOfDay } from '@yunshu/domain/figures/time'
import { offsetPrepaid, type Match, type OpenItem } from '@yunshu/domain/voucher/offset'
import * as postings from '@yunshu/domain/voucher/postings'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { companyNames, openOffsetsOf } from './books.queries.ts'
import type { BookedEntry, Entry } from './entry.ts'

/** A shipper with a branch: its prepaid money there pays its arrears there. */
interface OfBranch {
  branchId: string
  shipperId: string
}
interface Item extends OpenItem {
  readonly happenedAt: number
}
/** The consequences of one shipper's change: entries for the books, items voided, and the payer of each match. */
export interface OffsetRun extends OfBranch {
  readonly entries: readonly (Entry & { branchId: string })[]
  readonly voided: readonly string[]
  /** Items an allowance lowers; one that was paid further than is left gave its matches back first. */
  readonly lowered: readonly Lowered[]
  /** Matches taken back because the money behind them is gone, and the entry that says so. */
  readonly undone: { readonly sourceId: string; readonly matches: readonly Undone[] }
  readonly matches: readonly (Match<Item> & { readonly sourceId: string })[]
}

/** An item that an allowance makes smaller. */
export interface Lowered {
  readonly waybillId: string
  /** No more than the item is. */
  readonly amount: Fen
  /** Compensation had lowered the item at the signature. */
  readonly isCompensated: boolean
  /** The entry that gave back all that had paid it. */
  readonly entrySource?: string | undefined
  readonly given: Fen
}

interface Undone {
  readonly id: string
  readonly waybillId: string
  readonly amount: Fen
}

const accountsOfShippers: readonly string[] = ['1122.01', '2205.01']

/** The shippers whose prepaid money or arrears entries change, in the order in which everybody locks them. */
export function shippersOf(entries: readonly BookedEntry[]): OfBranch[] {
  const found = new Map<string, OfBranch>()
  for (const { branchId, lines } of entries)
    for (const { account, party } of lines)
      if (party !== undefined && accountsOfShippers.includes(account))
        found.set(`${branchId} ${party}`, { branchId, shipperId: party })
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, of]) => of)
}

/**
 * The entries by which prepaid money of these shippers pays their arrears after what the transaction has booked.
 * Nobody else can change either until it ends.
 */
export async function findOffsets(ctx: Ctx, booked: readonly BookedEntry[]): Promise<OffsetRun[]> {
  const runs: OffsetRun[] = []
  for (const of of shippersOf(booked)) {
    await lockPrepaid(ctx, of)
    runs.push(await findOffset(ctx, of, booked))
  }
  return runs
}

async function findOffset(ctx: Ctx, of: OfBranch, booked: readonly BookedEntry[]): Promise<OffsetRun> {
  const own = booked.filter(({ branchId }) => branchId === of.branchId)
  const { voided, entries: taken } = await takenBack(ctx, of, own)
  const { lowered, entries: givenBack } = await loweredBy(ctx, of, own)
  const reds = [...taken, ...givenBack]
  const lines = [...own, ...reds].flatMap(entry => entry.lines)
  const balance = addFen(await prepaidOf(ctx, of), creditOf(lines, of.shipperId))
  const names = await companyNames(ctx, [of.shipperId])
  const undone = balance < 0 ? await undo(ctx, of, negateFen(balance), names(of.shipperId)) : nothingUndone
  const prepaid = addFen(balance, sumFen(undone.matches.map(({ amount }) => amount)))
  const found = prepaid > 0 ? await openItems(ctx, of, prepaid, { voided, undone: undone.matches, lowered }) : []
  const matches = offsetPrepaid(prepaid, found)
  const given = [...reds, ...undone.entries]
  if (matches.length === 0) return { ...of, entries: given, voided, lowered, undone, matches: [] }
  const since = await prepaidSince(ctx, of, [...own, ...given])
  const parts = chunks(matches).map(part => ({ part, sourceId: v7() }))
  return {
    ...of,
    voided,
    lowered,
    undone,
    entries: [...given, ...parts.map(each => entryOf(of, each, names(of.shipperId), since))],
    matches: parts.flatMap(({ part, sourceId }) => part.map(match => ({ ...match, sourceId }))),
  }
}

const nothingUndone = { sourceId: '', matches: [], entries: [] } as const

/** Takes matches back, the newest first, until as much prepaid money is there again as is short. */
async function undo(
  ctx: Ctx,
  { branchId, shipperId }: OfBranch,
  short: Fen,
  counterparty: string,
): Promise<OffsetRun['undone'] & { entries: (Entry & { branchId: string })[] }> {
  const live = q
    .selectFrom('ar_matches')
    .select([
      'id',
      'waybill_id',
      'entry_id',
      'amount_fen',
      sql<number>`sum(amount_fen) over (order by id desc) - amount_fen`.as('before'),
    ])
    .where('branch_id', '=', branchId)
    .where('shipper_id', '=', shipperId)
    .where('reversed_by', 'is', null)
  const rows = await ctx.tx.rows(
    q
      .selectFrom(live.as('x'))
      .select(['id', 'waybill_id', 'entry_id', 'amount_fen'])
      .where('before', '<', short)
      .orderBy('id', 'desc')
      .limit(matchesMost),
  )
  // money that was never matched may be short too: the books stand below zero then, as a bank's word has it
  if (rows.length === 0) return { ...nothingUndone, entries: [] }
  const open = await openOffsetsOf(
    ctx,
    rows.map(row => row.waybill_id),
  )
  const wanted = new Set(rows.map(row => `${row.entry_id} ${row.waybill_id}`))
  const lines = open.flatMap(entry =>
    entry.lines.filter(line => wanted.has(`${line.at.entryId} ${line.waybillId ?? ''}`)),
  )
  if (lines.length !== rows.length * 2) throw new Error(`matches of shipper ${shipperId} differ from the books`)
  const sourceId = v7()
  return {
    sourceId,
    matches: rows.map(row => ({ id: row.id, waybillId: row.waybill_id, amount: fen(row.amount_fen) })),
    entries: [
      {
        branchId,
        source: { type: 'offset', id: sourceId },
        event: 'E2br',
        summary: `撤销预收冲应收 ${rows.length} 单`,
        shipperId,
        lines: reverseLines(lines),
        voucher: { kind: 'ACCOUNTING', counterparty },
      },
    ],
  }
}

/** The most waybills one entry pays: its lines are numbered in 16 bits. */
const matchesMost = 10_000

function chunks<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / matchesMost) }, (_, n) =>
    all.slice(n * matchesMost, (n + 1) * matchesMost),
  )
}

/** E2b of some matches; set-offs are dated by the later of their two sides. */
function entryOf(
  { branchId, shipperId }: OfBranch,
  { part, sourceId }: { part: readonly Match<Item>[]; sourceId: string },
  counterparty: string,
  since: number,
): Entry & { branchId: string } {
  const [first] = part
  const single = part.length === 1 ? first?.item : undefined
  return {
    branchId,
    source: { type: 'offset', id: sourceId },
    event: 'E2b',
    summary: `预收冲应收 ${single?.waybillNo ?? `${part.length} 单`}`,
    shipperId,
    lines: part.flatMap(({ item: { waybillId }, amount }) =>
      postings.applyTopUp({ shipper: shipperId, waybillId, amount }),
    ),
    happenedAt: Math.max(since, ...part.map(({ item }) => item.happenedAt)),
    voucher: { kind: 'ACCOUNTING', counterparty, waybillId: single?.waybillId },
  }
}

/** Waybills whose revenue entries take back, and the entries that give back what had paid for them. */
async function takenBack(
  ctx: Ctx,
  { branchId, shipperId }: OfBranch,
  booked: readonly BookedEntry[],
): Promise<{ voided: string[]; entries: (Entry & { branchId: string })[] }> {
  const red = booked.filter(({ event, shipperId: of }) => event === 'E2r' && of === shipperId)
  const voided = red.flatMap(({ source }) => (source.type === 'waybill' ? [source.id] : []))
  if (voided.length === 0) return { voided, entries: [] }
  const open = await openOffsetsOf(ctx, voided)
  const entries = red.flatMap(({ source, summary, voucher }) => {
    const lines = open.flatMap(entry => entry.lines.filter(line => line.waybillId === source.id))
    if (lines.length === 0) return []
    return [{ branchId, source, event: 'E2br', summary, shipperId, lines: reverseLines(lines), voucher }]
  })
  return { voided, entries }
}

/**
 * Items that allowances lower; where more was paid than is left, all that had paid it is given back in red first. An
 * allowance of more than the item is takes back revenue that compensation had paid: that is prepaid money from then on.
 */
async function loweredBy(
  ctx: Ctx,
  { branchId, shipperId }: OfBranch,
  booked: readonly BookedEntry[],
): Promise<{ lowered: Lowered[]; entries: (Entry & { branchId: string })[] }> {
  const allowed = booked.filter(({ event, shipperId: of }) => event === 'E8a' && of === shipperId)
  const lowered: Lowered[] = []
  const entries: (Entry & { branchId: string })[] = []
  for (const { source, summary, voucher, lines } of allowed) {
    const cuts = cutsOf(lines)
    const items = await lockItems(ctx, [...cuts.keys()])
    const paid = items
      .filter(item => item.open_fen < (cuts.get(item.waybill_id) ?? ZERO_FEN))
      .map(item => item.waybill_id)
    const offsets = paid.length === 0 ? [] : await openOffsetsOf(ctx, paid)
    const back = offsets.flatMap(entry => entry.lines.filter(line => paid.some(id => id === line.waybillId)))
    const own = { branchId, source, shipperId, voucher }
    if (back.length > 0) entries.push({ ...own, event: 'E2br', summary, lines: reverseLines(back) })
    const kept: JournalLine[] = []
    for (const item of items) {
      const waybillId = item.waybill_id
      const cut = cuts.get(waybillId) ?? ZERO_FEN
      const amount = smallerFen(cut, fen(item.amount_fen))
      kept.push(...postings.keepCompensation({ shipper: shipperId, waybillId, amount: subtractFen(cut, amount) }))
      const given = back.filter(line => line.account === '1122.01' && line.waybillId === waybillId)
      lowered.push({
        waybillId,
        amount,
        isCompensated: item.compensated_fen > 0,
        entrySource: paid.includes(waybillId) ? source.id : undefined,
        given: sumFen(given.map(line => line.creditFen)),
      })
    }
    if (kept.length > 0)
      entries.push({
        ...own,
        event: 'E13b',
        summary: `赔付转预收 ${summary}`,
        lines: kept,
        voucher: { ...voucher, kind: 'OTHER' },
      })
  }
  return { lowered, entries }
}

/** The amounts an allowance takes, by waybill: one divided into several lines of an invoice counts once. */
function cutsOf(lines: readonly JournalLine[]): Map<string, Fen> {
  const cuts = new Map<string, Fen>()
  for (const { account, waybillId, creditFen } of lines)
    if (account === '1122.01' && waybillId !== undefined)
      cuts.set(waybillId, addFen(cuts.get(waybillId) ?? ZERO_FEN, creditFen))
  return cuts
}

const lockItems = (ctx: Ctx, ids: readonly string[]) =>
  ctx.tx.rows(
    q
      .selectFrom('ar_items as i')
      .innerJoin('waybills as w', 'w.id', 'i.waybill_id')
      .select(['i.waybill_id', 'i.open_fen', 'i.amount_fen', 'w.compensated_fen'])
      .where('i.waybill_id', 'in', ids)
      .orderBy('i.waybill_id')
      .forUpdate('i'),
  )

/** The lock on a shipper's prepaid money and arrears; a transaction takes it after its own rows, in one order. */
export async function lockPrepaid(ctx: Ctx, { branchId, shipperId }: OfBranch): Promise<void> {
  await ctx.tx.rows(
    sql`select pg_advisory_xact_lock(hashtextextended(${`prepaid ${branchId} ${shipperId}`}, 0))`.compile(q),
  )
}

/** The prepaid money of the books (2205.01), without what this transaction adds. */
export async function prepaidOf(ctx: Ctx, { branchId, shipperId }: OfBranch): Promise<Fen> {
  const { balance } = await ctx.tx.one(
    q
      .selectFrom('account_balances')
      .select(sql<number>`coalesce(sum(credit_fen - debit_fen), 0)::bigint`.as('balance'))
      .where('branch_id', '=', branchId)
      .where('account', '=', '2205.01')
      .where('party_id', '=', shipperId),
  )
  return fen(balance)
}

/** The money of a shipper that a claim taken back can take with it: prepaid, or paid for waybills and given back by them. */
export async function returnableOf(ctx: Ctx, of: OfBranch): Promise<Fen> {
  const { matched } = await ctx.tx.one(
    q
      .selectFrom('ar_matches')
      .select(sql<number>`coalesce(sum(amount_fen), 0)::bigint`.as('matched'))
      .where('branch_id', '=', of.branchId)
      .where('shipper_id', '=', of.shipperId)
      .where('reversed_by', 'is', null),
  )
  return addFen(await prepaidOf(ctx, of), fen(matched))
}

const creditOf = (lines: readonly JournalLine[], shipperId: string): Fen =>
  sumFen(
    lines
      .filter(({ account, party }) => account === '2205.01' && party === shipperId)
      .map(({ creditFen, debitFen }) => subtractFen(creditFen, debitFen)),
  )

/** The last day on which prepaid money came, ms. */
async function prepaidSince(
  ctx: Ctx,
  { branchId, shipperId }: OfBranch,
  booked: readonly (Entry & { date?: number })[],
): Promise<number> {
  const row = await ctx.tx.first(
    q
      .selectFrom('account_days')
      .select('day')
      .where('branch_id', '=', branchId)
      .where('account', '=', '2205.01')
      .where('party_id', '=', shipperId)
      .where('credit_fen', '>', 0)
      .orderBy('day', 'desc')
      .limit(1),
  )
  const fresh = booked.flatMap(({ lines, date = ctx.now }) => (creditOf(lines, shipperId) > ZERO_FEN ? [date] : []))
  return Math.max(row?.day ?? startOfDay(0), ...fresh)
}

/** Open items of a shipper, oldest due first, as many as the money reaches. */
async function openItems(
  ctx: Ctx,
  { branchId, shipperId }: OfBranch,
  prepaid: Fen,
  { voided, undone, lowered }: { voided: readonly string[]; undone: readonly Undone[]; lowered: readonly Lowered[] },
): Promise<Item[]> {
  const reopened = new Map<string, Fen>()
  for (const { waybillId, amount, given } of lowered)
    reopened.set(waybillId, subtractFen(addFen(reopened.get(waybillId) ?? ZERO_FEN, given), amount))
  for (const { waybillId, amount } of undone)
    reopened.set(waybillId, addFen(reopened.get(waybillId) ?? ZERO_FEN, amount))
  const open = q
    .selectFrom('ar_items')
    .select([
      'waybill_id',
      'waybill_no',
      'due_at',
      'happened_at',
      'open_fen',
      sql<number>`sum(open_fen) over (order by due_at, waybill_no collate "C") - open_fen`.as('before'),
    ])
    .where('branch_id', '=', branchId)
    .where('shipper_id', '=', shipperId)
    .where(sql<boolean>`(open_fen > 0 or waybill_id = any(${[...reopened.keys()]}::uuid[]))`)
    .where(sql<boolean>`waybill_id <> all(${[...voided]}::uuid[])`)
  const rows = await ctx.tx.rows(
    q
      .selectFrom(open.as('x'))
      .select(['waybill_id', 'waybill_no', 'due_at', 'happened_at', 'open_fen'])
      .where('before', '<', prepaid),
  )
  const items = rows.map(row => ({
    waybillId: row.waybill_id,
    waybillNo: row.waybill_no,
    dueAt: row.due_at,
    happenedAt: row.happened_at,
    open: addFen(fen(row.open_fen), reopened.get(row.waybill_id) ?? ZERO_FEN),
  }))
  return items.filter(({ open: left }) => left > 0)
}
