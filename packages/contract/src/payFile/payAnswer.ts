// Calls and shapes of the bank's answers to payment files: read as a preview, taken by another person.
import { answerFaults, answerMatches } from '@yunshu/domain/payFile/answer'
import { payAnswerStates, payFileMost } from '@yunshu/domain/payFile/payFile'
import { answerResults } from '@yunshu/domain/payFile/template'
import { paymentStates } from '@yunshu/domain/settlement/settlement'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { zChanged, zFen, zId, zInt, zKey, zTime, zVersion } from '../fields.ts'

/** An answer that was read. */
export const PayAnswerRow = z.object({
  id: zId,
  state: zKey(payAnswerStates.states),
  name: z.string(),
  sha256: z.string(),
  /** Rows of the file, and those of them that lie on an order of ours. */
  rows: z.number(),
  good: z.number(),
  /** The reason nothing of the file can be taken. */
  fault: z.optional(z.string()),
  maker: z.string(),
  checker: z.optional(z.string()),
  checkedAt: z.optional(zTime),
  createdAt: zTime,
  version: zVersion,
  moves: z.array(zKey(payAnswerStates.moves)),
})
export type PayAnswerRow = z.output<typeof PayAnswerRow>

/** A row of an answer with the order it lies on, or the reason it is applied to nothing. */
export const PayAnswerLine = z.object({
  row: z.number(),
  key: z.optional(z.string()),
  amount: z.optional(zFen),
  said: z.optional(z.string()),
  serial: z.optional(z.string()),
  reason: z.optional(z.string()),
  /** The day the bank says it did it. */
  date: z.optional(zTime),
  taskNo: z.optional(z.string()),
  payee: z.optional(z.string()),
  by: z.optional(zKey(answerMatches)),
  outcome: z.optional(zKey(answerResults)),
  /** The payment as it stands now: a result it has already changes nothing. */
  state: z.optional(zKey(paymentStates.states)),
  fault: z.optional(zKey(answerFaults)),
})
export type PayAnswerLine = z.output<typeof PayAnswerLine>

/** An answer row by row, with counts and sums of each result, and orders of the file it says nothing of. */
export const PayAnswerDetail = z.extend(PayAnswerRow, {
  fileId: zId,
  fileNo: z.string(),
  lines: z.array(PayAnswerLine),
  sums: z.array(z.object({ outcome: zKey(answerResults), count: z.number(), amount: zFen })),
  faulty: z.number(),
  /** Orders of the file without a row. */
  silent: z.array(z.object({ taskNo: z.string(), payee: z.string(), amount: zFen })),
})
export type PayAnswerDetail = z.output<typeof PayAnswerDetail>

/** Reads an answer file of the bank; nothing is applied until another person takes it. */
export const readPayAnswer = call({
  method: 'POST',
  path: '/auth/v1/money/payFiles/answers/read',
  title: '读取银行结果文件',
  permit: 'payFile.make',
  body: 'multipart',
  money: true,
  overlay: '读取中...',
  input: z.strictObject({ id: zId }),
  output: PayAnswerDetail,
})
export const getPayAnswer = call({
  method: 'GET',
  path: '/auth/v1/money/payFiles/answers/details',
  title: '银行结果文件',
  permit: 'payFile.view',
  input: z.strictObject({ id: zId }),
  output: PayAnswerDetail,
})
/** Takes the good rows of an answer, as many as the person saw, or gives the answer up. */
export const movePayAnswer = call({
  method: 'POST',
  path: '/auth/v1/money/payFiles/answers/move',
  title: '确认银行结果',
  permit: 'payFile.view',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({
    id: zId,
    version: zVersion,
    move: z.enum(['apply', 'drop']),
    expectRows: z.optional(zInt(0, payFileMost.answerRows)),
  }),
  output: zChanged,
})
