// Keeping vehicles: registered, changed, handed in, verified, blacklisted and retired; changed papers are verified anew.
import type { Input, Output } from '@yunshu/contract/call'
import type { addVehicle, blacklistVehicle, retireVehicle, submitVehicle, updateVehicle, uploadVehicleFiles, VehicleInput, verifyVehicle } from '@yunshu/contract/vehicle'
import { vehicleDocuments, vehicleParts } from '@yunshu/domain/fleetPapers'
import { paperStates } from '@yunshu/domain/paper'
import { Problem } from '@yunshu/domain/problems'
import { v7 } from 'uuid'
import { logEvent } from '../../db/move.ts'
import { isTaken } from '../../db/pool.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../http/ctx.ts'
import { changesOf, indexOf, writeChange } from '../fleet/change.commands.ts'
import { documentsOf, keeperOf, vehicleFleet } from '../fleet/fleet.queries.ts'
import { assertKept } from '../fleet/held.commands.ts'
import { addDocuments, judgePapers, submitPapers } from '../fleet/paper.commands.ts'
import { setBlacklisted, setRetired } from '../fleet/standing.commands.ts'
import { assertVehicle, columnsOf, inputOf, isProven, missingOf, vehicleWords } from './facts.ts'
import { lockVehicle } from './vehicle.queries.ts'

const duplicate = (plate: string): Problem => new Problem('vehicle.duplicate', { plate }, { fields: { plate: '已登记' } })
const taken = ({ plate, terminalId = '' }: Pick<VehicleInput, 'plate' | 'terminalId'>) => (index: string): Problem =>
  (index === 'vehicles_terminal' ? new Problem('vehicle.terminal', { terminal: terminalId }, { fields: { terminalId: '已绑定其他车辆' } }) : duplicate(plate))

/** What the platform has blacklisted is not registered anew, whoever asks. */
async function assertNotBanned(ctx: Ctx, { plate, plateColor }: Pick<VehicleInput, 'plate' | 'plateColor'>): Promise<void> {
  const banned = await ctx.tx.elevated(() => ctx.tx.first(q.selectFrom('vehicles').select('id').where('plate', '=', plate).where('plate_color', '=', plateColor).where('blacklisted_at', 'is not', null).where('blacklisted_side', '=', 'house').limit(1)))
  if (banned) throw new Problem('fleet.banned', { name: `车辆${plate}` }, { fields: { plate: '已被平台列入黑名单' } })
}

/** Registers a vehicle of the caller's company. */
export async function registerVehicle(ctx: Ctx, input: Input<typeof addVehicle>): Promise<Output<typeof addVehicle>> {
  const carrierId = keeperOf(ctx)
  assertVehicle(input, ctx.now)
  await assertNotBanned(ctx, input)
  const id = v7()
  await ctx.tx.run(q.insertInto('vehicles').values({ id, carrier_id: carrierId, ...columnsOf(input), paper: paperStates.start, created_at: ctx.now, updated_at: ctx.now })).catch((error: unknown) => { throw isTaken(error) ? taken(input)(indexOf(error)) : error })
  await logEvent(ctx, { entity: 'vehicle', entityId: id, action: '登记' })
  ctx.touched('vehicle', id)
  return { id, version: 1 }
}

/** Changes a vehicle of the caller's company. */
export async function changeVehicle(ctx: Ctx, { id, version, ...input }: Input<typeof updateVehicle>): Promise<Output<typeof updateVehicle>> {
  keeperOf(ctx)
  const held = await lockVehicle(ctx, id)
  await assertKept(ctx, held, version)
  assertVehicle(input, ctx.now)
  if (input.plate !== held.vehicle.plate || input.plateColor !== held.vehicle.plate_color) await assertNotBanned(ctx, input)
  const changes = changesOf(inputOf(held.vehicle), input, vehicleWords)
  return writeChange(ctx, held, { set: columnsOf(input), changes, isPaper: changes.some(({ key }) => isProven(key)), taken: taken(input) })
}

/** Adds documents of one kind to a vehicle of the caller's company. */
export async function uploadVehicle(ctx: Ctx, { id, category }: Input<typeof uploadVehicleFiles>): Promise<Output<typeof uploadVehicleFiles>> {
  return addDocuments(ctx, await lockVehicle(ctx, id), category, vehicleDocuments[category])
}

const missing = async (ctx: Ctx, held: Awaited<ReturnType<typeof lockVehicle>>): Promise<Record<string, string>> => missingOf(held.vehicle, await documentsOf(ctx, vehicleFleet, held.row.id), ctx.now)

/** Hands the papers of a vehicle in to be verified. */
export async function submitForCheck(ctx: Ctx, { id, version }: Input<typeof submitVehicle>): Promise<Output<typeof submitVehicle>> {
  const held = await lockVehicle(ctx, id)
  return submitPapers(ctx, held, version, await missing(ctx, held))
}

/** The house's verdict on a vehicle. */
export async function judgeVehicle(ctx: Ctx, { id, ...verdict }: Input<typeof verifyVehicle>): Promise<Output<typeof verifyVehicle>> {
  const held = await lockVehicle(ctx, id)
  return judgePapers(ctx, held, { id, ...verdict }, { missing: await missing(ctx, held), parts: vehicleParts })
}

/** Onto the blacklist or off it. */
export async function banVehicle(ctx: Ctx, input: Input<typeof blacklistVehicle>): Promise<Output<typeof blacklistVehicle>> {
  return setBlacklisted(ctx, await lockVehicle(ctx, input.id), input)
}

/** Out of use or back. What was blacklisted by the platform while it was away stays away. */
export async function shelveVehicle(ctx: Ctx, input: Input<typeof retireVehicle>): Promise<Output<typeof retireVehicle>> {
  const held = await lockVehicle(ctx, input.id)
  return setRetired(ctx, held, input, duplicate(held.vehicle.plate))
}
