// Receivables that are given up (E2d): by two people, never beyond what is open, a loss that takes no revenue back; undone by
// two, and claimed as ever.
import { getCredit, getOwnCredit, setCredit } from '@yunshu/contract/credit/credit'
import { claimRemittance } from '@yunshu/contract/remittance/remittance'
import { sumAging } from '@yunshu/contract/report/aging'
import { listProfit } from '@yunshu/contract/report/profit'
import {
  askWriteOff,
  confirmWriteOff,
  countWriteOffs,
  getWriteOff,
  listOwed,
  listOwingShippers,
  listWriteOffs,
  moveWriteOff,
} from '@yunshu/contract/writeOff/writeOff'
import { listFlowAccounts } from '@yunshu/contract/voucher/flow'
import { explainVoucherLine } from '@yunshu/domain/amount/ledger'
import { fen } from '@yunshu/domain/figures/money'
import { periodOf } from '@yunshu/domain/voucher/voucher'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startWriteOffWorld, type Picked, type WriteOffWorld } from '../../../../../tests/server/writeOffWorld.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { bookedLines, figuresOfLine } from '../explain/voucherLine.queries.ts'

let it: WriteOffWorld
beforeAll(async () => {
  it = await startWriteOffWorld()
})
afterAll(() => it.server.stop())

/** Each test has a shipper of its own. */
let shipper = ''
let next = 0
const names = ['shipper', 'shipper2', 'shipper3', 'shipper4', 'shipper5', 'shipper6']
beforeEach(() => {
  shipper = names[next++] ?? ''
})

test('two people give receivables up: their tax is declared, revenue stands, and the loss is one of the profit', async () => {
  const [whole, part] = [await it.signed(shipper, 109_000), await it.signed(shipper, 218_000)]
  const before = await it.finance.send(sumAging, {})
  const credit = await it.finance.send(getCredit, { id: demoCompanyId(shipper) })
  expect((await it.finance.send(listOwingShippers, {})).rows).toContainEqual(
    expect.objectContaining({ shipperId: demoCompanyId(shipper), branchId: it.branchId }),
  )
  const owed = await it.finance.send(listOwed, { shipperId: demoCompanyId(shipper), branchId: it.branchId })
  expect([owed.rows.map(row => [row.waybillId, row.open]), owed.count, owed.owed]).toEqual([
    [
      [whole.id, 109_000],
      [part.id, 218_000],
    ],
    2,
    327_000,
  ])
  const made = await it.asked(shipper, [
    [whole, 109_000],
    [part, 100_000],
  ])
  // nothing is booked or reserved by asking, and nobody agrees with their own
  expect(await it.open(whole, part)).toEqual([109_000, 218_000])
  const own = await it.finance.ask(confirmWriteOff, it.yes(made))
  expect(own.envelope.code).not.toBe(0)
  expect((await it.admin.ask(confirmWriteOff, { ...it.yes(made), expectAmount: fen(1) })).http).toBe(400)
  expect((await it.admin.ask(confirmWriteOff, { ...it.yes(made), version: 7 })).http).toBe(409)
  expect((await it.admin.ask(confirmWriteOff, it.yes(made, 'undo'))).envelope.code).not.toBe(0)
  expect(await it.open(whole, part)).toEqual([109_000, 218_000])

  await it.admin.send(confirmWriteOff, it.yes(made))
  expect(await it.open(whole, part)).toEqual([0, 118_000])
  expect(await it.linesOf(whole.id)).toEqual([
    'E2d 1122.01 -109000',
    'E2d 1231 0',
    'E2d 6702 109000',
    'E8u 2221.05 -9000',
    'E8u 2221.07 9000',
  ])
  expect(await it.linesOf(part.id)).toEqual([
    'E2d 1122.01 -100000',
    'E2d 1231 0',
    'E2d 6702 100000',
    'E8u 2221.05 -18000',
    'E8u 2221.07 18000',
  ])
  const aging = await it.finance.send(sumAging, {})
  expect([aging.check?.isEqual, before.sums.total - aging.sums.total]).toEqual([true, 209_000])
  const after = await it.finance.send(getCredit, { id: demoCompanyId(shipper) })
  expect([after.available, after.owed, after.writtenOff]).toEqual([credit.available, credit.owed - 209_000, 209_000])
  const period = periodOf(Date.now())
  const profit = await it.finance.send(listProfit, { by: 'waybill', period, text: whole.waybillNo, limit: 5 })
  expect(profit.rows).toMatchObject([{ net: 100_000, expense: 109_000 }])

  const told = await it.finance.send(getWriteOff, { id: made.id })
  expect(told).toMatchObject({ state: 'booked', waybills: 2, amount: 209_000, moves: ['askUndo'] })
  expect(told.items.map(item => [item.waybillNo, item.amount, item.open, item.stands])).toEqual([
    [whole.waybillNo, 109_000, 0, true],
    [part.waybillNo, 100_000, 118_000, true],
  ])
  expect([told.vouchers.length, told.log.length]).toEqual([2, 2])
  const titles = await it.rows<{ account: string; title: string }>(
    `select u.account, m.title from messages m join users u on u.id = m.user_id where m.content like '%${told.writeOffNo}%' order by 1, 2`,
  )
  expect(titles).toContainEqual({ account: 'admin', title: '应收坏账待确认' })
  expect(titles).toContainEqual({ account: 'platform-finance', title: '应收坏账已核销' })
  const figures = (await it.server.db(tx => tx.rows(bookedLines))).map(figuresOfLine)
  const ours = figures.filter(({ event }) => event === 'E2d')
  const words = { label: '科目', summary: '摘要', record: '单据', isRed: false }
  expect(ours.length).toBe(8)
  expect(ours.filter(each => explainVoucherLine(each, words).value !== each.amount)).toEqual([])
  expect(await it.faults()).toEqual([])
})

