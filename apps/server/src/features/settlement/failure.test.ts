// Sheets that pay again: made of what failed, paid to accounts put right, closed, voided, and money that comes back. It stands
// in one place after each step.
import { makeFailureSettlement, takeOffFailure } from '@yunshu/contract/settlement/failure'
import { askCloseSettlement } from '@yunshu/contract/settlement/closing'
import {
  getSettlement,
  getSheetMarks,
  voidSettlement,
  type SettlementDetail,
} from '@yunshu/contract/settlement/settlement'
import { payToCarrier } from '@yunshu/contract/settlement/sheetLines'
import { problems } from '@yunshu/domain/problems/problems'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { q } from '../../db/tx.ts'
import { FailureWorld, newAccount } from '../../../../../tests/server/failureWorld.ts'
import { payeeOf } from '../../../../../tests/server/payeeWorld.ts'
import { sheetOf } from '../../../../../tests/server/settlementWorld.ts'

type Sheet = Pick<SettlementDetail, 'settlementNum'>
const world = new FailureWorld()
beforeAll(world.open)
afterAll(world.stop)
const {
  signed,
  read,
  waybill,
  pay,
  approve,
  again,
  close,
  ledger,
  assertSound,
  partlyPaid,
  changeAccount,
  bankSays,
  toCarrier,
} = world

/** The amounts its carrier was told of as paid by a sheet. */
async function toldCarrier({ settlementNum }: Sheet): Promise<(string | undefined)[]> {
  const rows = await world.server.db(tx =>
    tx.rows(
      q
        .selectFrom('messages as m')
        .innerJoin('users as u', 'u.id', 'm.user_id')
        .select('m.content')
        .distinct()
        .where('m.title', 'like', '运费已支付%')
        .where('m.content', 'like', `%${settlementNum}%`),
    ),
  )
  return rows.map(row => /[\d,]+\.\d\d/.exec(row.content)?.[0])
}

test('[RT-15] what failed is paid again from a sheet of its own, to the account put right; what was paid stays', async () => {
  const { bad, good, payeeId, sheet } = await partlyPaid('carrier2', '李销户')
  expect(sheet).toMatchObject({ failures: 1, children: [] })
  const child = await again(sheet)
  expect(child).toMatchObject({
    kind: 'FAILURE',
    state: 'draft',
    pSettlementNum: sheet.settlementNum,
    due: 100_000,
    lineCount: 1,
    parent: {
      attempt: 2,
      due: 170_000,
      paid: 70_000,
      here: 100_000,
      open: 0,
      released: 0,
      failed: [{ payee: '李销户', amount: 100_000, waybills: 1, reason: '卡已销户', isReturned: false }],
    },
  })
  expect(await waybill(bad)).toMatchObject({ settle_state: 'settling', settlement_num: child.settlementNum })
  expect(await read(sheet)).toMatchObject({ failures: 0, children: [{ settlementNum: child.settlementNum }] })
  // the account is put right, verified again, and taken over by the submission
  await changeAccount(payeeId, '6222000000007777')
  const books = await ledger('carrier2')
  const approved = await approve(child)
  expect(await ledger('carrier2')).toEqual(books)
  expect(approved.payees).toMatchObject([{ name: '李销户', account: '****7777', amount: 100_000 }])
  expect((await world.people.finance.send(getSheetMarks, { settlementNum: child.settlementNum })).firstPayees).toBe(1)
  expect((await pay(approved)).state).toBe('paid')
  expect((await read(sheet)).state).toBe('paid')
  expect([await waybill(bad), await waybill(good)]).toMatchObject([
    { state: 'finished', settle_state: 'settled', paid_fen: 100_000 },
    { state: 'finished', settle_state: 'settled', paid_fen: 70_000 },
  ])
  // the carrier hears of each fen once
  expect(await toldCarrier(child)).toEqual(['1,000.00'])
  expect(await toldCarrier(sheet)).toEqual(['700.00'])
  expect(await ledger('carrier2')).toEqual([0, 0, 0, 0, 0])
  await assertSound()
})

