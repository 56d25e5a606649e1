// Appointing over HTTP: candidates with what speaks against them, all lines or none, and everything judged again under lock.
import type { Input } from '@yunshu/contract/call'
import { getGoods } from '@yunshu/contract/goods'
import { appoint, getAppointView, listTasks } from '@yunshu/contract/task'
import { getWaybill } from '@yunshu/contract/waybill'
import { DAY_MS } from '@yunshu/domain/time'
import { unitPrice } from '@yunshu/domain/unitPrice'
import { grams } from '@yunshu/domain/weight'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../http/ctx.ts'
import { asSystem } from '../../jobs/system.ts'
import { startFreightWorld, type FreightWorld, type Truck } from '../goods/freightWorld.testing.ts'
import { findAppointView } from './appoint.queries.ts'

let world: FreightWorld
beforeAll(async () => { world = await startFreightWorld() })
afterAll(() => world.stop())

type Lines = Input<typeof appoint>['lines']
const linesOf = (fleet: readonly Truck[], over: Partial<Lines[number]> = {}): Lines => fleet.map(({ vehicleId, driverId }) => ({ vehicleId, driverId, qty: 1, weightG: grams(32_000_000), ...over }))
const setVehicle = (id: string, set: { paper?: string; licence_expiry?: number; tonnage_g?: number; type_code?: string }) => world.server.db((tx) => tx.run(q.updateTable('vehicles').set(set).where('id', '=', id)))
const setDriver = (id: string, set: { paper?: string; qualification_expiry?: number; licence_class?: string }) => world.server.db((tx) => tx.run(q.updateTable('drivers').set(set).where('id', '=', id)))
const waybillCount = (taskId: string) => world.server.db(async (tx) => (await tx.rows(q.selectFrom('waybills').select('id').where('task_id', '=', taskId))).length)

describe('the appoint page', () => {
  it('lists vehicles and drivers with the reasons why they cannot be chosen', async () => {
    const { taskId } = await world.task()
    const [good, unverified, expired, light] = await world.trucks(4)
    if (!good || !unverified || !expired || !light) throw new Error('no trucks')
    await setVehicle(unverified.vehicleId, { paper: 'pending' })
    await setVehicle(expired.vehicleId, { licence_expiry: Date.now() - 2 * DAY_MS })
    await setVehicle(light.vehicleId, { tonnage_g: 1_495_000 })
    await setDriver(unverified.driverId, { paper: 'rejected' })
    await setDriver(expired.driverId, { qualification_expiry: Date.now() - 2 * DAY_MS })
    const view = await world.as('carrier').send(getAppointView, { taskId })
    const vehicle = (truck: Truck) => view.vehicles.find((one) => one.id === truck.vehicleId)?.faults.join()
    const driver = (truck: Truck) => view.drivers.find((one) => one.id === truck.driverId)?.faults.join()
    expect([vehicle(good), driver(good)]).toEqual(['', ''])
    expect([vehicle(unverified), driver(unverified)]).toEqual([expect.stringContaining('尚未通过认证'), expect.stringContaining('尚未通过认证')])
    expect([vehicle(expired), driver(expired)]).toEqual([expect.stringContaining('行驶证已于'), expect.stringContaining('从业资格证已于')])
    expect(vehicle(light)).toContain('1.495吨')
    expect(view.task).toMatchObject({ id: taskId, remainQty: 20 })
  })

  it('asks the database a fixed number of times, however many trucks there are', async () => {
    const { taskId } = await world.task()
    const statements = () => asSystem(world.server.server.deps, async (ctx) => {
      let n = 0
      const tx = { ...ctx.tx, rows: ((query) => { n++; return ctx.tx.rows(query) }) satisfies Ctx['tx']['rows'], one: ((query) => { n++; return ctx.tx.one(query) }) satisfies Ctx['tx']['one'] }
      await findAppointView({ ...ctx, tx }, taskId)
      return n
    })
    const few = await statements()
    expect(few).toBeGreaterThan(3)
    await world.trucks(40)
    expect(await statements()).toBe(few)
  })

  it('[PM-08] is for the carrier of the task and the house, not for another carrier', async () => {
    const { taskId } = await world.task()
    expect((await world.as('carrier2').ask(getAppointView, { taskId })).http).toBe(404)
    expect((await world.as('shipper').ask(getAppointView, { taskId })).http).toBe(403)
    expect((await world.as('platform-ops').send(getAppointView, { taskId })).task.id).toBe(taskId)
  })
})

