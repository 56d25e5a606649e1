// Exact decimal numbers: text to scaled whole numbers and back, and division rounded once.

const decimalText = /^(-?)(\d{1,16})(?:\.(\d+))?$/

/**
 * Reads decimal text digit by digit, never through a float: `('32.4', 3)` is 32400.
 *
 * Answers the value times 10^places, or undefined when the text is not a plain decimal
 * (no spaces, commas or exponent), has more than `places` decimals, or leaves the safe integers.
 */
export function readDecimal(text: string, places: number): number | undefined {
  const match = decimalText.exec(text)
  if (!match) return undefined
  const [, minus = '', whole = '', decimals = ''] = match
  if (decimals.length > places) return undefined
  const scaled = Number(whole + decimals.padEnd(places, '0'))
  if (!Number.isSafeInteger(scaled)) return undefined
  return minus ? 0 - scaled : scaled
}

/**
 * Prints a scaled whole number as decimal text: `(32400, 3)` is '32.400'.
 *
 * Zeros at the end are dropped down to `leastPlaces` decimals; no other digit ever is.
 */
export function printDecimal(scaled: number, places: number, leastPlaces: number = places): string {
  const digits = String(Math.abs(scaled)).padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  let decimals = digits.slice(digits.length - places)
  while (decimals.length > leastPlaces && decimals.endsWith('0')) decimals = decimals.slice(0, -1)
  const text = decimals === '' ? whole : `${whole}.${decimals}`
  return scaled < 0 ? `-${text}` : text
}

/** Puts commas between the thousands of a decimal: '1324.500' is '1,324.500'. */
export const groupThousands = (decimal: string): string =>
  decimal.replace(/\d+/, whole => whole.replace(/\B(?=(?:\d{3})+$)/g, ','))

/** A number of records as people read it: 1667 is '1,667'. */
export const printCount = (count: number): string => groupThousands(String(count))

/** A minus as books print it, as wide as the figures it stands before; files and the wire keep the hyphen. */
export const printedSign = (decimal: string): string => decimal.replace(/^-/, '−')

/** A share held in ppm as percent: 70 000 is '7%'. */
export const printPercent = (ppm: number): string => `${printDecimal(ppm, 4, 0)}%`

/** A rate of VAT in basis points, as invoices say it: 900 is 9%. */
export const printVat = (vatBp: number): string => printPercent(vatBp * 100)

/**
 * Divides and rounds half away from zero, so that a red (negative) line mirrors the black one it reverses.
 *
 * `divisor` must be positive. Throws RangeError when the answer leaves the safe integers.
 */
export function divideRounded(dividend: bigint, divisor: bigint): number {
  if (divisor <= 0n) throw new RangeError('the divisor must be positive')
  const size = dividend < 0n ? -dividend : dividend
  const rounded = (2n * size + divisor) / (2n * divisor)
  return safeNumber(dividend < 0n ? -rounded : rounded)
}

/**
 * Divides and drops the rest (towards zero). `divisor` must be positive. Throws RangeError when the answer leaves the
 * safe integers.
 */
export function divideDown(dividend: bigint, divisor: bigint): number {
  if (divisor <= 0n) throw new RangeError('the divisor must be positive')
  return safeNumber(dividend / divisor)
}

function safeNumber(value: bigint): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError('the result is too large to be exact')
  return number
}
