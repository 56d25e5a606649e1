// One letter of balances: its net amounts, its accounts with what both sides said of them, and its history.
import { getLetter, urgeLetter, type LetterDetail } from '@yunshu/contract/letter/letter'
import { staleAfter } from '@yunshu/contract/topics'
import { negateFen, type Fen } from '@yunshu/domain/figures/money'
import { letterMoves, letterStates, type WholeLetterMove } from '@yunshu/domain/letter'
import { periodText } from '@yunshu/domain/voucher/voucher'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useCall, useSend } from '../../lib/useCall.ts'
import { PaperSaid } from '../../parts/statement/PaperSaid.tsx'
import { awaitedText, toldUrge, urgeAct } from '../../parts/urge/urging.ts'
import { DetailPage } from '../../ui/DetailPage.tsx'
import { Facts, Section } from '../../ui/Facts.tsx'
import { Money } from '../../ui/Figures.tsx'
import { PageActions } from '../../ui/PageActions.tsx'
import { usePrint } from '../../ui/PrintView.tsx'
import { Reckoning } from '../../ui/Reckoning.tsx'
import { Hero } from '../../ui/record/Hero.tsx'
import { useAddressAct } from '../../ui/record/useAddressAct.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { LetterAccounts } from './LetterAccounts.tsx'
import { LetterDialog } from './LetterDialog.tsx'
import { LetterRail, sinceOf } from './LetterRail.tsx'
import { LetterPaper } from './LetterPaper.tsx'

const isWhole = (act: string | undefined): act is WholeLetterMove => letterMoves.some(move => move === act)
const labelOf = (act: string): string => (isWhole(act) ? letterStates.moves[act].label : '办理')

/** The direction of a net amount, in words both sides understand. */
export const direction = ({ closing }: Pick<LetterDetail, 'closing'>): string =>
  closing === 0 ? '双方两清' : closing > 0 ? '往来单位应付平台' : '平台应付往来单位'

const changed = staleAfter('letter')
const positive = (value: Fen): Fen => (value < 0 ? negateFen(value) : value)

/** Screen LetterDetails. */
export default function LetterDetailsPage() {
  const { id = '' } = useParams()
  const answer = useCall(getLetter, { id }, { quiet: true })
  const { data } = answer
  const [pressed, setMoving] = useState<WholeLetterMove>()
  const asked = useAddressAct(id, data?.moves, act => `现在不能${labelOf(act)}`)
  const moving = pressed ?? (isWhole(asked.act) ? asked.act : undefined)
  const { print, sheet } = usePrint()
  return (
    <>
      <DetailPage
        answer={answer}
        title={it => `对账函 ${it.letterNo}`}
        hero={it => (
          <Hero
            word="对账函"
            name={it.letterNo}
            tag={<StatusTag machine={letterStates} state={it.state} />}
            waits={awaitedText(it.awaits)}
            since={sinceOf(it)}
            isTurn={it.moves.includes('confirm') || it.rows.some(({ acts }) => acts.includes('explain'))}
            line={[it.partyName, periodText(it.period), it.branchName].join(' · ')}
            figure={{ value: <Money value={positive(it.closing)} />, label: `${direction(it)}（元）` }}
            acts={<Acts it={it} onMove={setMoving} onPrint={() => print(<LetterPaper letter={it} />)} />}
          />
        )}
        notice={it => <Standing it={it} />}
        rail={it => <LetterRail it={it} />}
      >
        {it => (
          <>
            <Sums it={it} />
            <LetterAccounts letter={it} />
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
      {sheet}
    </>
  )
}

interface ActsProps {
  it: LetterDetail
  onMove: (move: WholeLetterMove) => void
  onPrint: () => void
}
function Acts({ it, onMove, onPrint }: ActsProps) {
  const moves = it.moves.map(move => ({
    label: letterStates.moves[move].label,
    danger: 'danger' in letterStates.moves[move],
    onClick: () => onMove(move),
  }))
  const { run, isBusy } = useSend(urgeLetter, { invalidates: changed, done: toldUrge })
  const urge =
    awaitedText(it.awaits) === undefined
      ? []
      : [urgeAct({ urged: it.urged, isBusy, onUrge: () => void run({ id: it.id }) })]
  const next = moves.find(({ danger }) => !danger) ?? urge[0]
  return (
    <PageActions primary={next} actions={[...moves, ...urge, { label: '打印', onClick: onPrint, isAside: true }]} />
  )
}

/** Open disputes, movements booked since, or the reason it was withdrawn for. */
function Standing({ it }: { it: LetterDetail }) {
  const changed = it.rows.filter(({ closingNow }) => closingNow !== undefined).length
  const said = [
    it.state === 'withdrawn' && it.reason !== undefined ? `已撤回：${it.reason}` : '',
    it.disputed > 0 ? `${it.disputed} 个账户有异议，等待平台说明或撤回重发` : '',
    changed > 0 && it.state !== 'withdrawn' ? `${changed} 个账户在发函后又有记入这个月的账，确认的是发函时的余额` : '',
  ].filter(text => text !== '')
  return <PaperSaid said={said} />
}

/** The way from opening to closing in one line, in the direction it lies. */
function Sums({ it }: { it: LetterDetail }) {
  const turned = (value: Fen): Fen => (it.closing < 0 ? negateFen(value) : value)
  return (
    <Section title="汇总">
      <Reckoning
        opening={['期初净额', turned(it.opening)]}
        changes={[
          ['本期借方', turned(it.debit)],
          ['本期贷方', turned(negateFen(it.credit))],
        ]}
        closing={[it.closing === 0 ? '期末净额' : direction(it), turned(it.closing)]}
      />
      <Facts items={[['期末净额大写', it.closingInWords, 'wide']]} />
    </Section>
  )
}
