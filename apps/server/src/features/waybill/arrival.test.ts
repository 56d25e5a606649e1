// Arrivals that circles prove, over HTTP and the gateway's own port: proposed, answered by a person, dead with their
// waybill, and mended by late positions.
import { countAbnormal, listAbnormal, moveAbnormal } from '@yunshu/contract/abnormal/abnormal'
import { saveFence } from '@yunshu/contract/fence/fence'
import { getPolicies, setPolicies } from '@yunshu/contract/policy'
import { addTerminal, bindTerminal } from '@yunshu/contract/terminal/terminal'
import { listToday } from '@yunshu/contract/today'
import { getLive, listTracked } from '@yunshu/contract/track/map'
import { getWaybill } from '@yunshu/contract/waybill/details'
import { answerArrival, getSwapView, swapVehicle } from '@yunshu/contract/waybill/life'
import { listWaybills, moveWaybill } from '@yunshu/contract/waybill/waybill'
import { decisionsOf } from '@yunshu/domain/company/company'
import { formatDateTime, MINUTE_MS } from '@yunshu/domain/figures/time'
import { grams } from '@yunshu/domain/figures/weight'
import { problems } from '@yunshu/domain/problems/problems'
import { placeFrom } from '@yunshu/track/geometry'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceptedWaybill, mine, seconds, standing, type Accepted } from '../../../../../tests/server/acceptedWaybill.ts'
import { startTrackWorld, type Said, type TrackWorld } from '../../../../../tests/server/trackWorld.ts'
import { until } from '../../../../../tests/server/until.ts'
import { demoUserId } from '../../../demo/people.ts'
import { q } from '../../db/tx.ts'
import { asSystem } from '../../work/system.ts'
import { lookForAbnormal } from '../abnormal/look.commands.ts'
import { lookForArrivals } from './arrival.commands.ts'
import { findSpeaking } from './arrival.queries.ts'

let world: TrackWorld
beforeAll(async () => {
  world = await startTrackWorld()
})
afterAll(() => world.stop())

const look = () => lookForArrivals(work => asSystem(world.server.server.deps, work))
const accepted = () => acceptedWaybill(world)

/** The same, having entered the mine's circle some minutes ago; answers when. */
async function proven(minutes = 30): Promise<Accepted & { readonly at: number }> {
  const waybill = await accepted()
  const at = seconds(Date.now() - minutes * MINUTE_MS)
  await world.report(waybill.trackNo, standing(at, Math.min(20, minutes - 2)))
  await world.follow()
  await look()
  return { ...waybill, at }
}

const detail = (id: string, as: 'carrier' | 'shipper' = 'carrier') => world.as(as).send(getWaybill, { id })
const arrivalOf = async (id: string) => (await detail(id)).arrival
const statesOf = (id: string): Promise<string[]> =>
  world.server.db(async tx =>
    (await tx.rows(q.selectFrom('waybill_proposals').select('state').where('waybill_id', '=', id).orderBy('id'))).map(
      ({ state }) => state,
    ),
  )

/** Texts a person was told about a waybill, once all has left. */
async function toldOf(account: 'carrier' | 'shipper', no: string): Promise<string[]> {
  await world.server.relayed()
  const rows = await world.server.db(tx =>
    tx.rows(
      sql<{ text: string }>`select frame ->> 'msg' as text from inbox where user_id = ${demoUserId(account)}::uuid
        and frame::text like ${`%${no}%`} order by seq`.compile(q),
    ),
  )
  return rows.map(({ text }) => text)
}

const answer = (
  { id }: { id: string },
  seen: { version: number; arrival?: { id: string } | undefined },
  how: { answer: 'take' | 'refuse'; reason?: string } = { answer: 'take' },
  as: 'carrier' | 'carrier2' | 'shipper' | 'carrier-finance' = 'carrier',
) => world.as(as).ask(answerArrival, { id, version: seen.version, proposalId: seen.arrival?.id ?? '', ...how })

