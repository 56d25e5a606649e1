// Conflicts of terminals told to those who decide between two devices: the gateway finds them, and tells nobody.
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { tellHappening } from '../../work/outbox.ts'

interface Found {
  readonly id: string
  readonly phone: string
  readonly plate: string | null
}

/** Tells of each conflict once; one that comes again behind a decision is told again. */
export async function tellConflicts(ctx: Ctx): Promise<void> {
  await ctx.tx.run(
    sql`update terminals set conflict_told_at = null where conflict_told_at is not null and state <> 'conflict'`.compile(
      q,
    ),
  )
  const found = await ctx.tx.rows(
    sql<Found>`update terminals set conflict_told_at = ${ctx.now}
      where id in (select id from terminals where state = 'conflict' and conflict_told_at is null order by id limit 200)
      returning id, phone, plate`.compile(q),
  )
  for (const { id, phone, plate } of found)
    await tellHappening(
      ctx,
      'terminal.conflict',
      { platform: true, permit: 'terminal.edit' },
      { id, phone, plate: plate ?? '' },
    )
}
