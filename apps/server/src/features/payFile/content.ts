// The bytes of a payment file: rows of a template in its form and encoding; no cell is a formula to whoever opens it.
import {
  payFileCells,
  type PayFileEncoding,
  type PayFileTemplate,
  type PayOrderLine,
} from '@yunshu/domain/payFile/template'
import { writeGb18030 } from '../../exports/gb18030.ts'
import { xlsxStream, type Line } from '../../exports/xlsx.ts'
import { csvCell } from '../../exports/zip.ts'

const encoders: Readonly<Record<PayFileEncoding, (text: string) => Buffer>> = {
  UTF8: text => Buffer.from(text),
  UTF8_BOM: text => Buffer.from(text),
  GB18030: writeGb18030,
}

/** Signs that would break a row. */
const breaking = /\p{Cc}/gu

/** The file of these lines. */
export async function payFileBytes(template: PayFileTemplate, lines: readonly PayOrderLine[]): Promise<Buffer> {
  const encode = encoders[template.encoding]
  const titles = template.columns.map(({ title }) => title)
  const rows = payFileCells(template, lines, text => encode(text).length).map(row =>
    row.map(cell => cell.replaceAll(breaking, '')),
  )
  if (template.format === 'XLSX') return workbook(template, titles, rows)
  const text = [...(template.hasHeading ? [titles] : []), ...rows]
    .map(row => `${row.map(csvCell).join(',')}\r\n`)
    .join('')
  return template.encoding === 'UTF8_BOM' ? Buffer.concat([Buffer.from('\uFEFF'), encode(text)]) : encode(text)
}

async function workbook(
  template: PayFileTemplate,
  titles: readonly string[],
  rows: readonly (readonly string[])[],
): Promise<Buffer> {
  const lines = rows.map((row): Line =>
    row.map((cell, at) => {
      const column = template.columns[at]
      return column !== undefined && 'field' in column && column.field === 'amount'
        ? { decimal: cell, as: 'money' as const }
        : cell
    }),
  )
  const columns = titles.map(title => ({ title, width: 24 }))
  const pieces: Buffer[] = []
  const batches = (async function* all() {
    yield lines
  })()
  for await (const piece of xlsxStream('付款', columns, batches)) pieces.push(Buffer.from(piece as Buffer))
  return Buffer.concat(pieces)
}
