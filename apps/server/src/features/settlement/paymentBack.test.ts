// Money that comes back without the order's number, over HTTP: one person points what came at the payment, another agrees, and
// all is as if the bank had named it; the money is used up once.
import { makeFailureSettlement } from '@yunshu/contract/settlement/failure'
import { confirmException, listMoneyExceptions, proposeException } from '@yunshu/contract/settlement/moneyException'
import {
  askReturn,
  claimRemittance,
  confirmRemittance,
  confirmReturn,
  getRemittance,
  listRemittances,
  listReturnable,
  moveRemittance,
  recordRemittance,
  refundRemittance,
} from '@yunshu/contract/remittance/remittance'
import { getSettlement } from '@yunshu/contract/settlement/settlement'
import { getPeriod } from '@yunshu/contract/voucher/closing'
import { listToday } from '@yunshu/contract/today'
import { listTrades } from '@yunshu/contract/trade/trade'
import { fen } from '@yunshu/domain/figures/money'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { periodOf } from '@yunshu/domain/voucher/voucher'
import { problems } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '../../../../../tests/server/adjustWorld.ts'
import { withSlip } from '../../../../../tests/server/bankSlip.ts'
import { FailureWorld } from '../../../../../tests/server/failureWorld.ts'
import { brokenInvariants, unclaimedOff } from '../../../../../tests/server/moneyInvariants.ts'
import { balances, sheetOf } from '../../../../../tests/server/settlementWorld.ts'
import type { Client } from '../../../../../tests/server/testServer.ts'
import { demoCompanyId } from '../../../demo/people.ts'
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

/** A sheet of one waybill of a carrier, paid. */
async function paid(carrier: string, payable = 100_000) {
  const waybillId = await world.signed({ carrier, payable })
  const sheet = await world.pay(await sheetOf(world.people, [waybillId], 'approved'))
  expect(sheet.state).toBe('paid')
  return { waybillId, sheet }
}
let serials = 0
/** Money that came to a branch, and nobody's yet. */
async function came(amount: number, { at = 'branch1', date = Date.now() } = {}) {
  const said = {
    payerName: '银行内部户',
    payerAccount: '9999000011112222',
    amount: fen(amount),
    date,
    serial: `TH${String((serials += 1)).padStart(6, '0')}`,
    bankNote: '退汇',
  }
  const { id, version } = await admin.send(
    recordRemittance,
    said,
    withSlip({ raw: { branchCompanyId: demoCompanyId(at) } }),
  )
  const there = await house.send(confirmRemittance, { id, version, expectAmount: fen(amount) })
  return { ...there, amount: fen(amount), serial: said.serial }
}
type Came = Awaited<ReturnType<typeof came>>
const orderOf = (settlementId: string) =>
  world.server.db(tx =>
    tx.one(
      q
        .selectFrom('payments')
        .select(['id', 'task_no', 'state', 'bank_serial'])
        .where('settlement_id', '=', settlementId),
    ),
  )
const asked = ({ id, version, amount }: Came, paymentId: string) => ({
  id,
  version,
  paymentId,
  reason: '回单写明退汇',
  expectAmount: amount,
})
const work = async (client: Client, no: string) =>
  (await client.send(listToday, {})).items.filter(item => item.kind === 'paymentBack' && item.no === no)
/** The check of the month counts each remittance that is nobody's still, and its link has as many rows. */
async function assertChecked(): Promise<void> {
  const branchId = demoCompanyId('branch1')
  const { checks } = await house.send(getPeriod, { branchId, period: periodOf(Date.now()) })
  const check = checks.find(({ key }) => key === 'remittances')
  const query = Object.fromEntries(new URL(check?.url ?? '', 'http://x').searchParams)
  expect(query).toMatchObject({ open: 'true', branchId })
  const { rows } = await house.send(listRemittances, { open: true, branchId, to: Number(query['to']), limit: 100 })
  expect(rows.some(({ state }) => state === 'returning')).toBe(true)
  expect(rows).toHaveLength(check?.count ?? 0)
}
async function assertSound(): Promise<void> {
  await world.assertSound()
  expect(await brokenInvariants(world.server)).toEqual([])
  expect(await unclaimedOff(world.server, house)).toBe(0)
}

