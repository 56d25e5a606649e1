// Input invoices: handed in with their file, checked by another, deducted, bound to waybills to the fen.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/invoice/input'
import { addFen, fen, printMoney, printYuan, subtractFen } from '@yunshu/domain/figures/money'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { boundTaxOf, faultOfInputMove, inputGrossMost, inputStates } from '@yunshu/domain/invoice/input'
import { plainTaxNo } from '@yunshu/domain/invoice/title'
import { Problem, problemOf } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { keyOf } from '../../db/keyOf.ts'
import { nilId, q } from '../../db/tx.ts'
import { inputBound, inputDeducted, invoicedByHand, invoicedCost } from '../../db/waybillCost.ts'
import { wrongField } from '../../http/fieldFault.ts'
import { firstDayMs, type ReadInvoice } from '../../imports/invoiceXml.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { logEvent, stale } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { keepUploads, type StoredUploads } from '../file/file.commands.ts'
import { postInputTax, postInputTaxRed } from '../voucher/invoiceBooks.commands.ts'
import { findInputOwner } from './inputOwner.commands.ts'
import { bindingRows, inputOn, ownInputs, type InputInvoice } from './input.queries.ts'

/** The files of an upload with the figures an XML among them says. */
export interface ReadUploads {
  readonly stored: StoredUploads
  readonly read: ReadInvoice | string | undefined
}

/** Keeps an invoice with its file; figures of an XML stand above typed ones, which have to agree. */
export async function keepInput(
  ctx: Ctx,
  said: Input<typeof calls.uploadInputInvoice>,
  { stored, read }: ReadUploads,
): Promise<Output<typeof calls.uploadInputInvoice>> {
  if (typeof read === 'string') throw wrongField('files', read)
  const figures = read ?? typedFigures(said)
  if (figures.issuedAt >= startOfDay(ctx.now) + DAY_MS) throw wrongField('issuedAt', '不能晚于今天')
  const owner = await findInputOwner(ctx, {
    ...figures,
    branchId: said.branchId,
    field: read === undefined ? 'buyerTaxNo' : 'files',
  })
  const id = v7()
  const row = {
    id,
    state: inputStates.start,
    source: read === undefined ? 'HAND' : 'XML',
    invoice_no: figures.invoiceNo,
    seller_name: figures.sellerName,
    seller_tax_no: figures.sellerTaxNo,
    buyer_tax_no: figures.buyerTaxNo,
    issued_at: figures.issuedAt,
    gross_fen: figures.gross,
    tax_fen: figures.tax,
    ...owner,
    maker_id: ctx.actor.userId,
    maker_for: ctx.actor.actingFor?.userId ?? null,
    maker_name: writtenName(ctx.actor),
    created_at: ctx.now,
    updated_at: ctx.now,
  }
  const made = await ctx.tx.run(
    q
      .insertInto('input_invoices')
      .values(row)
      .onConflict(c => c.doNothing()),
  )
  if (made === 0)
    throw new Problem('invoice.number', { number: figures.invoiceNo }, { fields: { invoiceNo: '该发票已登记' } })
  await logEvent(ctx, { entity: 'inputInvoice', entityId: id, action: '上传进项发票', to: inputStates.start })
  await keepUploads(ctx, stored, {
    entity: 'inputInvoice',
    id,
    category: 'INVOICE',
    shipperId: nilId,
    carrierId: owner.carrier_id,
    branchId: owner.branch_id,
  })
  ctx.touched('inputInvoice', id, { invoiceNo: figures.invoiceNo, gross: printYuan(figures.gross) })
  return { id, invoiceNo: figures.invoiceNo, version: 1 }
}

function typedFigures(said: Input<typeof calls.uploadInputInvoice>): ReadInvoice {
  const { invoiceNo, sellerName, sellerTaxNo, buyerTaxNo, issuedAt, gross, tax } = said
  if (!invoiceNo) throw wrongField('invoiceNo', '不能为空')
  if (!sellerName) throw wrongField('sellerName', '不能为空')
  if (!sellerTaxNo) throw wrongField('sellerTaxNo', '不能为空')
  if (!buyerTaxNo) throw wrongField('buyerTaxNo', '不能为空')
  if (issuedAt === undefined) throw wrongField('issuedAt', '不能为空')
  if (gross === undefined || gross === 0) throw wrongField('gross', '应大于 0')
  if (gross > inputGrossMost) throw wrongField('gross', `不能超过 ${printMoney(inputGrossMost)} 元`)
  if (tax === undefined || tax >= gross) throw wrongField('tax', '应小于价税合计')
  if (issuedAt < firstDayMs) throw wrongField('issuedAt', '不能早于 2000 年')
  return {
    invoiceNo,
    sellerName,
    sellerTaxNo: plainTaxNo(sellerTaxNo),
    buyerName: '',
    buyerTaxNo: plainTaxNo(buyerTaxNo),
    issuedAt: startOfDay(issuedAt),
    gross,
    tax,
  }
}

