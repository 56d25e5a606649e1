// Changing the vehicle of a waybill (换车): judged like an appointment, agreed by the house once the goods are on the
// road, each vehicle kept as a segment.
import type { Input, Output } from '@yunshu/contract/call'
import { swapAnswered } from '@yunshu/contract/happening/waybill'
import type * as calls from '@yunshu/contract/waybill/life'
import { type DispatchFault } from '@yunshu/domain/fleet/dispatch'
import { Problem, faultWords, problemOf } from '@yunshu/domain/problems/problems'
import { swapStates } from '@yunshu/domain/waybill/swap'
import { grams } from '@yunshu/domain/figures/weight'
import type { Selectable } from 'kysely'
import { v7 } from 'uuid'
import { logEvent } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import type { Drivers, Vehicles } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import { type Change, type Ctx, writtenName } from '../../work/ctx.ts'
import { tellHappening } from '../../work/outbox.ts'
import { wrongField } from '../../http/fieldFault.ts'
import { refreshDrafts } from '../agreement/carriage.commands.ts'
import { dropArrivals } from './dropArrivals.commands.ts'
import { lockSeen, passOn, touchWaybill, wordsOfWaybill } from './writing.commands.ts'
import { type LockedWaybill, sideOn } from './waybill.queries.ts'
import { answersSwap, openSwap, swapFaults, tripOf } from './swap.queries.ts'
import { assertAct } from './waybillActs.queries.ts'
import { readWaybillBody, writeWaybillBody } from './waybillBody.queries.ts'

interface Wanted {
  vehicle: Selectable<Vehicles>
  driver: Selectable<Drivers>
}

/** Changes the vehicle or the driver at once, or proposes it to the house when the carrier wants it on the road. */
export async function swapVehicle(
  ctx: Ctx,
  { id, version, vehicleId, driverId, reason }: Input<typeof calls.swapVehicle>,
): Promise<Output<typeof calls.swapVehicle>> {
  const waybill = await lockSeen(ctx, id, version)
  const side = sideOn(ctx, waybill)
  assertAct(ctx, 'swap', waybill)
  if (vehicleId === waybill.vehicle_id && driverId === waybill.driver_id)
    throw wrongField('vehicleId', '车辆和司机都没有变化')
  assertAct(ctx, 'swap', waybill, { hasOpenSwap: (await openSwap(ctx, id)) !== undefined })
  const wanted = await judged(ctx, waybill, vehicleId, driverId)
  const isApplied = side !== 'carrier' || waybill.state === 'toLoad'
  const next = isApplied ? await apply(ctx, waybill, wanted, reason) : await propose(ctx, waybill, wanted, reason)
  const said = { ...wordsOfWaybill(waybill), wanted: `${wanted.vehicle.plate} ${wanted.driver.name}`, reason }
  await passOn(ctx, waybill, {}, isApplied ? 'swap.done' : 'swap.asked', said)
  if (!isApplied)
    await tellHappening(ctx, 'swap.waiting', { branch: waybill.branch_id, permit: 'waybill.appoint' }, said)
  ctx.touched('waybill', id)
  return { id, version: next, isApplied }
}

/** The house answers a proposal, judged anew; or the carrier takes it back. */
export async function answerSwap(
  ctx: Ctx,
  { id, version, swapId, move: name, reason }: Input<typeof calls.answerSwap>,
): Promise<Output<typeof calls.answerSwap>> {
  const waybill = await lockSeen(ctx, id, version)
  const side = sideOn(ctx, waybill)
  if (side === 'shipper') throw new Problem('permit.missing')
  const proposal = await openSwap(ctx, id)
  if (proposal?.id !== swapId) throw new Problem('row.none')
  if (!answersSwap(name, side)) throw new Problem('permit.missing')
  if (name === 'apply') assertAct(ctx, 'swap', waybill)
  const wanted = name === 'apply' ? await judged(ctx, waybill, proposal.vehicle_id, proposal.driver_id) : undefined
  await move(ctx, swapStates, proposal, name, {
    entityId: id,
    reason: reason || undefined,
    set: { answered_name: writtenName(ctx.actor), answered_at: ctx.now, answer_reason: reason || null },
    diff: [{ field: '换车', old: waybill.plate, new: `${proposal.plate} ${proposal.driver_name}` }],
  })
  const next = wanted ? await apply(ctx, waybill, wanted, proposal.reason) : await touchWaybill(ctx, waybill)
  await passOn(ctx, waybill, {}, swapAnswered[name], {
    ...wordsOfWaybill(waybill),
    vehicle: proposal.plate,
    move: swapStates.moves[name].label,
    reason,
  })
  ctx.touched('waybill', id)
  return { id, version: next }
}

/** A proposal of a waybill that is no more comes to nothing. */
export async function dropSwaps(ctx: Ctx, waybillId: string): Promise<void> {
  const proposal = await openSwap(ctx, waybillId)
  if (proposal) await move(ctx, swapStates, proposal, 'drop', { entityId: waybillId })
}

/**
 * The vehicle and driver of the waybill's carrier under lock, as an appointment takes them; refused with the first
 * fault at its field.
 */
