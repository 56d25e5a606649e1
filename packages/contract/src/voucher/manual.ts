// Calls of vouchers made by hand: saving a draft, and its steps until it is in the books and out of them in red.
import { manualKinds, manualLines } from '@yunshu/domain/voucher/manual'
import { manualCategories } from '@yunshu/domain/voucher/voucherPages'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { zChanged, zId, zKey, zLooseText, zSignedFen, zText, zTime, zVersion } from '../fields.ts'

/** A line as it is typed: an amount on one side; a waybill of the branch where the line is about one. */
export const ManualLine = z.strictObject({
  summary: zLooseText(100),
  account: z.string().check(z.trim(), z.maxLength(10, '不能超过10个字')),
  waybillNo: z.optional(zLooseText(35)),
  debit: zSignedFen,
  credit: zSignedFen,
})
/**
 * Keeps a draft, new or anew; it need not balance before it is audited. Numbers and entries come when it is posted.
 * Refuses lines with the place of the fault (`lines.3.account`).
 */
export const saveVoucher = call({
  method: 'POST',
  path: '/auth/v1/manage/voucher/save',
  title: '保存手工凭证',
  permit: 'voucher.make',
  branchOnly: true,
  overlay: '操作中...',
  input: z.strictObject({
    id: z.optional(zId),
    version: z.optional(zVersion),
    kind: z.enum(manualKinds, '不是可选的值'),
    category: z.optional(zKey(manualCategories)),
    /** The day of the books it is meant for. */
    date: zTime,
    summary: zText(100),
    counterparty: z.optional(zLooseText(60)),
    lines: z
      .array(ManualLine)
      .check(z.minLength(1, '请至少填写一行'), z.maxLength(manualLines.most, `一张凭证最多 ${manualLines.most} 行`)),
  }),
  output: z.object({ id: zId, version: zVersion, voucherNo: z.string() }),
})
/** A step of a voucher made by hand: audited, sent back, posted and reversed by another person than its maker. */
export const moveVoucher = call({
  method: 'POST',
  path: '/auth/v1/manage/voucher/move',
  title: '办理手工凭证',
  permit: 'voucher.view',
  branchOnly: true,
  money: true,
  overlay: '操作中...',
  input: z.strictObject({
    id: zId,
    version: zVersion,
    move: z.enum(['audit', 'sendBack', 'post', 'reverse', 'void'], '不是可选的值'),
    reason: z.optional(zLooseText(200)),
  }),
  output: zChanged,
})
