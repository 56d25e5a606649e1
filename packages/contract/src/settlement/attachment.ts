// The papers of a settlement sheet (附件): what there is, and all of it in one file.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { zBool, zId, zNumber, zTime } from '../fields.ts'

/** A paper by its place in the file; `size` is of the stored file, bytes. */
export const SheetPaper = z.object({
  id: zId,
  path: z.string(),
  name: z.string(),
  size: z.number(),
  uploadedBy: z.string(),
  uploadedAt: zTime,
})
export type SheetPaper = z.output<typeof SheetPaper>

/** The first papers of a sheet, and how many and how large all of them are. */
export const listAttachments = call({
  method: 'GET',
  path: '/auth/v1/web/settlementManage/attachment/list',
  title: '结算单附件',
  permit: 'settlement.view',
  heavy: true,
  input: z.strictObject({ settlementNum: zNumber }),
  output: z.object({
    rows: z.array(SheetPaper),
    count: z.number(),
    size: z.number(),
    /** Too many or too large for one file: they are fetched one by one. */
    isTooMuch: zBool,
  }),
})
/**
 * The sheet, its movements of money and all its papers as a zip with a list of them and their hashes; with `id` one
 * paper alone. Each look is a row of the audit log.
 */
export const downloadAttachments = call({
  method: 'GET',
  path: '/auth/v1/web/settlementManage/inner/attachment/download',
  title: '下载结算单附件',
  permit: 'settlement.view',
  answer: 'blob',
  heavy: true,
  overlay: '下载中...',
  input: z.strictObject({ settlementNum: zNumber, id: z.optional(zId) }),
  output: z.custom<Blob>(value => value instanceof Blob),
})
