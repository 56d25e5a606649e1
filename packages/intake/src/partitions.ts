// Partitions of the log by day: made ahead, dropped by age and by bytes, never before every built-in consumer has read them.
import type pg from 'pg'

const dayMs = 86_400_000
const zoneMs = 8 * 3_600_000
/** Days that partitions are made ahead. */
const aheadDays = 14

/** The day of a moment in China. */
export const dayOf = (ms: number): string => new Date(ms + zoneMs).toISOString().slice(0, 10)
const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
const tableOf = (day: string): string => `track_intake_${day.replaceAll('-', '')}`
const dayOfTable = (table: string): string => table.slice(-8).replace(/(....)(..)(..)/, '$1-$2-$3')

interface Partition {
  readonly table: string
  readonly day: string
  readonly bytes: number
  /** `half`: an earlier run was cut off while it took the partition out. */
  readonly is: 'in' | 'half' | 'out'
}

/** Partitions, the oldest first; those taken out and not dropped are among them. */
async function partitionsOf(client: pg.Client): Promise<Partition[]> {
  const { rows } = await client.query<{ table: string; bytes: number; is: Partition['is'] }>(
    `select c.relname as table, pg_total_relation_size(c.oid)::float8 as bytes,
       case when i.inhrelid is null then 'out' when i.inhdetachpending then 'half' else 'in' end as is
     from pg_class c left join pg_inherits i on i.inhrelid = c.oid and i.inhparent = 'track_intake'::regclass
     where c.relnamespace = (select relnamespace from pg_class where oid = 'track_intake'::regclass)
       and c.relkind = 'r' and c.relname ~ '^track_intake_[0-9]{8}$'
     order by c.relname`,
  )
  return rows.map(row => ({ ...row, day: dayOfTable(row.table) }))
}

/** First and last day there is a partition for, or undefined when there is none. */
export async function daysOf(
  client: pg.Client,
): Promise<{ readonly first: string; readonly last: string } | undefined> {
  const { rows } = await client.query<{ table: string }>(
    `select c.relname as table from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'track_intake'::regclass and not i.inhdetachpending order by 1`,
  )
  const [first] = rows,
    last = rows.at(-1)
  return first && last && { first: dayOfTable(first.table), last: dayOfTable(last.table) }
}

/** A partition that is due, and a consumer that has not read it. */
export interface Held {
  readonly day: string
  readonly consumer: string
  readonly lane: number
  /** Rows of the partition it has not read. */
  readonly behind: number
}

/** Doings of one run. */
export interface Kept {
  readonly made: readonly string[]
  readonly dropped: readonly string[]
  readonly held: readonly Held[]
  /** True when something was in use for longer than the run waits: the next one tries again. */
  readonly isBusy: boolean
}

export interface Retention {
  readonly now: number
  /** Days that are kept whatever their size. */
  readonly days: number
  /** Most bytes of the log; the oldest days go first. */
  readonly bytes: number
  /** Consumers that hold partitions until they have read them. Others are told of a gap. */
  readonly consumers: readonly string[]
}

/**
 * Makes the partitions of the days to come and drops those that are due, with the owner's connection. Nothing waits
 * behind it for longer than a second, a partition with something unread stays, and nobody who lags stops the intake.
 */
export async function keepPartitions(client: pg.Client, retention: Retention): Promise<Kept> {
  // on a foreign database the owner is held by the walls
  await client.query(`set lock_timeout = '1s'; select set_config('app.reach', 'system', false)`)
  const made: string[] = [],
    dropped: string[] = [],
    held: Held[] = []
  let isBusy = false
  try {
    await makeAhead(client, retention.now, made)
    for (const due of await dueOf(client, retention)) {
      const unread = await dropRead(client, due, retention.consumers)
      held.push(...unread)
      // the days behind one that is held are read even less
      if (unread.length > 0) break
      dropped.push(due.day)
    }
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    isBusy = true
  } finally {
    await client.query('set lock_timeout = 0')
  }
  return { made, dropped, held, isBusy }
}

