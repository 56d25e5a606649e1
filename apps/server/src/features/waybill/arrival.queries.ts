// Reads of arrivals that circles prove: the one that waits on a waybill, and what visits speak for at the moment.
import type { ProvenArrival } from '@yunshu/contract/waybill/details'
import { arrivalAnswers, arrivalMoveKeys, arrivalMoves, proposalStates } from '@yunshu/domain/track/arrival'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { faultOfMove } from '@yunshu/domain/waybill/acts'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { q, type Tx } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { carriedAt } from '../../work/carried.ts'
import { inForce } from '../../work/policies.ts'
import { anyOf, isLiving } from './arrivalMark.queries.ts'
import type { LockedWaybill } from './waybill.queries.ts'
import { actOn } from './waybillActs.queries.ts'

/** Visits older than this speak for nothing: the reach of corrections. */
const reachMs = 7 * DAY_MS
/** The most one look works on; the rest is looked at by the next. */
const batch = 200

type Times = Pick<
  LockedWaybill,
  'source' | 'created_at' | 'accepted_at' | 'arrived_load_at' | 'loaded_at' | 'arrived_unload_at' | 'unloaded_at'
>

/** The last moment of the steps a waybill has taken: the next one is not earlier. */
export function lastStepAt(waybill: Times): number {
  return Math.max(
    // returned papers are older than their waybills
    waybill.source === 'BACKFILL' ? 0 : waybill.created_at,
    waybill.accepted_at ?? 0,
    waybill.arrived_load_at ?? 0,
    waybill.loaded_at ?? 0,
    waybill.arrived_unload_at ?? 0,
    waybill.unloaded_at ?? 0,
  )
}

/** A proposal with the state it is in. */
const stated = <Row extends { state: string; move: string }>(row: Row) => ({
  ...row,
  state: keyOf(proposalStates.states, row.state),
  move: keyOf(arrivalMoves, row.move),
})
export type Proposal = Awaited<ReturnType<typeof lockProposals>>[number]

/** Open proposals of a waybill under lock. */
export async function lockProposals(tx: Tx, waybillId: string) {
  const rows = await tx.rows(
    q
      .selectFrom('waybill_proposals')
      .selectAll()
      .where('waybill_id', '=', waybillId)
      .where('state', '=', 'open')
      .orderBy('id')
      .forUpdate(),
  )
  return rows.map(stated)
}

/** The proposal a person answers, whatever became of it; undefined where the waybill has none of this id. */
export async function lockProposal(tx: Tx, waybillId: string, id: string): Promise<Proposal | undefined> {
  const row = await tx.first(
    q.selectFrom('waybill_proposals').selectAll().where('waybill_id', '=', waybillId).where('id', '=', id).forUpdate(),
  )
  return row && stated(row)
}

/** The end of the stay of a visit, undefined while it lasts; and whether the stay counts still. */
export async function findStay(
  tx: Tx,
  visitId: string,
): Promise<{ readonly leftAt: number | undefined; readonly counts: boolean }> {
  const row = await tx.one(
    q.selectFrom('fence_visits').select(['left_at', 'counted_at', 'stay']).where('id', '=', visitId),
  )
  return { leftAt: row.left_at ?? undefined, counts: row.counted_at !== null && row.stay !== 'withdrawn' }
}

/** The proven arrival as the page of its waybill shows it. */
export async function showArrival(
  ctx: Ctx,
  waybill: { id: string; state: LockedWaybill['state']; carrier_id: string },
): Promise<ProvenArrival | undefined> {
  const row = await ctx.tx.first(
    sql<{
      id: string
      move: string
      at: number
      place: string
      entered_at: number
      left_at: number | null
      dwell_s: number
      radius_m: number
      is_circle: boolean
    }>`
      select p.id, p.move, p.at, p.place, x.entered_at, x.left_at, x.dwell_s, f.radius_m, f.corners is null as is_circle
      from waybill_proposals p join waybills w on w.id = p.waybill_id join fence_visits x on x.id = p.visit_id
        join fence_versions f on f.fence_id = x.fence_id and f.version = x.fence_version
      where p.waybill_id = ${waybill.id}::uuid and ${isLiving} limit 1`.compile(q),
  )
  if (!row) return undefined
  const move = keyOf(arrivalMoves, row.move)
  return {
    id: row.id,
    move,
    at: row.at,
    place: row.place,
    enteredAt: row.entered_at,
    ...(row.left_at === null ? {} : { leftAt: row.left_at }),
    dwellS: row.dwell_s,
    ...(row.is_circle ? { radiusM: row.radius_m } : {}),
    answers: faultOfMove(move, actOn(ctx, waybill)) ? [] : [...arrivalAnswers],
  }
}

/** The moment a waybill was given its vehicle, where another one carried it before; null otherwise. */
interface Carried {
  readonly carried_at: number | null
}

/** A visit that counts, of the vehicle of a waybill in the state its circle is about. */
export interface Speaking extends Times, Carried {
  readonly visit_id: string
  readonly fence_id: string
  readonly track_no: number
  readonly entered_at: number
  readonly left_at: number | null
  readonly kind: string
  readonly place: string
  readonly waybill_id: string
}

