// The cache of what calls answered: how long it is fresh, what is asked again, and how failures of reads are shown.
import { QueryCache, QueryClient } from '@tanstack/react-query'
import { isPassing, Refusal, showError } from './errors.ts'

/** The time an answer counts as fresh, ms: a kept tab that comes back within it asks nothing. */
export const freshMs = 30_000
const repeats = 2

/** One cache per page load; emptied when the person changes. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (query.meta?.['quiet'] !== true) showError(error)
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: freshMs,
      refetchOnWindowFocus: false,
      networkMode: 'always', // a lost connection is reported at once instead of waiting for its return
      retry: (count, error) => count < repeats && isPassing(error),
      retryDelay: (count, error) => (error instanceof Refusal && error.retryAfterMs) || 1000 * 2 ** count,
    },
  },
})

/**
 * Asks again, where shown, what was answered under these keys; all there are without one. A first answer that is still
 * under way may be of before the change and is not asked anew by the library, so it is asked for once more after it.
 */
export async function refreshKeys(queryKey: readonly string[] = []): Promise<void> {
  const firstLoads = queryClient
    .getQueryCache()
    .findAll({ queryKey, type: 'active', fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined })
  await queryClient.invalidateQueries({ queryKey })
  await Promise.all(
    firstLoads.map(({ queryKey: own }) => queryClient.invalidateQueries({ queryKey: own, exact: true })),
  )
}

/** Asks again, where shown, what the calls at these addresses answered; hidden tabs ask when they come back. */
export async function refreshCalls(paths: readonly string[]): Promise<void> {
  await Promise.all(paths.map(path => refreshKeys([path])))
}

/** Asks again what these calls show, as `staleAfter` names them. */
export const refreshStale = (calls: readonly { readonly path: string }[]): Promise<void> =>
  refreshCalls(calls.map(({ path }) => path))

/** Answers that failed without a network are asked for when it is back, until the returned function is called. */
export function askAgainOnline(): () => void {
  const ask = (): void =>
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  addEventListener('online', ask)
  return () => removeEventListener('online', ask)
}
