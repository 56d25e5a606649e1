// Fences over HTTP: vehicles are bound once and unbound once, and stand in or out of a circle.
import { randomUUID } from 'node:crypto'
import { bindVehicles, getFences, listFenceVehicles, unbindVehicle } from '@yunshu/contract/fence/fence'
import { moveGoods } from '@yunshu/contract/goods/goods'
import { appoint } from '@yunshu/contract/task/task'
import { grams } from '@yunshu/domain/figures/weight'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { q } from '../../db/tx.ts'
import { startFreightWorld, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
})
afterAll(() => world.stop())
const shipper = () => world.as('shipper')
const carrier = () => world.as('carrier')
const fencesOf = (goodsId: string, account: 'shipper' | 'carrier' | 'admin' = 'shipper') =>
  world.as(account).send(getFences, { goodsId })

describe('vehicles', () => {
  it('of its own fleet are bound by a carrier, several at once, and unbound; the lines of both stay', async () => {
    const { goodsId } = await world.task()
    const trucks = await world.trucks(3)
    const offered = await carrier().send(listFenceVehicles, { goodsId, text: trucks[0]?.plate ?? '' })
    expect(offered.rows).toMatchObject([{ id: trucks[0]?.vehicleId, isBound: false }])
    expect(
      await carrier().send(bindVehicles, { goodsId, vehicleIds: trucks.map(({ vehicleId }) => vehicleId) }),
    ).toEqual({ bound: 3 })
    expect((await carrier().send(listFenceVehicles, { goodsId, text: trucks[0]?.plate ?? '' })).rows).toMatchObject([
      { isBound: true },
    ])
    const seen = await fencesOf(goodsId)
    expect(seen.vehicles.map(({ plate }) => plate).sort()).toEqual(trucks.map(({ plate }) => plate).sort())
    expect(seen.log[0]).toMatchObject({ action: '绑定车辆', diff: [{ field: '车辆', old: '' }] })
    const binding = seen.vehicles.find(({ vehicleId }) => vehicleId === trucks[1]?.vehicleId)
    await shipper().send(unbindVehicle, { id: binding?.id ?? '' })
    const after = await fencesOf(goodsId, 'carrier')
    expect(after.vehicles).toHaveLength(2)
    expect(after.past).toMatchObject([
      {
        plate: trucks[1]?.plate,
        boundName: binding?.boundName,
        unboundName: expect.any(String),
        unboundAt: expect.any(Number),
      },
    ])
    expect(await carrier().send(bindVehicles, { goodsId, vehicleIds: [trucks[1]?.vehicleId ?? ''] })).toEqual({
      bound: 1,
    })
  })

  it('of carriers with a task are bound by the shipper, who knows them by their plates; those of others are not found', async () => {
    const { goodsId } = await world.task()
    const [own] = await world.trucks(1)
    const [foreign] = await world.trucks(1, 'carrier2')
    const { rows } = await shipper().send(listFenceVehicles, { goodsId, text: '冀A' })
    expect(rows.find(({ id }) => id === own?.vehicleId)).toEqual({
      id: own?.vehicleId,
      plate: own?.plate,
      plateColor: '2',
      carrierName: '河北顺达运输有限公司',
      isBound: false,
      isCarriers: false,
    })
    expect(rows.some(({ id }) => id === foreign?.vehicleId)).toBe(false)
    await shipper().send(bindVehicles, { goodsId, vehicleIds: [own?.vehicleId ?? ''] })
    const refused = await shipper().ask(bindVehicles, { goodsId, vehicleIds: [foreign?.vehicleId ?? ''] })
    expect(refused.envelope).toMatchObject({
      code: 4001,
      data: { fields: { vehicleIds: '含有不能绑定的车辆，请刷新后重新选择' } },
    })
    expect((await shipper().ask(bindVehicles, { goodsId, vehicleIds: [randomUUID()] })).envelope).toEqual(
      refused.envelope,
    )
    expect((await carrier().ask(bindVehicles, { goodsId, vehicleIds: [foreign?.vehicleId ?? ''] })).envelope).toEqual(
      refused.envelope,
    )
    // one that is not theirs spoils the whole: nothing is bound by half
    const [second] = await world.trucks(1)
    expect(
      (await carrier().ask(bindVehicles, { goodsId, vehicleIds: [second?.vehicleId ?? '', foreign?.vehicleId ?? ''] }))
        .http,
    ).toBe(400)
    expect((await fencesOf(goodsId)).vehicles).toHaveLength(1)
  })

  it('the shipper watches are not unbound by the carrier they measure; those it bound itself are, by either', async () => {
    const { goodsId } = await world.task()
    const [watched, own] = await world.trucks(2)
    await shipper().send(bindVehicles, { goodsId, vehicleIds: [watched?.vehicleId ?? ''] })
    await carrier().send(bindVehicles, { goodsId, vehicleIds: [watched?.vehicleId ?? '', own?.vehicleId ?? ''] })
    const seen = new Map((await fencesOf(goodsId, 'carrier')).vehicles.map(one => [one.plate, one]))
    expect([seen.get(watched?.plate ?? '')?.canUnbind, seen.get(own?.plate ?? '')?.canUnbind]).toEqual([false, true])
    expect(
      (await carrier().ask(unbindVehicle, { id: seen.get(watched?.plate ?? '')?.id ?? '' })).envelope,
    ).toMatchObject({ code: 2405, message: `车辆${watched?.plate ?? ''}由货主或平台绑定，只能由货主或平台解绑` })
    await carrier().send(unbindVehicle, { id: seen.get(own?.plate ?? '')?.id ?? '' })
    const left = await fencesOf(goodsId)
    expect(left.vehicles.map(({ plate, canUnbind }) => [plate, canUnbind])).toEqual([[watched?.plate, true]])
    await shipper().send(unbindVehicle, { id: left.vehicles[0]?.id ?? '' })
  })

  it('a carrier bound itself are taken over by the shipper: from then on only the shipper unbinds, the history and the carrier are told', async () => {
    const { goodsId } = await world.task()
    const [own, other] = await world.trucks(2)
    const [id, plate] = [own?.vehicleId ?? '', own?.plate ?? '']
    await carrier().send(bindVehicles, { goodsId, vehicleIds: [id, other?.vehicleId ?? ''] })
    expect((await shipper().send(listFenceVehicles, { goodsId, text: plate })).rows).toMatchObject([
      { isBound: false, isCarriers: true },
    ])
    expect((await carrier().send(listFenceVehicles, { goodsId, text: plate })).rows).toMatchObject([
      { isBound: true, isCarriers: false },
    ])
    expect(await shipper().send(bindVehicles, { goodsId, vehicleIds: [id] })).toEqual({ bound: 1 })
    expect(await shipper().send(bindVehicles, { goodsId, vehicleIds: [id] })).toEqual({ bound: 0 })
    const seen = await fencesOf(goodsId, 'carrier')
    const binding = seen.vehicles.find(one => one.vehicleId === id)
    expect(seen.vehicles).toHaveLength(2)
    expect([binding, seen.vehicles.find(one => one.vehicleId !== id)]).toMatchObject([
      { canUnbind: false, byPublisher: true },
      { canUnbind: true, byPublisher: false },
    ])
    expect((await carrier().ask(unbindVehicle, { id: binding?.id ?? '' })).envelope.code).toBe(2405)
    expect((await fencesOf(goodsId)).log[0]).toMatchObject({
      action: '接管绑定车辆',
      diff: [{ field: plate, old: '承运商绑定', new: '货主绑定' }],
    })
    await expect
      .poll(async () =>
        (
          await world.server.db(tx =>
            tx.rows(
              q
                .selectFrom('messages as m')
                .innerJoin('users as u', 'u.id', 'm.user_id')
                .select('m.path')
                .where('u.account', '=', 'carrier')
                .where('m.title', '=', '围栏车辆改由货主绑定')
                .where('m.content', 'like', `%${plate}%`),
            ),
          )
        ).map(({ path }) => path),
      )
      .toEqual([`/web/CarrierGoodsBindVehicle/${goodsId}`])
    // a carrier that binds what the shipper watches changes nothing
    expect(await carrier().send(bindVehicles, { goodsId, vehicleIds: [id] })).toEqual({ bound: 0 })
    expect((await fencesOf(goodsId)).vehicles.find(one => one.vehicleId === id)).toMatchObject({ byPublisher: true })
    await shipper().send(unbindVehicle, { id: binding?.id ?? '' })
  })

  it('taken over and unbound at the same moment are either the shipper’s or gone and bound anew by it, never the carrier’s', async () => {
    const { goodsId } = await world.task()
    const trucks = await world.trucks(8)
    await carrier().send(bindVehicles, { goodsId, vehicleIds: trucks.map(({ vehicleId }) => vehicleId) })
    const bound = (await fencesOf(goodsId)).vehicles
    const answers = await Promise.all(
      bound.flatMap(({ id, vehicleId }) => [
        carrier().ask(unbindVehicle, { id }),
        shipper().ask(bindVehicles, { goodsId, vehicleIds: [vehicleId] }),
      ]),
    )
    expect(answers.filter(({ http }) => http >= 500)).toEqual([])
    const after = await fencesOf(goodsId)
    expect(after.vehicles).toHaveLength(8)
    expect(after.vehicles.every(({ byPublisher }) => byPublisher)).toBe(true)
  })

  it('on the way with these goods are told with their waybill and can be picked alone', async () => {
    const { goodsId, taskId } = await world.task()
    const [busy, idle] = await world.trucks(2)
    const { waybills } = await carrier().send(appoint, {
      taskId,
      version: 2,
      lines: [{ vehicleId: busy?.vehicleId ?? '', driverId: busy?.driverId ?? '', qty: 1, weightG: grams(32_000_000) }],
    })
    expect((await shipper().send(listFenceVehicles, { goodsId, onWaybill: true })).rows).toMatchObject([
      { id: busy?.vehicleId, waybillNo: waybills[0]?.waybillNo },
    ])
    await shipper().send(bindVehicles, { goodsId, vehicleIds: [busy?.vehicleId ?? '', idle?.vehicleId ?? ''] })
    expect(
      (await fencesOf(goodsId)).vehicles.map(({ vehicleId, waybillNo }) => `${vehicleId} ${waybillNo ?? ''}`).sort(),
    ).toEqual([`${busy?.vehicleId ?? ''} ${waybills[0]?.waybillNo ?? ''}`, `${idle?.vehicleId ?? ''} `].sort())
  })

  it('are bound once and unbound once, however many do it at the same moment', async () => {
    const { goodsId } = await world.task()
    const [truck] = await world.trucks(1)
    const vehicleIds = [truck?.vehicleId ?? '']
    const bound = await Promise.all(
      Array.from({ length: 8 }, (_, n) => (n % 2 ? shipper() : carrier()).send(bindVehicles, { goodsId, vehicleIds })),
    )
    // a binding of the carrier is taken over by the shipper, once
    const of = (side: number): number => bound.reduce((all, each, n) => all + (n % 2 === side ? each.bound : 0), 0)
    const [carriers, shippers] = [of(0), of(1)]
    expect([shippers, carriers <= 1]).toEqual([1, true])
    const { vehicles } = await fencesOf(goodsId)
    expect(vehicles).toMatchObject([{ byPublisher: true }])
    const id = vehicles[0]?.id ?? ''
    const ended = await Promise.all(Array.from({ length: 6 }, () => shipper().ask(unbindVehicle, { id })))
    expect(ended.filter(({ envelope }) => envelope.code === 0)).toHaveLength(1)
    expect(ended.find(({ envelope }) => envelope.code !== 0)?.envelope).toMatchObject({
      code: 2404,
      message: `车辆${truck?.plate ?? ''}已解绑`,
    })
    expect((await fencesOf(goodsId)).log.map(({ action }) => action)).toEqual([
      '解绑车辆',
      ...(carriers === 1 ? ['接管绑定车辆'] : []),
      '绑定车辆',
    ])
  })

  it('a repeated key binds and unbinds once', async () => {
    const { goodsId } = await world.task()
    const [truck] = await world.trucks(1)
    const key = randomUUID()
    const input = { goodsId, vehicleIds: [truck?.vehicleId ?? ''] }
    expect([
      await carrier().send(bindVehicles, input, { key }),
      await carrier().send(bindVehicles, input, { key }),
    ]).toEqual([{ bound: 1 }, { bound: 1 }])
    const id = (await fencesOf(goodsId)).vehicles[0]?.id ?? ''
    const second = randomUUID()
    await carrier().send(unbindVehicle, { id }, { key: second })
    await carrier().send(unbindVehicle, { id }, { key: second })
    expect((await fencesOf(goodsId)).log).toHaveLength(2)
  })

  it('are not bound to goods that are over, nor without choosing one, nor more than fifty at once', async () => {
    const goods = await world.publish()
    await shipper().send(moveGoods, { id: goods.id, version: goods.version, move: 'cancel', reason: '试验' })
    expect(
      (await shipper().ask(bindVehicles, { goodsId: goods.id, vehicleIds: [randomUUID()] })).envelope,
    ).toMatchObject({ code: 2402, message: '货源已取消，不能绑定车辆' })
    expect((await fencesOf(goods.id)).canBind).toBe(false)
    const { goodsId } = await world.task()
    expect(
      (await carrier().ask(bindVehicles, { goodsId, vehicleIds: [randomUUID()] }, { raw: { vehicleIds: '[]' } }))
        .envelope,
    ).toMatchObject({ data: { fields: { vehicleIds: '至少选择一辆' } } })
    expect(
      (
        await carrier().ask(
          bindVehicles,
          { goodsId, vehicleIds: [randomUUID()] },
          { raw: { vehicleIds: JSON.stringify(Array.from({ length: 51 }, () => randomUUID())) } },
        )
      ).envelope,
    ).toMatchObject({ data: { fields: { vehicleIds: '一次最多 50 辆' } } })
  })
})
