// A record in the panel beside its list: its head and a few cards, from 480 px on.
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState, Skeleton } from '../States.tsx'
import { RecordPlaceContext } from './recordPlace.ts'
import './record.css'

interface RecordPeekProps<T> {
  /** The answer of useCall for the record. */
  answer: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>
  /** Shown until the answer is there: what is known of it already. */
  pending?: ReactNode
  hero: (record: T) => ReactNode
  children: (record: T) => ReactNode
}

/** A refresh that fails keeps the record. */
export function RecordPeek<T>({ answer: { data, error, refetch }, pending, hero, children }: RecordPeekProps<T>) {
  if (data === undefined && error) return <ErrorState error={error} retry={() => void refetch()} />
  if (data === undefined) return pending ?? <Skeleton lines={8} />
  return (
    <RecordPlaceContext value="peek">
      {hero(data)}
      <div className="ys-record ys-record-peek">
        <div className="ys-record-main">{children(data)}</div>
      </div>
    </RecordPlaceContext>
  )
}
