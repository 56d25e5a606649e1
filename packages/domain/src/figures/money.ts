// Money as whole fen: made, read, printed, added and split here and nowhere else.
import { divideDown, divideRounded, groupThousands, printDecimal, printedSign, readDecimal } from './decimal.ts'

declare const fenBrand: unique symbol

/** An amount of money in fen (0.01 yuan): a whole number, negative for red entries. Exact up to 90 万亿元. */
export type Fen = number & { readonly [fenBrand]: true }

/** A rate in millionths: 5 % is 50 000. */
export const PPM = 1_000_000

/** A rate in hundredths of a percent, as taxes are stored: 9 % is 900. */
export const BASIS_POINTS = 10_000

/** Whether a value is a whole number of fen that can be added without loss. */
export function isFen(value: unknown): value is Fen {
  return Number.isSafeInteger(value)
}

/** Makes an amount from a number of fen. Throws RangeError when it is not a safe integer. */
export function fen(value: number): Fen {
  const amount = value + 0 // -0 becomes 0
  if (!isFen(amount)) throw new RangeError(`not a whole number of fen: ${value}`)
  return amount
}

/** No money. */
export const ZERO_FEN = fen(0)

/**
 * Reads the wire form of an amount: '9500.00' is 950000 fen; '9500' and '9500.5' are read too.
 *
 * Answers undefined for anything else: more than two decimals, commas, spaces, exponents,
 * a minus sign (use `parseSignedYuan`), or an amount beyond the safe integers.
 *
 * @source docs/wire.md, Parameters and sign
 */
export function parseYuan(text: string): Fen | undefined {
  return text.startsWith('-') ? undefined : parseSignedYuan(text)
}

/** Reads an amount that may be negative, such as a red line: '-120.00' is -12000 fen. Otherwise as `parseYuan`. */
export function parseSignedYuan(text: string): Fen | undefined {
  const amount = readDecimal(text, 2)
  return isFen(amount) ? amount : undefined
}

/** Prints the wire form: '9500.00', always two decimals. */
export function printYuan(amount: Fen): string {
  return printDecimal(amount, 2)
}

/** Prints the form of screens and paper, with commas and the minus of books: '9,500.00', '−120.00'. */
export function printMoney(amount: Fen): string {
  return printedSign(groupThousands(printYuan(amount)))
}

/** a + b. Throws RangeError when the result is not exact. */
export function addFen(a: Fen, b: Fen): Fen {
  return fen(a + b)
}

/** a − b. Throws RangeError when the result is not exact. */
export function subtractFen(a: Fen, b: Fen): Fen {
  return fen(a - b)
}

/** The same amount with the other sign. */
export function negateFen(amount: Fen): Fen {
  return subtractFen(ZERO_FEN, amount)
}

/** The amount without its sign. */
export const absoluteFen = (amount: Fen): Fen => (amount < 0 ? negateFen(amount) : amount)

/** The total of any number of amounts; no amounts make 0. */
export function sumFen(amounts: Iterable<Fen>): Fen {
  let total = ZERO_FEN
  for (const amount of amounts) total = addFen(total, amount)
  return total
}

/** Whether amounts, and every sum and difference of some of them, can be told to the fen: of figures others typed it is asked first. */
export const addsExactly = (amounts: Iterable<Fen>): boolean => {
  let most = 0
  for (const amount of amounts) most += Math.abs(amount)
  return Number.isSafeInteger(most)
}

/** The smaller of two amounts. */
export function smallerFen(a: Fen, b: Fen): Fen {
  return a < b ? a : b
}

/**
 * Splits an amount by weights so that the parts add up to it exactly.
 *
 * Each part is cut down to whole fen; the last part with a weight takes what remains.
 * Parts have the sign of the total; a weight of 0 gives 0.
 * Throws RangeError when a weight is negative or not whole, or when all are 0.
 */
export function splitExact(total: Fen, weights: readonly number[]): Fen[] {
  if (weights.some(weight => !Number.isSafeInteger(weight) || weight < 0))
    throw new RangeError('weights must be whole numbers from 0')
  const allWeights = weights.reduce((all, weight) => all + BigInt(weight), 0n)
  if (allWeights === 0n) throw new RangeError('at least one weight must be above 0')
  const last = weights.findLastIndex(weight => weight > 0)
  const parts = weights.map(weight => fen(divideDown(BigInt(total) * BigInt(weight), allWeights)))
  const rest = subtractFen(total, sumFen(parts))
  return parts.map((part, index) => (index === last ? addFen(part, rest) : part))
}

/**
 * A share of an amount at a rate in ppm (see `PPM`), rounded half up to whole fen. Throws RangeError when the rate is
 * negative or not whole.
 */
export function percentOf(amount: Fen, ratePpm: number): Fen {
  requireRate(ratePpm)
  return fen(divideRounded(BigInt(amount) * BigInt(ratePpm), BigInt(PPM)))
}

/**
 * Splits an amount that includes VAT into what is left without it, and the tax: 10,000.00 at 9 % is 9,174.31 + 825.69.
 *
 * The rate is in basis points (9 % is 900). net + tax = gross exactly.
 * Throws RangeError when the rate is negative or not whole.
 */
export function splitTax(gross: Fen, rateBasisPoints: number): { net: Fen; tax: Fen } {
  requireRate(rateBasisPoints)
  const net = fen(divideRounded(BigInt(gross) * BigInt(BASIS_POINTS), BigInt(BASIS_POINTS + rateBasisPoints)))
  return { net, tax: subtractFen(gross, net) }
}

function requireRate(rate: number): void {
  if (!Number.isSafeInteger(rate) || rate < 0) throw new RangeError(`not a rate: ${rate}`)
}
