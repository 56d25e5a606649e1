// Calls and shapes of receivables that are given up (坏账核销): asked by one person with a reason and papers, booked when
// another agrees, taken back by two.
import { writeOffMost, writeOffStates } from '@yunshu/domain/writeOff'
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
  zKey,
  zLooseText,
  zPage,
  zText,
  zTime,
  zVersion,
} from '../fields.ts'
import { FileRef } from '../files.ts'
import { LogLine } from '../goods/goods.ts'
import { ReceivableRow } from '../remittance/remittance.ts'

export const WriteOffRow = z.object({
  id: zId,
  writeOffNo: z.string(),
  state: zKey(writeOffStates.states),
  shipperId: zId,
  shipperName: z.string(),
  branchCompanyId: zId,
  branchName: z.string(),
  waybills: z.number(),
  /** The first of its waybills, by number. */
  waybillNo: z.string(),
  amount: zFen,
  /** The amount given up by it now: nothing before it is booked, less where waybills were voided or red invoices issued since. */
  standing: zFen,
  reason: z.string(),
  maker: z.string(),
  checker: z.optional(z.string()),
  checkedAt: z.optional(zTime),
  /** The reason it was rejected for. */
  answer: z.optional(z.string()),
  undoReason: z.optional(z.string()),
  undoAsker: z.optional(z.string()),
  undoChecker: z.optional(z.string()),
  undoneAt: z.optional(zTime),
  createdAt: zTime,
  version: zVersion,
  moves: z.array(zKey(writeOffStates.moves)),
})
export type WriteOffRow = z.output<typeof WriteOffRow>

const house = { anyOf: ['price.shipper'], sides: ['platform', 'branch'] } as const
const writeOffFilter = {
  state: z.optional(zKey(writeOffStates.states)),
  shipperId: z.optional(zId),
  branchId: z.optional(zId),
  /** When it was asked, from and before. */
  from: z.optional(zTime),
  to: z.optional(zTime),
  amountFrom: z.optional(zFen),
  amountTo: z.optional(zFen),
  /** Its number, its shipper, its reason, or the number of a waybill. */
  text: z.optional(zLooseText(60)),
  /** The rows a person chose. */
  ids: zChosenIds,
}
export const listWriteOffs = call({
  method: 'GET',
  path: '/auth/v1/money/writeOffs/list',
  title: '应收坏账列表',
  permit: 'debt.view',
  ...house,
  input: z.strictObject({ ...writeOffFilter, ...pageFields }),
  output: zPage(WriteOffRow),
})
/**
 * Counts by state without the filter's own state; or with `part: 'sums'` the sums of all rows of the list, of the newest
 * 10,001 when there are more (`summed` says of how many).
 */
export const countWriteOffs = call({
  method: 'GET',
  path: '/auth/v1/money/writeOffs/statistical',
  title: '应收坏账统计',
  permit: 'debt.view',
  ...house,
  heavy: true,
  input: z.strictObject({ ...writeOffFilter, part: z.optional(z.enum(['counts', 'sums'])) }),
  output: zCounts({ amount: zFen, standing: zFen }),
})
/** A waybill of a write-off: what it gives up, what is open of it now, and whether the loss stands. */
export const WriteOffItem = z.object({
  waybillId: zId,
  waybillNo: z.string(),
  dueAt: zTime,
  amount: zFen,
  open: zFen,
  stands: zBool,
})
/** A write-off with its waybills, papers, history and the vouchers it made. */
export const getWriteOff = call({
  method: 'GET',
  path: '/auth/v1/money/writeOffs/details',
  title: '应收坏账详情',
  permit: 'debt.view',
  ...house,
  input: z.strictObject({ id: zId }),
  output: z.extend(WriteOffRow, {
    items: z.array(WriteOffItem),
    files: z.array(FileRef),
    log: z.array(LogLine),
    vouchers: z.array(z.object({ id: zId, voucherNo: z.string() })),
  }),
})
export type WriteOffDetail = z.output<typeof getWriteOff.output>
/** Shippers that owe the caller's branches something, by name. */
export const listOwingShippers = call({
  method: 'GET',
  path: '/auth/v1/money/writeOffs/shippers',
  title: '有应收的货主',
  permit: 'debt.collect',
  ...house,
  input: z.strictObject({ text: z.optional(zLooseText(60)) }),
  output: z.object({
    rows: z.array(z.object({ shipperId: zId, shipperName: z.string(), branchId: zId, branchName: z.string() })),
  }),
})
/** Open receivables of a shipper with a branch, oldest due first; `owed` is of all that the words find. */
export const listOwed = call({
  method: 'GET',
  path: '/auth/v1/money/writeOffs/receivables',
  title: '货主的未收运单',
  permit: 'debt.collect',
  ...house,
  input: z.strictObject({ shipperId: zId, branchId: zId, text: z.optional(zLooseText(60)) }),
  output: z.object({
    shipperName: z.string(),
    branchName: z.string(),
    rows: z.array(ReceivableRow),
    count: z.number(),
    owed: zFen,
  }),
})
/** Asks to give receivables of a shipper up, each whole or a part; nothing is reserved or booked by it. */
export const askWriteOff = call({
  method: 'POST',
  path: '/auth/v1/money/writeOffs/ask',
  title: '申请核销应收坏账',
  permit: 'debt.collect',
  ...house,
  money: true,
  overlay: '操作中...',
  input: z.strictObject({
    shipperId: zId,
    branchId: zId,
    receivables: z
      .array(z.strictObject({ waybillId: zId, amount: zFen }))
      .check(z.maxLength(writeOffMost, `一次最多核销 ${writeOffMost} 单`)),
    reason: zText(200),
  }),
  output: z.object({ id: zId, writeOffNo: z.string(), version: zVersion }),
})
/**
 * Agrees with another person's write-off, or with taking it back, as `move` says: the books follow. `expectAmount` is what was
 * asked for, or with `undo` what stands of it.
 */
export const confirmWriteOff = call({
  method: 'POST',
  path: '/auth/v1/money/writeOffs/confirm',
  title: '确认核销应收坏账',
  permit: 'debt.confirm',
  ...house,
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ id: zId, version: zVersion, move: z.enum(['confirm', 'undo']), expectAmount: zFen }),
  output: zChanged,
})
/** Rejects or takes back a request, asks to take a booked write-off back, or lets it stand. */
export const moveWriteOff = call({
  method: 'POST',
  path: '/auth/v1/money/writeOffs/move',
  title: '办理应收坏账',
  permit: 'debt.view',
  ...house,
  money: true,
  overlay: '操作中...',
  input: z.strictObject({
    id: zId,
    version: zVersion,
    move: z.enum(['reject', 'withdraw', 'askUndo', 'keep']),
    reason: z.optional(zLooseText(200)),
  }),
  output: zChanged,
})
/** Keeps a paper with a write-off (multipart, field `files`): a judgment, a letter, the end of an insolvency. */
export const uploadWriteOffPaper = call({
  method: 'POST',
  path: '/auth/v1/money/writeOffs/paper/upload',
  title: '上传坏账依据',
  permit: 'debt.collect',
  ...house,
  body: 'multipart',
  input: z.strictObject({ id: zId }),
  output: z.object({ files: z.array(FileRef) }),
})
