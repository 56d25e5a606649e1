// Sheets that pay again: on their own page what failed and what became of the sheet they were made of, and on that one's page
// the sheets made of it.
import type { FailedPayment } from '@yunshu/contract/settlement/failure'
import type { SettlementDetail } from '@yunshu/contract/settlement/settlement'
import { settlementStates } from '@yunshu/domain/settlement/settlement'
import { printCount } from '@yunshu/domain/figures/decimal'
import { Facts, Section } from '../../ui/Facts.tsx'
import { Money } from '../../ui/Figures.tsx'
import { moneyColumn, textColumn, timeColumn, type Column } from '../../ui/list/column.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { settlementUrl } from './settlementColumns.tsx'

const failedColumns: readonly Column<FailedPayment>[] = [
  {
    key: 'payee',
    title: '收款人 / 账户',
    width: 170,
    card: 'title',
    isCut: true,
    render: ({ payee, account, bank }) => (
      <>
        <div title={payee}>{payee}</div>
        <div className="ys-weak">
          {account} {bank}
        </div>
      </>
    ),
  },
  {
    key: 'kind',
    title: '原因',
    width: 80,
    card: 'tag',
    render: ({ isReturned }) => <span className="st-whole ys-fault">{isReturned ? '退汇' : '支付失败'}</span>,
  },
  textColumn('reason', '银行说明', ({ reason }) => reason, { width: 150 }),
  { key: 'waybills', title: '运单', width: 60, align: 'right', render: ({ waybills }) => `${printCount(waybills)} 单` },
  moneyColumn('amount', '金额', ({ amount }) => amount, { width: 110, card: 'figure' }),
  timeColumn('at', '时间', ({ at }) => at),
]

/** Nothing for a sheet made of waybills. */
export function FailureSection({ sheet: { parent, pSettlementNum } }: { sheet: SettlementDetail }) {
  if (parent === undefined || pSettlementNum === undefined) return null
  const { attempt, due, paid, here, open, released, failed } = parent
  return (
    <Section title={`失败的付款（${failed.length}）`}>
      <SimpleTable
        title="失败的付款"
        rows={failed}
        columns={failedColumns}
        rowKey={({ payee, account }, index) => `${payee} ${account} ${index}`}
      />
      <Facts
        items={[
          [
            '原结算单',
            <a key="parent" className="ys-link" href={settlementUrl(pSettlementNum)}>
              {pSettlementNum}
            </a>,
          ],
          ['付款次数', `第 ${attempt} 次`],
          ['原单实付(元)', <Money key="due" value={due} />],
          ['已付(元)', <Money key="paid" value={paid} />],
          ['本单补付(元)', <Money key="here" value={here} />],
          ['待处理(元)', open === 0 ? undefined : <Money key="open" value={open} />],
          ['已退回待结算(元)', released === 0 ? undefined : <Money key="released" value={released} />],
        ]}
      />
    </Section>
  )
}

type Child = SettlementDetail['children'][number]

/** Nothing for a sheet of which no payment was paid again. */
export function ChildrenSection({ sheet: { children, settlementNum } }: { sheet: SettlementDetail }) {
  if (children.length === 0) return null
  const columns: readonly Column<Child>[] = [
    {
      key: 'settlementNum',
      title: '失败补付单',
      width: 170,
      render: child => (
        <a className="ys-link" href={settlementUrl(child.settlementNum, settlementNum)}>
          {child.settlementNum}
        </a>
      ),
    },
    {
      key: 'state',
      title: '状态',
      width: 90,
      render: ({ state }) => <StatusTag machine={settlementStates} state={state} />,
    },
    moneyColumn('due', '补付金额', ({ due }) => due, { width: 110 }),
  ]
  return (
    <Section title={`失败补付单（${children.length}）`}>
      <SimpleTable title="失败补付单" rows={children} columns={columns} rowKey={child => child.settlementNum} />
    </Section>
  )
}
