// The lines a history has gained.
import type { LogLine } from '@yunshu/contract/goods/goods'

/** The lines of `now` that `before` did not have, both newest first. */
export function newLines(before: readonly LogLine[], now: readonly LogLine[]): readonly LogLine[] {
  const [last] = before
  if (last === undefined) return now
  const text = JSON.stringify(last)
  const from = now.findIndex(line => JSON.stringify(line) === text)
  return from < 0 ? now : now.slice(0, from)
}
