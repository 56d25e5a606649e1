// Balances of accounts and lines of vouchers, each with the figures it is made of.
import { fen, negateFen, splitTax, subtractFen, sumFen, type Fen } from '../figures/money.ts'
import { transportVat } from '../voucher/postings.ts'
import { explainAmount, explainSum, explainWorked, linkedAmount, type ExplainedAmount } from './explanation.ts'

/** The largest lines of a sum, and how many there are in all with their total. */
export interface ToldSum {
  readonly largest: readonly ExplainedAmount[]
  readonly count: number
  readonly total: Fen
  /** The list that holds exactly these lines. */
  readonly link?: string | undefined
  /** The word of a line with its measure, where it is none of the books: 单运单. */
  readonly unit?: string
}

/** The most lines a sum of the books tells one by one. */
export const largestTold = 20

/** A sum of which only the largest lines are told; those beyond stand together. */
export function explainTold(label: string, { largest, count, total, link, unit }: ToldSum): ExplainedAmount {
  const rest = subtractFen(total, sumFen(largest.map(({ value }) => value)))
  const beyond = count - largest.length
  const plus =
    beyond > 0
      ? [
          ...largest,
          linkedAmount(
            explainAmount(`其余 ${beyond} ${unit ?? '行'}`, rest, unit === undefined ? '金额较小的分录' : '金额较小的'),
            link,
          ),
        ]
      : largest
  return linkedAmount(explainSum(label, { plus, note: `${count} ${unit ?? '行分录'}` }), link)
}

/** A month before the one asked about, with what it added to the account: debit less credit. */
export interface MonthMoved {
  readonly label: string
  readonly moved: Fen
  readonly link?: string | undefined
}

/** Months told one by one, the latest first; those before stand together. */
const monthsTold = 24

/** The side of a balance counted as debit less credit, and its amount there. */
const onSide = (balance: number, isCredit: boolean): Fen => fen(isCredit ? 0 - balance : balance)

/** The balance before a month: what each month before it added. `isCredit` says on which side it is told. */
export function explainOpening(months: readonly MonthMoved[], isCredit: boolean): ExplainedAmount {
  const told = months
    .slice(0, monthsTold)
    .map(({ label, moved, link }) => linkedAmount(explainAmount(label, onSide(moved, isCredit)), link))
  const older = months.slice(monthsTold)
  const plus =
    older.length === 0
      ? told
      : [...told, explainAmount(`更早 ${older.length} 个月`, onSide(sumFen(older.map(({ moved }) => moved)), isCredit))]
  return explainSum(`期初余额（${sideWord(isCredit)}）`, {
    plus,
    note: months.length === 0 ? '以前没有发生额' : '以前各月的发生额',
  })
}

const sideWord = (isCredit: boolean): string => (isCredit ? '贷' : '借')

/** Opening, debits and credits of an account in a month. */
export interface AccountFigures {
  readonly months: readonly MonthMoved[]
  readonly debit: ToldSum
  readonly credit: ToldSum
}

/** A balance stands in credit where it is below zero, counted as debit less credit. */
export const isCreditBalance = (balance: number): boolean => balance < 0

/** The balance after a month, told on the side it stands on: above zero there. */
export function explainClosing({ months, debit, credit }: AccountFigures): ExplainedAmount {
  const opening = sumFen(months.map(({ moved }) => moved))
  const isCredit = isCreditBalance(opening + debit.total - credit.total)
  const [up, down] = isCredit ? (['贷', '借'] as const) : (['借', '贷'] as const)
  const sums = { 借: explainTold('本期借方', debit), 贷: explainTold('本期贷方', credit) }
  return explainSum(`期末余额（${sideWord(isCredit)}）`, {
    plus: [explainOpening(months, isCredit), sums[up]],
    less: [sums[down]],
  })
}

/** A line of a booked entry, as far as its amount goes. */
export interface BookedLineFigures {
  readonly event: string
  readonly account: string
  /** Debit or credit, whichever it has; below zero in red. */
  readonly amount: Fen
  /** Amounts of other lines of revenue in the same entry, or of cost for the same part. */
  readonly otherRevenue: Fen
  /** The tax of revenue whose charges have rates of their own; absent: all of it is taxed as transport. */
  readonly tax?: Fen | undefined
  /** The amount the record behind the entry holds; undefined where none is at hand. */
  readonly recorded: Fen | undefined
}

const revenueAccounts: readonly string[] = ['6001.01', '6051.01']

/** The amount a line is worked out to from the record it comes of. */
function workedFrom(figures: BookedLineFigures, recorded: Fen): Fen {
  const { event, account, otherRevenue } = figures
  if (event !== 'E2') return subtractFen(recorded, otherRevenue)
  const tax = figures.tax ?? splitTax(recorded, transportVat).tax
  const net = subtractFen(recorded, tax)
  if (account === '2221.07') return tax
  return revenueAccounts.includes(account) ? subtractFen(net, otherRevenue) : recorded
}

/** Words of a line beside its amount. */
export interface LineWords {
  readonly label: string
  readonly summary: string
  /** The record the amount comes of: 运单 YD…. */
  readonly record: string
  readonly link?: string | undefined
  /** The record is the line that is taken back. */
  readonly isRed: boolean
  /** The freight, where the reader may see what it is made of. */
  readonly freight?: ExplainedAmount | undefined
}

/** A line of a voucher: from its record by the rule of its event. */
export function explainVoucherLine(figures: BookedLineFigures, words: LineWords): ExplainedAmount {
  const { label, summary, record, link, isRed, freight } = words
  const { recorded, otherRevenue } = figures
  if (recorded === undefined) return explainAmount(label, figures.amount, `${summary}，依据是当时的业务记录`)
  const shown = isRed ? negateFen(recorded) : recorded
  const source = linkedAmount(freight ?? explainAmount(record, shown, isRed ? '原分录金额' : '记录的金额'), link)
  return explainWorked(label, workedFrom(figures, recorded), lineRule(figures, isRed, summary), [
    source,
    ...(otherRevenue === 0
      ? []
      : [explainAmount(figures.event === 'E2' ? '计入其他收入科目' : '计入其他成本科目', otherRevenue, '按记账规则')]),
  ])
}

function lineRule({ event, account, tax }: BookedLineFigures, isRed: boolean, summary: string): string {
  if (isRed) return `${summary}：原分录的相反数`
  if (event !== 'E2') return summary
  const rate = `${transportVat / 100}%`
  if (tax !== undefined && account !== '1122.01')
    return account === '2221.07'
      ? '税额：各税率的费用分别计算，四舍五入到分'
      : '不含税收入：价税合计减税额（各费用的税率）'
  if (account === '2221.07') return `税额：价税合计 ÷ (1 + ${rate}) × ${rate}，四舍五入到分`
  return revenueAccounts.includes(account) ? `不含税收入：价税合计减税额（${rate}）` : summary
}
