// Amounts of records of money: deposits and their ways out, refunds, input invoices and estimates.
import { subtractFen, ZERO_FEN, type Fen } from '../figures/money.ts'
import { depositFigures, inputFigures, tentativeFigures } from './explained.ts'
import type { DepositFigure, InputFigure, TentativeFigure } from './explained.ts'
import { explainAmount, explainSum, linkedAmount, type ExplainedAmount } from './explanation.ts'
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

/** The lines of an estimate, those that took them back or had them stand again, and the cost that took their place. */
export interface TentativeExplained {
  readonly estimated: ToldSum
  /** Those that can be taken back: an estimate in red stands for none. */
  readonly standing: ToldSum
  readonly taken: ToldSum
  readonly actual: ToldSum
  /** The estimates that were replaced. */
  readonly replaced: ToldSum
  readonly link?: string | undefined
}

/** A figure of an estimate. */
export function explainTentative(of: TentativeFigure, told: TentativeExplained): ExplainedAmount {
  const estimated = explainTold(tentativeFigures.estimated, told.estimated)
  const actual = explainTold(tentativeFigures.actual, told.actual)
  const standing = explainTold(tentativeFigures.estimated, told.standing)
  const taken = explainTold('冲回与恢复', told.taken)
  const amount = {
    estimated,
    open: explainSum(tentativeFigures.open, {
      plus: told.taken.count === 0 ? [standing] : [standing, taken],
      note: '红字冲回为负',
    }),
    actual,
    difference: explainSum(tentativeFigures.difference, {
      plus: [actual],
      less: [explainTold('已替换的暂估', told.replaced)],
      note: '实际成本减暂估',
    }),
  }[of]
  return linkedAmount(amount, told.link)
}
