// Keys of the ticket grid.
import { expect, test } from 'vitest'
import { neighbourRow } from './gridKeys.ts'

test('enter goes down and adds a row at the end; arrows stay within; other keys are left alone', () => {
  expect([
    neighbourRow('Enter', 0, 3),
    neighbourRow('Enter', 2, 3),
    neighbourRow('ArrowDown', 1, 3),
    neighbourRow('ArrowDown', 2, 3),
    neighbourRow('ArrowUp', 0, 3),
    neighbourRow('ArrowUp', 2, 3),
    neighbourRow('Tab', 0, 3),
  ]).toEqual([1, 'new', 2, undefined, undefined, 1, undefined])
})
