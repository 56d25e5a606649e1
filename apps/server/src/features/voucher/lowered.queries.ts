// Receivables that go away: waybills voided, and items an allowance lowers; shares of them that were given up are no loss then,
// and money that had paid them is given back.
import { fen, smallerFen, subtractFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { reverseLines, type JournalLine } from '@yunshu/domain/voucher/ledger'
import * as postings from '@yunshu/domain/voucher/postings'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { openOffsetsOf } from './books.queries.ts'
import { byWaybill, moveClaimed, type Moved, type OfBranch } from './claimed.queries.ts'
import type { BookedEntry, Entry } from './entry.ts'
import { restoreGivenUp } from './givenUp.queries.ts'

/** An item that an allowance makes smaller. */
export interface Lowered {
  readonly waybillId: string
  /** No more than the item is. */
  readonly amount: Fen
  /** Compensation had lowered the item at the signature. */
  readonly isCompensated: boolean
  /** The entry that gave back all prepaid money that had paid it. */
  readonly entrySource?: string | undefined
  readonly given: Fen
}

type EntryOfBranch = Entry & { branchId: string }

/** Waybills whose revenue entries take back, and the entries that give back what had paid for them. */
export async function takenBack(
  ctx: Ctx,
  of: OfBranch,
  booked: readonly BookedEntry[],
  counterparty: string,
): Promise<{ voided: string[]; moved: Moved; restored: Moved; entries: EntryOfBranch[] }> {
  const { branchId, shipperId } = of
  const red = booked.filter(({ event, shipperId: owner }) => event === 'E2r' && owner === shipperId)
  const voided = red.flatMap(({ source }) => (source.type === 'waybill' ? [source.id] : []))
  const moved = await moveClaimed(ctx, of, voided, { counterparty })
  const restored = await restoreGivenUp(ctx, of, voided)
  if (voided.length === 0) return { voided, moved, restored, entries: [] }
  const open = await openOffsetsOf(ctx, voided)
  const entries = red.flatMap(({ source, summary, voucher }) => {
    const lines = open.flatMap(entry => entry.lines.filter(line => line.waybillId === source.id))
    if (lines.length === 0) return []
    return [{ branchId, source, event: 'E2br', summary, shipperId, lines: reverseLines(lines), voucher }]
  })
  return { voided, moved, restored, entries: [...entries, ...moved.entries, ...restored.entries] }
}

/**
 * Items that allowances lower. Where more of one was paid or given up than is left, what was given up is open again first;
 * where that does not do, all that had paid it is given back: on the day of the allowance, or of what is given back if that is later. An allowance of more than the item is takes back revenue that
 * compensation had paid: that is prepaid money from then on.
 */
export async function loweredBy(
  ctx: Ctx,
  of: OfBranch,
  booked: readonly BookedEntry[],
): Promise<{ lowered: Lowered[]; moved: Moved[]; restored: Moved[]; entries: EntryOfBranch[] }> {
  const { branchId, shipperId } = of
  const allowed = booked.filter(({ event, shipperId: owner }) => event === 'E8a' && owner === shipperId)
  const lowered: Lowered[] = []
  const moved: Moved[] = []
  const restored: Moved[] = []
  const entries: EntryOfBranch[] = []
  for (const { source, summary, voucher, lines, date: since } of allowed) {
    const cuts = cutsOf(lines)
    const items = await lockItems(ctx, [...cuts.keys()])
    const short = (given: ReadonlyMap<string, Fen>): string[] =>
      items
        .filter(item => item.open_fen + (given.get(item.waybill_id) ?? ZERO_FEN) < (cuts.get(item.waybill_id) ?? 0))
        .map(item => item.waybill_id)
    const noLoss = await restoreGivenUp(ctx, of, short(new Map()), since)
    restored.push(noLoss)
    entries.push(...noLoss.entries)
    const paid = short(byWaybill(noLoss.matches))
    const offsets = paid.length === 0 ? [] : await openOffsetsOf(ctx, paid)
    const back = offsets.flatMap(entry => entry.lines.filter(line => paid.some(id => id === line.waybillId)))
    const own = { branchId, source, shipperId, voucher }
    const happenedAt = Math.max(since, ...offsets.map(({ date }) => date))
    if (back.length > 0) entries.push({ ...own, event: 'E2br', summary, happenedAt, lines: reverseLines(back) })
    const ofClaims = await moveClaimed(ctx, of, paid, { counterparty: voucher.counterparty, since })
    moved.push(ofClaims)
    entries.push(...ofClaims.entries)
    const givenOf = byWaybill([...noLoss.matches, ...ofClaims.matches, ...paidLines(back)])
    const kept: JournalLine[] = []
    for (const item of items) {
      const waybillId = item.waybill_id
      const cut = cuts.get(waybillId) ?? ZERO_FEN
      const amount = smallerFen(cut, fen(item.amount_fen))
      kept.push(...postings.keepCompensation({ shipper: shipperId, waybillId, amount: subtractFen(cut, amount) }))
      lowered.push({
        waybillId,
        amount,
        isCompensated: item.compensated_fen > 0,
        entrySource: paid.includes(waybillId) ? source.id : undefined,
        given: givenOf.get(waybillId) ?? ZERO_FEN,
      })
    }
    if (kept.length > 0)
      entries.push({
        ...own,
        event: 'E13b',
        happenedAt: since,
        summary: `赔付转预收 ${summary}`,
        lines: kept,
        voucher: { ...voucher, kind: 'OTHER' },
      })
  }
  return { lowered, moved, restored, entries }
}

/** The lines of set-offs that paid waybills. */
const paidLines = (lines: readonly JournalLine[]) =>
  lines.flatMap(({ account, waybillId, creditFen }) =>
    account === '1122.01' && waybillId !== undefined ? [{ waybillId, amount: creditFen }] : [],
  )

/** The amounts an allowance takes, by waybill: one divided into several lines of an invoice counts once. */
const cutsOf = (lines: readonly JournalLine[]): Map<string, Fen> => byWaybill(paidLines(lines))

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
