// Excel files written as they are sent: one sheet, row by row, in memory that does not grow with the rows; no
// library streams as lightly.
import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export interface SheetColumn {
  readonly title: string
  /** Characters. */
  readonly width: number
}
/**
 * A figure by its decimal text, so that nothing is rounded on the way: yuan with two places, tons and kilograms with
 * three, or with as many as it has.
 */
export interface FigureCell {
  readonly decimal: string
  readonly as: 'money' | 'tons' | 'plain'
}
export type Cell = string | number | FigureCell | undefined
/** A row of the sheet; a strong one is printed bold: sums and notes. */
export type Line = readonly Cell[] | { readonly strong: readonly Cell[] }

const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** The kind of file, for the answer's Content-Type. */
export const xlsxMime = type

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const parts = {
  '[Content_Types].xml': `${xml}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
  '_rels/.rels': `${xml}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `${xml}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${xml}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="#,##0.000"/></numFmts><fonts count="2"><font><sz val="11"/><name val="等线"/></font><font><b/><sz val="11"/><name val="等线"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="8">${[
    '',
    'quotePrefix="1"',
    'numFmtId="4" applyNumberFormat="1"',
    'numFmtId="164" applyNumberFormat="1"',
  ]
    .flatMap(each => [`<xf xfId="0" ${each}/>`, `<xf xfId="0" fontId="1" applyFont="1" ${each}/>`])
    .join('')}</cellXfs></styleSheet>`,
} as const

/** Characters a cell may hold; Excel refuses a file with longer ones instead of cutting them off. */
const cellMax = 32_767
/** Beginnings of a text that a spreadsheet might take for a formula, in either width. */
const formulaLike = /^[=+\-@＝＋－＠\t\r]/
/** Characters XML 1.0 cannot hold, and the line ends and tabs among them that it can. */
const unprintable = /[\p{Cc}\p{Noncharacter_Code_Point}]/gu
const kept = '\t\n\r'

const escaped = (text: string): string =>
  text
    .replace(unprintable, character => (kept.includes(character) ? character : ''))
    .slice(0, cellMax)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

/**
 * Places in styles.xml, plain and bold in turn: anything, text that begins like a formula and is to stay text, yuan,
 * tons.
 */
const styles = { plain: 0, text: 2, money: 4, tons: 6 } as const

function cellXml(cell: Cell, bold: 0 | 1): string {
  if (cell === undefined || cell === '') return '<c/>'
  const styled = (style: number): string => (style + bold === 0 ? '' : ` s="${style + bold}"`)
  if (typeof cell === 'number') return `<c${styled(styles.plain)}><v>${cell}</v></c>`
  if (typeof cell === 'object') return `<c${styled(styles[cell.as])}><v>${cell.decimal}</v></c>`
  return `<c t="inlineStr"${styled(formulaLike.test(cell) ? styles.text : styles.plain)}><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
}

const cellsXml = (cells: readonly Cell[], bold: 0 | 1): string =>
  `<row>${cells.map(cell => cellXml(cell, bold)).join('')}</row>`
const lineXml = (line: Line): string => ('strong' in line ? cellsXml(line.strong, 1) : cellsXml(line, 0))

async function* sheetXml(
  columns: readonly SheetColumn[],
  batches: AsyncIterable<readonly Line[]>,
): AsyncGenerator<string> {
  const widths = columns
    .map(({ width }, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`)
    .join('')
  yield `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths}</cols><sheetData>${cellsXml(
    columns.map(({ title }) => title),
    1,
  )}`
  for await (const rows of batches) yield rows.map(lineXml).join('')
  yield '</sheetData></worksheet>'
}

/** The file as a stream; rows are asked for only as fast as the reader takes them, and no more once it is gone. */
export function xlsxStream(
  sheet: string,
  columns: readonly SheetColumn[],
  batches: AsyncIterable<readonly Line[]>,
): Readable {
  const zip = new ZipFile()
  const out = new PassThrough()
  const body = Readable.from(sheetXml(columns, batches), { objectMode: false })
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name)
  zip.addBuffer(
    Buffer.from(
      `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${escaped(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    'xl/workbook.xml',
  )
  zip.addReadStream(body, 'xl/worksheets/sheet1.xml')
  zip.end()
  zip.outputStream.on('error', error => out.destroy(error instanceof Error ? error : undefined)).pipe(out)
  body.on('error', error => out.destroy(error))
  // an error without a listener would end the process; the reader, if there is one by then, gets it too
  out.on('error', () => {})
  out.on('close', () => body.destroy())
  return out
}
