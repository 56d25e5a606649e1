// The secrets of a session: how the id given at login is made, taken apart and stored.
import { createHash, randomBytes } from 'node:crypto'

/** Idle and absolute life of a session, ms, and how many one person may hold. */
export const sessionLimits = { idleMs: 30 * 60_000, absoluteMs: 12 * 3_600_000, perUser: 5 } as const

/** A 256-bit secret as 43 characters. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** The stored hash of a secret. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** The session id on the wire: handle of the user (22) and secret (43), joined by a hyphen; both may hold hyphens. */
export const tokenOf = (handle: string, secret: string): string => `${handle}-${secret}`

/** Takes a session id apart; undefined when it cannot be one. */
export function readToken(token: string): { handle: string; secret: string } | undefined {
  const parts = /^([\w-]{22})-([\w-]{43})$/.exec(token)
  return parts ? { handle: parts[1] ?? '', secret: parts[2] ?? '' } : undefined
}
