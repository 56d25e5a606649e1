// Weight as whole grams: read and printed in tons and kilograms.
import { printDecimal, readDecimal } from './decimal.ts'

declare const gramsBrand: unique symbol

/** A weight in grams: a whole number from 0. A ton is 1 000 000. */
export type Grams = number & { readonly [gramsBrand]: true }

const tonDecimals = 6
const kgDecimals = 3

/** Whether a value is a whole number of grams from 0. */
export function isGrams(value: unknown): value is Grams {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

/** Makes a weight from a number of grams. Throws RangeError when it is negative or not a safe integer. */
export function grams(value: number): Grams {
  const weight = value + 0 // -0 becomes 0
  if (!isGrams(weight)) throw new RangeError(`not a whole number of grams: ${value}`)
  return weight
}

/** Reads tons: '32.400' is 32 400 000 g. At most six decimals; undefined for anything else. */
export function parseTons(text: string): Grams | undefined {
  return readWeight(text, tonDecimals)
}

/** Reads kilograms: '97.2' is 97 200 g. At most three decimals; undefined for anything else. */
export function parseKg(text: string): Grams | undefined {
  return readWeight(text, kgDecimals)
}

/** Prints tons as weighbridges do, '32.400': at least three decimals, more when grams need them. */
export function printTons(weight: Grams): string {
  return printDecimal(weight, tonDecimals, 3)
}

/** Prints kilograms with three decimals, '97.200', as the regulator's waybill wants them. */
export function printKg(weight: Grams): string {
  return printDecimal(weight, kgDecimals)
}

function readWeight(text: string, decimals: number): Grams | undefined {
  const weight = readDecimal(text, decimals)
  return isGrams(weight) ? weight : undefined
}
