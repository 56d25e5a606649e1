// The accounts of a letter with what both sides said of each, and the way to the movements of the month.
import type { LetterDetail, LetterLine } from '@yunshu/contract/letter/letter'
import { listUrl } from '@yunshu/contract/screens/screens'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { lineMarks, type LineAct } from '@yunshu/domain/statement'
import { flowAccounts } from '@yunshu/domain/voucher/chart'
import { shiftPeriod, startOfPeriod } from '@yunshu/domain/voucher/voucher'
import { useMemo, useState } from 'react'
import { useSession } from '../../lib/session.ts'
import { sidesOf } from '../../lib/side.ts'
import { LineActs } from '../../parts/statement/LineActs.tsx'
import { Section } from '../../ui/Facts.tsx'
import { Money } from '../../ui/Figures.tsx'
import type { Column } from '../../ui/list/column.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { LetterMarkDialog } from './LetterMarkDialog.tsx'

/** The movements of the account in the month of the letter. */
const flowOf = (letter: LetterDetail, { account }: LetterLine, isHouse: boolean): string =>
  listUrl('FlowingWater', {
    account,
    from: String(startOfPeriod(letter.period)),
    to: String(startOfPeriod(shiftPeriod(letter.period, 1))),
    ...(isHouse ? { partyId: letter.partyId, branchId: letter.branchCompanyId } : {}),
  })

const Said = ({ mark, dispute, disputedBy, answer, answeredBy }: LetterLine) => (
  <>
    {lineMarks[mark]}
    {dispute !== undefined && (
      <div className="ys-weak">
        异议（{disputedBy}）：{dispute}
      </div>
    )}
    {answer !== undefined && (
      <div className="ys-weak">
        说明（{answeredBy}）：{answer}
      </div>
    )}
  </>
)

type OnAct = (act: LineAct, line: LetterLine) => void
const columnsOf = (letter: LetterDetail, isHouse: boolean, onAct: OnAct): readonly Column<LetterLine>[] => {
  const figure = (key: 'opening' | 'income' | 'outgo' | 'closing', title: string): Column<LetterLine> => ({
    key,
    title,
    width: 130,
    align: 'right',
    render: line => <Money value={line[key]} />,
  })
  return [
    {
      key: 'account',
      title: '账户',
      width: 130,
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
      render: line => (
        <>
          <Money value={line.closing} strong />
          {line.closingNow !== undefined && (
            <div className="ys-weak">
              发函后又有入账，现为 <Money value={line.closingNow} />
            </div>
          )}
        </>
      ),
    },
    { key: 'mark', title: '核对', width: 200, render: Said },
    {
      key: 'acts',
      title: '操作',
      width: 150,
      render: line => <LineActs acts={line.acts} of={flowAccounts[line.account]} onAct={act => onAct(act, line)} />,
    },
  ]
}

export function LetterAccounts({ letter }: { letter: LetterDetail }) {
  const isHouse = sidesOf(useSession(s => s.info)).some(isHouseSide)
  const [marking, setMarking] = useState<{ act: LineAct; line: LetterLine }>()
  const columns = useMemo(() => columnsOf(letter, isHouse, (act, line) => setMarking({ act, line })), [letter, isHouse])
  return (
    <Section title={`账户（${letter.lines} 个）`}>
      <SimpleTable title="各账户余额" rows={letter.rows} columns={columns} rowKey={({ account }) => account} />
      {marking && (
        <LetterMarkDialog
          key={`${marking.act} ${marking.line.account}`}
          letter={letter}
          {...marking}
          onClose={() => setMarking(undefined)}
        />
      )}
    </Section>
  )
}
