// The payments of a sheet, one by one, and the question to the channel about those whose result is unknown.
import { queryPayment, type SettlementDetail } from '@yunshu/contract/settlement/settlement'
import { channelWords, isSimulated, partnerStates } from '@yunshu/domain/partner'
import { isByHand, payChannels, paymentStates } from '@yunshu/domain/settlement/settlement'
import { problemText } from '@yunshu/domain/problems/problems'
import { printCount } from '@yunshu/domain/figures/decimal'
import { Button } from 'antd'
import { lazy, Suspense, useEffect, useMemo, useState, type ReactNode } from 'react'
import { useCan } from '../../lib/can.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { askedColumn } from '../../parts/explain/AskedMoney.tsx'
import { Section } from '../../ui/Facts.tsx'
import { Time } from '../../ui/Figures.tsx'
import { stateColumn, textColumn, type Column } from '../../ui/list/column.tsx'
import { StatusTag, Tag } from '../../ui/StatusTag.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { usePaper } from '../../ui/usePaper.tsx'
import { SilentChannels } from '../../parts/settlement/SilentChannels.tsx'
import { sheetCalls } from '../../parts/settlement/sheetDialog.ts'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { actsColumn, hasActs, OfflineSlips, type PaymentAct } from './PaymentActs.tsx'
import { PaymentPaper } from './PaymentPaper.tsx'

const OfflineDialog = lazy(async () => ({ default: (await import('./OfflineDialog.tsx')).OfflineDialog }))
const DecideDialog = lazy(async () => ({ default: (await import('./DecideDialog.tsx')).DecideDialog }))

type Payment = SettlementDetail['payments'][number]

/** The position of the column with the button that asks the bank: right of the state. */
const besideState = 2

/** The time between looks at a sheet with payments under way, ms. */
const lookAgainMs = 3000

/** A fact with another one below it. */
const pair = (first: ReactNode, second: ReactNode): ReactNode => (
  <>
    {first}
    <br />
    <span className="ys-weak">{second}</span>
  </>
)

const columns: readonly Column<Payment>[] = [
  {
    key: 'taskNo',
    title: '支付任务号',
    width: 140,
    card: 'title',
    render: ({ taskNo, waybills }) => pair(taskNo, `${printCount(waybills)} 单`),
  },
  {
    ...stateColumn<Payment, keyof typeof paymentStates.states>(
      'state',
      '状态、支付通道',
      paymentStates,
      payment => payment.state,
      { width: 130 },
    ),
    render: ({ state, channel }) =>
      pair(
        <>
          <StatusTag machine={paymentStates} state={state} />{' '}
          {isSimulated(channel) && <Tag tone={partnerStates.simulated.tone}>{partnerStates.simulated.label}</Tag>}
        </>,
        payChannels[channel],
      ),
  },
  askedColumn('amount', '金额', payment => payment.amount, {
    card: 'figure',
    width: 100,
    asked: ({ id }) => ({ amountOf: 'payment', id }),
  }),
  {
    key: 'payee',
    title: '收款人',
    width: 190,
    render: ({ payee, account, bank }) => pair(payee, `${account} ${bank}`),
  },
  {
    key: 'sent',
    title: '银行流水号、发送和完成',
    width: 190,
    render: ({ bankSerial, sentAt, doneAt }) =>
      pair(
        bankSerial,
        <>
          <Time value={sentAt} /> → <Time value={doneAt} />
        </>,
      ),
  },
]
const reasonColumn = textColumn<Payment>('reason', '说明', ({ reason }) => reason, { width: 120 })

/** Looks again while a payment is under way; effects of hidden tabs are paused, so only the sheet in view does. */
export function PaymentSection({ sheet, onReload }: { sheet: SettlementDetail; onReload: () => void }) {
  const { payments } = sheet
  const canPay = useCan('settlement.pay')
  const { run, isBusy } = useSend(queryPayment, {
    invalidates: sheetCalls,
    done: ({ state }, { id }) =>
      toast.info(
        channelWords(
          payments.find(payment => payment.id === id)?.channel,
          state === 'unknown' ? '已向银行查询，结果返回后自动更新' : `支付结果：${paymentStates.states[state].label}`,
        ),
      ),
  })
  // people carry out what goes by hand: nothing comes of it within seconds
  const isUnderWay = payments.some(
    ({ state, channel }) => !isByHand(channel) && (state === 'created' || state === 'sent'),
  )
  useEffect(() => {
    if (!isUnderWay) return
    const timer = setTimeout(onReload, lookAgainMs)
    return () => clearTimeout(timer)
  }, [isUnderWay, sheet, onReload])
  const { print, sheet: paper } = usePaper('payment')
  const [acting, setActing] = useState<{ id: string; act: PaymentAct }>()
  const isUnknown = payments.some(({ state }) => state === 'unknown')
  const hasAct = payments.some(payment => hasActs(canPay, payment))
  const shown = useMemo(() => {
    const onAct = ({ id }: Payment, act: PaymentAct): void => setActing({ id, act })
    const asks = hasAct ? [actsColumn({ isBusy, canPay, onAsk: id => void run({ id }), onAct })] : []
    const printed = paperColumn(of => print(of.id, <PaymentPaper sheet={sheet} of={of} />))
    // until a payment has failed there is nothing to explain
    const reasons = payments.some(({ reason }) => reason !== undefined) ? [reasonColumn] : []
    return [...columns.slice(0, besideState), ...asks, ...columns.slice(besideState), ...reasons, printed]
  }, [hasAct, canPay, isBusy, run, print, sheet, payments])
  const of = payments.find(({ id }) => id === acting?.id)
  const arrived = payments.filter(({ state }) => state === 'success').length
  const close = (): void => setActing(undefined)
  return (
    <Section title="支付记录" extra={payments.length > 1 && `已到账 ${arrived}/${payments.length} 笔`}>
      <SilentChannels />
      {isUnknown && <p className="st-unknown">{problemText('payment.unknown')}</p>}
      {payments.length === 0 ? (
        <p className="ys-weak">
          {sheet.state !== 'paid'
            ? '尚未支付'
            : sheet.carriedOut > 0
              ? '扣款、油卡与前欠超出应付，本单不付款，差额转欠款'
              : '本单没有需要支付的金额'}
        </p>
      ) : (
        <SimpleTable title="支付任务" rows={payments} columns={shown} rowKey={payment => payment.id} />
      )}
      {paper}
      <OfflineSlips payments={payments} />
      <Suspense fallback={null}>
        {acting && of && (
          <Reopens by={() => setActing(acting)}>
            {acting.act === 'decide' ? (
              <DecideDialog of={of} onClose={close} onReload={onReload} />
            ) : (
              <OfflineDialog key={acting.act} of={of} act={acting.act} onClose={close} onReload={onReload} />
            )}
          </Reopens>
        )}
      </Suspense>
    </Section>
  )
}

const paperColumn = (onPrint: (of: Payment) => void): Column<Payment> => ({
  key: 'paper',
  title: '付款单',
  width: 76,
  render: of => (
    <Button size="small" aria-label={`打印付款单 ${of.taskNo}`} onClick={() => onPrint(of)}>
      打印
    </Button>
  ),
})
