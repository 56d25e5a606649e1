// Money of a payment that had failed and is out after all, beside sheets that would pay it again: made, approved, sent, without
// an answer, failed, paid. It stands in one place after each step, and nothing can be paid twice without a debt.
import { makeFailureSettlement } from '@yunshu/contract/settlement/failure'
import { explainBooks } from '@yunshu/contract/explain'
import { getReconStatement, listReconItems, moveReconFile, readReconFile } from '@yunshu/contract/recon/recon'
import { confirmException, listMoneyExceptions, proposeException } from '@yunshu/contract/settlement/moneyException'
import {
  approveSettlement,
  askVoid,
  paySettlement,
  refuseVoid,
  submitSettlement,
  type SettlementDetail,
} from '@yunshu/contract/settlement/settlement'
import { payToCarrier } from '@yunshu/contract/settlement/sheetLines'
import { fen, printMoney } from '@yunshu/domain/figures/money'
import { DAY_MS, formatDate, formatDateTime, HOUR_MS, startOfDay } from '@yunshu/domain/figures/time'
import { problems } from '@yunshu/domain/problems/problems'
import { withClient } from '@yunshu/postgres/withClient'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { q } from '../../db/tx.ts'
import { FailureWorld, newAccount } from '../../../../../tests/server/failureWorld.ts'
import { reachAll } from '../../../../../tests/server/oldDatabase.ts'
import { payeeOf } from '../../../../../tests/server/payeeWorld.ts'
import { sheetOf, sheetWhen } from '../../../../../tests/server/settlementWorld.ts'

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
  ledger,
  assertSound,
  partlyPaid,
  changeAccount,
  bankSays,
  agreePaid,
  toCarrier,
  failedTwice,
} = world

test('money that had failed is out after all: a sheet that would pay it again and has not sent anything is dropped', async () => {
  const { bad, sheet } = await partlyPaid('carrier3', '郑迟到')
  const child = await approve(await again(sheet))
  await bankSays(sheet, '郑迟到', 'success')
  // nothing is paid while two people have not judged it
  const held = await world.people.finance.ask(paySettlement, {
    settlementNum: child.settlementNum,
    version: child.version,
    expectDue: child.due,
    channel: 'SIM',
  })
  expect(held.envelope.code).toBe(problems['payment.exception'].code)
  await agreePaid(sheet)
  expect((await read(child)).state).toBe('void')
  expect((await read(sheet)).state).toBe('paid')
  expect(await waybill(bad)).toMatchObject({ settle_state: 'settled', paid_fen: 100_000 })
  expect(await ledger('carrier3')).toEqual([0, 0, 0, 0, 0])
  await assertSound()
})

test('[RT-15] money that had failed is out after it failed again: it was paid once, and nothing of it can be paid any more', async () => {
  const carrier = 'carrier2'
  const { bad, sheet, child } = await failedTwice(carrier, '杨两败')
  const third = await approve(await again(child))
  await bankSays(sheet, '杨两败', 'success')
  await agreePaid(sheet)
  expect([(await read(third)).state, (await read(child)).state, (await read(sheet)).state]).toEqual([
    'void',
    'closed',
    'paid',
  ])
  expect(await read(sheet)).toMatchObject({ debts: [], failures: 0 })
  expect(await waybill(bad)).toMatchObject({ state: 'finished', settle_state: 'settled', paid_fen: 100_000 })
  expect(await ledger(carrier)).toEqual([0, 0, 0, 0, 0])
  const { version } = await read(child)
  const more = await world.people.maker.ask(makeFailureSettlement, { settlementNum: child.settlementNum, version })
  expect(more.envelope.code).toBe(problems['settlement.noFailures'].code)
  await assertSound()
  // the second attempt is out as well: that money is the carrier's debt, until it comes back
  await bankSays(child, '杨两败', 'success')
  await agreePaid(child)
  expect(await ledger(carrier)).toEqual([0, 0, 0, 0, -100_000])
  await assertSound()
  await bankSays(child, '杨两败', 'returned')
  expect(await ledger(carrier)).toEqual([0, 0, 0, 0, 0])
  expect([(await read(child)).state, (await read(sheet)).state]).toEqual(['closed', 'paid'])
  await assertSound()
  // and so does the first: what the child left is to be paid by the sheet again
  await bankSays(sheet, '杨两败', 'returned')
  expect(await read(sheet)).toMatchObject({ state: 'partial', failures: 1 })
  await assertSound()
})

