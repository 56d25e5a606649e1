// Vouchers in the import layout of an accounting program.
import { handOverLayouts } from '@yunshu/domain/voucher/handOver'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { zId, zKey } from '../fields.ts'
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
  input: z.strictObject({ layout: zKey(handOverLayouts), period: zPeriod, branchId: z.optional(zId) }),
  output: z.custom<Blob>(value => value instanceof Blob),
})
