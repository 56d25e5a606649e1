// Lines of a voucher handed in as a file: the columns of the file, and its rows as lines, taken all or none.
import { ZERO_FEN } from '../figures/money.ts'
import { decodeRows, importColumns, type RawRow, type RowFault } from '../importing/cells.ts'
import { accountMeant, faultsOfLines, manualLines, type ManualLine } from './manual.ts'

/** The columns of the file, as the grid shows them. */
export const lineFileColumns = importColumns({
  summary: { title: '摘要', kind: 'text', required: true, max: 100, example: '支付办公室房租', width: 30 },
  account: {
    title: '科目',
    kind: 'text',
    required: true,
    max: 60,
    also: ['会计科目', '科目编码', '科目代码'],
    example: '6602 管理费用',
    note: '填编码、名称或拼音首字母，例如 6602、管理费用、glfy',
    width: 24,
  },
  waybillNo: {
    title: '运单号',
    kind: 'text',
    max: 35,
    also: ['运单'],
    example: '',
    note: '费用属于某张运单时填写，应为本分公司的运单',
    width: 22,
  },
  debit: { title: '借方(元)', kind: 'money', also: ['借方金额'], example: '3000.00', width: 16 },
  credit: { title: '贷方(元)', kind: 'money', also: ['贷方金额'], example: '', width: 16 },
})
type LineField = keyof typeof lineFileColumns

/** A line with its row of the file. */
export interface FileLine {
  readonly row: number
  readonly line: ManualLine
}

/** The lines of a file, and what is wrong with its rows, each at its place. A file of too many rows has no lines. */
export function linesOfFile(rows: readonly RawRow[]): { lines: FileLine[]; faults: RowFault[] } {
  const beyond = rows[manualLines.most]
  if (beyond !== undefined)
    return {
      lines: [],
      faults: [{ row: beyond.row, reason: `一张凭证最多 ${manualLines.most} 行，文件有 ${rows.length} 行` }],
    }
  const { right, unread } = decodeRows(lineFileColumns, rows)
  const lines = right.map(({ row, values }): FileLine => {
    const { summary, account, waybillNo, debit = ZERO_FEN, credit = ZERO_FEN } = values
    const code = accountMeant(account)?.code ?? account
    return { row, line: { summary, account: code, waybillNo, debit, credit } }
  })
  const faults = faultsOfLines(lines.map(({ line }) => line)).map(({ at, field, said }) => ({
    row: lines[at]?.row ?? 0,
    field,
    reason: said,
  }))
  return { lines, faults: [...unread, ...faults].toSorted((a, b) => a.row - b.row) }
}

/** The heading of a field of the file. */
export const lineFieldTitle = (field: string | undefined): string | undefined =>
  Object.entries(lineFileColumns).find(([key]) => key === field)?.[1].title

/** A fault at a field of a row. */
export const faultAt = (row: number, field: LineField, reason: string): RowFault => ({ row, field, reason })
