// Receipts (回单): photos stored and sent in, then confirmed or sent back with a reason.
import type { Input, Output } from '@yunshu/contract/call'
import type { auditReceipt, uploadReceipt } from '@yunshu/contract/waybill'
import { Problem } from '@yunshu/domain/problems'
import { dueAt } from '@yunshu/domain/payPlan'
import { receiptAuditSides, receiptStates, takesReceipt, waybillStates } from '@yunshu/domain/waybill'
import * as z from 'zod/mini'
import { move, stale } from '../../db/move.ts'
import { storeUploads } from '../../files/files.commands.ts'
import { writtenName, type Ctx } from '../../http/ctx.ts'
import { readWaybillBody } from './waybillBody.queries.ts'
import { finishIfDone, lockWaybill, sideOn } from './waybill.commands.ts'
import type { LockedWaybill } from './waybill.queries.ts'
import { ReceiptNote } from './waybillDetail.queries.ts'

const column = { table: 'waybills', column: 'receipt_state' }
const asReceipt = (waybill: LockedWaybill) => ({ ...waybill, state: waybill.receipt_state })
const note = (waybill: LockedWaybill, more: z.output<typeof ReceiptNote>): string => JSON.stringify({ ...z.parse(ReceiptNote, waybill.receipt), ...more })

/** Stores the files of a receipt and hands it in. */
export async function upload(ctx: Ctx, { id, version }: Input<typeof uploadReceipt>): Promise<Output<typeof uploadReceipt>> {
  const waybill = await lockWaybill(ctx, id)
  if (version !== waybill.version) throw await stale(ctx, id)
  const { from, label } = receiptStates.moves.upload
  if (!takesReceipt(waybill.state)) throw new Problem('state.wrong', { state: waybillStates.states[waybill.state].label, move: label })
  if (!from.some((state) => state === waybill.receipt_state)) throw new Problem('state.wrong', { state: receiptStates.states[waybill.receipt_state].label, move: label })
  const files = await storeUploads(ctx, { entity: 'waybill', id, category: 'receipt', shipperId: waybill.shipper_id, carrierId: waybill.carrier_id, branchId: waybill.branch_id })
  const moved = await move(ctx, receiptStates, asReceipt(waybill), 'upload', {
    ...column, set: { receipt: note(waybill, { uploadedAt: ctx.now, uploadedBy: writtenName(ctx.actor), rejectReason: undefined }) }, diff: [{ field: '回单文件', old: '--', new: `${files.length} 个` }],
  })
  await tell(ctx, waybill, '回单已上传', `运单 ${waybill.waybill_no} 已上传回单，请审核`)
  ctx.touched('waybill', id)
  return { id, version: moved.version, files }
}

/** Confirms a receipt, which may release money and finish the waybill, or rejects it with a reason. */
export async function audit(ctx: Ctx, { id, version, move: name, reason }: Input<typeof auditReceipt>): Promise<Output<typeof auditReceipt>> {
  const waybill = await lockWaybill(ctx, id)
  if (!receiptAuditSides.includes(sideOn(ctx, waybill))) throw new Problem('permit.missing')
  const audited = note(waybill, { auditedAt: ctx.now, auditedBy: writtenName(ctx.actor), rejectReason: name === 'reject' ? reason : undefined })
  await move(ctx, receiptStates, asReceipt(waybill), name, { ...column, version, reason: reason || undefined, set: { receipt: audited, ...(name === 'confirm' ? dueNow(ctx, waybill) : {}) } })
  await tell(ctx, waybill, name === 'confirm' ? '回单已确认' : '回单被驳回', `运单 ${waybill.waybill_no} 回单${name === 'confirm' ? '审核通过' : `被驳回：${reason ?? ''}`}`)
  if (name === 'confirm') await finishIfDone(ctx, id)
  ctx.touched('waybill', id)
  return { id, version: (await lockWaybill(ctx, id)).version }
}

/** Money that waited for the receipt falls due from now. */
function dueNow(ctx: Ctx, waybill: LockedWaybill): { due_at?: number } {
  return waybill.signed_at === null || waybill.due_at !== null ? {} : { due_at: dueAt(ctx.now, readWaybillBody(waybill.body).payPlan.termDays) }
}

async function tell(ctx: Ctx, waybill: LockedWaybill, title: string, msg: string): Promise<void> {
  for (const company of [waybill.shipper_id, waybill.carrier_id].filter((one) => one !== ctx.actor.companyId)) await ctx.push({
    to: { company, ...(company === waybill.carrier_id ? { permit: 'receipt.upload', by: waybill.carrier_by } : { permit: 'receipt.audit', by: waybill.shipper_by }) }, code: '0', title, msg,
    topics: ['waybill'], data: { waybillId: waybill.id }, message: { kind: 'receipt', path: `/waybill/details/${waybill.id}` },
  })
}
