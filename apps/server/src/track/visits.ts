// Visits of vehicles under way to the fences of their waybills' goods: folded on, or anew from the trail where a position is
// late, matched with the rows there are, and what changed marked for the history.
import { inForceFrom } from '@yunshu/domain/fence'
import { Following } from '@yunshu/track/following'
import type { Point } from '@yunshu/track/point'
import { standingAt, VisitFold, type Visit } from '@yunshu/track/visits'
import type pg from 'pg'
import { v7 } from 'uuid'
import { readVersions, type FenceVersion } from '../features/fence/versions.queries.ts'
import { carriedAtText } from '../work/carried.ts'
import type { KeptFolds } from './kept.ts'
import { addedIn, readTrail, type Touched } from './trail.ts'

/** The dwell after which a stay counts, s. */
const dwellS = 180
const hourMs = 3_600_000
/** A plan is looked at from this long before acceptance, and never further back than the reach of corrections. */
const beforeMs = 12 * hourMs,
  reachMs = 7 * 24 * hourMs
/** A time that moves by less is no correction. */
const retimedMs = 60_000
/** A driver may press 卸货 before the yard: a stay may begin so long after it, while the truck has no next waybill. */
const unloadMs = 2 * hourMs
/** A stay that is known to count so long after it did was told of by late positions. */
const lateMs = 10 * 60_000

interface Plan {
  readonly waybillId: string
  readonly trackNo: number
  readonly acceptedAt: number
  /** Since when the vehicle carries the waybill, where another one did before; else null. */
  readonly carriedAt: number | null
  readonly fenceId: string
  readonly versions: unknown
  /** The arrival there as a person entered it. */
  readonly arrivedAt: number | null
  /** The moment after which no stay there is this waybill's; null while it is not unloaded. */
  readonly doneAt: number | null
}
interface Row {
  readonly id: string
  readonly enteredAt: number
  readonly leftAt: number | null
  readonly countedAt: number | null
  readonly dwellS: number
  readonly stay: string
  readonly version: number
}
/** A stay with the version of the fence it began in. */
interface Stay extends Visit {
  readonly version: number
}

/** The moment a waybill was unloaded, after all others where it is not: as `waybills_vehicle_unloaded` has it. */
const unloadedOf = (alias: 'w' | 'o'): string =>
  `(case when ${alias}.unloaded_at is null then 9223372036854775807 else ${alias}.unloaded_at end)`

/**
 * Folds the visits of vehicles whose trail changed, in the transaction that wrote it: of waybills under way, and of those
 * unloaded within the reach where a change lies before a stay of theirs can begin, or one has not ended.
 */
export async function writeVisits(
  client: pg.ClientBase,
  touched: readonly Touched[],
  now: number,
  kept: KeptFolds,
): Promise<void> {
  const hoursOf = Map.groupBy(touched, ({ trackNo }) => trackNo)
  const firsts = [...hoursOf].map(([no, hours]) => ({
    no,
    hourAt: Math.min(...hours.map(({ hourAt }) => hourAt)),
  }))
  const { rows: plans } = await client.query<Plan>(
    `select w.id as "waybillId", v.track_no as "trackNo", w.accepted_at::float8 as "acceptedAt", f.id as "fenceId", s.versions,
       ${carriedAtText}::float8 as "carriedAt",
       (case f.kind when 'load' then w.arrived_load_at else w.arrived_unload_at end)::float8 as "arrivedAt",
       (case when w.unloaded_at is not null then case f.kind when 'load' then coalesce(w.loaded_at, w.unloaded_at)
         else least(w.unloaded_at + $4, greatest(w.unloaded_at, coalesce(n.accepted_at, w.unloaded_at + $4)))
         end end)::float8 as "doneAt"
     from unnest($1::int[], $2::bigint[]) t(no, hour_at) join vehicles v on v.track_no = t.no
       join waybills w on w.vehicle_id = v.id
         and ${unloadedOf('w')} >= $3 join fences f on f.goods_id = w.goods_id
       cross join lateral (select jsonb_agg(to_jsonb(o) order by o.version) as versions, bool_or(o.is_on) as is_used
         from fence_versions o where o.fence_id = f.id) s
       left join lateral (select min(o.accepted_at) as accepted_at from waybills o where w.unloaded_at is not null
         and o.vehicle_id = w.vehicle_id and o.id <> w.id and o.accepted_at is not null
         and o.state not in ('cancelled', 'void')
         and ${unloadedOf('o')} > w.unloaded_at) n on true
     where w.accepted_at is not null and s.is_used and (w.state in ('toLoad', 'loading', 'inTransit', 'interrupted', 'arrived')
       or (w.state not in ('toAccept', 'cancelled', 'void') and w.unloaded_at >= $3 and (w.unloaded_at + $4 >= t.hour_at
         or exists (select from fence_visits x where x.waybill_id = w.id and x.fence_id = f.id and x.stay = 'open'))))
     order by v.track_no, w.id, f.id`,
    [firsts.map(({ no }) => no), firsts.map(({ hourAt }) => hourAt), now - reachMs, unloadMs],
  )
  const rows = await lockRows(client, plans)
  const plansOf = Map.groupBy(
    plans.map((plan, n) => {
      const own = rows.get(n) ?? []
      return { plan, rows: own, ...reachOf(own, plan, now) }
    }),
    ({ plan }) => plan.trackNo,
  )
  for (const [trackNo, hours] of hoursOf) {
    const looked = plansOf.get(trackNo) ?? []
    if (looked.length === 0) {
      // positions that come until it has a plan again are not added
      kept.visits.delete(trackNo)
      continue
    }
    const folds = await followVisits(client, { trackNo, looked, added: addedIn(hours) }, now, kept)
    for (const [n, one] of looked.entries()) await matchFold(client, one, folds[n], now)
  }
}

