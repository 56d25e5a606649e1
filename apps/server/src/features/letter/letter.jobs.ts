// The job that sends letters of balances to many companies, a few hundred in each transaction.
import type { Job } from '../../jobs/runner.ts'
import type { Deps } from '../../work/ctx.ts'
import { asSystem } from '../../work/system.ts'
import { stepRun } from './send.commands.ts'

/** Goes on with every sending under way until none is left; answers the number of steps. */
export async function runLetters(deps: Deps, signal?: AbortSignal, companies?: number): Promise<number> {
  for (let steps = 0; ; steps += 1)
    if (signal?.aborted || !(await asSystem(deps, ctx => stepRun(ctx, companies)))) return steps
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
