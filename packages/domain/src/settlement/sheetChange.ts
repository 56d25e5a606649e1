// Changes of an approved sheet that one person asks for and another agrees to, while nothing of it is paid.
import { sumFen, ZERO_FEN, type Fen } from '../figures/money.ts'
import { cashDue } from './payPlan.ts'

/** Lines are taken off, or paid to another account. */
export const sheetChanges = { removeLine: '移出运单', changePayee: '更换收款账户' } as const
export type SheetChange = keyof typeof sheetChanges

/** The figures of a line that make up a sheet, fen. */
export interface LineFigures {
  readonly freight: Fen
  readonly oil: Fen
  readonly advanced: Fen
  readonly deducted: Fen
  /** The share of `deducted` that is penalties. */
  readonly penalty: Fen
}

/** The sums of a sheet of these lines that takes off `carriedIn` of earlier debts: debts stay on it whole. */
export function sheetSums(
  lines: readonly LineFigures[],
  carriedIn: Fen,
): LineFigures & { readonly due: Fen; readonly carriedOut: Fen } {
  const sumOf = (name: keyof LineFigures): Fen => sumFen(lines.map(line => line[name]))
  const sums = {
    freight: sumOf('freight'),
    oil: sumOf('oil'),
    advanced: sumOf('advanced'),
    deducted: sumOf('deducted'),
    penalty: sumOf('penalty'),
  }
  const { cash, owed } = cashDue({
    payable: sums.freight,
    oil: sums.oil,
    deductions: sumFen([sums.deducted, sums.advanced, carriedIn]),
    paid: ZERO_FEN,
  })
  return { ...sums, due: cash, carriedOut: owed }
}
