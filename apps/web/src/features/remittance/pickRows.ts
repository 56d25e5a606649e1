// Waybills chosen for money that came, with the share of it each gets: proposed oldest due first, ticked or typed.
import type { ReceivableRow } from '@yunshu/contract/remittance/remittance'
import { printMoney, smallerFen, subtractFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { faultOfPicks, offsetPrepaid, pickedFen, type PickedItem } from '@yunshu/domain/voucher/offset'
import { isUnreadable, type Unreadable } from '../../ui/fields/unreadable.ts'

/** A chosen waybill with its share, as it is typed. */
export interface Chosen extends ReceivableRow {
  readonly pay: Fen | Unreadable
}

/** Waybills filled with the money, the oldest due first. */
export const fillOldest = (money: Fen, rows: readonly ReceivableRow[]): Chosen[] =>
  offsetPrepaid(money, rows).map(({ item, amount }) => ({ ...item, pay: amount }))

/** The shares that can be read. */
export const picksOf = (chosen: readonly Chosen[]): PickedItem[] =>
  chosen.flatMap(({ waybillId, pay }) => (isUnreadable(pay) ? [] : [{ waybillId, amount: pay }]))

/** The rest of the money after the chosen waybills; never below nothing. */
export function restOf(money: Fen, chosen: readonly Chosen[]): Fen {
  const sum = pickedFen(picksOf(chosen))
  return sum > money ? ZERO_FEN : subtractFen(money, sum)
}

/** The share typed for a waybill; nothing typed is not chosen. */
export function setPay(chosen: readonly Chosen[], row: ReceivableRow, pay: Fen | Unreadable | undefined): Chosen[] {
  const others = chosen.filter(({ waybillId }) => waybillId !== row.waybillId)
  return pay === undefined ? others : [...others, { ...row, pay }]
}

/** Chooses a waybill with as much of it as the money still reaches, or lets it go. */
export function toggle(money: Fen, chosen: readonly Chosen[], row: ReceivableRow): Chosen[] {
  const isChosen = chosen.some(({ waybillId }) => waybillId === row.waybillId)
  return setPay(chosen, row, isChosen ? undefined : smallerFen(row.open, restOf(money, chosen)))
}

/** The reason the chosen waybills cannot be paid, in words; undefined where they can. */
export function faultOfChosen(money: Fen, chosen: readonly Chosen[]): string | undefined {
  for (const { waybillNo, pay, open } of chosen) {
    if (isUnreadable(pay)) return `${waybillNo}：${pay.fault}`
    if (pay > open) return `${waybillNo} 未付 ${printMoney(open)} 元，不能核销 ${printMoney(pay)} 元`
  }
  return faultOfPicks(money, picksOf(chosen))
}
