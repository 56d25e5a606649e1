// The people and months of closings.
import { expect, test } from 'vitest'
import { closingMovesOf, isOver } from './closing.ts'

test('one asks and another confirms, to close and to reopen; whoever asked withdraws', () => {
  const of = (state: 'asked' | 'closed' | 'reopening', isAsker: boolean, isReopener = false) =>
    closingMovesOf({ state, isAsker, isReopener }, () => true)
  expect(of('asked', true)).toEqual(['withdraw'])
  expect(of('asked', false)).toEqual(['confirm', 'refuse'])
  expect(of('closed', true)).toEqual(['askReopen'])
  expect(of('reopening', true, true)).toEqual(['keep'])
  expect(of('reopening', true)).toEqual(['confirmReopen', 'keep'])
  expect(closingMovesOf({ state: 'asked', isAsker: false, isReopener: false }, () => false)).toEqual([])
})

test('the running month is not over', () => {
  const now = Date.parse('2026-11-25T08:00:00+08:00')
  expect([isOver('202610', now), isOver('202611', now), isOver('202612', now)]).toEqual([true, false, false])
})
