// The counting of prints: the next number of each record, and a line in its history.
import type { Input, Output } from '@yunshu/contract/call'
import type { countPrints } from '@yunshu/contract/print'
import type { Permit } from '@yunshu/domain/permits/permits'
import { printAct, printedPapers } from '@yunshu/domain/print'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { logEvents } from '../../work/history.ts'
import { findPrintable } from './print.queries.ts'

interface Paper {
  readonly label: string
  readonly permits: readonly Permit[]
  readonly also?: Permit
}

/** Counts a print of each record, of all of them or of none; two at once get different numbers. */
export async function numberPrints(
  ctx: Ctx,
  { entity, ids }: Input<typeof countPrints>,
): Promise<Output<typeof countPrints>> {
  const { label, permits, also }: Paper = printedPapers[entity]
  if (!permits.some(permit => ctx.can(permit)) || (also !== undefined && !ctx.can(also)))
    throw new Problem('permit.missing')
  const asked = [...new Set(ids)]
  const found = await findPrintable(ctx, entity, asked)
  if (found.length < asked.length) throw new Problem('row.none')
  // counters are taken in one order by everybody, so that two batches never wait for each other
  const rows = await ctx.tx.rows(
    sql<{ id: string; n: number }>`insert into print_counts (entity, entity_id, prints)
      select ${entity}, asked.id, 1 from unnest(${asked}::uuid[]) as asked (id) order by asked.id
      on conflict (entity, entity_id) do update set prints = print_counts.prints + 1
      returning entity_id as id, prints as n`.compile(q),
  )
  await logEvents(
    ctx,
    rows.map(({ id, n }) => ({ entity, entityId: id, action: printAct, reason: `${label} 第 ${n} 次` })),
  )
  return { prints: rows }
}
