// Setting up and giving up the second factor: one's own, and that of a colleague who lost it.
import type { confirmFactor, disableFactor, resetFactor, startFactor } from '@yunshu/contract/account'
import type { Input, Output } from '@yunshu/contract/call'
import { Problem } from '@yunshu/domain/problems'
import { MINUTE_MS } from '@yunshu/domain/time'
import { sql } from 'kysely'
import { logEvent, stale } from '../../db/move.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../http/ctx.ts'
import { revokeSessions } from '../session/session.commands.ts'
import { lockPerson } from '../staff/staff.queries.ts'
import { tellOwner } from './account.commands.ts'
import { dropFactor } from './factor.commands.ts'
import { guess, proveCode, provePassword, wrongCode } from './prove.ts'
import { markOf, seal, unseal } from './seal.ts'
import { addressOf, newFactorSecret, newRecoveryCodes, plainCode, stepOf } from './totp.ts'

/** How long a secret that was shown may wait for its first code, ms. */
const confirmWithinMs = 15 * MINUTE_MS

/** A new secret for the caller's app, once they gave their password; one that waits already is replaced. */
export async function beginFactor(
  ctx: Ctx,
  { password }: Input<typeof startFactor>,
): Promise<Output<typeof startFactor>> {
  const { id, account } = await provePassword(ctx, password, 'password')
  const secret = newFactorSecret()
  const row = { secret: seal(ctx.deps.factorSecret, id, secret), last_step: 0, recovery: [], created_at: ctx.now }
  const made = await ctx.tx.run(
    q
      .insertInto('user_factors')
      .values({ user_id: id, ...row })
      .onConflict(c => c.column('user_id').doUpdateSet(row).where('user_factors.confirmed_at', 'is', null)),
  )
  if (made === 0) throw new Problem('factor.on')
  return { secret, address: addressOf(secret, account) }
}

/**
 * Sets the factor up with its first code; this session counts as opened with it, for the caller just showed that they
 * hold it.
 */
export async function acceptFactor(
  ctx: Ctx,
  { code }: Input<typeof confirmFactor>,
): Promise<Output<typeof confirmFactor>> {
  const { userId, sessionId } = ctx.actor
  const { factorSecret } = ctx.deps
  const waiting = await ctx.tx.first(
    q
      .selectFrom('user_factors')
      .select('secret')
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is', null)
      .where('created_at', '>', ctx.now - confirmWithinMs)
      .forUpdate(),
  )
  if (!waiting) throw new Problem('factor.none')
  const step = stepOf(unseal(factorSecret, userId, waiting.secret), plainCode(code), ctx.now)
  await guess(ctx, wrongCode(), async () => step !== undefined)
  const recoveryCodes = newRecoveryCodes()
  await ctx.tx.run(
    q
      .updateTable('user_factors')
      .set({
        confirmed_at: ctx.now,
        last_step: step ?? 0,
        recovery: recoveryCodes.map(each => markOf(factorSecret, userId, plainCode(each))),
      })
      .where('user_id', '=', userId),
  )
  await ctx.tx.run(
    q.updateTable('sessions').set({ second_factor: true }).where('id', '=', sessionId).where('user_id', '=', userId),
  )
  await settle(ctx, userId, '启用动态验证码')
  await tellOwner(
    ctx,
    userId,
    '动态验证码已启用',
    '您的账号已启用动态验证码，以后登录需要输入。如非本人操作，请立即联系管理员',
  )
  return { recoveryCodes }
}

/** Gives the caller's factor up; a recovery code will do for the code. */
export async function giveUpFactor(
  ctx: Ctx,
  { password, code }: Input<typeof disableFactor>,
): Promise<Output<typeof disableFactor>> {
  const { userId } = ctx.actor
  const factor = await ctx.tx.first(
    q.selectFrom('user_factors').select('user_id').where('user_id', '=', userId).where('confirmed_at', 'is not', null),
  )
  if (!factor) throw new Problem('factor.none')
  await provePassword(ctx, password, 'password')
  await proveCode(ctx, code)
  await dropFactor(ctx.tx, userId)
  await settle(ctx, userId, '停用动态验证码')
  await tellOwner(ctx, userId, '动态验证码已停用', '您的账号已停用动态验证码。如非本人操作，请立即修改密码并联系管理员')
  return {}
}

/** Takes the factor of a person the caller manages away, and signs them out. Never one's own: that needs its code. */
export async function resetPersonsFactor(
  ctx: Ctx,
  { id, version }: Input<typeof resetFactor>,
): Promise<Output<typeof resetFactor>> {
  const person = await lockPerson(ctx, id)
  if (person.id === ctx.actor.userId) throw new Problem('staff.self')
  if (person.version !== version) throw await stale(ctx, id)
  const hadOne = await ctx.tx.elevated(() => dropFactor(ctx.tx, id))
  if (!hadOne) throw new Problem('factor.none')
  await ctx.tx.run(
    q
      .updateTable('users')
      .set({ version: sql`version + 1`, updated_at: ctx.now })
      .where('id', '=', id),
  )
  await ctx.tx.elevated(() => revokeSessions(ctx.tx, [id], 'factor', ctx.now))
  await settle(ctx, id, '重置动态验证码')
  await tellOwner(ctx, id, '动态验证码已重置', `${ctx.actor.name}重置了您的动态验证码，请重新登录并再次启用`)
  return { id, version: version + 1 }
}

async function settle(ctx: Ctx, userId: string, action: string): Promise<void> {
  await logEvent(ctx, { entity: 'user', entityId: userId, action })
  ctx.touched('user', userId)
  ctx.afterCommit(() => {
    ctx.deps.sessions.forget([userId])
  })
}
