// Lines of the poster: nothing is lost while there is room, and what is cut says so.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wrapText } from './posterText.ts'

test('a short text is one line, a long one is cut at the width', () => {
  expect(wrapText('动力煤', 10, 2)).toEqual(['动力煤'])
  expect(wrapText('榆林恒泰煤业销售有限公司', 5, 3)).toEqual(['榆林恒泰煤', '业销售有限', '公司'])
  expect(wrapText('ABCDEFGHIJ', 5, 3)).toEqual(['ABCDEFGH', 'IJ'])
  expect(wrapText('', 5, 3)).toEqual([])
})

test('what does not fit ends in an ellipsis and keeps the width', () => {
  expect(wrapText('榆林恒泰煤业销售有限公司', 5, 2)).toEqual(['榆林恒泰煤', '业销售有…'])
})

test('with room for all lines nothing is lost', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 20 }), (text, width) => {
      expect(wrapText(text, width, Number.POSITIVE_INFINITY).join('')).toBe(text.trim())
    }),
  )
})
