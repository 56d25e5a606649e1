// When a sheet reached its states, read from its history; and the way it goes.
import type { SettlementDetail } from '@yunshu/contract/settlement/settlement'
import { settlementStates, type SettlementState } from '@yunshu/domain/settlement/settlement'

/** The way of a sheet that nobody objects to. */
export const sheetWay = [
  'draft',
  'submitted',
  'approved',
  'paying',
  'paid',
] as const satisfies readonly SettlementState[]

/** The steps of that way, once they are done. */
export const sheetDone: Readonly<Partial<Record<SettlementState, string>>> = {
  draft: '已制单',
  submitted: '已提交审核',
  approved: '已审核',
  paying: '已发起支付',
}

/** The latest time each state was reached; a draft since the sheet was made. */
export function reachedTimes({
  createdAt,
  log,
}: Pick<SettlementDetail, 'createdAt' | 'log'>): { state: SettlementState; at: number }[] {
  const latest = new Map<SettlementState, number>([['draft', createdAt]])
  for (const line of log) {
    const made = Object.values(settlementStates.moves).find(({ label }) => label === line.action)
    if (made && line.at >= (latest.get(made.to) ?? 0)) latest.set(made.to, line.at)
  }
  return [...latest].map(([state, at]) => ({ state, at }))
}
