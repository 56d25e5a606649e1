// The socket of the live map on the wire: the part of the map a browser looks at, and frames of positions as bytes.
import { datums, liveStates } from '@yunshu/domain/track/live'
import * as z from 'zod/mini'
import { zId, zInt, zKey } from '../fields.ts'
import type { LivePosition } from './map.ts'

/** Address of the socket. */
export const livePath = '/live'

const degreesE6 = (most: number) => zInt(-most * 1e6, most * 1e6)
/** The only message a browser sends: west, south, east, north in degrees × 10⁶, and the branch it works for. */
export const LiveView = z.strictObject({
  view: z.tuple([degreesE6(180), degreesE6(90), degreesE6(180), degreesE6(90)]),
  branchCompanyId: z.optional(zId),
})
export type LiveView = z.output<typeof LiveView>

/** Changes since the last frame; `isWhole`: nothing sent before counts. */
export interface LiveFrame {
  readonly isWhole: boolean
  readonly at: number
  readonly positions: readonly LivePosition[]
  /** Vehicles whose position the viewer may see no longer. */
  readonly gone: readonly number[]
}

const version = 1
const headBytes = 16,
  rowBytes = 24
const datumKeys = Object.keys(datums)
const stateKeys = Object.keys(liveStates)
const goneState = 15
const LiveState = zKey(liveStates)
const Datum = zKey(datums)
const seconds = (from: number, to: number): number =>
  Math.max(-2_147_483_648, Math.min(2_147_483_647, Math.round((from - to) / 1000)))

/** The bytes of a frame: a head, then a row for each vehicle. */
export function writeLiveFrame({ isWhole, at, positions, gone }: LiveFrame): Uint8Array {
  const bytes = new Uint8Array(headBytes + rowBytes * (positions.length + gone.length))
  const to = new DataView(bytes.buffer)
  to.setUint8(0, version)
  to.setUint8(1, isWhole ? 1 : 0)
  to.setUint32(4, positions.length + gone.length)
  to.setFloat64(8, at)
  let place = headBytes
  for (const each of positions) {
    to.setUint32(place, each.no)
    to.setInt32(place + 4, each.lonE6)
    to.setInt32(place + 8, each.latE6)
    to.setUint16(place + 12, Math.min(each.speed, 65_535))
    to.setUint8(place + 14, Math.floor(each.heading / 2) % 180)
    to.setUint8(place + 15, stateKeys.indexOf(each.state) | (datumKeys.indexOf(each.datum) << 4))
    to.setInt32(place + 16, seconds(at, each.at))
    to.setInt32(place + 20, seconds(at, each.receivedAt))
    place += rowBytes
  }
  for (const no of gone) {
    to.setUint32(place, no)
    to.setUint8(place + 15, goneState)
    place += rowBytes
  }
  return bytes
}

/** The frame of some bytes; undefined where they are none. */
export function readLiveFrame(body: ArrayBuffer): LiveFrame | undefined {
  const from = new DataView(body)
  if (body.byteLength < headBytes || from.getUint8(0) !== version) return undefined
  const count = from.getUint32(4)
  if (body.byteLength !== headBytes + rowBytes * count) return undefined
  const at = from.getFloat64(8)
  const positions: LivePosition[] = []
  const gone: number[] = []
  for (let n = 0, place = headBytes; n < count; n++, place += rowBytes) {
    const no = from.getUint32(place)
    const looks = from.getUint8(place + 15)
    const state = z.safeParse(LiveState, stateKeys[looks & 15])
    const datum = z.safeParse(Datum, datumKeys[looks >> 4])
    if ((looks & 15) === goneState) gone.push(no)
    else if (state.success && datum.success)
      positions.push({
        no,
        lonE6: from.getInt32(place + 4),
        latE6: from.getInt32(place + 8),
        speed: from.getUint16(place + 12),
        heading: from.getUint8(place + 14) * 2,
        state: state.data,
        datum: datum.data,
        at: at - from.getInt32(place + 16) * 1000,
        receivedAt: at - from.getInt32(place + 20) * 1000,
      })
    else return undefined
  }
  return { isWhole: from.getUint8(1) === 1, at, positions, gone }
}
