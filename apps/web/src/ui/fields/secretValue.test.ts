// The field of a masked number: left alone, typed over, left in pieces, emptied.
import { expect, test } from 'vitest'
import { checkIdNo, tidyNumber } from '@yunshu/domain/identity/identity'
import { partlyMaskedText, secretValue } from './secretValue.ts'

const mask = '510104********0019'
const typed = (text: string, canEmpty = false) =>
  secretValue(text, { mask, check: checkIdNo, tidy: tidyNumber, canEmpty })

test('a mask that is left alone, or typed back, keeps the number', () => {
  expect(typed(mask)).toBeUndefined()
})

test('a mask that was touched and left in pieces is a fault, never a number', () => {
  expect(typed('510104********001')).toEqual({ unreadable: '510104********001', fault: partlyMaskedText })
  expect(typed('510104199001010019*')).toMatchObject({ fault: partlyMaskedText })
})

test('a new number is judged like every other', () => {
  expect(typed(' 5101041990 01010019')).toBe('510104199001010019')
  expect(typed('510104199001010018')).toMatchObject({
    unreadable: '510104199001010018',
    fault: '身份证号不正确，请核对后重新填写',
  })
})

test('an emptied field is a fault, or takes the number away where the record may be without it', () => {
  expect(typed('')).toMatchObject({ unreadable: '' })
  expect(typed('', true)).toBe('')
})
