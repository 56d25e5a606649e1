// Waybills over HTTP: the journey with its guards and effects, the details page, prices, and who may do what.
import { getGoods } from '@yunshu/contract/goods/goods'
import { listTasks } from '@yunshu/contract/task/task'
import { moveWaybill } from '@yunshu/contract/waybill/waybill'
import { getWaybill } from '@yunshu/contract/waybill/details'
import { correctWaybill } from '@yunshu/contract/waybill/life'
import { makeSettlement } from '@yunshu/contract/settlement/settlement'
import { unitPrice } from '@yunshu/domain/figures/unitPrice'
import type { WaybillPeopleMove } from '@yunshu/domain/waybill/waybill'
import { grams } from '@yunshu/domain/figures/weight'
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

describe('the journey of a waybill', () => {
  it('walks from acceptance to signature with a time and a line of history for every step', async () => {
    const waybill = await world.walk(await one(), wholeJourney)
    const detail = await world.as('admin').send(getWaybill, { id: waybill.id })
    expect(detail.state).toBe('signed')
    expect(detail.times.map(time => time.state)).toEqual([
      'toAccept',
      'toLoad',
      'loading',
      'inTransit',
      'arrived',
      'toSign',
      'signed',
    ])
    expect(detail.log.map(line => line.action).reverse()).toEqual([
      '指派',
      '确认接单',
      '到达装货地',
      '装货发车',
      '到达卸货地',
      '卸货完成',
      '签收',
      '要求回单',
    ])
    expect(detail.log.find(line => line.action === '装货发车')?.diff).toEqual([
      { field: '装货重量', old: '--', new: '32.400 吨' },
    ])
  })

  it('fixes freight, loss, deductions and fuel at the signature, on the weights both sides saw', async () => {
    const waybill = await world.walk(await one(), wholeJourney)
    const detail = await world.as('admin').send(getWaybill, { id: waybill.id })
    // 32.4 t × 293.21 = 9,500.004; carrier 32.4 × 278.5495 = 9,025.0038; 52.8 kg beyond 3 ‰ at 800 元/吨 = 42.24; oil 30
    // % of the estimate 8,913.58
    expect(detail).toMatchObject({
      lossG: 150_000,
      shipperFreight: 950_000,
      payable: 902_500,
      deducted: 4224,
      oil: 267_407,
      paid: 0,
      open: 902_500 - 4224 - 267_407,
      receiptState: 'waiting',
    })
    expect(detail.charges.map(charge => [charge.side, charge.code, charge.amount, charge.state])).toEqual([
      ['SHIPPER', 'FREIGHT', 950_000, '已确认'],
      ['CARRIER', 'FREIGHT', 902_500, '已确认'],
      ['CARRIER', 'LOSS', -4224, '已确认'],
    ])
    // part of the money waits for the receipt, so nothing is due yet
    expect(detail.dueAt).toBeUndefined()
    const booked = await world.server.db(tx =>
      tx.rows(q.selectFrom('journal_entries').select('event').where('source_id', '=', waybill.id).orderBy('event')),
    )
    expect(booked.map(entry => entry.event)).toEqual(['E2', 'E3'])
  })

  it('rounds down as a line of its own and is due after its term when no receipt is wanted', async () => {
    const made = await one({
      receiptRule: { needPhoto: false, needOriginal: false, copies: 0, returnDays: 0 },
      lossRule: {
        kind: 'NONE',
        allow: 0,
        scope: 'EXCESS',
        basis: 'SMALLER',
        deductUnitPrice: unitPrice(0),
        rounding: 'TEN_YUAN',
      },
    })
    const waybill = await world.walk(made, wholeJourney)
    const detail = await world.as('admin').send(getWaybill, { id: waybill.id })
    // billed on the smaller weight: 32.25 × 278.5495 = 8,983.221375 → 8,983.22, rounded down to 8,980
    expect(detail).toMatchObject({
      payable: 898_322,
      deducted: 322,
      receiptState: 'none',
      dueAt: (detail.signedAt ?? 0) + 7 * 86_400_000,
    })
    expect(detail.charges.map(charge => charge.code)).toEqual(['FREIGHT', 'FREIGHT', 'ROUND'])
  })

  it('offers exactly the moves that succeed', async () => {
    const waybill = await one()
    const movesFor = async (account: 'shipper' | 'carrier' | 'admin' | 'carrier-finance') =>
      (await world.as(account).send(getWaybill, { id: waybill.id })).moves
    expect([
      await movesFor('shipper'),
      await movesFor('carrier'),
      await movesFor('admin'),
      await movesFor('carrier-finance'),
    ]).toEqual([['cancel'], ['accept', 'cancel'], ['accept', 'cancel', 'void'], []])
    await world.walk(waybill, before('sign'))
    expect([await movesFor('shipper'), await movesFor('carrier')]).toEqual([['dispute', 'sign'], []])
  })

  it('refuses a departure without weight, and above the payload', async () => {
    const waybill = await world.walk(await one(), before('depart'))
    const ask = (loadWeightG?: number) =>
      world.as('carrier').ask(moveWaybill, {
        id: waybill.id,
        version: waybill.version,
        move: 'depart',
        ...(loadWeightG === undefined ? {} : { loadWeightG: grams(loadWeightG) }),
      })
    expect(await codeOf(ask())).toBe(1502)
    expect(await codeOf(ask(0))).toBe(1502)
    expect((await ask(33_500_001)).envelope).toMatchObject({
      code: 1404,
      message: '装货重量超过核定载质量33.500吨，请核对',
    })
    expect(await codeOf(ask(33_500_000))).toBe(0)
  })

  it('refuses unloading without weight, and weights where they do not belong', async () => {
    const waybill = await world.walk(await one(), before('unload'))
    expect(
      await codeOf(world.as('carrier').ask(moveWaybill, { id: waybill.id, version: waybill.version, move: 'unload' })),
    ).toBe(1502)
    expect(
      await codeOf(
        world.as('carrier').ask(moveWaybill, {
          id: waybill.id,
          version: waybill.version,
          move: 'unload',
          loadWeightG: grams(1),
          unloadWeightG: grams(1),
        }),
      ),
    ).toBe(4001)
  })

  it('looks at papers, blacklist and licence once more when the work is accepted', async () => {
    const [waybill] = await world.waybills(1)
    const row = await world.server.db(tx =>
      tx.one(
        q
          .selectFrom('waybills')
          .select(['vehicle_id', 'driver_id'])
          .where('id', '=', waybill?.id ?? ''),
      ),
    )
    const ask = () => world.as('carrier').ask(moveWaybill, { id: waybill?.id ?? '', version: 1, move: 'accept' })
    const refused = async (table: 'vehicles' | 'drivers', bad: object, good: object, code: number): Promise<void> => {
      const id = table === 'vehicles' ? row.vehicle_id : row.driver_id
      await world.server.db(tx => tx.run(q.updateTable(table).set(bad).where('id', '=', id)))
      expect([bad, await codeOf(ask())]).toEqual([bad, code])
      await world.server.db(tx => tx.run(q.updateTable(table).set(good).where('id', '=', id)))
    }
    const [past, ahead] = [Date.now() - 2 * 86_400_000, Date.now() + 100 * 86_400_000]
    await refused('vehicles', { transport_cert_expiry: past }, { transport_cert_expiry: ahead }, 1401)
    await refused('vehicles', { paper: 'pending' }, { paper: 'approved' }, 1402)
    await refused('drivers', { licence_expiry: past }, { licence_expiry: ahead }, 1401)
    await refused('drivers', { licence_class: 'C1' }, { licence_class: 'A2' }, 1407)
    await refused(
      'drivers',
      { blacklisted_at: past, blacklist_reason: '盗卸货物', blacklisted_by: '平台', blacklisted_side: 'house' },
      { blacklisted_at: null, blacklist_reason: null, blacklisted_by: null, blacklisted_side: null },
      1409,
    )
    expect(await codeOf(ask())).toBe(0)
  })

  it('does not believe a tenth more unloaded than loaded, at the scale, at the end of a dispute, or put right', async () => {
    let waybill = await world.walk(await one(), before('unload'))
    const slip = { fields: { unloadWeightG: '比装货重量多出一成以上，请核对' } }
    expect(
      (
        await world.as('carrier').ask(moveWaybill, {
          id: waybill.id,
          version: waybill.version,
          move: 'unload',
          unloadWeightG: grams(322_500_000),
        })
      ).envelope,
    ).toMatchObject({ code: 4001, data: slip })
    waybill = await world.walk(waybill, ['unload', 'dispute'])
    expect(
      (
        await world.as('shipper').ask(moveWaybill, {
          id: waybill.id,
          version: waybill.version,
          move: 'settleDispute',
          unloadWeightG: grams(322_500_000),
        })
      ).envelope,
    ).toMatchObject({ code: 4001, data: slip })
    expect(
      (
        await world.as('admin').ask(correctWaybill, {
          id: waybill.id,
          version: waybill.version,
          reason: '录错',
          loadWeightG: grams(3_240_000),
        })
      ).envelope,
    ).toMatchObject({ code: 4001, data: slip })
  })

  it('keeps when things happened in order and out of the future', async () => {
    const waybill = await world.walk(await one(), before('arriveLoad'))
    const ask = (at: number) =>
      world.as('carrier').ask(moveWaybill, { id: waybill.id, version: waybill.version, move: 'arriveLoad', at })
    expect(await codeOf(ask(Date.now() + 60_000))).toBe(4001)
    expect(await codeOf(ask(1_700_000_000_000))).toBe(4001)
    // nobody accepts what is not there yet
    const fresh = await one()
    const { createdAt } = await world.as('carrier').send(getWaybill, { id: fresh.id })
    const accept = (at: number) =>
      world.as('carrier').ask(moveWaybill, { id: fresh.id, version: 1, move: 'accept', at })
    expect([await codeOf(accept(createdAt - 1)), await codeOf(accept(createdAt))]).toEqual([4001, 0])
  })

  it('refuses a wrong state, a stale version, and a reason left out', async () => {
    const waybill = await one()
    const ask = (move: WaybillPeopleMove, version = waybill.version) =>
      world.as('carrier').ask(moveWaybill, { id: waybill.id, version, move })
    expect((await ask('depart')).envelope).toMatchObject({ code: 1101, message: '当前状态为“待接单”，不能装货发车' })
    expect(await codeOf(ask('accept', 7))).toBe(4090)
    expect(await codeOf(ask('cancel'))).toBe(1102)
  })

  it('names who changed the row in between', async () => {
    const waybill = await one()
    await world.walk(waybill, ['accept'])
    const { envelope, http } = await world
      .as('platform-ops')
      .ask(moveWaybill, { id: waybill.id, version: waybill.version, move: 'arriveLoad' })
    expect([http, envelope.message]).toEqual([409, expect.stringMatching(/^数据已被.{2,4}修改/)])
  })

  it('is made once for one key, and only one of two at the same moment wins', async () => {
    const waybill = await one()
    const ask = (key?: string) =>
      world
        .as('carrier')
        .ask(moveWaybill, { id: waybill.id, version: waybill.version, move: 'accept' }, key ? { key } : {})
    const same = await Promise.all([ask('accept-once-1'), ask('accept-once-1')])
    expect(same.map(answer => answer.data)).toEqual([
      { id: waybill.id, version: 2 },
      { id: waybill.id, version: 2 },
    ])
    const both = await Promise.all(
      [1, 2].map(() => world.as('carrier').ask(moveWaybill, { id: waybill.id, version: 2, move: 'arriveLoad' })),
    )
    expect(both.map(answer => answer.envelope.code).sort((a, b) => a - b)).toEqual([0, 4090])
  })

  it('lets each side make only its own moves, whatever its permits', async () => {
    const waybill = await world.walk(await one(), before('sign'))
    const ask = (account: 'carrier' | 'shipper' | 'shipper-freight' | 'carrier2', move: WaybillPeopleMove) =>
      world.as(account).ask(moveWaybill, { id: waybill.id, version: waybill.version, move, reason: '试' })
    expect((await ask('carrier', 'sign')).http).toBe(403)
    expect((await ask('shipper', 'void')).http).toBe(403)
    expect((await ask('shipper-freight', 'sign')).http).toBe(403)
    expect((await ask('carrier2', 'sign')).http).toBe(404)
    // a company's own administrator has every permit and still may not sign its own delivery
    await world.server.db(tx => tx.run(q.updateTable('users').set({ is_admin: true }).where('account', '=', 'carrier')))
    const admin = await world.server.login('carrier')
    expect((await admin.ask(moveWaybill, { id: waybill.id, version: waybill.version, move: 'sign' })).http).toBe(403)
    await world.server.db(tx =>
      tx.run(q.updateTable('users').set({ is_admin: false }).where('account', '=', 'carrier')),
    )
  })

  it('corrects the unloaded weight when a dispute ends', async () => {
    let waybill = await world.walk(await one(), before('sign'))
    waybill = await world.walk(waybill, ['dispute'])
    const settled = await world.as('admin').send(moveWaybill, {
      id: waybill.id,
      version: waybill.version,
      move: 'settleDispute',
      unloadWeightG: grams(32_000_000),
    })
    await world.as('shipper').send(moveWaybill, { id: waybill.id, version: settled.version, move: 'sign' })
    expect((await world.as('admin').send(getWaybill, { id: waybill.id })).lossG).toBe(400_000)
  })
})

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
        }>`select account, sum(l.debit_fen - l.credit_fen)::bigint as rest from journal_lines l join journal_entries e on e.id = l.entry_id where e.source_id = ${signed.id} group by 1 having sum(l.debit_fen - l.credit_fen) <> 0`.compile(
          q,
        ),
      ),
    )
    expect(sums, 'every account of the waybill is back at zero').toEqual([])
    const goods = await world.as('shipper').send(getGoods, { id: goodsId })
    expect(goods.remainQty + goods.tasks.reduce((all, task) => all + task.remainQty, 0)).toBe(goods.totalQty)
    const kept = await world.server.db(tx =>
      tx.rows<{ n: number }>(
        sql<{ n: number }>`select count(*)::bigint as n from (${daysCountedAnew}) as anew
      full join (select owner_id, day_at, sum(signed)::int as signed, sum(shipper_fen)::bigint as shipper_fen, sum(carrier_fen)::bigint as carrier_fen from waybill_days group by 1, 2) as kept using (owner_id, day_at)
      where anew.signed is distinct from kept.signed or anew.shipper_fen is distinct from kept.shipper_fen or anew.carrier_fen is distinct from kept.carrier_fen`.compile(
          q,
        ),
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

  it('masks the driver’s mobile for people without pii.view', async () => {
    const waybill = await one()
    expect((await world.as('carrier-finance').send(getWaybill, { id: waybill.id })).driverMobile).toMatch(
      /^199\*{4}\d{4}$/,
    )
    expect((await world.as('carrier').send(getWaybill, { id: waybill.id })).driverMobile).toMatch(/^199\d{8}$/)
  })

  it('[PM-08] is not found by other companies', async () => {
    const waybill = await one()
    for (const account of ['shipper2', 'carrier2'] as const)
      expect((await world.as(account).ask(getWaybill, { id: waybill.id })).http).toBe(404)
    for (const account of ['shipper', 'carrier', 'branch', 'admin'] as const)
      expect((await world.as(account).ask(getWaybill, { id: waybill.id })).http).toBe(200)
  })
})
