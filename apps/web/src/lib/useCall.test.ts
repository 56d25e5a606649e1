// A list asked anew: short ones keep their length, long ones start over, and neither loses its way to the next page.
import { InfiniteQueryObserver } from '@tanstack/react-query'
import { listGoods } from '@yunshu/contract/goods/goods'
import { expect, test, vi } from 'vitest'
import { openPage, wrapped } from '../../../../tests/web/sendHarness.ts'

async function listOf(pageCount: number) {
  const { sent } = await openPage(({ fields }) =>
    wrapped({ data: { rows: [], next: String(Number(fields['cursor'] ?? '0') + 1) } }),
  )
  const [{ queryClient }, { pagesOf }] = await Promise.all([import('./queryClient.ts'), import('./useCall.ts')])
  const list = new InfiniteQueryObserver(queryClient, pagesOf(listGoods, {}))
  const stop = list.subscribe(() => undefined)
  await vi.waitFor(() => {
    expect(list.getCurrentResult().isSuccess).toBe(true)
  })
  while ((list.getCurrentResult().data?.pages.length ?? 0) < pageCount) await list.fetchNextPage()
  sent.length = 0
  await list.refetch()
  const { data, hasNextPage } = list.getCurrentResult()
  stop()
  return { asked: sent.map(({ fields }) => fields['cursor'] ?? ''), pages: data?.pages.length, hasNextPage }
}

test('up to three pages are all asked anew, so that nobody loses the place in the list', async () => {
  expect(await listOf(3)).toEqual({ asked: ['', '1', '2'], pages: 3, hasNextPage: true })
})

test('more than three pages start over from the first', async () => {
  expect(await listOf(4)).toEqual({ asked: [''], pages: 1, hasNextPage: true })
})

test('a row that moved onto the next page while people page stands once, at its first place, as it was told last', async () => {
  const { eachOnce } = await import('./useCall.ts')
  const pages = [
    [
      { id: 'a', days: 1 },
      { id: 'b', days: 1 },
    ],
    [
      { id: 'c', days: 2 },
      { id: 'a', days: 3 },
    ],
  ]
  expect(eachOnce(pages.flat(), ({ id }) => id)).toEqual([
    { id: 'a', days: 3 },
    { id: 'b', days: 1 },
    { id: 'c', days: 2 },
  ])
})
