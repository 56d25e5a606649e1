// Goods over HTTP: publishing and its refusals, the list and its counters, prices, pause, resume, cancel, end, expiry.
import {
  countGoods,
  getGoods,
  listGoods,
  listOffers,
  moveGoods,
  publishGoods,
  takeGoods,
} from '@yunshu/contract/goods/goods'
import { appoint } from '@yunshu/contract/task/task'
import { unitPrice } from '@yunshu/domain/figures/unitPrice'
import { grams } from '@yunshu/domain/figures/weight'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoCompanyId, demoUserId } from '../../../demo/people.ts'
import { expireGoods } from './goods.jobs.ts'
import { goodsInput, startFreightWorld, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
})
afterAll(() => world.stop())

const codeOf = async (answer: Promise<{ envelope: { code: number } }>): Promise<number> => (await answer).envelope.code

describe('publishing', () => {
  it('numbers the goods, offers them to related carriers, tells them with push 30, and throws the draft away', async () => {
    await world.server.db(tx =>
      tx.run(
        q
          .insertInto('drafts')
          .values({ user_id: demoUserId('shipper'), form: 'goods/publish', body: '{}', saved_at: 1 }),
      ),
    )
    const { id, goodsNo } = await world.publish()
    expect(goodsNo).toMatch(/^HY\d{6}\d{8}$/)
    const offered = await world.server.db(tx =>
      tx.rows(q.selectFrom('goods_carriers').select('carrier_id').where('goods_id', '=', id)),
    )
    expect(offered).toHaveLength(8)
    const drafts = await world.server.db(tx =>
      tx.rows(q.selectFrom('drafts').selectAll().where('user_id', '=', demoUserId('shipper'))),
    )
    expect(drafts).toEqual([])
    expect((await world.as('carrier').send(listOffers, {})).rows.map(row => row.id)).toContain(id)
    const frames = () =>
      world.server.db(tx => tx.rows(q.selectFrom('inbox').select('frame').where('user_id', '=', demoUserId('carrier'))))
    await expect.poll(async () => JSON.stringify(await frames())).toContain(goodsNo)
    expect(JSON.stringify(await frames())).toContain('"code":"30"')
  })

  it('takes the carrier unit price from the shipper price less the service fee, cut down', async () => {
    const { id } = await world.publish({ unitPrice: unitPrice(2_932_101) })
    const row = await world.server.db(tx =>
      tx.one(
        q.selectFrom('goods').select(['shipper_unit_price', 'carrier_unit_price', 'branch_id']).where('id', '=', id),
      ),
    )
    expect(row).toEqual({
      shipper_unit_price: 2_932_101,
      carrier_unit_price: 2_785_495,
      branch_id: demoCompanyId('branch1'),
    })
  })

  it.each([
    [
      'a pay plan that does not add up',
      { payPlan: { prePpm: 1, oilPpm: 300_000, etcPpm: 0, arrivePpm: 500_000, receiptPpm: 200_000, termDays: 7 } },
      4001,
      'payPlan',
    ],
    ['a time that is over', { validTo: Date.now() - 1 }, 4001, 'validTo'],
    ['trunk goods without their line', { kind: 'GX' as const }, 4001, 'gx'],
    [
      'a chosen carrier without a relation',
      { publishTo: 'CARRIERS' as const, carrierIds: [demoCompanyId('shipper2')] },
      4001,
      'carrierIds',
    ],
    [
      'oil above the cap of the company',
      { payPlan: { prePpm: 0, oilPpm: 400_001, etcPpm: 0, arrivePpm: 599_999, receiptPpm: 0, termDays: 7 } },
      1206,
      'payPlan',
    ],
  ])('refuses %s at its field', async (_name, over, code, field) => {
    const { envelope } = await world.as('shipper').ask(publishGoods, goodsInput(over))
    expect(envelope.code).toBe(code)
    expect(Object.keys((envelope.data as { fields: Record<string, string> }).fields)).toEqual([field])
  })

  it('took a time no clock shows: everybody’s list of these goods failed as a file', async () => {
    const raw = { validTo: '8640000000000000' }
    expect((await world.as('shipper').ask(publishGoods, goodsInput(), { raw })).envelope).toMatchObject({
      code: 4001,
      data: { fields: { validTo: '不能晚于9999年' } },
    })
  })

  it('refuses forbidden goods by name and a class that does not exist', async () => {
    const item = {
      name: '0号柴油',
      cargoCode: '0200',
      weightG: goodsInput().items[0]?.weightG ?? goodsInput().totalQty,
    } as ReturnType<typeof goodsInput>['items'][number]
    const { envelope } = await world.as('shipper').ask(publishGoods, goodsInput({ items: [item] }))
    expect(envelope.message).toContain('柴油')
  })

  it('refuses a company without a contract', async () => {
    const setContract = (isContract: boolean) =>
      world.server.db(tx =>
        tx.run(q.updateTable('companies').set({ is_contract: isContract }).where('id', '=', demoCompanyId('shipper'))),
      )
    await setContract(false)
    expect(await codeOf(world.as('shipper').ask(publishGoods, goodsInput()))).toBe(1205)
    await setContract(true)
  })

  it('refuses people without the permit, and branches', async () => {
    for (const account of ['shipper-finance', 'carrier', 'branch'] as const)
      expect((await world.as(account).ask(publishGoods, goodsInput())).http).toBe(403)
  })

  it('lets the platform publish for a shipper it names, and tells the shipper', async () => {
    const { envelope } = await world.as('platform-ops').ask(publishGoods, goodsInput())
    expect(envelope).toMatchObject({ code: 4001, data: { fields: { shipperId: '请选择货主' } } })
    const { id, goodsNo } = await world
      .as('platform-ops')
      .send(publishGoods, goodsInput({ shipperId: demoCompanyId('shipper') }))
    const detail = await world.as('shipper').send(getGoods, { id })
    expect([detail.shipperId, detail.state, detail.log.at(-1)?.action]).toEqual([
      demoCompanyId('shipper'),
      'published',
      '发布',
    ])
    const told = () =>
      world.server.db(tx => tx.rows(q.selectFrom('inbox').select('frame').where('user_id', '=', demoUserId('shipper'))))
    await expect.poll(async () => JSON.stringify(await told())).toContain(`平台为贵公司发布货源 ${goodsNo}`)
    // nobody else publishes for another company, and a company that ships nothing has nothing published for it
    expect(
      (await world.as('shipper').ask(publishGoods, goodsInput({ shipperId: demoCompanyId('shipper2') }))).envelope,
    ).toMatchObject({ code: 4001, data: { fields: { shipperId: '只能为本公司发布' } } })
    expect(
      (await world.as('platform-ops').ask(publishGoods, goodsInput({ shipperId: demoCompanyId('carrier') }))).http,
    ).toBe(404)
  })

  it('publishes once for one key, however often it is sent, and refuses the key for other goods', async () => {
    const input = goodsInput({ title: '同一次提交' })
    const [first, second] = [
      await world.as('shipper').ask(publishGoods, input, { key: 'publish-once-1' }),
      await world.as('shipper').ask(publishGoods, input, { key: 'publish-once-1' }),
    ]
    expect(second.data).toEqual(first.data)
    expect(
      await codeOf(world.as('shipper').ask(publishGoods, goodsInput({ title: '另一份' }), { key: 'publish-once-1' })),
    ).toBe(4091)
    expect((await world.as('shipper').send(listGoods, { text: '同一次提交' })).rows).toHaveLength(1)
  })
})

