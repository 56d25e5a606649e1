// Templates of payment files as data: the columns a bank wants, how they are written, and how its answer is headed.
import { importColumns } from '../importing/cells.ts'
import { printYuan, type Fen } from '../figures/money.ts'

/** Forms a bank takes a batch in. */
export const payFileFormats = { CSV: 'CSV 文本', XLSX: 'Excel 工作簿' } as const
export type PayFileFormat = keyof typeof payFileFormats

/** Encodings of a text file; a workbook has its own. */
export const payFileEncodings = { UTF8: 'UTF-8', UTF8_BOM: 'UTF-8（带 BOM）', GB18030: 'GB18030' } as const
export type PayFileEncoding = keyof typeof payFileEncodings

/** Facts of a payment that a column can hold. */
export const payFileFields = {
  n: '序号',
  taskNo: '支付任务号',
  payee: '收款户名',
  account: '收款账号',
  bank: '收款银行',
  amount: '金额',
  remark: '附言',
} as const
export type PayFileField = keyof typeof payFileFields

/** A column: its heading, and the fact it holds or the text that stands in every row. */
export type PayFileColumn =
  | { readonly title: string; readonly field: PayFileField }
  | { readonly title: string; readonly text: string }

/** Headings by which the columns of an answer are known, and the bank's words for its results. */
export interface AnswerHeads {
  readonly key: readonly string[]
  readonly amount: readonly string[]
  readonly result: readonly string[]
  readonly serial: readonly string[]
  readonly account: readonly string[]
  readonly reason: readonly string[]
  /** The day the bank did it; absent where its answers have no such column. */
  readonly date?: readonly string[] | undefined
  readonly words: Readonly<Record<AnswerResult, readonly string[]>>
  /** The word that marks the row of the sum; an answer without that row is refused as cut off. Absent: the bank writes none. */
  readonly total?: string | undefined
}

/** Results an answer tells of an order. */
export const answerResults = { success: '成功', failed: '失败', returned: '退汇', processing: '处理中' } as const
export type AnswerResult = keyof typeof answerResults

export interface PayFileTemplate {
  readonly format: PayFileFormat
  readonly encoding: PayFileEncoding
  readonly hasHeading: boolean
  readonly columns: readonly PayFileColumn[]
  /** The most bytes of a remark in the encoding of the file. */
  readonly remarkBytes: number
  readonly linesMost: number
}

/** A payment as a line of a file. */
export interface PayOrderLine {
  readonly taskNo: string
  readonly payee: string
  readonly account: string
  readonly bank: string
  readonly amount: Fen
  /** The word for what is paid (`paymentWord`). */
  readonly word: string
}

/** The beginning of a text that fits into so many bytes; no sign is cut through. */
export function cutBytes(text: string, most: number, bytesOf: (text: string) => number): string {
  let cut = ''
  let used = 0
  for (const sign of text) {
    used += bytesOf(sign)
    if (used > most) break
    cut += sign
  }
  return cut
}

/** The remark of a payment: its number first, so that a bank which cuts it still says the order. */
const remarkOf = ({ taskNo, word }: PayOrderLine): string => `${taskNo} ${word}`

/** The cells of each line in the order of the template's columns; money in yuan with two places. */
export function payFileCells(
  template: Pick<PayFileTemplate, 'columns' | 'remarkBytes'>,
  lines: readonly PayOrderLine[],
  bytesOf: (text: string) => number,
): string[][] {
  return lines.map((line, at) => {
    const facts: Readonly<Record<PayFileField, string>> = {
      n: String(at + 1),
      taskNo: line.taskNo,
      payee: line.payee,
      account: line.account,
      bank: line.bank,
      amount: printYuan(line.amount),
      remark: cutBytes(remarkOf(line), template.remarkBytes, bytesOf),
    }
    return template.columns.map(column => ('field' in column ? facts[column.field] : column.text))
  })
}

/** The columns of an answer by its headings. */
export const answerColumnsOf = (heads: AnswerHeads) => {
  const named = ([title = '', ...also]: readonly string[]) => ({ title, also })
  const text = { kind: 'text', example: '', max: 200 } as const
  return importColumns({
    key: { ...named(heads.key), ...text, required: true },
    amount: { ...named(heads.amount), kind: 'money', example: '', required: true },
    result: { ...named(heads.result), ...text, required: true },
    serial: { ...named(heads.serial), ...text },
    account: { ...named(heads.account), ...text },
    reason: { ...named(heads.reason), ...text },
    ...(heads.date === undefined ? {} : { date: { ...named(heads.date), kind: 'time', example: '' } }),
  })
}
