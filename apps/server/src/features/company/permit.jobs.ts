// Operating permits of companies about to end: their people hear of it 60, 30 and 7 days before, and when it has ended,
// once each.
import { formatDate, HOUR_MS } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import type { Ctx, Deps } from '../../work/ctx.ts'
import { tellHappening } from '../../work/outbox.ts'
import type { Job } from '../../jobs/runner.ts'
import { claimDue, dueBefore, remindAll } from '../fleet/due.commands.ts'

/** Tells of what is due on the day of `now`; answers how many. */
async function remindDue(ctx: Ctx, now: number): Promise<number> {
  const due = await claimDue(
    ctx,
    sql`
    select p.company_id as owner_id, p.company_id, c.name, 'permit' as paper, p.permit_expiry as expiry
      from company_profiles p join companies c on c.id = p.company_id
    where c.state = 'active' and c.role_flags & 2 <> 0 and c.kind = 'HEAD' and p.permit_expiry < ${dueBefore(now)}`,
    now,
  )
  for (const { company_id: company, expiry, days } of due) {
    const to = { company, permit: 'company.edit' } as const
    const date = formatDate(expiry)
    if (days === 0) await tellHappening(ctx, 'company.permitEnded', to, { date })
    else await tellHappening(ctx, 'company.permitEnding', to, { date, days })
  }
  return due.length
}

/** Reminds all companies that are due at `now`; answers how many. Safe to run on several servers at once. */
export const remindOfPermits = (deps: Deps, now = Date.now(), signal?: AbortSignal): Promise<number> =>
  remindAll(deps, ctx => remindDue(ctx, now), signal)

export const companyJobs: readonly Job[] = [
  {
    name: 'company.permits',
    everyMs: HOUR_MS,
    run: async (deps, signal) => {
      await remindOfPermits(deps, Date.now(), signal)
    },
  },
]
