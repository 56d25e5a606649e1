// Finds the columns of a kind in a sheet by its headings, in any order, and takes its rows; headings it does not
// understand are named in the notes.
import type { ImportColumns, RawRow, RowFault } from '@yunshu/domain/importing/cells'
import { importLimits } from '@yunshu/domain/importing/importing'
import { tidyCell } from '@yunshu/domain/figures/looseText'
import { unreadableFile } from './readSheet.ts'
import type { SheetLine, SheetText } from './sheetText.ts'

/** The column of the file of faults; a corrected file is handed in with it. */
export const faultTitle = '错误原因'

/** Rows of a sheet by column, what the person should know, and cells that lost digits on their way through Excel. */
export interface LaidOut {
  readonly rows: readonly RawRow[]
  readonly notes: readonly string[]
  readonly faults: readonly RowFault[]
}

/** A heading without its marks: required stars, units in brackets, blanks. */
const bare = (title: string): string =>
  tidyCell(title)
    .replace(/[*＊\s]/g, '')
    .replace(/[(（].*?[)）]$/, '')
    .toLowerCase()

/** Lines looked at for the headings: people put a title above them. */
const headingsWithin = 5

interface Headings {
  readonly line: SheetLine
  readonly at: ReadonlyMap<number, string>
}

function findHeadings(columns: ImportColumns, lines: readonly SheetLine[]): Headings | undefined {
  const keys = new Map(
    Object.entries(columns).flatMap(([key, { title, also = [] }]) =>
      [title, ...also].map(name => [bare(name), key] as const),
    ),
  )
  const read = lines.slice(0, headingsWithin).map(line => ({
    line,
    at: new Map(
      line.texts.flatMap((text, column) => {
        const key = keys.get(bare(text))
        return key === undefined ? [] : [[column, key] as const]
      }),
    ),
  }))
  return read.reduce<Headings | undefined>((best, one) => (one.at.size > (best?.at.size ?? 0) ? one : best), undefined)
}

/** Refuses a sheet without its columns, without rows, or with too many. */
export function layOut(columns: ImportColumns, { lines }: SheetText): LaidOut {
  const headings = findHeadings(columns, lines)
  if (!headings) throw unreadableFile('没有找到表头，请使用导入模板，表头放在第一行')
  const found = [...headings.at.values()]
  const twice = found.find((key, n) => found.indexOf(key) < n)
  if (twice !== undefined) throw unreadableFile(`表头“${columns[twice]?.title ?? ''}”出现了两次`)
  const missing = Object.entries(columns).flatMap(([key, { title, required }]) =>
    required && !found.includes(key) ? [title] : [],
  )
  if (missing.length > 0) throw unreadableFile(`缺少必填列：${missing.join('、')}`)

  const body = lines.filter(({ row }) => row > headings.line.row)
  const rows = body
    .map(line => ({ line, raw: rowOf(line, headings.at) }))
    .filter(({ raw }) => Object.keys(raw.cells).length > 0)
  const example = new Map(Object.entries(columns).map(([key, column]) => [key, tidyCell(column.example)]))
  const isExample = ({ cells }: RawRow): boolean =>
    [...example].every(([key, text]) => tidyCell(cells[key] ?? '') === text)
  const kept = rows.filter(({ raw }) => !isExample(raw))
  if (kept.length === 0) throw unreadableFile('没有可导入的数据行')
  if (kept.length > importLimits.rows)
    throw unreadableFile(`共 ${kept.length} 行，一次最多导入 ${importLimits.rows} 行，请分成几个文件`)

  const unknown = headings.line.texts.flatMap((text, column) =>
    headings.at.has(column) || tidyCell(text) === '' || bare(text) === faultTitle ? [] : [tidyCell(text).slice(0, 20)],
  )
  const computed = kept.flatMap(({ line }) =>
    line.computed?.some(column => headings.at.has(column)) ? [line.row] : [],
  )
  return {
    rows: kept.map(({ raw }) => raw),
    notes: [
      ...(unknown.length > 0
        ? [`未识别的列已忽略：${unknown.slice(0, 20).join('、')}${unknown.length > 20 ? '等' : ''}`]
        : []),
      ...(computed.length > 0
        ? [
            `${computed.length} 行含有公式，已按公式的结果读取（第 ${computed.slice(0, 5).join('、')}${computed.length > 5 ? ' 等' : ''} 行）`,
          ]
        : []),
      ...(kept.length < rows.length ? ['模板中的示例行已忽略'] : []),
    ],
    faults: kept.flatMap(({ line }) =>
      (line.worn ?? []).flatMap(column => {
        const field = headings.at.get(column)
        return field === undefined
          ? []
          : [{ row: line.row, field, reason: '是数字格式，超过 15 位的号码已失真，请把单元格设为文本后重新填写' }]
      }),
    ),
  }
}

function rowOf({ row, texts }: SheetLine, at: ReadonlyMap<number, string>): RawRow {
  return {
    row,
    cells: Object.fromEntries(
      [...at].flatMap(([column, key]) => {
        const text = texts[column] ?? ''
        return text.trim() === '' ? [] : [[key, text]]
      }),
    ),
  }
}
