// The table of what a change makes stale. The portal's build puts a finished one here: browsers need addresses alone.
import type { Call } from './call.ts'
import { workStale } from './stale/workStale.ts'
import { fleetStale } from './stale/fleetStale.ts'
import { peopleStale } from './stale/peopleStale.ts'
import { payStale } from './stale/payStale.ts'
import { owedStale } from './stale/owedStale.ts'
import { booksStale } from './stale/booksStale.ts'
import { printStale } from './stale/printStale.ts'
import { supplyStale } from './stale/supplyStale.ts'

/** A call whose answers are stale, told by its address: in a browser it is not the call itself. */
export type StaleCall = Pick<Call, 'path'>

const table = <const T extends string>(
  calls: Readonly<Record<T, readonly Call[]>>,
): Readonly<Record<T, readonly StaleCall[]>> => calls

/** The calls whose answers are stale once a thing has changed. */
export const topics = table({
  ...workStale,
  ...fleetStale,
  ...peopleStale,
  ...payStale,
  ...owedStale,
  ...booksStale,
  ...printStale,
  ...supplyStale,
})

export type Topic = keyof typeof topics
