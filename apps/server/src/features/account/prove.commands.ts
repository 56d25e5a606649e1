// Proof that the account's owner sits at the session: by password or code, counted as guesses like those of a login.
import { Problem } from '@yunshu/domain/problems/problems'
import { inTransaction, q, systemReach } from '../../db/tx.ts'
import type { Proving } from '../../http/serve.ts'
import type { Ctx } from '../../work/ctx.ts'
import { beginGuess, lineUp, lockedRefusal, lockKeyOf, takeBackGuess } from '../session/guess.commands.ts'
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

const wrongPassword = (field: string): Problem =>
  new Problem('password.wrong', {}, { fields: { [field]: '密码不正确' } })

/** A person whose password proved right, with the hash it was compared with. */
export type Proved = Awaited<ReturnType<typeof compare>>

/**
 * The caller, once their password proved right: counted first, then compared while no transaction waits. Refuses
 * `password.wrong` at the field, `login.locked`.
 */
export const provePassword = (work: Proving, password: string, field: string) =>
  work.deps.proofs.inTurn({ account: lockKeyOf(work.actor.account), address: undefined }, () =>
    compare(work, password, field),
  )

async function compare({ deps, actor, ip, now, log, keep }: Proving, password: string, field: string) {
  const { account, userId } = actor
  const { user, begun } = await inTransaction(deps.pool, systemReach, async tx => {
    await lineUp(tx, account)
    return {
      user: await tx.one(
        q.selectFrom('users').select(['id', 'account', 'name', 'company_id', 'password_hash']).where('id', '=', userId),
      ),
      begun: await beginGuess(tx, { account, ip, now }, userId),
    }
  })
  if ('until' in begun) throw lockedRefusal(begun.until, now)
  keep()
  if (!(await verifyPassword(user.password_hash, password))) {
    log.warn({ event: 'account.guess', userId, problem: 'password.wrong' }, 'security event')
    throw wrongPassword(field)
  }
  await inTransaction(deps.pool, systemReach, tx => takeBackGuess(tx, begun.id))
  return user
}

/**
 * Locks the row of a person whose password proved right, but not against rows that name the person: a guess writes one
 * while it holds the account's line, for which whoever comes from here waits. Refuses `password.wrong` if it is another
 * one by now.
 */
export async function lockProved(ctx: Ctx, user: Proved, field: string): Promise<void> {
  const { password_hash } = await ctx.tx.one(
    q.selectFrom('users').select('password_hash').where('id', '=', user.id).forNoKeyUpdate(),
  )
  if (password_hash !== user.password_hash) throw wrongPassword(field)
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
