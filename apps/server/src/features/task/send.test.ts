// Sending tasks over HTTP: quantities reserved at once, and the list of what was sent.
import { getGoods, listGoods, moveGoods, takeGoods } from '@yunshu/contract/goods/goods'
import { acceptTask, appoint, countTasks, listSendable, listTasks, sendTasks } from '@yunshu/contract/task/task'
import { getWaybill } from '@yunshu/contract/waybill/details'
import type { Input } from '@yunshu/contract/call'
import { DAY_MS, HOUR_MS } from '@yunshu/domain/figures/time'
import { unitPrice } from '@yunshu/domain/figures/unitPrice'
import { grams } from '@yunshu/domain/figures/weight'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoCompanyId, demoUserId } from '../../../demo/people.ts'
import { startFreightWorld, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'
import { untilServed } from '../../../../../tests/server/untilServed.ts'

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
/** Goods of ten trucks of which `qty` are sent to `carrier`. */
async function sent(qty: number, over: Partial<Sending> = {}) {
  const goods = await world.publish({ totalQty: 10, takeMode: 'ASSIGN' })
  const {
    tasks: [task],
  } = await world.as('shipper').send(sendTasks, sending([{ goodsId: goods.id, qty }], over))
  if (!task) throw new Error('no task')
  return { goodsId: goods.id, taskId: task.id, taskNo: task.taskNo }
}

describe('sending', () => {
  it('reserves the quantities of several goods at once and tells the carrier by push 30', async () => {
    const [one, two] = [await world.publish({ totalQty: 10 }), await world.publish({ totalQty: 3 })]
    const { tasks } = await world.as('shipper').send(
      sendTasks,
      sending(
        [
          { goodsId: one.id, qty: 4 },
          { goodsId: two.id, qty: 3 },
        ],
        { remark: '请带雨布' },
      ),
    )
    expect(tasks.map(task => task.goodsNo)).toEqual([one.goodsNo, two.goodsNo])
    expect([await goodsRow(one.id), await goodsRow(two.id)]).toEqual([
      { state: 'partial', remain_qty: 6 },
      { state: 'full', remain_qty: 0 },
    ])
    const { rows } = await world.as('carrier').send(listTasks, { text: tasks[0]?.taskNo ?? '' })
    expect(rows).toMatchObject([
      {
        state: 'sent',
        source: 'SENT',
        qty: 4,
        remainQty: 4,
        remark: '请带雨布',
        giverName: '榆林恒泰煤业销售有限公司',
        acts: ['accept', 'refuse'],
        carrierUnitPrice: 2_785_495,
      },
    ])
    await expect
      .poll(() =>
        world.server.db(tx =>
          tx.rows(
            q
              .selectFrom('messages')
              .select(['kind', 'title', 'path'])
              .where('user_id', '=', demoUserId('carrier'))
              .where('content', 'like', `%${tasks[1]?.taskNo ?? ''}%`),
          ),
        ),
      )
      .toEqual([{ kind: 'task', title: '新任务', path: `/TaskList?pane=tasks&text=${tasks[1]?.taskNo ?? ''}` }])
    await expect
      .poll(() =>
        world.server.db(tx =>
          tx.rows(
            sql<{
              code: string
            }>`select frame ->> 'code' as code from inbox where user_id = ${demoUserId('carrier')}
              and frame::text like ${`%${tasks[1]?.taskNo ?? ''}%`}`.compile(q),
          ),
        ),
      )
      .toEqual([{ code: '30' }])
    // a shipper sees what it sent, never what the carrier gets
    const [mine] = (await world.as('shipper').send(listTasks, { text: tasks[0]?.taskNo ?? '' })).rows
    expect(mine).toMatchObject({ acts: ['withdraw'] })
    expect(mine).not.toHaveProperty('carrierUnitPrice')
  })

  it('offers own open goods with something left and says how busy the carrier is', async () => {
    const { goodsId } = await sent(4)
    const full = await world.publish({ totalQty: 1 })
    await world.as('carrier').send(takeGoods, { goodsId: full.id, qty: 1 })
    const page = await world.as('shipper').send(listSendable, { carrierId })
    expect(page.carrier).toMatchObject({ name: '河北顺达运输有限公司' })
    expect(page.carrier.openTasks).toBeGreaterThan(1)
    const found = page.goods.find(goods => goods.id === goodsId)
    expect(found).toMatchObject({ remainQty: 6, shipperUnitPrice: 2_932_100 })
    expect(found).not.toHaveProperty('carrierUnitPrice')
    expect(page.goods.some(goods => goods.id === full.id)).toBe(false)
    expect((await world.as('admin').send(listSendable, { carrierId, goodsId })).goods[0]).toMatchObject({
      id: goodsId,
      carrierUnitPrice: 2_785_495,
      shipperUnitPrice: 2_932_100,
    })
    // a stranger's goods are not offered to a carrier its shipper does not work with
    expect((await world.as('shipper2').ask(listSendable, { carrierId })).http).toBe(404)
  })

  it('gives the last truck to exactly one of 100 who send and take at once', async () => {
    const goods = await world.publish({ totalQty: 1 })
    const ask = async (n: number): Promise<{ http: number; envelope: { code: number } }> =>
      n % 2
        ? world.as('shipper').ask(sendTasks, sending([{ goodsId: goods.id, qty: 1 }]))
        : world.as('carrier2').ask(takeGoods, { goodsId: goods.id, qty: 1 })
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => untilServed(() => ask(n))))
    const codes = answers.map(({ envelope }) => envelope.code)
    expect(codes.filter(code => code === 0)).toHaveLength(1)
    expect(codes.filter(code => code === 1201)).toHaveLength(99)
    expect(await goodsRow(goods.id)).toEqual({ state: 'full', remain_qty: 0 })
  })

  it('refuses all when one line is wrong, and says at the line what', async () => {
    const [one, two] = [await world.publish({ totalQty: 10 }), await world.publish({ totalQty: 3 })]
    const ask = async (lines: Sending['lines'], over: Partial<Sending> = {}, who: 'shipper' | 'admin' = 'shipper') =>
      (await world.as(who).ask(sendTasks, sending(lines, over))).envelope
    expect(
      await ask([
        { goodsId: one.id, qty: 1 },
        { goodsId: two.id, qty: 4 },
      ]),
    ).toMatchObject({ code: 1201, data: { remainQty: 3, fields: { 'lines.1.qty': '不能超过剩余数量 3 车' } } })
    expect(
      await ask([
        { goodsId: one.id, qty: 1 },
        { goodsId: one.id, qty: 1 },
      ]),
    ).toMatchObject({ code: 4001, data: { fields: { 'lines.1.goodsId': '同一货源不能重复' } } })
    expect(await ask([{ goodsId: one.id, qty: 1 }], { answerBy: Date.now() })).toMatchObject({
      code: 4001,
      data: { fields: { answerBy: '须晚于当前时间至少10分钟' } },
    })
    expect(await ask([{ goodsId: one.id, qty: 1 }], { answerBy: Date.now() + 40 * DAY_MS })).toMatchObject({
      code: 4001,
    })
    expect(await ask([{ goodsId: one.id, qty: 1, carrierUnitPrice: unitPrice(1) }])).toMatchObject({
      code: 4001,
      data: { fields: { 'lines.0.carrierUnitPrice': expect.any(String) } },
    })
    expect(await ask([{ goodsId: one.id, qty: 1, carrierUnitPrice: unitPrice(0) }], {}, 'admin')).toMatchObject({
      code: 4001,
    })
    const none = await world
      .as('shipper')
      .ask(sendTasks, sending([{ goodsId: one.id, qty: 1 }]), { raw: { lines: '[]' } })
    expect([none.http, none.envelope]).toMatchObject([
      400,
      { code: 4001, message: '明细：请选择货源', data: { fields: { lines: '请选择货源' } } },
    ])
    expect(await goodsRow(one.id)).toEqual({ state: 'published', remain_qty: 10 })
  })

  it('is for whoever publishes goods, to a carrier in a live relation, of goods that are open', async () => {
    const { id, version } = await world.publish({ totalQty: 5 })
    const lines = [{ goodsId: id, qty: 1 }]
    expect((await world.as('carrier').ask(sendTasks, sending(lines))).http).toBe(403)
    expect((await world.as('shipper-freight').ask(sendTasks, sending(lines))).http).toBe(403)
    expect((await world.as('branch').ask(sendTasks, sending(lines))).http).toBe(403)
    // the other shipper works with carrier2 and finds neither the goods nor `carrier`
    expect(
      (await world.as('shipper2').ask(sendTasks, sending(lines, { carrierId: demoCompanyId('carrier2') }))).http,
    ).toBe(404)
    expect((await world.as('shipper2').ask(sendTasks, sending(lines))).http).toBe(404)
    const setState = (state: string) =>
      world.server.db(tx =>
        tx.run(
          q
            .updateTable('relations')
            .set({ state })
            .where('carrier_id', '=', carrierId)
            .where('shipper_id', '=', demoCompanyId('shipper')),
        ),
      )
    await setState('ended')
    expect((await world.as('shipper').ask(sendTasks, sending(lines))).http).toBe(404)
    expect((await world.as('admin').ask(sendTasks, sending(lines))).envelope.code).toBe(1306)
    await setState('active')
    await world.as('shipper').send(moveGoods, { id, version, move: 'pause' })
    expect((await world.as('shipper').ask(sendTasks, sending(lines))).envelope).toMatchObject({
      code: 1101,
      data: { fields: { 'lines.0.goodsId': '货源已暂停' } },
    })
  })

  it('sends once for one key', async () => {
    const { id } = await world.publish({ totalQty: 5 })
    const ask = () =>
      world.as('shipper').ask(sendTasks, sending([{ goodsId: id, qty: 1 }], { answerBy: Date.now() + DAY_MS }), {
        key: 'send-once-0001',
        raw: { answerBy: String(1_900_000_000_000) },
      })
    const answers = await Promise.all([ask(), ask()])
    expect(answers.map(answer => answer.envelope.code)).toEqual([4001, 4001])
    const input = sending([{ goodsId: id, qty: 1 }])
    const made = await Promise.all(
      [1, 2, 3].map(() => world.as('shipper').ask(sendTasks, input, { key: 'send-once-0002' })),
    )
    expect(new Set(made.map(answer => answer.data.tasks[0]?.id)).size).toBe(1)
    expect((await goodsRow(id)).remain_qty).toBe(4)
  })

  it('lets the house send for a shipper at a price of its own, which waybills carry', async () => {
    const goods = await world.publish({ totalQty: 2 })
    const {
      tasks: [task],
    } = await world
      .as('admin')
      .send(sendTasks, sending([{ goodsId: goods.id, qty: 2, carrierUnitPrice: unitPrice(2_000_000) }]))
    const id = task?.id ?? ''
    expect((await world.as('carrier').send(listTasks, { text: task?.taskNo ?? '' })).rows[0]).toMatchObject({
      carrierUnitPrice: 2_000_000,
    })
    const { version } = await world.as('carrier').send(acceptTask, { id, version: 1 })
    const [truck] = await world.trucks(1)
    const {
      waybills: [waybill],
    } = await world.as('carrier').send(appoint, {
      taskId: id,
      version,
      lines: [
        { vehicleId: truck?.vehicleId ?? '', driverId: truck?.driverId ?? '', qty: 1, weightG: grams(32_000_000) },
      ],
    })
    expect(await world.as('admin').send(getWaybill, { id: waybill?.id ?? '' })).toMatchObject({
      carrierUnitPrice: 2_000_000,
      carrierFreight: 640_000,
      shipperUnitPrice: 2_932_100,
    })
  })
})

