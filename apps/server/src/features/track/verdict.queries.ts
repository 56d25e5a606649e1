// The word of the trail about waybills: both places were visited, the vehicle was elsewhere, or nothing is known.
import type { TrailFact } from '@yunshu/domain/chain/judge'
import { sql } from 'kysely'
import { q, type Tx } from '../../db/tx.ts'
import { isOfCarriage } from '../../work/carried.ts'

/**
 * Verdicts of waybills by id; one that is not there is not known. Proven is what stays in both circles prove; positions
 * that contradict the waybill speak against it until somebody has dealt with them.
 */
export async function findTrailFacts(tx: Tx, waybillIds: readonly string[]): Promise<ReadonlyMap<string, TrailFact>> {
  if (waybillIds.length === 0) return new Map()
  const rows = await tx.rows(
    sql<{ id: string; is_elsewhere: boolean; is_proven: boolean }>`
      select x.id,
        exists (select from episodes e where e.waybill_id = x.id and e.kind in ('placeMismatch', 'mismatch')
          and e.state in ('open', 'claimed', 'escalated')) as is_elsewhere,
        (select count(distinct f.kind) from fence_visits v join fences f on f.id = v.fence_id join waybills w on w.id = v.waybill_id
          where v.waybill_id = x.id and ${isOfCarriage} and v.counted_at is not null and v.stay in ('open', 'closed')) = 2 as is_proven
      from unnest(${[...waybillIds]}::uuid[]) as x (id)`.compile(q),
  )
  const facts = new Map<string, TrailFact>()
  for (const row of rows)
    if (row.is_elsewhere) facts.set(row.id, 'elsewhere')
    else if (row.is_proven) facts.set(row.id, 'proven')
  return facts
}
