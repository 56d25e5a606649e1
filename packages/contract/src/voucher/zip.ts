// Vouchers with their lines and papers in one file: at once for some, in the download centre for many.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { zId } from '../fields.ts'
import { voucherFilter } from './voucher.ts'

/** The most vouchers one file holds at once; more are made in the background. */
export const zipMost = 200
/** The most vouchers a file of the download centre holds. */
export const zipPackMost = 5000
/** The most lines all vouchers of a file have together: they are kept, deflated, until it is sent. */
export const zipLinesMost = 1_000_000

/**
 * The vouchers of the list under a filter, those chosen alone where ids are given: the list and a folder for each with
 * its lines and papers, and a manifest with the SHA-256 of every file. A company gets its own lines and papers.
 */
export const downloadVouchers = call({
  method: 'POST',
  path: '/auth/v1/manage/voucher/zip/download',
  title: '下载凭证包',
  permit: 'voucher.view',
  answer: 'blob',
  heavy: true,
  overlay: '下载中...',
  input: z.strictObject(voucherFilter),
  output: z.custom<Blob>(value => value instanceof Blob),
})
/** The same for more than fit into one answer: the file comes in the download centre. */
export const packVouchers = call({
  method: 'POST',
  path: '/auth/v1/manage/voucher/zip/start',
  title: '生成凭证包',
  permit: 'voucher.view',
  anyOf: ['export.run'],
  heavy: true,
  input: z.strictObject(voucherFilter),
  output: z.object({ id: zId }),
})
