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

/** Reads a notice after checking its signature and time; throws `request.sign`, `request.skew` or `request.bad`. */
export function readNotice(
  secret: string,
  signed: { timestamp: string; signature: string },
  body: Buffer,
  now: number,
): PaymentNotice {
  const expected = Buffer.from(signNotice(secret, signed.timestamp, body))
  const given = Buffer.from(signed.signature)
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) throw new Problem('request.sign')
  if (!/^\d{13}$/.test(signed.timestamp) || Math.abs(now - Number(signed.timestamp)) > noticeSkewMs)
    throw new Problem('request.skew', {}, { serverTime: now })
  const read = z.safeParse(PaymentNotice, parseStrictJson(body.toString('utf8')))
  if (!read.success) throw new Problem('request.bad', { reason: '通知格式不正确' })
  return read.data
}