describe('the list of goods', () => {
  it('counts by state what the list holds under the same filter', async () => {
    await world.publish({ title: '清单核对甲' })
    const paused = await world.publish({ title: '清单核对乙' })
    await world.as('shipper').send(moveGoods, { id: paused.id, version: paused.version, move: 'pause' })
    for (const filter of [
      {},
      { text: '清单核对' },
      { loadRegion: '610000' },
      { loadRegion: '610800', unloadRegion: '411328' },
      { kind: 'NORMAL' as const },
      { text: '没有这样的货' },
      { from: Date.now() - 60_000 },
    ]) {
      const { state } = await world.as('shipper').send(countGoods, filter)
      for (const [name, n] of Object.entries(state)) {
        const { rows } = await world
          .as('shipper')
          .send(listGoods, { ...filter, state: name as 'published', limit: 100 })
        expect([name, rows.length]).toEqual([name, n])
      }
    }
  })

  it('pages by the cursor without a gap or a repeat', async () => {
    const whole = (await world.as('shipper').send(listGoods, { limit: 100 })).rows.map(row => row.id)
    const walked: string[] = []
    for (let cursor: string | undefined; ;) {
      const page = await world.as('shipper').send(listGoods, { limit: 2, ...(cursor ? { cursor } : {}) })
      walked.push(...page.rows.map(row => row.id))
      if (!page.next) break
      cursor = page.next
    }
    expect(walked).toEqual(whole)
    expect(await codeOf(world.as('shipper').ask(listGoods, { cursor: "' or 1=1" }))).toBe(4001)
  })

  it('[PM-08] shows a company its own goods and those it was offered, nothing else', async () => {
    const { id } = await world.publish({ publishTo: 'CARRIERS', carrierIds: [demoCompanyId('carrier')] })
    const sees = async (account: 'shipper' | 'shipper2' | 'carrier' | 'carrier2' | 'branch') =>
      (await world.as(account).send(listGoods, { limit: 100 })).rows.some(row => row.id === id)
    expect([
      await sees('shipper'),
      await sees('shipper2'),
      await sees('carrier'),
      await sees('carrier2'),
      await sees('branch'),
    ]).toEqual([true, false, true, false, true])
    for (const account of ['shipper2', 'carrier2'] as const)
      expect((await world.as(account).ask(getGoods, { id })).http).toBe(404)
    expect((await world.as('carrier2').ask(takeGoods, { goodsId: id, qty: 1 })).http).toBe(404)
    expect((await world.as('shipper2').ask(moveGoods, { id, version: 2, move: 'cancel', reason: '试' })).http).toBe(404)
  })

  it('leaves out the price columns a side may not see: absent, not null', async () => {
    const { id } = await world.publish()
    const columns = async (account: 'shipper' | 'carrier' | 'platform-ops' | 'admin') => {
      const { envelope } = await world.as(account).ask(getGoods, { id })
      return Object.keys(envelope.data as object)
        .filter(name => name.endsWith('UnitPrice'))
        .sort()
    }
    expect(await columns('shipper')).toEqual(['shipperUnitPrice'])
    expect(await columns('carrier')).toEqual(['carrierUnitPrice'])
    expect(await columns('admin')).toEqual(['carrierUnitPrice', 'shipperUnitPrice'])
  })

  it('shows a carrier neither the others it was offered to nor who took what', async () => {
    const { id } = await world.publish()
    const seen = await world.as('carrier').send(getGoods, { id })
    expect([seen.carriers, seen.log, seen.moves]).toEqual([[], [], []])
    expect((await world.as('shipper').send(getGoods, { id })).carriers).toHaveLength(8)
  })
})

