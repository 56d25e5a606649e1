// One letter of balances: its net amounts, disputes, accounts, and its history.
import { getLetter, urgeLetter, type LetterDetail, type LetterLine } from '@yunshu/contract/letter/letter'
import { staleAfter } from '@yunshu/contract/topics'
import { absoluteFen } from '@yunshu/domain/figures/money'
import { letterMoves, letterStates, type WholeLetterMove } from '@yunshu/domain/letter'
import type { LineAct } from '@yunshu/domain/statement'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useCall, useSend } from '../../lib/useCall.ts'
import { PaperSaid } from '../../parts/statement/PaperSaid.tsx'
import { awaitedText, paperLine, toldUrge, urgeActs } from '../../parts/urge/urging.ts'
import { DetailPage } from '../../ui/DetailPage.tsx'
import { Money } from '../../ui/Figures.tsx'
import { PageActions } from '../../ui/PageActions.tsx'
import { Hero } from '../../ui/record/Hero.tsx'
import { useAddressAct } from '../../ui/record/useAddressAct.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { usePaper } from '../../ui/usePaper.tsx'
import { LetterAccounts } from './LetterAccounts.tsx'
import { LetterDialog } from './LetterDialog.tsx'
import { LetterDisputes } from './LetterDisputes.tsx'
import { LetterMarkDialog } from './LetterMarkDialog.tsx'
import { LetterRail, sinceOf } from './LetterRail.tsx'
import { directionOfLetter, LetterSums } from './LetterSums.tsx'
import { LetterPaper } from './LetterPaper.tsx'

const isWhole = (act: string | undefined): act is WholeLetterMove => letterMoves.some(move => move === act)
const labelOf = (act: string): string =>
  isWhole(act) ? letterStates.moves[act].label : act === 'explain' ? letterStates.moves.explain.label : '办理'
/** The first account whose dispute waits for the reader. */
const toExplain = (it: LetterDetail): LetterLine | undefined => it.rows.find(({ acts }) => acts.includes('explain'))
/** Acts the address can ask for. */
const offeredOf = (it: LetterDetail): readonly string[] => [...it.moves, ...(toExplain(it) ? ['explain'] : [])]

const changed = staleAfter('letter')

/** Screen LetterDetails. */
export default function LetterDetailsPage() {
  const { id = '' } = useParams()
  const answer = useCall(getLetter, { id }, { quiet: true })
  const { data } = answer
  const [pressed, setMoving] = useState<WholeLetterMove>()
  const asked = useAddressAct(id, data && offeredOf(data), act => `现在不能${labelOf(act)}`)
  const moving = pressed ?? (isWhole(asked.act) ? asked.act : undefined)
  const [pressedMark, setMarking] = useState<Marking>()
  const explained = data && asked.act === 'explain' ? toExplain(data) : undefined
  const marking = pressedMark ?? (explained && { act: 'explain', line: explained })
  return (
    <>
      <DetailPage
        answer={answer}
        title={it => `对账函 ${it.letterNo}`}
        hero={it => (
          <Hero
            word="对账函"
            unit="份"
            name={it.letterNo}
            tag={<StatusTag machine={letterStates} state={it.state} />}
            waits={awaitedText(it.awaits)}
            since={sinceOf(it)}
            isTurn={it.moves.includes('confirm') || toExplain(it) !== undefined}
            line={paperLine(it.partyName, it)}
            figure={{
              value: <Money value={absoluteFen(it.closing)} />,
              // while an account is disputed nobody says that the sum is agreed
              label: it.disputed > 0 ? '账面净额(元)' : `${directionOfLetter(it)}(元)`,
              note:
                it.disputed > 0 ? (
                  <>
                    <span className="ys-hero-wide">{it.closing === 0 ? '借贷相抵' : directionOfLetter(it)}，</span>
                    {it.disputed} 个账户有异议
                  </>
                ) : undefined,
            }}
            acts={<Acts it={it} onMove={setMoving} onMark={setMarking} />}
          />
        )}
        notice={it => <Standing it={it} />}
        rail={it => <LetterRail it={it} />}
      >
        {it => (
          <>
            <LetterDisputes letter={it} onAct={(act, line) => setMarking({ act, line })} />
            <LetterSums it={it} />
            <LetterAccounts letter={it} onAct={(act, line) => setMarking({ act, line })} />
          </>
        )}
      </DetailPage>
      {data && moving && (
        <LetterDialog
          key={moving}
          row={data}
          move={moving}
          onClose={() => {
            setMoving(undefined)
            asked.done()
          }}
        />
      )}
      {data && marking && (
        <LetterMarkDialog
          key={`${marking.act} ${marking.line.account}`}
          letter={data}
          {...marking}
          onClose={() => {
            setMarking(undefined)
            asked.done()
          }}
        />
      )}
    </>
  )
}

/** The word on an account that is being given. */
interface Marking {
  readonly act: LineAct
  readonly line: LetterLine
}

interface ActsProps {
  it: LetterDetail
  onMove: (move: WholeLetterMove) => void
  onMark: (marking: Marking) => void
}
function Acts({ it, onMove, onMark }: ActsProps) {
  const { print, sheet } = usePaper('letter')
  const moves = it.moves.map(move => ({
    label: letterStates.moves[move].label,
    danger: 'danger' in letterStates.moves[move],
    onClick: () => onMove(move),
  }))
  const { run, isBusy } = useSend(urgeLetter, { invalidates: changed, done: toldUrge })
  const urge = urgeActs({ ...it, isBusy, onUrge: () => void run({ id: it.id }) })
  const line = toExplain(it)
  const explain = line && { label: labelOf('explain'), onClick: () => onMark({ act: 'explain', line }) }
  const next = moves.find(({ danger }) => !danger) ?? explain
  const paper = { label: '打印', onClick: () => print(it.id, <LetterPaper letter={it} />), isAside: true }
  return (
    <>
      <PageActions primary={next} actions={[...urge, ...moves, paper]} />
      {sheet}
    </>
  )
}

/** Open disputes, movements booked since, or the reason it was withdrawn for. */
function Standing({ it }: { it: LetterDetail }) {
  const changed = it.rows.filter(({ closingNow }) => closingNow !== undefined).length
  const said = [
    it.state === 'withdrawn' && it.reason !== undefined ? `已撤回：${it.reason}` : '',
    it.disputed > 0
      ? `${it.disputed} 个账户有异议，${toExplain(it) ? '请说明；账确有错的，改正后撤回重发' : '等待平台说明或撤回重发'}`
      : '',
    changed > 0 && it.state !== 'withdrawn' ? `${changed} 个账户在发函后又有记入这个月的账，确认的是发函时的余额` : '',
  ].filter(text => text !== '')
  return <PaperSaid said={said} />
}
