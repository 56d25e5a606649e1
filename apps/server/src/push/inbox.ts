// The frames kept for each person: what a browser missed while it was away, and the end of what is kept.
import { sql } from 'kysely'
import { q, type Tx } from '../db/tx.ts'

/** How long frames are kept, ms, and the most a reconnect gets; beyond either, browsers are told to read anew. */
const keepMs = 3 * 86_400_000
const resumeMax = 500
const purgeChunk = 5000

/** What a person missed: the frames in order as texts, and the sequence the connection stands at afterwards. */
export interface Missed { frames: string[]; seq: number }

/** The hint sent instead of frames that are no longer kept, or too many. */
const refreshHint = (seq: number): string => {
  const title = '消息已更新'
  const content = '离线时间较长，请刷新页面查看最新内容'
  return JSON.stringify({ seq, code: '0', title, msg: content, data: { title, content, refresh: true } })
}

/** Everything after `lastSeq`, whole and in order, or one hint when that cannot be given. */
export async function findMissed(tx: Tx, userId: string, lastSeq: number): Promise<Missed> {
  // sequence first: frames up to it were committed with it, so none can be missing below
  const { push_seq: seq } = await tx.one(q.selectFrom('users').select('push_seq').where('id', '=', userId))
  if (lastSeq === seq) return { frames: [], seq }
  const rows = lastSeq > seq ? [] : await tx.rows(q.selectFrom('inbox').select(sql<string>`frame::text`.as('text'))
    .where('user_id', '=', userId).where('seq', '>', lastSeq).where('seq', '<=', seq).orderBy('seq').limit(resumeMax))
  return { frames: rows.length === seq - lastSeq ? rows.map((row) => row.text) : [refreshHint(seq)], seq }
}

/** Removes frames older than three days, a part at a time; answers how many went. */
export async function purgeInbox(tx: Tx, now: number): Promise<number> {
  const old = q.selectFrom('inbox').select(['user_id', 'seq']).where('created_at', '<', now - keepMs).limit(purgeChunk)
  return tx.run(sql`delete from inbox where (user_id, seq) in (${old})`.compile(q))
}
