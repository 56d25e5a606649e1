// Calls and shapes of the books: vouchers (凭证), their ledger lines, and the trial balance.
import { voucherTurns } from '@yunshu/domain/voucher/manual'
import { voucherKinds, voucherStates } from '@yunshu/domain/voucher/voucher'
import { otherCategories, voucherSources } from '@yunshu/domain/voucher/voucherPages'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import {
  notChosen,
  pageFields,
  zBool,
  zChosenIds,
  zCode,
  zFen,
  zId,
  zInt,
  zKey,
  zLooseText,
  zNumber,
  zNumberedPage,
  zPage,
  zSignedFen,
  zTime,
  zVersion,
} from '../fields.ts'
import { FileRef } from '../files.ts'
import { LogLine } from '../goods/goods.ts'
import { zPaperIds } from '../print.ts'

export const VoucherRow = z.object({
  id: zId,
  voucherNo: z.string(),
  kind: zKey(voucherKinds),
  state: zKey(voucherStates.states),
  branchCompanyId: zId,
  branchName: z.string(),
  period: z.string(),
  date: zTime,
  summary: z.string(),
  counterparty: z.string(),
  amount: zSignedFen,
  maker: z.string(),
  /** The person that audited it, of those made by hand. */
  auditor: z.optional(z.string()),
  settlementNum: z.optional(z.string()),
  waybillNo: z.optional(z.string()),
  /** The receipt it took in, claimed or sent back; for the house. */
  remittanceNo: z.optional(z.string()),
  version: zVersion,
  /** Made by hand: its category, and the steps the reader can take. */
  isManual: z.boolean(),
  category: z.optional(zKey(otherCategories)),
  moves: z.array(zKey(voucherStates.moves)),
})
export type VoucherRow = z.output<typeof VoucherRow>
/** Accounting month, yyyyMM. */
export const zPeriod = z.string(notChosen).check(z.regex(/^20\d{2}(?:0[1-9]|1[0-2])$/, '格式应为 yyyyMM'))
/** The conditions of the list. */
export const voucherFilter = {
  kind: z.optional(zKey(voucherKinds)),
  state: z.optional(zKey(voucherStates.states)),
  period: z.optional(zPeriod),
  text: z.optional(zLooseText(60)),
  branchId: z.optional(zId),
  /** Those made by hand that wait for the reader. */
  waits: z.optional(zKey(voucherTurns)),
  /** Not in the books yet. */
  unposted: z.optional(zBool),
  /** In the books for more than so many days, and not taken back. */
  openOver: z.optional(zInt(0, 3650)),
  /** Of freight by hand, and evidence for less than they come to. */
  unbound: z.optional(zBool),
  /** Of tails given up by claims. */
  tails: z.optional(zBool),
  numbers: z.optional(z.array(zNumber).check(z.maxLength(500, '一次最多查询五百个单号'))),
  /** The day of the books, from and before. */
  dateFrom: z.optional(zTime),
  dateTo: z.optional(zTime),
  /** Exactly, of either sign. */
  amount: z.optional(zFen),
  /** An account of some line, or the first characters of it. */
  account: z.optional(zLooseText(10)),
  maker: z.optional(zLooseText(30)),
  /** The rows a person chose. */
  ids: zChosenIds,
}
export const listVouchers = call({
  method: 'GET',
  path: '/auth/v1/manage/voucher/list',
  title: '凭证列表',
  permit: 'voucher.view',
  heavy: true,
  input: z.strictObject({ ...voucherFilter, ...pageFields }),
  output: zNumberedPage(VoucherRow),
})
/** The sums of all rows of the list, of the newest 10,001 when there are more (`summed` says of how many). */
export const sumVouchers = call({
  method: 'GET',
  path: '/auth/v1/manage/voucher/statistical',
  title: '凭证合计',
  permit: 'voucher.view',
  heavy: true,
  input: z.strictObject(voucherFilter),
  output: z.object({ summed: z.number(), sums: z.object({ amount: zSignedFen }) }),
})

const VoucherLine = z.object({
  /** Its number in the entry; none before it is booked. */
  n: z.optional(z.number()),
  /** Of lines made by hand, which have words of their own. */
  summary: z.optional(z.string()),
  account: z.string(),
  accountName: z.string(),
  party: z.optional(z.string()),
  waybillNo: z.optional(z.string()),
  debit: zSignedFen,
  credit: zSignedFen,
})

/** A voucher as another names it. */
const VoucherRef = z.object({ id: zId, voucherNo: z.string(), kind: zKey(voucherKinds), branchCompanyId: zId })
export type VoucherRef = z.output<typeof VoucherRef>

