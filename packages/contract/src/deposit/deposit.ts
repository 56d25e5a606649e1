// Calls and shapes of deposits (押金): money a carrier leaves with a branch, entered by one person, booked when another agrees.
import {
  depositBackKinds,
  depositBackStates,
  depositMeans,
  depositPurposes,
  depositStates,
  depositSteps,
} from '@yunshu/domain/deposit'
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
import { FileRef } from '../files.ts'
import { LogLine } from '../goods/goods.ts'
import { remittanceSerialMax } from '../remittance/remittance.ts'

/** The house reads all deposits of its branches, a carrier its own. */
const reader = {
  permit: 'session',
  anyOf: ['fund.view', 'account.view'],
  sides: ['platform', 'branch', 'carrier'],
} as const

export const DepositRow = z.object({
  id: zId,
  depositNo: z.string(),
  state: zKey(depositStates.states),
  branchCompanyId: zId,
  branchName: z.string(),
  carrierId: zId,
  carrierName: z.string(),
  purpose: zKey(depositPurposes),
  means: zKey(depositMeans),
  /** The remittance the money came as; the house's alone. */
  remittanceNo: z.optional(z.string()),
  amount: zFen,
  /** Asked back and not gone yet. */
  asked: zFen,
  /** Sent back or set off. */
  gone: zFen,
  /** Can be asked back. */
  left: zFen,
  date: zTime,
  serial: z.string(),
  remark: z.optional(z.string()),
  maker: z.string(),
  checker: z.optional(z.string()),
  checkedAt: z.optional(zTime),
  /** The reason it was rejected for. */
  answer: z.optional(z.string()),
  undoReason: z.optional(z.string()),
  undoAsker: z.optional(z.string()),
  undoChecker: z.optional(z.string()),
  undoneAt: z.optional(zTime),
  createdAt: zTime,
  version: zVersion,
  moves: z.array(z.enum(depositSteps)),
  /** The caller may ask for what is left of it. */
  canAskBack: z.boolean(),
})
export type DepositRow = z.output<typeof DepositRow>

const depositFilter = {
  state: z.optional(zKey(depositStates.states)),
  purpose: z.optional(zKey(depositPurposes)),
  carrierId: z.optional(zId),
  branchId: z.optional(zId),
  /** The day the money came, from and before. */
  from: z.optional(zTime),
  to: z.optional(zTime),
  text: z.optional(zLooseText(60)),
  /** The rows a person chose. */
  ids: zChosenIds,
}
export const listDeposits = call({
  method: 'GET',
  path: '/auth/v1/money/deposits/list',
  title: '押金列表',
  ...reader,
  input: z.strictObject({ ...depositFilter, ...pageFields }),
  output: zPage(DepositRow),
})
/**
 * Counts by state without the filter's own state; or with `part: 'sums'` the sums of all rows of the list, of the
 * newest 10,001 when there are more (`summed` says of how many).
 */
export const countDeposits = call({
  method: 'GET',
  path: '/auth/v1/money/deposits/statistical',
  title: '押金统计',
  ...reader,
  heavy: true,
  input: z.strictObject({ ...depositFilter, part: z.optional(z.enum(['counts', 'sums'])) }),
  output: zCounts({ amount: zFen, asked: zFen, gone: zFen, left: zFen }),
})
/** A deposit with its ways out, its slips, its history and the vouchers it made. */
export const getDeposit = call({
  method: 'GET',
  path: '/auth/v1/money/deposits/details',
  title: '押金详情',
  ...reader,
  input: z.strictObject({ id: zId }),
  output: z.extend(DepositRow, {
    amountInWords: z.string(),
    backs: z.array(
      z.object({
        id: zId,
        backNo: z.string(),
        kind: zKey(depositBackKinds),
        state: zKey(depositBackStates.states),
        amount: zFen,
        createdAt: zTime,
      }),
    ),
    files: z.array(FileRef),
    log: z.array(LogLine),
    vouchers: z.array(z.object({ id: zId, voucherNo: z.string() })),
  }),
})
export type DepositDetail = z.output<typeof getDeposit.output>
/** Carriers a deposit can be of, by name. */
export const listDepositCarriers = call({
  method: 'GET',
  path: '/auth/v1/money/deposits/carriers',
  title: '交押金的承运商',
  permit: 'fund.view',
  input: z.strictObject({ text: z.optional(zLooseText(60)) }),
  output: z.object({ rows: z.array(z.object({ id: zId, name: z.string() })) }),
})
/** Enters a deposit of the branch the person works for; the books move when another person agrees. */
export const recordDeposit = call({
  method: 'POST',
  path: '/auth/v1/money/deposits/record',
  title: '登记押金',
  permit: 'fund.record',
  branchOnly: true,
  money: true,
  overlay: '操作中...',
  input: z.strictObject({
    carrierId: zId,
    purpose: zKey(depositPurposes),
    means: zKey(depositMeans),
    amount: zFen,
    /** Wanted with `REMITTANCE`, which is taken whole; refused with the others. */
    remittanceId: z.optional(zId),
    /** Wanted but with `REMITTANCE`, whose own they are. */
    date: z.optional(zTime),
    serial: z.optional(zText(remittanceSerialMax)),
    remark: z.optional(zLooseText(200)),
  }),
  output: z.object({ id: zId, depositNo: z.string(), version: zVersion }),
})
/** Agrees with another person's deposit, or with taking one back, as `move` says: the books follow. */
export const confirmDeposit = call({
  method: 'POST',
  path: '/auth/v1/money/deposits/confirm',
  title: '复核押金',
  permit: 'fund.confirm',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ id: zId, version: zVersion, move: z.enum(['confirm', 'undo']), expectAmount: zFen }),
  output: zChanged,
})
/** Rejects or takes back what was entered, asks to take a booked deposit back, or lets it stand. */
export const moveDeposit = call({
  method: 'POST',
  path: '/auth/v1/money/deposits/move',
  title: '办理押金',
  permit: 'fund.view',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({
    id: zId,
    version: zVersion,
    move: z.enum(['reject', 'withdraw', 'askUndo', 'keep']),
    reason: z.optional(zLooseText(200)),
  }),
  output: zChanged,
})
/** Keeps a slip with a deposit (multipart, field `files`): its carrier sees it too. */
export const uploadDepositSlip = call({
  method: 'POST',
  path: '/auth/v1/money/deposits/slip/upload',
  title: '上传押金凭据',
  permit: 'fund.record',
  body: 'multipart',
  input: z.strictObject({ id: zId }),
  output: z.object({ files: z.array(FileRef) }),
})
