// Handing work down over HTTP: who may, at what price, and what each side sees.
import { getGoods, takeGoods } from '@yunshu/contract/goods/goods'
import { findReleaseCarriers, getReleaseView, releaseTask } from '@yunshu/contract/task/release'
import { acceptTask, appoint, listTasks, refuseTask, returnTask, withdrawTask } from '@yunshu/contract/task/task'
import { moveWaybill } from '@yunshu/contract/waybill/waybill'
import type { Input } from '@yunshu/contract/call'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { unitPrice } from '@yunshu/domain/figures/unitPrice'
import { grams } from '@yunshu/domain/figures/weight'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoCompanyId, demoUserId } from '../../../demo/people.ts'
import { startFreightWorld, type FreightAccount, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'
import { untilServed } from '../../../../../tests/server/untilServed.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
})
afterAll(() => world.stop())

type Carrier = 'carrier' | 'carrier2' | 'carrier3'
type Handing = Omit<Input<typeof releaseTask>, 'id' | 'version'>
const handing = (to: FreightAccount, over: Partial<Handing> = {}): Handing => ({
  carrierId: demoCompanyId(to),
  qty: 4,
  unitPrice: unitPrice(2_600_000),
  answerBy: Date.now() + DAY_MS,
  mayRelease: true,
  ...over,
})
const taskRow = (id: string) =>
  world.server.db(tx =>
    tx.one(
      q
        .selectFrom('tasks')
        .select(['state', 'remain_qty', 'version', 'depth', 'carrier_unit_price', 'parent_unit_price'])
        .where('id', '=', id),
    ),
  )
const goodsRest = async (id: string) =>
  (await world.server.db(tx => tx.one(q.selectFrom('goods').select('remain_qty').where('id', '=', id)))).remain_qty
const release = async (who: Carrier, taskId: string, to: FreightAccount, over: Partial<Handing> = {}) =>
  (
    await world
      .as(who)
      .send(releaseTask, { id: taskId, version: (await taskRow(taskId)).version, ...handing(to, over) })
  ).taskId
const refusal = async (who: FreightAccount, taskId: string, to: FreightAccount, over: Partial<Handing> = {}) =>
  await world.as(who).ask(releaseTask, { id: taskId, version: (await taskRow(taskId)).version, ...handing(to, over) })
const accept = async (who: Carrier, taskId: string) =>
  world.as(who).send(acceptTask, { id: taskId, version: (await taskRow(taskId)).version })
async function sendTruck(who: Carrier, taskId: string, count = 1) {
  const fleet = await world.trucks(count, who)
  const { waybills } = await world.as(who).send(appoint, {
    taskId,
    version: (await taskRow(taskId)).version,
    lines: fleet.map(({ vehicleId, driverId }) => ({ vehicleId, driverId, qty: 1, weightG: grams(32_000_000) })),
  })
  return waybills
}

