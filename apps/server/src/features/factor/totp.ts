// One-time codes of an authenticator app (RFC 6238): the secret, its address for the app, and which step a code belongs
// to.
import { product } from '@yunshu/domain/account/account'
import { Secret, TOTP } from 'otpauth'

/** A new code every 30 s; clocks may differ by one step. */
const period = 30
const window = 1
const recoveryCount = 10

const totpOf = (secret: string, account: string): TOTP =>
  new TOTP({
    issuer: product.name,
    label: account,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period,
  })

/** A new secret of 160 bits, in base32. */
export const newFactorSecret = (): string => new Secret({ size: 20 }).base32

/** The otpauth address an app reads from the QR code. */
export const addressOf = (secret: string, account: string): string => totpOf(secret, account).toString()

/** A typed code without the gaps people see in it: '123 456', 'abcd-efgh-…'. */
export const plainCode = (text: string): string => text.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()

/** The 30-second step a code belongs to: the present one or one of its two neighbours; undefined for any other code. */
export function stepOf(secret: string, code: string, now: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const delta = totpOf(secret, '').validate({ token: code, timestamp: now, window })
  return delta === null ? undefined : Math.floor(now / 1000 / period) + delta
}

/** Fresh recovery codes of 80 bits each, as shown: ABCD-EFGH-IJKL-MNOP. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCount }, () => new Secret({ size: 10 }).base32.replace(/.{4}(?=.)/g, '$&-'))
