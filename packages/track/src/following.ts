// A trail that goes on: folds over it take positions as they come in order, and are read as if it ended there.
import { isTrusted, type Point } from './point.ts'
import { Sieve } from './quality.ts'

/** A figure made of positions one after the other, that can go on in two ways. */
export interface Fold<F> {
  add(point: Point): void
  copy(): F
}

/** Folds of one vehicle, with the positions whose class depends on what comes. */
export class Following<F extends Fold<F>> {
  readonly #folds: readonly F[]
  readonly #sieve = new Sieve()
  #lastAt = -Infinity

  constructor(folds: readonly F[]) {
    this.#folds = folds
  }

  /** Takes positions that stand in order behind all before; of one that does not nothing is taken, and the answer is no. */
  add(points: readonly Point[]): boolean {
    const trusted = points.filter(isTrusted)
    const [first] = trusted
    if (first && first.at <= this.#lastAt) return false
    const out: Point[] = []
    for (const point of trusted) this.#sieve.push(point, out)
    this.#lastAt = trusted.at(-1)?.at ?? this.#lastAt
    for (const point of out) for (const fold of this.#folds) fold.add(point)
    return true
  }

  /** The folds as if nothing more came. */
  read(): readonly F[] {
    const { rest } = this.#sieve
    if (rest.length === 0) return this.#folds
    return this.#folds.map(fold => {
      const copy = fold.copy()
      for (const point of rest) copy.add(point)
      return copy
    })
  }
}