describe('handing down', () => {
  it('makes a task of the next carrier at its own price; the releaser sees what became of it, the next carrier never what the first gets', async () => {
    const { taskId, goodsId } = await world.task({
      totalQty: 10,
      publishTo: 'CARRIERS',
      carrierIds: [demoCompanyId('carrier')],
    })
    const childId = await release('carrier', taskId, 'carrier2', { remark: '限高4米' })
    expect(await taskRow(taskId)).toMatchObject({ state: 'dispatching', remain_qty: 6 })
    expect(await taskRow(childId)).toMatchObject({
      state: 'sent',
      remain_qty: 4,
      depth: 1,
      carrier_unit_price: 2_600_000,
      parent_unit_price: 2_785_495,
    })
    expect(await goodsRest(goodsId)).toBe(0)

    const [row] = (await world.as('carrier2').send(listTasks, { state: 'sent', limit: 100 })).rows.filter(
      task => task.id === childId,
    )
    expect(row).toMatchObject({
      source: 'RELEASED',
      giverName: '河北顺达运输有限公司',
      carrierUnitPrice: 2_600_000,
      remark: '限高4米',
      acts: ['accept', 'refuse'],
      mayRelease: true,
    })
    const goods = await world.as('carrier2').send(getGoods, { id: goodsId })
    expect(goods).not.toHaveProperty('carrierUnitPrice')
    expect([goods.priceSteps, goods.tasks.map(task => task.id), goods.log]).toEqual([[], [childId], []])
    expect(JSON.stringify([row, goods])).not.toContain('278.5495')
    // goods offered to the first carrier only cannot be taken by the second
    expect((await world.as('carrier2').ask(takeGoods, { goodsId, qty: 1 })).envelope.code).not.toBe(0)

    // of ten: six the first carrier has still to dispatch, four it handed down and nobody answered
    expect((await world.as('shipper').send(getGoods, { id: goodsId })).progress).toEqual({
      waiting: 0,
      undispatched: 10,
      trucks: 0,
    })
    await accept('carrier2', childId)
    await sendTruck('carrier2', childId)
    expect((await world.as('shipper').send(getGoods, { id: goodsId })).progress).toEqual({
      waiting: 0,
      undispatched: 9,
      trucks: 1,
    })
    expect(await world.as('carrier').send(getGoods, { id: goodsId })).not.toHaveProperty('progress')
    const { parts, unitPrice: own, task } = await world.as('carrier').send(getReleaseView, { taskId })
    expect(own).toBe(2_785_495)
    expect(task).toMatchObject({ partCount: 1, remainQty: 6 })
    // 32 t × (278.5495 − 260)
    expect(parts).toMatchObject([
      {
        id: childId,
        state: 'dispatching',
        qty: 4,
        remainQty: 3,
        unitPrice: 2_600_000,
        waybills: { all: 1, open: 1, signed: 0 },
        feeEstimated: 59_358,
        feeConfirmed: 0,
        mayRecall: false,
      },
    ])
    // the shipper sees the carrier it dealt with, not whom that one handed work down to
    const seen = await world.as('shipper').send(getGoods, { id: goodsId })
    expect(seen.tasks.map(one => one.id)).toEqual([taskId])
    expect((await world.as('shipper').send(listTasks, { limit: 100 })).rows.some(one => one.id === childId)).toBe(false)
    expect((await world.as('admin').send(getGoods, { id: goodsId })).tasks).toHaveLength(2)
  })

  it('goes two carriers deep, and no further; back to none it came through, nor to the shipper', async () => {
    const { taskId } = await world.task({ totalQty: 10 })
    expect((await refusal('carrier', taskId, 'carrier')).http).toBe(404)
    expect((await refusal('carrier', taskId, 'shipper')).http).toBe(404)
    const second = await release('carrier', taskId, 'carrier2')
    await accept('carrier2', second)
    expect((await refusal('carrier2', second, 'carrier', { qty: 1, unitPrice: unitPrice(1) })).http).toBe(404)
    const third = await release('carrier2', second, 'carrier3', { qty: 2, unitPrice: unitPrice(2_500_000) })
    await accept('carrier3', third)
    expect(await taskRow(third)).toMatchObject({ depth: 2, parent_unit_price: 2_600_000 })
    expect((await refusal('carrier3', third, 'carrier2', { qty: 1, unitPrice: unitPrice(1) })).envelope.code).toBe(1305)
    expect((await world.as('carrier3').send(getReleaseView, { taskId: third })).fault).toBe(
      '该任务已转派两级，不能再转派',
    )
    expect(
      (await world.as('carrier3').send(listTasks, { limit: 100 })).rows.find(task => task.id === third),
    ).toMatchObject({ acts: ['dispatch', 'giveBack'], giverName: '山东鲁通物流有限公司' })
  })

  it('finds active carriers but those of the chain, by name or code', async () => {
    const { taskId } = await world.task({ totalQty: 10 })
    const find = async (text: string) =>
      (await world.as('carrier').send(findReleaseCarriers, { taskId, text })).rows.map(row => row.id)
    expect(await find('鲁通')).toEqual([demoCompanyId('carrier2')])
    expect(await find('顺达')).toEqual([])
    expect(await find('恒泰')).toEqual([])
    expect((await world.as('carrier').ask(findReleaseCarriers, { taskId, text: '鲁' })).envelope).toMatchObject({
      code: 4001,
      data: { fields: { text: '至少输入2个字' } },
    })
    expect((await world.as('carrier2').ask(findReleaseCarriers, { taskId, text: '鲁通' })).http).toBe(404)
  })

  it('refuses a price above one’s own, too much, a time that is over, and what its giver does not allow; the field says so', async () => {
    const { taskId } = await world.task({ totalQty: 10 })
    expect((await refusal('carrier', taskId, 'carrier2', { unitPrice: unitPrice(2_785_496) })).envelope).toMatchObject({
      code: 4001,
      data: { fields: { unitPrice: '不能高于本公司承运单价 278.5495' } },
    })
    expect((await refusal('carrier', taskId, 'carrier2', { unitPrice: unitPrice(0) })).envelope).toMatchObject({
      code: 4001,
      data: { fields: { unitPrice: '须大于0' } },
    })
    expect((await refusal('carrier', taskId, 'carrier2', { answerBy: Date.now() })).envelope).toMatchObject({
      code: 4001,
      data: { fields: { answerBy: expect.any(String) } },
    })
    expect((await refusal('carrier', taskId, 'carrier2', { qty: 11 })).envelope).toMatchObject({
      code: 1301,
      data: { remainQty: 10 },
    })
    expect(
      (await world.as('carrier').ask(releaseTask, { id: taskId, version: 1, ...handing('carrier2') })).envelope,
    ).toMatchObject({
      code: 1307,
      message: expect.stringMatching(/^任务已被.+修改，现剩余 10 车，请核对后再提交$/),
      data: { remainQty: 10 },
    })
    const kept = await release('carrier', taskId, 'carrier2', { mayRelease: false })
    await accept('carrier2', kept)
    expect((await refusal('carrier2', kept, 'carrier3', { qty: 1, unitPrice: unitPrice(1) })).envelope).toMatchObject({
      code: 1304,
    })
    expect((await world.as('carrier2').send(getReleaseView, { taskId: kept })).fault).toBe('派单方不允许转派该任务')
  })

  it('is the holder’s alone', async () => {
    const { taskId } = await world.task({ totalQty: 10 })
    const childId = await release('carrier', taskId, 'carrier2')
    expect((await refusal('carrier3', taskId, 'carrier2')).http).toBe(404)
    expect((await refusal('shipper', taskId, 'carrier2')).http).toBe(403)
    expect((await refusal('admin', taskId, 'carrier2')).http).toBe(403)
    expect((await refusal('carrier-finance', taskId, 'carrier2')).http).toBe(403)
    // the releaser reads its part and takes it back; it neither answers nor sends vehicles for it
    for (const answer of [
      await world.as('carrier').ask(acceptTask, { id: childId, version: 1 }),
      await world.as('carrier').ask(refuseTask, { id: childId, version: 1, reason: '试' }),
      await world.as('carrier').ask(returnTask, { id: childId, version: 1, reason: '试' }),
      await world.as('carrier').ask(appoint, {
        taskId: childId,
        version: 1,
        lines: (await world.trucks(1)).map(({ vehicleId, driverId }) => ({
          vehicleId,
          driverId,
          qty: 1,
          weightG: grams(1),
        })),
      }),
    ])
      expect(answer.http).toBe(403)
    expect((await world.as('carrier2').ask(getReleaseView, { taskId })).http).toBe(404)
    // the carrier it was handed to cannot take it back, nor can the house; the shipper does not know of it
    for (const [who, http] of [
      ['shipper', 404],
      ['carrier2', 403],
      ['admin', 403],
    ] as const)
      expect([who, (await world.as(who).ask(withdrawTask, { id: childId, version: 1 })).http]).toEqual([who, http])
    await world.as('carrier').send(withdrawTask, { id: childId, version: 1 })
    expect(await taskRow(taskId)).toMatchObject({ remain_qty: 10 })
  })

  it('hands the last of a task down to exactly one of 60 who ask at once', async () => {
    const { taskId } = await world.task({ totalQty: 1 })
    const ask = (n: number) =>
      world
        .as('carrier')
        .ask(releaseTask, { id: taskId, version: 2, ...handing(n % 2 ? 'carrier2' : 'carrier3', { qty: 1 }) })
    const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => untilServed(() => ask(n))))
    const codes = answers.map(({ envelope }) => envelope.code)
    expect([codes.filter(code => code === 0).length, codes.filter(code => code === 1301).length]).toEqual([1, 59])
    expect(await taskRow(taskId)).toMatchObject({ state: 'done', remain_qty: 0 })
  })
})

