// The middle of a list, between its bar and its foot: rows as a table, as cards on phones, or why there are none.
import type { ComponentProps, ReactNode } from 'react'
import { EmptyState, ErrorState, Skeleton } from '../States.tsx'
import { Cards } from './Cards.tsx'
import { Grid } from './Grid.tsx'

/** Props that table and cards share. */
type Drawn<Row> = Omit<ComponentProps<typeof Cards<Row>>, 'open' | 'onOpen' | 'top'>

interface ListBodyProps<Row> {
  /** Said instead of rows while the filter lacks what the call requires. */
  notReady: string | undefined
  error: Error | null
  onRetry: () => void
  isFirstLoad: boolean
  /** An empty list without conditions: its sentence and its act. */
  empty: ReactNode
  /** Takes the conditions away; absent where there are none. */
  clear: ReactNode
  isMobile: boolean
  drawn: Drawn<Row>
  table: Omit<ComponentProps<typeof Grid<Row>>, keyof Drawn<Row>>
  cards: Pick<ComponentProps<typeof Cards<Row>>, 'open' | 'onOpen' | 'top'>
}

export function ListBody<Row>(props: ListBodyProps<Row>) {
  const { notReady, error, onRetry, isFirstLoad, empty, clear, isMobile, drawn, table, cards } = props
  if (notReady !== undefined) return <EmptyState text={notReady} />
  const isEmpty = drawn.rows.length === 0
  if (error && isEmpty) return <ErrorState error={error} retry={onRetry} />
  if (isFirstLoad) return <Skeleton lines={12} />
  if (isEmpty)
    return clear ? (
      <EmptyState text="没有符合条件的记录" lack="notFound">
        {clear}
      </EmptyState>
    ) : (
      empty
    )
  return isMobile ? <Cards {...drawn} {...cards} /> : <Grid {...drawn} {...table} />
}
