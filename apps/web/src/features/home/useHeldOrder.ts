// An order that stands still while somebody works: what comes in waits until it is asked for, what is done leaves.
import { useState } from 'react'

interface Held<T> {
  /** In the order they were first shown in. */
  readonly shown: readonly T[]
  /** The number that came in since. */
  readonly fresh: number
  /** Takes in what waits, in the order of now. */
  readonly takeIn: () => void
}

/** Holds the order of the first items given; `keyOf` tells them apart. */
export function useHeldOrder<T>(items: readonly T[] | undefined, keyOf: (item: T) => string): Held<T> {
  const [order, setOrder] = useState<readonly string[]>()
  if (items !== undefined && order === undefined) setOrder(items.map(keyOf))
  const now = new Map((items ?? []).map(item => [keyOf(item), item]))
  const known = new Set(order)
  return {
    shown: (order ?? []).map(key => now.get(key)).filter(item => item !== undefined),
    fresh: [...now.keys()].filter(key => !known.has(key)).length,
    takeIn: () => setOrder([...now.keys()]),
  }
}
