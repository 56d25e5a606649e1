// A column of a list or table: what it is called, how wide, how it is drawn, and what becomes of it on a phone.
import type { Call } from '@yunshu/contract/call'
import type { StaleCall } from '@yunshu/contract/topics'
import { quantityModes, type QuantityMode } from '@yunshu/domain/goods/goods'
import { fen, type Fen } from '@yunshu/domain/figures/money'
import type { Permit } from '@yunshu/domain/permits/permits'
import { printQuantity } from '@yunshu/domain/goods/quantity'
import type { ListOrder } from '@yunshu/domain/sorting'
import type { Machine } from '@yunshu/domain/states'
import { grams, type Grams } from '@yunshu/domain/figures/weight'
import type { ReactNode } from 'react'
import { hadValue, Money, nothing, Time, Weight } from '../Figures.tsx'
import { shortCompany } from '../shortCompany.ts'
import { StatusTag } from '../StatusTag.tsx'

export interface Column<Row> {
  /** Identity in the person's column settings; never reuse one for another meaning. */
  readonly key: string
  readonly title: string
  readonly width: number
  readonly render: (row: Row) => ReactNode
  readonly align?: 'right' | 'center'
  readonly fixed?: 'start' | 'end'
  /** In a window like that of a tablet it is no narrower: a number is shown whole or not at all, px. */
  readonly least?: number
  /** In a short table its lines are cut instead of wrapped; the cell says the whole in `title`s of its own. */
  readonly isCut?: boolean
  /**
   * True when the content is never wider than `width`: its cells need not be cut off, which is a seventh of the cost of
   * drawing a row. Columns made here fit their own width, not one that is given.
   */
  readonly fits?: boolean
  /**
   * Below 768 px: heading of the card, tag beside it, the figure at its edge, its second line, part of its third (the
   * default), or nothing.
   */
  readonly card?: 'title' | 'tag' | 'figure' | 'route' | 'line' | 'hide'
  /** The list is read for it: in a window like that of a tablet it stays before others, whatever it is on a card. */
  readonly isKept?: boolean
  /** On a card its facts stand behind their names: figures and dates that say nothing by themselves. */
  readonly isNamed?: boolean
  /** Its title on the cards of a short table, where that of the heading names several facts; '' where the cell says it. */
  readonly cardTitle?: string
  /** On a card the fact below its figure is said too, behind its name. */
  readonly saysBelow?: boolean
  /** Off until the person switches it on. */
  readonly isHidden?: boolean
  /** Only for people with this permit. */
  readonly permit?: Permit
  /** Orders of the list that go by a fact it says: its heading tells a reader so while one is chosen. */
  readonly orders?: readonly ListOrder[]
  /** A word of the trade its cells say and its heading explains. */
  readonly explains?: string
  /** The person gave it its width: it does not grow with the view. */
  readonly isSized?: boolean
  /** Figures that are summed at the foot of the list. */
  readonly totals?: readonly Total<Row>[]
  /** In rows that belong together (`joins` of the list) it says the same in each: quiet after the first. */
  readonly isShared?: boolean
  /** The second line of its cells. */
  readonly under?: (row: Row) => ReactNode
  /** The facts its lines say, of which a person sees those allowed; only columns of `twoLines.tsx` have them. */
  readonly facts?: readonly Fact<Row>[]
  /** Keys of the columns of single facts it says: files hold those. */
  readonly holds?: readonly string[]
  /** Its place before the list had columns of two lines, by which layouts kept since then are read. */
  readonly was?: { readonly at: number; readonly isShown: boolean }
}

/** One line of a cell: a fact of the row, or two that are read together. */
export interface Fact<Row> {
  readonly title: string
  readonly render: (row: Row) => ReactNode
  readonly permit?: Permit | undefined
  readonly totals?: readonly Total<Row>[] | undefined
  readonly holds: readonly string[]
}

/** A figure of a column that is summed. */
export interface Total<Row> {
  /** Key of the server's sum. */
  readonly key: string
  /** The name of the sum, where the column's heading does not give it. */
  readonly label?: string
  /** The row's figure; undefined where it has none. */
  readonly read: (row: Row) => number | undefined
  readonly show: (sum: number) => ReactNode
}

export type Extra<Row> = Partial<Omit<Column<Row>, 'key' | 'title' | 'render'>>

/** Plain text; a dash when empty. */
export const textColumn = <Row,>(
  key: string,
  title: string,
  read: (row: Row) => string | undefined,
  extra: Extra<Row> = {},
): Column<Row> => ({ key, title, width: 140, render: row => named(read(row)), ...extra })

/** The words of a company's legal form stand apart: they give way where room is scarce. */
const named = (text: string | undefined): ReactNode => {
  if (text === undefined || !hadValue(text)) return nothing
  const short = shortCompany(text)
  return short === text ? (
    text
  ) : (
    <>
      {short}
      <span className="ys-legal-form">{text.slice(short.length)}</span>
    </>
  )
}

