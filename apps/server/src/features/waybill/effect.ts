// The effect of a move of a waybill beside its state.
import type { Change } from '../../work/ctx.ts'
import type { LockedWaybill } from './waybill.queries.ts'

/**
 * Columns and a diff written with the move, and what follows it under the same lock (answers the row's version in the
 * end).
 */
export interface Effect {
  set?: Record<string, unknown>
  diff?: Change[]
  follow?: (moved: LockedWaybill) => Promise<number>
}
