// The row an inbox keeps in view: the one it has, the one that comes after it, or the first.

/** The row that was in view, its place, and the filter it stood under. */
export interface SeenRow {
  readonly id: string
  readonly index: number
  readonly filter: unknown
}

interface InView {
  /** Ids of the rows that are loaded, in order. */
  readonly rows: readonly string[]
  readonly active: string | undefined
  /** A dialog about the row is open. */
  readonly isHeld: boolean
  /** The list has rows behind those that are loaded. */
  readonly hasMore: boolean
  readonly filter: unknown
  readonly was: SeenRow | undefined
}

interface Kept {
  /** The row in view is among the rows; otherwise `index` is the one that takes its place, outside them when there is none. */
  readonly isSeen: boolean
  readonly index: number
  /** The row that was in view is no longer under the same filter. */
  readonly hasLeft: boolean
}

/** `stays`: what is in view stays, though the rows do not show it. */
export function keptInView({ rows, active, isHeld, hasMore, filter, was }: InView): Kept | 'stays' {
  const index = active === undefined ? -1 : rows.indexOf(active)
  if (index >= 0) return { isSeen: true, index, hasLeft: false }
  if (isHeld) return 'stays'
  const hasLeft = was !== undefined && was.filter === filter && was.id === active
  // a list asked anew comes with its first rows: one that stood behind them has not left
  if (hasLeft && hasMore && was.index >= rows.length) return 'stays'
  return { isSeen: false, index: Math.min(hasLeft ? was.index : 0, rows.length - 1), hasLeft }
}
