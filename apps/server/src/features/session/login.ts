// Login (spec §7): lockout, password, second factor, the new session and its binder
// cookie.
import type { Input } from '@yunshu/contract/call'
import type { Login, loginByPost } from '@yunshu/contract/session/session'
import type { LoginResult } from '@yunshu/domain/account/loginLog'
import { lockedUntil } from '@yunshu/domain/account/loginLock'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { inTransaction, nilId, q, systemReach, type Tx } from '../../db/tx.ts'
import type { OpenCtx } from '../../work/ctx.ts'
import { binderCookie } from '../../http/cookies.ts'
import { spendCode } from '../factor/factor.commands.ts'
import { businessTypeOf, mayWork } from './actor.ts'
import {
  beginGuess,
  forgetGuesses,
  lineUp,
  lockedRefusal,
  lockKeyOf,
  takeBackGuess,
  type Begun,
} from './guess.commands.ts'
import { markDevice, readDevice, type KnownDevice } from './knownDevice.ts'
import { agentMax, listCodeFailures, noteCodeFailure, settleLine, writeLine } from './loginLog.ts'
import { lineOf, networkOf } from '../../http/networks.ts'
import { nobodysHash, verifyPassword } from './password.commands.ts'
import { findByAccount } from './session.queries.ts'
import { hashOf, newSecret, sessionLimits, tokenOf } from './tokens.queries.ts'

type Said = Input<typeof loginByPost>
type Person = NonNullable<Awaited<ReturnType<typeof findByAccount>>>
/** The end of a login whose password was right; a locked one says nothing of it. */
type End = Exclude<LoginResult, 'password'>

/**
 * Signs a person in. Refuses: `login.locked`, `login.failed`; and, only after the right password, `login.disabled`,
 * `login.factor` (a code is wanted), `login.factorWrong`. A lock holds for strangers: neither for a device the account was
 * signed in from, nor for password and code together.
 */
export async function signIn(ctx: OpenCtx, said: Said): Promise<Login> {
  assertFromPage(ctx)
  const { proofs } = ctx.deps
  const account = lockKeyOf(said.account)
  const device = readDevice(ctx, said.account)
  const sprayed = device === undefined ? proofs.sprayedUntil({ ...said, account, ip: ctx.ip }, ctx.now) : undefined
  // a sprayer takes no place in the line
  if (sprayed !== undefined && said.code === undefined) throw lockedRefusal(sprayed, ctx.now)
  const address = device === undefined ? lineOf(ctx.ip) : undefined
  return proofs.inTurn({ account, address }, async () => {
    const attempt = await begin(ctx, said, device)
    const { person, until } = attempt
    const isRight = await verifyPassword(person?.password_hash ?? nobodysHash, said.password)
    if (until === undefined && !(person && isRight)) {
      ctx.log.warn({ event: 'login.failed', network: networkOf(ctx.ip), userId: person?.user_id }, 'security event')
      throw new Problem('login.failed')
    }
    const secrets = { secret: newSecret(), binder: newSecret() }
    const end = await inTransaction(ctx.deps.pool, systemReach, tx =>
      until === undefined && person
        ? endOpen(tx, ctx, { ...attempt, person }, said, secrets)
        : endLocked(tx, ctx, { ...attempt, person: isRight ? person : undefined }, said, secrets),
    )
    if (person && isRight) proofs.takeBackGuess({ ...said, account, ip: ctx.ip })
    if (end !== 'ok' || !person) throw refusalOf(ctx, attempt, end)
    ctx.deps.sessions.forget([person.user_id])
    const { secureCookies, map } = ctx.deps.config
    ctx.setCookie(
      `${binderCookie(secureCookies)}=${secrets.binder}; Path=/; Max-Age=${sessionLimits.absoluteMs / 1000}; HttpOnly; SameSite=Strict${secureCookies ? '; Secure' : ''}`,
    )
    markDevice(ctx, said.account, person.password_changed_at, attempt.device)
    return answerOf(person, tokenOf(person.handle, secrets.secret), map.key)
  })
}

function refusalOf(ctx: OpenCtx, { person, until = ctx.now }: Attempt, end: End): Problem {
  switch (end) {
    case 'disabled':
      return new Problem('login.disabled')
    case 'code':
      return new Problem('login.factor')
    case 'factor':
      ctx.log.warn(
        { event: 'login.factorWrong', network: networkOf(ctx.ip), userId: person?.user_id },
        'security event',
      )
      return new Problem('login.factorWrong')
    default:
      return lockedRefusal(until, ctx.now)
  }
}

interface Secrets {
  readonly secret: string
  readonly binder: string
}

