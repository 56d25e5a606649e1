// The entries of receivables that are given up: bad debts by two people (坏账核销), tails of some fen at a claim (尾差).
import { credit, debit, type JournalLine } from './ledger.ts'
import type { PickedItem } from './offset.ts'
import { entryOf } from './postings.ts'

/**
 * E2d: receivables of a shipper are given up, by the allowance for bad debts (6702, 1231); where the books keep none they
 * are an expense at once (6711). The lines of a waybill balance by themselves: each goes back alone.
 */
export const giveUpReceivables = (shipper: string, items: readonly PickedItem[], isDirect: boolean): JournalLine[] =>
  entryOf(
    ...items.flatMap(({ waybillId, amount }) => [
      ...(isDirect
        ? [debit('6711', amount, { waybillId })]
        : [
            debit('6702', amount, { waybillId }),
            credit('1231', amount, { waybillId }),
            debit('1231', amount, { waybillId }),
          ]),
      credit('1122.01', amount, { party: shipper, waybillId }),
    ]),
  )

/** E2e: tails a claim of money leaves open are given up with it. */
export const giveUpTails = (shipper: string, items: readonly PickedItem[]): JournalLine[] =>
  giveUpReceivables(shipper, items, true)