test('[RT-16] pointed at by one and agreed to by another it is 已退汇, the waybill is paid again from a child, and the money is used up', async () => {
  const before = await balances(world.server)
  const { waybillId, sheet } = await paid('carrier3')
  const money = await came(100_000)
  const order = await orderOf(sheet.id)
  const { rows } = await house.send(listReturnable, { id: money.id })
  expect(rows).toMatchObject([{ id: order.id, taskNo: order.task_no, amount: 100_000, waybills: 1 }])
  const first = await branch.send(askReturn, asked(money, order.id))
  const shown = await house.send(getRemittance, { id: money.id })
  expect(shown).toMatchObject({ state: 'returning', returnTaskNo: order.task_no, returnOf: { id: order.id } })
  expect(shown.moves).toEqual(['confirmReturn', 'dropReturn'])
  expect((await branch.send(getRemittance, { id: money.id })).moves).toEqual(['dropReturn'])
  // it waits for another, and is in the books as nobody's still
  expect([await work(house, shown.remittanceNo), (await balances(world.server))['2241.03']]).toMatchObject([
    [{ amount: 100_000 }],
    -100_000,
  ])
  await assertSound()
  const seen = { id: money.id, version: first.version, expectAmount: money.amount }
  expect((await house.ask(confirmReturn, { ...seen, expectAmount: fen(1) })).http).toBe(400)
  const both = await Promise.all([house.ask(confirmReturn, seen), admin.ask(confirmReturn, seen)])
  expect(both.map(({ envelope }) => envelope.code).toSorted((a, b) => a - b)).toEqual([0, problems['row.stale'].code])
  expect(await house.send(getRemittance, { id: money.id })).toMatchObject({ state: 'returned', moves: [] })
  expect(await work(house, shown.remittanceNo)).toEqual([])
  const back = await world.read(sheet)
  expect([back.state, back.failures, back.payments[0]?.state]).toEqual(['partial', 1, 'returned'])
  expect(await world.waybill(waybillId)).toMatchObject({ state: 'signed', paid_fen: 0 })
  // the carrier is owed again, the bank has its money, and nothing waits for an owner
  const now = await balances(world.server)
  expect([now['2241.03'], (now['1002.02'] ?? 0) - (before['1002.02'] ?? 0)]).toEqual([undefined, 0])
  expect((await world.ledger('carrier3'))[0]).toBe(100_000)
  await assertSound()
  // one movement of the bank, told as what it was, to the carrier too
  for (const client of [house, await world.server.login('carrier3')]) {
    const { rows: moved } = await client.send(listTrades, { settlementNum: sheet.settlementNum, limit: 10 })
    expect(moved.map(({ kind, mark, bankSerial }) => [kind, mark, bankSerial === money.serial])).toEqual([
      ['RETURN', 'done', true],
      ['FREIGHT', 'returned', false],
    ])
    expect(moved.map(({ direction }) => direction)).toEqual(client === house ? ['IN', 'OUT'] : ['OUT', 'IN'])
  }
  // the bank says it late as well: known
  await world.bankSays(sheet, order.task_no === '' ? '' : (back.payments[0]?.payee ?? ''), 'returned')
  expect((await world.ledger('carrier3'))[0]).toBe(100_000)
  const child = await world.approve(await world.again(sheet))
  expect((await world.pay(child)).state).toBe('paid')
  expect(await world.waybill(waybillId)).toMatchObject({ state: 'finished', paid_fen: 100_000 })
  await assertSound()
})

test('money of a claim taken back is a payment come back from then on: before, it was no more nobody’s', async () => {
  const { sheet } = await paid('carrier3', 105_000)
  const order = await orderOf(sheet.id)
  const day = startOfDay(Date.now()) - 2 * DAY_MS
  const moved = (table: string, column: string, where: string) =>
    asOwner(world.server, `update ${table} set ${column} = ${day} where ${where}`)
  for (const column of ['created_at', 'sent_at', 'done_at']) await moved('payments', column, `id = '${order.id}'`)
  const money = await came(105_000, { date: day })
  const shipperId = demoCompanyId('shipper4')
  const { id, version, amount } = money
  const claimed = await house.send(claimRemittance, { id, version, shipperId, expectAmount: amount })
  await moved('remittance_claims', 'claimed_at', `remittance_id = '${id}'`)
  const at = Date.now()
  const free = await house.send(moveRemittance, { id, version: claimed.version, move: 'unclaim', reason: '是退汇' })
  const first = await house.send(askReturn, asked({ ...money, version: free.version }, order.id))
  await admin.send(confirmReturn, { id, version: first.version, expectAmount: amount })
  const entries = await world.server.db(tx =>
    tx.rows(
      sql<{
        happened_at: number
      }>`select e.happened_at from journal_entries e join channel_facts f on f.id = e.source_id
        join payments p on p.idem_key = f.order_key where e.event = 'E7r' and p.id = ${order.id}::uuid`.compile(q),
    ),
  )
  expect(entries.map(entry => entry.happened_at >= at)).toEqual([true])
  await assertSound()
})