test('a line taken off the draft that pays again stands on the first sheet with its failed payment, and another draft pays it', async () => {
  const carrier = 'carrier3'
  const before = await ledger(carrier)
  const [one, two] = [await signed({ carrier }), await signed({ carrier, payable: 60_000 })]
  const first = await payeeOf(world.server, [one], { name: '金先付', accountNo: newAccount('9001') })
  const second = await payeeOf(world.server, [two], { name: '魏后付', accountNo: newAccount('9002') })
  const sheet = await pay(await sheetOf(world.people, [one, two], 'approved'))
  const child = await again(sheet)
  const { settlementNum, version } = child
  const partOf = (waybillId: string) => child.lines.find(line => line.waybillId === waybillId)?.partId ?? ''
  const off = { settlementNum, version, partIds: [partOf(two)], reason: '账户还没改好' }
  // not by who may not make sheets, not all of them, not what is not on it, not off a sheet that pays nothing again
  for (const account of ['shipper2', 'carrier'])
    expect([403, 404], account).toContain((await (await world.server.login(account)).ask(takeOffFailure, off)).http)
  const all = await world.people.maker.ask(takeOffFailure, { ...off, partIds: [partOf(one), partOf(two)] })
  expect(all.envelope.code).toBe(problems['settlement.lastLine'].code)
  expect((await world.people.maker.ask(takeOffFailure, { ...off, partIds: [sheet.id] })).http).toBe(404)
  const own = await sheetOf(world.people, [await signed({ carrier })], 'draft')
  const notAgain = {
    ...off,
    settlementNum: own.settlementNum,
    version: own.version,
    partIds: [own.lines[0]?.partId ?? ''],
  }
  expect((await world.people.maker.ask(takeOffFailure, notAgain)).envelope.code).toBe(
    problems['settlement.notAgain'].code,
  )
  const both = await Promise.all([1, 2].map(() => world.people.maker.ask(takeOffFailure, off)))
  expect(both.map(({ envelope }) => envelope.code).toSorted((a, b) => a - b)).toEqual([0, problems['row.stale'].code])
  expect(await read(child)).toMatchObject({ state: 'draft', due: 100_000, lineCount: 1, lines: [{ waybillId: one }] })
  expect(await read(sheet)).toMatchObject({ state: 'partial', failures: 1 })
  expect(await waybill(two)).toMatchObject({ settle_state: 'settling', settlement_num: sheet.settlementNum })
  await assertSound()
  // one at a time: what stayed is paid first, then the other
  await changeAccount(first, newAccount('7771'))
  expect((await pay(await approve(child))).state).toBe('paid')
  expect(await read(sheet)).toMatchObject({ state: 'partial', failures: 1 })
  await changeAccount(second, newAccount('7772'))
  const other = await again(sheet)
  expect(other).toMatchObject({ due: 60_000, lineCount: 1, lines: [{ waybillId: two }] })
  expect((await pay(await approve(other))).state).toBe('paid')
  expect((await read(sheet)).state).toBe('paid')
  for (const id of [one, two]) expect(await waybill(id)).toMatchObject({ state: 'finished', settle_state: 'settled' })
  expect((await ledger(carrier))[0]).toBe(before[0])
  await assertSound()
})

test('[RT-15] numbers that do not belong together, and sheets of others, are not found', async () => {
  const { payeeId, sheet } = await partlyPaid('carrier2', '王不符')
  const child = await again(sheet)
  const at = { settlementNum: child.settlementNum, pSettlementNum: sheet.settlementNum }
  expect((await world.people.finance.ask(getSettlement, at)).http).toBe(200)
  const wrong = [
    { settlementNum: sheet.settlementNum, pSettlementNum: child.settlementNum },
    { settlementNum: child.settlementNum, pSettlementNum: child.settlementNum },
    { settlementNum: sheet.settlementNum, pSettlementNum: sheet.settlementNum },
  ]
  for (const each of wrong) expect((await world.people.finance.ask(getSettlement, each)).http).toBe(404)
  const stranger = await world.server.login('shipper2')
  expect((await stranger.ask(getSettlement, at)).http).toBe(404)
  const { settlementNum, version } = await read(sheet)
  for (const account of ['shipper2', 'carrier-finance', 'carrier'])
    expect([403, 404], account).toContain(
      (await (await world.server.login(account)).ask(makeFailureSettlement, { settlementNum, version })).http,
    )
  await changeAccount(payeeId, '6222000000004441')
  expect((await pay(await approve(child))).state).toBe('paid')
})