/** The end of a login whose password is right, where no lock holds; a right code is used up by it. */
async function endOpen(
  tx: Tx,
  ctx: OpenCtx,
  { id, guessId, person: compared, device }: Attempt & { readonly person: Person },
  { account, code }: Said,
  secrets: Secrets,
): Promise<End> {
  const person = await lockCompared(tx, account, compared)
  if (!person) throw new Problem('login.failed')
  const find = async (): Promise<End> => {
    if (!mayWork(person)) return 'disabled'
    if (person.factor_since === null) return 'ok'
    if (code === undefined) return 'code'
    return (await spendCode(tx, ctx.deps, { userId: person.user_id, code, now: ctx.now })) ? 'ok' : 'factor'
  }
  const end = await find()
  if (end === 'code') await takeBackGuess(tx, guessId)
  if (end === 'ok' || end === 'disabled') await forgetGuesses(tx, { account, ip: ctx.ip, device: device?.id })
  const sessionId = end === 'ok' ? await openSession(tx, ctx, person, secrets) : undefined
  await settleLine(tx, ctx, id, { userId: person.user_id, result: end, sessionId })
  return end
}

/**
 * The end of a login with a code where a lock holds; `person` is undefined unless the password is right. Password and
 * code let in together; short of that, the time and the statements are the same whichever was wrong.
 */
async function endLocked(
  tx: Tx,
  ctx: OpenCtx,
  { id, person: compared, device }: Attempt,
  { account, code = '' }: Said,
  secrets: Secrets,
): Promise<End> {
  const { now } = ctx
  // a commit that waits for the disk would tell that something was written
  await tx.run(sql`set local synchronous_commit = off`.compile(q))
  const person = await lockCompared(tx, account, compared)
  const failures = await listCodeFailures(tx, person?.user_id ?? nilId, now)
  // a person with the password has few tries at the code, however many addresses they come from
  const isOpen = person !== undefined && mayWork(person) && lockedUntil(failures, '', true, now) === undefined
  if (!(await spendCode(tx, ctx.deps, { userId: isOpen ? person.user_id : nilId, code, now }))) {
    await noteCodeFailure(tx, ctx, isOpen ? person.user_id : nilId)
    return 'locked'
  }
  if (!isOpen) return 'locked'
  await forgetGuesses(tx, { account, ip: ctx.ip, device: device?.id })
  const sessionId = await openSession(tx, ctx, person, secrets)
  await settleLine(tx, ctx, id, { userId: person.user_id, result: 'ok', sessionId })
  return 'ok'
}

/**
 * The person as they stand now, their row locked; undefined without one, and where the password that was compared is no
 * longer theirs: whoever changed it meanwhile ended every session, and this one would outlive it.
 */
async function lockCompared(tx: Tx, account: string, compared: Person | undefined): Promise<Person | undefined> {
  const userId = compared?.user_id ?? nilId
  await tx.first(q.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate())
  const person = await findByAccount(tx, account)
  return person?.password_hash === compared?.password_hash ? person : undefined
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

interface Attempt {
  readonly id: string
  readonly guessId: string
  readonly person: Person | undefined
  /** The device, while the password it was signed in with stands. */
  readonly device: KnownDevice | undefined
  /** A lock holds until then (ms), and the attempt brought a code. */
  readonly until: number | undefined
}

/**
 * Refuses a locked account unless a code is there; otherwise counts the attempt as failed, and writes it down so, until the
 * password proves right.
 */
async function begin(ctx: OpenCtx, said: Said, claimed: KnownDevice | undefined): Promise<Attempt> {
  const { now, ip } = ctx
  const { proofs } = ctx.deps
  const id = v7()
  const guess = { ...said, account: lockKeyOf(said.account), ip }
  const { begun, person, device } = await inTransaction(ctx.deps.pool, systemReach, async tx => {
    await lineUp(tx, said.account)
    const found = await findByAccount(tx, said.account)
    const known = claimed?.passwordAt === found?.password_changed_at ? claimed : undefined
    const sprayed = known === undefined ? proofs.sprayedUntil(guess, now) : undefined
    const made: Begun =
      sprayed === undefined
        ? await beginGuess(tx, { account: said.account, ip, now, device: known?.id }, found?.user_id)
        : { until: sprayed }
    await writeLine(tx, ctx, { id, account: said.account, result: 'until' in made ? 'locked' : 'password' })
    return { begun: made, person: found, device: known }
  })
  if (!('until' in begun)) {
    if (device === undefined) proofs.noteGuess(guess, now)
    return { id, guessId: begun.id, person, device, until: undefined }
  }
  if (said.code === undefined) throw lockedRefusal(begun.until, now)
  return { id, guessId: nilId, person, device, until: begun.until }
}

async function openSession(tx: Tx, ctx: OpenCtx, person: Person, { secret, binder }: Secrets): Promise<string> {
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
