// The jobs that end orders to terminals whose time is over.
import { DAY_MS, HOUR_MS } from '@yunshu/domain/figures/time'
import { photosKeptDays } from '@yunshu/domain/terminal/terminalCommand'
import { q } from '../../db/tx.ts'
import type { Job } from '../../jobs/runner.ts'
import { asSystem } from '../../work/system.ts'
import { expireCommands } from './order.commands.ts'

export const orderJobs: readonly Job[] = [
  {
    name: 'terminal.commands',
    everyMs: 15_000,
    run: async deps => {
      await asSystem(deps, expireCommands)
    },
  },
  {
    name: 'terminal.photos',
    everyMs: 6 * HOUR_MS,
    run: async deps => {
      await asSystem(deps, ({ tx, now }) =>
        tx.run(q.deleteFrom('terminal_media').where('received_at', '<', now - photosKeptDays * DAY_MS)),
      )
    },
  },
]