test('[BZ-10] a truck is bound to its terminal, moves on the map, its arrival is proved by the circle and taken by one person with the proven time; an arrival entered elsewhere is found, counted, told and handled', async () => {
  const waybill = await accepted()
  const carrier = world.as('carrier')
  // a terminal is registered, bound, and speaks with the gateway on a socket of its own
  const terminal = await carrier.send(addTerminal, { terminalPhone: '13900007711', maker: 'DEMO' })
  await carrier.send(bindTerminal, {
    id: terminal.id,
    version: terminal.version,
    vehicleId: waybill.vehicleId,
    role: 'main',
  })
  const device = await world.connect({ phone: '13900007711', plate: waybill.plate, plateColor: 2 })
  await device.enter()
  const enteredAt = seconds(Date.now() - 40 * MINUTE_MS)
  const approach = Array.from({ length: 20 }, (_, n): Said => ({
    at: enteredAt - (20 - n) * 30_000,
    place: placeFrom(mine, (n - 20) * 500 - 400, 0),
    speed: 600,
  }))
  await Promise.all(
    device.reportKept([...approach, ...standing(enteredAt + MINUTE_MS, 20)]).map(n => device.replied(n)),
  )
  await device.replied(device.report({ at: seconds(Date.now()), place: mine, speed: 0 }))
  await world.follow()
  // on the map, for its carrier and for the shipper of its waybill
  for (const as of ['carrier', 'shipper'] as const) {
    const { rows: tracked } = await world.as(as).send(listTracked, {})
    const no = tracked.find(({ vehicleId }) => vehicleId === waybill.vehicleId)?.no
    const { rows: live } = await world.as(as).send(getLive, {})
    expect(live.find(one => one.no === no)).toMatchObject({ lonE6: mine.lonE6, latE6: mine.latE6 })
  }

  await look()
  const { version, arrival, state } = await detail(waybill.id)
  // proved, and not moved
  expect(state).toBe('toLoad')
  expect(arrival).toMatchObject({ move: 'arriveLoad', radiusM: 500, answers: ['take', 'refuse'] })
  expect(Math.abs((arrival?.at ?? 0) - enteredAt)).toBeLessThan(2 * MINUTE_MS)
  expect((await detail(waybill.id, 'shipper')).arrival).toMatchObject({ at: arrival?.at, answers: [] })
  expect(await toldOf('carrier', waybill.waybillNo)).toContainEqual(expect.stringContaining('进入装货地围栏'))
  const asked = await carrier.send(listWaybills, { question: 'arrival' })
  expect(asked.rows).toContainEqual(expect.objectContaining({ id: waybill.id, proven: 'arriveLoad' }))
  expect((await world.as('shipper').send(listWaybills, { question: 'arrival' })).rows).toEqual([])
  const { items } = await carrier.send(listToday, { group: 'road' })
  const piece = items.find(({ kind, id }) => kind === 'arrival' && id === waybill.id)
  expect(piece).toMatchObject({ path: expect.stringContaining('act=takeArrival'), since: arrival?.at })

  // two people at once: one takes it, the other reads that it changed
  const both = await Promise.all([1, 2].map(() => answer(waybill, { version, arrival })))
  expect(new Set(both.map(({ http }) => http))).toEqual(new Set([200, 409]))
  const taken = await detail(waybill.id)
  expect(taken).toMatchObject({ state: 'loading' })
  expect(taken.arrival).toBeUndefined()
  expect(taken.times.find(one => one.state === 'loading')?.at).toBe(arrival?.at)
  expect(taken.log).toContainEqual(
    expect.objectContaining({
      action: '采用围栏到达',
      diff: [expect.objectContaining({ new: formatDateTime(arrival?.at ?? 0) })],
    }),
  )

  // on the road a person enters the arrival while the truck is far from the plant
  const { version: departed } = await carrier.send(moveWaybill, {
    id: waybill.id,
    version: taken.version,
    move: 'depart',
    loadWeightG: grams(32_400_000),
  })
  await device.replied(device.report({ at: seconds(Date.now()), place: placeFrom(mine, 9000, 0), speed: 700 }))
  await world.follow()
  const arrived = await carrier.send(moveWaybill, { id: waybill.id, version: departed, move: 'arriveUnload' })
  // a truck that unloads within the same minute is looked at as well
  const unloadWeightG = grams(32_250_000)
  await carrier.send(moveWaybill, { id: waybill.id, version: arrived.version, move: 'unload', unloadWeightG })
  const before = (await carrier.send(countAbnormal, {})).vehicles
  // the ten minutes after the entry may bring it there
  await asSystem(world.server.server.deps, lookForAbnormal)
  expect((await carrier.send(listAbnormal, { text: waybill.plate })).rows).toEqual([])
  await asSystem(world.server.server.deps, ctx => lookForAbnormal({ ...ctx, now: ctx.now + 13 * MINUTE_MS }))
  const [episode] = (await carrier.send(listAbnormal, { text: waybill.plate })).rows
  expect(episode).toMatchObject({ kind: 'placeMismatch', level: 'urgent', state: 'open' })
  const { vehicles } = await carrier.send(countAbnormal, {})
  expect(vehicles).toBe(before + 1)
  await world.server.relayed()
  const frames = await world.server.db(tx =>
    tx.rows(
      sql<{ n: number }>`select (frame -> 'data' ->> 'count')::int as n from inbox
        where user_id = ${demoUserId('carrier')}::uuid and frame ->> 'code' = '29' order by seq`.compile(q),
    ),
  )
  expect(frames.at(-1)?.n).toBe(vehicles)
  await carrier.send(moveAbnormal, {
    id: episode?.id ?? '',
    version: episode?.version ?? 0,
    move: 'handle',
    reason: '已联系司机，提前点了到达',
  })
  expect((await carrier.send(countAbnormal, {})).vehicles).toBe(before)
  // the word of a person about it stands
  await asSystem(world.server.server.deps, ctx => lookForAbnormal({ ...ctx, now: ctx.now + 14 * MINUTE_MS }))
  expect((await carrier.send(countAbnormal, {})).vehicles).toBe(before)
  device.destroy()
})

