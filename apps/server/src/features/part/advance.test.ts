// Money before the trip over HTTP: advances on sheets of their own, set off after the signature, owed where the trip ends.
import { makeFailureSettlement } from '@yunshu/contract/settlement/failure'
import { listSettleable } from '@yunshu/contract/settlement/settleable'
import {
  approveSettlement,
  getSettlement,
  makeSettlement,
  paySettlement,
  rejectSettlement,
  submitSettlement,
  voidSettlement,
} from '@yunshu/contract/settlement/settlement'
import { askRemoveLines, confirmChange } from '@yunshu/contract/settlement/sheetLines'
import { listTrades } from '@yunshu/contract/trade/trade'
import { getWaybill } from '@yunshu/contract/waybill/details'
import { moveWaybill } from '@yunshu/contract/waybill/waybill'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { q } from '../../db/tx.ts'
import { closeByTwo } from '../../../../../tests/server/closeWorld.ts'
import {
  startFreightWorld,
  wholeJourney,
  type FreightWorld,
  type MadeWaybill,
} from '../../../../../tests/server/freightWorld.ts'
import { moneyFaults, payeeOf } from '../../../../../tests/server/payeeWorld.ts'
import {
  balances,
  drift,
  openFunds,
  payTo,
  sheetOf,
  sheetWhen,
  voidApproved,
  type People,
} from '../../../../../tests/server/settlementWorld.ts'

let world: FreightWorld
let people: People
beforeAll(async () => {
  world = await startFreightWorld()
  await openFunds(world.server)
  people = { maker: world.as('shipper-freight'), finance: world.as('shipper-finance') }
})
afterAll(() => world.stop())

/** 20 % before the trip, 30 % fuel, 50 % on arrival; no receipt is wanted. */
const terms = {
  payPlan: { prePpm: 200_000, oilPpm: 300_000, etcPpm: 0, arrivePpm: 500_000, receiptPpm: 0, termDays: 7 },
  receiptRule: { needPhoto: false, needOriginal: false, copies: 0, returnDays: 7 },
}
async function accepted(): Promise<MadeWaybill> {
  const [made] = await world.waybills(1, terms)
  if (made === undefined) throw new Error('no waybill')
  return world.walk(made, ['accept'])
}
const rest = wholeJourney.slice(1)
const waybillOf = (id: string) =>
  world.server.db(tx => tx.one(q.selectFrom('waybills').selectAll().where('id', '=', id)))
const advanceOf = (id: string) =>
  world.server.db(tx =>
    tx.one(q.selectFrom('waybill_parts').selectAll().where('waybill_id', '=', id).where('part', '=', 'pre')),
  )
async function sheetOfAdvance(id: string, until: 'draft' | 'approved' = 'approved') {
  const { id: partId } = await advanceOf(id)
  const { settlementNum, version } = await people.maker.send(makeSettlement, { partIds: [partId] })
  if (until === 'draft') return people.maker.send(getSettlement, { settlementNum })
  const sent = await people.maker.send(submitSettlement, { settlementNum, version })
  const { due } = await people.maker.send(getSettlement, { settlementNum })
  await people.finance.send(approveSettlement, { settlementNum, version: sent.version, expectDue: due })
  return people.maker.send(getSettlement, { settlementNum })
}
async function paid(settlementNum: string) {
  const { version, due } = await people.maker.send(getSettlement, { settlementNum })
  await people.finance.send(paySettlement, { settlementNum, version, expectDue: due, channel: 'SIM' })
  return sheetWhen(people.maker, settlementNum, ({ state }) => state !== 'paying')
}
async function assertSound(): Promise<void> {
  expect(await drift(world.server)).toEqual([])
  expect(await moneyFaults(world.server)).toEqual([])
}
const moves = async (work: () => Promise<void>): Promise<Record<string, number>> => {
  const before = await balances(world.server)
  await work()
  const after = await balances(world.server)
  return Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .map(account => [account, (after[account] ?? 0) - (before[account] ?? 0)] as const)
      .filter(([, amount]) => amount !== 0),
  )
}

