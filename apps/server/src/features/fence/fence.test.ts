// Fences over HTTP: circles drawn by the shipper's side, and who sees what of them.
import { randomUUID } from 'node:crypto'
import type { Input } from '@yunshu/contract/call'
import {
  bindVehicles,
  countFences,
  getFences,
  listFences,
  listFenceVehicles,
  saveFence,
  unbindVehicle,
} from '@yunshu/contract/fence/fence'
import { getGoods, takeGoods } from '@yunshu/contract/goods/goods'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { q } from '../../db/tx.ts'
import { startFreightWorld, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
})
afterAll(() => world.stop())

const circle = (goodsId: string, over: Partial<Input<typeof saveFence>> = {}): Input<typeof saveFence> => ({
  goodsId,
  kind: 'load',
  pointNo: 0,
  centre: { lonE6: 109_734_567, latE6: 38_285_390 },
  radius: 500,
  slots: [],
  isOn: true,
  ...over,
})
const shipper = () => world.as('shipper')
const carrier = () => world.as('carrier')
const fencesOf = (goodsId: string, account: 'shipper' | 'carrier' | 'admin' = 'shipper') =>
  world.as(account).send(getFences, { goodsId })

describe('circles', () => {
  it('are drawn at each place of the goods and changed, with their history; carriers with a task see them', async () => {
    const { goodsId } = await world.task()
    const slots = [{ from: 360, to: 1080, weekdays: [1, 2, 3, 4, 5] }]
    await shipper().send(saveFence, circle(goodsId))
    await shipper().send(saveFence, circle(goodsId, { version: 1, radius: 30, slots }))
    await shipper().send(
      saveFence,
      circle(goodsId, {
        kind: 'unload',
        centre: { lonE6: 112_838_500, latE6: 32_694_300 },
        radius: 10_000,
        isOn: false,
      }),
    )
    const seen = await fencesOf(goodsId)
    expect(seen.places).toMatchObject([
      {
        kind: 'load',
        pointNo: 0,
        name: '红柳林煤矿',
        fence: { version: 2, centre: { lonE6: 109_734_567, latE6: 38_285_390 }, radius: 30, slots, isOn: true },
      },
      { kind: 'unload', pointNo: 0, name: '唐河电厂', fence: { version: 1, radius: 10_000, isOn: false } },
    ])
    expect(seen.log.map(({ action, by }) => [action, by !== ''])).toEqual([
      ['设置围栏 卸货地 唐河电厂，10 公里', true],
      ['修改围栏 装货地 红柳林煤矿', true],
      ['设置围栏 装货地 红柳林煤矿，0.5 公里', true],
    ])
    expect(seen.log[1]?.diff).toEqual([
      { field: '半径', old: '0.5 公里', new: '30 米' },
      { field: '有效时段', old: '全天', new: '周一、周二、周三、周四、周五 06:00-18:00' },
    ])
    expect(seen.log[0]?.diff).toContainEqual({ field: '状态', old: '', new: '停用' })
    expect((await shipper().send(getGoods, { id: goodsId })).log[0]?.action).toBe('设置围栏 卸货地 唐河电厂，10 公里')
    const theirs = await fencesOf(goodsId, 'carrier')
    expect(theirs.places).toEqual(seen.places)
    expect(theirs).toMatchObject({ canDraw: false, canBind: true, log: [] })
    expect(seen).toMatchObject({ canDraw: true, canBind: true })
  })

  it('are not moved by the carrier they measure', async () => {
    const { goodsId } = await world.task()
    expect((await carrier().ask(saveFence, circle(goodsId))).envelope).toMatchObject({ code: 2401 })
    await world.as('platform-ops').send(saveFence, circle(goodsId))
    expect((await carrier().ask(saveFence, circle(goodsId, { version: 1 }))).envelope.code).toBe(2401)
    expect((await world.as('shipper-finance').ask(saveFence, circle(goodsId))).http).toBe(403)
    await world.as('branch').send(saveFence, circle(goodsId, { version: 1, radius: 1000 }))
  })

  it('somebody else changed in the meantime are not overwritten, nor drawn twice at once', async () => {
    const { goodsId } = await world.task()
    const answers = await Promise.all([
      shipper().ask(saveFence, circle(goodsId)),
      world.as('admin').ask(saveFence, circle(goodsId, { radius: 1000 })),
    ])
    expect(answers.map(({ http }) => String(http)).sort()).toEqual(['200', '409'])
    expect((await shipper().ask(saveFence, circle(goodsId))).http).toBe(409)
    await world.as('admin').send(saveFence, circle(goodsId, { version: 1, radius: 2000 }))
    expect((await shipper().ask(saveFence, circle(goodsId, { version: 1, radius: 3000 }))).envelope).toMatchObject({
      code: 4090,
      message: '数据已被平台修改，请刷新后再提交',
    })
    const own = await world.as('admin').ask(saveFence, circle(goodsId, { version: 1, radius: 3000 }))
    expect(own.envelope.message).toBe('数据已被您在别处修改，请刷新后再提交')
    expect((await shipper().ask(saveFence, circle(goodsId, { kind: 'unload', version: 3 }))).http).toBe(409)
    const race = await Promise.all(
      [1000, 2000, 3000].map(radius => shipper().ask(saveFence, circle(goodsId, { version: 2, radius }))),
    )
    expect(race.filter(({ http }) => http === 200)).toHaveLength(1)
    expect((await fencesOf(goodsId)).places[0]?.fence?.version).toBe(3)
  })

  it('with wrong figures are refused at the field', async () => {
    const { goodsId } = await world.task()
    const faults = async (raw: Record<string, unknown>) =>
      (
        (
          await shipper().ask(saveFence, circle(goodsId), {
            raw: Object.fromEntries(
              Object.entries(raw).map(([name, value]) => [
                name,
                typeof value === 'string' ? value : JSON.stringify(value),
              ]),
            ),
          })
        ).envelope.data as { fields?: object } | null
      )?.fields
    expect(await faults({ radius: 0.3 })).toEqual({ radius: '不是可选的半径' })
    expect(await faults({ centre: { lonE6: 38_285_390, latE6: 109_734_567 } })).toMatchObject({
      'centre.lonE6': '不能小于73000000',
    })
    expect(await faults({ centre: { lonE6: 109_734_567.5, latE6: 38_285_390 } })).toMatchObject({
      'centre.lonE6': '应为整数',
    })
    expect(await faults({ slots: [{ from: ' 01:00:00', to: ' 01:00:00', weekdays: [1] }] })).toEqual({
      'slots.0.to': '不能与开始时间相同',
    })
    expect(await faults({ slots: [{ from: ' 01:00:00', to: ' 02:00:00', weekdays: [] }] })).toEqual({
      'slots.0.weekdays': '至少选择一天',
    })
    expect(await faults({ slots: [{ from: ' 01:00:00', to: ' 24:00:00', weekdays: [8] }] })).toMatchObject({
      'slots.0.to': '应为整点，如“ 08:00:00”',
      'slots.0.weekdays.0': '不能大于7',
    })
    expect(await faults({ pointNo: 3 })).toEqual({ pointNo: '货源没有这个地点' })
    expect((await fencesOf(goodsId)).places[0]?.fence).toBeUndefined()
  })
})

