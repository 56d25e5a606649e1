// A list as a file: its call, the very function that answers the list's pages, and its columns.
import type { Call, Input, InputSchema, Output } from '@yunshu/contract/call'
import { fromWire } from '@yunshu/contract/wire'
import { fen, printYuan, type Fen } from '@yunshu/domain/figures/money'
import type { Permit } from '@yunshu/domain/permits'
import { formatDate, formatDateTime } from '@yunshu/domain/figures/time'
import { printVolume, volume as volumeOf } from '@yunshu/domain/figures/volume'
import { grams, printKg, printTons, type Grams } from '@yunshu/domain/figures/weight'
import * as z from 'zod/mini'
import type { Cell, SheetColumn } from '../../exports/xlsx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { parseStrictJson } from '../../strictJson.ts'

type PagedCall = Call<InputSchema, z.ZodMiniType<{ rows: unknown[]; next?: string | undefined }>>
type RowOf<C extends PagedCall> = Output<C>['rows'][number]

/** One column of a file. Several may carry the key of one column of the list: a driver's name and mobile. */
export interface ExportColumn<Row> {
  /** Key of the list's column it stands for. */
  readonly key: string
  readonly title: string
  /** Characters. */
  readonly width: number
  /** Only for people with this permit. */
  readonly permit?: Permit
  readonly cell: (row: Row) => Cell
  /** A figure that is summed in the last line. */
  readonly sum?: { readonly read: (row: Row) => number | undefined; readonly show: (total: number) => Cell }
}

/** The names of a filter and their texts, as an address carries them. */
export type WireFilter = Readonly<Record<string, string>>

/** Reads one list for one file and adds up its figures on the way. */
export interface Reader {
  readonly columns: readonly SheetColumn[]
  /** How many rows there are, at most `most`; absent for lists that cannot say it cheaply. */
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

/** What the run of an export knows of a list; the type of its rows stays inside. */
export interface Exportable {
  readonly call: Call
  /** What is wrong with a filter, by field; nothing when the call would take it. */
  readonly faults: (filter: WireFilter) => Readonly<Record<string, string>>
  /** A reader of the rows under a good filter, with the columns asked for (none: all) that the person may have. */
  readonly open: (filter: WireFilter, keys: readonly string[], can: Ctx['can']) => Reader
}

interface Spec<C extends PagedCall> {
  readonly call: C
  readonly columns: readonly ExportColumn<RowOf<C>>[]
  readonly page: (ctx: Ctx, input: Input<C>) => Promise<Output<C>>
  readonly count?: (ctx: Ctx, input: Input<C>, most: number) => Promise<number>
}

const paging: ReadonlySet<string> = new Set(['limit', 'cursor'])

function decode<C extends Call>(call: C, filter: WireFilter) {
  const own = Object.fromEntries(Object.entries(filter).filter(([name]) => !paging.has(name)))
  return z.safeDecode(call.input, fromWire(call.input, own, parseStrictJson))
}

/** Makes a list exportable: the file holds what the list's own function answers, so the two cannot differ. */
export function exportableList<C extends PagedCall>({ call, columns, page, count }: Spec<C>): Exportable {
  return {
    call,
    faults: filter => {
      const read = decode(call, filter)
      return read.success
        ? {}
        : Object.fromEntries(
            read.error.issues.map(issue => [
              ['filter', ...(issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : issue.path)].join('.'),
              issue.code === 'unrecognized_keys' ? '不是可用的条件' : issue.message,
            ]),
          )
    },
    open: (filter, keys, can) => {
      const read = decode(call, filter)
      if (!read.success) throw new Error(`a filter of ${call.path} that was not checked`)
      const wanted = new Set(keys)
      const held = columns.filter(({ permit }) => permit === undefined || can(permit))
      const asked = held.filter(({ key }) => wanted.has(key))
      const shown = asked.length === 0 ? held : asked
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

type Extra = { readonly permit?: Permit; readonly width?: number }
type Column<Row> = ExportColumn<Row>

/** Text as it is. */
export const text = <Row>(
  key: string,
  title: string,
  read: (row: Row) => string | undefined,
  { width = 16, ...extra }: Extra = {},
): Column<Row> => ({ key, title, width, cell: read, ...extra })
/** A whole number whose sum says nothing. */
export const number = <Row>(
  key: string,
  title: string,
  read: (row: Row) => number | undefined,
  { width = 10, ...extra }: Extra = {},
): Column<Row> => ({ key, title, width, cell: read, ...extra })
/** A whole number, summed. */
export const count = <Row>(
  key: string,
  title: string,
  read: (row: Row) => number | undefined,
  { width = 10, ...extra }: Extra = {},
): Column<Row> => ({ key, title, width, cell: read, sum: { read, show: total => total }, ...extra })
/** Yuan, summed unless told: balances are not. */
export const money = <Row>(
  key: string,
  title: string,
  read: (row: Row) => Fen | undefined,
  { width = 14, isSummed = true, ...extra }: Extra & { isSummed?: boolean } = {},
): Column<Row> => {
  const show = (amount: number): Cell => ({ decimal: printYuan(fen(amount)), as: 'money' })
  return {
    key,
    title: `${title}(元)`,
    width,
    cell: row => given(read(row), show),
    ...(isSummed ? { sum: { read, show } } : {}),
    ...extra,
  }
}
const figures =
  <N extends number>(unit: string, show: (figure: number) => Cell) =>
  <Row>(
    key: string,
    title: string,
    read: (row: Row) => N | undefined,
    { width = 12, ...extra }: Extra = {},
  ): Column<Row> => ({
    key,
    title: `${title}(${unit})`,
    width,
    cell: row => given(read(row), show),
    sum: { read, show },
    ...extra,
  })
/** Tons, summed. */
export const tons = figures<Grams>('吨', weight => ({ decimal: printTons(grams(weight)), as: 'tons' }))
/** Kilograms, summed: for small consignments. */
export const kilograms = figures<Grams>('公斤', weight => ({ decimal: printKg(grams(weight)), as: 'tons' }))
/** Cubic metres of 10⁻⁴ m³, summed. */
export const cubicMetres = figures<number>('方', space => ({ decimal: printVolume(volumeOf(space)), as: 'plain' }))
/** Date and time, or the day alone. */
export const time = <Row>(
  key: string,
  title: string,
  read: (row: Row) => number | undefined,
  { dayOnly = false, width = dayOnly ? 12 : 20, ...extra }: Extra & { dayOnly?: boolean } = {},
): Column<Row> => ({
  key,
  title,
  width,
  cell: row => given(read(row), at => (dayOnly ? formatDate(at) : formatDateTime(at))),
  ...extra,
})
/** The label of a key: a state, a kind. */
export const label = <Row, K extends string>(
  key: string,
  title: string,
  table: Readonly<Record<K, string | { readonly label: string }>>,
  read: (row: Row) => K | undefined,
  { width = 12, ...extra }: Extra = {},
): Column<Row> => ({
  key,
  title,
  width,
  cell: row =>
    given(read(row), value => {
      const entry = table[value]
      return typeof entry === 'string' ? entry : entry.label
    }),
  ...extra,
})

const given = <T>(value: T | undefined, show: (value: T) => Cell): Cell =>
  value === undefined ? undefined : show(value)
