// Messages the track role set aside, told to the platform once: the map or a trail lacks them until somebody has looked.
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { tellHappening } from '../../work/outbox.ts'

/** The places messages of a consumer are missing from. */
const missing: Readonly<Record<string, string>> = { live: '实时位置', trail: '轨迹' }

/** Tells of the messages set aside since the last look, those of a consumer in one word. */
export async function tellSetAside(ctx: Ctx): Promise<void> {
  const found = await ctx.tx.rows(
    sql<{ consumer: string }>`update track_faults set told_at = ${ctx.now}::bigint where told_at is null
      returning consumer`.compile(q),
  )
  for (const [consumer, some] of Map.groupBy(found, one => one.consumer))
    await tellHappening(
      ctx,
      'terminal.setAside',
      { platform: true, permit: 'terminal.edit' },
      { count: String(some.length), what: missing[consumer] ?? consumer },
    )
}