test('nobody but the side that hauls may answer, a refusal wants a reason, and the same stay is not asked about again', async () => {
  const waybill = await proven()
  const seen = await detail(waybill.id)
  expect((await answer(waybill, seen, { answer: 'take' }, 'shipper')).http).toBe(403)
  expect((await answer(waybill, seen, { answer: 'take' }, 'carrier-finance')).http).toBe(403)
  expect((await answer(waybill, seen, { answer: 'take' }, 'carrier2')).envelope.code).toBe(problems['row.none'].code)
  const other = await proven()
  const { arrival } = await detail(other.id)
  expect((await answer(waybill, { ...seen, arrival })).envelope.code).toBe(problems['row.none'].code)
  expect((await answer(waybill, seen, { answer: 'refuse' })).envelope.message).toContain('原因')
  expect((await answer(waybill, seen, { answer: 'refuse', reason: '在门口排队，未进场' })).http).toBe(200)
  const after = await detail(waybill.id)
  expect(after).toMatchObject({ state: 'toLoad' })
  expect(after.arrival).toBeUndefined()
  expect(after.log[0]).toMatchObject({ action: '不采用围栏到达', remark: '在门口排队，未进场' })
  // the answer of a second person comes too late
  expect((await answer(waybill, seen)).http).toBe(409)
  expect((await answer(waybill, { ...seen, version: after.version })).envelope.code).toBe(problems['state.wrong'].code)
  await look()
  expect(await statesOf(waybill.id)).toEqual(['refused'])
})

