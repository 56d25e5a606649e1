// The red entry that takes another one back.
import { reverseLines } from '@yunshu/domain/voucher/ledger'
import type { OpenEntry } from './books.queries.ts'
import type { Entry } from './entry.ts'

/** E8v: what closes declared of waybills without an invoice goes back in one red entry of what ends that. */
export const redUninvoiced = (open: readonly OpenEntry[], source: Entry['source'], summary: string): Entry[] => {
  const [first] = open
  if (first === undefined) return []
  const whole = { ...first, lines: open.flatMap(({ lines }) => lines) }
  return [{ ...redEntry(whole, summary), source, event: 'E8v' }]
}

/**
 * The reversal of a posted entry, or of the lines of it that are given: its event is that of the other with an r at its
 * word, before what tells it from its like (`E8u 2`).
 */
export const redEntry = (entry: OpenEntry, summary: string): Entry => ({
  source: entry.source,
  event: entry.event.replace(/^\S+/, '$&r'),
  summary,
  lines: reverseLines(entry.lines),
  shipperId: entry.shipperId,
  carrierId: entry.carrierId,
  voucher: {
    kind: entry.kind,
    counterparty: entry.counterparty,
    waybillId: entry.waybillId,
    settlementId: entry.settlementId,
  },
})
