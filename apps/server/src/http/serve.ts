// The deep module between wire and handlers: parse, sign, session, permit, scope, transaction, audit, envelope, push.
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { Call, Input, Output } from '@yunshu/contract/call'
import { Problem } from '@yunshu/domain/problems/problems'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { inTransaction, reading } from '../db/tx.ts'
import { reachOf, type Actor, type Ctx, type Deps, type OpenCtx } from '../work/ctx.ts'
import { makeCtx, mayCall, writing, type Work } from '../work/makeCtx.ts'
import { sendAnswer, sendRefusal } from './answer.ts'
import { writeAudit } from './audit.ts'
import { binderCookie, cookieOf } from './cookies.ts'
import { encodeAnswer } from './encode.ts'
import { freeKey, runOnce, requestHash, spendKey } from './idempotency.ts'
import { isFormType, requestLimits } from './parse.ts'
import { decodeInput, narrowActor, readRequest, type Texts } from './request.ts'
import type { SecurityEvents } from './securityEvents.ts'
import { assertAwake, assertFactor } from './secondFactor.ts'
import { assertSigned } from './signed.ts'
import { clearUploadRoom, makeUploadRoom, type UploadRoom } from './uploads.ts'

/** Bytes a call answers instead of an envelope: a file with its name, sent as it is made. */
export interface FileAnswer {
  readonly name: string
  readonly mime: string
  readonly body: Readable
}

/** Tools for work before the transaction of a call; `whenOver` runs once the call has ended, in success or failure. */
export interface Early extends Pick<Ctx, 'deps' | 'actor' | 'now' | 'files'> {
  readonly whenOver: (work: () => Promise<void>) => void
}
/** Tools for a proof before the transaction of a call; from `keep` on the key of the call stays used up if it is refused. */
export interface Proving extends Pick<Ctx, 'deps' | 'actor' | 'now' | 'ip' | 'log' | 'keep'> {}
/** Tools of a call without a transaction of its own. */
type Direct = Pick<Ctx, 'deps' | 'actor'>
type Handle = (ctx: Ctx) => Promise<unknown>

/**
 * A call bound to its handler. `kind` says what is put around it; `take` decodes the parameters of one request, throws
 * what is wrong with them, and answers the work that is left.
 */
export type Route = { readonly call: Call } & (
  | { readonly kind: 'read' | 'write'; readonly take: (texts: Texts) => Handle }
  | { readonly kind: 'after'; readonly take: (texts: Texts) => (work: Early) => Promise<Handle> }
  | { readonly kind: 'proved'; readonly take: (texts: Texts) => (work: Proving) => Promise<Handle> }
  | { readonly kind: 'file'; readonly take: (texts: Texts) => (ctx: Ctx) => Promise<FileAnswer> }
  | { readonly kind: 'direct'; readonly take: (texts: Texts) => (who: Direct) => Promise<unknown> }
  | { readonly kind: 'open'; readonly take: (texts: Texts) => (ctx: OpenCtx) => Promise<unknown> }
)

/** The work of one request: its parameters are decoded now, the rest runs when it is given what it works with. */
const taking =
  <C extends Call, W, R>(call: C, handle: (work: W, input: Input<C>) => R) =>
  (texts: Texts): ((work: W) => R) => {
    const input = decodeInput(call, texts)
    return work => handle(work, input)
  }

/** Binds a call to its handler. The handler decides nothing about who may call: the call says it. */
export function on<C extends Call>(call: C, handle: (ctx: Ctx, input: Input<C>) => Promise<Output<C>>): Route {
  if (call.permit === 'public') throw new Error(`${call.path} is public: use onOpen`)
  return { kind: call.method === 'GET' ? 'read' : 'write', call, take: taking(call, handle) }
}

/**
 * Binds a write with work before its transaction: slow work without the database, so that no transaction waits for it.
 * The handler gets its result.
 */
