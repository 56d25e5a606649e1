// Positions that cannot be trusted, as dispatchers are told of them, and the places of abnormal positions as others see them.
import { listAbnormal, listAbnormalRules, saveAbnormalRule } from '@yunshu/contract/abnormal/abnormal'
import { getWaybill } from '@yunshu/contract/waybill/details'
import { answerArrival } from '@yunshu/contract/waybill/life'
import { HOUR_MS, MINUTE_MS } from '@yunshu/domain/figures/time'
import { placeFrom } from '@yunshu/track/geometry'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceptedWaybill, mine, seconds, standing, type Accepted } from '../../../../../tests/server/acceptedWaybill.ts'
import { startTrackWorld, type Said, type TrackWorld } from '../../../../../tests/server/trackWorld.ts'
import { q } from '../../db/tx.ts'
import { asSystem } from '../../work/system.ts'
import { lookForArrivals } from '../waybill/arrival.commands.ts'
import { lookForAbnormal } from './look.commands.ts'

let world: TrackWorld
beforeAll(async () => {
  world = await startTrackWorld()
})
afterAll(() => world.stop())

const look = (now = Date.now(), hasTrails = true) =>
  asSystem(world.server.server.deps, ctx => lookForAbnormal({ ...ctx, now }, hasTrails))
const found = async ({ plate }: Accepted, account: 'carrier' | 'shipper' | 'branch' = 'carrier') =>
  (await world.as(account).send(listAbnormal, { text: plate, limit: 20 })).rows
const kindsOf = async (one: Accepted) => (await found(one)).map(({ kind, level, state }) => `${kind} ${level} ${state}`)

/** A report each half minute until now. */
const drive = (minutes: number, over: (n: number) => Partial<Said> = () => ({}), now = Date.now()): Said[] =>
  Array.from({ length: minutes * 2 }, (_, n): Said => ({
    at: seconds(now) - (minutes * 2 - 1 - n) * 30_000,
    place: placeFrom(mine, 5000 + n * 500, 0),
    speed: 600,
    ...over(n),
  }))

test('leaps, a frozen place, places abroad and a clock ahead are told, each by its rule, and end when positions are right again', async () => {
  const [leaps, stuck, abroad, clock, plain] = [
    await acceptedWaybill(world),
    await acceptedWaybill(world),
    await acceptedWaybill(world),
    await acceptedWaybill(world),
    await acceptedWaybill(world),
  ]
  const leapt = [45, 50, 55]
  await world.report(
    leaps.trackNo,
    drive(30, n => (leapt.includes(n) ? { place: placeFrom(mine, 5000 + n * 500, 30_000) } : {})),
  )
  await world.report(
    stuck.trackNo,
    drive(30, n => (n > 10 ? { place: placeFrom(mine, 9000, 0), speed: 500 } : {})),
  )
  await world.report(
    abroad.trackNo,
    drive(30, n => (n > 54 ? { place: { lonE6: 2_350_000, latE6: 48_850_000 } } : {})),
  )
  const now = seconds(Date.now())
  await world.report(
    clock.trackNo,
    drive(10, () => ({}), now - 10 * MINUTE_MS),
  )
  await world.report(
    clock.trackNo,
    drive(4).map(one => ({ ...one, receivedAt: one.at, at: one.at + HOUR_MS })),
  )
  await world.report(plain.trackNo, drive(30))
  await world.follow()
  // a look without trails says nothing of them
  await look(Date.now(), false)
  expect(await kindsOf(stuck)).toEqual([])
  await look()
  expect(await kindsOf(leaps)).toEqual(['jump usual open'])
  expect(await kindsOf(stuck)).toEqual(['frozen serious open'])
  expect(await kindsOf(abroad)).toEqual(['abroad serious open'])
  expect(await kindsOf(clock)).toEqual(['clock usual open'])
  expect(await kindsOf(plain)).toEqual([])
  const [frozen] = await found(stuck)
  expect(frozen).toMatchObject({
    evidence: expect.stringContaining('位置不变'),
    heard: expect.stringContaining('最后位置'),
  })
  // neither a look without trails nor a vehicle that says nothing more proves anything
  await look(Date.now(), false)
  expect(await kindsOf(stuck)).toEqual(['frozen serious open'])
  await look(Date.now() + 2 * HOUR_MS)
  expect((await kindsOf(stuck)).filter(one => one.startsWith('frozen'))).toEqual(['frozen serious open'])
  const later = (km: number, n: number): Said => ({
    at: seconds(Date.now()) + n * 1000,
    place: placeFrom(mine, km * 1000, 0),
    speed: 600,
  })
  await world.report(stuck.trackNo, [later(9.4, 1)])
  await world.report(abroad.trackNo, [later(36, 1), later(36.2, 2)])
  await world.report(clock.trackNo, [later(20, 1)])
  await world.follow()
  await look()
  for (const [one, kind] of [
    [stuck, 'frozen serious recovered'],
    [abroad, 'abroad serious recovered'],
    [clock, 'clock usual recovered'],
  ] as const)
    expect(await kindsOf(one)).toContain(kind)
  // it stops, and heartbeats are all that comes: positions ahead of the fault that is over are in the trail as before
  const stopped = Date.now() + 10 * MINUTE_MS
  await world.heartbeat(clock.trackNo, stopped)
  await world.follow()
  await look(stopped)
  expect((await kindsOf(clock)).filter(one => one.startsWith('clock'))).toEqual(['clock usual recovered'])
})