describe('[RG-06] [SE-09] hours and radii', () => {
  it('travel as the values of their options, both ways: a blank and the full hour, and kilometres', async () => {
    const { goodsId } = await world.task()
    const sent = [
      { from: ' 08:00:00', to: ' 18:00:00', weekdays: [1] },
      { from: ' 20:00:00', to: ' 00:00:00', weekdays: [2] },
    ]
    const raw = { slots: JSON.stringify(sent), radius: '0.2' }
    expect((await shipper().ask(saveFence, circle(goodsId), { raw })).envelope.code).toBe(0)
    const { envelope, data } = await shipper().ask(getFences, { goodsId })
    expect(envelope.data).toMatchObject({ places: [{ fence: { slots: sent, radius: '0.2' } }, {}] })
    // minutes of the day and metres inside: midnight at the end is the end of the day
    expect(data.places[0]?.fence).toMatchObject({
      radius: 200,
      slots: [
        { from: 480, to: 1080 },
        { from: 1200, to: 1440 },
      ],
    })
    // the end of the old-style afternoon, as its option says it, is that as well
    for (const [n, to] of ['23:59:59', ' 23:59:59'].entries()) {
      const slots = JSON.stringify([{ from: ' 18:00:00', to, weekdays: [1] }])
      await shipper().send(saveFence, circle(goodsId, { version: n + 1 }), { raw: { slots } })
      expect((await fencesOf(goodsId)).places[0]?.fence?.slots).toEqual([{ from: 1080, to: 1440, weekdays: [1] }])
    }
    for (const from of ['08:00:00', ' 08:30:00', ' 23:59:59', 480])
      expect(
        (
          await shipper().ask(saveFence, circle(goodsId, { version: 3 }), {
            raw: { slots: JSON.stringify([{ from, to: ' 18:00:00', weekdays: [1] }]) },
          })
        ).envelope,
      ).toMatchObject({ code: 4001, data: { fields: { 'slots.0.from': expect.any(String) as string } } })
  })

  it('of circles drawn with other minutes are shown as they were', async () => {
    const { goodsId } = await world.task()
    await shipper().send(saveFence, circle(goodsId))
    const slots = JSON.stringify([{ from: 90, to: 1125, weekdays: [1] }])
    await world.server.db(tx =>
      tx.run(q.updateTable('fences').set({ slots, version: 2 }).where('goods_id', '=', goodsId)),
    )
    expect((await fencesOf(goodsId)).places[0]?.fence?.slots).toEqual([{ from: 90, to: 1125, weekdays: [1] }])
  })
})

