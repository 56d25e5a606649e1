// Sealing the trails of signed waybills: once the span is over and all that was heard of it is written, by a job.
import { createHash } from 'node:crypto'
import type { SealedTrail } from '@yunshu/contract/track/evidence'
import { additionRestMs, sealedStates } from '@yunshu/domain/track/evidence'
import type { Point } from '@yunshu/track/point'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { nilId, q, type Tx } from '../../db/tx.ts'
import { isOfCarriage } from '../../work/carried.ts'
import type { Ctx, Deps } from '../../work/ctx.ts'
import { asSystem } from '../../work/system.ts'
import { readCorners, type ShapeColumns } from '../fence/versions.queries.ts'
import { sealAction, segmentsOf } from './evidence.commands.ts'
import { findParts, findSealSpans, readSealed, type SealedPart } from './evidence.queries.ts'
import { findPoints } from './map.queries.ts'
import { figuresOf, pointsOf, type SealedPoint } from './sealedFigures.ts'
import { listKey, takeKey } from './sealedKeys.commands.ts'

/** Waybills of one look. */
const batch = 50

interface Due {
  readonly waybill_id: string
  readonly rev: number
}

/** Waybills that are due, of whose time everything heard is written into trails. */
const findDue = ({ tx, now }: Ctx): Promise<Due[]> =>
  tx.rows(
    sql<Due>`select d.waybill_id, d.rev from waybill_tracks_due d where d.due_at <= least(${now}::bigint, (
        select min(next.received_at) from track_lanes l
          left join track_cursors c on c.lane = l.id and c.consumer = 'trail'
          cross join lateral (select i.received_at from track_intake i where i.lane = l.id
            and i.seq > coalesce(c.seq, 0)
            order by i.seq limit 1) as next))
      order by d.due_at, d.waybill_id limit ${batch}`.compile(q),
  )

/** Seals what is due; answers how many parts were written. One that fails is tried again later and holds up no other. */
export async function sealTrails(deps: Deps, signal?: AbortSignal): Promise<number> {
  let sealed = 0
  for (;;) {
    const due = await asSystem(deps, findDue)
    for (const one of due) {
      if (signal?.aborted === true) return sealed
      try {
        if (await sealOne(deps, one)) sealed += 1
      } catch (error) {
        console.error(`track.evidence: ${one.waybill_id}: ${error instanceof Error ? error.message : String(error)}`)
        await asSystem(deps, ({ tx, now }) =>
          tx.run(
            sql`update waybill_tracks_due set due_at = ${now + additionRestMs}::bigint
              where waybill_id = ${one.waybill_id}::uuid`.compile(q),
          ),
        )
      }
    }
    if (due.length < batch) return sealed
  }
}

interface Draft {
  readonly trail: SealedTrail
  readonly figures: Pick<
    SealedPart,
    'points' | 'late_points' | 'first_at' | 'last_at' | 'distance_m' | 'gaps' | 'gap_m'
  >
}

async function sealOne(deps: Deps, due: Due): Promise<boolean> {
  const id = v7()
  const key = `track/${new Date().toISOString().slice(0, 7)}/${id}.json`
  const draft = await asSystem(deps, async ctx => {
    const made = await makeDraft(ctx, due.waybill_id)
    if (made) await listKey(ctx, key)
    return made
  })
  if (!draft) {
    await asSystem(deps, ({ tx }) => leaveQueue(tx, due))
    return false
  }
  const { trail, figures } = draft
  const bytes = Buffer.from(JSON.stringify(trail))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await deps.store.put(key, bytes, 'application/json')
  // an object whose row does not come is removed by its line
  await asSystem(deps, async ({ tx, now, requestId }) => {
    await takeKey(tx, key)
    await tx.run(
      q.insertInto('waybill_tracks').values({
        id,
        waybill_id: due.waybill_id,
        part: trail.part,
        key,
        bytes: bytes.length,
        sha256,
        ...figures,
        from_at: trail.fromAt,
        to_at: trail.toAt,
        sealed_at: trail.sealedAt,
      }),
    )
    await tx.run(
      q.insertInto('audit_log').values({
        id: v7(),
        at: now,
        user_id: nilId,
        ip: '',
        action: sealAction,
        title: '封存轨迹证据',
        entity: 'waybill',
        entity_id: due.waybill_id,
        diff: JSON.stringify([{ field: `轨迹证据第 ${trail.part} 份的校验值（SHA-256）`, old: '--', new: sha256 }]),
        request_id: requestId,
      }),
    )
    await leaveQueue(tx, due)
  })
  return true
}

/** A waybill that was queued again meanwhile stays. */
const leaveQueue = (tx: Tx, { waybill_id, rev }: Due): Promise<number> =>
  tx.run(sql`delete from waybill_tracks_due where waybill_id = ${waybill_id}::uuid and rev = ${rev}`.compile(q))

const keyOfPoint = (vehicleId: string, { at, lonE6, latE6 }: Point): string => `${vehicleId} ${at} ${lonE6} ${latE6}`

