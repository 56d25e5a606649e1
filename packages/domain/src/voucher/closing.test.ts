// The people and months of closings.
import { expect, test } from 'vitest'
import { closeChecks, closingMovesOf, closingStates, faultOfClosingMove, isOver, openMonthState } from './closing.ts'

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

test('a closing goes from asked to closed and back by two; refused, withdrawn and reopened are ends', () => {
  const { states, moves } = closingStates
  expect(Object.entries(moves).map(([name, { from, to }]) => [name, from, to])).toEqual([
    ['confirm', ['asked'], 'closed'],
    ['refuse', ['asked'], 'refused'],
    ['withdraw', ['asked'], 'withdrawn'],
    ['askReopen', ['closed'], 'reopening'],
    ['confirmReopen', ['reopening'], 'reopened'],
    ['keep', ['reopening'], 'closed'],
  ])
  const { reopened, refused, withdrawn } = states
  const { refuse, askReopen, confirmReopen } = moves
  expect([reopened.final, refused.final, withdrawn.final]).toEqual([true, true, true])
  expect([refuse.danger, askReopen.danger, confirmReopen.danger]).toEqual([true, true, true])
})

test('a step of a closing is refused with its reason', () => {
  const other = { isAsker: false, isReopener: false }
  expect(faultOfClosingMove('withdraw', other)).toEqual({ problem: 'period.asker', detail: {} })
  for (const name of ['confirm', 'refuse'] as const)
    expect(faultOfClosingMove(name, { ...other, isAsker: true })).toEqual({ problem: 'maker.checker', detail: {} })
  expect(faultOfClosingMove('confirmReopen', { ...other, isReopener: true })?.problem).toBe('maker.checker')
  for (const name of ['confirm', 'refuse', 'confirmReopen', 'keep', 'askReopen'] as const)
    expect(faultOfClosingMove(name, other)).toBeUndefined()
  expect(faultOfClosingMove('keep', { isAsker: true, isReopener: true })).toBeUndefined()
  expect(faultOfClosingMove('confirm', { isAsker: false, isReopener: true })).toBeUndefined()
})

test('five of the checks only warn', () => {
  const warning = Object.entries(closeChecks).flatMap(([key, { blocks }]) => (blocks ? [] : [key]))
  expect([Object.keys(closeChecks).length, warning]).toEqual([
    26,
    ['estimates', 'remittances', 'uninvoiced', 'expected', 'unbound'],
  ])
})

test('a month without a closing is open, due once it is over and next, or holds the opening balances', () => {
  const of = (isOpening: boolean, isDue: boolean) => openMonthState({ isOpening, isDue }).label
  expect([of(false, false), of(false, true), of(true, false), of(true, true)]).toEqual([
    '未结账',
    '可结账',
    '期初',
    '期初',
  ])
  expect(openMonthState({ isOpening: false, isDue: true }).awaits?.sides).toEqual(['branch'])
})
