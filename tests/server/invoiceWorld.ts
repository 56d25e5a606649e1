// The ground of tests about invoices: a shipper and the house, signed waybills, and applications that are issued.
import { applyInvoices, getInvoiceApp, issueInvoiceApp, reviewInvoiceApp } from '@yunshu/contract/invoice/application'
import { getInvoice, type InvoiceDetail } from '@yunshu/contract/invoice/invoice'
import { saveInvoiceTitle } from '@yunshu/contract/invoice/title'
import { fen } from '@yunshu/domain/figures/money'
import type { Signed } from './settlementWorld.ts'
import type { Client } from './testServer.ts'
import { until } from './until.ts'

let titles = 0

/** A title of the shipper whose tax number ends as told: the simulated platform decides by that. */
export async function titleOf(shipper: Client, tail = '0001'): Promise<string> {
  titles += 1
  const taxNo = `1101051949${String(titles).padStart(5, '0')}${tail}`
  const { id } = await shipper.send(saveInvoiceTitle, { name: '中煤贸易有限公司', taxNo, kind: '82' })
  return id
}

/** The issued invoice of these waybills, each of which bears the freight told, in fen. */
export async function issuedInvoice(
  { shipper, finance }: { shipper: Client; finance: Client },
  waybills: readonly Signed[],
  each = 1_000_000,
): Promise<InvoiceDetail> {
  const expectGross = fen(each * waybills.length)
  const ids = waybills.map(({ id }) => id)
  const made = await shipper.send(applyInvoices, { ids, splitBy: 'NONE', titleId: await titleOf(shipper), expectGross })
  const approved = await finance.send(reviewInvoiceApp, {
    id: made.id,
    version: made.version,
    move: 'approve',
    expectGross,
  })
  await finance.send(issueInvoiceApp, { id: approved.id, version: approved.version })
  await until(async () => (await finance.send(getInvoiceApp, { id: made.id })).state === 'issued')
  const app = await finance.send(getInvoiceApp, { id: made.id })
  return finance.send(getInvoice, { id: app.items[0]?.id ?? '' })
}
