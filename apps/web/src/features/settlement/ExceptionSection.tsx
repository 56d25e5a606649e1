// Payment exceptions of a sheet: the bank's words against the books, and the two steps by which people end it.
import { listMoneyExceptions, type MoneyExceptionRow } from '@yunshu/contract/settlement/moneyException'
import type { SettlementDetail } from '@yunshu/contract/settlement/settlement'
import {
  exceptionKinds,
  exceptionOutcomes,
  factKinds,
  factSources,
  moneyExceptionStates,
} from '@yunshu/domain/settlement/channelFacts'
import { isSimulated, partnerStates } from '@yunshu/domain/partner'
import { formatDate } from '@yunshu/domain/figures/time'
import { paymentStates } from '@yunshu/domain/settlement/settlement'
import { lazy, Suspense, useState } from 'react'
import { useCan } from '../../lib/can.ts'
import { useCall } from '../../lib/useCall.ts'
import { Facts, Section } from '../../ui/Facts.tsx'
import { Money, Time } from '../../ui/Figures.tsx'
import { MoveButtons } from '../../ui/MoveButtons.tsx'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import { StatusTag, Tag } from '../../ui/StatusTag.tsx'
import type { ExceptionMove } from './ExceptionDialog.tsx'
import { settlementUrl } from './settlementColumns.tsx'
import { Reopens } from '../../ui/form/Reopens.tsx'

const ExceptionDialog = lazy(async () => ({ default: (await import('./ExceptionDialog.tsx')).ExceptionDialog }))
const moves = ['propose', 'confirm', 'putBack'] as const satisfies readonly ExceptionMove[]

/** Words of the bank, in the order they came. */
function Words({ words }: Pick<MoneyExceptionRow, 'words'>) {
  return (
    <ol className="st-words-of-bank" aria-label="银行消息">
      {words.map(({ at, source, kind, amount, bankSerial, reason }) => (
        <li key={`${at} ${kind} ${bankSerial ?? ''} ${reason ?? ''}`}>
          <Time value={at} /> {factSources[source]}：<strong>{factKinds[kind]}</strong>
          {amount !== undefined && (
            <>
              ，金额 <Money value={amount} /> 元
            </>
          )}
          {bankSerial !== undefined && `，流水号 ${bankSerial}`}
          {reason !== undefined && `，${reason}`}
        </li>
      ))}
    </ol>
  )
}

function Exception({
  row,
  sheet,
  onReload,
}: {
  row: MoneyExceptionRow
  sheet: SettlementDetail
  onReload: () => void
}) {
  const [move, setMove] = useState<ExceptionMove>()
  const { settlementNum, amount, paymentState, outcome } = row
  return (
    <article className="st-exception" aria-label={exceptionKinds[row.kind].label}>
      <header>
        <strong>{exceptionKinds[row.kind].label}</strong>
        <StatusTag machine={moneyExceptionStates} state={row.state} />
        {sheet.payments.some(({ channel }) => isSimulated(channel)) && (
          <Tag tone={partnerStates.simulated.tone}>{partnerStates.simulated.label}</Tag>
        )}
        <span className="st-exception-acts">
          <MoveButtons
            machine={moneyExceptionStates}
            moves={row.moves}
            name={settlementNum ?? ''}
            direct={moves}
            onMove={setMove}
          />
        </span>
      </header>
      <Facts
        items={[
          [
            '结算单',
            settlementNum === undefined || settlementNum === sheet.settlementNum ? undefined : (
              <a key="sheet" className="ys-link" href={settlementUrl(settlementNum)}>
                {settlementNum}
              </a>
            ),
          ],
          ['支付任务号', row.taskNo],
          ['收款人', row.payee],
          ['我方金额(元)', amount === undefined ? undefined : <Money key="amount" value={amount} />],
          ['我方状态', paymentState === undefined ? undefined : paymentStates.states[paymentState].label],
          ['发现时间', <Time key="found" value={row.createdAt} />],
          ['处理意见', outcome === undefined ? undefined : exceptionOutcomes[outcome]],
          ['依据', row.reason],
          ['银行流水号', row.bankSerial],
          ['银行记账日期', row.bankDay === undefined ? undefined : formatDate(row.bankDay)],
          ['提出人', row.proposer],
          ['复核人', row.checker],
          ['银行已给出结果', row.toldAt === undefined ? undefined : <Time key="told" value={row.toldAt} />],
          ['银行消息', row.words.length > 0 && <Words key="words" words={row.words} />, 'wide'],
        ]}
      />
      <Suspense fallback={null}>
        {move && (
          <Reopens by={() => setMove(move)}>
            <ExceptionDialog key={move} row={row} move={move} onClose={() => setMove(undefined)} onReload={onReload} />
          </Reopens>
        )}
      </Suspense>
    </article>
  )
}

/** Nothing before a payment was made, unless an earlier sheet of its waybills is in question. */
export function ExceptionSection({ sheet }: { sheet: SettlementDetail }) {
  const canPay = useCan('settlement.pay')
  const { data, error, refetch } = useCall(listMoneyExceptions, { settlementNum: sheet.settlementNum }, { quiet: true })
  const reload = (): void => {
    void refetch()
  }
  const rows = data?.rows ?? []
  const left = sheet.payments.find(({ wordAt }) => wordAt !== undefined)
  if (rows.length === 0 && !left && (!canPay || sheet.payments.length === 0)) return null
  const isHeld = rows.some(({ state }) => state !== 'resolved')
  return (
    <Section title="支付异常">
      {isHeld && (
        <p className="st-unknown" role="alert">
          付款结果未定，或银行消息与账面不一致：一人提出处理意见、另一人复核之前，不能付款、关闭或再结算。
        </p>
      )}
      {left && (
        <p className="st-unknown" role="alert">
          支付任务 {left.taskNo} 的银行消息（
          <Time value={left.wordAt} />
          ）尚未入账，系统会自动重试：入账之前不能付款、关闭或再结算。
        </p>
      )}
      {data === undefined && (error ? <ErrorState error={error} retry={reload} /> : <Skeleton lines={3} />)}
      {data !== undefined && rows.length === 0 && <p className="ys-weak">没有支付异常</p>}
      {rows.map(row => (
        <Exception key={row.id} row={row} sheet={sheet} onReload={reload} />
      ))}
    </Section>
  )
}
