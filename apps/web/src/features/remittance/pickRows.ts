// Waybills chosen for money that came, with the share of it each gets: proposed oldest due first, ticked or typed.
import type { ReceivableRow } from '@yunshu/contract/remittance/remittance'
import { printMoney, smallerFen, subtractFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { faultOfPicks, offsetPrepaid, pickedFen, type PickedItem } from '@yunshu/domain/voucher/offset'
import { isUnreadable, type Unreadable } from '../../ui/fields/unreadable.ts'

/** A chosen waybill with its share, as it is typed. */
export interface Chosen extends ReceivableRow {
  readonly pay: Fen | Unreadable
  /** Its rest is given up, as long as it is a tail. */
  readonly isTailed?: boolean | undefined
}

/** Waybills filled with the money, the oldest due first. */
export const fillOldest = (money: Fen, rows: readonly ReceivableRow[]): Chosen[] =>
  offsetPrepaid(money, rows).map(({ item, amount }) => ({ ...item, pay: amount }))

/** The rest of a chosen waybill where it is a tail: above nothing, and no more than a claim gives up. */
export function tailOf({ pay, open }: Chosen, most: Fen): Fen | undefined {
  if (isUnreadable(pay) || pay <= 0 || pay >= open) return undefined
  const rest = subtractFen(open, pay)
  return rest <= most ? rest : undefined
}

/** The shares that can be read, with the tails that are given up. */
export const sentPicks = (chosen: readonly Chosen[], most: Fen): (PickedItem & { tail?: Fen })[] =>
  chosen.flatMap(row => {
    const { waybillId, pay, isTailed } = row
    const tail = isTailed ? tailOf(row, most) : undefined
    return isUnreadable(pay) ? [] : [{ waybillId, amount: pay, ...(tail === undefined ? {} : { tail }) }]
  })

/** Gives the rest of a chosen waybill up, or not. */
export const setTailed = (chosen: readonly Chosen[], id: string, isTailed: boolean): Chosen[] =>
  chosen.map(row => (row.waybillId === id ? { ...row, isTailed } : row))

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
  const isTailed = chosen.find(({ waybillId }) => waybillId === row.waybillId)?.isTailed
  return pay === undefined ? others : [...others, { ...row, pay, ...(isTailed === undefined ? {} : { isTailed }) }]
}

/** Chooses a waybill with as much of it as the money still reaches, or lets it go. */
export function toggleReceivable(money: Fen, chosen: readonly Chosen[], row: ReceivableRow): Chosen[] {
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
