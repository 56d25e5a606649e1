// Setting up and giving up one's own second factor.
import type { confirmFactor, disableFactor, startFactor } from '@yunshu/contract/session/account'
import type { Input, Output } from '@yunshu/contract/call'
import { Problem } from '@yunshu/domain/problems/problems'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { tellHappening } from '../../work/outbox.ts'
import {
  dropFactor,
  logFactorChange,
  offerFactor,
  stepOfWaitingFactor,
  switchFactorOn,
} from '../factor/factor.commands.ts'
import { judgeGuess, proveCode, provePassword, wrongCode } from './prove.ts'

/** A new secret for the caller's app, once they gave their password. */
export async function beginFactor(
  ctx: Ctx,
  { password }: Input<typeof startFactor>,
): Promise<Output<typeof startFactor>> {
  return offerFactor(ctx, await provePassword(ctx, password, 'password'))
}

/**
 * Sets the factor up with its first code; this session counts as opened with it, for the caller just showed that they
 * hold it.
 */
export async function acceptFactor(
  ctx: Ctx,
  { code }: Input<typeof confirmFactor>,
): Promise<Output<typeof confirmFactor>> {
  const { userId } = ctx.actor
  const step = await stepOfWaitingFactor(ctx, code)
  await judgeGuess(ctx, wrongCode(), async () => step !== undefined)
  const recoveryCodes = await switchFactorOn(ctx, step ?? 0)
  await logFactorChange(ctx, userId, '启用动态验证码')
  await tellHappening(ctx, 'account.factorOn', { users: [userId] })
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
  await logFactorChange(ctx, userId, '停用动态验证码')
  await tellHappening(ctx, 'account.factorOff', { users: [userId] })
  return {}
}
