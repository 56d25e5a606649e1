// Devices an account was signed in from: a signed cookie says so until the password changes, and strangers' wrong guesses
// do not count against them.
import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { DAY_MS } from '@yunshu/domain/figures/time'
import type { OpenCtx } from '../../work/ctx.ts'
import { lockKeyOf } from './guess.commands.ts'

/** The time after a login in which its device is known, ms. */
const lifeMs = 180 * DAY_MS
/** Login alone hears of it: both of its forms have this address. */
const path = '/v1/login'

/** A device that signed in with an account, and when the password was made that opened it then. */
export interface KnownDevice {
  readonly id: string
  readonly passwordAt: number
}

/** Each account has a cookie of its own: colleagues share a computer. */
function cookieOf(ctx: OpenCtx, account: string): string {
  const mark = createHash('sha256').update(lockKeyOf(account)).digest('base64url').slice(0, 12)
  return `${ctx.deps.config.secureCookies ? '__Secure-' : ''}yunshu-d-${mark}`
}

function signatureOf(ctx: OpenCtx, account: string, said: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', ctx.deps.factorSecret, '', 'yunshu device', 32))
  return createHmac('sha256', key)
    .update(JSON.stringify([lockKeyOf(account), said]))
    .digest()
}

/** The device of a request, if it is one the account was signed in from; whether its password still stands is not asked. */
export function readDevice(ctx: OpenCtx, account: string): KnownDevice | undefined {
  const name = `${cookieOf(ctx, account)}=`
  const text = (ctx.header('cookie') ?? '').split(/; */).find(part => part.startsWith(name))
  const parts = /^([\w-]{22})\.(\d{1,15})\.(\d{1,15})\.([\w-]{43})$/.exec(text?.slice(name.length) ?? '')
  if (!parts) return undefined
  const [, id = '', passwordAt = '', endsAt = '', signature = ''] = parts
  const right = signatureOf(ctx, account, `${id}.${passwordAt}.${endsAt}`)
  if (!timingSafeEqual(right, Buffer.from(signature, 'base64url')) || Number(endsAt) <= ctx.now) return undefined
  return { id, passwordAt: Number(passwordAt) }
}

/** Gives the browser of a login its mark, or the one it has anew. */
export function markDevice(ctx: OpenCtx, account: string, passwordAt: number, known: KnownDevice | undefined): void {
  const id = known?.id ?? randomBytes(16).toString('base64url')
  const said = `${id}.${passwordAt}.${ctx.now + lifeMs}`
  const signature = signatureOf(ctx, account, said).toString('base64url')
  ctx.setCookie(
    `${cookieOf(ctx, account)}=${said}.${signature}; Path=${path}; Max-Age=${lifeMs / 1000}; HttpOnly; SameSite=Strict${ctx.deps.config.secureCookies ? '; Secure' : ''}`,
  )
}
