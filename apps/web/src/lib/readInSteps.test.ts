// Rows read page by page: to the last one, in order, with how far it is.
import { expect, test } from 'vitest'
import { readInSteps } from './readInSteps.ts'

test('the lines of a print are read to the last one, step after step, and each step says how many are there', async () => {
  const all = Array.from({ length: 25 }, (_, n) => n)
  const asked: (string | undefined)[] = []
  const told: number[] = []
  const lines = await readInSteps(
    async cursor => {
      asked.push(cursor)
      const at = Number(cursor ?? 0)
      const rows = all.slice(at, at + 10)
      return at + 10 < all.length ? { rows, next: String(at + 10) } : { rows }
    },
    count => told.push(count),
  )
  expect(lines).toEqual(all)
  expect(asked).toEqual([undefined, '10', '20'])
  expect(told).toEqual([10, 20, 25])
})
