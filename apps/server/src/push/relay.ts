// The relay: takes outbox rows, finds who they are for, numbers a frame for each person, and hands them to the sockets.
import { alwaysShownCodes, type MessageMode } from '@yunshu/domain/message/kinds'
import { pushReloadSpreadMs } from '@yunshu/domain/message/push'
import { sql, type RawBuilder } from 'kysely'
import type pg from 'pg'
import { v7 } from 'uuid'
import { isDatabaseAway } from '../db/pool.ts'
import { inTransaction, nilId, q, systemReach, type Tx } from '../db/tx.ts'
import type { Delivery } from './bus.ts'

const batchMax = 100
/** People reached at a time by a message for everybody: other pushes do not wait for the rest. */
const partOfEverybody = 500
const pollMs = 1000
/** The average distance between reloads of the people of one batch, ms. */
const perPersonMs = 1000

/** A row of the outbox, with the words that say who it is for. */
interface Claimed {
  readonly id: string
  readonly words: readonly string[]
}

/** Rows nobody else is working on, oldest first; ids are time-ordered. */
async function claim(tx: Tx, only: string | undefined): Promise<Claimed[]> {
  let query = q
    .selectFrom('outbox')
    .select([
      'id',
      sql<
        string[]
      >`array(select jsonb_object_keys(case when jsonb_typeof(receivers) = 'object' then receivers else '{}' end))`.as(
        'words',
      ),
    ])
    .orderBy('id')
    .limit(batchMax)
    .forUpdate()
    .skipLocked()
  if (only !== undefined) query = query.where('id', '=', only)
  return tx.rows(query)
}

/** A frame for one person, and how its kind of message reaches them. */
interface Pair {
  readonly outboxId: string
  readonly userId: string
  readonly mode: MessageMode
  readonly isWide: boolean
  readonly hasTopics: boolean
}

/** Whether person `u` sees all of the company, branch or platform that row `o` tells of; a branch is its people's all. */
const seesAllOf = sql<boolean>`(u.is_admin or exists (select from user_roles ur join roles r on r.id = ur.role_id
  where ur.user_id = u.id
    and (r.data_scope in ('ALL', 'COMPANY') or (r.data_scope = 'BRANCH' and o.branch is not null))))`

/** The people of claimed rows `o`, by the word of the row that names them. */
const people: readonly (readonly [word: string, of: RawBuilder<unknown>])[] = [
  [
    'users',
    sql`select o.id, x.id::uuid, null::text, null::uuid from claimed o
    cross join jsonb_array_elements_text(o.users) as x (id)`,
  ],
  [
    'company',
    sql`select o.id, u.id, o.permit, o.by from claimed o join users u on u.company_id = o.company
    and u.id is distinct from o.without`,
  ],
  [
    'branch',
    sql`select o.id, u.id, o.permit, null::uuid from claimed o join users u on u.branch_company_id = o.branch
    and u.id is distinct from o.without`,
  ],
  [
    'platform',
    sql`select o.id, u.id, o.permit, null::uuid from claimed o join users u on u.company_id is null
    and u.id is distinct from o.without where o.is_platform`,
  ],
  [
    'everybody',
    sql`select o.id, part.id, null::text, null::uuid from claimed o cross join lateral (
    select u.id from users u left join companies c on c.id = u.company_id
    where u.state = 'enabled' and u.id > o.after and (o.side is null or c.role_flags & o.side <> 0)
    order by u.id limit ${partOfEverybody}) as part where o.is_wide`,
  ],
]

/** Whether person `u` has the permit. */
const hasPermit = (permit: RawBuilder<unknown>) => sql<boolean>`(u.is_admin or exists (
  select from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = u.id
    and r.functions @> array[${permit}]))`

/** Conditions on person `u` of row `o`, meant as `m`, by the word of the row that sets them. */
const conditions: readonly (readonly [word: string, condition: RawBuilder<boolean>])[] = [
  ['permit', sql<boolean>`(m.permit is null or ${hasPermit(sql`m.permit`)})`],
  ['also', sql<boolean>`(o.also is null or ${hasPermit(sql`o.also`)})`],
  [
    'by',
    sql<boolean>`(m.by is null or u.is_admin or u.id = m.by or exists (
    select from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = u.id
      and (r.data_scope in ('ALL', 'COMPANY')
      or (r.data_scope = 'BRANCH' and u.branch_company_id = (select x.branch_company_id from users x
        where x.id = m.by)))))`,
  ],
]

/**
 * The enabled people each claimed row is for, once each; administrators have every permit of their company. Rows for
 * everybody answer the next part of them only. Words no row bears stay out of the query: the whole of it takes the
 * planner longer than the people take to be found.
 */