test('one sheet pays again at a time: a second, and closing the first, wait for its end; voided it gives all back', async () => {
  const { bad, sheet } = await partlyPaid('carrier3', '孙两次')
  const { settlementNum, version } = await read(sheet)
  const both = await Promise.all(
    [1, 2].map(() => world.people.maker.ask(makeFailureSettlement, { settlementNum, version })),
  )
  expect(both.map(({ envelope }) => envelope.code).toSorted((a, b) => a - b)).toEqual([
    0,
    problems['settlement.child'].code,
  ])
  const now = await read(sheet)
  const [child] = now.children
  const refused = await world.people.maker.ask(makeFailureSettlement, { settlementNum, version: now.version })
  expect(refused.envelope.code).toBe(problems['settlement.child'].code)
  const closing = await world.people.maker.ask(askCloseSettlement, {
    settlementNum,
    version: now.version,
    reason: '不付了',
  })
  expect(closing.envelope.code).toBe(problems['settlement.child'].code)
  expect(now.moves).not.toContain('makeFailure')
  const draft = await read({ settlementNum: child?.settlementNum ?? '' })
  await world.people.maker.send(voidSettlement, {
    settlementNum: draft.settlementNum,
    version: draft.version,
    reason: '重新核对账户',
  })
  expect(await waybill(bad)).toMatchObject({ settle_state: 'settling', settlement_num: settlementNum, paid_fen: 0 })
  expect(await read(sheet)).toMatchObject({ state: 'partial', failures: 1, children: [{ state: 'void' }] })
  await assertSound()
  await world.people.maker.send(payToCarrier, await toCarrier(await again(sheet), bad))
  const second = (await read(sheet)).children[0]
  expect((await pay(await approve({ settlementNum: second?.settlementNum ?? '' }))).state).toBe('paid')
  expect(await read(sheet)).toMatchObject({ state: 'paid', failures: 0 })
  await assertSound()
})

test('[RT-15] what fails again is paid by a sheet of that one; the last one ends them all', async () => {
  const { bad, payeeId, sheet } = await partlyPaid('carrier4', '周再败')
  const second = await pay(await approve(await again(sheet)))
  expect(second.state).toBe('partial')
  const third = await again(second)
  expect(third).toMatchObject({ parent: { attempt: 3, due: 100_000, here: 100_000 } })
  await changeAccount(payeeId, '6222000000008888')
  await pay(await approve(third))
  expect([(await read(third)).state, (await read(second)).state, (await read(sheet)).state]).toEqual([
    'paid',
    'paid',
    'paid',
  ])
  expect(await waybill(bad)).toMatchObject({ settle_state: 'settled', paid_fen: 100_000 })
  expect(await ledger('carrier4')).toEqual([0, 0, 0, 0, 0])
  await assertSound()
})

test('a sheet that pays again is closed: its waybill can be settled anew, what was set off is owed, its parent ends too', async () => {
  const carrier = 'carrier5'
  const short = await signed({ carrier, payable: 10_000, deducted: 30_000 })
  const bad = await signed({ carrier, dueAt: Date.now() })
  const good = await signed({ carrier, payable: 50_000, dueAt: Date.now() + 9e9 })
  await payeeOf(world.server, [bad], { name: '吴关闭', accountNo: '6222000000319002' })
  await payeeOf(world.server, [good], { name: '沈收款' })
  const sheet = await pay(await sheetOf(world.people, [short, bad, good], 'approved'))
  expect(sheet.state).toBe('partial')
  const child = await pay(await approve(await again(sheet)))
  expect(child).toMatchObject({ state: 'partial', due: 80_000, carriedIn: 20_000 })
  await assertSound()
  expect((await close(child)).debts).toEqual([{ origin: 'RELEASED', amount: 20_000 }])
  expect((await read(sheet)).state).toBe('closed')
  expect([await waybill(bad), await waybill(good), await waybill(short)]).toMatchObject([
    { settle_state: 'unsettled', settlement_num: null, paid_fen: 0 },
    { settle_state: 'settled', paid_fen: 50_000 },
    { settle_state: 'settled', paid_fen: 0, set_off_fen: -20_000 },
  ])
  expect((await ledger(carrier)).slice(0, 2)).toEqual([0, 0])
  await assertSound()
  // nothing of it is held: it stands on a new sheet, whose debt is taken off
  expect(await sheetOf(world.people, [bad], 'draft')).toMatchObject({ due: 80_000, carriedIn: 20_000 })
  await assertSound()
})

test('money a sheet paid again comes back: it and its parent are open, until the next sheet pays', async () => {
  const { bad, payeeId, sheet } = await partlyPaid('carrier2', '陈退回')
  const child = await again(sheet)
  await changeAccount(payeeId, '6222000000005551')
  await pay(await approve(child))
  await bankSays(await read(child), '陈退回', 'returned')
  expect([(await read(child)).state, (await read(sheet)).state]).toEqual(['partial', 'partial'])
  expect(await waybill(bad)).toMatchObject({ state: 'signed', settle_state: 'settling', paid_fen: 0 })
  await assertSound()
  const next = await again(child)
  expect(next.parent).toMatchObject({ attempt: 3, failed: [{ isReturned: true, reason: '收款账户状态异常' }] })
  await changeAccount(payeeId, '6222000000005552')
  await pay(await approve(next))
  expect([(await read(child)).state, (await read(sheet)).state]).toEqual(['paid', 'paid'])
  expect(await ledger('carrier2')).toEqual([0, 0, 0, 0, 0])
  await assertSound()
})