export function onAfter<C extends Call, M>(
  call: C,
  before: (work: Early, input: Input<C>) => Promise<M>,
  handle: (ctx: Ctx, input: Input<C>, made: M) => Promise<Output<C>>,
): Route {
  if (call.permit === 'public' || call.method !== 'POST')
    throw new Error(`${call.path} is no signed-in write: use on or onOpen`)
  const take = taking(call, async (work: Early, input: Input<C>): Promise<Handle> => {
    const made = await before(work, input)
    return ctx => handle(ctx, input, made)
  })
  return { kind: 'after', call, take }
}

/**
 * Binds a write that its person proves first, by a password: the proof works before the transaction, in short ones of its
 * own, and the handler gets what came of it. The key of the call is used up by the proof, so that a repeated call is no
 * second guess.
 */
export function onProved<C extends Call, M>(
  call: C,
  prove: (work: Proving, input: Input<C>) => Promise<M>,
  handle: (ctx: Ctx, input: Input<C>, proof: M) => Promise<Output<C>>,
): Route {
  if (call.permit === 'public' || call.method !== 'POST' || !call.secret)
    throw new Error(`${call.path} is no signed-in write with a secret: use on or onAfter`)
  const take = taking(call, async (work: Proving, input: Input<C>): Promise<Handle> => {
    const proof = await prove(work, input)
    return ctx => handle(ctx, input, proof)
  })
  return { kind: 'proved', call, take }
}

/**
 * Binds a call that answers a file, by GET too: who took it is a row of the audit log. Writes of the handler are
 * committed before the first byte leaves; the body reads for itself.
 */
export function onFile<C extends Call>(call: C, file: (ctx: Ctx, input: Input<C>) => Promise<FileAnswer>): Route {
  if (call.permit === 'public' || call.answer !== 'blob')
    throw new Error(`${call.path} is no signed-in file: use on or onOpen`)
  return { kind: 'file', call, take: taking(call, file) }
}

/**
 * Binds a signed-in call that opens no transaction of its own. Its answer is good once: it is kept neither for a
 * repeated key nor in the audit log.
 */
export function onDirect<C extends Call>(call: C, direct: (who: Direct, input: Input<C>) => Promise<Output<C>>): Route {
  if (call.permit === 'public' || !call.personal) throw new Error(`${call.path} leaves traces: use on`)
  return { kind: 'direct', call, take: taking(call, direct) }
}

/** Binds a public call (login, public pages): no session, own transactions. */
export function onOpen<C extends Call>(call: C, open: (ctx: OpenCtx, input: Input<C>) => Promise<Output<C>>): Route {
  if (call.permit !== 'public') throw new Error(`${call.path} is not public: use on`)
  return { kind: 'open', call, take: taking(call, open) }
}

/** Answers below this go as they are. */
const compressedFromBytes = 1024

/** Requests waiting for a connection before new ones are turned away with 503. */
const waitingMax = 200

/** Mounts every route; an address declared twice stops the start. */
export function serve(app: FastifyInstance, deps: Deps, routes: readonly Route[], events: SecurityEvents): void {
  const room = makeUploadRoom(path.resolve(deps.config.dataDir, 'incoming'))
  app.addHook('onReady', () => clearUploadRoom(room, Date.now()))
  for (const route of routes) {
    const { call } = route
    app.route({
      method: call.method,
      url: call.path,
      config: { call },
      bodyLimit: route.kind === 'open' ? requestLimits.openBytes : requestLimits.bodyBytes,
      // the answer of a write, a login or a file may be a secret, and its length must not tell of it; a read is made for
      // whoever holds the token, which no other site can send
      compress: route.kind === 'read' ? { threshold: compressedFromBytes } : false,
      // throwing here leaves the body unread
      onRequest: async (request, reply) => {
        reply.header('Cache-Control', 'no-store')
        if (deps.pool.waitingCount + deps.reads.waitingCount > waitingMax) throw new Problem('server.busy')
        if (request.headers['urlflag'] !== 'web') throw new Problem('request.client')
        if (call.method === 'POST' && route.kind !== 'open')
          await findPerson(deps, call, request, Date.now()).catch((error: unknown) => {
            // somebody we know who may not: which record it was about stands in the form, an upload is not read for it
            if (isMissingPermit(error) && isFormType(request.headers['content-type'])) return
            events.note(request, call, error)
            throw error
          })
      },
      handler: (request, reply) => run({ deps, room, events }, route, request, reply),
    })
  }
}

