// Lanes: each has one writer, whose numbers have no holes; a new one fences the writer before it off.
import type pg from 'pg'

/** Groups of vehicles: a lane carries one of them, a reader asks for the lanes of its groups. */
export const groupCount = 8

/** The group of a vehicle, of 64 shards eight each. */
export const groupOf = (trackNo: number): number => (trackNo & 63) >> 3

/** A lane as its writer holds it. */
export interface Lane {
  readonly id: number
  readonly group: number
  readonly epoch: number
  /** Number of the last row. */
  lastSeq: number
  /** Day of the last row; rows of a lane never go back to an earlier partition. */
  lastDay: string | undefined
}

/** The writer of a lane is another by now: nothing more is stored, and nothing may be acknowledged. */
export class Fenced extends Error {
  constructor(writer: string) {
    super(`lanes of ${writer} were taken over`)
    this.name = 'Fenced'
  }
}

/**
 * Takes the lanes of a writer over, which are made where there are none. The update waits for an append under way and
 * the look behind it sees that; the writer before stores nothing from then on. Numbers go on behind the last row, also
 * where retention has dropped it.
 */
export async function takeLanes(client: pg.Client, writer: string, now: number): Promise<Lane[]> {
  await client.query('begin')
  try {
    const taken = await client.query<{ id: number; group: number; epoch: number }>(
      `insert into track_lanes (writer, shard_group, beat_at)
       select $1, g, $2 from generate_series(0, $3::int - 1) g order by g
       on conflict (writer, shard_group) do update set epoch = track_lanes.epoch + 1, beat_at = excluded.beat_at
       returning id, shard_group as "group", epoch`,
      [writer, now, groupCount],
    )
    const ids = taken.rows.map(({ id }) => id)
    // a statement of its own: it sees what was committed while the one before waited
    const last = await client.query<{ id: number; lastSeq: number; lastDay: string | null }>(
      `update track_lanes l set last_seq = greatest(l.last_seq, x.seq) from (
         select l.id, coalesce(i.seq, 0) as seq, i.day from track_lanes l left join lateral (
           select seq, day from track_intake where lane = l.id order by seq desc limit 1) i on true
         where l.id = any($1)) x
       where l.id = x.id returning l.id, l.last_seq::float8 as "lastSeq", to_char(x.day, 'YYYY-MM-DD') as "lastDay"`,
      [ids],
    )
    await client.query('commit')
    const lasts = new Map(last.rows.map(row => [row.id, row]))
    return taken.rows.map(lane => ({
      ...lane,
      lastSeq: lasts.get(lane.id)?.lastSeq ?? 0,
      lastDay: lasts.get(lane.id)?.lastDay ?? undefined,
    }))
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** Says that the writer lives; false when somebody has taken one of its lanes. */
export async function beatLanes(client: pg.Client, lanes: readonly Lane[], now: number): Promise<boolean> {
  const { rowCount } = await client.query(
    `update track_lanes l set beat_at = $1 from unnest($2::int[], $3::int[]) x(id, epoch)
     where l.id = x.id and l.epoch = x.epoch`,
    [now, lanes.map(({ id }) => id), lanes.map(({ epoch }) => epoch)],
  )
  return rowCount === lanes.length
}
