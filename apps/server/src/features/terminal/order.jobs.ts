// The job that ends orders to terminals whose time is over.
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
]