test('nobody agrees to what they pointed at; it is put back with a reason, told to who asked, and the money is free again', async () => {
  const { sheet } = await paid('carrier4', 110_000)
  const money = await came(110_000)
  const order = await orderOf(sheet.id)
  const first = await house.send(askReturn, asked(money, order.id))
  const own = { id: money.id, version: first.version, expectAmount: money.amount }
  expect((await house.ask(confirmReturn, own)).envelope.code).toBe(problems['maker.checker'].code)
  const drop = { id: money.id, version: first.version, move: 'dropReturn' } as const
  expect((await admin.ask(moveRemittance, drop)).http).toBe(400)
  // while it is pointed at, nobody claims it or sends it back
  for (const move of ['askRefund', 'unclaim'] as const)
    expect((await admin.ask(moveRemittance, { ...drop, move, reason: '退' })).envelope.code).not.toBe(0)
  const claim = {
    id: money.id,
    version: first.version,
    shipperId: demoCompanyId('shipper'),
    expectAmount: money.amount,
  }
  expect((await admin.ask(claimRemittance, claim)).envelope.code).not.toBe(0)
  const free = await admin.send(moveRemittance, { ...drop, reason: '是货主打来的' })
  const shown = await house.send(getRemittance, { id: money.id })
  expect([shown.state, shown.returnTaskNo, shown.reason]).toEqual(['unclaimed', undefined, '是货主打来的'])
  expect((await world.read(sheet)).state).toBe('paid')
  expect((await admin.ask(confirmReturn, { ...own, version: free.version })).envelope.code).not.toBe(0)
  await admin.send(claimRemittance, { ...claim, version: free.version })
  await assertSound()
})

test('another amount, a payment that is not out, money older than it, another branch, a second pointing: refused with words', async () => {
  const { sheet } = await paid('carrier5', 120_000)
  const order = await orderOf(sheet.id)
  const [right, wrong, old, elsewhere] = [
    await came(120_000),
    await came(120_001),
    await came(120_000, { date: startOfDay(Date.now()) - DAY_MS }),
    await came(120_000, { at: 'branch2' }),
  ]
  const codeOf = async (money: Came) => (await house.ask(askReturn, asked(money, order.id))).envelope
  expect(await codeOf(wrong)).toMatchObject({
    code: problems['paymentBack.amount'].code,
    message: `支付任务${order.task_no}付出 1,200.00 元，来款 1,200.01 元，金额不一致，不能登记为它的退汇`,
  })
  expect((await codeOf(old)).code).toBe(problems['paymentBack.early'].code)
  expect((await house.ask(askReturn, asked(elsewhere, order.id))).http).toBe(404)
  expect((await house.send(listReturnable, { id: elsewhere.id })).rows).toEqual([])
  expect((await branch.ask(listReturnable, { id: elsewhere.id })).http).toBe(404)
  const asking = await house.send(askReturn, asked(right, order.id))
  await assertChecked()
  const more = await came(120_000)
  expect((await codeOf(more)).code).toBe(problems['paymentBack.asked'].code)
  for (const account of ['shipper-finance', 'carrier', 'shipper2'])
    expect(
      (await (await world.server.login(account)).ask(askReturn, asked(more, order.id))).http,
      account,
    ).toBeGreaterThanOrEqual(403)
  // the bank names it itself meanwhile: it is one movement, and nobody need agree any more
  const before = await balances(world.server)
  await world.bankSays(sheet, (await world.read(sheet)).payments[0]?.payee ?? '', 'returned')
  const now = await balances(world.server)
  expect([(now['1002.02'] ?? 0) - (before['1002.02'] ?? 0), (now['2241.03'] ?? 0) - (before['2241.03'] ?? 0)]).toEqual([
    0,
    right.amount,
  ])
  const read = await house.send(getRemittance, { id: right.id })
  expect([read.state, read.moves]).toEqual(['returned', []])
  const late = { id: right.id, version: asking.version, expectAmount: right.amount }
  expect((await admin.ask(confirmReturn, late)).http).toBe(409)
  expect((await codeOf(more)).code).toBe(problems['paymentBack.known'].code)
  await assertSound()
})

