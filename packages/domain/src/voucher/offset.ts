// Setting off money paid in advance against what a shipper owes (预收冲应收): oldest due first, to the last fen.
import { addFen, printMoney, smallerFen, subtractFen, sumFen, ZERO_FEN, type Fen } from '../figures/money.ts'

/** Events that pay receivables or give them up, and give either back: an amount charged is without them. */
export const matchEvents = [
  ...(['E2b', 'E2br', 'E2c', 'E2cr', 'E2cb', 'E2cbr'] as const),
  ...(['E2d', 'E2dr', 'E2e', 'E2er'] as const),
] as const

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
 * matter. Those of `first` are paid before the others.
 */
export function offsetPrepaid<I extends OpenItem>(
  prepaid: Fen,
  items: readonly I[],
  first: ReadonlySet<string> = nobody,
): Match<I>[] {
  const matches: Match<I>[] = []
  let left = prepaid
  const rank = ({ waybillId }: OpenItem): number => (first.has(waybillId) ? 0 : 1)
  for (const item of items.toSorted((a, b) => rank(a) - rank(b) || byDue(a, b))) {
    if (left <= 0) break
    const amount = smallerFen(left, item.open)
    if (amount === ZERO_FEN) continue
    matches.push({ item, amount })
    left = subtractFen(left, amount)
  }
  return matches
}

const nobody: ReadonlySet<string> = new Set()

/** A waybill somebody names for money that came, and the share of the money it gets. */
export interface PickedItem {
  readonly waybillId: string
  readonly amount: Fen
}

/** Everything the named waybills get. */
export const pickedFen = (picks: readonly PickedItem[]): Fen => sumFen(picks.map(({ amount }) => amount))

/** The reason money cannot be laid on these waybills, in words; undefined where it can. */
export function faultOfPicks(money: Fen, picks: readonly PickedItem[]): string | undefined {
  if (picks.some(({ amount }) => amount <= 0)) return '每单核销金额应大于 0'
  if (new Set(picks.map(({ waybillId }) => waybillId)).size < picks.length) return '同一运单只能填一次'
  const sum = pickedFen(picks)
  return sum > money ? `核销合计 ${printMoney(sum)} 元，超过来款 ${printMoney(money)} 元` : undefined
}

/** Everything matched. */
export const matchedFen = (matches: readonly Match[]): Fen =>
  matches.reduce((sum, { amount }) => addFen(sum, amount), ZERO_FEN)
