// Vouchers in the import layout of an accounting program.
import { handOverCodes } from '@yunshu/domain/voucher/accountMap'
import { handOverLayouts } from '@yunshu/domain/voucher/handOver'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { zId, zInt, zKey } from '../fields.ts'
import { zPeriod } from './voucher.ts'

/** The posted vouchers of a month, of one branch or of all, line by line in the order of their numbers. */
export const handOverVouchers = call({
  method: 'POST',
  path: '/auth/v1/manage/voucher/handOver',
  title: '导出到财务软件',
  permit: 'ledger.view',
  sides: ['platform', 'branch'],
  anyOf: ['export.run'],
  answer: 'blob',
  heavy: true,
  overlay: '导出中...',
  input: z.strictObject({
    layout: zKey(handOverLayouts),
    period: zPeriod,
    branchId: z.optional(zId),
    /** Numbers of vouchers within the month, from and to: a large month is taken in parts. */
    fromNo: z.optional(zInt(1, 999_999)),
    toNo: z.optional(zInt(1, 999_999)),
    /** The codes of accounts in it; ours unless said. The client's need one for every account. */
    codes: z.optional(zKey(handOverCodes)),
  }),
  output: z.custom<Blob>(value => value instanceof Blob),
})
/** Accounts with posted lines in a month that no table of their branch has a client's account for. */
export const listUnmapped = call({
  method: 'GET',
  path: '/auth/v1/manage/voucher/handOver/unmapped',
  title: '未对照的科目',
  permit: 'ledger.view',
  sides: ['platform', 'branch'],
  input: z.strictObject({ period: zPeriod, branchId: z.optional(zId) }),
  output: z.object({
    rows: z.array(
      z.object({ branchCompanyId: zId, branchName: z.string(), account: z.string(), accountName: z.string() }),
    ),
    /** The number of all; the rows are the first of them. */
    total: z.number(),
  }),
})
