// The vehicle's form: colours that fit, and lengths in metres.
import { expect, test } from 'vitest'
import { colourOptions, fittingColour, isTractor, lengthOf, printLength } from './vehicleOptions.ts'

test('a new-energy plate leaves one colour, which is chosen by itself', () => {
  expect(colourOptions('川A12345D', undefined).map(({ value }) => value)).toEqual(['93'])
  expect(fittingColour('川A12345D', 'H11', '2')).toBe('93')
})

test('a colour that fits plate and type is kept, one that does not is dropped', () => {
  expect(fittingColour('川A12345', 'Q11', '2')).toBe('2')
  expect(fittingColour('川A12345', 'Q11', '1')).toBeUndefined()
})

test('while a plate is being typed every colour can be chosen', () => {
  expect(colourOptions('川A1', 'Q11').length).toBe(10)
})

test('lengths are typed in metres, one decimal, one to thirty', () => {
  expect([lengthOf('13'), lengthOf('9.6'), lengthOf('0.9'), lengthOf('30.1'), lengthOf('4.25')]).toEqual([
    130,
    96,
    undefined,
    undefined,
    undefined,
  ])
  expect([printLength(130), printLength(96)]).toEqual(['13', '9.6'])
})

test('tractors pull, trucks and trailers do not', () => {
  expect(['Q11', 'Q31', 'H11', 'B11', undefined].map(isTractor)).toEqual([true, true, false, false, false])
})
