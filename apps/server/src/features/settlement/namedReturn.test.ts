// Money of a payment the bank had named as come back before that money was recorded as 来款, over HTTP: two people say that both
// are one movement, and it stands once in the books, in 交易流水 and against the bank's file.
import { explainBooks } from '@yunshu/contract/explain'
import { getPayAnswer } from '@yunshu/contract/payFile/payAnswer'
import { listReconItems } from '@yunshu/contract/recon/recon'
import {
  askReturn,
  confirmRemittance,
  confirmReturn,
  getRemittance,
  listReturnable,
  moveRemittance,
  recordRemittance,
  refundRemittance,
} from '@yunshu/contract/remittance/remittance'
import { getSettlement } from '@yunshu/contract/settlement/settlement'
import { listTrades, sumTrades } from '@yunshu/contract/trade/trade'
import { fen } from '@yunshu/domain/figures/money'
import { startOfDay } from '@yunshu/domain/figures/time'
import { problems } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '../../../../../tests/server/adjustWorld.ts'
import { withSlip } from '../../../../../tests/server/bankSlip.ts'
import { FailureWorld, newAccount } from '../../../../../tests/server/failureWorld.ts'
import { brokenInvariants, unclaimedOff } from '../../../../../tests/server/moneyInvariants.ts'
import { answerFile, startPayFileWorld } from '../../../../../tests/server/payFileWorld.ts'
import { balances, sheetOf } from '../../../../../tests/server/settlementWorld.ts'
import type { Client, TestServer } from '../../../../../tests/server/testServer.ts'
import { until } from '../../../../../tests/server/until.ts'
import { demoCompanyId, demoUserId } from '../../../demo/people.ts'
import { q } from '../../db/tx.ts'

const world = new FailureWorld()
let branch: Client
let house: Client
let admin: Client
beforeAll(async () => {
  await world.open()
  branch = await world.server.login('branch')
  house = await world.server.login('platform-finance')
  admin = await world.server.login('admin')
})
afterAll(world.stop)

let serials = 0
/** Money that came to the branch, and nobody's yet. */
async function came(amount: number, { by = admin, checker = house } = {}) {
  const said = {
    payerName: '银行内部户',
    payerAccount: '9999000011112222',
    amount: fen(amount),
    date: Date.now(),
    serial: `TM${String((serials += 1)).padStart(6, '0')}`,
    bankNote: '退汇',
  }
  const inBranch = withSlip({ raw: { branchCompanyId: demoCompanyId('branch1') } })
  const { id, version } = await by.send(recordRemittance, said, inBranch)
  const there = await checker.send(confirmRemittance, { id, version, expectAmount: fen(amount) })
  return { ...there, amount: fen(amount), serial: said.serial }
}
type Came = Awaited<ReturnType<typeof came>>
const orderOf = (settlementId: string, payee?: string, server: TestServer = world.server) =>
  server.db(tx =>
    tx.one(
      q
        .selectFrom('payments')
        .select(['id', 'task_no', 'state', 'payee', 'amount_fen'])
        .where('settlement_id', '=', settlementId)
        .$if(payee !== undefined, found => found.where('payee', '=', payee ?? '')),
    ),
  )
const asked = ({ id, version, amount }: Came, paymentId: string) => ({
  id,
  version,
  paymentId,
  reason: '回单与银行的退汇通知是同一笔',
  expectAmount: amount,
})
/** Two people say that the money is that of the payment. */
async function agree(money: Came, paymentId: string, { by = branch, checker = house } = {}) {
  const { version } = await by.send(askReturn, asked(money, paymentId))
  return checker.ask(confirmReturn, { id: money.id, version, expectAmount: money.amount })
}
/** The movements of the account of the branch since a moment: all of the ledger, and those of the open ones. */
async function since(before: Record<string, number>): Promise<Record<string, number>> {
  const after = await balances(world.server)
  return Object.fromEntries(
    ['1002.02', '2241.03', '1221.02', '2202.01']
      .map(account => [account, (after[account] ?? 0) - (before[account] ?? 0)] as const)
      .filter(([, moved]) => moved !== 0),
  )
}
/** A sheet of one waybill of a carrier, paid, whose money the bank then names as come back. */
async function named(carrier: string, payable: number) {
  const waybillId = await world.signed({ carrier, payable })
  const sheet = await world.pay(await sheetOf(world.people, [waybillId], 'approved'))
  expect(sheet.state).toBe('paid')
  const order = await orderOf(sheet.id)
  await world.bankSays(sheet, order.payee, 'returned')
  expect((await orderOf(sheet.id)).state).toBe('returned')
  return { waybillId, sheet, order }
}
async function assertSound(): Promise<void> {
  await world.assertSound()
  expect(await brokenInvariants(world.server)).toEqual([])
  expect(await unclaimedOff(world.server, house)).toBe(0)
}
const marksOf = async (client: Client, settlementNum: string) => {
  const { rows } = await client.send(listTrades, { settlementNum, limit: 10 })
  return rows.map(({ kind, mark, bankSerial }) => [kind, mark, bankSerial])
}

