// The page a row of profit leads to: its waybill, or the waybills of its group under the same filter.
import type { ProfitGroup } from '@yunshu/domain/report/profit'
import { listUrl, screenUrl } from '../screens/screens.ts'
import type { ProfitDays } from './profit.ts'

/** The filter of the waybills of a group. */
const within: Readonly<Record<Exclude<ProfitGroup, 'waybill'>, (key: string) => Record<string, string>>> = {
  line: line => ({ line }),
  shipper: shipperId => ({ shipperId }),
  carrier: carrierId => ({ carrierId }),
  branch: branchId => ({ branchId }),
  month: period => ({ period, periodTo: period }),
}

/** Fields of the list's filter that stay: months and days, branch, parties, line and words. */
export type ProfitPlaceFilter = ProfitDays &
  Readonly<Partial<Record<'branchId' | 'shipperId' | 'carrierId' | 'line' | 'text', string | undefined>>>

/** The address a row of a group leads to. */
export function profitPlaceOf(by: ProfitGroup, key: string, filter: ProfitPlaceFilter): string {
  if (by === 'waybill') return screenUrl('WaybillDetails', { id: key })
  const { period, periodTo, from, to, branchId, shipperId, carrierId, line, text } = filter
  const kept = Object.entries({ period, periodTo, from, to, branchId, shipperId, carrierId, line, text }).flatMap(
    ([name, value]) => (value === undefined ? [] : [[name, String(value)] as const]),
  )
  return listUrl('ProfitList', { by: 'waybill', ...Object.fromEntries(kept), ...within[by](key) })
}
