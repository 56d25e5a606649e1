// Waybills chosen to be bound, with the amounts of each: proposed oldest first, typed, or pasted from Excel.
import type { BindCandidate } from '@yunshu/contract/voucher/bind'
import { parseYuan, subtractFen, sumFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { fillInOrder } from '@yunshu/domain/voucher/binding'
import { readBlock } from '../../ui/sheet/sheet.ts'

/** A chosen waybill with its amount. */
export interface Chosen extends BindCandidate {
  readonly amount: Fen
}

/** Adds waybills, the oldest first, each with what is left of the voucher; those chosen already stay as they are. */
export function chooseMore(chosen: readonly Chosen[], more: readonly BindCandidate[], left: Fen): Chosen[] {
  const known = new Set(chosen.map(row => row.waybillId))
  const fresh = more.filter(row => !known.has(row.waybillId)).toSorted((a, b) => (a.signedAt ?? 0) - (b.signedAt ?? 0))
  const amounts = fillInOrder(
    restOf(left, chosen),
    fresh.map(row => ({ id: row.waybillId, free: row.free })),
  )
  return [...chosen, ...fresh.map((row, n) => ({ ...row, amount: amounts[n]?.amount ?? ZERO_FEN }))]
}

/** The rest of the voucher after the chosen ones; never below nothing. */
export function restOf(left: Fen, chosen: readonly Chosen[]): Fen {
  const sum = sumFen(chosen.map(row => row.amount))
  return sum > left ? ZERO_FEN : subtractFen(left, sum)
}

/** A pasted line: a number, and an amount where there is one. */
export interface Pasted {
  readonly waybillNo: string
  readonly amount?: Fen
}

/** Reads lines of a spreadsheet: a number and an amount in any order; headings and empty lines are left out. */
export function readPasted(text: string): Pasted[] {
  return readBlock(text).flatMap(cells => {
    const plain = cells.flatMap(cell => cell.trim().split(/[\s，]+/)).filter(cell => cell !== '')
    const waybillNo = plain.find(cell => /^[A-Za-z]{2,}\w*\d/.test(cell))
    if (waybillNo === undefined) return []
    const amount = plain
      .filter(cell => cell !== waybillNo)
      .map(cell => parseYuan(cell.replaceAll(',', '')))
      .find(each => each !== undefined)
    return [{ waybillNo, ...(amount === undefined ? {} : { amount }) }]
  })
}

/**
 * Pasted lines laid on the waybills that were found: amounts as pasted, else what is left. Numbers that were not found are
 * named.
 */
export function takePasted(
  pasted: readonly Pasted[],
  found: readonly BindCandidate[],
  left: Fen,
): { readonly chosen: Chosen[]; readonly missing: string[] } {
  const byNo = new Map(found.map(row => [row.waybillNo, row]))
  const told = pasted.flatMap(({ waybillNo, amount }) => {
    const row = byNo.get(waybillNo)
    return row && amount !== undefined ? [{ ...row, amount }] : []
  })
  const rest = found.filter(row => told.every(each => each.waybillId !== row.waybillId))
  return {
    chosen: chooseMore(told, rest, left),
    missing: pasted.filter(({ waybillNo }) => !byNo.has(waybillNo)).map(({ waybillNo }) => waybillNo),
  }
}