const stepOf = anyOf(
  arrivalMoveKeys.map(
    name =>
      sql<boolean>`(f.kind = ${sql.lit(arrivalMoves[name].kind)} and w.state = ${sql.lit(arrivalMoves[name].from)})`,
  ),
)

/** The last moment of the steps of `w`, as `lastStepAt` has it, and of its vehicle. */
const lastStep = sql`greatest(case when w.source = 'BACKFILL' then 0 else w.created_at end,
  w.accepted_at, w.arrived_load_at, w.loaded_at, w.arrived_unload_at, w.unloaded_at, ${carriedAt})`

/**
 * Visits nobody was asked about yet, or not again since a change of the vehicle, its driver or the step ended that; the waybill accepted first before the others: one visit drives at most one waybill,
 * so those another waybill of the vehicle has already used are left out.
 */
export const findSpeaking = (ctx: Ctx): Promise<Speaking[]> =>
  ctx.tx.rows(
    sql<Speaking>`
      select x.id as visit_id, x.fence_id, x.track_no, x.entered_at, x.left_at, f.kind,
        case f.kind when 'load' then w.load_place
          else w.unload_place end as place, w.id as waybill_id, w.source, w.created_at,
        w.accepted_at, w.arrived_load_at, w.loaded_at, w.arrived_unload_at, w.unloaded_at, ${carriedAt} as carried_at
      from fence_visits x join fences f on f.id = x.fence_id join waybills w on w.id = x.waybill_id
        join vehicles v on v.id = w.vehicle_id join companies s on s.id = w.shipper_id
      where x.counted_at is not null and x.stay in ('open', 'closed') and x.updated_at >= ${ctx.now - reachMs}
        and x.track_no = v.track_no and ${stepOf} and ${inForce('s', 'fenceSuggests')}
        -- one that ended before the last step proves nothing, and must not take the place of one that does
        and (x.left_at is null or x.left_at >= ${lastStep})
        and not exists (select from waybill_proposals p where p.visit_id = x.id and p.state <> 'overtaken')
        and not exists (select from waybill_proposals p where p.waybill_id = w.id and p.state = 'open')
        and not exists (select from fence_visits o join waybill_proposals p on p.visit_id = o.id
          where o.fence_id = x.fence_id and o.track_no = x.track_no and o.waybill_id <> x.waybill_id
            and p.state in ('open', 'taken')
            and o.entered_at <= coalesce(x.left_at, o.entered_at) and x.entered_at <= coalesce(o.left_at, x.entered_at))
      order by w.accepted_at, w.id, x.entered_at limit ${batch}`.compile(q),
  )

/** An open proposal beside what its visit and its waybill say by now. */
export interface Standing extends Times, Carried {
  readonly id: string
  readonly at: number
  readonly version: number
  readonly waybill_id: string
  readonly entered_at: number
  readonly left_at: number | null
  readonly is_living: boolean
  readonly is_proven: boolean
}

const isStillThere = sql<boolean>`${isLiving} and x.track_no = v.track_no`
const isStillProven = sql<boolean>`x.counted_at is not null and x.stay in ('open', 'closed')
  and ${inForce('s', 'fenceSuggests')}`

/** Open proposals, or the one of this id, beside what visit and waybill say by now; under lock where the id is given. */
export const findMoved = (ctx: Ctx, id?: string): Promise<Standing[]> =>
  ctx.tx.rows(
    sql<Standing>`
      select p.id, p.at, p.version, p.waybill_id, x.entered_at, x.left_at, w.source, w.created_at, w.accepted_at,
        w.arrived_load_at, w.loaded_at, w.arrived_unload_at, w.unloaded_at, ${carriedAt} as carried_at,
        ${isStillThere} as is_living, ${isStillProven} as is_proven
      from waybill_proposals p join fence_visits x on x.id = p.visit_id join waybills w on w.id = p.waybill_id
        join vehicles v on v.id = w.vehicle_id join companies s on s.id = w.shipper_id
      where p.state = 'open' and ${id === undefined ? sql`true` : sql`p.id = ${id}::uuid`}
      order by p.id limit ${batch * 10} ${id === undefined ? sql`` : sql`for update of p`}`.compile(q),
  )

/** A visit that counted and that late positions changed. */
export interface Mended {
  readonly id: string
  readonly waybill_id: string
  readonly kind: string
  readonly correction: unknown
  readonly is_taken: boolean
}

/** Visits whose change is not told yet, or the one of this id; under lock where the id is given. */
export const findMended = (ctx: Ctx, id?: string): Promise<Mended[]> =>
  ctx.tx.rows(
    sql<Mended>`
      select x.id, x.waybill_id, f.kind, x.correction,
        exists (select from waybill_proposals p where p.visit_id = x.id and p.state = 'taken') as is_taken
      from fence_visits x join fences f on f.id = x.fence_id where x.correction is not null
        and ${id === undefined ? sql`true` : sql`x.id = ${id}::uuid`}
      order by x.updated_at, x.id limit ${batch} ${id === undefined ? sql`` : sql`for update of x`}`.compile(q),
  )