const isLockTimeout = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '55P03'

async function makeAhead(client: pg.Client, now: number, made: string[]): Promise<void> {
  const there = new Set((await partitionsOf(client)).map(({ day }) => day))
  const today = dayOf(now)
  for (let ahead = -1; ahead <= aheadDays; ahead++) {
    const day = plusDays(today, ahead)
    if (there.has(day)) continue
    // made beside the table and put in: appends go on, which a partition made in its place would stop
    await client.query(
      `begin;
       create table ${tableOf(day)} (like track_intake including all)
         with (autovacuum_enabled = false, toast.autovacuum_enabled = false);
       ${attach(day)};
       commit`,
    )
    made.push(day)
  }
}

const attach = (day: string): string =>
  `alter table track_intake attach partition ${tableOf(day)} for values from ('${day}') to ('${plusDays(day, 1)}')`

/** Partitions too old, or the oldest of too many bytes; that of today and those to come are never due. */
async function dueOf(client: pg.Client, { now, days, bytes }: Retention): Promise<Partition[]> {
  const partitions = await partitionsOf(client)
  const today = dayOf(now)
  const oldest = plusDays(today, -days)
  let left = partitions.reduce((sum, one) => sum + one.bytes, 0)
  const due: Partition[] = []
  for (const one of partitions) {
    if (one.day >= today || (one.is === 'in' && one.day >= oldest && left <= bytes)) break
    due.push(one)
    left -= one.bytes
  }
  return due
}

interface End {
  readonly lane: number
  readonly seq: number
}

/** Last number of each lane in a partition. */
async function endsOf(client: pg.Client, { table }: Partition): Promise<End[]> {
  const { rows } = await client.query<End>(
    `select l.id as lane, x.seq::float8 as seq from track_lanes l
     cross join lateral (select seq from ${table} where lane = l.id order by seq desc limit 1) x order by l.id`,
  )
  return rows
}

async function unreadOf(
  client: pg.Client,
  { day }: Partition,
  ends: readonly End[],
  consumers: readonly string[],
): Promise<Held[]> {
  const { rows } = await client.query<Held>(
    `select $1 as day, k.consumer, e.lane, (e.seq - coalesce(c.seq, 0))::float8 as behind
     from unnest($2::int[], $3::bigint[]) e(lane, seq) cross join unnest($4::text[]) k(consumer)
     left join track_cursors c on c.consumer = k.consumer and c.lane = e.lane
     where coalesce(c.seq, 0) < e.seq order by k.consumer, e.lane`,
    [day, ends.map(({ lane }) => lane), ends.map(({ seq }) => seq), consumers],
  )
  return rows
}

/** Drops a partition, or answers who has not read it. */
async function dropRead(client: pg.Client, one: Partition, consumers: readonly string[]): Promise<Held[]> {
  if (one.is === 'in') {
    const unread = await unreadOf(client, one, await endsOf(client, one), consumers)
    if (unread.length > 0) return unread
    await client.query(`alter table track_intake detach partition ${one.table} concurrently`)
  } else if (one.is === 'half') await client.query(`alter table track_intake detach partition ${one.table} finalize`)
  // a row may have come between the look and the end of the detachment; none can any more
  const ends = await endsOf(client, one)
  const unread = await unreadOf(client, one, ends, consumers)
  if (unread.length > 0) {
    await client.query(attach(one.day))
    return unread
  }
  // numbers go on behind these, of which nothing else will know
  await client.query(
    `update track_lanes l set last_seq = greatest(l.last_seq, e.seq)
     from unnest($1::int[], $2::bigint[]) e(lane, seq) where l.id = e.lane`,
    [ends.map(({ lane }) => lane), ends.map(({ seq }) => seq)],
  )
  await client.query(`drop table ${one.table}`)
  return []
}
