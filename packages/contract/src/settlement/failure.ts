// Sheets that pay again (失败补付单): made of the payments of a sheet that failed or came back, paid to accounts put right.
import { settlementStates } from '@yunshu/domain/settlement/settlement'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { zChanged, zFen, zId, zKey, zNumber, zText, zTime, zVersion } from '../fields.ts'

/** A payment that failed or came back, as the sheet that pays again tells it. */
export const FailedPayment = z.object({
  payee: z.string(),
  account: z.string(),
  bank: z.string(),
  amount: zFen,
  waybills: z.number(),
  isReturned: z.boolean(),
  reason: z.string(),
  at: z.optional(zTime),
})
export type FailedPayment = z.output<typeof FailedPayment>

/** Fields of a sheet about those made of it, and about the one it was made of. */
export const familyFields = {
  /** Sheets made of payments of this one that failed or came back, the newest first. */
  children: z.array(z.object({ settlementNum: z.string(), state: zKey(settlementStates.states), due: zFen })),
  /** Payments of this sheet that failed or came back and that no other sheet has taken over. */
  failures: z.number(),
  /**
   * Of a sheet that pays again: what became of its parent's amount (due = paid + here + open + released), and the payments
   * it was made of. `attempt` is 2 for the first sheet that pays again.
   */
  parent: z.optional(
    z.object({
      attempt: z.number(),
      due: zFen,
      paid: zFen,
      here: zFen,
      open: zFen,
      released: zFen,
      failed: z.array(FailedPayment),
    }),
  ),
} as const

/**
 * Makes a draft of all payments of a sheet that failed or came back: amounts and waybills unchanged, accounts as they
 * stand now. The payments that arrived are not touched.
 */
export const makeFailureSettlement = call({
  method: 'POST',
  path: '/auth/v1/web/settlementManage/makeFailure',
  title: '生成失败补付单',
  permit: 'settlement.make',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ settlementNum: zNumber, version: zVersion }),
  output: z.object({ id: zId, settlementNum: z.string(), version: zVersion }),
})

/** Takes lines off a draft that pays again: they stand with their failed payments on the sheet they came from. */
export const takeOffFailure = call({
  method: 'POST',
  path: '/auth/v1/web/settlementManage/takeOffFailure',
  title: '移出失败补付单的运单',
  permit: 'settlement.make',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({
    settlementNum: zNumber,
    version: zVersion,
    partIds: z.array(zId).check(z.minLength(1, '至少选择一张运单'), z.maxLength(200, '一次最多移出 200 行')),
    reason: zText(200),
  }),
  output: zChanged,
})
