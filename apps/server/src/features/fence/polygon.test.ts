// Fences that are polygons, over HTTP and the gateway's own port: drawn, refused, versioned, and arrivals they prove.
import type { Input } from '@yunshu/contract/call'
import { getFences, saveFence } from '@yunshu/contract/fence/fence'
import { getWaybill } from '@yunshu/contract/waybill/details'
import { answerArrival } from '@yunshu/contract/waybill/life'
import { areaText, type Centre } from '@yunshu/domain/fence'
import { HOUR_MS, MINUTE_MS } from '@yunshu/domain/figures/time'
import { problems } from '@yunshu/domain/problems/problems'
import { placeFrom } from '@yunshu/track/geometry'
import { areaOf } from '@yunshu/track/polygon'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceptedWaybill, mine, seconds, standing } from '../../../../../tests/server/acceptedWaybill.ts'
import { startTrackWorld, type TrackWorld } from '../../../../../tests/server/trackWorld.ts'
import { q } from '../../db/tx.ts'
import { asSystem } from '../../work/system.ts'
import { lookForArrivals } from '../waybill/arrival.commands.ts'

let world: TrackWorld
beforeAll(async () => {
  world = await startTrackWorld()
})
afterAll(() => world.stop())

const at = (east: number, north: number): Centre => placeFrom(mine, east, north)
/** An L: the mine lies in the notch, outside of it, though the circle around the L holds it. */
const notched = [at(-300, -300), at(300, -300), at(300, -100), at(-100, -100), at(-100, 300), at(-300, 300)]
const aroundMine = [at(-80, -80), at(80, -80), at(100, 60), at(0, 120), at(-100, 60)]

const polygon = (goodsId: string, corners: Centre[], over: Partial<Input<typeof saveFence>> = {}) => ({
  goodsId,
  kind: 'load' as const,
  pointNo: 0,
  shape: 'polygon' as const,
  corners,
  isOn: true,
  ...over,
})
const circle = (goodsId: string, version: number) => ({
  goodsId,
  kind: 'load' as const,
  pointNo: 0,
  version,
  centre: mine,
  radius: 500,
  isOn: true,
})
const look = () => lookForArrivals(work => asSystem(world.server.server.deps, work))
const loadFence = async (goodsId: string, as: 'shipper' | 'carrier' = 'shipper') =>
  (await world.as(as).send(getFences, { goodsId })).places[0]?.fence

test('a polygon is drawn, seen by the carrier, changed to another and to a circle; each is a version and a line of history', async () => {
  const { goodsId } = await world.task()
  const shipper = world.as('shipper')
  await shipper.send(saveFence, polygon(goodsId, notched))
  const drawn = await loadFence(goodsId)
  expect(drawn).toMatchObject({ version: 1, corners: notched, isOn: true })
  expect(drawn).not.toHaveProperty('radius')
  expect(await loadFence(goodsId, 'carrier')).toEqual(drawn)
  await shipper.send(saveFence, polygon(goodsId, aroundMine, { version: 1 }))
  await shipper.send(saveFence, circle(goodsId, 2))
  const { log, places } = await shipper.send(getFences, { goodsId })
  expect(places[0]?.fence).toMatchObject({ version: 3, centre: mine, radius: 500 })
  expect(places[0]?.fence).not.toHaveProperty('corners')
  expect(log.map(({ action }) => action)).toEqual([
    '修改围栏 装货地 红柳林煤矿',
    '修改围栏 装货地 红柳林煤矿',
    `设置围栏 装货地 红柳林煤矿，多边形（6 个顶点，${areaText(areaOf(notched))}）`,
  ])
  expect(log[0]?.diff?.map(({ field }) => field)).toEqual(['形状', '圆心', '半径', '顶点'])
  expect(log[1]?.diff?.map(({ field }) => field)).toEqual(['顶点'])
  const versions = await world.server.db(tx =>
    tx.rows(
      sql<object>`select v.version, v.radius_m, cardinality(v.corners) as n from fence_versions v
        join fences f on f.id = v.fence_id
        where f.goods_id = ${goodsId}::uuid order by v.version`.compile(q),
    ),
  )
  expect(versions).toMatchObject([
    { version: 1, n: 12 },
    { version: 2, n: 10 },
    { version: 3, n: null, radius_m: 500 },
  ])
})

