// Changes of goods over HTTP: at once without open work, with consent else; totals, prices, open waybills, races and
// refusals.
import type { Input } from '@yunshu/contract/call'
import { getGoods, moveGoods, publishGoods, takeGoods } from '@yunshu/contract/goods/goods'
import {
  answerGoodsChange,
  changeGoods,
  getGoodsChange,
  getGoodsSaid,
  listGoodsChanges,
  withdrawGoodsChange,
} from '@yunshu/contract/goods/change'
import { releaseTask } from '@yunshu/contract/task/release'
import { acceptTask, appoint, listTasks, sendTasks } from '@yunshu/contract/task/task'
import { getWaybill } from '@yunshu/contract/waybill/details'
import { freightOf } from '@yunshu/domain/goods/freight'
import { DAY_MS, HOUR_MS } from '@yunshu/domain/figures/time'
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

/** What a person sends from the form of a change: what is said now with something else in it. */
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

describe('a change nobody else is concerned by', () => {
  it('takes effect at once, with each field old → new and the reason in the history', async () => {
    const { id, version } = await world.publish()
    const made = await change(id, {
      ...dearer,
      totalQty: 25,
      remark: '装车排队',
      payPlan: { ...goodsInput().payPlan, termDays: 15 },
    })
    expect(made).toMatchObject({ state: 'applied', goodsVersion: version + 1 })
    const detail = await world.as('shipper').send(getGoods, { id })
    expect(detail).toMatchObject({
      shipperUnitPrice: 3_000_000,
      totalQty: 25,
      remainQty: 25,
      remark: '装车排队',
      isChanging: false,
    })
    expect(detail.log[0]).toMatchObject({
      action: '货源信息变更',
      remark: '市场价格变化',
      diff: [
        { field: '总量', old: '20车', new: '25车' },
        { field: '托运单价', old: '293.21 元/吨', new: '300.00 元/吨' },
        { field: '承运单价', old: '278.5495 元/吨', new: '285.00 元/吨' },
        { field: '账期', old: '7 天', new: '15 天' },
        { field: '备注', old: '--', new: '装车排队' },
      ],
    })
    expect((await world.as('carrier').send(getGoods, { id })).carrierUnitPrice).toBe(2_850_000)
  })

  it('leaves what is free to the shipper free though carriers hold part, and tells them', async () => {
    const { id, goodsNo } = await world.publish()
    await take('carrier', id, 5)
    expect(
      (await change(id, { remark: '请提前预约', validTo: goodsInput().validTo + HOUR_MS, totalQty: 30 })).state,
    ).toBe('applied')
    expect(await row(id)).toMatchObject({ total_qty: 30, remain_qty: 25, state: 'partial' })
    await expect.poll(() => told('carrier')).toContain(`货源 ${goodsNo} 的总量、截止时间、备注已变更`)
  })

  it('offers the goods to others, takes them from those no longer chosen, and lets holders keep seeing theirs', async () => {
    const { id } = await world.publish({
      publishTo: 'CARRIERS',
      carrierIds: [demoCompanyId('carrier'), demoCompanyId('carrier2')],
    })
    await take('carrier', id, 1)
    await change(id, { carrierIds: [demoCompanyId('carrier3')] })
    expect((await world.as('carrier2').ask(getGoods, { id })).http).toBe(404)
    expect((await world.as('carrier').send(getGoods, { id })).remainQty).toBe(19)
    expect((await row(id)).public_id).toBeNull()
    await change(id, { publishTo: 'PUBLIC' })
    expect((await row(id)).public_id).toMatch(/^[\w-]{22}$/)
    expect((await world.as('carrier2').send(getGoods, { id })).publishTo).toBe('PUBLIC')
  })

  it('opens full goods again when there is more, and fills open ones when there is no more than was taken', async () => {
    const { id } = await world.publish({ totalQty: 4 })
    await take('carrier', id, 4)
    await change(id, { totalQty: 6 })
    expect(await row(id)).toMatchObject({ state: 'partial', remain_qty: 2 })
    await change(id, { totalQty: 4 })
    expect(await row(id)).toMatchObject({ state: 'full', remain_qty: 0 })
  })
})

