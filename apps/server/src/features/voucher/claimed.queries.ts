// Receivables that money paid by name (E2c), or that were given up by a claim (E2e) or a write-off (E2d): laid on waybills,
// money prepaid again where they go away, open again with the claim or the write-off.
import { addFen, fen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { matchEvents } from '@yunshu/domain/voucher/offset'
import * as postings from '@yunshu/domain/voucher/postings'
import { v7 } from 'uuid'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import type { BookedEntry, Entry } from './entry.ts'

/** A shipper with a branch. */
export interface OfBranch {
  branchId: string
  shipperId: string
}

/** A waybill of which a claim or a write-off has just taken a share. */
export interface Claimed {
  readonly claimId: string | null
  /** No money came: a write-off gave it up, or the claim did. */
  readonly writeOffId: string | null
  readonly isTail: boolean
  readonly entryId: string
  readonly waybillId: string
  readonly amount: Fen
}

/** A match taken back, of a waybill that is open again by its amount. */
export interface Undone {
  readonly id: string
  readonly waybillId: string
  readonly amount: Fen
}

/** Matches of claims whose money is prepaid from now on, and the entry of each claim. */
export interface Moved {
  readonly matches: readonly (Undone & { readonly sourceId: string })[]
  readonly entries: readonly (Entry & { branchId: string })[]
}

const accountOfShippers = '1122.01'
type MatchEvent = (typeof matchEvents)[number]
const isOf = (event: MatchEvent, { shipperId }: OfBranch, entry: BookedEntry): boolean =>
  entry.event === event && entry.shipperId === shipperId

/** The waybills that claims and write-offs booked in this transaction pay or give up. */
export const claimedBy = (of: OfBranch, booked: readonly BookedEntry[]): Claimed[] =>
  booked
    .filter(entry => (['E2c', 'E2d', 'E2e'] as const).some(event => isOf(event, of, entry)))
    .flatMap(({ id, event, source, lines }) => {
      const isGivenUp = event === 'E2d'
      const by = { claimId: isGivenUp ? null : source.id, writeOffId: isGivenUp ? source.id : null }
      return lines.flatMap(({ account, waybillId, creditFen }) =>
        account === accountOfShippers && waybillId !== undefined
          ? [{ ...by, isTail: event === 'E2e', entryId: id, waybillId, amount: creditFen }]
          : [],
      )
    })

/** The matches of claims and write-offs that this transaction takes back, with the red entry that says so. */
export async function unclaimedBy(
  ctx: Ctx,
  of: OfBranch,
  booked: readonly BookedEntry[],
): Promise<(Undone & { entryId: string })[]> {
  const red = booked.filter(entry => (['E2cr', 'E2dr', 'E2er'] as const).some(event => isOf(event, of, entry)))
  if (red.length === 0) return []
  const entryOf = new Map(red.map(({ id, event, source }) => [`${event} ${source.id}`, id]))
  const sources = [...new Set(red.map(({ source }) => source.id))]
  const rows = await ctx.tx.rows(
    q
      .selectFrom('ar_matches')
      .select(['id', 'waybill_id', 'amount_fen', 'claim_id', 'write_off_id', 'is_tail'])
      .where(eb => eb.or([eb('claim_id', 'in', sources), eb('write_off_id', 'in', sources)]))
      .where('reversed_by', 'is', null),
  )
  return rows.flatMap(row => {
    const event = row.write_off_id !== null ? 'E2dr' : row.is_tail ? 'E2er' : 'E2cr'
    const entryId = entryOf.get(`${event} ${row.write_off_id ?? row.claim_id ?? ''}`)
    return entryId === undefined
      ? []
      : [{ id: row.id, waybillId: row.waybill_id, amount: fen(row.amount_fen), entryId }]
  })
}

/** The reason money is given back: the name its vouchers bear, and its day where that is not the day of the request. */
export interface GivenBack {
  readonly counterparty: string
  readonly since?: number
}

/**
 * E2cb: what claims paid for these waybills is prepaid money of the shipper; one entry and voucher for each claim, dated by
 * the later of the claim and the reason.
 */
export async function moveClaimed(
  ctx: Ctx,
  { branchId, shipperId }: OfBranch,
  waybillIds: readonly string[],
  { counterparty, since = ctx.now }: GivenBack,
): Promise<Moved> {
  if (waybillIds.length === 0) return { matches: [], entries: [] }
  const rows = await ctx.tx.rows(
    q
      .selectFrom('ar_matches as m')
      .innerJoin('journal_entries as e', 'e.id', 'm.entry_id')
      .select(['m.id', 'm.waybill_id', 'm.amount_fen', 'm.claim_id', 'e.date'])
      .where('m.waybill_id', 'in', [...waybillIds])
      .where('m.claim_id', 'is not', null)
      .where('m.is_tail', '=', false)
      .where('m.reversed_by', 'is', null)
      .orderBy('m.id'),
  )
  const claims = [...Map.groupBy(rows, row => row.claim_id).values()].map(own => ({ sourceId: v7(), own }))
  return {
    matches: claims.flatMap(({ sourceId, own }) =>
      own.map(row => ({ id: row.id, waybillId: row.waybill_id, amount: fen(row.amount_fen), sourceId })),
    ),
    entries: claims.map(({ sourceId, own }) => ({
      branchId,
      source: { type: 'offset', id: sourceId },
      event: 'E2cb',
      summary: `收款核销转预收 ${own.length} 单`,
      shipperId,
      lines: own.flatMap(row =>
        postings.keepPaid({ shipper: shipperId, waybillId: row.waybill_id, amount: fen(row.amount_fen) }),
      ),
      happenedAt: Math.max(since, ...own.map(({ date }) => date)),
      voucher: { kind: 'ACCOUNTING', counterparty },
    })),
  }
}

/** Amounts by waybill. */
export function byWaybill(parts: readonly Pick<Undone, 'waybillId' | 'amount'>[]): Map<string, Fen> {
  const sums = new Map<string, Fen>()
  for (const { waybillId, amount } of parts) sums.set(waybillId, addFen(sums.get(waybillId) ?? ZERO_FEN, amount))
  return sums
}
