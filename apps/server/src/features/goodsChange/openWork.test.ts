// Changes of goods over HTTP where work is open: totals, waybills on their way, work handed down, tasks that wait.
import type { Input } from '@yunshu/contract/call'
import { publishGoods, takeGoods } from '@yunshu/contract/goods/goods'
import {
  answerGoodsChange,
  changeGoods,
  getGoodsChange,
  getGoodsSaid,
  listGoodsChanges,
} from '@yunshu/contract/goods/change'
import { releaseTask } from '@yunshu/contract/task/release'
import { acceptTask, appoint, listTasks, sendTasks } from '@yunshu/contract/task/task'
import { getWaybill } from '@yunshu/contract/waybill/details'
import { freightOf } from '@yunshu/domain/goods/freight'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { unitPrice } from '@yunshu/domain/figures/unitPrice'
import { grams } from '@yunshu/domain/figures/weight'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoCompanyId, demoUserId } from '../../../demo/people.ts'
import {
  goodsInput,
  startFreightWorld,
  type FreightAccount,
  type FreightWorld,
} from '../../../../../tests/server/freightWorld.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
})
afterAll(() => world.stop())

type Fields = Input<typeof publishGoods>
const dearer = { unitPrice: unitPrice(3_000_000) }

/** The form of a change as a person sends it: the goods as they are, with some fields replaced. */
async function form(
  id: string,
  over: Partial<Fields>,
  more: { appliesToOpen?: boolean; version?: number } = {},
): Promise<Input<typeof changeGoods>> {
  const said = await world.as('shipper').send(getGoodsSaid, { id })
  return { id, version: said.version, reason: '市场价格变化', appliesToOpen: false, ...said.fields, ...over, ...more }
}
const change = async (id: string, over: Partial<Fields>, more: { appliesToOpen?: boolean } = {}) =>
  world.as('shipper').send(changeGoods, await form(id, over, more))
const answer = (account: FreightAccount, id: string, agrees: boolean, reason?: string) =>
  world.as(account).ask(answerGoodsChange, { id, version: 1, agrees, ...(reason ? { reason } : {}) })
const take = (account: 'carrier' | 'carrier2', goodsId: string, qty: number) =>
  world.as(account).send(takeGoods, { goodsId, qty })
const row = (id: string) => world.server.db(tx => tx.one(q.selectFrom('goods').selectAll().where('id', '=', id)))
const tasksOf = (id: string) =>
  world.server.db(tx =>
    tx.rows(q.selectFrom('tasks').select(['qty', 'remain_qty', 'state']).where('goods_id', '=', id).orderBy('id')),
  )
const told = async (account: string) =>
  JSON.stringify(
    await world.server.db(tx =>
      tx.rows(q.selectFrom('inbox').select('frame').where('user_id', '=', demoUserId(account))),
    ),
  )
/** Waybills of these goods, one truck each. */
async function dispatch(taskId: string, count: number, version = 2) {
  const fleet = await world.trucks(count)
  return (
    await world.as('carrier').send(appoint, {
      taskId,
      version,
      lines: fleet.map(({ vehicleId, driverId }) => ({ vehicleId, driverId, qty: 1, weightG: grams(32_000_000) })),
    })
  ).waybills
}

