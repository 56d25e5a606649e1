// Cells of rows people hand in or paste: what a column holds, how its text is read, and what is wrong with it.
import type { CodeRow } from '../codes.ts'
import { importLimits } from './importing.ts'
import { readLooseNumber, readLooseTime, readLooseTons, readLooseYuan, tidyCell } from '../figures/looseText.ts'
import type { Fen } from '../figures/money.ts'
import type { Grams } from '../figures/weight.ts'

/**
 * Kinds of cells by what they are read as: text, a moment (ms), yuan (fen), tons (grams), a plain decimal (its text),
 * or one of a list (its code; label or code is written).
 */
export type ColumnKind = 'text' | 'time' | 'money' | 'tons' | 'decimal' | 'choice'

export interface ImportColumn {
  readonly title: string
  readonly kind: ColumnKind
  readonly required?: true
  /** Other headings the column is known by. */
  readonly also?: readonly string[]
  /** The text of the template's example row. */
  readonly example: string
  /** Advice on filling it in, for the notes of the template. */
  readonly note?: string
  /** Characters of the column. */
  readonly width?: number
  /** Characters of a text (256 unless said). */
  readonly max?: number
  /** Decimals of a plain decimal (0 unless said). */
  readonly places?: number
  readonly choices?: readonly CodeRow[]
  /** A rule of a text's own; answers the Chinese fault. */
  readonly rule?: (text: string) => string | undefined
}
export type ImportColumns = Readonly<Record<string, ImportColumn>>

type Value<C extends ImportColumn> = C['kind'] extends 'time'
  ? number
  : C['kind'] extends 'money'
    ? Fen
    : C['kind'] extends 'tons'
      ? Grams
      : string
type RequiredKeys<C extends ImportColumns> = { [K in keyof C]: C[K]['required'] extends true ? K : never }[keyof C]
/** The values of a row that is right in itself. */
export type ValuesOf<C extends ImportColumns> = { readonly [K in RequiredKeys<C>]: Value<C[K]> } & {
  readonly [K in Exclude<keyof C, RequiredKeys<C>>]?: Value<C[K]>
}

/** Of a row some cells of which cannot be read or are missing, what the others say. */
export type PartOf<V> = { readonly [K in keyof V]?: V[K] | undefined }

/** Declares columns; answers them with their exact types. */
export const importColumns = <const C extends ImportColumns>(columns: C): C => columns

/** A row as it was handed in: its number, and its cells by key of column; empty ones are absent. */
export interface RawRow {
  readonly row: number
  readonly cells: Readonly<Record<string, string>>
}
/** A fault of a row; `field` is the key of a column, absent when the whole row is at fault. */
export interface RowFault {
  readonly row: number
  readonly field?: string | undefined
  readonly reason: string
}

const textMax = 256

type Read = { readonly value: string | number } | { readonly fault: string }

const or = (value: string | number | undefined, fault: string): Read => (value === undefined ? { fault } : { value })
const shown = (labels: readonly string[]): string =>
  labels.length > 8 ? `${labels.slice(0, 8).join('、')}等` : labels.join('、')

function readTidy({ kind, max = textMax, places = 0, choices = [], rule }: ImportColumn, cell: string): Read {
  if (/^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!)$/.test(cell)) return { fault: `是 Excel 错误值 ${cell}` }
  switch (kind) {
    case 'text':
      return textOf(cell, cell.length > max ? `不能超过${max}个字` : rule?.(cell))
    case 'time':
      return or(readLooseTime(cell), '不是可识别的时间，例如 2026-11-21 08:30')
    case 'money':
      return or(readLooseYuan(cell), '金额格式不正确，最多两位小数')
    case 'tons':
      return or(readLooseTons(cell), '重量格式不正确，例如 32.400')
    case 'decimal':
      return or(readLooseNumber(cell, places), places === 0 ? '应为整数' : `应为数字，最多${places}位小数`)
    case 'choice':
      return or(
        choices.find(({ code, label }) => label === cell || code === cell)?.code,
        `不是可选的值，可填：${shown(choices.map(({ label }) => label))}`,
      )
  }
}

const textOf = (value: string, fault: string | undefined): Read => (fault === undefined ? { value } : { fault })

/** Reads a cell by its column; undefined for an empty one. */
export function readCell(column: ImportColumn, text: string): Read | undefined {
  if (text.length > importLimits.cell) return { fault: `不能超过${importLimits.cell}个字` }
  const cell = tidyCell(text)
  return cell === '' ? undefined : readTidy(column, cell)
}

/**
 * Faults of rows without those at cells which have a fault of their own: a cell that could not be read is not judged.
 */
export function faultsBesides<F extends RowFault>(unread: readonly RowFault[], faults: readonly F[]): F[] {
  const at = ({ row, field }: RowFault): string => `${row} ${field ?? ''}`
  const isUnread = new Set(unread.map(at))
  return faults.filter(fault => !isUnread.has(at(fault)))
}

/** The values of a row by key of column, and what is wrong with its cells. */
export function decodeRow(
  columns: ImportColumns,
  { row, cells }: RawRow,
): { row: number; values: Record<string, string | number>; faults: RowFault[] } {
  const values: Record<string, string | number> = {}
  const faults: RowFault[] = []
  for (const [field, column] of Object.entries(columns)) {
    const read = readCell(column, cells[field] ?? '')
    if (read === undefined) {
      if (column.required) faults.push({ row, field, reason: '不能为空' })
    } else if ('fault' in read) faults.push({ row, field, reason: read.fault })
    else values[field] = read.value
  }
  return { row, values, faults }
}

/** Rows that are right in themselves, what the others say (`parts`), and the faults of their cells. */
export function decodeRows<C extends ImportColumns>(
  columns: C,
  rows: readonly RawRow[],
): {
  right: { row: number; values: ValuesOf<C> }[]
  parts: { row: number; values: PartOf<ValuesOf<C>> }[]
  unread: RowFault[]
} {
  const read = rows.map(row => decodeRow(columns, row))
  return {
    right: read.flatMap(({ row, values, faults }) =>
      faults.length === 0 ? [{ row, values: values as ValuesOf<C> }] : [],
    ),
    parts: read.flatMap(({ row, values, faults }) =>
      faults.length === 0 ? [] : [{ row, values: values as PartOf<ValuesOf<C>> }],
    ),
    unread: read.flatMap(({ faults }) => faults),
  }
}
