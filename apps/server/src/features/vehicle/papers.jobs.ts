// Papers about to expire: once an hour each carrier is reminded of its vehicles and drivers, each expiry once.
import { screenUrl, type ScreenName } from '@yunshu/contract/screens'
import type { Permit } from '@yunshu/domain/permits'
import { DAY_MS, formatDate, HOUR_MS } from '@yunshu/domain/time'
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import type { Ctx, Deps } from '../../http/ctx.ts'
import type { Job } from '../../jobs/runner.ts'
import { asSystem } from '../../jobs/system.ts'

/** How long before its end a paper is reminded of. @source domain study §5.24 */
const aheadMs = 30 * DAY_MS
/** How many rows one transaction takes, and how many a message names. */
const batch = 500
const namedMost = 5

interface Fleet { table: 'vehicles' | 'drivers'; name: string; unit: string; first: Paper; second: Paper; permit: Permit; screen: ScreenName }
interface Paper { label: string; column: string }

const licence = (label: string): Paper => ({ label, column: 'licence_expiry' })
const fleets: readonly Fleet[] = [
  { table: 'vehicles', name: 'plate', unit: '辆车', first: licence('行驶证'), second: { label: '道路运输证', column: 'transport_cert_expiry' }, permit: 'vehicle.edit', screen: 'VehicleList' },
  { table: 'drivers', name: 'name', unit: '名司机', first: licence('驾驶证'), second: { label: '从业资格证', column: 'qualification_expiry' }, permit: 'driver.edit', screen: 'DriverList' },
]

interface Ending { id: string; carrier_id: string; name: string; first: number; second: number }

async function remindDue(ctx: Ctx, fleet: Fleet): Promise<number> {
  const { table, name, first, second } = fleet
  // as the index vehicles_expiry has it
  const soonest = sql`least(${sql.ref(first.column)}, ${sql.ref(second.column)})`
  const ending = await ctx.tx.rows(sql<Ending>`
    select id, carrier_id, ${sql.ref(name)} as name, ${sql.ref(first.column)} as first, ${sql.ref(second.column)} as second from ${sql.table(table)}
    where ${soonest} <= ${ctx.now + aheadMs} and reminded_expiry is distinct from ${soonest} order by carrier_id, id limit ${batch} for update skip locked`.compile(q))
  for (const [company, rows] of Map.groupBy(ending, (row) => row.carrier_id)) await ctx.push({
    to: { company, permit: fleet.permit }, code: '0', title: '证件即将到期', msg: textOf(fleet, rows), message: { kind: 'paper', path: screenUrl(fleet.screen) },
  })
  // a reminder changes nothing people work on: neither version nor history
  await ctx.tx.run(sql`update ${sql.table(table)} set reminded_expiry = ${soonest} where id = any(${ending.map(({ id }) => id)}::uuid[])`.compile(q))
  return ending.length
}

function textOf({ unit, first, second }: Fleet, rows: readonly Ending[]): string {
  const named = rows.slice(0, namedMost).map((row) => `${row.name}（${row.first <= row.second ? first.label : second.label} ${formatDate(Math.min(row.first, row.second))}）`)
  return `${rows.length} ${unit}的证件在 30 天内到期或已过期：${named.join('、')}${rows.length > namedMost ? ' 等' : ''}，过期后不能接单，请尽快更新`
}

/** Reminds of all papers that end soon; answers of how many vehicles and drivers. Safe to run on several servers at once. */
export async function remindOfPapers(deps: Deps, signal?: AbortSignal): Promise<number> {
  let all = 0
  for (const fleet of fleets) {
    for (let done = batch; done === batch && !signal?.aborted;) {
      done = await asSystem(deps, (ctx) => remindDue(ctx, fleet))
      all += done
    }
  }
  return all
}

export const paperJobs: readonly Job[] = [
  { name: 'papers.remind', everyMs: HOUR_MS, run: async (deps, signal) => { await remindOfPapers(deps, signal) } },
]
