// Receipts (回单): photos stored and sent in, originals posted, then confirmed or sent back with a reason; and photos of
// what happened on the way.
import type { Input, Output } from '@yunshu/contract/call'
import type { HappeningName, SaidArgs } from '@yunshu/contract/happening/happenings'
import type * as lifeCalls from '@yunshu/contract/waybill/life'
import type * as receiptCalls from '@yunshu/contract/waybill/receipt'
import { dueAt } from '@yunshu/domain/settlement/payPlan'
import { receiptStates } from '@yunshu/domain/waybill/waybill'
import * as z from 'zod/mini'
import { logEvent, stale } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { tellHappening } from '../../work/outbox.ts'
import { openFeeParts } from '../part/fee.commands.ts'
import { openReceiptPart } from '../part/parts.commands.ts'
import { keepUploads, type StoredUploads } from '../file/file.commands.ts'
import { writtenName, type Change, type Ctx } from '../../work/ctx.ts'
import { fieldFault } from '../../http/fieldFault.ts'
import { readWaybillBody } from './waybillBody.queries.ts'
import { lockSeen, lockWaybill, passOn, touchWaybill, wordsOfWaybill } from './writing.commands.ts'
import { type LockedWaybill } from './waybill.queries.ts'
import { assertAct } from './waybillActs.queries.ts'
import { finishIfDone } from './waybill.commands.ts'
import { ReceiptNote } from './waybillDetail.queries.ts'

const asReceipt = (waybill: LockedWaybill) => ({ ...waybill, state: waybill.receipt_state })
const receiptOf = (waybill: LockedWaybill) => ({
  receiptState: waybill.receipt_state,
  receiptRule: readWaybillBody(waybill.body).receiptRule,
})
const note = (waybill: LockedWaybill, more: z.output<typeof ReceiptNote>): string =>
  JSON.stringify({ ...z.parse(ReceiptNote, waybill.receipt), ...more })

/** Keeps the files of a receipt and hands it in. */
export async function uploadReceipt(
  ctx: Ctx,
  { id, version }: Input<typeof receiptCalls.uploadReceipt>,
  stored: StoredUploads,
): Promise<Output<typeof receiptCalls.uploadReceipt>> {
  return handReceiptIn(ctx, await lockSeen(ctx, id, version), stored)
}

/** The same for a waybill under lock; `more` stands in its history beside the number of files. */
export async function handReceiptIn(
  ctx: Ctx,
  waybill: LockedWaybill,
  stored: StoredUploads,
  more: readonly Change[] = [],
): Promise<Output<typeof receiptCalls.uploadReceipt>> {
  const { id } = waybill
  assertAct(ctx, 'uploadReceipt', waybill, { receiptState: waybill.receipt_state })
  const files = await keepUploads(ctx, stored, {
    entity: 'waybill',
    id,
    category: 'receipt',
    shipperId: waybill.shipper_id,
    carrierId: waybill.carrier_id,
    branchId: waybill.branch_id,
  })
  const moved = await move(ctx, receiptStates, asReceipt(waybill), 'upload', {
    set: {
      receipt: note(waybill, { uploadedAt: ctx.now, uploadedBy: writtenName(ctx.actor), rejectReason: undefined }),
    },
    diff: [{ field: '回单文件', old: '--', new: `${files.length} 个` }, ...more],
  })
  await tellReceipt(ctx, waybill, 'receipt.uploaded', wordsOfWaybill(waybill))
  ctx.touched('waybill', id)
  return { id, version: moved.version, files }
}

/** The original papers leave by express; photos have to be there first where the goods want them. */
export async function postReceipt(
  ctx: Ctx,
  { id, version, company, expressNo, sentAt }: Input<typeof lifeCalls.postReceipt>,
): Promise<Output<typeof lifeCalls.postReceipt>> {
  const waybill = await lockSeen(ctx, id, version)
  assertAct(ctx, 'postReceipt', waybill, receiptOf(waybill))
  const fault = fieldFault(sentAt > ctx.now ? { sentAt: '不能晚于当前时间' } : {})
  if (fault) throw fault
  const moved = await move(ctx, receiptStates, asReceipt(waybill), 'post', {
    set: { receipt: note(waybill, { express: { company, expressNo, sentAt }, rejectReason: undefined }) },
    diff: [{ field: '快递', old: '--', new: `${company} ${expressNo}` }],
  })
  const said = { ...wordsOfWaybill(waybill), express: company, expressNo }
  await tellReceipt(ctx, waybill, 'receipt.posted', said)
  ctx.touched('waybill', id)
  return { id, version: moved.version }
}

