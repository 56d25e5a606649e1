// Invoices in the books of the demo, as features/voucher/invoiceBooks.commands.ts posts it: issued (E8), taken back
// (E8r), lowered (E8a), and input tax deducted (E9).
import { reverseLines, type PostedLine } from '@yunshu/domain/voucher/ledger'
import type { Fen } from '@yunshu/domain/figures/money'
import * as postings from '@yunshu/domain/voucher/postings'
import type { BookedInvoice, BookedRed } from '../src/features/voucher/invoiceBooks.commands.ts'
import type { Someone } from './history.ts'
import type { Journal } from './journal.ts'
import type { Receivables } from './receivables.ts'

/** An event of an invoice. */
export type InvoiceHappening =
  | { readonly kind: 'invoiced'; readonly invoice: BookedInvoice }
  | { readonly kind: 'reddened'; readonly red: BookedRed; readonly isError: boolean }
  | {
      readonly kind: 'deducted'
      readonly invoiceNo: string
      readonly branchId: string
      readonly sellerName: string
      readonly inputs: readonly { readonly bindingId: string; readonly waybillId: string; readonly tax: Fen }[]
    }

/** The books as far as invoices touch them. */
interface Keeping {
  readonly journal: Journal
  readonly nameOf: (companyId: string) => string
  readonly receivables: Receivables
  /** The posted tax of each invoice. */
  readonly ofInvoice: Map<string, readonly PostedLine[]>
}

/** Posts what happened to an invoice. */
export function postInvoiceHappening(
  keeping: Keeping,
  what: InvoiceHappening & { readonly at: number; readonly by: Someone },
): void {
  const { at, by } = what
  if (what.kind === 'invoiced') postIssued(keeping, at, by, what.invoice)
  else if (what.kind === 'deducted') postDeducted(keeping, what)
  else if (what.isError) postRed(keeping, at, by, what.red)
  else postAllowed(keeping, at, by, what.red)
}

/** E8: the tax of an issued invoice is owed. */
function postIssued({ journal, nameOf, ofInvoice }: Keeping, at: number, by: Someone, invoice: BookedInvoice): void {
  const posted = journal.post(invoice.branchId, at, by, {
    source: { type: 'invoice', id: invoice.id },
    event: 'E8',
    summary: `开具发票 ${invoice.invoiceNo}`,
    shipperId: invoice.shipperId,
    lines: invoice.lines.flatMap(({ waybillId, tax }) => postings.issueInvoice({ waybillId, tax })),
    voucher: { kind: 'INVOICE', counterparty: nameOf(invoice.shipperId) },
  })
  if (posted !== undefined) ofInvoice.set(invoice.id, posted.lines)
}

/** E9: the tax of what is bound lowers the cost of its waybill. */
function postDeducted(
  { journal }: Keeping,
  what: Extract<InvoiceHappening, { kind: 'deducted' }> & { readonly at: number; readonly by: Someone },
): void {
  for (const { bindingId, waybillId, tax } of what.inputs)
    journal.post(what.branchId, what.at, what.by, {
      source: { type: 'invoice', id: bindingId },
      event: 'E9',
      summary: `进项抵扣 ${what.invoiceNo}`,
      lines: postings.deductInputTax({ waybillId, tax }),
      voucher: { kind: 'INVOICE', counterparty: what.sellerName, waybillId },
    })
}

/** E8r: lines of an invoice that was wrong go in red. */
function postRed({ journal, nameOf, ofInvoice }: Keeping, at: number, by: Someone, red: BookedRed): void {
  const ids = new Set<string | undefined>(red.lines.map(({ waybillId }) => waybillId))
  const open = (ofInvoice.get(red.invoiceId) ?? []).filter(line => ids.has(line.waybillId))
  journal.post(red.branchId, at, by, {
    source: { type: 'invoice', id: red.id },
    event: 'E8r',
    summary: `红冲发票 ${red.redNo}`,
    shipperId: red.shipperId,
    lines: reverseLines(open),
    voucher: { kind: 'INVOICE', counterparty: nameOf(red.shipperId) },
  })
}

/** E8a: an allowance lowers revenue, tax and what the shipper owes; money already paid for that is prepaid again. */
function postAllowed({ journal, nameOf, receivables }: Keeping, at: number, by: Someone, red: BookedRed): void {
  const { shipperId, branchId, lines } = red
  const summary = `红票折让 ${red.redNo}`
  journal.post(branchId, at, by, {
    source: { type: 'invoice', id: red.id },
    event: 'E8a',
    summary,
    shipperId,
    lines: lines.flatMap(({ waybillId, gross, net, tax }) =>
      postings.allowRevenue({ shipper: shipperId, waybillId, amount: gross, net, tax }),
    ),
    voucher: { kind: 'INVOICE', counterparty: nameOf(shipperId) },
  })
  const cuts = lines.map(({ waybillId, gross }) => ({ waybillId, amount: gross }))
  receivables.allowed({ shipperId, branchId, id: red.id, summary, cuts }, at, by)
}