test.each(['draft', 'submitted', 'approved', 'voiding'] as const)(
  'of two failed payments one is out after all: a %s that pays both again keeps the other',
  async until => {
    const carrier = 'carrier5'
    const before = await ledger(carrier)
    const [one, two] = [await signed({ carrier }), await signed({ carrier, payable: 60_000 })]
    await payeeOf(world.server, [one], { name: '尤甲', accountNo: newAccount('9001') })
    const payeeId = await payeeOf(world.server, [two], { name: '许乙', accountNo: newAccount('9002') })
    const sheet = await pay(await sheetOf(world.people, [one, two], 'approved'))
    const child = await again(sheet)
    expect(child.due).toBe(160_000)
    const { settlementNum } = child
    if (until === 'submitted')
      await world.people.maker.send(submitSettlement, { settlementNum, version: child.version })
    if (until === 'approved' || until === 'voiding') await approve(child)
    if (until === 'voiding')
      await world.people.maker.send(askVoid, { settlementNum, version: (await read(child)).version, reason: '重做' })
    await bankSays(sheet, '尤甲', 'success')
    const stale = (await read(child)).version
    await agreePaid(sheet)
    const left = await read(child)
    expect(left).toMatchObject({ state: until, due: 60_000, lineCount: 1, lines: [{ waybillId: two }] })
    expect(await waybill(one)).toMatchObject({ settle_state: 'settled', paid_fen: 100_000 })
    expect((await read(sheet)).state).toBe('partial')
    await assertSound()
    if (until === 'approved') {
      const seen = [
        { version: stale, expectDue: left.due },
        { version: left.version, expectDue: child.due },
      ]
      const answers = seen.map(each =>
        world.people.finance.ask(paySettlement, { settlementNum, ...each, channel: 'SIM' }),
      )
      const codes = (await Promise.all(answers)).map(({ envelope }) => envelope.code)
      expect(codes).toEqual([problems['row.stale'].code, problems['settlement.changed'].code])
    }
    if (until === 'voiding')
      await world.people.finance.send(refuseVoid, { settlementNum, version: left.version, reason: '照付' })
    if (until === 'submitted')
      await world.people.finance.send(approveSettlement, { settlementNum, version: left.version, expectDue: left.due })
    // the account is refused once more, and put right for the next sheet
    const failed = await pay(until === 'draft' ? await approve(left) : await read(child))
    expect(failed.state).toBe('partial')
    await changeAccount(payeeId, newAccount('7771'))
    expect((await pay(await approve(await again(failed)))).state).toBe('paid')
    expect((await read(sheet)).state).toBe('paid')
    expect((await ledger(carrier)).map((fen, n) => fen - (before[n] ?? 0))).toEqual([0, 0, 0, 0, 0])
    await assertSound()
  },
)

