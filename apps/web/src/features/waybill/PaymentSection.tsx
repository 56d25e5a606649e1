// The sheets a waybill is or was on, and what was paid on each.
import { screenUrl } from '@yunshu/contract/screens/screens'
import type { WaybillDetail, WaybillPayment } from '@yunshu/contract/waybill/details'
import { paymentStates, settlementStates } from '@yunshu/domain/settlement/settlement'
import { useCan } from '../../lib/can.ts'
import { Section } from '../../ui/Facts.tsx'
import { nothing } from '../../ui/Figures.tsx'
import { moneyColumn, textColumn, timeColumn, type Column } from '../../ui/list/column.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'

const columns: readonly Column<WaybillPayment>[] = [
  {
    key: 'sheet',
    title: '结算单号',
    card: 'title',
    width: 170,
    render: ({ settlementNum }) => (
      <a className="ys-link" href={screenUrl('SettlementNormal', { settlementNum })}>
        {settlementNum}
      </a>
    ),
  },
  {
    key: 'sheetState',
    title: '结算单状态',
    card: 'tag',
    width: 100,
    render: ({ sheetState }) => <StatusTag machine={settlementStates} state={sheetState} />,
  },
  moneyColumn('due', '实付', ({ due }) => due, { card: 'figure' }),
  moneyColumn('setOff', '抵欠款', ({ setOff }) => setOff),
  textColumn('task', '支付任务', ({ taskNo }) => taskNo, { width: 170 }),
  {
    key: 'pay',
    title: '支付结果',
    cardTitle: '',
    width: 110,
    render: ({ payState }) =>
      payState === undefined ? nothing : <StatusTag machine={paymentStates} state={payState} />,
  },
  textColumn('payee', '收款人', ({ payee }) => payee, { width: 180 }),
  timeColumn('at', '时间', ({ at }) => at, { width: 160 }),
  textColumn('reason', '失败原因', ({ reason }) => reason),
]

/** For people who may see settlement. */
export function PaymentSection({ waybill: { payments } }: { waybill: WaybillDetail }) {
  if (!useCan('settlement.view')) return null
  return (
    <Section title="付款记录">
      {payments.length === 0 ? (
        <p className="ys-weak">尚未进入结算</p>
      ) : (
        <SimpleTable
          title="付款记录"
          rows={payments}
          columns={columns}
          rowKey={({ settlementNum, taskNo }) => `${settlementNum} ${taskNo ?? ''}`}
        />
      )}
    </Section>
  )
}
