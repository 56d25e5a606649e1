// Times of a sheet's states as its history tells them.
import { expect, test } from 'vitest'
import { reachedTimes } from './trail.ts'

const line = (action: string, at: number) => ({ action, at, by: '张三' })

test('a sheet sent in again after a rejection shows the latest submission', () => {
  const times = reachedTimes({
    createdAt: 1,
    log: [line('提交审核', 9), line('驳回', 5), line('提交审核', 2), line('制作结算单', 1)],
  })
  expect(Object.fromEntries(times.map(({ state, at }) => [state, at]))).toEqual({ draft: 1, submitted: 9, rejected: 5 })
})
