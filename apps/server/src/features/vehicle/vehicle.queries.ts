// Reads of vehicles: lists with counters, one vehicle with its papers, and a vehicle under lock.
import type { Input, Output } from '@yunshu/contract/call'
import type {
  countVehicles,
  getVehicle,
  listVehicles,
  VehicleDetails,
  VehicleRow,
} from '@yunshu/contract/fleet/vehicle'
import { sql, type Selectable } from 'kysely'
import { contains } from '../../db/conditions.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import type { Vehicles } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import {
  countByPaper,
  documentsOf,
  type HeldFacts,
  inExpiry,
  listWhere,
  ownFleet,
  standingOf,
  standsAs,
  withPaperState,
  vehicleFleet,
} from '../fleet/fleet.queries.ts'
import { recordOf } from '../fleet/record.queries.ts'
import { countOpenWaybills, findVehicleTrips, type VehicleTrip } from '../fleet/openWaybills.queries.ts'
import { inputOf, missingOf, neededOf } from './facts.ts'

/** Vehicles in `alias` under a filter, in the actor's reach. */
export const vehiclesUnder = (
  actor: Actor,
  now: number,
  { text, typeCode, expiry, standing, paper }: Input<typeof countVehicles>,
  alias: string,
) =>
  listWhere(actor, vehicleFleet, alias, standing, [
    contains([`${alias}.plate`, `${alias}.owner`, `${alias}.vin`, `${alias}.terminal_id`], text),
    paper && standsAs(vehicleFleet, alias, paper, now),
    typeCode && sql<boolean>`${sql.ref(`${alias}.type_code`)} = ${typeCode}`,
    inExpiry(vehicleFleet, alias, expiry, now),
  ])

type Row = Selectable<Vehicles> & { carrier_name: string }

function toRow(ctx: Ctx, row: Row, openWaybills: number, trip?: VehicleTrip): VehicleRow {
  const {
    axles: _a,
    engineNo: _e,
    useCharacter: _u,
    issuer: _i,
    registerDate: _r,
    issueDate: _d,
    terminalProvider: _p,
    terminalId: _t,
    ...listed
  } = inputOf(row)
  return {
    id: row.id,
    carrierId: row.carrier_id,
    carrierName: row.carrier_name,
    ...listed,
    openWaybills,
    ...(trip === undefined
      ? {}
      : { driverName: trip.driver_name, waybillId: trip.waybill_id, waybillNo: trip.waybill_no }),
    ...standingOf(
      row,
      row.retired_at,
      [row.licence_expiry, row.transport_cert_expiry, row.annual_check_expiry, row.insurance_expiry],
      ctx.now,
    ),
  }
}

const vehicles = () =>
  q
    .selectFrom('vehicles as v')
    .innerJoin('companies as c', 'c.id', 'v.carrier_id')
    .selectAll('v')
    .select('c.name as carrier_name')

/** Vehicles, newest first. */
export async function findVehiclesPage(
  ctx: Ctx,
  input: Input<typeof listVehicles>,
): Promise<Output<typeof listVehicles>> {
  const found = await ctx.tx.rows(
    vehicles()
      .where(vehiclesUnder(ctx.actor, ctx.now, input, 'v'))
      .where(afterCursor(input, 'v.id') ?? sql<boolean>`true`)
      .orderBy('v.id', 'desc')
      .limit(rowsToAsk(input)),
  )
  const ids = found.map(row => row.id)
  const open = await countOpenWaybills(ctx, 'vehicle_id', ids)
  const trips = await findVehicleTrips(ctx, ids)
  return toPage(found, input, row => toRow(ctx, row, open.get(row.id) ?? 0, trips.get(row.id)))
}

/** Vehicles by state of verification under the list's filter. */
export const countVehiclesByPaper = (
  ctx: Ctx,
  input: Input<typeof countVehicles>,
): Promise<Output<typeof countVehicles>> =>
  countByPaper(ctx, vehicleFleet, vehiclesUnder(ctx.actor, ctx.now, { ...input, paper: undefined }, 'r'))

/** One vehicle in the actor's reach. */
export async function findVehicle(ctx: Ctx, { id }: Input<typeof getVehicle>): Promise<VehicleDetails> {
  const row = await ctx.tx.one(vehicles().where('v.id', '=', id).where(ownFleet(ctx.actor, 'v')))
  const open = await countOpenWaybills(ctx, 'vehicle_id', [id])
  const documents = await documentsOf(ctx, vehicleFleet, id)
  const facts = inputOf(row)
  return {
    ...toRow(ctx, row, open.get(id) ?? 0),
    ...facts,
    createdAt: row.created_at,
    ...(await recordOf(ctx, vehicleFleet, withPaperState(row), {
      goneAt: row.retired_at,
      facts,
      needed: neededOf(facts),
      documents,
      missing: missingOf(row, documents, ctx.now),
    })),
  }
}

/** One vehicle under lock, in the actor's reach. */
export async function lockVehicle(ctx: Ctx, id: string): Promise<HeldFacts & { vehicle: Selectable<Vehicles> }> {
  const row = await ctx.tx.one(
    q.selectFrom('vehicles as v').selectAll('v').where('v.id', '=', id).where(ownFleet(ctx.actor, 'v')).forUpdate(),
  )
  const facts = inputOf(row)
  return {
    kind: vehicleFleet,
    row: withPaperState(row),
    name: row.plate,
    goneAt: row.retired_at,
    vehicle: row,
    facts,
    needed: neededOf(facts),
  }
}