/** The two movements of a late payment lie on one line of the bank's file, and each explains its own share. */
async function assertShares(sheet: SettlementDetail): Promise<void> {
  const day = startOfDay(Date.now()) - DAY_MS
  await withClient(world.server.ownerUrl, async client => {
    await client.query('begin')
    await reachAll(client)
    await client.query('update trades set happened_at = $1 where settlement_id = $2', [day + HOUR_MS, sheet.id])
    await client.query('commit')
  })
  const trades = await world.server.db(tx =>
    tx.rows(
      q
        .selectFrom('trades as t')
        .innerJoin('vouchers as v', 'v.entry_id', 't.entry_id')
        .select(['t.trade_no', 't.n', 't.amount_fen', 't.bank_serial', 'v.id as voucher'])
        .where('t.settlement_id', '=', sheet.id)
        .orderBy('t.trade_no'),
    ),
  )
  expect(trades.map(({ amount_fen }) => amount_fen).toSorted((a, b) => a - b)).toEqual([60_000, 100_000])
  const [branch, house] = [await world.server.login('branch'), await world.server.login('platform-finance')]
  for (const { voucher, n, amount_fen } of trades) {
    const told = await house.send(explainBooks, { amountOf: 'voucherLine', id: voucher, n })
    expect([told.isKept, told.text]).toEqual([true, expect.stringContaining(printMoney(fen(amount_fen)))])
  }
  const rows = [
    `对账文件,${formatDate(day)},笔数,1,收入合计,0.00,支出合计,1600.00,期初余额,9000.00,期末余额,7400.00`,
    '交易时间,流水号,订单号,收支,金额,对方户名,对方账号',
    `${formatDateTime(day + HOUR_MS)},${trades[0]?.bank_serial ?? ''},,支出,1600.00,何一半,6222000011112222`,
  ]
  const bytes = Buffer.from(rows.join('\r\n'))
  const read = await branch.send(readReconFile, {}, { files: [{ name: '对账.csv', type: 'text/csv', bytes }] })
  await house.send(moveReconFile, { id: read.id, version: read.version, move: 'take' })
  const { lines, pieces, adjustedBank, adjustedBook } = await house.send(getReconStatement, { id: read.id })
  expect(lines).toMatchObject([
    { by: 'SERIAL', differs: false, tradeNo: trades.map(({ trade_no }) => trade_no).join('、') },
  ])
  // the test moved the movements and left the books where they were
  expect(pieces.filter(({ side }) => side !== 'DATED')).toEqual([])
  expect(adjustedBank).toBe(adjustedBook)
  expect((await house.send(listReconItems, { from: day, to: day + DAY_MS, limit: 10 })).rows).toEqual([])
}

test('money of two waybills that had failed is out after one of them was paid again: that one is a debt, the other is paid', async () => {
  const carrier = 'carrier2'
  const before = await ledger(carrier)
  const since = async () => (await ledger(carrier)).map((fen, n) => fen - (before[n] ?? 0))
  const [one, two] = [await signed({ carrier }), await signed({ carrier, payable: 60_000 })]
  await payeeOf(world.server, [one, two], { name: '何一半', accountNo: newAccount('9002') })
  const sheet = await pay(await sheetOf(world.people, [one, two], 'approved'))
  expect(sheet.payments).toMatchObject([{ state: 'failed', amount: 160_000 }])
  const draft = await again(sheet)
  await world.people.maker.send(payToCarrier, await toCarrier(draft, one))
  const child = await pay(await approve(draft))
  expect(child.payments.map(({ state, amount }) => `${state} ${amount}`).toSorted()).toEqual([
    'failed 60000',
    'success 100000',
  ])
  await bankSays(sheet, '何一半', 'success')
  await agreePaid(sheet)
  expect(await read(sheet)).toMatchObject({ state: 'paid', debts: [{ origin: 'DOUBLE', amount: 100_000 }] })
  expect((await read(child)).state).toBe('paid')
  for (const [id, paid] of [
    [one, 100_000],
    [two, 60_000],
  ] as const)
    expect(await waybill(id)).toMatchObject({ settle_state: 'settled', paid_fen: paid })
  expect(await since()).toEqual([0, 0, 0, 0, -100_000])
  await assertSound()
  await assertShares(sheet)
  await bankSays(sheet, '何一半', 'returned')
  expect(await read(sheet)).toMatchObject({ state: 'partial', failures: 1, debts: [] })
  expect([await waybill(one), await waybill(two)]).toMatchObject([{ paid_fen: 100_000 }, { paid_fen: 0 }])
  expect(await since()).toEqual([60_000, 0, 0, 0, 0])
  await assertSound()
})

