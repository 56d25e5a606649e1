// Notices a payment channel sends to our server: their shape, their signature, and what makes one believable.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { Problem } from '@yunshu/domain/problems/problems'
import * as z from 'zod/mini'
import { parseStrictJson } from '../strictJson.ts'

/** The greatest difference between the time of a notice and ours, ms. */
export const noticeSkewMs = 300_000
/** Our name at the simulated bank. */
export const noticeMerchant = 'YUNSHU'

const PaymentNotice = z.strictObject({
  eventId: z.string().check(z.regex(/^[\w-]{8,128}$/)),
  merchant: z.literal(noticeMerchant),
  orderNo: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  currency: z.literal('CNY'),
  amount: z.string().check(z.regex(/^\d{1,13}\.\d{2}$/)),
  result: z.enum(['success', 'failed', 'returned']),
  bankSerial: z.string().check(z.minLength(1), z.maxLength(64)),
  reason: z.optional(z.string().check(z.maxLength(200))),
  /** The moment the money moved, ms; a bank that does not say it leaves it out. */
  finishedAt: z.optional(z.string().check(z.regex(/^\d{13}$/))),
})
/** The end of an order, as the bank tells it; `orderNo` is the order's idempotency key. */
export type PaymentNotice = z.output<typeof PaymentNotice>

/** The secret a channel signs with, made from the secret of the installation. */
export function noticeSecret(installationSecret: string, channel: string): string {
  return createHmac('sha256', installationSecret).update(`notice ${channel}`).digest('base64url')
}

/** Signature of a notice: HMAC-SHA256 over time, dot, and the bytes of the body, in hex. */
export function signNotice(secret: string, timestamp: string, body: Buffer): string {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')
}

/** Checks that a notice is the channel's own and fresh; throws `request.sign` or `request.skew`. */
export function assertNoticeSigned(
  secret: string,
  signed: { timestamp: string; signature: string },
  body: Buffer,
  now: number,
): void {
  const expected = Buffer.from(signNotice(secret, signed.timestamp, body))
  const given = Buffer.from(signed.signature)
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) throw new Problem('request.sign')
  if (!/^\d{13}$/.test(signed.timestamp) || Math.abs(now - Number(signed.timestamp)) > noticeSkewMs)
    throw new Problem('request.skew', {}, { serverTime: now })
}

/** The content of a rightly signed notice; undefined where it keeps to no form agreed on. */
export function readNotice(body: Buffer): PaymentNotice | undefined {
  try {
    return z.safeParse(PaymentNotice, parseStrictJson(body.toString('utf8'))).data
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

/** The order a notice nobody can read as a whole seems to speak of; empty where it names none. */
export function orderInNotice(body: Buffer): string {
  return /"orderNo"\s*:\s*"([0-9a-f]{64})"/.exec(body.toString('utf8'))?.[1] ?? ''
}
