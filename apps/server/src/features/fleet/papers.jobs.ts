// Papers of vehicles and drivers about to end: their carrier hears of it 60, 30 and 7 days before and when it has
// ended, once each.
import { soonDays } from '@yunshu/domain/fleet/papers'
import { formatDate, HOUR_MS } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import type { Ctx, Deps } from '../../work/ctx.ts'
import { tellHappening } from '../../work/outbox.ts'
import type { Job } from '../../jobs/runner.ts'
import { byStep, claimDue, dueBefore, remindAll, type Due } from './due.commands.ts'
import { driverFleet, endColumns, vehicleFleet, type FleetKind } from './fleet.queries.ts'

/** The most papers a message names. */
const namedMost = 5

interface Fleet {
  readonly kind: FleetKind
  readonly entity: 'vehicle' | 'driver'
}
const fleets: readonly Fleet[] = [
  { kind: vehicleFleet, entity: 'vehicle' },
  { kind: driverFleet, entity: 'driver' },
]

/** Tells of what is due on the day of `now`; answers how many papers. */
async function remindDue(ctx: Ctx, fleet: Fleet, now: number): Promise<number> {
  const { papers: machine, named, edit } = fleet.kind
  const papers = endColumns(fleet.kind)
  const first = sql`least(${sql.join(papers.map(({ column }) => sql.ref(column)))})`
  const lines = sql.join(papers.map(({ key, column }) => sql`(${key}, r.${sql.ref(column)})`))
  const due = await claimDue(
    ctx,
    sql`
    select r.id as owner_id, r.carrier_id as company_id, r.${sql.ref(named)} as name, p.paper, p.expiry
      from ${sql.table(machine.table)} r cross join lateral (values ${lines}) as p (paper, expiry)
    where r.retired_at is null and ${first} < ${dueBefore(now)}`,
    now,
  )
  const { entity } = fleet
  for (const { company, days, rows } of byStep(due)) {
    const to = { company, permit: edit }
    const said = { count: new Set(rows.map(row => row.owner_id)).size, papers: papersIn(fleet, rows) }
    const expiry = days <= soonDays ? 'soon' : undefined
    if (days === 0) await tellHappening(ctx, `${entity}.papersEnded`, to, said)
    else await tellHappening(ctx, `${entity}.papersEnding`, to, { ...said, days, expiry })
  }
  return due.length
}

/** The first of these papers by name. */
function papersIn({ kind }: Fleet, rows: readonly Due[]): string {
  const named = rows
    .slice(0, namedMost)
    .map(row => `${row.name}（${kind.catalogue[row.paper]?.label ?? ''} ${formatDate(row.expiry)}）`)
  return `${named.join('、')}${rows.length > namedMost ? ' 等' : ''}`
}

/** Reminds of all papers that are due at `now`; answers of how many. Safe to run on several servers at once. */
export async function remindOfPapers(deps: Deps, now = Date.now(), signal?: AbortSignal): Promise<number> {
  let all = 0
  for (const fleet of fleets) all += await remindAll(deps, ctx => remindDue(ctx, fleet, now), signal)
  return all
}

export const paperJobs: readonly Job[] = [
  {
    name: 'papers.remind',
    everyMs: HOUR_MS,
    run: async (deps, signal) => {
      await remindOfPapers(deps, Date.now(), signal)
    },
  },
]
