// Calls of red confirmations (红字确认单): entered by seller or buyer, answered within 72 hours, and the red invoice.
import { invoiceNumber } from '@yunshu/domain/invoice/invoice'
import { redIssueStates, redReasons, redSides, redStates } from '@yunshu/domain/invoice/red'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import {
  pageFields,
  zBool,
  zChanged,
  zChosenIds,
  zCounts,
  zFen,
  zId,
  zInt,
  zKey,
  zLooseText,
  zPage,
  zTime,
  zVersion,
} from '../fields.ts'
import { FileRef } from '../files.ts'
import { LogLine } from '../goods/goods.ts'

export const RedRow = z.object({
  id: zId,
  confirmNo: z.string(),
  state: zKey(redStates.states),
  issueState: zKey(redIssueStates.states),
  side: zKey(redSides),
  reasonCode: zKey(redReasons),
  isUsed: zBool,
  invoiceId: zId,
  invoiceNo: z.string(),
  titleName: z.string(),
  branchCompanyId: zId,
  branchName: z.string(),
  gross: zFen,
  tax: zFen,
  /** The other side answers until then, ms. */
  deadlineAt: z.optional(zTime),
  redNo: z.optional(z.string()),
  redAt: z.optional(zTime),
  fault: z.optional(z.string()),
  maker: z.string(),
  reason: z.optional(z.string()),
  note: z.optional(z.string()),
  createdAt: zTime,
  version: zVersion,
  moves: z.array(zKey(redStates.moves)),
  issueMoves: z.array(zKey(redIssueStates.moves)),
})
export type RedRow = z.output<typeof RedRow>
const redFilter = {
  state: z.optional(zKey(redStates.states)),
  branchId: z.optional(zId),
  from: z.optional(zTime),
  to: z.optional(zTime),
  text: z.optional(zLooseText(60)),
  /** The rows a person chose. */
  ids: zChosenIds,
}
const sides = ['platform', 'branch', 'shipper'] as const
export const listReds = call({
  method: 'GET',
  path: '/auth/v1/invoice/red',
  title: '红字确认单',
  permit: 'invoice.view',
  sides,
  input: z.strictObject({ ...redFilter, ...pageFields }),
  output: zPage(RedRow),
})
/** Counts by state without the filter's own state; or with `part: 'sums'` the sums of all rows of the list. */
export const countReds = call({
  method: 'GET',
  path: '/auth/v1/invoice/red/statistical',
  title: '红字确认单统计',
  permit: 'invoice.view',
  sides,
  heavy: true,
  input: z.strictObject({ ...redFilter, part: z.optional(z.enum(['counts', 'sums'])) }),
  output: zCounts({ gross: zFen, tax: zFen }),
})
/** A confirmation with the lines it takes back, the files of its red invoice and its history. */
export const RedDetail = z.extend(RedRow, {
  lines: z.array(z.object({ n: z.number(), waybillId: zId, waybillNo: z.string(), gross: zFen, tax: zFen })),
  files: z.array(FileRef),
  log: z.array(LogLine),
})
export type RedDetail = z.output<typeof RedDetail>
export const getRed = call({
  method: 'GET',
  path: '/auth/v1/invoice/red/details',
  title: '红字确认单详情',
  permit: 'invoice.view',
  sides,
  input: z.strictObject({ id: zId }),
  output: RedDetail,
})
/** Enters a confirmation for lines of an invoice: amounts include the tax. */
export const applyRed = call({
  method: 'POST',
  path: '/auth/v1/invoice/red/apply',
  title: '录入红字确认单',
  permit: 'invoice.view',
  anyOf: ['invoice.issue', 'invoice.apply'],
  sides,
  money: true,
  overlay: '操作中...',
  input: z.strictObject({
    invoiceId: zId,
    version: zVersion,
    reasonCode: zKey(redReasons),
    isUsed: zBool,
    lines: z
      .array(z.strictObject({ n: zInt(1, 2000), gross: zFen }))
      .check(z.minLength(1, '请选择明细'), z.maxLength(2000, '一次最多两千行')),
    note: z.optional(zLooseText(200)),
  }),
  output: z.object({ id: zId, confirmNo: z.string(), version: zVersion }),
})
/** Agrees to a confirmation, denies it or takes it back, as its state and the side allow. */
export const moveRed = call({
  method: 'POST',
  path: '/auth/v1/invoice/red/confirm',
  title: '办理红字确认单',
  permit: 'invoice.view',
  anyOf: ['invoice.issue', 'invoice.apply'],
  sides,
  money: true,
  overlay: '操作中...',
  input: z.strictObject({
    id: zId,
    version: zVersion,
    move: z.enum([
      'agreeAlone',
      'agreeAsk',
      'confirmBuyer',
      'confirmSeller',
      'denyBuyer',
      'denySeller',
      'withdrawSeller',
      'withdrawBuyer',
      'undo',
    ]),
    reason: z.optional(zLooseText(200)),
  }),
  output: zChanged,
})
/** Hands the red invoice to the tax platform. */
export const issueRed = call({
  method: 'POST',
  path: '/auth/v1/invoice/red/issue',
  title: '开具红票',
  permit: 'invoice.issue',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ id: zId, version: zVersion }),
  output: zChanged,
})
/** Records a red invoice issued on the tax platform by hand (multipart, field `files`: the invoice itself). */
export const recordRed = call({
  method: 'POST',
  path: '/auth/v1/invoice/red/record',
  title: '登记红票',
  permit: 'invoice.issue',
  body: 'multipart',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({
    id: zId,
    version: zVersion,
    redNo: z.string().check(z.trim(), z.regex(invoiceNumber, '应为 20 位数字')),
    redAt: zTime,
  }),
  output: zChanged,
})
/** A second person agrees to a recorded red invoice, or gives it back. */
export const judgeRed = call({
  method: 'POST',
  path: '/auth/v1/invoice/red/judge',
  title: '复核红票登记',
  permit: 'invoice.issue',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({
    id: zId,
    version: zVersion,
    move: z.enum(['confirm', 'deny']),
    reason: z.optional(zLooseText(200)),
  }),
  output: zChanged,
})
