// Calls of patterns of vouchers (常用凭证): what a branch types every month, kept under a name and put into the grid again.
import { manualKinds, manualLines } from '@yunshu/domain/voucher/manual'
import { manualCategories } from '@yunshu/domain/voucher/voucherPages'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { zChanged, zFen, zId, zKey, zLooseText, zText, zTime, zVersion } from '../fields.ts'

/** The most patterns of a branch, and the longest name of one. */
export const patternMost = { count: 100, name: 30 } as const

/** A voucher as a pattern keeps it: without its day and its waybills. An amount that changes each month is left empty. */
const kept = {
  name: zText(patternMost.name),
  kind: z.enum(manualKinds, '不是可选的值'),
  category: z.optional(zKey(manualCategories)),
  summary: z.optional(zLooseText(100)),
  counterparty: z.optional(zLooseText(60)),
}
const line = {
  summary: zLooseText(100),
  account: z.string().check(z.trim(), z.maxLength(10, '不能超过10个字')),
  debit: zFen,
  credit: zFen,
}

export const VoucherPattern = z.object({
  ...kept,
  id: zId,
  lines: z.array(z.object({ ...line, accountName: z.string() })),
  maker: z.string(),
  updatedAt: zTime,
  version: zVersion,
})
export type VoucherPattern = z.output<typeof VoucherPattern>
/** The patterns of the branch one works for, by name. */
export const listVoucherPatterns = call({
  method: 'GET',
  path: '/auth/v1/manage/voucher/pattern/list',
  title: '常用凭证',
  permit: 'voucher.make',
  branchOnly: true,
  input: z.strictObject({}),
  output: z.object({ rows: z.array(VoucherPattern) }),
})
/** Keeps a pattern under a name no other of the branch has. */
export const saveVoucherPattern = call({
  method: 'POST',
  path: '/auth/v1/manage/voucher/pattern/save',
  title: '存为常用凭证',
  permit: 'voucher.make',
  branchOnly: true,
  overlay: '操作中...',
  input: z.strictObject({
    ...kept,
    lines: z
      .array(z.strictObject(line))
      .check(z.minLength(1, '请至少填写一行'), z.maxLength(manualLines.most, `一张凭证最多 ${manualLines.most} 行`)),
  }),
  output: zChanged,
})
/** Takes a pattern out of the list. */
export const dropVoucherPattern = call({
  method: 'POST',
  path: '/auth/v1/manage/voucher/pattern/drop',
  title: '删除常用凭证',
  permit: 'voucher.make',
  branchOnly: true,
  overlay: '操作中...',
  input: z.strictObject({ id: zId, version: zVersion }),
  output: zChanged,
})
