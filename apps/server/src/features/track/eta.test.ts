// Expected arrivals over HTTP: worked out of what was reported, said with their figures, late ones marked after two looks.
import { saveFence } from '@yunshu/contract/fence/fence'
import { listTracked } from '@yunshu/contract/track/map'
import { listMessages } from '@yunshu/contract/message/message'
import { listToday } from '@yunshu/contract/today'
import { getWaybill } from '@yunshu/contract/waybill/details'
import { listWaybills } from '@yunshu/contract/waybill/waybill'
import { HOUR_MS, MINUTE_MS } from '@yunshu/domain/figures/time'
import { placeFrom } from '@yunshu/track/geometry'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTrackWorld, type TrackWorld } from '../../../../../tests/server/trackWorld.ts'
import { q } from '../../db/tx.ts'
import { asSystem } from '../../work/system.ts'
import { lookForEtas } from './eta.commands.ts'

let world: TrackWorld
beforeAll(async () => {
  world = await startTrackWorld()
})
afterAll(() => world.stop())

const yard = { lonE6: 109_734_567, latE6: 38_285_390 }
const look = (now = Date.now()) => asSystem(world.server.server.deps, ctx => lookForEtas({ ...ctx, now }))

/** A waybill on its way whose vehicle drove east at 60 km/h for the last half hour, and is `km` from the yard now. */
async function driving(km: number, goalKm = 120): Promise<{ id: string; plate: string; trackNo: number }> {
  const [made] = await world.waybills(1)
  if (!made) throw new Error('no waybill')
  await world.walk(made, ['accept', 'arriveLoad', 'depart'])
  const { vehicle_id: vehicleId, goods_id: goodsId } = await world.server.db(tx =>
    tx.one(q.selectFrom('waybills').select(['vehicle_id', 'goods_id']).where('id', '=', made.id)),
  )
  const trackNo = await world.trackNoOf(vehicleId)
  await drive(trackNo, km)
  await world.as('shipper').send(saveFence, {
    goodsId,
    kind: 'unload',
    pointNo: 0,
    centre: placeFrom(yard, goalKm * 1000, 0),
    radius: 500,
    slots: [],
    isOn: true,
  })
  return { id: made.id, plate: made.plate, trackNo }
}

async function drive(trackNo: number, km: number, laterMs = -5000): Promise<void> {
  const now = Math.floor(Date.now() / 1000) * 1000 + laterMs
  await world.report(
    trackNo,
    Array.from({ length: 60 }, (_, n) => ({
      at: now - (59 - n) * 30_000,
      place: placeFrom(yard, km * 1000 - (59 - n) * 500, 0),
      speed: 600,
    })),
  )
  await world.follow()
}
const dueAt = (id: string, at: number) =>
  world.server.db(tx =>
    tx.run(
      sql`update waybills set body = jsonb_set(body, '{unloadPoints,0,windowEnd}', to_jsonb(${at}::bigint))
        where id = ${id}::uuid`.compile(q),
    ),
  )
const isMarked = async (account: 'carrier' | 'shipper', plate: string) =>
  (await world.as(account).send(listWaybills, { plate, alert: 'runsLate' })).rows.map(({ alerts }) =>
    alerts.filter(alert => alert === 'runsLate'),
  )
const etaOf = async (id: string) => (await world.as('shipper').send(getWaybill, { id })).eta

test('metres left times 1.32 by the own speed, late after two looks, in list, 今日, map and page; and no longer when it is near', async () => {
  const truck = await driving(20)
  const due = Math.floor(Date.now() / 1000) * 1000 + HOUR_MS
  await dueAt(truck.id, due)
  await look()
  const eta = await etaOf(truck.id)
  expect(eta).toMatchObject({
    goal: 'unload',
    place: 'circle',
    kmh: 60,
    isOwnSpeed: true,
    dueAt: due,
    dueBy: 'window',
    isLate: false,
  })
  expect(Math.abs((eta?.leftM ?? 0) - 132_000)).toBeLessThan(1500)
  expect(Math.abs((eta?.at ?? 0) - (eta?.fixAt ?? 0) - 132 * MINUTE_MS)).toBeLessThan(2 * MINUTE_MS)
  expect(await isMarked('carrier', truck.plate)).toEqual([])
  await look()
  expect([await isMarked('carrier', truck.plate), await isMarked('shipper', truck.plate)]).toEqual([
    [['runsLate']],
    [['runsLate']],
  ])
  const { items } = await world.as('carrier').send(listToday, { group: 'road' })
  expect(items.filter(({ kind }) => kind === 'runsLate')).toMatchObject([{ id: truck.id, deadline: due }])
  const { rows } = await world.as('carrier').send(listTracked, {})
  expect(rows.find(({ no }) => no === truck.trackNo)).toMatchObject({
    etaAt: (await etaOf(truck.id))?.at,
    isLate: true,
  })
  // another company reads neither
  expect((await world.as('carrier2').ask(getWaybill, { id: truck.id })).http).toBe(404)
  // acts of people meanwhile are not undone by the mark, nor held up
  await drive(truck.trackNo, 119, MINUTE_MS)
  await look()
  expect(await isMarked('carrier', truck.plate)).toEqual([])
  expect(await etaOf(truck.id)).toMatchObject({ isLate: false })
})

test('without a window the pace of its way is the measure, and an old position tells nothing', async () => {
  const truck = await driving(0)
  await look()
  expect(await etaOf(truck.id)).toMatchObject({ place: 'circle', goal: 'unload', dueBy: 'pace' })
  const before = await etaOf(truck.id)
  await look(Date.now() + 3 * HOUR_MS)
  expect((await etaOf(truck.id))?.updatedAt).toBe(before?.updatedAt)
})

test('a mark goes with the journey: arrived, it is late no more', async () => {
  const truck = await driving(0)
  await dueAt(truck.id, Date.now() + MINUTE_MS)
  await look()
  await look()
  expect(await isMarked('carrier', truck.plate)).toEqual([['runsLate']])
  await world.server.db(tx => tx.run(q.updateTable('waybills').set({ state: 'arrived' }).where('id', '=', truck.id)))
  expect([await isMarked('carrier', truck.plate), await etaOf(truck.id)]).toEqual([[], undefined])
  await look()
  const { late_due_at: mark } = await world.server.db(tx =>
    tx.one(q.selectFrom('waybills').select('late_due_at').where('id', '=', truck.id)),
  )
  expect(mark).toBe(null)
})

test('people of both sides and of the branch are told once that it is late, and again when it is an hour later', async () => {
  const truck = await driving(20)
  await dueAt(truck.id, Date.now() + HOUR_MS)
  const told = async (account: 'shipper' | 'carrier' | 'branch' | 'shipper2') => {
    await world.server.relayed()
    const { rows } = await world.as(account).send(listMessages, { kind: 'waybill' })
    return rows.filter(({ title, content }) => title === '预计晚到' && content.includes(truck.plate)).length
  }
  await look()
  expect(await told('shipper')).toBe(0)
  await look()
  await look()
  expect([await told('shipper'), await told('carrier'), await told('shipper2')]).toEqual([1, 1, 0])
  // the goal is moved away by 50 km more: 66 minutes by the road
  await world.server.db(tx =>
    tx.run(
      sql`update fences set lon_e6 = lon_e6 + 620000, version = version + 1
        where goods_id = (select goods_id from waybills where id = ${truck.id}::uuid)`.compile(q),
    ),
  )
  await look()
  await look()
  expect([await told('shipper'), await told('carrier')]).toEqual([2, 2])
})
