// The waybills on a settlement sheet, with sums that agree with its head.
import { screenUrl } from '@yunshu/contract/screens'
import type { SettlementDetail } from '@yunshu/contract/settlement/settlement'
import { sumFen } from '@yunshu/domain/figures/money'
import { Section } from '../../ui/Facts.tsx'
import { Money, Weight } from '../../ui/Figures.tsx'
import { moneyColumn, type Column } from '../../ui/list/column.tsx'
import { shortPlace } from '../../ui/placeText.ts'
import { SimpleTable } from '../../ui/SimpleTable.tsx'

type Line = SettlementDetail['lines'][number]

const columns: readonly Column<Line>[] = [
  {
    key: 'waybillNo',
    title: '运单号',
    width: 144,
    render: line => (
      <a className="ys-link" href={screenUrl('WaybillDetails', { id: line.waybillId })}>
        {line.waybillNo}
      </a>
    ),
  },
  {
    key: 'plate',
    title: '车辆 / 司机',
    width: 98,
    render: ({ plate, driverName }) => (
      <>
        {plate}
        <div className="ys-weak">{driverName}</div>
      </>
    ),
  },
  {
    key: 'route',
    title: '装货地 / 卸货地',
    width: 140,
    render: ({ loadPlace, unloadPlace }) => (
      <>
        {shortPlace(loadPlace)}
        <div className="ys-weak">{shortPlace(unloadPlace)}</div>
      </>
    ),
  },
  {
    key: 'weight',
    title: '装 → 卸(吨)',
    width: 76,
    align: 'right',
    render: ({ loadWeightG, unloadWeightG }) => (
      <>
        <Weight value={loadWeightG} />
        <div>
          → <Weight value={unloadWeightG} />
        </div>
      </>
    ),
  },
  moneyColumn('freight', '运费', line => line.freight, { width: 80 }),
  moneyColumn('oil', '油卡', line => line.oil, { width: 70 }),
  moneyColumn('deducted', '扣款', line => line.deducted, { width: 70 }),
  moneyColumn('due', '净额', line => line.due, { width: 80 }),
]

/** Each line leads to its waybill. */
export function SheetLines({ sheet: { lines } }: { sheet: SettlementDetail }) {
  const total = (read: (line: Line) => Line['due']) => <Money value={sumFen(lines.map(read))} />
  return (
    <Section title={`运单明细（${lines.length}）`}>
      <SimpleTable
        title="运单明细"
        rows={lines}
        columns={columns}
        rowKey={line => line.waybillId}
        sums={{
          freight: total(({ freight }) => freight),
          oil: total(({ oil }) => oil),
          deducted: total(({ deducted }) => deducted),
          due: total(({ due }) => due),
        }}
      />
    </Section>
  )
}
