// Reads of one's own account: how safe it is, where it is signed in, and its history of logins.
import type { LoginRow, SessionRow, getAccount, listLogins, listSessions } from '@yunshu/contract/session/account'
import type { Input, Output } from '@yunshu/contract/call'
import { deviceOf } from '@yunshu/domain/account/device'
import { loginLogDays, loginResults } from '@yunshu/domain/account/loginLog'
import { passwordPolicies } from '@yunshu/domain/account/password'
import { moneyPermits, restingPermits } from '@yunshu/domain/permits/permits'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import { allOf } from '../../work/scope.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { isResting, may } from '../../work/makeCtx.ts'
import { isFactorWanted } from '../../http/secondFactor.ts'
import { sessionLimits } from '../session/tokens.queries.ts'

/** The caller's account as its security page shows it. */
export async function findAccount(ctx: Ctx): Promise<Output<typeof getAccount>> {
  const { userId, account, hasSecondFactor, moneyRestsUntil: restsUntil } = ctx.actor
  const user = await ctx.tx.one(
    q
      .selectFrom('users as u')
      .leftJoin('user_factors as f', j => j.onRef('f.user_id', '=', 'u.id').on('f.confirmed_at', 'is not', null))
      .select(['u.password_changed_at', 'f.confirmed_at'])
      .select(sql<number>`coalesce(cardinality(f.recovery), 0)`.as('recovery_left'))
      .where('u.id', '=', userId),
  )
  const { days } = passwordPolicies[ctx.deps.config.passwordPolicy]
  const changedAt = user.password_changed_at > 0 ? user.password_changed_at : undefined
  return {
    account,
    ...(changedAt === undefined
      ? {}
      : {
          passwordChangedAt: changedAt,
          ...(days === undefined ? {} : { passwordExpiresAt: changedAt + days * DAY_MS }),
        }),
    ...(user.confirmed_at === null ? {} : { factor: { since: user.confirmed_at, recoveryLeft: user.recovery_left } }),
    hasSecondFactor,
    money: {
      isHeld: [...moneyPermits].some(permit => may(ctx.actor, permit)),
      ...(restsUntil !== undefined &&
      [...restingPermits].some(permit => may(ctx.actor, permit) && isResting(ctx.actor, permit, ctx.now))
        ? { restsUntil }
        : {}),
      needsFactor: await isFactorWanted(ctx.tx, ctx.actor),
    },
  }
}

/** The caller's sessions that still open, this one first, then the newest. */
export async function findSessions(ctx: Ctx): Promise<Output<typeof listSessions>> {
  const { userId, sessionId } = ctx.actor
  const found = await ctx.tx.rows(
    q
      .selectFrom('sessions')
      .select(['id', 'ip', 'agent', 'created_at', 'seen_at', 'second_factor'])
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .where('ends_at', '>', ctx.now)
      .where('seen_at', '>', ctx.now - sessionLimits.idleMs)
      .orderBy('id', 'desc'),
  )
  const rows = found.map((row): SessionRow => {
    const isThis = row.id === sessionId
    // use is written down once a minute: of this one it is known better
    return {
      id: row.id,
      device: deviceOf(row.agent),
      ip: row.ip,
      since: row.created_at,
      seenAt: isThis ? ctx.now : row.seen_at,
      hasSecondFactor: row.second_factor,
      isThis,
    }
  })
  return { rows: rows.sort((a, b) => Number(b.isThis) - Number(a.isThis)) }
}

/** Attempts to sign in with the caller's account, newest first. */
export async function findLogins(ctx: Ctx, input: Input<typeof listLogins>): Promise<Output<typeof listLogins>> {
  const where = allOf([
    sql<boolean>`l.user_id = ${ctx.actor.userId}::uuid`,
    sql<boolean>`l.at > ${ctx.now - loginLogDays.shown * DAY_MS}`,
    afterCursor(input, 'l.id'),
  ])
  const found = await ctx.tx.rows(
    q
      .selectFrom('login_log as l')
      .select(['l.id', 'l.at', 'l.ip', 'l.agent', 'l.result'])
      .where(where)
      .orderBy('l.id', 'desc')
      .limit(rowsToAsk(input)),
  )
  return toPage(found, input, (row): LoginRow => ({
    id: row.id,
    at: row.at,
    result: keyOf(loginResults, row.result),
    device: deviceOf(row.agent),
    ip: row.ip,
  }))
}
