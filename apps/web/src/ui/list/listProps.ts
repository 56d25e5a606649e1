// The list a page describes: its call, columns, conditions, acts and what is shown beside it.
import type { ReactNode } from 'react'
import type { UrlFilter } from '../../lib/urlState.ts'
import type { Filter, PagedCall, RowOf } from '../../lib/useCall.ts'
import type { BulkAction, Column, RowAction } from './column.tsx'
import type { QueryField } from './QueryForm.tsx'
import type { ListSearch } from './SearchField.tsx'
import type { Sorts } from './SortMenu.tsx'
import type { SumCall, Tabs } from './useCounts.ts'

export interface Inbox<Row> {
  /** Columns of the narrow list. */
  readonly columns: readonly Column<Row>[]
  /** The fate of the row before, said above the next one. */
  readonly said?: ReactNode
  /** A row in view left the list, though the person did nothing to it. */
  readonly onLeft?: (row: Row) => void
}

/** The row a peek shows as its record. */
export interface PeekedProps {
  id: string
  /** False while people walk past it. */
  isAsked: boolean
  /** The facts of its row, until the answer is there. */
  pending: ReactNode
}

export interface ListPageProps<C extends PagedCall> {
  call: C
  /**
   * Columns, actions and the other functions must keep their identity: declare them outside the component or with
   * useMemo/useCallback.
   */
  columns: readonly Column<RowOf<C>>[]
  rowKey: (row: RowOf<C>) => string
  /** The name of a row: its number. The column with `card: 'title'` links to the row's page. */
  rowName: (row: RowOf<C>) => string
  /** Rows that stand one below the other and agree in it belong together: no line parts them. */
  joins?: (row: RowOf<C>) => string
  /** Address of a row's page: the title column links there, Enter opens it. */
  open?: (row: RowOf<C>) => string
  /** Shows a row's record in a drawer, for rows without a page: the title, Enter and a tap do it. */
  onOpen?: (row: RowOf<C>) => void
  /**
   * Draws the record of a row, for rows without a page, in a drawer whose row stands in the address as `id`: a link opens it
   * again, and it walks to the rows beside it. In place of `onOpen`.
   */
  drawer?: (id: string, onClose: () => void) => ReactNode
  /** The same for rows that no call answers alone: drawn of the row as it stood when it was opened. */
  rowDrawer?: (row: RowOf<C>, onClose: () => void) => ReactNode
  query?: readonly QueryField<C>[]
  tabs?: Tabs<C>
  /** Sums of all rows under the filter, for lists whose tabs do not count and sum them. */
  sums?: SumCall
  /** In its foot in place of the sums of its columns: how an opening balance becomes the closing one. */
  foot?: ReactNode
  /** Its rows are few: once all of them are here, the foot sums them. */
  hasOwnSums?: boolean
  /** Part of the filter the page fixes itself. */
  fixed?: Partial<Filter<C>>
  /** False: the filter lacks what the call requires; `notReady` says what. */
  isReady?: (filter: UrlFilter<C>) => boolean
  notReady?: string
  /** The acts on a row, the next step first. */
  actions?: (row: RowOf<C>) => readonly RowAction[]
  bulk?: readonly BulkAction<RowOf<C>>[]
  /** The search of the bar; without it the field `text` or `numbers` of the query is searched by. */
  search?: ListSearch<C>
  /** The orders of the rows beside newest first. */
  sorts?: Sorts
  /** Left in the bar: a choice of lists, a hint. */
  head?: ReactNode
  /** Further acts on the whole list, right in the bar before the primary one. */
  extra?: ReactNode
  /** The primary act, always in reach. */
  primary?: ReactNode
  /** Acts on the list that are seldom asked for, in its menu. */
  more?: readonly RowAction[]
  /**
   * A row shown beside the list as its record; `isAsked` once the person has come to rest on it, `pending` what the row
   * says, until more is known.
   */
  peek?: (row: RowOf<C>, isAsked: boolean, pending: ReactNode) => ReactNode
  /**
   * The list is an inbox: in a wide window the row in view always stands beside it, as `peek` draws it. The first one when
   * it opens, and the next one once it has left.
   */
  inbox?: Inbox<RowOf<C>>
  /** Rows that change by themselves: while one is shown, the list asks again every other second. */
  isAlive?: (row: RowOf<C>) => boolean
  /** The sentence and the act of a list without rows and without conditions. */
  empty?: ReactNode
}
