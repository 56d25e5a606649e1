// Words of a bank against the books: kept, applied by nobody alone, and ended by two people with the entries that
// belong to it.
import {
  confirmException,
  listMoneyExceptions,
  proposeException,
  putBackException,
} from '@yunshu/contract/settlement/moneyException'
import { askCloseSettlement } from '@yunshu/contract/settlement/closing'
import {
  getSettlement as getSheet,
  makeSettlement,
  paySettlement,
  type SettlementDetail,
} from '@yunshu/contract/settlement/settlement'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { q } from '../../db/tx.ts'
import { closeByTwo } from '../../../../../tests/server/closeWorld.ts'
import { holdJobs, startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { deliverNotice, waitingSheet } from '../../../../../tests/server/noticeWorld.ts'
import { runPayments } from './settlement.jobs.ts'
import {
  balances,
  closeBooks,
  drift,
  messagesAbout,
  payTo,
  type People,
  sheetOf,
  sheetWhen,
} from '../../../../../tests/server/settlementWorld.ts'

let server: TestServer
let people: People
let letJobsRun: () => Promise<void>
beforeAll(async () => {
  server = await startTestServer()
  // the bank's own notices go out when a test sends them
  letJobsRun = await holdJobs(server)
  people = { maker: await server.login('shipper-freight'), finance: await server.login('shipper-finance') }
  await payTo(server, 'carrier', '6222020000009005')
})
afterAll(async () => {
  await letJobsRun()
  await server.stop()
})

const hourMs = 3_600_000
const waiting = () => waitingSheet(server, people)
const deliver = (notice: object | string) => deliverNotice(server, notice)

/** The exceptions of a sheet as somebody sees them. */
const exceptionsOf = async (client: Client, settlementNum: string) =>
  (await client.send(listMoneyExceptions, { settlementNum })).rows
/** Ends the one exception of a sheet by the shipper's finance and the platform's. */
async function agree(settlementNum: string, outcome: 'paid' | 'notPaid' | 'dismiss'): Promise<void> {
  const platform = await server.login('platform-finance')
  const [found] = await exceptionsOf(people.finance, settlementNum)
  if (found === undefined) throw new Error('no exception')
  const { id, version } = await people.finance.send(proposeException, {
    id: found.id,
    version: found.version,
    outcome,
    reason: '已电话核实银行回单',
  })
  await platform.send(confirmException, { id, version })
}
const waybillOf = (sheet: SettlementDetail) =>
  server.db(tx =>
    tx.one(
      q
        .selectFrom('waybills')
        .select(['state', 'settle_state', 'paid_fen'])
        .where('id', '=', sheet.lines[0]?.waybillId ?? ''),
    ),
  )
const readSheet = (settlementNum: string) => people.finance.send(getSheet, { settlementNum })

test('a success after a failure is kept and blocks the sheet until two people judge it; then it is paid once', async () => {
  const { sheet, notice, state } = await waiting()
  const owed = await balances(server)
  expect(await deliver({ ...notice, result: 'failed', reason: '户名不符', eventId: 'event-of-failure' })).toBe(200)
  const { version } = await sheetWhen(people.finance, sheet.settlementNum, found => found.state === 'partial')
  const failed = await balances(server)
  // the same word twice, and once more under another name
  expect(await Promise.all([deliver(notice), deliver(notice)])).toEqual([200, 200])
  expect(await deliver({ ...notice, eventId: 'event-told-anew' })).toBe(200)
  expect([await state(), await balances(server)]).toEqual(['partial', failed])
  const [found, ...more] = await exceptionsOf(people.finance, sheet.settlementNum)
  expect(more).toEqual([])
  expect(found).toMatchObject({
    kind: 'LATE_SUCCESS',
    state: 'open',
    amount: 638_000,
    words: [{ kind: 'SUCCESS', amount: 638_000, bankSerial: notice.bankSerial }, { kind: 'SUCCESS' }],
    moves: ['propose'],
    outcomes: ['paid', 'dismiss'],
  })
  expect((await readSheet(sheet.settlementNum)).moves).toEqual([])
  const closing = { settlementNum: sheet.settlementNum, version, reason: '换账号重付' }
  expect((await people.maker.ask(askCloseSettlement, closing)).envelope.code).toBe(1709)
  const told = (await messagesAbout(server, sheet.settlementNum, 8)).filter(
    ({ title }) => title === '支付异常待处理（模拟）',
  )
  expect(told.map(({ account }) => account)).toEqual(
    expect.arrayContaining(['shipper-freight', 'shipper-finance', 'platform-finance']),
  )

  const proposal = {
    id: found?.id ?? '',
    version: found?.version ?? 0,
    outcome: 'paid',
    reason: '银行回单已核对',
  } as const
  const [stranger, carrier] = [await server.login('shipper2-finance'), await server.login('carrier-finance')]
  for (const client of [stranger, carrier]) expect(await exceptionsOf(client, sheet.settlementNum)).toEqual([])
  expect((await stranger.ask(proposeException, proposal)).http).toBe(404)
  expect((await people.maker.ask(proposeException, proposal)).http).toBe(403)
  expect((await people.finance.ask(proposeException, { ...proposal, outcome: 'notPaid' })).envelope.code).toBe(1711)
  expect((await people.finance.ask(proposeException, proposal, { raw: { reason: ' ' } })).http).toBe(400)
  const proposed = await people.finance.send(proposeException, proposal)
  expect((await people.finance.ask(proposeException, proposal)).http).toBe(409)
  expect((await people.finance.ask(confirmException, proposed)).envelope.code).toBe(1103)
  expect((await exceptionsOf(people.finance, sheet.settlementNum))[0]?.moves).toEqual(['putBack'])
  expect(await balances(server)).toEqual(failed)
  const [platform, admin] = [await server.login('platform-finance'), await server.login('admin')]
  expect((await stranger.ask(confirmException, proposed)).http).toBe(404)
  const both = await Promise.all([platform.ask(confirmException, proposed), admin.ask(confirmException, proposed)])
  expect(both.map(({ envelope }) => envelope.code).toSorted((a, b) => a - b)).toEqual([0, 4090])
  expect(await readSheet(sheet.settlementNum)).toMatchObject({
    state: 'paid',
    payments: [{ state: 'success', bankSerial: notice.bankSerial }],
  })
  expect(await waybillOf(sheet)).toEqual({ state: 'finished', settle_state: 'settled', paid_fen: 638_000 })
  const books = await balances(server)
  expect((books['1002.02'] ?? 0) - (owed['1002.02'] ?? 0)).toBe(-638_000)
  expect((books['2202.02'] ?? 0) - (owed['2202.02'] ?? 0)).toBe(638_000)
  expect(await drift(server)).toEqual([])
})

test('money that left for a closed sheet is no second payment: the carrier owes it, and its next sheet takes it off', async () => {
  const { sheet, notice } = await waiting()
  const before = await balances(server)
  await deliver({ ...notice, result: 'failed', reason: '户名不符', eventId: 'event-of-failure' })
  const { version } = await sheetWhen(people.finance, sheet.settlementNum, found => found.state === 'partial')
  await closeByTwo(people, { settlementNum: sheet.settlementNum, version })
  expect(await deliver(notice)).toBe(200)
  const waybillIds = sheet.lines.map(line => line.waybillId)
  expect((await people.maker.ask(makeSettlement, { waybillIds })).envelope.code).toBe(1712)
  await agree(sheet.settlementNum, 'paid')
  expect((await balances(server))['1221.02']).toBe(638_000)
  const anew = await sheetOf(people, waybillIds, 'approved')
  expect(anew).toMatchObject({ carriedIn: 638_000, due: 0, carried: [{ settlementNum: sheet.settlementNum }] })
  await people.finance.send(paySettlement, {
    settlementNum: anew.settlementNum,
    version: anew.version,
    expectDue: anew.due,
    channel: 'SIM',
  })
  expect((await readSheet(anew.settlementNum)).state).toBe('paid')
  const books = await balances(server)
  expect(books).not.toHaveProperty('1221.02')
  expect((books['1002.02'] ?? 0) - (before['1002.02'] ?? 0)).toBe(-638_000)
  expect((books['2202.01'] ?? 0) - (before['2202.01'] ?? 0)).toBe(0)
  expect(await drift(server)).toEqual([])
})

test('money that comes back after it was paid is booked once; its waybills are to be paid again', async () => {
  const { sheet, notice } = await waiting()
  await deliver(notice)
  const paid = await balances(server)
  const returned = { ...notice, eventId: 'event-of-return', result: 'returned', reason: '收款账户异常' }
  expect(await Promise.all([deliver(returned), deliver(returned)])).toEqual([200, 200])
  expect(await deliver({ ...returned, eventId: 'event-of-return-2' })).toBe(200)
  const partial = await readSheet(sheet.settlementNum)
  expect(partial).toMatchObject({
    state: 'partial',
    payments: [{ state: 'returned', reason: '收款账户异常' }],
    moves: ['makeFailure', 'askClose'],
  })
  expect(await waybillOf(sheet)).toEqual({ state: 'signed', settle_state: 'settling', paid_fen: 0 })
  const books = await balances(server)
  expect((books['1002.02'] ?? 0) - (paid['1002.02'] ?? 0)).toBe(638_000)
  expect((books['2202.01'] ?? 0) - (paid['2202.01'] ?? 0)).toBe(-638_000)
  expect(partial.vouchers.at(-1)).toMatchObject({ kind: 'OTHER', amount: 638_000 })
  await closeByTwo(people, { settlementNum: sheet.settlementNum, version: partial.version }, '换账号重付')
  expect((await waybillOf(sheet)).settle_state).toBe('unsettled')
  expect(await drift(server)).toEqual([])
})

test('a failure told of a paid order is judged by people: come back, or a wrong message', async () => {
  for (const outcome of ['notPaid', 'dismiss'] as const) {
    const { sheet, notice, state } = await waiting()
    await deliver(notice)
    const paid = await balances(server)
    await deliver({ ...notice, eventId: 'event-of-failure', result: 'failed', reason: '退汇' })
    expect([await state(), await balances(server)]).toEqual(['paid', paid])
    await agree(sheet.settlementNum, outcome)
    expect(await state()).toBe(outcome === 'notPaid' ? 'partial' : 'paid')
    expect(((await balances(server))['1002.02'] ?? 0) - (paid['1002.02'] ?? 0)).toBe(
      outcome === 'notPaid' ? 638_000 : 0,
    )
  }
  expect(await drift(server)).toEqual([])
})

test('another amount, and an order nobody knows, are kept and applied to nothing', async () => {
  const { sheet, notice, state } = await waiting()
  const before = await balances(server)
  expect(await deliver({ ...notice, amount: '6380.01' })).toBe(200)
  const foreign = 'f'.repeat(64)
  expect(await deliver({ ...notice, orderNo: foreign })).toBe(200)
  expect([await state(), await balances(server)]).toEqual(['paying', before])
  expect(await exceptionsOf(people.finance, sheet.settlementNum)).toMatchObject([
    { kind: 'AMOUNT_DIFF', amount: 638_000, words: [{ amount: 638_001 }] },
  ])
  const open = async (client: Client) => (await client.send(listMoneyExceptions, { state: 'open' })).rows
  const platform = await server.login('platform-finance')
  const [unknown] = (await open(platform)).filter(({ kind }) => kind === 'UNKNOWN_ORDER')
  expect(unknown).toMatchObject({ outcomes: ['dismiss'], words: [{ kind: 'SUCCESS' }] })
  expect(unknown).not.toHaveProperty('settlementNum')
  expect((await open(people.finance)).map(({ id }) => id)).not.toContain(unknown?.id)
  const dismissing = { id: unknown?.id ?? '', version: 1, outcome: 'dismiss', reason: '他行订单' } as const
  expect((await people.finance.ask(proposeException, dismissing)).http).toBe(404)
  const proposed = await platform.send(proposeException, dismissing)
  const back = await platform.send(putBackException, { ...proposed, reason: '再核实' })
  const again = await platform.send(proposeException, { ...dismissing, version: back.version })
  await (await server.login('admin')).send(confirmException, again)
  await agree(sheet.settlementNum, 'paid')
  expect(await state()).toBe('paid')
})

test('a rightly signed notice in a form nobody agreed on was refused and lost: it is kept, and people judge it', async () => {
  const { sheet, notice, state } = await waiting()
  const before = await balances(server)
  const strange: (object | string)[] = [
    JSON.stringify({ ...notice, reason: '户名\0不符' }),
    { ...notice, result: 'reversed' },
    { ...notice, merchant: 'OTHER' },
    { ...notice, currency: 'USD' },
    { ...notice, extra: 1 },
    { ...notice, amount: '12.3' },
    `${JSON.stringify(notice)}, and more`,
  ]
  for (const one of strange) expect([one, await deliver(one)]).toEqual([one, 200])
  // told again in the same words it is the same word
  expect(await deliver({ ...notice, result: 'reversed' })).toBe(200)
  const [found, ...more] = await exceptionsOf(people.finance, sheet.settlementNum)
  expect(more).toEqual([])
  expect(found?.kind).toBe('UNREADABLE')
  expect(found?.words.map(({ kind }) => kind)).toEqual(strange.map(() => 'UNREADABLE'))
  expect(found?.words[1]?.reason).toContain('"result":"reversed"')
  expect(found?.words[0]?.reason).toContain('户名')
  expect([await state(), await balances(server)]).toEqual(['paying', before])
  // a word that can be read still counts, and what nobody could read waits until two people ended it
  expect(await deliver(notice)).toBe(200)
  expect(await state()).toBe('paid')
  expect((await readSheet(sheet.settlementNum)).moves).toEqual([])
  await agree(sheet.settlementNum, 'dismiss')
  expect(await drift(server)).toEqual([])
  // bytes that name no order, and are no text at all
  expect(await deliver('\0\u0001 not a notice')).toBe(200)
})

test('two words about one foreign order that came at once opened two exceptions: they open one', async () => {
  const platform = await server.login('platform-finance')
  const { notice } = await waiting()
  const foreign = { ...notice, orderNo: 'ab'.repeat(32) }
  const words = Array.from({ length: 40 }, (_, n) => ({ ...foreign, eventId: `event-foreign-${n}` }))
  expect(await Promise.all(words.map(deliver))).toEqual(words.map(() => 200))
  const { rows } = await platform.send(listMoneyExceptions, {})
  const about = rows.filter(({ words: said }) => said.length === words.length)
  expect(about.map(({ kind }) => kind)).toEqual(['UNKNOWN_ORDER'])
})

test('a word about an order that was never sent stops it: it is not sent any more', async () => {
  const { sheet, notice, state } = await waiting()
  await server.db(tx =>
    tx.run(
      q
        .updateTable('payments')
        .set({ state: 'created', sent_at: null, next_at: 0 })
        .where('settlement_id', '=', sheet.id),
    ),
  )
  expect(await deliver(notice)).toBe(200)
  await runPayments(server.server.deps)
  expect(await state()).toBe('paying')
  expect((await readSheet(sheet.settlementNum)).payments).toMatchObject([{ state: 'unknown' }])
  const received = await server.db(tx =>
    tx.one(q.selectFrom('sim_orders').select('received').where('idem_key', '=', notice.orderNo)),
  )
  expect(received).toEqual({ received: 1 })
  await agree(sheet.settlementNum, 'paid')
  expect(await state()).toBe('paid')
})

test('an order the bank never saw ends by two people, not before its day is over', async () => {
  const { sheet, notice, state } = await waiting()
  const due = { next_at: 0 }
  await server.db(tx =>
    tx.run(
      q
        .updateTable('sim_orders')
        .set({ idem_key: `lost-${sheet.id}`, notice_at: null })
        .where('idem_key', '=', notice.orderNo),
    ),
  )
  const ask = async (more: { sent_at?: number } = {}) => {
    await server.db(tx =>
      tx.run(
        q
          .updateTable('payments')
          .set({ ...due, ...more })
          .where('settlement_id', '=', sheet.id),
      ),
    )
    await runPayments(server.server.deps)
  }
  await ask()
  await ask()
  expect((await readSheet(sheet.settlementNum)).payments).toMatchObject([{ state: 'unknown' }])
  expect(await exceptionsOf(people.finance, sheet.settlementNum)).toEqual([])
  await ask({ sent_at: Date.now() - 3 * 24 * hourMs })
  await ask()
  expect(await exceptionsOf(people.finance, sheet.settlementNum)).toMatchObject([
    { kind: 'NOT_FOUND', outcomes: ['notPaid', 'dismiss'], words: [{ kind: 'NOT_FOUND' }] },
  ])
  expect(await state()).toBe('paying')
  await agree(sheet.settlementNum, 'notPaid')
  expect(await readSheet(sheet.settlementNum)).toMatchObject({ state: 'partial', payments: [{ state: 'failed' }] })
  expect(await drift(server)).toEqual([])
})

test('what two people agreed on holds for the payment they judged, not for one the bank has ended since', async () => {
  const { sheet, notice, state } = await waiting()
  await deliver({ ...notice, eventId: 'event-early-return', result: 'returned', reason: '退汇' })
  const [found] = await exceptionsOf(people.finance, sheet.settlementNum)
  expect(found?.kind).toBe('EARLY_RETURN')
  const proposed = await people.finance.send(proposeException, {
    id: found?.id ?? '',
    version: 1,
    outcome: 'notPaid',
    reason: '银行称已退回',
  })
  await deliver(notice)
  const refused = await (await server.login('platform-finance')).ask(confirmException, proposed)
  expect(refused).toMatchObject({ http: 409, envelope: { code: 1710 } })
  expect(await state()).toBe('paid')
})

test('a proposal was agreed to though the bank had said more since: whoever agrees has seen every word', async () => {
  const { sheet, notice, state } = await waiting()
  await deliver(notice)
  const failure = { ...notice, result: 'failed', reason: '退汇' }
  await deliver({ ...failure, eventId: 'event-failure-1' })
  const [found] = await exceptionsOf(people.finance, sheet.settlementNum)
  const proposal = { id: found?.id ?? '', version: 1, outcome: 'dismiss', reason: '银行误发' } as const
  const proposed = await people.finance.send(proposeException, proposal)
  await deliver({ ...failure, eventId: 'event-failure-2' })
  // the same word again is no other
  await deliver({ ...failure, eventId: 'event-failure-2' })
  const platform = await server.login('platform-finance')
  expect((await platform.ask(confirmException, proposed)).http).toBe(409)
  const [now] = await exceptionsOf(platform, sheet.settlementNum)
  expect(now).toMatchObject({ state: 'proposed', version: 3, words: [{ kind: 'FAILED' }, { kind: 'FAILED' }] })
  await platform.send(confirmException, { id: proposal.id, version: 3 })
  expect(await state()).toBe('paid')
})

test('a word stored and not judged was overtaken by the next one, which people had to judge: they count in their order', async () => {
  const { sheet, notice, state } = await waiting()
  const open = await closeBooks(server, sheet.branchCompanyId)
  expect(await deliver(notice)).toBe(200)
  await open()
  await deliver({ ...notice, eventId: 'event-return-after', result: 'returned', reason: '退汇' })
  expect(await exceptionsOf(people.finance, sheet.settlementNum)).toEqual([])
  expect(await state()).toBe('partial')
  expect((await readSheet(sheet.settlementNum)).payments).toMatchObject([{ state: 'returned' }])
  expect(await drift(server)).toEqual([])
})
