// Changes of people to their own session and settings: logout, settings, drafts; and revocation for other features.
import type { Input, Output } from '@yunshu/contract/call'
import type { logout, saveDraft, saveSetting } from '@yunshu/contract/session/session'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { q, type Tx } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'

/** Ends the caller's session; its token opens nothing from now on. */
export async function endSession(ctx: Ctx, _input: Input<typeof logout>): Promise<Output<typeof logout>> {
  const { sessionId, userId } = ctx.actor
  await ctx.tx.run(
    q
      .updateTable('sessions')
      .set({ revoked_at: ctx.now, revoked_why: 'logout' })
      .where('id', '=', sessionId)
      .where('user_id', '=', userId),
  )
  ctx.afterCommit(() => {
    ctx.deps.sessions.forget([userId])
  })
  return {}
}

/**
 * Revokes all sessions of these people (disabled, password or rights changed). The caller passes `gate.forget` the same
 * ids after its commit; without that the gate notices within a second. Needs a reach that sees other people's sessions.
 */
export async function revokeSessions(tx: Tx, userIds: readonly string[], why: string, now: number): Promise<void> {
  if (userIds.length === 0) return
  await tx.run(
    q
      .updateTable('sessions')
      .set({ revoked_at: now, revoked_why: why })
      .where('user_id', 'in', [...userIds])
      .where('revoked_at', 'is', null),
  )
}

/**
 * Ends the link of a person by which a new password may be chosen: whoever holds it would come in with it after the person
 * was disabled, or had chosen a password themselves. Needs the system's reach.
 */
export async function endPasswordLink(tx: Tx, userId: string): Promise<void> {
  await tx.run(q.deleteFrom('password_links').where('user_id', '=', userId))
}

/** Keeps one setting of the caller; the newest value stands. */
export async function keepSetting(
  ctx: Ctx,
  { key, value }: Input<typeof saveSetting>,
): Promise<Output<typeof saveSetting>> {
  const row = { value, updated_at: ctx.now }
  await ctx.tx.run(
    q
      .insertInto('user_settings')
      .values({ user_id: ctx.actor.userId, key, ...row })
      .onConflict(c => c.columns(['user_id', 'key']).doUpdateSet(row)),
  )
  return {}
}

/** Drafts one person keeps, those of sheets among them, and for how long, ms. */
const draftsMost = 50
const sheetsMost = 20
const draftLifeMs = 30 * DAY_MS

/** Keeps the caller's draft of a form; an empty one is deleted. */
export async function keepDraft(ctx: Ctx, { form, body }: Input<typeof saveDraft>): Promise<Output<typeof saveDraft>> {
  const own = q.deleteFrom('drafts').where('user_id', '=', ctx.actor.userId)
  if (body === '{}') {
    await ctx.tx.run(own.where('form', '=', form))
    return { savedAt: ctx.now }
  }
  const row = { body, saved_at: ctx.now }
  await ctx.tx.run(
    q
      .insertInto('drafts')
      .values({ user_id: ctx.actor.userId, form, ...row })
      .onConflict(c => c.columns(['user_id', 'form']).doUpdateSet(row)),
  )
  // those of long ago make way; sheets sooner, for they are large
  const latest = q
    .selectFrom('drafts')
    .select('form')
    .where('user_id', '=', ctx.actor.userId)
    .orderBy('saved_at', 'desc')
    .orderBy('form')
  await ctx.tx.run(own.where('form', 'in', latest.where('form', 'like', 'backfill/%').offset(sheetsMost)))
  await ctx.tx.run(own.where('form', 'in', latest.offset(draftsMost)))
  return { savedAt: ctx.now }
}

/**
 * Removes what no longer matters: sessions over for a week, failures of login over for a day, drafts nobody went on with
 * for thirty. Answers the rows removed.
 */
export async function purgeSessions(tx: Tx, now: number): Promise<number> {
  const sessions = await tx.run(q.deleteFrom('sessions').where('ends_at', '<', now - 7 * DAY_MS))
  const drafts = await tx.run(q.deleteFrom('drafts').where('saved_at', '<', now - draftLifeMs))
  return sessions + drafts + (await tx.run(q.deleteFrom('login_failures').where('at', '<', now - DAY_MS)))
}
