// Fuel and tolls the driver of a waybill was given before its signature: what was used and what is left.
import type { WaybillDetail, WaybillFuel } from '@yunshu/contract/waybill/details'
import { fuelIssueStates, fuelMedia } from '@yunshu/domain/fuel/fuel'
import { sumFen, type Fen } from '@yunshu/domain/figures/money'
import { Section } from '../../ui/Facts.tsx'
import { Money } from '../../ui/Figures.tsx'
import { moneyColumn, textColumn, timeColumn, type Column } from '../../ui/list/column.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'

const columns: readonly Column<WaybillFuel>[] = [
  textColumn('medium', '方式', ({ medium }) => fuelMedia[medium], { width: 100, card: 'tag' }),
  textColumn('no', '卡号或券码', ({ no }) => no, { width: 140, card: 'title' }),
  {
    key: 'state',
    title: '状态',
    cardTitle: '',
    width: 100,
    render: ({ state }) => <StatusTag machine={fuelIssueStates} state={state} />,
  },
  moneyColumn('amount', '发放', ({ amount }) => amount, { card: 'figure' }),
  moneyColumn('used', '已用', ({ used }) => used),
  moneyColumn('left', '未用', ({ left }) => left),
  moneyColumn('recovered', '已回收', ({ recovered }) => recovered),
  textColumn('provider', '供应商', ({ provider }) => provider, { width: 140 }),
  timeColumn('at', '发放时间', ({ at }) => at, { width: 160 }),
  textColumn('issueNo', '发放单号', ({ issueNo }) => issueNo, { width: 180 }),
]

/** Nothing where nothing was handed out. */
export function FuelSection({ waybill: { fuel } }: { waybill: WaybillDetail }) {
  if (fuel.length === 0) return null
  const sum = (read: (row: WaybillFuel) => Fen) => <Money value={sumFen(fuel.map(read))} />
  return (
    <Section title="油卡与通行费">
      <SimpleTable
        title="油卡与通行费"
        rows={fuel}
        columns={columns}
        rowKey={({ issueNo }) => issueNo}
        sums={{
          amount: sum(({ amount }) => amount),
          used: sum(({ used }) => used),
          left: sum(({ left }) => left),
          recovered: sum(({ recovered }) => recovered),
        }}
      />
    </Section>
  )
}
