// Waybills over HTTP: the journey with its guards and effects, and who may do what.
import { moveWaybill } from '@yunshu/contract/waybill/waybill'
import { getWaybill } from '@yunshu/contract/waybill/details'
import { correctWaybill } from '@yunshu/contract/waybill/life'
import { unitPrice } from '@yunshu/domain/figures/unitPrice'
import type { WaybillPeopleMove } from '@yunshu/domain/waybill/waybill'
import { grams } from '@yunshu/domain/figures/weight'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
      { field: '装货重量', old: '', new: '32.400 吨' },
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
    // the part on arrival is due a week after the signature; the one that waits for the receipt is not yet
    expect(detail.dueAt).toBe((detail.signedAt ?? 0) + 7 * 86_400_000)
    expect(detail.parts.map(({ part, dueAt }) => [part, dueAt !== undefined])).toContainEqual(['receipt', false])
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
      message: '装货重量超过核定载质量 33.500 吨，请核对',
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
