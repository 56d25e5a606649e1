// Papers of vehicles and drivers about to end: their carrier hears of it 60, 30 and 7 days before and when it has
// ended, once each.
import { screenUrl, type ScreenName } from '@yunshu/contract/screens'
import type { Topic } from '@yunshu/contract/topics'
import { soonDays } from '@yunshu/domain/fleet/papers'
import { formatDate, HOUR_MS } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import type { Ctx, Deps } from '../../work/ctx.ts'
import type { Job } from '../../jobs/runner.ts'
import { byStep, claimDue, dueBefore, remindAll, type Due } from './due.commands.ts'
import { driverFleet, endColumns, vehicleFleet, type FleetKind } from './fleet.queries.ts'

/** How many papers a message names. */
const namedMost = 5

interface Fleet {
  readonly kind: FleetKind
  readonly unit: string
  readonly screen: ScreenName
  readonly topic: Topic
}
const fleets: readonly Fleet[] = [
  { kind: vehicleFleet, unit: '辆车', screen: 'VehicleList', topic: 'vehicle' },
  { kind: driverFleet, unit: '名司机', screen: 'DriverList', topic: 'driver' },
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
    select r.id as owner_id, r.carrier_id as company_id, r.${sql.ref(named)} as name, p.paper, p.expiry from ${sql.table(machine.table)} r cross join lateral (values ${lines}) as p (paper, expiry)
    where r.retired_at is null and ${first} < ${dueBefore(now)}`,
    now,
  )
  for (const { company, days, rows } of byStep(due))
    await ctx.push({
      to: { company, permit: edit },
      code: '0',
      title: days === 0 ? '证件已到期' : '证件即将到期',
      msg: textOf(fleet, days, rows),
      topics: [fleet.topic],
      message: { kind: 'paper', path: pathOf(fleet, days) },
    })
  return due.length
}

/** The list with the rows a reminder is about, where a filter of the list tells them. */
function pathOf({ screen }: Fleet, days: number): string {
  return screenUrl(screen) + (days === 0 ? '?expiry=ended' : days <= soonDays ? '?expiry=soon' : '')
}

function textOf({ unit, kind }: Fleet, days: number, rows: readonly Due[]): string {
  const count = new Set(rows.map(row => row.owner_id)).size
  const named = rows
    .slice(0, namedMost)
    .map(row => `${row.name}（${kind.catalogue[row.paper]?.label ?? ''} ${formatDate(row.expiry)}）`)
  const list = `${named.join('、')}${rows.length > namedMost ? ' 等' : ''}`
  return days === 0
    ? `${count} ${unit}的证件今天到期或已过期：${list}，过期后不能接单，请尽快更新`
    : `${count} ${unit}的证件将在 ${days} 天内到期：${list}，请尽快换证并更新`
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
