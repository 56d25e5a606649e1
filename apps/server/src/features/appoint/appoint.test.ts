// Appointing over HTTP: all lines or none, and everything judged again under lock.
import type { Input } from '@yunshu/contract/call'
import { getGoods } from '@yunshu/contract/goods/goods'
import { appoint, getAppointView, listTasks, listVehicleChoices } from '@yunshu/contract/task/task'
import { getWaybill } from '@yunshu/contract/waybill/details'
import { fen } from '@yunshu/domain/figures/money'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { unitPrice } from '@yunshu/domain/figures/unitPrice'
import { grams } from '@yunshu/domain/figures/weight'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { asSystem } from '../../work/system.ts'
import { openDebt } from '../debt/open.commands.ts'
import { signedWaybill } from '../../../../../tests/server/settlementWorld.ts'
import { addColleague } from '../../../../../tests/server/colleagues.ts'
import { startFreightWorld, type FreightWorld, type Truck } from '../../../../../tests/server/freightWorld.ts'
import type { Client } from '../../../../../tests/server/testServer.ts'
import { untilServed } from '../../../../../tests/server/untilServed.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
})
afterAll(() => world.stop())

type Lines = Input<typeof appoint>['lines']
const linesOf = (fleet: readonly Truck[], over: Partial<Lines[number]> = {}): Lines =>
  fleet.map(({ vehicleId, driverId }) => ({ vehicleId, driverId, qty: 1, weightG: grams(32_000_000), ...over }))
const waybillCount = (taskId: string) =>
  world.server.db(
    async tx => (await tx.rows(q.selectFrom('waybills').select('id').where('task_id', '=', taskId))).length,
  )

