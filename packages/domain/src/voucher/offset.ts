// Setting off money paid in advance against what a shipper owes (预收冲应收): oldest due first, to the last fen.
import { addFen, smallerFen, subtractFen, ZERO_FEN, type Fen } from '../figures/money.ts'

/** An amount a shipper owes for a waybill, as far as nothing has paid it. */
export interface OpenItem {
  readonly waybillId: string
  readonly waybillNo: string
  /** The day it falls due, ms. */
  readonly dueAt: number
  readonly open: Fen
}

/** The part of an open item that money paid in advance covers. */
export interface Match<I extends OpenItem = OpenItem> {
  readonly item: I
  readonly amount: Fen
}

/** The order in which open items are paid: by due date, then by number of the waybill. */
export const byDue = (a: OpenItem, b: OpenItem): number =>
  a.dueAt - b.dueAt || (a.waybillNo < b.waybillNo ? -1 : a.waybillNo > b.waybillNo ? 1 : 0)

/**
 * Divides prepaid money over open items: one of the two is 0 afterwards. The order in which items are given does not
 * matter.
 */
export function offsetPrepaid<I extends OpenItem>(prepaid: Fen, items: readonly I[]): Match<I>[] {
  const matches: Match<I>[] = []
  let left = prepaid
  for (const item of items.toSorted(byDue)) {
    if (left <= 0) break
    const amount = smallerFen(left, item.open)
    if (amount === ZERO_FEN) continue
    matches.push({ item, amount })
    left = subtractFen(left, amount)
  }
  return matches
}

/** Everything matched. */
export const matchedFen = (matches: readonly Match[]): Fen =>
  matches.reduce((sum, { amount }) => addFen(sum, amount), ZERO_FEN)
