// Calls and shapes of debts (欠款台账): what carriers owe, by its source, age and stage, and the steps that end one.
import { debtAges, debtOrigins, debtStages, debtStates, debtTabs, instalmentLimits } from '@yunshu/domain/debt'
import { listSorts } from '@yunshu/domain/sorting'
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

export const DebtRow = z.object({
  id: zId,
  debtNo: z.string(),
  state: zKey(debtStates.states),
  stage: zKey(debtStages),
  origin: zKey(debtOrigins),
  carrierId: zId,
  carrierName: z.string(),
  shipperId: zId,
  shipperName: z.string(),
  branchCompanyId: zId,
  branchName: z.string(),
  /** The sheet the debt comes of; or the waybill alone, of fuel that was used for it. */
  settlementNum: z.optional(z.string()),
  waybillNo: z.optional(z.string()),
  waybillId: z.optional(zId),
  /** The sheet that takes it off. */
  takenBy: z.optional(z.string()),
  amount: zFen,
  /** Taken off by a paid sheet. */
  offset: zFen,
  collected: zFen,
  writtenOff: zFen,
  open: zFen,
  /** Whole days since it arose; absent where nothing is open. */
  age: z.optional(z.number()),
  /** The next instalment that is not paid; absent without a plan. */
  nextDueAt: z.optional(zTime),
  asker: z.optional(z.string()),
  checker: z.optional(z.string()),
  reason: z.optional(z.string()),
  createdAt: zTime,
  /** The days it has stood for by the last notice, where nobody has chased its carrier since. */
  chaseDue: z.optional(z.number()),
  version: zVersion,
  moves: z.array(zKey(debtStates.moves)),
})
export type DebtRow = z.output<typeof DebtRow>

const debtFilter = {
  state: z.optional(zKey(debtTabs)),
  origin: z.optional(zKey(debtOrigins)),
  age: z.optional(zKey(debtAges)),
  carrierId: z.optional(zId),
  branchId: z.optional(zId),
  text: z.optional(zLooseText(60)),
  /** The time it arose, from and before. */
  from: z.optional(zTime),
  to: z.optional(zTime),
  amountFrom: z.optional(zFen),
  amountTo: z.optional(zFen),
  /** The rows a person chose. */
  ids: zChosenIds,
}
export const listDebts = call({
  method: 'GET',
  path: '/auth/v1/money/debts/list',
  title: '欠款台账',
  permit: 'debt.view',
  input: z.strictObject({ ...debtFilter, sort: z.optional(zKey(listSorts.debts)), ...pageFields }),
  output: zPage(DebtRow),
})
/**
 * Counts by tab without the filter's own tab; or with `part: 'sums'` the sums of all rows of the list, of the newest
 * 10,001 when there are more (`summed` says of how many).
 */
