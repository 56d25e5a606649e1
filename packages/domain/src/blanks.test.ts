// Values for the blanks of a text, and the ones that do not compile.
import { expect, expectTypeOf, test } from 'vitest'
import { fillBlanks, type Blanks, type Fill } from './blanks.ts'

test('blanks are filled, and a part in brackets is left out while its word is empty', () => {
  const text = '货源 {goodsNo} 已{move}[：{reason}]'
  expect(fillBlanks(text, { goodsNo: 'HY1', move: '取消', reason: '客户改期' })).toBe('货源 HY1 已取消：客户改期')
  expect(fillBlanks(text, { goodsNo: 'HY1', move: '取消', reason: undefined })).toBe('货源 HY1 已取消')
  expect(fillBlanks(text, { goodsNo: 'HY1', move: '取消', reason: '' })).toBe('货源 HY1 已取消')
  expect(fillBlanks('{count} 张', { count: 0 })).toBe('0 张')
})

test('what a person wrote is not read as a text with blanks', () => {
  expect(fillBlanks('{name}[：{reason}]', { name: '[{reason}]', reason: '{name}' })).toBe('[{reason}]：{name}')
})

test('the words of a text are what has to be said', () => {
  expectTypeOf<Blanks<'没有'>>().toEqualTypeOf<Record<never, never>>()
  expectTypeOf<Blanks<'{a}和{b}[，{c}{a}]'>>().branded.toEqualTypeOf<{
    readonly a: Fill
    readonly b: Fill
    readonly c: Fill | undefined
  }>()
  expectTypeOf<{ a: string }>().not.toExtend<Blanks<'{a}{b}'>>()
  expectTypeOf<{ a: string; b: undefined }>().not.toExtend<Blanks<'{a}{b}'>>()
  expectTypeOf<{ a: string; b: undefined }>().toExtend<Blanks<'{a}[{b}]'>>()
})