/** A plan with its rows, and the moments they are looked at from. */
interface Looked {
  readonly plan: Plan
  readonly rows: readonly Row[]
  readonly reach: number
  readonly from: number
}

async function matchFold(
  client: pg.ClientBase,
  { plan, rows, reach }: Looked,
  fold: VisitFold | undefined,
  now: number,
): Promise<void> {
  if (fold === undefined) throw new Error('a plan without a fold')
  const versions = readVersions(plan.versions)
  // the vehicle drove for somebody else before: nothing of that time is added, and nothing of it taken back
  const since = Math.max(reach, plan.carriedAt ?? 0)
  const visits = fold
    .read()
    .filter(({ leftAt }) => end(leftAt) >= since)
    .map(visit => stayOf(visit, versions))
  await match(client, plan, { visits, rows, reach: since, now })
}

interface Followed {
  readonly trackNo: number
  readonly looked: readonly Looked[]
  readonly added: readonly Point[] | undefined
}

/**
 * The visits of a vehicle to the fences of its plans, in their order: folded on by the positions that came in order, else
 * from the trail, which is read once for all of them.
 */
async function followVisits(
  client: pg.ClientBase,
  { trackNo, looked, added }: Followed,
  now: number,
  kept: KeptFolds,
): Promise<readonly VisitFold[]> {
  const from = Math.min(...looked.map(one => one.from))
  const key = JSON.stringify(looked.map(({ plan }) => [plan.waybillId, plan.fenceId, plan.versions]))
  const there = kept.visits.get(trackNo)
  // one that was begun earlier knows more, and stays of before the reach are not asked for
  if (there?.key === key && there.from <= from && added && there.following.add(added)) return there.following.read()
  const following = new Following(looked.map(({ plan }) => new VisitFold(readVersions(plan.versions), { dwellS })))
  following.add(await readTrail(client, trackNo, from, now + hourMs))
  kept.visits.set(trackNo, { key, from, following })
  return following.read()
}

/** Stays of the vehicles by the place of their plan: of one that carried the waybill before nothing is said anew. */
async function lockRows(client: pg.ClientBase, plans: readonly Plan[]): Promise<Map<number, Row[]>> {
  const { rows } = await client.query<Row & { n: number }>({
    name: 'visits-there',
    text: `select p.n::int - 1 as n, v.id, v.entered_at::float8 as "enteredAt", v.left_at::float8 as "leftAt",
         v.counted_at::float8 as "countedAt", v.dwell_s as "dwellS", v.stay, v.fence_version as version
       from unnest($1::uuid[], $2::uuid[], $3::int[]) with ordinality p(fence_id, waybill_id, track_no, n)
         cross join lateral (select * from fence_visits v where v.fence_id = p.fence_id and v.waybill_id = p.waybill_id
           and v.track_no = p.track_no and v.stay <> 'withdrawn' order by v.entered_at for update) v
       order by p.n, v.entered_at`,
    values: [
      plans.map(({ fenceId }) => fenceId),
      plans.map(({ waybillId }) => waybillId),
      plans.map(({ trackNo }) => trackNo),
    ],
  })
  return Map.groupBy(rows, ({ n }) => n)
}

/**
 * The moment before which stays that have ended are not looked at again, and the one to look from: before the first of the
 * others, so that each is folded whole.
 */
function reachOf(rows: readonly Row[], { acceptedAt }: Plan, now: number): { reach: number; from: number } {
  const reach = Math.max(acceptedAt - beforeMs, now - reachMs)
  const begun = rows.filter(({ leftAt }) => end(leftAt) >= reach).map(({ enteredAt }) => enteredAt - beforeMs)
  return { reach, from: Math.min(reach, ...begun) }
}

/**
 * The hours of the fence of the moment it was entered say whether a stay counts. A vehicle that waits inside when they begin
 * has arrived then: it is there, and the fence holds from now on.
 */
