// Login (spec §7, reliability study W1 and W2): lockout, password, the new session and its binder cookie.
import type { Login } from '@yunshu/contract/session'
import { lockedUntil } from '@yunshu/domain/loginLock'
import { Problem } from '@yunshu/domain/problems'
import { MINUTE_MS } from '@yunshu/domain/time'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { inTransaction, q, systemReach, type Tx } from '../../db/tx.ts'
import type { OpenCtx } from '../../http/ctx.ts'
import { binderCookie } from '../../http/serve.ts'
import { businessTypeOf, mayWork } from './actor.ts'
import { networkOf } from './networks.ts'
import { nobodysHash, verifyPassword } from './password.ts'
import { findByAccount, listAddresses, listFailures } from './session.queries.ts'
import { hashOf, newSecret, sessionLimits, tokenOf } from './tokens.ts'

type Person = NonNullable<Awaited<ReturnType<typeof findByAccount>>>

/** Signs a person in. Refuses: `login.locked`, `login.failed`, `login.disabled` (told only to who knows the password). */
export async function login(ctx: OpenCtx, { account, password }: { account: string; password: string }): Promise<Login> {
  assertFromPage(ctx)
  // one spelling per account, so that changing letters gives no fresh guesses
  const lockKey = account.normalize('NFKC').toLowerCase()
  const network = networkOf(ctx.ip)
  return inTurn(`${lockKey} ${network}`, async () => {
    const person = await inTransaction(ctx.deps.pool, systemReach, (tx) => beginAttempt(tx, ctx.now, account, lockKey, network))
    const isRight = await verifyPassword(person?.password_hash ?? nobodysHash, password)
    if (!person || !isRight) {
      ctx.log.warn({ event: 'login.failed', network, userId: person?.user_id }, 'security event')
      throw new Problem('login.failed')
    }
    const binder = newSecret()
    const secret = newSecret()
    await inTransaction(ctx.deps.pool, systemReach, async (tx) => {
      await tx.run(q.deleteFrom('login_failures').where('account', '=', lockKey).where('network', '=', network))
      if (mayWork(person)) await openSession(tx, ctx, person, { secret, binder })
    })
    if (!mayWork(person)) throw new Problem('login.disabled')
    ctx.deps.sessions.forget([person.user_id])
    const { secureCookies } = ctx.deps.config
    ctx.setCookie(`${binderCookie(secureCookies)}=${binder}; Path=/; Max-Age=${sessionLimits.absoluteMs / 1000}; HttpOnly; SameSite=Strict${secureCookies ? '; Secure' : ''}`)
    return answerOf(person, tokenOf(person.handle, secret))
  })
}

/** Only a page or program that asks on purpose may log in: not a link, a prefetch or another site. */
function assertFromPage(ctx: OpenCtx): void {
  const purpose = ctx.header('sec-purpose') ?? ctx.header('purpose') ?? ''
  if (ctx.header('sec-fetch-mode') === 'navigate' || purpose.includes('prefetch') || ctx.header('sec-fetch-site') === 'cross-site')
    throw new Problem('request.bad', { reason: '请从登录页面登录' })
}

const turns = new Map<string, { last: Promise<unknown>; waiting: number }>()
const turnsMax = 16

/** Attempts for one account from one network go one after another: many at once are no more guesses than in turn. */
async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const turn = turns.get(key) ?? { last: Promise.resolve(), waiting: 0 }
  if (turn.waiting >= turnsMax) throw new Problem('rate.limited')
  turns.set(key, turn)
  turn.waiting++
  const mine = turn.last.then(work, work)
  turn.last = mine
  try {
    return await mine
  } finally {
    if (--turn.waiting === 0) turns.delete(key)
  }
}

/** Refuses a locked account; otherwise counts the attempt as failed until the password proves right. */
async function beginAttempt(tx: Tx, now: number, account: string, lockKey: string, network: string): Promise<Person | undefined> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${lockKey}, 1))`.compile(q))
  const person = await findByAccount(tx, account)
  const failures = await listFailures(tx, lockKey, now)
  const isKnown = failures.length > 0 && person !== undefined && (await listAddresses(tx, person.user_id)).some((ip) => networkOf(ip) === network)
  const until = lockedUntil(failures, network, isKnown, now)
  if (until !== undefined) throw new Problem('login.locked', { minutes: Math.ceil((until - now) / MINUTE_MS) })
  await tx.run(q.insertInto('login_failures').values({ account: lockKey, network, at: now }))
  return person
}

async function openSession(tx: Tx, ctx: OpenCtx, person: Person, { secret, binder }: { secret: string; binder: string }): Promise<void> {
  const { now } = ctx
  const userId = person.user_id
  // the row's lock puts parallel logins in line, so the count below is true
  await tx.run(q.updateTable('users').set({ last_login_at: now }).where('id', '=', userId))
  await tx.run(q.insertInto('sessions').values({
    id: v7(), user_id: userId, secret_hash: hashOf(secret), binder_hash: hashOf(binder), ip: ctx.ip, agent: ctx.agent.slice(0, 300),
    created_at: now, seen_at: now, ends_at: now + sessionLimits.absoluteMs,
  }))
  const surplus = q.selectFrom('sessions').select('id').where('user_id', '=', userId).where('revoked_at', 'is', null).where('ends_at', '>', now)
    .orderBy('created_at', 'desc').orderBy('id', 'desc').offset(sessionLimits.perUser)
  await tx.run(q.updateTable('sessions').set({ revoked_at: now, revoked_why: 'surplus' }).where('id', 'in', surplus))
  await tx.run(q.insertInto('audit_log').values({
    id: v7(), at: now, user_id: userId, company_id: person.company_id, branch_id: person.branch_company_id,
    ip: ctx.ip, action: '/v1/login', title: '登录', request_id: ctx.requestId,
  }))
}

/** What login answers; platform accounts have no company fields (spec §1). */
function answerOf(person: Person, id: string): Login {
  const { company_id: companyId, company_name: companyName, branch_company_id: branchCompanyId, branch_name: branchCompanyName } = person
  return {
    id, baiduAccessToken: '', type: person.type, name: person.name, account: person.account,
    ...(companyId === null ? {} : {
      companyId, businessType: businessTypeOf(person.role_flags), isTf: person.is_tf ?? false,
      ...(companyName === null ? {} : { companyName }),
    }),
    ...(branchCompanyId === null ? {} : { branchCompanyId }),
    ...(branchCompanyName === null ? {} : { branchCompanyName }),
  }
}
