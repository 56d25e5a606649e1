// Waybills chosen to be bound, with the amounts of each: proposed oldest first, typed, or pasted from Excel.
import type { BindCandidate } from '@yunshu/contract/voucher/bind'
import { parseYuan, subtractFen, sumFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { fillInOrder } from '@yunshu/domain/voucher/binding'
import { readBlock } from '../../ui/sheet/sheet.ts'

/** A chosen waybill with its amount. */
export interface Chosen extends BindCandidate {
  readonly amount: Fen
  /** The reason to look at it, in words. */
  readonly note?: string
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
 * Pasted lines laid on the waybills that were found, beside those chosen before: amounts as pasted, else what is left. A number
 * that is repeated counts once, by its first line, and is marked; numbers that were not found are named.
 */
export function takePasted(
  pasted: readonly Pasted[],
  found: readonly BindCandidate[],
  { left, before }: { readonly left: Fen; readonly before: readonly Chosen[] },
): { readonly all: Chosen[]; readonly chosen: number; readonly missing: string[] } {
  const lines = Map.groupBy(pasted, ({ waybillNo }) => waybillNo)
  const byNo = new Map(found.map(row => [row.waybillNo, row]))
  const known = new Set(before.map(row => row.waybillId))
  const told = [...lines].flatMap(([waybillNo, [first]]) => {
    const row = byNo.get(waybillNo)
    return row && first?.amount !== undefined && !known.has(row.waybillId) ? [{ ...row, amount: first.amount }] : []
  })
  const marked = (row: Chosen): Chosen => {
    const times = lines.get(row.waybillNo)?.length ?? 0
    const isKnown = times > 0 && known.has(row.waybillId)
    return times > 1 || isKnown ? { ...row, note: isKnown ? '已选过，金额未改' : `粘贴了 ${times} 次` } : row
  }
  const all = chooseMore([...before, ...told], found, left).map(marked)
  return {
    all,
    chosen: all.length - before.length,
    missing: [...lines.keys()].filter(waybillNo => !byNo.has(waybillNo)),
  }
}
