// Operating permits of companies about to end: their people hear of it 60, 30 and 7 days before, and when it has ended, once each.
import { screenUrl } from '@yunshu/contract/screens'
import { DAY_MS, formatDate, HOUR_MS } from '@yunshu/domain/time'
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import type { Ctx, Deps } from '../../http/ctx.ts'
import type { Job } from '../../jobs/runner.ts'
import { asSystem } from '../../jobs/system.ts'

/** Days left at which people are told, the most pressing first. @source domain study §5.1 */
const steps = [0, 7, 30, 60] as const
/** How many companies one transaction tells. */
const batch = 500

interface Due { company_id: string; permit_expiry: number; days: number }

/** Tells of what is due at `now`; the mark and the message are of one transaction, so two runs at once send one. */
async function remindDue(ctx: Ctx, now: number): Promise<number> {
  const step = sql.join(steps.map((days) => sql`when p.permit_expiry <= ${now + days * DAY_MS} then ${days}::int`), sql` `)
  const due = await ctx.tx.rows(sql<Due>`
    insert into permit_reminders (company_id, permit_expiry, days, sent_at)
    select d.company_id, d.permit_expiry, d.days, ${ctx.now} from (
      select p.company_id, p.permit_expiry, case ${step} end as days from company_profiles p join companies c on c.id = p.company_id
      where c.state = 'active' and c.role_flags & 2 <> 0 and c.kind = 'HEAD' and p.permit_expiry <= ${now + Math.max(...steps) * DAY_MS}) d
    where not exists (select from permit_reminders r where r.company_id = d.company_id and r.permit_expiry = d.permit_expiry and r.days <= d.days)
    order by d.company_id limit ${batch}
    on conflict do nothing returning company_id, permit_expiry, days`.compile(q))
  for (const { company_id: company, permit_expiry: expiry, days } of due) await ctx.push({
    to: { company, permit: 'company.edit' }, code: '0', title: days === 0 ? '经营许可证已到期' : '经营许可证即将到期',
    msg: `道路运输经营许可证有效期至 ${formatDate(expiry)}，${days === 0 ? '已到期' : `不足 ${days} 天`}，请换证后联系平台更新`, message: { kind: 'paper', path: screenUrl('CompanyProfile') },
  })
  return due.length
}

/** Reminds all companies that are due at `now`; answers how many. Safe to run on several servers at once. */
export async function remindOfPermits(deps: Deps, now = Date.now(), signal?: AbortSignal): Promise<number> {
  for (let all = 0; ;) {
    const done = await asSystem(deps, (ctx) => remindDue(ctx, now))
    all += done
    if (done < batch || signal?.aborted) return all
  }
}

export const companyJobs: readonly Job[] = [
  { name: 'company.permits', everyMs: HOUR_MS, run: async (deps, signal) => { await remindOfPermits(deps, Date.now(), signal) } },
]
