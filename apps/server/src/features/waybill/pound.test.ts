// Weighings over HTTP: who enters what when, what goods want before a vehicle leaves, and taking a ticket out.
import { moveWaybill } from '@yunshu/contract/waybill/waybill'
import { getWaybill } from '@yunshu/contract/waybill/details'
import { addPoundTicket, removePoundTicket } from '@yunshu/contract/waybill/life'
import type { Input } from '@yunshu/contract/call'
import { grams } from '@yunshu/domain/figures/weight'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  startFreightWorld,
  wholeJourney,
  type FreightAccount,
  type FreightWorld,
  type MadeWaybill,
} from '../../../../../tests/server/freightWorld.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
})
afterAll(() => world.stop())

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const make = async (
  moves: Parameters<FreightWorld['walk']>[1],
  over?: Parameters<FreightWorld['waybills']>[1],
): Promise<MadeWaybill> => {
  const [waybill] = await world.waybills(1, over)
  if (!waybill) throw new Error('no waybill')
  return world.walk(waybill, moves)
}
const enter = (
  account: FreightAccount,
  { id, version }: { id: string; version: number },
  over: Partial<Input<typeof addPoundTicket>> = {},
  photos = 0,
) =>
  world.as(account).ask(
    addPoundTicket,
    {
      id,
      version,
      place: 'load',
      party: 'driver',
      ticketNo: 'BD001',
      grossWeightG: grams(48_400_000),
      tareWeightG: grams(16_000_000),
      station: '北门磅',
      weighedAt: Date.now() - 1000,
      ...over,
    },
    { files: Array.from({ length: photos }, (_, n) => ({ name: `磅单${n}.png`, bytes: png })) },
  )
const detail = (id: string) => world.as('admin').send(getWaybill, { id })

it('keeps gross, tare and net with photos, newest first, and tells how far the scales are apart', async () => {
  const waybill = await make(wholeJourney.slice(0, 4))
  const first = await enter('carrier', waybill, {}, 1)
  const second = await enter(
    'carrier',
    { id: waybill.id, version: first.data.version },
    { place: 'unload', ticketNo: 'XH01', grossWeightG: grams(48_250_000) },
  )
  const third = await enter(
    'shipper',
    { id: waybill.id, version: second.data.version },
    { place: 'unload', party: 'receiver', ticketNo: 'XH02', grossWeightG: grams(48_200_000) },
  )
  expect(third.envelope.code).toBe(0)
  const shown = await detail(waybill.id)
  expect(
    shown.tickets.map(({ ticketNo, netG, place, party, files }) => [ticketNo, netG, place, party, files.length]),
  ).toEqual([
    ['XH02', 32_200_000, 'unload', 'receiver', 0],
    ['XH01', 32_250_000, 'unload', 'driver', 0],
    ['BD001', 32_400_000, 'load', 'driver', 1],
  ])
  expect(shown.log[0]).toMatchObject({
    action: '登记磅单',
    diff: [{ field: '卸货磅单 XH02（收发货方）', new: '净重 32.200 吨' }],
  })
})

it('leaves a place only with the weighing and the photo the goods want', async () => {
  const waybill = await make(['accept', 'arriveLoad'], {
    poundRule: { loadPhoto: true, loadWeight: true, unloadPhoto: false, unloadWeight: true },
  })
  const depart = (version: number) =>
    world.as('carrier').ask(moveWaybill, { id: waybill.id, version, move: 'depart', loadWeightG: grams(32_400_000) })
  expect((await depart(waybill.version)).envelope).toMatchObject({
    code: 1505,
    message: '该货源要求装货磅单重量，请先登记磅单',
  })
  const bare = await enter('carrier', waybill)
  expect((await depart(bare.data.version)).envelope.message).toBe('该货源要求装货磅单照片，请先登记磅单')
  const shot = await enter('carrier', { id: waybill.id, version: bare.data.version }, { ticketNo: 'BD002' }, 1)
  const left = await depart(shot.data.version)
  expect(left.envelope.code).toBe(0)
  const there = await world
    .as('carrier')
    .send(moveWaybill, { id: waybill.id, version: left.data.version, move: 'arriveUnload' })
  const unload = (version: number) =>
    world.as('carrier').ask(moveWaybill, { id: waybill.id, version, move: 'unload', unloadWeightG: grams(32_250_000) })
  expect((await unload(there.version)).envelope.message).toBe('该货源要求卸货磅单重量，请先登记磅单')
  const weighed = await enter(
    'carrier',
    { id: waybill.id, version: there.version },
    { place: 'unload', party: 'receiver' },
  )
  expect((await unload(weighed.data.version)).envelope.code).toBe(0)
})

it('a ticket taken out counts no more; its row and reason are kept', async () => {
  const waybill = await make(['accept', 'arriveLoad'], {
    poundRule: { loadPhoto: false, loadWeight: true, unloadPhoto: false, unloadWeight: false },
  })
  const entered = await enter('carrier', waybill)
  const remove = (account: FreightAccount, version = entered.data.version) =>
    world
      .as(account)
      .ask(removePoundTicket, { id: waybill.id, version, ticketId: entered.data.ticketId, reason: '录错' })
  expect((await remove('shipper')).http, 'not the shipper’s own').toBe(403)
  expect((await remove('carrier', waybill.version)).http).toBe(409)
  const removed = await remove('carrier')
  expect([removed.envelope.code, (await detail(waybill.id)).tickets]).toEqual([0, []])
  expect((await remove('carrier', removed.data.version)).http, 'taken out already').toBe(404)
  expect(
    (
      await world
        .as('carrier')
        .ask(moveWaybill, { id: waybill.id, version: removed.data.version, move: 'depart', loadWeightG: grams(1) })
    ).envelope.code,
  ).toBe(1505)
  expect((await detail(waybill.id)).log[0]).toMatchObject({
    action: '移除磅单',
    remark: '录错',
    diff: [{ field: '磅单 BD001', old: '净重 32.400 吨' }],
  })
})

it('refuses what cannot be: tare above gross, the future, the wrong place or side, other companies, and after the signature', async () => {
  const waybill = await make(['accept'])
  expect((await enter('carrier', waybill, { tareWeightG: grams(48_400_000) })).envelope).toMatchObject({
    code: 4001,
    data: { fields: { tareWeightG: '须小于毛重' } },
  })
  expect((await enter('carrier', waybill, { weighedAt: Date.now() + 60_000 })).envelope).toMatchObject({
    data: { fields: { weighedAt: '不能晚于当前时间' } },
  })
  expect((await enter('carrier', waybill, { weighedAt: 1_700_000_000_000 })).envelope).toMatchObject({
    data: { fields: { weighedAt: '不能早于下单前一天' } },
  })
  expect((await enter('carrier', waybill, { place: 'unload' })).envelope.code).toBe(1101)
  expect((await enter('shipper', waybill)).http, 'the driver’s scale is not the shipper’s').toBe(403)
  expect((await enter('shipper-finance', waybill, { party: 'receiver' })).http).toBe(403)
  expect((await enter('carrier2', waybill)).http).toBe(404)
  expect((await enter('carrier', { ...waybill, version: 1 })).http).toBe(409)
  const signed = await make(wholeJourney)
  expect((await enter('carrier', { id: signed.id, version: (await detail(signed.id)).version })).envelope.code).toBe(
    1101,
  )
})
