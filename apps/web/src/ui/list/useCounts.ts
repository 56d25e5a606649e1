// The counts of the status tabs and the foot of a list: by state without the state chosen, and sums under the whole
// filter.
import { call, type Call } from '@yunshu/contract/call'
import type { Machine } from '@yunshu/domain/states'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import { useCall, type Filter, type PagedCall } from '../../lib/useCall.ts'
import type { UrlFilter } from '../../lib/urlState.ts'
import type { Totals } from './Foot.tsx'

/** The answer of a counting call; calls with sums give the number of rows summed. */
interface Counted {
  readonly state: Record<string, number>
  readonly own?: Readonly<Record<string, number>>
  readonly summed?: number
  readonly sums?: Readonly<Record<string, number | undefined>>
}

/** A call that sums rows under the whole filter of a list; of how many, where it does not sum all. */
export type SumCall = Call & {
  readonly output: {
    readonly _zod: { readonly output: { sums: Readonly<Record<string, number | undefined>>; summed?: number } }
  }
}

/** A call that counts rows by state under the list's filter. */
type CountCall = Call & { readonly output: { readonly _zod: { readonly output: { state: Record<string, number> } } } }

export interface Tabs<C extends PagedCall> {
  /** The filter field the tabs set. */
  readonly field: keyof UrlFilter<C> & string
  readonly machine: Machine
  readonly counts?: CountCall
  /** The counting call answers sums under the whole filter too, when it is asked for that part. */
  readonly hasSums?: boolean
  /** The parts the sums leave out, said beside them. */
  readonly sumsNote?: string
  /** States to offer; all of the machine unless told. */
  readonly states?: readonly string[]
  /** A row may stand under several tabs: the number of all rows stands under this key of the counts. */
  readonly allUnder?: string
}

/** Stands in for lists without counts: it is never asked. */
const nothing = call({
  method: 'GET',
  path: '',
  title: '',
  permit: 'session',
  input: z.strictObject({}),
  output: z.object({ state: z.record(z.string(), z.number()) }),
})

/**
 * Counts by state, how many rows the list has, and sums; undefined until they are here, or for ever in a list that does
 * not count or sum.
 */
export function useCounts<C extends PagedCall>(
  tabs: Tabs<C> | undefined,
  sums: SumCall | undefined,
  filter: Filter<C>,
  enabled: boolean,
): {
  counts: Readonly<Record<string, number>> | undefined
  own: Counted['own']
  total: number | undefined
  totals: Totals | undefined
} {
  const { counts: counting = nothing, hasSums = false, sumsNote, field = '', allUnder } = tabs ?? {}
  // an order changes neither counts nor sums
  const { limit: _limit, cursor: _cursor, sort: _sort, ...whole } = filter as Record<string, unknown>
  const { [field]: chosen, ...others } = whole
  const isAsked = enabled && counting !== nothing
  const counted = useCall(counting, hasSums ? { ...others, part: 'counts' } : others, {
    enabled: isAsked,
    keepPrevious: true,
    quiet: true,
  })
  // sums read thousands of rows: they are asked for once the rows themselves have been
  const summed = useCall<Call>(sums ?? counting, sums ? whole : { ...whole, part: 'sums' }, {
    enabled: sums ? enabled : isAsked && hasSums && !counted.isPending,
    quiet: true,
  })
  const { state: counts, own } = (counted.data as Counted | undefined) ?? {}
  const answer = summed.data as Omit<Counted, 'state'> | undefined
  const totals = useMemo(
    () =>
      answer?.sums
        ? { sums: answer.sums, summed: answer.summed, ...(sumsNote === undefined ? {} : { note: sumsNote }) }
        : undefined,
    [answer, sumsNote],
  )
  return {
    counts,
    own,
    // a list without tabs is counted with its sums
    total: counts
      ? typeof chosen === 'string'
        ? counts[chosen]
        : countOfAll(counts, allUnder)
      : sums && answer?.summed,
    totals,
  }
}

/** The number of rows of all tabs. */
export const countOfAll = (counts: Readonly<Record<string, number>>, allUnder: string | undefined): number =>
  allUnder === undefined ? Object.values(counts).reduce((sum, n) => sum + n, 0) : (counts[allUnder] ?? 0)
