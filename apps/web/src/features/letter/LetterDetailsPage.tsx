// One letter of balances: its net amounts, its accounts with what both sides said of them, and its history.
import { getLetter, type LetterDetail } from '@yunshu/contract/letter/letter'
import { letterMoves, letterStates, type WholeLetterMove } from '@yunshu/domain/letter'
import { periodText } from '@yunshu/domain/voucher/voucher'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useCall } from '../../lib/useCall.ts'
import { PaperSaid } from '../../parts/statement/PaperSaid.tsx'
import { DetailPage } from '../../ui/DetailPage.tsx'
import { Facts, Section } from '../../ui/Facts.tsx'
import { Money, Time } from '../../ui/Figures.tsx'
import { PageActions } from '../../ui/PageActions.tsx'
import { usePrint } from '../../ui/PrintView.tsx'
import { Hero } from '../../ui/record/Hero.tsx'
import { History } from '../../ui/record/History.tsx'
import { useAddressAct } from '../../ui/record/useAddressAct.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { LetterAccounts } from './LetterAccounts.tsx'
import { LetterDialog } from './LetterDialog.tsx'
import { LetterPaper } from './LetterPaper.tsx'

const isWhole = (act: string | undefined): act is WholeLetterMove => letterMoves.some(move => move === act)
const labelOf = (act: string): string => (isWhole(act) ? letterStates.moves[act].label : '办理')

/** The direction of a net amount, in words both sides understand. */
export const direction = ({ closing }: Pick<LetterDetail, 'closing'>): string =>
  closing === 0 ? '双方两清' : closing > 0 ? '往来单位应付平台' : '平台应付往来单位'

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
            isTurn={it.moves.includes('confirm') || it.rows.some(({ acts }) => acts.includes('explain'))}
            line={[it.partyName, periodText(it.period), it.branchName].join(' · ')}
            figure={{ value: <Money value={it.closing} />, label: '期末净额（元）', note: direction(it) }}
            acts={<Acts it={it} onMove={setMoving} onPrint={() => print(<LetterPaper letter={it} />)} />}
          />
        )}
        notice={it => <Standing it={it} />}
        rail={it => <History log={it.log} />}
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
  const next = moves.find(({ danger }) => !danger)
  return <PageActions primary={next} actions={[...moves, { label: '打印', onClick: onPrint, isAside: true }]} />
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

function Sums({ it }: { it: LetterDetail }) {
  return (
    <Section title="汇总">
      <Facts
        items={[
          ['期初净额(元)', <Money key="opening" value={it.opening} />],
          ['本期借方(元)', <Money key="debit" value={it.debit} />],
          ['本期贷方(元)', <Money key="credit" value={it.credit} />],
          ['期末净额(元)', <Money key="closing" value={it.closing} strong />],
          ['方向', direction(it)],
          ['期末净额大写', it.closingInWords, 'wide'],
          ['发送人', it.sender],
          ['发送时间', <Time key="sent" value={it.sentAt} whole />],
          ['确认人', it.answerer ?? ''],
          ['确认时间', it.answeredAt === undefined ? '' : <Time key="answered" value={it.answeredAt} whole />],
        ]}
      />
    </Section>
  )
}
