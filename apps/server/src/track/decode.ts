// Messages of the log decoded once: the vehicle, the moment, and the positions with the class their own values give them.
import type { Arrived } from '@yunshu/intake/envelope'
import type { LogRow } from '@yunshu/intake/reader'
import { knownAlarms } from '@yunshu/jt808/alarms'
import { isFault } from '@yunshu/jt808/fault'
import { readRaw } from '@yunshu/jt808/frame'
import type { Location } from '@yunshu/jt808/location'
import { readMessage, type Message } from '@yunshu/jt808/message'
import { hasStatus, placeOf } from '@yunshu/jt808/status'
import { readExtras } from '@yunshu/jt808/tlv'
import { momentOf, repairedTime } from '@yunshu/track/clockFix'
import { pointSources, type Point } from '@yunshu/track/point'
import { ownClass } from '@yunshu/track/quality'

/** A message with its place in the log. */
export interface Heard {
  readonly lane: number
  readonly seq: number
  /** Place in the row. */
  readonly i: number
  readonly trackNo: number
  readonly terminalNo: number
  readonly receivedAt: number
  readonly points: readonly Point[]
  /** Time of the position as the terminal sent it, of a report that is no batch: clocks are learned of it. */
  readonly deviceAt: number | undefined
}

/** Locations of a message, and whether they were kept back. */
function locationsOf(message: Message): readonly Location[] {
  switch (message.kind) {
    case 'location':
      return [message.value]
    case 'locationAnswer':
    case 'vehicleControlAnswer':
      return [message.value.location]
    case 'batch':
      return message.value.locations
    default:
      return []
  }
}

/** The message a position came in, and the clock of its terminal. */
interface Manner extends Pick<Arrived, 'source' | 'receivedAt'> {
  readonly is2019: boolean
  readonly offsetMs: number
}

function pointOf(location: Location, { source, receivedAt, is2019, offsetMs }: Manner): Point | undefined {
  const deviceAt = momentOf(location.time)
  if (deviceAt === undefined) return undefined
  const at = Math.floor(repairedTime(deviceAt, receivedAt, offsetMs) / 1000) * 1000
  const place = placeOf(location)
  const { odometerTenthKm } = readExtras(location.extras)
  return {
    at,
    ...place,
    speed: location.speedTenthKmh,
    heading: location.heading % 360,
    hasIgnition: hasStatus(location.status, 'ignition'),
    cls: ownClass({ isFixed: hasStatus(location.status, 'fixed'), ...place }, at, receivedAt),
    source: pointSources.find(known => known === source) ?? '808',
    datum: hasStatus(location.status, 'shifted') ? 'gcj02' : 'wgs84',
    odometer: odometerTenthKm,
    alarms: knownAlarms(location.alarm, is2019),
  }
}

/** Positions of a message; of one that cannot be read nothing is known but that the vehicle spoke. */
function heardOf(arrived: Arrived, offsetMs: number): Pick<Heard, 'points' | 'deviceAt'> {
  const frame = readRaw(arrived.raw)
  if (isFault(frame)) return { points: [], deviceAt: undefined }
  const message = readMessage(frame)
  if (isFault(message)) return { points: [], deviceAt: undefined }
  const { source, receivedAt } = arrived
  const manner = { source, receivedAt, is2019: frame.is2019, offsetMs }
  const points = locationsOf(message)
    .map(location => pointOf(location, manner))
    .filter(point => point !== undefined)
  const deviceAt = message.kind === 'location' ? momentOf(message.value.time) : undefined
  return { points, deviceAt }
}

/** The vehicle a terminal sat in at a moment; undefined where it has sat in one alone. */
export type SeatAt = (terminalNo: number, at: number) => number | undefined

/** A message for each vehicle its positions belong to: one that was kept back may tell of the vehicle before. */
function bySeat(heard: Heard, seatAt: SeatAt): Heard[] {
  const seats = Map.groupBy(heard.points, ({ at }) => seatAt(heard.terminalNo, at) ?? heard.trackNo)
  if ([...seats.keys()].every(no => no === heard.trackNo)) return [heard]
  const { trackNo } = heard
  return [
    // the terminal itself spoke from where it sits now
    { ...heard, points: seats.get(trackNo) ?? [] },
    // the other vehicle is heard of no later than it was there
    ...[...seats].flatMap(([no, points]) => {
      const receivedAt = Math.min(heard.receivedAt, Math.max(...points.map(({ at }) => at)))
      return no === trackNo ? [] : [{ ...heard, trackNo: no, points, receivedAt }]
    }),
  ]
}

/**
 * Messages of bound vehicles in rows of the log, in order; `offsetOf` is the clock of a terminal. A position belongs to
 * the vehicle the terminal sat in at its own moment.
 */
export function heardIn(rows: readonly LogRow[], offsetOf: (terminalNo: number) => number, seatAt: SeatAt): Heard[] {
  return rows.flatMap(({ lane, seq, messages = [] }) =>
    messages.flatMap((arrived, i): Heard[] => {
      const { trackNo, terminalNo, receivedAt } = arrived
      if (trackNo === 0) return []
      const heard = { lane, seq, i, trackNo, terminalNo, receivedAt, ...heardOf(arrived, offsetOf(terminalNo)) }
      return bySeat(heard, seatAt)
    }),
  )
}
