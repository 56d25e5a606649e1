// When failed logins lock an account: on the network they came from, and for networks it never used; and when they are
// spraying.
import { MINUTE_MS } from '../figures/time.ts'

/**
 * Failures of one account on one network that lock it there, the time they must fall in, and how long the lock holds.
 */
export const loginLock = { failures: 5, withinMs: 15 * MINUTE_MS, holdMs: 30 * MINUTE_MS } as const

/**
 * Failures of one account from all networks together, within the hold time, that lock it on networks it was never
 * signed in from: guessing spread over many addresses stops, its owner's own network does not.
 */
export const strangerFailures = 20

/** Failures older than this never matter again. */
export const loginMemoryMs = loginLock.withinMs + loginLock.holdMs

/** One refused or unfinished login: from where, when. */
export interface LoginFailure {
  readonly network: string
  readonly at: number
}

/**
 * Until when (ms) an account is locked on a network, or undefined. No failure is recorded while a lock holds, so the
 * newest ones tell. `isKnown`: the account was signed in from this network before.
 *
 * @source GB/T 22239 (limit of failed logins)
 */
export function lockedUntil(
  failures: readonly LoginFailure[],
  network: string,
  isKnown: boolean,
  now: number,
): number | undefined {
  const newest = failures.toSorted((a, b) => b.at - a.at)
  const [last, , , , fifth] = newest.filter(failure => failure.network === network)
  const here = last && fifth && last.at - fifth.at <= loginLock.withinMs ? last.at + loginLock.holdMs : 0
  const twentieth = newest[strangerFailures - 1]
  const anywhere = twentieth && !isKnown ? twentieth.at + loginLock.holdMs : 0
  const until = Math.max(here, anywhere)
  return until > now ? until : undefined
}

/**
 * Accounts guessed at in vain from one address, or with one password, that make it spraying, the time they must fall in,
 * and how long neither is listened to.
 */
export const spraying = { accounts: 15, withinMs: 15 * MINUTE_MS, holdMs: 30 * MINUTE_MS } as const

/** Until when (ms) guesses are refused whose like went wrong at other accounts at these times, one for each account. */
export function sprayedUntil(times: readonly number[], now: number): number | undefined {
  const newest = times.toSorted((a, b) => b - a)
  const [last] = newest
  const first = newest[spraying.accounts - 1]
  if (last === undefined || first === undefined || last - first > spraying.withinMs) return undefined
  return last + spraying.holdMs > now ? last + spraying.holdMs : undefined
}
