// Calls as React hooks: one answer, pages of a list, and a write with what it makes stale.
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Call, Input, InputSchema, Output } from '@yunshu/contract/call'
import type { MissingNumbers } from '@yunshu/contract/fields'
import type { StaleCall } from '@yunshu/contract/topics'
import { toWire } from '@yunshu/contract/wire'
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { Failure, isCalledOff, Refusal, SessionOver, showError } from './errors.ts'
import { queryClient, refreshStale } from './queryClient.ts'
import { send, type SendOptions } from './send.ts'
import { randomUuid } from './uuid.ts'

// a bad input, such as a broken id in the address, has a key too: sending it answers the refusal the page shows
function wireKey<C extends Call>(call: C, input: Input<C>): unknown {
  return z.safeEncode(call.input, input).success ? toWire(call, input) : input
}

interface CallOptions {
  /** False: nothing is asked yet. */
  enabled?: boolean
  /** Shows the former answer while the next one is on its way. */
  keepPrevious?: boolean
  /** The page shows errors itself. */
  quiet?: boolean
}

/**
 * The answer of a call, kept 30 s; asks again when its input changes, after refreshStale and when a kept tab comes back
 * stale.
 */
export function useCall<C extends Call>(
  call: C,
  input: Input<C>,
  { enabled = true, keepPrevious = false, quiet = false }: CallOptions = {},
) {
  return useQuery<Output<C>>({
    queryKey: [call.path, wireKey(call, input)],
    queryFn: ({ signal }) => send(call, input, { quiet: true, signal }),
    enabled,
    meta: { quiet },
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  })
}

/** Changes what is remembered of an answer to what a write made of it, until it is asked for again. */
export function changeAnswer<C extends Call>(call: C, input: Input<C>, change: (answer: Output<C>) => Output<C>): void {
  queryClient.setQueryData<Output<C>>([call.path, wireKey(call, input)], old => old && change(old))
}

interface Page<Row> {
  rows: Row[]
  next?: string | undefined
  missing?: MissingNumbers | undefined
}
/**
 * A list by keyset: its answer has rows and, but for the last page, `next`; the first page of a search by pasted numbers those
 * that are `missing`, where the list tells them.
 */
export type PagedCall<Row = unknown> = Call<InputSchema, z.ZodMiniType<Page<Row>>>
/** A row of a paged call. */
export type RowOf<C extends PagedCall> = Output<C>['rows'][number]
/** The filter of a paged call: its input without the paging. */
export type Filter<C extends Call> = Omit<Input<C>, 'limit' | 'cursor'>

/**
 * A list of more pages than this starts over from its first page when it is asked anew, instead of asking for all of
 * them one after another.
 */
export const keptPages = 3

