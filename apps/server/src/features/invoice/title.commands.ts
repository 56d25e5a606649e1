// Writing invoice titles: added, changed, taken off the list.
import type { Input, Output } from '@yunshu/contract/call'
import type { closeInvoiceTitle, saveInvoiceTitle } from '@yunshu/contract/invoice/title'
import { plainTaxNo } from '@yunshu/domain/invoice/title'
import { Problem } from '@yunshu/domain/problems/problems'
import { v7 } from 'uuid'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { Ctx } from '../../work/ctx.ts'
import { stale } from '../../work/history.ts'
import { marketCompany } from '../../work/scope.ts'
import { ownTitles } from './title.queries.ts'

/** Adds a title or changes one; a tax number stands once for each kind of invoice. */
export async function saveTitle(
  ctx: Ctx,
  { id, version, emptied = [], ...said }: Input<typeof saveInvoiceTitle>,
): Promise<Output<typeof saveInvoiceTitle>> {
  const shipperId = marketCompany(ctx.actor)
  if (shipperId === undefined) throw new Problem('permit.missing')
  const taxNo = plainTaxNo(said.taxNo)
  const kept = id === undefined ? undefined : await ctx.tx.one(ownTitles(ctx).where('id', '=', id).forUpdate())
  // forms hold its mask: a number nobody typed stays
  const accountNo = emptied.includes('accountNo') ? undefined : said.accountNo || kept?.account_no
  if (said.kind === '81' && (!said.bank || !accountNo || !said.address || !said.phone))
    throw wrongField(
      !said.address ? 'address' : !said.phone ? 'phone' : !said.bank ? 'bank' : 'accountNo',
      '专票须填写地址、电话、开户行和账号',
    )
  const same = await ctx.tx.first(ownTitles(ctx).where('tax_no', '=', taxNo).where('kind', '=', said.kind))
  if (same !== undefined && same.id !== id) throw wrongField('taxNo', '该税号已有同票种的抬头')
  const set = {
    name: said.name,
    tax_no: taxNo,
    kind: said.kind,
    address: said.address || null,
    phone: said.phone || null,
    bank: said.bank || null,
    account_no: accountNo || null,
    email: said.email || null,
    updated_at: ctx.now,
  }
  if (kept === undefined) {
    const row = { id: v7(), shipper_id: shipperId, ...set, created_at: ctx.now }
    const made = await ctx.tx.run(
      q
        .insertInto('invoice_titles')
        .values(row)
        .onConflict(c => c.doNothing()),
    )
    if (made === 0) throw wrongField('taxNo', '该税号已有同票种的抬头')
    ctx.touched('invoiceTitle', row.id, { name: said.name, taxNo })
    return { id: row.id, version: 1 }
  }
  if (kept.version !== version) throw await stale(ctx, kept.id)
  await ctx.tx.run(
    q
      .updateTable('invoice_titles')
      .set({ ...set, version: kept.version + 1 })
      .where('id', '=', kept.id),
  )
  ctx.touched('invoiceTitle', kept.id, { name: said.name, taxNo })
  return { id: kept.id, version: kept.version + 1 }
}

/** Takes a title off the list; applications keep theirs. */
export async function closeTitle(
  ctx: Ctx,
  { id, version }: Input<typeof closeInvoiceTitle>,
): Promise<Output<typeof closeInvoiceTitle>> {
  const row = await ctx.tx.one(ownTitles(ctx).where('id', '=', id).forUpdate())
  if (row.version !== version) throw await stale(ctx, id)
  await ctx.tx.run(
    q
      .updateTable('invoice_titles')
      .set({ closed_at: ctx.now, version: row.version + 1, updated_at: ctx.now })
      .where('id', '=', id),
  )
  ctx.touched('invoiceTitle', id, { name: row.name })
  return { id, version: row.version + 1 }
}
