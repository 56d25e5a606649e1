// The people and months of closings.
import { expect, test } from 'vitest'
import {
  closeChecks,
  closingMovesOf,
  closingStates,
  faultOfClosingMove,
  isOver,
  lapsedReason,
  lapsesAt,
  openMonthState,
} from './closing.ts'

test('one asks and another confirms, to close and to reopen; whoever asked withdraws', () => {
  const of = (state: 'asked' | 'closed' | 'reopening', isAsker: boolean, isReopener = false) =>
    closingMovesOf({ state, isAsker, isReopener, isLate: false }, () => true)
  expect(of('asked', true)).toEqual(['withdraw'])
  expect(of('asked', false)).toEqual(['confirm', 'refuse'])
  expect(of('closed', true)).toEqual(['askReopen'])
  expect(of('reopening', true, true)).toEqual(['keep'])
  expect(of('reopening', true)).toEqual(['confirmReopen', 'keep'])
  expect(closingMovesOf({ state: 'asked', isAsker: false, isReopener: false, isLate: false }, () => false)).toEqual([])
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
    ['lapse', ['asked'], 'lapsed'],
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
  const other = { isAsker: false, isReopener: false, isLate: false }
  expect(faultOfClosingMove('withdraw', other)).toEqual({ problem: 'period.asker', detail: {} })
  for (const name of ['confirm', 'refuse'] as const)
    expect(faultOfClosingMove(name, { ...other, isAsker: true })).toEqual({ problem: 'maker.checker', detail: {} })
  expect(faultOfClosingMove('confirmReopen', { ...other, isReopener: true })?.problem).toBe('maker.checker')
  for (const name of ['confirm', 'refuse', 'confirmReopen', 'keep', 'askReopen'] as const)
    expect(faultOfClosingMove(name, other)).toBeUndefined()
  expect(faultOfClosingMove('keep', { ...other, isAsker: true, isReopener: true })).toBeUndefined()
  expect(faultOfClosingMove('confirm', { ...other, isReopener: true })).toBeUndefined()
})

test('an application lapses after 24 hours: nobody confirms, refuses or takes it back; one to reopen does not', () => {
  expect(lapsesAt(1_000) - 1_000).toBe(24 * 3_600_000)
  const late = { isAsker: false, isReopener: false, isLate: true }
  for (const name of ['confirm', 'refuse', 'withdraw'] as const)
    for (const isAsker of [true, false])
      expect(faultOfClosingMove(name, { ...late, isAsker })).toEqual({
        problem: 'period.lapsed',
        detail: { hours: 24 },
      })
  for (const name of ['askReopen', 'confirmReopen', 'keep'] as const)
    expect(faultOfClosingMove(name, late)).toBeUndefined()
  expect(closingMovesOf({ state: 'asked', ...late }, () => true)).toEqual([])
  expect(closingStates.states.lapsed).toMatchObject({ label: '申请已失效', final: true })
  expect(closingStates.moves.lapse.permit).toBe('system')
  expect(lapsedReason).toBe('申请后 24 小时内无人确认，自动失效')
})

test('eight of the checks only warn', () => {
  const warning = Object.entries(closeChecks).flatMap(([key, { blocks }]) => (blocks ? [] : [key]))
  expect([Object.keys(closeChecks).length, warning]).toEqual([
    30,
    ['estimates', 'remittances', 'uninvoiced', 'expected', 'expectedFuel', 'expectedTolls', 'unbound', 'tails'],
  ])
})

test('a check that failed does not say the sentence of the passed one', () => {
  const same = Object.entries(closeChecks).flatMap(([key, { label, fault }]) =>
    String(fault) === label || fault.startsWith('没有') ? [key] : [],
  )
  expect([same, closeChecks.uninvoiced.fault]).toEqual([[], '有已到期而未开票的收入'])
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
