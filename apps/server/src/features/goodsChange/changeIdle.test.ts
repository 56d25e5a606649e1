// A carrier that is asked about a change and then has no open work left is no longer asked: the change takes effect
// once nobody is left to ask.
import type { Input } from '@yunshu/contract/call'
import { getGoods, takeGoods, type publishGoods } from '@yunshu/contract/goods/goods'
import {
  answerGoodsChange,
  changeGoods,
  getGoodsChange,
  getGoodsSaid,
  listGoodsChanges,
} from '@yunshu/contract/goods/change'
import { appoint, returnTask } from '@yunshu/contract/task/task'
import { moveWaybill } from '@yunshu/contract/waybill/waybill'
import { unitPrice } from '@yunshu/domain/figures/unitPrice'
import { grams } from '@yunshu/domain/figures/weight'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoUserId } from '../../../demo/people.ts'
import { startFreightWorld, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'
import { settleIdleConsents } from './goodsChange.jobs.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
})
afterAll(() => world.stop())

type Carrier = 'carrier' | 'carrier2'
const run = () => settleIdleConsents(world.server.server.deps)
const take = async (account: Carrier, goodsId: string, qty = 5) =>
  (await world.as(account).send(takeGoods, { goodsId, qty })).taskId
const row = (id: string) => world.server.db(tx => tx.one(q.selectFrom('goods').selectAll().where('id', '=', id)))
const told = async (account: string) =>
  JSON.stringify(
    await world.server.db(tx =>
      tx.rows(q.selectFrom('inbox').select('frame').where('user_id', '=', demoUserId(account))),
    ),
  )
async function change(
  id: string,
  over: Partial<Input<typeof publishGoods>> = { unitPrice: unitPrice(3_000_000) },
): Promise<string> {
  const said = await world.as('shipper').send(getGoodsSaid, { id })
  const made = await world.as('shipper').send(changeGoods, {
    id,
    version: said.version,
    reason: '市场价格变化',
    appliesToOpen: false,
    ...said.fields,
    ...over,
  })
  expect(made.state).toBe('pending')
  return made.id
}
async function giveBack(account: Carrier, taskId: string): Promise<void> {
  const { version } = await world.server.db(tx =>
    tx.one(q.selectFrom('tasks').select('version').where('id', '=', taskId)),
  )
  await world.as(account).send(returnTask, { id: taskId, version, reason: '无车' })
}
const consents = async (id: string): Promise<unknown[]> =>
  (await world.as('shipper').send(getGoodsChange, { id })).consents.map(({ state }) => state).toSorted()

