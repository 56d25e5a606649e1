// The job that works out expected arrivals.
import { MINUTE_MS } from '@yunshu/domain/figures/time'
import type { Job } from '../../jobs/runner.ts'
import { asSystem } from '../../work/system.ts'
import { lookForEtas } from './eta.commands.ts'

export const etaJobs: readonly Job[] = [
  {
    name: 'track.eta',
    everyMs: MINUTE_MS,
    run: async deps => {
      if (deps.config.isTracking) await asSystem(deps, lookForEtas)
    },
  },
]
