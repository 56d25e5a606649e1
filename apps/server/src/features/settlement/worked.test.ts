// A trip worked out by hand, to the fen, through the calls people use.
import { getTrialBalance } from '@yunshu/contract/voucher/voucher'
import { paySettlement } from '@yunshu/contract/settlement/settlement'
import { fen, printYuan } from '@yunshu/domain/figures/money'
import { issueInvoice } from '@yunshu/domain/voucher/postings'
import { periodOf } from '@yunshu/domain/voucher/voucher'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { asSystem } from '../../work/system.ts'
import { startTestServer, type TestServer } from '../../../../../tests/server/testServer.ts'
import { postTopUp } from '../voucher/books.commands.ts'
import { bookEntries } from '../voucher/ledger.commands.ts'
import { balances, drift, sheetOf, sheetWhen, signedWaybill } from '../../../../../tests/server/settlementWorld.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  await server.stop()
})

test('one trip from top-up to payment leaves nothing open and the money where it belongs', async () => {
  const { deps } = server.server
  const [branchId, shipperId] = [demoCompanyId('branch1'), demoCompanyId('shipper')]
  await asSystem(deps, ctx => postTopUp(ctx, { id: v7(), shipperId, branchId, amount: fen(1_200_000) }))
  const waybill = await signedWaybill(server, {
    shipperFreight: 1_000_000,
    payable: 950_000,
    deducted: 12_000,
    oil: 300_000,
  })
  expect(await balances(server)).toEqual({
    '1002.02': 1_200_000,
    '2205.01': -200_000,
    '6001.01': -917_431,
    '2221.07': -82_569,
    '6401.01': 950_000,
    '2202.99': -950_000,
  })

  const people = { maker: await server.login('shipper-freight'), finance: await server.login('shipper-finance') }
  const sheet = await sheetOf(people, [waybill.id], 'approved')
  expect([sheet.payable, sheet.deducted, sheet.oil, sheet.due].map(printYuan)).toEqual([
    '9500.00',
    '120.00',
    '3000.00',
    '6380.00',
  ])
  expect(sheet.dueInWords).toBe('人民币陆仟叁佰捌拾元整')
  expect(await balances(server)).toMatchObject({ '2202.01': -638_000, '1123.01': -300_000, '6401.01': 938_000 })

  await people.finance.send(paySettlement, {
    settlementNum: sheet.settlementNum,
    version: sheet.version,
    expectDue: sheet.due,
    channel: 'SIM',
  })
  const paid = await sheetWhen(people.maker, sheet.settlementNum, ({ state }) => state === 'paid')
  expect(paid.payments).toMatchObject([{ state: 'success', amount: 638_000 }])
  // E8 has no call yet: its entry goes through the same writer
  await asSystem(deps, async ctx =>
    bookEntries(ctx, branchId, [
      {
        source: { type: 'waybill', id: waybill.id },
        event: 'E8',
        summary: '开票',
        lines: issueInvoice({ waybillId: waybill.id, tax: fen(82_569) }),
        voucher: { kind: 'INVOICE', counterparty: '购方' },
      },
    ]),
  )

  const books = await balances(server)
  for (const account of ['1122.01', '2221.07', '2202.01', '2202.99', '2202.02'])
    expect(books[account] ?? 0, account).toBe(0)
  expect(books).toEqual({
    '1002.02': 1_200_000 - 638_000,
    '1123.01': -300_000,
    '2205.01': -200_000,
    '2221.05': -82_569,
    '6001.01': -917_431,
    '6401.01': 938_000,
  })

  const finance = await server.login('platform-finance')
  const trial = await finance.send(getTrialBalance, { period: periodOf(Date.now()) })
  expect(trial.difference).toBe(0)
  expect(trial.rows.find(row => row.account === '6401.01')).toMatchObject({
    name: '运费成本',
    opening: 0,
    closing: 938_000,
    side: '借',
  })
  expect(await drift(server)).toEqual([])
  const waybillRow = await server.db(tx =>
    tx.one(
      q
        .selectFrom('waybills')
        .select(['state', 'settle_state', 'paid_fen', 'settlement_num'])
        .where('id', '=', waybill.id),
    ),
  )
  expect(waybillRow).toEqual({
    state: 'finished',
    settle_state: 'settled',
    paid_fen: 638_000,
    settlement_num: sheet.settlementNum,
  })
})
