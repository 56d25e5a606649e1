// Figures of the role that follows vehicles: counted since its start, and the distance between the log and its readers.
import type { LogRow } from '@yunshu/intake/reader'
import { registerCounts } from '@yunshu/operations/counts'
import { pointClasses, type PointClass } from '@yunshu/track/point'
import type pg from 'pg'
import { Counter, Gauge, Registry } from 'prom-client'
import type { Heard } from './decode.ts'

export interface TrackFigures {
  /** Messages that were read. */
  messages: number
  readonly points: Record<PointClass, number>
  /** Hours of trails that were written. */
  hours: number
  /** Those of them that got a position before others that were there: what follows from them is folded anew. */
  refolds: number
  /** Messages that were set aside because writing them failed. */
  setAside: number
  /** Rows of the log that were dropped before they were read. */
  dropped: number
}

/** Figures at the start. */
export const newTrackFigures = (): TrackFigures => ({
  messages: 0,
  points: {
    good: 0,
    late: 0,
    duplicate: 0,
    noFix: 0,
    frozen: 0,
    jump: 0,
    drift: 0,
    zero: 0,
    abroad: 0,
    clockAhead: 0,
    clockBehind: 0,
    coarse: 0,
  },
  hours: 0,
  refolds: 0,
  setAside: 0,
  dropped: 0,
})

/** Counts rows that were read, and the positions in them. */
export function countHeard(figures: TrackFigures, rows: readonly LogRow[], heard: readonly Heard[]): void {
  for (const { messages = [] } of rows) figures.messages += messages.length
  for (const { points } of heard) for (const { cls } of points) figures.points[cls]++
}

const counted: Readonly<Record<Exclude<keyof TrackFigures, 'points'>, string>> = {
  messages: 'messages that were read',
  hours: 'hours of trails that were written',
  refolds: 'hours that got a late position and were folded anew',
  setAside: 'messages that were set aside',
  dropped: 'rows that were dropped before they were read',
}

interface Lag {
  readonly consumer: string
  readonly rows: number
  /** Age of the oldest unread row, s. */
  readonly seconds: number
}

/** The distance of each consumer to the end of the log. Numbers of a lane have no holes, so none is counted. */
async function readLags(pool: pg.Pool, now: number): Promise<Lag[]> {
  const { rows } = await pool.query<Lag>(
    `select c.consumer, sum(greatest(coalesce(l.seq - c.seq, 0), 0))::float8 as rows,
       greatest(max(coalesce($1 - f.received_at, 0)), 0)::float8 / 1000 as seconds
     from track_cursors c
       left join lateral (select seq from track_intake i where i.lane = c.lane order by seq desc limit 1) l on true
       left join lateral (select received_at from track_intake i where i.lane = c.lane and i.seq > c.seq order by seq limit 1) f on true
     group by c.consumer order by c.consumer`,
    [now],
  )
  return rows
}

/** The register operators read: counts of a process, and what all processes together have not read yet. */
export function trackRegister(figures: Readonly<TrackFigures>, pool: pg.Pool, now: () => number): Registry {
  const register = new Registry()
  registerCounts(register, { role: 'track', help: counted, figures })
  new Counter({
    name: 'track_points_total',
    help: 'positions by the class each has by itself',
    labelNames: ['class'],
    registers: [register],
    collect() {
      this.reset()
      for (const cls of pointClasses) this.inc({ class: cls }, figures.points[cls])
    },
  })
  for (const [name, help] of [
    ['rows', 'rows of the log that are not read'],
    ['seconds', 'age of the oldest of them'],
  ] as const)
    new Gauge({
      name: `track_lag_${name}`,
      help,
      labelNames: ['consumer'],
      registers: [register],
      async collect() {
        // while the database is away the counts of this process are told all the same
        const lags = await readLags(pool, now()).catch(() => [])
        this.reset()
        for (const lag of lags) this.set({ consumer: lag.consumer }, lag[name])
      },
    })
  return register
}
