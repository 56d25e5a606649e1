// Work on relations that nobody asks for: invitations expire, and relations that were to end with their work end.
import { MINUTE_MS } from '@yunshu/domain/figures/time'
import { nilId } from '../../db/tx.ts'
import type { Deps } from '../../work/ctx.ts'
import type { Job } from '../../jobs/runner.ts'
import { asSystem } from '../../work/system.ts'
import { expireDueInvitations, finishEnding } from './relation.commands.ts'

/** Relations one transaction looks at: few, so that none holds locks for long. */
const batch = 200

/** Expires what is due; answers how many. */
export async function expireInvitations(deps: Deps): Promise<number> {
  for (let all = 0; ;) {
    const done = await asSystem(deps, ctx => expireDueInvitations(ctx, batch))
    all += done
    if (done < batch) return all
  }
}

/** Ends relations whose last work is done. */
export async function finishEndings(deps: Deps): Promise<void> {
  for (let from: string | undefined = nilId; from !== undefined;) {
    const after: string = from
    from = (await asSystem(deps, ctx => finishEnding(ctx, after, batch))).next
  }
}

export const relationJobs: readonly Job[] = [
  {
    name: 'relation.expire',
    everyMs: MINUTE_MS,
    run: async deps => {
      await expireInvitations(deps)
    },
  },
  { name: 'relation.finish', everyMs: MINUTE_MS, run: finishEndings },
]
