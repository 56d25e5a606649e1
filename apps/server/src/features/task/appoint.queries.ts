// What the appoint page needs: the task, its goods, and every vehicle and driver of the carrier with what speaks against them.
import type { AppointView } from '@yunshu/contract/task'
import { driverFaults, vehicleFaults, type DispatchFault, type Trip } from '@yunshu/domain/dispatch'
import { maskMobile } from '@yunshu/domain/masking'
import { paperStates } from '@yunshu/domain/paper'
import { problemText } from '@yunshu/domain/problems'
import { labelOf } from '@yunshu/domain/codes'
import { vehicleTypes } from '@yunshu/domain/vehicleTypes'
import { grams, printTons, type Grams } from '@yunshu/domain/weight'
import { sql, type Selectable } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { policiesOfCompany } from '../../db/policies.ts'
import type { Drivers, Vehicles } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../http/ctx.ts'
import { readGoodsBody } from '../goods/goodsBody.queries.ts'
import { countOpenWaybills, findOpenTrips } from '../waybill/openWaybills.queries.ts'
import { findTask, toTaskRow } from './task.queries.ts'

/** The most candidates of each kind the page gets: verified ones first. */
const candidatesMax = 300

const words = (faults: readonly DispatchFault[]): string[] => faults.map((fault) => problemText(fault.problem, { ...fault.detail }))

/** A vehicle's row as the rules of dispatch see it. */
export const asDispatchVehicle = (row: Selectable<Vehicles>) => ({
  plate: row.plate, tonnage: grams(row.tonnage_g), paper: keyOf(paperStates.states, row.paper), licenceExpiry: row.licence_expiry, transportCertExpiry: row.transport_cert_expiry,
})

/** A driver's row as the rules of dispatch see it. */
export const asDispatchDriver = (row: Selectable<Drivers>) => ({
  name: row.name, paper: keyOf(paperStates.states, row.paper), licenceExpiry: row.licence_expiry, qualificationExpiry: row.qualification_expiry, licenceClass: row.licence_class,
})

/** The task with its candidates; a fixed number of statements however many there are. */
export async function findAppointView(ctx: Ctx, taskId: string): Promise<AppointView> {
  const task = await findTask(ctx, taskId)
  const goods = await ctx.tx.one(q.selectFrom('goods').select(['body', 'load_region', 'unload_region', 'weight_g', 'total_qty', 'quantity_mode', 'per_truck_max']).where('id', '=', task.goods_id))
  const { loadPoints, unloadPoints, items } = readGoodsBody(goods.body)
  const { overweightBlocks } = await policiesOfCompany(ctx.tx, task.shipper_id)
  const trip: Trip = { loadAt: ctx.now, loadRegion: goods.load_region, unloadRegion: goods.unload_region, weight: truckWeight(goods), mayOverload: !overweightBlocks }
  const vehicles = await ctx.tx.rows(q.selectFrom('vehicles').selectAll().where('carrier_id', '=', task.carrier_id).orderBy(sql`paper = 'approved'`, 'desc').orderBy('id', 'desc').limit(candidatesMax))
  const drivers = await ctx.tx.rows(q.selectFrom('drivers').selectAll().where('carrier_id', '=', task.carrier_id).orderBy(sql`paper = 'approved'`, 'desc').orderBy('id', 'desc').limit(candidatesMax))
  const trips = await findOpenTrips(ctx, vehicles.map((vehicle) => vehicle.id))
  const driving = await countOpenWaybills(ctx, 'driver_id', drivers.map((driver) => driver.id))
  return {
    task: toTaskRow(ctx, task), loadPoints, unloadPoints, items, overweightBlocks, ...(goods.per_truck_max === null ? {} : { perTruckMax: goods.per_truck_max }),
    vehicles: vehicles.map((row) => {
      const open = trips.get(row.id) ?? []
      return {
        id: row.id, name: row.plate, note: `${labelOf(vehicleTypes, row.type_code) ?? row.type_code} ${printTons(grams(row.tonnage_g))}吨`,
        faults: words(vehicleFaults(asDispatchVehicle(row), open, trip, ctx.now)), openWaybills: open.length, tonnageG: grams(row.tonnage_g), typeCode: row.type_code,
      }
    }),
    drivers: drivers.map((row) => ({
      id: row.id, name: row.name, note: row.licence_class, faults: words(driverFaults(asDispatchDriver(row), trip)), openWaybills: driving.get(row.id) ?? 0,
      mobile: ctx.can('pii.view') ? row.mobile : maskMobile(row.mobile), licenceClass: row.licence_class,
    })),
  }
}

/** What one truck will carry of goods counted by truck; of other goods the dispatcher says how much. */
function truckWeight(goods: { quantity_mode: string; weight_g: number; total_qty: number }): Grams | undefined {
  return goods.quantity_mode === 'BY_TRUCK' && goods.weight_g > 0 ? grams(Math.ceil(goods.weight_g / goods.total_qty)) : undefined
}
