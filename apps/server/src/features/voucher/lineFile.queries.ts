// Lines of a voucher from a file: the template, and a file judged row by row; nothing is written.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/voucher/lineFile'
import { importLimits } from '@yunshu/domain/importing/importing'
import { Problem } from '@yunshu/domain/problems/problems'
import { faultAt, lineFieldTitle, lineFileColumns, linesOfFile, type FileLine } from '@yunshu/domain/voucher/lineFile'
import { xlsxMime } from '../../exports/xlsx.ts'
import type { FileAnswer } from '../../http/serve.ts'
import { layOut } from '../../imports/layOut.ts'
import { templateOf } from '../../imports/template.ts'
import type { UploadedSheet } from '../../imports/uploadedSheet.ts'
import type { Ctx } from '../../work/ctx.ts'
import { waybillsByNumber } from './manual.queries.ts'
import { accountName } from './voucher.queries.ts'

/** The file people fill in. */
export async function makeLineTemplate(_ctx: Ctx, _input: Input<typeof calls.getLineTemplate>): Promise<FileAnswer> {
  return { name: '手工凭证分录模板.xlsx', mime: xlsxMime, body: await templateOf('凭证分录', lineFileColumns) }
}

/** Judges the rows of a file: all of them as lines, or every fault and no line. */
export async function judgeLineFile(
  ctx: Ctx,
  _input: Input<typeof calls.readLineFile>,
  { name, sheet }: UploadedSheet,
): Promise<Output<typeof calls.readLineFile>> {
  const { branchId } = ctx.actor
  if (branchId === undefined) throw new Problem('branch.only')
  const { rows, notes, faults: worn } = layOut(lineFileColumns, sheet)
  const read = linesOfFile(rows)
  const faults = [...worn, ...read.faults, ...(await strangers(ctx, branchId, read.lines))].toSorted(
    (a, b) => a.row - b.row,
  )
  return {
    fileName: name,
    rows: rows.length,
    lines: faults.length > 0 ? [] : read.lines.map(({ line }) => ({ ...line, accountName: accountName(line.account) })),
    faults: faults.slice(0, importLimits.faults).map(({ row, field, reason }) => {
      const title = lineFieldTitle(field)
      return { row, ...(title === undefined ? {} : { title }), reason }
    }),
    faultsTotal: faults.length,
    notes: [...notes],
  }
}

/** Faults of lines that name a waybill the branch does not have. */
async function strangers(ctx: Ctx, branchId: string, lines: readonly FileLine[]) {
  const known = await waybillsByNumber(
    ctx,
    branchId,
    lines.map(({ line }) => line),
  )
  return lines.flatMap(({ row, line: { waybillNo = '' } }) =>
    waybillNo === '' || known.has(waybillNo) ? [] : [faultAt(row, 'waybillNo', '本分公司没有这张运单')],
  )
}
