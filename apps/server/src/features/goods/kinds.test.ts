// Kinds of goods over HTTP: trunk lines, bulk with its limits and weighbridges, goods the shipper assigns, public
// addresses.
import type { Input } from '@yunshu/contract/call'
import { getGoods, listGoods, listOffers, publishGoods, takeGoods } from '@yunshu/contract/goods/goods'
import { appoint } from '@yunshu/contract/task/task'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { grams } from '@yunshu/domain/figures/weight'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoUserId } from '../../../demo/people.ts'
import { systemCtx } from '../../../../../tests/server/ctxOf.ts'
import { assertDailyTrucks } from './dailyTrucks.queries.ts'
import {
  bulkInput,
  goodsInput,
  startFreightWorld,
  trunkInput,
  type FreightWorld,
} from '../../../../../tests/server/freightWorld.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
})
afterAll(() => world.stop())

const fieldsOf = async (input: Input<typeof publishGoods>, raw: Record<string, string> = {}) =>
  Object.keys(
    ((await world.as('shipper').ask(publishGoods, input, { raw })).envelope.data as { fields?: object } | null)
      ?.fields ?? {},
  )

describe('trunk goods', () => {
  it('keep their line, and put it onto their waybills', async () => {
    const trunk = trunkInput()
    const { gx } = trunk
    const { id } = await world.publish(trunk)
    expect((await world.as('carrier').send(getGoods, { id })).gx).toEqual(gx)
    expect((await world.as('shipper').send(listGoods, { kind: 'GX' })).rows.map(row => row.id)).toContain(id)
    const [made] = await world.waybills(1, { ...trunk, totalQty: 1 })
    const { body } = await world.server.db(tx =>
      tx.one(
        q
          .selectFrom('waybills')
          .select('body')
          .where('id', '=', made?.id ?? ''),
      ),
    )
    expect(body).toMatchObject({ gx })
  })

  it('are refused at the field that lacks', async () => {
    expect(await fieldsOf({ ...trunkInput(), gx: undefined })).toEqual(['gx'])
    expect(await fieldsOf(trunkInput({ plannedDepartAt: Date.now() - 1 }))).toEqual(['gx.plannedDepartAt'])
    expect(await fieldsOf(trunkInput(), { gx: JSON.stringify({ ...trunkInput().gx, lineName: ' ' }) })).toEqual([
      'gx.lineName',
    ])
    expect(await fieldsOf(goodsInput({ gx: trunkInput().gx }))).toEqual(['gx'])
  })
})

describe('bulk goods', () => {
  it('keep their limit of trucks a day and what has to be weighed, and put the latter onto their waybills', async () => {
    const { id } = await world.publish(bulkInput())
    expect(await world.as('carrier').send(getGoods, { id })).toMatchObject({
      kind: 'SH',
      dailyTrucks: 3,
      perTruckMax: 33_000_000,
      poundRule: bulkInput().poundRule,
    })
    const { taskId } = await world.as('carrier').send(takeGoods, { goodsId: id, qty: 64_000_000 })
    const [truck] = await world.trucks(1)
    const made = await world.as('carrier').send(appoint, {
      taskId,
      version: 2,
      lines: [
        {
          vehicleId: truck?.vehicleId ?? '',
          driverId: truck?.driverId ?? '',
          qty: 32_000_000,
          weightG: grams(32_000_000),
        },
      ],
    })
    const { body } = await world.server.db(tx =>
      tx.one(
        q
          .selectFrom('waybills')
          .select('body')
          .where('id', '=', made.waybills[0]?.id ?? ''),
      ),
    )
    expect(body).toMatchObject({ poundRule: bulkInput().poundRule })
  })

  it('are refused at the field that lacks', async () => {
    const lossRule = { ...goodsInput().lossRule, kind: 'NONE' as const }
    expect(await fieldsOf(bulkInput({ perTruckMax: undefined }))).toEqual(['perTruckMax'])
    expect(await fieldsOf(bulkInput({ lossRule }))).toEqual(['lossRule.kind'])
    expect(await fieldsOf(bulkInput({ poundRule: undefined }))).toEqual(['poundRule'])
    expect(await fieldsOf(bulkInput({ quantityMode: 'BY_TRUCK', totalQty: 20, perTruckMax: 1 }))).toEqual([
      'quantityMode',
    ])
    expect(await fieldsOf(bulkInput(), { dailyTrucks: '0' })).toEqual(['dailyTrucks'])
    expect(await fieldsOf(goodsInput({ dailyTrucks: 3 }))).toEqual(['dailyTrucks'])
  })

  it('let no more trucks be appointed on one day than agreed, however many ask at once; cancelled ones do not count', async () => {
    const { id } = await world.publish(bulkInput({ dailyTrucks: 3 }))
    const { taskId } = await world.as('carrier').send(takeGoods, { goodsId: id, qty: 320_000_000 })
    const fleet = await world.trucks(1)
    await world.as('carrier').send(appoint, {
      taskId,
      version: 2,
      lines: fleet.map(({ vehicleId, driverId }) => ({
        vehicleId,
        driverId,
        qty: 32_000_000,
        weightG: grams(32_000_000),
      })),
    })
    const ask = (trucks: number) =>
      systemCtx(world, async ctx =>
        assertDailyTrucks(ctx, await ctx.tx.one(q.selectFrom('goods').selectAll().where('id', '=', id)), trucks),
      ).then(
        () => 'fits',
        (error: Error) => error.message,
      )
    expect(await ask(2)).toBe('fits')
    expect(await ask(3)).toBe('今日派车已达上限 3 车，今日还可派 2 车')
    await world.server.db(tx =>
      tx.run(q.updateTable('waybills').set({ state: 'cancelled' }).where('goods_id', '=', id)),
    )
    expect(await ask(3)).toBe('fits')
    // those of yesterday are of another day
    await world.server.db(tx =>
      tx.run(
        q
          .updateTable('waybills')
          .set({ state: 'toAccept', created_at: Date.now() - DAY_MS })
          .where('goods_id', '=', id),
      ),
    )
    expect(await ask(3)).toBe('fits')
  })
})