test('a proven arrival dies with its waybill: cancelled, voided, another vehicle, or moved by a person', async () => {
  const [cancelled, voided, swapped, moved] = [await proven(), await proven(), await proven(), await proven()]
  const seen = await detail(cancelled.id)
  await world
    .as('shipper')
    .send(moveWaybill, { id: cancelled.id, version: seen.version, move: 'cancel', reason: '停运' })
  expect(await statesOf(cancelled.id)).toEqual(['overtaken'])
  expect((await answer(cancelled, { ...seen, version: seen.version + 1 })).envelope.code).not.toBe(0)

  const { version } = await detail(voided.id)
  await world.as('admin').send(moveWaybill, { id: voided.id, version, move: 'void', reason: '重复' })
  expect(await statesOf(voided.id)).toEqual(['overtaken'])

  await world.trucks(1)
  const held = await detail(swapped.id)
  const { vehicles, drivers } = await world.as('carrier').send(getSwapView, { id: swapped.id })
  const [vehicle, driver] = [vehicles, drivers].map(all => all.find(({ faults }) => faults.length === 0)?.id ?? '')
  await world.as('carrier').send(swapVehicle, {
    id: swapped.id,
    version: held.version,
    vehicleId: vehicle ?? '',
    driverId: driver ?? '',
    reason: '故障',
  })
  expect(await statesOf(swapped.id)).toEqual(['overtaken'])
  // the visit was the other vehicle's
  await look()
  expect(await statesOf(swapped.id)).toEqual(['overtaken'])

  const last = await detail(moved.id)
  await world.as('carrier').send(moveWaybill, { id: moved.id, version: last.version, move: 'arriveLoad' })
  // dead at once, whenever the next look comes
  expect(await arrivalOf(moved.id)).toBeUndefined()
  await look()
  expect(await statesOf(moved.id)).toEqual(['overtaken'])
})

test('late positions retime what waits, take back what was none, and are told where somebody took it already', async () => {
  const [open, gone, taken] = [await proven(), await proven(), await proven()]
  await answer(taken, await detail(taken.id))
  const earlier = MINUTE_MS * 10
  for (const { trackNo, at } of [open, taken]) await world.reportLate(trackNo, standing(at - earlier, 9), Date.now())
  // the positions in between show that it only drove through
  await world.reportLate(
    gone.trackNo,
    Array.from({ length: 240 }, (_, n): Said => ({
      at: gone.at - MINUTE_MS + n * 5000 + 1000,
      place: placeFrom(mine, 0, 4000),
      speed: 300,
    })),
    Date.now(),
  )
  await world.follow()
  await look()
  const mended = await detail(open.id)
  expect(Math.abs((mended.arrival?.at ?? 0) - (open.at - earlier))).toBeLessThan(MINUTE_MS)
  expect(mended.log.map(({ action }) => action)).toContain('补传定位后更正')
  expect(await statesOf(gone.id)).toEqual(['withdrawn'])
  const done = await detail(taken.id)
  // never moved by itself
  expect(done.state).toBe('loading')
  expect(done.log).toContainEqual(
    expect.objectContaining({
      action: '补传定位后更正',
      diff: [expect.objectContaining({ field: '围栏：到达装货地' })],
    }),
  )
  expect(await toldOf('shipper', taken.waybillNo)).toContainEqual(expect.stringContaining('补传定位后更正'))
})

test('a circle moved while a truck is inside: the arrival it proved stays, late positions are held against it, and nobody is called elsewhere', async () => {
  const waybill = await proven()
  const before = await detail(waybill.id)
  await world.as('shipper').send(saveFence, {
    goodsId: waybill.goodsId,
    kind: 'load',
    pointNo: 0,
    version: 1,
    centre: placeFrom(mine, 5000, 0),
    radius: 200,
    slots: [],
    isOn: true,
  })
  await world.report(waybill.trackNo, [{ at: seconds(Date.now()) + 5000, place: mine }])
  await world.follow()
  await look()
  const stays = () =>
    world.server.db(tx =>
      tx.rows(
        sql<object>`select v.entered_at, v.fence_version, v.stay,
          v.left_at = ceil(s.from_at / 1000.0) * 1000 as left_when_moved
          from fence_visits v join fence_versions s on s.fence_id = v.fence_id and s.version = 2
          where v.waybill_id = ${waybill.id}::uuid order by v.entered_at`.compile(q),
      ),
    )
  const enteredAt = before.arrival?.enteredAt
  expect(await stays()).toEqual([{ entered_at: enteredAt, fence_version: 1, stay: 'closed', left_when_moved: true }])
  const after = await detail(waybill.id)
  expect(after.arrival).toMatchObject({ id: before.arrival?.id, at: before.arrival?.at, radiusM: 500 })
  expect(after.log.map(({ action }) => action)).not.toContain('补传定位后更正')
  // a blind hour before the move is held against the circle of then
  await world.reportLate(waybill.trackNo, standing(waybill.at - 10 * MINUTE_MS, 9), Date.now())
  await world.follow()
  await look()
  const mended = await detail(waybill.id)
  expect(Math.abs((mended.arrival?.at ?? 0) - (waybill.at - 10 * MINUTE_MS))).toBeLessThan(MINUTE_MS)
  expect(mended.log.map(({ action }) => action)).toContain('补传定位后更正')
  // the arrival is taken: at its time the truck was where the circle was
  expect((await answer(waybill, mended)).http).toBe(200)
  await asSystem(world.server.server.deps, lookForAbnormal)
  expect((await world.as('carrier').send(listAbnormal, { text: waybill.plate })).rows).toEqual([])
})