test('corners that make no polygon, and fields of the other shape, are refused at their fields; nothing is drawn', async () => {
  const { goodsId } = await world.task()
  const shipper = world.as('shipper')
  const faults = async (input: Input<typeof saveFence>) => {
    const { http, envelope } = await shipper.ask(saveFence, input)
    expect(http).toBe(400)
    return (envelope.data as { fields?: object } | null)?.fields
  }
  const crossed = [at(0, 0), at(200, 200), at(200, 0), at(0, 200)]
  expect(await faults(polygon(goodsId, crossed))).toEqual({
    corners: '第 1 个与第 3 个顶点之后的边相交，请调整顶点的位置或顺序',
  })
  expect(await faults(polygon(goodsId, [...aroundMine, at(-80, -80)]))).toEqual({ corners: '第 1 与第 6 个顶点重合' })
  expect(await faults(polygon(goodsId, [at(0, 0), at(5, 0), at(0, 5)]))).toEqual({ corners: '面积不能小于 100 平方米' })
  expect(await faults(polygon(goodsId, [at(0, 0), at(30_000, 0), at(0, 500)]))).toEqual({
    corners: '第 1 与第 2 个顶点相距超过 20 公里',
  })
  const { corners: _, ...none } = polygon(goodsId, [])
  expect(await faults(none)).toEqual({ corners: '请画出多边形的顶点' })
  expect(await faults(polygon(goodsId, aroundMine, { centre: mine, radius: 500 }))).toEqual({
    centre: '多边形围栏没有圆心',
    radius: '多边形围栏没有半径',
  })
  expect(await faults(polygon(goodsId, aroundMine, { shape: 'circle' }))).toEqual({
    centre: '请填写圆心',
    radius: '请选择半径',
    corners: '圆形围栏没有顶点',
  })
  const raw = async (corners: unknown) =>
    (await shipper.ask(saveFence, polygon(goodsId, aroundMine), { raw: { corners: JSON.stringify(corners) } })).envelope
      .data
  expect(await raw(aroundMine.slice(0, 2))).toEqual({ fields: { corners: '至少 3 个顶点' } })
  const many = Array.from({ length: 201 }, (_, n) => at(500 * Math.cos(n / 32), 500 * Math.sin(n / 32)))
  expect(await raw(many)).toEqual({ fields: { corners: '最多 200 个顶点' } })
  expect(await raw([...aroundMine.slice(0, 2), { lonE6: 0, latE6: 51_000_000 }])).toEqual({
    fields: { 'corners.2.lonE6': '不能小于73000000' },
  })
  expect(await loadFence(goodsId)).toBeUndefined()
  // as many as there may be travel whole
  const round = many.slice(0, 200)
  await shipper.send(saveFence, polygon(goodsId, round))
  expect((await loadFence(goodsId))?.corners).toEqual(round)
})