function stayOf(visit: Visit, versions: readonly FenceVersion[]): Stay {
  const { enteredAt, countedAt } = visit
  const fence = standingAt(versions, enteredAt)
  if (fence === undefined) throw new RangeError('a stay in no fence')
  const { version, slots } = fence
  const lastAt = enteredAt + visit.dwellS * 1000
  const from = inForceFrom(slots, enteredAt, lastAt)
  if (from === undefined || countedAt === undefined) return { ...visit, version, countedAt: undefined }
  if (from === enteredAt) return { ...visit, version }
  return {
    ...visit,
    version,
    enteredAt: from,
    enteredHow: 'inside',
    countedAt: Math.max(countedAt, from),
    dwellS: Math.floor((lastAt - from) / 1000),
  }
}

const end = (at: number | null | undefined): number => at ?? Infinity

interface Folded {
  readonly visits: readonly Stay[]
  readonly rows: readonly Row[]
  readonly reach: number
  readonly now: number
}

/** Old and new visits are matched by overlap: added, retimed or withdrawn. */
async function match(client: pg.ClientBase, plan: Plan, { visits, rows, reach, now }: Folded): Promise<void> {
  const left = new Set(rows)
  const found = visits.map(visit => {
    const row = [...left].find(one => one.enteredAt <= end(visit.leftAt) && visit.enteredAt <= end(one.leftAt))
    if (row) left.delete(row)
    return { visit, row }
  })
  // visits that are gone make room first: a moment may be taken over by another row
  for (const row of left) if (end(row.leftAt) >= reach) await withdraw(client, row, now)
  for (const { visit, row } of found) {
    if (row === undefined) {
      // of the truck's next trips with the same goods: a stay that was known may end, and none begins
      if (visit.enteredAt <= end(plan.doneAt)) await insert(client, plan, visit, now)
    } else if (isOther(row, visit)) await update(client, { row, visit, proven: lateProof(plan, row, visit, now) }, now)
  }
}

/**
 * The correction of a stay that late positions prove when a person has entered the arrival already; null for one that was
 * known before, for one in time, and where the arrival is that of the vehicle before.
 */
function lateProof({ arrivedAt, carriedAt }: Plan, row: Row | undefined, visit: Stay, now: number): string | null {
  const { countedAt, enteredAt } = visit
  const isNew = countedAt !== undefined && (row?.countedAt ?? null) === null
  if (!isNew || arrivedAt === null || arrivedAt < (carriedAt ?? 0) || now - countedAt <= lateMs) return null
  return JSON.stringify({ told: arrivedAt, now: enteredAt })
}

const stateOf = ({ leftAt, countedAt }: Visit): string =>
  leftAt === undefined ? 'open' : countedAt === undefined ? 'passed' : 'closed'

const isOther = (row: Row, visit: Stay): boolean =>
  row.enteredAt !== visit.enteredAt ||
  row.leftAt !== (visit.leftAt ?? null) ||
  row.countedAt !== (visit.countedAt ?? null) ||
  row.dwellS !== visit.dwellS ||
  row.stay !== stateOf(visit) ||
  row.version !== visit.version

async function withdraw(client: pg.ClientBase, row: Row, now: number): Promise<void> {
  await client.query(
    `update fence_visits set stay = 'withdrawn', rev = rev + 1, updated_at = $2,
       correction = case when counted_at is null then correction else jsonb_build_object('was', entered_at) end where id = $1`,
    [row.id, now],
  )
}

async function insert(client: pg.ClientBase, plan: Plan, visit: Stay, now: number): Promise<void> {
  await client.query(
    `insert into fence_visits (id, fence_id, track_no, waybill_id, entered_at, entered_how, left_at, counted_at, dwell_s, stay, updated_at, fence_version, correction)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13::jsonb)`,
    [
      v7(),
      plan.fenceId,
      plan.trackNo,
      plan.waybillId,
      visit.enteredAt,
      visit.enteredHow,
      visit.leftAt ?? null,
      visit.countedAt ?? null,
      visit.dwellS,
      stateOf(visit),
      now,
      visit.version,
      lateProof(plan, undefined, visit, now),
    ],
  )
}

interface Change {
  readonly row: Row
  readonly visit: Stay
  readonly proven: string | null
}

async function update(client: pg.ClientBase, { row, visit, proven }: Change, now: number): Promise<void> {
  const isRetimed = row.countedAt !== null && Math.abs(row.enteredAt - visit.enteredAt) > retimedMs
  await client.query(
    `update fence_visits set entered_at = $2, entered_how = $3, left_at = $4, counted_at = $5, dwell_s = $6, stay = $7, rev = rev + 1,
       updated_at = $8, correction = case when counted_at is not null and $5::bigint is null then jsonb_build_object('was', entered_at)
         when $9 then jsonb_build_object('was', entered_at, 'now', $2::bigint) else coalesce($11::jsonb, correction) end,
       fence_version = $10
     where id = $1`,
    [
      row.id,
      visit.enteredAt,
      visit.enteredHow,
      visit.leftAt ?? null,
      visit.countedAt ?? null,
      visit.dwellS,
      stateOf(visit),
      now,
      isRetimed,
      visit.version,
      proven,
    ],
  )
}
