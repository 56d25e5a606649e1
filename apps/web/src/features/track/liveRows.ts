// The rows of the live map: vehicles joined with their last positions, their states, and words for them.
import type { LivePosition, Tracked } from '@yunshu/contract/track/map'
import type { LiveFrame } from '@yunshu/contract/track/liveFrame'
import { isSilent } from '@yunshu/domain/track/live'
import { formatDateTime, relativeTime } from '@yunshu/domain/figures/time'
import { vehicleLookKeys, type VehicleLook } from '../../parts/map/vehicleLook.ts'

/** A vehicle of the map. */
export interface LiveRow extends Tracked {
  readonly position: LivePosition | undefined
  readonly look: VehicleLook
}

/**
 * The state of a vehicle: never placed, silent and without a fix are states of their own; `offline` has no place now and
 * had one on an earlier day, `unseen` has no terminal, or no place within the span of the reader.
 */
function lookOf({ isUnplaced, lastAt }: Tracked, position: LivePosition | undefined, now: number): VehicleLook {
  if (!position) return lastAt !== undefined ? 'offline' : isUnplaced ? 'never' : 'unseen'
  if (isSilent(position.state, position.receivedAt, now)) return 'silent'
  if (position.state === 'noFix' || position.state === 'unknown') return 'noFix'
  return position.state === 'moving' ? 'moving' : 'standing'
}

/** All vehicles with their states: those that move first, each state in the order of the list, which is that of numbers. */
export function liveRows(
  tracked: readonly Tracked[],
  positions: ReadonlyMap<number, LivePosition>,
  now: number,
): LiveRow[] {
  const rows = new Map<VehicleLook, LiveRow[]>(vehicleLookKeys.map(key => [key, []]))
  for (const each of tracked) {
    const position = positions.get(each.no)
    const look = lookOf(each, position, now)
    rows.get(look)?.push({ ...each, position, look })
  }
  // one that calls for help stands before all
  return [...rows.values()].flat().toSorted((a, b) => Number(b.help !== undefined) - Number(a.help !== undefined))
}

/** Positions after a frame of the socket. */
export function positionsAfterFrame(
  old: ReadonlyMap<number, LivePosition> | undefined,
  { isWhole, positions, gone }: LiveFrame,
): ReadonlyMap<number, LivePosition> {
  const next = new Map(isWhole ? [] : old)
  for (const position of positions) {
    const before = next.get(position.no)
    // frames are of one socket and in order; after a reading of the table an older position may follow a newer one
    if (before === undefined || position.at >= before.at || position.receivedAt >= before.receivedAt)
      next.set(position.no, position)
  }
  for (const no of gone) next.delete(no)
  return next
}

/** Vehicles of each state. */
export function countLooks(rows: readonly LiveRow[]): Readonly<Record<VehicleLook, number>> {
  const counts = { moving: 0, standing: 0, silent: 0, noFix: 0, offline: 0, never: 0, unseen: 0 }
  for (const { look } of rows) counts[look] += 1
  return counts
}

/** Whether a row has the words somebody looks for: plate, driver, waybill or place. */
export function isFound(row: LiveRow, text: string): boolean {
  const wanted = text.trim().toUpperCase()
  if (wanted === '') return true
  return [row.plate, row.driver, row.driverMobile, row.waybillNo, row.loadPlace, row.unloadPlace].some(
    value => value?.toUpperCase().includes(wanted) === true,
  )
}

/** A vehicle that is expected too late, in words: 晚点 · 预计 11-28 14:30. */
export const lateText = ({ etaAt }: Pick<LiveRow, 'etaAt'>): string =>
  etaAt === undefined ? '晚点' : `晚点 · 预计 ${formatDateTime(etaAt).slice(5, 16)}`

/** The state in words: 68 km/h, 停车 · 8 分钟前, 失联 · 2 小时前; without a position when it last reported. */
export function stateText({ look, position, lastAt }: LiveRow, now: number): string {
  if (!position) {
    if (look === 'never') return '终端已绑定，从未上报'
    return lastAt === undefined ? '没有位置' : `离线 · ${relativeTime(lastAt, now)}`
  }
  const ago = relativeTime(position.at, now)
  if (look === 'moving') return `${Math.round(position.speed / 10)} km/h`
  if (look === 'standing') return `${position.state === 'idle' ? '停车未熄火' : '停车'} · ${ago}`
  if (look === 'silent') return `失联 · ${relativeTime(position.receivedAt, now)}`
  return `无定位 · ${ago}`
}
