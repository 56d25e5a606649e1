// One statement: its sums, its lines with what both sides said of them, and its history.
import { getStatement, urgeStatement, type StatementDetail } from '@yunshu/contract/statement/statement'
import { staleAfter } from '@yunshu/contract/topics'
import { statementStates, wholeMoves, type LineMark, type WholeMove } from '@yunshu/domain/statement'
import { useRef, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { useCall, useSend } from '../../lib/useCall.ts'
import { PaperSaid } from '../../parts/statement/PaperSaid.tsx'
import { awaitedText, paperLine, toldUrge, urgeActs } from '../../parts/urge/urging.ts'
import { DetailPage } from '../../ui/DetailPage.tsx'
import { Money } from '../../ui/Figures.tsx'
import { PageActions } from '../../ui/PageActions.tsx'
import { Hero } from '../../ui/record/Hero.tsx'
import { useAddressAct } from '../../ui/record/useAddressAct.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { StatementDialog } from './StatementDialog.tsx'
import { closingWords } from './statementFacts.tsx'
import { StatementLines } from './StatementLines.tsx'
import { StatementPaperDrawer } from './StatementPaperDrawer.tsx'
import { sinceOf, StatementRail } from './StatementRail.tsx'
import { StatementSums } from './StatementSums.tsx'

const isWhole = (act: string | undefined): act is WholeMove => wholeMoves.some(move => move === act)
const labelOf = (act: string): string => (isWhole(act) ? statementStates.moves[act].label : '办理')

const changed = staleAfter('statement')

/** Screen StatementDetails. */
export default function StatementDetailsPage() {
  const { id = '' } = useParams()
  const answer = useCall(getStatement, { id }, { quiet: true })
  const { data } = answer
  const [pressed, setMoving] = useState<WholeMove>()
  const [isPrinting, setPrinting] = useState(false)
  const asked = useAddressAct(id, data?.moves, act => `现在不能${labelOf(act)}`)
  const moving = pressed ?? (isWhole(asked.act) ? asked.act : undefined)
  const lines = useRef<HTMLDivElement>(null)
  const [, setParams] = useSearchParams()
  const showDisputes = (): void => {
    setParams({ mark: 'disputed' satisfies LineMark })
    lines.current?.scrollIntoView()
  }
  return (
    <>
      <DetailPage
        answer={answer}
        title={it => `对账单 ${it.statementNo}`}
        hero={it => (
          <Hero
            word="对账单"
            unit="份"
            name={it.statementNo}
            tag={<StatusTag machine={statementStates} state={it.state} />}
            isTurn={it.moves.includes('confirm') || it.moves.includes('send') || it.mayExplain}
            waits={awaitedText(it.awaits)}
            since={sinceOf(it)}
            line={paperLine(it.shipperName, it)}
            figure={{
              value: <Money value={closingWords(it.closing).amount} />,
              label: `${closingWords(it.closing).label}(元)`,
              note: `${it.lines} 行`,
            }}
            acts={<Acts it={it} onMove={setMoving} onDisputes={showDisputes} onPrint={() => setPrinting(true)} />}
          />
        )}
        notice={it => <Standing it={it} />}
        rail={it => <StatementRail it={it} />}
      >
        {it => (
          <>
            <StatementSums it={it} />
            <div ref={lines}>
              <StatementLines statement={it} />
            </div>
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
  onDisputes: () => void
  onPrint: () => void
}
function Acts({ it, onMove, onDisputes, onPrint }: ActsProps) {
  const moves = it.moves.map(move => ({
    label: statementStates.moves[move].label,
    danger: 'danger' in statementStates.moves[move],
    onClick: () => onMove(move),
  }))
  const { run, isBusy } = useSend(urgeStatement, { invalidates: changed, done: toldUrge })
  const urge = urgeActs({ ...it, isBusy, onUrge: () => void run({ id: it.id }) })
  const explain = it.mayExplain ? { label: statementStates.moves.explain.label, onClick: onDisputes } : undefined
  const next = moves.find(({ danger }) => !danger) ?? explain
  return (
    <PageActions primary={next} actions={[...urge, ...moves, { label: '打印', onClick: onPrint, isAside: true }]} />
  )
}

/** Open disputes, lines booked late, or the reason it was withdrawn for. */
function Standing({ it }: { it: StatementDetail }) {
  const said = [
    it.state === 'withdrawn' && it.reason !== undefined ? `已撤回：${it.reason}` : '',
    it.disputed > 0
      ? `${it.disputed} 行有异议，${it.mayExplain ? '请逐行说明；账确有错的，改正后撤回重出' : '等待平台说明或撤回重出'}`
      : '',
    it.late > 0 ? `含 ${it.late} 行前期补记：这些账在上一张对账单生成之后才入账` : '',
  ].filter(text => text !== '')
  return <PaperSaid said={said} />
}