test('pages of the house follow what the bank says of a payment; the payers are told it in words', async () => {
  const waiting = () => world.server.db(tx => tx.rows(q.selectFrom('outbox').select('id')))
  const framesTo = async (account: string): Promise<string[]> => {
    await until(async () => (await waiting()).length === 0, 'the outbox is sent')
    const rows = await world.server.db(tx =>
      tx.rows(
        sql<{ code: string }>`select frame ->> 'code' as code from inbox where user_id = ${demoUserId(account)}::uuid
          and frame -> 'data' -> 'topics' @> ${JSON.stringify([getSettlement.path])}::jsonb order by seq`.compile(q),
      ),
    )
    return rows.map(({ code }) => code)
  }
  const waybillId = await world.signed({ carrier: 'carrier2', payable: 90_000 })
  const sheet = await world.pay(await sheetOf(world.people, [waybillId], 'approved'))
  const [branchBefore, financeBefore] = [await framesTo('branch'), await framesTo('platform-finance')]
  await world.bankSays(sheet, (await orderOf(sheet.id)).payee, 'returned')
  expect((await framesTo('branch')).slice(branchBefore.length)).toEqual(['sync'])
  expect((await framesTo('platform-finance')).slice(financeBefore.length)).toEqual(['sync'])
  await world.assertSound()
})

test('[RT-16] the bank names the return first, the money is recorded after: pointed at and agreed to by two it stands once', async () => {
  const before = await balances(world.server)
  const { waybillId, sheet, order } = await named('carrier3', 100_000)
  expect(await since(before)).toEqual({ '2202.01': -100_000 })
  const money = await came(100_000)
  // until two people say so, the account has one too many
  expect(await since(before)).toEqual({ '1002.02': 100_000, '2241.03': -100_000, '2202.01': -100_000 })
  const { rows } = await house.send(listReturnable, { id: money.id })
  expect(rows).toMatchObject([{ id: order.id, isReturned: true, waybills: 1 }])
  const { version } = await branch.send(askReturn, asked(money, order.id))
  const shown = await house.send(getRemittance, { id: money.id })
  expect([shown.state, shown.returnOf?.isReturned, shown.moves]).toEqual([
    'returning',
    true,
    ['confirmReturn', 'dropReturn'],
  ])
  // nobody agrees to what they pointed at, and put back it is free again
  const own = { id: money.id, version, expectAmount: money.amount }
  expect((await branch.ask(confirmReturn, own)).envelope.code).not.toBe(0)
  const free = await admin.send(moveRemittance, { id: money.id, version, move: 'dropReturn', reason: '再核对' })
  const again = await branch.send(askReturn, asked({ ...money, version: free.version }, order.id))
  const seen = { ...own, version: again.version }
  const both = await Promise.all([house.ask(confirmReturn, seen), admin.ask(confirmReturn, seen)])
  expect(both.map(({ envelope }) => envelope.code).toSorted((a, b) => a - b)).toEqual([0, problems['row.stale'].code])
  expect(await since(before)).toEqual({ '2202.01': -100_000 })
  const twice = `alter table journal_lines disable trigger user; update journal_lines set account = '1002.01'
    where account = '1002.02' and entry_id in (select id from journal_entries where event = 'E7g')`
  expect(await brokenInvariants(world.server, twice)).toContain('backOnce')
  expect(await house.send(getRemittance, { id: money.id })).toMatchObject({
    state: 'returned',
    moves: [],
    returnTaskNo: order.task_no,
  })
  // one movement of the bank, with the number of the slip, told to the carrier too
  for (const client of [house, await world.server.login('carrier3')])
    expect(await marksOf(client, sheet.settlementNum)).toEqual([
      ['RETURN', 'done', money.serial],
      ['FREIGHT', 'returned', expect.any(String)],
    ])
  const ofMoney = await house.send(listTrades, { text: money.serial, limit: 10 })
  expect(ofMoney.rows.map(({ kind }) => kind)).toEqual(['RETURN'])
  // the sheet and the waybill are as the bank's word left them, and are paid again
  expect(await world.waybill(waybillId)).toMatchObject({ state: 'signed', paid_fen: 0 })
  await assertSound()
  const child = await world.approve(await world.again(sheet))
  expect((await world.pay(child)).state).toBe('paid')
  await assertSound()
  // no second money is that of the same return
  const more = await came(100_000)
  expect((await house.send(listReturnable, { id: more.id })).rows.map(({ id }) => id)).not.toContain(order.id)
  expect((await house.ask(askReturn, asked(more, order.id))).envelope.code).toBe(problems['paymentBack.known'].code)
})