describe('appointing', () => {
  it('makes numbered waybills with the snapshot, the estimate and the counters, and takes the quantity from the task', async () => {
    const { taskId, goodsId } = await world.task({ totalQty: 3 })
    const fleet = await world.trucks(3)
    const first = await world.as('carrier').send(appoint, { taskId, version: 2, lines: linesOf(fleet.slice(0, 2)) })
    expect(first.waybills.map(waybill => waybill.plate)).toEqual(fleet.slice(0, 2).map(truck => truck.plate))
    for (const waybill of first.waybills) expect(waybill.waybillNo).toMatch(/^YD\d{6}\d{8}$/)
    expect((await world.as('carrier').send(listTasks, { limit: 1 })).rows[0]).toMatchObject({
      state: 'dispatching',
      remainQty: 1,
    })
    const last = await world
      .as('carrier')
      .send(appoint, { taskId, version: first.taskVersion, lines: linesOf(fleet.slice(2)) })
    expect((await world.as('carrier').send(listTasks, { limit: 1 })).rows[0]).toMatchObject({
      state: 'done',
      remainQty: 0,
      version: last.taskVersion,
    })
    const detail = await world.as('admin').send(getWaybill, { id: first.waybills[0]?.id ?? '' })
    // 32 t × 293.21 = 9,382.72; carrier 278.5495 × 32 = 8,913.584; oil 30 % of it cut to fen
    expect(detail).toMatchObject({
      state: 'toAccept',
      goodsId,
      shipperFreight: 938_272,
      carrierFreight: 891_358,
      payable: 891_358,
      oil: 267_407,
      margin: 46_914,
      shipperUnitPrice: 2_932_100,
      receiptState: 'none',
      settleState: 'unsettled',
    })
    expect(detail.charges.map(charge => [charge.side, charge.amount, charge.state])).toEqual([
      ['SHIPPER', 938_272, '预估'],
      ['CARRIER', 891_358, '预估'],
    ])
  })

  it('makes all waybills or none', async () => {
    const { taskId } = await world.task({ totalQty: 2 })
    const [good, bad] = await world.trucks(2)
    if (!good || !bad) throw new Error('no trucks')
    await world.setVehicle(bad.vehicleId, { paper: 'rejected' })
    const { envelope } = await world.as('carrier').ask(appoint, { taskId, version: 2, lines: linesOf([good, bad]) })
    expect(envelope).toMatchObject({ code: 1402, data: { fields: { 'lines.1': expect.stringContaining(bad.plate) } } })
    expect(await waybillCount(taskId)).toBe(0)
  })

  it.each<[string, number, (truck: Truck) => Promise<unknown>, Partial<Lines[number]>]>([
    [
      'an expired paper',
      1401,
      truck => world.setVehicle(truck.vehicleId, { licence_expiry: Date.now() - 2 * DAY_MS }),
      {},
    ],
    ['an unverified driver', 1402, truck => world.setDriver(truck.driverId, { paper: 'pending' }), {}],
    ['a load above the payload', 1404, () => Promise.resolve(), { weightG: grams(33_500_001) }],
    ['a licence that is not enough', 1407, truck => world.setDriver(truck.driverId, { licence_class: 'B2' }), {}],
    ['two trucks on one vehicle', 4001, () => Promise.resolve(), { qty: 2 }],
    ['no weight', 4001, () => Promise.resolve(), { weightG: grams(0) }],
  ])('refuses %s', async (_name, code, prepare, over) => {
    const { taskId } = await world.task({ totalQty: 2 })
    const fleet = await world.trucks(1)
    if (fleet[0]) await prepare(fleet[0])
    expect(
      (await world.as('carrier').ask(appoint, { taskId, version: 2, lines: linesOf(fleet, over) })).envelope.code,
    ).toBe(code)
    expect(await waybillCount(taskId)).toBe(0)
  })

  it('refuses more than is left, a stale version, one vehicle twice, and a foreign vehicle', async () => {
    const { taskId } = await world.task({ totalQty: 1 })
    const fleet = await world.trucks(2)
    const ask = async (lines: Lines, version = 2) =>
      (await world.as('carrier').ask(appoint, { taskId, version, lines })).envelope.code
    expect(await ask(linesOf(fleet))).toBe(1301)
    expect(await ask(linesOf(fleet.slice(0, 1)), 1)).toBe(1307)
    expect(await ask([...linesOf(fleet.slice(0, 1)), ...linesOf(fleet.slice(0, 1))])).toBe(4001)
    expect(await ask(linesOf(await world.trucks(1, 'carrier2')))).toBe(4041)
  })

  it('refuses a vehicle that is on another route at the time, and lets it carry a second load of the same route', async () => {
    const [truck] = await world.trucks(1)
    if (!truck) throw new Error('no truck')
    const one = await world.task({ totalQty: 1 })
    await world.as('carrier').send(appoint, { taskId: one.taskId, version: 2, lines: linesOf([truck]) })
    const same = await world.task({ totalQty: 1 })
    await world.as('carrier').send(appoint, { taskId: same.taskId, version: 2, lines: linesOf([truck]) })
    const other = await world.task({
      totalQty: 1,
      loadPoints: [
        {
          name: '钢厂',
          regionCode: '130203',
          regionName: '河北省唐山市路北区',
          address: '钢城街66号',
          contact: '王建国',
          mobile: '19900001234',
        },
      ],
    })
    const { envelope } = await world
      .as('carrier')
      .ask(appoint, { taskId: other.taskId, version: 2, lines: linesOf([truck]) })
    expect(envelope).toMatchObject({ code: 1403, message: expect.stringContaining('已有运单YD') })
    await world.as('carrier').send(appoint, {
      taskId: other.taskId,
      version: 2,
      lines: linesOf([truck], { plannedLoadAt: Date.now() + 2 * DAY_MS }),
    })
  })

  it('lets exactly ten open waybills onto one vehicle when many appoint it at once', async () => {
    // thirteen drivers, one vehicle: only its own lock keeps them in line
    const fleet = await world.trucks(13)
    const vehicleId = fleet[0]?.vehicleId ?? ''
    const tasks = await Promise.all(Array.from({ length: 13 }, () => world.task({ totalQty: 1 })))
    const answers = await Promise.all(
      tasks.map(({ taskId }, n) =>
        world.as('carrier').ask(appoint, { taskId, version: 2, lines: linesOf(fleet.slice(n, n + 1), { vehicleId }) }),
      ),
    )
    expect(answers.map(answer => answer.envelope.code).sort((a, b) => a - b)).toEqual([
      ...Array.from({ length: 10 }, () => 0),
      1405,
      1405,
      1405,
    ])
  })

  it('takes the same quantity once when two dispatchers press at the same moment', async () => {
    const { taskId } = await world.task({ totalQty: 1 })
    const fleet = await world.trucks(2)
    const answers = await Promise.all(
      fleet.map(truck => world.as('carrier').ask(appoint, { taskId, version: 2, lines: linesOf([truck]) })),
    )
    expect(answers.map(answer => answer.envelope.code).sort((a, b) => a - b)).toEqual([0, 1301])
    expect(answers.find(answer => answer.envelope.code === 1301)?.envelope).toMatchObject({
      message: '任务剩余数量不足（剩余 0 车）',
      data: { remainQty: 0 },
    })
    expect(await waybillCount(taskId)).toBe(1)
  })

  it('gives the last truck to exactly one of 200 who send at once; the others read what is left', async () => {
    const { taskId } = await world.task({ totalQty: 1 })
    const fleet = await world.trucks(200)
    const answers = await Promise.all(
      fleet.map(truck =>
        untilServed(() => world.as('carrier').ask(appoint, { taskId, version: 2, lines: linesOf([truck]) })),
      ),
    )
    const codes = answers.map(({ envelope }) => envelope.code)
    expect(codes.filter(code => code === 0)).toHaveLength(1)
    expect(codes.filter(code => code === 1301)).toHaveLength(199)
    expect(await waybillCount(taskId)).toBe(1)
  })

  it('tells who comes second with too much what is left, and lets it go on with the version it reads then', async () => {
    const { taskId } = await world.task({ totalQty: 3 })
    const [first, ...others] = await world.trucks(4)
    if (!first) throw new Error('no trucks')
    await world.as('carrier').send(appoint, { taskId, version: 2, lines: linesOf([first]) })
    expect(
      (await world.as('carrier').ask(appoint, { taskId, version: 2, lines: linesOf(others) })).envelope,
    ).toMatchObject({ code: 1301, data: { remainQty: 2 } })
    expect(
      (await world.as('carrier').ask(appoint, { taskId, version: 2, lines: linesOf(others.slice(0, 2)) })).envelope,
    ).toMatchObject({ code: 1307, data: { remainQty: 2 } })
    const { task, goodsWeight } = await world.as('carrier').send(getAppointView, { taskId })
    expect(goodsWeight, 'trucks share the weight the goods state').toMatchObject({ qty: expect.any(Number) as number })
    await world.as('carrier').send(appoint, { taskId, version: task.version, lines: linesOf(others.slice(0, 2)) })
  })

  it('keeps the trucks of a day under parallel appointments and says how many may still go', async () => {
    const tons = 30_000_000
    const { taskId } = await world.task({
      kind: 'SH',
      quantityMode: 'BY_TON',
      totalQty: tons * 8,
      perTruckMax: tons,
      dailyTrucks: 3,
      unitPrice: unitPrice(1_000_000),
      poundRule: { loadPhoto: false, loadWeight: true, unloadPhoto: false, unloadWeight: true },
    })
    const fleet = await world.trucks(6)
    const lines = (truck: Truck) => linesOf([truck], { qty: tons, weightG: grams(tons) })
    const seen = await world.as('carrier').send(getAppointView, { taskId })
    expect(seen.trucksToday).toBe(3)
    expect(seen, 'weight is what is counted').not.toHaveProperty('goodsWeight')
    const answers = await Promise.all(
      fleet.map(truck =>
        untilServed(async () => {
          const { task } = await world.as('carrier').send(getAppointView, { taskId })
          const answer = await world.as('carrier').ask(appoint, { taskId, version: task.version, lines: lines(truck) })
          // the loser of the race tries again with the new version
          return answer.envelope.code === 1307 ? { ...answer, http: 503 } : answer
        }),
      ),
    )
    const codes = answers.map(({ envelope }) => envelope.code)
    expect(codes.sort((a, b) => a - b)).toEqual([0, 0, 0, 1208, 1208, 1208])
    expect((await world.as('carrier').send(getAppointView, { taskId })).trucksToday).toBe(0)
  })

  it('refuses blacklisted and retired vehicles and drivers, and payees that are not the driver’s', async () => {
    const { taskId } = await world.task({ totalQty: 5 })
    const [black, gone, driverless, good] = await world.trucks(4)
    if (!black || !gone || !driverless || !good) throw new Error('no trucks')
    await world.server.db(async tx => {
      await tx.run(
        q
          .updateTable('vehicles')
          .set({
            blacklisted_at: Date.now(),
            blacklist_reason: '倒卖油卡',
            blacklisted_by: '张三',
            blacklisted_side: 'carrier',
          })
          .where('id', '=', black.vehicleId),
      )
      await tx.run(q.updateTable('vehicles').set({ retired_at: Date.now() }).where('id', '=', gone.vehicleId))
      await tx.run(
        q
          .updateTable('drivers')
          .set({
            blacklisted_at: Date.now(),
            blacklist_reason: '酒驾',
            blacklisted_by: '张三',
            blacklisted_side: 'carrier',
          })
          .where('id', '=', driverless.driverId),
      )
    })
    const ask = async (fleet: readonly Truck[], over = {}) =>
      (await world.as('carrier').ask(appoint, { taskId, version: 2, lines: linesOf(fleet, over) })).envelope
    expect(await ask([black])).toMatchObject({
      code: 1409,
      data: { fields: { 'lines.0': expect.stringContaining('倒卖油卡') } },
    })
    expect((await ask([gone])).code).toBe(1410)
    expect((await ask([driverless])).code).toBe(1409)
    expect(await ask([good], { payeeId: demoCompanyId('carrier') })).toMatchObject({
      code: 4001,
      data: { fields: { 'lines.0.payeeId': '不是该司机的有效收款人' } },
    })
    const { rows } = await world.as('carrier').send(listVehicleChoices, { taskId, text: black.plate })
    expect(rows).toMatchObject([
      { id: black.vehicleId, faults: expect.arrayContaining([expect.stringContaining('黑名单')]) },
    ])
    expect((await world.as('carrier').send(listVehicleChoices, { taskId, text: gone.plate })).all).toBe(0)
    expect(await waybillCount(taskId)).toBe(0)
  })

  it('counts by the ton: quantity and weight are one', async () => {
    const goods = await world.task({
      quantityMode: 'BY_TON',
      totalQty: 60_000_000,
      perTruckMax: 32_500_000,
      unitPrice: unitPrice(1_000_000),
    })
    const fleet = await world.trucks(1)
    const ask = async (qty: number, weight: number) =>
      (
        await world
          .as('carrier')
          .ask(appoint, { taskId: goods.taskId, version: 2, lines: linesOf(fleet, { qty, weightG: grams(weight) }) })
      ).envelope
    expect(await ask(33_000_000, 33_000_000)).toMatchObject({ code: 4001, message: '数量：单车数量不能超过32.500 吨' })
    expect((await ask(30_000_000, 31_000_000)).code).toBe(4001)
    expect((await ask(30_000_000, 30_000_000)).code).toBe(0)
    expect((await world.as('shipper').send(getGoods, { id: goods.goodsId })).tasks[0]).toMatchObject({
      remainQty: 30_000_000,
    })
  })

  it('refuses people without the permit and the shipper, who reads the task', async () => {
    const { taskId } = await world.task({ totalQty: 1 })
    const fleet = await world.trucks(1)
    expect((await world.as('carrier-finance').ask(appoint, { taskId, version: 2, lines: linesOf(fleet) })).http).toBe(
      403,
    )
    expect((await world.as('shipper').ask(appoint, { taskId, version: 2, lines: linesOf(fleet) })).http).toBe(403)
    expect((await world.as('carrier2').ask(appoint, { taskId, version: 2, lines: linesOf(fleet) })).http).toBe(404)
  })
})

