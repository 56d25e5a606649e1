// Calls and shapes of payment tasks (付款待办): the sheets around payment that wait for the caller.
import { paymentTaskKinds } from '@yunshu/domain/settlement/paymentTask'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { pageFields, zFen, zId, zKey, zNumber, zPage, zTime } from '../fields.ts'

export const PaymentTask = z.object({
  id: zId,
  kind: zKey(paymentTaskKinds),
  settlementNum: z.string(),
  shipperName: z.string(),
  carrierName: z.string(),
  lineCount: z.number(),
  due: zFen,
  dueAt: z.optional(zTime),
  isOverdue: z.boolean(),
  /** Since when the sheet stands where it stands. */
  waitsSince: zTime,
  /** The obstacle, in words: waybills without receipt, the bank's reason. */
  hint: z.optional(z.string()),
  maker: z.string(),
  path: z.string(),
})
export type PaymentTask = z.output<typeof PaymentTask>

const filter = {
  numbers: z.optional(z.array(zNumber).check(z.maxLength(500, '一次最多查询五百个单号'))),
  carrierId: z.optional(zId),
  overdue: z.optional(z.boolean()),
}

/** Work around payment that waits for the caller (spec §7); `state` is the kind of task. */
export const listPaymentTasks = call({
  method: 'GET',
  path: '/auth/v1/paymentTasks',
  title: '付款待办',
  permit: 'settlement.view',
  input: z.strictObject({ state: z.optional(zKey(paymentTaskKinds)), ...filter, ...pageFields }),
  output: zPage(PaymentTask),
})
export const countPaymentTasks = call({
  method: 'GET',
  path: '/auth/v1/paymentTasks/statistical',
  title: '付款待办统计',
  permit: 'settlement.view',
  heavy: true,
  input: z.strictObject({ state: z.optional(zKey(paymentTaskKinds)), ...filter }),
  output: z.object({ state: z.record(zKey(paymentTaskKinds), z.number()) }),
})