async function judged(ctx: Ctx, waybill: LockedWaybill, vehicleId: string, driverId: string): Promise<Wanted> {
  const vehicle = await ctx.tx.first(
    q
      .selectFrom('vehicles')
      .selectAll()
      .where('id', '=', vehicleId)
      .where('carrier_id', '=', waybill.carrier_id)
      .forUpdate(),
  )
  const driver = await ctx.tx.first(
    q
      .selectFrom('drivers')
      .selectAll()
      .where('id', '=', driverId)
      .where('carrier_id', '=', waybill.carrier_id)
      .forUpdate(),
  )
  if (!vehicle || !driver) throw new Problem('row.none')
  const faults = await swapFaults(ctx, await tripOf(ctx, waybill), waybill.waybill_no, vehicle, driver)
  refuse(faults.vehicleId, 'vehicleId')
  refuse(faults.driverId, 'driverId')
  return { vehicle, driver }
}

function refuse(fault: DispatchFault | undefined, field: string): void {
  if (!fault) return
  throw problemOf(fault, { fields: { [field]: faultWords(fault) } })
}

async function propose(ctx: Ctx, waybill: LockedWaybill, { vehicle, driver }: Wanted, reason: string): Promise<number> {
  await ctx.tx.run(
    q.insertInto('waybill_swaps').values({
      id: v7(),
      waybill_id: waybill.id,
      state: swapStates.start,
      vehicle_id: vehicle.id,
      driver_id: driver.id,
      plate: vehicle.plate,
      driver_name: driver.name,
      reason,
      created_by: ctx.actor.userId,
      created_name: writtenName(ctx.actor),
      created_at: ctx.now,
      updated_at: ctx.now,
    }),
  )
  const next = await touchWaybill(ctx, waybill)
  await logEvent(ctx, {
    entity: 'swap',
    entityId: waybill.id,
    action: '申请换车',
    to: swapStates.start,
    reason,
    diff: changes(waybill, { vehicle, driver }),
  })
  return next
}

const changes = (waybill: LockedWaybill, { vehicle, driver }: Wanted): Change[] => [
  ...(vehicle.id === waybill.vehicle_id ? [] : [{ field: '车辆', old: waybill.plate, new: vehicle.plate }]),
  ...(driver.id === waybill.driver_id ? [] : [{ field: '司机', old: waybill.driver_name, new: driver.name }]),
]

/**
 * Puts the vehicle and driver on the waybill. The way of the earlier vehicle becomes a segment that ends now; before
 * loading there is none.
 */
async function apply(ctx: Ctx, waybill: LockedWaybill, wanted: Wanted, reason: string): Promise<number> {
  const { vehicle, driver } = wanted
  await dropArrivals(ctx, waybill.id)
  const segments = waybill.state === 'interrupted' ? await closeSegment(ctx, waybill, wanted, reason) : waybill.segments
  const body = readWaybillBody(waybill.body)
  const next = await touchWaybill(ctx, waybill, {
    vehicle_id: vehicle.id,
    driver_id: driver.id,
    plate: vehicle.plate,
    plate_color: vehicle.plate_color,
    driver_name: driver.name,
    driver_mobile: driver.mobile,
    segments,
    // on the way the segments say it
    ...(waybill.state === 'interrupted' || vehicle.id === waybill.vehicle_id ? {} : { vehicle_at: ctx.now }),
    body: writeWaybillBody({
      ...body,
      vehicle: {
        typeCode: vehicle.type_code,
        tonnageG: grams(vehicle.tonnage_g),
        grossG: grams(vehicle.gross_g),
        transportCertNo: vehicle.transport_cert_no,
      },
    }),
    ...((await mayNotReceive(ctx, waybill, driver.id)) ? { payee_id: null } : {}),
  })
  await refreshDrafts(ctx, waybill.id)
  await logEvent(ctx, {
    entity: 'waybill',
    entityId: waybill.id,
    action: '换车',
    reason,
    diff: changes(waybill, wanted),
  })
  return next
}

/** Whether the payee is a person who may not receive for this driver: money he earns must not go there. */
async function mayNotReceive(ctx: Ctx, waybill: LockedWaybill, driverId: string): Promise<boolean> {
  if (waybill.payee_id === null || driverId === waybill.driver_id) return false
  const payee = await ctx.tx.first(
    q.selectFrom('payees').select(['kind', 'driver_id']).where('id', '=', waybill.payee_id),
  )
  return payee?.kind === 'PERSON' && payee.driver_id !== driverId
}

async function closeSegment(
  ctx: Ctx,
  waybill: LockedWaybill,
  { vehicle, driver }: Wanted,
  reason: string,
): Promise<number> {
  const by = writtenName(ctx.actor)
  const rows = q.insertInto('waybill_segments')
  if (waybill.segments === 1)
    await ctx.tx.run(
      rows.values({
        waybill_id: waybill.id,
        serial: 1,
        vehicle_id: waybill.vehicle_id,
        driver_id: waybill.driver_id,
        plate: waybill.plate,
        plate_color: waybill.plate_color,
        driver_name: waybill.driver_name,
        driver_mobile: waybill.driver_mobile,
        from_at: waybill.loaded_at ?? waybill.created_at,
        to_at: ctx.now,
        reason,
        changed_by: by,
      }),
    )
  else
    await ctx.tx.run(
      q
        .updateTable('waybill_segments')
        .set({ to_at: ctx.now, reason, changed_by: by })
        .where('waybill_id', '=', waybill.id)
        .where('serial', '=', waybill.segments),
    )
  await ctx.tx.run(
    rows.values({
      waybill_id: waybill.id,
      serial: waybill.segments + 1,
      vehicle_id: vehicle.id,
      driver_id: driver.id,
      plate: vehicle.plate,
      plate_color: vehicle.plate_color,
      driver_name: driver.name,
      driver_mobile: driver.mobile,
      from_at: ctx.now,
      to_at: null,
      reason: null,
      changed_by: by,
    }),
  )
  return waybill.segments + 1
}
