// A list as a file: its call, the very function that answers the list's pages, and the list's columns as cells.
import type { Call, Input, InputSchema, Output } from '@yunshu/contract/call'
import { titleOf, type ColumnKind, type ListColumn, type ListColumns } from '@yunshu/contract/columns'
import { fromWire } from '@yunshu/contract/wire'
import { printKilometres } from '@yunshu/domain/figures/distance'
import { fen, printYuan } from '@yunshu/domain/figures/money'
import type { Permit } from '@yunshu/domain/permits/permits'
import { formatDate, formatDateTime } from '@yunshu/domain/figures/time'
import { printUnitPrice } from '@yunshu/domain/figures/unitPrice'
import { printVolume, volume as volumeOf } from '@yunshu/domain/figures/volume'
import { grams, printKg, printTons } from '@yunshu/domain/figures/weight'
import { printPeriod } from '@yunshu/domain/voucher/voucher'
import * as z from 'zod/mini'
import type { Cell, SheetColumn } from '../../exports/xlsx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { reasonOf } from '../../http/fieldFault.ts'
import { parseStrictJson } from '../../strictJson.ts'

type PagedCall = Call<InputSchema, z.ZodMiniType<{ rows: unknown[]; next?: string | undefined }>>
type RowOf<C extends PagedCall> = Output<C>['rows'][number]

/** The names of a filter and their texts, as an address carries them. */
export type WireFilter = Readonly<Record<string, string>>

/** Reads one list for one file and adds up its figures on the way. */
export interface Reader {
  readonly columns: readonly SheetColumn[]
  /** The number of rows, at most `most`; absent for lists that cannot count cheaply. */
  readonly count?: (ctx: Ctx, most: number) => Promise<number>
  /** Rows from a place on, in the order of the list. */
  readonly page: (
    ctx: Ctx,
    cursor: string | undefined,
    limit: number,
  ) => Promise<{ lines: Cell[][]; next?: string | undefined }>
  /** The sums of all rows read so far, under their columns; undefined where nothing is summed. */
  readonly totals: () => readonly Cell[]
}

/** A list as the run of an export knows it; the type of its rows stays inside. */
export interface Exportable {
  readonly call: Call
  /** Faults of a filter and of the columns asked for, by field; empty when the call would take them. */
  readonly faults: (filter: WireFilter, keys?: readonly string[]) => Readonly<Record<string, string>>
  /** Refuses a good filter whose times the list refuses now. */
  readonly check: (ctx: Ctx, filter: WireFilter) => void
  /** A reader of the rows under a good filter, with the columns asked for (none: all) that the person may have. */
  readonly open: (filter: WireFilter, keys: readonly string[], can: Ctx['can']) => Reader
}

interface Spec<C extends PagedCall> {
  readonly call: C
  readonly columns: ListColumns<RowOf<C>>
  readonly page: (ctx: Ctx, input: Input<C>) => Promise<Output<C>>
  readonly count?: (ctx: Ctx, input: Input<C>, most: number) => Promise<number>
  /** Refuses an input that the list refuses by the time of asking. */
  readonly check?: (ctx: Ctx, input: Input<C>) => void
}

/** A file has all rows: the place and the length of a page are no conditions of it. */
const paging: readonly string[] = ['limit', 'cursor']
const noCondition = '不是可用的条件'

const decode = <C extends Call>(call: C, filter: WireFilter) =>
  z.safeDecode(call.input, fromWire(call.input, filter, parseStrictJson), { reportInput: true })

/** Faults of the filter of a call, by field. */
function faultsOfFilter(call: Call, filter: WireFilter): Record<string, string> {
  const paged = paging.filter(name => name in filter)
  if (paged.length > 0) return Object.fromEntries(paged.map(name => [`filter.${name}`, noCondition]))
  const read = decode(call, filter)
  if (read.success) return {}
  return Object.fromEntries(
    read.error.issues.map(issue => [
      ['filter', ...(issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : issue.path)].join('.'),
      reasonOf(issue, noCondition),
    ]),
  )
}

/** Faults of columns asked for: keys a later version does not have are left out, but one of them has to be there. */
function faultsOfColumns(columns: ListColumns<never>, keys: readonly string[]): Record<string, string> {
  const known = new Set(Object.entries(columns).map(([key, { besides = key }]) => besides))
  return keys.length === 0 || keys.some(key => known.has(key)) ? {} : { columns: '不是这个列表的列' }
}

