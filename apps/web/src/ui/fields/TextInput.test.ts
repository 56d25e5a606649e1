// Pasted text in its tidy form: numbers one by one, plates in their one form.
import { expect, test } from 'vitest'
import { normalPlate, splitNumbers } from './TextInput.tsx'

test.each([
  ['YD1 YD2，YD3\nYD4;YD5、YD6', ['YD1', 'YD2', 'YD3', 'YD4', 'YD5', 'YD6']],
  ['YD1\r\n\tYD1\n', ['YD1']],
  ['ＹＤ１', ['YD1']],
  [' \n ', []],
])('numbers pasted as %j are read one by one, each once', (text, numbers) => {
  expect(splitNumbers(text)).toEqual(numbers)
})

test.each([
  ['川a·12345', '川A12345'],
  ['川 A 12345', '川A12345'],
  ['川Ａ-12345', '川A12345'],
])('the plate %s is held as %s', (text, plate) => {
  expect(normalPlate(text)).toBe(plate)
})