describe('an advance', () => {
  test('is paid when the carrier has accepted, and the sheet after the trip sets it off: nothing is paid twice', async () => {
    const [made] = await world.waybills(1, terms)
    if (made === undefined) throw new Error('no waybill')
    const early = await people.maker.send(listSettleable, { numbers: [made.waybillNo], advance: true })
    expect(early.rows, 'nobody has accepted yet').toEqual([])
    const waybill = await world.walk(made, ['accept'])
    const { rows } = await people.maker.send(listSettleable, { numbers: [waybill.waybillNo], advance: true })
    const { planned_fen: planned } = await advanceOf(waybill.id)
    expect(rows).toMatchObject([{ part: 'pre', open: planned, payable: planned }])
    expect(planned).toBe(Math.floor((await waybillOf(waybill.id)).payable_fen / 5))

    const booked = await moves(async () => {
      const sheet = await sheetOfAdvance(waybill.id)
      expect(sheet).toMatchObject({ kind: 'ADVANCE', due: planned, carriedIn: 0 })
      const done = await paid(sheet.settlementNum)
      expect(done.state).toBe('paid')
      const { rows: trades } = await people.finance.send(listTrades, { settlementNum: sheet.settlementNum })
      expect(trades).toMatchObject([{ kind: 'ADVANCE', direction: 'OUT', outgo: planned }])
    })
    expect(booked).toEqual({ '1123.03': planned, '1002.02': 0 - planned })
    expect(await waybillOf(waybill.id)).toMatchObject({
      state: 'toLoad',
      settle_state: 'unsettled',
      advanced_fen: planned,
      paid_fen: 0,
      version: waybill.version,
    })
    await assertSound()

    await world.walk(waybill, rest)
    const row = await waybillOf(waybill.id)
    const net = row.payable_fen - row.deducted_fen
    const sheet = await sheetOf(people, [waybill.id], 'approved')
    expect(sheet).toMatchObject({ kind: 'NORMAL', advanced: planned, due: net - row.oil_fen - planned })
    expect((await balances(world.server))['1123.03'] ?? 0).toBe(0)
    await assertSound()
    await paid(sheet.settlementNum)
    expect(await waybillOf(waybill.id)).toMatchObject({
      state: 'finished',
      paid_fen: sheet.due,
      advanced_fen: planned,
    })
    const lines = await world.server.db(tx =>
      tx.rows(q.selectFrom('journal_lines').selectAll().where('waybill_id', '=', waybill.id)),
    )
    const sum = (account: string) =>
      lines.filter(line => line.account === account).reduce((all, line) => all + line.debit_fen - line.credit_fen, 0)
    expect(['1123.03', '2202.99', '6401.01'].map(sum)).toEqual([0, 0, net])
    await assertSound()
  })

  test('under way, nobody signs or cancels: whether the carrier has it is not known yet', async () => {
    const waybill = await accepted()
    const sheet = await sheetOfAdvance(waybill.id, 'draft')
    const stopped = await world.walk(waybill, rest.slice(0, -1))
    const ask = (move: 'sign') =>
      world.as('shipper').ask(moveWaybill, { id: stopped.id, version: stopped.version, move })
    const refused = await ask('sign')
    expect([refused.envelope.code, refused.envelope.message]).toEqual([
      1518,
      expect.stringContaining(sheet.settlementNum),
    ])
    await people.maker.send(voidSettlement, {
      settlementNum: sheet.settlementNum,
      version: sheet.version,
      reason: '不预付了',
    })
    expect((await ask('sign')).envelope.code).toBe(0)
    // not paid before: all of it falls due now
    const row = await waybillOf(waybill.id)
    expect((await sheetOf(people, [waybill.id], 'draft')).due).toBe(row.payable_fen - row.deducted_fen - row.oil_fen)
    await assertSound()
  })

  test('of a waybill that is cancelled is owed by the carrier, and its next sheet takes it off', async () => {
    const waybill = await accepted()
    const { planned_fen: planned } = await advanceOf(waybill.id)
    const sheet = await sheetOfAdvance(waybill.id)
    const busy = await world.as('carrier').ask(moveWaybill, {
      id: waybill.id,
      version: waybill.version,
      move: 'cancel',
      reason: '不去了',
    })
    expect(busy.envelope.code).toBe(1518)
    await paid(sheet.settlementNum)
    const booked = await moves(async () => void (await world.walk(waybill, ['cancel'])))
    expect(booked).toEqual({ '1221.01': planned, '1123.03': 0 - planned })
    expect((await people.maker.send(getSettlement, { settlementNum: sheet.settlementNum })).debts).toEqual([
      { origin: 'ADVANCE', amount: planned },
    ])
    const numbers = [(await accepted()).waybillNo]
    expect((await people.maker.send(listSettleable, { numbers, advance: true })).rows).toMatchObject([{ owed: 0 }])
    await assertSound()
    const next = await world.walk(await accepted(), rest)
    const settled = await sheetOf(people, [next.id], 'approved')
    expect(settled.carriedIn).toBe(planned)
    await paid(settled.settlementNum)
    await assertSound()
  })

  test('that fails is paid again by a child, or closed: then it falls due after the trip', async () => {
    const [again, never] = [await accepted(), await accepted()]
    await payTo(world.server, 'carrier', '6222000000009001')
    const sheets = [await sheetOfAdvance(again.id), await sheetOfAdvance(never.id)]
    for (const { settlementNum } of sheets) expect((await paid(settlementNum)).state).toBe('partial')
    await payTo(world.server, 'carrier', '6222000000000011')
    const [first, second] = await Promise.all(
      sheets.map(({ settlementNum }) => people.maker.send(getSettlement, { settlementNum })),
    )
    if (first === undefined || second === undefined) throw new Error('no sheets')
    const child = await people.maker.send(makeFailureSettlement, {
      settlementNum: first.settlementNum,
      version: first.version,
    })
    const { settlementNum: childNum } = child
    const sent = await people.maker.send(submitSettlement, { settlementNum: childNum, version: child.version })
    await people.finance.send(approveSettlement, {
      settlementNum: child.settlementNum,
      version: sent.version,
      expectDue: first.due,
    })
    expect((await paid(child.settlementNum)).state).toBe('paid')
    expect((await waybillOf(again.id)).advanced_fen).toBe(first.due)
    await closeByTwo(people, { settlementNum: second.settlementNum, version: second.version }, '改为签收后付')
    expect((await waybillOf(never.id)).advanced_fen).toBe(0)
    await assertSound()
    for (const waybill of [again, never]) {
      await world.walk(waybill, rest)
      const row = await waybillOf(waybill.id)
      const sheet = await sheetOf(people, [waybill.id], 'approved')
      expect(sheet.due).toBe(row.payable_fen - row.deducted_fen - row.oil_fen - row.advanced_fen)
      expect((await paid(sheet.settlementNum)).state).toBe('paid')
    }
    await assertSound()
  })

  test('is on one sheet of its own: of eight people one has it, no freight beside it, no other company', async () => {
    const waybill = await accepted()
    const { id: partId } = await advanceOf(waybill.id)
    expect((await world.as('shipper2').ask(makeSettlement, { partIds: [partId] })).envelope.code).toBe(4041)
    const signed = await world.walk(await accepted(), rest)
    const cash = await world.server.db(tx =>
      tx.one(
        q.selectFrom('waybill_parts').select('id').where('waybill_id', '=', signed.id).where('part', '=', 'arrive'),
      ),
    )
    const mixed = await people.maker.ask(makeSettlement, { partIds: [partId, cash.id] })
    expect([mixed.http, mixed.envelope.message]).toEqual([400, expect.stringContaining('预付与运费')])
    // an advance nobody had paid before the signature is part of the money that falls due after it
    const late = await advanceOf(signed.id)
    expect(late.state).toBe('dropped')
    expect((await people.maker.ask(makeSettlement, { partIds: [late.id] })).envelope.code).not.toBe(0)
    const setReady = q.updateTable('waybill_parts').set({ state: 'ready' }).where('id', '=', late.id)
    await world.server.db(tx => tx.run(setReady))
    const old = await people.maker.ask(makeSettlement, { partIds: [late.id] })
    expect([old.http, old.envelope.message]).toEqual([400, expect.stringContaining('预付')])
    await world.server.db(tx =>
      tx.run(q.updateTable('waybill_parts').set({ state: 'dropped' }).where('id', '=', late.id)),
    )
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => people.maker.ask(makeSettlement, { partIds: [partId] })),
    )
    expect(answers.filter(({ envelope }) => envelope.code === 0)).toHaveLength(1)
    await assertSound()
  })
})

