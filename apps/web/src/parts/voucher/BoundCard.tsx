// The card of a voucher's waybills.
import { screenUrl } from '@yunshu/contract/screens/screens'
import type { VoucherDetail } from '@yunshu/contract/voucher/voucher'
import { sumFen } from '@yunshu/domain/figures/money'
import { useCan } from '../../lib/can.ts'
import { EmptySection, Section } from '../../ui/Facts.tsx'
import { Money } from '../../ui/Figures.tsx'
import { moneyColumn, type Column } from '../../ui/list/column.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { waybillColumn } from './columns.tsx'

/** Waybills it is evidence for, and the way to bind more, or to take back what was bound to one that is no evidence. */
export function BoundCard({ voucher }: { voucher: VoucherDetail }) {
  const mayUnbind = useCan('voucher.bind') && voucher.bound.length > 0
  const sum = sumFen(voucher.bound.map(({ amount }) => amount))
  const { kind, waybillNo, lines } = voucher
  // a voucher whose document names its waybills is evidence for them already
  const isNamed = waybillNo !== undefined || lines.some(line => line.waybillNo !== undefined)
  const bind = (voucher.mayBind || mayUnbind) && (
    <a
      className="ys-link"
      href={screenUrl('BindWaybill', { id: voucher.id, branchCompanyId: voucher.branchCompanyId })}
    >
      {!voucher.mayBind ? '解除绑定' : isNamed ? '绑定其他运单' : '绑定运单'}
    </a>
  )
  if (voucher.bound.length === 0)
    return (
      <EmptySection
        title="绑定运单"
        text={!isNamed ? '还没有' : kind === 'FUEL' ? '已随油费关联' : '无需绑定'}
        extra={bind}
      />
    )
  return (
    <Section title={`绑定运单（${voucher.bound.length}）`} extra={bind}>
      <SimpleTable
        title="绑定运单"
        rows={voucher.bound}
        columns={boundColumns}
        rowKey={({ waybillId }) => waybillId}
        sums={{ amount: <Money value={sum} /> }}
      />
    </Section>
  )
}
const boundColumns: readonly Column<VoucherDetail['bound'][number]>[] = [
  waybillColumn(),
  moneyColumn('amount', '绑定金额', row => row.amount),
]