/** A figure, or the one sign for nothing, by which cards know that there is nothing to say. */
const unlessNone = <T,>(value: T | undefined, draw: (value: T) => ReactNode): ReactNode =>
  value === undefined ? nothing : draw(value)

/** Yuan; the unit stands in the heading. */
export const moneyColumn = <Row,>(
  key: string,
  title: string,
  read: (row: Row) => Fen | undefined,
  extra: Extra<Row> = {},
): Column<Row> => ({
  key,
  title: `${title}(元)`,
  width: 120,
  align: 'right',
  render: row => unlessNone(read(row), value => <Money value={value} />),
  totals: [{ key, read, show: sum => <Money value={fen(sum)} /> }],
  ...extra,
})

/** Tons; the unit stands in the heading. */
export const weightColumn = <Row,>(
  key: string,
  title: string,
  read: (row: Row) => Grams | undefined,
  extra: Extra<Row> = {},
): Column<Row> => ({
  key,
  title: `${title}(吨)`,
  width: 120,
  align: 'right',
  render: row => unlessNone(read(row), value => <Weight value={value} />),
  totals: [{ key, read, show: sum => <Weight value={grams(sum)} /> }],
  ...extra,
})

const modes = Object.keys(quantityModes) as QuantityMode[]

/** The rest of quantities of one unit each, summed by unit; the sums of contract/goods.ts `leftSums`. */
export const leftTotals = (
  label: string,
): readonly Total<{ readonly quantityMode: QuantityMode; readonly remainQty: number }>[] =>
  modes.map(mode => ({
    key: mode,
    label,
    read: row => (row.quantityMode === mode ? row.remainQty : undefined),
    show: sum => printQuantity(mode, sum),
  }))

/** Date and time, or the day alone. */
export const timeColumn = <Row,>(
  key: string,
  title: string,
  read: (row: Row) => number | undefined,
  extra: Extra<Row> & { dayOnly?: boolean; whole?: boolean } = {},
): Column<Row> => {
  const { dayOnly = false, whole = false, ...rest } = extra
  return {
    key,
    title,
    width: dayOnly ? 110 : whole ? 170 : 144,
    fits: rest.width === undefined,
    render: row => unlessNone(read(row), value => <Time value={value} dayOnly={dayOnly} whole={whole} />),
    ...rest,
  }
}

/** The tag of a state. */
export const stateColumn = <Row, S extends string>(
  key: string,
  title: string,
  machine: Machine<S>,
  read: (row: Row) => S,
  extra: Extra<Row> = {},
): Column<Row> => ({
  key,
  title,
  width: 110,
  card: 'tag',
  fits: extra.width === undefined,
  render: row => <StatusTag machine={machine} state={read(row)} />,
  ...extra,
})

/** An action on a row; `to` is an address inside the product. */
export interface RowAction {
  readonly label: string
  readonly to?: string
  readonly onClick?: () => void
  readonly danger?: boolean
  readonly disabled?: boolean
  /** The reason against it now, shown in the menu of a page. */
  readonly why?: string | undefined
  /** True for what takes nothing further, as printing or taking back does: never the button of a page, quiet on a card. */
  readonly isAside?: boolean
  /** Seldom asked for: it stands in the menu alone. */
  readonly isRare?: boolean
}

/** A write sent for each chosen row, with progress and a result of its own for each. */
export interface BulkEach<Row> {
  /** The call each is sent with. */
  readonly call: Pick<Call, 'path'>
  /** The reason a row cannot take part, in words; undefined when it can. The server decides. */
  readonly fits?: (row: Row) => string | undefined
  /** Consequences people should know before they confirm. */
  readonly text?: string
  /** A reason is asked for once and sent with each. */
  readonly needsReason?: boolean
  /** Sends one; rejects when it is refused. `key` makes a repeated send happen once. */
  readonly send: (row: Row, how: { readonly reason: string; readonly key: string }) => Promise<unknown>
  /** Calls whose answers are stale afterwards. */
  readonly invalidates: readonly StaleCall[]
}

/** An action on the chosen rows: at once with all of them, or by a write for each. */
export type BulkAction<Row> = {
  readonly label: string
  readonly permit?: Permit
  readonly danger?: boolean
  /** Rows it is for: it is offered while one of the chosen is among them. */
  readonly isFor?: (row: Row) => boolean
  /** Acts on all rows under the filter, as it travels on the wire: the server keeps which rows these are. */
  readonly all?: (filter: Readonly<Record<string, string>>) => void
} & ({ readonly run: (rows: readonly Row[]) => void } | { readonly each: BulkEach<Row> })
