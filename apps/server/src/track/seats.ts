// The vehicles terminals sat in, and when: a position belongs to the vehicle of its own moment.
import type { LogRow } from '@yunshu/intake/reader'
import type pg from 'pg'

/** A time a terminal sat in a vehicle. */
export interface Seat {
  readonly trackNo: number
  readonly fromAt: number
  readonly toAt: number | null
}
/** Seats of terminals by number, the first first. */
export type Seats = ReadonlyMap<number, readonly Seat[]>

/**
 * Seats of the terminals that speak in some rows, as they are now: of those that left a vehicle once, and of those that
 * spoke while the gateway knew of none. The others have sat in one alone.
 */
export async function readSeats(client: pg.ClientBase, rows: readonly LogRow[]): Promise<Seats> {
  const arrived = rows.flatMap(({ messages = [] }) => messages)
  if (arrived.length === 0) return new Map()
  const unbound = arrived.filter(({ trackNo }) => trackNo === 0)
  const { rows: seats } = await client.query<Seat & { terminalNo: number }>({
    name: 'track-seats',
    text: `select b.terminal_no as "terminalNo", b.track_no as "trackNo", b.from_at::float8 as "fromAt", b.to_at::float8 as "toAt"
       from terminal_bindings b where b.terminal_no = any($1) and (b.terminal_no = any($2) or exists (
         select from terminal_bindings e where e.terminal_no = b.terminal_no and e.to_at is not null))
       order by b.terminal_no, b.from_at`,
    values: [arrived, unbound].map(some => [...new Set(some.map(({ terminalNo }) => terminalNo))]),
  })
  return Map.groupBy(seats, ({ terminalNo }) => terminalNo)
}

/**
 * The vehicle of a moment of a terminal that sits in `trackNo` now, 0 for none; undefined where it sat in no vehicle. One
 * that has only ever sat in the same was in it before that was written down, too.
 */
export function seatAt(seats: readonly Seat[] | undefined, at: number, trackNo: number): number | undefined {
  const seat = seats?.findLast(({ fromAt, toAt }) => fromAt <= at && (toAt === null || at < toAt))
  if (seat) return seat.trackNo
  return trackNo !== 0 && (seats ?? []).every(one => one.trackNo === trackNo) ? trackNo : undefined
}
