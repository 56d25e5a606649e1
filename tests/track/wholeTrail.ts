// Visits and trips of a whole trail at once, read from the folds the product keeps.
import { isTrusted, type Point } from '../../packages/track/src/point.ts'
import { JourneyFold, type Trip } from '../../packages/track/src/stops.ts'
import { VisitFold, type StandingFence, type Visit, type VisitRules } from '../../packages/track/src/visits.ts'

/** Visits to one fence, as it was drawn first and changed since; `points` are classified and in order. */
export function visitsOf(
  points: readonly Point[],
  fences: readonly StandingFence[],
  rules: VisitRules,
): readonly Visit[] {
  const fold = new VisitFold(fences, rules)
  for (const point of points) if (isTrusted(point)) fold.add(point)
  return fold.read()
}

/** Trips of classified positions in order. */
export function tripsOf(points: readonly Point[]): readonly Trip[] {
  const fold = new JourneyFold()
  for (const point of points) if (isTrusted(point)) fold.add(point)
  return fold.read().trips
}