describe('a carrier that handed work down', () => {
  it('is told of every answer and of the dispatch, sees both on its page, and hears at once of what becomes of the waybill', async () => {
    const { taskId, taskNo } = await world.task({ totalQty: 10 })
    const [declined, child] = [
      await release('carrier', taskId, 'carrier2', { qty: 2 }),
      await release('carrier', taskId, 'carrier2'),
    ]
    const noOf = async (id: string) =>
      (await world.server.db(tx => tx.one(q.selectFrom('tasks').select('task_no').where('id', '=', id)))).task_no
    const [declinedNo, childNo] = [await noOf(declined), await noOf(child)]
    const frames = async (account: FreightAccount) =>
      (
        await world.server.db(tx =>
          tx.rows(q.selectFrom('inbox').select('frame').where('user_id', '=', demoUserId(account)).orderBy('seq')),
        )
      ).map(({ frame }) => JSON.stringify(frame))
    const lines = async (account: FreightAccount) =>
      world.server.db(tx =>
        tx.rows(
          q
            .selectFrom('messages')
            .select(['title', 'content', 'path'])
            .where('user_id', '=', demoUserId(account))
            .orderBy('id', 'desc')
            .limit(20),
        ),
      )
    await world.as('carrier2').send(refuseTask, { id: declined, version: 1, reason: '没有车' })
    await accept('carrier2', child)
    const [waybill] = await sendTruck('carrier2', child)
    if (!waybill) throw new Error('no waybill')
    await expect
      .poll(async () => (await lines('carrier')).slice(0, 3))
      .toEqual([
        {
          title: '承运商已派车',
          content: `任务 ${childNo} 已派 1 车，剩余 3 车`,
          path: `/waybill/release/appoint/${taskId}`,
        },
        {
          title: '承运商已接单',
          content: `山东鲁通物流有限公司 接受任务 ${childNo}，数量 4 车`,
          path: `/waybill/release/appoint/${taskId}`,
        },
        {
          title: '承运商已拒绝任务',
          content: `山东鲁通物流有限公司 拒绝任务 ${declinedNo}：没有车`,
          path: `/waybill/release/appoint/${taskId}`,
        },
      ])
    const { parts, task } = await world.as('carrier').send(getReleaseView, { taskId })
    expect(parts.find(part => part.id === child)).toMatchObject({
      state: 'dispatching',
      remainQty: 3,
      waybills: { all: 1, open: 1, signed: 0 },
    })
    expect([parts.find(part => part.id === declined)?.state, task.remainQty]).toEqual(['refused', 6])
    // the shipper hears of the dispatch by the number of the task it knows
    await expect
      .poll(async () => (await lines('shipper'))[0]?.content)
      .toContain(`任务 ${taskNo} 派车 ${waybill.plate}`)
    expect(JSON.stringify([await lines('shipper'), await frames('shipper')])).not.toContain(childNo)

    // nothing to read, but the page on screen follows: a frame that names the topic
    const before = (await frames('carrier')).length
    await world.as('carrier2').send(moveWaybill, { id: waybill.id, version: 1, move: 'accept' })
    await expect
      .poll(async () =>
        (await frames('carrier')).slice(before).some(frame => frame.includes('sync') && frame.includes('task')),
      )
      .toBe(true)
  })
})
