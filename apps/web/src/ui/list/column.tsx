// A column of a list or table: what it is called, how wide, how it is drawn, and what becomes of it on a phone.
import type { Fen } from '@yunshu/domain/money'
import type { Permit } from '@yunshu/domain/permits'
import type { Machine } from '@yunshu/domain/states'
import type { Grams } from '@yunshu/domain/weight'
import type { ReactNode } from 'react'
import { Money, orNothing, Time, Weight } from '../Figures.tsx'
import { StatusTag } from '../StatusTag.tsx'

export interface Column<Row> {
  /** Identity in the person's column settings; never reuse one for another meaning. */
  readonly key: string
  readonly title: string
  readonly width: number
  readonly render: (row: Row) => ReactNode
  readonly align?: 'right' | 'center'
  readonly fixed?: 'start' | 'end'
  /** Below 768 px: heading of the card, tag beside it, a line of it (the default), or nothing. */
  readonly card?: 'title' | 'line' | 'tag' | 'hide'
  /** Off until the person switches it on. */
  readonly isHidden?: boolean
  /** Only for people with this permit. */
  readonly permit?: Permit
}

type Extra<Row> = Partial<Omit<Column<Row>, 'key' | 'title' | 'render'>>

/** Plain text; -- when empty. */
export const textColumn = <Row,>(key: string, title: string, read: (row: Row) => string | undefined, extra: Extra<Row> = {}): Column<Row> =>
  ({ key, title, width: 140, render: (row) => orNothing(read(row)), ...extra })

/** Yuan; the unit stands in the heading. */
export const moneyColumn = <Row,>(key: string, title: string, read: (row: Row) => Fen | undefined, extra: Extra<Row> = {}): Column<Row> =>
  ({ key, title: `${title}(元)`, width: 120, align: 'right', render: (row) => <Money value={read(row)} />, ...extra })

/** Tons; the unit stands in the heading. */
export const weightColumn = <Row,>(key: string, title: string, read: (row: Row) => Grams | undefined, extra: Extra<Row> = {}): Column<Row> =>
  ({ key, title: `${title}(吨)`, width: 120, align: 'right', render: (row) => <Weight value={read(row)} />, ...extra })

/** Date and time, or the day alone. */
export const timeColumn = <Row,>(key: string, title: string, read: (row: Row) => number | undefined, extra: Extra<Row> & { dayOnly?: boolean } = {}): Column<Row> => {
  const { dayOnly = false, ...rest } = extra
  return { key, title, width: dayOnly ? 110 : 170, render: (row) => <Time value={read(row)} dayOnly={dayOnly} />, ...rest }
}

/** The tag of a state. */
export const stateColumn = <Row, S extends string>(key: string, title: string, machine: Machine<S>, read: (row: Row) => S, extra: Extra<Row> = {}): Column<Row> =>
  ({ key, title, width: 110, card: 'tag', render: (row) => <StatusTag machine={machine} state={read(row)} />, ...extra })

/** What can be done with a row; `to` is an address inside the product. */
export interface RowAction {
  readonly label: string
  readonly to?: string
  readonly onClick?: () => void
  readonly danger?: boolean
  readonly disabled?: boolean
}

/** What can be done with the chosen rows. */
export interface BulkAction<Row> {
  readonly label: string
  readonly run: (rows: readonly Row[]) => void
  readonly permit?: Permit
  readonly danger?: boolean
}
