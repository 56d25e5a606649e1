// The job of closing months: applications nobody confirmed in time come to nothing.
import { MINUTE_MS } from '@yunshu/domain/figures/time'
import type { Job } from '../../jobs/runner.ts'
import { asSystem } from '../../work/system.ts'
import { lapseLate } from './closing.commands.ts'

/** For the list in main. */
export const closingJobs: readonly Job[] = [
  {
    name: 'closings',
    everyMs: MINUTE_MS,
    async run(deps) {
      await asSystem(deps, ctx => lapseLate(ctx))
    },
  },
]
