// Input and result of the thread that reads a file.

/** A file as it was handed in. */
export interface ReadSheet {
  readonly name: string
  readonly bytes: Uint8Array
}
/**
 * A row that holds something: its number in the file from 1, its cells, and which of them are numbers too long for
 * Excel or come from a formula.
 */
export interface SheetLine {
  readonly row: number
  readonly texts: readonly string[]
  readonly worn?: readonly number[]
  readonly computed?: readonly number[]
}
/** The first sheet people see, as text. */
export interface SheetText {
  readonly sheet: string
  readonly lines: readonly SheetLine[]
}
/** The thread's last message; a refusal is in words for the person. */
export type SheetWord = { readonly sheet: SheetText } | { readonly refusal: string }

/** The refusal of a file that cannot be read at all. */
export const noWorkbook = '不是有效的 Excel 文件，请用 Excel 或 WPS 另存为 .xlsx 后重新上传'

/** The format of a file by its first bytes and its name, or why it is refused: known before a thread is started. */
export function formatOf({ name, bytes }: ReadSheet): 'workbook' | 'csv' | { readonly refusal: string } {
  const start = Buffer.from(bytes.subarray(0, 4))
  if (start.toString('latin1') === 'PK\u0003\u0004') return 'workbook'
  if (start.toString('hex') === 'd0cf11e0')
    return { refusal: '是旧版 .xls 或加密的 Excel 文件，请另存为不加密的 .xlsx 后重新上传' }
  return /\.(?:csv|txt)$/i.test(name) && !bytes.includes(0) ? 'csv' : { refusal: noWorkbook }
}
