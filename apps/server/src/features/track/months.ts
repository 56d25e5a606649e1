// Months of trails: partitions made ahead, and dropped when they are old and no waybill still needs them as evidence; places
// of stops, trips and alarms go with them.
import { shanghaiOffsetMs } from '@yunshu/domain/figures/time'
import { sealedStates } from '@yunshu/domain/track/evidence'
import { withClient } from '@yunshu/postgres/withClient'
import type pg from 'pg'

/** Months that are made ahead. */
const aheadMonths = 2
/** Rows deleted at once. */
const slice = 5000

interface Retention {
  readonly now: number
  /** Positions of months that ended before this moment go. */
  readonly before: number
  readonly looksBefore: number
}

interface KeptMonths {
  readonly made: string[]
  readonly dropped: string[]
  /** Months that are due and stay. */
  readonly held: string[]
  /** Stops, trips and alarms that went. */
  readonly places: number
  readonly looks: number
}

/** The first day of the month `ahead` months after that of a moment, in China. */
function monthOf(ms: number, ahead = 0): string {
  const there = new Date(ms + shanghaiOffsetMs)
  return new Date(Date.UTC(there.getUTCFullYear(), there.getUTCMonth() + ahead, 1)).toISOString().slice(0, 10)
}
const tableOf = (month: string): string => `track_segments_${month.slice(0, 7).replace('-', '')}`
const startOf = (month: string): number => Date.parse(`${month}T00:00:00+08:00`)
const after = (month: string): string => monthOf(startOf(month), 1)

/** Makes the months to come and drops those that are due, with the owner's connection. Nothing waits behind it for long. */
export const keepMonths = (url: string, retention: Retention): Promise<KeptMonths> =>
  withClient(
    url,
    async client => {
      await client.query(`set lock_timeout = '1s'; select set_config('app.reach', 'system', false)`)
      const made = await makeAhead(client, retention.now)
      const { dropped, held } = await dropDue(client, retention.before)
      const places = await forgetPlaces(client, startOf(monthOf(retention.before)), held)
      return { made, dropped, held, places, looks: await forgetLooks(client, retention.looksBefore) }
    },
    'yunshu-months',
  )

async function monthsOf(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ table: string }>(
    `select c.relname as table from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'track_segments'::regclass and c.relname ~ '^track_segments_[0-9]{6}$' order by 1`,
  )
  return rows.map(({ table }) => `${table.slice(-6, -2)}-${table.slice(-2)}-01`)
}

/** A month that has begun lies in the rest: it is made before its first position comes, or not at all. */
async function makeAhead(client: pg.ClientBase, now: number): Promise<string[]> {
  const there = await monthsOf(client)
  const made: string[] = []
  for (let ahead = 1; ahead <= aheadMonths; ahead++) {
    const month = monthOf(now, ahead)
    if (there.includes(month)) continue
    try {
      await client.query(
        `create table ${tableOf(month)} partition of track_segments for values from ('${month}') to ('${after(month)}');
         alter table ${tableOf(month)} enable row level security; alter table ${tableOf(month)} force row level security`,
      )
      made.push(month)
    } catch (error) {
      // positions of a clock ahead lie in it, or somebody holds the table: the rest keeps the month
      if (!isKept(error)) throw error
    }
  }
  return made
}

const isKept = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '23514' || error.code === '55P03')

/** A waybill whose trail is evidence to be, and that lies in a month. */
const isNeeded = `exists (select from track_access a join waybills w on w.id = a.waybill_id
  where a.why = 'waybill' and a.from_at < $2 and (a.to_at is null or a.to_at >= $1)
    and w.state not in ('cancelled', 'void')
    and (w.state <> all($3) or exists (select from waybill_tracks_due d where d.waybill_id = w.id)))`

async function dropDue(client: pg.ClientBase, before: number): Promise<Pick<KeptMonths, 'dropped' | 'held'>> {
  const dropped: string[] = [],
    held: string[] = []
  const { rows } = await client.query<{ month: string }>(
    'select distinct month::text as month from track_segments_rest order by 1',
  )
  const ofRest = rows.map(({ month }) => month)
  for (const month of [...new Set([...(await monthsOf(client)), ...ofRest])].sort()) {
    const [from, to] = [startOf(month), startOf(after(month))]
    if (to > before) continue
    const { rows: asked } = await client.query<{ needed: boolean }>(`select ${isNeeded} as needed`, [
      from,
      to,
      sealedStates,
    ])
    if (asked[0]?.needed === true) {
      held.push(month)
      continue
    }
    if (ofRest.includes(month)) await emptyRest(client, month)
    else await client.query(`drop table ${tableOf(month)}`)
    dropped.push(month)
  }
  return { dropped, held }
}

async function emptyRest(client: pg.ClientBase, month: string): Promise<void> {
  for (;;) {
    const { rowCount } = await client.query(
      'delete from track_segments_rest where ctid = any(array(select ctid from track_segments_rest where month = $1 limit $2))',
      [month, slice],
    )
    if ((rowCount ?? 0) < slice) return
  }
}

/** Stops, trips and alarms of before a month, but for those of months that stay; figures of days name no place. */
async function forgetPlaces(client: pg.ClientBase, before: number, held: readonly string[]): Promise<number> {
  let gone = 0
  for (const table of ['track_stops', 'track_trips', 'track_alarms'])
    for (;;) {
      const { rowCount } = await client.query(
        `delete from ${table} where ctid = any(array(select ctid from ${table} where from_at < $1
           and not exists (select from unnest($2::bigint[], $3::bigint[]) h(from_at, to_at)
             where ${table}.from_at >= h.from_at and ${table}.from_at < h.to_at) limit $4))`,
        [before, held.map(startOf), held.map(month => startOf(after(month))), slice],
      )
      gone += rowCount ?? 0
      if ((rowCount ?? 0) < slice) break
    }
  return gone
}

async function forgetLooks(client: pg.ClientBase, before: number): Promise<number> {
  let gone = 0
  for (;;) {
    const { rowCount } = await client.query(
      'delete from track_views where ctid = any(array(select ctid from track_views where at < $1 limit $2))',
      [before, slice],
    )
    gone += rowCount ?? 0
    if ((rowCount ?? 0) < slice) return gone
  }
}
