// Sums about money that hold whatever happened, each with a fault that only its own query finds.
import { paySettlement, type SettlementDetail } from '@yunshu/contract/settlement/settlement'
import { makeFailureSettlement } from '@yunshu/contract/settlement/failure'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { payeeOf } from '../../../../../tests/server/payeeWorld.ts'
import { brokenInvariants } from '../../../../../tests/server/moneyInvariants.ts'
import { deliverNotice, waitingSheet } from '../../../../../tests/server/noticeWorld.ts'
import {
  payTo,
  sheetOf,
  sheetWhen,
  signedWaybill,
  voidApproved,
  type People,
} from '../../../../../tests/server/settlementWorld.ts'
import { startTestServer, type TestServer } from '../../../../../tests/server/testServer.ts'

let server: TestServer
let people: People
beforeAll(async () => {
  server = await startTestServer()
  people = { maker: await server.login('shipper-freight'), finance: await server.login('shipper-finance') }
})
afterAll(() => server.stop())

const pay = async ({ settlementNum, version, due }: SettlementDetail): Promise<SettlementDetail> => {
  await people.finance.send(paySettlement, { settlementNum, version, expectDue: due, channel: 'SIM' })
  return sheetWhen(people.finance, settlementNum, ({ state }) => state === 'paid' || state === 'partial')
}
const signed = async () => (await signedWaybill(server, { oil: 0 })).id

test('they hold after payments that arrived, failed, were paid again, came back and are under way', async () => {
  const [a, b] = [await signed(), await signed()]
  await payeeOf(server, [a])
  expect((await pay(await sheetOf(people, [a, b], 'approved'))).state).toBe('paid')
  // one fails, and its child pays it to an account put right
  await payTo(server, 'carrier', '6222020200119001')
  const failed = await pay(await sheetOf(people, [await signed()], 'approved'))
  await payTo(server, 'carrier', '6222020200110066')
  const { settlementNum, version } = failed
  await people.maker.send(makeFailureSettlement, { settlementNum, version })
  // one came back, one is under way, one was taken back
  const back = await waitingSheet(server, people)
  await deliverNotice(server, back.notice)
  await sheetWhen(people.finance, back.sheet.settlementNum, ({ state }) => state === 'paid')
  await deliverNotice(server, { ...back.notice, eventId: 'came-back', result: 'returned', reason: '账户异常' })
  await sheetWhen(people.finance, back.sheet.settlementNum, ({ payments }) => payments[0]?.state === 'returned')
  await waitingSheet(server, people)
  await voidApproved(people, await sheetOf(people, [await signed()], 'approved'))
  expect(await brokenInvariants(server)).toEqual([])
})

/** Faults of the database owner, each undone; the query that finds it. */
const faults: readonly [string, string, string][] = [
  [
    'money that is out and is told as failed',
    'paidOnce',
    "update payments set state = 'failed' where state = 'success'",
  ],
  ['money that left twice', 'paidOnce', `update trades set amount_fen = amount_fen * 2 where kind = 'FREIGHT'`],
  [
    'money that came back and stands twice',
    'backOnce',
    `update journal_lines set debit_fen = debit_fen * 2 where account = '1002.02'
      and entry_id in (select id from journal_entries where event = 'E7r')`,
  ],
  ['a sheet paid by its maker', 'twoPeople', 'update settlements set payer_id = maker_id where payer_id is not null'],
  ['a sheet nobody approved', 'twoPeople', 'update settlements set auditor_id = null where payer_id is not null'],
  ['an order to another account', 'frozenPayee', "update payments set account_no = '6222000000000000'"],
  [
    'money for a waybill that no part knows',
    'tradesOfWaybill',
    'update trade_waybills set amount_fen = amount_fen + 1',
  ],
  [
    'an account below zero',
    'notBelowZero',
    "update account_balances set credit_fen = 1000000000000 where account = '1002.02'",
  ],
  ['a voucher of another amount', 'vouchers', 'update vouchers set amount_fen = amount_fen + 1'],
  [
    'red of another amount',
    'red',
    'update journal_lines set debit_fen = debit_fen * 2, credit_fen = credit_fen * 2 where reverses_entry is not null',
  ],
]
test.each(faults)('%s is found', async (_, name, fault) => {
  expect(await brokenInvariants(server)).not.toContain(name)
  // rows of the books are held by the database itself: the owner lets go of that for the fault alone
  const held = ['payments', 'trades', 'settlements', 'trade_waybills', 'account_balances', 'vouchers', 'journal_lines']
  const open = held.map(table => `alter table ${table} disable trigger user;`).join('')
  expect(await brokenInvariants(server, `${open}${fault}`)).toContain(name)
})
