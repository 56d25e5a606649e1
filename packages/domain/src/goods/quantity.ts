// Quantities of goods: the rest, the most for one truck, and their writing.
import { type QuantityMode, quantityModes } from './goods.ts'
import { messages } from '../message/messages.ts'
import { groupThousands } from '../figures/decimal.ts'
import { parseVolume, printVolume, volume, type Volume } from '../figures/volume.ts'
import { type Grams, grams, parseTons, printTons } from '../figures/weight.ts'

// A quantity is a whole number in the unit of its mode: trucks, grams, 10⁻⁴ m³ or pieces.

/** The parts of a quantity of goods in words: each says what it counts. */
export const takenWords = {
  /** Taken by carriers or sent to them: all that nobody else can take. */
  taken: '已分配',
  /** Of it, sent to a carrier that has not answered. */
  waiting: '待承运商答复',
  /** Of it, taken by a carrier. */
  accepted: '已接单',
  /** Of what was accepted, on waybills. */
  dispatched: '已派车',
  /** Of what was accepted, on no waybill yet. */
  undispatched: '待派车',
  left: '剩余可接',
} as const

/** Checks that a quantity can be taken from what is left. */
export function checkTake(remainQty: number, qty: number): string | undefined {
  if (!Number.isSafeInteger(qty) || qty <= 0) return messages.quantity
  return qty > remainQty ? messages.remain : undefined
}

/** The most that one truck may take of goods. */
export interface TruckLimit {
  readonly quantityMode: QuantityMode
  /** In the unit of the mode; undefined when there is no limit. Goods counted by truck always load one per truck. */
  readonly perTruckMax?: number | undefined
}

/** Checks that one truck can take a quantity: not more than its limit, and then not more than what is left. */
export function checkTruckTake(goods: TruckLimit, remainQty: number, qty: number): string | undefined {
  const most = truckMax(goods)
  if (most !== undefined && qty > most) return messages.perTruckMax(printQuantity(goods.quantityMode, most))
  return checkTake(remainQty, qty)
}

function truckMax(goods: TruckLimit): number | undefined {
  return goods.quantityMode === 'BY_TRUCK' ? 1 : goods.perTruckMax
}

/** Checks that one more truck may be sent today; undefined `dailyTrucks` is no limit. */
export function checkDailyTrucks(trucksToday: number, dailyTrucks: number | undefined): string | undefined {
  return dailyTrucks !== undefined && trucksToday >= dailyTrucks ? messages.dailyTrucks(dailyTrucks) : undefined
}

/** The number of trucks for a quantity when each is filled; undefined when one truck has no limit. */
export function trucksNeeded(goods: TruckLimit, qty: number): number | undefined {
  const most = truckMax(goods)
  return most === undefined ? undefined : Math.ceil(qty / most)
}

/** The quantity one truck with this load takes, in the unit of the mode. */
export function truckQuantity(mode: QuantityMode, load: { weight: Grams; volume: Volume; pieces: number }): number {
  switch (mode) {
    case 'BY_TRUCK':
      return 1
    case 'BY_TON':
      return load.weight
    case 'BY_M3':
      return load.volume
    case 'BY_PIECE':
      return load.pieces
  }
}

/** The state of open goods by the quantity taken, in the words of `goodsStates`. */
export function fillState(totalQty: number, remainQty: number): 'published' | 'partial' | 'full' {
  if (remainQty === 0) return 'full'
  return remainQty < totalQty ? 'partial' : 'published'
}

/**
 * Reads a quantity in the unit people use: tons '32.4', cubic metres '12.5', whole trucks and pieces. Undefined for
 * anything else and for 0.
 */
export function parseQuantity(mode: QuantityMode, text: string): number | undefined {
  const qty = readQuantity(mode, text)
  return qty !== undefined && Number.isSafeInteger(qty) && qty > 0 ? qty : undefined
}

function readQuantity(mode: QuantityMode, text: string): number | undefined {
  switch (mode) {
    case 'BY_TON':
      return parseTons(text)
    case 'BY_M3':
      return parseVolume(text)
    default:
      return /^\d+$/.test(text) ? Number(text) : undefined
  }
}

/**
 * Prints a quantity with its unit: '1,324.500吨', '12.50方', '3车', '40件'. Throws RangeError when it is negative or not
 * whole.
 */
export function printQuantity(mode: QuantityMode, qty: number): string {
  return `${groupThousands(quantityNumber(mode, qty))} ${quantityModes[mode].unit}`
}

/** The number alone, as fields hold it: no commas, no unit. Throws RangeError as `printQuantity`. */
export function quantityNumber(mode: QuantityMode, qty: number): string {
  switch (mode) {
    case 'BY_TON':
      return printTons(grams(qty))
    case 'BY_M3':
      return printVolume(volume(qty))
    default:
      return String(qty)
  }
}