test('of two failed payments one is out after all: the sheet waits for the other', async () => {
  const carrier = 'carrier5'
  const [one, two] = [await signed({ carrier }), await signed({ carrier, payable: 60_000 })]
  await payeeOf(world.server, [one], { name: '蒋甲', accountNo: '6222000000419001' })
  await payeeOf(world.server, [two], { name: '韩乙', accountNo: '6222000000419002' })
  const sheet = await pay(await sheetOf(world.people, [one, two], 'approved'))
  expect(sheet).toMatchObject({ state: 'partial', failures: 2 })
  await bankSays(sheet, '蒋甲', 'success')
  await agreePaid(sheet)
  expect(await read(sheet)).toMatchObject({ state: 'partial', failures: 1 })
  expect([await waybill(one), await waybill(two)]).toMatchObject([
    { settle_state: 'settled', paid_fen: 100_000 },
    { settle_state: 'settling', paid_fen: 0 },
  ])
  await assertSound()
})

test('a late success beside somebody who sends or approves the sheet that pays again, at once: paid once, or a debt', async () => {
  const carrier = 'carrier2'
  const finish = async (sheet: SettlementDetail): Promise<void> => {
    const platform = await world.server.login('platform-finance')
    const { rows } = await world.people.finance.send(listMoneyExceptions, { settlementNum: sheet.settlementNum })
    const found = rows.find(({ state }) => state === 'proposed')
    if (found) await platform.ask(confirmException, { id: found.id, version: found.version })
  }
  const propose = async (sheet: SettlementDetail): Promise<void> => {
    const { rows } = await world.people.finance.send(listMoneyExceptions, { settlementNum: sheet.settlementNum })
    const { id = '', version = 0 } = rows.find(({ state }) => state === 'open') ?? {}
    await world.people.finance.send(proposeException, { id, version, outcome: 'paid', reason: '银行回单已核对' })
  }
  // the first to send may win: then it is a debt, which the next sheet of the carrier would take off
  for (const name of ['施审', '张议', '吕送'] as const) {
    const { bad, payeeId, sheet } = await partlyPaid(carrier, name)
    const draft = await again(sheet)
    await changeAccount(payeeId, newAccount('7772'))
    const { settlementNum } = draft
    if (name === '施审') await world.people.maker.send(submitSettlement, { settlementNum, version: draft.version })
    else await approve(draft)
    const child = await read(draft)
    const act = () =>
      name === '施审'
        ? world.people.finance.ask(approveSettlement, { settlementNum, version: child.version, expectDue: child.due })
        : world.people.finance.ask(paySettlement, {
            settlementNum,
            version: child.version,
            expectDue: child.due,
            channel: 'SIM',
          })
    if (name === '张议') {
      await bankSays(sheet, name, 'success')
      await propose(sheet)
      const [, answer] = await Promise.all([finish(sheet), act()])
      expect(answer.http).toBeLessThan(500)
      expect((await read(sheet)).state).toBe('paid')
    } else {
      const [, answer] = await Promise.all([bankSays(sheet, name, 'success'), act()])
      expect(answer.http).toBeLessThan(500)
      // one that had not left by then waits for the judgement
      await sheetWhen(world.people.finance, settlementNum, ({ payments }) => payments[0]?.state !== 'sent')
      await propose(sheet)
      await finish(sheet)
      if (name === '施审') expect((await read(draft)).state).toBe('void')
    }
    expect(await waybill(bad)).toMatchObject({ settle_state: 'settled', paid_fen: 100_000 })
    await assertSound()
  }
})

