// Payable parts over HTTP: a waybill settled in two sheets, each to the fen, with the books after every step.
import { makeFailureSettlement } from '@yunshu/contract/settlement/failure'
import {
  approveSettlement,
  countSettlements,
  getSettlement,
  makeSettlement,
  paySettlement,
  submitSettlement,
  voidSettlement,
} from '@yunshu/contract/settlement/settlement'
import { holdPart } from '@yunshu/contract/settlement/partHold'
import { listSettleable, type SettleableRow } from '@yunshu/contract/settlement/settleable'
import { listSettleableGroups, makeGroupSettlement } from '@yunshu/contract/settlement/settleableGroup'
import { payToCarrier } from '@yunshu/contract/settlement/sheetLines'
import { getWaybill } from '@yunshu/contract/waybill/details'
import { addClaim, answerClaim } from '@yunshu/contract/waybill/claim'
import { auditReceipt, uploadReceipt } from '@yunshu/contract/waybill/receipt'
import { moveWaybill } from '@yunshu/contract/waybill/waybill'
import { fen } from '@yunshu/domain/figures/money'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { untilServed } from '../../../../../tests/server/untilServed.ts'
import { q } from '../../db/tx.ts'
import { startFreightWorld, wholeJourney, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'
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

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A waybill signed through the calls people use: fuel 30 %, 50 % on arrival, 20 % with the receipt, which is wanted. */
async function signed(): Promise<{ id: string; waybillNo: string }> {
  const [made] = await world.waybills(1)
  if (made === undefined) throw new Error('no waybill')
  return world.walk(made, wholeJourney)
}
async function confirmReceipt(id: string): Promise<void> {
  const { version } = await world.as('carrier').send(getWaybill, { id })
  await world
    .as('carrier')
    .send(uploadReceipt, { id, version }, { files: [{ name: '回单.png', bytes: png, type: 'image/png' }] })
  const uploaded = await world.as('shipper').send(getWaybill, { id })
  await world.as('shipper').send(auditReceipt, { id, version: uploaded.version, move: 'confirm' })
}
const partsOf = (waybillId: string) =>
  world.server.db(tx =>
    tx.rows(
      q
        .selectFrom('waybill_parts')
        .select(['id', 'part', 'state', 'planned_fen', 'fixed_fen', 'paid_fen', 'freight_fen', 'due_at', 'version'])
        .where('waybill_id', '=', waybillId)
        .orderBy('part'),
    ),
  )
const waybillOf = (id: string) =>
  world.server.db(tx => tx.one(q.selectFrom('waybills').selectAll().where('id', '=', id)))
const listed = async (waybillNo: string, ready: boolean): Promise<SettleableRow[]> =>
  (await people.maker.send(listSettleable, { numbers: [waybillNo], ready })).rows
async function partId(waybillId: string, part: string): Promise<string> {
  const found = (await partsOf(waybillId)).find(each => each.part === part)
  if (found === undefined) throw new Error(`no part ${part}`)
  return found.id
}
async function approve(settlementNum: string) {
  const draft = await people.maker.send(getSettlement, { settlementNum })
  const sent = await people.maker.send(submitSettlement, { settlementNum, version: draft.version })
  await people.finance.send(approveSettlement, { settlementNum, version: sent.version, expectDue: draft.due })
  return people.maker.send(getSettlement, { settlementNum })
}
async function paySheet(settlementNum: string): Promise<void> {
  const { version, due } = await people.maker.send(getSettlement, { settlementNum })
  await people.finance.send(paySettlement, { settlementNum, version, expectDue: due, channel: 'SIM' })
}
async function paid(settlementNum: string) {
  await paySheet(settlementNum)
  return sheetWhen(people.maker, settlementNum, ({ state }) => state !== 'paying')
}
async function assertSound(): Promise<void> {
  expect(await drift(world.server)).toEqual([])
  expect(await moneyFaults(world.server)).toEqual([])
}

describe('[CL-13] a waybill with a share for its receipt', () => {
  test('plans its parts when it is made and fixes them at the signature, to the fen', async () => {
    const [made] = await world.waybills(1)
    if (made === undefined) throw new Error('no waybill')
    const estimate = (await waybillOf(made.id)).payable_fen
    const planned = await partsOf(made.id)
    expect(planned.map(({ part, state, fixed_fen }) => [part, state, fixed_fen])).toEqual([
      ['arrive', 'planned', null],
      ['oil', 'planned', null],
      ['receipt', 'planned', null],
    ])
    expect(planned.reduce((all, part) => all + part.planned_fen, 0)).toBe(estimate)
    await world.walk(made, wholeJourney)
    const row = await waybillOf(made.id)
    const fixed = await partsOf(made.id)
    const [arrive, oil, receipt] = fixed
    // 50 % of the estimate on arrival, and the rest of the net with the receipt
    expect(arrive).toMatchObject({
      state: 'ready',
      fixed_fen: Math.floor(estimate / 2),
      due_at: (row.signed_at ?? 0) + 7 * DAY_MS,
    })
    expect(oil).toMatchObject({ state: 'ready', fixed_fen: row.oil_fen })
    expect(receipt).toMatchObject({ state: 'planned', due_at: null })
    expect((arrive?.fixed_fen ?? 0) + (receipt?.fixed_fen ?? 0) + row.oil_fen).toBe(row.payable_fen - row.deducted_fen)
    expect(row.due_at).toBe(arrive?.due_at)
    const shown = await world.as('carrier').send(getWaybill, { id: made.id })
    expect(shown.parts.map(each => [each.part, each.state, each.waits, each.fixed])).toEqual([
      ['oil', 'ready', 'accept', row.oil_fen],
      ['arrive', 'ready', 'sign', arrive?.fixed_fen],
      ['receipt', 'planned', 'receipt', receipt?.fixed_fen],
    ])
    await assertSound()
  })

  test('is settled in two sheets: on arrival at once, the rest when the receipt is confirmed', async () => {
    const before = await balances(world.server)
    const { id, waybillNo } = await signed()
    const row = await waybillOf(id)
    expect((await listed(waybillNo, true)).map(each => each.part)).toEqual(['arrive'])
    expect((await listed(waybillNo, false)).map(each => [each.part, each.receiptOk, each.dueAt])).toEqual([
      ['receipt', false, undefined],
    ])

    const first = await sheetOf(people, [id], 'approved')
    expect(first.lines.map(line => [line.part, line.oil])).toEqual([['arrive', row.oil_fen]])
    const moved = async (account: string): Promise<number> =>
      ((await balances(world.server))[account] ?? 0) - (before[account] ?? 0)
    const [arrive, , receipt] = await partsOf(id)
    if (arrive === undefined || receipt === undefined) throw new Error('no parts')
    // a number of which one part is on a sheet and another is on hold says both
    const held = { id: receipt.id, reason: '货损还在核对' } as const
    await people.maker.send(holdPart, { ...held, version: receipt.version, act: 'hold' })
    const both = await people.maker.send(listSettleable, { numbers: [waybillNo], ready: true })
    expect(both.barred).toMatchObject([{ reason: 'onSheet', settlementNum: first.settlementNum, isPaused: true }])
    await people.maker.send(holdPart, { id: receipt.id, version: receipt.version + 1, act: 'free' })
    // the estimate of the receipt's share stands, that of the first sheet is replaced
    expect(await moved('2202.99')).toBe(0 - receipt.freight_fen)
    expect(await moved('2202.01')).toBe(0 - first.due)
    const done = await paid(first.settlementNum)
    expect(done.state).toBe('paid')
    expect(await waybillOf(id)).toMatchObject({
      state: 'signed',
      settle_state: 'partly',
      paid_fen: arrive.fixed_fen,
      due_at: null,
    })
    await assertSound()

    // the pasted number says what the rest waits for
    const asked = await people.maker.send(listSettleable, { numbers: [waybillNo, 'YD0000'], ready: true })
    expect(asked.rows).toEqual([])
    expect(asked.barred).toEqual([
      { number: waybillNo, waybillId: id, reason: 'receipt' },
      { number: 'YD0000', reason: 'notFound' },
    ])
    const early = await people.maker.ask(makeSettlement, { waybillIds: [id] })
    expect(early.envelope.code).toBe(1706)
    expect((await people.maker.ask(makeSettlement, { partIds: [receipt.id] })).envelope.code).toBe(1706)

    await confirmReceipt(id)
    const [rest] = await listed(waybillNo, true)
    expect(rest).toMatchObject({ part: 'receipt', open: receipt.fixed_fen, receiptOk: true })
    expect(rest?.dueAt).toBeGreaterThan((row.signed_at ?? 0) + 7 * DAY_MS)
    const second = await sheetOf(people, [id], 'approved')
    expect(second.lines.map(line => [line.part, line.oil, line.deducted])).toEqual([['receipt', 0, row.deducted_fen]])
    expect(first.due + second.due + row.oil_fen).toBe(row.payable_fen - row.deducted_fen)
    await paid(second.settlementNum)
    expect(await waybillOf(id)).toMatchObject({
      state: 'finished',
      settle_state: 'settled',
      paid_fen: first.due + second.due,
      set_off_fen: 0,
      settlement_num: second.settlementNum,
    })
    for (const account of ['2202.01', '2202.02', '2202.99']) expect(await moved(account), account).toBe(0)
    expect(await moved('6401.01')).toBe(row.payable_fen - row.deducted_fen)
    expect(
      (await people.maker.send(listSettleable, { numbers: [waybillNo], ready: true })).barred?.map(each => each.reason),
    ).toEqual(['settled'])
    await assertSound()
  })

  test('a fine both sides agreed on is no cost: the sheet of the last part posts it as income, the first does not', async () => {
    const before = await balances(world.server)
    const [made] = await world.waybills(1)
    if (made === undefined) throw new Error('no waybill')
    const { id, version } = await world.walk(made, wholeJourney.slice(0, -1))
    const fine = {
      claimSide: 'CARRIER',
      claimCode: 'FINE',
      claimAmount: fen(10_000),
      reason: '未按约定盖篷布',
    } as const
    const files = [{ name: '凭据.png', bytes: png, type: 'image/png' }]
    const asked = await world.as('shipper').send(addClaim, { id, version, ...fine }, { files })
    const answer = { id, version: asked.version, claimId: asked.claimId, move: 'agree' } as const
    const agreed = await world.as('carrier').send(answerClaim, answer)
    await world.as('shipper').send(moveWaybill, { id, version: agreed.version, move: 'sign' })
    const row = await waybillOf(id)
    expect(row.penalty_fen).toBe(10_000)
    const moved = async (account: string): Promise<number> =>
      ((await balances(world.server))[account] ?? 0) - (before[account] ?? 0)
    const first = await sheetOf(people, [id], 'approved')
    expect([first.penalty, await moved('6301')]).toEqual([0, 0])
    await confirmReceipt(id)
    const second = await sheetOf(people, [id], 'approved')
    expect([second.penalty, await moved('6301')]).toEqual([10_000, -10_000])
    expect(await moved('6401.01')).toBe(row.payable_fen - row.deducted_fen + 10_000)
    expect(0 - (await moved('2202.01'))).toBe(first.due + second.due)
    expect(first.due + second.due + row.oil_fen).toBe(row.payable_fen - row.deducted_fen)
    for (const sheet of [second, first]) await voidApproved(people, sheet)
    expect([await moved('6301'), await moved('2202.01'), (await moved('6401.01')) + (await moved('2202.99'))]).toEqual([
      0, 0, 0,
    ])
    await assertSound()
  })

  test('may have both parts on one sheet, a line for each', async () => {
    const { id } = await signed()
    await confirmReceipt(id)
    const sheet = await sheetOf(people, [id], 'approved')
    expect(sheet.lines.map(line => line.part).toSorted()).toEqual(['arrive', 'receipt'])
    expect(sheet.payments).toEqual([])
    const done = await paid(sheet.settlementNum)
    // one account is paid once, for both
    expect(done.payments.map(payment => payment.amount)).toEqual([sheet.due])
    expect(await waybillOf(id)).toMatchObject({ state: 'finished', settle_state: 'settled', paid_fen: sheet.due })
    await assertSound()
  })

  test('goes to the carrier’s account with both of them, where its payee cannot be paid', async () => {
    const { id } = await signed()
    await confirmReceipt(id)
    await payeeOf(world.server, [id])
    const draft = await sheetOf(people, [id], 'draft')
    expect(draft.lineSums).toMatchObject({ pay: draft.due, hasPayees: true })
    const { settlementNum, version } = draft
    await people.maker.send(payToCarrier, { settlementNum, version, waybillIds: [id] })
    const led = await people.maker.send(getSettlement, { settlementNum })
    expect(led.lines.map(line => line.isCarrierPaid)).toEqual([true, true])
    expect(led.lineSums.hasPayees).toBe(false)
  })
})

describe('parts of one waybill on two sheets at once', () => {
  test('a part is on one sheet: of 64 people who take it one has it, and the other part is free', async () => {
    const { id, waybillNo } = await signed()
    await confirmReceipt(id)
    const arrive = await partId(id, 'arrive')
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => untilServed(() => people.maker.ask(makeSettlement, { partIds: [arrive] }))),
    )
    expect(answers.filter(({ envelope }) => envelope.code === 0)).toHaveLength(1)
    expect(answers.filter(({ envelope }) => envelope.code === 1702)).toHaveLength(63)
    expect((await listed(waybillNo, true)).map(each => each.part)).toEqual(['receipt'])
    const other = await people.maker.send(makeSettlement, { partIds: [await partId(id, 'receipt')] })
    expect(await waybillOf(id)).toMatchObject({ settle_state: 'settling', settlement_num: other.settlementNum })
    // one sheet goes, the waybill stands on the other
    await people.maker.send(voidSettlement, {
      settlementNum: other.settlementNum,
      version: other.version,
      reason: '重做',
    })
    const left = await waybillOf(id)
    expect(left.settle_state).toBe('settling')
    expect(left.settlement_num).not.toBe(other.settlementNum)
    await assertSound()
  })

  test('voided in the books, a sheet takes its own part back: estimate, payable and fuel of the other stand', async () => {
    const { id } = await signed()
    await confirmReceipt(id)
    const before = await balances(world.server)
    const first = await sheetOf(people, [id], 'draft')
    await people.maker.send(voidSettlement, {
      settlementNum: first.settlementNum,
      version: first.version,
      reason: '分开',
    })
    const one = await people.maker.send(makeSettlement, { partIds: [await partId(id, 'arrive')] })
    const two = await people.maker.send(makeSettlement, { partIds: [await partId(id, 'receipt')] })
    const [a, b] = [await approve(one.settlementNum), await approve(two.settlementNum)]
    await voidApproved(people, a)
    await assertSound()
    await voidApproved(people, b)
    expect(await balances(world.server)).toEqual(before)
    await assertSound()
    // both estimates stand in entries of different sheets: voiding the waybill takes each back once
    const { version } = await world.as('admin').send(getWaybill, { id })
    await world.as('admin').send(moveWaybill, { id, version, move: 'void', reason: '重开' })
    const lines = await world.server.db(tx =>
      tx.rows(
        q.selectFrom('journal_lines').select(['account', 'debit_fen', 'credit_fen']).where('waybill_id', '=', id),
      ),
    )
    const net = Map.groupBy(lines, line => line.account)
    for (const [account, of] of net)
      expect(
        of.reduce((all, line) => all + line.debit_fen - line.credit_fen, 0),
        account,
      ).toBe(0)
    expect((await partsOf(id)).map(part => part.state)).toEqual(['dropped', 'dropped', 'dropped'])
    await assertSound()
  })

  test('a failed payment of one part is paid again by a child, and the other part goes its way', async () => {
    const { id } = await signed()
    await confirmReceipt(id)
    const receipt = await people.maker.send(makeSettlement, { partIds: [await partId(id, 'receipt')] })
    await payTo(world.server, 'carrier', '6222000000009001')
    const arrive = await sheetOf(people, [id], 'approved')
    const failed = await paid(arrive.settlementNum)
    expect(failed.state).toBe('partial')
    expect((await waybillOf(id)).settle_state).toBe('settling')
    await payTo(world.server, 'carrier', '6222000000000011')
    const child = await people.maker.send(makeFailureSettlement, {
      settlementNum: failed.settlementNum,
      version: failed.version,
    })
    for (const { settlementNum } of [child, receipt]) {
      await approve(settlementNum)
      expect((await paid(settlementNum)).state).toBe('paid')
    }
    const row = await waybillOf(id)
    expect(row).toMatchObject({ state: 'finished', settle_state: 'settled' })
    expect(row.paid_fen + row.oil_fen).toBe(row.payable_fen - row.deducted_fen)
    await assertSound()
  })
})

