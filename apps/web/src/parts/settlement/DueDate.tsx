// The day a sheet falls due, and how many days it is late while it is still unpaid.
import { daysOverdue } from '@yunshu/domain/settlement/payPlan'
import type { SettlementState } from '@yunshu/domain/settlement/settlement'
import { serverNow } from '../../lib/clock.ts'
import { Time } from '../../ui/Figures.tsx'
import { Tag } from '../../ui/StatusTag.tsx'
import './sheet.css'

/** States in which money is still to be paid out. */
const unpaid: readonly SettlementState[] = ['draft', 'submitted', 'rejected', 'approved', 'paying', 'partial']

/** True while money of a sheet is still to be paid out. */
export const isUnpaid = (state: SettlementState): boolean => unpaid.includes(state)

/** Days an unpaid sheet is late; 0 when it is paid, ended or not due yet. */
export function daysLate(state: SettlementState, dueAt: number | undefined, now: number): number {
  return dueAt !== undefined && unpaid.includes(state) ? daysOverdue(dueAt, now) : 0
}

/** The date with 逾期 N 天 beside it. */
export function DueDate({
  dueAt,
  state,
  whole = false,
}: {
  dueAt: number | undefined
  state: SettlementState
  /** With its year: on the sheet itself. */
  whole?: boolean
}) {
  const days = daysLate(state, dueAt, serverNow())
  return (
    <span className="st-due">
      <Time value={dueAt} dayOnly whole={whole} /> {days > 0 && <Tag tone="bad">{`逾期 ${days} 天`}</Tag>}
    </span>
  )
}