test('a sheet that pays two again, of which one has not left and one is on its way, ends with the second when the first was out before', async () => {
  const carrier = 'carrier3'
  const before = await ledger(carrier)
  const [one, two] = [await signed({ carrier }), await signed({ carrier, payable: 60_000 })]
  const payees = [
    await payeeOf(world.server, [one], { name: '何未出', accountNo: newAccount('9001') }),
    await payeeOf(world.server, [two], { name: '吕在途', accountNo: newAccount('9002') }),
  ]
  const sheet = await pay(await sheetOf(world.people, [one, two], 'approved'))
  const child = await again(sheet)
  for (const payee of payees) await changeAccount(payee, newAccount('9007'))
  const { settlementNum, version, due } = await approve(child)
  await world.people.finance.send(paySettlement, { settlementNum, version, expectDue: due, channel: 'SIM' })
  await sheetWhen(world.people.finance, settlementNum, ({ payments }) =>
    payments.every(({ state }) => state === 'unknown'),
  )
  // as one that waits for its file
  await world.server.db(tx =>
    tx.run(
      q
        .updateTable('payments')
        .set({ state: 'created', next_at: null })
        .where('settlement_id', '=', child.id)
        .where('payee', '=', '何未出'),
    ),
  )
  await bankSays(sheet, '何未出', 'success')
  await agreePaid(sheet)
  expect([(await read(child)).state, (await read(sheet)).state]).toEqual(['paying', 'partial'])
  await bankSays(child, '吕在途', 'success')
  expect([(await read(child)).state, (await read(sheet)).state]).toEqual(['paid', 'paid'])
  expect([await waybill(one), await waybill(two)]).toMatchObject([{ paid_fen: 100_000 }, { paid_fen: 60_000 }])
  expect((await ledger(carrier)).map((fen, n) => fen - (before[n] ?? 0))).toEqual([0, 0, 0, 0, 0])
  await assertSound()
})

test('money that had failed is out while its second payment has no answer: one of the two is a debt, whatever the bank says then', async () => {
  for (const [carrier, name, end] of [
    ['carrier3', '朱等到', 'success'],
    ['carrier4', '秦等失', 'failed'],
  ] as const) {
    const before = await ledger(carrier)
    const { bad, payeeId, sheet } = await partlyPaid(carrier, name)
    const child = await again(sheet)
    await changeAccount(payeeId, newAccount('9007'))
    const { settlementNum, version, due } = await approve(child)
    await world.people.finance.send(paySettlement, { settlementNum, version, expectDue: due, channel: 'SIM' })
    await sheetWhen(world.people.finance, settlementNum, ({ payments }) => payments[0]?.state === 'unknown')
    await bankSays(sheet, name, 'success')
    await agreePaid(sheet)
    expect((await read(sheet)).state).toBe('partial')
    expect(await waybill(bad)).toMatchObject({ settle_state: 'settling', paid_fen: 0 })
    const since = async () => (await ledger(carrier)).map((fen, n) => fen - (before[n] ?? 0))
    expect(await since()).toEqual([0, 100_000, 0, 0, -100_000])
    await assertSound()
    await bankSays(child, name, end)
    expect(await since()).toEqual([end === 'success' ? 0 : 100_000, 0, 0, 0, -100_000])
    expect(await waybill(bad)).toMatchObject({ paid_fen: end === 'success' ? 100_000 : 0 })
    await assertSound()
    if (end === 'success') continue
    // the carrier has the money: it is not paid again in cash, and the next sheet sets one off against the other
    const more = { settlementNum, version: (await read(child)).version }
    const refused = await world.people.maker.ask(makeFailureSettlement, more)
    expect(refused.envelope).toMatchObject({
      code: problems['payment.owedTwice'].code,
      message: expect.stringContaining('请关闭本单') as string,
    })
    await world.close(child)
    expect((await read(sheet)).state).toBe('closed')
    const rest = await sheetOf(world.people, [bad], 'approved')
    expect(rest).toMatchObject({ carriedIn: 100_000, due: 0 })
    expect((await pay(rest)).state).toBe('paid')
    expect(await since()).toEqual([0, 0, 0, 0, 0])
    await assertSound()
  }
})

test('money that had failed is out after it was paid again: the carrier owes it', async () => {
  const carrier = 'carrier5'
  const before = await ledger(carrier)
  const { payeeId, sheet } = await partlyPaid(carrier, '冯两付')
  const child = await again(sheet)
  await changeAccount(payeeId, '6222000000006666')
  await pay(await approve(child))
  expect((await read(sheet)).state).toBe('paid')
  await bankSays(sheet, '冯两付', 'success')
  await agreePaid(sheet)
  expect(await read(sheet)).toMatchObject({ state: 'paid', debts: [{ origin: 'DOUBLE', amount: 100_000 }] })
  expect((await ledger(carrier)).map((fen, n) => fen - (before[n] ?? 0))).toEqual([0, 0, 0, 0, -100_000])
  await assertSound()
})
