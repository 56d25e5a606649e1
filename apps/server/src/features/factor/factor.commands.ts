// The second factor of an account: offering a secret, switching it on, taking a code or recovery code once, and taking
// the factor away.
import { Problem } from '@yunshu/domain/problems/problems'
import { MINUTE_MS } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import { logEvent } from '../../work/history.ts'
import { q, type Tx } from '../../db/tx.ts'
import type { Ctx, Deps } from '../../work/ctx.ts'
import { markOf, sealText, unsealText } from '../../work/seal.ts'
import { addressOf, newFactorSecret, newRecoveryCodes, plainCode, stepOf } from './totp.ts'

/** The time a secret that was shown may wait for its first code, ms. */
const confirmWithinMs = 15 * MINUTE_MS

/** A new secret for a person's app; one that waits already is replaced. Refuses `factor.on`. */
export async function offerFactor(
  ctx: Ctx,
  { id, account }: { id: string; account: string },
): Promise<{ secret: string; address: string }> {
  const secret = newFactorSecret()
  const row = { secret: sealText(ctx.deps.factorSecret, id, secret), last_step: 0, recovery: [], created_at: ctx.now }
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
 * The time step a first code of the caller's waiting secret belongs to, undefined for a wrong code; the secret is
 * locked. Refuses `factor.none` when none waits, or it waited too long.
 */
export async function stepOfWaitingFactor(ctx: Ctx, code: string): Promise<number | undefined> {
  const { userId } = ctx.actor
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
  return stepOf(unsealText(ctx.deps.factorSecret, userId, waiting.secret), plainCode(code), ctx.now)
}

/** Switches the caller's waiting factor on; this session counts as opened with it. Answers the recovery codes. */
export async function switchFactorOn(ctx: Ctx, step: number): Promise<string[]> {
  const { userId, sessionId } = ctx.actor
  const recoveryCodes = newRecoveryCodes()
  await ctx.tx.run(
    q
      .updateTable('user_factors')
      .set({
        confirmed_at: ctx.now,
        last_step: step,
        recovery: recoveryCodes.map(each => markOf(ctx.deps.factorSecret, userId, plainCode(each))),
      })
      .where('user_id', '=', userId),
  )
  await ctx.tx.run(
    q.updateTable('sessions').set({ second_factor: true }).where('id', '=', sessionId).where('user_id', '=', userId),
  )
  return recoveryCodes
}

/** Writes a change of a person's factor into their history, and drops their remembered sessions. */
export async function logFactorChange(ctx: Ctx, userId: string, action: string): Promise<void> {
  await logEvent(ctx, { entity: 'user', entityId: userId, action })
  ctx.touched('user', userId)
  ctx.afterCommit(() => {
    ctx.deps.sessions.forget([userId])
  })
}

/** Somebody's attempt at a code. */
export interface CodeGiven {
  readonly userId: string
  readonly code: string
  readonly now: number
}

/**
 * True if the code is right and was never used: a code of the app counts once, and none older than it afterwards; a
 * recovery code counts once for good. Two at once: one of them wins. Needs a reach that sees the person's factor.
 */
export async function spendCode(
  tx: Tx,
  { factorSecret }: Pick<Deps, 'factorSecret'>,
  { userId, code, now }: CodeGiven,
): Promise<boolean> {
  const factor = await tx.first(
    q.selectFrom('user_factors').select('secret').where('user_id', '=', userId).where('confirmed_at', 'is not', null),
  )
  const plain = plainCode(code)
  const step = factor && stepOf(unsealText(factorSecret, userId, factor.secret), plain, now)
  if (step !== undefined)
    return (
      (await tx.run(
        q
          .updateTable('user_factors')
          .set({ last_step: step })
          .where('user_id', '=', userId)
          .where('last_step', '<', step),
      )) === 1
    )
  const mark = markOf(factorSecret, userId, plain)
  return (
    (await tx.run(
      q
        .updateTable('user_factors')
        .set({ recovery: sql`array_remove(recovery, ${mark})` })
        .where('user_id', '=', userId)
        .where(sql<boolean>`${mark} = any(recovery)`),
    )) === 1
  )
}

/** Takes a person's factor away, and from their sessions what they had by it. Answers whether there was one. */
export async function dropFactor(tx: Tx, userId: string): Promise<boolean> {
  const had = await tx.run(
    q.deleteFrom('user_factors').where('user_id', '=', userId).where('confirmed_at', 'is not', null),
  )
  await tx.run(
    q
      .updateTable('sessions')
      .set({ second_factor: false })
      .where('user_id', '=', userId)
      .where('second_factor', '=', true),
  )
  return had === 1
}