test('a shipper that wants none gets none, and what waited is taken back', async () => {
  const waybill = await proven()
  expect(await arrivalOf(waybill.id)).toBeDefined()
  const decide = async (fenceSuggests: boolean): Promise<void> => {
    const { version, inForce } = await world.as('shipper').send(getPolicies, {})
    await world.as('shipper').send(setPolicies, { version, decisions: { ...decisionsOf(inForce), fenceSuggests } })
  }
  await decide(false)
  await look()
  expect(await statesOf(waybill.id)).toEqual(['withdrawn'])
  const silent = await proven()
  expect(await statesOf(silent.id)).toEqual([])
  await decide(true)
  await look()
  expect(await statesOf(silent.id)).toEqual(['open'])
})

test('one visit drives one waybill: of two of the same vehicle and goods the one accepted first', async () => {
  const first = await accepted()
  const second = await accepted()
  await world.server.db(tx =>
    tx.run(
      sql`update waybills set vehicle_id = ${first.vehicleId}::uuid, goods_id = ${first.goodsId}::uuid,
        accepted_at = accepted_at + 1000 where id = ${second.id}::uuid`.compile(q),
    ),
  )
  await world.report(first.trackNo, standing(seconds(Date.now() - 30 * MINUTE_MS), 20))
  await world.follow()
  for (let turn = 0; turn < 2; turn++) await look()
  expect([await statesOf(first.id), await statesOf(second.id)]).toEqual([['open'], []])
  await answer(first, await detail(first.id))
  await look()
  expect(await statesOf(second.id)).toEqual([])
})

test('the look waits for who has the waybill before it takes its proposal: the two never wait for each other', async () => {
  const waybill = await proven()
  const { server } = world
  const waiting = () =>
    server.db(tx =>
      tx.rows(
        sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.compile(
          q,
        ),
      ),
    )
  let looking: Promise<void> | undefined
  await server.db(async tx => {
    await tx.rows(sql`select id from waybills where id = ${waybill.id}::uuid for update`.compile(q))
    await server.db(other =>
      other.run(
        sql`update fence_visits set counted_at = null where id in
          (select visit_id from waybill_proposals where waybill_id = ${waybill.id}::uuid)`.compile(q),
      ),
    )
    looking = look()
    await until(async () => (await waiting()).length > 0, 'the look waits for the waybill')
    // as the act of a person does that has the waybill
    await tx.rows(
      sql`select id from waybill_proposals where waybill_id = ${waybill.id}::uuid for update nowait`.compile(q),
    )
  })
  await looking
  expect(await statesOf(waybill.id)).toEqual(['withdrawn'])
})

test('a stay that ended before the last step proves nothing, and takes no place among those that are looked at', async () => {
  const waybill = await accepted()
  const at = seconds(Date.now() - 60 * MINUTE_MS)
  const gone = Array.from({ length: 20 }, (_, n): Said => ({
    at: at + 20 * MINUTE_MS + n * 30_000,
    place: placeFrom(mine, 2000 + n * 500, 0),
    speed: 600,
  }))
  await world.report(waybill.trackNo, [...standing(at, 18), ...gone])
  await world.follow()
  const speaking = async () => {
    const rows = await asSystem(world.server.server.deps, findSpeaking)
    return rows.filter(row => row.waybill_id === waybill.id).length
  }
  expect(await speaking()).toBe(1)
  await world.server.db(tx =>
    tx.run(sql`update waybills set accepted_at = ${Date.now() - MINUTE_MS} where id = ${waybill.id}::uuid`.compile(q)),
  )
  expect(await speaking()).toBe(0)
})