test('each line of what takes the money out is worked out anew, and its voucher names both', async () => {
  const { order } = await named('carrier4', 110_000)
  const money = await came(110_000)
  expect((await agree(money, order.id)).envelope.code).toBe(0)
  const lines = await world.server.db(tx =>
    tx.rows(
      q
        .selectFrom('journal_lines as l')
        .innerJoin('journal_entries as e', 'e.id', 'l.entry_id')
        .innerJoin('vouchers as v', 'v.entry_id', 'e.id')
        .select(['v.id', 'l.n', 'l.account', 'e.summary'])
        .where('e.event', '=', 'E7g')
        .where('e.source_id', '=', money.id)
        .orderBy('l.n'),
    ),
  )
  expect(lines.map(({ account }) => account)).toEqual(['2241.03', '1002.02'])
  expect(lines[0]?.summary).toContain(order.task_no)
  for (const { id, n } of lines)
    expect((await house.send(explainBooks, { amountOf: 'voucherLine', id, n })).isKept).toBe(true)
  await assertSound()
})

/** The bank says that money of a payment is out after all, under a number of its own, and two people agree. */
async function outOnceMore({ sheet, order }: Awaited<ReturnType<typeof named>>): Promise<void> {
  await asOwner(
    world.server,
    `update channel_facts set bank_serial = 'ANEW' where kind = 'SUCCESS' and order_key =
    (select idem_key from payments where id = '${order.id}')`,
  )
  await world.server.db(tx =>
    tx.run(q.updateTable('payments').set({ bank_serial: 'FIRST' }).where('id', '=', order.id)),
  )
  await world.bankSays(sheet, order.payee, 'success')
  await world.agreePaid(sheet)
  expect((await orderOf(sheet.id)).state).toBe('success')
}

test('a payment that was made good while it waits is that of its word still; a new return is none of that money', async () => {
  const payment = await named('carrier5', 120_000)
  const { sheet, order } = payment
  const money = await came(120_000)
  const { version } = await branch.send(askReturn, asked(money, order.id))
  await outOnceMore(payment)
  const agreed = await house.ask(confirmReturn, { id: money.id, version, expectAmount: money.amount })
  expect(agreed.envelope.code).toBe(0)
  // the first came back, the second is out
  expect((await orderOf(sheet.id)).state).toBe('success')
  expect((await marksOf(house, sheet.settlementNum)).map(([kind, mark]) => [kind, mark])).toEqual([
    ['FREIGHT', 'done'],
    ['RETURN', 'done'],
    ['FREIGHT', 'returned'],
  ])
  await assertSound()
})

