// The life of a waybill over HTTP beside its usual steps: corrections, disputes, and what time does to it.
import { appoint } from '@yunshu/contract/task/task'
import { moveWaybill } from '@yunshu/contract/waybill/waybill'
import { getWaybill } from '@yunshu/contract/waybill/details'
import { correctWaybill, stepBackWaybill, swapVehicle } from '@yunshu/contract/waybill/life'
import { getGoods } from '@yunshu/contract/goods/goods'
import { setPolicies, getPolicies } from '@yunshu/contract/policy'
import { decisionsOf, policiesOf, withoutHouses } from '@yunshu/domain/company/company'
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
      { field: '装货重量', old: '32.400 吨', new: '' },
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
      await world
        .as('shipper')
        .send(setPolicies, { version, decisions: { ...decisionsOf(withoutHouses(policiesOf({}))), autoSign } })
    }
    await decide(false)
    await late([kept.id])
    expect([await signUndisputed(world.server.server.deps), (await detail(kept.id)).state]).toEqual([0, 'toSign'])
    await decide(true)
    expect(await signUndisputed(world.server.server.deps)).toBe(1)
  })
})
