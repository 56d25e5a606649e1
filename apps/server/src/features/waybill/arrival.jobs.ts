// The job that looks for arrivals that circles prove.
import type { Job } from '../../jobs/runner.ts'
import { asSystem } from '../../work/system.ts'
import { lookForArrivals } from './arrival.commands.ts'

export const arrivalJobs: readonly Job[] = [
  {
    name: 'arrival.look',
    everyMs: ({ trackLookMs }) => Math.min(10_000, trackLookMs),
    run: async deps => {
      if (deps.config.isTracking) await lookForArrivals(work => asSystem(deps, work))
    },
  },
]
