// Ways back of browsers that go to a partner: a code for one browser and a quarter of an hour, bound by a cookie.
import { createHash, randomBytes } from 'node:crypto'
import { MINUTE_MS } from '@yunshu/domain/figures/time'
import { Problem } from '@yunshu/domain/problems/problems'
import { isPublicCode, publicCodeBytes } from '@yunshu/domain/share'
import type { Selectable } from 'kysely'
import { v7 } from 'uuid'
import type { PartnerReturns } from '../db/tables.gen.ts'
import { q, type Tx } from '../db/tx.ts'
import type { Ctx, OpenCtx } from './ctx.ts'

const lifeMs = 15 * MINUTE_MS
const cookieName = 'yunshu-return'

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** A code no browser has yet. */
export const newReturnCode = (): string => randomBytes(publicCodeBytes).toString('base64url')

type Target = Pick<Selectable<PartnerReturns>, 'agreement_id' | 'agreement_ids' | 'real_name_id' | 'role'>

/** Lets a browser come back with this code. */
export async function allowReturn(ctx: Ctx, code: string, target: Partial<Target>): Promise<void> {
  await ctx.tx.elevated(() =>
    ctx.tx.run(
      q.insertInto('partner_returns').values({
        id: v7(),
        state_hash: hashOf(code),
        until_at: ctx.now + lifeMs,
        created_at: ctx.now,
        ...target,
      }),
    ),
  )
}

const cookieOf = (line: string | undefined): string | undefined =>
  line
    ?.split(';')
    .map(part => part.trim())
    .find(part => part.startsWith(`${cookieName}=`))
    ?.slice(cookieName.length + 1)

/**
 * The way back behind a code, in a transaction of the product: the first browser that brings it is bound to it by a
 * cookie. All that is over, or another browser's, is `return.gone`.
 */
export async function takeReturn(
  tx: Tx,
  { now, header, setCookie, deps }: OpenCtx,
  { code, path, of }: { code: string | undefined; path: string; of: 'agreement_id' | 'real_name_id' | 'invite_id' },
): Promise<Selectable<PartnerReturns>> {
  const back = await tx.first(
    q
      .selectFrom('partner_returns')
      .selectAll()
      .where('state_hash', '=', hashOf(code !== undefined && isPublicCode(code) ? code : ''))
      .where('until_at', '>', now)
      .where(of, 'is not', null)
      .forUpdate(),
  )
  if (!back) throw new Problem('return.gone')
  const binder = cookieOf(header('cookie'))
  if (back.binder_hash !== null) {
    if (binder === undefined || !back.binder_hash.equals(hashOf(binder))) throw new Problem('return.gone')
    return back
  }
  const fresh = newReturnCode()
  await tx.run(
    q
      .updateTable('partner_returns')
      .set({ binder_hash: hashOf(fresh) })
      .where('id', '=', back.id),
  )
  setCookie(
    `${cookieName}=${fresh}; Path=${path}; Max-Age=900; HttpOnly; SameSite=Strict${deps.config.secureCookies ? '; Secure' : ''}`,
  )
  return back
}

/** The addition of an address is no fact: it is written down for whoever looks into it, and goes nowhere else. */
export function noteTold(log: Ctx['log'], told: string | undefined, subject: string): void {
  if (told !== undefined && told !== '') log.warn({ event: 'return.told', subject, told }, 'security event')
}
