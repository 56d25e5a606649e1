// Keys of the ticket grid.
import { expect, test } from 'vitest'
import { neighbour } from './gridKeys.ts'

test('enter goes down and adds a row at the end; arrows stay within; other keys are left alone', () => {
  expect([
    neighbour('Enter', 0, 3),
    neighbour('Enter', 2, 3),
    neighbour('ArrowDown', 1, 3),
    neighbour('ArrowDown', 2, 3),
    neighbour('ArrowUp', 0, 3),
    neighbour('ArrowUp', 2, 3),
    neighbour('Tab', 0, 3),
  ]).toEqual([1, 'new', 2, undefined, undefined, 1, undefined])
})
