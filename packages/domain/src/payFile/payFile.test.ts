// Payment files and answers of the bank: states and permits of each move, and two people for what lets money go.
import { expect, test } from 'vitest'
import type { Permit } from '../permits/permits.ts'
import {
  faultOfPayFileMove,
  payAnswerMovesOf,
  payAnswerStates,
  payFileMost,
  payFileMovesOf,
  payFileStates,
  takesAnswers,
} from './payFile.ts'

const all = (): boolean => true
const only =
  (...permits: readonly Permit[]) =>
  (permit: Permit): boolean =>
    permits.includes(permit)

test('who made a file does not let it out, and takes it back; another does both', () => {
  expect(payFileMovesOf({ state: 'made', isMaker: true }, all)).toEqual(['withdraw'])
  expect(payFileMovesOf({ state: 'made', isMaker: false }, all)).toEqual(['release', 'withdraw'])
  expect(payFileMovesOf({ state: 'made', isMaker: false }, only('payFile.release'))).toEqual(['release'])
  expect(payFileMovesOf({ state: 'made', isMaker: false }, only('payFile.make'))).toEqual(['withdraw'])
  expect(payFileMovesOf({ state: 'made', isMaker: false }, () => false)).toEqual([])
  for (const state of ['released', 'withdrawn'] as const)
    expect(payFileMovesOf({ state, isMaker: false }, all), state).toEqual([])
})

test('who read an answer does not take it, and gives it up; another does both', () => {
  expect(payAnswerMovesOf({ state: 'read', isMaker: true }, all)).toEqual(['drop'])
  expect(payAnswerMovesOf({ state: 'read', isMaker: false }, all)).toEqual(['apply', 'drop'])
  expect(payAnswerMovesOf({ state: 'read', isMaker: false }, only('payFile.release'))).toEqual(['apply'])
  expect(payAnswerMovesOf({ state: 'read', isMaker: false }, only('payFile.make'))).toEqual(['drop'])
  for (const state of ['applied', 'dropped'] as const)
    expect(payAnswerMovesOf({ state, isMaker: false }, all), state).toEqual([])
})

test('the refusal of one’s own file is that of two people', () => {
  for (const name of ['release', 'apply'] as const) {
    expect(faultOfPayFileMove(name, { isMaker: true })).toEqual({ problem: 'maker.checker', detail: {} })
    expect(faultOfPayFileMove(name, { isMaker: false })).toBeUndefined()
  }
  for (const name of ['withdraw', 'drop'] as const) expect(faultOfPayFileMove(name, { isMaker: true })).toBeUndefined()
})

test('answers are read of files that were let out alone', () => {
  expect(['made', 'released', 'withdrawn'].filter(state => takesAnswers(state as 'made'))).toEqual(['released'])
})

test('files and answers wait for the second person of the house, end once, and what ends one is painted red', () => {
  for (const [{ states, moves, start }, waits] of [
    [payFileStates, 'made'],
    [payAnswerStates, 'read'],
  ] as const) {
    expect(start).toBe(waits)
    expect(Object.entries(states).map(([name, state]) => [name, 'final' in state, 'awaits' in state])).toEqual([
      [waits, false, true],
      ...Object.keys(states)
        .slice(1)
        .map(name => [name, true, false]),
    ])
    expect(Object.values(states).flatMap(state => ('awaits' in state ? [state.awaits] : []))).toEqual([
      { permit: 'payFile.release', sides: ['platform', 'branch'] },
    ])
    expect(Object.values(moves).map(move => 'danger' in move)).toEqual([false, true])
  }
  expect([payFileStates.moves.withdraw.ask, 'ask' in payAnswerStates.moves.drop]).toEqual(['reason', false])
  expect(payFileMost).toEqual({ lines: 1000, answerRows: 2000 })
})