test('a write-off undone by two opens the receivable, and money that came is claimed as ever', async () => {
  const waybill = await it.signed(shipper, 109_000)
  const made = await it.written(shipper, [[waybill, 109_000]])
  const seen = { id: made.id, version: made.version }
  expect((await it.finance.ask(moveWriteOff, { ...seen, move: 'askUndo' })).http).toBe(400)
  const asking = await it.finance.send(moveWriteOff, { ...seen, move: 'askUndo', reason: '收到破产分配款' })
  const undoing = { ...made, version: asking.version }
  expect((await it.finance.ask(confirmWriteOff, it.yes(undoing, 'undo'))).envelope.code).not.toBe(0)
  const kept = await it.admin.send(moveWriteOff, { id: made.id, version: asking.version, move: 'keep' })
  expect(await it.open(waybill)).toEqual([0])
  const again = await it.finance.send(moveWriteOff, {
    id: made.id,
    version: kept.version,
    move: 'askUndo',
    reason: '收到破产分配款',
  })
  const last = { ...made, version: again.version }
  const both = await Promise.all([1, 2].map(() => it.admin.ask(confirmWriteOff, it.yes(last, 'undo'))))
  expect(both.filter(({ envelope }) => envelope.code === 0)).toHaveLength(1)
  expect(await it.open(waybill)).toEqual([109_000])
  // the tax stays declared: it is owed whether money comes or not
  expect(await it.linesOf(waybill.id)).toEqual([
    'E2d 1122.01 -109000',
    'E2d 1231 0',
    'E2d 6702 109000',
    'E2dr 1122.01 109000',
    'E2dr 1231 0',
    'E2dr 6702 -109000',
    'E8u 2221.05 -9000',
    'E8u 2221.07 9000',
  ])
  await it.claimed(shipper, 109_000, [[waybill, 109_000]])
  expect([(await it.open(waybill))[0], await it.balance('1122.01', shipper)]).toEqual([0, 0])
  expect(await it.faults()).toEqual([])
})

test('bad requests are refused with words, and another branch, another shipper and companies find nothing', async () => {
  const [own, foreign, elsewhere] = [
    await it.signed(shipper, 10_000),
    await it.signed('shipper6', 10_000),
    await it.signed(shipper, 10_000, 'branch2'),
  ]
  const refusal = async (picks: Picked, client = it.finance) => {
    const { http: status, envelope } = await client.ask(askWriteOff, it.said(shipper, picks))
    return [status, JSON.stringify(envelope)] as const
  }
  for (const [words, picks] of [
    ['请选择运单', []],
    ['每单核销金额应大于 0', [[own, 0]]],
    [
      '同一运单只能填一次',
      [
        [own, 1],
        [own, 1],
      ],
    ],
  ] as const) {
    const [status, text] = await refusal(picks)
    expect([status, text]).toEqual([400, expect.stringContaining(words)])
    expect(text).toContain('receivables')
  }
  expect((await refusal([[own, 10_001]]))[1]).toContain(`${own.waybillNo}现在未收 100.00 元，不能核销 100.01 元`)
  expect((await refusal([[foreign, 1]]))[0]).toBe(404)
  expect((await refusal([[elsewhere, 1]]))[0]).toBe(404)
  const [other, outsider] = [await it.server.login('branch2'), await it.server.login('shipper-finance')]
  expect((await refusal([[own, 1]], other))[0]).toBe(404)
  expect((await refusal([[own, 1]], outsider))[0]).toBe(403)
  const made = await it.asked(shipper, [[own, 10_000]])
  expect((await other.ask(getWriteOff, { id: made.id })).http).toBe(404)
  expect((await outsider.ask(getWriteOff, { id: made.id })).http).toBe(403)
  expect((await other.send(listWriteOffs, { limit: 20 })).rows).toEqual([])
  // neither a branch of others, nor a company that is no branch or owes none, has a name to tell
  const owing = { shipperId: demoCompanyId(shipper), branchId: it.branchId }
  expect((await other.ask(listOwed, owing)).http).toBe(404)
  expect((await it.finance.ask(listOwed, { ...owing, branchId: demoCompanyId('carrier') })).http).toBe(404)
  expect((await it.finance.ask(listOwed, { ...owing, shipperId: demoCompanyId('carrier') })).http).toBe(404)
  expect((await it.finance.ask(listOwed, owing)).http).toBe(200)
  const seen = { id: made.id, version: made.version }
  expect((await it.admin.ask(moveWriteOff, { ...seen, move: 'withdraw' })).envelope.code).toBe(3542)
  expect((await it.admin.ask(moveWriteOff, { ...seen, move: 'reject' })).http).toBe(400)
  await it.admin.send(moveWriteOff, { ...seen, move: 'reject', reason: '先催收' })
  const withdrawn = await it.asked(shipper, [[own, 1]])
  await it.finance.send(moveWriteOff, { id: withdrawn.id, version: withdrawn.version, move: 'withdraw' })
  expect(await it.open(own)).toEqual([10_000])
  const of = { shipperId: demoCompanyId(shipper) }
  const counts = await it.finance.send(countWriteOffs, of)
  const sums = await it.finance.send(countWriteOffs, { ...of, part: 'sums' })
  const list = await it.finance.send(listWriteOffs, { ...of, limit: 20 })
  expect([counts.state['rejected'], counts.state['withdrawn'], sums.summed, sums.sums?.amount]).toEqual([
    1, 1, 2, 10_001,
  ])
  expect(list.rows.map(row => row.amount)).toEqual([1, 10_000])
  expect((await it.finance.send(listWriteOffs, { text: own.waybillNo, limit: 20 })).rows).toHaveLength(2)
  expect(await it.faults()).toEqual([])
})

