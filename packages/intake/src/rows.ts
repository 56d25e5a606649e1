// Rows of the log on their way: inserted under the epoch of their lane, and looked for when nobody knows.
import pg from 'pg'
import { beatLanes, Fenced, type Lane } from './lanes.ts'

/** A row of the log on its way. */
export interface Row {
  readonly lane: Lane
  readonly seq: number
  /** Fixed when the row is made: a repeat after midnight has to meet its own key. */
  day: string
  readonly receivedAt: number
  readonly n: number
  readonly body: Buffer
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
/** A row with this key is there. */
export const isThere = (error: unknown): boolean => codeOf(error) === '23505'
/** No partition takes the day. */
export const hasNoPartition = (error: unknown): boolean => codeOf(error) === '23514'
/** An answer of the server that leaves the connection usable; one that takes no writes has its place elsewhere by now. */
export const isAnswered = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && !/^(?:57P|08|25006|25P03)/.test(codeOf(error))

/** Inserts rows whose lanes are still ours; answers these lanes, after the COMMIT. */
export async function insertRows(client: pg.Client, rows: readonly Row[]): Promise<ReadonlySet<number>> {
  const { rows: stored } = await client.query<{ lane: number }>({
    name: 'intake-insert',
    text: `insert into track_intake (day, lane, seq, received_at, n, body)
     select x.day, x.lane, x.seq, x.received_at, x.n, x.body
     from unnest($1::date[], $2::int[], $3::bigint[], $4::bigint[], $5::int[], $6::bytea[], $7::int[])
       x(day, lane, seq, received_at, n, body, epoch)
     join track_lanes l on l.id = x.lane and l.epoch = x.epoch
     for share of l
     returning lane`,
    values: [
      rows.map(({ day }) => day),
      rows.map(({ lane }) => lane.id),
      rows.map(({ seq }) => seq),
      rows.map(({ receivedAt }) => receivedAt),
      rows.map(({ n }) => n),
      rows.map(({ body }) => body),
      rows.map(({ lane }) => lane.epoch),
    ],
  })
  return new Set(stored.map(({ lane }) => lane))
}

/**
 * Lanes whose row is there. The update waits for a zombie of our own that still inserts, refuses when the lanes are
 * somebody else's, and is a commit of this session behind that of the row: a synchronous standby that has confirmed
 * it has the row too.
 */
export async function findRows(
  client: pg.Client,
  rows: readonly Row[],
  writer: string,
  now: number,
): Promise<ReadonlySet<number>> {
  await client.query('begin')
  try {
    if (
      !(await beatLanes(
        client,
        rows.map(({ lane }) => lane),
        now,
      ))
    )
      throw new Fenced(writer)
    const found = await client.query<{ lane: number }>(
      `select i.lane from unnest($1::date[], $2::int[], $3::bigint[], $4::bytea[]) x(day, lane, seq, body)
       join track_intake i on i.day = x.day and i.lane = x.lane and i.seq = x.seq and i.body = x.body`,
      [
        rows.map(({ day }) => day),
        rows.map(({ lane }) => lane.id),
        rows.map(({ seq }) => seq),
        rows.map(({ body }) => body),
      ],
    )
    await client.query('commit')
    return new Set(found.rows.map(({ lane }) => lane))
  } catch (error) {
    if (isAnswered(error) || error instanceof Fenced) await client.query('rollback')
    throw error
  }
}
