// Calls and shapes of payment exceptions (支付异常): what a bank said against the books, and how two people end it.
import {
  exceptionKinds,
  exceptionOutcomes,
  factKinds,
  factSources,
  moneyExceptionStates,
} from '@yunshu/domain/settlement/channelFacts'
import { paymentStates } from '@yunshu/domain/settlement/settlement'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { pageFields, zChanged, zFen, zId, zKey, zNumber, zPage, zText, zTime, zVersion } from '../fields.ts'

export const MoneyExceptionRow = z.object({
  id: zId,
  kind: zKey(exceptionKinds),
  state: zKey(moneyExceptionStates.states),
  /** Absent where the bank spoke of an order that is not ours. */
  settlementNum: z.optional(z.string()),
  taskNo: z.optional(z.string()),
  payee: z.optional(z.string()),
  /** The amount of our order; the bank's stands in its words. */
  amount: z.optional(zFen),
  paymentState: z.optional(zKey(paymentStates.states)),
  /** The words of the bank, in the order they came. */
  words: z.array(
    z.object({
      at: zTime,
      source: zKey(factSources),
      kind: zKey(factKinds),
      amount: z.optional(zFen),
      bankSerial: z.optional(z.string()),
      reason: z.optional(z.string()),
    }),
  ),
  /** Ends that may be proposed. */
  outcomes: z.array(zKey(exceptionOutcomes)),
  outcome: z.optional(zKey(exceptionOutcomes)),
  reason: z.optional(z.string()),
  proposer: z.optional(z.string()),
  proposedAt: z.optional(zTime),
  checker: z.optional(z.string()),
  resolvedAt: z.optional(zTime),
  createdAt: zTime,
  version: zVersion,
  moves: z.array(zKey(moneyExceptionStates.moves)),
})
export type MoneyExceptionRow = z.output<typeof MoneyExceptionRow>

/** Exceptions of the side that pays, newest first. */
export const listMoneyExceptions = call({
  method: 'GET',
  path: '/auth/v1/web/money/exceptions',
  title: '支付异常',
  permit: 'settlement.view',
  input: z.strictObject({
    settlementNum: z.optional(zNumber),
    state: z.optional(zKey(moneyExceptionStates.states)),
    ...pageFields,
  }),
  output: zPage(MoneyExceptionRow),
})
/** Says how an exception ends; nothing changes until another person agrees. */
export const proposeException = call({
  method: 'POST',
  path: '/auth/v1/web/money/proposeDecision',
  title: '提出支付异常处理意见',
  permit: 'settlement.pay',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ id: zId, version: zVersion, outcome: zKey(exceptionOutcomes), reason: zText(200) }),
  output: zChanged,
})
/** Agrees with the proposal of another person: payment, sheet and books follow. */
export const confirmException = call({
  method: 'POST',
  path: '/auth/v1/web/money/confirmDecision',
  title: '复核支付异常',
  permit: 'settlement.pay',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ id: zId, version: zVersion }),
  output: zChanged,
})
/** Sends a proposal back to its author, or takes one's own back. */
export const putBackException = call({
  method: 'POST',
  path: '/auth/v1/web/money/putBackDecision',
  title: '退回支付异常处理意见',
  permit: 'settlement.pay',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ id: zId, version: zVersion, reason: zText(200) }),
  output: zChanged,
})
