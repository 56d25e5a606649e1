// A day of a vehicle folded position by position: its journey, and the positions that came late.
import type { Datum, Point } from '@yunshu/track/point'
import { JourneyFold, type Journey, type Trip } from '@yunshu/track/stops'

/** Figures of a day, its stops and trips. */
interface DayFigures {
  readonly journey: Journey
  readonly trips: readonly Trip[]
  readonly late: number
  /** The datum of its first position. */
  readonly datum: Datum
}

/** The fold of a day. */
export class DayFold {
  readonly #journey: JourneyFold
  #late = 0
  #datum: Datum | undefined

  constructor(journey: JourneyFold) {
    this.#journey = journey
  }

  add(point: Point): void {
    this.#journey.add(point)
    this.#datum ??= point.datum
    if (point.cls === 'late') this.#late++
  }

  copy(): DayFold {
    const copy = new DayFold(this.#journey.copy())
    copy.#late = this.#late
    copy.#datum = this.#datum
    return copy
  }

  read(): DayFigures {
    return { ...this.#journey.read(), late: this.#late, datum: this.#datum ?? 'wgs84' }
  }
}
