// Passages of toll gates (通行记录): their states, and the waybill whose trip covers one.
import { machine } from '../states.ts'

export const tollPassStates = machine({
  table: 'toll_passes',
  column: 'state',
  entity: 'tollPass',
  start: 'open',
  states: {
    open: { label: '未归集', tone: 'warn' },
    proposed: { label: '待确认', tone: 'busy', awaits: { permit: 'fuel.issue', sides: ['platform', 'branch'] } },
    confirmed: { label: '已归集', tone: 'good', final: true },
  },
  moves: {
    /** The product found the one trip that covers it. */
    propose: { from: ['open'], to: 'proposed', label: '建议归集', permit: 'system' },
    confirm: { from: ['proposed'], to: 'confirmed', label: '确认归集', done: '已归集', permit: 'fuel.issue' },
    /** A person names the waybill. */
    assign: { from: ['open', 'proposed'], to: 'confirmed', label: '指定运单', done: '已归集', permit: 'fuel.issue' },
  },
})

/** A trip of the vehicle that passed a gate, ms; loaded and unloaded where it is known. */
export interface TollTrip {
  readonly waybillId: string
  readonly from: number
  readonly to: number | undefined
  readonly loadedAt: number | undefined
  readonly unloadedAt: number | undefined
}

/** Files of providers cut the seconds off. */
const cutMs = 60_000
const covers = (at: number, from: number | undefined, to: number | undefined): boolean =>
  from !== undefined && from <= at + cutMs && (to === undefined || at <= to)

/**
 * The waybill a passage is proposed for: the only trip that covers its moment between loading and unloading, else the
 * only one between acceptance and signature. None where two would do: a person says which.
 */
export function tripOf(at: number, trips: readonly TollTrip[]): string | undefined {
  const loaded = trips.filter(trip => covers(at, trip.loadedAt, trip.unloadedAt ?? trip.to))
  const found = loaded.length > 0 ? loaded : trips.filter(trip => covers(at, trip.from, trip.to))
  const [only, other] = found
  return other === undefined ? only?.waybillId : undefined
}
