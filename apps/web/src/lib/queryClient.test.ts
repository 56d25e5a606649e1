// The cache after a change: what is shown is asked again, also where its first answer was still under way.
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { queryClient, refreshCalls } from './queryClient.ts'

const path = '/auth/v1/a/record'
afterEach(() => queryClient.clear())

/** Shows a record whose answers are given by hand; answers what is shown and how to give the next. */
function show(kept?: string) {
  const waiting: ((answer: string) => void)[] = []
  if (kept !== undefined) queryClient.setQueryData([path, 1], kept)
  const observer = new QueryObserver(queryClient, {
    queryKey: [path, 1],
    queryFn: () => new Promise<string>(resolve => waiting.push(resolve)),
  })
  const end = observer.subscribe(() => {})
  return { waiting, shown: () => observer.getCurrentResult().data, end }
}

test('a change while the first answer is under way is asked for after it', async () => {
  const { waiting, shown, end } = show()
  const refreshed = refreshCalls([path])
  waiting.shift()?.('of before')
  await expect.poll(() => waiting.length).toBe(1)
  waiting.shift()?.('of after')
  await refreshed
  expect(shown()).toBe('of after')
  end()
})

test('what is shown already is asked for once', async () => {
  const { waiting, shown, end } = show('of before')
  const refreshed = refreshCalls([path])
  await expect.poll(() => waiting.length).toBe(1)
  waiting.shift()?.('of after')
  await refreshed
  expect([shown(), waiting.length]).toEqual(['of after', 0])
  end()
})
