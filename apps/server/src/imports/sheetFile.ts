// Reads a handed-in file into texts, within limits each of which is named to the person. A hostile file costs time and
// memory only here: in a thread of its own.
import { importLimits } from '@yunshu/domain/importing/importing'
import { parseCsv } from 'hucre/csv'
import { readXlsx, type CellValue } from 'hucre/xlsx'
import { formatOf, noWorkbook, type ReadSheet, type SheetText } from './sheetText.ts'

/** Bytes all parts of a workbook may come to unpacked; a sheet of 5,000 rows and thirty columns is a tenth of it. */
const unpackedMax = 100 * 1_048_576
/** Rows looked at, empty ones too: people format more than they fill. */
const rowsMax = 4 * importLimits.rows
const columnsMax = 200
/** Cells that hold something, of all rows together. */
const cellsMax = 400_000
/** Characters of all cells together. */
const charactersMax = 8_000_000

/** A refusal in words for the person. */
export class Refusal extends Error {}

/**
 * Refuses a zip that unpacks to more than a sheet can mean. hucre unpacks no part beyond the size its directory says,
 * so it is the directory that is judged.
 */
function assertUnpacks(zip: Buffer): void {
  const end = zip.lastIndexOf('PK\u0005\u0006', zip.length - 22, 'latin1')
  if (end < 0) throw new Refusal(noWorkbook)
  const count = zip.readUInt16LE(end + 10)
  let at = zip.readUInt32LE(end + 16)
  let total = 0
  for (let n = 0; n < count; n++) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== 0x02014b50) throw new Refusal(noWorkbook)
    const [packed, unpacked] = [zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24)]
    // a zip entry without a declared size is refused unless it is empty (at most two bytes packed)
    const isFolder = zip[at + 45 + zip.readUInt16LE(at + 28)] === 0x2f
    if (unpacked === 0 && !isFolder && (packed > 2 || (zip.readUInt16LE(at + 8) & 8) !== 0))
      throw new Refusal(noWorkbook)
    total += unpacked
    if (total > unpackedMax)
      throw new Refusal(`文件解压后超过 ${unpackedMax / 1_048_576} MB，请只保留要导入的工作表和数据`)
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
}

/** A cell as a person reads it. Excel keeps fifteen digits and no time zone: what it shows is what is meant. */
function cellText(value: CellValue | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(Number(value.toPrecision(15)))
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '')
  const text = new Date(Math.round(value.getTime() / 1000) * 1000).toISOString().slice(0, 19).replace('T', ' ')
  return text.replace(/ 00:00:00$/, '')
}

/** Longer numbers than Excel keeps have lost their last digits before the file came here. */
const isWorn = (value: CellValue | undefined): boolean => typeof value === 'number' && Math.abs(value) >= 1e15

function gathered(
  rows: readonly (readonly (CellValue | undefined)[])[],
  formulas: ReadonlySet<string>,
  sheet: string,
): SheetText {
  let characters = 0
  let filled = 0
  if (rows.length >= rowsMax)
    throw new Refusal(`行数过多，一次最多导入 ${importLimits.rows} 行，请删除多余的行和末尾的空行后重新上传`)
  const lines = rows.flatMap((cells, at) => {
    const texts = cells.slice(0, columnsMax).map(cell => cellText(cell).slice(0, importLimits.cell + 1))
    if (texts.every(text => text.trim() === '')) return []
    if (cells.length > columnsMax && cells.slice(columnsMax).some(cell => cellText(cell).trim() !== ''))
      throw new Refusal(`第 ${at + 1} 行超过 ${columnsMax} 列，请只保留要导入的列`)
    filled += texts.filter(text => text !== '').length
    if (filled > cellsMax) throw new Refusal(`有内容的单元格超过 ${cellsMax / 10_000} 万个，请只保留要导入的列和数据`)
    characters += texts.reduce((all, text) => all + text.length, 0)
    if (characters > charactersMax)
      throw new Refusal(`文件内容超过 ${charactersMax / 10_000} 万字，请只保留要导入的列和数据`)
    const worn = cells.flatMap((cell, column) => (isWorn(cell) && column < columnsMax ? [column] : []))
    const computed =
      formulas.size === 0 ? [] : texts.flatMap((_, column) => (formulas.has(`${at},${column}`) ? [column] : []))
    return [{ row: at + 1, texts, ...(worn.length > 0 ? { worn } : {}), ...(computed.length > 0 ? { computed } : {}) }]
  })
  return { sheet, lines }
}

async function readWorkbook(bytes: Buffer): Promise<SheetText> {
  assertUnpacks(bytes)
  let isFound = false
  const {
    sheets: [sheet],
  } = await readXlsx(bytes, {
    maxRows: rowsMax,
    // the first sheet people see
    sheets: info => !isFound && !info.hidden && !info.veryHidden && (isFound = true),
  })
  if (!sheet) throw new Refusal(noWorkbook)
  const formulas = new Set([...(sheet.cells ?? [])].flatMap(([at, cell]) => (cell.type === 'formula' ? [at] : [])))
  return gathered(sheet.rows, formulas, sheet.name)
}

/** Text of a csv file: UTF-8, or what Excel in China saves. */
function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

/** The first sheet people see of a workbook, or a csv file. Throws `Refusal`. */
export async function readSheetFile({ name, bytes }: ReadSheet): Promise<SheetText> {
  const format = formatOf({ name, bytes })
  if (typeof format === 'object') throw new Refusal(format.refusal)
  const file = Buffer.from(bytes)
  return format === 'workbook' ? readWorkbook(file) : gathered(parseCsv(decoded(file)), new Set(), name)
}
