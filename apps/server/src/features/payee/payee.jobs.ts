// Work on authorisations to be paid that nobody asks for: reminders before they end, and their end.
import { HOUR_MS, MINUTE_MS } from '@yunshu/domain/figures/time'
import type { Deps } from '../../work/ctx.ts'
import type { Job } from '../../jobs/runner.ts'
import { asSystem } from '../../work/system.ts'
import { remindAll } from '../fleet/due.commands.ts'
import { expireDueAuths, remindDue } from './auth.commands.ts'

/** Authorisations one transaction looks at. */
const batch = 200

/** Ends authorisations that are over at `now`; answers how many. */
export async function expireAuths(deps: Deps, now = Date.now(), signal?: AbortSignal): Promise<number> {
  for (let all = 0; ;) {
    const done = await asSystem(deps, ctx => expireDueAuths(ctx, now, batch))
    all += done
    if (done < batch || signal?.aborted) return all
  }
}
/** Reminds of authorisations that end soon; answers how many. */
export const remindOfAuths = (deps: Deps, now = Date.now(), signal?: AbortSignal): Promise<number> =>
  remindAll(deps, ctx => remindDue(ctx, now), signal)

export const payeeJobs: readonly Job[] = [
  {
    name: 'payees.expire',
    everyMs: MINUTE_MS,
    run: async (deps, signal) => {
      await expireAuths(deps, Date.now(), signal)
    },
  },
  {
    name: 'payees.remind',
    everyMs: HOUR_MS,
    run: async (deps, signal) => {
      await remindOfAuths(deps, Date.now(), signal)
    },
  },
]
