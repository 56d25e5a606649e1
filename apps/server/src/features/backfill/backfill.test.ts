// Entering waybills after the journey over HTTP: what is written, what is refused at which cell, and two who enter at
// once.
import { checkBackfill, getBackfill, submitBackfill } from '@yunshu/contract/waybill/backfill'
import { getGoods } from '@yunshu/contract/goods/goods'
import { listMessages } from '@yunshu/contract/message/message'
import { countWaybills, listWaybills, moveWaybill } from '@yunshu/contract/waybill/waybill'
import { getWaybill } from '@yunshu/contract/waybill/details'
import { answerClaim } from '@yunshu/contract/waybill/claim'
import { correctWaybill } from '@yunshu/contract/waybill/life'
import { fromWire } from '@yunshu/contract/wire'
import { unitPrice } from '@yunshu/domain/figures/unitPrice'
import { grams } from '@yunshu/domain/figures/weight'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { startFreightWorld, type FreightAccount, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'
import { drivenTrucks, trip, typed, type Cells, type DrivenTruck } from '../../../../../tests/server/trips.ts'

let world: FreightWorld
let trucks: DrivenTruck[]
beforeAll(async () => {
  world = await startFreightWorld()
  trucks = await drivenTrucks(world, 12)
})
afterAll(() => world.stop())

const truck = (n: number): DrivenTruck => {
  const one = trucks[n]
  if (!one) throw new Error(`no truck ${n}`)
  return one
}
const judge = async (goodsId: string, rows: readonly Cells[], who: FreightAccount = 'shipper') =>
  (await world.as(who).send(checkBackfill, { goodsId, rows: typed(rows) })).faults
const submit = (goodsId: string, rows: readonly Cells[], who: FreightAccount = 'shipper', key?: string) =>
  world.as(who).ask(submitBackfill, { goodsId, rows: typed(rows) }, key === undefined ? {} : { key })
const remain = async (goodsId: string) => (await world.as('shipper').send(getGoods, { id: goodsId })).remainQty

test('finished trips become waybills that wait for signature, with weights, times and estimated charges, and go on like others', async () => {
  const goods = await world.publish()
  const before = (await world.as('carrier').send(countWaybills, {})).state['toSign'] ?? 0
  const answer = await submit(goods.id, [
    trip(truck(0), 3),
    trip(truck(1), 3, { upstreamNo: 'KH-2', driver: truck(1).driverName }),
  ])
  expect(answer.envelope.message).toBe('操作成功')
  expect(answer.data.waybills.map(({ row }) => row)).toEqual([1, 2])
  const [first, second] = answer.data.waybills
  const waybill = await world.as('carrier').send(getWaybill, { id: first?.id ?? '' })
  expect(waybill).toMatchObject({
    state: 'toSign',
    source: 'BACKFILL',
    plate: truck(0).plate,
    loadWeightG: 32_400_000,
    unloadWeightG: 32_250_000,
    carrierFreight: 902_500,
    goodsNo: goods.goodsNo,
  })
  expect(waybill.times.map(({ state }) => state)).toEqual(expect.arrayContaining(['toSign']))
  expect(waybill.log.map(({ action }) => action)).toEqual(['补录装卸货', '回单补录'])
  expect((await world.as('shipper').send(getWaybill, { id: second?.id ?? '' })).upstreamNo).toBe('KH-2')
  expect(await remain(goods.id)).toBe(18)
  expect((await world.as('shipper').send(getGoods, { id: goods.id })).state).toBe('partial')
  expect((await world.as('carrier').send(countWaybills, {})).state['toSign']).toBe(before + 2)
  const told = (await world.as('carrier').send(listMessages, {})).rows.filter(
    ({ content }) => content.includes('补录') && content.includes(goods.goodsNo),
  )
  expect(told.map(({ content }) => content)).toEqual([`货源 ${goods.goodsNo} 补录运单 2 张，请核对`])
  // and leads to exactly these, not to a list of everything
  const asked = fromWire(
    listWaybills.input,
    Object.fromEntries(new URLSearchParams(told[0]?.path?.split('?')[1])),
    JSON.parse,
  )
  expect((await world.as('carrier').send(listWaybills, asked)).rows.map(({ id }) => id).sort()).toEqual(
    answer.data.waybills.map(({ id }) => id).sort(),
  )

  await world.as('shipper').send(moveWaybill, { id: waybill.id, version: waybill.version, move: 'sign' })
  expect(await world.as('carrier').send(getWaybill, { id: waybill.id })).toMatchObject({
    state: 'signed',
    receiptState: 'waiting',
    payable: 902_500,
    lossG: 150_000,
    oil: 270_750,
  })
})

test('its weights and times are put right like those of others, though they are older than the waybill', async () => {
  const goods = await world.publish()
  const { data } = await submit(goods.id, [trip(truck(4), 6)])
  const id = data.waybills[0]?.id ?? ''
  const shown = await world.as('admin').send(getWaybill, { id })
  expect(shown.times.map(({ state }) => state)).toEqual(['toAccept', 'loading', 'inTransit', 'arrived', 'toSign'])
  const loadedAt = (shown.loadedAt ?? 0) + 60_000
  await world.as('admin').send(correctWaybill, {
    id,
    version: shown.version,
    reason: '录入有误',
    loadWeightG: grams(32_000_000),
    unloadWeightG: grams(31_990_000),
    loadedAt,
  })
  const after = await world.as('admin').send(getWaybill, { id })
  expect([after.loadWeightG, after.unloadWeightG, after.loadedAt]).toEqual([32_000_000, 31_990_000, loadedAt])
})

test('a voided waybill gives its quantity back to the goods', async () => {
  const goods = await world.publish({ totalQty: 2 })
  const { data } = await submit(goods.id, [trip(truck(2), 5), trip(truck(3), 5)])
  expect(await remain(goods.id)).toBe(0)
  expect((await world.as('shipper').send(getGoods, { id: goods.id })).state).toBe('full')
  await world
    .as('admin')
    .send(moveWaybill, { id: data.waybills[0]?.id ?? '', version: 2, move: 'void', reason: '录错' })
  expect(await remain(goods.id)).toBe(1)
})

test('every wrong cell is named at once, each with its reason, and nothing is written', async () => {
  const goods = await world.publish()
  const rows: Cells[] = [
    trip(truck(0), 10),
    trip(truck(1), 10, { plate: '冀A00000', unloadWeight: '322.5' }),
    trip(truck(2), 10, { plateColor: '蓝色' }),
    trip(truck(3), 10, { driver: '张无忌' }),
    trip(truck(4), 10, { loadWeight: '三十吨' }),
    trip(truck(5), 10, { unloadAt: trip(truck(5), 12).unloadAt ?? '' }),
    trip(truck(6), 10, { loadWeight: '34', unloadWeight: '33.9' }),
    trip(truck(7), 10, { carrier: '不认识的公司' }),
    trip(truck(8), 10, { driver: '' }),
    trip(truck(0), 10),
    trip(truck(9), 10, { payee: '没有这个人' }),
    trip(truck(10), 10, { freight: '9000' }),
    trip(truck(11), 10, { oil: '99999' }),
  ]
  const faults = await judge(goods.id, rows)
  expect(faults.map(({ row, field }) => `${row} ${field ?? ''}`)).toEqual([
    '2 plate',
    '2 unloadWeight',
    '3 plateColor',
    '4 driver',
    '5 loadWeight',
    '6 unloadAt',
    '7 loadWeight',
    '8 carrier',
    '9 driver',
    '10 plate',
    '11 payee',
    '12 freight',
    '13 oil',
  ])
  const reason = (row: number) =>
    faults
      .filter(fault => fault.row === row)
      .map(fault => fault.reason)
      .join()
  expect(reason(2)).toBe('合作承运商没有登记这辆车,比装货重量多出一成以上，请核对')
  expect(reason(3)).toBe('与登记的车牌颜色不一致')
  expect(reason(4)).toContain('没有登记这名司机')
  expect(reason(5)).toContain('重量格式不正确')
  expect(reason(6)).toBe('须晚于装货时间')
  expect(reason(7)).toContain('超过核定载质量')
  expect(reason(8)).toBe('不是该货主的合作承运商')
  expect(reason(9)).toBe('不能为空')
  expect(reason(10)).toBe('与第1行重复（同一车辆、装货日期和重量）')
  expect(reason(11)).toContain('收款人')
  expect(reason(12)).toContain('不能填写')

  // a hidden cell does not silence the faults of the others
  const half = await judge(goods.id, [
    trip(truck(0), 40, { loadWeight: '三十吨', driver: '张无忌', unloadAt: '2099-01-01' }),
    trip(truck(1), 40, { plate: '冀A00000', loadAt: '某天' }),
    trip(truck(2), 40, { plate: '车', unloadWeight: '0' }),
    trip(truck(3), 40, { oil: '很多' }),
  ])
  expect(half.map(({ row, field }) => `${row} ${field ?? ''}`)).toEqual([
    '1 loadWeight',
    '1 driver',
    '1 unloadAt',
    '2 loadAt',
    '2 plate',
    '3 plate',
    '3 unloadWeight',
    '4 oil',
  ])

  const refused = await submit(goods.id, rows.slice(0, 3))
  expect(refused.http).toBe(400)
  expect(refused.envelope.data).toMatchObject({
    fields: { 'rows.1.cells.plate': '合作承运商没有登记这辆车', 'rows.2.cells.plateColor': '与登记的车牌颜色不一致' },
  })
  expect(await remain(goods.id)).toBe(20)
  expect((await world.as('shipper').send(listWaybills, { goodsId: goods.id })).rows).toEqual([])
})

test('a trip that is already a waybill, or overlaps one, is found', async () => {
  const goods = await world.publish()
  await submit(goods.id, [trip(truck(0), 20)])
  const later = trip(truck(0), 20, { loadWeight: '30', unloadWeight: '30' })
  const [again, overlap] = [await judge(goods.id, [trip(truck(0), 20)]), await judge(goods.id, [later])]
  expect(again[0]?.reason).toMatch(/疑似重复：运单YD\d+的车辆、装货日期和重量相同/)
  expect(overlap[0]?.reason).toMatch(/已有运单YD\d+，时间重叠/)
  // other goods carried along on the same route
  const other = await world.publish()
  expect(await judge(other.id, [later])).toEqual([])
  expect((await judge(other.id, [trip(truck(0), 20)]))[0]?.reason).toContain('疑似重复')
})

test('quantity is taken exactly, refused beyond what is left, and exact when two enter at once', async () => {
  const goods = await world.publish({ totalQty: 3 })
  expect(
    await judge(
      goods.id,
      [0, 1, 2, 3].map(n => trip(truck(n), 30)),
    ),
  ).toEqual([{ row: 4, field: 'plate', reason: '货源剩余数量不足（剩余 0 车）' }])
  const answers = await Promise.all([
    submit(goods.id, [trip(truck(0), 31), trip(truck(1), 31)]),
    submit(goods.id, [trip(truck(2), 31), trip(truck(3), 31)]),
  ])
  expect(answers.filter(({ envelope }) => envelope.code === 0)).toHaveLength(1)
  expect(await remain(goods.id)).toBe(1)
  expect((await world.as('shipper').send(listWaybills, { goodsId: goods.id })).rows).toHaveLength(2)

  const tons = await world.publish({
    quantityMode: 'BY_TON',
    totalQty: 60_000_000,
    items: [{ name: '动力煤', cargoCode: '0100', weightG: grams(60_000_000) }],
  })
  await submit(tons.id, [trip(truck(4), 32)])
  expect(await remain(tons.id)).toBe(27_600_000)
  expect((await judge(tons.id, [trip(truck(5), 32)]))[0]).toMatchObject({
    field: 'loadWeight',
    reason: '货源剩余数量不足（剩余 27.600 吨）',
  })
})

test('a repeated key writes once', async () => {
  const goods = await world.publish()
  const key = 'backfill-once-0001'
  const [first, second] = await Promise.all([
    submit(goods.id, [trip(truck(0), 40)], 'shipper', key),
    submit(goods.id, [trip(truck(0), 40)], 'shipper', key),
  ])
  expect(second.data).toEqual(first.data)
  expect((await world.as('shipper').send(listWaybills, { goodsId: goods.id })).rows).toHaveLength(1)
})

test('the platform agrees another freight, and it is what the signature fixes', async () => {
  const goods = await world.publish()
  const { data } = await submit(goods.id, [trip(truck(0), 50, { freight: '9,600.00', oil: '1000' })], 'admin')
  const id = data.waybills[0]?.id ?? ''
  expect(await world.as('carrier').send(getWaybill, { id })).toMatchObject({ payable: 960_000, oil: 100_000 })
  await world.as('shipper').send(moveWaybill, { id, version: 2, move: 'sign' })
  expect(await world.as('carrier').send(getWaybill, { id })).toMatchObject({ payable: 960_000, oil: 100_000 })
})

test('a deduction waits for the carrier, like other claims', async () => {
  const goods = await world.publish()
  const { data } = await submit(goods.id, [trip(truck(1), 50, { deduct: '200' })])
  const id = data.waybills[0]?.id ?? ''
  const early = await world.as('shipper').ask(moveWaybill, { id, version: 2, move: 'sign' })
  expect(early.envelope.message).toContain('1 项费用扣款待对方确认')
  const [claim] = (await world.as('carrier').send(getWaybill, { id })).claims
  expect(claim).toMatchObject({ code: 'CUT', amount: -20_000, state: 'proposed' })
  const { version } = await world
    .as('carrier')
    .send(answerClaim, { id, version: 2, claimId: claim?.id ?? '', move: 'agree' })
  await world.as('shipper').send(moveWaybill, { id, version, move: 'sign' })
  expect((await world.as('carrier').send(getWaybill, { id })).deducted).toBe(20_000 + 4224)
})

test('goods counted by volume ask for the volume of each trip', async () => {
  const goods = await world.publish({
    quantityMode: 'BY_M3',
    totalQty: 1_000_000,
    pricing: 'PER_M3',
    unitPrice: unitPrice(300_000),
    items: [{ name: '棉花', cargoCode: '1100', weightG: grams(60_000_000), volume: 1_000_000 }],
  })
  const view = await world.as('shipper').send(getBackfill, { goodsId: goods.id })
  expect(view.fields).toContain('qty')
  expect(view.fields).not.toContain('freight')
  expect(await judge(goods.id, [trip(truck(0), 60)])).toEqual([{ row: 1, field: 'qty', reason: '请填写本车的方数' }])
  expect(await judge(goods.id, [trip(truck(0), 60, { qty: '40.5' })])).toEqual([])
})

test('who may enter: the shipper, its branch and the platform; a carrier and another shipper may not', async () => {
  const goods = await world.publish({ publishTo: 'PUBLIC' })
  for (const who of ['shipper', 'branch', 'admin', 'platform-ops'] as const)
    expect((await world.as(who).ask(getBackfill, { goodsId: goods.id })).http, who).toBe(200)
  expect((await world.as('carrier').ask(getBackfill, { goodsId: goods.id })).http).toBe(403)
  expect((await world.as('shipper2').ask(getBackfill, { goodsId: goods.id })).http).toBe(404)
  expect((await submit(goods.id, [trip(truck(0), 70)], 'shipper2')).http).toBe(404)
  expect((await submit(goods.id, [trip(truck(0), 70)], 'shipper-finance')).http).toBe(403)
  expect((await world.as('admin').send(getBackfill, { goodsId: goods.id })).fields).toContain('freight')
})

test('goods that have ended take no trips, expired ones do', async () => {
  const goods = await world.publish()
  await world.server.db(tx => tx.run(q.updateTable('goods').set({ state: 'expired' }).where('id', '=', goods.id)))
  expect((await submit(goods.id, [trip(truck(0), 80)])).envelope.code).toBe(0)
  expect(await remain(goods.id)).toBe(19)
  await world.server.db(tx => tx.run(q.updateTable('goods').set({ state: 'cancelled' }).where('id', '=', goods.id)))
  expect((await submit(goods.id, [trip(truck(1), 80)])).envelope.message).toBe('当前状态为“已取消”，不能补录运单')
})

test('a fleet without relation is not found, and only what is named is told of one with it', async () => {
  const goods = await world.publish()
  const [strange] = await drivenTrucks(world, 1, 'carrier2')
  await world.server.db(tx =>
    tx.run(
      q
        .updateTable('relations')
        .set({ state: 'ended' })
        .where('shipper_id', '=', demoCompanyId('shipper'))
        .where('carrier_id', '=', demoCompanyId('carrier2')),
    ),
  )
  expect(await judge(goods.id, [strange ? trip(strange, 90) : {}])).toEqual([
    { row: 1, field: 'plate', reason: '合作承运商没有登记这辆车' },
  ])
  await world.server.db(tx =>
    tx.run(
      q
        .updateTable('relations')
        .set({ state: 'active' })
        .where('shipper_id', '=', demoCompanyId('shipper'))
        .where('carrier_id', '=', demoCompanyId('carrier2')),
    ),
  )
})