describe('totals', () => {
  it('below what was taken need consent; the youngest task gives back first, and what is left stays exact', async () => {
    const { id } = await world.publish({ totalQty: 20 })
    const old = await take('carrier', id, 6)
    await dispatch(old.taskId, 2)
    await take('carrier2', id, 8)
    const made = await change(id, { totalQty: 9 })
    expect(made.state).toBe('pending')
    await answer('carrier', made.id, true)
    await answer('carrier2', made.id, true)
    // 14 were taken, 5 too much: the younger task of 8 keeps 3
    expect(await tasksOf(id)).toEqual([
      { qty: 6, remain_qty: 4, state: 'dispatching' },
      { qty: 3, remain_qty: 3, state: 'accepted' },
    ])
    expect(await row(id)).toMatchObject({ total_qty: 9, remain_qty: 0, state: 'full' })
    await expect.poll(() => told('carrier2')).toContain('收回未派车数量 5 车')
  })

  it('below what is on the road are refused, when asked and when answered too late', async () => {
    const { id } = await world.publish({ totalQty: 20 })
    const task = await take('carrier', id, 6)
    await dispatch(task.taskId, 2)
    expect((await world.as('shipper').ask(changeGoods, await form(id, { totalQty: 1 }))).envelope).toMatchObject({
      code: 4001,
      data: { fields: { totalQty: '不能低于已派车与待接单的 2 车' } },
    })
    const made = await change(id, { totalQty: 3 })
    await dispatch(task.taskId, 3, 3)
    expect((await answer('carrier', made.id, true)).envelope).toMatchObject({ code: 1211 })
    // nothing of it was written
    expect(await row(id)).toMatchObject({ total_qty: 20, remain_qty: 14 })
    expect((await world.as('carrier').send(getGoodsChange, { id: made.id })).moves).toEqual(['agree', 'refuse'])
  })

  it('stay exact however many take while the total changes', async () => {
    const { id } = await world.publish({ totalQty: 40 })
    const asked = async (totalQty: number): Promise<number> =>
      (await world.as('shipper').ask(changeGoods, await form(id, { totalQty }))).envelope.code
    const takes = Array.from({ length: 24 }, (_, n) =>
      world.as(n % 2 ? 'carrier' : 'carrier2').ask(takeGoods, { goodsId: id, qty: 1 }),
    )
    const changes = [50, 45, 60, 44].map(total => asked(total))
    await Promise.all([...takes, ...changes])
    const goods = await row(id)
    const taken = (await tasksOf(id)).reduce((all, task) => all + task.qty, 0)
    expect(goods.remain_qty).toBe(goods.total_qty - taken)
    expect(taken).toBe(24)
  })
})

describe('open waybills', () => {
  it('take the new terms when that was agreed, as long as nothing is loaded; a loaded one keeps what it had', async () => {
    const { id } = await world.publish()
    const { taskId } = await take('carrier', id, 5)
    const [waiting, loaded] = await dispatch(taskId, 2)
    if (!waiting || !loaded) throw new Error('two waybills')
    await world.walk({ ...loaded, version: 1 }, ['accept', 'arriveLoad', 'depart'])
    const before = await world.as('shipper').send(getWaybill, { id: loaded.id })
    const made = await change(
      id,
      { ...dearer, payPlan: { prePpm: 0, oilPpm: 0, etcPpm: 0, arrivePpm: 800_000, receiptPpm: 200_000, termDays: 7 } },
      { appliesToOpen: true },
    )
    await answer('carrier', made.id, true)
    const changed = await world.as('admin').send(getWaybill, { id: waiting.id })
    expect(changed).toMatchObject({ shipperFreight: 960_000, carrierFreight: 912_000, oil: 0, version: 2 })
    expect(changed.charges.map(({ side, amount, state }) => `${side} ${amount} ${state}`).toSorted()).toEqual([
      'CARRIER 912000 预估',
      'SHIPPER 960000 预估',
    ])
    // the history both sides read names no price
    expect(JSON.stringify(changed.log)).toContain('按变更后的约定')
    expect(JSON.stringify(changed.log)).not.toContain('300.00')
    const kept = await world.as('shipper').send(getWaybill, { id: loaded.id })
    expect([kept.version, kept.shipperFreight, kept.payPlan]).toEqual([
      before.version,
      before.shipperFreight,
      before.payPlan,
    ])
  })

  it('keep the old terms when that was not agreed', async () => {
    const { id } = await world.publish()
    const { taskId } = await take('carrier', id, 5)
    const [waiting] = await dispatch(taskId, 1)
    const made = await change(id, dearer)
    await answer('carrier', made.id, true)
    expect((await world.as('shipper').send(getWaybill, { id: waiting?.id ?? '' })).shipperFreight).toBe(938_272)
    // a truck sent afterwards goes on the new terms
    const { version } = (await world.as('carrier').send(listTasks, { limit: 1 })).rows[0] ?? { version: 0 }
    const [later] = await dispatch(taskId, 1, version)
    expect((await world.as('shipper').send(getWaybill, { id: later?.id ?? '' })).shipperFreight).toBe(960_000)
  })

  it('of tasks with a price of their own keep that price', async () => {
    const { id } = await world.publish()
    const { taskId } = await take('carrier', id, 5)
    await world.server.db(tx =>
      tx.run(q.updateTable('tasks').set({ carrier_unit_price: 2_000_000 }).where('id', '=', taskId)),
    )
    const [waiting] = await dispatch(taskId, 1)
    const made = await change(id, dearer, { appliesToOpen: true })
    await answer('carrier', made.id, true)
    expect(await world.as('admin').send(getWaybill, { id: waiting?.id ?? '' })).toMatchObject({
      shipperFreight: 960_000,
      carrierFreight: 640_000,
    })
  })
})

