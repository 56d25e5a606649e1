// Numbers of invoices: one stands for one invoice, blue or red, whoever says it and however many say it at once.
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'

/** Whether a number is that of another invoice or red invoice than `id`; held until the transaction ends, by everybody who asks. */
export async function isNumberTaken(ctx: Ctx, id: string, number: string): Promise<boolean> {
  await ctx.tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`invoice ${number}`}, 0))`.compile(q))
  // a statement of its own: one that waits for the lock has looked before it waited
  const { taken } = await ctx.tx.elevated(() =>
    ctx.tx.one(
      sql<{ taken: boolean }>`select exists (select from invoices where invoice_no = ${number} and id <> ${id}::uuid)
        or exists (select from red_confirms where red_no = ${number} and id <> ${id}::uuid) as taken`.compile(q),
    ),
  )
  return taken
}
