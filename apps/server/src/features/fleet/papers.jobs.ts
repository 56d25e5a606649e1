// Papers of vehicles and drivers about to end: their carrier hears of it 60, 30 and 7 days before and when it has ended, once each.
import { screenUrl, type ScreenName } from '@yunshu/contract/screens'
import type { Topic } from '@yunshu/contract/topics'
import { reminderSteps, soonDays } from '@yunshu/domain/fleetPapers'
import type { Permit } from '@yunshu/domain/permits'
import { DAY_MS, formatDate, HOUR_MS, startOfDay } from '@yunshu/domain/time'
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import type { Ctx, Deps } from '../../http/ctx.ts'
import type { Job } from '../../jobs/runner.ts'
import { asSystem } from '../../jobs/system.ts'

/** How many papers one transaction takes, and how many a message names. */
const batch = 500
const namedMost = 5

interface Fleet {
  table: 'vehicles' | 'drivers'
  name: string
  unit: string
  permit: Permit
  screen: ScreenName
  topic: Topic
  /** Columns in the order of the index over the paper that ends first. */
  papers: readonly { key: string; label: string; column: string }[]
}
const fleets: readonly Fleet[] = [
  { table: 'vehicles', name: 'plate', unit: '辆车', permit: 'vehicle.edit', screen: 'VehicleList', topic: 'vehicle', papers: [
    { key: 'licence', label: '行驶证', column: 'licence_expiry' }, { key: 'transportCert', label: '道路运输证', column: 'transport_cert_expiry' }, { key: 'annualCheck', label: '年检', column: 'annual_check_expiry' }, { key: 'insurance', label: '交强险', column: 'insurance_expiry' },
  ] },
  { table: 'drivers', name: 'name', unit: '名司机', permit: 'driver.edit', screen: 'DriverList', topic: 'driver', papers: [
    { key: 'licence', label: '驾驶证', column: 'licence_expiry' }, { key: 'qualification', label: '从业资格证', column: 'qualification_expiry' }, { key: 'idCard', label: '身份证', column: 'id_card_expiry' },
  ] },
]

interface Due { owner_id: string; carrier_id: string; name: string; paper: string; expiry: number; days: number }

/** Tells of what is due on the day of `now`; the marks and the messages are of one transaction, so two runs at once send one. */
async function remindDue(ctx: Ctx, fleet: Fleet, now: number): Promise<number> {
  const { table, name, papers } = fleet
  const today = startOfDay(now)
  // a paper is good through the day it names: on that day it has 0 days left
  const step = sql.join(reminderSteps.map((days) => sql`when p.expiry < ${today + (days + 1) * DAY_MS} then ${days}::int`), sql` `)
  const first = sql`least(${sql.join(papers.map(({ column }) => sql.ref(column)))})`
  const lines = sql.join(papers.map(({ key, column }) => sql`(${key}, r.${sql.ref(column)})`))
  const due = await ctx.tx.rows(sql<Due>`
    with told as (
      insert into paper_reminders (owner_id, paper, expiry, days, sent_at)
      select d.id, d.paper, d.expiry, d.days, ${ctx.now} from (
        select r.id, r.carrier_id, p.paper, p.expiry, case ${step} end as days from ${sql.table(table)} r cross join lateral (values ${lines}) as p (paper, expiry)
        where r.retired_at is null and ${first} < ${today + (Math.max(...reminderSteps) + 1) * DAY_MS} and p.expiry < ${today + (Math.max(...reminderSteps) + 1) * DAY_MS}) d
      where not exists (select from paper_reminders m where m.owner_id = d.id and m.paper = d.paper and m.expiry = d.expiry and m.days <= d.days)
      order by d.carrier_id, d.id limit ${batch}
      on conflict do nothing returning owner_id, paper, expiry, days)
    select told.*, r.carrier_id, r.${sql.ref(name)} as name from told join ${sql.table(table)} r on r.id = told.owner_id order by told.days, told.expiry, told.owner_id`.compile(q))
  for (const rows of Map.groupBy(due, (row) => `${row.carrier_id} ${row.days}`).values()) {
    const [{ carrier_id: company, days } = { carrier_id: '', days: 0 }] = rows
    await ctx.push({
      to: { company, permit: fleet.permit }, code: '0', title: days === 0 ? '证件已到期' : '证件即将到期', msg: textOf(fleet, days, rows), topics: [fleet.topic],
      message: { kind: 'paper', path: pathOf(fleet, days) },
    })
  }
  return due.length
}

/** The list with the rows a reminder is about, where a filter of the list tells them. */
function pathOf({ screen }: Fleet, days: number): string {
  return screenUrl(screen) + (days === 0 ? '?expiry=ended' : days <= soonDays ? '?expiry=soon' : '')
}

function textOf({ unit, papers }: Fleet, days: number, rows: readonly Due[]): string {
  const count = new Set(rows.map((row) => row.owner_id)).size
  const named = rows.slice(0, namedMost).map((row) => `${row.name}（${papers.find(({ key }) => key === row.paper)?.label ?? ''} ${formatDate(row.expiry)}）`)
  const list = `${named.join('、')}${rows.length > namedMost ? ' 等' : ''}`
  return days === 0 ? `${count} ${unit}的证件今天到期或已过期：${list}，过期后不能接单，请尽快更新` : `${count} ${unit}的证件将在 ${days} 天内到期：${list}，请尽快换证并更新`
}

/** Reminds of all papers that are due at `now`; answers of how many. Safe to run on several servers at once. */
export async function remindOfPapers(deps: Deps, now = Date.now(), signal?: AbortSignal): Promise<number> {
  let all = 0
  for (const fleet of fleets) {
    for (let done = batch; done === batch && !signal?.aborted;) {
      done = await asSystem(deps, (ctx) => remindDue(ctx, fleet, now))
      all += done
    }
  }
  return all
}

export const paperJobs: readonly Job[] = [
  { name: 'papers.remind', everyMs: HOUR_MS, run: async (deps, signal) => { await remindOfPapers(deps, Date.now(), signal) } },
]
