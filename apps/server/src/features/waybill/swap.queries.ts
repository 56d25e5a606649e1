// Reads of changes of vehicle (换车): the proposal that waits, the vehicles a waybill had, and who could take over.
import type { Segment, Swap } from '@yunshu/contract/waybill/details'
import type { SwapView } from '@yunshu/contract/waybill/life'
import { labelOf } from '@yunshu/domain/codes'
import { partyOf } from '@yunshu/domain/settlement/charges'
import {
  dispatchFaults,
  driverFaults,
  vehicleFaults,
  type DispatchFault,
  type Trip,
} from '@yunshu/domain/fleet/dispatch'
import { faultWords } from '@yunshu/domain/problems/problems'
import { shownPhone, type PhonePlace } from '@yunshu/domain/phones'
import { type RoleSide, isHouseSide } from '@yunshu/domain/permits/permits'
import { swapStates } from '@yunshu/domain/waybill/swap'
import { vehicleTypes } from '@yunshu/domain/fleet/vehicleTypes'
import { waybillStates } from '@yunshu/domain/waybill/waybill'
import { grams, printTons } from '@yunshu/domain/figures/weight'
import type { Selectable } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { offeredMoves } from '../../work/move.ts'
import { policiesOfCompany } from '../../work/policies.ts'
import type { Drivers, Vehicles, Waybills } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { driverFleet, standsAs, vehicleFleet } from '../fleet/fleet.queries.ts'
import { asDispatchDriver, asDispatchVehicle } from '../fleet/dispatch.queries.ts'
import { driverPlace, findWaybill, sideOn } from './waybill.queries.ts'
import { assertAct } from './waybillActs.queries.ts'
import { findOpenTrips } from '../fleet/openWaybills.queries.ts'

/** The most candidates of each kind the dialog gets: verified ones first. */
const candidatesMax = 200

type Row = Pick<
  Selectable<Waybills>,
  | 'id'
  | 'state'
  | 'shipper_id'
  | 'carrier_id'
  | 'vehicle_id'
  | 'driver_id'
  | 'planned_load_at'
  | 'load_region'
  | 'unload_region'
  | 'load_weight_g'
  | 'plan_weight_g'
>

/** The proposal of a waybill that waits for its answer. */
export async function openSwap(ctx: Ctx, waybillId: string) {
  const row = await ctx.tx.first(
    q.selectFrom('waybill_swaps').selectAll().where('waybill_id', '=', waybillId).where('state', '=', 'proposed'),
  )
  return row && { ...row, state: keyOf(swapStates.states, row.state) }
}

/**
 * The trip of another vehicle: the rest from now on with the loaded weight when the goods are on the road, else the
 * whole.
 */
export async function tripOf(ctx: Ctx, waybill: Row): Promise<Trip> {
  const { overweightBlocks } = await policiesOfCompany(ctx.tx, waybill.shipper_id)
  const loadAt = waybill.state === 'interrupted' ? ctx.now : (waybill.planned_load_at ?? ctx.now)
  return {
    loadAt,
    loadRegion: waybill.load_region,
    unloadRegion: waybill.unload_region,
    weight: grams(waybill.load_weight_g ?? waybill.plan_weight_g),
    mayOverload: !overweightBlocks,
  }
}

/**
 * Reasons against a vehicle and driver taking over, the gravest first; `waybillNo` is that of the waybill itself, which
 * is no conflict.
 */
export async function swapFaults(
  ctx: Ctx,
  trip: Trip,
  waybillNo: string,
  vehicle: Selectable<Vehicles>,
  driver: Selectable<Drivers>,
): Promise<{ vehicleId?: DispatchFault | undefined; driverId?: DispatchFault | undefined }> {
  const open = ((await findOpenTrips(ctx, [vehicle.id])).get(vehicle.id) ?? []).filter(
    one => one.waybillNo !== waybillNo,
  )
  const faults = dispatchFaults(asDispatchVehicle(vehicle), asDispatchDriver(driver), open, trip, ctx.now)
  return { vehicleId: faults.vehicle[0], driverId: faults.driver[0] }
}

/**
 * The gravest fault in the papers, the standing or the licence of the vehicle and driver of a waybill; loads and other
 * journeys were judged when it was made.
 */
export async function credentialFault(ctx: Ctx, waybill: Row): Promise<DispatchFault | undefined> {
  const vehicle = await ctx.tx.one(q.selectFrom('vehicles').selectAll().where('id', '=', waybill.vehicle_id))
  const driver = await ctx.tx.one(q.selectFrom('drivers').selectAll().where('id', '=', waybill.driver_id))
  const trip: Trip = {
    loadAt: Math.max(ctx.now, waybill.planned_load_at ?? 0),
    loadRegion: waybill.load_region,
    unloadRegion: waybill.unload_region,
  }
  const faults = dispatchFaults(asDispatchVehicle(vehicle), asDispatchDriver(driver), [], trip, ctx.now)
  return faults.vehicle[0] ?? faults.driver[0]
}

