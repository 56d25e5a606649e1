// Waybills that may stand on one settlement sheet together, and the sums of a choice of them.
import type { SettleableRow } from '@yunshu/contract/settlement/settleable'
import { problemText } from '@yunshu/domain/problems/problems'
import { sumFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { cashDue } from '@yunshu/domain/settlement/payPlan'
import { sheetMax } from '@yunshu/domain/settlement/settlement'

type Row = Pick<
  SettleableRow,
  | 'partId'
  | 'part'
  | 'shipperId'
  | 'carrierId'
  | 'receiptOk'
  | 'hold'
  | 'payable'
  | 'oil'
  | 'advanced'
  | 'deducted'
  | 'owed'
>

/**
 * The reason a row cannot join the chosen ones, in words; undefined when it can. A chosen row can always be left out.
 */
export function barrierOfRow(row: Row, chosen: readonly Row[]): string | undefined {
  if (chosen.some(({ partId }) => partId === row.partId)) return undefined
  return whyNotBeside(row, chosen)
}

/** The same for a row that is none of the chosen ones. */
export function whyNotBeside(row: Row, chosen: readonly Row[]): string | undefined {
  if (row.hold !== undefined) return `已暂缓：${row.hold.reason}`
  if (!row.receiptOk) return row.part === 'receipt' ? '待回单' : '回单未确认'
  const first = chosen[0]
  if (first && (row.part === 'pre') !== (first.part === 'pre')) return '预付与运费分别制单'
  if (first && row.shipperId !== first.shipperId) return '货主与已选运单不同'
  if (first && row.carrierId !== first.carrierId) return '承运商与已选运单不同'
  return chosen.length >= sheetMax ? `一张结算单最多${sheetMax}笔分期` : undefined
}

/** Whether rows may stand on one sheet; the refusal of the server, said before sending. */
export function mixedFault(chosen: readonly Row[]): string | undefined {
  const owners = new Set(chosen.map(({ shipperId, carrierId }) => `${shipperId} ${carrierId}`))
  return owners.size > 1 ? problemText('settlement.mixed') : undefined
}

export interface SheetTotals {
  readonly count: number
  readonly payable: Fen
  readonly oil: Fen
  readonly advanced: Fen
  readonly deducted: Fen
  /** Debt of earlier sheets taken off. */
  readonly carriedIn: Fen
  readonly due: Fen
  /** The debt that remains when nothing is left to pay. */
  readonly carriedOut: Fen
}

/**
 * The sums of the chosen waybills, by the server's rules: the carrier's debt is taken off once, and an amount below
 * zero is carried on.
 */
export function totalsOf(chosen: readonly Row[]): SheetTotals {
  const payable = sumFen(chosen.map(row => row.payable))
  const oil = sumFen(chosen.map(row => row.oil))
  const deducted = sumFen(chosen.map(row => row.deducted))
  const advanced = sumFen(chosen.map(row => row.advanced))
  // a debt is taken off what was earned, not off an advance
  const carriedIn = chosen[0]?.part === 'pre' ? ZERO_FEN : (chosen[0]?.owed ?? ZERO_FEN)
  const { cash, owed } = cashDue({ payable, oil, deductions: sumFen([deducted, advanced, carriedIn]), paid: ZERO_FEN })
  return { count: chosen.length, payable, oil, advanced, deducted, carriedIn, due: cash, carriedOut: owed }
}
