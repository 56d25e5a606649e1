// Sums of shippers' statements and of letters of balances, each with the lines and accounts it is made of.
import { fen, ZERO_FEN, type Fen } from '../figures/money.ts'
import { flowFigures, letterLineFigures } from './explained.ts'
import type { FlowFigure, LetterFigure, LetterLineFigure, StatementFigure } from './explained.ts'
import { explainAmount, explainSum, linkedAmount, type ExplainedAmount } from './explanation.ts'
import { explainOpening, explainTold, type MonthMoved, type ToldSum } from './ledger.ts'

/** The sums of a statement that its lines make. */
export type StatementPart = Exclude<
  StatementFigure,
  'openingOwed' | 'openingPrepaid' | 'closingOwed' | 'closingPrepaid'
>

/** The opening of a statement and where it comes from, and its lines by the sum they go into. */
export interface StatementExplained {
  readonly opening: {
    readonly owed: Fen
    readonly prepaid: Fen
    readonly source: string
    readonly link?: string | undefined
  }
  readonly parts: Readonly<Partial<Record<StatementPart, ToldSum>>>
}

const none: ToldSum = { largest: [], count: 0, total: ZERO_FEN, unit: '行' }

/** A sum of a statement. */
export function explainStatement(of: StatementFigure, { opening, parts }: StatementExplained): ExplainedAmount {
  const { owed, prepaid, source, link } = opening
  const part = (key: StatementPart, label: string): ExplainedAmount => explainTold(label, parts[key] ?? none)
  const first = {
    owed: linkedAmount(explainAmount('期初应收', owed, source), link),
    prepaid: linkedAmount(explainAmount('期初预收', prepaid, source), link),
  }
  const freight = part('freight', '本期运费')
  const adjusted = part('adjusted', '红字冲减等')
  const setOff = part('setOff', '预收冲应收')
  const received = part('received', '本期收款')
  const refunded = part('refunded', '退款')
  return {
    openingOwed: first.owed,
    openingPrepaid: first.prepaid,
    freight,
    adjusted,
    received,
    refunded,
    setOff,
    invoiced: part('invoiced', '本期开票'),
    closingOwed: explainSum('期末应收', { plus: [first.owed, freight, adjusted], less: [setOff] }),
    closingPrepaid: explainSum('期末预收', { plus: [first.prepaid, received], less: [refunded, setOff] }),
  }[of]
}

/** An amount that raises the figure of a line, or lowers it where it is below zero. */
export interface LineTerm {
  readonly label: string
  readonly amount: Fen
  readonly link?: string | undefined
}

/** A figure of a line of a statement: the lines of the books, or the invoice, it stands for. */
export const explainStatementLine = (label: string, terms: readonly LineTerm[], note: string): ExplainedAmount =>
  explainSum(label, { ...signed(terms), note })

/** Amounts added, and those below zero taken off. */
const signed = (terms: readonly LineTerm[]) => {
  const shown = ({ label, amount, link }: LineTerm): ExplainedAmount =>
    linkedAmount(explainAmount(label, fen(Math.abs(amount))), link)
  return {
    plus: terms.filter(({ amount }) => amount >= 0).map(shown),
    less: terms.filter(({ amount }) => amount < 0).map(shown),
  }
}

/** The months before a stretch of days, and the lines within it, of one account. */
export interface MovedAccount {
  /** True where the account grows in credit: the house owes the company, or is owed less. */
  readonly isCredit: boolean
  readonly months: readonly MonthMoved[]
  readonly income: ToldSum
  readonly outgo: ToldSum
}

/** A figure of an account of a letter, on the side on which the account grows. */
export function explainLetterLine(of: LetterLineFigure, told: MovedAccount): ExplainedAmount {
  const opening = explainOpening(told.months, told.isCredit)
  const income = explainTold(letterLineFigures.income, told.income)
  const outgo = explainTold(letterLineFigures.outgo, told.outgo)
  return {
    opening,
    income,
    outgo,
    closing: explainSum(letterLineFigures.closing, { plus: [opening, income], less: [outgo] }),
  }[of]
}

/** A figure of the statement of an account; the balance after a line is that before its day and the lines of the day up to it. */
export function explainFlow(of: FlowFigure, told: MovedAccount): ExplainedAmount {
  const opening = explainOpening(told.months, told.isCredit)
  const income = explainTold(flowFigures.income, told.income)
  const outgo = explainTold(flowFigures.outgo, told.outgo)
  return {
    opening,
    income,
    outgo,
    closing: explainSum(flowFigures.closing, { plus: [opening, income], less: [outgo] }),
    balance: explainSum(flowFigures.balance, {
      plus: [
        { ...opening, label: '上日余额' },
        { ...income, label: '当日收入' },
      ],
      less: [{ ...outgo, label: '当日支出' }],
      note: '到这一笔为止',
    }),
  }[of]
}

/** An account of a letter, debit and credit. */
export interface LetterAccount {
  readonly label: string
  readonly before: Fen
  readonly debit: Fen
  readonly credit: Fen
}

/** A net figure of a letter: its accounts, debit less credit. */
export function explainLetter(of: LetterFigure, accounts: readonly LetterAccount[]): ExplainedAmount {
  const sumOf = (label: string, read: (account: LetterAccount) => Fen): ExplainedAmount =>
    explainSum(label, {
      ...signed(accounts.map(each => ({ label: each.label, amount: read(each) })).filter(({ amount }) => amount !== 0)),
      note: '各账户',
    })
  const opening = sumOf('期初净额（借方减贷方）', ({ before }) => before)
  const debit = sumOf('本期借方', each => each.debit)
  const credit = sumOf('本期贷方', each => each.credit)
  return {
    opening,
    debit,
    credit,
    closing: explainSum('期末净额（借方减贷方）', { plus: [opening, debit], less: [credit] }),
  }[of]
}