/** Makes a list exportable: the file holds what the list's own function answers, so the two cannot differ. */
export function exportableList<C extends PagedCall>({ call, columns, page, count, check }: Spec<C>): Exportable {
  return {
    call,
    faults: (filter, keys = []) => ({ ...faultsOfFilter(call, filter), ...faultsOfColumns(columns, keys) }),
    check: (ctx, filter) => {
      const read = check && decode(call, filter)
      if (read?.success) check?.(ctx, read.data as Input<C>)
    },
    open: (filter, keys, can) => {
      const read = decode(call, filter)
      if (!read.success) throw new Error(`a filter of ${call.path} that was not checked`)
      const shown = columnsOfFile(columns, keys, can)
      const totals = shown.map(() => 0)
      return {
        columns: shown,
        ...(count ? { count: (ctx: Ctx, most: number) => count(ctx, read.data as Input<C>, most) } : {}),
        page: async (ctx, cursor, limit) => {
          const { rows, next } = await page(ctx, {
            ...read.data,
            limit,
            ...(cursor === undefined ? {} : { cursor }),
          } as Input<C>)
          const lines = rows.map(row =>
            shown.map((column, at) => {
              totals[at] = (totals[at] ?? 0) + (column.sum?.read(row) ?? 0)
              return column.cell(row)
            }),
          )
          return { lines, next }
        },
        totals: () => shown.map(({ sum }, at) => sum?.show(totals[at] ?? 0)),
      }
    },
  }
}

/** A column of a file. */
export interface ExportColumn<Row> extends SheetColumn {
  readonly cell: (row: Row) => Cell
  /** A figure that is summed in the last line. */
  readonly sum?: Summing<Row>
}
interface Summing<Row> {
  readonly read: (row: Row) => number | undefined
  readonly show: (total: number) => Cell
}

/** Columns of a person's file: those that belong to the list's keys, or all where none are named. */
export function columnsOfFile<Row>(
  columns: ListColumns<Row>,
  keys: readonly string[],
  can: (permit: Permit) => boolean,
): readonly ExportColumn<Row>[] {
  const wanted = new Set(keys)
  const held = Object.entries(columns).filter(([, { permit }]) => permit === undefined || can(permit))
  const asked = held.filter(([key, { besides = key }]) => wanted.has(besides))
  return (asked.length === 0 ? held : asked).map(([, column]) => ({
    title: titleOf(column),
    width: column.chars ?? usualChars[column.kind],
    ...cellsOf(column),
  }))
}

const usualChars: Readonly<Record<ColumnKind, number>> = {
  text: 16,
  lines: 60,
  place: 36,
  month: 10,
  label: 12,
  state: 12,
  money: 14,
  unitPrice: 16,
  tons: 12,
  kilograms: 12,
  cubicMetres: 12,
  kilometres: 12,
  time: 20,
  day: 12,
  count: 10,
  number: 10,
}

/** The cells of a column, and its sum, by the kind of its values. */
function cellsOf<Row>(column: ListColumn<Row>): Pick<ExportColumn<Row>, 'cell' | 'sum'> {
  switch (column.kind) {
    case 'text':
    case 'label':
    case 'place':
    case 'number':
      return { cell: column.read }
    case 'month':
      return { cell: row => given(column.read(row), printPeriod) }
    case 'lines':
      return { cell: row => column.read(row)?.join('\n') }
    case 'state':
      return { cell: row => column.read(row)?.label }
    case 'unitPrice':
      return { cell: row => given(column.read(row), printUnitPrice) }
    case 'time':
      return { cell: row => given(column.read(row), formatDateTime) }
    case 'day':
      return { cell: row => given(column.read(row), formatDate) }
    case 'money':
      return summed(column, amount => ({ decimal: printYuan(fen(amount)), as: 'money' }))
    case 'tons':
      return summed(column, weight => ({ decimal: printTons(grams(weight)), as: 'tons' }))
    case 'kilograms':
      return summed(column, weight => ({ decimal: printKg(grams(weight)), as: 'tons' }))
    case 'cubicMetres':
      return summed(column, space => ({ decimal: printVolume(volumeOf(space)), as: 'plain' }))
    case 'kilometres':
      return summed(column, metres => ({ decimal: printKilometres(metres), as: 'plain' }))
    case 'count':
      return summed(column, total => total)
  }
}

const summed = <Row>(
  { read, isSummed = true }: Pick<Summing<Row>, 'read'> & { readonly isSummed?: boolean },
  show: (figure: number) => Cell,
): Pick<ExportColumn<Row>, 'cell' | 'sum'> => ({
  cell: row => given(read(row), show),
  ...(isSummed ? { sum: { read, show } } : {}),
})

const given = <T>(value: T | undefined, show: (value: T) => Cell): Cell =>
  value === undefined ? undefined : show(value)
