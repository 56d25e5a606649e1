// The records that rows of a backfill name: vehicles, drivers and payees of the shipper's carriers, and the vehicles'
// other trips.
import type { KnownTrip } from '@yunshu/domain/backfill/backfill'
import { liveRelationStates } from '@yunshu/domain/relation'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { grams } from '@yunshu/domain/figures/weight'
import { sql, type Selectable } from 'kysely'
import type { Drivers, Goods, Vehicles } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'

/** Carriers in a live relation with a shipper; the fleets of no others are looked at. */
export async function findCarriers(ctx: Ctx, shipperId: string): Promise<{ id: string; name: string }[]> {
  return ctx.tx.rows(
    q
      .selectFrom('relations as r')
      .innerJoin('companies as c', 'c.id', 'r.carrier_id')
      .select(['c.id', 'c.name'])
      .where('r.shipper_id', '=', shipperId)
      .where('r.state', 'in', [...liveRelationStates])
      .orderBy('c.name')
      .orderBy('c.id')
      .limit(1000),
  )
}

interface Names {
  readonly carrierIds: readonly string[]
  readonly isWriting: boolean
}
const any = (values: readonly string[], type: 'uuid' | 'text') => sql`any(${[...values]}::${sql.raw(type)}[])`

/**
 * Vehicles of these carriers by plate; a plate may be there in two colours. Locked in the order of their ids when
 * written to.
 */
export async function findVehicles(
  ctx: Ctx,
  plates: readonly string[],
  { carrierIds, isWriting }: Names,
): Promise<Selectable<Vehicles>[]> {
  const query = q
    .selectFrom('vehicles')
    .selectAll()
    .where(sql<boolean>`plate = ${any(plates, 'text')}`)
    .where(sql<boolean>`carrier_id = ${any(carrierIds, 'uuid')}`)
    .orderBy('id')
  // fleets are the carriers': a shipper finds in them what it names, and nothing else
  return ctx.tx.elevated(() => ctx.tx.rows(isWriting ? query.forUpdate() : query))
}

/** Drivers of these carriers by 身份证号 or name. */
export async function findDrivers(
  ctx: Ctx,
  texts: readonly string[],
  { carrierIds, isWriting }: Names,
): Promise<Selectable<Drivers>[]> {
  const query = q
    .selectFrom('drivers')
    .selectAll()
    .where(sql<boolean>`(id_no = ${any(texts, 'text')} or name = ${any(texts, 'text')})`)
    .where(sql<boolean>`carrier_id = ${any(carrierIds, 'uuid')}`)
    .orderBy('id')
  return ctx.tx.elevated(() => ctx.tx.rows(isWriting ? query.forUpdate() : query))
}

interface TripRow {
  waybill_no: string
  vehicle_id: string
  start_at: number
  end_at: number
  goods_id: string
  load_region: string
  unload_region: string
  load_weight_g: number | null
  unload_weight_g: number | null
}

/**
 * The waybills of vehicles that held them at some time between two moments; one that is not over holds its vehicle for
 * a day at least, and until now.
 */
export async function findKnownTrips(
  ctx: Ctx,
  vehicleIds: readonly string[],
  { from, to }: { from: number; to: number },
  goods: Pick<Selectable<Goods>, 'id' | 'load_region' | 'unload_region'>,
): Promise<ReadonlyMap<string, KnownTrip[]>> {
  if (vehicleIds.length === 0) return new Map()
  const rows = await ctx.tx.elevated(() =>
    ctx.tx.rows(
      sql<TripRow>`
    select w.waybill_no, w.vehicle_id, t.start_at, t.end_at, w.goods_id, w.load_region, w.unload_region,
      w.load_weight_g, w.unload_weight_g
    from waybills w cross join lateral (select coalesce(w.loaded_at, w.arrived_load_at, w.planned_load_at,
      w.created_at) as start_at) as s
    cross join lateral (select s.start_at, coalesce(w.unloaded_at, w.signed_at, w.finished_at,
      greatest(s.start_at + ${DAY_MS}::bigint, case when w.state in ('toAccept', 'toLoad') then 0
      else ${ctx.now}::bigint end)) as end_at) as t
    where w.vehicle_id = ${any(vehicleIds, 'uuid')} and w.state not in ('cancelled', 'void') and t.start_at < ${to}
      and t.end_at > ${from}`.compile(q),
    ),
  )
  return Map.groupBy(
    rows.map((row): KnownTrip => ({
      waybillNo: row.waybill_no,
      vehicleId: row.vehicle_id,
      startAt: row.start_at,
      endAt: row.end_at,
      isSameGoods: row.goods_id === goods.id,
      isSameRoute: row.load_region === goods.load_region && row.unload_region === goods.unload_region,
      load: row.load_weight_g === null ? undefined : grams(row.load_weight_g),
      unload: row.unload_weight_g === null ? undefined : grams(row.unload_weight_g),
    })),
    ({ vehicleId }) => vehicleId,
  )
}

/** The person who answers for a carrier's waybills when none of its people took the work: its first administrator. */
export async function findAnswering(ctx: Ctx, carrierIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await ctx.tx.elevated(() =>
    ctx.tx.rows(
      sql<{ company_id: string; id: string }>`
    select distinct on (company_id) company_id, id from users where company_id = ${any(carrierIds, 'uuid')} and removed_at is null order by company_id, is_admin desc, state = 'active' desc, created_at, id`.compile(
        q,
      ),
    ),
  )
  return new Map(rows.map(row => [row.company_id, row.id]))
}
