// Calls and shapes of payment files (付款文件): made for a bank's batch upload, let out by another person, handed out.
import { payFileFormats, payFileEncodings } from '@yunshu/domain/payFile/template'
import { payFileMost, payFileStates } from '@yunshu/domain/payFile/payFile'
import { paymentStates } from '@yunshu/domain/settlement/settlement'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import {
  pageFields,
  zChanged,
  zChosenIds,
  zCounts,
  zDone,
  zFen,
  zId,
  zKey,
  zLooseText,
  zPage,
  zText,
  zTime,
  zVersion,
} from '../fields.ts'
import { LogLine } from '../goods/goods.ts'
import { PayAnswerRow } from './payAnswer.ts'

export const PayFileRow = z.object({
  id: zId,
  fileNo: z.string(),
  state: zKey(payFileStates.states),
  branchCompanyId: zId,
  branchName: z.string(),
  templateName: z.string(),
  /** The name of the file as it is handed out. */
  name: z.string(),
  sha256: z.string(),
  lines: z.number(),
  amount: zFen,
  /** Payments of it that have an end, and those of them that did not arrive. */
  ended: z.number(),
  failed: z.number(),
  maker: z.string(),
  releaser: z.optional(z.string()),
  releasedAt: z.optional(zTime),
  downloads: z.number(),
  reason: z.optional(z.string()),
  createdAt: zTime,
  version: zVersion,
  moves: z.array(zKey(payFileStates.moves)),
})
export type PayFileRow = z.output<typeof PayFileRow>

const payFileFilter = {
  state: z.optional(zKey(payFileStates.states)),
  branchId: z.optional(zId),
  /** The time it was made, from and before. */
  from: z.optional(zTime),
  to: z.optional(zTime),
  text: z.optional(zLooseText(60)),
  /** The rows a person chose. */
  ids: zChosenIds,
}
export const listPayFiles = call({
  method: 'GET',
  path: '/auth/v1/money/payFiles/list',
  title: '付款文件列表',
  permit: 'payFile.view',
  input: z.strictObject({ ...payFileFilter, ...pageFields }),
  output: zPage(PayFileRow),
})
/**
 * Counts by state without the filter's own state; or with `part: 'sums'` the sums of all rows of the list, of the
 * newest 10,001 when there are more (`summed` says of how many).
 */
export const countPayFiles = call({
  method: 'GET',
  path: '/auth/v1/money/payFiles/statistical',
  title: '付款文件统计',
  permit: 'payFile.view',
  heavy: true,
  input: z.strictObject({ ...payFileFilter, part: z.optional(z.enum(['counts', 'sums'])) }),
  output: zCounts({ amount: zFen, lines: z.number() }),
})
/** A line of a file: the payment it orders, as it stands now. */
export const PayFileLine = z.object({
  n: z.number(),
  paymentId: zId,
  taskNo: z.string(),
  settlementNum: z.string(),
  payee: z.string(),
  /** Only its last four digits. */
  account: z.string(),
  bank: z.string(),
  amount: zFen,
  state: zKey(paymentStates.states),
  bankSerial: z.optional(z.string()),
  reason: z.optional(z.string()),
})
export type PayFileLine = z.output<typeof PayFileLine>
/** A file with its lines, the answers read for it, and its history. */
export const getPayFile = call({
  method: 'GET',
  path: '/auth/v1/money/payFiles/details',
  title: '付款文件详情',
  permit: 'payFile.view',
  input: z.strictObject({ id: zId }),
  output: z.extend(PayFileRow, {
    format: zKey(payFileFormats),
    /** Its bytes are handed out to the caller. */
    canDownload: z.boolean(),
    canRead: z.boolean(),
    rows: z.array(PayFileLine),
    answers: z.array(PayAnswerRow),
    log: z.array(LogLine),
  }),
})
export type PayFileDetail = z.output<typeof getPayFile.output>

/** A payment that waits for a file. */
export const PayFileCandidate = z.object({
  id: zId,
  taskNo: z.string(),
  settlementNum: z.string(),
  payee: z.string(),
  /** Only its last four digits. */
  account: z.string(),
  bank: z.string(),
  amount: zFen,
  shipperName: z.string(),
  branchCompanyId: zId,
  branchName: z.string(),
  createdAt: zTime,
  version: zVersion,
})
export type PayFileCandidate = z.output<typeof PayFileCandidate>
const candidateFilter = {
  branchId: z.optional(zId),
  from: z.optional(zTime),
  to: z.optional(zTime),
  text: z.optional(zLooseText(60)),
  ids: zChosenIds,
}
export const listPayFileCandidates = call({
  method: 'GET',
  path: '/auth/v1/money/payFiles/candidates',
  title: '待出文件的付款',
  permit: 'payFile.view',
  input: z.strictObject({ ...candidateFilter, ...pageFields }),
  output: zPage(PayFileCandidate),
})
export const PayFileTemplateRow = z.object({
  id: zId,
  name: z.string(),
  format: zKey(payFileFormats),
  encoding: zKey(payFileEncodings),
  headings: z.array(z.string()),
  remarkBytes: z.number(),
  linesMost: z.number(),
})
export const listPayFileTemplates = call({
  method: 'GET',
  path: '/auth/v1/money/payFiles/templates',
  title: '付款文件模板',
  permit: 'payFile.view',
  input: z.strictObject({}),
  output: z.object({ rows: z.array(PayFileTemplateRow) }),
})
/** Makes a file of payments of one branch; `expectAmount` and their number are what the person saw. */
export const makePayFile = call({
  method: 'POST',
  path: '/auth/v1/money/payFiles/make',
  title: '生成付款文件',
  permit: 'payFile.make',
  branchOnly: true,
  money: true,
  overlay: '操作中...',
  input: z.strictObject({
    templateId: zId,
    paymentIds: z
      .array(zId)
      .check(z.minLength(1, '请选择付款'), z.maxLength(payFileMost.lines, `一份文件最多 ${payFileMost.lines} 笔`)),
    expectAmount: zFen,
  }),
  output: z.object({ id: zId, fileNo: z.string(), version: zVersion }),
})
/** Lets a file out, or takes it back before it was; its payments can stand in another one then. */
export const movePayFile = call({
  method: 'POST',
  path: '/auth/v1/money/payFiles/move',
  title: '办理付款文件',
  permit: 'payFile.view',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({
    id: zId,
    version: zVersion,
    move: z.enum(['release', 'withdraw']),
    expectAmount: z.optional(zFen),
    reason: z.optional(zLooseText(200)),
  }),
  output: zChanged,
})
/** The bytes that were let out. */
export const downloadPayFile = call({
  method: 'GET',
  path: '/auth/v1/money/payFiles/download',
  title: '下载付款文件',
  permit: 'payFile.view',
  anyOf: ['payFile.make', 'payFile.release'],
  answer: 'blob',
  heavy: true,
  overlay: '下载中...',
  input: z.strictObject({ id: zId }),
  output: z.custom<Blob>(value => value instanceof Blob),
})
/** Gives a payment up that stands in no file: its sheet has it as failed, and pays it again in another way. */
export const cancelPayment = call({
  method: 'POST',
  path: '/auth/v1/money/payFiles/cancelPayment',
  title: '取消付款',
  permit: 'payFile.make',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ id: zId, version: zVersion, reason: zText(200) }),
  output: zDone,
})