async function expand(tx: Tx, claimed: readonly Claimed[]): Promise<Pair[]> {
  const borne = new Set(claimed.flatMap(({ words }) => words))
  const arms = people.filter(([word]) => borne.has(word))
  if (arms.length === 0) return []
  const mode = sql`coalesce(p.mode, 'all')`
  return tx.rows(
    sql<Pair>`
    with claimed as materialized (
      -- taken apart once: a list of thousands of people is not unpacked again for each row it is compared with
      select id, receivers -> 'users' as users, (receivers ->> 'company')::uuid as company,
        (receivers ->> 'branch')::uuid as branch, receivers ? 'platform' as is_platform,
        receivers ? 'everybody' as is_wide, receivers ? 'isWhole' as is_whole, coalesce(receivers ->> 'after', ${nilId})::uuid as after,
          (receivers ->> 'side')::int as side, receivers ->> 'permit' as permit, receivers ->> 'also' as also,
        (receivers ->> 'by')::uuid as by,
        (receivers ->> 'without')::uuid as without,
        case when frame ->> 'code' <> all(${alwaysShownCodes}::text[])
          then message ->> 'kind' end as kind, frame -> 'data' ? 'topics' as has_topics
      from outbox where id = any(${claimed.map(({ id }) => id)}::uuid[])
    ), meant (outbox_id, user_id, permit, by) as (${sql.join(
      arms.map(([, of]) => of),
      sql` union `,
    )})
    select distinct m.outbox_id as "outboxId", m.user_id as "userId",
      ${borne.has('isWhole') ? sql`case when not o.is_whole or ${seesAllOf} then ${mode} else 'none' end` : mode} as mode,
      o.is_wide as "isWide", o.has_topics as "hasTopics"
    from meant m join claimed o on o.id = m.outbox_id join users u on u.id = m.user_id
    left join message_preferences p on p.user_id = m.user_id and p.kind = o.kind
    where ${sql.join(
      [sql`u.state = 'enabled'`, ...conditions.flatMap(([word, condition]) => (borne.has(word) ? [condition] : []))],
      sql` and `,
    )}
    order by "outboxId", "userId"`.compile(q),
  )
}

/** Rows for everybody of whom more remain, with the last person reached. */
function unfinished(pairs: readonly Pair[]): Map<string, string> {
  const reached = Map.groupBy(
    pairs.filter(({ isWide }) => isWide),
    ({ outboxId }) => outboxId,
  )
  return new Map(
    [...reached].flatMap(([id, part]) =>
      part.length < partOfEverybody ? [] : [[id, part.at(-1)?.userId ?? nilId] as const],
    ),
  )
}

/** The next sequence numbers of these people; their rows stay locked until the commit, so numbers appear in order. */
async function number(tx: Tx, pairs: readonly { userId: string }[]): Promise<number[]> {
  const userIds = [...new Set(pairs.map(pair => pair.userId))].sort()
  // one order for every relay, so that two of them cannot lock each other out
  const rows = await tx.rows(
    q
      .selectFrom('users')
      .select(['id', 'push_seq'])
      .where(sql<boolean>`id = any(${userIds}::uuid[])`)
      .orderBy('id')
      .forNoKeyUpdate(),
  )
  const last = new Map(rows.map(row => [row.id, row.push_seq]))
  const seqs = pairs.map(({ userId }) => {
    const seq = (last.get(userId) ?? 0) + 1
    last.set(userId, seq)
    return seq
  })
  await tx.run(
    sql`update users set push_seq = n.seq
      from unnest(${[...last.keys()]}::uuid[], ${[...last.values()]}::bigint[]) as n (id, seq)
      where users.id = n.id`.compile(q),
  )
  return seqs
}

