// Calls and shapes of account statements (账户流水): the accounts in reach, and the movements of one with a running
// balance, as a bank states them.
import { flowAccounts } from '@yunshu/domain/voucher/chart'
import { tradeRecons } from '@yunshu/domain/trade'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { pageFields, zId, zKey, zLooseText, zPage, zSignedFen, zTime } from '../fields.ts'

/**
 * One movement of an account. `income` is what adds to the balance and `outgo` what lowers it, on the side on which the
 * account grows; red entries take back with a negative amount.
 */
export const FlowLine = z.object({
  entryNo: z.string(),
  /** The number of the line in its entry. */
  n: z.number(),
  voucherId: zId,
  branchCompanyId: zId,
  branchName: z.string(),
  date: zTime,
  summary: z.string(),
  counterparty: z.string(),
  settlementNum: z.optional(z.string()),
  waybillNo: z.optional(z.string()),
  income: z.optional(zSignedFen),
  outgo: z.optional(zSignedFen),
  balance: zSignedFen,
  /** For the house: whether the movement of the channel's account it is booked with was found in the bank's file. */
  recon: z.optional(zKey(tradeRecons)),
  /** With the last line of a day: all that moved on that day. */
  dayIncome: z.optional(zSignedFen),
  dayOutgo: z.optional(zSignedFen),
})
export type FlowLine = z.output<typeof FlowLine>

const whose = {
  /** The company whose account with the house is read; companies read their own alone. */
  partyId: z.optional(zId),
  branchId: z.optional(zId),
}
const flowFilter = {
  account: zKey(flowAccounts),
  ...whose,
  /** Days, from and before; whole days in China. */
  from: z.optional(zTime),
  to: z.optional(zTime),
}
const reader = { permit: 'session', anyOf: ['ledger.view', 'account.view'], heavy: true } as const

/** The accounts a person reads, with their balances now. */
export const listFlowAccounts = call({
  method: 'GET',
  path: '/auth/v1/money/accounts',
  title: '账户余额',
  ...reader,
  input: z.strictObject(whose),
  output: z.object({
    rows: z.array(z.object({ account: zKey(flowAccounts), balance: zSignedFen })),
  }),
})
/** The movements of an account, oldest first. */
export const listFlow = call({
  method: 'GET',
  path: '/auth/v1/money/account',
  title: '账户流水',
  ...reader,
  input: z.strictObject({ ...flowFilter, ...pageFields }),
  output: zPage(FlowLine),
})
/** The most lines of a statement on paper. */
export const flowPaperMost = 5000

/** Opening and closing balance of an account over the days asked for, and all that moved between them. */
export const sumFlow = call({
  method: 'GET',
  path: '/auth/v1/money/account/statistical',
  title: '账户流水合计',
  ...reader,
  input: z.strictObject(flowFilter),
  output: z.object({
    opening: zSignedFen,
    closing: zSignedFen,
    closingInWords: z.string(),
    sums: z.object({ income: zSignedFen, outgo: zSignedFen }),
  }),
})
/** Companies that have accounts with the house, by name. */
export const listFlowParties = call({
  method: 'GET',
  path: '/auth/v1/money/account/parties',
  title: '往来单位',
  permit: 'ledger.view',
  sides: ['platform', 'branch'],
  input: z.strictObject({ id: z.optional(zId), text: z.optional(zLooseText(60)) }),
  output: z.object({ rows: z.array(z.object({ id: zId, name: z.string() })) }),
})