/** The query for the pages of a list. */
export function pagesOf<C extends PagedCall>(call: C, filter: Filter<C>) {
  const queryKey = [call.path, 'pages', JSON.stringify(wireKey(call, filter as Input<C>))] as const
  return {
    queryKey,
    queryFn: ({ pageParam, signal }: { pageParam: string; signal: AbortSignal }) =>
      send(call, { ...filter, ...(pageParam === '' ? {} : { cursor: pageParam }) } as Input<C>, {
        quiet: true,
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last: Output<C>, pages: Output<C>[]) => {
      const kept = queryClient.getQueryData<{ pages: unknown }>(queryKey)?.pages
      // while a list is asked anew, its pages so far are not yet those that are kept
      const isAskedAnew = kept !== pages && Array.isArray(kept) && kept.length > keptPages
      return isAskedAnew ? undefined : last.next
    },
  }
}

interface PageOptions<C extends PagedCall> extends CallOptions {
  /** The key of a row, which keeps its identity: rows of the same key on two pages are one. */
  rowKey?: (row: RowOf<C>) => string
}

/** Rows in order, each once: one that moved on while people page stands at its first place, as it was told last. */
export const eachOnce = <Row>(rows: readonly Row[], keyOf: (row: Row) => string): readonly Row[] => [
  ...new Map(rows.map(row => [keyOf(row), row])).values(),
]

/**
 * All pages loaded so far of a list; `more()` asks for the next one when there is one. `isOutdated`: the rows are those
 * of the former filter, while the answer under this one is on its way (`keepPrevious`).
 */
export function usePages<C extends PagedCall>(
  call: C,
  filter: Filter<C>,
  { enabled = true, keepPrevious = false, rowKey }: PageOptions<C> = {},
) {
  const options = pagesOf(call, filter)
  const pages = useInfiniteQuery({
    ...options,
    enabled,
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  })
  const { data, fetchNextPage, isFetchingNextPage, refetch, isPlaceholderData } = pages
  const hasNextPage = pages.hasNextPage && !isPlaceholderData
  const rows = useMemo<readonly RowOf<C>[]>(() => {
    const all = data?.pages.flatMap(page => page.rows as RowOf<C>[]) ?? []
    return rowKey ? eachOnce(all, rowKey) : all
  }, [data, rowKey])
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  const [path, , wire] = options.queryKey
  /** Starts over from the first page. */
  const restart = useCallback(async () => {
    queryClient.setQueryData<typeof data>(
      [path, 'pages', wire],
      old => old && { pages: old.pages.slice(0, 1), pageParams: old.pageParams.slice(0, 1) },
    )
    await refetch()
  }, [path, wire, refetch])
  return {
    rows,
    pageCount: data?.pages.length ?? 0,
    /** The first page, with what its answer says beside the rows. */
    first: data?.pages[0],
    more,
    restart,
    hasMore: hasNextPage,
    isFirstLoad: pages.isPending && enabled,
    isLoadingMore: isFetchingNextPage,
    isFetching: pages.isFetching,
    isOutdated: isPlaceholderData && enabled,
    error: pages.error,
    updatedAt: pages.dataUpdatedAt,
  }
}

interface SendHookOptions<C extends Call> {
  /** Calls whose answers are stale afterwards. */
  invalidates?: readonly StaleCall[] | undefined
  done?: ((output: Output<C>, input: Input<C>) => void) | undefined
  /** The caller shows errors itself. */
  quiet?: boolean | undefined
}

/** Sends any call and counts what is under way; an input without an answer keeps its key until another is sent. */
function useKeyedSend() {
  const [busy, setBusy] = useState(0)
  const unanswered = useRef<{ content: string; key: string } | undefined>(undefined)
  const submit = useCallback(
    async <C extends Call>(
      call: C,
      input: Input<C>,
      { done, invalidates = [], ...options }: SendOptions & SendHookOptions<C>,
    ): Promise<Output<C>> => {
      const content = JSON.stringify([call.path, input])
      const key = unanswered.current?.content === content ? unanswered.current.key : randomUuid()
      unanswered.current = undefined
      setBusy(count => count + 1)
      try {
        const output = await send(call, input, { idempotencyKey: key, ...options })
        done?.(output, input)
        void refreshStale(invalidates)
        return output
      } catch (error) {
        if (error instanceof Failure) unanswered.current = { content, key }
        throw error
      } finally {
        setBusy(count => count - 1)
      }
    },
    [],
  )
  return { submit, isBusy: busy > 0 }
}

/** Sends one call or another; rejects when it is refused. */
export type SendAny = <C extends Call>(call: C, input: Input<C>) => Promise<Output<C>>

/** Writes of a place that sends one of several calls; keys as those of `useSend`. */
export function useSends({
  invalidates,
  quiet,
  done,
}: Pick<SendHookOptions<Call>, 'invalidates' | 'quiet'> & { done?: () => void }): SendAny {
  const { submit } = useKeyedSend()
  return (call, input) => submit(call, input, { invalidates, quiet, done })
}

/**
 * A write: `run` shows refusals and answers undefined for them; `submit` rejects, for forms.
 *
 * When no answer came back, sending the same input again keeps the idempotency key, so that the effect happens once.
 */
export function useSend<C extends Call>(call: C, options: SendHookOptions<C> = {}) {
  const keyed = useKeyedSend()
  const sendKeyed = keyed.submit
  const latest = useRef(options)
  useLayoutEffect(() => {
    latest.current = options
  })

  const submit = useCallback(
    (input: Input<C>, sendOptions: SendOptions = {}): Promise<Output<C>> => {
      const { quiet, invalidates } = latest.current
      return sendKeyed(call, input, {
        quiet,
        invalidates,
        done: (...said) => latest.current.done?.(...said),
        ...sendOptions,
      })
    },
    [call, sendKeyed],
  )

  const run = useCallback(
    async (input: Input<C>, sendOptions?: SendOptions): Promise<Output<C> | undefined> => {
      try {
        return await submit(input, sendOptions)
      } catch (error) {
        // there is no form to show field faults at
        if (error instanceof Refusal && error.hasFields && !latest.current.quiet) showError(error)
        if (error instanceof Refusal || error instanceof Failure || error instanceof SessionOver || isCalledOff(error))
          return undefined
        throw error
      }
    },
    [submit],
  )

  return { run, submit, isBusy: keyed.isBusy }
}
