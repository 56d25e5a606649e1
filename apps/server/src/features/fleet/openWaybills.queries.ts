// The waybills a vehicle or driver has not ended: for conflicts, limits, and the fleet lists.
import { openWaybillLimit, openWaybillStates, waybillStates } from '@yunshu/domain/waybill/waybill'
import type { OpenTrip } from '@yunshu/domain/fleet/dispatch'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'

// written out, not as a parameter: the partial indexes are used only when the planner can prove the condition
const isOpen = sql.raw(`state in (${openWaybillStates.map(state => `'${state}'`).join(', ')})`)

/** The number of open waybills of each of these vehicles or drivers; those without any are absent. */
export async function countOpenWaybills(
  ctx: Ctx,
  column: 'vehicle_id' | 'driver_id',
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.tx.rows<{ id: string; n: number }>(
    sql<{ id: string; n: number }>`
    select ${sql.ref(column)} as id, count(*) as n from waybills where ${sql.ref(column)} = any(${ids}::uuid[]) and ${isOpen} group by 1`.compile(
      q,
    ),
  )
  return new Map(rows.map(row => [row.id, row.n]))
}

/** The truck and waybill a driver is on. */
export interface DriverTrip {
  readonly driver_id: string
  readonly plate: string
  readonly waybill_id: string
  readonly waybill_no: string
}

/** The open waybill of each driver, the first made where there are more; drivers without any are absent. */
export async function findDriverTrips(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, DriverTrip>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.tx.rows<DriverTrip>(
    sql<DriverTrip>`
    select distinct on (driver_id) driver_id, plate, id as waybill_id, waybill_no from waybills
      where driver_id = any(${ids}::uuid[]) and ${isOpen} order by driver_id, id`.compile(q),
  )
  return new Map(rows.map(row => [row.driver_id, row]))
}

/** The driver and waybill a vehicle is on. */
export interface VehicleTrip {
  readonly vehicle_id: string
  readonly waybill_id: string
  readonly driver_name: string
  readonly waybill_no: string
}

/** The open waybill of each vehicle, the first made where there are more; vehicles without any are absent. */
export async function findVehicleTrips(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, VehicleTrip>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.tx.rows<VehicleTrip>(
    sql<VehicleTrip>`
    select distinct on (vehicle_id) vehicle_id, id as waybill_id, driver_name, waybill_no from waybills
      where vehicle_id = any(${ids}::uuid[]) and ${isOpen} order by vehicle_id, id`.compile(q),
  )
  return new Map(rows.map(row => [row.vehicle_id, row]))
}

interface TripRow {
  vehicle_id: string
  waybill_no: string
  state: string
  start_at: number
  end_at: number | null
  load_region: string
  unload_region: string
}

/**
 * The open trips of each vehicle, at most as many as a vehicle may have, and what it carried of waybills that went on
 * with another one.
 */
export async function findOpenTrips(ctx: Ctx, vehicleIds: readonly string[]): Promise<ReadonlyMap<string, OpenTrip[]>> {
  if (vehicleIds.length === 0) return new Map()
  const rows = await ctx.tx.rows(
    sql<TripRow>`
    select v.id as vehicle_id, w.* from unnest(${vehicleIds}::uuid[]) as v (id) cross join lateral (
      (select waybill_no, state, case when segments > 1 then (select from_at from waybill_segments s
        where s.waybill_id = waybills.id and s.serial = waybills.segments)
        else coalesce(planned_load_at, created_at) end as start_at,
        null::bigint as end_at, load_region, unload_region
      from waybills where vehicle_id = v.id and ${isOpen} order by id limit ${openWaybillLimit})
      union all
      (select w.waybill_no, w.state, s.from_at, s.to_at, w.load_region, w.unload_region from waybill_segments s
        join waybills w on w.id = s.waybill_id
      where s.vehicle_id = v.id and s.to_at > ${ctx.now - DAY_MS} and w.state not in ('cancelled', 'void')
        order by s.waybill_id desc limit ${openWaybillLimit})) as w`.compile(q),
  )
  const trips = new Map<string, OpenTrip[]>()
  for (const row of rows) {
    const trip = {
      waybillNo: row.waybill_no,
      state: keyOf(waybillStates.states, row.state),
      startAt: row.start_at,
      loadRegion: row.load_region,
      unloadRegion: row.unload_region,
      ...(row.end_at === null ? {} : { endAt: row.end_at }),
    }
    trips.set(row.vehicle_id, [...(trips.get(row.vehicle_id) ?? []), trip])
  }
  return trips
}