test('two who point at one payment with two remittances at once: one does', async () => {
  const { sheet } = await paid('carrier2', 130_000)
  const order = await orderOf(sheet.id)
  const [one, two] = [await came(130_000), await came(130_000)]
  const answers = await Promise.all([
    house.ask(askReturn, asked(one, order.id)),
    admin.ask(askReturn, asked(two, order.id)),
  ])
  expect(answers.map(({ envelope }) => envelope.code).toSorted((a, b) => a - b)).toEqual([
    0,
    problems['paymentBack.asked'].code,
  ])
  expect(
    (await world.people.maker.ask(makeFailureSettlement, { settlementNum: sheet.settlementNum, version: 1 })).envelope
      .code,
  ).not.toBe(0)
  expect((await world.people.finance.send(getSettlement, { settlementNum: sheet.settlementNum })).state).toBe('paid')
  // a number under which a payment left sends no other money back
  const free = answers[0]?.envelope.code === 0 ? two : one
  const back = { id: free.id, version: free.version }
  const seen = await branch.send(moveRemittance, { ...back, move: 'askRefund', reason: '汇错' })
  const serial = order.bank_serial?.toLowerCase() ?? ''
  const sent = { ...seen, expectAmount: free.amount, serial }
  expect((await admin.ask(refundRemittance, sent)).envelope.code).toBe(problems['remittance.serial'].code)
  await admin.send(refundRemittance, { ...sent, serial: `TK-${serial}` })
  await assertSound()
})

/** Two people say that the words at the desk of exceptions change nothing; answers how many. The house alone reads of `money`. */
async function dismissed(settlementNum: string, money?: string): Promise<number> {
  const { rows } = await world.people.finance.send(listMoneyExceptions, { settlementNum })
  const named = (await house.send(listMoneyExceptions, { settlementNum })).rows.map(({ sentBack }) => sentBack?.[0]?.id)
  expect([named, rows.every(row => row.sentBack === undefined)]).toEqual([rows.map(() => money), true])
  const open = rows.filter(({ state }) => state === 'open')
  for (const { id, version, kind } of open) {
    expect(kind).toBe('LATE_FAILURE')
    const said = { id, version, outcome: 'dismiss', reason: '这笔退汇已退回付款方' } as const
    const proposed = await world.people.finance.send(proposeException, said)
    await house.send(confirmException, { id, version: proposed.version })
  }
  return open.length
}

/** One return: its money (what is sent back came before the success was heard), asked back, sent or kept; the bank's words. */
const ordersOfReturn = (['send', 'keep'] as const).flatMap(end =>
  [0, 1, 2, 3].flatMap(at =>
    [...new Set([at, 3])].map(again => ({ steps: ['money', 'ask', end] as const, at, again })),
  ),
)
/**
 * On paper, of money A: the payment took A from the account, the return brought it, and what was sent back took it again. The carrier is
 * to be paid once more where the money lies with us. Nobody sends back what the bank has named: then it is pointed at the payment.
 */
const onPaper = ({ steps, at }: (typeof ordersOfReturn)[number], amount: number) => {
  const isSent = steps[2] === 'send' && at > 1
  return { account: isSent ? -amount : 0, payable: !isSent, isRefused: at <= 1, isJudged: isSent || at === 2 }
}

