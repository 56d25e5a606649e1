// The ground of tests about invoices: a shipper and the house, signed waybills, and applications that are issued.
import type { Output } from '@yunshu/contract/call'
import { applyInvoices, getInvoiceApp, issueInvoiceApp, reviewInvoiceApp } from '@yunshu/contract/invoice/application'
import { getInvoice, type InvoiceDetail } from '@yunshu/contract/invoice/invoice'
import { saveInvoiceTitle } from '@yunshu/contract/invoice/title'
import { fen } from '@yunshu/domain/figures/money'
import { credit, debit } from '@yunshu/domain/voucher/ledger'
import type { CostAccount } from '@yunshu/domain/voucher/shares'
import { v7 } from 'uuid'
import { demoCompanyId } from '../../apps/server/demo/people.ts'
import { bookEntries } from '../../apps/server/src/features/voucher/ledger.commands.ts'
import { asSystem } from '../../apps/server/src/work/system.ts'
import type { Signed } from './settlementWorld.ts'
import type { Client, TestServer } from './testServer.ts'
import { until } from './until.ts'

let titles = 0

/** A title of the shipper whose tax number ends as told: the simulated platform decides by that. */
export async function titleOf(shipper: Client, tail = '0001'): Promise<string> {
  titles += 1
  const taxNo = `1101051949${String(titles).padStart(5, '0')}${tail}`
  const { id } = await shipper.send(saveInvoiceTitle, { name: '中煤贸易有限公司', taxNo, kind: '82' })
  return id
}

/** The application of these waybills with its invoices issued; each waybill bears the freight told, in fen. */
export async function issuedApp(
  { shipper, finance }: { shipper: Client; finance: Client },
  waybills: readonly Signed[],
  each = 1_000_000,
): Promise<Output<typeof getInvoiceApp>> {
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
  return finance.send(getInvoiceApp, { id: made.id })
}

/** The issued invoice of these waybills, each of which bears the freight told, in fen. */
export async function issuedInvoice(
  people: { shipper: Client; finance: Client },
  waybills: readonly Signed[],
  each = 1_000_000,
): Promise<InvoiceDetail> {
  const { items } = await issuedApp(people, waybills, each)
  return people.finance.send(getInvoice, { id: items[0]?.id ?? '' })
}

/** Books a cost of a waybill on an account, as a voucher by hand does. */
export const bookCost = (server: TestServer, waybillId: string, account: CostAccount, amount: number): Promise<void> =>
  asSystem(server.server.deps, async ctx =>
    bookEntries(ctx, demoCompanyId('branch1'), [
      {
        source: { type: 'manual', id: v7() },
        event: 'M1',
        summary: '费用',
        lines: [debit(account, fen(amount), { waybillId }), credit('1002.01', fen(amount))],
        voucher: { kind: 'ACCOUNTING', counterparty: '供应商' },
      },
    ]),
  )
