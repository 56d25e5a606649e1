// Rows of the backfill sheet: its columns, what is wrong with a cell as it is typed, and what a row's freight comes to.
import type { BackfillFault, BackfillGoods, FoundTrip, TypedRow } from '@yunshu/contract/waybill/backfill'
import { isRequired, tripColumns, type BackfillField } from '@yunshu/domain/backfill/columns'
import { plateColours } from '@yunshu/domain/codes'
import { billedQuantity, billedWeight, freightOf } from '@yunshu/domain/goods/freight'
import { quantityModes } from '@yunshu/domain/goods/goods'
import { decodeRow, readCell, type ImportColumn } from '@yunshu/domain/importing/cells'
import { fen, type Fen } from '@yunshu/domain/figures/money'
import { parseQuantity, truckQuantity } from '@yunshu/domain/goods/quantity'
import { volume } from '@yunshu/domain/figures/volume'
import { grams, type Grams } from '@yunshu/domain/figures/weight'
import type { SheetColumn } from '../../ui/sheet/SheetTable.tsx'
import { isBlank, type SheetFaults, type SheetRow } from '../../ui/sheet/sheet.ts'

/** Pixels a character of a column takes. */
const pixels = 8.8
const units: Partial<Readonly<Record<ImportColumn['kind'], string>>> = { tons: '(吨)', money: '(元)' }

/** The columns of the sheet for these goods. */
export function sheetColumns({
  fields,
  quantityMode,
  carriers,
}: Pick<BackfillGoods, 'fields' | 'quantityMode' | 'carriers'>): SheetColumn[] {
  return fields.map(key => {
    const column: ImportColumn = tripColumns[key]
    const options =
      key === 'plateColor'
        ? plateColours.map(({ label }) => label)
        : key === 'carrier'
          ? carriers.map(({ name }) => name)
          : undefined
    const unit = key === 'qty' ? `(${quantityModes[quantityMode].unit})` : (units[column.kind] ?? '')
    return {
      key,
      title: `${column.title}${unit}`,
      names: [column.title, ...(column.also ?? [])],
      width: Math.max(90, Math.round((column.width ?? 16) * pixels)),
      isRequired: isRequired(key, quantityMode),
      ...(column.note === undefined ? {} : { hint: column.note }),
      ...(options === undefined ? {} : { options }),
      ...(column.kind === 'tons' || column.kind === 'money' || column.kind === 'decimal'
        ? { align: 'right' as const }
        : {}),
    }
  })
}

/** The cells of a row by field; empty ones are absent. */
export const cellsOf = ({ cells }: Pick<SheetRow, 'cells'>, fields: readonly BackfillField[]): Record<string, string> =>
  Object.fromEntries(
    fields.flatMap((field, at) => {
      const text = cells[at] ?? ''
      return text.trim() === '' ? [] : [[field, text]]
    }),
  )

/**
 * Faults a row shows while it is typed: values that are impossible for their cell. Empty cells are no fault until the
 * row was left.
 */
export function typedFaults(
  rows: readonly SheetRow[],
  { fields, quantityMode }: Pick<BackfillGoods, 'fields' | 'quantityMode'>,
  writing: number | undefined,
): SheetFaults {
  const faults = new Map<number, ReadonlyMap<number, string>>()
  for (const row of rows) {
    if (isBlank(row)) continue
    const own = new Map<number, string>()
    for (const [at, field] of fields.entries()) {
      const read = readCell(tripColumns[field], row.cells[at] ?? '')
      if (read === undefined ? isRequired(field, quantityMode) && row.id !== writing : 'fault' in read)
        own.set(at, read === undefined ? '不能为空' : 'fault' in read ? read.fault : '')
    }
    if (own.size > 0) faults.set(row.id, own)
  }
  return faults
}

/** Rows that can be judged by the server: something stands in them, and every cell can be what it is. */
export const completeRows = (
  rows: readonly SheetRow[],
  faults: SheetFaults,
  { fields, quantityMode }: Pick<BackfillGoods, 'fields' | 'quantityMode'>,
): SheetRow[] =>
  rows.filter(
    row =>
      !isBlank(row) &&
      !faults.has(row.id) &&
      fields.every((field, at) => !isRequired(field, quantityMode) || (row.cells[at] ?? '').trim() !== ''),
  )

