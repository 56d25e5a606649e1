// The life of a waybill over HTTP beside its usual steps: changes of vehicle, and photos of what happened.
import { appoint } from '@yunshu/contract/task/task'
import { moveWaybill } from '@yunshu/contract/waybill/waybill'
import { getWaybill } from '@yunshu/contract/waybill/details'
import { answerSwap, getSwapView, swapVehicle, addWaybillFiles } from '@yunshu/contract/waybill/life'
import type { WaybillPeopleMove } from '@yunshu/domain/waybill/waybill'
import { grams } from '@yunshu/domain/figures/weight'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { q } from '../../db/tx.ts'
import {
  startFreightWorld,
  wholeJourney,
  type FreightAccount,
  type FreightWorld,
  type MadeWaybill,
  type Truck,
} from '../../../../../tests/server/freightWorld.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
})
afterAll(() => world.stop())

const one = async (over?: Parameters<FreightWorld['waybills']>[1]): Promise<MadeWaybill> => {
  const [waybill] = await world.waybills(1, over)
  if (!waybill) throw new Error('no waybill')
  return waybill
}
const truck = async (carrier?: 'carrier' | 'carrier2'): Promise<Truck> => {
  const [made] = await world.trucks(1, carrier)
  if (!made) throw new Error('no truck')
  return made
}
const before = (name: WaybillPeopleMove) =>
  wholeJourney.slice(
    0,
    wholeJourney.findIndex(move => move === name),
  )
