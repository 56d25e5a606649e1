// Waybills over HTTP: taking one back, and what each side sees of one.
import { getGoods } from '@yunshu/contract/goods/goods'
import { listTasks } from '@yunshu/contract/task/task'
import { listWaybills, moveWaybill } from '@yunshu/contract/waybill/waybill'
import { getWaybill } from '@yunshu/contract/waybill/details'
import { makeSettlement } from '@yunshu/contract/settlement/settlement'
import type { WaybillPeopleMove } from '@yunshu/domain/waybill/waybill'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daysCountedAnew } from '../../work/days.ts'
import { q } from '../../db/tx.ts'
import {
  startFreightWorld,
  wholeJourney,
  type FreightWorld,
  type MadeWaybill,
} from '../../../../../tests/server/freightWorld.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
})
afterAll(() => world.stop())

const one = async (over?: Parameters<FreightWorld['waybills']>[1]): Promise<MadeWaybill> => {
  const [waybill] = await world.waybills(1, over)
  if (!waybill) throw new Error('no waybill')
  return waybill
}
const before = (name: WaybillPeopleMove) =>
  wholeJourney.slice(
    0,
    wholeJourney.findIndex(move => move === name),
  )
const codeOf = async (answer: Promise<{ envelope: { code: number } }>): Promise<number> => (await answer).envelope.code

describe('taking a waybill back', () => {
  it('gives its quantity back to the task, which can be dispatched again', async () => {
    const waybill = await one()
    await world.walk(waybill, ['cancel'])
    expect(
      await world.as('admin').send(getWaybill, { id: waybill.id }),
      'nobody is owed anything for it',
    ).toMatchObject({ open: 0, payable: 0 })
    const [task] = (await world.as('carrier').send(listTasks, { limit: 1 })).rows
    expect(task).toMatchObject({ state: 'dispatching', remainQty: 1 })
  })

  it('is the platform’s alone once it is loading, and nobody’s once it is on the road', async () => {
    const waybill = await world.walk(await one(), ['accept', 'arriveLoad'])
    const cancel = (account: 'carrier' | 'shipper' | 'branch' | 'admin', { id, version } = waybill) =>
      world.as(account).ask(moveWaybill, { id, version, move: 'cancel', reason: '货主停发' })
    for (const account of ['carrier', 'shipper', 'branch'] as const)
      expect(await codeOf(cancel(account)), account).toBe(1101)
    expect(await codeOf(cancel('admin'))).toBe(0)
    const away = await world.walk(await one(), before('arriveUnload'))
    expect(await codeOf(cancel('admin', away))).toBe(1101)
  })

  it('voids a signed waybill with its entries in red, and its quantity is free again', async () => {
    const signed = await world.walk(await one(), wholeJourney)
    const { version, goodsId } = await world.as('admin').send(getWaybill, { id: signed.id })
    await world.as('admin').send(moveWaybill, { id: signed.id, version, move: 'void', reason: '单据录错' })
    const detail = await world.as('admin').send(getWaybill, { id: signed.id })
    expect([detail.state, detail.signedAt, detail.dueAt]).toEqual(['void', undefined, undefined])
    const entries = await world.server.db(tx =>
      tx.rows(
        q
          .selectFrom('journal_entries as e')
          .innerJoin('vouchers as v', 'v.entry_id', 'e.id')
          .select(['e.event', 'v.state', 'v.amount_fen'])
          .where('e.source_id', '=', signed.id)
          .orderBy('e.event'),
      ),
    )
    expect(entries).toEqual([
      { event: 'E2', state: 'reversed', amount_fen: 950_000 },
      { event: 'E2r', state: 'posted', amount_fen: -950_000 },
      { event: 'E3', state: 'reversed', amount_fen: 902_500 },
      { event: 'E3r', state: 'posted', amount_fen: -902_500 },
    ])
    const sums = await world.server.db(tx =>
      tx.rows<{ account: string; rest: number }>(
        sql<{
          account: string
          rest: number
        }>`select account, sum(l.debit_fen - l.credit_fen)::bigint as rest from journal_lines l
          join journal_entries e on e.id = l.entry_id where e.source_id = ${signed.id} group by 1
          having sum(l.debit_fen - l.credit_fen) <> 0`.compile(q),
      ),
    )
    expect(sums, 'every account of the waybill is back at zero').toEqual([])
    const goods = await world.as('shipper').send(getGoods, { id: goodsId })
    expect(goods.remainQty + goods.tasks.reduce((all, task) => all + task.remainQty, 0)).toBe(goods.totalQty)
    const kept = await world.server.db(tx =>
      tx.rows<{ n: number }>(
        sql<{ n: number }>`select count(*)::bigint as n from (${daysCountedAnew}) as anew
      full join (select owner_id, day_at, sum(signed)::int as signed, sum(shipper_fen)::bigint as shipper_fen,
        sum(carrier_fen)::bigint as carrier_fen from waybill_days group by 1, 2) as kept using (owner_id, day_at)
      where anew.signed is distinct from kept.signed or anew.shipper_fen is distinct from kept.shipper_fen
        or anew.carrier_fen is distinct from kept.carrier_fen`.compile(q),
      ),
    )
    expect(kept[0]?.n, 'the figures by day agree with the waybills').toBe(0)
    expect(
      await codeOf(
        world.as('admin').ask(moveWaybill, { id: signed.id, version: detail.version, move: 'void', reason: '再次' }),
      ),
    ).toBe(1101)
  })

  it('does not void a waybill that stands on a sheet', async () => {
    const made = await one({ receiptRule: { needPhoto: false, needOriginal: false, copies: 0, returnDays: 0 } })
    const signed = await world.walk(made, wholeJourney)
    await world.as('shipper-freight').send(makeSettlement, { waybillIds: [signed.id] })
    const { version, settlementNum } = await world.as('admin').send(getWaybill, { id: signed.id })
    expect(
      (await world.as('admin').ask(moveWaybill, { id: signed.id, version, move: 'void', reason: '试' })).envelope,
    ).toMatchObject({ code: 1511, message: `运单已进入结算单${settlementNum}，不能作废，请先作废结算单` })
  })

  it('keeps goods.remain = total − live tasks and waybills', async () => {
    const waybill = await one()
    const detail = await world.as('shipper').send(getWaybill, { id: waybill.id })
    await world.walk(waybill, ['cancel'])
    const goods = await world.as('shipper').send(getGoods, { id: detail.goodsId })
    const live = goods.tasks.reduce((all, task) => all + task.remainQty, 0)
    expect([goods.remainQty + live, goods.state]).toEqual([goods.totalQty, 'full'])
  })
})

