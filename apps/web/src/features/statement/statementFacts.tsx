// The sums of a statement as dialogs, pages and drawers show them.
import type { StatementRow } from '@yunshu/contract/statement/statement'
import { negateFen, subtractFen, type Fen } from '@yunshu/domain/figures/money'
import { periodText } from '@yunshu/domain/voucher/voucher'
import { Money } from '../../ui/Figures.tsx'
import type { Fact } from '../../ui/Facts.tsx'

/** The closing in the direction it lies: what is owed, or prepaid money that is left. */
export const closingWords = (closing: Fen) => {
  const isLeft = closing < 0
  return { isLeft, label: isLeft ? '期末预收结余' : '期末应付结余', amount: isLeft ? negateFen(closing) : closing }
}
export const closingOf = (row: Pick<StatementRow, 'closingOwed' | 'closingPrepaid'>): Fen =>
  subtractFen(row.closingOwed, row.closingPrepaid)

const money = (label: string, value: StatementRow['freight'], strong = false): Fact => [
  label,
  <Money key={label} value={value} strong={strong} />,
]

/** From the opening to the closing, both accounts. */
export const sumFacts = (row: StatementRow): readonly Fact[] => [
  money('期初应收(元)', row.openingOwed),
  money('期初预收(元)', row.openingPrepaid),
  money('本期运费(元)', row.freight),
  money('红字冲减等(元)', row.adjusted),
  money('本期收款(元)', row.received),
  money('退款(元)', row.refunded),
  money('预收冲应收(元)', row.setOff),
  money('本期开票(元)', row.invoiced),
  money('期末应收(元)', row.closingOwed, true),
  money('期末预收(元)', row.closingPrepaid, true),
]

/** The shipper, the month and the branch. */
export const headFacts = (row: StatementRow): readonly Fact[] => [
  ['货主', row.shipperName, 'wide'],
  ['月份', periodText(row.period)],
  ['分公司', row.branchName],
]