test('money recorded after its payment went out once more is that of the return the bank had named; the next money brings it back', async () => {
  const payment = await named('carrier2', 140_000)
  const { waybillId, sheet, order } = payment
  // another payment of the same amount that arrived, later and to be thought of as well
  const other = await world.pay(
    await sheetOf(world.people, [await world.signed({ carrier: 'carrier4', payable: 140_000 })], 'approved'),
  )
  await outOnceMore(payment)
  const before = await balances(world.server)
  const money = await came(140_000)
  const offered = (await house.send(listReturnable, { id: money.id })).rows
  expect(offered.map(({ id, isReturned }) => [id, isReturned])).toEqual([
    [order.id, true],
    [(await orderOf(other.id)).id, false],
  ])
  expect((await agree(money, order.id)).envelope.code).toBe(0)
  // the payment is out as before, its carrier is not paid again, and the money stands once
  expect((await orderOf(sheet.id)).state).toBe('success')
  expect(await world.waybill(waybillId)).toMatchObject({ paid_fen: 140_000 })
  expect((await world.read(sheet)).state).toBe('paid')
  expect(await since(before)).toEqual({})
  await assertSound()
  const next = await came(140_000)
  const again = (await house.send(listReturnable, { id: next.id })).rows
  expect(again.find(({ id }) => id === order.id)).toMatchObject({ isReturned: false })
  expect((await agree(next, order.id)).envelope.code).toBe(0)
  expect((await orderOf(sheet.id)).state).toBe('returned')
  expect(await world.waybill(waybillId)).toMatchObject({ paid_fen: 0 })
  await assertSound()
})

test('money paid twice that came back by the bank’s word is counted once too, its debt ended before', async () => {
  const { payeeId, sheet } = await world.partlyPaid('carrier2', '丁重付')
  const child = await world.again(sheet)
  await world.changeAccount(payeeId, newAccount('7776'))
  await world.pay(await world.approve(child))
  await world.bankSays(sheet, '丁重付', 'success')
  await world.agreePaid(sheet)
  const before = await balances(world.server)
  await world.bankSays(sheet, '丁重付', 'returned')
  expect(await since(before)).toEqual({ '1002.02': 100_000, '1221.02': -100_000 })
  const order = await orderOf(sheet.id, '丁重付')
  const money = await came(order.amount_fen)
  expect((await agree(money, order.id)).envelope.code).toBe(0)
  expect(await since(before)).toEqual({ '1002.02': 100_000, '1221.02': -100_000 })
  await assertSound()
})

test('money of the amount of a named return is sent back where a person says that it is other money', async () => {
  const { order, sheet } = await named('carrier5', 150_000)
  const { id, version } = await came(150_000)
  const asking = { id, version, move: 'askRefund', reason: '客户多付' } as const
  const message = expect.stringContaining(order.task_no)
  expect((await admin.ask(moveRemittance, asking)).envelope).toMatchObject({
    code: problems['remittance.named'].code,
    message,
  })
  const { version: next } = await admin.send(moveRemittance, { ...asking, isOther: true })
  await house.send(refundRemittance, { id, version: next, expectAmount: fen(150_000), serial: 'TB-OTHER' })
  expect((await orderOf(sheet.id)).state).toBe('returned')
  await assertSound()
})

/** Lines of the bank's file of today that are these movements. */
const layOn = (tradesOf: string) =>
  asOwner(
    world.server,
    `with f as (insert into recon_files (id, branch_id, channel, day, name, sha256, state, lines, income_fen, outgo_fen, opening_fen,
        closing_fen, maker_id, maker_name, checker_id, checker_name, checked_at, created_at, updated_at)
      select gen_random_uuid(), '${demoCompanyId('branch1')}', 'SIM', coalesce(max(day) + 86400000, ${startOfDay(Date.now())}), 'f', gen_random_uuid()::text, 'taken', 1, 1, 0, 0, 1,
        (select min(id::text)::uuid from users), 'x', (select max(id::text)::uuid from users), 'y', 1, 1, 1 from recon_files returning id, branch_id, day)
    insert into recon_lines (id, file_id, branch_id, day, n, serial, direction, amount_fen, at, trade_id, matched_by)
    select gen_random_uuid(), f.id, f.branch_id, f.day, row_number() over (), t.trade_no, t.direction, t.amount_fen, t.happened_at, t.id, 'HAND'
    from f, trades t join journal_entries e on e.id = t.entry_id where ${tradesOf}`,
  )

