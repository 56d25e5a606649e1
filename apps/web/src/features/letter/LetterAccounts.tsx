// The accounts of a letter with the word of the company on each, and the way to the movements of the month.
import type { LetterDetail, LetterLine } from '@yunshu/contract/letter/letter'
import { listUrl } from '@yunshu/contract/screens/screens'
import type { LetterLineFigure } from '@yunshu/domain/amount/explained'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { lineMarks, type LineAct } from '@yunshu/domain/statement'
import { flowAccounts } from '@yunshu/domain/voucher/chart'
import { shiftPeriod, startOfPeriod } from '@yunshu/domain/voucher/voucher'
import { useMemo } from 'react'
import { useSession } from '../../lib/session.ts'
import { sidesOf } from '../../lib/side.ts'
import { AskedMoney } from '../../parts/explain/AskedMoney.tsx'
import type { BooksAmount } from '../../parts/explain/askedAmount.ts'
import { LineActs } from '../../parts/statement/LineActs.tsx'
import { Section } from '../../ui/Facts.tsx'
import { Money } from '../../ui/Figures.tsx'
import type { Column } from '../../ui/list/column.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import type { OnLetterAct } from './LetterDisputes.tsx'

/** The movements of the account in the month of the letter. */
const flowOf = (letter: LetterDetail, { account }: LetterLine, isHouse: boolean): string =>
  listUrl('FlowingWater', {
    account,
    from: String(startOfPeriod(letter.period)),
    to: String(startOfPeriod(shiftPeriod(letter.period, 1))),
    ...(isHouse ? { partyId: letter.partyId, branchId: letter.branchCompanyId } : {}),
  })

const askedOf = ({ id }: LetterDetail, { account }: LetterLine, figure: LetterLineFigure): BooksAmount => ({
  amountOf: 'letterLine',
  id,
  account,
  figure,
})

/** Disputes are answered where they are read, above. */
const actsOf = ({ acts }: LetterLine): readonly LineAct[] => acts.filter(act => act !== 'explain')
const columnsOf = (letter: LetterDetail, isHouse: boolean, onAct: OnLetterAct): readonly Column<LetterLine>[] => {
  const figure = (key: LetterLineFigure, title: string): Column<LetterLine> => ({
    key,
    title,
    width: 112,
    align: 'right',
    render: line => <AskedMoney asked={askedOf(letter, line, key)} value={line[key]} />,
  })
  return [
    {
      key: 'account',
      title: '账户',
      width: 110,
      card: 'title',
      render: line => (
        <a className="ys-link" href={flowOf(letter, line, isHouse)}>
          {flowAccounts[line.account]}
        </a>
      ),
    },
    figure('opening', '期初余额(元)'),
    figure('income', '本期增加(元)'),
    figure('outgo', '本期减少(元)'),
    {
      ...figure('closing', '期末余额(元)'),
      card: 'figure',
      render: line => (
        <>
          <AskedMoney asked={askedOf(letter, line, 'closing')} value={line.closing} strong />
          {line.closingNow !== undefined && (
            <div className="ys-weak">
              发函后又有入账，现为 <Money value={line.closingNow} />
            </div>
          )}
        </>
      ),
    },
    {
      key: 'mark',
      title: '核对',
      width: 90,
      card: 'tag',
      render: ({ mark }) =>
        mark === 'disputed' ? <span className="ys-fault">{lineMarks[mark]}</span> : lineMarks[mark],
    },
    ...(letter.rows.some(line => actsOf(line).length > 0)
      ? [
          {
            key: 'acts',
            title: '操作',
            width: 150,
            render: (line: LetterLine) => (
              <LineActs acts={actsOf(line)} of={flowAccounts[line.account]} onAct={act => onAct(act, line)} />
            ),
          },
        ]
      : []),
  ]
}

export function LetterAccounts({ letter, onAct }: { letter: LetterDetail; onAct: OnLetterAct }) {
  const isHouse = sidesOf(useSession(s => s.info)).some(isHouseSide)
  const columns = useMemo(() => columnsOf(letter, isHouse, onAct), [letter, isHouse, onAct])
  return (
    <Section title={`账户（${letter.lines} 个）`}>
      <SimpleTable title="各账户余额" rows={letter.rows} columns={columns} rowKey={({ account }) => account} />
    </Section>
  )
}
