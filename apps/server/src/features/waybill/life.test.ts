// The life of a waybill over HTTP beside its usual steps: changes of vehicle, corrections, disputes, and what time does
// to it.
import { appoint } from '@yunshu/contract/task/task'
import { moveWaybill } from '@yunshu/contract/waybill/waybill'
import { getWaybill } from '@yunshu/contract/waybill/details'
import {
  answerSwap,
  correctWaybill,
  getSwapView,
  stepBackWaybill,
  swapVehicle,
  addWaybillFiles,
} from '@yunshu/contract/waybill/life'
import { getGoods } from '@yunshu/contract/goods/goods'
import { setPolicies, getPolicies } from '@yunshu/contract/policy'
import { decisionsOf, policiesOf } from '@yunshu/domain/company/company'
import { DAY_MS, HOUR_MS } from '@yunshu/domain/figures/time'
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
import { lapseUnanswered, signUndisputed } from './life.jobs.ts'

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
    ]).toEqual([true, [], expect.stringContaining('30.000吨')])
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

describe('putting right (纠错)', () => {
  it('takes each step back with its time and weight, old and new in the history', async () => {
    const waybill = await world.walk(await one(), before('sign'))
    let { version } = waybill
    const states: string[] = []
    for (let n = 0; n < 5; n++) {
      version = (await world.as('admin').send(stepBackWaybill, { id: waybill.id, version, reason: '误操作' })).version
      states.push((await detail(waybill.id)).state)
    }
    expect(states).toEqual(['arrived', 'inTransit', 'loading', 'toLoad', 'toAccept'])
    const shown = await detail(waybill.id)
    expect([shown.times.length, shown.loadWeightG, shown.unloadWeightG]).toEqual([1, undefined, undefined])
    expect(shown.answerBy).toBeGreaterThan(Date.now() + 23 * HOUR_MS)
    expect(shown.log.find(({ action }) => action === '退回装货中')?.diff).toEqual([
      { field: '装货重量', old: '32.400 吨', new: '--' },
    ])
    expect(
      (await world.as('admin').ask(stepBackWaybill, { id: waybill.id, version, reason: '再退' })).envelope.code,
    ).toBe(1101)
    // and the whole way can be gone again
    await world.walk({ ...waybill, version }, wholeJourney)
  })

  it('changes weights and times that were entered, each at its field', async () => {
    const waybill = await world.walk(await one(), before('sign'))
    const { times } = await detail(waybill.id)
    const left = times.find(({ state }) => state === 'inTransit')?.at ?? 0
    const ask = (over: object, version = waybill.version) =>
      world.as('admin').ask(correctWaybill, { id: waybill.id, version, reason: '录入有误', ...over })
    expect((await ask({})).envelope).toMatchObject({ code: 4001, data: { fields: { reason: '没有需要纠正的内容' } } })
    expect((await ask({ loadWeightG: grams(0) })).envelope).toMatchObject({
      data: { fields: { loadWeightG: '须大于0' } },
    })
    expect((await ask({ loadWeightG: grams(33_500_001) })).envelope.code).toBe(1404)
    expect((await ask({ loadedAt: Date.now() + DAY_MS })).envelope).toMatchObject({
      data: { fields: { loadedAt: '不能晚于当前时间' } },
    })
    expect((await ask({ loadedAt: 1_700_000_000_000 })).envelope).toMatchObject({
      data: { fields: { loadedAt: expect.stringMatching(/^不能早于上一步/) } },
    })
    const done = await ask({ loadWeightG: grams(32_000_000), unloadWeightG: grams(31_990_000), loadedAt: left })
    expect(done.envelope.code).toBe(0)
    const shown = await detail(waybill.id)
    expect([shown.loadWeightG, shown.unloadWeightG]).toEqual([32_000_000, 31_990_000])
    expect(shown.log[0]).toMatchObject({
      action: '纠错',
      remark: '录入有误',
      diff: [
        { field: '装货重量', old: '32.400 吨', new: '32.000 吨' },
        { field: '卸货重量', old: '32.250 吨', new: '31.990 吨' },
      ],
    })
    expect((await ask({ loadWeightG: grams(32_100_000) })).http).toBe(409)
    const early = await world.walk(await one(), ['accept'])
    expect(
      (
        await world
          .as('admin')
          .ask(correctWaybill, { id: early.id, version: early.version, reason: '试', loadWeightG: grams(1) })
      ).envelope,
    ).toMatchObject({ data: { fields: { loadWeightG: '尚未填写，不能纠正' } } })
  })

  it('does not load a vehicle again that was sent on another route since', async () => {
    const waybill = await world.walk(await one(), before('sign'))
    const held = await world.server.db(tx =>
      tx.one(q.selectFrom('waybills').select(['vehicle_id', 'driver_id']).where('id', '=', waybill.id)),
    )
    const task = await world.task({
      totalQty: 1,
      unloadPoints: [
        {
          name: '曹妃甸',
          regionCode: '130209',
          regionName: '河北省唐山市曹妃甸区',
          address: '码头',
          contact: '李',
          mobile: '19900001235',
        },
      ],
      items: [{ name: '动力煤', cargoCode: '0100', weightG: grams(32_000_000) }],
    })
    await world.as('carrier').send(appoint, {
      taskId: task.taskId,
      version: 2,
      lines: [{ vehicleId: held.vehicle_id, driverId: held.driver_id, qty: 1, weightG: grams(32_000_000) }],
    })
    expect(
      (await world.as('admin').ask(stepBackWaybill, { id: waybill.id, version: waybill.version, reason: '误点卸货' }))
        .envelope.code,
    ).toBe(1403)
  })

  it('is the platform’s alone, before the signature, and not behind a change of vehicle', async () => {
    const waybill = await world.walk(await one(), ['accept'])
    for (const account of ['carrier', 'shipper', 'branch', 'platform-ops'] as const)
      expect(
        (await world.as(account).ask(stepBackWaybill, { id: waybill.id, version: waybill.version, reason: '试' })).http,
        account,
      ).toBe(403)
    const signed = await world.walk(await one(), wholeJourney)
    const { version } = await detail(signed.id)
    expect((await world.as('admin').ask(stepBackWaybill, { id: signed.id, version, reason: '试' })).envelope.code).toBe(
      1504,
    )
    expect(
      (await world.as('admin').ask(correctWaybill, { id: signed.id, version, reason: '试', loadWeightG: grams(1) }))
        .envelope.code,
    ).toBe(1504)
    const stopped = await interrupted()
    const other = await truck()
    const swapped = await world.as('admin').send(swapVehicle, {
      id: stopped.id,
      version: stopped.version,
      vehicleId: other.vehicleId,
      driverId: other.driverId,
      reason: '换',
    })
    const resumed = await world
      .as('carrier')
      .send(moveWaybill, { id: stopped.id, version: swapped.version, move: 'resume' })
    expect(
      (await world.as('admin').ask(stepBackWaybill, { id: stopped.id, version: resumed.version, reason: '试' }))
        .envelope.code,
    ).toBe(1510)
  })
})

