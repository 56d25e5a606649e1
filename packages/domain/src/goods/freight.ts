// Freight (运费): what a trip costs by weight, volume, truck or distance; loss in transit, rounding and the shipper's
// total.
import { divideRounded } from '../figures/decimal.ts'
import type { lossBases, lossKinds, lossScopes, Pricing, roundings } from './goods.ts'
import { type Fen, PPM, ZERO_FEN, fen, negateFen, sumFen } from '../figures/money.ts'
import type { UnitPrice } from '../figures/unitPrice.ts'
import { type Volume, volume } from '../figures/volume.ts'
import { type Grams, grams } from '../figures/weight.ts'

/** The weight that is billed: the loaded or the unloaded one. */
export type WeightBasis = keyof typeof lossBases

/** The rule by which the carrier's loss in transit (亏吨) is judged and billed. */
export interface LossRule {
  readonly kind: keyof typeof lossKinds
  /** Loss without deduction: ppm of the loaded weight for PERMILLE (3 ‰ is 3000), grams for KG. */
  readonly allow: number
  /** EXCESS deducts what is lost beyond the allowance, FULL the whole loss once it is beyond. */
  readonly scope: keyof typeof lossScopes
  /** The price of the goods per ton. */
  readonly deductUnitPrice: UnitPrice
}

/** The billed quantity, in the unit of its pricing. */
export type FreightQuantity =
  | { readonly pricing: 'PER_TON'; readonly weight: Grams }
  | { readonly pricing: 'PER_M3'; readonly volume: Volume }
  | { readonly pricing: 'PER_TRUCK'; readonly trucks: number }
  | { readonly pricing: 'PER_KM'; readonly distanceM: number }

/**
 * The billed quantity of one truck, by pricing; `weight` is the planned one before loading and the billed one after
 * unloading.
 */
export function billedQuantity(
  pricing: Pricing,
  { qty, weight, distanceKm }: { qty: number; weight: Grams; distanceKm: number | undefined },
): FreightQuantity {
  switch (pricing) {
    case 'PER_TON':
      return { pricing, weight }
    case 'PER_M3':
      return { pricing, volume: volume(qty) }
    case 'PER_TRUCK':
      return { pricing, trucks: 1 }
    case 'PER_KM':
      return { pricing, distanceM: (distanceKm ?? 0) * 1000 }
  }
}

/** The weight that is billed: loaded, unloaded, or the smaller of both. */
export function billedWeight(basis: WeightBasis, load: Grams, unload: Grams): Grams {
  switch (basis) {
    case 'LOAD':
      return load
    case 'UNLOAD':
      return unload
    case 'SMALLER':
      return load < unload ? load : unload
  }
}

/**
 * The freight of a quantity at a unit price, rounded half up once: 32.400 t at 293.21 元/吨 is 9,500.00.
 *
 * Throws RangeError when trucks or distance are not whole numbers, or when the amount is too large to be exact.
 */
export function freightOf(quantity: FreightQuantity, price: UnitPrice): Fen {
  const [amount, unitsPerPriced] = measure(quantity)
  return priced(amount, price, unitsPerPriced)
}

/** The amount billed and how many of its units the unit price is for. */
function measure(quantity: FreightQuantity): [amount: number, unitsPerPriced: number] {
  switch (quantity.pricing) {
    case 'PER_TON':
      return [quantity.weight, GRAMS_PER_TON]
    case 'PER_M3':
      return [quantity.volume, 10_000]
    case 'PER_TRUCK':
      return [quantity.trucks, 1]
    case 'PER_KM':
      return [quantity.distanceM, 1000]
  }
}

/** Grams in a ton. */
export const GRAMS_PER_TON = 1_000_000
// A unit price is in 10⁻⁴ yuan, an amount in 10⁻² yuan.
const PRICE_UNITS_PER_FEN = 100

// BigInt, because a million tons at 1,000 元/吨 passes 2⁵³ before the division.
function priced(amount: number, price: UnitPrice, unitsPerPriced: number): Fen {
  return fen(divideRounded(BigInt(amount) * BigInt(price), BigInt(unitsPerPriced) * BigInt(PRICE_UNITS_PER_FEN)))
}

/** A loss in transit: the missing weight, the allowance, the deducted weight, and its price. */
export interface Loss {
  readonly lost: Grams
  readonly allowed: Grams
  readonly deducted: Grams
  readonly amount: Fen
}

/**
 * The loss between loading and unloading and what the carrier pays for it.
 *
 * 32.400 t loaded, 32.250 t unloaded, 3 ‰ allowed, goods at 800 元/吨: 52.8 kg are beyond the allowance,
 * so EXCESS deducts 42.24 and FULL 120.00. The allowance is rounded half up to the gram, so that the line
 * can be checked from what it prints. A gain in weight is no loss.
 */
export function lossOf(load: Grams, unload: Grams, rule: LossRule): Loss {
  const lost = grams(Math.max(0, load - unload))
  const allowed = allowance(load, rule)
  const beyond = Math.max(0, lost - allowed)
  const isFull = rule.scope === 'FULL' && beyond > 0
  const deducted = rule.kind === 'NONE' ? grams(0) : grams(isFull ? lost : beyond)
  return { lost, allowed, deducted, amount: priced(deducted, rule.deductUnitPrice, GRAMS_PER_TON) }
}

function allowance(load: Grams, rule: LossRule): Grams {
  switch (rule.kind) {
    case 'NONE':
      return grams(0)
    case 'KG':
      return grams(rule.allow)
    case 'PERMILLE':
      return grams(divideRounded(BigInt(load) * BigInt(rule.allow), BigInt(PPM)))
  }
}

const roundingStep = { NONE: 1, YUAN: 100, TEN_YUAN: 1000 } as const

/**
 * The rounding line (抹零) that brings an amount down to whole or tens of yuan: −57 fen for 9,380.57 to the yuan.
 *
 * Always zero or negative, and a line of its own: the freight keeps its amount. Amounts below zero are left alone.
 */
export function roundingLine(amount: Fen, rounding: keyof typeof roundings): Fen {
  return amount < 0 ? ZERO_FEN : negateFen(fen(amount % roundingStep[rounding]))
}

/** The carrier's lines of a waybill; deductions are negative, so that the payable is their sum. */
export interface CarrierCharges {
  readonly freight: Fen
  readonly lossDeduction: Fen
  /** Charges and deductions both sides agreed on, together. */
  readonly claims: Fen
  readonly rounding: Fen
  /** Below zero when the goods lost are worth more than the freight; see `cashDue` for what happens then. */
  readonly payable: Fen
}

/**
 * Puts freight, the deduction for loss, agreed claims (with their signs) and rounding together; rounding applies to
 * what is left after all of them.
 */
export function carrierCharges(
  freight: Fen,
  loss: Loss,
  rounding: keyof typeof roundings,
  claims: Fen = ZERO_FEN,
): CarrierCharges {
  const lossDeduction = negateFen(loss.amount)
  const rounded = roundingLine(sumFen([freight, lossDeduction, claims]), rounding)
  return {
    freight,
    lossDeduction,
    claims,
    rounding: rounded,
    payable: sumFen([freight, lossDeduction, claims, rounded]),
  }
}
