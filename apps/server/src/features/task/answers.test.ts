// Answers to sent tasks over HTTP: exactly one counts, and quantities come back once.
import { getGoods, moveGoods } from '@yunshu/contract/goods/goods'
import { acceptTask, listTasks, refuseTask, sendTasks, withdrawTask } from '@yunshu/contract/task/task'
import type { Input } from '@yunshu/contract/call'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoCompanyId, demoUserId } from '../../../demo/people.ts'
import { startFreightWorld, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'
import { expireTasks } from './task.jobs.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
})
afterAll(() => world.stop())

const carrierId = demoCompanyId('carrier')
type Sending = Input<typeof sendTasks>
const sending = (lines: Sending['lines'], over: Partial<Sending> = {}): Sending => ({
  carrierId,
  lines,
  answerBy: Date.now() + DAY_MS,
  mayRelease: true,
  ...over,
})
const goodsRow = (id: string) =>
  world.server.db(tx => tx.one(q.selectFrom('goods').select(['state', 'remain_qty']).where('id', '=', id)))
const taskRow = (id: string) =>
  world.server.db(tx =>
    tx.one(q.selectFrom('tasks').select(['state', 'remain_qty', 'version', 'carrier_by']).where('id', '=', id)),
  )
/** Goods of ten trucks of which `qty` are sent to `carrier`. */
async function sent(qty: number, over: Partial<Sending> = {}) {
  const goods = await world.publish({ totalQty: 10, takeMode: 'ASSIGN' })
  const {
    tasks: [task],
  } = await world.as('shipper').send(sendTasks, sending([{ goodsId: goods.id, qty }], over))
  if (!task) throw new Error('no task')
  return { goodsId: goods.id, taskId: task.id, taskNo: task.taskNo }
}
const overdue = (taskId: string) =>
  world.server.db(tx =>
    tx.run(
      q
        .updateTable('tasks')
        .set({ answer_by: Date.now() - 1 })
        .where('id', '=', taskId),
    ),
  )

