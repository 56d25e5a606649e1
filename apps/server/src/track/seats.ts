// The vehicles terminals sat in, and when: a position belongs to the vehicle of its own moment.
import type { LogRow } from '@yunshu/intake/reader'
import type pg from 'pg'

/** A time a number sat in a vehicle. */
interface Seat {
  readonly trackNo: number
  readonly fromAt: number
  readonly toAt: number | null
  /** Of the row of the list that speaks, not of one the number had before or behind it. */
  readonly isOwn: boolean
  /** As the second terminal of the vehicle. */
  readonly isSpare: boolean
}
/** The vehicles the number of a terminal sat in, the first first. */
export interface Seating {
  readonly seats: readonly Seat[]
  /** The number was in the list before, as another row: of the time before its own first vehicle nothing is known. */
  readonly isListedAgain: boolean
}
/** Seats of terminals by number. */
export type Seats = ReadonlyMap<number, Seating>

interface Row {
  readonly terminalNo: number
  readonly isListedAgain: boolean
  readonly seats: readonly Seat[] | null
}

/**
 * Seats of the terminals that speak in some rows, as they are now: of those that left a vehicle once, of those whose number
 * the list has in several rows, retired ones among them, of spare ones, and of those that spoke while the gateway knew of
 * none. The others have sat in one alone, as its main one.
 */
export async function readSeats(client: pg.ClientBase, rows: readonly LogRow[]): Promise<Seats> {
  const arrived = rows.flatMap(({ messages = [] }) => messages)
  if (arrived.length === 0) return new Map()
  const unbound = arrived.filter(({ trackNo }) => trackNo === 0)
  const { rows: found } = await client.query<Row>({
    name: 'track-seats',
    text: `select t.terminal_no as "terminalNo", o.is_again as "isListedAgain", s.seats
       from terminals t
       cross join lateral (select array_agg(o.terminal_no) as nos, coalesce(bool_or(o.terminal_no < t.terminal_no), false) as is_again
         from terminals o where o.phone = t.phone) o
       cross join lateral (select bool_or(b.to_at is not null or b.role = 'spare') as is_asked, jsonb_agg(jsonb_build_object('trackNo', b.track_no,
           'fromAt', b.from_at, 'toAt', b.to_at, 'isOwn', b.terminal_no = t.terminal_no, 'isSpare', b.role = 'spare') order by b.from_at) as seats
         from terminal_bindings b where b.terminal_no = any(o.nos)) s
       where t.terminal_no = any($1) and (t.terminal_no = any($2) or s.is_asked or cardinality(o.nos) > 1)`,
    values: [arrived, unbound].map(some => [...new Set(some.map(({ terminalNo }) => terminalNo))]),
  })
  return new Map(
    found.map(({ terminalNo, isListedAgain, seats }) => [terminalNo, { isListedAgain, seats: seats ?? [] }]),
  )
}

const seatOf = (seats: readonly Seat[], at: number): Seat | undefined =>
  seats.findLast(({ fromAt, toAt }) => fromAt <= at && (toAt === null || at < toAt))

/** Whether the terminal was the second one of its vehicle at a moment; before it was put into one, as it is there. */
export const isSpareAt = ({ seats }: Seating, at: number): boolean =>
  (seatOf(seats, at) ?? seats.find(({ isOwn }) => isOwn))?.isSpare === true

/**
 * The vehicle of a moment of a terminal that sits in `trackNo` now, 0 for none; undefined where it sat in no vehicle. A
 * moment within the time of another row of its number is that row's vehicle's. One that has only ever sat in the same, and
 * whose number was never listed before, was in it before that was written down, too.
 */
export function seatAt(seating: Seating | undefined, at: number, trackNo: number): number | undefined {
  const { seats, isListedAgain } = seating ?? { seats: [], isListedAgain: false }
  const seat = seatOf(seats, at)
  if (seat) return seat.trackNo
  if (trackNo === 0 || isListedAgain) return undefined
  return seats.every(one => !one.isOwn || one.trackNo === trackNo) ? trackNo : undefined
}
