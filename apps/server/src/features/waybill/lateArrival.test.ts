// Late positions about an arrival a person has entered already, and about a waybill that is unloaded: told, and never moved;
// and an arrival that is taken later than it is proved.
import { getWaybill } from '@yunshu/contract/waybill/details'
import { answerArrival } from '@yunshu/contract/waybill/life'
import { formatDateTime, HOUR_MS, MINUTE_MS } from '@yunshu/domain/figures/time'
import { placeFrom } from '@yunshu/track/geometry'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceptedWaybill, mine, seconds, standing, type Accepted } from '../../../../../tests/server/acceptedWaybill.ts'
import { startTrackWorld, type Said, type TrackWorld } from '../../../../../tests/server/trackWorld.ts'
import { q } from '../../db/tx.ts'
import { asSystem } from '../../work/system.ts'
import { lookForArrivals } from './arrival.commands.ts'

let world: TrackWorld
beforeAll(async () => {
  world = await startTrackWorld()
})
afterAll(() => world.stop())

const plant = placeFrom(mine, 60_000, 0)
const look = () => lookForArrivals(work => asSystem(world.server.server.deps, work))
const detail = ({ id }: Accepted) => world.as('carrier').send(getWaybill, { id })
const proofsOf = async (waybill: Accepted) =>
  (await detail(waybill)).log.filter(({ action }) => action === '补传定位后证明到达').map(({ diff }) => diff)
const staysOf = ({ id }: Accepted) =>
  world.server.db(tx =>
    tx.rows(
      sql<{ kind: string; stay: string; counts: boolean; left_at: number | null }>`
        select f.kind, x.stay, x.counted_at is not null as counts, x.left_at from fence_visits x join fences f on f.id = x.fence_id
        where x.waybill_id = ${id}::uuid order by x.entered_at`.compile(q),
    ),
  )

/** Another waybill of the same truck, accepted at a moment. */
async function nextOf({ vehicleId }: Accepted, acceptedAt: number): Promise<Accepted> {
  const next = await acceptedWaybill(world)
  await world.server.db(tx =>
    tx.run(
      sql`update waybills set vehicle_id = ${vehicleId}::uuid, accepted_at = ${acceptedAt} where id = ${next.id}::uuid`.compile(
        q,
      ),
    ),
  )
  return next
}

test('an arrival that a person entered while nothing came is proved by late positions: a line of the history, and no step', async () => {
  const waybill = await acceptedWaybill(world)
  const walked = await world.walk(waybill, ['arriveLoad'])
  const enteredAt = seconds(Date.now()) - 40 * MINUTE_MS
  await world.reportLate(waybill.trackNo, standing(enteredAt, 30), Date.now())
  await world.follow()
  await look()
  const { state, version, times } = await detail(waybill)
  expect([state, version]).toEqual(['loading', walked.version])
  expect(times.find(one => one.state === 'loading')?.at).toBeGreaterThan(enteredAt + 30 * MINUTE_MS)
  expect(await proofsOf(waybill)).toEqual([
    [{ field: '围栏：到达装货地', old: expect.stringMatching(/^登记 \d{4}-/), new: expect.stringMatching(/^\d{4}-/) }],
  ])
  // told once, and not again by what comes next
  await world.report(waybill.trackNo, [{ at: seconds(Date.now()), place: mine }])
  await world.follow()
  await look()
  expect(await proofsOf(waybill)).toHaveLength(1)
})

test('positions in time prove an entered arrival without a word', async () => {
  const waybill = await acceptedWaybill(world)
  await world.walk(waybill, ['arriveLoad'])
  await world.report(waybill.trackNo, standing(seconds(Date.now()) - 5 * MINUTE_MS, 5))
  await world.follow()
  await look()
  expect(await staysOf(waybill)).toMatchObject([{ kind: 'load', counts: true }])
  expect(await proofsOf(waybill)).toEqual([])
})

