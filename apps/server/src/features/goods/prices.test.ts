// Price plans over HTTP: what holds at an appointment, what the job writes and tells, who sees which price.
import { getGoods, listGoods, takeGoods } from '@yunshu/contract/goods/goods'
import { getRepublish, getGoodsSaid, changeGoods } from '@yunshu/contract/goods/change'
import { appoint } from '@yunshu/contract/task/task'
import { getWaybill } from '@yunshu/contract/waybill/details'
import { HOUR_MS } from '@yunshu/domain/figures/time'
import { unitPrice } from '@yunshu/domain/figures/unitPrice'
import { grams } from '@yunshu/domain/figures/weight'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoUserId } from '../../../demo/people.ts'
import { startFreightWorld, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'
import { applyPrices } from './goods.jobs.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
})
afterAll(() => world.stop())

/** Goods whose price rises to 300 and later to 310 元/吨. */
const planned = () =>
  world.publish({
    priceSteps: [
      { unitPrice: unitPrice(3_000_000), effectiveAt: Date.now() + HOUR_MS },
      { unitPrice: unitPrice(3_100_000), effectiveAt: Date.now() + 2 * HOUR_MS },
    ],
  })

/** Lets the first steps of the plan come into force, as if the time had passed. */
const pass = (id: string, steps: number) =>
  world.server.db(tx =>
    tx.run(
      sql`
  update goods set next_price_at = ${Date.now() - 1}, body = jsonb_set(body, '{priceSteps}', (
    select jsonb_agg(case when n <= ${steps}::int
      then jsonb_set(step, '{effectiveAt}', to_jsonb((${Date.now()}::bigint - 10 + n))) else step end order by n)
    from jsonb_array_elements(body->'priceSteps') with ordinality as s (step, n))) where id = ${id}`.compile(q),
    ),
  )
const row = (id: string) =>
  world.server.db(tx =>
    tx.one(
      q
        .selectFrom('goods')
        .select(['shipper_unit_price', 'carrier_unit_price', 'next_price_at', 'version'])
        .where('id', '=', id),
    ),
  )
const dispatch = async (taskId: string) => {
  const [truck] = await world.trucks(1)
  const made = await world.as('carrier').send(appoint, {
    taskId,
    version: 2,
    lines: [{ vehicleId: truck?.vehicleId ?? '', driverId: truck?.driverId ?? '', qty: 1, weightG: grams(32_000_000) }],
  })
  return world.as('admin').send(getWaybill, { id: made.waybills[0]?.id ?? '' })
}

describe('a price plan', () => {
  it('is shown to each side with its own prices', async () => {
    const { id } = await planned()
    expect(
      (await world.as('shipper').send(getGoods, { id })).priceSteps.map(({ shipperUnitPrice, carrierUnitPrice }) => [
        shipperUnitPrice,
        carrierUnitPrice,
      ]),
    ).toEqual([
      [3_000_000, undefined],
      [3_100_000, undefined],
    ])
    expect(
      (await world.as('carrier').send(getGoods, { id })).priceSteps.map(({ shipperUnitPrice, carrierUnitPrice }) => [
        shipperUnitPrice,
        carrierUnitPrice,
      ]),
    ).toEqual([
      [undefined, 2_850_000],
      [undefined, 2_945_000],
    ])
    expect((await world.as('shipper').send(listGoods, {})).rows[0]?.nextPriceAt).toBeGreaterThan(Date.now())
  })

  it('sets the price of an appointment even before the job has run', async () => {
    const { id } = await planned()
    const { taskId } = await world.as('carrier').send(takeGoods, { goodsId: id, qty: 5 })
    await pass(id, 1)
    expect((await row(id)).shipper_unit_price).toBe(2_932_100)
    expect((await dispatch(taskId)).shipperFreight).toBe(960_000)
    expect((await world.as('shipper').send(getGoods, { id })).shipperUnitPrice).toBe(3_000_000)
  })

  it('is written by the job, once, with old → new in the history, and told to carriers without amounts', async () => {
    const { id, goodsNo } = await planned()
    await pass(id, 1)
    expect(await applyPrices(world.server.server.deps)).toBeGreaterThan(0)
    expect(await applyPrices(world.server.server.deps)).toBe(0)
    const next = (await row(id)).next_price_at
    expect(await row(id)).toMatchObject({ shipper_unit_price: 3_000_000, carrier_unit_price: 2_850_000, version: 3 })
    expect(next).toBeGreaterThan(Date.now())
    expect((await world.as('shipper').send(getGoods, { id })).log[0]).toMatchObject({
      by: '系统',
      action: '价格计划生效',
      diff: [{ field: '托运单价', old: '293.21 元/吨', new: '300.00 元/吨' }],
    })
    const told = async () =>
      JSON.stringify(
        await world.server.db(tx =>
          tx.rows(q.selectFrom('inbox').select('frame').where('user_id', '=', demoUserId('carrier'))),
        ),
      )
    await expect.poll(told).toContain(`货源 ${goodsNo} 的新价格已按计划生效`)
  })

  it('comes through to its last step when several have come into force at once', async () => {
    const { id } = await planned()
    await pass(id, 2)
    await applyPrices(world.server.server.deps)
    expect(await row(id)).toMatchObject({
      shipper_unit_price: 3_100_000,
      carrier_unit_price: 2_945_000,
      next_price_at: null,
    })
  })

  it('is the base of a change and of a new order: the price in force, and the steps still to come', async () => {
    const { id } = await planned()
    await pass(id, 1)
    const said = await world.as('shipper').send(getGoodsSaid, { id })
    expect([said.fields.unitPrice, said.fields.priceSteps?.map(step => step.unitPrice)]).toEqual([
      3_000_000,
      [3_100_000],
    ])
    const again = await world.as('shipper').send(getRepublish, { id })
    expect([again.fields.unitPrice, again.fields.priceSteps?.length, again.left]).toEqual([
      3_000_000,
      1,
      ['已过去的价格计划 1 项'],
    ])
    // a new price takes the place of the steps that are over, not of those to come
    await world.as('shipper').send(changeGoods, {
      id,
      version: said.version,
      reason: '降价',
      appliesToOpen: false,
      ...said.fields,
      unitPrice: unitPrice(2_500_000),
    })
    expect((await world.as('shipper').send(getGoods, { id })).shipperUnitPrice).toBe(2_500_000)
    await applyPrices(world.server.server.deps)
    expect(await row(id)).toMatchObject({ shipper_unit_price: 2_500_000 })
  })
})
