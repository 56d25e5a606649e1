// Calls and shapes of letters of balances (对账函): sent by the house for a month that is over, answered account by account.
import { letterMoves, letterSides, letterStates } from '@yunshu/domain/letter'
import { lineActs, lineMarks } from '@yunshu/domain/statement'
import { flowAccounts } from '@yunshu/domain/voucher/chart'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import {
  notChosen,
  pageFields,
  zBool,
  zChanged,
  zChosenIds,
  zId,
  zKey,
  zLooseText,
  zPage,
  zSignedFen,
  zTime,
  zVersion,
} from '../fields.ts'
import { LogLine } from '../goods/goods.ts'
import { Urged, urgeFields } from '../urged.ts'
import { zPeriod } from '../voucher/voucher.ts'

/** Net amounts are debit less credit: above zero the company owes the house. */
export const LetterRow = z.object({
  id: zId,
  letterNo: z.string(),
  state: zKey(letterStates.states),
  partyId: zId,
  partyName: z.string(),
  branchCompanyId: zId,
  branchName: z.string(),
  period: z.string(),
  opening: zSignedFen,
  debit: zSignedFen,
  credit: zSignedFen,
  closing: zSignedFen,
  lines: z.number(),
  /** Lines in dispute now. */
  disputed: z.number(),
  sender: z.string(),
  sentAt: zTime,
  answerer: z.optional(z.string()),
  answeredAt: z.optional(zTime),
  /** The reason it was withdrawn for. */
  reason: z.optional(z.string()),
  version: zVersion,
  moves: z.array(z.enum(letterMoves)),
  /** The reader may answer its disputes now. */
  mayExplain: zBool,
  ...urgeFields,
})
export type LetterRow = z.output<typeof LetterRow>

const letterFilter = {
  state: z.optional(zKey(letterStates.states)),
  period: z.optional(zPeriod),
  branchId: z.optional(zId),
  partyId: z.optional(zId),
  letterSide: z.optional(zKey(letterSides)),
  text: z.optional(zLooseText(60)),
  /** The rows a person chose. */
  ids: zChosenIds,
}
const reader = { permit: 'session', anyOf: ['ledger.view', 'account.view'] } as const

/** A company sees its own. */
export const listLetters = call({
  method: 'GET',
  path: '/auth/v1/money/letters/list',
  title: '对账函列表',
  ...reader,
  input: z.strictObject({ ...letterFilter, ...pageFields }),
  output: zPage(LetterRow),
})
/** Counts by state without the filter's own state. */
export const countLetters = call({
  method: 'GET',
  path: '/auth/v1/money/letters/statistical',
  title: '对账函统计',
  ...reader,
  heavy: true,
  input: z.strictObject(letterFilter),
  output: z.object({ state: z.record(z.string(), z.number()) }),
})

/** One account: its balances and movements on the side on which it grows. */
export const LetterLine = z.object({
  account: zKey(flowAccounts),
  opening: zSignedFen,
  income: zSignedFen,
  outgo: zSignedFen,
  closing: zSignedFen,
  /** The closing of that month as the books say it now, where something was booked into it since. */
  closingNow: z.optional(zSignedFen),
  mark: zKey(lineMarks),
  dispute: z.optional(z.string()),
  disputedBy: z.optional(z.string()),
  disputedAt: z.optional(zTime),
  answer: z.optional(z.string()),
  answeredBy: z.optional(z.string()),
  acts: z.array(zKey(lineActs)),
})
export type LetterLine = z.output<typeof LetterLine>
export const LetterDetail = z.extend(LetterRow, {
  /** The closing without its sign, in words. */
  closingInWords: z.string(),
  rows: z.array(LetterLine),
  log: z.array(LogLine),
})
export type LetterDetail = z.output<typeof LetterDetail>
export const getLetter = call({
  method: 'GET',
  path: '/auth/v1/money/letters/details',
  title: '对账函详情',
  ...reader,
  input: z.strictObject({ id: zId }),
  output: LetterDetail,
})

/** A message to the side whose turn a letter is (催办), once a day. */
export const urgeLetter = call({
  method: 'POST',
  path: '/auth/v1/money/letters/urge',
  title: '催办对账函',
  ...reader,
  input: z.strictObject({ id: zId }),
  output: Urged,
})

/** Sendings of months to many companies: the newest few, with how far they are. */
export const listLetterRuns = call({
  method: 'GET',
  path: '/auth/v1/money/letters/runs',
  title: '对账函发送进度',
  permit: 'statement.make',
  sides: ['platform', 'branch'],
  input: z.strictObject({}),
  output: z.object({
    rows: z.array(
      z.object({ id: zId, period: z.string(), sent: z.number(), asker: z.string(), isDone: zBool, createdAt: zTime }),
    ),
  }),
})
/**
 * Sends the letters of a month that is over: to one company at once, to all that have balances in the background. A
 * company that has its letter of the month gets no second one.
 */
export const sendLetters = call({
  method: 'POST',
  path: '/auth/v1/money/letters/send',
  title: '发送对账函',
  permit: 'statement.make',
  sides: ['platform', 'branch'],
  overlay: '操作中...',
  input: z.strictObject({
    period: zPeriod,
    partyId: z.optional(zId),
    /** The branch whose books they are of; absent: every branch. */
    branchId: z.optional(zId),
    letterSide: z.optional(zKey(letterSides)),
  }),
  /** Letters sent at once; `runId` is of the sending in the background. */
  output: z.object({ sent: z.number(), runId: z.optional(zId) }),
})
/** Confirms a letter with the closing that was seen, or withdraws it. */
export const moveLetter = call({
  method: 'POST',
  path: '/auth/v1/money/letters/move',
  title: '办理对账函',
  ...reader,
  overlay: '操作中...',
  input: z.strictObject({
    id: zId,
    version: zVersion,
    move: z.enum(letterMoves),
    expectClosing: z.optional(zSignedFen),
    reason: z.optional(zLooseText(200)),
  }),
  output: zChanged,
})
/** Says of accounts that they are right, disputes them with a reason, or takes a dispute back; the house explains. */
export const markLetterLines = call({
  method: 'POST',
  path: '/auth/v1/money/letters/mark',
  title: '核对对账函',
  ...reader,
  overlay: '操作中...',
  input: z.strictObject({
    id: zId,
    version: zVersion,
    act: zKey(lineActs),
    accounts: z.array(zKey(flowAccounts)).check(z.minLength(1, notChosen), z.maxLength(20, '一次最多 20 个账户')),
    reason: z.optional(zLooseText(200)),
  }),
  output: zChanged,
})
