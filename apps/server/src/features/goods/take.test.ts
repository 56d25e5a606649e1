// Taking goods over HTTP: one winner of the last truck, exact remainders, offers that stand, and the task that follows.
import { randomUUID } from 'node:crypto'
import { getGoods, moveGoods, takeGoods } from '@yunshu/contract/goods/goods'
import { countTasks, listTasks, returnTask } from '@yunshu/contract/task/task'
import { unitPrice } from '@yunshu/domain/figures/unitPrice'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { startFreightWorld, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'
import { untilServed } from '../../../../../tests/server/untilServed.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
})
afterAll(() => world.stop())

const row = (id: string) =>
  world.server.db(tx => tx.one(q.selectFrom('goods').select(['state', 'remain_qty', 'total_qty']).where('id', '=', id)))
const tasksOf = (id: string) =>
  world.server.db(tx =>
    tx.rows(q.selectFrom('tasks').select(['qty', 'remain_qty', 'state']).where('goods_id', '=', id)),
  )

/** Takes as a client does: always with the same key. */
function takeAtOnce(account: 'carrier' | 'carrier2', goodsId: string, qty: number) {
  const key = randomUUID()
  return untilServed(() => world.as(account).ask(takeGoods, { goodsId, qty }, { key }))
}

describe('taking', () => {
  it('gives the last truck to exactly one of 200 who take it at once; the others are told nothing is left', async () => {
    const { id } = await world.publish({ totalQty: 1 })
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => takeAtOnce(n % 2 ? 'carrier' : 'carrier2', id, 1)),
    )
    const codes = answers.map(answer => answer.envelope.code)
    expect(codes.filter(code => code === 0)).toHaveLength(1)
    expect(codes.filter(code => code === 1201)).toHaveLength(199)
    expect(await row(id)).toEqual({ state: 'full', remain_qty: 0, total_qty: 1 })
    expect(await tasksOf(id)).toEqual([{ qty: 1, remain_qty: 1, state: 'accepted' }])
  })

  it('keeps remainder = total − tasks under many takes of different size', async () => {
    const { id } = await world.publish({ totalQty: 50 })
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => takeAtOnce(n % 2 ? 'carrier' : 'carrier2', id, 1 + (n % 4))),
    )
    const goods = await row(id)
    const taken = (await tasksOf(id)).reduce((all, task) => all + task.qty, 0)
    expect(goods.remain_qty).toBe(50 - taken)
    expect(goods.remain_qty).toBeGreaterThanOrEqual(0)
    // each refused carrier had asked for more than was left in the end
    for (const [n, answer] of answers.entries())
      if (answer.envelope.code !== 0)
        expect([answer.envelope.code, 1 + (n % 4) > goods.remain_qty]).toEqual([1201, true])
  })

  it('says how much is left', async () => {
    const { id } = await world.publish({ totalQty: 3 })
    const { envelope } = await world.as('carrier').ask(takeGoods, { goodsId: id, qty: 4 })
    expect(envelope).toMatchObject({
      code: 1201,
      message: '货源剩余数量不足（剩余 3 车），请刷新后重试',
      data: { remainQty: 3 },
    })
  })

  it('refuses a price that is another by now than the one that was seen, and says which it is', async () => {
    const { id } = await world.publish({ totalQty: 4 })
    const seen = (await world.as('carrier').send(getGoods, { id })).carrierUnitPrice
    await world.server.db(tx =>
      tx.run(q.updateTable('goods').set({ carrier_unit_price: 2_700_000 }).where('id', '=', id)),
    )
    expect(
      (await world.as('carrier').ask(takeGoods, { goodsId: id, qty: 1, carrierUnitPrice: seen })).envelope,
    ).toMatchObject({ code: 1213, data: { carrierUnitPrice: 2_700_000 } })
    expect(await row(id)).toMatchObject({ remain_qty: 4 })
    await world.as('carrier').send(takeGoods, { goodsId: id, qty: 1, carrierUnitPrice: unitPrice(2_700_000) })
  })

  it('makes an accepted task with a number, in both lists, and moves the goods on', async () => {
    const { id } = await world.publish({ totalQty: 5 })
    const taken = await world.as('carrier').send(takeGoods, { goodsId: id, qty: 2 })
    expect(taken).toMatchObject({ remainQty: 3 })
    expect(taken.taskNo).toMatch(/^RW\d{6}\d{8}$/)
    const { rows } = await world.as('carrier').send(listTasks, { text: taken.taskNo })
    expect(rows).toMatchObject([{ id: taken.taskId, state: 'accepted', qty: 2, remainQty: 2 }])
    expect(rows[0]).toHaveProperty('carrierUnitPrice')
    expect(await world.as('shipper').send(getGoods, { id })).toMatchObject({
      state: 'partial',
      remainQty: 3,
      tasks: [{ taskNo: taken.taskNo, carrierName: '河北顺达运输有限公司' }],
    })
  })

  it('takes once for one key', async () => {
    const { id } = await world.publish({ totalQty: 5 })
    const ask = () => world.as('carrier').ask(takeGoods, { goodsId: id, qty: 1 }, { key: 'take-once-0001' })
    const answers = await Promise.all([ask(), ask(), ask()])
    expect(new Set(answers.map(answer => answer.data.taskId)).size).toBe(1)
    expect((await row(id)).remain_qty).toBe(4)
  })

  it('refuses paused goods, people without the permit, sides that carry nothing, and bad quantities', async () => {
    const goods = await world.publish()
    expect((await world.as('carrier-finance').ask(takeGoods, { goodsId: goods.id, qty: 1 })).http).toBe(403)
    expect((await world.as('admin').ask(takeGoods, { goodsId: goods.id, qty: 1 })).http).toBe(403)
    expect((await world.as('carrier').ask(takeGoods, { goodsId: goods.id, qty: 1 }, { raw: { qty: '0' } })).http).toBe(
      400,
    )
    await world.as('shipper').send(moveGoods, { id: goods.id, version: goods.version, move: 'pause' })
    expect((await world.as('carrier').ask(takeGoods, { goodsId: goods.id, qty: 1 })).envelope.code).toBe(1101)
  })

  it('refuses an offer whose relation has ended since', async () => {
    const { id } = await world.publish()
    const setState = (state: string) =>
      world.server.db(tx =>
        tx.run(
          q
            .updateTable('relations')
            .set({ state })
            .where('carrier_id', '=', demoCompanyId('carrier'))
            .where('shipper_id', '=', demoCompanyId('shipper')),
        ),
      )
    await setState('ended')
    expect((await world.as('carrier').ask(takeGoods, { goodsId: id, qty: 1 })).envelope.code).toBe(1203)
    await setState('active')
  })
})

