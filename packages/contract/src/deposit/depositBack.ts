// Calls and shapes of the ways out of deposits (押金退还): asked by one person, agreed to by another, sent under the bank's
// number; or set off against what the carrier owes.
import { depositBackKinds, depositBackStates, depositPurposes } from '@yunshu/domain/deposit'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import {
  pageFields,
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
import { LogLine } from '../goods/goods.ts'
import { remittanceSerialMax } from '../remittance/remittance.ts'

const reader = {
  permit: 'session',
  anyOf: ['fund.view', 'account.view'],
  sides: ['platform', 'branch', 'carrier'],
} as const

export const DepositBackRow = z.object({
  id: zId,
  backNo: z.string(),
  depositId: zId,
  depositNo: z.string(),
  purpose: zKey(depositPurposes),
  kind: zKey(depositBackKinds),
  state: zKey(depositBackStates.states),
  branchCompanyId: zId,
  branchName: z.string(),
  carrierId: zId,
  carrierName: z.string(),
  amount: zFen,
  /** The account money goes back to, as it was when it was asked back. */
  accountName: z.optional(z.string()),
  /** Only its last four digits. */
  accountNo: z.optional(z.string()),
  bank: z.optional(z.string()),
  /** Nothing is sent yet, and its carrier removed or changed the account since. */
  isAccountChanged: z.boolean(),
  /** The debt that is set off first. */
  debtNo: z.optional(z.string()),
  reason: z.string(),
  asker: z.string(),
  approver: z.optional(z.string()),
  approvedAt: z.optional(zTime),
  payer: z.optional(z.string()),
  paidAt: z.optional(zTime),
  serial: z.optional(z.string()),
  /** The reason it was rejected for, or was not sent for. */
  answer: z.optional(z.string()),
  backReason: z.optional(z.string()),
  /** The bank's number of money it sent back. */
  backSerial: z.optional(z.string()),
  backAsker: z.optional(z.string()),
  backChecker: z.optional(z.string()),
  backAt: z.optional(zTime),
  createdAt: zTime,
  version: zVersion,
  moves: z.array(zKey(depositBackStates.moves)),
})
export type DepositBackRow = z.output<typeof DepositBackRow>

const backFilter = {
  state: z.optional(zKey(depositBackStates.states)),
  kind: z.optional(zKey(depositBackKinds)),
  carrierId: z.optional(zId),
  branchId: z.optional(zId),
  /** When it was asked, from and before. */
  from: z.optional(zTime),
  to: z.optional(zTime),
  text: z.optional(zLooseText(60)),
  /** The rows a person chose. */
  ids: zChosenIds,
}
export const listDepositBacks = call({
  method: 'GET',
  path: '/auth/v1/money/depositBacks/list',
  title: '押金退还列表',
  ...reader,
  input: z.strictObject({ ...backFilter, ...pageFields }),
  output: zPage(DepositBackRow),
})
/** Counts by state without the filter's own state, or with `part: 'sums'` the sums of all rows of the list. */
export const countDepositBacks = call({
  method: 'GET',
  path: '/auth/v1/money/depositBacks/statistical',
  title: '押金退还统计',
  ...reader,
  heavy: true,
  input: z.strictObject({ ...backFilter, part: z.optional(z.enum(['counts', 'sums'])) }),
  output: zCounts({ amount: zFen }),
})
/** A way out with its history and the vouchers it made. */
export const getDepositBack = call({
  method: 'GET',
  path: '/auth/v1/money/depositBacks/details',
  title: '押金退还详情',
  ...reader,
  input: z.strictObject({ id: zId }),
  output: z.extend(DepositBackRow, {
    amountInWords: z.string(),
    log: z.array(LogLine),
    vouchers: z.array(z.object({ id: zId, voucherNo: z.string() })),
  }),
})
export type DepositBackDetail = z.output<typeof getDepositBack.output>
/** The accounts of its carrier a deposit can go back to, and the open debts it can pay, each under its branch. */
export const getDepositWays = call({
  method: 'GET',
  path: '/auth/v1/money/depositBacks/ways',
  title: '押金去向',
  permit: 'fund.record',
  input: z.strictObject({ id: zId }),
  output: z.object({
    left: zFen,
    accounts: z.array(z.object({ id: zId, name: z.string(), accountNo: z.string(), bank: z.string() })),
    debts: z.array(z.object({ id: zId, debtNo: z.string(), open: zFen })),
    owed: zFen,
  }),
})
/** Asks for some of a deposit, or all that is left: nobody else can ask for it from now on. */
export const askDepositBack = call({
  method: 'POST',
  path: '/auth/v1/money/depositBacks/ask',
  title: '申请退押金',
  permit: 'fund.record',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({
    depositId: zId,
    kind: zKey(depositBackKinds),
    amount: zFen,
    /** Wanted with `RETURN`: an account of the carrier. */
    accountId: z.optional(zId),
    /** Wanted with `OFFSET`: the debt it pays first. */
    debtId: z.optional(zId),
    reason: zText(200),
  }),
  output: z.object({ id: zId, backNo: z.string(), version: zVersion }),
})
/** Agrees to a way out: money is under way to the carrier, or its debts are paid. */
export const approveDepositBack = call({
  method: 'POST',
  path: '/auth/v1/money/depositBacks/approve',
  title: '审批押金退还',
  permit: 'refund.approve',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ id: zId, version: zVersion, move: z.enum(['approve', 'setOff']), expectAmount: zFen }),
  output: zChanged,
})
/** Says that the money was sent, under the bank's number. */
export const payDepositBack = call({
  method: 'POST',
  path: '/auth/v1/money/depositBacks/pay',
  title: '确认押金已退款',
  permit: 'refund.pay',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({
    id: zId,
    version: zVersion,
    expectAmount: zFen,
    serial: zText(remittanceSerialMax),
    /** The day the bank sent it; this one where it is not said. */
    date: z.optional(zTime),
  }),
  output: zChanged,
})
/** Agrees that the money is there again: the bank sent it back, or a set-off was wrong. */
export const confirmDepositBack = call({
  method: 'POST',
  path: '/auth/v1/money/depositBacks/confirm',
  title: '复核退汇与撤销抵扣',
  permit: 'fund.confirm',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ id: zId, version: zVersion, move: z.enum(['bounce', 'undo']), expectAmount: zFen }),
  output: zChanged,
})
/** The other steps: rejected, taken back, not sent; money back from the bank or a wrong set-off entered, or denied. */
export const moveDepositBack = call({
  method: 'POST',
  path: '/auth/v1/money/depositBacks/move',
  title: '办理押金退还',
  permit: 'fund.view',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({
    id: zId,
    version: zVersion,
    move: z.enum(['reject', 'withdraw', 'fail', 'askBounce', 'keepPaid', 'askUndo', 'keepOffset']),
    reason: z.optional(zLooseText(200)),
    /** Wanted with `askBounce`: the bank's number of the money it sent back. */
    serial: z.optional(zLooseText(remittanceSerialMax)),
    /** With `askBounce` the day the bank sent it back; this one where it is not said. */
    date: z.optional(zTime),
  }),
  output: zChanged,
})
