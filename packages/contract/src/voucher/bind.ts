// Calls of binding waybills to a voucher (绑定运单): what it has, who may be bound, binding and unbinding.
import { bindClasses, bindMost } from '@yunshu/domain/voucher/binding'
import { voucherKinds, voucherStates } from '@yunshu/domain/voucher/voucher'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import {
  pageFields,
  zBool,
  zDone,
  zFen,
  zId,
  zKey,
  zLooseText,
  zNumber,
  zPage,
  zSignedFen,
  zText,
  zTime,
} from '../fields.ts'

const ofVoucher = { id: zId, branchId: zId }

/** The part of a voucher's room that waybills have, and the part that none has. */
const room = { bound: zFen, left: zFen }

/** A waybill bound to it. */
export const BoundWaybill = z.object({
  id: zId,
  waybillId: zId,
  waybillNo: z.string(),
  carrier: z.string(),
  plate: z.string(),
  load: z.string(),
  unload: z.string(),
  amount: zFen,
  by: z.string(),
  at: zTime,
})
export type BoundWaybill = z.output<typeof BoundWaybill>
/** A voucher as evidence: its class of cost, its room and its waybills. `whyNot` says why none can be bound. */
export const getBinding = call({
  method: 'GET',
  path: '/auth/v1/manage/voucher/bind/details',
  title: '绑定运单',
  permit: 'voucher.bind',
  branchOnly: true,
  input: z.strictObject(ofVoucher),
  output: z.object({
    id: zId,
    branchCompanyId: zId,
    branchName: z.string(),
    voucherNo: z.string(),
    kind: zKey(voucherKinds),
    state: zKey(voucherStates.states),
    summary: z.string(),
    counterparty: z.string(),
    amount: zSignedFen,
    class: z.optional(zKey(bindClasses)),
    /** The part of the amount that is evidence of the class: its cost with the share of the tax. */
    room: zFen,
    whyNot: z.optional(z.string()),
    ...room,
    rows: z.array(BoundWaybill),
  }),
})
/** A waybill that has cost of the class which neither a voucher nor a deducted invoice bears yet. */
export const BindCandidate = z.object({
  waybillId: zId,
  waybillNo: z.string(),
  carrier: z.string(),
  plate: z.string(),
  load: z.string(),
  unload: z.string(),
  signedAt: z.optional(zTime),
  cost: zFen,
  bound: zFen,
  free: zFen,
})
export type BindCandidate = z.output<typeof BindCandidate>
/**
 * Waybills of the branch signed in the months around the voucher's, the oldest first. Without `any` those of its own
 * carrier, where it has one; with numbers those alone, whosoever they are and whenever they were signed.
 */
export const listBindCandidates = call({
  method: 'GET',
  path: '/auth/v1/manage/voucher/bind/candidates',
  title: '可绑定运单',
  permit: 'voucher.bind',
  branchOnly: true,
  heavy: true,
  input: z.strictObject({
    ...ofVoucher,
    any: z.optional(zBool),
    text: z.optional(zLooseText(60)),
    numbers: z.optional(z.array(zNumber).check(z.maxLength(bindMost, `一次最多 ${bindMost} 个单号`))),
    ...pageFields,
  }),
  output: zPage(BindCandidate),
})
/** Binds waybills with amounts, all or none. Refuses rows by their place (`rows.2.amount`). */
export const bindWaybills = call({
  method: 'POST',
  path: '/auth/v1/manage/voucher/bind',
  title: '绑定运单到凭证',
  permit: 'voucher.bind',
  branchOnly: true,
  money: true,
  overlay: '操作中...',
  input: z.strictObject({
    ...ofVoucher,
    rows: z
      .array(z.strictObject({ waybillId: zId, amount: zFen }))
      .check(z.minLength(1, '请选择运单'), z.maxLength(bindMost, `一次最多绑定 ${bindMost} 张运单`)),
  }),
  output: z.object(room),
})
/**
 * Binds the oldest waybills the same filter finds until the voucher is full, some hundred in a call; those others fill meanwhile
 * are passed over.
 */
export const fillVoucher = call({
  method: 'POST',
  path: '/auth/v1/manage/voucher/bind/fill',
  title: '按签收先后绑满凭证',
  permit: 'voucher.bind',
  branchOnly: true,
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ ...ofVoucher, any: z.optional(zBool), text: z.optional(zLooseText(60)) }),
  output: z.object({ ...room, waybills: z.number(), amount: zFen }),
})
/** Takes a binding back, with the reason. */
export const unbindWaybill = call({
  method: 'POST',
  path: '/auth/v1/manage/voucher/unbind',
  title: '解除运单绑定',
  permit: 'voucher.bind',
  branchOnly: true,
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ id: zId, branchId: zId, reason: zText(200) }),
  output: zDone,
})
