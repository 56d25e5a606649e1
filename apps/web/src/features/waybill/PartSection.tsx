// The parts a waybill falls due in: planned and fixed amounts, what each waits for, and the sheet it is on.
import { screenUrl } from '@yunshu/contract/screens/screens'
import type { PartOfWaybill, WaybillDetail } from '@yunshu/contract/waybill/details'
import { partLabel, partStates, partWaits } from '@yunshu/domain/settlement/parts'
import { useMemo } from 'react'
import type { AskedAmount } from '../../parts/explain/askedAmount.ts'
import { askedColumn } from '../../parts/explain/AskedMoney.tsx'
import { Section } from '../../ui/Facts.tsx'
import { nothing } from '../../ui/Figures.tsx'
import { moneyColumn, textColumn, timeColumn, type Column } from '../../ui/list/column.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { StatusTag, Tag } from '../../ui/StatusTag.tsx'

const partColumns = (waybillId: string): readonly Column<PartOfWaybill>[] => [
  textColumn('part', '分期', ({ part }) => partLabel(part), { width: 100 }),
  {
    key: 'state',
    title: '状态',
    width: 130,
    render: ({ state, waits, hold }) =>
      hold !== undefined ? (
        <>
          <Tag tone="warn">暂缓</Tag> {hold.reason}
        </>
      ) : state === 'planned' ? (
        partWaits[waits].label
      ) : (
        <StatusTag machine={partStates} state={state} />
      ),
  },
  // the amount of the plan counts until the signature says the rest
  askedColumn('planned', '计划', ({ planned }) => planned, {
    asked: ({ id, fixed }) => (fixed === undefined ? askedPart(waybillId, id) : undefined),
  }),
  askedColumn('fixed', '签收后', ({ fixed }) => fixed, { asked: ({ id }) => askedPart(waybillId, id) }),
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

const askedPart = (id: string, partId: string): AskedAmount => ({ amountOf: 'part', id, partId })

/** Nothing for people who may not see settlement, and for waybills that came to nothing. */
export function PartSection({ waybill: { id, parts } }: { waybill: WaybillDetail }) {
  const columns = useMemo(() => partColumns(id), [id])
  if (parts.length === 0) return null
  return (
    <Section title="付款分期">
      <SimpleTable title="付款分期" rows={parts} columns={columns} rowKey={part => part.id} />
    </Section>
  )
}
