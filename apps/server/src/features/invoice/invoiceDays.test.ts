// Invoices in the books on the day they bear, whenever somebody writes them down: in their own month while it is open, else on
// the first day of the first open month; red ones, allowances and what they give back likewise.
import { applyInvoices, getInvoiceApp, issueInvoiceApp, reviewInvoiceApp } from '@yunshu/contract/invoice/application'
import { askInvoice, getInvoice, judgeRecordedInvoice, recordInvoice } from '@yunshu/contract/invoice/invoice'
import { applyRed, judgeRed, moveRed, recordRed } from '@yunshu/contract/invoice/red'
import { fen } from '@yunshu/domain/figures/money'
import { startOfDay } from '@yunshu/domain/figures/time'
import * as postings from '@yunshu/domain/voucher/postings'
import { periodOf, shiftPeriod, startOfPeriod } from '@yunshu/domain/voucher/voucher'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { paper, startInvoiceWorld, titleOf, type InvoiceWorld } from '../../../../../tests/server/invoiceWorld.ts'
import { moneyFaults } from '../../../../../tests/server/payeeWorld.ts'
import { drift, signedWaybill } from '../../../../../tests/server/settlementWorld.ts'
import type { Client, TestServer } from '../../../../../tests/server/testServer.ts'
import { until } from '../../../../../tests/server/until.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { asSystem } from '../../work/system.ts'
import { postSigned } from '../voucher/books.commands.ts'
import { bookEntries } from '../voucher/ledger.commands.ts'

let world: InvoiceWorld
let server: TestServer
let shipper: Client, finance: Client, admin: Client
beforeAll(async () => {
  world = await startInvoiceWorld()
  ;({ server, shipper, finance, admin } = world)
})
afterAll(() => server.stop())

const branchId = demoCompanyId('branch1')
const shipperId = demoCompanyId('shipper')
const running = periodOf(Date.now())
const before = shiftPeriod(running, -1)
const signedAt = startOfPeriod(before) + 5 * 86_400_000
/** The last day of the month before. */
const lastDay = startOfDay(startOfPeriod(running) - 1)
const run = (text: string) => world.rows<Record<string, unknown>>(`${text} returning 1`)
const tax = 9_000

/** A waybill signed in the month before, due in the next one. */
async function trip(): Promise<string> {
  const { id, waybillNo } = await signedWaybill(server, { shipperFreight: 109_000, payable: 50_000, posted: false })
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
  return id
}

let numbers = 0
const numberOf = (): string => `2611${String((numbers += 1)).padStart(16, '0')}`

/** The invoice of a waybill that nobody answered for, applied for in the month before. */
async function silent(waybillId: string) {
  const expectGross = fen(109_000)
  const titleId = await titleOf(shipper, '9007')
  const made = await shipper.send(applyInvoices, { ids: [waybillId], splitBy: 'NONE', titleId, expectGross })
  const { id, version } = made
  const approved = await finance.send(reviewInvoiceApp, { id, version, move: 'approve', expectGross })
  await finance.send(issueInvoiceApp, { id, version: approved.version })
  const first = async () => (await finance.send(getInvoiceApp, { id })).items[0]
  await until(async () => (await first())?.state === 'unknown')
  await run(`update invoice_apps set created_at = ${lastDay} where id = '${id}'`)
  return finance.send(getInvoice, { id: (await first())?.id ?? '' })
}

/** The same, written down by hand as of the last day of the month before. */
async function recorded(waybillId: string) {
  const { id, version, gross, tax: ofIt } = await silent(waybillId)
  const said = { id, version, invoiceNo: numberOf(), issuedAt: lastDay, gross, tax: ofIt }
  await admin.send(judgeRecordedInvoice, { ...(await finance.send(recordInvoice, said, paper)), move: 'confirm' })
  return finance.send(getInvoice, { id })
}

/** A red invoice written down by hand as of the last day of the month before. */
async function recordedRed(invoiceId: string, reasonCode: '01' | '04', gross = fen(109_000)): Promise<string> {
  const { version } = await finance.send(getInvoice, { id: invoiceId })
  const lines = [{ n: 1, gross }]
  const made = await finance.send(applyRed, { invoiceId, version, reasonCode, isUsed: false, lines })
  await run(`update red_confirms set created_at = ${lastDay} where id = '${made.id}'`)
  const agreed = await admin.send(moveRed, { id: made.id, version: made.version, move: 'agreeAlone' })
  const noted = await finance.send(recordRed, { ...agreed, redNo: numberOf(), redAt: lastDay }, paper)
  await admin.send(judgeRed, { ...noted, move: 'confirm' })
  return made.id
}

/** Entries about a record, by event: their months and days. */
const entriesOf = async (sourceId: string) =>
  (
    await world.rows<{ event: string; period: string; date: number }>(
      `select event, period, date from journal_entries where source_id = '${sourceId}' order by event`,
    )
  ).map(({ event, period, date }) => [event, period, startOfDay(date)])