test('a waybill that is unloaded still hears of the way before, for a week, and of the end of its stay; one that is cancelled does not', async () => {
  const [done, old] = [await acceptedWaybill(world), await acceptedWaybill(world)]
  const steps = ['arriveLoad', 'depart', 'arriveUnload', 'unload'] as const
  const at = seconds(Date.now())
  // it stands at the plant when it is unloaded
  const there = (from: number, count: number): Said[] =>
    Array.from({ length: count }, (_, n): Said => ({ at: from + n * 30_000, place: placeFrom(plant, n % 3, 0) }))
  for (const one of [done, old]) await world.walk(one, steps)
  await world.report(done.trackNo, there(at - 4 * MINUTE_MS, 8))
  // eight days ago for this one
  await world.server.db(tx =>
    tx.run(
      sql`update waybills set accepted_at = ${at - 200 * HOUR_MS}, unloaded_at = ${at - 190 * HOUR_MS}
        where id = ${old.id}::uuid`.compile(q),
    ),
  )
  await world.reportLate(old.trackNo, there(at - 195 * HOUR_MS, 20), Date.now())
  await world.follow()
  expect(await staysOf(done)).toMatchObject([{ kind: 'unload', stay: 'open', counts: true }])
  expect(await staysOf(old)).toEqual([])
  // blind while it loaded
  await world.reportLate(done.trackNo, standing(at - 90 * MINUTE_MS, 20), Date.now())
  // an hour after it was unloaded it leaves
  const leaves = Date.now() + HOUR_MS
  await world.report(done.trackNo, [
    { at: seconds(leaves) - MINUTE_MS, place: plant },
    { at: seconds(leaves), place: placeFrom(plant, 3000, 0), speed: 500 },
  ])
  await world.follow(world.role(0, () => leaves))
  await look()
  expect(await staysOf(done)).toMatchObject([
    { kind: 'load', stay: 'closed', counts: true },
    { kind: 'unload', stay: 'closed', counts: true, left_at: expect.any(Number) },
  ])
  expect(await proofsOf(done)).toEqual([[expect.objectContaining({ field: '围栏：到达装货地' })]])
  expect((await detail(done)).state).toBe('toSign')
})

test('the next trips of a truck with the same goods are none of the waybill that is unloaded, when positions of before come late', async () => {
  const waybill = await acceptedWaybill(world)
  const at = seconds(Date.now())
  await world.walk(waybill, ['arriveLoad', 'depart', 'arriveUnload', 'unload'])
  // it loaded and unloaded within its first hour
  const [loadedAt, unloadedAt] = [at - 90 * MINUTE_MS, at - 60 * MINUTE_MS]
  await world.server.db(tx =>
    tx.run(
      sql`update waybills set loaded_at = ${loadedAt}, unloaded_at = ${unloadedAt} where id = ${waybill.id}::uuid`.compile(
        q,
      ),
    ),
  )
  // and takes the next one five minutes later
  await nextOf(waybill, at - 55 * MINUTE_MS)
  await world.report(waybill.trackNo, standing(at - 50 * MINUTE_MS, 10))
  await world.report(waybill.trackNo, standing(at - 20 * MINUTE_MS, 10, plant))
  await world.follow()
  expect(await staysOf(waybill)).toEqual([])
  // its own loading is told by positions that come late; loading anew and unloading again are of another waybill
  await world.reportLate(waybill.trackNo, standing(at - 105 * MINUTE_MS, 10), Date.now())
  await world.follow()
  await look()
  expect(await staysOf(waybill)).toMatchObject([{ kind: 'load', stay: 'closed', counts: true }])
  expect(await proofsOf(waybill)).toEqual([[expect.objectContaining({ field: '围栏：到达装货地' })]])
})

test('a truck that comes to the plant after its unloading was entered has a stay there, for two hours and until its next waybill is accepted', async () => {
  const waybills = [
    await acceptedWaybill(world),
    await acceptedWaybill(world),
    await acceptedWaybill(world),
    await acceptedWaybill(world),
  ] as const
  const [soon, late, taken, busy] = waybills
  const at = seconds(Date.now())
  for (const one of waybills) {
    await world.walk(one, ['arriveLoad', 'depart', 'arriveUnload', 'unload'])
    const unloadedAt = at - (one === late ? 150 : 60) * MINUTE_MS
    await world.server.db(tx =>
      tx.run(
        sql`update waybills set accepted_at = ${at - 300 * MINUTE_MS}, loaded_at = ${at - 200 * MINUTE_MS},
          unloaded_at = ${unloadedAt} where id = ${one.id}::uuid`.compile(q),
      ),
    )
    if (one === taken) await nextOf(one, at - 40 * MINUTE_MS)
    // the next one was accepted before this one was unloaded
    if (one === busy) await nextOf(one, at - 100 * MINUTE_MS)
    await world.report(one.trackNo, standing(at - 20 * MINUTE_MS, 10, plant))
  }
  await world.follow()
  expect(await staysOf(soon)).toMatchObject([{ kind: 'unload', stay: 'open', counts: true }])
  for (const one of [late, taken, busy]) expect(await staysOf(one)).toEqual([])
  // it waits there when the next waybill comes, and leaves: the stay goes on and ends
  await nextOf(soon, at - 5 * MINUTE_MS)
  await world.report(soon.trackNo, [
    { at: at - MINUTE_MS, place: plant },
    { at, place: placeFrom(plant, 3000, 0), speed: 500 },
  ])
  await world.follow()
  expect(await staysOf(soon)).toMatchObject([{ kind: 'unload', stay: 'closed', counts: true }])
})