describe('whose work is gone', () => {
  it('is no longer asked; others still are, and their agreement lets the change take effect', async () => {
    const { id, goodsNo } = await world.publish()
    const first = await take('carrier', id)
    await take('carrier2', id)
    const asked = await change(id)
    await run()
    expect(await consents(asked)).toEqual(['asked', 'asked'])
    await giveBack('carrier', first)
    await run()
    expect(await consents(asked)).toEqual(['asked', 'lapsed'])
    expect(
      (await world.as('carrier').send(listGoodsChanges, { isWaiting: true })).rows.map(one => one.id),
    ).not.toContain(asked)
    expect(
      (await world.as('carrier').ask(answerGoodsChange, { id: asked, version: 1, agrees: true })).envelope,
    ).toMatchObject({ code: 1101, message: '当前状态为“已无在途业务，无需同意”，不能再次答复' })
    await expect.poll(() => told('shipper')).toContain(`在货源 ${goodsNo} 已无在途业务，无需再同意变更`)
    expect((await world.as('carrier2').send(answerGoodsChange, { id: asked, version: 1, agrees: true })).state).toBe(
      'applied',
    )
    expect(await row(id)).toMatchObject({ shipper_unit_price: 3_000_000, remain_qty: 15 })
  })

  it('was the last to be asked: the change takes effect, and its shipper hears of it', async () => {
    const { id, goodsNo } = await world.publish()
    const task = await take('carrier', id)
    const asked = await change(id)
    await giveBack('carrier', task)
    await run()
    expect(await world.as('shipper').send(getGoodsChange, { id: asked })).toMatchObject({
      state: 'applied',
      consents: [{ state: 'lapsed' }],
    })
    expect(await world.as('shipper').send(getGoods, { id })).toMatchObject({
      shipperUnitPrice: 3_000_000,
      remainQty: 20,
      isChanging: false,
    })
    await expect.poll(() => told('shipper')).toContain(`已无在途业务，货源 ${goodsNo} 的变更已生效`)
    // nothing is left to do, and nothing is done twice
    const { version } = await row(id)
    await run()
    expect((await row(id)).version).toBe(version)
  })

  it('keeps being asked while a waybill of its is on the way, though its task is returned', async () => {
    const { id } = await world.publish()
    const task = await take('carrier', id, 2)
    const [truck] = await world.trucks(1)
    const {
      waybills: [waybill],
    } = await world.as('carrier').send(appoint, {
      taskId: task,
      version: 2,
      lines: [
        { vehicleId: truck?.vehicleId ?? '', driverId: truck?.driverId ?? '', qty: 1, weightG: grams(32_000_000) },
      ],
    })
    const asked = await change(id)
    await giveBack('carrier', task)
    await run()
    expect(await consents(asked)).toEqual(['asked'])
    await world.as('carrier').send(moveWaybill, { id: waybill?.id ?? '', version: 1, move: 'cancel', reason: '车坏了' })
    await run()
    expect(await consents(asked)).toEqual(['lapsed'])
    expect(await row(id)).toMatchObject({ shipper_unit_price: 3_000_000, remain_qty: 20, state: 'published' })
  })

  it('cannot block a change that no longer fits: it comes to nothing, and its shipper reads why', async () => {
    const { id } = await world.publish()
    const [mine, other] = [await take('carrier', id, 10), await take('carrier2', id, 6)]
    expect(other).not.toBe(mine)
    // below what was taken: all of it could be given back when it was asked
    const asked = await change(id, { totalQty: 8 })
    expect((await world.as('carrier2').send(answerGoodsChange, { id: asked, version: 1, agrees: true })).state).toBe(
      'pending',
    )
    // the other carrier's part is on the road by now and exceeds the new total
    await world.server.db(tx =>
      tx.run(q.updateTable('tasks').set({ remain_qty: 0, state: 'done' }).where('id', '=', other)),
    )
    await giveBack('carrier', mine)
    await take('carrier', id, 4)
    await world.server.db(tx =>
      tx.run(q.updateTable('tasks').set({ remain_qty: 0, state: 'done' }).where('goods_id', '=', id)),
    )
    await run()
    expect((await world.as('shipper').send(getGoodsChange, { id: asked })).state).toBe('withdrawn')
    await expect.poll(() => told('shipper')).toContain('的变更无法生效：货源已派车与待接单共 10 车')
    expect(await row(id)).toMatchObject({ total_qty: 20 })
  })
})

it('of an answer, the return of the work and two looks of the product at once the change takes effect exactly once', async () => {
  for (let round = 0; round < 6; round++) {
    const { id } = await world.publish()
    const [first, second] = [await take('carrier', id), await take('carrier2', id)]
    const asked = await change(id)
    const before = (await row(id)).version
    const answers = await Promise.all([
      world.as('carrier').ask(answerGoodsChange, { id: asked, version: 1, agrees: true }),
      giveBack('carrier', first),
      giveBack('carrier2', second),
      run(),
      run(),
    ])
    // it agreed before its consent lapsed, or reads that it need not
    expect([0, 1101, 4041, 4090]).toContain(answers[0].envelope.code)
    await run()
    expect((await world.as('shipper').send(getGoodsChange, { id: asked })).state).toBe('applied')
    expect(await row(id)).toMatchObject({
      shipper_unit_price: 3_000_000,
      carrier_unit_price: 2_850_000,
      remain_qty: 20,
      total_qty: 20,
    })
    const applied = await world.server.db(tx =>
      tx.rows(q.selectFrom('events').select('id').where('entity_id', '=', id).where('action', '=', '货源信息变更')),
    )
    expect(applied).toHaveLength(1)
    expect((await row(id)).version).toBeGreaterThan(before)
  }
})
