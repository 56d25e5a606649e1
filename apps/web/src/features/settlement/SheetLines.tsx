// The waybills on a settlement sheet, with sums that agree with its head.
import { screenUrl } from '@yunshu/contract/screens'
import type { SettlementDetail } from '@yunshu/contract/settlement/settlement'
import { sumFen } from '@yunshu/domain/figures/money'
import { Section } from '../../ui/Facts.tsx'
import { Money } from '../../ui/Figures.tsx'
import { moneyColumn, textColumn, weightColumn, type Column } from '../../ui/list/column.tsx'
import { RouteText } from '../../ui/list/RouteText.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'

type Line = SettlementDetail['lines'][number]

const columns: readonly Column<Line>[] = [
  {
    key: 'waybillNo',
    title: '运单号',
    width: 170,
    render: line => (
      <a className="ys-link" href={screenUrl('WaybillDetails', { id: line.waybillId })}>
        {line.waybillNo}
      </a>
    ),
  },
  textColumn('plate', '车牌号', line => line.plate, { width: 100 }),
  textColumn('driverName', '司机', line => line.driverName, { width: 80 }),
  {
    key: 'route',
    title: '装货地 → 卸货地',
    width: 200,
    render: ({ loadPlace, unloadPlace }) => <RouteText loadPlace={loadPlace} unloadPlace={unloadPlace} />,
  },
  weightColumn('load', '装货', line => line.loadWeightG, { width: 90 }),
  weightColumn('unload', '卸货', line => line.unloadWeightG, { width: 90 }),
  moneyColumn('freight', '运费', line => line.freight, { width: 110 }),
  moneyColumn('oil', '油卡', line => line.oil, { width: 100 }),
  moneyColumn('deducted', '扣款', line => line.deducted, { width: 100 }),
  moneyColumn('due', '净额', line => line.due, { width: 110 }),
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
