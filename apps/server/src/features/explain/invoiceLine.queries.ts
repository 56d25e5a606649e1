// Lines of invoices, worked out anew from the waybill, what was invoiced of it before, and the lines it was divided into.
import { screenUrl } from '@yunshu/contract/screens/screens'
import { explainInvoiceLine, type InvoiceLineExplained } from '@yunshu/domain/amount/invoice'
import { fen, subtractFen, type Fen } from '@yunshu/domain/figures/money'
import { errorReasons } from '@yunshu/domain/invoice/red'
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { Ctx } from '../../work/ctx.ts'
import { ownInvoices } from '../invoice/application.queries.ts'
import type { Explained } from './explained.ts'

/** Amounts of a line of an invoice. */
export type InvoiceAmount = 'gross' | 'net' | 'tax'

/** Freight and tax of line `l` that invoices of applications before that of invoice `i` bear, as they stood then. */
const borneBefore = (column: 'gross_fen' | 'tax_fen') => sql<number>`(
  coalesce((select sum(o.${sql.ref(column)}) from invoice_lines o join invoices x on x.id = o.invoice_id
    where o.waybill_id = l.waybill_id and x.vat_bp = i.vat_bp and x.app_id < i.app_id
      and x.state in ('issued', 'partRed', 'red')), 0)
  - coalesce((select sum(o.${sql.ref(column)}) from red_lines o join red_confirms r on r.id = o.confirm_id
    join invoices x on x.id = r.invoice_id
    where o.waybill_id = l.waybill_id and x.vat_bp = i.vat_bp and x.app_id < i.app_id and r.issue_state = 'issued'
      and r.reason_code = any(${[...errorReasons]}::text[])), 0))::bigint`

/** Lines of invoices beside the waybills they are about on their application. */
export const invoiceLines = q
  .selectFrom('invoice_lines as l')
  .innerJoin('invoices as i', 'i.id', 'l.invoice_id')
  .innerJoin('invoice_app_waybills as w', join =>
    join.onRef('w.app_id', '=', 'i.app_id').onRef('w.waybill_id', '=', 'l.waybill_id'),
  )
  .select(['l.invoice_id', 'l.n', 'l.waybill_id', 'l.waybill_no', 'l.gross_fen', 'l.tax_fen'])
  .select(['i.app_id', 'i.vat_bp', 'w.gross_fen as applied_fen'])
  // of a waybill with charges of two rates, the lines of each rate by themselves
  .select(
    sql<number>`(select coalesce(sum(o.gross_fen), 0) from invoice_lines o join invoices x on x.id = o.invoice_id
      where x.app_id = i.app_id and o.waybill_id = l.waybill_id and x.vat_bp <> i.vat_bp)::bigint`.as(
      'other_rates_fen',
    ),
  )
  .select(
    sql<number>`(select o.compensated_fen from waybills o where o.id = l.waybill_id)::bigint`.as('compensated_fen'),
  )
  .select([borneBefore('gross_fen').as('borne_fen'), borneBefore('tax_fen').as('borne_tax_fen')])
  // a waybill that passes the limit is cut in pieces of the limit; the last one is the smallest
  .orderBy('l.gross_fen', 'desc')
  .orderBy('i.n')
  .orderBy('l.n')
export type InvoicedLine = Awaited<ReturnType<typeof invoiceLines.execute>>[number]

/** The amounts of a line; `pieces` are all lines of its waybill on its application, in their order. */
export const workInvoiceLine = (line: InvoicedLine, pieces: readonly InvoicedLine[]): InvoiceLineExplained =>
  explainInvoiceLine(
    {
      waybillNo: line.waybill_no,
      link: screenUrl('WaybillDetails', { id: line.waybill_id }),
      borne: { gross: fen(line.borne_fen), tax: fen(line.borne_tax_fen) },
      // with charges of two rates the line is about a share of the freight
      compensated: line.other_rates_fen === 0 ? fen(line.compensated_fen) : undefined,
      gross: subtractFen(fen(line.applied_fen), fen(line.other_rates_fen)),
      vatBp: line.vat_bp,
      pieces: pieces.map(piece => fen(piece.gross_fen)),
    },
    pieces.findIndex(({ invoice_id: id, n }) => id === line.invoice_id && n === line.n),
  )

const keptOf = (line: InvoicedLine, of: InvoiceAmount): Fen =>
  ({
    gross: fen(line.gross_fen),
    tax: fen(line.tax_fen),
    net: subtractFen(fen(line.gross_fen), fen(line.tax_fen)),
  })[of]

/** An amount of a line of an invoice in the caller's reach. */
export async function explainInvoice(
  ctx: Ctx,
  { id, n }: { readonly id?: string | undefined; readonly n?: number | undefined },
  of: InvoiceAmount,
): Promise<Explained> {
  if (id === undefined) throw wrongField('id', '不能为空')
  if (n === undefined) throw wrongField('n', '不能为空')
  const own = invoiceLines.where(ownInvoices(ctx.actor, 'i'))
  const line = await ctx.tx.one(own.where('l.invoice_id', '=', id).where('l.n', '=', n))
  const pieces = await ctx.tx.rows(
    own
      .where('i.app_id', '=', line.app_id)
      .where('l.waybill_id', '=', line.waybill_id)
      .where('i.vat_bp', '=', line.vat_bp),
  )
  return { amount: workInvoiceLine(line, pieces)[of], kept: keptOf(line, of) }
}