/** One input invoice under lock; of another company there is none. */
async function lockInput(ctx: Ctx, id: string): Promise<InputInvoice> {
  const row = await ctx.tx.one(
    q
      .selectFrom('input_invoices as i')
      .selectAll('i')
      .where('i.id', '=', id)
      .where(ownInputs(ctx.actor, 'i'))
      .forUpdate(),
  )
  return { ...row, state: keyOf(inputStates.states, row.state) }
}

/** Checks an invoice, deducts it with all that is bound, refuses it or takes it back; or notes that its seller did. */
export async function stepInput(
  ctx: Ctx,
  { id, version, move: name, reason = '', redNo = '' }: Input<typeof calls.moveInputInvoice>,
): Promise<Output<typeof calls.moveInputInvoice>> {
  const input = await lockInput(ctx, id)
  const fault = faultOfInputMove(name, inputOn(ctx, input))
  if (fault) throw problemOf(fault)
  const why = reason.trim()
  const asks = name === 'refuse' || name === 'reverse'
  if (asks && why === '') throw wrongField('reason', '不能为空')
  if (name === 'reverse') await assertRedNo(ctx, input, redNo)
  const by = { checker_name: writtenName(ctx.actor) }
  const set = {
    verify: by,
    refuse: { ...by, reason: why },
    tick: { ticked_at: ctx.now },
    drop: {},
    reverse: { reason: why, red_no: redNo, bound_fen: 0, used_tax_fen: 0 },
  }[name]
  const moved = await move(ctx, inputStates, input, name, {
    version,
    set,
    ...(asks ? { reason: why } : {}),
    ...(name === 'reverse' ? { diff: [{ field: '红票号码', old: '--', new: redNo }] } : {}),
  })
  if (name === 'reverse') await freeBound(ctx, input, `销方红冲 ${redNo}`)
  if (name === 'tick') {
    await assertDeductedOnce(ctx, id)
    const bindings = await ctx.tx.rows(bindingRows(id).orderBy('n.id'))
    await ctx.tx.elevated(() =>
      postInputTax(
        ctx,
        bindings.map(binding => booked(input, binding)),
      ),
    )
  }
  ctx.touched('inputInvoice', id, { invoiceNo: input.invoice_no })
  return { id, version: moved.version }
}

/**
 * Refuses an invoice that is deducted while vouchers by hand bear the cost of one of its waybills: both together would pass
 * it, so they are one paper, whose tax is in the books already.
 */
async function assertDeductedOnce({ tx }: Ctx, inputId: string): Promise<void> {
  const own = sql`select n.waybill_id from input_bindings n where n.input_id = ${inputId}::uuid and n.unbound_at is null`
  const twice = await tx.elevated(async () => {
    // whoever binds by hand holds the same rows
    await tx.rows(sql`select id from waybills where id in (${own}) order by id for update`.compile(q))
    return tx.first(
      sql<{ waybill_no: string }>`select w.waybill_no from waybills w where w.id in (${own})
        and ${invoicedByHand('w')} > 0 and ${invoicedByHand('w')} + ${inputDeducted('w')} > ${invoicedCost('w')}
        order by w.waybill_no limit 1`.compile(q),
    )
  })
  if (twice) throw new Problem('input.byHand', { waybillNo: twice.waybill_no })
}

