// The row an inbox keeps in view when rows leave, come behind the first pages, or stand under another filter.
import { describe, expect, test } from 'vitest'
import { keptInView } from './keptInView.ts'

const filter = { state: 'approve' }
const was = (id: string, index: number) => ({ id, index, filter })
const of = (more: Partial<Parameters<typeof keptInView>[0]>) =>
  keptInView({
    rows: ['a', 'b', 'c'],
    active: undefined,
    isHeld: false,
    hasMore: false,
    filter,
    was: undefined,
    ...more,
  })

test('an inbox opens on its first row, and stays on the one it shows', () => {
  expect(of({})).toEqual({ isSeen: false, index: 0, hasLeft: false })
  expect(of({ active: 'b' })).toEqual({ isSeen: true, index: 1, hasLeft: false })
  expect(of({ rows: [] })).toEqual({ isSeen: false, index: -1, hasLeft: false })
})

describe('a row that is no longer there', () => {
  test('has left: the one behind it takes its place, the last one behind the last', () => {
    expect(of({ active: 'x', was: was('x', 1) })).toEqual({ isSeen: false, index: 1, hasLeft: true })
    expect(of({ active: 'x', was: was('x', 3) })).toEqual({ isSeen: false, index: 2, hasLeft: true })
  })
  test('stays while something is typed about it', () => {
    expect(of({ active: 'x', was: was('x', 1), isHeld: true })).toBe('stays')
  })
  test('was called dealt with though it stood behind the first pages of a list asked anew', () => {
    expect(of({ active: 'x', was: was('x', 3), hasMore: true })).toBe('stays')
    expect(of({ active: 'x', was: was('x', 200), hasMore: true })).toBe('stays')
    expect(of({ active: 'x', was: was('x', 2), hasMore: true })).toEqual({ isSeen: false, index: 2, hasLeft: true })
  })
  test('under another filter has not left: the first row is shown', () => {
    expect(of({ active: 'x', was: { ...was('x', 2), filter: { state: 'pay' } } })).toEqual({
      isSeen: false,
      index: 0,
      hasLeft: false,
    })
    expect(of({ active: 'y', was: was('x', 2) })).toEqual({ isSeen: false, index: 0, hasLeft: false })
  })
})
