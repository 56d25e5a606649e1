// The second factor of an account: taking a code or recovery code once, and taking the factor away.
import { sql } from 'kysely'
import { q, type Tx } from '../../db/tx.ts'
import type { Deps } from '../../http/ctx.ts'
import { markOf, unseal } from './seal.ts'
import { plainCode, stepOf } from './totp.ts'

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
  if (!factor) return false
  const plain = plainCode(code)
  const step = stepOf(unseal(factorSecret, userId, factor.secret), plain, now)
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
