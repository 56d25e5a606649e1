// The file people fill in: headings with required ones in red, one example row, lists to choose from, and notes on a
// sheet of their own.
import { Readable } from 'node:stream'
import type { CellStyle, WriteSheet } from 'hucre/xlsx'
import type { ColumnKind, ImportColumn, ImportColumns } from '@yunshu/domain/importing/cells'
import { importLimits } from '@yunshu/domain/importing/importing'

const kindNotes: Readonly<Record<ColumnKind, string>> = {
  text: '文本',
  time: '日期或时间，例如 2026-11-21 08:30',
  money: '金额（元），最多两位小数',
  tons: '重量（吨），例如 32.400',
  decimal: '数字',
  choice: '从下拉列表选择',
}

/** Text as text: Excel would make a number of an 身份证号 and lose its end. */
const asText: CellStyle = { numFmt: '@' }
const heading = (required: boolean): CellStyle => ({
  font: { bold: true, ...(required ? { color: { rgb: 'C00000' } } : {}) },
  fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'F2F2F2' } },
  numFmt: '@',
})
const grey: CellStyle = { font: { color: { rgb: '808080' }, italic: true }, numFmt: '@' }

const letter = (n: number): string =>
  (n < 26 ? '' : String.fromCharCode(64 + Math.floor(n / 26))) + String.fromCharCode(65 + (n % 26))
const headingOf = ({ title, required }: ImportColumn): string => `${title}${required ? '*' : ''}`
/** Excel refuses a longer list written into the cell's own rule. */
const listMax = 250

/** The template of a kind as a workbook. */
export async function templateOf(title: string, columns: ImportColumns): Promise<Readable> {
  // asked for a few times a day: 74 modules the server need not hold before
  const { writeXlsx } = await import('hucre/xlsx')
  const list = Object.values(columns)
  const sheet: WriteSheet = {
    name: title,
    columns: list.map(({ width = 16 }) => ({ width, style: asText })),
    rows: [list.map(headingOf), list.map(({ example }) => example)],
    cells: new Map(
      list.flatMap((column, n) => [
        [`0,${n}`, { value: headingOf(column), style: heading(column.required === true) }] as const,
        [`1,${n}`, { value: column.example, style: grey }] as const,
      ]),
    ),
    freezePane: { rows: 1 },
    dataValidations: list.flatMap(({ choices = [] }, n) => {
      const values = choices.map(({ label }) => label)
      return values.length === 0 || values.join(',').length > listMax
        ? []
        : [
            {
              type: 'list' as const,
              values,
              allowBlank: true,
              showErrorMessage: true,
              errorTitle: '请选择',
              errorMessage: '请从下拉列表中选择',
              range: `${letter(n)}2:${letter(n)}${importLimits.rows + 2}`,
            },
          ]
    }),
  }
  const notes: WriteSheet = {
    name: '填写说明',
    columns: [{ width: 20 }, { width: 8 }, { width: 60 }],
    rows: [
      ['列', '必填', '怎样填写'],
      ...list.map(column => [column.title, column.required ? '是' : '', noteOf(column)]),
      [],
      ['请不要合并单元格，不要修改第一行的表头；红色表头为必填。'],
      [`一次最多导入 ${importLimits.rows} 行；第二行为示例，导入时会忽略，也可以删除。`],
    ],
    cells: new Map(
      [0, 1, 2].map(n => [`0,${n}`, { value: ['列', '必填', '怎样填写'][n] ?? '', style: heading(false) }]),
    ),
  }
  return Readable.from([Buffer.from(await writeXlsx({ sheets: [sheet, notes], activeSheet: 0 }))])
}

function noteOf({ kind, note, choices = [] }: ImportColumn): string {
  const options = choices.length > 0 ? `可填：${choices.map(({ label }) => label).join('、')}` : ''
  return [note ?? kindNotes[kind], options].filter(text => text !== '').join('；')
}