describe('what each side sees of a waybill', () => {
  it('leaves out the amounts a side may not see: absent, not null', async () => {
    const waybill = await one()
    const money = [
      'shipperFreight',
      'carrierFreight',
      'margin',
      'payable',
      'oil',
      'deducted',
      'paid',
      'open',
      'shipperUnitPrice',
      'carrierUnitPrice',
    ]
    const seen = async (account: 'shipper' | 'carrier' | 'admin' | 'branch') => {
      const { envelope } = await world.as(account).ask(getWaybill, { id: waybill.id })
      const data = envelope.data as Record<string, unknown>
      return [money.filter(name => name in data), (data['charges'] as { side: string }[]).map(charge => charge.side)]
    }
    expect(await seen('shipper')).toEqual([['shipperFreight', 'shipperUnitPrice'], ['SHIPPER']])
    expect(await seen('carrier')).toEqual([
      ['carrierFreight', 'payable', 'oil', 'deducted', 'paid', 'open', 'carrierUnitPrice'],
      ['CARRIER'],
    ])
    expect((await seen('admin'))[0]).toEqual(money)
    expect((await seen('branch'))[1]).toEqual(['SHIPPER', 'CARRIER'])
  })

  it('shows phones to who takes part while it lives; those of the other side leave the screens with it', async () => {
    const waybill = await one()
    const seen = async (account: Parameters<typeof world.as>[0]) => {
      const { driverMobile, loadPoints } = await world.as(account).send(getWaybill, { id: waybill.id })
      const row = (await world.as(account).send(listWaybills, { numbers: [waybill.waybillNo] })).rows[0]
      expect(row?.driverMobile).toBe(driverMobile)
      return [driverMobile.includes('*'), loadPoints[0]?.mobile.includes('*')]
    }
    for (const account of ['carrier', 'carrier-finance', 'shipper', 'branch', 'admin'] as const)
      expect([account, await seen(account)]).toEqual([account, [false, false]])
    await world
      .as('carrier')
      .send(moveWaybill, { id: waybill.id, version: waybill.version, move: 'cancel', reason: '停运' })
    expect(await seen('carrier')).toEqual([false, true])
    expect(await seen('shipper')).toEqual([true, false])
    expect(await seen('admin')).toEqual([true, true])
  })

  it('[PM-08] is not found by other companies', async () => {
    const waybill = await one()
    for (const account of ['shipper2', 'carrier2'] as const)
      expect((await world.as(account).ask(getWaybill, { id: waybill.id })).http).toBe(404)
    for (const account of ['shipper', 'carrier', 'branch', 'admin'] as const)
      expect((await world.as(account).ask(getWaybill, { id: waybill.id })).http).toBe(200)
  })
})
