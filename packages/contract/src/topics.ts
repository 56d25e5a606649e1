// Calls that a change to a thing makes stale, for pushes to other people and for one's own writes.
import { topics, type StaleCall, type Topic } from './stale.ts'

export type { StaleCall, Topic } from './stale.ts'

/** The calls whose answers are stale once these things have changed, each once. */
export function staleAfter(...changed: readonly Topic[]): readonly StaleCall[] {
  return [...new Set(changed.flatMap(topic => topics[topic]))]
}
