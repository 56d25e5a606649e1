// Reads of the fleet: vehicles and drivers of a carrier, with how many waybills each still has open.
import type { Input, Output } from '@yunshu/contract/call'
import type { DriverRow, listDrivers, listVehicles, VehicleRow } from '@yunshu/contract/vehicle'
import { maskIdNo, maskMobile } from '@yunshu/domain/masking'
import { paperStates } from '@yunshu/domain/paper'
import { grams } from '@yunshu/domain/weight'
import { sql, type RawBuilder } from 'kysely'
import { contains } from '../../db/conditions.ts'
import { keyOf } from '../../db/keyOf.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import { allOf } from '../../db/scope.ts'
import { nilId, q } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../http/ctx.ts'
import { countOpenWaybills } from '../waybill/openWaybills.queries.ts'

/** A carrier's own fleet; the platform, which verifies and dispatches, sees all, a branch the carriers it serves; shippers see none. */
function ownFleet(actor: Actor, alias: string): RawBuilder<boolean> {
  if (actor.side === 'platform') return sql<boolean>`true`
  if (actor.side === 'branch') return sql<boolean>`${sql.ref(`${alias}.carrier_id`)} in (select id from companies where branch_id = ${actor.branchId ?? nilId}::uuid)`
  return sql<boolean>`${sql.ref(`${alias}.carrier_id`)} = ${actor.companyId ?? nilId}::uuid`
}

/** Vehicles, newest first. */
export async function findVehiclesPage(ctx: Ctx, input: Input<typeof listVehicles>): Promise<Output<typeof listVehicles>> {
  const where = allOf([ownFleet(ctx.actor, 'v'), contains(['v.plate', 'v.owner', 'v.vin'], input.text), input.paper && sql<boolean>`v.paper = ${input.paper}`, afterCursor(input, 'v.id')])
  const found = await ctx.tx.rows(q.selectFrom('vehicles as v').innerJoin('companies as c', 'c.id', 'v.carrier_id').selectAll('v').select('c.name as carrier_name').where(where).orderBy('v.id', 'desc').limit(rowsToAsk(input)))
  const open = await countOpenWaybills(ctx, 'vehicle_id', found.map((row) => row.id))
  return toPage(found, input, (row): VehicleRow => ({
    id: row.id, carrierId: row.carrier_id, carrierName: row.carrier_name, plate: row.plate, plateColor: row.plate_color, typeCode: row.type_code, energy: row.energy,
    tonnageG: grams(row.tonnage_g), grossG: grams(row.gross_g), transportCertNo: row.transport_cert_no, transportCertExpiry: row.transport_cert_expiry, licenceExpiry: row.licence_expiry,
    ...(row.owner === null ? {} : { owner: row.owner }), ...(row.vin === null ? {} : { vin: row.vin }), paper: keyOf(paperStates.states, row.paper), openWaybills: open.get(row.id) ?? 0, version: row.version,
  }))
}

/** Drivers, newest first; 身份证号 and mobile are masked without `pii.view`. */
export async function findDriversPage(ctx: Ctx, input: Input<typeof listDrivers>): Promise<Output<typeof listDrivers>> {
  const where = allOf([ownFleet(ctx.actor, 'd'), contains(['d.name', 'd.mobile'], input.text), input.paper && sql<boolean>`d.paper = ${input.paper}`, afterCursor(input, 'd.id')])
  const found = await ctx.tx.rows(q.selectFrom('drivers as d').innerJoin('companies as c', 'c.id', 'd.carrier_id').selectAll('d').select('c.name as carrier_name').where(where).orderBy('d.id', 'desc').limit(rowsToAsk(input)))
  const open = await countOpenWaybills(ctx, 'driver_id', found.map((row) => row.id))
  const isWhole = ctx.can('pii.view')
  return toPage(found, input, (row): DriverRow => ({
    id: row.id, carrierId: row.carrier_id, carrierName: row.carrier_name, name: row.name, idNo: isWhole ? row.id_no : maskIdNo(row.id_no, '6+4'), mobile: isWhole ? row.mobile : maskMobile(row.mobile),
    licenceClass: row.licence_class, licenceExpiry: row.licence_expiry, qualificationNo: isWhole ? row.qualification_no : maskQualification(row), qualificationExpiry: row.qualification_expiry,
    paper: keyOf(paperStates.states, row.paper), openWaybills: open.get(row.id) ?? 0, version: row.version,
  }))
}

/** A qualification number is usually the 身份证号 itself and would give it away. */
const maskQualification = (row: { qualification_no: string }): string => maskIdNo(row.qualification_no, '6+4')

/** One row of the fleet under lock, in the actor's reach. */
export async function lockVehicle(ctx: Ctx, id: string) {
  const row = await ctx.tx.one(q.selectFrom('vehicles as v').selectAll('v').where('v.id', '=', id).where(ownFleet(ctx.actor, 'v')).forUpdate())
  return { ...row, state: keyOf(paperStates.states, row.paper) }
}

/** One driver under lock, in the actor's reach. */
export async function lockDriver(ctx: Ctx, id: string) {
  const row = await ctx.tx.one(q.selectFrom('drivers as d').selectAll('d').where('d.id', '=', id).where(ownFleet(ctx.actor, 'd')).forUpdate())
  return { ...row, state: keyOf(paperStates.states, row.paper) }
}
