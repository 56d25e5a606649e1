// Commands of people on their own account: a new password, and the end of sessions in other browsers.
import type { changePassword, endOtherSessions, endSession } from '@yunshu/contract/session/account'
import type { Input, Output } from '@yunshu/contract/call'
import { checkPassword, passwordPolicies } from '@yunshu/domain/account/password'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { logEvent } from '../../work/history.ts'
import { q, reading, systemReach, type Tx } from '../../db/tx.ts'
import type { Ctx, Deps } from '../../work/ctx.ts'
import { tellHappening } from '../../work/outbox.ts'
import { refuseFields } from '../../http/fieldFault.ts'
import type { Proving } from '../../http/serve.ts'
import { hashPassword, verifyPassword } from '../session/password.commands.ts'
import { endPasswordLink } from '../session/session.commands.ts'
import { lockProved, provePassword, type Proved } from './prove.commands.ts'

/** Earlier passwords that are kept for comparison, under whatever policy. */
const historyKept = 5

/** A new password of somebody who proved the old one: its hash, and the person it is for. */
export interface Renewal {
  readonly user: Proved
  readonly hash: string
}

/** Proves the old password and makes the hash of the new one. Refuses a wrong old one, a weak new one, one they had lately. */
export async function proveRenewal(
  work: Proving,
  { oldPassword, newPassword }: Input<typeof changePassword>,
): Promise<Renewal> {
  const user = await provePassword(work, oldPassword, 'oldPassword')
  return { user, hash: await choosePassword(work.deps, user, newPassword, newPassword === oldPassword) }
}

/** Gives the caller a new password and signs them out everywhere else. */
export async function changeOwnPassword(
  ctx: Ctx,
  _input: Input<typeof changePassword>,
  { user, hash }: Renewal,
): Promise<Output<typeof changePassword>> {
  const { userId } = ctx.actor
  await lockProved(ctx, user, 'oldPassword')
  await setPassword(ctx.tx, user, hash, ctx.now)
  await endOthers(ctx, 'password')
  await ctx.tx.elevated(() => endPasswordLink(ctx.tx, userId))
  await logEvent(ctx, { entity: 'user', entityId: userId, action: '修改密码' })
  ctx.touched('user', userId)
  await tellHappening(ctx, 'account.passwordChanged', { users: [userId] })
  return {}
}

/** The person a password is chosen for. */
interface Chooser {
  readonly id: string
  readonly account: string
  readonly name: string
  readonly company_id: string | null
}

/**
 * The hash of the password a person chooses; `isPresent`: it is the present one, as far as that is known. Refuses a weak
 * one, the present one and one they had lately, at the field `newPassword`. Works without a transaction.
 */
export async function choosePassword(
  { reads, config: { passwordPolicy: policy } }: Pick<Deps, 'reads' | 'config'>,
  user: Chooser,
  password: string,
  isPresent: boolean,
): Promise<string> {
  const { history } = passwordPolicies[policy]
  const { company, earlier } = await reading(reads, systemReach, async tx => ({
    company:
      user.company_id === null
        ? undefined
        : await tx.one(q.selectFrom('companies').select(['name', 'short_name']).where('id', '=', user.company_id)),
    earlier: await listEarlier(tx, user.id, history - 1),
  }))
  const owner = { account: user.account, name: user.name, company: company?.name, shortName: company?.short_name }
  refuseNew(checkPassword(policy, password, owner))
  if (isPresent) refuseNew('不能与当前密码相同')
  const same = await Promise.all(earlier.map(row => verifyPassword(row.password_hash, password)))
  if (same.includes(true)) refuseNew(`不能使用最近${history}次用过的密码`)
  return hashPassword(password)
}

/** Writes the password a person chose in the place of the one with the hash given. */
export async function setPassword(
  tx: Tx,
  user: { readonly id: string; readonly password_hash: string },
  hash: string,
  now: number,
): Promise<void> {
  await retirePassword(tx, { userId: user.id, hash: user.password_hash, now })
  await tx.run(
    q
      .updateTable('users')
      .set({
        password_hash: hash,
        must_change_password: false,
        password_changed_at: now,
        version: sql`version + 1`,
        updated_at: now,
      })
      .where('id', '=', user.id),
  )
}

function refuseNew(fault: string | undefined): void {
  if (fault !== undefined) refuseFields({ newPassword: fault })
}

/** The newest `count` passwords that were in use before the present one. */
const listEarlier = (tx: Tx, userId: string, count: number) =>
  tx.rows(
    q
      .selectFrom('password_history')
      .select('password_hash')
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .limit(Math.max(0, count)),
  )

/** Keeps the hash of a password that is about to go, so that it does not come back soon. */
export async function retirePassword(
  tx: Tx,
  { userId, hash, now }: { userId: string; hash: string; now: number },
): Promise<void> {
  await tx.run(
    q
      .insertInto('password_history')
      .values({ user_id: userId, password_hash: hash, created_at: now })
      .onConflict(c => c.doNothing()),
  )
  const kept = q
    .selectFrom('password_history')
    .select('created_at')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(historyKept)
  await tx.run(q.deleteFrom('password_history').where('user_id', '=', userId).where('created_at', 'not in', kept))
}

/** Ends one session of the caller; a session of others, or one that is over, is not found. */
export async function endOneSession(ctx: Ctx, { id }: Input<typeof endSession>): Promise<Output<typeof endSession>> {
  const { userId } = ctx.actor
  const ended = await ctx.tx.run(
    q
      .updateTable('sessions')
      .set({ revoked_at: ctx.now, revoked_why: 'signed out' })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .where('ends_at', '>', ctx.now),
  )
  if (ended === 0) throw new Problem('row.none')
  ctx.touched('session', id)
  ctx.afterCommit(() => {
    ctx.deps.sessions.forget([userId])
  })
  return {}
}

/** Ends every session of the caller but this one; answers how many. */
export async function endAllOthers(
  ctx: Ctx,
  _input: Input<typeof endOtherSessions>,
): Promise<Output<typeof endOtherSessions>> {
  const count = await endOthers(ctx, 'signed out')
  ctx.touched('user', ctx.actor.userId)
  return { count }
}

async function endOthers(ctx: Ctx, why: string): Promise<number> {
  const { userId, sessionId } = ctx.actor
  ctx.afterCommit(() => {
    ctx.deps.sessions.forget([userId])
  })
  return ctx.tx.run(
    q
      .updateTable('sessions')
      .set({ revoked_at: ctx.now, revoked_why: why })
      .where('user_id', '=', userId)
      .where('id', '<>', sessionId)
      .where('revoked_at', 'is', null)
      .where('ends_at', '>', ctx.now),
  )
}
