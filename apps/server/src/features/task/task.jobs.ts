// Work on tasks that nobody asks for: those not answered in time expire.
import { MINUTE_MS } from '@yunshu/domain/figures/time'
import type { Deps } from '../../work/ctx.ts'
import type { Job } from '../../jobs/runner.ts'
import { asSystem } from '../../work/system.ts'
import { expireTask, findOverdue } from './answer.commands.ts'

const batch = 200

/**
 * Expires what is due, each task in a transaction of its own: locks of several goods are never held together. Answers
 * how many were due.
 */
export async function expireTasks(deps: Deps): Promise<number> {
  for (let all = 0; ;) {
    const due = await asSystem(deps, ctx => findOverdue(ctx, batch))
    for (const id of due) await asSystem(deps, ctx => expireTask(ctx, id))
    all += due.length
    if (due.length < batch) return all
  }
}

export const taskJobs: readonly Job[] = [
  {
    name: 'task.expire',
    everyMs: MINUTE_MS / 2,
    run: async deps => {
      await expireTasks(deps)
    },
  },
]
