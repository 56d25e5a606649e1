// The month whose return deducts an input invoice, chosen as it is ticked, and numbers of invoices on paper with their codes.
import { bindInputInvoice, getInputInvoice, moveInputInvoice, uploadInputInvoice } from '@yunshu/contract/invoice/input'
import { fen } from '@yunshu/domain/figures/money'
import { startOfDay } from '@yunshu/domain/figures/time'
import { periodOf, shiftPeriod, startOfPeriod } from '@yunshu/domain/voucher/voucher'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paper, startInvoiceWorld, type InvoiceWorld } from '../../../../../tests/server/invoiceWorld.ts'
import { drift, signedWaybill } from '../../../../../tests/server/settlementWorld.ts'
import type { Client, TestServer } from '../../../../../tests/server/testServer.ts'
import { demoCompanyId, demoCreditCode } from '../../../demo/people.ts'

let world: InvoiceWorld
let server: TestServer
let finance: Client, carrier: Client
beforeAll(async () => {
  world = await startInvoiceWorld()
  ;({ server, finance, carrier } = world)
})
afterAll(() => server.stop())

const running = periodOf(Date.now())
const before = shiftPeriod(running, -1)
const lastDay = startOfDay(startOfPeriod(running) - 1)
const branchId = demoCompanyId('branch1')
const run = (text: string) => world.rows<Record<string, unknown>>(`${text} returning 1`)

/** A checked invoice of the month before, bound to a waybill. */
async function checked(amount = 90_000) {
  const { id, version } = await world.uploaded(world.xmlOf({ gross: '1000.00', tax: '82.57' }))
  await run(`update input_invoices set issued_at = ${lastDay} where id = '${id}'`)
  const verified = await finance.send(moveInputInvoice, { id, version, move: 'verify' })
  const trip = await signedWaybill(server, { payable: 100_000, deducted: 0, oil: 0 })
  const lines = [{ waybillId: trip.id, amount: fen(amount) }]
  return { trip, ...(await finance.send(bindInputInvoice, { id, version: verified.version, lines })) }
}
const tick = (at: { id: string; version: number }, period?: string) =>
  finance.ask(moveInputInvoice, { id: at.id, version: at.version, move: 'tick', ...(period && { period }) })
/** Months and days of the tax deducted for shares of an invoice. */
const deducted = async (id: string) =>
  (
    await world.rows<{ period: string; date: number; tax: number }>(
      `select e.period, e.date, l.debit_fen as tax from input_bindings n join journal_entries e on e.source_id = n.id
        join journal_lines l on l.entry_id = e.id and l.account = '2221.01' where n.input_id = '${id}' order by e.id`,
    )
  ).map(({ period, date, tax }) => [period, startOfDay(date), tax])

test('[RT-21] an invoice ticked for the return of the month before is deducted in that month, later shares of it too', async () => {
  const one = await checked()
  const ticked = await tick(one, before)
  expect(ticked.envelope.code).toBe(0)
  expect(await finance.send(getInputInvoice, { id: one.id })).toMatchObject({ state: 'ticked', taxPeriod: before })
  expect(await deducted(one.id)).toEqual([[before, lastDay, 7_431]])
  const more = await signedWaybill(server, { payable: 10_000, deducted: 0, oil: 0 })
  const lines = [{ waybillId: more.id, amount: fen(10_000) }]
  await finance.send(bindInputInvoice, { id: one.id, version: ticked.data?.version ?? 0, lines })
  expect(await deducted(one.id)).toEqual([
    [before, lastDay, 7_431],
    [before, lastDay, 826],
  ])
  expect(await drift(server)).toEqual([])
})

test('[RT-21] without a word it is that of this month; other months, one before the invoice and a closed one are refused at their field', async () => {
  const plain = await checked()
  expect((await tick(plain)).envelope.code).toBe(0)
  expect(await deducted(plain.id)).toEqual([[running, startOfDay(Date.now()), 7_431]])
  const two = await checked()
  const refused = async (period: string) => {
    const { http, envelope } = await tick(two, period)
    return [http, (envelope.data as { fields?: { period?: string } } | null)?.fields?.period]
  }
  expect(await refused(shiftPeriod(running, -2))).toEqual([400, '税款所属期只能是本月或上月'])
  expect(await refused(shiftPeriod(running, 1))).toEqual([400, '税款所属期只能是本月或上月'])
  await run(`update input_invoices set issued_at = ${Date.now()} where id = '${two.id}'`)
  expect(await refused(before)).toEqual([400, '税款所属期不能早于开票月份'])
  await run(`update input_invoices set issued_at = ${lastDay} where id = '${two.id}'`)
  await run(`insert into periods (branch_id, period, closed_at) values ('${branchId}', '${before}', 1)
    on conflict (branch_id, period) do update set closed_at = 1`)
  expect(await refused(before)).toEqual([400, expect.stringContaining('已结账')])
  expect((await tick(two)).envelope.code).toBe(0)
})

test('[RT-21] two invoices on paper of one seller have one number and two codes; the same paper is handed in once', async () => {
  const hand = (over: { invoiceCode?: string; invoiceNo?: string }) =>
    carrier.ask(
      uploadInputInvoice,
      {
        kind: 'SPECIAL',
        invoiceNo: '12345678',
        sellerName: '外协车队',
        sellerTaxNo: demoCreditCode('carrier'),
        buyerTaxNo: demoCreditCode('branch1'),
        issuedAt: lastDay,
        gross: fen(100_000),
        tax: fen(8_257),
        ...over,
      },
      paper,
    )
  const [one, other] = [await hand({ invoiceCode: '3100194130' }), await hand({ invoiceCode: '031001900111' })]
  expect([one.envelope.message, other.envelope.message]).toEqual(['操作成功', '操作成功'])
  expect(await finance.send(getInputInvoice, { id: one.data?.id ?? '' })).toMatchObject({ invoiceCode: '3100194130' })
  expect((await hand({ invoiceCode: '3100194130' })).envelope.code).toBe(2758)
  const faultOf = async (over: Parameters<typeof hand>[0]) => JSON.stringify((await hand(over)).envelope.data)
  expect(await faultOf({})).toContain('须填写发票代码')
  expect(await faultOf({ invoiceNo: '26110000000000000001', invoiceCode: '3100194130' })).toContain('没有发票代码')
})
