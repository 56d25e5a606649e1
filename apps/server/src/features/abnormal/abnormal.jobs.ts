// The job that looks for abnormal positions.
import type { Job } from '../../jobs/runner.ts'
import { asSystem } from '../../work/system.ts'
import { lookForAbnormal, takeTrailsTurn } from './look.commands.ts'

export const abnormalJobs: readonly Job[] = [
  {
    name: 'abnormal.look',
    everyMs: ({ trackLookMs }) => trackLookMs,
    run: async deps => {
      if (deps.config.isTracking)
        await asSystem(deps, async ctx => lookForAbnormal(ctx, await takeTrailsTurn(ctx, deps.config.trackLookMs)))
    },
  },
]