/** Rows as the server takes them, numbered as people see them. */
export function typedRows(
  all: readonly SheetRow[],
  wanted: readonly SheetRow[],
  fields: readonly BackfillField[],
): TypedRow[] {
  const numbers = new Map(all.map(({ id }, n) => [id, n + 1]))
  return wanted.map(row => ({ row: numbers.get(row.id) ?? 0, cells: cellsOf(row, fields) }))
}

/** The server's judgement of a row, with the cells it was given for. */
export interface Told {
  readonly cells: readonly string[]
  readonly faults: readonly BackfillFault[]
  readonly found: FoundTrip | undefined
}

/**
 * Typed faults, and where a row is as the server saw it, the server's; a fault of the whole row stands at its first
 * cell.
 */
export function allFaults(
  rows: readonly SheetRow[],
  typed: SheetFaults,
  told: ReadonlyMap<number, Told>,
  fields: readonly BackfillField[],
): SheetFaults {
  const faults = new Map(typed)
  for (const row of rows) {
    const said = told.get(row.id)
    if (!said || said.cells !== row.cells || said.faults.length === 0) continue
    const own = new Map(typed.get(row.id))
    for (const { field, reason } of said.faults) {
      const at = field === undefined ? 0 : Math.max(0, fields.indexOf(field))
      own.set(at, own.has(at) ? `${own.get(at) ?? ''}；${reason}` : reason)
    }
    faults.set(row.id, own)
  }
  return faults
}

export interface RowFigures {
  readonly freight: Fen | undefined
  readonly lost: Grams
}

/** The figures of a row at the price the person sees; undefined while they cannot be worked out. */
export function figuresOf(
  row: SheetRow,
  goods: Pick<BackfillGoods, 'fields' | 'quantityMode' | 'pricing' | 'lossBasis' | 'distanceKm' | 'unitPrice'>,
): RowFigures | undefined {
  const {
    loadWeight,
    unloadWeight,
    qty: typedQty,
    freight,
  } = decodeRow(tripColumns, { row: 0, cells: cellsOf(row, goods.fields) }).values
  if (typeof loadWeight !== 'number' || typeof unloadWeight !== 'number') return undefined
  const [load, unload] = [grams(loadWeight), grams(unloadWeight)]
  const mode = goods.quantityMode
  const qty =
    mode === 'BY_M3' || mode === 'BY_PIECE'
      ? parseQuantity(mode, typeof typedQty === 'string' ? typedQty : '')
      : truckQuantity(mode, { weight: load, volume: volume(0), pieces: 0 })
  const lost = grams(Math.max(0, load - unload))
  if (typeof freight === 'number') return { freight: fen(freight), lost }
  if (qty === undefined || goods.unitPrice === undefined) return { freight: undefined, lost }
  return {
    freight: freightOf(
      billedQuantity(goods.pricing, {
        qty,
        weight: billedWeight(goods.lossBasis, load, unload),
        distanceKm: goods.distanceKm,
      }),
      goods.unitPrice,
    ),
    lost,
  }
}

/** The rows as they are kept in a draft, and back. */
export const writeDraft = (rows: readonly SheetRow[], fields: readonly BackfillField[]): string =>
  JSON.stringify({ fields, rows: rows.filter(row => !isBlank(row)).map(({ cells }) => cells) })

/** Reads a draft for these columns; columns that are no more are left out, new ones are empty. */
export function readDraft(body: string | undefined, fields: readonly BackfillField[]): string[][] {
  try {
    const kept: unknown = JSON.parse(body ?? '{}')
    if (
      typeof kept !== 'object' ||
      kept === null ||
      !('fields' in kept) ||
      !('rows' in kept) ||
      !Array.isArray(kept.fields) ||
      !Array.isArray(kept.rows)
    )
      return []
    const at = fields.map(field => (kept.fields as unknown[]).indexOf(field))
    return kept.rows.flatMap((row: unknown) =>
      Array.isArray(row)
        ? [
            at.map(n => {
              const cell: unknown = n < 0 ? '' : row[n]
              return typeof cell === 'string' ? cell : ''
            }),
          ]
        : [],
    )
  } catch {
    return [] // a draft that cannot be read is none
  }
}
