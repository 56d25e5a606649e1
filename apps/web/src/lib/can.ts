// Permits of the person: function permits and role names of the permission info, and work that only branches do.
import type { Call } from '@yunshu/contract/call'
import type { Jurisdiction } from '@yunshu/contract/session/session'
import type { Permit } from '@yunshu/domain/permits/permits'
import { currentSession, useSession } from './session.ts'
import { isPlatform } from './side.ts'

/** The part of a jurisdiction that permits are read from. */
export type Held = Pick<Jurisdiction, 'isAdmin' | 'userPermissions' | 'userRoles'>

/** Whether a jurisdiction holds a permit or role; the administrator has all (PM-01). */
export const isAllowed = (jurisdiction: Held | undefined, key: string): boolean =>
  jurisdiction !== undefined &&
  (jurisdiction.isAdmin || jurisdiction.userPermissions.includes(key) || jurisdiction.userRoles.includes(key))

/** True if the person has the permit; the administrator has all (PM-01). */
export function can(permit: Permit): boolean {
  return isAllowed(useSession.getState().jurisdiction, permit)
}

/** `can` for components: follows the session. */
export function useCan(permit: Permit): boolean {
  return useSession(({ jurisdiction }) => isAllowed(jurisdiction, permit))
}

/** Any-match over function permits and role names (PM-02): what one of several permits opens. */
export const canAny = (keys: readonly string[]): boolean =>
  keys.some(key => isAllowed(useSession.getState().jurisdiction, key))
/** All-match (PM-02): an act whose way leads over calls of several permits. */
export const canAll = (keys: readonly string[]): boolean =>
  keys.every(key => isAllowed(useSession.getState().jurisdiction, key))

/** True when a call needs a branch and the platform's person works for none (PM-05): say so and do not send. */
export function branchOnlyBlocked(call: Pick<Call, 'branchOnly'>): boolean {
  return (
    call.branchOnly === true && isPlatform(useSession.getState().info) && currentSession().branchCompanyId === undefined
  )
}
