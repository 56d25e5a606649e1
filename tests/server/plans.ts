// Test support: the plans of the statements a read sends, asked for with the values it sends.
import { sql, type CompiledQuery } from 'kysely'
import { q, type Tx } from '../../apps/server/src/db/tx.ts'
import type { Ctx } from '../../apps/server/src/work/ctx.ts'

/** A statement with the lines of its plan. */
export interface Planned {
  readonly statement: string
  readonly lines: readonly string[]
}

/**
 * Runs a read and answers the plan of each statement whose rows it took. Tables of tests are small: with `isForced` a
 * table is read from its beginning to its end only where no index answers.
 */
export async function plansOf(
  ctx: Ctx,
  work: (ctx: Ctx) => Promise<unknown>,
  { isForced = true }: { readonly isForced?: boolean } = {},
): Promise<Planned[]> {
  const sent: Pick<CompiledQuery, 'sql' | 'parameters'>[] = []
  const tx: Tx = {
    ...ctx.tx,
    rows: query => {
      sent.push('compile' in query ? query.compile() : query)
      return ctx.tx.rows(query)
    },
  }
  await work({ ...ctx, tx })
  if (isForced) await ctx.tx.run(sql`set local enable_seqscan = off`.compile(q))
  const planned: Planned[] = []
  for (const { sql: statement, parameters } of sent) {
    const rows = await ctx.tx.rows<{ 'QUERY PLAN': string }>({
      ...sql<{ 'QUERY PLAN': string }>`select 1`.compile(q),
      sql: `explain ${statement}`,
      parameters,
    })
    planned.push({ statement, lines: rows.map(row => row['QUERY PLAN']) })
  }
  return planned
}
