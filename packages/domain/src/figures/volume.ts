// Volume as whole ten-thousandths of a cubic metre.
import { printDecimal, readDecimal } from './decimal.ts'

declare const volumeBrand: unique symbol

/** A volume in 10⁻⁴ m³ (100 cm³): a whole number from 0. A cubic metre is 10 000. */
export type Volume = number & { readonly [volumeBrand]: true }

/** Whether a value is a whole number of 10⁻⁴ m³ from 0. */
export function isVolume(value: unknown): value is Volume {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

/** Makes a volume from a number of 10⁻⁴ m³. Throws RangeError when it is negative or not a safe integer. */
export function volume(value: number): Volume {
  const made = value + 0 // -0 becomes 0
  if (!isVolume(made)) throw new RangeError(`not a whole number of 10⁻⁴ m³: ${value}`)
  return made
}

/** Reads cubic metres: '12.5' is 125 000. At most four decimals; undefined for anything else. */
export function parseVolume(text: string): Volume | undefined {
  const read = readDecimal(text, 4)
  return isVolume(read) ? read : undefined
}

/** Prints cubic metres with at least two decimals, '12.50', and up to four when needed. */
export function printVolume(value: Volume): string {
  return printDecimal(value, 4, 2)
}
