// Notices of the seal partner in the shape of FASC 5: a form field `bizContent` and headers, signed in two steps.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { Problem } from '@yunshu/domain/problems/problems'
import * as z from 'zod/mini'
import { parseStrictJson } from '../strictJson.ts'
import { noticeSkewMs } from './notice.ts'

/** Our name at the seal partner. */
export const sealAppId = 'YUNSHU'

/** Headers of a notice. */
export interface SealHeaders {
  readonly appId: string
  readonly signType: string
  readonly timestamp: string
  readonly nonce: string
  readonly event: string
  readonly sign: string
}

/** The sign of a notice: HMAC of the hash of all sorted `k=v`, under a key that is the HMAC of the moment. */
export function signSealNotice(secret: string, headers: Omit<SealHeaders, 'sign'>, bizContent: string): string {
  const signed = [
    ['X-FASC-App-Id', headers.appId],
    ['X-FASC-Sign-Type', headers.signType],
    ['X-FASC-Timestamp', headers.timestamp],
    ['X-FASC-Nonce', headers.nonce],
    ['X-FASC-Event', headers.event],
    ['bizContent', bizContent],
  ]
  const line = signed
    .map(([name, value]) => `${name}=${value}`)
    .sort((a, b) => (a < b ? -1 : 1))
    .join('&')
  const digest = createHash('sha256').update(line).digest('hex')
  const key = createHmac('sha256', secret).update(headers.timestamp).digest()
  return createHmac('sha256', key).update(digest).digest('hex')
}

/** True if the notice is fresh. Throws `request.sign` where it is not the partner's own. */
export function checkSealNotice(secret: string, headers: SealHeaders, bizContent: string, now: number): boolean {
  const { sign, ...rest } = headers
  const expected = Buffer.from(signSealNotice(secret, rest, bizContent))
  const given = Buffer.from(sign.toLowerCase())
  const isOwn = expected.length === given.length && timingSafeEqual(expected, given)
  const isFormed =
    rest.appId === sealAppId &&
    rest.signType === 'HMAC-SHA256' &&
    /^\d{13}$/.test(rest.timestamp) &&
    /^[\w-]{8,64}$/.test(rest.nonce) &&
    /^[\w-]{1,64}$/.test(rest.event)
  if (!isOwn || !isFormed) throw new Problem('request.sign')
  return Math.abs(now - Number(rest.timestamp)) <= noticeSkewMs
}

const Subject = z.object({ signTaskId: z.optional(z.string()), verifyOrderNo: z.optional(z.string()) })

/** The number of the task or of the check a notice speaks of; nothing else of it is read. */
export function readSealNotice(bizContent: string): { taskNo?: string; orderNo?: string } {
  try {
    const { signTaskId, verifyOrderNo } = z.parse(Subject, parseStrictJson(bizContent))
    if (signTaskId !== undefined && /^[\w-]{8,64}$/.test(signTaskId)) return { taskNo: signTaskId }
    return verifyOrderNo !== undefined && /^[\w-]{8,64}$/.test(verifyOrderNo) ? { orderNo: verifyOrderNo } : {}
  } catch {
    return {}
  }
}