describe('an answer', () => {
  it('accepts for the company; the shipper hears of it', async () => {
    const { taskId, goodsId, taskNo } = await sent(4)
    const { version } = await world.as('carrier').send(acceptTask, { id: taskId, version: 1 })
    expect(await taskRow(taskId)).toMatchObject({ state: 'accepted', remain_qty: 4, version })
    expect((await world.as('carrier').ask(acceptTask, { id: taskId, version })).envelope).toMatchObject({
      code: 1101,
      message: '当前状态为“已接单”，不能接单',
    })
    await expect
      .poll(() =>
        world.server.db(tx =>
          tx.rows(
            q
              .selectFrom('messages')
              .select('title')
              .where('user_id', '=', demoUserId('shipper'))
              .where('content', 'like', `%${taskNo}%`),
          ),
        ),
      )
      .toEqual([{ title: '承运商已接单' }])
    expect((await goodsRow(goodsId)).remain_qty).toBe(6)
  })

  it('refuses with a reason and gives the quantity back', async () => {
    const { taskId, goodsId } = await sent(10)
    expect((await goodsRow(goodsId)).state).toBe('full')
    expect(
      (await world.as('carrier').ask(refuseTask, { id: taskId, version: 1, reason: '没车' }, { raw: { reason: ' ' } }))
        .http,
    ).toBe(400)
    await world.as('carrier').send(refuseTask, { id: taskId, version: 1, reason: '没有车' })
    expect(await taskRow(taskId)).toMatchObject({ state: 'refused', remain_qty: 0 })
    expect(await goodsRow(goodsId)).toEqual({ state: 'published', remain_qty: 10 })
  })

  it('is the carrier’s own: nobody else answers, and a carrier withdraws nothing', async () => {
    const { taskId } = await sent(2)
    expect((await world.as('carrier2').ask(acceptTask, { id: taskId, version: 1 })).http).toBe(404)
    expect((await world.as('admin').ask(acceptTask, { id: taskId, version: 1 })).http).toBe(403)
    expect((await world.as('carrier-finance').ask(acceptTask, { id: taskId, version: 1 })).http).toBe(403)
    expect((await world.as('carrier').ask(withdrawTask, { id: taskId, version: 1 })).http).toBe(403)
    expect((await world.as('shipper2').ask(withdrawTask, { id: taskId, version: 1 })).http).toBe(404)
    expect((await world.as('shipper-freight').ask(withdrawTask, { id: taskId, version: 1 })).http).toBe(403)
    expect((await world.as('carrier').ask(acceptTask, { id: taskId, version: 2 })).envelope.code).toBe(4090)
    await world.as('admin').send(withdrawTask, { id: taskId, version: 1 })
  })

  it('comes too late once the time is over; then the task expires once and gives back once', async () => {
    const { taskId, goodsId } = await sent(4)
    expect(
      (await world.as('carrier').send(listTasks, { state: 'sent', limit: 100 })).rows.find(task => task.id === taskId)
        ?.acts,
    ).toEqual(['accept', 'refuse'])
    await overdue(taskId)
    expect(
      (await world.as('carrier').send(listTasks, { state: 'sent', limit: 100 })).rows.find(task => task.id === taskId)
        ?.acts,
    ).toEqual(['refuse'])
    expect((await world.as('carrier').ask(acceptTask, { id: taskId, version: 1 })).envelope).toMatchObject({
      code: 1302,
    })
    await Promise.all([expireTasks(world.server.server.deps), expireTasks(world.server.server.deps)])
    expect(await taskRow(taskId)).toMatchObject({ state: 'expired', remain_qty: 0 })
    expect(await goodsRow(goodsId)).toEqual({ state: 'published', remain_qty: 10 })
    expect(await expireTasks(world.server.server.deps)).toBe(0)
  })

  it('counts exactly once when it is accepted, refused, withdrawn and expired at the same moment', async () => {
    for (let round = 0; round < 12; round++) {
      const { taskId, goodsId } = await sent(4)
      await overdue(taskId)
      // due by the job's clock, not yet by the carrier's
      await world.server.db(tx =>
        tx.run(
          q
            .updateTable('tasks')
            .set({ answer_by: Date.now() + 30 })
            .where('id', '=', taskId),
        ),
      )
      await new Promise(resolve => {
        setTimeout(resolve, round % 3 === 0 ? 31 : 0)
      })
      const [accepted, refused, withdrawn] = await Promise.all([
        world.as('carrier').ask(acceptTask, { id: taskId, version: 1 }),
        world.as('carrier').ask(refuseTask, { id: taskId, version: 1, reason: '没有车' }),
        world.as('shipper').ask(withdrawTask, { id: taskId, version: 1 }),
        expireTasks(world.server.server.deps),
      ])
      const won = [accepted, refused, withdrawn].filter(answer => answer.envelope.code === 0).length
      const task = await taskRow(taskId)
      expect(won + (task.state === 'expired' ? 1 : 0)).toBe(1)
      const isTaken = task.state === 'accepted'
      expect([task.remain_qty, (await goodsRow(goodsId)).remain_qty]).toEqual(isTaken ? [4, 6] : [0, 10])
    }
  })

  it('that is open keeps goods from being cancelled', async () => {
    const { taskId, goodsId } = await sent(4)
    const { version } = await world.as('shipper').send(getGoods, { id: goodsId })
    expect(
      (await world.as('shipper').ask(moveGoods, { id: goodsId, version, move: 'cancel', reason: '不运了' })).envelope,
    ).toMatchObject({ code: 1207 })
    await world.as('shipper').send(withdrawTask, { id: taskId, version: 1 })
    const { version: after } = await world.as('shipper').send(getGoods, { id: goodsId })
    await world.as('shipper').send(moveGoods, { id: goodsId, version: after, move: 'cancel', reason: '不运了' })
  })
})
