// Positions of vehicles under way that cannot be trusted, read from their trails: of all in a few reads.
import { HOUR_MS, MINUTE_MS } from '@yunshu/domain/figures/time'
import { abnormalKinds, type AbnormalRules } from '@yunshu/domain/track/abnormal'
import { odditiesOf, type Oddity } from '@yunshu/track/oddities'
import { liveStates, sortedPoints, type Point } from '@yunshu/track/point'
import { classifiedPoints } from '@yunshu/track/quality'
import { hourOf, readSegment } from '@yunshu/track/segment'
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import type { Watched } from './underWay.queries.ts'

/** The stretch of a trail that is looked at: the longest rule, and some positions before it. */
const reachMs = Math.max(abnormalKinds.jump.most, abnormalKinds.frozen.most) * MINUTE_MS + 10 * MINUTE_MS
/** Vehicles read at once: their trails take 5 to 15 ms, for which the calls of people wait. */
const batch = 100

/** When a position ahead came that is the last word about the state: it says that nobody knows it. */
const aheadAtOf = ({ live_state, state_at }: Watched): number | undefined =>
  live_state === liveStates.indexOf('unknown') ? (state_at ?? undefined) : undefined

/** Oddities by vehicle, of those that were heard lately and have a place; of the others nothing can be said. */
export async function findOdd(
  ctx: Ctx,
  watched: readonly Watched[],
  rulesOf: (branchId: string) => AbnormalRules,
): Promise<ReadonlyMap<number, readonly Oddity[]>> {
  const asked = watched.flatMap(one => {
    const { track_no: no, branch_id: branchId, received_at: receivedAt, at: placedAt } = one
    return receivedAt === null || placedAt === null || ctx.now - receivedAt > reachMs
      ? []
      : [{ no, branchId, receivedAt, placedAt, aheadAt: aheadAtOf(one) }]
  })
  const found = new Map<number, readonly Oddity[]>()
  const behind = await findBehind(
    ctx,
    asked.map(({ no }) => no),
  )
  for (let from = 0; from < asked.length; from += batch) {
    const some = asked.slice(from, from + batch)
    const trails = await findTrails(
      ctx,
      some.map(({ no }) => no),
    )
    for (const { no, branchId, ...heard } of some) {
      const { jump, frozen } = rulesOf(branchId)
      const rules = { jumpMs: jump.minutes * MINUTE_MS, frozenMs: frozen.minutes * MINUTE_MS }
      found.set(
        no,
        odditiesOf(classifiedPoints(trails.get(no) ?? []), { ...heard, isBehind: behind.has(no) }, rules, ctx.now),
      )
    }
  }
  return found
}

/** Vehicles a terminal of which has a clock that is behind. */
async function findBehind({ tx }: Ctx, nos: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await tx.rows(
    sql<{ no: number }>`select track_no as no from terminals
      where track_no = any(${nos}::int[]) and clock_behind_ms > 0`.compile(q),
  )
  return new Set(rows.map(({ no }) => no))
}

/** The positions of the last hours, and those that lie furthest ahead of now. */
async function findTrails({ tx, now }: Ctx, nos: readonly number[]): Promise<ReadonlyMap<number, Point[]>> {
  const rows = await tx.rows(
    sql<{ no: number; hour_at: number; payload: Buffer }>`
      select e.no, s.hour_at, s.payload from unnest(${nos}::int[]) e(no) cross join lateral (
        (select hour_at, payload from track_segments
          where track_no = e.no and hour_at between ${hourOf(now - reachMs)} and ${now + HOUR_MS})
        union all
        (select hour_at, payload from track_segments where track_no = e.no and hour_at > ${now + HOUR_MS}
          order by hour_at desc limit 2)) s
      order by e.no, s.hour_at`.compile(q),
  )
  const trails = new Map<number, Point[]>()
  for (const { no, hour_at, payload } of rows)
    trails.set(no, [...(trails.get(no) ?? []), ...readSegment(hour_at, payload)])
  return new Map([...trails].map(([no, points]) => [no, sortedPoints(points)]))
}
