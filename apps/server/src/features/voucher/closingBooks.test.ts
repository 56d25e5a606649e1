// Entries of a close: tax of sales without an invoice, income and expense carried to profit, in red when the month is
// opened again or the invoice comes.
import { sumProfit } from '@yunshu/contract/report/profit'
import { askClose, getPeriod, movePeriod } from '@yunshu/contract/voucher/closing'
import { fen } from '@yunshu/domain/figures/money'
import { periodOf, shiftPeriod, startOfPeriod } from '@yunshu/domain/voucher/voucher'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drift, signedWaybill } from '../../../../../tests/server/settlementWorld.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { q } from '../../db/tx.ts'
import { asSystem } from '../../work/system.ts'
import { postSigned } from './books.commands.ts'
import { postInvoiceIssued } from './invoiceBooks.commands.ts'

let server: TestServer
let branch: Client, finance: Client, admin: Client
const branchId = demoCompanyId('branch1')
const shipperId = demoCompanyId('shipper')
const inBranch = { raw: { branchCompanyId: branchId } }
const period = shiftPeriod(periodOf(Date.now()), -1)
const signedAt = startOfPeriod(period) + 5 * 86_400_000
let waybillId = ''
beforeAll(async () => {
  server = await startTestServer()
  ;[branch, finance, admin] = await Promise.all([
    server.login('branch'),
    server.login('platform-finance'),
    server.login('admin'),
  ])
  const { id, waybillNo } = await signedWaybill(server, { shipperFreight: 109_000, payable: 50_000, posted: false })
  waybillId = id
  await asSystem(server.server.deps, ctx =>
    postSigned(ctx, {
      id,
      waybillNo,
      shipperId,
      branchId,
      signedAt,
      carrierId: demoCompanyId('carrier'),
      shipperFreight: fen(109_000),
      carrierFreight: fen(50_000),
    }),
  )
  await server.db(tx => tx.run(sql`update ar_items set due_at = ${signedAt} where waybill_id = ${id}::uuid`.compile(q)))
})
afterAll(() => server.stop())

const month = () => finance.send(getPeriod, { branchId, period }, inBranch)
const move = async (client: Client, name: 'confirm' | 'askReopen' | 'confirmReopen') => {
  const { closing } = await month()
  const seen = { id: closing?.id ?? '', version: closing?.version ?? 1 }
  const { envelope } = await client.ask(movePeriod, { ...seen, move: name, reason: '补记' }, inBranch)
  return envelope
}
const close = async (): Promise<void> => {
  await branch.send(askClose, { period, uninvoiced: true, carries: true }, inBranch)
  expect(await move(admin, 'confirm')).toMatchObject({ code: 0 })
}
/** Balances of the month, debit less credit, and of its snapshot. */
const balances = async () => {
  const codes = ['2221.05', '2221.07', '4103', '6001.01', '6401.01']
  const rows = await server.db(tx =>
    tx.rows(
      sql<{
        account: string
        net: number
        kept: number | null
      }>`select account, sum(debit_fen - credit_fen)::bigint as net,
        (select sum(s.opening_fen + s.debit_fen - s.credit_fen)::bigint from period_snapshots s
          join period_closings c on c.id = s.closing_id and c.state = 'closed' where s.account = b.account) as kept
        from account_balances b where branch_id = ${branchId}::uuid and period = ${period} and account = any(${codes}::text[]) group by 1`.compile(
        q,
      ),
    ),
  )
  return Object.fromEntries(rows.map(({ account, net, kept }) => [account, [net, kept]]))
}
const profit = async () => {
  const { sums, check } = await finance.send(sumProfit, { period, periodTo: period }, inBranch)
  return [sums.net, sums.freight, check?.isEqual]
}

test('a close declares the tax of sales that are due and have no invoice, and carries the result; profit stays what it was', async () => {
  const check = (await month()).checks.find(({ key }) => key === 'uninvoiced')
  expect(check).toMatchObject({ ok: false, count: 1 })
  expect(await profit()).toEqual([100_000, 50_000, true])
  await close()
  expect(await balances()).toEqual({
    '2221.05': [-9000, -9000],
    '2221.07': [0, 0],
    '4103': [-50_000, -50_000],
    '6001.01': [0, 0],
    '6401.01': [0, 0],
  })
  expect(await profit()).toEqual([100_000, 50_000, true])
  expect((await month()).closing).toMatchObject({ uninvoiced: true, carries: true })
  expect(await drift(server)).toEqual([])
})

test('a month that is opened again has them in red, and the next close makes them anew', async () => {
  await move(finance, 'askReopen')
  expect(await move(admin, 'confirmReopen')).toMatchObject({ code: 0 })
  expect(await balances()).toEqual({
    '2221.05': [0, null],
    '2221.07': [-9000, null],
    '4103': [0, null],
    '6001.01': [-100_000, null],
    '6401.01': [50_000, null],
  })
  await close()
  expect((await balances())['4103']).toEqual([-50_000, -50_000])
})

test('an invoice takes the declared tax back before it owes its own, once, and reopening leaves that alone', async () => {
  const issue = (id: string) =>
    asSystem(server.server.deps, ctx =>
      postInvoiceIssued(ctx, { id, invoiceNo: '1', branchId, shipperId, lines: [{ waybillId, tax: fen(9000) }] }),
    )
  const id = v7()
  await issue(id)
  await issue(id)
  const sums = async () => {
    const rows = await server.db(tx =>
      tx.rows(
        sql<{
          account: string
          net: number
        }>`select account, sum(debit_fen - credit_fen)::bigint as net from journal_lines
          where waybill_id = ${waybillId}::uuid and account like '2221.%' group by 1 order by 1`.compile(q),
      ),
    )
    return rows.map(({ account, net }) => [account, net])
  }
  const declared = [
    ['2221.05', -9000],
    ['2221.07', 0],
  ]
  expect(await sums()).toEqual(declared)
  await move(finance, 'askReopen')
  expect(await move(admin, 'confirmReopen')).toMatchObject({ code: 0 })
  expect(await sums()).toEqual(declared)
  expect((await balances())['6001.01']?.[0]).toBe(-100_000)
  expect(await drift(server)).toEqual([])
})