test('the carrier, a stranger and a second person at once: refused, not found, stale', async () => {
  const { goodsId } = await world.task()
  expect((await world.as('carrier').ask(saveFence, polygon(goodsId, notched))).envelope.code).toBe(
    problems['fence.owner'].code,
  )
  expect((await world.as('shipper2').ask(saveFence, polygon(goodsId, notched))).envelope.code).toBe(
    problems['row.none'].code,
  )
  const first = await Promise.all(
    [notched, aroundMine].map(corners => world.as('shipper').ask(saveFence, polygon(goodsId, corners))),
  )
  expect(first.map(({ http }) => http).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await world.as('admin').ask(saveFence, polygon(goodsId, notched, { version: 7 }))).http).toBe(409)
  const race = await Promise.all(
    [notched, aroundMine].map(corners => world.as('shipper').ask(saveFence, polygon(goodsId, corners, { version: 1 }))),
  )
  expect(race.map(({ http }) => http).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('a truck in a polygon proves its arrival, one in its notch does not, and what was proved stays when the polygon moves', async () => {
  const [inside, beside] = [
    await acceptedWaybill(world, { shape: 'polygon', corners: aroundMine }),
    await acceptedWaybill(world, { shape: 'polygon', corners: notched }),
  ]
  const enteredAt = seconds(Date.now() - 30 * MINUTE_MS)
  for (const { trackNo } of [inside, beside]) await world.report(trackNo, standing(enteredAt, 20))
  await world.follow()
  await look()
  const seen = await world.as('carrier').send(getWaybill, { id: inside.id })
  expect(seen.arrival).toMatchObject({ move: 'arriveLoad', answers: ['take', 'refuse'] })
  expect(seen.arrival).not.toHaveProperty('radiusM')
  expect(Math.abs((seen.arrival?.at ?? 0) - enteredAt)).toBeLessThan(MINUTE_MS)
  expect((await world.as('carrier').send(getWaybill, { id: beside.id })).arrival).toBeUndefined()

  await world.as('shipper').send(
    saveFence,
    polygon(
      inside.goodsId,
      aroundMine.map(({ lonE6, latE6 }) => placeFrom({ lonE6, latE6 }, 3000, 0)),
      { version: 1 },
    ),
  )
  await world.reportLate(inside.trackNo, standing(enteredAt - 10 * MINUTE_MS, 9), Date.now())
  await world.follow()
  await look()
  // late positions of then are held against the polygon of then
  const mended = await world.as('carrier').send(getWaybill, { id: inside.id })
  expect(Math.abs((mended.arrival?.at ?? 0) - (enteredAt - 10 * MINUTE_MS))).toBeLessThan(MINUTE_MS)
  const taken = await world.as('carrier').ask(answerArrival, {
    id: inside.id,
    version: mended.version,
    proposalId: mended.arrival?.id ?? '',
    answer: 'take',
  })
  expect(taken.http).toBe(200)
  const [stay] = await world.server.db(tx =>
    tx.rows(
      sql<object>`select fence_version, stay from fence_visits where waybill_id = ${inside.id}::uuid
        and stay <> 'withdrawn'`.compile(q),
    ),
  )
  expect(stay).toMatchObject({ fence_version: 1 })
})

test('a truck that waits inside when the hours of a fence begin has arrived then; one that leaves before has not', async () => {
  // hours are whole ones: the last that began five minutes ago and more
  const beganAt = Math.floor((Date.now() - 5 * MINUTE_MS) / HOUR_MS) * HOUR_MS
  const hour = (beganAt / HOUR_MS + 8) % 24
  const hours = { from: hour * 60, to: ((hour + 4) % 24 || 24) * 60, weekdays: [1, 2, 3, 4, 5, 6, 7] }
  const atMine = { centre: mine, radius: 500, slots: [hours] }
  const [waits, leaves] = [await acceptedWaybill(world, atMine), await acceptedWaybill(world, atMine)]
  const enteredAt = beganAt - 15 * MINUTE_MS
  await world.report(waits.trackNo, standing(enteredAt, 20))
  const gone = { at: enteredAt + 8 * MINUTE_MS, place: placeFrom(mine, 4000, 0), speed: 500 }
  await world.report(leaves.trackNo, [...standing(enteredAt, 6), gone])
  await world.follow()
  await look()
  const { arrival } = await world.as('carrier').send(getWaybill, { id: waits.id })
  expect(arrival).toMatchObject({ move: 'arriveLoad', at: beganAt })
  expect((await world.as('carrier').send(getWaybill, { id: leaves.id })).arrival).toBeUndefined()
})
