// The walk through the receipt desk: where an act leads, and when keys rest.
import { restMs } from '../../lib/keys.ts'
import { expect, test } from 'vitest'
import { isResting, isToJudge, leftBeside, neighbourInQueue, nextInQueue } from './deskOrder.ts'

test('an act leads to the next record, at the end to the first one left, and nowhere from the last', () => {
  const order = ['a', 'b', 'c']
  expect(nextInQueue(order, 'a')).toBe('b')
  expect(nextInQueue(order, 'c')).toBe('a')
  expect(nextInQueue(['c'], 'c')).toBeUndefined()
  expect(nextInQueue(order, 'of a link')).toBe('a')
  expect(nextInQueue([], 'of a link')).toBeUndefined()
})

test('a walk stops at both ends; from a record of a link it begins at the first', () => {
  const order = ['a', 'b']
  expect([neighbourInQueue(order, 'a', -1), neighbourInQueue(order, 'b', 1)]).toEqual([undefined, undefined])
  expect([neighbourInQueue(order, 'a', 1), neighbourInQueue(order, 'b', -1)]).toEqual(['b', 'a'])
  expect([neighbourInQueue(order, 'x', 1), neighbourInQueue(order, 'x', -1)]).toEqual(['a', undefined])
})

test('what is left of a whole queue is counted in it, though the server counts late; of a longer one it is as counted', () => {
  const order = ['b', 'c']
  expect(leftBeside(order, 'b', { isWhole: true, counted: 3 })).toBe(1)
  expect(leftBeside(order, 'judged before', { isWhole: true, counted: 2 })).toBe(2)
  expect(leftBeside(order, 'b', { isWhole: false, counted: 80 })).toBe(79)
  expect(leftBeside([], 'b', { isWhole: false, counted: 0 })).toBe(0)
  expect(leftBeside(order, 'b', { isWhole: false, counted: undefined })).toBeUndefined()
})

test('keys rest after an act until the next record was drawn and 600 ms are over', () => {
  expect(isResting(undefined, 0)).toBe(false)
  expect(isResting({ on: 'a', drawnAt: undefined }, 1e9)).toBe(true)
  expect(isResting({ on: 'a', drawnAt: 1000 }, 1000 + restMs - 1)).toBe(true)
  expect(isResting({ on: 'a', drawnAt: 1000 }, 1000 + restMs)).toBe(false)
})

test('a receipt waits for a verdict once it came, as photos or on paper', () => {
  expect((['none', 'waiting', 'uploaded', 'rejected', 'posted', 'confirmed'] as const).filter(isToJudge)).toEqual([
    'uploaded',
    'posted',
  ])
})