describe('changing goods', () => {
  it('pauses and resumes, and offers exactly the moves that are possible', async () => {
    const goods = await world.publish()
    expect((await world.as('shipper').send(getGoods, { id: goods.id })).moves).toEqual(['pause', 'cancel'])
    const paused = await world.as('shipper').send(moveGoods, { id: goods.id, version: goods.version, move: 'pause' })
    expect((await world.as('carrier').send(listOffers, {})).rows.map(row => row.id)).not.toContain(goods.id)
    expect((await world.as('shipper').send(getGoods, { id: goods.id })).moves).toEqual(['resume', 'cancel'])
    await world.as('shipper').send(moveGoods, { id: goods.id, version: paused.version, move: 'resume' })
    expect((await world.as('shipper').send(getGoods, { id: goods.id })).state).toBe('published')
  })

  it('resumes goods of which part was taken to that state', async () => {
    const goods = await world.publish()
    await world.as('carrier').send(takeGoods, { goodsId: goods.id, qty: 5 })
    const { version } = await world
      .as('shipper')
      .send(moveGoods, { id: goods.id, version: goods.version + 1, move: 'pause' })
    await world.as('shipper').send(moveGoods, { id: goods.id, version, move: 'resume' })
    expect((await world.as('shipper').send(getGoods, { id: goods.id })).state).toBe('partial')
  })

  it('ends goods of which part was taken and done; not while something is under way, nor when nobody took any', async () => {
    const end = async (id: string) =>
      world
        .as('shipper')
        .ask(moveGoods, { id, version: (await world.as('shipper').send(getGoods, { id })).version, move: 'end' })
    const untaken = await world.publish()
    await world.as('shipper').send(moveGoods, { id: untaken.id, version: untaken.version, move: 'pause' })
    expect((await end(untaken.id)).envelope).toMatchObject({ code: 1101, message: '当前状态为“未接单”，不能结束' })
    const { id } = await world.publish()
    const { taskId } = await world.as('carrier').send(takeGoods, { goodsId: id, qty: 1 })
    const offered = async () =>
      (({ moves, barred }) => ({ moves, barred }))(await world.as('shipper').send(getGoods, { id }))
    const both = ['cancel', 'end']
    expect(await offered()).toEqual({
      moves: ['pause'],
      barred: { moves: both, why: '还有 1 个承运商任务未派完，不能取消、结束货源，请先撤回任务或由承运商退回剩余' },
    })
    expect((await end(id)).envelope).toMatchObject({
      code: 1207,
      message: '还有 1 个承运商任务未派完，不能结束货源，请先撤回任务或由承运商退回剩余',
    })
    const fleet = await world.trucks(1)
    const {
      waybills: [waybill],
    } = await world.as('carrier').send(appoint, {
      taskId,
      version: 2,
      lines: fleet.map(({ vehicleId, driverId }) => ({ vehicleId, driverId, qty: 1, weightG: grams(32_000_000) })),
    })
    expect((await end(id)).envelope).toMatchObject({ code: 1204, message: '货源还有 1 张未完成的运单，不能结束' })
    // a signature leaves money open: the goods are done when the waybill is
    await world.server.db(tx =>
      tx.run(
        q
          .updateTable('waybills')
          .set({ state: 'signed' })
          .where('id', '=', waybill?.id ?? ''),
      ),
    )
    expect(await offered()).toEqual({
      moves: ['pause'],
      barred: { moves: both, why: '货源还有 1 张未完成的运单，不能取消、结束' },
    })
    await world.server.db(tx =>
      tx.run(
        q
          .updateTable('waybills')
          .set({ state: 'finished' })
          .where('id', '=', waybill?.id ?? ''),
      ),
    )
    expect(await offered()).toEqual({ moves: ['pause', 'cancel', 'end'] })
    expect((await end(id)).envelope.code).toBe(0)
    expect(await world.as('shipper').send(getGoods, { id })).toMatchObject({
      state: 'finished',
      remainQty: 19,
      moves: [],
    })
    expect(await codeOf(world.as('carrier').ask(takeGoods, { goodsId: id, qty: 1 }))).toBe(1101)
  })

  it('refuses a stale version, a wrong state, and a cancellation without a reason or with a live task', async () => {
    const goods = await world.publish()
    expect(
      await codeOf(world.as('shipper').ask(moveGoods, { id: goods.id, version: goods.version - 1, move: 'pause' })),
    ).toBe(4090)
    expect(
      await codeOf(world.as('shipper').ask(moveGoods, { id: goods.id, version: goods.version, move: 'resume' })),
    ).toBe(1101)
    expect(
      await codeOf(world.as('shipper').ask(moveGoods, { id: goods.id, version: goods.version, move: 'cancel' })),
    ).toBe(1102)
    await world.as('carrier').send(takeGoods, { goodsId: goods.id, qty: 1 })
    expect(
      await codeOf(
        world.as('shipper').ask(moveGoods, { id: goods.id, version: goods.version + 1, move: 'cancel', reason: '试' }),
      ),
    ).toBe(1207)
  })

  it('expires goods whose time is over, once, and refuses to take them', async () => {
    const goods = await world.publish()
    await world.server.db(tx =>
      tx.run(
        q
          .updateTable('goods')
          .set({ valid_to: Date.now() - 1 })
          .where('id', '=', goods.id),
      ),
    )
    expect(await codeOf(world.as('carrier').ask(takeGoods, { goodsId: goods.id, qty: 1 }))).toBe(1202)
    expect(await expireGoods(world.server.server.deps)).toBe(1)
    expect(await expireGoods(world.server.server.deps)).toBe(0)
    const detail = await world.as('shipper').send(getGoods, { id: goods.id })
    expect([detail.state, detail.log[0]?.by]).toEqual(['expired', '系统'])
    expect(await codeOf(world.as('carrier').ask(takeGoods, { goodsId: goods.id, qty: 1 }))).toBe(1202)
  })
})
