// The base of a waybill is put right by two: nobody agrees to what they asked for, and only they take it back.
import { expect, test } from 'vitest'
import { baseMovesOf } from './baseChange.ts'

test('who asked withdraws, another one agrees or rejects, and nobody moves what is over', () => {
  const steps = (state: 'asked' | 'done', isAsker: boolean) => baseMovesOf({ state, isAsker }, () => true)
  expect([steps('asked', true), steps('asked', false)]).toEqual([['withdraw'], ['confirm', 'reject']])
  expect([steps('done', true), steps('done', false)]).toEqual([[], []])
  expect(baseMovesOf({ state: 'asked', isAsker: false }, () => false)).toEqual([])
})