/** Keeps photos of events on the way, of either side. */
export async function addFiles(
  ctx: Ctx,
  { id, version }: Input<typeof lifeCalls.addWaybillFiles>,
  stored: StoredUploads,
): Promise<Output<typeof lifeCalls.addWaybillFiles>> {
  const waybill = await lockSeen(ctx, id, version)
  assertAct(ctx, 'addFiles', waybill)
  const files = await keepUploads(ctx, stored, {
    entity: 'waybill',
    id,
    category: 'scene',
    shipperId: waybill.shipper_id,
    carrierId: waybill.carrier_id,
    branchId: waybill.branch_id,
  })
  const next = await touchWaybill(ctx, waybill)
  await logEvent(ctx, {
    entity: 'waybill',
    entityId: id,
    action: '上传现场照片',
    diff: [{ field: '现场照片', old: '--', new: `${files.length} 个` }],
  })
  await passOn(ctx, waybill, {}, 'waybill.photographed', { ...wordsOfWaybill(waybill), count: files.length })
  ctx.touched('waybill', id)
  return { id, version: next, files }
}

/** Confirms a receipt, which may release money and finish the waybill, or rejects it with a reason. */
export async function auditReceipt(
  ctx: Ctx,
  { id, version, move: name, reason }: Input<typeof receiptCalls.auditReceipt>,
): Promise<Output<typeof receiptCalls.auditReceipt>> {
  const waybill = await lockWaybill(ctx, id)
  const act = name === 'confirm' ? 'confirmReceipt' : 'rejectReceipt'
  // a side without this act is refused for that first, before it hears that somebody else was faster
  assertAct(ctx, act, waybill)
  if (version !== waybill.version) throw await stale(ctx, id)
  assertAct(ctx, act, waybill, receiptOf(waybill))
  const audited = note(waybill, {
    auditedAt: ctx.now,
    auditedBy: writtenName(ctx.actor),
    rejectReason: name === 'reject' ? reason : undefined,
  })
  await move(ctx, receiptStates, asReceipt(waybill), name, {
    version,
    reason: reason || undefined,
    set: { receipt: audited, ...(name === 'confirm' ? await dueNow(ctx, waybill) : {}) },
  })
  const words = wordsOfWaybill(waybill)
  if (name === 'confirm') await tellReceipt(ctx, waybill, 'receipt.confirmed', words)
  else await tellReceipt(ctx, waybill, 'receipt.rejected', { ...words, reason: reason ?? '' })
  if (waybill.shipper_id === ctx.actor.companyId)
    await tellHappening(ctx, 'receipt.judged', { company: waybill.shipper_id, permit: 'receipt.audit' })
  if (name === 'confirm') await finishIfDone(ctx, id)
  ctx.touched('waybill', id)
  return { id, version: (await lockWaybill(ctx, id)).version }
}

/** The part that waited for the receipt falls due from now; others of the waybill may be due before. */
async function dueNow(ctx: Ctx, waybill: LockedWaybill): Promise<{ due_at?: number }> {
  if (waybill.signed_at === null) return {}
  const due = dueAt(ctx.now, readWaybillBody(waybill.body).payPlan.termDays)
  const isOpened = await openReceiptPart(ctx, waybill.id, due)
  await openFeeParts(ctx, waybill.id, due)
  return isOpened && waybill.due_at === null ? { due_at: due } : {}
}

/** Tells the other side: carriers who bring receipts, shippers who judge them. */
async function tellReceipt<N extends HappeningName>(
  ctx: Ctx,
  waybill: LockedWaybill,
  name: N,
  ...said: SaidArgs<N>
): Promise<void> {
  await passOn(ctx, waybill, { permit: 'receipt.upload', only: 'carrier' }, name, ...said)
  await passOn(ctx, waybill, { permit: 'receipt.audit', only: 'shipper' }, name, ...said)
}
