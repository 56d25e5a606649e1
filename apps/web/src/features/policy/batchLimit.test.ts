// The typed limit of a batch: read by digits, refused outside the bounds, and told as a change only where it is one.
import { fen } from '@yunshu/domain/figures/money'
import { expect, test } from 'vitest'
import { changedLimits, limitOf } from './BatchLimitLines.tsx'

const inForce = { rows: 50, sum: fen(5_000_000_00) }

test('figures are read as people type them, and nothing outside the bounds is sent', () => {
  expect(limitOf({}, inForce)).toEqual(inForce)
  expect(limitOf({ rows: '20', sum: '1,000,000' }, inForce)).toEqual({ rows: 20, sum: fen(1_000_000_00) })
  for (const wrong of [
    { rows: '0' },
    { rows: '201' },
    { rows: '' },
    { rows: '2.5' },
    { sum: '20000000.01' },
    { sum: 'x' },
  ])
    expect(limitOf(wrong, inForce), JSON.stringify(wrong)).toBeUndefined()
})

test('a figure typed as it was is no change', () => {
  expect(changedLimits({ rows: '50', sum: '5000000' }, inForce)).toEqual([])
  expect(changedLimits({ rows: '20' }, inForce)).toEqual(['rows'])
  expect(changedLimits({ rows: 'x' }, inForce)).toEqual(['rows'])
})