describe('[RT-11] a change of the bargain', () => {
  it('waits for every carrier with open work, each reading its own price, and takes effect with the last agreement', async () => {
    const { id, goodsNo } = await world.publish()
    await take('carrier', id, 5)
    await take('carrier2', id, 5)
    const made = await change(id, dearer)
    expect(made.state).toBe('pending')
    await expect.poll(() => told('carrier')).toContain(`货主申请变更货源 ${goodsNo} 的承运单价，请确认：市场价格变化`)
    expect((await world.as('shipper').send(getGoods, { id })).isChanging).toBe(true)
    expect(await row(id)).toMatchObject({ shipper_unit_price: 2_932_100 })

    const seenBy = async (account: FreightAccount) =>
      (await world.as(account).send(listGoodsChanges, { goodsId: id })).rows[0]
    expect(await seenBy('carrier')).toMatchObject({
      moves: ['agree', 'refuse'],
      diff: [{ field: '承运单价', old: '278.5495 元/吨', new: '285.00 元/吨' }],
      consents: [{ state: 'asked' }],
    })
    expect(await seenBy('shipper')).toMatchObject({
      moves: ['withdraw'],
      diff: [{ field: '托运单价', old: '293.21 元/吨', new: '300.00 元/吨' }],
      consents: [{ state: 'asked' }, { state: 'asked' }],
    })
    expect((await world.as('carrier').send(listGoodsChanges, { isWaiting: true })).rows.map(one => one.id)).toContain(
      made.id,
    )

    expect((await answer('carrier', made.id, true)).data).toMatchObject({ state: 'pending' })
    expect(
      (await world.as('carrier').send(listGoodsChanges, { isWaiting: true })).rows.map(one => one.id),
    ).not.toContain(made.id)
    expect((await answer('carrier', made.id, true)).envelope).toMatchObject({
      code: 1101,
      message: '当前状态为“已同意”，不能再次答复',
    })
    expect((await answer('carrier2', made.id, true)).data).toMatchObject({ state: 'applied' })
    expect(await row(id)).toMatchObject({
      shipper_unit_price: 3_000_000,
      carrier_unit_price: 2_850_000,
      remain_qty: 10,
    })
    await expect.poll(() => told('shipper')).toContain(`承运商已全部同意，货源 ${goodsNo} 的变更已生效`)
    expect(
      (await world.as('shipper').send(getGoodsChange, { id: made.id })).consents.map(({ state, answeredBy }) => [
        state,
        typeof answeredBy,
      ]),
    ).toEqual([
      ['agreed', 'string'],
      ['agreed', 'string'],
    ])
  })

  it('ends with one refusal, whose reason the shipper reads, and another may follow', async () => {
    const { id } = await world.publish()
    await take('carrier', id, 5)
    await take('carrier2', id, 5)
    const made = await change(id, { lossRule: { ...goodsInput().lossRule, allow: 1000 } })
    expect((await answer('carrier', made.id, false)).envelope).toMatchObject({
      code: 1102,
      data: { fields: { reason: '请填写原因' } },
    })
    expect((await answer('carrier', made.id, false, '亏吨标准过严')).data).toMatchObject({
      state: 'refused',
      version: 2,
    })
    expect((await answer('carrier2', made.id, true)).http).toBe(409)
    const { body } = await row(id)
    expect(body).toMatchObject({ lossRule: { allow: 3000 } })
    expect(
      (await world.as('shipper').send(getGoodsChange, { id: made.id })).consents.find(one => one.state === 'refused')
        ?.reason,
    ).toBe('亏吨标准过严')
    expect((await change(id, dearer)).state).toBe('pending')
  })

  it('is one at a time; a withdrawn one makes room, and is withdrawn by the shipper alone', async () => {
    const { id } = await world.publish()
    await take('carrier', id, 5)
    const made = await change(id, dearer)
    expect((await world.as('shipper').ask(changeGoods, await form(id, { remark: '第二次' }))).envelope.code).toBe(1209)
    expect((await world.as('carrier').ask(withdrawGoodsChange, { id: made.id, version: 1 })).http).toBe(403)
    expect((await world.as('shipper2').ask(withdrawGoodsChange, { id: made.id, version: 1 })).http).toBe(404)
    expect((await world.as('shipper').ask(withdrawGoodsChange, { id: made.id, version: 2 })).http).toBe(409)
    await world.as('shipper').send(withdrawGoodsChange, { id: made.id, version: 1 })
    expect((await answer('carrier', made.id, true)).http).toBe(409)
    expect((await change(id, { remark: '第二次' })).state).toBe('applied')
  })

  it('of two made at once one stands; of two last answers at once the change takes effect once', async () => {
    const { id } = await world.publish()
    await take('carrier', id, 5)
    await take('carrier2', id, 5)
    const input = await form(id, dearer)
    const codes = (await Promise.all([1, 2, 3, 4].map(() => world.as('shipper').ask(changeGoods, input))))
      .map(one => one.envelope.code)
      .toSorted((a, b) => a - b)
    expect(codes).toEqual([0, 1209, 1209, 1209])
    const made = (await world.as('shipper').send(listGoodsChanges, { goodsId: id })).rows[0]
    const answers = await Promise.all([
      answer('carrier', made?.id ?? '', true),
      answer('carrier2', made?.id ?? '', true),
    ])
    expect(answers.map(one => one.data.state).sort()).toEqual(['applied', 'pending'])
    const detail = await world.as('shipper').send(getGoods, { id })
    expect(detail.log.filter(line => line.action === '货源信息变更')).toHaveLength(1)
  })

  it('is the concern of those who were asked: others find nothing', async () => {
    const { id } = await world.publish()
    await take('carrier', id, 5)
    const made = await change(id, dearer)
    for (const account of ['carrier2', 'shipper2'] as const)
      expect((await world.as(account).ask(getGoodsChange, { id: made.id })).http).toBe(404)
    expect((await answer('carrier2', made.id, true)).http).toBe(404)
    expect((await world.as('carrier2').send(listGoodsChanges, { goodsId: id })).rows).toEqual([])
    expect((await world.as('carrier2').ask(getGoodsSaid, { id })).http).toBe(403)
    expect((await world.as('shipper2').ask(getGoodsSaid, { id })).http).toBe(404)
    expect((await world.as('shipper2').ask(changeGoods, await form(id, dearer))).http).toBe(404)
    expect((await world.as('shipper-finance').ask(changeGoods, await form(id, dearer))).http).toBe(403)
    expect((await world.as('platform-ops').send(getGoodsSaid, { id })).asked).toHaveLength(1)
  })

  it('offers the goods to those who are still partners when it takes effect', async () => {
    const { id } = await world.publish({ publishTo: 'CARRIERS', carrierIds: [demoCompanyId('carrier')] })
    await take('carrier', id, 1)
    const made = await change(id, {
      ...dearer,
      carrierIds: [demoCompanyId('carrier'), demoCompanyId('carrier6'), demoCompanyId('carrier7')],
    })
    await world.server.db(tx =>
      tx.run(
        q
          .updateTable('relations')
          .set({ state: 'ended' })
          .where('shipper_id', '=', demoCompanyId('shipper'))
          .where('carrier_id', '=', demoCompanyId('carrier7')),
      ),
    )
    expect((await answer('carrier', made.id, true)).data).toMatchObject({ state: 'applied' })
    expect((await world.as('shipper').send(getGoods, { id })).carriers.map(one => one.id).toSorted()).toEqual(
      [demoCompanyId('carrier'), demoCompanyId('carrier6')].toSorted(),
    )
  })

  it('lapses when its goods end', async () => {
    const { id } = await world.publish()
    const { taskId } = await take('carrier', id, 5)
    const made = await change(id, dearer)
    await world.server.db(tx =>
      tx.run(q.updateTable('tasks').set({ state: 'closed', remain_qty: 0 }).where('id', '=', taskId)),
    )
    const { version } = await row(id)
    await world.as('shipper').send(moveGoods, { id, version, move: 'cancel', reason: '不发了' })
    expect(await world.as('shipper').send(getGoodsChange, { id: made.id })).toMatchObject({
      state: 'withdrawn',
      moves: [],
    })
  })
})