test('a branch sets the time of a rule and puts one off; a kind without a time has none', async () => {
  const stuck = await acceptedWaybill(world)
  await world.report(
    stuck.trackNo,
    drive(30, n => (n > 10 ? { place: placeFrom(mine, 9000, 0), speed: 500 } : {})),
  )
  await world.follow()
  const rules = await world.as('branch').send(listAbnormalRules, {})
  expect(rules.rows.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['jump', 'frozen', 'abroad', 'clock']))
  await world.as('branch').send(saveAbnormalRule, { kind: 'frozen', version: 0, isOn: true, minutes: 60 })
  await look()
  expect(await kindsOf(stuck)).toEqual([])
  const wrong = await world.as('branch').ask(saveAbnormalRule, { kind: 'abroad', version: 0, isOn: true, minutes: 5 })
  expect(wrong.http).toBe(400)
})

test('a shipper is told no place and no speed of its future truck before its span, and its own later; a branch none of before acceptance', async () => {
  const waybill = await acceptedWaybill(world)
  const spanFrom = (why: 'waybill' | 'branch', from: number) =>
    world.server.db(tx =>
      tx.run(
        sql`update track_access set from_at = ${from} where waybill_id = ${waybill.id}::uuid and why = ${why}`.compile(
          q,
        ),
      ),
    )
  // its goods are loaded in three days: until then the truck stands in the yards of others
  await spanFrom('waybill', Date.now() + 60 * HOUR_MS)
  const at = seconds(Date.now()) - 40 * MINUTE_MS
  await world.report(waybill.trackNo, [{ at, place: mine, speed: 600 }])
  await world.follow()
  await look()
  expect(await found(waybill)).toMatchObject([
    { kind: 'offline', place: '109.734567,38.285390', heard: expect.any(String) },
  ])
  expect(await found(waybill, 'branch')).toMatchObject([{ place: '109.734567,38.285390' }])
  const [told] = await found(waybill, 'shipper')
  expect(told).toMatchObject({ kind: 'offline' })
  expect(told).not.toHaveProperty('place')
  expect(told).not.toHaveProperty('heard')
  await spanFrom('waybill', at)
  expect(await found(waybill, 'shipper')).toMatchObject([{ place: '109.734567,38.285390', heard: expect.any(String) }])
  await spanFrom('branch', at + 1000)
  expect((await found(waybill, 'branch'))[0]).not.toHaveProperty('place')
})

test('a waybill is late by the time its goods appointed, and no more once its fence has seen it arrive, taken or not', async () => {
  const [late, there] = [await acceptedWaybill(world), await acceptedWaybill(world)]
  const end = Date.now() - 3 * HOUR_MS
  for (const { id } of [late, there])
    await world.server.db(tx =>
      tx.run(
        sql`update waybills set planned_load_at = null,
            body = jsonb_set(body, '{loadPoints,0,windowEnd}', to_jsonb(${end}::bigint))
              where id = ${id}::uuid`.compile(q),
      ),
    )
  await world.report(there.trackNo, standing(seconds(Date.now()) - 10 * MINUTE_MS, 10))
  await world.report(late.trackNo, drive(10))
  await world.follow()
  await look()
  const [told] = await found(late)
  expect(told).toMatchObject({ kind: 'overdue', fromAt: end, evidence: expect.stringContaining('约定最晚') })
  expect(await found(there)).toEqual([])
  // a person says that it was none
  await lookForArrivals(work => asSystem(world.server.server.deps, work))
  const { version, arrival } = await world.as('carrier').send(getWaybill, { id: there.id })
  const refusal = {
    id: there.id,
    version,
    proposalId: arrival?.id ?? '',
    answer: 'refuse',
    reason: '只是路过',
  } as const
  await world.as('carrier').send(answerArrival, refusal)
  await look()
  expect(await kindsOf(there)).toEqual(['overdue urgent open'])
})
