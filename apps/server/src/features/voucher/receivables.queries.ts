// Setting off (E2b): whenever a shipper's prepaid money or arrears change, the one pays the other, oldest due first.
import { reverseLines, type JournalLine } from '@yunshu/domain/voucher/ledger'
import { addFen, fen, negateFen, subtractFen, sumFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { startOfDay } from '@yunshu/domain/figures/time'
import { offsetPrepaid, type Match, type OpenItem } from '@yunshu/domain/voucher/offset'
import * as postings from '@yunshu/domain/voucher/postings'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { companyNames, openOffsetsOf } from './books.queries.ts'
import {
  byWaybill,
  claimedBy,
  unclaimedBy,
  type Claimed,
  type Moved,
  type OfBranch,
  type Undone,
} from './claimed.queries.ts'
import type { BookedEntry, Entry } from './entry.ts'
import { loweredBy, takenBack, type Lowered } from './lowered.queries.ts'

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
  /**
   * Waybills that money named or that were given up, those of claims and write-offs taken back, and those whose money is
   * prepaid again or that are no loss any more.
   */
  readonly claimed: readonly Claimed[]
  readonly unclaimed: readonly (Undone & { readonly entryId: string })[]
  readonly moved: Moved['matches']
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
  const name = (await companyNames(ctx, [of.shipperId]))(of.shipperId)
  const gone = await takenBack(ctx, of, own, name)
  const less = await loweredBy(ctx, of, own)
  const reds = [...gone.entries, ...less.entries]
  const lines = [...own, ...reds].flatMap(entry => entry.lines)
  const balance = addFen(await prepaidOf(ctx, of), creditOf(lines, of.shipperId))
  const undone = balance < 0 ? await undo(ctx, of, negateFen(balance), name) : nothingUndone
  const prepaid = addFen(balance, sumFen(undone.matches.map(({ amount }) => amount)))
  const changes = {
    voided: gone.voided,
    lowered: less.lowered,
    undone,
    claimed: claimedBy(of, own),
    unclaimed: await unclaimedBy(ctx, of, own),
    moved: [gone.moved, gone.restored, ...less.moved, ...less.restored].flatMap(({ matches }) => matches),
  }
  // a waybill somebody named stays paid as far as an allowance leaves it
  const first = new Set(less.moved.flatMap(({ matches }) => matches.map(({ waybillId }) => waybillId)))
  const found = prepaid > 0 ? await openItems(ctx, of, prepaid, { ...changes, first }) : []
  const matches = offsetPrepaid(prepaid, found, first)
  const given = [...reds, ...undone.entries]
  if (matches.length === 0) return { ...of, ...changes, entries: given, matches: [] }
  const since = await prepaidSince(ctx, of, [...own, ...given])
  const parts = chunks(matches).map(part => ({ part, sourceId: v7() }))
  return {
    ...of,
    ...changes,
    entries: [...given, ...parts.map(each => entryOf(of, each, name, since))],
    matches: parts.flatMap(({ part, sourceId }) => part.map(match => ({ ...match, sourceId }))),
  }
}

const nothingUndone = { sourceId: '', matches: [], entries: [] } as const

/** Takes what prepaid money paid back, the newest first, until as much prepaid money is there again as is short. */
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
    .where('claim_id', 'is', null)
    .where('write_off_id', 'is', null)
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
      .where('claim_id', 'is', null)
      .where('write_off_id', 'is', null)
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
  const fresh = booked.flatMap(({ lines, happenedAt, date = happenedAt ?? ctx.now }) =>
    creditOf(lines, shipperId) > ZERO_FEN ? [date] : [],
  )
  return Math.max(row?.day ?? startOfDay(0), ...fresh)
}

interface Changes extends Pick<OffsetRun, 'voided' | 'lowered' | 'claimed' | 'unclaimed'> {
  readonly undone: OffsetRun['undone']
  /** Items that are paid before the others. */
  readonly first: ReadonlySet<string>
}

/** The changes of open amounts this transaction makes, by waybill. */
const changesOf = ({ lowered, undone, claimed, unclaimed }: Changes): Map<string, Fen> =>
  byWaybill([
    ...lowered.map(({ waybillId, amount, given }) => ({ waybillId, amount: subtractFen(given, amount) })),
    ...undone.matches,
    ...unclaimed,
    ...claimed.map(({ waybillId, amount }) => ({ waybillId, amount: negateFen(amount) })),
  ])

/** Open items of a shipper, oldest due first, as many as the money reaches. */
async function openItems(ctx: Ctx, { branchId, shipperId }: OfBranch, prepaid: Fen, all: Changes): Promise<Item[]> {
  const changed = changesOf(all)
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
    .where(sql<boolean>`(open_fen > 0 or waybill_id = any(${[...changed.keys()]}::uuid[]))`)
    .where(sql<boolean>`waybill_id <> all(${[...all.voided]}::uuid[])`)
  // money reaches further by what claims have paid of the rows before
  const reach = addFen(prepaid, sumFen(all.claimed.map(({ amount }) => amount)))
  const rows = await ctx.tx.rows(
    q
      .selectFrom(open.as('x'))
      .select(['waybill_id', 'waybill_no', 'due_at', 'happened_at', 'open_fen'])
      .where(sql<boolean>`(before < ${reach} or waybill_id = any(${[...all.first]}::uuid[]))`),
  )
  const items = rows.map(row => ({
    waybillId: row.waybill_id,
    waybillNo: row.waybill_no,
    dueAt: row.due_at,
    happenedAt: row.happened_at,
    open: addFen(fen(row.open_fen), changed.get(row.waybill_id) ?? ZERO_FEN),
  }))
  return items.filter(({ open: left }) => left > 0)
}
