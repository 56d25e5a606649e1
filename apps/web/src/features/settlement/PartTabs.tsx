// The lists of what can be settled as tabs, with what waits in each.
import { listSettleableGroups } from '@yunshu/contract/settlement/settleableGroup'
import { groupLimits } from '@yunshu/domain/settlement/settlement'
import { useCall } from '../../lib/useCall.ts'
import { ScreenTitle } from '../../ui/ScreenTitle.tsx'

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
  return (
    <>
      <ScreenTitle />
      <nav className="ys-status-tabs st-parts" aria-label="结算视图">
        {Object.entries(parts).map(([part, label]) => (
          <button
            key={part}
            type="button"
            aria-current={part === value ? 'page' : undefined}
            onClick={() => onChange(part)}
          >
            {label}
            {counts[part] !== undefined && <span className="ys-count">{counts[part]}</span>}
          </button>
        ))}
      </nav>
    </>
  )
}
