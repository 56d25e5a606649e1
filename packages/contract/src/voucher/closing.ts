// Calls of closing months (期间结账): months with their checks, asking and confirming, and what changed since a snapshot.
import { closeChecks, closingStates, closingSteps } from '@yunshu/domain/voucher/closing'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { pageFields, zBool, zChanged, zId, zKey, zLooseText, zPage, zSignedFen, zTime, zVersion } from '../fields.ts'
import { zPeriod } from './voucher.ts'

/** A month of a branch, with its closing where there is one. */
export const PeriodRow = z.object({
  branchCompanyId: zId,
  branchName: z.string(),
  period: z.string(),
  /** Vouchers of the month. */
  vouchers: z.number(),
  closing: z.optional(
    z.object({
      id: zId,
      state: zKey(closingStates.states),
      asker: z.string(),
      askedAt: zTime,
      confirmer: z.optional(z.string()),
      confirmedAt: z.optional(zTime),
      reopener: z.optional(z.string()),
      reason: z.optional(z.string()),
      /** SHA-256 of the balances as they were closed; it stands in the audit log too. */
      snapshot: z.optional(z.string()),
      /** It books the tax of sales without an invoice (E8u), and carries income and expense to profit (E16). */
      uninvoiced: zBool,
      carries: zBool,
      version: zVersion,
      /** The moment an application comes to nothing unless another person confirms it. */
      lapsesAt: z.optional(zTime),
      moves: z.array(z.enum(closingSteps)),
    }),
  ),
  /** Whether the reader may ask to close it. */
  mayAsk: zBool,
  /** The month before the books of its branch began: it holds their opening balances and is never closed by people. */
  isOpening: zBool,
  /** The oldest month of its branch that is not closed. */
  isNext: zBool,
  /** Over, and the next to be closed. */
  isDue: zBool,
})
export type PeriodRow = z.output<typeof PeriodRow>
export const listPeriods = call({
  method: 'GET',
  path: '/auth/v1/manage/period/list',
  title: '期间结账',
  permit: 'ledger.view',
  input: z.strictObject({
    branchId: z.optional(zId),
    /** The months to be closed before this one. */
    before: z.optional(zPeriod),
    ...pageFields,
  }),
  output: zPage(PeriodRow),
})
/** A month with its checks, each with the number of rows that stand against it and where they are. */
export const PeriodDetail = z.extend(PeriodRow, {
  checks: z.array(z.object({ key: zKey(closeChecks), ok: zBool, count: z.number(), url: z.optional(z.string()) })),
  /** The applications before the one that stands, newest first: refused, taken back, lapsed, or opened again. */
  earlier: z.array(
    z.object({
      id: zId,
      state: zKey(closingStates.states),
      asker: z.string(),
      askedAt: zTime,
      confirmer: z.optional(z.string()),
      reopener: z.optional(z.string()),
      endedAt: zTime,
      reason: z.optional(z.string()),
    }),
  ),
  /** Balances that differ from those of the snapshot before, after a month was reopened and closed again. */
  changes: z.array(
    z.object({
      account: z.string(),
      accountName: z.string(),
      party: z.optional(z.string()),
      before: zSignedFen,
      after: zSignedFen,
    }),
  ),
})
export type PeriodDetail = z.output<typeof PeriodDetail>
export const getPeriod = call({
  method: 'GET',
  path: '/auth/v1/manage/period/details',
  title: '期间检查',
  permit: 'ledger.view',
  heavy: true,
  input: z.strictObject({ branchId: zId, period: zPeriod }),
  output: PeriodDetail,
})
/** Asks to close a month of the branch one works for. */
export const askClose = call({
  method: 'POST',
  path: '/auth/v1/manage/period/ask',
  title: '申请期间结账',
  permit: 'period.close',
  branchOnly: true,
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ period: zPeriod, uninvoiced: z.optional(zBool), carries: z.optional(zBool) }),
  output: zChanged,
})
/** Confirms, refuses or takes back; reopening takes two people again. */
export const movePeriod = call({
  method: 'POST',
  path: '/auth/v1/manage/period/move',
  title: '办理期间结账',
  permit: 'ledger.view',
  branchOnly: true,
  money: true,
  overlay: '操作中...',
  input: z.strictObject({
    id: zId,
    version: zVersion,
    move: z.enum(closingSteps),
    reason: z.optional(zLooseText(200)),
  }),
  output: zChanged,
})