describe('[PM-08] fences', () => {
  it('of goods a company neither published nor carries are not found, though the goods are offered to everybody', async () => {
    const open = await world.publish({ publishTo: 'PUBLIC' })
    await shipper().send(saveFence, circle(open.id))
    const [truck] = await world.trucks(1)
    const missing = randomUUID()
    for (const account of ['carrier', 'carrier2', 'shipper2'] as const) {
      expect((await world.as(account).ask(getFences, { goodsId: open.id })).http, account).toBe(404)
      expect((await world.as(account).ask(saveFence, circle(open.id))).envelope).toEqual(
        (await world.as(account).ask(saveFence, circle(missing))).envelope,
      )
      expect(
        (await world.as(account).ask(bindVehicles, { goodsId: open.id, vehicleIds: [truck?.vehicleId ?? ''] })).http,
      ).toBe(404)
      expect((await world.as(account).ask(listFenceVehicles, { goodsId: open.id })).http).toBe(404)
      expect((await world.as(account).send(listFences, {})).rows.some(({ id }) => id === open.id)).toBe(false)
    }
    await carrier().send(takeGoods, { goodsId: open.id, qty: 1 })
    expect((await fencesOf(open.id, 'carrier')).places[0]?.fence).toBeDefined()
  })

  it('of shared goods show each carrier its own vehicles alone', async () => {
    const goods = await world.publish()
    await carrier().send(takeGoods, { goodsId: goods.id, qty: 5 })
    await world.as('carrier2').send(takeGoods, { goodsId: goods.id, qty: 5 })
    const [mine] = await world.trucks(1),
      [theirs] = await world.trucks(1, 'carrier2')
    await shipper().send(bindVehicles, {
      goodsId: goods.id,
      vehicleIds: [mine?.vehicleId ?? '', theirs?.vehicleId ?? ''],
    })
    const seen = await fencesOf(goods.id, 'carrier')
    expect(seen.vehicles.map(({ plate }) => plate)).toEqual([mine?.plate])
    expect(
      (await carrier().send(listFenceVehicles, { goodsId: goods.id })).rows.some(({ id }) => id === theirs?.vehicleId),
    ).toBe(false)
    const foreign =
      (await fencesOf(goods.id)).vehicles.find(({ vehicleId }) => vehicleId === theirs?.vehicleId)?.id ?? ''
    expect((await carrier().ask(unbindVehicle, { id: foreign })).http).toBe(404)
    const own = (await carrier().send(listFences, {})).rows.find(({ id }) => id === goods.id)
    expect(own).toMatchObject({ vehicles: 1, fences: 0 })
    expect((await shipper().send(listFences, {})).rows.find(({ id }) => id === goods.id)).toMatchObject({ vehicles: 2 })
    const isAmong = async (bound: 'none' | 'some'): Promise<boolean> =>
      (await shipper().send(listFences, { bound })).rows.some(({ id }) => id === goods.id)
    expect([await isAmong('none'), await isAmong('some')]).toEqual([false, true])
    // the counts of the tabs are the rows below them, each reader's own
    for (const account of ['shipper', 'carrier', 'carrier2'] as const) {
      const lengthOf = async (bound: 'none' | 'some'): Promise<number> =>
        (await world.as(account).send(listFences, { bound, limit: 100 })).rows.length
      expect((await world.as(account).send(countFences, {})).state).toEqual({
        none: await lengthOf('none'),
        some: await lengthOf('some'),
      })
    }
    expect((await carrier().send(countFences, { text: goods.goodsNo })).state).toEqual({ none: 0, some: 1 })
  })

  it('of a colleague’s goods are hidden from who sees only their own', async () => {
    const { goodsId } = await world.task()
    await shipper().send(saveFence, circle(goodsId))
    const setScope = (data_scope: string) =>
      world.server.db(tx => tx.run(q.updateTable('roles').set({ data_scope }).where('name', '=', '运费专员')))
    await setScope('SELF')
    world.server.server.deps.sessions.forget(
      (await world.server.db(tx => tx.rows(q.selectFrom('users').select('id')))).map(({ id }) => id),
    )
    expect((await world.as('shipper-freight').ask(getFences, { goodsId })).http).toBe(404)
    expect((await world.as('shipper-freight').send(listFences, {})).rows).toEqual([])
    await setScope('COMPANY')
    world.server.server.deps.sessions.forget(
      (await world.server.db(tx => tx.rows(q.selectFrom('users').select('id')))).map(({ id }) => id),
    )
    expect((await world.as('shipper-freight').send(getFences, { goodsId })).canDraw).toBe(false)
  })
})

it('the list pages through goods with circles, newest first, by text and state', async () => {
  const made: string[] = []
  for (let n = 0; n < 3; n++) {
    const { goodsId } = await world.task({ title: `围栏清单${n}` })
    await shipper().send(saveFence, circle(goodsId, { isOn: n > 0 }))
    made.push(goodsId)
  }
  const first = await shipper().send(listFences, { text: '围栏清单', limit: 2 })
  expect(first.rows.map(({ id, fences, fencesOn }) => [id, fences, fencesOn])).toEqual([
    [made[2], 1, 1],
    [made[1], 1, 1],
  ])
  const second = await shipper().send(listFences, {
    text: '围栏清单',
    limit: 2,
    ...(first.next ? { cursor: first.next } : {}),
  })
  expect(second).toMatchObject({ rows: [{ id: made[0], fencesOn: 0 }] })
  expect(second.next).toBeUndefined()
  expect((await shipper().send(listFences, { text: '围栏清单', state: 'paused' })).rows).toEqual([])
  expect((await shipper().ask(listFences, { cursor: 'x' })).http).toBe(400)
})