export const countDebts = call({
  method: 'GET',
  path: '/auth/v1/money/debts/statistical',
  title: '欠款统计',
  permit: 'debt.view',
  heavy: true,
  input: z.strictObject({ ...debtFilter, part: z.optional(z.enum(['counts', 'sums'])) }),
  output: zCounts({ amount: zFen, offset: zFen, collected: zFen, writtenOff: zFen, open: zFen }),
})
/** Open debts by carrier and age, most first (账龄). */
export const ageDebts = call({
  method: 'GET',
  path: '/auth/v1/money/debts/aging',
  title: '欠款账龄',
  permit: 'debt.view',
  heavy: true,
  input: z.strictObject({ branchId: z.optional(zId), text: z.optional(zLooseText(60)) }),
  output: z.object({
    rows: z.array(
      z.object({
        carrierId: zId,
        carrierName: z.string(),
        d30: zFen,
        d60: zFen,
        d90: zFen,
        older: zFen,
        total: zFen,
        oldestAt: zTime,
      }),
    ),
    sums: z.object({ d30: zFen, d60: zFen, d90: zFen, older: zFen, total: zFen }),
    /** There are more carriers than are shown. */
    isCut: z.boolean(),
  }),
})
const Instalment = z.object({ dueAt: zTime, amount: zFen })
/** A debt with its plan, what paid it, its papers, its history and the vouchers it made. */
export const DebtDetail = z.extend(DebtRow, {
  instalments: z.array(z.extend(Instalment, { paid: zFen, isLate: z.boolean() })),
  /** Money that paid it, and claims taken back. */
  payments: z.array(
    z.object({
      at: zTime,
      /** The number of the remittance, or of the way out of a deposit. */
      remittanceNo: z.string(),
      isDeposit: z.boolean(),
      amount: zFen,
      isUndone: z.boolean(),
      by: z.string(),
    }),
  ),
  files: z.array(FileRef),
  log: z.array(LogLine),
  vouchers: z.array(z.object({ id: zId, voucherNo: z.string() })),
})
export type DebtDetail = z.output<typeof DebtDetail>
export const getDebt = call({
  method: 'GET',
  path: '/auth/v1/money/debts/details',
  title: '欠款详情',
  permit: 'debt.view',
  input: z.strictObject({ id: zId }),
  output: DebtDetail,
})
/** The reminder (催收函) of a carrier in the books of one branch: all that is open, to be printed and stamped. */
export const getDebtLetter = call({
  method: 'GET',
  path: '/auth/v1/money/debts/letter',
  title: '催收函',
  permit: 'debt.collect',
  heavy: true,
  input: z.strictObject({ id: zId }),
  output: z.object({
    carrierName: z.string(),
    branchName: z.string(),
    rows: z.array(DebtRow),
    open: zFen,
    openInWords: z.string(),
    /** Of several hundred debts only the oldest are listed; the sum is of all. */
    isCut: z.boolean(),
  }),
})
export type DebtLetter = z.output<typeof getDebtLetter.output>
/** Steps towards giving a debt up: asked with a reason, refused, taken back. */
export const moveDebt = call({
  method: 'POST',
  path: '/auth/v1/money/debts/writeOff',
  title: '办理欠款核销',
  permit: 'debt.view',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({
    id: zId,
    version: zVersion,
    move: z.enum(['askWriteOff', 'refuseWriteOff', 'withdrawWriteOff']),
    reason: z.optional(zLooseText(200)),
  }),
  output: zChanged,
})
/** Agrees that a debt is given up: it leaves the books as a loss. */
export const confirmDebtWriteOff = call({
  method: 'POST',
  path: '/auth/v1/money/debts/confirmWriteOff',
  title: '确认核销欠款',
  permit: 'debt.confirm',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ id: zId, version: zVersion, expectAmount: zFen }),
  output: zChanged,
})
/** Notes that the carrier was asked for its debt, and what it said; 今日 asks again at the next notice. */
export const chaseDebt = call({
  method: 'POST',
  path: '/auth/v1/money/debts/chase',
  title: '登记催收',
  permit: 'debt.collect',
  overlay: '操作中...',
  input: z.strictObject({ id: zId, version: zVersion, chased: zText(200) }),
  output: zChanged,
})
/** Lays down when a debt is paid; an empty plan takes the old one away. */
export const planDebt = call({
  method: 'POST',
  path: '/auth/v1/money/debts/plan',
  title: '欠款分期',
  permit: 'debt.collect',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({
    id: zId,
    version: zVersion,
    instalments: z
      .array(z.strictObject({ dueAt: zTime, amount: zFen }))
      .check(z.maxLength(instalmentLimits.most, `最多分 ${instalmentLimits.most} 期`)),
  }),
  output: zChanged,
})
/** Keeps a paper with a debt (multipart, field `files`): a statement of the carrier, a judgment, a letter. */
export const uploadDebtPaper = call({
  method: 'POST',
  path: '/auth/v1/money/debts/paper/upload',
  title: '上传欠款依据',
  permit: 'debt.collect',
  body: 'multipart',
  input: z.strictObject({ id: zId }),
  output: z.object({ files: z.array(FileRef) }),
})
