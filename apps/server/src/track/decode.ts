// Messages of the log decoded once: the vehicle, the moment, and the positions with the class their own values give them.
import type { Arrived } from '@yunshu/intake/envelope'
import type { LogRow } from '@yunshu/intake/reader'
import { knownAlarms } from '@yunshu/jt808/alarms'
import { isFault } from '@yunshu/jt808/fault'
import { readRaw, type Frame } from '@yunshu/jt808/frame'
import type { Location } from '@yunshu/jt808/location'
import { messageKinds, readBody, readMessage, versionOf, type Message } from '@yunshu/jt808/message'
import type { Packages } from '@yunshu/jt808/packages'
import { safetyToldOf, type SafetyTold } from '@yunshu/jt808/safety'
import { hasStatus, placeOf } from '@yunshu/jt808/status'
import { readExtras } from '@yunshu/jt808/tlv'
import { momentOf, repairedTime, type ClockFix } from '@yunshu/track/clockFix'
import { pointSources, type Point } from '@yunshu/track/point'
import { ownClass } from '@yunshu/track/quality'
import { isSpareAt, seatAt, type Seating, type Seats } from './seats.ts'

/** A position with the alarms of active safety it tells, which trails do not keep; undefined where it tells none. */
export interface HeardPoint extends Point {
  readonly safety?: readonly SafetyTold[]
}

/** A message with its place in the log. */
export interface Heard {
  readonly lane: number
  readonly seq: number
  /** Place in the row. */
  readonly i: number
  readonly trackNo: number
  readonly terminalNo: number
  readonly receivedAt: number
  readonly points: readonly HeardPoint[]
  /** The position as the terminal sent it and as it came, of a report that is no batch: clocks are learned of it, once. */
  readonly fix: ClockFix | undefined
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

function pointOf(location: Location, { source, receivedAt, is2019, offsetMs }: Manner): HeardPoint | undefined {
  const deviceAt = momentOf(location.time)
  if (deviceAt === undefined) return undefined
  const at = Math.floor(repairedTime(deviceAt, receivedAt, offsetMs) / 1000) * 1000
  const place = placeOf(location)
  const extras = readExtras(location.extras)
  const safety = safetyToldOf(extras)
  return {
    at,
    ...place,
    speed: location.speedTenthKmh,
    heading: location.heading % 360,
    hasIgnition: hasStatus(location.status, 'ignition'),
    cls: ownClass({ isFixed: hasStatus(location.status, 'fixed'), ...place }, at, receivedAt),
    source: pointSources.find(known => known === source) ?? '808',
    datum: hasStatus(location.status, 'shifted') ? 'gcj02' : 'wgs84',
    odometer: extras.odometerTenthKm,
    alarms: knownAlarms(location.alarm, is2019),
    ...(safety.length === 0 ? {} : { safety }),
  }
}

/** Messages with positions. */
const placedIds = new Set<number>(
  (['location', 'locationAnswer', 'vehicleControlAnswer', 'batch'] as const).map(key => messageKinds[key].id),
)

/** The message of a frame; of one in packages the whole, with the package that was the last to come. */
function messageOf(frame: Frame, receivedAt: number, packages: Packages): Message | undefined {
  if (!frame.part) {
    const message = readMessage(frame)
    return isFault(message) ? undefined : message
  }
  if (!placedIds.has(frame.id)) return undefined
  const added = packages.add(frame, receivedAt)
  if (isFault(added) || added.is !== 'whole') return undefined
  const message = readBody(added.id, added.body, versionOf(frame))
  return isFault(message) ? undefined : message
}

/** Takes the packages of rows that were read before in: their messages go on behind them. */
export function takePackages(rows: readonly LogRow[], packages: Packages): void {
  for (const { raw, receivedAt } of rows.flatMap(({ messages = [] }) => messages)) {
    const frame = readRaw(raw)
    if (!isFault(frame) && frame.part) messageOf(frame, receivedAt, packages)
  }
}

/** Positions of a message; of one that cannot be read nothing is known but that the vehicle spoke. */
function heardOf(arrived: Arrived, offsetMs: number, packages: Packages): Pick<Heard, 'points' | 'fix'> {
  const { source, receivedAt } = arrived
  const frame = readRaw(arrived.raw)
  const message = isFault(frame) ? undefined : messageOf(frame, receivedAt, packages)
  if (isFault(frame) || message === undefined) return { points: [], fix: undefined }
  const manner = { source, receivedAt, is2019: frame.is2019, offsetMs }
  const points = locationsOf(message)
    .map(location => pointOf(location, manner))
    .filter(point => point !== undefined)
  const deviceAt = message.kind === 'location' ? momentOf(message.value.time) : undefined
  return { points, fix: deviceAt === undefined ? undefined : { deviceAt, receivedAt } }
}

/** A message for each vehicle its positions belong to: one that was kept back may tell of the vehicle before. */
function bySeat(heard: Heard, seating: Seating | undefined): Heard[] {
  const { trackNo } = heard
  const ranked = seating
    ? heard.points.map((point): HeardPoint => (isSpareAt(seating, point.at) ? { ...point, source: 'spare' } : point))
    : heard.points
  const own = Map.groupBy(ranked, ({ at }) => seatAt(seating, at, trackNo))
  const here = { ...heard, points: own.get(trackNo) ?? [] }
  const parts = [
    // the terminal itself spoke from where it sits now
    ...(trackNo === 0 ? [] : [here]),
    // the other vehicle is heard of no later than it was there; positions of no vehicle stay in the log
    ...[...own].flatMap(([no, points]) => {
      const receivedAt = Math.min(heard.receivedAt, Math.max(...points.map(({ at }) => at)))
      return no === undefined || no === trackNo ? [] : [{ ...heard, trackNo: no, points, receivedAt }]
    }),
  ]
  // parts have moments of their own: the clock is learned of the message
  return parts.map((part, n) => (n === 0 ? part : { ...part, fix: undefined }))
}

/** Knowledge beside the log that its messages are read with. */
export interface Readers {
  /** The clock of a terminal. */
  readonly offsetOf: (terminalNo: number) => number
  readonly seats: Seats
  readonly packages: Packages
}

/**
 * Messages of vehicles in rows of the log, in order. A position belongs to the vehicle the terminal sat in at its own
 * moment, also where the terminal sits in none by now.
 */
export function heardIn(rows: readonly LogRow[], { offsetOf, seats, packages }: Readers): Heard[] {
  return rows.flatMap(({ lane, seq, messages = [] }) =>
    messages.flatMap((arrived, i): Heard[] => {
      const { trackNo, terminalNo, receivedAt } = arrived
      if (terminalNo === 0) return []
      const read = heardOf(arrived, offsetOf(terminalNo), packages)
      return bySeat({ lane, seq, i, trackNo, terminalNo, receivedAt, ...read }, seats.get(terminalNo))
    }),
  )
}
