// The order of the steps of a difference.
import { expect, test } from 'vitest'
import { reconStepsOf } from './reconSteps.ts'

const line = {
  moves: ['explain'],
  direction: 'IN',
  orderKey: undefined,
  other: '甲公司',
  canAdopt: false,
  canRecord: true,
  canReturn: true,
  isLikeReturn: false,
} as const
const offered = (row: Parameters<typeof reconStepsOf>[0]) =>
  reconStepsOf(row).map(({ label, isAside = false }) => (isAside ? `(${label})` : label))

test('the likeliest step of a difference comes first and alone is a button of its own', () => {
  expect(offered({ ...line, moves: ['explain'] })).toEqual(['补记', '(登记退汇)', '(说明)'])
  expect(offered({ ...line, moves: ['explain'], isLikeReturn: true })).toEqual(['登记退汇', '(补记)', '(说明)'])
  // money of the bank itself is nobody's remittance
  const interest = { ...line, orderKey: '结息', other: '存管银行' }
  expect(offered({ ...interest, moves: ['explain'] })).toEqual(['说明', '(补记)', '(登记退汇)'])
  expect(offered({ ...line, moves: ['explain'], canAdopt: true })[0]).toBe('采纳建议')
  expect(offered({ ...line, moves: ['putBack', 'confirm'], canRecord: false, canReturn: false })).toEqual([
    '同意说明',
    '(退回说明)',
  ])
  // the asker may only take it back
  expect(offered({ ...line, moves: ['putBack'], canRecord: false, canReturn: false })).toEqual(['(退回说明)'])
})
