// The time by which a vehicle should be where it goes, and the words for an arrival that is expected.
import { HOUR_MS } from '../figures/time.ts'

/** The pace of a loaded lorry with its rests, km an hour: goods without an appointed time are due by it. */
export const paceKmh = 40

/** Bases of the time a waybill is due by. */
export const dueBases = {
  planned: '计划装货时间',
  window: '货源约定的时间止',
  pace: `发车时间加运距 ÷ ${paceKmh} 公里/小时`,
} as const

/** Ends a waybill drives to. */
export const etaGoals = { load: '装货地', unload: '卸货地' } as const
export type EtaGoal = keyof typeof etaGoals

/** Knowledge of the goal's place: the centre of its circle, or a point inside its division. */
export const etaPlaces = { circle: '围栏圆心', division: '区县中心' } as const

/** A position older than this tells nothing about an arrival, ms. */
export const etaReachMs = 2 * HOUR_MS

/** Updates running that must find a waybill late before it is called so. */
export const lateUpdates = 2

/** Facts of a waybill that say when it is due. */
export interface DueFacts {
  readonly goal: EtaGoal
  readonly plannedLoadAt?: number | undefined
  readonly windowEnd?: number | undefined
  readonly loadedAt?: number | undefined
  readonly distanceKm?: number | undefined
}

/** When a waybill is due at its goal, and by what; undefined where nobody said. */
export function dueOf(facts: DueFacts): { readonly at: number; readonly by: keyof typeof dueBases } | undefined {
  const { goal, plannedLoadAt, windowEnd, loadedAt, distanceKm } = facts
  if (goal === 'load' && plannedLoadAt !== undefined) return { at: plannedLoadAt, by: 'planned' }
  if (windowEnd !== undefined) return { at: windowEnd, by: 'window' }
  if (goal === 'load' || loadedAt === undefined || distanceKm === undefined) return undefined
  return { at: Math.round(loadedAt + (distanceKm / paceKmh) * HOUR_MS), by: 'pace' }
}

/** An arrival people were told of as late is told again when it has become this much later, ms. */
export const etaTellMs = HOUR_MS
