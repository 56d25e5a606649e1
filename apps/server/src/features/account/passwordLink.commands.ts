// Links by which a person chooses a new password: one for each person, of which only the hash is kept, good once.
import type { openPasswordLink as openCall, spendPasswordLink as spendCall } from '@yunshu/contract/session/account'
import type { Input, Output } from '@yunshu/contract/call'
import { passwordLinkMs } from '@yunshu/domain/account/recovery'
import { Problem } from '@yunshu/domain/problems/problems'
import { v7 } from 'uuid'
import { inTransaction, q, reading, systemReach, type Tx } from '../../db/tx.ts'
import type { OpenCtx } from '../../work/ctx.ts'
import { tellHappening } from '../../work/outbox.ts'
import { forgetGuessesAt } from '../session/guess.commands.ts'
import { verifyPassword } from '../session/password.commands.ts'
import { endPasswordLink, revokeSessions } from '../session/session.commands.ts'
import { hashOf, newSecret } from '../session/tokens.queries.ts'
import { choosePassword, setPassword } from './account.commands.ts'
import { restMoney } from './moneyRest.commands.ts'

/** Makes the link of a person; the one before it ends. Answers its secret. Needs the system's reach. */
export async function makePasswordLink(
  tx: Tx,
  { userId, by, now }: { userId: string; by: string; now: number },
): Promise<{ resetCode: string; expiresAt: number }> {
  const resetCode = newSecret()
  const row = { code_hash: hashOf(resetCode), made_by: by, made_at: now, expires_at: now + passwordLinkMs }
  await tx.run(
    q
      .insertInto('password_links')
      .values({ user_id: userId, ...row })
      .onConflict(c => c.column('user_id').doUpdateSet(row)),
  )
  return { resetCode, expiresAt: row.expires_at }
}

/** The account of a link that still opens. Refuses `password.link`. */
export async function openPasswordLink(
  ctx: OpenCtx,
  { resetCode }: Input<typeof openCall>,
): Promise<Output<typeof openCall>> {
  const { account, name, company, expires_at } = await reading(ctx.deps.reads, systemReach, tx =>
    findLink(tx, resetCode, ctx.now),
  )
  return { account, name, ...(company === null ? {} : { company }), expiresAt: expires_at }
}

/**
 * Gives the person of a link the password they chose: the link is used up, every session of theirs ends, and their
 * money permits rest, since who handed the link over might have used it. Refuses `password.link`, and a password that
 * will not do at its field; the link stays good then.
 */
export async function spendPasswordLink(
  ctx: OpenCtx,
  { resetCode, newPassword }: Input<typeof spendCall>,
): Promise<Output<typeof spendCall>> {
  const { deps, now } = ctx
  const linked = await reading(deps.reads, systemReach, tx => findLink(tx, resetCode, now))
  const isPresent = await verifyPassword(linked.password_hash, newPassword)
  const hash = await choosePassword(deps, linked, newPassword, isPresent)
  const userId = await inTransaction(deps.pool, systemReach, async tx => {
    // the row's lock lets one of two at once through
    await tx.first(
      q
        .selectFrom('password_links')
        .select('user_id')
        .where('code_hash', '=', hashOf(resetCode ?? ''))
        .forUpdate(),
    )
    const person = await findLink(tx, resetCode, now)
    await setPassword(tx, person, hash, now)
    await endPasswordLink(tx, person.id)
    await revokeSessions(tx, [person.id], 'password', now)
    await forgetGuessesAt(tx, person.account)
    await noteUse(tx, ctx, person)
    const telling = { tx, now, actor: { userId: person.id } }
    await tellHappening(telling, 'account.linkUsed', { users: [person.id] }, { by: person.made_by_name })
    await restMoney(telling, person, `密码已用${person.made_by_name}生成的链接重新设置`)
    return person.id
  })
  deps.sessions.forget([userId])
  return {}
}

type Linked = Awaited<ReturnType<typeof findLink>>

/** The person of a link that still opens; one of or made by somebody disabled does not. Refuses `password.link`. */
async function findLink(tx: Tx, resetCode: string | undefined, now: number) {
  const found = await tx.first(
    q
      .selectFrom('password_links as l')
      .innerJoin('users as u', 'u.id', 'l.user_id')
      .innerJoin('users as m', 'm.id', 'l.made_by')
      .leftJoin('companies as c', 'c.id', 'u.company_id')
      .select(['u.id', 'u.account', 'u.name', 'u.company_id', 'u.branch_company_id', 'u.password_hash'])
      .select(['l.expires_at', 'm.name as made_by_name', 'c.name as company'])
      .where('l.code_hash', '=', hashOf(resetCode ?? ''))
      .where('l.expires_at', '>', now)
      .where('u.state', '=', 'enabled')
      .where('u.removed_at', 'is', null)
      .where('m.state', '=', 'enabled')
      .where('m.removed_at', 'is', null),
  )
  if (!found) throw new Problem('password.link')
  return found
}

/** A line of the account's history and a row of the audit log. */
async function noteUse(tx: Tx, ctx: OpenCtx, person: Linked): Promise<void> {
  const at = ctx.now
  const diff = JSON.stringify([{ field: '链接生成人', old: '--', new: person.made_by_name }])
  const record = { entity: 'user', at, user_id: person.id, diff }
  await tx.run(
    q.insertInto('events').values({
      ...record,
      id: v7(),
      entity_id: person.id,
      user_name: person.name,
      action: '用链接设置密码',
    }),
  )
  await tx.run(
    q.insertInto('audit_log').values({
      ...record,
      id: v7(),
      entity_id: person.id,
      company_id: person.company_id,
      branch_id: person.branch_company_id,
      ip: ctx.ip,
      action: '/v1/passwordLink/password',
      title: '用链接设置密码',
      request_id: ctx.requestId,
    }),
  )
}