describe('what the carrier owes the house', () => {
  const dealingOf = (taskId: string) =>
    world.server.db(tx =>
      tx.one(q.selectFrom('tasks').select(['shipper_id', 'carrier_id', 'branch_id']).where('id', '=', taskId)),
    )

  it('stands on the page for those who see debts, of the branch of the task alone, and stops nobody', async () => {
    const { taskId } = await world.task({ totalQty: 1 })
    const view = (who: Parameters<FreightWorld['as']>[0]) => world.as(who).send(getAppointView, { taskId })
    expect((await view('admin')).carrierDebt).toBeUndefined()
    const task = await dealingOf(taskId)
    const { id: waybillId } = await signedWaybill(world.server)
    const of = {
      settlementId: null,
      waybillId,
      shipperId: task.shipper_id,
      carrierId: task.carrier_id,
      branchId: task.branch_id,
    }
    await asSystem(world.server.server.deps, async ctx => {
      await openDebt({ ...ctx, now: ctx.now - 40 * DAY_MS }, 'FUEL', of, fen(120_000))
      await openDebt(ctx, 'FUEL', of, fen(3_000))
      await openDebt(ctx, 'FUEL', { ...of, branchId: demoCompanyId('branch2') }, fen(77_700))
    })
    const { carrierDebt: told, branchName } = await view('admin')
    expect([told?.owed, told?.count, branchName]).toEqual([123_000, 2, '运枢物流科技有限公司华北分公司'])
    expect(Date.now() - (told?.oldestAt ?? 0)).toBeGreaterThan(39 * DAY_MS)
    expect((await view('carrier')).carrierDebt).toEqual(told)
    expect((await view('carrier')).debtLimit).toBeUndefined()
    const fleet = await world.trucks(1)
    const { waybills } = await world.as('carrier').send(appoint, { taskId, version: 2, lines: linesOf(fleet) })
    expect(waybills).toHaveLength(1)
  })

  it('is confirmed above the limit of the house: the sum by those who see debts, the limit by those who do not', async () => {
    const { taskId } = await world.task({ totalQty: 2 })
    const view = (who: Parameters<FreightWorld['as']>[0]) => world.as(who).send(getAppointView, { taskId })
    const task = await dealingOf(taskId)
    const { carrierDebt: before } = await view('admin')
    const limit = 1_000_000
    const of = { settlementId: null, shipperId: task.shipper_id, carrierId: task.carrier_id, branchId: task.branch_id }
    const owe = async (amount: number) => {
      const { id: waybillId } = await signedWaybill(world.server)
      await asSystem(world.server.server.deps, ctx => openDebt(ctx, 'FUEL', { ...of, waybillId }, fen(amount)))
    }
    // to the fen at the limit nothing is asked
    await owe(limit - (before?.owed ?? 0))
    expect((await view('admin')).debtLimit).toBeUndefined()
    await owe(1)
    expect(await view('admin')).toMatchObject({ carrierDebt: { owed: limit + 1 }, debtLimit: limit })
    const { client: dispatcher } = await addColleague(world.server, {
      account: 'carrier-lane',
      company: 'carrier',
      permits: ['task.view', 'waybill.view', 'waybill.appoint'],
      dataScope: 'ALL',
    })
    const theirs = await dispatcher.send(getAppointView, { taskId })
    expect([theirs.carrierDebt, theirs.debtLimit]).toEqual([undefined, limit])
    const fleet = await world.trucks(2)
    const ask = (client: Client, n: number, version: number, expectDebt?: number) => {
      const seen = expectDebt === undefined ? {} : { expectDebt: fen(expectDebt) }
      return client.ask(appoint, { taskId, version, lines: linesOf(fleet.slice(n, n + 1)), ...seen })
    }
    const house = world.as('admin')
    const refused = await ask(house, 0, 2)
    expect(refused.envelope.message).toContain('共 10,000.01 元，超过上限 10,000.00 元')
    // a sum that was true before, and the limit instead of the sum, confirm nothing
    for (const seen of [limit, limit + 2]) expect((await ask(house, 0, 2, seen)).envelope.code).toBe(4001)
    expect((await ask(dispatcher, 0, 2, limit + 1)).envelope.message).toMatch(/的欠款超过上限 10,000\.00 元/)
    expect((await ask(house, 0, 2, limit + 1)).envelope.code).toBe(0)
    expect((await ask(dispatcher, 1, 3, limit)).envelope.code).toBe(0)
    const read = q.selectFrom('audit_log').select('diff').where('entity_id', '=', taskId)
    const audited = await world.server.db(tx => tx.rows(read))
    expect(JSON.stringify(audited)).toContain('10000.01')
  })
})
