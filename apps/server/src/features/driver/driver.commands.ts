// Keeping drivers: registered, changed, handed in, verified, blacklisted and retired; changed papers are verified anew.
import type { Input, Output } from '@yunshu/contract/call'
import type { addDriver, DriverInput, retireDriver, updateDriver } from '@yunshu/contract/fleet/driver'
import { neededOfDriver } from '@yunshu/domain/fleet/certificates'
import { driverDocuments, driverParts } from '@yunshu/domain/fleet/papers'
import { unmaskedText } from '@yunshu/domain/identity/masking'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { logEvent } from '../../work/history.ts'
import { isTaken } from '../../db/pool.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { changesOf, writeChange } from '../fleet/change.commands.ts'
import { withoutEmpty, keeperOf, newRecord } from '../fleet/fleet.queries.ts'
import { assertKept } from '../fleet/held.commands.ts'
import { keepingCommands } from '../fleet/keeping.commands.ts'
import { setRetired } from '../fleet/standing.commands.ts'
import { assertDriver, columnsOf, driverWords, inputOf, missingOf } from './facts.ts'
import { lockDriver } from './driver.queries.ts'

const duplicate = (): Problem => new Problem('driver.duplicate', {}, { fields: { idNo: '已登记' } })

/** Refuses people the platform has blacklisted, whichever carrier registers them. */
async function assertNotBanned(ctx: Ctx, { idNo, name }: Pick<DriverInput, 'idNo' | 'name'>): Promise<void> {
  const banned = await ctx.tx.elevated(() =>
    ctx.tx.first(
      q
        .selectFrom('drivers')
        .select('id')
        .where('id_no', '=', idNo)
        .where('blacklisted_at', 'is not', null)
        .where('blacklisted_side', '=', 'house')
        .limit(1),
    ),
  )
  if (banned) throw new Problem('fleet.banned', { name: `司机${name}` }, { fields: { idNo: '已被平台列入黑名单' } })
}

/** Registers a driver of the caller's company. */
export async function registerDriver(ctx: Ctx, input: Input<typeof addDriver>): Promise<Output<typeof addDriver>> {
  keeperOf(ctx)
  assertDriver(input, ctx.now)
  await assertNotBanned(ctx, input)
  const record = newRecord(ctx)
  const { id } = record
  await ctx.tx.run(q.insertInto('drivers').values({ ...record, ...columnsOf(input) })).catch((error: unknown) => {
    throw isTaken(error) ? duplicate() : error
  })
  await logEvent(ctx, { entity: 'driver', entityId: id, action: '登记' })
  ctx.touched('driver', id)
  return { id, version: 1 }
}

/** Changes a driver of the caller's company; numbers that are absent, or sent back masked, stay as they are. */
export async function changeDriver(
  ctx: Ctx,
  { id, version, emptied = [], ...said }: Input<typeof updateDriver>,
): Promise<Output<typeof updateDriver>> {
  keeperOf(ctx)
  const held = await lockDriver(ctx, id)
  await assertKept(ctx, held, version)
  const before = inputOf(held.driver)
  const kept = (name: 'licenceNo' | 'qualificationNo'): string | undefined =>
    emptied.includes(name) ? undefined : (unmaskedText(said[name] ?? '') ?? before[name])
  const { licenceNo: _l, qualificationNo: _q, ...rest } = said
  const input = {
    ...rest,
    idNo: said.idNo ?? before.idNo,
    mobile: said.mobile ?? before.mobile,
    ...withoutEmpty({
      licenceNo: kept('licenceNo'),
      qualificationNo: kept('qualificationNo'),
    }),
  }
  // a driver who grew too old since he was registered is not refused for another field
  assertDriver({ ...input, idNo: input.idNo === before.idNo ? undefined : input.idNo }, ctx.now)
  if (input.idNo !== before.idNo) await assertNotBanned(ctx, input)
  const changes = changesOf(before, input, driverWords)
  return writeChange(ctx, held, {
    set: columnsOf(input),
    changes,
    changed: changes.map(({ key }) => key),
    after: { facts: input, needed: neededOfDriver(input) },
    taken: duplicate,
  })
}

/** Documents, verification and blacklist of drivers. */
export const driverKeeping = keepingCommands({
  lock: lockDriver,
  documents: driverDocuments,
  parts: driverParts,
  missing: (ctx, { driver }, kinds) => missingOf(driver, kinds, ctx.now),
  same: ({ driver }, alias) => sql<boolean>`${sql.ref(`${alias}.id_no`)} = ${driver.id_no}`,
})

/**
 * Takes a driver out of use or back. A driver the platform blacklisted meanwhile, at any carrier, does not come back.
 */
export async function shelveDriver(ctx: Ctx, input: Input<typeof retireDriver>): Promise<Output<typeof retireDriver>> {
  const held = await lockDriver(ctx, input.id)
  const { id_no: idNo, name } = held.driver
  return setRetired(ctx, held, input, {
    duplicate: duplicate(),
    assertNotBanned: () => assertNotBanned(ctx, { idNo, name }),
  })
}
