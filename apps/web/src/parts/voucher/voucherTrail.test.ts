// The way of a voucher as its rail tells it.
import { expect, test } from 'vitest'
import { voucherTrail } from './voucherTrail.ts'

const log = [
  { action: '审核', at: 20, by: '秦海涛', diff: [] },
  { action: '记账', at: 30, by: '张春生', diff: [] },
]

test('a voucher made by hand tells who checked and posted it and when, one of the product that none was needed', () => {
  const byHand = { isManual: true, maker: '冯大勇', auditor: '秦海涛', poster: '张春生', createdAt: 10, log } as const
  expect(voucherTrail({ ...byHand, state: 'posted' })).toEqual({
    way: ['draft', 'audited', 'posted'],
    reached: [
      { state: 'draft', at: 10, by: '冯大勇' },
      { state: 'audited', at: 20, by: '秦海涛' },
      { state: 'posted', at: 30, by: '张春生' },
    ],
  })
  const own = { isManual: false, maker: '系统', poster: '系统', createdAt: 10, log: [] }
  expect(voucherTrail({ ...own, state: 'posted' })).toEqual({
    way: ['draft', 'posted'],
    reached: [
      { state: 'draft', at: 10, by: '系统' },
      { state: 'posted', at: 10, by: '系统记账，无需审核' },
    ],
  })
})

test('a time nobody told is left out, and a draft waits for its check', () => {
  const byHand = { isManual: true, maker: '冯大勇', createdAt: 10, log: [] }
  expect(voucherTrail({ ...byHand, auditor: '秦海涛', state: 'audited' }).reached).toEqual([
    { state: 'draft', at: 10, by: '冯大勇' },
    { state: 'audited', at: undefined, by: '秦海涛' },
  ])
  expect(voucherTrail({ ...byHand, state: 'draft' }).way).toEqual(['draft', 'audited', 'posted'])
})