test('two lines of the bank’s file are two movements: refused; the one line there is stays the movement', async () => {
  const { order, sheet } = await named('carrier3', 130_000)
  const [both, one] = [await came(130_000), await came(130_000)]
  const ofWord = `e.event = 'E7r' and t.payment_id = '${order.id}'`
  await layOn(ofWord)
  await layOn(`e.event = 'E0' and e.source_id = '${both.id}'`)
  expect((await house.ask(askReturn, asked(both, order.id))).envelope).toMatchObject({
    code: problems['paymentBack.both'].code,
    message: `来款和支付任务${order.task_no}的退汇在银行对账文件中各有一笔，是两笔款项，不能登记为同一笔`,
  })
  // nobody is shown it again for that money, and for the other it is
  const isOffered = async ({ id }: Came) =>
    (await house.send(listReturnable, { id })).rows.some(row => row.id === order.id)
  expect([await isOffered(both), await isOffered(one)]).toEqual([false, true])
  // the day of the slip was over without a line for it: a difference, which ends with the agreement
  await asOwner(
    world.server,
    `insert into recon_items (id, branch_id, kind, state, day, trade_id, version, created_at, updated_at)
      select gen_random_uuid(), t.branch_id, 'OURS_ONLY', 'open', 0, t.id, 1, 1, 1 from trades t
      join journal_entries e on e.id = t.entry_id where e.event = 'E0' and e.source_id = '${one.id}'`,
  )
  const differs = async () =>
    (await house.send(listReconItems, { limit: 100 })).rows.filter(
      ({ state, ours }) => state !== 'matched' && ours === 130_000,
    ).length
  expect(await differs()).toBe(1)
  const sums = () => house.send(sumTrades, {})
  const before = await sums()
  expect((await agree(one, order.id)).envelope.code).toBe(0)
  // the movement the file has is the payment's, and the one typed by hand is none of the bank any more
  const { rows } = await house.send(listTrades, { settlementNum: sheet.settlementNum, limit: 10 })
  expect(rows.map(({ kind, recon, bankSerial }) => [kind, recon, bankSerial === one.serial])).toEqual([
    ['RETURN', 'matched', false],
    ['FREIGHT', 'open', false],
  ])
  expect((await house.send(listTrades, { text: one.serial, limit: 10 })).rows).toEqual([])
  expect((before.sums.income ?? 0) - ((await sums()).sums.income ?? 0)).toBe(130_000)
  expect(await differs()).toBe(0)
  await assertSound()
})

test('a payment that came back by the bank’s answer to a file is the same: its money recorded after stands once', async () => {
  const files = await startPayFileWorld()
  try {
    const { file, sheets } = await files.released(1)
    const [row] = file.rows
    const { taskNo, amount } = row ?? { taskNo: '', amount: fen(0) }
    for (const [said, serial] of [
      ['成功', 'BK-1'],
      ['已退汇', 'BK-2'],
    ] as const) {
      const answer = await files.read(file, answerFile([[taskNo, amount, said, serial]], undefined, said))
      await files.take(await files.branch.send(getPayAnswer, { id: answer.id }))
      await files.judged()
    }
    const sheet = await files.people.finance.send(getSettlement, { settlementNum: sheets[0] ?? '' })
    const order = await orderOf(sheet.id, undefined, files.server)
    expect(order.state).toBe('returned')
    const hands = { by: await files.server.login('admin'), checker: files.house }
    const money = await came(amount, hands)
    const moneyOf = async () =>
      files.server.db(tx =>
        tx.one(
          sql<{ fen: number }>`select coalesce(sum(debit_fen - credit_fen), 0)::bigint as fen from journal_lines
            where account = '1002.02'`.compile(q),
        ),
      )
    const before = await moneyOf()
    expect((await agree(money, order.id, { by: files.branch, checker: files.house })).envelope.code).toBe(0)
    expect((await moneyOf()).fen).toBe(before.fen - amount)
    expect(await brokenInvariants(files.server)).toEqual([])
  } finally {
    await files.server.stop()
  }
})
