// Sealing the audit log: each row gets its place and hash in the chain of the day, behind the writes, so that they
// never wait for each other (decision 014).
import type { AuditRecord } from '@yunshu/domain/audit'
import { formatDate } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import { q, type Tx } from '../../db/tx.ts'
import { firstHash, recordColumns, sealOf } from './chain.ts'

/** Rows sealed in one transaction, and the longest a write can still be under way after its row was made, ms. */
export const sealBatchMax = 1000
const lateMs = 10 * 60_000

/**
 * Seals what is not sealed yet, oldest first, into the chain of the day of sealing; answers how many. A row whose write
 * took long is sealed when it is seen: order of sealing, not of writing. One caller at a time (a job under lock).
 */
export async function sealBatch(tx: Tx, now: number): Promise<number> {
  const last = await tx.first(
    sql<{ day: string; seq: number; hash: Buffer; at: number }>`
    select s.day::text as day, s.seq, s.hash, a.at from audit_seals s join audit_log a on a.id = s.audit_id order by s.day desc, s.seq desc limit 1`.compile(
      q,
    ),
  )
  const rows = await tx.rows(
    sql<AuditRecord>`
    select ${recordColumns} from audit_log a where a.at >= ${(last?.at ?? 0) - lateMs} and
      not exists (select from audit_seals s where s.audit_id = a.id) order by a.at, a.id limit ${sealBatchMax}`.compile(
      q,
    ),
  )
  if (rows.length === 0) return 0
  const today = formatDate(now)
  // a clock set back does not open a day that is over
  const day = last && last.day > today ? last.day : today
  let [seq, hash] = [last && last.day === day ? last.seq : 0, last?.hash ?? firstHash]
  const sealed = rows.map(record => {
    seq += 1
    hash = sealOf(hash, record)
    return { day, seq, id: record.id, hash }
  })
  await tx.run(
    sql`insert into audit_seals (day, seq, audit_id, hash) select ${day}::date, n.seq, n.id, n.hash
    from unnest(${sealed.map(one => one.seq)}::int[], ${sealed.map(one => one.id)}::uuid[],
      ${sealed.map(one => one.hash)}::bytea[]) as n (seq, id, hash)`.compile(q),
  )
  return rows.length
}
