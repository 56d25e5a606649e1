// An uploaded answer of a bank: its rows by the headings of a template.
import { fen } from '@yunshu/domain/figures/money'
import { decodeRow, type RawRow } from '@yunshu/domain/importing/cells'
import type { AnswerRow } from '@yunshu/domain/payFile/answer'
import { payFileMost } from '@yunshu/domain/payFile/payFile'
import { answerColumnsOf, type AnswerHeads } from '@yunshu/domain/payFile/template'
import { layOut } from '../../imports/layOut.ts'
import { unreadableFile } from '../../imports/readSheet.ts'
import type { SheetText } from '../../imports/sheetText.ts'

const textOf = (value: string | number | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined

/** A row in its figures; cells nobody can read, and numbers that lost digits on their way, are left out. */
function answerRow(columns: ReturnType<typeof answerColumnsOf>, raw: RawRow, worn: ReadonlySet<string>): AnswerRow {
  const { row, values } = decodeRow(columns, raw)
  const text = (field: string): string | undefined => (worn.has(`${row} ${field}`) ? undefined : textOf(values[field]))
  const { amount, date } = values
  return {
    row,
    key: text('key'),
    serial: text('serial'),
    account: worn.has(`${row} account`) ? '（号码失真）' : text('account'),
    amount: typeof amount === 'number' ? fen(amount) : undefined,
    result: text('result'),
    reason: text('reason'),
    ...(typeof date === 'number' ? { date } : {}),
  }
}

/** The rows of a sheet under the headings of a bank's answer; refuses one without them. */
export function answerRowsOf(heads: AnswerHeads, sheet: SheetText): AnswerRow[] {
  const columns = answerColumnsOf(heads)
  const laid = layOut(columns, sheet)
  if (laid.rows.length > payFileMost.answerRows) throw unreadableFile(`不能超过 ${payFileMost.answerRows} 行`)
  const worn = new Set(laid.faults.map(({ row, field }) => `${row} ${field ?? ''}`))
  return laid.rows.map(raw => answerRow(columns, raw, worn))
}