const isMissingPermit = (error: unknown): boolean => error instanceof Problem && error.problem === 'permit.missing'

interface Serving {
  readonly deps: Deps
  readonly room: UploadRoom
  readonly events: SecurityEvents
}

async function run(
  { deps, room, events }: Serving,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { call } = route
  let forget = async (): Promise<void> => {}
  let known: Texts | undefined
  try {
    // the moment the request began: its timestamp is as old as its body was long
    const now = Date.now()
    const { texts, files, remove } = await readRequest(call, request, room)
    forget = remove
    known = texts
    assertSigned(deps.config, call, texts, now)
    if (route.kind === 'open') {
      const data = await route.take(texts)(openCtx(deps, request, reply, now))
      deps.wake()
      return sendAnswer(reply, encodeAnswer(call.output, data))
    }
    // the session is asked again: it may have ended while the body came
    const actor = await findActor(deps, call, request, texts, Date.now())
    const work: Work = { deps, actor, now, files, requestId: request.id, ip: request.ip, log: request.log }
    const asked = { call, work, texts, givenKey: request.headers['idempotency-key'] }
    const inTurn = <T>(carry: () => Promise<T>): Promise<T> =>
      deps.turns(actor.userId, call, async () => {
        // reads of a page that was left while they waited would hold up those of the next one
        if (call.method === 'GET' && request.raw.socket.destroyed) throw new Problem('person.busy')
        return carry()
      })
    if (route.kind === 'file') {
      const handle = route.take(texts)
      return await inTurn(() => sendFile(asked, handle, reply))
    }
    const data = await inTurn(() => carryOut(asked, route))
    await remove()
    return sendAnswer(reply, data)
  } catch (error) {
    await forget()
    if (error instanceof Problem && error.problem === 'identity.forged')
      request.log.warn({ event: 'identity.forged', path: call.path }, 'security event')
    events.note(request, { path: call.path, title: call.title, texts: known }, error)
    return sendRefusal(reply, request, error)
  }
}

/** The answer of a signed-in call. */
async function carryOut(asked: Asked, route: Exclude<Route, { kind: 'open' | 'file' }>): Promise<unknown> {
  const { call, work, texts } = asked
  switch (route.kind) {
    case 'direct':
      return encodeAnswer(call.output, await route.take(texts)(work))
    case 'read':
      return read(asked, route.take(texts))
    case 'write':
      return write(asked, route.take(texts))
    case 'after':
      return writeAfter(asked, route.take(texts))
    case 'proved':
      return writeProved(asked, route.take(texts))
  }
}

/** The person the headers of a request name, let in to this call: they say it before any of the body is read. */
async function findPerson(deps: Deps, call: Call, request: FastifyRequest, now: number): Promise<Actor> {
  const { authorization } = request.headers
  const binder = cookieOf(request, binderCookie(deps.config.secureCookies))
  const actor = call.byLink
    ? await deps.findLinked(authorization, now)
    : await deps.sessions.find(authorization, binder, now)
  if (actor.passwordMust !== undefined && !call.always) throw new Problem('password.must')
  if (!mayCall(actor, call)) throw new Problem('permit.missing')
  assertAwake(actor, call.permit, now)
  return actor
}

/** The person of a request with the branch its fields name; throws what stands in the way. */
async function findActor(deps: Deps, call: Call, request: FastifyRequest, texts: Texts, now: number): Promise<Actor> {
  const person = await findPerson(deps, call, request, now)
  const actor = narrowActor(person, texts, call)
  const { branchId } = actor
  if (actor !== person && branchId !== undefined && !(await deps.sessions.isBranch(branchId, now)))
    throw new Problem('identity.forged')
  if (texts['token'] && texts['token'] !== request.headers.authorization) throw new Problem('identity.forged')
  // a company has no branch of the house to choose: its own rows are all it reaches
  if (call.branchOnly && actor.side === 'platform' && actor.branchId === undefined) throw new Problem('branch.only')
  await assertFactor(deps, actor, call.permit)
  return actor
}

