// Reads of invoice titles.
import type { Output } from '@yunshu/contract/call'
import type { InvoiceTitle, listInvoiceTitles } from '@yunshu/contract/invoice/title'
import { invoiceKinds } from '@yunshu/domain/invoice/invoice'
import type { Selectable } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import type { InvoiceTitles } from '../../db/tables.gen.ts'
import { nilId, q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { shownAccountNo } from '../../work/numbers.ts'
import { marketCompany } from '../../work/scope.ts'

/** A title as calls and applications carry it. */
export const shownTitle = (
  row: Pick<
    Selectable<InvoiceTitles>,
    'name' | 'tax_no' | 'kind' | 'address' | 'phone' | 'bank' | 'account_no' | 'email'
  >,
): InvoiceTitle => ({
  name: row.name,
  taxNo: row.tax_no,
  kind: keyOf(invoiceKinds, row.kind),
  address: row.address ?? undefined,
  phone: row.phone ?? undefined,
  bank: row.bank ?? undefined,
  accountNo: row.account_no ?? undefined,
  email: row.email ?? undefined,
})

/** Titles of the actor's company that are in use. */
export const ownTitles = (ctx: Pick<Ctx, 'actor'>) =>
  q
    .selectFrom('invoice_titles')
    .selectAll()
    .where('shipper_id', '=', marketCompany(ctx.actor) ?? nilId)
    .where('closed_at', 'is', null)

/** The company's titles, in the order they were made. */
export async function findInvoiceTitles(ctx: Ctx): Promise<Output<typeof listInvoiceTitles>> {
  const rows = await ctx.tx.rows(ownTitles(ctx).orderBy('id').limit(100))
  return {
    rows: rows.map(({ id, version, account_no: account, ...row }) => ({
      ...shownTitle({ ...row, account_no: account === null ? null : shownAccountNo(ctx, account) }),
      id,
      version,
    })),
  }
}
