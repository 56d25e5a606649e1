// The ground of tests about invoices: a shipper and the house, signed waybills, and applications that are issued.
import type { Output } from '@yunshu/contract/call'
import { applyInvoices, getInvoiceApp, issueInvoiceApp, reviewInvoiceApp } from '@yunshu/contract/invoice/application'
import { uploadInputInvoice } from '@yunshu/contract/invoice/input'
import { getInvoice, type InvoiceDetail } from '@yunshu/contract/invoice/invoice'
import { saveInvoiceTitle } from '@yunshu/contract/invoice/title'
import { fen } from '@yunshu/domain/figures/money'
import type { AccountCode } from '@yunshu/domain/voucher/chart'
import { credit, debit } from '@yunshu/domain/voucher/ledger'
import type { CostAccount } from '@yunshu/domain/voucher/shares'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { demoCompanyId, demoCreditCode } from '../../apps/server/demo/people.ts'
import { q } from '../../apps/server/src/db/tx.ts'
import { bookEntries } from '../../apps/server/src/features/voucher/ledger.commands.ts'
import { asSystem } from '../../apps/server/src/work/system.ts'
import { invoiceXml } from './invoiceXml.ts'
import type { Signed } from './settlementWorld.ts'
import { startTestServer, type Client, type TestServer } from './testServer.ts'
import { until } from './until.ts'

/** A test server with those who ask for, issue, agree to and hand in invoices, and what their tests read of its tables. */
export async function startInvoiceWorld() {
  const server = await startTestServer()
  const [shipper, finance, admin, carrier] = await Promise.all([
    server.login('shipper-finance'),
    server.login('platform-finance'),
    server.login('admin'),
    server.login('carrier-finance'),
  ])
  const rows = <R>(text: string): Promise<R[]> => server.db(tx => tx.rows<R>(sql<R>`${sql.raw(text)}`.compile(q)))
  /** An account about a waybill, debit less credit. */
  const sumOf = async (account: AccountCode, { id }: Signed): Promise<number> => {
    const [row] = await rows<{ n: number }>(
      `select coalesce(sum(debit_fen - credit_fen), 0)::bigint as n from journal_lines
        where account = '${account}' and waybill_id = '${id}'`,
    )
    return row?.n ?? NaN
  }
  let numbers = 0
  /** The file of an input invoice of the carrier, with a number of its own. */
  const xmlOf = (over: Partial<Parameters<typeof invoiceXml>[0]> = {}) => ({
    name: '发票.xml',
    bytes: Buffer.from(
      invoiceXml({
        number: `2611${String((numbers += 1)).padStart(16, '0')}`,
        gross: '10000.00',
        tax: '825.69',
        sellerTaxNo: demoCreditCode('carrier'),
        ...over,
      }),
    ),
  })
  const uploaded = (file = xmlOf(), client = carrier) => client.send(uploadInputInvoice, {}, { files: [file] })
  return { server, shipper, finance, admin, carrier, rows, sumOf, xmlOf, uploaded }
}
export type InvoiceWorld = Awaited<ReturnType<typeof startInvoiceWorld>>

/** The file of an invoice that is recorded by hand. */
export const paper = {
  files: [
    {
      name: '发票.png',
      bytes: Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
    },
  ],
}

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