test('[RT-16] the bank’s word of a return, before its money, after it, and after that went back: the account is what the bank moved, and only money that is here pays again', async () => {
  let payable = 210_000
  for (const order of ordersOfReturn) {
    payable += 1_000
    const paper = onPaper(order, payable)
    const name = `${order.steps.join(' ')}, word at ${order.at}, told again at ${order.again}`
    const start = (await balances(world.server))['1002.02'] ?? 0
    const { waybillId, sheet } = await paid('carrier3', payable)
    const payment = await orderOf(sheet.id)
    await asOwner(world.server, `update payments set sent_at = sent_at - ${2 * DAY_MS} where id = '${payment.id}'`)
    let money: Came | undefined
    let isRefused = false
    const word = (eventId: string) => world.bankSays(sheet, sheet.payments[0]?.payee ?? '', 'returned', { eventId })
    for (const [n, step] of [...order.steps, undefined].entries()) {
      if (n === order.at) await word(`first-${payable}`)
      if (n === order.again) await word(`again-${payable}`)
      if (step === 'money') money = await came(payable, { date: Date.now() - (order.steps[2] === 'send' ? DAY_MS : 0) })
      if (money === undefined || isRefused) continue
      const { id, version } = money
      const seen = { id, version }
      if (step === 'ask') {
        const asking = await admin.ask(moveRemittance, { ...seen, move: 'askRefund', reason: '不明来款' })
        isRefused = asking.envelope.code === problems['remittance.named'].code
        if (!isRefused) money = { ...money, version: (await house.send(getRemittance, { id })).version }
      }
      if (step === 'keep') money = { ...money, ...(await admin.send(moveRemittance, { ...seen, move: 'keep' })) }
      if (step === 'send')
        await house.send(refundRemittance, { ...seen, expectAmount: money.amount, serial: `TB${payable}` })
    }
    expect(isRefused, name).toBe(paper.isRefused)
    expect(await dismissed(sheet.settlementNum, money?.id), name).toBe(paper.isJudged ? 1 : 0)
    if (money !== undefined && paper.payable) {
      const pointed = await branch.send(askReturn, asked(money, payment.id))
      await house.send(confirmReturn, { id: money.id, version: pointed.version, expectAmount: money.amount })
    }
    expect(((await balances(world.server))['1002.02'] ?? 0) - start, name).toBe(paper.account)
    expect((await orderOf(sheet.id)).state, name).toBe(paper.payable ? 'returned' : 'success')
    expect(await world.waybill(waybillId), name).toMatchObject({ paid_fen: paper.payable ? 0 : payable })
    expect(await brokenInvariants(world.server), name).toEqual([])
  }
  await assertSound()
})

test('[RT-16] a return told again after its payment went out once more is no other return; one under a number of its own is', async () => {
  const out = async (sheet: Parameters<typeof world.bankSays>[0], payee: string) => {
    await world.bankSays(sheet, payee, 'success', {
      eventId: `out-${sheet.id}`,
      bankSerial: `ANEW${sheet.id.slice(-8)}`,
    })
    await world.agreePaid(sheet)
    expect((await orderOf(sheet.id)).state).toBe('success')
  }
  const { waybillId, sheet } = await paid('carrier4', 241_000)
  const payee = sheet.payments[0]?.payee ?? ''
  const start = (await balances(world.server))['1002.02'] ?? 0
  const moved = async () => ((await balances(world.server))['1002.02'] ?? 0) - start
  const returned = (eventId: string, bankSerial: string) =>
    world.bankSays(sheet, payee, 'returned', { eventId: `${eventId}-${sheet.id}`, bankSerial })
  await returned('first', 'TF-1')
  expect(await moved()).toBe(241_000)
  await out(sheet, payee)
  await returned('again', 'tf-1')
  expect([await moved(), (await orderOf(sheet.id)).state]).toEqual([0, 'success'])
  expect(await dismissed(sheet.settlementNum)).toBe(0)
  expect(await world.waybill(waybillId)).toMatchObject({ paid_fen: 241_000 })
  await returned('second', 'TF-2')
  expect([await moved(), (await orderOf(sheet.id)).state]).toEqual([241_000, 'returned'])
  expect(await world.waybill(waybillId)).toMatchObject({ paid_fen: 0 })
  // two people knew the first return by its money; the bank's word of it comes when the payment is out once more
  const known = await paid('carrier5', 242_000)
  const order = await orderOf(known.sheet.id)
  const money = await came(242_000)
  const pointed = await branch.send(askReturn, asked(money, order.id))
  await house.send(confirmReturn, { id: money.id, version: pointed.version, expectAmount: money.amount })
  await out(known.sheet, known.sheet.payments[0]?.payee ?? '')
  const here = (await balances(world.server))['1002.02'] ?? 0
  await world.bankSays(known.sheet, known.sheet.payments[0]?.payee ?? '', 'returned', { bankSerial: 'TF-3' })
  expect((await orderOf(known.sheet.id)).state).toBe('success')
  expect(await dismissed(known.sheet.settlementNum)).toBe(1)
  expect((await balances(world.server))['1002.02']).toBe(here)
  expect(await world.waybill(known.waybillId)).toMatchObject({ paid_fen: 242_000 })
  await assertSound()
})