describe('the list', () => {
  it('filters by source, companies, route and time, and counts what it holds', async () => {
    const { taskNo } = await sent(1)
    const filters = [
      { source: 'SENT' },
      { source: 'GRAB' },
      { shipperId: demoCompanyId('shipper') },
      { carrierId: demoCompanyId('carrier2') },
      { loadRegion: '610000' },
      { loadRegion: '110000' },
      { unloadRegion: '411328' },
      { from: Date.now() - HOUR_MS },
      { to: Date.now() - HOUR_MS },
    ] as const
    for (const account of ['shipper', 'carrier', 'admin', 'branch'] as const)
      for (const filter of filters) {
        const { state } = await world.as(account).send(countTasks, filter)
        const { rows, next } = await world.as(account).send(listTasks, { ...filter, limit: 100 })
        if (next === undefined)
          expect([account, JSON.stringify(filter), Object.values(state).reduce((all, n) => all + n, 0)]).toEqual([
            account,
            JSON.stringify(filter),
            rows.length,
          ])
        expect(rows.some(row => row.taskNo === taskNo)).toBe(
          !('source' in filter && filter.source === 'GRAB') &&
            !('carrierId' in filter) &&
            !('to' in filter) &&
            !('loadRegion' in filter && filter.loadRegion === '110000'),
        )
      }
  })

  it('shows a carrier the goods of a task it was sent though they were offered to others', async () => {
    const goods = await world.publish({ totalQty: 3, publishTo: 'CARRIERS', carrierIds: [demoCompanyId('carrier2')] })
    expect((await world.as('carrier').ask(getGoods, { id: goods.id })).http).toBe(404)
    await world.as('shipper').send(sendTasks, sending([{ goodsId: goods.id, qty: 1 }]))
    expect(await world.as('carrier').send(getGoods, { id: goods.id })).toMatchObject({
      goodsNo: goods.goodsNo,
      carrierUnitPrice: 2_785_495,
    })
    expect((await world.as('carrier').send(listGoods, { text: goods.goodsNo })).rows).toHaveLength(1)
    // a task is no offer: the rest is not its to take
    expect((await world.as('carrier').ask(takeGoods, { goodsId: goods.id, qty: 1 })).envelope.code).toBe(1203)
  })
})
