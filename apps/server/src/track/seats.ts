// The vehicles terminals sat in, and when: a position belongs to the vehicle of its own moment.
import type pg from 'pg'

interface Seat {
  readonly trackNo: number
  readonly fromAt: number
  readonly toAt: number | null
}
/** Seats of terminals by number, the first first. */
export type Seats = ReadonlyMap<number, readonly Seat[]>

/** Seats of terminals that were moved to another vehicle: the others have one answer. */
export async function readSeats(client: pg.ClientBase): Promise<Seats> {
  const { rows } = await client.query<Seat & { terminalNo: number }>(
    `select b.terminal_no as "terminalNo", b.track_no as "trackNo", b.from_at::float8 as "fromAt", b.to_at::float8 as "toAt"
     from terminal_bindings b where b.terminal_no in (
       select terminal_no from terminal_bindings group by terminal_no having count(distinct track_no) > 1)
     order by b.terminal_no, b.from_at`,
  )
  return Map.groupBy(rows, ({ terminalNo }) => terminalNo)
}

/** The vehicle of a moment; undefined where the terminal sat in none, or always in the same. */
export const seatAt = (seats: readonly Seat[] | undefined, at: number): number | undefined =>
  seats?.findLast(({ fromAt, toAt }) => fromAt <= at && (toAt === null || at < toAt))?.trackNo
