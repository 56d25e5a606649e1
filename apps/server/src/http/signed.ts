// Checks the wire's timestamp and sign: an integrity hint, never a reason to trust anybody.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Call } from '@yunshu/contract/call'
import { paramsToSign } from '@yunshu/contract/wire'
import { Problem } from '@yunshu/domain/problems/problems'
import { signRequest } from '@yunshu/domain/signing'
import type { Config } from '../config.ts'

/** The greatest difference between the clocks of client and server, ms (wire contract). */
export const skewMs = 300_000

export const md5Hex = (text: string): string => createHash('md5').update(text, 'utf8').digest('hex')

/**
 * Throws `request.sign` or `request.skew`; the latter carries the server's time so that the client corrects its clock.
 */
export function assertSigned(
  config: Pick<Config, 'signEnforced' | 'signSecret'>,
  call: Pick<Call, 'input'>,
  texts: Readonly<Record<string, string>>,
  now: number,
): void {
  const { sign: given, ...signed } = texts
  const written = signed['timestamp'] ?? ''
  // one moment has one spelling: no hex, exponent, sign, blank or leading zero
  if (!/^[1-9]\d{0,14}$/.test(written) || Math.abs(now - Number(written)) > skewMs)
    throw new Problem('request.skew', {}, { serverTime: now })
  if (!config.signEnforced) return
  const expected = Buffer.from(signRequest(paramsToSign(call.input, signed), config.signSecret, md5Hex))
  const got = Buffer.from(given ?? '')
  if (expected.length !== got.length || !timingSafeEqual(expected, got)) throw new Problem('request.sign')
}
