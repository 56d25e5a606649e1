// The waybills a vehicle or driver has not ended: for conflicts, limits, and the fleet lists.
import { openWaybillLimit, openWaybillStates, waybillStates } from '@yunshu/domain/waybill'
import type { OpenTrip } from '@yunshu/domain/dispatch'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../http/ctx.ts'

// written out, not as a parameter: the partial indexes are used only when the planner can prove the condition
const isOpen = sql.raw(`state in (${openWaybillStates.map((state) => `'${state}'`).join(', ')})`)

/** How many open waybills each of these vehicles or drivers has; those without are absent. */
export async function countOpenWaybills(ctx: Ctx, column: 'vehicle_id' | 'driver_id', ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.tx.rows<{ id: string; n: number }>(sql<{ id: string; n: number }>`
    select ${sql.ref(column)} as id, count(*) as n from waybills where ${sql.ref(column)} = any(${ids}::uuid[]) and ${isOpen} group by 1`.compile(q))
  return new Map(rows.map((row) => [row.id, row.n]))
}

/** The open trips of each vehicle, at most as many as a vehicle may have. */
export async function findOpenTrips(ctx: Ctx, vehicleIds: readonly string[]): Promise<ReadonlyMap<string, OpenTrip[]>> {
  if (vehicleIds.length === 0) return new Map()
  const rows = await ctx.tx.rows<{ vehicle_id: string; waybill_no: string; state: string; start_at: number; load_region: string; unload_region: string }>(sql<{
    vehicle_id: string; waybill_no: string; state: string; start_at: number; load_region: string; unload_region: string
  }>`select v.id as vehicle_id, w.* from unnest(${vehicleIds}::uuid[]) as v (id) cross join lateral (
      select waybill_no, state, coalesce(planned_load_at, created_at) as start_at, load_region, unload_region
      from waybills where vehicle_id = v.id and ${isOpen} order by id limit ${openWaybillLimit}) as w`.compile(q))
  const trips = new Map<string, OpenTrip[]>()
  for (const row of rows) {
    const trip = { waybillNo: row.waybill_no, state: keyOf(waybillStates.states, row.state), startAt: row.start_at, loadRegion: row.load_region, unloadRegion: row.unload_region }
    trips.set(row.vehicle_id, [...(trips.get(row.vehicle_id) ?? []), trip])
  }
  return trips
}