const detail = (id: string, account: FreightAccount = 'admin') => world.as(account).send(getWaybill, { id })
const interrupted = async () => world.walk(await one(), [...before('arriveUnload'), 'interrupt'])
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('changing the vehicle', () => {
  it('is done at once before loading, judged like an appointment, and leaves no segment', async () => {
    const waybill = await world.walk(await one(), ['accept'])
    const other = await truck()
    const done = await world.as('carrier').send(swapVehicle, {
      id: waybill.id,
      version: waybill.version,
      vehicleId: other.vehicleId,
      driverId: other.driverId,
      reason: '原车故障',
    })
    expect(done.isApplied).toBe(true)
    const shown = await detail(waybill.id)
    expect([shown.plate, shown.segments, shown.version]).toEqual([other.plate, [], done.version])
    expect(shown.log[0]).toMatchObject({
      action: '换车',
      remark: '原车故障',
      diff: [{ field: '车辆', old: waybill.plate, new: other.plate }, { field: '司机' }],
    })
  })

  it('on the road is proposed by the carrier and agreed by the branch; each vehicle is kept with its time', async () => {
    const waybill = await interrupted()
    const other = await truck()
    const asked = await world.as('carrier').send(swapVehicle, {
      id: waybill.id,
      version: waybill.version,
      vehicleId: other.vehicleId,
      driverId: other.driverId,
      reason: '爆胎',
    })
    expect(asked.isApplied).toBe(false)
    const waiting = await detail(waybill.id, 'branch')
    expect([waiting.plate, waiting.swap?.plate, waiting.swap?.moves]).toEqual([
      waybill.plate,
      other.plate,
      ['apply', 'refuse'],
    ])
    expect((await detail(waybill.id, 'carrier')).swap?.moves).toEqual(['withdraw'])
    // the journey does not go on, and no second change is asked for, while the first waits
    const resume = await world
      .as('carrier')
      .ask(moveWaybill, { id: waybill.id, version: asked.version, move: 'resume' })
    expect(resume.envelope.code).toBe(1509)
    expect(
      (
        await world.as('carrier').ask(swapVehicle, {
          id: waybill.id,
          version: asked.version,
          vehicleId: other.vehicleId,
          driverId: other.driverId,
          reason: '再换',
        })
      ).envelope.code,
    ).toBe(1509)
    const agreed = await world
      .as('branch')
      .send(answerSwap, { id: waybill.id, version: asked.version, swapId: waiting.swap?.id ?? '', move: 'apply' })
    const shown = await detail(waybill.id)
    expect([
      shown.plate,
      shown.swap?.state,
      shown.segments.map(({ serial, plate, toAt }) => [serial, plate, toAt === undefined]),
    ]).toEqual([
      other.plate,
      'applied',
      [
        [1, waybill.plate, false],
        [2, other.plate, true],
      ],
    ])
    expect(shown.segments[0]?.fromAt).toBe(shown.times.find(({ state }) => state === 'inTransit')?.at)
    expect(shown.segments[0]?.toAt).toBe(shown.segments[1]?.fromAt)
    await world.as('carrier').send(moveWaybill, { id: waybill.id, version: agreed.version, move: 'resume' })
    // a second one adds a third segment, and the house does it at once
    const again = await world.walk({ ...waybill, version: (await detail(waybill.id)).version }, ['interrupt'])
    const third = await truck()
    expect(
      (
        await world.as('platform-ops').send(swapVehicle, {
          id: waybill.id,
          version: again.version,
          vehicleId: third.vehicleId,
          driverId: third.driverId,
          reason: '再次故障',
        })
      ).isApplied,
    ).toBe(true)
    expect((await detail(waybill.id)).segments.map(({ serial, plate }) => [serial, plate])).toEqual([
      [1, waybill.plate],
      [2, other.plate],
      [3, third.plate],
    ])
  })

  it('keeps the time of the vehicle that handed over: it is free for other routes afterwards, not for the past', async () => {
    const waybill = await interrupted()
    const other = await truck()
    await world.as('admin').send(swapVehicle, {
      id: waybill.id,
      version: waybill.version,
      vehicleId: other.vehicleId,
      driverId: other.driverId,
      reason: '换车',
    })
    const first = (await detail(waybill.id)).segments[0]
    const [old] = await world.server.db(tx =>
      tx.rows(
        q
          .selectFrom('waybill_segments')
          .select(['vehicle_id', 'driver_id'])
          .where('waybill_id', '=', waybill.id)
          .where('serial', '=', 1),
      ),
    )
    const elsewhere = {
      name: '曹妃甸',
      regionCode: '130209',
      regionName: '河北省唐山市曹妃甸区',
      address: '码头',
      contact: '李',
      mobile: '19900001235',
    }
    const task = await world.task({
      totalQty: 2,
      unloadPoints: [elsewhere],
      items: [{ name: '动力煤', cargoCode: '0100', weightG: grams(64_000_000) }],
    })
    const send = (plannedLoadAt: number, version: number) =>
      world.as('carrier').ask(appoint, {
        taskId: task.taskId,
        version,
        lines: [
          {
            vehicleId: old?.vehicle_id ?? '',
            driverId: old?.driver_id ?? '',
            qty: 1,
            weightG: grams(32_000_000),
            plannedLoadAt,
          },
        ],
      })
    expect((await send((first?.toAt ?? 0) - 1, 2)).envelope.code).toBe(1403)
    expect((await send(Date.now() + 60_000, 2)).envelope.code).toBe(0)
  })

  it('is refused to shippers, to vehicles of other carriers, without papers, above the load, in other states, and when nothing changes', async () => {
    const waybill = await interrupted()
    const fine = await truck()
    const ask = (
      account: FreightAccount,
      over: Partial<{ vehicleId: string; driverId: string; version: number; id: string }> = {},
    ) =>
      world.as(account).ask(swapVehicle, {
        id: waybill.id,
        version: waybill.version,
        vehicleId: fine.vehicleId,
        driverId: fine.driverId,
        reason: '试',
        ...over,
      })
    expect((await ask('shipper')).http).toBe(403)
    expect((await ask('carrier2')).http).toBe(404)
    const foreign = await truck('carrier2')
    expect((await ask('carrier', { vehicleId: foreign.vehicleId })).http).toBe(404)
    expect((await ask('carrier', { version: 1 })).http).toBe(409)
    const bad = await truck()
    await world.server.db(tx =>
      tx.run(q.updateTable('vehicles').set({ paper: 'pending' }).where('id', '=', bad.vehicleId)),
    )
    expect((await ask('carrier', { vehicleId: bad.vehicleId })).envelope).toMatchObject({
      code: 1402,
      data: { fields: { vehicleId: expect.stringContaining('尚未通过认证') } },
    })
    await world.server.db(tx =>
      tx.run(
        q.updateTable('vehicles').set({ paper: 'approved', tonnage_g: 30_000_000 }).where('id', '=', bad.vehicleId),
      ),
    )
    expect((await ask('carrier', { vehicleId: bad.vehicleId })).envelope.code).toBe(1404)
    const present = await world.server.db(tx =>
      tx.one(q.selectFrom('waybills').select(['vehicle_id', 'driver_id']).where('id', '=', waybill.id)),
    )
    expect(
      (await ask('carrier', { vehicleId: present.vehicle_id, driverId: present.driver_id })).envelope,
    ).toMatchObject({ code: 4001, data: { fields: { vehicleId: '车辆和司机都没有变化' } } })
    const away = await world.walk(await one(), before('arriveUnload'))
    expect((await ask('carrier', { id: away.id, version: away.version })).envelope.code).toBe(1101)
    const view = await world.as('carrier').send(getSwapView, { id: waybill.id })
    expect([
      view.needsAnswer,
      view.vehicles.find(({ id }) => id === fine.vehicleId)?.faults,
      view.vehicles.find(({ id }) => id === bad.vehicleId)?.faults[0],
    ]).toEqual([true, [], expect.stringContaining('30.000 吨')])
  })

  it('two answers at the same moment: one counts, and a refused proposal leaves the vehicle', async () => {
    const waybill = await interrupted()
    const other = await truck()
    const asked = await world.as('carrier').send(swapVehicle, {
      id: waybill.id,
      version: waybill.version,
      vehicleId: other.vehicleId,
      driverId: other.driverId,
      reason: '爆胎',
    })
    const swapId = (await detail(waybill.id)).swap?.id ?? ''
    expect(
      (await world.as('shipper').ask(answerSwap, { id: waybill.id, version: asked.version, swapId, move: 'apply' }))
        .http,
    ).toBe(403)
    expect(
      (await world.as('carrier').ask(answerSwap, { id: waybill.id, version: asked.version, swapId, move: 'apply' }))
        .http,
    ).toBe(403)
    expect(
      (await world.as('branch').ask(answerSwap, { id: waybill.id, version: asked.version, swapId, move: 'refuse' }))
        .envelope.code,
    ).toBe(1102)
    const both = await Promise.all(
      (['apply', 'refuse'] as const).map(move =>
        world.as('branch').ask(answerSwap, { id: waybill.id, version: asked.version, swapId, move, reason: '核实过' }),
      ),
    )
    expect(both.map(({ http }) => http).toSorted((a, b) => a - b)).toEqual([200, 409])
    const shown = await detail(waybill.id)
    expect(shown.plate).toBe(shown.swap?.state === 'applied' ? other.plate : waybill.plate)
  })
})

describe('photos of what happened', () => {
  it('are kept with the waybill and seen by both sides', async () => {
    const waybill = await interrupted()
    const sent = await world
      .as('carrier')
      .send(
        addWaybillFiles,
        { id: waybill.id, version: waybill.version },
        { files: [{ name: '现场.png', bytes: png }] },
      )
    expect(sent.files.map(({ name, category }) => [name, category])).toEqual([['现场.png', 'scene']])
    expect((await detail(waybill.id, 'shipper')).files.map(({ name }) => name)).toEqual(['现场.png'])
    expect(
      (
        await world
          .as('carrier')
          .ask(
            addWaybillFiles,
            { id: waybill.id, version: waybill.version },
            { files: [{ name: '又.png', bytes: png }] },
          )
      ).http,
    ).toBe(409)
    expect(
      (
        await world
          .as('carrier2')
          .ask(addWaybillFiles, { id: waybill.id, version: sent.version }, { files: [{ name: '又.png', bytes: png }] })
      ).http,
    ).toBe(404)
    expect(
      (await world.as('carrier').ask(addWaybillFiles, { id: waybill.id, version: sent.version })).envelope.code,
    ).toBe(1603)
  })
})