/** One batch, or one row by id; answers the frames to send and whether more may wait. */
export async function relayBatch(
  pool: pg.Pool,
  now: number,
  only?: string,
): Promise<{ deliveries: Delivery[]; isFull: boolean }> {
  return inTransaction(pool, systemReach, async tx => {
    const claimed = await claim(tx, only)
    const ids = claimed.map(({ id }) => id)
    if (ids.length === 0) return { deliveries: [], isFull: false }
    const meant = await expand(tx, claimed)
    const rest = unfinished(meant)
    // a person who switched a kind off still gets the topics, so that open lists ask again
    const pairs = meant.filter(({ mode, hasTopics }) => mode !== 'none' || hasTopics)
    const seqs = await number(tx, pairs)
    // a single receiver causes no stampede and need not wait
    const spreadMs = Math.min(pushReloadSpreadMs, pairs.length * perPersonMs)
    const made = sql`unnest(${pairs.map(pair => pair.outboxId)}::uuid[], ${pairs.map(pair => pair.userId)}::uuid[],
      ${seqs}::bigint[], ${pairs.map(pair => pair.mode)}::text[],
      ${pairs.map(() => Math.floor(Math.random() * spreadMs))}::int[],
        ${pairs.map(() => v7())}::uuid[]) as n (outbox_id, user_id, seq, mode, delay, message_id)`
    const deliveries = await tx.rows(
      sql<Delivery>`
      insert into inbox (user_id, seq, created_at, frame)
      select n.user_id, n.seq, ${now}, case when n.mode = 'none'
        then jsonb_build_object('seq', n.seq, 'code', 'sync', 'title', '', 'msg', '', 'data',
          jsonb_build_object('receiveUserId', n.user_id, 'topics', o.frame #> '{data,topics}'))
        else o.frame || jsonb_build_object('seq', n.seq, 'data',
          jsonb_build_object('receiveUserId', n.user_id) || coalesce(o.frame -> 'data', '{}')
          || case when o.message is null then '{}' else jsonb_build_object('messageId', n.message_id) end
          || case when n.mode = 'inbox' then '{"silent": true}'::jsonb else '{}' end
          || case when o.frame ->> 'code' in ('33', '34') then jsonb_build_object('delayMs', n.delay) else '{}' end) end
      from ${made} join outbox o on o.id = n.outbox_id
      returning user_id as "userId", seq, frame::text as text`.compile(q),
    )
    await tx.run(
      sql`
      insert into messages (id, user_id, title, content, kind, path, created_at)
      select n.message_id, n.user_id, o.frame ->> 'title', o.frame ->> 'msg', o.message ->> 'kind',
        o.message ->> 'path', o.created_at
      from ${made} join outbox o on o.id = n.outbox_id where o.message is not null and n.mode <> 'none'`.compile(q),
    )
    await tx.run(sql`delete from outbox where id = any(${ids.filter(id => !rest.has(id))}::uuid[])`.compile(q))
    if (rest.size > 0)
      await tx.run(
        sql`
      update outbox o set receivers = o.receivers || jsonb_build_object('after', n.after)
        from unnest(${[...rest.keys()]}::uuid[], ${[...rest.values()]}::uuid[]) as n (id, after)
        where o.id = n.id`.compile(q),
      )
    deliveries.sort((a, b) => a.seq - b.seq)
    return { deliveries, isFull: ids.length === batchMax || rest.size > 0 }
  })
}

/** SQLSTATE class 22: the row itself cannot be read, now or ever. */
const isBadRow = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('22')

interface RelayOptions {
  pool: pg.Pool
  log: (line: string) => void
  deliver: (deliveries: readonly Delivery[]) => void
}

/** Starts relaying: at once when woken, every second otherwise; an outage of the database only pauses it. */
export function startRelay({ pool, log, deliver }: RelayOptions) {
  const counts = { relayed: 0, dropped: 0 }
  let isClosed = false
  let isWoken = false
  let isOut = false
  let rouse = (): void => {}

  const handOver = (deliveries: readonly Delivery[]): void => {
    counts.relayed += deliveries.length
    deliver(deliveries)
  }

  /** Rows one by one, so that one that cannot be read does not hold up the others; it goes into the log instead. */
  const relaySingly = async (): Promise<void> => {
    const claimed = await inTransaction(pool, systemReach, tx => claim(tx, undefined))
    for (const { id } of claimed) {
      try {
        handOver((await relayBatch(pool, Date.now(), id)).deliveries)
      } catch (error) {
        if (!isBadRow(error)) throw error
        await inTransaction(pool, systemReach, tx => tx.run(q.deleteFrom('outbox').where('id', '=', id)))
        counts.dropped++
        log(`push ${id} cannot be read and was dropped: ${String(error)}`)
      }
    }
  }

  const drain = async (): Promise<void> => {
    try {
      for (let isFull = true; isFull && !isClosed;) {
        const batch = await relayBatch(pool, Date.now())
        handOver(batch.deliveries)
        isFull = batch.isFull
      }
      isOut = false
    } catch (error) {
      if (isBadRow(error)) return relaySingly()
      if (!isOut) log(`push relay waits: ${isDatabaseAway(error) ? 'database away' : String(error)}`)
      isOut = true
    }
  }

  const loop = (async () => {
    while (!isClosed) {
      isWoken = false
      await drain().catch((error: unknown) => {
        log(`push relay: ${String(error)}`)
      })
      // after an error a wake does not hurry the next try: the poll does it
      if (isClosed || (isWoken && !isOut)) continue
      await new Promise<void>(resolve => {
        const timer = setTimeout(resolve, pollMs)
        rouse = () => {
          if (isOut && !isClosed) return
          clearTimeout(timer)
          resolve()
        }
      })
    }
  })()

  return {
    wake: (): void => {
      isWoken = true
      rouse()
    },
    close: async (): Promise<void> => {
      isClosed = true
      rouse()
      await loop
    },
    stats: () => ({ ...counts }),
  }
}
