// Keeping drivers: registered, changed, handed in, verified, blacklisted and retired; changed papers are verified anew.
import type { Input, Output } from '@yunshu/contract/call'
import type { addDriver, blacklistDriver, retireDriver, submitDriver, updateDriver, uploadDriverFiles, verifyDriver } from '@yunshu/contract/driver'
import { driverDocuments, driverParts } from '@yunshu/domain/fleetPapers'
import { unmasked } from '@yunshu/domain/masking'
import { paperStates } from '@yunshu/domain/paper'
import { Problem } from '@yunshu/domain/problems'
import { v7 } from 'uuid'
import { logEvent } from '../../db/move.ts'
import { isTaken } from '../../db/pool.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../http/ctx.ts'
import { changesOf, writeChange } from '../fleet/change.commands.ts'
import { documentsOf, driverFleet, given, keeperOf } from '../fleet/fleet.queries.ts'
import { assertKept } from '../fleet/held.commands.ts'
import { addDocuments, judgePapers, submitPapers } from '../fleet/paper.commands.ts'
import { setBlacklisted, setRetired } from '../fleet/standing.commands.ts'
import { assertDriver, columnsOf, driverWords, inputOf, isProven, missingOf } from './facts.ts'
import { lockDriver } from './driver.queries.ts'

const duplicate = (): Problem => new Problem('driver.duplicate', {}, { fields: { idNo: '已登记' } })

/** Whom the platform has blacklisted is not registered anew, whoever asks. */
async function assertNotBanned(ctx: Ctx, idNo: string, name: string): Promise<void> {
  const banned = await ctx.tx.elevated(() => ctx.tx.first(q.selectFrom('drivers').select('id').where('id_no', '=', idNo).where('blacklisted_at', 'is not', null).where('blacklisted_side', '=', 'house').limit(1)))
  if (banned) throw new Problem('fleet.banned', { name: `司机${name}` }, { fields: { idNo: '已被平台列入黑名单' } })
}

/** Registers a driver of the caller's company. */
export async function registerDriver(ctx: Ctx, input: Input<typeof addDriver>): Promise<Output<typeof addDriver>> {
  const carrierId = keeperOf(ctx)
  assertDriver(input, ctx.now)
  await assertNotBanned(ctx, input.idNo, input.name)
  const id = v7()
  await ctx.tx.run(q.insertInto('drivers').values({ id, carrier_id: carrierId, ...columnsOf(input), paper: paperStates.start, created_at: ctx.now, updated_at: ctx.now })).catch((error: unknown) => { throw isTaken(error) ? duplicate() : error })
  await logEvent(ctx, { entity: 'driver', entityId: id, action: '登记' })
  ctx.touched('driver', id)
  return { id, version: 1 }
}

/** Changes a driver of the caller's company; numbers that are absent, or sent back masked, stay as they are. */
export async function changeDriver(ctx: Ctx, { id, version, ...said }: Input<typeof updateDriver>): Promise<Output<typeof updateDriver>> {
  keeperOf(ctx)
  const held = await lockDriver(ctx, id)
  await assertKept(ctx, held, version)
  const before = inputOf(held.driver)
  const kept = (text: string | undefined, own: string | undefined): string | undefined => (text === undefined ? undefined : unmasked(text) ?? own)
  const { licenceNo, qualificationNo, ...rest } = said
  const input = { ...rest, idNo: said.idNo ?? before.idNo, mobile: said.mobile ?? before.mobile, ...given({ licenceNo: kept(licenceNo, before.licenceNo), qualificationNo: kept(qualificationNo, before.qualificationNo) }) }
  // a driver who grew too old since he was registered is not refused for another field
  assertDriver({ ...input, idNo: input.idNo === before.idNo ? undefined : input.idNo }, ctx.now)
  if (input.idNo !== before.idNo) await assertNotBanned(ctx, input.idNo, input.name)
  const changes = changesOf(before, input, driverWords)
  return writeChange(ctx, held, { set: columnsOf(input), changes, isPaper: changes.some(({ key }) => isProven(key)), taken: duplicate })
}

/** Adds documents of one kind to a driver of the caller's company. */
export async function uploadDriver(ctx: Ctx, { id, category }: Input<typeof uploadDriverFiles>): Promise<Output<typeof uploadDriverFiles>> {
  return addDocuments(ctx, await lockDriver(ctx, id), category, driverDocuments[category])
}

const missing = async (ctx: Ctx, held: Awaited<ReturnType<typeof lockDriver>>): Promise<Record<string, string>> => missingOf(held.driver, await documentsOf(ctx, driverFleet, held.row.id), ctx.now)

/** Hands the papers of a driver in to be verified. */
export async function submitForCheck(ctx: Ctx, { id, version }: Input<typeof submitDriver>): Promise<Output<typeof submitDriver>> {
  const held = await lockDriver(ctx, id)
  return submitPapers(ctx, held, version, await missing(ctx, held))
}

/** The house's verdict on a driver. */
export async function judgeDriver(ctx: Ctx, { id, ...verdict }: Input<typeof verifyDriver>): Promise<Output<typeof verifyDriver>> {
  const held = await lockDriver(ctx, id)
  return judgePapers(ctx, held, { id, ...verdict }, { missing: await missing(ctx, held), parts: driverParts })
}

/** Onto the blacklist or off it. */
export async function banDriver(ctx: Ctx, input: Input<typeof blacklistDriver>): Promise<Output<typeof blacklistDriver>> {
  return setBlacklisted(ctx, await lockDriver(ctx, input.id), input)
}

/** Out of use or back. */
export async function shelveDriver(ctx: Ctx, input: Input<typeof retireDriver>): Promise<Output<typeof retireDriver>> {
  return setRetired(ctx, await lockDriver(ctx, input.id), input, duplicate())
}
