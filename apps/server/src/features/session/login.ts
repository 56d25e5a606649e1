// Login (spec §7, reliability study W1 and W2): lockout, password, second factor, the new session and its binder
// cookie.
import type { Input } from '@yunshu/contract/call'
import type { Login, loginByPost } from '@yunshu/contract/session/session'
import type { LoginResult } from '@yunshu/domain/account/loginLog'
import { Problem } from '@yunshu/domain/problems/problems'
import { v7 } from 'uuid'
import { inTransaction, q, systemReach, type Tx } from '../../db/tx.ts'
import type { OpenCtx } from '../../work/ctx.ts'
import { binderCookie } from '../../http/cookies.ts'
import { spendCode } from '../factor/factor.commands.ts'
import { businessTypeOf, mayWork } from './actor.ts'
import { beginGuess, forgetGuesses, lineUp, lockedRefusal, lockKeyOf, takeBackGuess } from './guess.commands.ts'
import { agentMax, settleLine, writeLine } from './loginLog.ts'
import { networkOf } from '../../http/networks.ts'
import { nobodysHash, verifyPassword } from './password.commands.ts'
import { findByAccount } from './session.queries.ts'
import { hashOf, newSecret, sessionLimits, tokenOf } from './tokens.queries.ts'

type Person = NonNullable<Awaited<ReturnType<typeof findByAccount>>>

/**
 * Signs a person in. Refuses: `login.locked`, `login.failed`; and, only after the right password, `login.disabled`,
 * `login.factor` (a code is wanted), `login.factorWrong`.
 */
export async function login(ctx: OpenCtx, { account, password, code }: Input<typeof loginByPost>): Promise<Login> {
  assertFromPage(ctx)
  const network = networkOf(ctx.ip)
  return inTurn(`${lockKeyOf(account)} ${network}`, async () => {
    const attempt = await begin(ctx, account)
    const { person } = attempt
    const isRight = await verifyPassword(person?.password_hash ?? nobodysHash, password)
    if (!person || !isRight) {
      ctx.log.warn({ event: 'login.failed', network, userId: person?.user_id }, 'security event')
      throw new Problem('login.failed')
    }
    const binder = newSecret()
    const secret = newSecret()
    const result = await inTransaction(
      ctx.deps.pool,
      systemReach,
      async (tx): Promise<Exclude<LoginResult, 'password' | 'locked'>> => {
        const end = await endOf(tx, ctx, person, code)
        if (end === 'code') await takeBackGuess(tx, attempt.guessId)
        if (end === 'ok' || end === 'disabled') await forgetGuesses(tx, { account, ip: ctx.ip })
        const sessionId = end === 'ok' ? await openSession(tx, ctx, person, { secret, binder }) : undefined
        await settleLine(tx, ctx, attempt.id, { userId: person.user_id, result: end, sessionId })
        return end
      },
    )
    if (result === 'factor')
      ctx.log.warn({ event: 'login.factorWrong', network, userId: person.user_id }, 'security event')
    if (result !== 'ok')
      throw new Problem(
        ({ disabled: 'login.disabled', code: 'login.factor', factor: 'login.factorWrong' } as const)[result],
      )
    ctx.deps.sessions.forget([person.user_id])
    const { secureCookies } = ctx.deps.config
    ctx.setCookie(
      `${binderCookie(secureCookies)}=${binder}; Path=/; Max-Age=${sessionLimits.absoluteMs / 1000}; HttpOnly; SameSite=Strict${secureCookies ? '; Secure' : ''}`,
    )
    return answerOf(person, tokenOf(person.handle, secret), ctx.deps.config.map.key)
  })
}

/** The result of a login with the right password; a right code is used up by it. */
async function endOf(
  tx: Tx,
  ctx: OpenCtx,
  person: Person,
  code: string | undefined,
): Promise<'ok' | 'disabled' | 'code' | 'factor'> {
  if (!mayWork(person)) return 'disabled'
  if (person.factor_since === null) return 'ok'
  if (code === undefined) return 'code'
  return (await spendCode(tx, ctx.deps, { userId: person.user_id, code, now: ctx.now })) ? 'ok' : 'factor'
}

/** Only a page or program that asks on purpose may log in: not a link, a prefetch or another site. */
function assertFromPage(ctx: OpenCtx): void {
  const purpose = ctx.header('sec-purpose') ?? ctx.header('purpose') ?? ''
  if (
    ctx.header('sec-fetch-mode') === 'navigate' ||
    purpose.includes('prefetch') ||
    ctx.header('sec-fetch-site') === 'cross-site'
  )
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

interface Attempt {
  readonly id: string
  readonly guessId: string
  readonly person: Person | undefined
}

/**
 * Refuses a locked account; otherwise counts the attempt as failed, and writes it down so, until the password proves
 * right.
 */
async function begin(ctx: OpenCtx, account: string): Promise<Attempt> {
  const { now } = ctx
  const id = v7()
  const { begun, person } = await inTransaction(ctx.deps.pool, systemReach, async tx => {
    await lineUp(tx, account)
    const found = await findByAccount(tx, account)
    const guess = await beginGuess(tx, { account, ip: ctx.ip, now }, found?.user_id)
    await writeLine(tx, ctx, { id, account, result: 'until' in guess ? 'locked' : 'password' })
    return { begun: guess, person: found }
  })
  if ('until' in begun) throw lockedRefusal(begun.until, now)
  return { id, guessId: begun.id, person }
}

async function openSession(
  tx: Tx,
  ctx: OpenCtx,
  person: Person,
  { secret, binder }: { secret: string; binder: string },
): Promise<string> {
  const { now } = ctx
  const userId = person.user_id
  // the row's lock puts parallel logins in line, so the count below is true
  await tx.run(q.updateTable('users').set({ last_login_at: now }).where('id', '=', userId))
  const id = v7()
  await tx.run(
    q.insertInto('sessions').values({
      id,
      user_id: userId,
      secret_hash: hashOf(secret),
      binder_hash: hashOf(binder),
      ip: ctx.ip,
      agent: ctx.agent.slice(0, agentMax),
      created_at: now,
      seen_at: now,
      ends_at: now + sessionLimits.absoluteMs,
      second_factor: person.factor_since !== null,
    }),
  )
  const surplus = q
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('ends_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(sessionLimits.perUser)
  await tx.run(q.updateTable('sessions').set({ revoked_at: now, revoked_why: 'surplus' }).where('id', 'in', surplus))
  await tx.run(
    q.insertInto('audit_log').values({
      id: v7(),
      at: now,
      user_id: userId,
      company_id: person.company_id,
      branch_id: person.branch_company_id,
      ip: ctx.ip,
      action: '/v1/login',
      title: '登录',
      request_id: ctx.requestId,
    }),
  )
  return id
}

/** The answer of login; platform accounts have no company fields (spec §1). */
function answerOf(person: Person, id: string, baiduAccessToken: string): Login {
  const {
    company_id: companyId,
    company_name: companyName,
    branch_company_id: branchCompanyId,
    branch_name: branchCompanyName,
  } = person
  return {
    id,
    baiduAccessToken,
    type: person.type,
    name: person.name,
    account: person.account,
    ...(companyId === null
      ? {}
      : {
          companyId,
          businessType: businessTypeOf(person.role_flags),
          isTf: person.is_tf ?? false,
          ...(companyName === null ? {} : { companyName }),
        }),
    ...(branchCompanyId === null ? {} : { branchCompanyId }),
    ...(branchCompanyName === null ? {} : { branchCompanyName }),
  }
}
