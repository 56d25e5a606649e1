// Phones and who reads them whole: they are work, so people who work together now do, and nobody else.
import { endedWaybillStates, type WaybillState } from './waybill/waybill.ts'
import { openTaskStates, type TaskState } from './task/task.ts'
import { liveRelationStates, type RelationState } from './relation.ts'
import { maskMobile } from './identity/masking.ts'

/** The place a phone stands at, as its reader stands to it. */
export type PhonePlace =
  /** Somebody of the reader's own company or fleet, whatever the record is. */
  | { readonly of: 'own' }
  /** Somebody of the other side of a waybill or task the reader takes part in, or of a company they work with. */
  | { readonly of: 'waybill'; readonly state: WaybillState }
  | { readonly of: 'task'; readonly state: TaskState }
  | { readonly of: 'relation'; readonly state: RelationState }
  /** Somebody the reader has nothing under way with. */
  | { readonly of: 'others' }

/** True where the phone is shown whole: the one rule of phones. */
export function seesPhone(place: PhonePlace): boolean {
  switch (place.of) {
    case 'own':
      return true
    case 'waybill':
      return !endedWaybillStates.some(ended => ended === place.state)
    case 'task':
      return openTaskStates.some(open => open === place.state)
    case 'relation':
      return liveRelationStates.some(live => live === place.state)
    case 'others':
      return false
  }
}

/** The phone as its reader sees it. */
export const shownPhone = (mobile: string, place: PhonePlace): string =>
  seesPhone(place) ? mobile : maskMobile(mobile)

/** Places with the phones of their people as a reader sees them. */
export const shownPoints = <P extends { readonly mobile: string }>(points: readonly P[], place: PhonePlace): P[] =>
  points.map(point => ({ ...point, mobile: shownPhone(point.mobile, place) }))
