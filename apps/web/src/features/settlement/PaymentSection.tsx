// The payments of a sheet, one by one, and the question to the channel about those whose result is unknown.
import { queryPayment, type SettlementDetail } from '@yunshu/contract/settlement/settlement'
import { channelWords, isSimulated, partnerStates } from '@yunshu/domain/partner'
import { payChannels, paymentStates } from '@yunshu/domain/settlement/settlement'
import { problemText } from '@yunshu/domain/problems/problems'
import { Button } from 'antd'
import { useEffect, useMemo } from 'react'
import { useCan } from '../../lib/can.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { askedColumn } from '../../parts/explain/AskedMoney.tsx'
import { Section } from '../../ui/Facts.tsx'
import { usePrint } from '../../ui/PrintView.tsx'
import { stateColumn, textColumn, timeColumn, type Column } from '../../ui/list/column.tsx'
import { StatusTag, Tag } from '../../ui/StatusTag.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { SilentChannels } from '../../parts/settlement/SilentChannels.tsx'
import { sheetCalls } from '../../parts/settlement/sheetDialog.ts'
import { PaymentPaper } from './PaymentPaper.tsx'

type Payment = SettlementDetail['payments'][number]

/** The position of the column with the button that asks the bank: right of the state. */
const besideState = 2

/** The time between looks at a sheet with payments under way, ms. */
const lookAgainMs = 3000

const columns: readonly Column<Payment>[] = [
  textColumn('taskNo', '支付任务号', payment => payment.taskNo, { width: 170, card: 'title' }),
  {
    ...stateColumn<Payment, keyof typeof paymentStates.states>(
      'state',
      '状态',
      paymentStates,
      payment => payment.state,
      { width: 170 },
    ),
    render: ({ state, channel }) => (
      <>
        <StatusTag machine={paymentStates} state={state} />{' '}
        {isSimulated(channel) && <Tag tone={partnerStates.simulated.tone}>{partnerStates.simulated.label}</Tag>}
      </>
    ),
  },
  askedColumn('amount', '金额', payment => payment.amount, {
    card: 'figure',
    asked: ({ id }) => ({ amountOf: 'payment', id }),
  }),
  textColumn('reason', '说明', payment => payment.reason),
  textColumn('payee', '收款人', payment => payment.payee, { width: 180 }),
  { key: 'waybills', title: '运单', width: 60, align: 'right', render: ({ waybills }) => `${waybills} 单` },
  textColumn('account', '账号', payment => payment.account, { width: 120 }),
  textColumn('bank', '开户行', payment => payment.bank),
  textColumn('channel', '支付通道', payment => payChannels[payment.channel], { width: 90 }),
  textColumn('bankSerial', '银行流水号', payment => payment.bankSerial),
  timeColumn('sentAt', '发送时间', payment => payment.sentAt),
  timeColumn('doneAt', '完成时间', payment => payment.doneAt),
]

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
  const isUnderWay = payments.some(({ state }) => state === 'created' || state === 'sent')
  useEffect(() => {
    if (!isUnderWay) return
    const timer = setTimeout(onReload, lookAgainMs)
    return () => clearTimeout(timer)
  }, [isUnderWay, sheet, onReload])
  const { print, sheet: paper } = usePrint()
  const isUnknown = payments.some(({ state }) => state === 'unknown')
  const shown = useMemo(() => {
    const asks = isUnknown && canPay ? [askColumn(isBusy, id => void run({ id }))] : []
    const printed = paperColumn(of => print(<PaymentPaper sheet={sheet} of={of} />))
    return [...columns.slice(0, besideState), ...asks, ...columns.slice(besideState), printed]
  }, [isUnknown, canPay, isBusy, run, print, sheet])
  return (
    <Section title="支付记录">
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
    </Section>
  )
}

const askColumn = (isBusy: boolean, ask: (id: string) => void): Column<Payment> => ({
  key: 'ask',
  title: '操作',
  width: 110,
  render: ({ id, state }) =>
    state === 'unknown' && (
      <Button size="small" disabled={isBusy} onClick={() => ask(id)}>
        查询支付结果
      </Button>
    ),
})

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
