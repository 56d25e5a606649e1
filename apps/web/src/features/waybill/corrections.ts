// The facts of a waybill that can be put right, and the real changes of a filled form.
import type { WaybillDetail } from '@yunshu/contract/waybill/details'
import type { WaybillState } from '@yunshu/domain/waybill/waybill'

/** The field of the correction by the state whose beginning it says. */
const fields = {
  toLoad: 'acceptedAt',
  loading: 'arrivedLoadAt',
  inTransit: 'loadedAt',
  arrived: 'arrivedUnloadAt',
  toSign: 'unloadedAt',
} as const satisfies Partial<Record<WaybillState, string>>

/** The times a waybill has, by the name of their field. */
export function enteredTimes({
  times,
}: Pick<WaybillDetail, 'times'>): [(typeof fields)[keyof typeof fields], number][] {
  const at = new Map(times.map(time => [time.state, time.at]))
  return (Object.keys(fields) as (keyof typeof fields)[]).flatMap(state => {
    const time = at.get(state)
    return time === undefined ? [] : [[fields[state], time]]
  })
}

/** The values without those that are as they were. */
export function onlyChanged(
  values: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== undefined && value !== before[name]),
  )
}
