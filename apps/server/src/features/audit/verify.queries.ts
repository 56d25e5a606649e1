// Checking the chain of the audit log: every seal against its row and the seal before, and that no row is without one.
import type { AuditRecord } from '@yunshu/domain/audit'
import { sql } from 'kysely'
import { q, type Tx } from '../../db/tx.ts'
import { firstHash, recordColumns, sealOf } from './chain.ts'

/** One day of the chain: how many seals, its last hash, and the first thing that is wrong. */
export interface DayReport {
  readonly day: string
  readonly seals: number
  readonly head: string
  readonly fault?: string
}

const batchMax = 5000
/** A row may be without seal this long, ms: the job comes every second. */
const graceMs = 60_000

type Sealed = AuditRecord & { day: string; seq: number; hash: Buffer }

/** Walks the whole chain, oldest first, and tells each day as it is done; answers what is wrong beside the chain. */
export async function verifyChain(tx: Tx, now: number, tell: (report: DayReport) => void): Promise<string | undefined> {
  let before: Buffer = firstHash
  let open: { day: string; seals: number; fault?: string | undefined } | undefined
  const close = (): void => {
    if (open)
      tell({
        day: open.day,
        seals: open.seals,
        head: before.toString('hex'),
        ...(open.fault === undefined ? {} : { fault: open.fault }),
      })
  }
  for (let [day, seq] = ['0001-01-01', 0]; ;) {
    const rows = await tx.rows(
      sql<Sealed>`
      select s.day::text as day, s.seq, s.hash, ${recordColumns} from audit_seals s
        join audit_log a on a.id = s.audit_id
      where (s.day, s.seq) > (${day}::date, ${seq}::int) order by s.day, s.seq limit ${batchMax}`.compile(q),
    )
    for (const row of rows) {
      if (open?.day !== row.day) {
        close()
        open = { day: row.day, seals: 0 }
      }
      open.fault ??= faultOf(row, open.seals + 1, before)
      open.seals += 1
      before = row.hash
    }
    const last = rows.at(-1)
    if (!last || rows.length < batchMax) break
    day = last.day
    seq = last.seq
  }
  close()
  const unsealed = await tx.first(
    sql<{
      n: number
      id: string
    }>`select count(*) over () as n, a.id from audit_log a where a.at < ${now - graceMs} and
      not exists (select from audit_seals s where s.audit_id = a.id) order by a.id limit 1`.compile(q),
  )
  return unsealed && `${unsealed.n} 行没有封存，第一行 ${unsealed.id}`
}

function faultOf(row: Sealed, expected: number, before: Buffer): string | undefined {
  // a seal without its row is as good as none: the number is missing either way
  if (row.seq !== expected) return `第 ${expected} 号封存缺失`
  if (!sealOf(before, row).equals(row.hash))
    return `第 ${row.seq} 号对应的日志 ${row.id} 与封存不符（内容被改动，或顺序被调换）`
  return undefined
}