test('late positions of a truck prove no arrival that was entered for the one before it', async () => {
  const waybill = await acceptedWaybill(world)
  await world.walk(waybill, ['arriveLoad'])
  const at = seconds(Date.now())
  await world.server.db(tx =>
    tx.run(
      sql`update waybills set arrived_load_at = ${at - 60 * MINUTE_MS}, vehicle_at = ${at - 50 * MINUTE_MS}
        where id = ${waybill.id}::uuid`.compile(q),
    ),
  )
  await world.reportLate(waybill.trackNo, standing(at - 40 * MINUTE_MS, 20), Date.now())
  await world.follow()
  await look()
  expect(await staysOf(waybill)).toMatchObject([{ kind: 'load', counts: true }])
  expect(await proofsOf(waybill)).toEqual([])
})

test('an arrival is taken with another time within the stay, both stand in the history; one at which the truck was not there is refused at its field', async () => {
  const waybill = await acceptedWaybill(world)
  const enteredAt = seconds(Date.now()) - 40 * MINUTE_MS
  // it has left again, ten minutes ago
  await world.report(waybill.trackNo, [
    ...standing(enteredAt, 30),
    ...[1, 2, 3].map((n): Said => ({
      at: enteredAt + (30 + n) * MINUTE_MS,
      place: placeFrom(mine, 900 * n, 0),
      speed: 500,
    })),
  ])
  await world.follow()
  await look()
  const { version, arrival } = await detail(waybill)
  const { at: proven, leftAt } = arrival ?? { at: 0, leftAt: undefined }
  expect(Math.abs(proven - enteredAt)).toBeLessThan(MINUTE_MS)
  expect(leftAt).toBeGreaterThan(enteredAt)
  const ask = (how: { answer: 'take' | 'refuse'; at: number; reason?: string }) =>
    world.as('carrier').ask(answerArrival, { id: waybill.id, version, proposalId: arrival?.id ?? '', ...how })
  for (const at of [proven - MINUTE_MS, (leftAt ?? 0) + 1000]) {
    const refused = await ask({ answer: 'take', at })
    expect([refused.http, refused.envelope.message]).toEqual([
      400,
      expect.stringMatching(/^时间：应在车辆在围栏内的时间/),
    ])
  }
  expect((await ask({ answer: 'refuse', at: proven, reason: '没有到' })).http).toBe(400)
  expect((await detail(waybill)).version).toBe(version)
  const at = proven + 12 * MINUTE_MS
  expect((await ask({ answer: 'take', at })).http).toBe(200)
  const { state, times, log } = await detail(waybill)
  expect([state, times.find(one => one.state === 'loading')?.at]).toEqual(['loading', at])
  expect(log.find(({ action }) => action === '采用围栏到达')?.diff).toEqual([
    { field: '到达装货地时间', old: formatDateTime(proven), new: formatDateTime(at) },
  ])
})

test('a stay that late positions took back a moment ago is not taken any more, before the next look says so', async () => {
  const waybill = await acceptedWaybill(world)
  const enteredAt = seconds(Date.now()) - 40 * MINUTE_MS
  await world.report(waybill.trackNo, standing(enteredAt, 20))
  await world.follow()
  await look()
  const { version, arrival } = await detail(waybill)
  const { id: proposalId, at } = arrival ?? { id: '', at: 0 }
  // the positions in between show that it only drove through
  const through = (n: number): Said => ({
    at: enteredAt - MINUTE_MS + n * 5000 + 1000,
    place: placeFrom(mine, 0, 4000),
    speed: 300,
  })
  await world.reportLate(
    waybill.trackNo,
    Array.from({ length: 300 }, (_, n) => through(n)),
    Date.now(),
  )
  await world.follow()
  expect((await staysOf(waybill)).filter(({ stay, counts }) => stay !== 'withdrawn' && counts)).toEqual([])
  const take = (how: { at?: number } = {}) =>
    world.as('carrier').ask(answerArrival, { id: waybill.id, version, proposalId, answer: 'take', ...how })
  for (const refused of [await take(), await take({ at })])
    expect(refused.envelope.message).toBe('当前状态为“已撤销”，不能采用围栏到达')
  expect((await detail(waybill)).state).toBe('toLoad')
})
