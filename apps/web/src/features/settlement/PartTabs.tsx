// The lists of what can be settled as tabs, with what waits in each.
import { listSettleableGroups } from '@yunshu/contract/settlement/settleableGroup'
import { groupLimits } from '@yunshu/domain/settlement/settlement'
import { useCall } from '../../lib/useCall.ts'
import { PaneTabs } from '../../ui/list/PaneTabs.tsx'

const parts = {
  groups: '按承运商',
  waybills: '按运单',
  advanceGroups: '预付按承运商',
  advance: '预付按运单',
  barred: '暂不能结算',
} as const

export function PartTabs({ value, onChange }: { value: string; onChange: (part: string) => void }) {
  const { data } = useCall(listSettleableGroups, {}, { quiet: true })
  const { data: early } = useCall(listSettleableGroups, { advance: true }, { quiet: true })
  const countsOfAdvances = early && {
    advanceGroups: String(early.rows.length),
    advance: String(early.rows.reduce((sum, { total }) => sum + total, 0) + early.barred),
  }
  const counts: Readonly<Record<string, string>> = data
    ? {
        ...countsOfAdvances,
        groups: String(data.rows.length),
        waybills: String(data.rows.reduce((sum, { total }) => sum + total, 0)),
        barred: data.barred > groupLimits.barred ? `${groupLimits.barred}+` : String(data.barred),
      }
    : {}
  const panes = Object.entries(parts).map(([part, label]) => {
    const count = counts[part]
    return {
      value: part,
      text: count === undefined ? label : `${label} ${count}`,
      label: count === undefined ? label : <Counted label={label} count={count} />,
    }
  })
  return <PaneTabs name="结算视图" panes={panes} value={value} onChange={onChange} />
}

const Counted = ({ label, count }: { label: string; count: string }) => (
  <>
    {label}
    <span className="ys-count">{count}</span>
  </>
)
