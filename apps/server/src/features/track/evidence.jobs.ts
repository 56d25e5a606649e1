// The jobs of evidence: sealing trails of signed waybills, removing objects no row came for, and letting go of positions and
// looks that are old.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@yunshu/domain/figures/time'
import { looksKeptDays } from '@yunshu/domain/track/evidence'
import type { Job } from '../../jobs/runner.ts'
import { keepMonths } from './months.ts'
import { removeStrays } from './sealedKeys.commands.ts'
import { sealTrails } from './sealTrail.commands.ts'

export const evidenceJobs: readonly Job[] = [
  {
    name: 'track.evidence',
    everyMs: MINUTE_MS,
    run: async (deps, signal) => {
      if (deps.config.isTracking) await sealTrails(deps, signal)
    },
  },
  {
    name: 'track.strays',
    everyMs: HOUR_MS,
    run: async (deps, signal) => {
      const removed = await removeStrays(deps, signal)
      if (removed > 0) console.error(`track.strays: ${removed} objects of sealed trails had no row and are gone`)
    },
  },
  {
    name: 'track.purge',
    everyMs: 6 * HOUR_MS,
    atStart: true,
    run: async ({ config: { isTracking, migrateUrl, trackKeepDays } }) => {
      if (!isTracking) return
      const now = Date.now()
      const kept = await keepMonths(migrateUrl, {
        now,
        before: now - trackKeepDays * DAY_MS,
        looksBefore: now - looksKeptDays * DAY_MS,
      })
      for (const month of kept.held) console.error(`track.purge: ${month} stays: waybills of it are not sealed`)
    },
  },
]
