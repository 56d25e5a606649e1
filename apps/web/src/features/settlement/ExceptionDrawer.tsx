// One payment exception beside the list: every word of the bank about its order in time, papers of proof, and its steps.
import {
  getMoneyException,
  uploadExceptionProof,
  type MoneyExceptionDetail,
  type MoneyExceptionRow,
} from '@yunshu/contract/settlement/moneyException'
import { staleAfter } from '@yunshu/contract/topics'
import {
  exceptionKinds,
  exceptionOutcomes,
  factKinds,
  factSources,
  factVerdicts,
  moneyExceptionStates,
  takesProof,
} from '@yunshu/domain/settlement/channelFacts'
import { formatDate } from '@yunshu/domain/figures/time'
import { paymentStates } from '@yunshu/domain/settlement/settlement'
import { useCan } from '../../lib/can.ts'
import { refreshStale } from '../../lib/queryClient.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { Facts, Section } from '../../ui/Facts.tsx'
import { Money, Time } from '../../ui/Figures.tsx'
import { LogTimeline } from '../../ui/LogTimeline.tsx'
import { MoveButtons } from '../../ui/MoveButtons.tsx'
import { PhotosSection } from '../../ui/PhotosSection.tsx'
import { RowDrawer } from '../../ui/list/RowDrawer.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import type { ExceptionMove } from './ExceptionDialog.tsx'
import { SentBack } from './SentBack.tsx'
import { settlementUrl } from './settlementColumns.tsx'

const moves = ['propose', 'confirm', 'putBack'] as const satisfies readonly ExceptionMove[]
const changed = staleAfter('settlement')

interface Props {
  id: string
  onMove: (moving: { row: MoneyExceptionRow; move: ExceptionMove }) => void
  onClose: () => void
}

export function ExceptionDrawer({ id, onMove, onClose }: Props) {
  const answer = useCall(getMoneyException, { id }, { quiet: true })
  const { data } = answer
  return (
    <RowDrawer
      id={id}
      title={`支付异常 ${data ? exceptionKinds[data.kind].label : ''}`}
      answer={answer}
      width={640}
      onClose={onClose}
      extra={
        data && (
          <MoveButtons
            machine={moneyExceptionStates}
            moves={data.moves}
            name={data.settlementNum ?? ''}
            direct={moves}
            onMove={move => onMove({ row: data, move })}
          />
        )
      }
    >
      {data && <Body row={data} />}
    </RowDrawer>
  )
}

function Body({ row }: { row: MoneyExceptionDetail }) {
  const { settlementNum, amount, paymentState, outcome } = row
  return (
    <>
      <Facts
        items={[
          ['状态', <StatusTag key="state" machine={moneyExceptionStates} state={row.state} />],
          [
            '结算单',
            settlementNum && (
              <a key="sheet" className="ys-link" href={settlementUrl(settlementNum)}>
                {settlementNum}
              </a>
            ),
          ],
          ['支付任务号', row.taskNo],
          ['收款人', row.payee],
          ['我方金额(元)', amount === undefined ? undefined : <Money key="amount" value={amount} strong />],
          ['我方状态', paymentState && paymentStates.states[paymentState].label],
          ['发现时间', <Time key="found" value={row.createdAt} whole />],
          ['金额相同、已退回的来款', row.sentBack && <SentBack key="sentBack" money={row.sentBack} />, 'wide'],
          ['处理意见', outcome && exceptionOutcomes[outcome]],
          ['依据', row.reason, 'wide'],
          ['银行流水号', row.bankSerial],
          ['银行记账日期', row.bankDay === undefined ? undefined : formatDate(row.bankDay)],
          ['提出人', row.proposer],
          ['复核人', row.checker],
          ['银行已给出结果', row.toldAt === undefined ? undefined : <Time key="told" value={row.toldAt} />],
        ]}
      />
      <Timeline facts={row.facts} />
      <Proof row={row} />
      {row.log.length > 0 && (
        <Section title="付款的操作记录">
          <LogTimeline log={row.log} />
        </Section>
      )}
    </>
  )
}

/** Every word about the order, oldest first; those the exception is about stand out. */
function Timeline({ facts }: Pick<MoneyExceptionDetail, 'facts'>) {
  return (
    <Section title={`银行消息（${facts.length}）`}>
      <ol className="st-words-of-bank" aria-label="银行消息">
        {facts.map(fact => (
          <li key={`${fact.at} ${fact.kind} ${fact.bankSerial ?? ''} ${fact.verdict ?? ''}`}>
            <Time value={fact.at} whole /> {factSources[fact.source]}：
            {fact.isAbout ? <strong>{factKinds[fact.kind]}</strong> : factKinds[fact.kind]}
            {fact.amount !== undefined && (
              <>
                ，金额 <Money value={fact.amount} /> 元
              </>
            )}
            {fact.bankSerial !== undefined && `，流水号 ${fact.bankSerial}`}
            {fact.reason !== undefined && `，${fact.reason}`}
            <span className="ys-weak"> {fact.verdict === undefined ? '待判断' : factVerdicts[fact.verdict]}</span>
          </li>
        ))}
      </ol>
    </Section>
  )
}

function Proof({ row: { id, state, files } }: { row: MoneyExceptionDetail }) {
  const mayPay = useCan('settlement.pay')
  const upload = useSend(uploadExceptionProof, { quiet: true, invalidates: changed })
  return (
    <PhotosSection
      title="依据"
      what="银行回单等依据"
      files={files}
      canAdd={mayPay && takesProof(state)}
      isBusy={upload.isBusy}
      onSend={options => upload.submit({ id }, options)}
      onReload={() => void refreshStale(changed)}
    />
  )
}
