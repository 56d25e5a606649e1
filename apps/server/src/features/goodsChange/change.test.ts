// Changes of goods over HTTP: at once without open work, with consent else; prices, races and refusals.
import type { Input } from '@yunshu/contract/call'
import { getGoods, moveGoods, publishGoods, takeGoods } from '@yunshu/contract/goods/goods'
import {
  answerGoodsChange,
  changeGoods,
  getGoodsChange,
  getGoodsSaid,
  countGoodsChanges,
  listGoodsChanges,
  withdrawGoodsChange,
} from '@yunshu/contract/goods/change'
import { HOUR_MS } from '@yunshu/domain/figures/time'
import { unitPrice } from '@yunshu/domain/figures/unitPrice'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoCompanyId, demoUserId } from '../../../demo/people.ts'
import {
  goodsInput,
  startFreightWorld,
  type FreightAccount,
  type FreightWorld,
} from '../../../../../tests/server/freightWorld.ts'
import { formByRule } from '../../../../../tests/wire/ruleClient.ts'

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
const told = async (account: string) =>
  JSON.stringify(
    await world.server.db(tx =>
      tx.rows(q.selectFrom('inbox').select('frame').where('user_id', '=', demoUserId(account))),
    ),
  )

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
        { field: '总量', old: '20 车', new: '25 车' },
        { field: '托运单价', old: '293.21 元/吨', new: '300.00 元/吨' },
        { field: '承运单价', old: '278.5495 元/吨', new: '285.00 元/吨' },
        { field: '账期', old: '7 天', new: '15 天' },
        { field: '备注', old: '', new: '装车排队' },
      ],
    })
    expect((await world.as('carrier').send(getGoods, { id })).carrierUnitPrice).toBe(2_850_000)
  })

  it('[CL-03] takes the fields back as the server answered them, the empty price steps too', async () => {
    const { id } = await world.publish()
    const shipper = world.as('shipper')
    const { envelope } = await shipper.ask(getGoodsSaid, { id })
    const said = envelope.data as { version: number; fields: Record<string, unknown> }
    expect(said.fields['priceSteps']).toEqual([])
    const params = {
      timestamp: Date.now(),
      token: shipper.token,
      id,
      version: said.version,
      ...said.fields,
      remark: '装车排队',
      reason: '市场价格变化',
      appliesToOpen: false,
    }
    const answered = await fetch(world.server.url + changeGoods.path, {
      method: 'POST',
      headers: {
        URLFlag: 'web',
        Authorization: shipper.token ?? '',
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: formByRule(params, world.server.server.deps.config.signSecret),
    })
    expect(await answered.json()).toMatchObject({ code: 0, data: { state: 'applied' } })
    expect((await shipper.send(getGoods, { id })).remark).toBe('装车排队')
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
    const named = async (text: string) =>
      (await world.as('shipper').send(listGoodsChanges, { text })).rows.map(one => one.goodsNo)
    expect(await named(goodsNo.slice(-6))).toEqual([goodsNo])
    expect(await named(`${goodsNo}0`)).toEqual([])
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

    const waiting = async () => (await world.as('carrier').send(countGoodsChanges, { isWaiting: true })).state
    expect(await waiting()).toEqual({ pending: 1 })
    expect((await answer('carrier', made.id, true)).data).toMatchObject({ state: 'pending' })
    expect(await waiting()).toEqual({})
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
