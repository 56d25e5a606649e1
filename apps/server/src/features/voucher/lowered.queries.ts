// Receivables that go away: waybills voided, and items an allowance lowers; money that had paid them is given back first.
import { fen, smallerFen, subtractFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { reverseLines, type JournalLine } from '@yunshu/domain/voucher/ledger'
import * as postings from '@yunshu/domain/voucher/postings'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { openOffsetsOf } from './books.queries.ts'
import { byWaybill, moveClaimed, type Moved, type OfBranch } from './claimed.queries.ts'
import type { BookedEntry, Entry } from './entry.ts'

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
): Promise<{ voided: string[]; moved: Moved; entries: EntryOfBranch[] }> {
  const { branchId, shipperId } = of
  const red = booked.filter(({ event, shipperId: owner }) => event === 'E2r' && owner === shipperId)
  const voided = red.flatMap(({ source }) => (source.type === 'waybill' ? [source.id] : []))
  const moved = await moveClaimed(ctx, of, voided, counterparty)
  if (voided.length === 0) return { voided, moved, entries: [] }
  const open = await openOffsetsOf(ctx, voided)
  const entries = red.flatMap(({ source, summary, voucher }) => {
    const lines = open.flatMap(entry => entry.lines.filter(line => line.waybillId === source.id))
    if (lines.length === 0) return []
    return [{ branchId, source, event: 'E2br', summary, shipperId, lines: reverseLines(lines), voucher }]
  })
  return { voided, moved, entries: [...entries, ...moved.entries] }
}

/**
 * Items that allowances lower; where more was paid than is left, all that had paid it is given back first. An allowance of
 * more than the item is takes back revenue that compensation had paid: that is prepaid money from then on.
 */
export async function loweredBy(
  ctx: Ctx,
  of: OfBranch,
  booked: readonly BookedEntry[],
): Promise<{ lowered: Lowered[]; moved: Moved[]; entries: EntryOfBranch[] }> {
  const { branchId, shipperId } = of
  const allowed = booked.filter(({ event, shipperId: owner }) => event === 'E8a' && owner === shipperId)
  const lowered: Lowered[] = []
  const moved: Moved[] = []
  const entries: EntryOfBranch[] = []
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
    const ofClaims = await moveClaimed(ctx, of, paid, voucher.counterparty)
    moved.push(ofClaims)
    entries.push(...ofClaims.entries)
    const givenOf = byWaybill([...ofClaims.matches, ...paidLines(back)])
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
        summary: `赔付转预收 ${summary}`,
        lines: kept,
        voucher: { ...voucher, kind: 'OTHER' },
      })
  }
  return { lowered, moved, entries }
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
