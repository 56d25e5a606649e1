// Calls and shapes of payment exceptions (支付异常): what a bank said against the books, and how two people end it.
import { remittanceStates } from '@yunshu/domain/remittance'
import {
  exceptionKinds,
  exceptionOutcomes,
  factKinds,
  factSources,
  factVerdicts,
  moneyExceptionStates,
} from '@yunshu/domain/settlement/channelFacts'
import { paymentStates } from '@yunshu/domain/settlement/settlement'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import {
  pageFields,
  zBool,
  zChanged,
  zChosenIds,
  zFen,
  zId,
  zKey,
  zLooseText,
  zNumber,
  zPage,
  zText,
  zTime,
  zVersion,
} from '../fields.ts'
import { FileRef } from '../files.ts'
import { LogLine } from '../goods/goods.ts'

const ExceptionWord = z.object({
  at: zTime,
  source: zKey(factSources),
  kind: zKey(factKinds),
  amount: z.optional(zFen),
  bankSerial: z.optional(z.string()),
  reason: z.optional(z.string()),
})
/** Money that came (来款) and went back to its payer, or is on its way. */
const SentBackMoney = z.object({
  id: zId,
  remittanceNo: z.string(),
  payerName: z.string(),
  state: zKey(remittanceStates.states),
})
export type SentBackMoney = z.output<typeof SentBackMoney>
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
  words: z.array(ExceptionWord),
  /** For the house, of a success that failed again: money of the amount that came back and left us again (decision 209). */
  sentBack: z.optional(z.array(SentBackMoney)),
  /** Ends that may be proposed. */
  outcomes: z.array(zKey(exceptionOutcomes)),
  /** The end the product proposes. */
  suggests: z.optional(zKey(exceptionOutcomes)),
  /** The bank said nothing: who says that it is paid names its number and day. */
  isSilence: z.boolean(),
  outcome: z.optional(zKey(exceptionOutcomes)),
  reason: z.optional(z.string()),
  /** The bank's number of the movement and its day, as the proposer read them. */
  bankSerial: z.optional(z.string()),
  bankDay: z.optional(zTime),
  /** When the bank gave its result before two people had agreed. */
  toldAt: z.optional(zTime),
  proposer: z.optional(z.string()),
  proposedAt: z.optional(zTime),
  checker: z.optional(z.string()),
  resolvedAt: z.optional(zTime),
  createdAt: zTime,
  version: zVersion,
  moves: z.array(zKey(moneyExceptionStates.moves)),
})
export type MoneyExceptionRow = z.output<typeof MoneyExceptionRow>

const exceptionFilter = {
  settlementNum: z.optional(zNumber),
  state: z.optional(zKey(moneyExceptionStates.states)),
  kind: z.optional(zKey(exceptionKinds)),
  /** Not ended yet. */
  open: z.optional(zBool),
  branchId: z.optional(zId),
  text: z.optional(zLooseText(60)),
  /** The time it was found, from and before. */
  from: z.optional(zTime),
  to: z.optional(zTime),
  /** The rows a person chose. */
  ids: zChosenIds,
}
/** Exceptions of the side that pays, newest first. */
export const listMoneyExceptions = call({
  method: 'GET',
  path: '/auth/v1/web/money/exceptions',
  title: '支付异常',
  permit: 'settlement.view',
  input: z.strictObject({ ...exceptionFilter, ...pageFields }),
  output: zPage(MoneyExceptionRow),
})
/** Counts by state under the list's filter without its own state. */
export const countMoneyExceptions = call({
  method: 'GET',
  path: '/auth/v1/web/money/exceptions/statistical',
  title: '支付异常统计',
  permit: 'settlement.view',
  heavy: true,
  input: z.strictObject(exceptionFilter),
  output: z.object({ state: z.record(z.string(), z.number()) }),
})
/** A word of the bank about the order, and its consequence. */
const FactLine = z.extend(ExceptionWord, { verdict: z.optional(zKey(factVerdicts)), isAbout: z.boolean() })
/** An exception with every word of the bank about its order, papers of proof, and the history of its payment. */
export const MoneyExceptionDetail = z.extend(MoneyExceptionRow, {
  facts: z.array(FactLine),
  files: z.array(FileRef),
  log: z.array(LogLine),
})
export type MoneyExceptionDetail = z.output<typeof MoneyExceptionDetail>
export const getMoneyException = call({
  method: 'GET',
  path: '/auth/v1/web/money/exception/details',
  title: '支付异常详情',
  permit: 'settlement.view',
  input: z.strictObject({ id: zId }),
  output: MoneyExceptionDetail,
})
/** Keeps a paper of proof with an exception that waits (multipart, field `files`). */
export const uploadExceptionProof = call({
  method: 'POST',
  path: '/auth/v1/web/money/exception/proof/upload',
  title: '上传支付异常依据',
  permit: 'settlement.pay',
  body: 'multipart',
  input: z.strictObject({ id: zId }),
  output: z.object({ files: z.array(FileRef) }),
})
/** The bank's number and day of money that is out, where the bank did not say them. */
const bankWord = { bankSerial: z.optional(zLooseText(60)), bankDay: z.optional(zTime) }
/**
 * Says what became of a payment the bank gives no result of: opens an exception with this as its proposal. Nothing changes
 * until another person agrees, and a result of the bank that comes first ends it.
 */
export const decidePayment = call({
  method: 'POST',
  path: '/auth/v1/web/money/decidePayment',
  title: '认定付款结果',
  permit: 'settlement.pay',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({
    /** Of the payment, as its version is. */
    id: zId,
    version: zVersion,
    outcome: z.enum(['paid', 'notPaid']),
    reason: zText(200),
    ...bankWord,
  }),
  output: zChanged,
})
/** Says how an exception ends; nothing changes until another person agrees. */
export const proposeException = call({
  method: 'POST',
  path: '/auth/v1/web/money/proposeDecision',
  title: '提出支付异常处理意见',
  permit: 'settlement.pay',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({
    id: zId,
    version: zVersion,
    outcome: zKey(exceptionOutcomes),
    reason: zText(200),
    ...bankWord,
  }),
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