describe('returning the rest of a task', () => {
  it('gives the quantity back to the goods, which open again', async () => {
    const { taskId, goodsId } = await world.task({ totalQty: 2 })
    expect((await row(goodsId)).state).toBe('full')
    await world.as('carrier').send(returnTask, { id: taskId, version: 2, reason: '车辆不足' })
    expect(await row(goodsId)).toEqual({ state: 'published', remain_qty: 2, total_qty: 2 })
    expect(
      (await world.as('carrier').ask(returnTask, { id: taskId, version: 3, reason: '车辆不足' })).envelope.code,
    ).toBe(1101)
  })

  it('refuses a stale version, other companies, and people without the permit', async () => {
    const { taskId } = await world.task()
    expect((await world.as('carrier').ask(returnTask, { id: taskId, version: 1, reason: '试' })).envelope.code).toBe(
      4090,
    )
    expect((await world.as('carrier2').ask(returnTask, { id: taskId, version: 2, reason: '试' })).http).toBe(404)
    expect((await world.as('carrier-finance').ask(returnTask, { id: taskId, version: 2, reason: '试' })).http).toBe(403)
    expect(
      (await world.as('carrier').ask(returnTask, { id: taskId, version: 2, reason: '试' }, { raw: { reason: ' ' } }))
        .http,
    ).toBe(400)
  })

  it('leaves the number right when the goods are paused', async () => {
    const { id, version } = await world.publish({ totalQty: 4 })
    const { taskId } = await world.as('carrier').send(takeGoods, { goodsId: id, qty: 1 })
    await world.as('shipper').send(moveGoods, { id, version: version + 1, move: 'pause' })
    await world.as('carrier').send(returnTask, { id: taskId, version: 2, reason: '车辆不足' })
    expect(await row(id)).toEqual({ state: 'paused', remain_qty: 4, total_qty: 4 })
  })
})

describe('the list of tasks', () => {
  it('counts by state what the list holds under the same filter, for each side', async () => {
    for (const account of ['carrier', 'carrier2', 'platform-ops', 'branch'] as const)
      for (const filter of [{}, { text: '动力煤' }, { text: '没有' }]) {
        const { state } = await world.as(account).send(countTasks, filter)
        for (const [name, n] of Object.entries(state)) {
          let [total, cursor]: [number, string | undefined] = [0, undefined]
          do {
            const page: { rows: unknown[]; next?: string | undefined } = await world
              .as(account)
              .send(listTasks, { ...filter, state: name as 'sent', limit: 100, ...(cursor ? { cursor } : {}) })
            total += page.rows.length
            cursor = page.next
          } while (cursor)
          expect([account, name, total]).toEqual([account, name, n])
        }
      }
  })

  it('[PM-08] is a company’s own', async () => {
    const { taskId } = await world.task()
    const sees = async (account: 'carrier' | 'carrier2' | 'branch') =>
      (await world.as(account).send(listTasks, { limit: 100 })).rows.some(task => task.id === taskId)
    expect([await sees('carrier'), await sees('carrier2'), await sees('branch')]).toEqual([true, false, true])
    expect(
      (await world.as('shipper').send(listTasks, { limit: 100 })).rows.find(task => task.id === taskId),
    ).not.toHaveProperty('carrierUnitPrice')
    expect((await world.as('shipper2').send(listTasks, { limit: 100 })).rows.some(task => task.id === taskId)).toBe(
      false,
    )
  })
})