/** Positions of the parts there are, by vehicle; a part that is gone cannot be added to. */
async function sealedPoints({ deps, tx }: Ctx, waybillId: string) {
  const rows = await findParts(tx, waybillId)
  const points: SealedPoint[] = []
  for (const row of rows) {
    const sealed = await readSealed(deps, row)
    if (!sealed?.trail) throw new Error(`part ${row.part} is gone from the store`)
    points.push(...pointsOf(sealed.trail))
  }
  return { rows, points }
}

/** The edition of parts that are sealed now. */
const edition = 2

type SealSpan = Awaited<ReturnType<typeof findSealSpans>>[number]

/** Spans that are over as carriages: those of one vehicle on end are one, as where its driver alone changed. */
function carriagesOf(spans: readonly SealSpan[]): (SealSpan & { to_at: number })[] {
  const carriages: (SealSpan & { to_at: number })[] = []
  for (const { to_at, ...span } of spans) {
    if (to_at === null) continue
    const last = carriages.at(-1)
    if (last?.vehicle_id === span.vehicle_id && last.to_at === span.from_at) last.to_at = to_at
    else carriages.push({ ...span, to_at })
  }
  return carriages
}

/** The next part of a waybill's evidence; undefined where there is nothing to seal. */
async function makeDraft(ctx: Ctx, waybillId: string): Promise<Draft | undefined> {
  const { tx, now } = ctx
  const waybill = await tx.first(q.selectFrom('waybills').select(['waybill_no', 'state']).where('id', '=', waybillId))
  const spans = carriagesOf(await findSealSpans(tx, waybillId))
  if (!waybill || spans.length === 0 || !sealedStates.some(state => state === waybill.state)) return undefined
  const before = await sealedPoints(ctx, waybillId)
  const known = new Set(before.points.map(({ vehicleId, point }) => keyOfPoint(vehicleId, point)))
  const carriages = []
  for (const { track_no, vehicle_id, plate, from_at, to_at } of spans) {
    const all = await findPoints(ctx, track_no, [{ fromAt: from_at, toAt: to_at }])
    const fresh = all.filter(point => !known.has(keyOfPoint(vehicle_id, point)))
    carriages.push({ plate, vehicleId: vehicle_id, fromAt: from_at, toAt: to_at, fresh })
  }
  const last = before.rows.at(-1)
  const fresh = carriages.flatMap(({ vehicleId, fresh: points }) => points.map(point => ({ vehicleId, point })))
  if (last && fresh.length === 0) return undefined
  const sealed = carriages.map(({ fresh: points, ...carriage }) => ({ ...carriage, hours: segmentsOf(points) }))
  return {
    trail: {
      edition,
      waybillId,
      waybillNo: waybill.waybill_no,
      part: before.rows.length + 1,
      before: last?.sha256 ?? null,
      fromAt: Math.min(...spans.map(({ from_at }) => from_at)),
      toAt: Math.max(...spans.map(({ to_at }) => to_at)),
      sealedAt: now,
      carriages: sealed,
      ...(await findFacts(tx, waybillId)),
    },
    figures: {
      points: fresh.length,
      late_points: fresh.filter(({ point }) => point.cls === 'late').length,
      ...figuresOf([...before.points, ...fresh], { edition, carriages: sealed }),
    },
  }
}

interface SealedStay extends ShapeColumns {
  readonly kind: string
  readonly entered_at: number
  readonly left_at: number | null
  readonly counted_at: number | null
}

/** Stays in fences and abnormal positions as they stand when the part is sealed. */
async function findFacts(tx: Tx, waybillId: string): Promise<Pick<SealedTrail, 'visits' | 'episodes'>> {
  const visits = await tx.rows(
    sql<SealedStay>`select f.kind, v.entered_at, v.left_at, v.counted_at, s.lon_e6, s.lat_e6, s.radius_m, s.corners
      from fence_visits v join waybills w on w.id = v.waybill_id
        join fences f on f.id = v.fence_id join fence_versions s on s.fence_id = v.fence_id
          and s.version = v.fence_version
      where v.waybill_id = ${waybillId}::uuid and v.stay <> 'withdrawn' and ${isOfCarriage}
      order by v.entered_at, v.id`.compile(q),
  )
  const episodes = await tx.rows(
    sql<{ kind: string; from_at: number; to_at: number | null; state: string }>`
      select kind, from_at, to_at, state from episodes where waybill_id = ${waybillId}::uuid order by from_at, id`.compile(
      q,
    ),
  )
  return {
    visits: visits.map(row => ({
      kind: row.kind,
      enteredAt: row.entered_at,
      ...(row.left_at === null ? {} : { leftAt: row.left_at }),
      isCounted: row.counted_at !== null,
      circle: {
        lonE6: row.lon_e6,
        latE6: row.lat_e6,
        radiusM: row.radius_m,
        ...(row.corners === null ? {} : { corners: readCorners(row.corners) }),
      },
    })),
    episodes: episodes.map(row => ({
      kind: row.kind,
      fromAt: row.from_at,
      ...(row.to_at === null ? {} : { toAt: row.to_at }),
      state: row.state,
    })),
  }
}
