// The appoint page over HTTP: who could drive, in which order, and what speaks against them.
import { saveFence } from '@yunshu/contract/fence/fence'
import { getAppointView, listDriverChoices, listVehicleChoices } from '@yunshu/contract/task/task'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import { grams } from '@yunshu/domain/figures/weight'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { startFreightWorld, type FreightWorld, type Truck } from '../../../../../tests/server/freightWorld.ts'
import { statementsOf } from '../../../../../tests/server/statementsOf.ts'
import { findDriverChoices, findVehicleChoices } from './candidates.queries.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
})
afterAll(() => world.stop())

describe('the appoint page', () => {
  it('lists vehicles and drivers with the reasons why they cannot be chosen', async () => {
    const { taskId } = await world.task()
    const [good, unverified, expired, light] = await world.trucks(4)
    if (!good || !unverified || !expired || !light) throw new Error('no trucks')
    await world.setVehicle(unverified.vehicleId, { paper: 'pending' })
    await world.setVehicle(expired.vehicleId, { licence_expiry: Date.now() - 2 * DAY_MS })
    await world.setVehicle(light.vehicleId, { tonnage_g: 1_495_000 })
    await world.setDriver(unverified.driverId, { paper: 'rejected' })
    await world.setDriver(expired.driverId, { qualification_expiry: Date.now() - 2 * DAY_MS })
    const view = await world.as('carrier').send(getAppointView, { taskId })
    const vehicles = await world.as('carrier').send(listVehicleChoices, { taskId })
    const drivers = await world.as('carrier').send(listDriverChoices, { taskId })
    const vehicle = (truck: Truck) => vehicles.rows.find(one => one.id === truck.vehicleId)?.faults.join()
    const driver = (truck: Truck) => drivers.rows.find(one => one.id === truck.driverId)?.faults.join()
    expect([vehicle(good), driver(good)]).toEqual(['', ''])
    expect([vehicle(unverified), driver(unverified)]).toEqual([
      expect.stringContaining('尚未通过认证'),
      expect.stringContaining('尚未通过认证'),
    ])
    expect([vehicle(expired), driver(expired)]).toEqual([
      expect.stringContaining('行驶证已于'),
      expect.stringContaining('从业资格证已于'),
    ])
    expect(vehicle(light)).toContain('1.495 吨')
    expect(view.task).toMatchObject({ id: taskId, remainQty: 20 })
  })

  it('asks the database a fixed number of times, however many trucks there are', async () => {
    const { taskId } = await world.task()
    const statements = () =>
      statementsOf(world, async ctx => {
        await findVehicleChoices(ctx, { taskId })
        await findDriverChoices(ctx, { taskId })
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

describe('candidates', () => {
  it('are ranked by the server: who can go, the least busy, whose payload is just enough, the nearest, with the driver who last drove', async () => {
    const { taskId, goodsId } = await world.task({
      totalQty: 4,
      items: [{ name: '动力煤', cargoCode: '0100', weightG: grams(30_000_000 * 4) }],
    })
    const [heavy, fit, busy, far, near] = await world.trucks(5, 'carrier3')
    if (!heavy || !fit || !busy || !far || !near) throw new Error('no trucks')
    const carrierId = demoCompanyId('carrier3')
    await world.waybills(1)
    await world.server.db(async tx => {
      await tx.run(q.updateTable('tasks').set({ carrier_id: carrierId }).where('id', '=', taskId))
      for (const [truck, tonnage] of [
        [heavy, 40_000_000],
        [fit, 30_500_000],
        [busy, 30_500_000],
        [far, 30_500_000],
        [near, 30_500_000],
      ] as const)
        await tx.run(q.updateTable('vehicles').set({ tonnage_g: tonnage }).where('id', '=', truck.vehicleId))
      const [some] = await tx.rows(q.selectFrom('waybills').selectAll().limit(1))
      if (!some) throw new Error('no waybill to copy')
      const haul = (truck: Truck, state: string, region: string, n: number) =>
        tx.run(
          q.insertInto('waybills').values({
            ...some,
            id: v7(),
            waybill_no: `YDTEST${n}`,
            state,
            vehicle_id: truck.vehicleId,
            driver_id: truck.driverId,
            plate: truck.plate,
            carrier_id: carrierId,
            task_id: null,
            unload_region: region,
            unload_place: region,
            payee_id: null,
            body: JSON.stringify(some.body),
            receipt: JSON.stringify(some.receipt),
            created_at: Date.now() - 9 * DAY_MS,
            planned_load_at: null,
          }),
        )
      await haul(far, 'finished', '310115', 1)
      await haul(near, 'finished', '610802', 2)
      await haul(busy, 'toSign', '610802', 3)
    })
    const { rows, able, all } = await world.as('carrier3').send(listVehicleChoices, { taskId })
    expect(rows.map(row => row.name)).toEqual([near, far, fit, heavy, busy].map(truck => truck.plate))
    expect([able, all]).toEqual([5, 5])
    expect(rows[0]).toMatchObject({
      lastPlace: '610802（与装货地同区县）',
      driver: { id: near.driverId, licenceClass: 'A2', payees: [] },
    })
    expect(rows[2]?.driver).toBeUndefined()
    const drivers = await world.as('carrier3').send(listDriverChoices, { taskId })
    expect(drivers.rows.at(-1)).toMatchObject({ id: busy.driverId, openWaybills: 1 })
    expect(
      (
        await world.as('carrier3').send(listVehicleChoices, {
          taskId,
          text: near.plate.slice(0, 3).toLowerCase() + ' · ' + near.plate.slice(3),
        })
      ).rows.map(row => row.id),
    ).toEqual([near.vehicleId])
    // a live position says more than where it unloaded, and one that is a day old nothing
    const live = (truck: Truck, receivedAt: number) =>
      world.server.db(tx =>
        tx.run(
          sql`insert into vehicle_live (track_no, vehicle_id, lon_e6, lat_e6, datum, speed, heading, at, received_at,
            state, source, rev)
            select track_no, id, 109734567, 38285390, 1, 0, 0, ${receivedAt}::bigint, ${receivedAt}::bigint, 3, 0, 1
              from vehicles where id = ${truck.vehicleId}::uuid`.compile(q),
        ),
      )
    await world.as('shipper').send(saveFence, {
      goodsId,
      kind: 'load',
      pointNo: 0,
      centre: { lonE6: 109_800_000, latE6: 38_285_390 },
      radius: 500,
      slots: [],
      isOn: true,
    })
    await live(far, Date.now() - 60_000)
    await live(fit, Date.now() - 2 * DAY_MS)
    const after = await world.as('carrier3').send(listVehicleChoices, { taskId })
    const [first] = after.rows
    expect([
      first?.name,
      first !== undefined && first.live !== undefined && Math.round(first.live.metres / 1000) === 6,
    ]).toEqual([far.plate, true])
    expect(after.rows.filter(({ live: seen }) => seen !== undefined).map(row => row.name)).toEqual([far.plate])
    // the house sees no free time of carriers
    expect(
      (await world.as('platform-ops').send(listVehicleChoices, { taskId })).rows.some(row => row.live !== undefined),
    ).toBe(false)
  })
})
