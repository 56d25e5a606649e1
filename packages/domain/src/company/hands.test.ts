// Three steps by three people: enough of them, of whatever rights.
import { expect, test } from 'vitest'
import { haveOneEach } from './hands.ts'

test('three steps want three people, however their rights lie', () => {
  expect(haveOneEach([['a'], ['b'], ['c']])).toBe(true)
  expect(haveOneEach([['a', 'b', 'c'], ['a'], ['a', 'b']])).toBe(true)
  // two who may do everything are two
  expect(
    haveOneEach([
      ['a', 'b'],
      ['a', 'b'],
      ['a', 'b'],
    ]),
  ).toBe(false)
  expect(haveOneEach([['a', 'b', 'c'], ['a'], ['a']])).toBe(false)
  expect(haveOneEach([['a'], [], ['b']])).toBe(false)
})
