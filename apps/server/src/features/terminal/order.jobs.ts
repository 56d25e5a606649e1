// The jobs that end orders to terminals whose time is over, and let go of photos and of strangers that ask no more.
import { DAY_MS, HOUR_MS } from '@yunshu/domain/figures/time'
import { photosKeptDays } from '@yunshu/domain/terminal/terminalCommand'
import { claimsKeptDays } from '@yunshu/domain/terminal/terminal'
import { q } from '../../db/tx.ts'
import type { Job } from '../../jobs/runner.ts'
import { asSystem } from '../../work/system.ts'
import { tellConflicts } from './conflict.commands.ts'
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
    name: 'terminal.conflicts',
    everyMs: 15_000,
    run: async deps => {
      await asSystem(deps, tellConflicts)
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
  {
    name: 'terminal.claims',
    everyMs: HOUR_MS,
    run: async deps => {
      await asSystem(deps, ({ tx, now }) =>
        tx.run(q.deleteFrom('terminal_claims').where('last_at', '<', now - claimsKeptDays * DAY_MS)),
      )
    },
  },
]
