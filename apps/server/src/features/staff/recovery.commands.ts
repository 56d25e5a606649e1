// Letting a colleague in again: a link for a new password, and the second factor they lost, which two people take away.
import type * as accountCalls from '@yunshu/contract/session/account'
import type { resetPassword } from '@yunshu/contract/staff/staff'
import type { Input, Output } from '@yunshu/contract/call'
import { isSecondPerson, isWaiting } from '@yunshu/domain/account/recovery'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { logEvent, stale } from '../../work/history.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { tellHappening } from '../../work/outbox.ts'
import { findHeads, restMoney } from '../account/moneyRest.commands.ts'
import { makePasswordLink } from '../account/passwordLink.commands.ts'
import { dropFactor, logFactorChange } from '../factor/factor.commands.ts'
import { revokeSessions } from '../session/session.commands.ts'
import { colleagueOf } from './staff.commands.ts'
import { lockPerson } from './staff.queries.ts'

/** A colleague at the version the caller saw, locked. Refuses oneself, people above the caller, and a stale version. */
async function lockColleague(ctx: Ctx, { id, version }: { id: string; version: number }) {
  const person = await colleagueOf(ctx, await lockPerson(ctx, id))
  if (person.version !== version) throw await stale(ctx, id)
  return person
}
type Colleague = Awaited<ReturnType<typeof lockColleague>>

/** The next version of the person: what others saw of them is no longer so. */
async function stepOn(ctx: Ctx, { id, version }: Colleague): Promise<{ id: string; version: number }> {
  await ctx.tx.run(
    q
      .updateTable('users')
      .set({ version: sql`version + 1`, updated_at: ctx.now })
      .where('id', '=', id),
  )
  return { id, version: version + 1 }
}

/** The administrators above a colleague, but for the caller, with what they are told of. */
async function headsBut(ctx: Ctx, person: Colleague): Promise<string[]> {
  return (await ctx.tx.elevated(() => findHeads(ctx.tx, person))).filter(head => head !== ctx.actor.userId)
}

/**
 * Makes a link by which the colleague chooses a new password, and answers its secret, to be handed over. Until it is
 * used nothing changes. The colleague and the administrators are told.
 */
export async function resetPersonsPassword(
  ctx: Ctx,
  input: Input<typeof resetPassword>,
): Promise<Output<typeof resetPassword>> {
  const person = await lockColleague(ctx, input)
  const link = await ctx.tx.elevated(() =>
    makePasswordLink(ctx.tx, { userId: person.id, by: ctx.actor.userId, now: ctx.now }),
  )
  const { name: by } = ctx.actor
  await logEvent(ctx, { entity: 'user', entityId: person.id, action: '生成重置密码的链接' })
  ctx.touched('user', person.id)
  await tellHappening(ctx, 'account.linkMade', { users: [person.id] }, { by })
  const heads = await headsBut(ctx, person)
  if (heads.length > 0)
    await tellHappening(ctx, 'staff.linkMade', { users: heads }, { by, name: person.name, account: person.account })
  return { ...(await stepOn(ctx, person)), ...link }
}

/**
 * Asks to take the factor of a colleague away; a second person decides. Refuses `factor.none`, and `factor.asked` while
 * somebody else's request waits.
 */
export async function askFactorReset(
  ctx: Ctx,
  input: Input<typeof accountCalls.resetFactor>,
): Promise<Output<typeof accountCalls.resetFactor>> {
  const person = await lockColleague(ctx, input)
  const factor = await ctx.tx.elevated(() =>
    ctx.tx.first(
      q
        .selectFrom('user_factors')
        .select('user_id')
        .where('user_id', '=', person.id)
        .where('confirmed_at', 'is not', null),
    ),
  )
  if (!factor) throw new Problem('factor.none')
  const waiting = await findRequest(ctx, person.id)
  const { userId, name: by } = ctx.actor
  if (waiting && waiting.asked_by !== userId) throw new Problem('factor.asked', { by: waiting.asked_name })
  const row = { asked_by: userId, asked_name: by, asked_at: ctx.now }
  await ctx.tx.run(
    q
      .insertInto('factor_resets')
      .values({ user_id: person.id, ...row })
      .onConflict(c => c.column('user_id').doUpdateSet(row)),
  )
  await logEvent(ctx, { entity: 'user', entityId: person.id, action: '申请重置动态验证码' })
  ctx.touched('user', person.id)
  await tellHappening(ctx, 'account.factorAsked', { users: [person.id] }, { by })
  const heads = await headsBut(ctx, person)
  if (heads.length > 0)
    await tellHappening(ctx, 'staff.factorAsked', { users: heads }, { by, name: person.name, account: person.account })
  return stepOn(ctx, person)
}

/**
 * Takes the factor away as a second person: signs the colleague out and lets their money permits rest. Refuses
 * `factor.notAsked` and `factor.second`.
 */
export async function confirmFactorReset(
  ctx: Ctx,
  input: Input<typeof accountCalls.confirmFactorReset>,
): Promise<Output<typeof accountCalls.confirmFactorReset>> {
  const person = await lockColleague(ctx, input)
  const asked = await findRequest(ctx, person.id)
  if (!asked) throw new Problem('factor.notAsked')
  if (!isSecondPerson({ userId: person.id, askedBy: asked.asked_by }, ctx.actor.userId))
    throw new Problem('factor.second')
  await endRequest(ctx, person.id)
  const by = `${asked.asked_name}、${ctx.actor.name}`
  await ctx.tx.elevated(async () => {
    if (!(await dropFactor(ctx.tx, person.id))) throw new Problem('factor.none')
    await revokeSessions(ctx.tx, [person.id], 'factor', ctx.now)
    await restMoney(ctx, person, `动态验证码已由${by}重置`)
  })
  await logFactorChange(ctx, person.id, '重置动态验证码')
  await tellHappening(ctx, 'account.factorReset', { users: [person.id] }, { by })
  return stepOn(ctx, person)
}

/** Ends the request to take a colleague's factor away. Refuses `factor.notAsked`. */
export async function dropFactorReset(
  ctx: Ctx,
  input: Input<typeof accountCalls.dropFactorReset>,
): Promise<Output<typeof accountCalls.dropFactorReset>> {
  const person = await lockColleague(ctx, input)
  if (!(await findRequest(ctx, person.id))) throw new Problem('factor.notAsked')
  await endRequest(ctx, person.id)
  await logEvent(ctx, { entity: 'user', entityId: person.id, action: '撤销重置动态验证码的申请' })
  ctx.touched('user', person.id)
  return stepOn(ctx, person)
}

/** The request about a person that still waits. */
async function findRequest(ctx: Ctx, userId: string) {
  const row = await ctx.tx.first(q.selectFrom('factor_resets').selectAll().where('user_id', '=', userId))
  return row && isWaiting({ askedAt: row.asked_at }, ctx.now) ? row : undefined
}

const endRequest = (ctx: Ctx, userId: string): Promise<number> =>
  ctx.tx.run(q.deleteFrom('factor_resets').where('user_id', '=', userId))
