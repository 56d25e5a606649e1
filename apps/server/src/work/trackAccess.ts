// Spans in which companies see the vehicles of a waybill: derived anew whenever the waybill is written, whole.
import { accessOf, type Access, type Carriage } from '@yunshu/domain/track/access'
import { sealDueAt } from '@yunshu/domain/track/evidence'
import { waybillStates, type WaybillState } from '@yunshu/domain/waybill/waybill'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { keyOf } from '../db/keyOf.ts'
import { q, type Tx } from '../db/tx.ts'
import type { Ctx } from './ctx.ts'

const written = new WeakMap<Ctx, Set<string>>()

/** Leaves the spans of waybills to the end of the transaction. */
export function spansFollow(ctx: Ctx, ids: readonly string[]): void {
  const waiting = written.get(ctx) ?? new Set<string>()
  written.set(ctx, waiting)
  for (const id of ids) waiting.add(id)
  ctx.lastly('access', () => ctx.tx.elevated(() => replaceAccess(ctx.tx, [...waiting].sort())))
}

interface Row {
  readonly id: string
  readonly state: string
  readonly shipper_id: string
  readonly branch_id: string
  readonly accepted_at: number | null
  readonly planned_load_at: number | null
  readonly loading_at: number | null
  readonly unloaded_at: number | null
  readonly state_since: number | null
  readonly updated_at: number
  readonly carriages: readonly { vehicle_id: string; track_no: number; from_at: number; to_at: number | null }[]
}

/** The time of loading of a waybill (`w`) as it is expected, and as it began. */
export const loadTimes = sql`coalesce(w.planned_load_at, (w.body #>> '{loadPoints,0,windowStart}')::bigint)
  as planned_load_at, coalesce(w.arrived_load_at, w.loaded_at) as loading_at`

/**
 * Replaces the spans of these waybills by what their rows say. A waybill has one vehicle for each of its segments; before a
 * change of vehicle on the way there is none in the table, and its vehicle is its own.
 */
export async function replaceAccess(tx: Tx, ids: readonly string[], now: number = Date.now()): Promise<void> {
  if (ids.length === 0) return
  const rows = await tx.rows(
    sql<Row>`
    select w.id, w.state, w.shipper_id, w.branch_id, w.accepted_at, w.unloaded_at, w.state_since, w.updated_at,
      ${loadTimes},
      case when w.segments = 1
        then jsonb_build_array(jsonb_build_object('vehicle_id', w.vehicle_id, 'track_no', v.track_no,
        'from_at', coalesce(w.vehicle_at, 0),
        'to_at', null))
      else (select jsonb_agg(jsonb_build_object('vehicle_id', s.vehicle_id, 'track_no', sv.track_no,
          'from_at', case when s.serial = 1 then coalesce(w.vehicle_at, 0) else s.from_at end,
          'to_at', s.to_at) order by s.serial)
        from waybill_segments s join vehicles sv on sv.id = s.vehicle_id where s.waybill_id = w.id) end as carriages
    from waybills w join vehicles v on v.id = w.vehicle_id where w.id = any(${ids}::uuid[])`.compile(q),
  )
  const spans = rows.flatMap(row => {
    const state = keyOf(waybillStates.states, row.state)
    const carriages = row.carriages.map((one): Carriage => ({
      vehicleId: one.vehicle_id,
      trackNo: one.track_no,
      fromAt: one.from_at,
      toAt: one.to_at ?? undefined,
    }))
    const spansOfWaybill = accessOf(
      {
        state,
        shipperId: row.shipper_id,
        branchId: row.branch_id,
        acceptedAt: row.accepted_at ?? undefined,
        plannedLoadAt: row.planned_load_at ?? undefined,
        loadingAt: row.loading_at ?? undefined,
        unloadedAt: row.unloaded_at ?? undefined,
        endedAt: state === 'cancelled' ? (row.state_since ?? row.updated_at) : undefined,
      },
      carriages,
    )
    return spansOfWaybill.map(span => ({ ...span, waybillId: row.id, state }))
  })
  await tx.run(sql`delete from track_access where waybill_id = any(${ids}::uuid[])`.compile(q))
  if (spans.length === 0) return
  await tx.run(
    sql`insert into track_access (id, company_id, track_no, vehicle_id, waybill_id, from_at, to_at, why)
      values ${sql.join(
        spans.map(
          one =>
            sql`(${v7()}::uuid, ${one.companyId}::uuid, ${one.trackNo}::int, ${one.vehicleId}::uuid,
              ${one.waybillId}::uuid, ${one.fromAt}::bigint, ${one.toAt ?? null}::bigint, ${one.why})`,
        ),
      )}`.compile(q),
  )
  await queueSeals(tx, spans, now)
}

/** Trails of signed waybills whose span no sealed part covers are sealed once it is over. */
async function queueSeals(
  tx: Tx,
  spans: readonly (Access & { readonly waybillId: string; readonly state: WaybillState })[],
  now: number,
): Promise<void> {
  const own = Map.groupBy(
    spans.filter(({ why }) => why === 'waybill'),
    ({ waybillId }) => waybillId,
  )
  const due = [...own].flatMap(([id, each]) => {
    const ends = each.flatMap(({ toAt }) => toAt ?? [])
    const [first] = each
    const to = Math.max(...ends)
    const at = first && sealDueAt(first.state, ends.length === each.length ? to : undefined, now)
    return at === undefined ? [] : [{ id, at, to, from: Math.min(...each.map(({ fromAt }) => fromAt)) }]
  })
  if (due.length === 0) return
  await tx.run(
    sql`insert into waybill_tracks_due as d (waybill_id, due_at)
      select x.id, x.at from unnest(${due.map(({ id }) => id)}::uuid[], ${due.map(({ at }) => at)}::bigint[],
        ${due.map(({ from }) => from)}::bigint[], ${due.map(({ to }) => to)}::bigint[]) as x(id, at, from_at, to_at)
      where not exists (select from waybill_tracks t
        where t.waybill_id = x.id and t.from_at <= x.from_at and t.to_at >= x.to_at)
      order by x.id on conflict (waybill_id) do update set due_at = excluded.due_at, rev = d.rev + 1`.compile(q),
  )
}
