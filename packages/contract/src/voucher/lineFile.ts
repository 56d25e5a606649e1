// Calls of lines of a voucher from a file: the template to fill in, and reading a file into the grid without keeping it.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { zSignedFen } from '../fields.ts'
import { ImportFault } from '../importing.ts'

export const getLineTemplate = call({
  method: 'POST',
  path: '/auth/v1/manage/voucher/lines/template',
  title: '下载分录模板',
  permit: 'voucher.make',
  branchOnly: true,
  answer: 'blob',
  input: z.strictObject({}),
  output: z.custom<Blob>(value => value instanceof Blob),
})

/** The rows of a file as lines; where one of them is wrong there are none, and every fault has its place. */
export const LineFile = z.object({
  fileName: z.string(),
  rows: z.number(),
  lines: z.array(
    z.object({
      summary: z.string(),
      account: z.string(),
      accountName: z.string(),
      waybillNo: z.optional(z.string()),
      debit: zSignedFen,
      credit: zSignedFen,
    }),
  ),
  /** The first of the faults (importLimits.faults). */
  faults: z.array(ImportFault),
  faultsTotal: z.number(),
  notes: z.array(z.string()),
})
export type LineFile = z.output<typeof LineFile>

/** Reads a file (multipart, field `files`: one, xlsx or csv). Nothing is kept: its lines are saved with the voucher. */
export const readLineFile = call({
  method: 'POST',
  path: '/auth/v1/manage/voucher/lines/read',
  title: '读取分录文件',
  permit: 'voucher.make',
  branchOnly: true,
  body: 'multipart',
  overlay: '读取中...',
  input: z.strictObject({}),
  output: LineFile,
})