export const VoucherDetail = z.extend(VoucherRow, {
  amountInWords: z.string(),
  entryNo: z.string(),
  /** The vouchers it takes back in whole or in part, and those that take it back: the first ones. */
  reversalOf: z.optional(z.array(VoucherRef)),
  reversedBy: z.optional(z.array(VoucherRef)),
  lines: z.array(VoucherLine),
  /** The document it comes of: number and kind; a company reads those of its own pages. */
  origin: z.optional(
    z.object({
      source: zKey(voucherSources),
      number: z.optional(z.string()),
      /** The sheet of the payment it is about. */
      settlementNum: z.optional(z.string()),
      /** The invoice of the house, and that of others. */
      invoiceId: z.optional(zId),
      inputId: z.optional(zId),
      /** The shipper whose prepaid money and arrears met. */
      partyId: z.optional(zId),
    }),
  ),
  totalDebit: zSignedFen,
  totalCredit: zSignedFen,
  createdAt: zTime,
  poster: z.optional(z.string()),
  /** Waybills it is evidence for, of the house's readers alone; whether the reader may bind more. */
  bound: z.array(z.object({ waybillId: zId, waybillNo: z.string(), amount: zFen })),
  mayBind: z.boolean(),
  files: z.array(FileRef),
  /** Whether the reader may keep files with it. */
  takesFiles: z.boolean(),
  log: z.array(LogLine),
})
export type VoucherDetail = z.output<typeof VoucherDetail>

/** A voucher as it is printed; of a company its own lines, as on its page. */
export const VoucherPaper = z.extend(
  z.pick(VoucherRow, {
    id: true,
    voucherNo: true,
    kind: true,
    branchName: true,
    date: true,
    summary: true,
    amount: true,
    maker: true,
  }),
  {
    amountInWords: z.string(),
    lines: z.array(VoucherLine),
    totalDebit: zSignedFen,
    totalCredit: zSignedFen,
    auditor: z.optional(z.string()),
    poster: z.optional(z.string()),
    /** The papers kept with it. */
    papers: zInt(0, 10_000_000),
  },
)
export type VoucherPaper = z.output<typeof VoucherPaper>
/** The papers of vouchers, in the order of their ids as told; all of them or none. */
export const listVoucherPapers = call({
  method: 'GET',
  path: '/auth/v1/manage/voucher/papers',
  title: '打印记账凭证',
  permit: 'voucher.view',
  heavy: true,
  input: z.strictObject({ ids: zPaperIds }),
  output: z.object({ rows: z.array(VoucherPaper) }),
})

export const getVoucher = call({
  method: 'GET',
  path: '/auth/v1/manage/voucher/accounting',
  title: '记账凭证',
  permit: 'voucher.view',
  branchOnly: true,
  input: z.strictObject({ id: zId, branchId: zId }),
  output: VoucherDetail,
})

/** The side of a balance: debit, credit, or none. */
const balanceSides = ['借', '贷', '平'] as const

/**
 * Trial balance (科目余额表) of a branch and period: opening, turnover and closing per account; the sums agree.
 * `opening` and `closing` are debit minus credit; `side` is that of `closing`.
 */
export const TrialRow = z.object({
  account: z.string(),
  name: z.string(),
  opening: zSignedFen,
  debit: zSignedFen,
  credit: zSignedFen,
  closing: zSignedFen,
  side: z.enum(balanceSides),
})
export type TrialRow = z.output<typeof TrialRow>
export const getTrialBalance = call({
  method: 'GET',
  path: '/auth/v1/manage/ledger/trial',
  title: '科目余额表',
  permit: 'session',
  heavy: true,
  anyOf: ['ledger.view', 'account.view'],
  input: z.strictObject({ period: zPeriod, branchId: z.optional(zId) }),
  output: z.object({
    rows: z.array(TrialRow),
    totalDebit: zSignedFen,
    totalCredit: zSignedFen,
    difference: zSignedFen,
  }),
})
/**
 * Ledger lines of one account in a period, oldest first, with running balance: on the account's own side, so positive
 * where the account grows; `side` is that of the balance.
 */
export const LedgerLine = z.object({
  entryNo: z.string(),
  /** Its number among the lines of its entry, which may touch an account twice. */
  n: z.number(),
  voucherId: zId,
  branchCompanyId: zId,
  date: zTime,
  summary: z.string(),
  party: z.optional(z.string()),
  debit: zSignedFen,
  credit: zSignedFen,
  balance: zSignedFen,
  side: z.enum(balanceSides),
})
export type LedgerLine = z.output<typeof LedgerLine>
export const listLedger = call({
  method: 'GET',
  path: '/auth/v1/manage/ledger/lines',
  title: '明细账',
  permit: 'session',
  heavy: true,
  anyOf: ['ledger.view', 'account.view'],
  input: z.strictObject({ account: zCode(10), period: zPeriod, branchId: z.optional(zId), ...pageFields }),
  output: zPage(LedgerLine),
})
/** The movements of an account in a period: the sums of its lines, however many. */
export const sumLedger = call({
  method: 'GET',
  path: '/auth/v1/manage/ledger/statistical',
  title: '明细账合计',
  permit: 'session',
  heavy: true,
  anyOf: ['ledger.view', 'account.view'],
  input: z.strictObject({ account: zCode(10), period: zPeriod, branchId: z.optional(zId) }),
  output: z.object({ sums: z.object({ debit: zSignedFen, credit: zSignedFen }) }),
})