/** Vehicles and drivers of the carrier for the dialog, each with its faults. */
export async function findSwapView(ctx: Ctx, id: string): Promise<SwapView> {
  const waybill = await findWaybill(ctx, id)
  const state = keyOf(waybillStates.states, waybill.state)
  assertAct(ctx, 'swap', { state, carrier_id: waybill.carrier_id })
  const trip = await tripOf(ctx, waybill)
  const vehicles = await ctx.tx.rows(
    q
      .selectFrom('vehicles')
      .selectAll()
      .where('carrier_id', '=', waybill.carrier_id)
      .where('retired_at', 'is', null)
      .orderBy(standsAs(vehicleFleet, 'vehicles', 'approved', ctx.now), 'desc')
      .orderBy('id', 'desc')
      .limit(candidatesMax),
  )
  const drivers = await ctx.tx.rows(
    q
      .selectFrom('drivers')
      .selectAll()
      .where('carrier_id', '=', waybill.carrier_id)
      .where('retired_at', 'is', null)
      .orderBy(standsAs(driverFleet, 'drivers', 'approved', ctx.now), 'desc')
      .orderBy('id', 'desc')
      .limit(candidatesMax),
  )
  const trips = await findOpenTrips(
    ctx,
    vehicles.map(vehicle => vehicle.id),
  )
  const isPresent = (current: boolean): string[] => (current ? ['当前承运'] : [])
  return {
    needsAnswer: partyOf(sideOn(ctx, waybill)) === 'carrier' && state === 'interrupted',
    vehicles: vehicles.map(row => ({
      id: row.id,
      name: row.plate,
      note: [
        `${labelOf(vehicleTypes, row.type_code) ?? row.type_code} ${printTons(grams(row.tonnage_g))} 吨`,
        ...isPresent(row.id === waybill.vehicle_id),
      ].join('，'),
      faults: vehicleFaults(
        asDispatchVehicle(row),
        (trips.get(row.id) ?? []).filter(one => one.waybillNo !== waybill.waybill_no),
        trip,
        ctx.now,
      ).map(faultWords),
    })),
    drivers: drivers.map(row => ({
      id: row.id,
      name: row.name,
      note: [
        row.licence_class,
        shownPhone(row.mobile, driverPlace(ctx.actor, waybill)),
        ...isPresent(row.id === waybill.driver_id),
      ].join('，'),
      faults: driverFaults(asDispatchDriver(row), trip).map(faultWords),
    })),
  }
}

/** The vehicles a waybill had, in order; none while it had but one. */
export async function showSegments(
  ctx: Ctx,
  waybill: { id: string; carrier_id: string; state: string },
): Promise<Segment[]> {
  const present = driverPlace(ctx.actor, waybill)
  // the truck that handed the goods over is no part of the journey any more
  const former: PhonePlace = present.of === 'own' ? present : { of: 'others' }
  const rows = await ctx.tx.rows(
    q.selectFrom('waybill_segments').selectAll().where('waybill_id', '=', waybill.id).orderBy('serial'),
  )
  return rows.map(row => ({
    serial: row.serial,
    plate: row.plate,
    plateColor: row.plate_color,
    driverName: row.driver_name,
    driverMobile: shownPhone(row.driver_mobile, row.to_at === null ? present : former),
    fromAt: row.from_at,
    ...(row.to_at === null ? {} : { toAt: row.to_at }),
    ...(row.reason === null ? {} : { reason: row.reason }),
    by: row.changed_by,
  }))
}

/** The last proposal of a waybill with what the caller can answer. */
export async function showSwap(ctx: Ctx, waybillId: string, side: RoleSide): Promise<Swap | undefined> {
  const row = await ctx.tx.first(
    q.selectFrom('waybill_swaps').selectAll().where('waybill_id', '=', waybillId).orderBy('id', 'desc').limit(1),
  )
  if (!row) return undefined
  const state = keyOf(swapStates.states, row.state)
  return {
    id: row.id,
    state,
    plate: row.plate,
    driverName: row.driver_name,
    reason: row.reason,
    by: row.created_name,
    at: row.created_at,
    ...(row.answered_name === null ? {} : { answeredBy: row.answered_name }),
    ...(row.answer_reason === null ? {} : { answerReason: row.answer_reason }),
    moves: offeredMoves(ctx, swapStates, state).filter(name => answersSwap(name, side)),
  }
}

/** Whether a side may make this move of a proposal: the house agrees or refuses, the carrier takes it back. */
export const answersSwap = (name: keyof typeof swapStates.moves, side: RoleSide): boolean =>
  name === 'withdraw' ? side === 'carrier' : isHouseSide(side)