/** Refuses a red number that is none, or that of another paper of the seller. */
async function assertRedNo(ctx: Ctx, { id, seller_tax_no: seller }: InputInvoice, redNo: string): Promise<void> {
  if (redNo === '') throw wrongField('redNo', '不能为空')
  await ctx.tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`input ${seller} ${redNo}`}, 0))`.compile(q))
  const other = await ctx.tx.elevated(() =>
    ctx.tx.first(
      q.selectFrom('input_invoices').select('invoice_no').where('seller_tax_no', '=', seller)
        .where(sql<boolean>`(red_no = ${redNo} and id <> ${id}::uuid or invoice_no = ${redNo} and (id = ${id}::uuid
          or state not in ('refused', 'dropped')))`),
    ),
  )
  if (other) throw wrongField('redNo', `是发票 ${other.invoice_no} 用过的号码`)
}

/** Takes all waybills off an invoice; the tax that was deducted for them goes in red. */
async function freeBound(ctx: Ctx, input: InputInvoice, why: string): Promise<void> {
  const freed = await ctx.tx.rows<{ id: string }>(
    sql<{ id: string }>`update input_bindings set unbound_at = ${ctx.now}, unbound_name = ${writtenName(ctx.actor)},
      unbound_reason = ${why} where input_id = ${input.id}::uuid and unbound_at is null returning id`.compile(q),
  )
  if (freed.length === 0) return
  await ctx.tx.elevated(() =>
    postInputTaxRed(ctx, {
      bindingIds: freed.map(binding => binding.id),
      branchId: input.branch_id,
      summary: `${why}，冲回进项抵扣 ${input.invoice_no}`,
    }),
  )
}

const booked = (input: InputInvoice, binding: { id: string; waybill_id: string; tax_fen: number }) => ({
  bindingId: binding.id,
  invoiceNo: input.invoice_no,
  branchId: input.branch_id,
  sellerName: input.seller_name,
  waybillId: binding.waybill_id,
  tax: fen(binding.tax_fen),
})

/** Binds an invoice to waybills: never more than the invoice has, nor than the cost of a waybill. */
export async function bindInput(
  ctx: Ctx,
  { id, version, lines }: Input<typeof calls.bindInputInvoice>,
): Promise<Output<typeof calls.bindInputInvoice>> {
  const input = await lockInput(ctx, id)
  if (input.version !== version) throw await stale(ctx, id)
  if (input.state !== 'verified' && input.state !== 'ticked') throw new Problem('input.unchecked')
  const wanted = q
    .selectFrom('waybills as w')
    .where(sql<boolean>`w.id = any(${lines.map(line => line.waybillId)}::uuid[])`)
    .where(sql<boolean>`w.carrier_id = ${input.carrier_id}::uuid and w.branch_id = ${input.branch_id}::uuid`)
    .where(sql<boolean>`w.state in ('signed', 'finished')`)
    .orderBy('w.id')
  // held first and read in a statement of its own: one that waits for the rows has counted what was bound before it waited
  await ctx.tx.rows(wanted.select('w.id').forUpdate())
  const rows = await ctx.tx.rows(
    wanted.select(['w.id', 'w.waybill_no', invoicedCost('w').as('cost'), inputBound('w').as('bound')]),
  )
  let [bound, usedTax] = [fen(input.bound_fen), fen(input.used_tax_fen)]
  const made = lines.map(({ waybillId, amount }, index) => {
    const waybill = rows.find(row => row.id === waybillId)
    if (waybill === undefined || lines.findIndex(line => line.waybillId === waybillId) !== index)
      throw wrongField(`lines.${index}.waybillId`, '不是该承运商可绑定的运单')
    const room = subtractFen(fen(waybill.cost), fen(waybill.bound))
    const left = subtractFen(fen(input.gross_fen), bound)
    if (amount === 0 || amount > room || amount > left)
      throw wrongField(`lines.${index}.amount`, `应大于 0，不超过 ${printMoney(room < left ? room : left)} 元`)
    const tax = boundTaxOf({ gross: fen(input.gross_fen), tax: fen(input.tax_fen), bound, usedTax }, amount)
    bound = addFen(bound, amount)
    usedTax = addFen(usedTax, tax)
    return { id: v7(), waybill_id: waybillId, bound_fen: amount, tax_fen: tax }
  })
  const written = await ctx.tx.run(
    q
      .insertInto('input_bindings')
      .values(
        made.map(binding => ({
          ...binding,
          input_id: id,
          carrier_id: input.carrier_id ?? nilId,
          branch_id: input.branch_id,
          by_id: ctx.actor.userId,
          by_name: writtenName(ctx.actor),
          created_at: ctx.now,
        })),
      )
      .onConflict(c => c.doNothing()),
  )
  if (written !== made.length) throw new Problem('input.twice')
  await setBound(ctx, input, { bound, usedTax }, `绑定 ${made.length} 单`)
  if (input.state === 'ticked') {
    await assertDeductedOnce(ctx, id)
    await ctx.tx.elevated(() =>
      postInputTax(
        ctx,
        made.map(binding => booked(input, binding)),
      ),
    )
  }
  return { id, version: input.version + 1 }
}

async function setBound(
  ctx: Ctx,
  input: InputInvoice,
  { bound, usedTax }: { bound: number; usedTax: number },
  action: string,
): Promise<void> {
  await ctx.tx.run(
    q
      .updateTable('input_invoices')
      .set({ bound_fen: bound, used_tax_fen: usedTax, version: input.version + 1, updated_at: ctx.now })
      .where('id', '=', input.id),
  )
  await logEvent(ctx, { entity: 'inputInvoice', entityId: input.id, action })
  ctx.touched('inputInvoice', input.id, { invoiceNo: input.invoice_no, action })
}

/** Takes a waybill off an invoice: its tax goes back, in the books too where it was deducted. */
export async function unbindInput(
  ctx: Ctx,
  { id, version, bindingId, reason }: Input<typeof calls.unbindInputInvoice>,
): Promise<Output<typeof calls.unbindInputInvoice>> {
  const input = await lockInput(ctx, id)
  if (input.version !== version) throw await stale(ctx, id)
  const binding = await ctx.tx.one(bindingRows(id).where('n.id', '=', bindingId))
  await ctx.tx.run(
    q
      .updateTable('input_bindings')
      .set({ unbound_at: ctx.now, unbound_name: writtenName(ctx.actor), unbound_reason: reason })
      .where('id', '=', bindingId),
  )
  const left = { bound: input.bound_fen - binding.bound_fen, usedTax: input.used_tax_fen - binding.tax_fen }
  await setBound(ctx, input, left, `解除绑定 ${binding.waybill_no}：${reason}`)
  await ctx.tx.elevated(() =>
    postInputTaxRed(ctx, {
      bindingIds: [bindingId],
      branchId: input.branch_id,
      summary: `解除进项绑定 ${input.invoice_no}`,
    }),
  )
  return { id, version: input.version + 1 }
}