test('a group holds parts: its sheet is made of exactly those that were seen', async () => {
  const { id } = await signed()
  const find = async () =>
    (await people.maker.send(listSettleableGroups, {})).rows.find(({ stamp }) => stamp !== undefined)
  const seen = await find()
  if (seen === undefined) throw new Error('no group')
  await confirmReceipt(id)
  const { shipperId, carrierId, bookId } = seen
  const late = await people.maker.ask(makeGroupSettlement, {
    shipperId,
    carrierId,
    bookId,
    stamp: seen.stamp,
    owed: seen.owed,
  })
  expect(late.envelope.code).not.toBe(0)
  const now = await find()
  if (now === undefined) throw new Error('no group')
  expect(now.count).toBe(seen.count + 1)
  const made = await people.maker.send(makeGroupSettlement, {
    shipperId,
    carrierId,
    bookId,
    stamp: now.stamp,
    owed: now.owed,
  })
  const sheet = await people.maker.send(getSettlement, { settlementNum: made.settlementNum })
  expect(
    sheet.lines
      .filter(line => line.waybillId === id)
      .map(line => line.part)
      .toSorted(),
  ).toEqual(['arrive', 'receipt'])
  await assertSound()
})

test('another company neither sees nor takes a part', async () => {
  const { id, waybillNo } = await signed()
  const other = world.as('shipper2')
  const { counts } = { counts: await other.send(countSettlements, {}) }
  const asked = await other.send(listSettleable, { numbers: [waybillNo] })
  expect(asked).toMatchObject({ rows: [], barred: [{ number: waybillNo, reason: 'notFound' }] })
  expect((await other.ask(makeSettlement, { partIds: [await partId(id, 'arrive')] })).envelope.code).toBe(4041)
  expect(await other.send(countSettlements, {})).toEqual(counts)
  expect((await people.maker.ask(makeSettlement, {})).http).toBe(400)
})
