// The frames kept for each person: reading those their browsers have not got yet, and removing the old.
import { happenings, sayHappening } from '@yunshu/contract/happening/happenings'
import { pushNames } from '@yunshu/domain/message/push'
import { sql } from 'kysely'
import { q, type Tx } from '../db/tx.ts'
import type { Delivery, News } from './bus.ts'

/** The life of frames, ms, and the most that are sent afterwards; beyond either, browsers are told to read anew. */
const keepMs = 3 * 86_400_000
const sendMax = 500
const purgeChunk = 5000

/** Frames that a connection at some number lacks, in order, and its number afterwards. */
export interface Missed {
  readonly frames: readonly Delivery[]
  readonly seq: number
}

/** The hint sent instead of frames that are no longer kept, or too many. */
function refreshHint(userId: string, seq: number): Delivery {
  const { title, text: content } = sayHappening('message.missed')
  return {
    userId,
    seq,
    text: JSON.stringify({
      seq,
      code: pushNames[happenings['message.missed'].push],
      title,
      msg: content,
      data: { title, content, refresh: true },
    }),
  }
}

/**
 * The frames missing at each of these standings, by the standing: all of them in order, or one hint to read anew when
 * that is impossible.
 */
export async function findMissedOf(tx: Tx, standings: readonly News[]): Promise<Map<News, Missed>> {
  // one statement sees one moment: frames up to push_seq were committed with it, so none below can be missing yet.
  // lateral: the planner must walk the inbox by person, however many frames it holds
  const rows = await tx.rows(
    sql<{ nr: number; top: number; seq: number | null; text: string | null }>`
    select n.nr, u.push_seq as top, i.seq, i.frame::text as text
    from unnest(${standings.map(({ userId }) => userId)}::uuid[], ${standings.map(({ seq }) => seq)}::bigint[]) with ordinality as n (user_id, seq, nr)
    join users u on u.id = n.user_id
    left join lateral (select seq, frame from inbox where user_id = n.user_id and seq > n.seq and seq <= u.push_seq order by seq limit ${sendMax}) as i on true
    order by n.nr, i.seq`.compile(q),
  )
  const found = Map.groupBy(rows, ({ nr }) => nr)
  return new Map(
    standings.map((standing, i) => {
      const own = found.get(i + 1) ?? []
      const { userId } = standing
      const seq = own[0]?.top ?? standing.seq
      const frames = own.flatMap(row =>
        row.seq === null || row.text === null ? [] : [{ userId, seq: row.seq, text: row.text }],
      )
      return [standing, { frames: frames.length === seq - standing.seq ? frames : [refreshHint(userId, seq)], seq }]
    }),
  )
}

/** Those of these people whose inbox reaches further than their standing, with its last number. */
export function findNews(tx: Tx, standings: readonly News[]): Promise<News[]> {
  return tx.rows(
    sql<News>`
    select u.id as "userId", u.push_seq as seq
      from unnest(${standings.map(({ userId }) => userId)}::uuid[],
      ${standings.map(({ seq }) => seq)}::bigint[]) as n (user_id, seq)
    join users u on u.id = n.user_id where u.push_seq > n.seq`.compile(q),
  )
}

/** The last number of each of these people. */
export async function findLast(tx: Tx, userIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.rows(
    q
      .selectFrom('users')
      .select(['id', 'push_seq'])
      .where(sql<boolean>`id = any(${userIds}::uuid[])`),
  )
  return new Map(rows.map(row => [row.id, row.push_seq]))
}

/** Removes frames older than three days, a part at a time; answers how many went. */
export async function purgeInbox(tx: Tx, now: number): Promise<number> {
  const old = q
    .selectFrom('inbox')
    .select(['user_id', 'seq'])
    .where('created_at', '<', now - keepMs)
    .limit(purgeChunk)
  return tx.run(sql`delete from inbox where (user_id, seq) in (${old})`.compile(q))
}
