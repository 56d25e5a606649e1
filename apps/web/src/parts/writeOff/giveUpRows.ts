// Waybills chosen to be given up, with the amount of each: ticked they are given up whole, or as much as is typed.
import type { ReceivableRow } from '@yunshu/contract/remittance/remittance'
import { printMoney, type Fen } from '@yunshu/domain/figures/money'
import type { PickedItem } from '@yunshu/domain/voucher/offset'
import { faultOfGivenUp, writeOffMost } from '@yunshu/domain/writeOff'
import { isUnreadable, type Unreadable } from '../../ui/fields/unreadable.ts'

/** A chosen waybill with its amount, as it is typed. */
export interface GivenUpRow extends ReceivableRow {
  readonly off: Fen | Unreadable
}

/** The amounts that can be read. */
export const givenUpItems = (chosen: readonly GivenUpRow[]): PickedItem[] =>
  chosen.flatMap(({ waybillId, off }) => (isUnreadable(off) ? [] : [{ waybillId, amount: off }]))

/** The amount typed for a waybill; nothing typed is not chosen. */
export function setOff(
  chosen: readonly GivenUpRow[],
  row: ReceivableRow,
  off: Fen | Unreadable | undefined,
): GivenUpRow[] {
  const others = chosen.filter(({ waybillId }) => waybillId !== row.waybillId)
  return off === undefined ? others : [...others, { ...row, off }]
}

/** Adds rows whole, the first ones first, as many as one request takes; chosen ones stay as they are. */
export function chooseAll(chosen: readonly GivenUpRow[], rows: readonly ReceivableRow[]): readonly GivenUpRow[] {
  const held = new Set(chosen.map(({ waybillId }) => waybillId))
  const fresh = rows.filter(({ waybillId }) => !held.has(waybillId))
  const room = Math.max(0, writeOffMost - chosen.length)
  return [...chosen, ...fresh.slice(0, room).map(row => ({ ...row, off: row.open }))]
}

/** The reason the chosen waybills cannot be given up, in words; undefined where they can. */
export function faultOfRows(chosen: readonly GivenUpRow[]): string | undefined {
  for (const { waybillNo, off, open } of chosen) {
    if (isUnreadable(off)) return `${waybillNo}：${off.fault}`
    if (off > open) return `${waybillNo} 未收 ${printMoney(open)} 元，不能核销 ${printMoney(off)} 元`
  }
  if (chosen.length > writeOffMost) return `一次最多核销 ${writeOffMost} 单`
  return faultOfGivenUp(givenUpItems(chosen))
}
