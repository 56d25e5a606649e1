// Setting up and giving up one's own second factor.
import type { confirmFactor, disableFactor, startFactor } from '@yunshu/contract/session/account'
import type { Input, Output } from '@yunshu/contract/call'
import { Problem } from '@yunshu/domain/problems/problems'
import { q, reading, systemReach } from '../../db/tx.ts'
import type { Proving } from '../../http/serve.ts'
import type { Ctx } from '../../work/ctx.ts'
import { tellHappening } from '../../work/outbox.ts'
import {
  dropFactor,
  logFactorChange,
  offerFactor,
  stepOfWaitingFactor,
  switchFactorOn,
} from '../factor/factor.commands.ts'
import { judgeGuess, lockProved, proveCode, provePassword, wrongCode, type Proved } from './prove.commands.ts'

/** Proves the password before a factor is set up. */
export const proveOwner = (work: Proving, { password }: Input<typeof startFactor>): Promise<Proved> =>
  provePassword(work, password, 'password')

/** A new secret for the caller's app, once they gave their password. */
export async function beginFactor(
  ctx: Ctx,
  _input: Input<typeof startFactor>,
  user: Proved,
): Promise<Output<typeof startFactor>> {
  await lockProved(ctx, user, 'password')
  return offerFactor(ctx, user)
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

/** Proves the password before a factor is given up. Refuses `factor.none` where there is none. */
export async function proveFactorsOwner(work: Proving, { password }: Input<typeof disableFactor>): Promise<Proved> {
  const { deps, actor } = work
  const factor = await reading(deps.reads, systemReach, tx =>
    tx.first(
      q
        .selectFrom('user_factors')
        .select('user_id')
        .where('user_id', '=', actor.userId)
        .where('confirmed_at', 'is not', null),
    ),
  )
  if (!factor) throw new Problem('factor.none')
  return provePassword(work, password, 'password')
}

/** Gives the caller's factor up; a recovery code will do for the code. */
export async function giveUpFactor(
  ctx: Ctx,
  { code }: Input<typeof disableFactor>,
  user: Proved,
): Promise<Output<typeof disableFactor>> {
  const { userId } = ctx.actor
  await lockProved(ctx, user, 'password')
  await proveCode(ctx, code)
  await dropFactor(ctx.tx, userId)
  await logFactorChange(ctx, userId, '停用动态验证码')
  await tellHappening(ctx, 'account.factorOff', { users: [userId] })
  return {}
}