/** Credit less debit of an account about a waybill, by month. */
const byMonth = async (waybillId: string, account: string) =>
  Object.fromEntries(
    (
      await world.rows<{ period: string; n: number }>(
        `select period, sum(credit_fen - debit_fen)::bigint as n from journal_lines
          where waybill_id = '${waybillId}' and account = '${account}' group by 1`,
      )
    ).map(({ period, n }) => [period, n]),
  )
const assertSound = async () => expect([...(await drift(server)), ...(await moneyFaults(server))]).toEqual([])

test('an invoice written down in the next month is booked on its own day: its tax is owed in its month', async () => {
  const waybill = await trip()
  const { id, issuedAt } = await recorded(waybill)
  expect(issuedAt).toBe(lastDay)
  expect(await entriesOf(id)).toEqual([['E8', before, lastDay]])
  expect(await byMonth(waybill, '2221.05')).toEqual({ [before]: tax })
  await assertSound()
})

test('an answer of the tax platform heard after midnight books the invoice on the day it says', async () => {
  const waybill = await trip()
  const { id, serialNo } = await silent(waybill)
  const { invoices } = server.server.deps
  if (invoices === undefined) throw new Error('no tax platform')
  const heard = { state: 'issued', invoiceNo: numberOf(), issuedAt: lastDay, grossFen: 109_000, taxFen: tax } as const
  const asked = vi.spyOn(invoices, 'query').mockResolvedValueOnce(heard)
  await finance.send(askInvoice, { id })
  await until(async () => (await finance.send(getInvoice, { id })).state === 'issued')
  expect(asked).toHaveBeenCalledWith(serialNo)
  expect(await entriesOf(id)).toEqual([['E8', before, lastDay]])
})

test('a red invoice of an error and an allowance are booked on their own day, with the money they give back', async () => {
  const [wrong, lowered] = [await trip(), await trip()]
  const red = await recordedRed((await recorded(wrong)).id, '01')
  expect(await entriesOf(red)).toEqual([['E8r', before, lastDay]])
  expect(await byMonth(wrong, '2221.05')).toEqual({ [before]: 0 })
  const invoice = await recorded(lowered)
  // money prepaid in the month before pays the waybill, and is given back by the allowance
  await asSystem(server.server.deps, async ctx =>
    bookEntries(ctx, branchId, [
      {
        source: { type: 'fund', id: v7() },
        event: 'E1',
        summary: '充值',
        lines: postings.topUp({ shipper: shipperId, amount: fen(436_000) }),
        shipperId,
        happenedAt: signedAt,
        voucher: { kind: 'ACCOUNTING', counterparty: '货主' },
      },
    ]),
  )
  const [paid] = await world.rows<{ open_fen: number }>(`select open_fen from ar_items where waybill_id = '${lowered}'`)
  expect(paid?.open_fen).toBe(0)
  const allowance = await recordedRed(invoice.id, '04')
  expect(await entriesOf(allowance)).toEqual([
    ['E2br', before, lastDay],
    ['E8a', before, lastDay],
  ])
  expect(await byMonth(lowered, '2221.05')).toEqual({ [before]: 0 })
  expect(await byMonth(lowered, '1122.01')).toEqual({ [before]: 0 })
  await assertSound()
})

test('tax a later month declared without the invoice is taken back in that month, not before it was declared', async () => {
  const waybill = await trip()
  await asSystem(server.server.deps, async ctx =>
    bookEntries(ctx, branchId, [
      {
        source: { type: 'writeOff', id: v7() },
        event: 'E8u',
        summary: '未开票收入计提销项',
        lines: postings.issueInvoice({ waybillId: waybill, tax: fen(tax) }),
        voucher: { kind: 'OTHER', counterparty: '期末结转' },
      },
    ]),
  )
  const { id } = await recorded(waybill)
  expect((await entriesOf(id)).map(([event, period]) => [event, period])).toEqual([
    ['E8', before],
    [`E8v ${running}`, running],
  ])
  expect(await byMonth(waybill, '2221.05')).toEqual({ [before]: tax, [running]: 0 })
  await assertSound()
})

test('of a month that is closed it stands on the first day of the first open one, with the day it bears beside it', async () => {
  const waybill = await trip()
  await run(`update periods set closed_at = 1 where branch_id = '${branchId}' and period = '${before}'`)
  const { id } = await recorded(waybill)
  expect(await entriesOf(id)).toEqual([['E8', running, startOfPeriod(running)]])
  const [{ at } = { at: 0 }] = await world.rows<{ at: number }>(
    `select happened_at as at from journal_entries where source_id = '${id}'`,
  )
  expect(at).toBe(lastDay)
  expect(await byMonth(waybill, '2221.05')).toEqual({ [running]: tax })
})
