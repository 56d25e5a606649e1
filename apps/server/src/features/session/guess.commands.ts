// Counting wrong guesses of an account's secrets, wherever they are asked for: at login and before a change of the
// account itself.
import { lockedUntil } from '@yunshu/domain/account/loginLock'
import { Problem } from '@yunshu/domain/problems/problems'
import { HOUR_MS, MINUTE_MS } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { nilId, q, type Tx } from '../../db/tx.ts'
import { networkOf } from '../../http/networks.ts'
import { listAddresses, listFailures } from './session.queries.ts'

/** A guess: at whose secret, from where, when; `device` where it is one the account was signed in from. */
export interface Guess {
  readonly account: string
  readonly ip: string
  readonly now: number
  readonly device?: string | undefined
}

/** The place a guess counts at: wrong ones of strangers beside a known device do not lock it, and its own do. */
const placeOf = ({ ip, device }: Pick<Guess, 'ip' | 'device'>): string =>
  device === undefined ? networkOf(ip) : `device ${device}`

/** One spelling per account, so that changing letters gives no fresh guesses. */
export const lockKeyOf = (account: string): string => account.normalize('NFKC').toLowerCase()

/** The begin of a guess: an id by which it can be taken back, or the time (ms) until which the account is locked. */
export type Begun = { readonly id: string } | { readonly until: number }

/**
 * Counts a guess as wrong until it proves right; at a locked account nothing is counted. `userId` is undefined for
 * accounts nobody has. Needs the system's reach, and holds the account's line until the transaction ends.
 */
export async function beginGuess(tx: Tx, guess: Guess, userId: string | undefined): Promise<Begun> {
  const { account, now, device } = guess
  const key = lockKeyOf(account)
  const network = placeOf(guess)
  const failures = await listFailures(tx, key, now)
  // asked for accounts nobody has as well, so that both take the same time
  const isKnown =
    failures.length > 0 && (await listAddresses(tx, userId ?? nilId)).some(one => networkOf(one) === network)
  const until = lockedUntil(failures, network, isKnown || device !== undefined, now)
  if (until !== undefined) return { until }
  const id = v7()
  await tx.run(q.insertInto('login_failures').values({ id, account: key, network, at: now }))
  return { id }
}

/** Guesses at one account go one after another over all servers, so that many at once are no more than in turn. */
export async function lineUp(tx: Tx, account: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${lockKeyOf(account)}, 1))`.compile(q))
}

/** The guess was right: it counts no more, and those before it still do. */
export async function takeBackGuess(tx: Tx, id: string): Promise<void> {
  await tx.run(q.deleteFrom('login_failures').where('id', '=', id))
}

/** The person proved their identity in full: wrong guesses from their place are forgotten. */
export async function forgetGuesses(tx: Tx, guess: Omit<Guess, 'now'>): Promise<void> {
  await tx.run(
    q
      .deleteFrom('login_failures')
      .where('account', '=', lockKeyOf(guess.account))
      .where('network', '=', placeOf(guess)),
  )
}

/** The account gets a password nobody has guessed at: wrong guesses from every network are forgotten. */
export async function forgetGuessesAt(tx: Tx, account: string): Promise<void> {
  await tx.run(q.deleteFrom('login_failures').where('account', '=', lockKeyOf(account)))
}

/** The refusal of a locked account. */
export function lockedRefusal(until: number, now: number): Problem {
  return new Problem('login.locked', {
    minutes: Math.ceil((until - now) / MINUTE_MS),
    seconds: Math.ceil((until - now) / 1000),
  })
}

/**
 * Counts a try of something anybody may ask for, under a key no account has; refuses with `rate.limited` once a network
 * had `most` within an hour. Needs the system's reach.
 */
export async function countTry(tx: Tx, { account: key, ip, now }: Guess, most: number): Promise<void> {
  const network = networkOf(ip)
  await lineUp(tx, `${key} ${network}`)
  const tried = await tx.rows(
    q
      .selectFrom('login_failures')
      .select('at')
      .where('account', '=', key)
      .where('network', '=', network)
      .where('at', '>', now - HOUR_MS)
      .orderBy('at', 'desc')
      .limit(most),
  )
  const oldest = tried[most - 1]
  if (oldest) throw new Problem('rate.limited', { seconds: Math.ceil((oldest.at + HOUR_MS - now) / 1000) })
  await tx.run(q.insertInto('login_failures').values({ account: key, network, at: now }))
}
