// Calls and shapes of batches (批量任务): choosing records for an act, starting it once, and its progress row by row.
import {
  batchActs,
  batchFlags,
  batchLimits,
  batchOutcomes,
  batchPermits,
  batchStates,
  recordBatchActs,
  recordBatchPermits,
  sheetBatchActs,
  sheetBatchPermits,
  waybillBatchActs,
} from '@yunshu/domain/batch'
import { payChannels } from '@yunshu/domain/settlement/settlement'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { pageFields, zBool, zChanged, zFen, zGrams, zId, zInt, zKey, zPage, zText, zTime, zVersion } from './fields.ts'
import { listPaymentTasks } from './settlement/paymentTask.ts'
import { listSettlements } from './settlement/settlement.ts'
import { zPeriod } from './voucher/voucher.ts'

/** Lists all rows of which can be chosen under their filter. */
export const batchLists = { settlements: listSettlements, paymentTasks: listPaymentTasks } as const

/** A batch as the list of batches shows it. */
export const BatchRow = z.object({
  id: zId,
  act: zKey(batchActs),
  state: zKey(batchStates.states),
  /** Records to be done, and those done by now; records left out stand in neither. */
  total: z.number(),
  done: z.number(),
  /** Records that were not done: left out when they were chosen, refused, or left behind. */
  undone: z.number(),
  /** The amount of the records to be done; absent where the act has none, or the person may not see it. */
  sum: z.optional(zFen),
  /** Their weight, where the act is about weights. */
  weightG: z.optional(zGrams),
  /** The month, where the act is about one. */
  period: z.optional(zPeriod),
  /** The reason it ended before its end, in words. */
  fault: z.optional(z.string()),
  createdAt: zTime,
  startedAt: z.optional(zTime),
  doneAt: z.optional(zTime),
  version: zVersion,
})
export type BatchRow = z.output<typeof BatchRow>

/** One record of a batch; `outcome` is absent while it waits for its turn. */
export const BatchItem = z.object({
  recordId: zId,
  /** The version the record had when it was chosen. */
  version: zVersion,
  number: z.string(),
  name: z.string(),
  payee: z.optional(z.string()),
  amount: z.optional(zFen),
  weightG: z.optional(zGrams),
  flags: z.array(zKey(batchFlags)),
  outcome: z.optional(zKey(batchOutcomes)),
  reason: z.optional(z.string()),
})
export type BatchItem = z.output<typeof BatchItem>

export const BatchDetail = z.extend(BatchRow, {
  /** Payees of the records to be done: their account by its tail alone. */
  payees: z.array(z.object({ payee: z.string(), count: z.number(), sum: zFen })),
  /** Records that are not done yet or were not, those that need a look first; at most 500, and those done after them. */
  items: z.array(BatchItem),
  /** The most of one batch, for acts by which money leaves. */
  limit: z.optional(z.object({ rows: z.number(), sum: zFen })),
  /** A code of the second factor is asked for at the start. */
  needsCode: zBool,
})
export type BatchDetail = z.output<typeof BatchDetail>

const zIds = z.array(zId).check(z.maxLength(batchLimits.rows, '一次最多选择五千条'))
const zListFilter = z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(100_000)))

/**
 * Keeps the sheets of a list's filter, or those of `ids`, with their versions of this moment. Records that cannot be
 * done stand apart with the reason; flagged ones too, unless `looked` names them.
 */
export const chooseBatch = call({
  method: 'POST',
  path: '/auth/v1/batch/choose',
  title: '选择批量办理的记录',
  permit: 'settlement.view',
  anyOf: sheetBatchPermits,
  heavy: true,
  input: z.strictObject({
    act: z.enum(sheetBatchActs),
    list: z.optional(zKey(batchLists)),
    filter: z.optional(zListFilter),
    ids: z.optional(zIds),
    looked: z.optional(zIds),
  }),
  output: z.object({ id: zId }),
})
/** Keeps waybills of the list's filter, or those of `ids`; records no batch can do stand apart with the reason. */
export const chooseWaybills = call({
  method: 'POST',
  path: '/auth/v1/waybill/batch/choose',
  title: '选择批量办理的运单',
  permit: 'waybill.view',
  noBranch: true,
  heavy: true,
  input: z.strictObject({
    act: z.enum(waybillBatchActs),
    filter: z.optional(zListFilter),
    ids: z.optional(zIds),
  }),
  output: z.object({ id: zId }),
})
/**
 * Keeps the shippers that owe, or had dealings in a month, each with a branch: of `branchId`, else of all in reach; `ids`
 * are shippers. Those whose statement stands already stand apart.
 */
export const chooseStatements = call({
  method: 'POST',
  path: '/auth/v1/money/statements/batch/choose',
  title: '选择批量生成对账单的货主',
  permit: 'statement.make',
  heavy: true,
  input: z.strictObject({ period: zPeriod, branchId: z.optional(zId), ids: z.optional(zIds) }),
  output: z.object({ id: zId }),
})
/**
 * Keeps vouchers, input invoices, applications or statements of the list's filter, or those of `ids`; those the act cannot
 * be done for stand apart with the reason. `period` is the month whose return deducts what is ticked, this one unless told.
 */
export const chooseBookRecords = call({
  method: 'POST',
  path: '/auth/v1/books/batch/choose',
  title: '选择批量办理的单据',
  permit: 'session',
  anyOf: recordBatchPermits,
  sides: ['platform', 'branch'],
  heavy: true,
  input: z.strictObject({
    act: z.enum(recordBatchActs),
    filter: z.optional(zListFilter),
    ids: z.optional(zIds),
    period: z.optional(zPeriod),
  }),
  output: z.object({ id: zId }),
})
export const listBatches = call({
  method: 'GET',
  path: '/auth/v1/batch/list',
  title: '批量任务',
  permit: 'session',
  anyOf: batchPermits,
  input: z.strictObject({ ...pageFields }),
  output: zPage(BatchRow),
})
export const getBatch = call({
  method: 'GET',
  path: '/auth/v1/batch/details',
  title: '批量任务详情',
  permit: 'session',
  anyOf: batchPermits,
  input: z.strictObject({ id: zId }),
  output: BatchDetail,
})
/**
 * Starts a batch, once. `count` and `sum` are those the person confirmed; `code` is the second factor where it is asked
 * for, spent for exactly this choice.
 */
export const startBatch = call({
  method: 'POST',
  path: '/auth/v1/batch/start',
  title: '开始批量办理',
  permit: 'session',
  anyOf: batchPermits,
  money: true,
  secret: true,
  overlay: '提交中...',
  input: z.strictObject({
    id: zId,
    version: zVersion,
    count: zInt(0, batchLimits.rows),
    sum: z.optional(zFen),
    channel: z.optional(zKey(payChannels)),
    code: z.optional(zText(20)),
  }),
  output: zChanged,
})
/** Leaves undone what has not begun; the row under way ends as it ends. */
export const stopBatch = call({
  method: 'POST',
  path: '/auth/v1/batch/stop',
  title: '停止批量办理',
  permit: 'session',
  anyOf: batchPermits,
  input: z.strictObject({ id: zId }),
  output: zChanged,
})
