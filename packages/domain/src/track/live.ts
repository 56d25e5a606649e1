// Words of positions on the wire, and the limits of what is asked about trails.
import { DAY_MS, MINUTE_MS, relativeTime } from '../figures/time.ts'

/** Data of coordinates: as the satellites say, as Chinese maps shift it, as Baidu shifts that. */
export const datums = { wgs84: 'WGS-84', gcj02: 'GCJ-02', bd09: 'BD-09' } as const

/** States of a vehicle by its last position; that it went silent is for the reader to say, by the clock. */
export const liveStates = {
  unknown: '未知',
  moving: '行驶',
  idle: '停车未熄火',
  parked: '停车',
  noFix: '无定位',
} as const
type LiveStateKey = keyof typeof liveStates

/** The longest stretch of a trail one look may take, ms. */
export const trailMostMs = 31 * DAY_MS

/** A vehicle is silent when nothing was heard of it for so long, ms: while it moves, and while it stands. */
export const silentAfterMs = { moving: 15 * 60_000, standing: 4 * 3_600_000 } as const

/** Whether a vehicle that was last heard at `receivedAt` is silent now. */
export const isSilent = (state: LiveStateKey, receivedAt: number, now: number): boolean =>
  now - receivedAt > (state === 'moving' ? silentAfterMs.moving : silentAfterMs.standing)

/** Positions that were received and wait to be put on the map are told of when they wait for so long, ms. */
export const trackBehindMs = 2 * MINUTE_MS

/** The line of a map that is behind: nothing received after `since` is on it. */
export const trackBehindText = (since: number, now: number): string =>
  `定位数据更新于 ${relativeTime(since, now)}，正在恢复`
