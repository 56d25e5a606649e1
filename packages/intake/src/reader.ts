// Readers of the log: rows in the order of their lanes, and cursors that move in the transaction of what they caused.
import type pg from 'pg'
import { readEnvelope, type Arrived } from './envelope.ts'

/** A consumer's place in a lane. */
export interface Cursor {
  readonly lane: number
  readonly seq: number
  /** One more for each who took the cursor: an earlier one moves nothing. */
  readonly epoch: number
}

/** A row as it is read. */
export interface LogRow {
  readonly lane: number
  readonly seq: number
  /** Undefined when the body is none of ours. */
  readonly messages: readonly Arrived[] | undefined
}

/** Rows that retention has dropped before this consumer read them. */
export interface Gap {
  readonly lane: number
  readonly from: number
  readonly to: number
}

/** The cursor is somebody else's by now; the transaction it was moved in fails as a whole. */
export class StaleCursor extends Error {
  constructor(consumer: string) {
    super(`cursors of ${consumer} were taken over`)
    this.name = 'StaleCursor'
  }
}

/**
 * Takes a consumer's cursors of some groups, those of new lanes included: whoever had them moves none of them any more.
 */
export async function takeCursors(
  client: pg.ClientBase,
  consumer: string,
  groups: readonly number[],
): Promise<Cursor[]> {
  const { rows } = await client.query<Cursor>(
    `insert into track_cursors (consumer, lane, seq, epoch)
     select $1, id, 0, 1 from track_lanes where shard_group = any($2) order by id
     on conflict (consumer, lane) do update set epoch = track_cursors.epoch + 1
     returning lane, seq::float8 as seq, epoch`,
    [consumer, groups],
  )
  return rows
}

/**
 * The next rows behind the cursors, at most `most` of each lane, in order. A number is never seen before the one below
 * it, so nothing is asked about what may still be under way.
 */
export async function readLog(
  client: pg.ClientBase,
  cursors: readonly Pick<Cursor, 'lane' | 'seq'>[],
  most: number,
): Promise<{ readonly rows: LogRow[]; readonly gaps: Gap[] }> {
  const { rows } = await client.query<{ lane: number; seq: number; receivedAt: number; body: Buffer }>({
    name: 'intake-read',
    text: `select c.lane, i.seq::float8 as seq, i.received_at::float8 as "receivedAt", i.body
     from unnest($1::int[], $2::bigint[]) c(lane, seq)
     cross join lateral (
       select seq, received_at, body from track_intake where lane = c.lane and seq > c.seq order by seq limit $3) i
     order by c.lane, i.seq`,
    values: [cursors.map(({ lane }) => lane), cursors.map(({ seq }) => seq), most],
  })
  const gaps: Gap[] = []
  const places = new Map(cursors.map(({ lane, seq }) => [lane, seq]))
  for (const { lane, seq } of rows) {
    const before = places.get(lane) ?? 0
    if (seq > before + 1) gaps.push({ lane, from: before + 1, to: seq - 1 })
    places.set(lane, seq)
  }
  return {
    rows: rows.map(({ lane, seq, receivedAt, body }) => ({ lane, seq, messages: readEnvelope(body, receivedAt) })),
    gaps,
  }
}

/** Most rows of a lane that are gone back: five minutes of one each 40 ms. */
const backMost = 7500

/** Places in lanes so far before some others that the rows between came within a time before the last of them. */
export async function placesBefore(
  client: pg.ClientBase,
  places: readonly Pick<Cursor, 'lane' | 'seq'>[],
  withinMs: number,
): Promise<Pick<Cursor, 'lane' | 'seq'>[]> {
  const { rows } = await client.query<Pick<Cursor, 'lane' | 'seq'>>({
    name: 'intake-before',
    text: `select x.lane, (min(i.seq) - 1)::float8 as seq
       from unnest($1::int[], $2::bigint[]) x(lane, seq)
         cross join lateral (select received_at from track_intake where lane = x.lane and seq <= x.seq order by seq desc limit 1) last
         join track_intake i on i.lane = x.lane and i.seq <= x.seq and i.seq > x.seq - $4 and i.received_at >= last.received_at - $3
       group by x.lane order by x.lane`,
    values: [places.map(({ lane }) => lane), places.map(({ seq }) => seq), withinMs, backMost],
  })
  return rows
}

/** Moves cursors forward, in the transaction of what their rows caused. Fails when one of them was taken over. */
export async function moveCursors(client: pg.ClientBase, consumer: string, to: readonly Cursor[]): Promise<void> {
  const { rowCount } = await client.query(
    `update track_cursors c set seq = greatest(c.seq, x.seq) from unnest($2::int[], $3::bigint[], $4::int[]) x(lane, seq, epoch)
     where c.consumer = $1 and c.lane = x.lane and c.epoch = x.epoch`,
    [consumer, to.map(({ lane }) => lane), to.map(({ seq }) => seq), to.map(({ epoch }) => epoch)],
  )
  if (rowCount !== to.length) throw new StaleCursor(consumer)
}
