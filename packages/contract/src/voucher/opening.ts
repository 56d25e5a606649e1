// Calls of opening balances (期初余额): those of the branch one works for, and saving them as a draft. Their steps are those of
// vouchers made by hand.
import { openingLines } from '@yunshu/domain/voucher/opening'
import { voucherStates } from '@yunshu/domain/voucher/voucher'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { zBool, zId, zKey, zSignedFen, zTime, zVersion } from '../fields.ts'

export const Opening = z.object({
  /** The month the books of the branch begin with, and the day before it: opening balances stand on that. */
  firstPeriod: z.string(),
  day: zTime,
  voucher: z.optional(
    z.object({
      id: zId,
      voucherNo: z.string(),
      state: zKey(voucherStates.states),
      maker: z.string(),
      version: zVersion,
      moves: z.array(zKey(voucherStates.moves)),
    }),
  ),
  lines: z.array(z.object({ account: z.string(), accountName: z.string(), debit: zSignedFen, credit: zSignedFen })),
  /** The month that is closed already: nothing can be changed any more. */
  closedPeriod: z.optional(z.string()),
  mayEdit: zBool,
})
export type Opening = z.output<typeof Opening>
export const getOpening = call({
  method: 'GET',
  path: '/auth/v1/manage/opening/details',
  title: '期初余额',
  permit: 'ledger.view',
  branchOnly: true,
  input: z.strictObject({}),
  output: Opening,
})
/** Keeps the draft of the branch, new or anew; it need not balance before it is audited. */
export const saveOpening = call({
  method: 'POST',
  path: '/auth/v1/manage/opening/save',
  title: '保存期初余额',
  permit: 'voucher.make',
  branchOnly: true,
  overlay: '操作中...',
  input: z.strictObject({
    id: z.optional(zId),
    version: z.optional(zVersion),
    lines: z
      .array(
        z.strictObject({
          account: z.string().check(z.trim(), z.maxLength(10, '不能超过10个字')),
          debit: zSignedFen,
          credit: zSignedFen,
        }),
      )
      .check(z.minLength(1, '请至少填写一行'), z.maxLength(openingLines.most, `最多 ${openingLines.most} 行`)),
  }),
  output: z.object({ id: zId, version: zVersion, voucherNo: z.string() }),
})
/** The opening balances of the branch as they stand, typed or booked, with their sums. */
export const exportOpening = call({
  method: 'POST',
  path: '/auth/v1/manage/opening/export',
  title: '导出期初余额',
  permit: 'ledger.view',
  branchOnly: true,
  anyOf: ['export.run'],
  answer: 'blob',
  heavy: true,
  overlay: '导出中...',
  input: z.strictObject({}),
  output: z.custom<Blob>(value => value instanceof Blob),
})
