// The one rule of reminders for papers of every kind: at each step before the last day once, however often and wherever
// it is asked.
import { reminderSteps } from '@yunshu/domain/fleet/papers'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { sql, type RawBuilder } from 'kysely'
import { q } from '../../db/tx.ts'
import type { Ctx, Deps } from '../../work/ctx.ts'
import { asSystem } from '../../work/system.ts'

/** Papers one transaction takes. */
export const dueBatch = 500

/**
 * A paper at a step: `days` are left at most, 0 on its last day and after. `name` is what people call whose paper it
 * is.
 */
export interface Due {
  readonly owner_id: string
  readonly company_id: string
  readonly name: string
  readonly paper: string
  readonly expiry: number
  readonly days: number
}

/** Papers whose last day lies before this moment may be due at `now`: sources filter by it. */
export const dueBefore = (now: number): number => startOfDay(now) + (Math.max(...reminderSteps) + 1) * DAY_MS

/**
 * Marks what is due on the day of `now` and answers it, the most pressing first. `papers` selects owner_id, company_id,
 * name, paper and
 * expiry (a moment of its last day, through which it is good). The marks are of the caller's transaction, as the
 * messages must be: two runs
 * at once send one. A paper found late is due at the step it has reached, the earlier ones are over.
 */
export async function claimDue(ctx: Ctx, papers: RawBuilder<unknown>, now: number): Promise<Due[]> {
  const today = startOfDay(now)
  const step = sql.join(
    reminderSteps.map(days => sql`when p.expiry < ${today + (days + 1) * DAY_MS} then ${days}::int`),
    sql` `,
  )
  return ctx.tx.rows(
    sql<Due>`
    with due as (
      select p.owner_id, p.company_id, p.name, p.paper, p.expiry, case ${step} end as days from (${papers}) p
      where p.expiry < ${dueBefore(now)} and not exists (select from paper_reminders m where m.owner_id = p.owner_id
        and m.paper = p.paper and m.expiry = p.expiry and m.days <= case ${step} end)
      order by p.company_id, p.owner_id, p.paper limit ${dueBatch}),
    told as (
      insert into paper_reminders (owner_id, paper, expiry, days, sent_at)
        select owner_id, paper, expiry, days, ${ctx.now} from due
      on conflict do nothing returning owner_id, paper, expiry)
    select due.* from due join told using (owner_id, paper, expiry) order by days, expiry, owner_id`.compile(q),
  )
}

/** Papers that are due, grouped into messages of one company and step. */
export const byStep = (due: readonly Due[]): { company: string; days: number; rows: readonly Due[] }[] =>
  [...Map.groupBy(due, ({ company_id: company, days }) => `${company} ${days}`).values()].flatMap(rows =>
    rows[0] ? [{ company: rows[0].company_id, days: rows[0].days, rows }] : [],
  )

/** Runs a reminder until nothing is left that is due; answers how many papers were told of. */
export async function remindAll(
  deps: Deps,
  remind: (ctx: Ctx) => Promise<number>,
  signal?: AbortSignal,
): Promise<number> {
  for (let all = 0; ;) {
    const done = await asSystem(deps, remind)
    all += done
    if (done < dueBatch || signal?.aborted) return all
  }
}
