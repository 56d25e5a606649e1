// The accounts a sheet pays: as facts where it is one, as a table where they are several.
import type { SettlementDetail, SheetPayee } from '@yunshu/contract/settlement/settlement'
import { sumFen } from '@yunshu/domain/figures/money'
import { printCount } from '@yunshu/domain/figures/decimal'
import type { Fact } from '../../ui/Facts.tsx'
import { Money } from '../../ui/Figures.tsx'
import { moneyColumn, type Column } from '../../ui/list/column.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { Tag } from '../../ui/StatusTag.tsx'

const columns: readonly Column<SheetPayee>[] = [
  {
    key: 'name',
    title: '收款人 / 账户',
    width: 150,
    render: ({ name, isCarrier, account, bank }) => (
      <>
        {name} {isCarrier && <Tag tone="idle">承运商</Tag>}
        <div className="ys-weak">
          {account} {bank}
        </div>
      </>
    ),
  },
  { key: 'waybills', title: '运单', width: 60, align: 'right', render: ({ waybills }) => `${printCount(waybills)} 单` },
  moneyColumn('amount', '实付', ({ amount }) => amount, { width: 100 }),
]

/** Facts of the account of a sheet; of several their number, for the table says which. */
export function payeeFacts({ payees }: Pick<SettlementDetail, 'payees'>): readonly Fact[] {
  const [only, ...others] = payees
  if (only === undefined) return [['收款人', '未登记收款账户']]
  if (others.length > 0) return [['收款人', payeesText(payees)]]
  return [
    ['收款人', only.name],
    ['收款账号', only.account],
    ['开户行', only.bank],
  ]
}

/** 赵建军等 3 个账户 */
export const payeesText = (payees: readonly SheetPayee[]): string =>
  payees.length > 1 ? `${payees[0]?.name ?? ''}等 ${payees.length} 个账户` : (payees[0]?.name ?? '')

/** Nothing for a sheet that pays one account: its facts say all. */
export function PayeeTable({ payees }: Pick<SettlementDetail, 'payees'>) {
  if (payees.length < 2) return null
  return (
    <SimpleTable
      title="收款账户"
      rows={payees}
      columns={columns}
      rowKey={({ name, account }, index) => `${name} ${account} ${index}`}
      sums={{ amount: <Money value={sumFen(payees.map(({ amount }) => amount))} /> }}
    />
  )
}
