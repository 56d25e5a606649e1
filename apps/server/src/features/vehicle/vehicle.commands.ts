// Keeping vehicles: registered, changed, handed in, verified, blacklisted and retired; changed papers are verified
// anew.
import type { Input, Output } from '@yunshu/contract/call'
import type { addVehicle, retireVehicle, updateVehicle, VehicleInput } from '@yunshu/contract/fleet/vehicle'
import { vehicleDocuments, vehicleParts } from '@yunshu/domain/fleet/papers'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { logEvent } from '../../work/history.ts'
import { isTaken } from '../../db/pool.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { changesOf, indexOf, writeChange } from '../fleet/change.commands.ts'
import { keeperOf, newRecord } from '../fleet/fleet.queries.ts'
import { assertKept } from '../fleet/held.commands.ts'
import { keepingCommands } from '../fleet/keeping.commands.ts'
import { setRetired } from '../fleet/standing.commands.ts'
import { assertVehicle, columnsOf, inputOf, missingOf, neededOf, vehicleWords } from './facts.ts'
import { lockVehicle } from './vehicle.queries.ts'

const duplicate = (plate: string): Problem =>
  new Problem('vehicle.duplicate', { plate }, { fields: { plate: '已登记' } })
const taken =
  ({ plate, terminalId = '' }: Pick<VehicleInput, 'plate' | 'terminalId'>) =>
  (index: string): Problem =>
    index === 'vehicles_terminal'
      ? new Problem('vehicle.terminal', { terminal: terminalId }, { fields: { terminalId: '已绑定其他车辆' } })
      : duplicate(plate)

/** Refuses a plate the platform has blacklisted, whichever carrier registers it. */
async function assertNotBanned(
  ctx: Ctx,
  { plate, plateColor }: Pick<VehicleInput, 'plate' | 'plateColor'>,
): Promise<void> {
  const banned = await ctx.tx.elevated(() =>
    ctx.tx.first(
      q
        .selectFrom('vehicles')
        .select('id')
        .where('plate', '=', plate)
        .where('plate_color', '=', plateColor)
        .where('blacklisted_at', 'is not', null)
        .where('blacklisted_side', '=', 'house')
        .limit(1),
    ),
  )
  if (banned) throw new Problem('fleet.banned', { name: `车辆${plate}` }, { fields: { plate: '已被平台列入黑名单' } })
}

/** Registers a vehicle of the caller's company. */
export async function registerVehicle(ctx: Ctx, input: Input<typeof addVehicle>): Promise<Output<typeof addVehicle>> {
  keeperOf(ctx)
  assertVehicle(input, ctx.now)
  await assertNotBanned(ctx, input)
  const record = newRecord(ctx)
  const { id } = record
  await ctx.tx.run(q.insertInto('vehicles').values({ ...record, ...columnsOf(input) })).catch((error: unknown) => {
    throw isTaken(error) ? taken(input)(indexOf(error)) : error
  })
  await logEvent(ctx, { entity: 'vehicle', entityId: id, action: '登记' })
  ctx.touched('vehicle', id)
  return { id, version: 1 }
}

/** Changes a vehicle of the caller's company. */
export async function changeVehicle(
  ctx: Ctx,
  { id, version, ...input }: Input<typeof updateVehicle>,
): Promise<Output<typeof updateVehicle>> {
  keeperOf(ctx)
  const held = await lockVehicle(ctx, id)
  await assertKept(ctx, held, version)
  assertVehicle(input, ctx.now)
  if (input.plate !== held.vehicle.plate || input.plateColor !== held.vehicle.plate_color)
    await assertNotBanned(ctx, input)
  const changes = changesOf(inputOf(held.vehicle), input, vehicleWords)
  return writeChange(ctx, held, {
    set: columnsOf(input),
    changes,
    changed: changes.map(({ key }) => key),
    after: { facts: input, needed: neededOf(input) },
    taken: taken(input),
  })
}

/** Documents, verification and blacklist of vehicles. */
export const vehicleKeeping = keepingCommands({
  lock: lockVehicle,
  documents: vehicleDocuments,
  parts: vehicleParts,
  missing: (ctx, { vehicle }, kinds) => missingOf(vehicle, kinds, ctx.now),
  same: ({ vehicle }, alias) =>
    sql<boolean>`(${sql.ref(`${alias}.plate`)} = ${vehicle.plate}
      and ${sql.ref(`${alias}.plate_color`)} = ${vehicle.plate_color})`,
})

/**
 * Takes a vehicle out of use or back. A vehicle the platform blacklisted meanwhile, at any carrier, does not come back.
 */
export async function shelveVehicle(
  ctx: Ctx,
  input: Input<typeof retireVehicle>,
): Promise<Output<typeof retireVehicle>> {
  const held = await lockVehicle(ctx, input.id)
  const { plate, plate_color: plateColor } = held.vehicle
  return setRetired(ctx, held, input, {
    duplicate: duplicate(plate),
    assertNotBanned: () => assertNotBanned(ctx, { plate, plateColor }),
  })
}