interface Asked {
  readonly call: Call
  readonly work: Work
  readonly texts: Texts
  readonly givenKey: string | string[] | undefined
}

async function read({ call, work }: Asked, handle: Handle): Promise<unknown> {
  const data = await reading(work.deps.reads, reachOf(work.actor), tx => handle(makeCtx(work, tx).ctx))
  return encodeAnswer(call.output, data)
}

async function write({ call, work, texts, givenKey }: Asked, handle: Handle): Promise<unknown> {
  // a sign is made of the parameters: that of a secret call is not kept, and that of a call by link tells none apart
  const key = givenKey ?? (call.secret || call.byLink ? undefined : texts['sign'])
  if (call.money && typeof key !== 'string') throw new Problem('request.bad', { reason: '缺少提交编号' })
  return writing(work, reachOf(work.actor), async (ctx, touched) => {
    const effect = async (): Promise<unknown> => {
      const output = encodeAnswer(call.output, await handle(ctx))
      if (!call.personal) await writeAudit(ctx, call, touched)
      return output
    }
    if (typeof key !== 'string') return effect()
    if (!call.secret) return runOnce(ctx, key, requestHash(call, texts, work.files, work.actor.linkId), effect)
    await spendKey(ctx, key)
    return effect()
  })
}

/** A write with work before its transaction; work registered with `whenOver` is done before the call is answered. */
async function writeAfter(asked: Asked, before: (work: Early) => Promise<Handle>): Promise<unknown> {
  const { work } = asked
  const over: (() => Promise<void>)[] = []
  try {
    return await write(asked, await before({ ...work, whenOver: end => over.push(end) }))
  } finally {
    for (const end of over)
      await end().catch((fault: unknown) => work.log.error({ err: fault }, 'after the end of a call'))
  }
}

/** A write with a proof before its transaction; the key is free again when nothing was proved or kept. */
async function writeProved(asked: Asked, prove: (work: Proving) => Promise<Handle>): Promise<unknown> {
  const { work, givenKey } = asked
  const key = typeof givenKey === 'string' ? givenKey : undefined
  const withKey = async (act: typeof spendKey): Promise<void> => {
    const { deps, actor, now } = work
    if (key !== undefined) await inTransaction(deps.pool, reachOf(actor), tx => act({ tx, actor, now }, key))
  }
  await withKey(spendKey)
  let isKept = false
  const keep = (): void => {
    isKept = true
  }
  try {
    return await write({ ...asked, givenKey: undefined }, await prove({ ...work, keep }))
  } catch (error) {
    if (!isKept || !(error instanceof Problem)) await withKey(freeKey)
    throw error
  }
}

/** A file is made anew for every request: there is nothing to repeat, so no key is kept. */
async function sendFile(
  { call, work }: Asked,
  file: (ctx: Ctx) => Promise<FileAnswer>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { name, mime, body } = await writing(work, reachOf(work.actor), async (ctx, touched) => {
    const made = await file(ctx)
    await writeAudit(ctx, call, touched)
    return made
  })
  reply.header('Content-Type', mime)
  // programs that know no filename* get one with the right ending
  const plain = `export${path.extname(name)}`
  reply.header('Content-Disposition', `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`)
  return reply.send(body)
}

function openCtx(deps: Deps, request: FastifyRequest, reply: FastifyReply, now: number): OpenCtx {
  return {
    deps,
    now,
    requestId: request.id,
    ip: request.ip,
    agent: request.headers['user-agent'] ?? '',
    log: request.log,
    header: name => [request.headers[name]].flat()[0],
    setCookie: line => {
      reply.header('Set-Cookie', line)
    },
  }
}