test('an advance on a sheet from before 113, whose waybill was signed since, is not submitted, approved, paid or paid again beside its freight', async () => {
  const made = await Promise.all(Array.from({ length: 4 }, accepted))
  const stands = ['draft', 'submitted', 'approved', 'partial'] as const
  for (const waybill of made) await world.walk(waybill, rest)
  const advances = await Promise.all(made.map(({ id }) => advanceOf(id)))
  expect(advances.map(({ state, rides_on }) => [state, rides_on])).toEqual(made.map(() => ['dropped', null]))
  const ids = advances.map(({ id }) => id)
  const setState = (state: string, waybill: string) =>
    world.server.db(async tx => {
      await tx.run(q.updateTable('waybill_parts').set({ state }).where('id', 'in', ids).where('state', '<>', 'onSheet'))
      const waybills = q.updateTable('waybills').set({ state: waybill })
      await tx.run(
        waybills.where(
          'id',
          'in',
          made.map(({ id }) => id),
        ),
      )
    })
  // as it was: the sheets were made while the waybills were on their way, and the signature came in between
  await setState('ready', 'toLoad')
  await payTo(world.server, 'carrier', '6222000000009001')
  const sheets: string[] = []
  for (const [index, partId] of ids.entries()) {
    const until = stands[index] ?? 'draft'
    const { settlementNum, version } = await people.maker.send(makeSettlement, { partIds: [partId] })
    sheets.push(settlementNum)
    if (until === 'draft') continue
    const sent = await people.maker.send(submitSettlement, { settlementNum, version })
    if (until === 'submitted') continue
    const { due } = await people.maker.send(getSettlement, { settlementNum })
    await people.finance.send(approveSettlement, { settlementNum, version: sent.version, expectDue: due })
    if (until === 'partial') expect((await paid(settlementNum)).state).toBe('partial')
  }
  await payTo(world.server, 'carrier', '6222000000000011')
  await setState('dropped', 'signed')

  const [draft = '', submitted = '', approved = '', partial = ''] = sheets
  const seen = (settlementNum: string) => people.maker.send(getSettlement, { settlementNum })
  const asked = async (settlementNum: string) => {
    const { version, due } = await seen(settlementNum)
    return { settlementNum, version, expectDue: due }
  }
  const { expectDue: _, ...draftSheet } = await asked(draft)
  const { expectDue: _due, ...partialSheet } = await asked(partial)
  const refused = [
    await people.maker.ask(submitSettlement, draftSheet),
    await people.finance.ask(approveSettlement, await asked(submitted)),
    await people.finance.ask(paySettlement, { ...(await asked(approved)), channel: 'SIM' }),
    await people.maker.ask(makeFailureSettlement, partialSheet),
  ]
  expect(refused.map(({ envelope }) => envelope.code)).toEqual([1722, 1722, 1722, 1722])
  expect(refused[0]?.envelope.message).toContain('请作废本单')

  // each ends as the sentence says: what is left is the freight alone
  await people.maker.send(voidSettlement, { ...draftSheet, reason: '已并入运费' })
  const { expectDue: _sum, ...turned } = await asked(submitted)
  await people.finance.send(rejectSettlement, { ...turned, reason: '已并入运费' })
  await people.maker.send(voidSettlement, {
    settlementNum: submitted,
    version: (await seen(submitted)).version,
    reason: '已并入运费',
  })
  await voidApproved(people, await seen(approved))
  await closeByTwo(people, partialSheet, '已并入运费')
  const after = await Promise.all(made.map(({ id }) => advanceOf(id)))
  expect(after.map(({ state }) => state)).toEqual(made.map(() => 'dropped'))
  for (const { id } of made) {
    const row = await waybillOf(id)
    const sheet = await sheetOf(people, [id], 'approved')
    expect(sheet.due).toBe(row.payable_fen - row.deducted_fen - row.oil_fen)
    expect((await paid(sheet.settlementNum)).state).toBe('paid')
  }
  await assertSound()
})

