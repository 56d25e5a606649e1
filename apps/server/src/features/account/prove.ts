// Proof that the account's owner sits at the session: by password or code, counted as guesses like those of a login.
import { Problem } from '@yunshu/domain/problems/problems'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { beginGuess, lineUp, lockedRefusal, takeBackGuess } from '../session/guess.commands.ts'
import { verifyPassword } from '../session/password.commands.ts'
import { spendCode } from '../factor/factor.commands.ts'

/**
 * Runs `isRight` as a guess at the caller's account: a wrong one stays counted and is refused, a locked account is not
 * asked.
 */
export async function judgeGuess(ctx: Ctx, refusal: Problem, isRight: () => Promise<boolean>): Promise<void> {
  const { account, userId } = ctx.actor
  const begun = await ctx.tx.elevated(async () => {
    await lineUp(ctx.tx, account)
    return beginGuess(ctx.tx, { account, ip: ctx.ip, now: ctx.now }, userId)
  })
  if ('until' in begun) throw lockedRefusal(begun.until, ctx.now)
  ctx.keep()
  if (!(await isRight())) {
    ctx.log.warn({ event: 'account.guess', userId, problem: refusal.problem }, 'security event')
    throw refusal
  }
  await ctx.tx.elevated(() => takeBackGuess(ctx.tx, begun.id))
}

/**
 * The caller, once their password proved right; their row is locked. Refuses `password.wrong` at the field,
 * `login.locked`.
 */
export async function provePassword(ctx: Ctx, password: string, field: string) {
  const user = await ctx.tx.one(
    q
      .selectFrom('users')
      .select(['id', 'account', 'name', 'company_id', 'password_hash'])
      .where('id', '=', ctx.actor.userId)
      .forUpdate(),
  )
  await judgeGuess(ctx, new Problem('password.wrong', {}, { fields: { [field]: '密码不正确' } }), () =>
    verifyPassword(user.password_hash, password),
  )
  return user
}

/** The refusal of a code, at its field. */
export const wrongCode = (): Problem =>
  new Problem('factor.wrong', {}, { fields: { code: '动态验证码不正确或已使用' } })

/** Spends a code of the caller's factor. Refuses `factor.wrong` at the field, `login.locked`. */
export async function proveCode(ctx: Ctx, code: string): Promise<void> {
  await judgeGuess(ctx, wrongCode(), () =>
    spendCode(ctx.tx, ctx.deps, { userId: ctx.actor.userId, code, now: ctx.now }),
  )
}
