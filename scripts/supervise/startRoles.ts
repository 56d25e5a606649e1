// Starts what the product consists of: one after another, and the portal waits for nobody that it can do without.
import type { Kept, Ready, Role } from './role.ts'

/** The start of roles, and who is told what. */
export interface Start {
  /** Without it no role that is optional is started. */
  readonly isTracking: boolean
  /** Whether all is being taken down: nothing more is started then, for nobody would stop it. */
  readonly isLeaving: () => boolean
  readonly keep: (role: Role) => Kept
  /** Told each role as it is started, before it is ready: what runs must be stopped. */
  readonly onKept: (kept: Kept) => void
  readonly onReady: (role: Role, ready: Ready) => void
  readonly onLost: (error: unknown) => void
}

/** Starts each role once those before it that it needs are ready. Rejected with one line when one cannot start. */
export async function startRoles(
  roles: readonly Role[],
  { isTracking, isLeaving, keep, onKept, onReady, onLost }: Start,
): Promise<void> {
  for (const role of roles) {
    if (isLeaving()) return
    if (role.optional && !isTracking) continue
    const running = keep(role)
    onKept(running)
    if (role.optional) continue
    const ready = await running.ready
    running.lost.catch(onLost)
    onReady(role, ready)
  }
}
