// The job that sends letters of balances to many companies, a few hundred in each transaction.
import type { Job } from '../../jobs/runner.ts'
import type { Deps } from '../../work/ctx.ts'
import { asSystem } from '../../work/system.ts'
import { listOpenRuns, stepRun } from './send.commands.ts'

/**
 * Goes on with every sending under way until none is left; answers the number of steps. One that fails keeps no other
 * from going on, and is thrown at the end.
 */
export async function runLetters(deps: Deps, signal?: AbortSignal, companies?: number): Promise<number> {
  const faults: unknown[] = []
  let steps = 0
  for (const id of await asSystem(deps, listOpenRuns))
    try {
      while (!signal?.aborted && (await asSystem(deps, ctx => stepRun(ctx, id, companies)))) steps += 1
    } catch (fault) {
      faults.push(fault)
    }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} sendings of letters failed`)
  return steps
}

export const letterJobs: readonly Job[] = [
  {
    name: 'letters.send',
    everyMs: 3000,
    run: async (deps, signal) => {
      await runLetters(deps, signal)
    },
  },
]