test('of two advances one arrived, and its waybill was signed: the sheet could not be closed for the other one that failed', async () => {
  const [here, failed] = [await accepted(), await accepted()]
  await payeeOf(world.server, [failed.id], { accountNo: '62220000000009001' })
  const partIds = [(await advanceOf(here.id)).id, (await advanceOf(failed.id)).id]
  const { settlementNum, version } = await people.maker.send(makeSettlement, { partIds })
  const sent = await people.maker.send(submitSettlement, { settlementNum, version })
  const { due } = await people.maker.send(getSettlement, { settlementNum })
  await people.finance.send(approveSettlement, { settlementNum, version: sent.version, expectDue: due })
  expect((await paid(settlementNum)).state).toBe('partial')
  await world.walk(here, rest)
  const now = await people.maker.send(getSettlement, { settlementNum })
  await closeByTwo(people, now, '改为签收后付')
  expect([(await advanceOf(here.id)).state, (await advanceOf(failed.id)).state]).toEqual(['issued', 'ready'])
  expect((await waybillOf(failed.id)).advanced_fen).toBe(0)
  await assertSound()
})

test('an advance taken off its sheet leaves the charges of the others with the settlement after the trip', async () => {
  const [kept, off] = [await accepted(), await accepted()]
  const partIds = [(await advanceOf(kept.id)).id, (await advanceOf(off.id)).id]
  const { settlementNum, version } = await people.maker.send(makeSettlement, { partIds })
  const sent = await people.maker.send(submitSettlement, { settlementNum, version })
  const { due } = await people.maker.send(getSettlement, { settlementNum })
  const done = await people.finance.send(approveSettlement, { settlementNum, version: sent.version, expectDue: due })
  const ask = { settlementNum, version: done.version, partIds: partIds.slice(1), reason: '改为签收后付' }
  const asked = await people.maker.send(askRemoveLines, ask)
  const { change } = await people.maker.send(getSettlement, { settlementNum })
  await people.finance.send(confirmChange, { settlementNum, version: asked.version, expectDue: change?.due ?? due })
  const charges = await world.server.db(tx =>
    tx.rows(q.selectFrom('charges').select(['side', 'settlement_id']).where('waybill_id', '=', kept.id)),
  )
  expect(charges).toContainEqual({ side: 'CARRIER', settlement_id: null })
  expect(charges.filter(({ settlement_id }) => settlement_id !== null)).toEqual([])
  expect((await paid(settlementNum)).state).toBe('paid')
  await assertSound()
})

test('fuel that was handed out is what was issued: above what is earned the carrier owes it', async () => {
  const waybill = await accepted()
  // a paper that came back says what the driver was given
  await world.server.db(async tx => {
    const { body } = await tx.one(q.selectFrom('waybills').select('body').where('id', '=', waybill.id))
    const told = { ...Object(body), agreedOil: '20000.00' }
    await tx.run(
      q
        .updateTable('waybills')
        .set({ body: JSON.stringify(told) })
        .where('id', '=', waybill.id),
    )
  })
  await world.walk(waybill, rest)
  const row = await waybillOf(waybill.id)
  const net = row.payable_fen - row.deducted_fen
  expect(row.oil_fen).toBe(2_000_000)
  const sheet = await sheetOf(people, [waybill.id], 'approved')
  expect(sheet).toMatchObject({ due: 0, oil: 2_000_000, carriedOut: 2_000_000 - net })
  expect(sheet.lines.map(line => line.part)).toEqual(['debt'])
  await assertSound()
  expect((await paid(sheet.settlementNum)).debts).toEqual([{ origin: 'SHEET', amount: 2_000_000 - net }])
  expect((await world.as('shipper').send(getWaybill, { id: waybill.id })).state).toBe('finished')
  await assertSound()
})