/** Five trucks taken by `carrier` at 278.5495, of which it handed three down to `carrier2` at `price`. */
async function handedDown(over: Partial<Fields> = {}, price = 2_600_000) {
  const { id, goodsNo } = await world.publish(over)
  const { taskId } = await take('carrier', id, 5)
  const part = await world.as('carrier').send(releaseTask, {
    id: taskId,
    version: 2,
    carrierId: demoCompanyId('carrier2'),
    qty: 3,
    unitPrice: unitPrice(price),
    answerBy: Date.now() + DAY_MS,
    mayRelease: false,
  })
  await world.as('carrier2').send(acceptTask, { id: part.taskId, version: 1 })
  return { id, goodsNo, taskId, partId: part.taskId }
}
const waitingFor = async (account: FreightAccount, goodsId: string) =>
  (await world.as(account).send(listGoodsChanges, { goodsId, isWaiting: true })).rows
const tighter = { lossRule: { ...goodsInput().lossRule, allow: 1000 } }

describe('work that was handed down', () => {
  it('keeps its price: a change of the price alone is the first carrier’s to answer, and nobody below reads it', async () => {
    const { id } = await handedDown()
    const made = await change(id, dearer)
    expect(made.state).toBe('pending')
    expect((await waitingFor('carrier', id)).map(one => one.diff)).toEqual([
      [{ field: '承运单价', old: '278.5495 元/吨', new: '285.00 元/吨' }],
    ])
    expect((await world.as('carrier2').send(listGoodsChanges, { goodsId: id })).rows).toEqual([])
    expect((await world.as('carrier2').ask(getGoodsChange, { id: made.id })).http).toBe(404)
    expect((await answer('carrier', made.id, true)).data).toMatchObject({ state: 'applied' })
  })

  it('is both carriers’ to answer for where the terms change; what the first gets stays hidden from the second', async () => {
    const { id } = await handedDown({ publishTo: 'CARRIERS', carrierIds: [demoCompanyId('carrier')] })
    const made = await change(id, { ...dearer, ...tighter })
    const [second] = await waitingFor('carrier2', id)
    expect(second?.diff.map(({ field }) => field)).toEqual(['亏吨规则'])
    expect(JSON.stringify(second)).not.toMatch(/278\.5495|285\.00/)
    expect((await answer('carrier2', made.id, true)).data).toMatchObject({ state: 'pending' })
    expect((await answer('carrier', made.id, true)).data).toMatchObject({ state: 'applied' })
  })

  it('is the first carrier’s to answer for also when nothing of it is left with that one', async () => {
    const { id } = await world.publish()
    const { taskId } = await take('carrier', id, 3)
    const { taskId: partId } = await world.as('carrier').send(releaseTask, {
      id: taskId,
      version: 2,
      carrierId: demoCompanyId('carrier2'),
      qty: 3,
      unitPrice: unitPrice(2_600_000),
      answerBy: Date.now() + DAY_MS,
      mayRelease: false,
    })
    await world.as('carrier2').send(acceptTask, { id: partId, version: 1 })
    await change(id, tighter)
    expect([(await waitingFor('carrier', id)).length, (await waitingFor('carrier2', id)).length]).toEqual([1, 1])
  })

  it('is priced per the unit of its goods, which therefore stays: when asked, and when work is handed down before the answer', async () => {
    const perTruck = { pricing: 'PER_TRUCK', unitPrice: unitPrice(90_000_000) } as const
    const { id } = await handedDown()
    expect((await world.as('shipper').ask(changeGoods, await form(id, perTruck))).envelope).toMatchObject({
      code: 4001,
      data: { fields: { pricing: '有转派或单独定价的任务，不能变更计价方式' } },
    })
    const later = await world.publish()
    const { taskId } = await take('carrier', later.id, 5)
    const made = await change(later.id, perTruck)
    await world.as('carrier').send(releaseTask, {
      id: taskId,
      version: 2,
      carrierId: demoCompanyId('carrier2'),
      qty: 1,
      unitPrice: unitPrice(2_600_000),
      answerBy: Date.now() + DAY_MS,
      mayRelease: false,
    })
    expect((await answer('carrier', made.id, true)).envelope).toMatchObject({ code: 1212 })
    expect(await row(later.id)).toMatchObject({ pricing: 'PER_TON', carrier_unit_price: 2_785_495 })
  })

  it('is estimated anew with a longer way: fees and freight together stay the freight at the first price', async () => {
    const { id, partId } = await handedDown(
      { pricing: 'PER_KM', unitPrice: unitPrice(73_333), distanceKm: 980 },
      61_111,
    )
    const [truck] = await world.trucks(1, 'carrier2')
    if (!truck) throw new Error('no truck')
    const {
      waybills: [waybill],
    } = await world.as('carrier2').send(appoint, {
      taskId: partId,
      version: 2,
      lines: [{ vehicleId: truck.vehicleId, driverId: truck.driverId, qty: 1, weightG: grams(32_000_000) }],
    })
    const sums = () =>
      world.server.db(tx =>
        tx.one(
          q
            .selectFrom('waybills')
            .innerJoin('waybill_fees', 'waybill_fees.waybill_id', 'waybills.id')
            .innerJoin('tasks', 'tasks.id', 'waybills.task_id')
            .select(['payable_fen', 'fees_fen', 'amount_fen', 'parent_unit_price', 'waybill_fees.state'])
            .where('waybills.id', '=', waybill?.id ?? ''),
        ),
      )
    const first = (km: number, price: number | null): number =>
      freightOf({ pricing: 'PER_KM', distanceM: km * 1000 }, unitPrice(price ?? 0))
    const before = await sums()
    expect(before.payable_fen + before.fees_fen).toBe(first(980, before.parent_unit_price))
    const made = await change(id, { distanceKm: 1003 }, { appliesToOpen: true })
    await answer('carrier', made.id, true)
    await answer('carrier2', made.id, true)
    const after = await sums()
    expect(after).toMatchObject({ payable_fen: first(1003, 61_111), state: 'estimated' })
    expect([after.payable_fen + after.fees_fen, after.amount_fen]).toEqual([
      first(1003, after.parent_unit_price),
      after.fees_fen,
    ])
  })
})

describe('a task that waits for its answer', () => {
  it('is read again before it is accepted when the bargain changed; other changes leave it alone', async () => {
    const { id } = await world.publish()
    const {
      tasks: [task],
    } = await world.as('shipper').send(sendTasks, {
      carrierId: demoCompanyId('carrier'),
      lines: [{ goodsId: id, qty: 2 }],
      answerBy: Date.now() + DAY_MS,
      mayRelease: true,
    })
    if (!task) throw new Error('no task')
    await change(id, { remark: '请提前预约' })
    expect((await change(id, { unitPrice: unitPrice(2_000_000) })).state).toBe('applied')
    await expect.poll(() => told('carrier')).toContain(`任务 ${task.taskNo} 的货源`)
    expect((await world.as('carrier').ask(acceptTask, { id: task.id, version: 1 })).http).toBe(409)
    await world.as('carrier').send(acceptTask, { id: task.id, version: 2 })
  })
})
