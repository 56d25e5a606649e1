// Input invoices: handed in with their file, checked by another, deducted, refused, taken back.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/invoice/input'
import { printMoney, printYuan } from '@yunshu/domain/figures/money'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { faultOfInputMove, inputGrossMost, inputStates } from '@yunshu/domain/invoice/input'
import { isSupply, type InputClass } from '@yunshu/domain/invoice/inputClass'
import { plainTaxNo } from '@yunshu/domain/invoice/title'
import { Problem, problemOf } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { nilId, q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import { firstDayMs, type ReadInvoice } from '../../imports/invoiceXml.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { logEvent } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { tellHappening, tellHouse } from '../../work/outbox.ts'
import type { Receivers } from '../../work/receivers.ts'
import { keepUploads, type StoredUploads } from '../file/file.commands.ts'
import { postInputsRed } from '../voucher/supplyBooks.commands.ts'
import { assertDeductedOnce, bookInputs, holdBound } from './inputBind.commands.ts'
import { findInputOwner } from './inputOwner.commands.ts'
import { findSupplyOwner } from './supplyOwner.commands.ts'
import { inputOn, lockInput, type InputInvoice } from './input.queries.ts'
import { changeOfTaxPeriod, taxPeriodOf } from './taxPeriod.queries.ts'

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
  const of = said.class ?? 'FREIGHT'
  const owner = await (isSupply(of) ? findSupplyOwner : findInputOwner)(ctx, {
    ...figures,
    branchId: said.branchId,
    field: read === undefined ? 'buyerTaxNo' : 'files',
  })
  const id = v7()
  const row = {
    id,
    state: inputStates.start,
    class: of,
    kind: figures.kind ?? said.kind ?? 'SPECIAL',
    litres_cl: litresOf(of, said.litresCl, read),
    source: read === undefined ? 'HAND' : 'XML',
    invoice_code: read === undefined ? codeOf(said) : '',
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
    carrierId: owner.carrier_id ?? nilId,
    branchId: owner.branch_id,
  })
  ctx.touched('inputInvoice', id, { invoiceNo: figures.invoiceNo, gross: printYuan(figures.gross) })
  const words = { seller: figures.sellerName, invoiceNo: figures.invoiceNo, amount: printMoney(figures.gross) }
  await tellHouse(ctx, 'input.uploaded', { branch: owner.branch_id, permit: 'invoice.input' }, words)
  return { id, invoiceNo: figures.invoiceNo, version: 1 }
}

/** The litres of an invoice for fuel, in hundredths: those its file says, or that were typed; other invoices have none. */
const litresOf = (of: InputClass, typed: number | undefined, read: ReadInvoice | undefined): number | null =>
  of === 'FUEL' ? (read?.litresCl ?? typed ?? null) : null

/** The code of an invoice on paper: its number of eight digits alone names none. */
function codeOf({ invoiceCode = '', invoiceNo = '' }: Input<typeof calls.uploadInputInvoice>): string {
  if (invoiceNo.length === paperDigits && invoiceCode === '')
    throw wrongField('invoiceCode', '8 位号码的纸质发票须填写发票代码')
  if (invoiceNo.length === 20 && invoiceCode !== '') throw wrongField('invoiceCode', '20 位号码的数电发票没有发票代码')
  return invoiceCode
}
const paperDigits = 8

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

/** Checks an invoice, deducts it with all that is bound, refuses it or takes it back; or notes that its seller did. */
export async function stepInput(
  ctx: Ctx,
  { id, version, move: name, reason = '', redNo = '', period }: Input<typeof calls.moveInputInvoice>,
): Promise<Output<typeof calls.moveInputInvoice>> {
  const input = await lockInput(ctx, id)
  const fault = faultOfInputMove(name, inputOn(ctx, input))
  if (fault) throw problemOf(fault)
  const why = reason.trim()
  const asks = name === 'refuse' || name === 'reverse'
  if (asks && why === '') throw wrongField('reason', '不能为空')
  if (name === 'reverse') await assertRedNo(ctx, input, redNo)
  const taxPeriod = name === 'tick' ? await taxPeriodOf(ctx, input, period) : null
  // held before anything is written: the vouchers of the books name them last
  const bindings = name === 'tick' || name === 'reverse' ? await holdBound(ctx, id) : []
  const by = { checker_name: writtenName(ctx.actor) }
  const set = {
    verify: by,
    refuse: { ...by, reason: why },
    tick: { ticked_at: ctx.now, tax_period: taxPeriod },
    drop: {},
    reverse: { reason: why, red_no: redNo, bound_fen: 0, used_tax_fen: 0, used_litres_cl: 0 },
  }[name]
  const moved = await move(ctx, inputStates, input, name, {
    version,
    set,
    ...(asks ? { reason: why } : {}),
    ...(name === 'reverse' ? { diff: [{ field: '红票号码', old: '--', new: redNo }] } : {}),
    ...(taxPeriod === null ? {} : { diff: [changeOfTaxPeriod(taxPeriod)] }),
  })
  if (name === 'reverse') await freeBound(ctx, input, `销方红冲 ${redNo}`)
  if (name === 'tick') {
    const ids = bindings.map(binding => binding.waybill_id)
    await assertDeductedOnce(ctx, input, ids)
    await bookInputs(ctx, { ...input, tax_period: taxPeriod }, bindings)
  }
  ctx.touched('inputInvoice', id, { invoiceNo: input.invoice_no })
  const { invoice_no: invoiceNo } = input
  if (name === 'refuse') await tellHappening(ctx, 'input.refused', supplierOf(input), { invoiceNo, reason: why })
  if (name === 'reverse')
    await tellHappening(ctx, 'input.reversed', supplierOf(input), { invoiceNo, redNo, reason: why })
  return { id, version: moved.version }
}

/** People of the carrier whose invoice it is, or who handed in that of a provider. */
const supplierOf = ({ carrier_id: carrier, maker_id: maker }: InputInvoice): Receivers =>
  carrier === null ? { users: [maker] } : { company: carrier, permit: 'invoice.supply' }

/** Refuses a red number that is none, or that of another paper of the seller. */
async function assertRedNo(
  ctx: Ctx,
  { id, seller_tax_no: seller, invoice_code: code }: InputInvoice,
  redNo: string,
): Promise<void> {
  if (redNo === '') throw wrongField('redNo', '不能为空')
  await ctx.tx.rows(
    sql`select pg_advisory_xact_lock(hashtextextended(${`input ${seller} ${code} ${redNo}`}, 0))`.compile(q),
  )
  const other = await ctx.tx.elevated(() =>
    ctx.tx.first(
      q
        .selectFrom('input_invoices')
        .select('invoice_no')
        .where('seller_tax_no', '=', seller)
        .where('invoice_code', '=', code)
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
    postInputsRed(ctx, {
      bindingIds: freed.map(binding => binding.id),
      branchId: input.branch_id,
      summary: `${why}，冲回进项抵扣 ${input.invoice_no}`,
    }),
  )
}
