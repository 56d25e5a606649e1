// The middle of a list, between its toolbar and its end: rows as a table, as cards on phones, or why there are none.
import type { ComponentProps, ReactNode } from 'react'
import { EmptyState, ErrorState, Skeleton } from '../States.tsx'
import { Cards } from './Cards.tsx'
import { Grid } from './Grid.tsx'

/** Props that table and cards share. */
type Drawn<Row> = ComponentProps<typeof Cards<Row>>

interface ListBodyProps<Row> {
  /** Said instead of rows while the filter lacks what the call requires. */
  notReady: string | undefined
  error: Error | null
  onRetry: () => void
  isFirstLoad: boolean
  /** Offered by an empty list. */
  empty: ReactNode
  isMobile: boolean
  drawn: Drawn<Row>
  table: Omit<ComponentProps<typeof Grid<Row>>, keyof Drawn<Row>>
}

export function ListBody<Row>(props: ListBodyProps<Row>) {
  const { notReady, error, onRetry, isFirstLoad, empty, isMobile, drawn, table } = props
  if (notReady !== undefined) return <EmptyState text={notReady} />
  const isEmpty = drawn.rows.length === 0
  if (error && isEmpty) return <ErrorState error={error} retry={onRetry} />
  if (isFirstLoad) return <Skeleton lines={12} />
  if (isEmpty)
    return (
      <EmptyState text="没有符合条件的记录" lack="notFound">
        {empty}
      </EmptyState>
    )
  return isMobile ? <Cards {...drawn} /> : <Grid {...drawn} {...table} />
}
