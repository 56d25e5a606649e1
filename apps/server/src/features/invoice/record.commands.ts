// Invoices recorded by hand: one person writes down what stands on the tax platform, another agrees; files of invoices.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/invoice/invoice'
import { fen, printMoney } from '@yunshu/domain/figures/money'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { invoiceStates } from '@yunshu/domain/invoice/invoice'
import { Problem, problemText } from '@yunshu/domain/problems/problems'
import { nilId } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { move } from '../../work/move.ts'
import { tellHouse } from '../../work/outbox.ts'
import { keepUploads, type StoredUploads } from '../file/file.commands.ts'
import { followIssued, judgedInvoice, lockInvoice } from './issue.commands.ts'
import type { Invoice } from './invoice.queries.ts'
import { isNumberTaken } from './number.queries.ts'

const recorderOf = (ctx: Ctx) => ({
  recorder_id: ctx.actor.userId,
  recorder_for: ctx.actor.actingFor?.userId ?? null,
  recorder_name: writtenName(ctx.actor),
})

async function tellRecorded(ctx: Ctx, invoice: Invoice, what: string): Promise<void> {
  const words = { recorder: writtenName(ctx.actor), serialNo: invoice.serial_no, what }
  await tellHouse(ctx, 'invoice.recorded', { branch: invoice.branch_id, permit: 'invoice.issue' }, words)
}

/** Keeps files of an invoice, which its shipper sees. */
const keepFiles = (ctx: Ctx, invoice: Invoice, stored: StoredUploads) =>
  keepUploads(ctx, stored, {
    entity: 'invoice',
    id: invoice.id,
    category: 'INVOICE',
    shipperId: invoice.shipper_id,
    carrierId: nilId,
    branchId: invoice.branch_id,
  })

/** Writes down an invoice that stands on the tax platform, with its file; its figures are those that were applied for. */
export async function recordOne(
  ctx: Ctx,
  { id, version, invoiceNo, issuedAt, gross, tax }: Input<typeof calls.recordInvoice>,
  stored: StoredUploads,
): Promise<Output<typeof calls.recordInvoice>> {
  const { app, invoice } = await judgedInvoice(ctx, id, 'record')
  if (gross !== invoice.gross_fen) throw wrongField('gross', `应为 ${printMoney(fen(invoice.gross_fen))} 元`)
  if (tax !== invoice.tax_fen) throw wrongField('tax', `应为 ${printMoney(fen(invoice.tax_fen))} 元`)
  if (issuedAt >= startOfDay(ctx.now) + DAY_MS) throw wrongField('issuedAt', '不能晚于今天')
  if (issuedAt < startOfDay(app.created_at)) throw wrongField('issuedAt', '不能早于申请日')
  await assertNumberFree(ctx, id, invoiceNo)
  const moved = await move(ctx, invoiceStates, invoice, 'record', {
    version,
    set: {
      ...recorderOf(ctx),
      record: 'ISSUED',
      invoice_no: invoiceNo,
      issued_at: startOfDay(issuedAt),
      next_at: null,
      wanted: false,
      fault: null,
    },
    diff: [{ field: '发票号码', old: '--', new: invoiceNo }],
  })
  await keepFiles(ctx, invoice, stored)
  await tellRecorded(ctx, invoice, `发票号码 ${invoiceNo}`)
  ctx.touched('invoice', id, { serialNo: invoice.serial_no, invoiceNo })
  return { id, version: moved.version }
}

/** A number stands for one invoice, whoever recorded it. */
async function assertNumberFree(ctx: Ctx, id: string, number: string): Promise<void> {
  if (!(await isNumberTaken(ctx, id, number))) return
  throw new Problem('invoice.number', { number }, { fields: { invoiceNo: problemText('invoice.number', { number }) } })
}

/** Writes down that an invoice nobody answered for is not on the tax platform. */
export async function recordNone(
  ctx: Ctx,
  { id, version, reason }: Input<typeof calls.recordNoInvoice>,
): Promise<Output<typeof calls.recordNoInvoice>> {
  const { invoice } = await judgedInvoice(ctx, id, 'recordNone')
  const moved = await move(ctx, invoiceStates, invoice, 'recordNone', {
    version,
    reason,
    set: { ...recorderOf(ctx), record: 'NONE', next_at: null, fault: reason },
  })
  await tellRecorded(ctx, invoice, '税务平台未开出')
  ctx.touched('invoice', id, { serialNo: invoice.serial_no })
  return { id, version: moved.version }
}

/** The second person agrees to a record, or gives it back. */
export async function judgeRecord(
  ctx: Ctx,
  { id, version, move: name, reason = '' }: Input<typeof calls.judgeRecordedInvoice>,
): Promise<Output<typeof calls.judgeRecordedInvoice>> {
  const { app, invoice } = await judgedInvoice(ctx, id, name)
  const isDenied = name === 'deny' || name === 'denyNone'
  const why = reason.trim()
  if (isDenied && why === '') throw wrongField('reason', '不能为空')
  // the platform was asked without an answer: the invoice may stand there, so it is asked about again and nothing is freed
  const isLost = name === 'denyNone' || (name === 'deny' && invoice.tries > 0)
  const cleared = { record: null, recorder_id: null, recorder_for: null, recorder_name: null }
  const set = {
    confirm: { confirmer_name: writtenName(ctx.actor) },
    confirmNone: { confirmer_name: writtenName(ctx.actor) },
    deny: { ...cleared, invoice_no: null, issued_at: null, fault: why, next_at: isLost ? ctx.now : null },
    denyNone: { ...cleared, fault: why, next_at: ctx.now },
  }[name]
  if (name === 'confirm' && invoice.invoice_no !== null) await assertNumberFree(ctx, id, invoice.invoice_no)
  const step = isLost ? 'denyNone' : name
  const moved = await move(ctx, invoiceStates, invoice, step, { version, set, ...(isDenied ? { reason: why } : {}) })
  if (name === 'confirm') {
    const { invoice_no: invoiceNo, issued_at: issuedAt } = invoice
    await followIssued(ctx, app, invoice, { invoiceNo: invoiceNo ?? '', issuedAt: issuedAt ?? ctx.now })
  }
  ctx.touched('invoice', id, { serialNo: invoice.serial_no })
  return { id, version: moved.version }
}

/** Files handed in for an invoice. */
export async function uploadFiles(
  ctx: Ctx,
  { id }: Input<typeof calls.uploadInvoiceFile>,
  stored: StoredUploads,
): Promise<Output<typeof calls.uploadInvoiceFile>> {
  const { invoice } = await lockInvoice(ctx, id)
  const files = await keepFiles(ctx, invoice, stored)
  ctx.touched('invoice', id, { serialNo: invoice.serial_no, files: String(files.length) })
  return { files }
}
