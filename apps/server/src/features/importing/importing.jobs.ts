// The job of imports: files nobody imported are given up, and what was kept for files of faults is forgotten.
import { importLimits, importStates } from '@yunshu/domain/importing/importing'
import { HOUR_MS } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { moveAll } from '../../work/move.ts'
import { q } from '../../db/tx.ts'
import type { Deps } from '../../work/ctx.ts'
import type { Job } from '../../jobs/runner.ts'
import { asSystem } from '../../work/system.ts'
import { emptyImportContent } from './importing.commands.ts'

const batch = 100
const emptied = { content: JSON.stringify(emptyImportContent), faults: '[]', notes: '[]' }

/** Ends imports that waited too long and empties those that are over; answers how many were given up. */
export async function forgetImports(deps: Deps, now = Date.now()): Promise<number> {
  return asSystem(deps, async ctx => {
    const before = now - importLimits.lifeMs
    const old = await ctx.tx.rows(
      q
        .selectFrom('imports')
        .select(['id', 'state', 'version'])
        .where('state', '=', 'checked')
        .where('updated_at', '<', before)
        .orderBy('updated_at')
        .limit(batch)
        .forUpdate()
        .skipLocked(),
    )
    const given = old.map(row => ({ ...row, state: keyOf(importStates.states, row.state) }))
    await moveAll(ctx, importStates, given, 'drop', { set: emptied, reason: '超过保留期限' })
    await ctx.tx.run(
      q
        .updateTable('imports')
        .set({ content: emptied.content, updated_at: now })
        .where(
          'id',
          'in',
          q
            .selectFrom('imports')
            .select('id')
            .where('state', '=', 'done')
            .where('updated_at', '<', before)
            .where(sql<boolean>`jsonb_array_length(content -> 'rows') > 0`)
            .limit(batch),
        ),
    )
    return old.length
  })
}

export const importJobs: readonly Job[] = [
  {
    name: 'import.forget',
    everyMs: HOUR_MS,
    run: async deps => {
      await forgetImports(deps)
    },
  },
]
