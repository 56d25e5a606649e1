// Unit prices as whole ten-thousandths of a yuan: per ton, cubic metre, truck or kilometre.
import { divideDown, printDecimal, readDecimal } from './decimal.ts'
import { PPM } from './money.ts'

declare const unitPriceBrand: unique symbol

/**
 * A price per unit in 10⁻⁴ yuan: a whole number from 0. 293.21 元/吨 is 2 932 100. Freight is made of it by `freight.ts`.
 */
export type UnitPrice = number & { readonly [unitPriceBrand]: true }

/** Whether a value is a whole number of 10⁻⁴ yuan from 0. */
export function isUnitPrice(value: unknown): value is UnitPrice {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

/** Makes a unit price from a number of 10⁻⁴ yuan. Throws RangeError when it is negative or not a safe integer. */
export function unitPrice(value: number): UnitPrice {
  const price = value + 0 // -0 becomes 0
  if (!isUnitPrice(price)) throw new RangeError(`not a whole number of 10⁻⁴ yuan: ${value}`)
  return price
}

/** Reads yuan per unit: '293.21' is 2 932 100. At most four decimals; undefined for anything else. */
export function parseUnitPrice(text: string): UnitPrice | undefined {
  const read = readDecimal(text, 4)
  return isUnitPrice(read) ? read : undefined
}

/** Prints yuan per unit with at least two decimals, '293.21', and up to four when needed: '0.4525'. */
export function printUnitPrice(price: UnitPrice): string {
  return printDecimal(price, 4, 2)
}

/**
 * The carrier's unit price: the shipper's less the platform's fee as a share of the total (ON_TOTAL), cut down to 10⁻⁴
 * yuan.
 * 293.21 元/吨 at 5 % (50 000 ppm) is 278.5495. Throws RangeError when the fee is not from 0 to 100 %.
 */
export function priceLessFee(price: UnitPrice, feePpm: number): UnitPrice {
  if (!Number.isSafeInteger(feePpm) || feePpm < 0 || feePpm > PPM)
    throw new RangeError('a fee on the total is from 0 to 100 %')
  return unitPrice(divideDown(BigInt(price) * BigInt(PPM - feePpm), BigInt(PPM)))
}
