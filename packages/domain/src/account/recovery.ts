// Letting a colleague in again: how long links and requests hold, who may decide, and how long money rests afterwards.
import { DAY_MS, MINUTE_MS } from '../figures/time.ts'

/** The time a link for a new password opens, ms. */
export const passwordLinkMs = 30 * MINUTE_MS

/** The time the address opens by which an empty installation is set up, ms. */
export const setupMs = 30 * MINUTE_MS

/** The time a request to take a second factor away waits for its second person, ms. */
export const factorResetMs = DAY_MS

/** The time money permits rest after a colleague had a hand in the account, ms. */
export const moneyRestMs = DAY_MS

/** A request to take somebody's second factor away. */
export interface FactorReset {
  readonly userId: string
  readonly askedBy: string
  readonly askedAt: number
}

/** True while the request waits for its second person. */
export const isWaiting = ({ askedAt }: Pick<FactorReset, 'askedAt'>, now: number): boolean =>
  now < askedAt + factorResetMs

/** True if this person is a second one: neither who asked nor whose factor it is. */
export const isSecondPerson = ({ userId, askedBy }: Pick<FactorReset, 'userId' | 'askedBy'>, person: string): boolean =>
  person !== userId && person !== askedBy
