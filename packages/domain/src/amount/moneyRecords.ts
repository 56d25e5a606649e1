// Amounts of records of money: deposits and their ways out, refunds, and input invoices.
import { subtractFen, ZERO_FEN, type Fen } from '../figures/money.ts'
import { depositFigures, inputFigures, type DepositFigure, type InputFigure } from './explained.ts'
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

/** An input invoice as it says its amounts, and the shares of waybills. */
export interface InputExplained {
  readonly gross: Fen
  readonly tax: Fen
  /** The word of how its amounts came in. */
  readonly source: string
  readonly bound: ToldSum
}

/** A figure of an input invoice: gross and tax stand on its face, the rest follows. */
export function explainInput(of: InputFigure, { gross: whole, tax: share, source, bound: told }: InputExplained) {
  const note = `票面金额，${source}`
  const tax = explainAmount(inputFigures.tax, share, note)
  const gross = explainAmount(inputFigures.gross, whole, note)
  const bound = explainTold(inputFigures.bound, told)
  const net = explainAmount(inputFigures.net, subtractFen(whole, share))
  return {
    gross: explainSum(inputFigures.gross, { plus: [net, tax], note }),
    net: explainSum(inputFigures.net, { plus: [gross], less: [tax] }),
    tax,
    bound,
    unbound: explainSum(inputFigures.unbound, { plus: [gross], less: bound.value === 0 ? [] : [bound] }),
  }[of]
}
