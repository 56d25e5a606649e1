// Receivables that money paid by name (E2c): laid on waybills by a claim, prepaid again where they go away, open again with the claim.
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

/** A waybill a claim has just paid a share of. */
export interface Claimed {
  readonly claimId: string
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

/** The waybills that claims booked in this transaction pay. */
export const claimedBy = (of: OfBranch, booked: readonly BookedEntry[]): Claimed[] =>
  booked
    .filter(entry => isOf('E2c', of, entry))
    .flatMap(({ id, source, lines }) =>
      lines.flatMap(({ account, waybillId, creditFen }) =>
        account === accountOfShippers && waybillId !== undefined
          ? [{ claimId: source.id, entryId: id, waybillId, amount: creditFen }]
          : [],
      ),
    )

/** The matches of claims that this transaction takes back, with the red entry that says so. */
export async function unclaimedBy(
  ctx: Ctx,
  of: OfBranch,
  booked: readonly BookedEntry[],
): Promise<(Undone & { entryId: string })[]> {
  const red = booked.filter(entry => isOf('E2cr', of, entry))
  if (red.length === 0) return []
  const entryOf = new Map(red.map(({ id, source }) => [source.id, id]))
  const rows = await ctx.tx.rows(
    q
      .selectFrom('ar_matches')
      .select(['id', 'waybill_id', 'amount_fen', 'claim_id'])
      .where('claim_id', 'in', [...entryOf.keys()])
      .where('reversed_by', 'is', null),
  )
  return rows.map(row => ({
    id: row.id,
    waybillId: row.waybill_id,
    amount: fen(row.amount_fen),
    entryId: entryOf.get(row.claim_id ?? '') ?? '',
  }))
}

/** E2cb: what claims paid for these waybills is prepaid money of the shipper; one entry and voucher for each claim. */
export async function moveClaimed(
  ctx: Ctx,
  { branchId, shipperId }: OfBranch,
  waybillIds: readonly string[],
  counterparty: string,
): Promise<Moved> {
  if (waybillIds.length === 0) return { matches: [], entries: [] }
  const rows = await ctx.tx.rows(
    q
      .selectFrom('ar_matches')
      .select(['id', 'waybill_id', 'amount_fen', 'claim_id'])
      .where('waybill_id', 'in', [...waybillIds])
      .where('claim_id', 'is not', null)
      .where('reversed_by', 'is', null)
      .orderBy('id'),
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
