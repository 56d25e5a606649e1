// Stays in circles whose waybill ends, or is given another vehicle, while the truck stands inside.
import { getWaybill } from '@yunshu/contract/waybill/details'
import { correctWaybill, getSwapView, swapVehicle } from '@yunshu/contract/waybill/life'
import { moveWaybill } from '@yunshu/contract/waybill/waybill'
import { DAY_MS, MINUTE_MS } from '@yunshu/domain/figures/time'
import { placeFrom } from '@yunshu/track/geometry'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceptedWaybill, mine, seconds, standing, type Accepted } from '../../../../../tests/server/acceptedWaybill.ts'
import { startTrackWorld, type TrackWorld } from '../../../../../tests/server/trackWorld.ts'
import { q } from '../../db/tx.ts'
import { asSystem } from '../../work/system.ts'
import { findUnderWay } from '../abnormal/underWay.queries.ts'
import { findTrailFacts } from '../track/verdict.queries.ts'
import { lookForArrivals } from './arrival.commands.ts'

let world: TrackWorld
beforeAll(async () => {
  world = await startTrackWorld()
})
afterAll(() => world.stop())

const look = () => lookForArrivals(work => asSystem(world.server.server.deps, work))
const detail = ({ id }: Accepted) => world.as('carrier').send(getWaybill, { id })
const staysOf = ({ id }: Accepted) =>
  world.server.db(tx =>
    tx.rows(
      sql<{ no: number; stay: string; entered_at: number; left_at: number | null; counted_at: number | null }>`
        select track_no as no, stay, entered_at, left_at, counted_at from fence_visits where waybill_id = ${id}::uuid
        order by entered_at`.compile(q),
    ),
  )
const proposalsOf = async ({ id }: Accepted): Promise<string[]> => {
  const rows = await world.server.db(tx =>
    tx.rows(q.selectFrom('waybill_proposals').select('state').where('waybill_id', '=', id).orderBy('id')),
  )
  return rows.map(({ state }) => state)
}

/** A waybill whose truck has stood at the mine for ten minutes, and stands there still. */
async function inside(): Promise<Accepted> {
  const waybill = await acceptedWaybill(world)
  await world.report(waybill.trackNo, standing(seconds(Date.now()) - 10 * MINUTE_MS, 10))
  await world.follow()
  await look()
  expect(await staysOf(waybill)).toMatchObject([{ no: waybill.trackNo, stay: 'open', left_at: null }])
  return waybill
}

/** Gives a waybill another truck, and answers its number; `before` is what happens with that one first. */
async function swapped(waybill: Accepted, before?: (trackNo: number) => Promise<void>): Promise<number> {
  await world.trucks(1)
  const { version } = await detail(waybill)
  const { vehicles, drivers } = await world.as('carrier').send(getSwapView, { id: waybill.id })
  const [vehicleId = '', driverId = ''] = [vehicles, drivers].map(all => all.find(one => one.faults.length === 0)?.id)
  await before?.(await world.trackNoOf(vehicleId))
  await world.as('carrier').send(swapVehicle, { id: waybill.id, version, vehicleId, driverId, reason: '故障' })
  return world.trackNoOf(vehicleId)
}

/** Gives a waybill the truck again that it had first. */
async function givenBack(waybill: Accepted): Promise<void> {
  const { version } = await detail(waybill)
  const { drivers } = await world.as('carrier').send(getSwapView, { id: waybill.id })
  const driverId = drivers.find(one => one.faults.length === 0)?.id ?? ''
  const to = { vehicleId: waybill.vehicleId, driverId, reason: '修好了' }
  await world.as('carrier').send(swapVehicle, { id: waybill.id, version, ...to })
}

test('a stay ends with its waybill, cancelled or void, and with the truck that carried it; what it proved stays', async () => {
  const waybills = [await inside(), await inside(), await inside()] as const
  const [cancelled, voided, given] = waybills
  const before = await Promise.all(waybills.map(staysOf))
  const { version } = await detail(cancelled)
  await world.as('shipper').send(moveWaybill, { id: cancelled.id, version, move: 'cancel', reason: '停运' })
  const { version: other } = await detail(voided)
  await world.as('admin').send(moveWaybill, { id: voided.id, version: other, move: 'void', reason: '重复' })
  await swapped(given)
  const at = Date.now()
  // words about the trucks afterwards change nothing
  for (const { trackNo } of waybills) await world.report(trackNo, [{ at: seconds(Date.now()), place: mine }])
  await world.follow()
  await look()
  for (const [n, waybill] of waybills.entries()) {
    const [first] = before[n] ?? []
    const stays = await staysOf(waybill)
    expect(stays).toEqual([{ ...first, stay: 'closed', left_at: expect.any(Number) }])
    expect(stays[0]?.left_at).toBeGreaterThan(at - MINUTE_MS)
    expect(stays[0]?.left_at).toBeLessThanOrEqual(at)
  }
})

test('the truck a waybill was given arrives on its own account, and the stay of the one before is neither its nor taken back', async () => {
  const waybill = await inside()
  const [before] = await staysOf(waybill)
  const next = await swapped(waybill)
  // it is on its way first
  await world.report(next, [{ at: seconds(Date.now()) - 8 * MINUTE_MS, place: placeFrom(mine, 9000, 0), speed: 500 }])
  await world.follow()
  await look()
  expect(await staysOf(waybill)).toEqual([{ ...before, stay: 'closed', left_at: expect.any(Number) }])
  await world.report(next, standing(seconds(Date.now()) - 5 * MINUTE_MS, 5))
  await world.follow()
  await look()
  expect(await staysOf(waybill)).toMatchObject([
    { no: waybill.trackNo, entered_at: before?.entered_at },
    { no: next, stay: 'open' },
  ])
  expect(await proposalsOf(waybill)).toEqual(['overtaken', 'open'])
  expect((await detail(waybill)).log.map(({ action }) => action)).not.toContain('补传定位后更正')
})