describe('a dispute', () => {
  it('freezes the money until it ends on an agreed weight, or the receiver signs all the same', async () => {
    const waybill = await world.walk(await one(), [...before('sign'), 'dispute'])
    const frozen = await detail(waybill.id)
    expect([frozen.settleState, frozen.signBy]).toEqual(['frozen', undefined])
    const settled = await world.as('branch').send(moveWaybill, {
      id: waybill.id,
      version: frozen.version,
      move: 'settleDispute',
      unloadWeightG: grams(32_200_000),
    })
    const after = await detail(waybill.id)
    expect([after.settleState, after.unloadWeightG, after.version, after.state]).toEqual([
      'unsettled',
      32_200_000,
      settled.version,
      'toSign',
    ])
    expect(after.signBy).toBeGreaterThan(Date.now() + 6 * DAY_MS)
    const again = await world.walk({ ...waybill, version: settled.version }, ['dispute'])
    const { version } = await detail(again.id)
    await world.as('shipper').send(moveWaybill, { id: waybill.id, version, move: 'sign' })
    const signed = await detail(waybill.id)
    expect([signed.state, signed.settleState, signed.lossG]).toEqual(['signed', 'unsettled', 200_000])
  })
})

describe('what time does', () => {
  it('lapses a waybill nobody accepted within 24 hours; its quantity goes back once', async () => {
    const waybill = await one()
    const { answerBy, goodsId } = await detail(waybill.id)
    expect(answerBy).toBeGreaterThan(Date.now() + 23 * HOUR_MS)
    expect(await lapseUnanswered(world.server.server.deps)).toBe(0)
    await world.server.db(tx =>
      tx.run(
        q
          .updateTable('waybills')
          .set({ answer_by: Date.now() - 1 })
          .where('id', '=', waybill.id),
      ),
    )
    // two servers at once: one of them does it
    const done = await Promise.all([
      lapseUnanswered(world.server.server.deps),
      lapseUnanswered(world.server.server.deps),
    ])
    expect(done.reduce((all, n) => all + n, 0)).toBe(1)
    const shown = await detail(waybill.id)
    expect([shown.state, shown.log[0]?.action, shown.log[0]?.by]).toEqual(['cancelled', '超时未接单', '系统'])
    const goods = await world.as('shipper').send(getGoods, { id: goodsId })
    expect(goods.remainQty + goods.tasks.reduce((all, task) => all + task.remainQty, 0)).toBe(1)
  })

  it('signs a waybill a week after it was unloaded, unless the shipper does not want that or a dispute is open', async () => {
    const [plain, disputed, kept] = [
      await world.walk(await one(), before('sign')),
      await world.walk(await one(), [...before('sign'), 'dispute']),
      await world.walk(await one(), before('sign')),
    ]
    const late = (ids: string[]) =>
      world.server.db(tx =>
        tx.run(
          q
            .updateTable('waybills')
            .set({ sign_by: Date.now() - 1 })
            .where('id', 'in', ids)
            .where('sign_by', 'is not', null),
        ),
      )
    await late([plain.id, disputed.id])
    expect(await signUndisputed(world.server.server.deps)).toBe(1)
    const shown = await detail(plain.id)
    expect([
      shown.state,
      shown.log.find(({ action }) => action === '自动签收')?.by,
      shown.payable,
      (await detail(disputed.id)).state,
    ]).toEqual(['signed', '系统', 902_500, 'disputed'])
    const decide = async (autoSign: boolean) => {
      const { version } = await world.as('shipper').send(getPolicies, {})
      await world.as('shipper').send(setPolicies, { version, decisions: { ...decisionsOf(policiesOf({})), autoSign } })
    }
    await decide(false)
    await late([kept.id])
    expect([await signUndisputed(world.server.server.deps), (await detail(kept.id)).state]).toEqual([0, 'toSign'])
    await decide(true)
    expect(await signUndisputed(world.server.server.deps)).toBe(1)
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
