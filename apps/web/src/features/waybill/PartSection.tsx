// The parts a waybill falls due in: planned and fixed amounts, what each waits for, and the sheet it is on.
import { screenUrl } from '@yunshu/contract/screens/screens'
import type { PartOfWaybill, WaybillDetail } from '@yunshu/contract/waybill/details'
import { partLabel, partStates, partWaits } from '@yunshu/domain/settlement/parts'
import { Section } from '../../ui/Facts.tsx'
import { nothing } from '../../ui/Figures.tsx'
import { moneyColumn, textColumn, timeColumn, type Column } from '../../ui/list/column.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'

const columns: readonly Column<PartOfWaybill>[] = [
  textColumn('part', '分期', ({ part }) => partLabel(part), { width: 100 }),
  {
    key: 'state',
    title: '状态',
    width: 100,
    render: ({ state, waits }) =>
      state === 'planned' ? partWaits[waits].label : <StatusTag machine={partStates} state={state} />,
  },
  moneyColumn('planned', '计划', ({ planned }) => planned),
  moneyColumn('fixed', '签收后', ({ fixed }) => fixed),
  moneyColumn('paid', '已付', ({ paid, issued }) => (paid > 0 ? paid : issued)),
  moneyColumn('setOff', '抵欠款', ({ setOff }) => setOff),
  timeColumn('dueAt', '到期', ({ dueAt }) => dueAt, { width: 160 }),
  {
    key: 'sheet',
    title: '结算单号',
    width: 170,
    render: ({ settlementNum }) =>
      settlementNum === undefined ? (
        nothing
      ) : (
        <a className="ys-link" href={screenUrl('SettlementNormal', { settlementNum })}>
          {settlementNum}
        </a>
      ),
  },
]

/** Nothing for people who may not see settlement, and for waybills that came to nothing. */
export function PartSection({ waybill: { parts } }: { waybill: WaybillDetail }) {
  if (parts.length === 0) return null
  return (
    <Section title="付款分期">
      <SimpleTable title="付款分期" rows={parts} columns={columns} rowKey={({ part }) => part} />
    </Section>
  )
}
