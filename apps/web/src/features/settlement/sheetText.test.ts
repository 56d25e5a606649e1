// Short forms of places.
import { expect, test } from 'vitest'
import { siteOf } from './sheetText.ts'

test('a place on paper is its site; a place without divisions stays whole', () => {
  expect(siteOf('陕西省 / 榆林市 / 神木市 恒泰神木煤台')).toBe('恒泰神木煤台')
  expect(siteOf('恒泰神木煤台')).toBe('恒泰神木煤台')
})
