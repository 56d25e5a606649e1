// The job that looks for abnormal positions.
import type { Job } from '../../jobs/runner.ts'
import { asSystem } from '../../work/system.ts'
import { lookForAbnormal } from './look.commands.ts'

/** Trails are read for a look in four: they are many bytes. */
const trailsEvery = 4
let looks = 0

export const abnormalJobs: readonly Job[] = [
  {
    name: 'abnormal.look',
    everyMs: 15_000,
    run: async deps => {
      if (deps.config.isTracking) await asSystem(deps, ctx => lookForAbnormal(ctx, looks++ % trailsEvery === 0))
    },
  },
]
