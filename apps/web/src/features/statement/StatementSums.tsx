// The sums of a statement, from its opening to its closing; each says how it came.
import type { StatementDetail } from '@yunshu/contract/statement/statement'
import { screenUrl } from '@yunshu/contract/screens/screens'
import type { StatementFigure } from '@yunshu/domain/amount/explained'
import { negateFen, subtractFen, type Fen } from '@yunshu/domain/figures/money'
import type { ReactNode } from 'react'
import { Asked, AskedMoney } from '../../parts/explain/AskedMoney.tsx'
import type { BooksAmount } from '../../parts/explain/askedAmount.ts'
import { Facts, Section } from '../../ui/Facts.tsx'
import { Reckoning } from '../../ui/Reckoning.tsx'
import { closingWords } from './statementFacts.tsx'

const askedOf = ({ id }: StatementDetail, figure: StatementFigure): BooksAmount => ({
  amountOf: 'statement',
  id,
  figure,
})

/** The way from opening to closing in one line, then both accounts. */
export function StatementSums({ it }: { it: StatementDetail }) {
  const { isLeft, label, amount } = closingWords(it.closing)
  const opening = subtractFen(it.openingOwed, it.openingPrepaid)
  const turned = (value: Fen): Fen => (isLeft ? negateFen(value) : value)
  const asks = (figure: StatementFigure) => (shown: ReactNode) => <Asked asked={askedOf(it, figure)}>{shown}</Asked>
  return (
    <Section title="汇总">
      <Reckoning
        opening={[isLeft ? '期初预收结余' : '期初应付结余', turned(opening)]}
        changes={[
          ['本期运费', turned(it.freight), asks('freight')],
          ['红字冲减等', turned(it.adjusted), asks('adjusted')],
          ['本期收款', turned(negateFen(it.received)), asks('received')],
          ['退款', turned(it.refunded), asks('refunded')],
        ]}
        closing={[
          label,
          amount,
          it.closingPrepaid === 0 ? asks('closingOwed') : it.closingOwed === 0 ? asks('closingPrepaid') : undefined,
        ]}
      />
      <Facts
        items={[
          [`${label}大写`, it.closingInWords, 'wide'],
          // one account alone is the closing itself
          ...(it.closingOwed === 0 || it.closingPrepaid === 0
            ? []
            : ([
                ['期末应收(元)', <AskedMoney key="owed" asked={askedOf(it, 'closingOwed')} value={it.closingOwed} />],
                [
                  '期末预收(元)',
                  <AskedMoney key="prepaid" asked={askedOf(it, 'closingPrepaid')} value={it.closingPrepaid} />,
                ],
              ] as const)),
          ['预收冲应收(元)', <AskedMoney key="setOff" asked={askedOf(it, 'setOff')} value={it.setOff} />],
          ['本期开票(元)', <AskedMoney key="invoiced" asked={askedOf(it, 'invoiced')} value={it.invoiced} />],
          [
            '上期对账单',
            it.previousId === undefined ? (
              '首张，期初取自总账'
            ) : (
              <a key="previous" className="ys-link" href={screenUrl('StatementDetails', { id: it.previousId })}>
                {it.previousNo}
              </a>
            ),
          ],
        ]}
      />
    </Section>
  )
}