test('where less is open at the confirmation it is refused with the figures, and nothing moves', async () => {
  const [waybill, other] = [await it.signed(shipper, 10_000), await it.signed(shipper, 5_000)]
  const made = await it.asked(shipper, [
    [other, 5_000],
    [waybill, 10_000],
  ])
  await it.claimed(shipper, 3_000, [[waybill, 3_000]])
  const { envelope } = await it.admin.ask(confirmWriteOff, it.yes(made))
  expect([envelope.code, envelope.message]).toEqual([
    3541,
    `运单${waybill.waybillNo}现在未收 70.00 元，不能核销 100.00 元，请核对后重新申请`,
  ])
  expect(await it.open(waybill, other)).toEqual([7_000, 5_000])
  const told = await it.admin.send(getWriteOff, { id: made.id })
  expect([told.state, told.moves, told.vouchers]).toEqual(['asked', ['confirm', 'reject'], []])
  expect(await it.faults()).toEqual([])
})

test('32 at once on one waybill, claims, prepaid money and write-offs, take it once: it is never below nothing', async () => {
  const waybill = await it.signed(shipper, 10_000)
  const money = await Promise.all(Array.from({ length: 16 }, () => it.arrived(10_000)))
  const offs: Awaited<ReturnType<typeof it.asked>>[] = []
  for (let n = 0; n < 16; n++) offs.push(await it.asked(shipper, [[waybill, 10_000]]))
  const answers = await Promise.all([
    ...money.map((each, n) =>
      it.finance.ask(claimRemittance, it.claimOf(shipper, each, n % 2 ? [[waybill, 10_000]] : [])),
    ),
    ...offs.map(each => it.admin.ask(confirmWriteOff, it.yes(each))),
  ])
  expect(new Set(answers.map(({ http: status }) => status))).toEqual(new Set([200]))
  const taken = answers.filter(({ envelope }) => envelope.code === 0).length
  // claims that name nothing are prepaid money in any case
  expect([8, 9]).toContain(taken)
  expect(await it.open(waybill)).toEqual([0])
  expect(await it.balance('1122.01', shipper)).toBe(0)
  expect(await it.faults()).toEqual([])
})

test('a shipper reads of its credit what its account says it owes, what was given up beside it, and both burden it', async () => {
  // its credit is with its own branch
  shipper = 'shipper'
  const id = demoCompanyId(shipper)
  const own = await it.server.login(shipper)
  const owes = async () => {
    const { rows } = await own.send(listFlowAccounts, { branchId: it.branchId })
    return rows.find(({ account }) => account === '1122.01')?.balance ?? 0
  }
  const [whole, part] = [await it.signed(shipper, 109_000), await it.signed(shipper, 218_000)]
  const { version: seen, owed, writtenOff: old } = await it.finance.send(getCredit, { id })
  await it.finance.send(setCredit, { id, seen, creditLimit: fen(owed + 50_000), blocks: true, reason: '年度合同' })
  const before = await own.send(getOwnCredit, {})
  expect(before.figures).toMatchObject({ owed: await owes(), writtenOff: old })
  const made = await it.written(shipper, [
    [whole, 109_000],
    [part, 18_000],
  ])
  const after = await own.send(getOwnCredit, {})
  expect(after.figures).toMatchObject({ owed: await owes(), writtenOff: old + 127_000 })
  expect(after.available).toBe(before.available)
  const { prepaid = 0, limit = 0, reserved = 0 } = after.figures ?? {}
  expect(after.available).toBe(prepaid + limit - (await owes()) - (old + 127_000) - reserved)
  await it.undone(made)
  expect(await own.send(getOwnCredit, {})).toEqual(before)
})
