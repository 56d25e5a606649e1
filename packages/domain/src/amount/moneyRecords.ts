// Amounts of records of money: deposits and their ways out, and refunds, by what the books hold of them.
import { ZERO_FEN, type Fen } from '../figures/money.ts'
import { depositFigures, type DepositFigure } from './explained.ts'
import { explainAmount, explainSum, type ExplainedAmount } from './explanation.ts'
import { explainTold, type ToldSum } from './ledger.ts'

/** The amount of a record: the lines that book it, or as it was typed while it is in no books. */
export const explainBooked = (
  label: string,
  { typed, lines, why }: { readonly typed: Fen; readonly lines: readonly ExplainedAmount[]; readonly why: string },
): ExplainedAmount =>
  lines.length === 0
    ? explainAmount(label, typed, `${why}，没有入账`)
    : explainSum(label, { plus: lines, note: '按入账的凭证' })

/** A deposit with its ways out by where they stand. */
export interface DepositExplained {
  readonly amount: ExplainedAmount
  readonly asked: ToldSum
  readonly gone: ToldSum
  /** Its money is in the books. */
  readonly isHeld: boolean
}

/** A figure of a deposit. */
export function explainDeposit(of: DepositFigure, told: DepositExplained): ExplainedAmount {
  const asked = explainTold(depositFigures.asked, told.asked)
  const gone = explainTold(depositFigures.gone, told.gone)
  const left = told.isHeld
    ? explainSum(depositFigures.left, { plus: [told.amount], less: [asked, gone].filter(({ value }) => value !== 0) })
    : explainAmount(depositFigures.left, ZERO_FEN, '不在账上的押金没有可退的')
  return { amount: told.amount, asked, gone, left }[of]
}