describe('what is refused at its field', () => {
  it.each<[string, Partial<Fields>, Record<string, string>]>([
    ['another kind', { kind: 'SH' }, { kind: '不能变更，请再来一单' }],
    ['another way of counting', { quantityMode: 'BY_PIECE' }, { quantityMode: '不能变更，请再来一单' }],
    ['a plan that does not add up', { payPlan: { ...goodsInput().payPlan, prePpm: 1 } }, {}],
    ['a time that is over', { validTo: Date.now() - 1 }, { validTo: '须晚于当前时间' }],
  ])('%s', async (_name, over, fields) => {
    const { id } = await world.publish()
    const { envelope } = await world.as('shipper').ask(changeGoods, await form(id, over))
    expect(envelope.code).toBe(4001)
    expect((envelope.data as { fields: object }).fields).toMatchObject(
      Object.keys(fields).length > 0 ? fields : { payPlan: expect.any(String) as string },
    )
  })

  it('no change at all, a change of something that moved meanwhile, and of goods that are over', async () => {
    const { id } = await world.publish()
    expect((await world.as('shipper').ask(changeGoods, await form(id, {}))).envelope.code).toBe(1210)
    const input = await form(id, dearer)
    await take('carrier', id, 1)
    expect((await world.as('shipper').ask(changeGoods, input)).http).toBe(409)
    await world.server.db(tx => tx.run(q.updateTable('goods').set({ state: 'cancelled' }).where('id', '=', id)))
    expect((await world.as('shipper').ask(changeGoods, await form(id, dearer))).envelope).toMatchObject({
      code: 1101,
      message: '当前状态为“已取消”，不能变更',
    })
  })

  it("what is over and left alone is nobody's fault: an offer past its time may still change its price", async () => {
    const { id } = await world.publish({ totalQty: 2 })
    await take('carrier', id, 2)
    await world.server.db(tx =>
      tx.run(
        q
          .updateTable('goods')
          .set({ valid_to: Date.now() - 1 })
          .where('id', '=', id),
      ),
    )
    expect((await change(id, dearer)).state).toBe('pending')
  })

  it('happens once for one key', async () => {
    const { id } = await world.publish()
    const input = await form(id, dearer)
    const [first, second] = [
      await world.as('shipper').ask(changeGoods, input, { key: `change-${id}` }),
      await world.as('shipper').ask(changeGoods, input, { key: `change-${id}` }),
    ]
    expect(second.data).toEqual(first.data)
    expect((await world.as('shipper').send(listGoodsChanges, { goodsId: id })).rows).toHaveLength(1)
  })
})

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
    await expect.poll(() => told('carrier2')).toContain('收回未派车数量 5车')
  })

  it('below what is on the road are refused, when asked and when answered too late', async () => {
    const { id } = await world.publish({ totalQty: 20 })
    const task = await take('carrier', id, 6)
    await dispatch(task.taskId, 2)
    expect((await world.as('shipper').ask(changeGoods, await form(id, { totalQty: 1 }))).envelope).toMatchObject({
      code: 4001,
      data: { fields: { totalQty: '不能低于已派车与待接单的 2车' } },
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
