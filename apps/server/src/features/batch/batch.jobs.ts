// The jobs of batches: rows of all that were started, by turns, and the end of those nobody asks about any more.
import { DAY_MS, HOUR_MS } from '@yunshu/domain/figures/time'
import { q } from '../../db/tx.ts'
import type { Job } from '../../jobs/runner.ts'
import type { Deps } from '../../work/ctx.ts'
import { asSystem } from '../../work/system.ts'
import { nextTurn, runRow } from './run.ts'

/** Time between looks for work, ms. */
const lookEveryMs = 1000
/** Results are kept for this long, ms. */
const lifeMs = 90 * DAY_MS

/**
 * Runs the rows of started batches until none waits; answers how many. A process that takes over goes on where the one
 * before ended: a row is done when its transaction is.
 */
export async function runBatches(deps: Deps, signal: AbortSignal): Promise<number> {
  for (let ran = 0; ; ran++) {
    if (signal.aborted) return ran
    const turn = await nextTurn(deps)
    if (turn === undefined) return ran
    const { batch, row } = turn
    if (row !== undefined) await runRow(deps, { batch, row })
  }
}

/** Forgets batches of long ago, and choices that were never started. */
export async function forgetBatches(deps: Deps, now = Date.now()): Promise<number> {
  return asSystem(deps, async ({ tx }) => {
    const old = q
      .deleteFrom('batches')
      .where('state', 'in', ['done', 'stopped'])
      .where('created_at', '<', now - lifeMs)
    const never = q
      .deleteFrom('batches')
      .where('state', '=', 'chosen')
      .where('created_at', '<', now - 2 * DAY_MS)
    return (await tx.run(old)) + (await tx.run(never))
  })
}

/** All of them, for the list of jobs. */
export const batchJobs: readonly Job[] = [
  {
    name: 'batch.run',
    everyMs: lookEveryMs,
    run: async (deps, signal) => {
      await runBatches(deps, signal)
    },
  },
  {
    name: 'batch.forget',
    everyMs: HOUR_MS,
    run: async deps => {
      await forgetBatches(deps)
    },
  },
]