describe('appointing', () => {
  it('makes numbered waybills with the snapshot, the estimate and the counters, and takes the quantity from the task', async () => {
    const { taskId, goodsId } = await world.task({ totalQty: 3 })
    const fleet = await world.trucks(3)
    const first = await world.as('carrier').send(appoint, { taskId, version: 2, lines: linesOf(fleet.slice(0, 2)) })
    expect(first.waybills.map((waybill) => waybill.plate)).toEqual(fleet.slice(0, 2).map((truck) => truck.plate))
    for (const waybill of first.waybills) expect(waybill.waybillNo).toMatch(/^YD\d{6}\d{8}$/)
    expect((await world.as('carrier').send(listTasks, { limit: 1 })).rows[0]).toMatchObject({ state: 'dispatching', remainQty: 1 })
    const last = await world.as('carrier').send(appoint, { taskId, version: first.taskVersion, lines: linesOf(fleet.slice(2)) })
    expect((await world.as('carrier').send(listTasks, { limit: 1 })).rows[0]).toMatchObject({ state: 'done', remainQty: 0, version: last.taskVersion })
    const detail = await world.as('admin').send(getWaybill, { id: first.waybills[0]?.id ?? '' })
    // 32 t × 293.21 = 9,382.72; carrier 278.5495 × 32 = 8,913.584; oil 30 % of it cut to fen
    expect(detail).toMatchObject({ state: 'toAccept', goodsId, shipperFreight: 938_272, carrierFreight: 891_358, payable: 891_358, oil: 267_407, margin: 46_914, shipperUnitPrice: 2_932_100, receiptState: 'none', settleState: 'unsettled' })
    expect(detail.charges.map((charge) => [charge.side, charge.amount, charge.state])).toEqual([['SHIPPER', 938_272, '预估'], ['CARRIER', 891_358, '预估']])
  })

  it('makes all waybills or none', async () => {
    const { taskId } = await world.task({ totalQty: 2 })
    const [good, bad] = await world.trucks(2)
    if (!good || !bad) throw new Error('no trucks')
    await setVehicle(bad.vehicleId, { paper: 'rejected' })
    const { envelope } = await world.as('carrier').ask(appoint, { taskId, version: 2, lines: linesOf([good, bad]) })
    expect(envelope).toMatchObject({ code: 1402, data: { fields: { 'lines.1': expect.stringContaining(bad.plate) } } })
    expect(await waybillCount(taskId)).toBe(0)
  })

  it.each<[string, number, (truck: Truck) => Promise<unknown>, Partial<Lines[number]>]>([
    ['an expired paper', 1401, (truck) => setVehicle(truck.vehicleId, { licence_expiry: Date.now() - 2 * DAY_MS }), {}],
    ['an unverified driver', 1402, (truck) => setDriver(truck.driverId, { paper: 'pending' }), {}],
    ['a load above the payload', 1404, () => Promise.resolve(), { weightG: grams(33_500_001) }],
    ['a licence that is not enough', 1407, (truck) => setDriver(truck.driverId, { licence_class: 'B2' }), {}],
    ['two trucks on one vehicle', 4001, () => Promise.resolve(), { qty: 2 }],
    ['no weight', 4001, () => Promise.resolve(), { weightG: grams(0) }],
  ])('refuses %s', async (_name, code, prepare, over) => {
    const { taskId } = await world.task({ totalQty: 2 })
    const fleet = await world.trucks(1)
    if (fleet[0]) await prepare(fleet[0])
    expect((await world.as('carrier').ask(appoint, { taskId, version: 2, lines: linesOf(fleet, over) })).envelope.code).toBe(code)
    expect(await waybillCount(taskId)).toBe(0)
  })

  it('refuses more than is left, a stale version, one vehicle twice, and a foreign vehicle', async () => {
    const { taskId } = await world.task({ totalQty: 1 })
    const fleet = await world.trucks(2)
    const ask = async (lines: Lines, version = 2) => (await world.as('carrier').ask(appoint, { taskId, version, lines })).envelope.code
    expect(await ask(linesOf(fleet))).toBe(1301)
    expect(await ask(linesOf(fleet.slice(0, 1)), 1)).toBe(4090)
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
    const other = await world.task({ totalQty: 1, loadPoints: [{ name: '钢厂', regionCode: '130203', regionName: '河北省唐山市路北区', address: '钢城街66号', contact: '王建国', mobile: '19900001234' }] })
    const { envelope } = await world.as('carrier').ask(appoint, { taskId: other.taskId, version: 2, lines: linesOf([truck]) })
    expect(envelope).toMatchObject({ code: 1403, message: expect.stringContaining('已有运单YD') })
    await world.as('carrier').send(appoint, { taskId: other.taskId, version: 2, lines: linesOf([truck], { plannedLoadAt: Date.now() + 2 * DAY_MS }) })
  })

  it('lets exactly ten open waybills onto one vehicle when many appoint it at once', async () => {
    // thirteen drivers, one vehicle: only its own lock keeps them in line
    const fleet = await world.trucks(13)
    const vehicleId = fleet[0]?.vehicleId ?? ''
    const tasks = await Promise.all(Array.from({ length: 13 }, () => world.task({ totalQty: 1 })))
    const answers = await Promise.all(tasks.map(({ taskId }, n) => world.as('carrier').ask(appoint, { taskId, version: 2, lines: linesOf(fleet.slice(n, n + 1), { vehicleId }) })))
    expect(answers.map((answer) => answer.envelope.code).sort((a, b) => a - b)).toEqual([...Array.from({ length: 10 }, () => 0), 1405, 1405, 1405])
  })

  it('takes the same quantity once when two dispatchers press at the same moment', async () => {
    const { taskId } = await world.task({ totalQty: 1 })
    const fleet = await world.trucks(2)
    const answers = await Promise.all(fleet.map((truck) => world.as('carrier').ask(appoint, { taskId, version: 2, lines: linesOf([truck]) })))
    expect(answers.map((answer) => answer.envelope.code).sort((a, b) => a - b)).toEqual([0, 4090])
    expect(await waybillCount(taskId)).toBe(1)
  })

  it('counts by the ton: quantity and weight are one', async () => {
    const goods = await world.task({ quantityMode: 'BY_TON', totalQty: 60_000_000, perTruckMax: 32_500_000, unitPrice: unitPrice(1_000_000) })
    const fleet = await world.trucks(1)
    const ask = async (qty: number, weight: number) => (await world.as('carrier').ask(appoint, { taskId: goods.taskId, version: 2, lines: linesOf(fleet, { qty, weightG: grams(weight) }) })).envelope
    expect(await ask(33_000_000, 33_000_000)).toMatchObject({ code: 4001, message: '数量：单车数量不能超过32.500吨' })
    expect((await ask(30_000_000, 31_000_000)).code).toBe(4001)
    expect((await ask(30_000_000, 30_000_000)).code).toBe(0)
    expect((await world.as('shipper').send(getGoods, { id: goods.goodsId })).tasks[0]).toMatchObject({ remainQty: 30_000_000 })
  })

  it('refuses people without the permit and the shipper, who reads the task', async () => {
    const { taskId } = await world.task({ totalQty: 1 })
    const fleet = await world.trucks(1)
    expect((await world.as('carrier-finance').ask(appoint, { taskId, version: 2, lines: linesOf(fleet) })).http).toBe(403)
    expect((await world.as('shipper').ask(appoint, { taskId, version: 2, lines: linesOf(fleet) })).http).toBe(403)
    expect((await world.as('carrier2').ask(appoint, { taskId, version: 2, lines: linesOf(fleet) })).http).toBe(404)
  })
})