test('a truck that was at the mine for somebody else before it was given the waybill has not arrived; one that stands there arrives with it', async () => {
  const [left, stays] = [await acceptedWaybill(world), await acceptedWaybill(world)]
  const at = seconds(Date.now())
  await swapped(left, async no => {
    await world.report(no, standing(at - 40 * MINUTE_MS, 20))
    await world.report(no, [{ at: at - MINUTE_MS, place: placeFrom(mine, 9000, 0), speed: 500 }])
  })
  const given = Date.now()
  await swapped(stays, no => world.report(no, standing(at - 20 * MINUTE_MS, 20)))
  await world.follow()
  await look()
  expect(await staysOf(left)).toEqual([])
  expect(await proposalsOf(left)).toEqual([])
  expect(await proposalsOf(stays)).toEqual(['open'])
  expect((await detail(stays)).arrival?.at).toBeGreaterThanOrEqual(given)
})

test('a stay of a waybill that was unloaded longer ago than corrections reach is over', async () => {
  const waybill = await inside()
  const unloadedAt = Date.now() - 8 * DAY_MS
  const enteredAt = unloadedAt - MINUTE_MS
  await world.server.db(async tx => {
    await tx.run(sql`update waybills set unloaded_at = ${unloadedAt} where id = ${waybill.id}::uuid`.compile(q))
    await tx.run(
      sql`update fence_visits set entered_at = ${enteredAt} where waybill_id = ${waybill.id}::uuid`.compile(q),
    )
  })
  await look()
  expect(await staysOf(waybill)).toMatchObject([{ stay: 'closed', left_at: unloadedAt + 7 * DAY_MS }])
})

test('a truck that gets its waybill back keeps what it proved before as it was, and has not arrived again by it', async () => {
  const waybill = await inside()
  const [first] = await staysOf(waybill)
  await swapped(waybill)
  // it leaves the mine
  await world.report(waybill.trackNo, [
    { at: seconds(Date.now()) - 20_000, place: placeFrom(mine, 3000, 0), speed: 500 },
  ])
  await world.follow()
  await look()
  await givenBack(waybill)
  await world.report(waybill.trackNo, [{ at: seconds(Date.now()), place: placeFrom(mine, 9000, 0), speed: 500 }])
  await world.follow()
  await look()
  expect(await staysOf(waybill)).toEqual([{ ...first, stay: 'closed', left_at: expect.any(Number) }])
  expect(await proposalsOf(waybill)).toEqual(['overtaken'])
  expect((await detail(waybill)).log.map(({ action }) => action)).not.toContain('补传定位后更正')
  const watched = await asSystem(world.server.server.deps, findUnderWay)
  expect(watched.find(({ id }) => id === waybill.id)?.is_proven).toBe(false)
})

test('the stay of a truck that never had the goods proves nothing of them', async () => {
  const waybill = await inside()
  const next = await swapped(waybill)
  await look()
  const { version } = await detail(waybill)
  await world.walk({ ...waybill, version }, ['arriveLoad', 'depart'])
  await world.report(next, standing(seconds(Date.now()) - 5 * MINUTE_MS, 5, placeFrom(mine, 60_000, 0)))
  await world.follow()
  expect(await staysOf(waybill)).toMatchObject([
    { no: waybill.trackNo, stay: 'closed', counted_at: expect.any(Number) },
    { no: next, stay: 'open', counted_at: expect.any(Number) },
  ])
  const facts = await asSystem(world.server.server.deps, ctx => findTrailFacts(ctx.tx, [waybill.id]))
  expect(facts.get(waybill.id)).toBeUndefined()
})

test('an arrival of the truck a waybill was given is not entered, nor corrected, to a moment before it carried it', async () => {
  const waybill = await acceptedWaybill(world)
  await swapped(waybill)
  const at = Date.now() - 30 * MINUTE_MS
  const { version } = await detail(waybill)
  const asked = await world.as('carrier').ask(moveWaybill, { id: waybill.id, version, move: 'arriveLoad', at })
  expect(asked.envelope).toMatchObject({ data: { fields: { at: expect.stringMatching(/^不能早于换车的时间 /) } } })
  const walked = await world.walk({ ...waybill, version }, ['arriveLoad'])
  const wrong = { id: waybill.id, version: walked.version, reason: '时间有误', arrivedLoadAt: at }
  expect((await world.as('admin').ask(correctWaybill, wrong)).envelope).toMatchObject({
    data: { fields: { arrivedLoadAt: expect.stringMatching(/^不能早于换车的时间 /) } },
  })
})

test('a truck that stands at the mine is asked about again when its driver is another', async () => {
  const waybill = await inside()
  expect(await proposalsOf(waybill)).toEqual(['open'])
  const [truck] = await world.trucks(1)
  const { version } = await detail(waybill)
  const to = { vehicleId: waybill.vehicleId, driverId: truck?.driverId ?? '', reason: '换班' }
  await world.as('carrier').send(swapVehicle, { id: waybill.id, version, ...to })
  expect(await proposalsOf(waybill)).toEqual(['overtaken'])
  await look()
  expect(await proposalsOf(waybill)).toEqual(['overtaken', 'open'])
})
