// Work on changes of goods that nobody asks for: consents of carriers that hold nothing of the goods any more.
import { Problem } from '@yunshu/domain/problems/problems'
import type { Deps } from '../../work/ctx.ts'
import type { Job } from '../../jobs/runner.ts'
import { asSystem } from '../../work/system.ts'
import { findIdle, lapseIdle } from './changeIdle.commands.ts'

/** Changes one run looks at: few, so that none holds locks for long. */
const batch = 200

/**
 * Withdraws questions about changes to carriers that hold nothing of the goods any more; answers the number of changes.
 * A change under lock is looked at again by the next run.
 */
export async function settleIdleConsents(deps: Deps, signal?: AbortSignal): Promise<number> {
  let done = 0
  for (const id of await asSystem(deps, ctx => findIdle(ctx, batch))) {
    if (signal?.aborted) break
    const isDone = await asSystem(deps, ctx => lapseIdle(ctx, id)).catch((error: unknown) => {
      if (error instanceof Problem) return false
      throw error
    })
    if (isDone) done++
  }
  return done
}

export const goodsChangeJobs: readonly Job[] = [
  {
    name: 'goods.consents',
    everyMs: 15_000,
    run: async (deps, signal) => {
      await settleIdleConsents(deps, signal)
    },
  },
]
