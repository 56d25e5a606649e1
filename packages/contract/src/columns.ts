// Columns of lists: title, kind of values, permit, and the value of a row. The portal draws a column and a file writes
// it; both know a list by its table of columns alone.
import type { Fen } from '@yunshu/domain/figures/money'
import type { UnitPrice } from '@yunshu/domain/figures/unitPrice'
import type { Grams } from '@yunshu/domain/figures/weight'
import type { Permit } from '@yunshu/domain/permits/permits'
import type { Machine, State } from '@yunshu/domain/states'

/** The kinds of columns, and what a row yields for each. A file sums money, weights, volumes and counts. */
export interface ColumnValues {
  readonly text: string
  /** Several texts: side by side on the screen, one below the other in a file. */
  readonly lines: readonly string[]
  /** A place with its divisions; in short on the screen. */
  readonly place: string
  /** An accounting month, yyyyMM; in words on the screen. */
  readonly month: string
  /** The label of a key. */
  readonly label: string
  /** A state: its tag on the screen, its label in a file. */
  readonly state: State
  readonly money: Fen
  /** Per ton, truck or what the goods are priced by; not summed. */
  readonly unitPrice: UnitPrice
  readonly tons: Grams
  readonly kilograms: Grams
  /** 10⁻⁴ m³. */
  readonly cubicMetres: number
  /** Metres; shown in kilometres. */
  readonly kilometres: number
  /** Date and time, ms. */
  readonly time: number
  /** The day alone, ms. */
  readonly day: number
  /** A whole number. */
  readonly count: number
  /** A whole number whose sum says nothing. */
  readonly number: number
}
export type ColumnKind = keyof ColumnValues

interface Extra {
  /** The title on screen, where the cell there shows more or is named otherwise. */
  readonly listTitle?: string
  /** Only for people with this permit. */
  readonly permit?: Permit
  /** A figure of a summed kind whose sum says nothing: a balance. */
  readonly isSummed?: false
  /** The characters its values need, where the kind's default does not fit. */
  readonly chars?: number
}
export interface ColumnOf<Row, K extends ColumnKind> extends Extra {
  readonly kind: K
  readonly title: string
  /** The value, from the row alone. */
  readonly read: (row: Row) => ColumnValues[K] | undefined
  /** Only files have it: it comes with the list's column of this key, whose cell on the screen says it too. */
  readonly besides?: string
}
export type ListColumn<Row> = { readonly [K in ColumnKind]: ColumnOf<Row, K> }[ColumnKind]
/**
 * The columns of a list by key, in the order of its file. A key is the identity of a column in people's settings and
 * in what they ask of a file: it is never used again for another meaning.
 */
export type ListColumns<Row> = Readonly<Record<string, ListColumn<Row>>>

type FileColumn<Row> = ListColumn<Row> & { readonly besides: string }
/** Keys of the columns that the screen has; the others are in files alone. */
export type ListedKey<T> = { [K in keyof T]: T[K] extends { readonly besides: string } ? never : K }[keyof T] & string
/** The rows a table of columns reads. */
export type ColumnsRow<T> = T[keyof T] extends { readonly read: (row: infer Row) => unknown } ? Row : never

const column =
  <K extends ColumnKind>(kind: K) =>
  <Row>(title: string, read: (row: Row) => ColumnValues[K] | undefined, extra?: Extra): ColumnOf<Row, K> => ({
    kind,
    title,
    read,
    ...extra,
  })
export const text = column('text')
export const lines = column('lines')
export const place = column('place')
export const month = column('month')
export const money = column('money')
export const unitPrice = column('unitPrice')
export const tons = column('tons')
export const kilograms = column('kilograms')
export const cubicMetres = column('cubicMetres')
export const kilometres = column('kilometres')
export const time = column('time')
export const day = column('day')
export const count = column('count')
export const number = column('number')

/** The label of a key in its table. */
export const label = <Row, K extends string>(
  title: string,
  table: Readonly<Record<K, string | { readonly label: string }>>,
  read: (row: Row) => K | undefined,
  extra?: Extra,
): ColumnOf<Row, 'label'> => ({
  kind: 'label',
  title,
  read: row => {
    const key = read(row)
    const entry = key === undefined ? undefined : table[key]
    return typeof entry === 'object' ? entry.label : entry
  },
  ...extra,
})

/** The state of a machine. */
export const state = <Row, S extends string>(
  title: string,
  { states }: Pick<Machine<S>, 'states'>,
  read: (row: Row) => S,
  extra?: Extra,
): ColumnOf<Row, 'state'> => ({ kind: 'state', title, read: row => states[read(row)], ...extra })

/** A state that several facts of a row make. */
export const stateOf = column('state')

/** A column that files alone have, beside what they hold of the list's column `key`. */
export const besidesColumn = <Row>(key: string, own: ListColumn<Row>): FileColumn<Row> => ({ ...own, besides: key })

const units: Partial<Record<ColumnKind, string>> = {
  money: '元',
  unitPrice: '元',
  tons: '吨',
  kilograms: '公斤',
  cubicMetres: '方',
  kilometres: '公里',
}

/** The title of a column in a file, its unit included. */
export function titleOf({ kind, title }: { readonly kind: ColumnKind; readonly title: string }): string {
  const unit = units[kind]
  return unit === undefined ? title : `${title}(${unit})`
}
