// Links that hand in one waybill's receipt from a phone without signing in there (扫码上传).
import { MINUTE_MS } from '../figures/time.ts'

/** A link lives ten minutes, or until the desk it was made at closes, and takes nine photos. */
export const receiptLinkLimits = { lifeMs: 10 * MINUTE_MS, photos: 9 } as const

/** The fragment of the page's address that holds the code: it reaches no server and no log. */
export const receiptLinkMark = '#up='

/** The end of a number, enough to know one's own: …5433. */
export const numberTail = (number: string): string => `…${number.slice(-4)}`
