// Push 29: the number of vehicles whose positions are wrong, told to each company when it grew, at most once a minute.
import { MINUTE_MS } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import { nilId, q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { tellHappening } from '../../work/outbox.ts'
import type { Receivers } from '../../work/receivers.ts'
import { pressing, type Episode } from './abnormal.queries.ts'

interface Counted {
  readonly company_id: string
  readonly kind: string
  readonly n: number
  readonly told: number
  readonly told_at: number
}

/** Vehicles of each company whose number is another than the one it was told last. */
const counted = sql<Counted>`
  with now_counted as (
    select x.company_id, count(distinct e.track_no)::int as n from episodes e
    cross join lateral unnest(array[e.carrier_id, e.shipper_id, e.branch_id, ${nilId}::uuid]) x(company_id)
    where ${pressing} group by x.company_id)
  select coalesce(c.company_id, t.company_id) as company_id, coalesce(co.kind, 'PLATFORM') as kind,
    coalesce(c.n, 0) as n,
    coalesce(t.n, 0) as told, coalesce(t.at, 0) as told_at
  from now_counted c full join abnormal_told t on t.company_id = c.company_id
  left join companies co on co.id = coalesce(c.company_id, t.company_id)
  where coalesce(c.n, 0) <> coalesce(t.n, 0) order by 1`

/** A number is that of a whole company: people of a narrower scope are told to count their own. */
function receiversOf({ company_id, kind }: Counted): Receivers {
  const who = { permit: 'abnormal.view', isWhole: true } as const
  if (company_id === nilId) return { platform: true, ...who }
  return kind === 'BRANCH' ? { branch: company_id, ...who } : { company: company_id, ...who }
}

/**
 * Tells companies whose number changed: push 29 where it grew, which is shown, and a silent word where it fell. One told
 * within the last minute waits for the next look, so that no company hears it more than once a minute.
 */
export async function tellNumbers(ctx: Ctx): Promise<void> {
  const rows = await ctx.tx.rows(counted.compile(q))
  for (const row of rows) {
    // a clock that was set back keeps nobody waiting
    if (row.n > row.told && Math.abs(ctx.now - row.told_at) < MINUTE_MS) continue
    if (row.n > row.told) await tellHappening(ctx, 'abnormal.grown', receiversOf(row), { count: row.n })
    else await tellHappening(ctx, 'abnormal.changed', receiversOf(row))
    await ctx.tx.run(
      sql`insert into abnormal_told (company_id, n, at)
        values (${row.company_id}::uuid, ${row.n}, ${row.n > row.told ? ctx.now : row.told_at})
        on conflict (company_id) do update set n = excluded.n, at = excluded.at`.compile(q),
    )
  }
}

/** Lists and badges of everybody concerned follow what a person did; the numbers are counted at the next look. */
export async function tellFewer(ctx: Ctx, episodes: readonly Episode[]): Promise<void> {
  const companies = new Set(episodes.flatMap(({ carrier_id, shipper_id }) => [carrier_id, shipper_id]))
  for (const company of companies) await tellHappening(ctx, 'abnormal.changed', { company, permit: 'abnormal.view' })
  for (const branch of new Set(episodes.map(({ branch_id }) => branch_id)))
    await tellHappening(ctx, 'abnormal.changed', { branch, permit: 'abnormal.view' })
  if (episodes.length > 0) await tellHappening(ctx, 'abnormal.changed', { platform: true, permit: 'abnormal.view' })
}
