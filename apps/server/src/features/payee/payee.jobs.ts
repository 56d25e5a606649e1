// What authorisations to be paid need done without anybody asking: reminders before they end, and their end.
import { HOUR_MS, MINUTE_MS } from '@yunshu/domain/time'
import type { Ctx, Deps } from '../../http/ctx.ts'
import type { Job } from '../../jobs/runner.ts'
import { asSystem } from '../../jobs/system.ts'
import { expireDue, remindDue } from './auth.commands.ts'

/** How many authorisations one transaction looks at. */
const batch = 200

async function whole(deps: Deps, work: (ctx: Ctx) => Promise<number>, signal?: AbortSignal): Promise<number> {
  for (let all = 0; ;) {
    const done = await asSystem(deps, work)
    all += done
    if (done < batch || signal?.aborted) return all
  }
}

/** Ends authorisations that are over at `now`; answers how many. */
export const expireAuths = (deps: Deps, now = Date.now(), signal?: AbortSignal): Promise<number> => whole(deps, (ctx) => expireDue(ctx, now, batch), signal)
/** Reminds of authorisations that end soon; answers how many. */
export const remindOfAuths = (deps: Deps, now = Date.now(), signal?: AbortSignal): Promise<number> => whole(deps, (ctx) => remindDue(ctx, now, batch), signal)

export const payeeJobs: readonly Job[] = [
  { name: 'payees.expire', everyMs: MINUTE_MS, run: async (deps, signal) => { await expireAuths(deps, Date.now(), signal) } },
  { name: 'payees.remind', everyMs: HOUR_MS, run: async (deps, signal) => { await remindOfAuths(deps, Date.now(), signal) } },
]
