// Waybills entered after the journey (回单补录): what a finished trip must be, which trips are entered twice, and the price
// behind a freight.
import { divideRounded } from '../figures/decimal.ts'
import { freightOf, type FreightQuantity } from '../goods/freight.ts'
import { openGoodsStates, type GoodsState } from '../goods/goods.ts'
import type { Fen } from '../figures/money.ts'
import type { PartOf } from '../importing/cells.ts'
import { gainFault } from '../waybill/pound.ts'
import { DAY_MS, HOUR_MS, formatDateTime, startOfDay } from '../figures/time.ts'
import { unitPrice, type UnitPrice } from '../figures/unitPrice.ts'
import { printTons, type Grams } from '../figures/weight.ts'

/** Limits of entering trips afterwards. */
export const backfillLimits = {
  /** Rows of the grid; more go by file. */
  gridRows: 500,
  /** The greatest age of a trip, and its greatest duration, ms. */
  oldestMs: 366 * DAY_MS,
  longestMs: 30 * DAY_MS,
} as const

/** States of goods whose trips may still be entered: their rest was hauled by somebody. */
export const backfillStates = [...openGoodsStates, 'paused', 'expired'] as const satisfies readonly GoodsState[]

/** No lorry averages more between two weighbridges. */
const fastestKmH = 110

/** A trip as it was entered; `row` is how people find it. */
export interface DoneTrip {
  readonly row: number
  readonly vehicleId: string
  readonly loadAt: number
  readonly unloadAt: number
  readonly load: Grams
  readonly unload: Grams
}
/** A trip of a vehicle that is already a waybill; without weights while they are not known. */
export interface KnownTrip {
  readonly waybillNo: string
  readonly vehicleId: string
  readonly startAt: number
  readonly endAt: number
  readonly isSameGoods: boolean
  readonly isSameRoute: boolean
  readonly load: Grams | undefined
  readonly unload: Grams | undefined
}

export interface TripFault<F extends string = string> {
  readonly row: number
  readonly field: F
  readonly reason: string
}
type TripField = 'loadAt' | 'unloadAt' | 'loadWeight' | 'unloadWeight' | 'plate'

/**
 * Faults of a trip by itself at `now`; absent fields are not checked. `distanceKm` is that of the goods, where it is
 * known.
 */
export function tripFaults(
  { row, loadAt, unloadAt, load, unload }: PartOf<DoneTrip> & Pick<DoneTrip, 'row'>,
  now: number,
  distanceKm: number | undefined,
): TripFault<TripField>[] {
  const fault = (field: TripField, reason: string): TripFault<TripField> => ({ row, field, reason })
  const took = loadAt === undefined || unloadAt === undefined ? undefined : unloadAt - loadAt
  const gain = load === undefined || unload === undefined ? undefined : gainFault(load, unload)
  return [
    ...(loadAt === undefined
      ? []
      : loadAt > now
        ? [fault('loadAt', '不能晚于当前时间')]
        : loadAt < now - backfillLimits.oldestMs
          ? [fault('loadAt', '超过一年，不能补录')]
          : []),
    ...(unloadAt !== undefined && unloadAt > now
      ? [fault('unloadAt', '不能晚于当前时间')]
      : took === undefined
        ? []
        : took <= 0
          ? [fault('unloadAt', '须晚于装货时间')]
          : took > backfillLimits.longestMs
            ? [fault('unloadAt', '距装货时间超过30天，请核对')]
            : distanceKm !== undefined && took < (distanceKm / fastestKmH) * HOUR_MS
              ? [fault('unloadAt', `${distanceKm}公里的路程时间过短（平均超过${fastestKmH}公里/小时），请核对`)]
              : []),
    ...(load === 0 ? [fault('loadWeight', '须大于0')] : []),
    ...(unload === 0 ? [fault('unloadWeight', '须大于0')] : gain !== undefined ? [fault('unloadWeight', gain)] : []),
  ]
}

const overlaps = (a: { from: number; to: number }, b: { from: number; to: number }): boolean =>
  a.from < b.to && b.from < a.to

/** The same paper entered again: one vehicle, one day of loading, both weights equal. */
const isSamePaper = (
  a: Pick<DoneTrip, 'loadAt' | 'load' | 'unload'>,
  b: { loadAt: number; load: Grams | undefined; unload: Grams | undefined },
): boolean => startOfDay(a.loadAt) === startOfDay(b.loadAt) && a.load === b.load && a.unload === b.unload

/** Trips of one vehicle entered twice or overlapping each other; the later row is the one at fault. */
export function twiceAmong(trips: readonly DoneTrip[]): TripFault<TripField>[] {
  const byVehicle = Map.groupBy(trips, ({ vehicleId }) => vehicleId)
  return [...byVehicle.values()].flatMap(own =>
    own.flatMap((trip, n): TripFault<TripField>[] => {
      const before = own.slice(0, n)
      const same = before.find(one => isSamePaper(trip, one))
      if (same) return [{ row: trip.row, field: 'plate', reason: `与第${same.row}行重复（同一车辆、装货日期和重量）` }]
      const other = before.find(one =>
        overlaps({ from: trip.loadAt, to: trip.unloadAt }, { from: one.loadAt, to: one.unloadAt }),
      )
      return other ? [{ row: trip.row, field: 'loadAt', reason: `与第${other.row}行的时间重叠（同一车辆）` }] : []
    }),
  )
}

/**
 * The waybill that stands against a trip: the same paper, or one that held the vehicle at the time. A vehicle may carry
 * other goods along on the same route at once.
 */
export function knownFault(trip: DoneTrip, known: readonly KnownTrip[]): TripFault<TripField> | undefined {
  const { row, loadAt, unloadAt } = trip
  const same = known.find(one => isSamePaper(trip, { ...one, loadAt: one.startAt }))
  if (same)
    return {
      row,
      field: 'plate',
      reason: `疑似重复：运单${same.waybillNo}的车辆、装货日期和重量相同（${printTons(trip.load)} 吨）`,
    }
  const other = known.find(
    one =>
      !(one.isSameRoute && !one.isSameGoods) &&
      overlaps({ from: loadAt, to: unloadAt }, { from: one.startAt, to: one.endAt }),
  )
  return (
    other && {
      row,
      field: 'loadAt',
      reason: `该车辆在${formatDateTime(other.startAt).slice(0, 16)}已有运单${other.waybillNo}，时间重叠`,
    }
  )
}

/** The unit price that makes exactly this freight of a quantity, in steps of 10⁻⁴ yuan; undefined when none does. */
export function priceForFreight(quantity: FreightQuantity, freight: Fen): UnitPrice | undefined {
  const [amount, per] =
    quantity.pricing === 'PER_TON'
      ? [quantity.weight, 1_000_000]
      : quantity.pricing === 'PER_M3'
        ? [quantity.volume, 10_000]
        : quantity.pricing === 'PER_KM'
          ? [quantity.distanceM, 1000]
          : [quantity.trucks, 1]
  // beyond a hundred million yuan a unit the amount is not meant
  if (amount <= 0 || freight < 0 || freight * (per / amount) > 1e10) return undefined
  const price = unitPrice(divideRounded(BigInt(freight) * BigInt(per) * 100n, BigInt(amount)))
  return freightOf(quantity, price) === freight ? price : undefined
}
