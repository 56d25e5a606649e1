// Signed addresses of stored files: same-origin, short-lived, worth nothing for another file, after their time or for
// another session than the one they were made for.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { MINUTE_MS } from '@yunshu/domain/figures/time'

/** The life of an address, ms; a page asks for a new one when it is opened. */
export const addressLifeMs = 15 * MINUTE_MS

const signature = (secret: string, id: string, ends: string, session: string): Buffer =>
  createHmac('sha256', secret).update(`file ${id} ${ends} ${session}`).digest()

/** The address of a file for one session; the caller has checked that its person may see the file. */
export function fileAddress(secret: string, { id, session }: { id: string; session: string }, now: number): string {
  const ends = String(now + addressLifeMs)
  return `/files/${id}?e=${ends}&n=${session}&s=${signature(secret, id, ends, session).toString('base64url')}`
}

/** The texts of an address: end of its time, session, signature. */
interface Signed {
  readonly id: string
  readonly e?: string | undefined
  readonly n?: string | undefined
  readonly s?: string | undefined
}

/** Whether the address was made here for this file and session and its time is not over; the session may be. */
export function isAddressGood(secret: string, { id, e = '', n = '', s = '' }: Signed, now: number): boolean {
  if (!/^\d{13}$/.test(e) || Number(e) < now) return false
  const given = Buffer.from(s, 'base64url')
  const expected = signature(secret, id, e, n)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** The id that is signed for a file of the download centre: never good for a stored file of the same id. */
export const exportFile = (id: string): string => `export/${id}`
