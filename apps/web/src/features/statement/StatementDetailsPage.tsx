// One statement: its sums, its lines with what both sides said of them, and its history.
import { getStatement, type StatementDetail } from '@yunshu/contract/statement/statement'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { statementStates, wholeMoves, type WholeMove } from '@yunshu/domain/statement'
import { periodText } from '@yunshu/domain/voucher/voucher'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useCall } from '../../lib/useCall.ts'
import { PaperSaid } from '../../parts/statement/PaperSaid.tsx'
import { DetailPage } from '../../ui/DetailPage.tsx'
import { Facts, Section } from '../../ui/Facts.tsx'
import { Money, Time } from '../../ui/Figures.tsx'
import { PageActions } from '../../ui/PageActions.tsx'
import { Hero } from '../../ui/record/Hero.tsx'
import { History } from '../../ui/record/History.tsx'
import { useAddressAct } from '../../ui/record/useAddressAct.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { StatementDialog } from './StatementDialog.tsx'
import { StatementLines } from './StatementLines.tsx'
import { StatementPaperDrawer } from './StatementPaperDrawer.tsx'
import { sumFacts } from './statementFacts.tsx'

const isWhole = (act: string | undefined): act is WholeMove => wholeMoves.some(move => move === act)
const labelOf = (act: string): string => (isWhole(act) ? statementStates.moves[act].label : '办理')

/** Screen StatementDetails. */
export default function StatementDetailsPage() {
  const { id = '' } = useParams()
  const answer = useCall(getStatement, { id }, { quiet: true })
  const { data } = answer
  const [pressed, setMoving] = useState<WholeMove>()
  const [isPrinting, setPrinting] = useState(false)
  const asked = useAddressAct(id, data?.moves, act => `现在不能${labelOf(act)}`)
  const moving = pressed ?? (isWhole(asked.act) ? asked.act : undefined)
  return (
    <>
      <DetailPage
        answer={answer}
        title={it => `对账单 ${it.statementNo}`}
        hero={it => (
          <Hero
            word="对账单"
            name={it.statementNo}
            tag={<StatusTag machine={statementStates} state={it.state} />}
            isTurn={it.moves.includes('confirm') || it.mayExplain}
            line={[it.shipperName, periodText(it.period), it.branchName].join(' · ')}
            figure={{
              value: <Money value={it.closing} />,
              label: '期末应付净额（元）',
              note: `应收减预收，${it.lines} 行`,
            }}
            acts={<Acts it={it} onMove={setMoving} onPrint={() => setPrinting(true)} />}
          />
        )}
        notice={it => <Standing it={it} />}
        rail={it => <History log={it.log} />}
      >
        {it => (
          <>
            <Sums it={it} />
            <StatementLines statement={it} />
          </>
        )}
      </DetailPage>
      {data && moving && (
        <StatementDialog
          key={moving}
          row={data}
          move={moving}
          onClose={() => {
            setMoving(undefined)
            asked.done()
          }}
        />
      )}
      {isPrinting && <StatementPaperDrawer id={id} onClose={() => setPrinting(false)} />}
    </>
  )
}

interface ActsProps {
  it: StatementDetail
  onMove: (move: WholeMove) => void
  onPrint: () => void
}
function Acts({ it, onMove, onPrint }: ActsProps) {
  const moves = it.moves.map(move => ({
    label: statementStates.moves[move].label,
    danger: 'danger' in statementStates.moves[move],
    onClick: () => onMove(move),
  }))
  const next = moves.find(({ danger }) => !danger)
  return <PageActions primary={next} actions={[...moves, { label: '打印', onClick: onPrint, isAside: true }]} />
}

/** Open disputes, lines booked late, or the reason it was withdrawn for. */
function Standing({ it }: { it: StatementDetail }) {
  const said = [
    it.state === 'withdrawn' && it.reason !== undefined ? `已撤回：${it.reason}` : '',
    it.disputed > 0 ? `${it.disputed} 行有异议，等待平台说明或撤回重出` : '',
    it.late > 0 ? `含 ${it.late} 行前期补记：这些账在上一张对账单生成之后才入账` : '',
  ].filter(text => text !== '')
  return <PaperSaid said={said} />
}

function Sums({ it }: { it: StatementDetail }) {
  return (
    <Section title="汇总">
      <Facts
        items={[
          ...sumFacts(it),
          ['期末净额大写', it.closingInWords, 'wide'],
          [
            '上一张',
            it.previousId === undefined ? (
              '首张，期初取自总账'
            ) : (
              <a key="previous" className="ys-link" href={screenUrl('StatementDetails', { id: it.previousId })}>
                {it.previousNo}
              </a>
            ),
          ],
          ['制单人', it.maker],
          ['制单时间', <Time key="made" value={it.createdAt} whole />],
          ['发送人', it.sender ?? ''],
          ['发送时间', it.sentAt === undefined ? '' : <Time key="sent" value={it.sentAt} whole />],
          ['确认人', it.answerer ?? ''],
          ['确认时间', it.answeredAt === undefined ? '' : <Time key="answered" value={it.answeredAt} whole />],
        ]}
      />
    </Section>
  )
}