describe('goods the shipper assigns', () => {
  it('are published without a call to take them, and cannot be grabbed', async () => {
    const { id, goodsNo } = await world.publish({ takeMode: 'ASSIGN' })
    expect((await world.as('carrier').send(listOffers, {})).rows.map(row => row.id)).not.toContain(id)
    expect((await world.as('carrier').ask(takeGoods, { goodsId: id, qty: 1 })).envelope.code).toBe(1203)
    // pushes leave in order: once the later one is there, the earlier would be
    const later = await world.publish()
    const told = async () =>
      JSON.stringify(
        await world.server.db(tx =>
          tx.rows(q.selectFrom('inbox').select('frame').where('user_id', '=', demoUserId('carrier'))),
        ),
      )
    await expect.poll(told).toContain(later.goodsNo)
    expect(await told()).not.toContain(goodsNo)
    expect((await world.as('shipper').send(listGoods, { takeMode: 'ASSIGN' })).rows.map(row => row.id)).toContain(id)
    expect(
      (await world.as('shipper').send(listGoods, { takeMode: 'GRAB', limit: 100 })).rows.map(row => row.id),
    ).not.toContain(id)
  })
})

it('goods for everybody have a public address nobody can guess; others have none', async () => {
  const addressOf = async (over: Partial<Input<typeof publishGoods>>) => {
    const { id } = await world.publish(over)
    return (await world.server.db(tx => tx.one(q.selectFrom('goods').select('public_id').where('id', '=', id))))
      .public_id
  }
  const [first, second] = [await addressOf({ publishTo: 'PUBLIC' }), await addressOf({ publishTo: 'PUBLIC' })]
  expect(first).toMatch(/^[\w-]{22}$/)
  expect(second).not.toBe(first)
  expect(await addressOf({ publishTo: 'RELATED' })).toBeNull()
})

it('goods that were ordered anew remember from what, for the shipper alone; goods of others are not found', async () => {
  const old = await world.publish({ upstreamNo: 'PO-1' })
  const again = await world.publish({ copiedFrom: old.id })
  expect((await world.as('shipper').send(getGoods, { id: again.id })).copiedFrom).toEqual({
    id: old.id,
    goodsNo: old.goodsNo,
  })
  expect(await world.as('carrier').send(getGoods, { id: again.id })).not.toHaveProperty('copiedFrom')
  expect(
    (await world.as('shipper2').ask(publishGoods, goodsInput({ copiedFrom: old.id, publishTo: 'PUBLIC' }))).http,
  ).toBe(404)
})
