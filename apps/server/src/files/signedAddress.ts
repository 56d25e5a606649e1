// Signed addresses of stored files: same-origin, short-lived, worth nothing for another file or after their time.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { MINUTE_MS } from '@yunshu/domain/figures/time'

/** The life of an address, ms; a page asks for a new one when it is opened. */
export const addressLifeMs = 15 * MINUTE_MS

const signature = (secret: string, id: string, ends: string): Buffer =>
  createHmac('sha256', secret).update(`file ${id} ${ends}`).digest()

/** The address of a file; the caller has checked that the person may see it. */
export function fileAddress(secret: string, id: string, now: number): string {
  const ends = String(now + addressLifeMs)
  return `/files/${id}?e=${ends}&s=${signature(secret, id, ends).toString('base64url')}`
}

/** Whether the address was made here for this file and its time is not over. */
export function isAddressGood(
  secret: string,
  { id, e = '', s = '' }: { id: string; e?: string | undefined; s?: string | undefined },
  now: number,
): boolean {
  if (!/^\d{13}$/.test(e) || Number(e) < now) return false
  const given = Buffer.from(s, 'base64url')
  const expected = signature(secret, id, e)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** The id that is signed for a file of the download centre: never good for a stored file of the same id. */
export const exportFile = (id: string): string => `export/${id}`
