// Folds of vehicles kept from one flush to the next: positions that come in order are added to them, and a trail is folded
// anew only for one that is late, for a vehicle that was not heard of lately, and after a failure.
import type { Following } from '@yunshu/track/following'
import type { VisitFold } from '@yunshu/track/visits'
import type { DayFold } from './dayFold.ts'
import type { StopRow, TripRow } from './dayRows.ts'

/** Vehicles whose folds are kept: the others are folded anew when they speak. */
const mostVehicles = 20_000

/** The newest day of a vehicle. */
export interface KeptDay {
  readonly day: number
  readonly following: Following<DayFold>
  /** All positions of it, trusted or not. */
  readonly points: number
  /** Rows as they were written; undefined of a day that was folded anew. */
  readonly stops: readonly StopRow[] | undefined
  readonly trips: readonly TripRow[] | undefined
}

/** Visits of a vehicle to the fences of its plans. */
export interface KeptVisits {
  /** The plans, and the fences as they stood. */
  readonly key: string
  /** The moment from which the trail was folded. */
  readonly from: number
  /** In the order of the plans. */
  readonly following: Following<VisitFold>
}

/** Folds by vehicle; of too many those that were not touched for the longest go. */
class Kept<T> {
  readonly #of = new Map<number, T>()

  get(trackNo: number): T | undefined {
    return this.#of.get(trackNo)
  }

  set(trackNo: number, value: T): void {
    this.#of.delete(trackNo)
    this.#of.set(trackNo, value)
    const [oldest] = this.#of.keys()
    if (this.#of.size > mostVehicles && oldest !== undefined) this.#of.delete(oldest)
  }

  delete(trackNo: number): void {
    this.#of.delete(trackNo)
  }

  clear(): void {
    this.#of.clear()
  }
}

/** All that a process of the role keeps. */
export class KeptFolds {
  readonly days = new Kept<KeptDay>()
  readonly visits = new Kept<KeptVisits>()

  /** Nothing is known any more of what was written. */
  forget(): void {
    this.days.clear()
    this.visits.clear()
  }
}
