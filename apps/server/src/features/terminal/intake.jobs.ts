// The days of the log of positions: made ahead, and dropped when they are old and everybody who reads has read them; and messages
// that were set aside, told to people.
import { HOUR_MS, MINUTE_MS } from '@yunshu/domain/figures/time'
import { keepPartitions } from '@yunshu/intake/partitions'
import { withClient } from '@yunshu/postgres/withClient'
import type { Job } from '../../jobs/runner.ts'
import type { Deps } from '../../work/ctx.ts'
import { asSystem } from '../../work/system.ts'
import { tellSetAside } from './faults.commands.ts'

/** Makes the days to come and drops those that are due, with the owner's connection. */
async function keepDays(url: string, { days, bytes }: Deps['config']['trackRaw']): Promise<void> {
  await withClient(
    url,
    async client => {
      await client.query(`select set_config('app.reach', 'system', false)`)
      // a reader that has begun holds the days it has not read
      const { rows } = await client.query<{ consumer: string }>('select distinct consumer from track_cursors')
      const consumers = rows.map(({ consumer }) => consumer)
      const kept = await keepPartitions(client, { now: Date.now(), days, bytes, consumers })
      for (const { day, consumer, behind } of kept.held)
        console.error(`track.partitions: ${day} stays: ${consumer} has not read ${behind} rows`)
    },
    'yunshu-partitions',
  )
}

export const intakeJobs: readonly Job[] = [
  {
    name: 'track.partitions',
    everyMs: HOUR_MS,
    // the gateway, which starts when this server is ready, finds the days of its log
    atStart: true,
    run: async ({ config: { isTracking, migrateUrl, trackRaw } }) => {
      if (isTracking) await keepDays(migrateUrl, trackRaw)
    },
  },
  {
    name: 'track.faults',
    everyMs: MINUTE_MS,
    run: async deps => {
      await asSystem(deps, tellSetAside)
    },
  },
]
