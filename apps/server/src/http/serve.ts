// The deep module between wire and handlers: parse, sign, session, permit, scope, transaction, audit, envelope, push.
import { createHash, randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Call, Input, Output } from '@yunshu/contract/call'
import { fieldLabel } from '@yunshu/contract/labels'
import { commonParams, fromWire } from '@yunshu/contract/wire'
import { Problem } from '@yunshu/domain/problems'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { reading } from '../db/tx.ts'
import { answer, refuse } from './answer.ts'
import { encode } from './encode.ts'
import { writeAudit } from './audit.ts'
import { reachOf, type Actor, type Ctx, type Deps, type OpenCtx, type Upload } from '../work/ctx.ts'
import { once, onlyOnce, requestHash } from './idempotency.ts'
import { makeCtx, may, writing, type Work } from '../work/makeCtx.ts'
import { isFormType, parseBody, parseQuery } from './parse.ts'
import { binderCookie, cookie } from './cookies.ts'
import { parseStrictJson } from '../strictJson.ts'
import { assertFactor } from './secondFactor.ts'
import { assertSigned } from './signed.ts'
import { readUploads } from './uploads.ts'

type Handle = (ctx: Ctx, input: never, made: never) => Promise<unknown>
/**
 * Work of a call before its transaction: what takes long and needs no database, so that no transaction waits for it.
 */
type Before = (work: Pick<Ctx, 'actor' | 'files'>, input: never) => Promise<unknown>
type OpenHandle = (ctx: OpenCtx, input: never) => Promise<unknown>

/** Bytes a call answers instead of an envelope: a file with its name, sent as it is made. */
export interface FileAnswer {
  readonly name: string
  readonly mime: string
  readonly body: Readable
}
type FileHandle = (ctx: Ctx, input: never) => Promise<FileAnswer>
type DirectHandle = (who: Pick<Ctx, 'deps' | 'actor'>, input: never) => Promise<unknown>

export type Route =
  | { readonly call: Call; readonly handle: Handle; readonly before?: Before }
  | { readonly call: Call; readonly open: OpenHandle }
  | { readonly call: Call; readonly file: FileHandle }
  | { readonly call: Call; readonly direct: DirectHandle }

/** Binds a call to its handler. The handler decides nothing about who may call: the call says it. */
export function on<C extends Call>(call: C, handle: (ctx: Ctx, input: Input<C>) => Promise<Output<C>>): Route {
  if (call.permit === 'public') throw new Error(`${call.path} is public: use onOpen`)
  return { call, handle }
}

/** The same for a call with something to do before its transaction; the handler gets what came of it. */
export function onAfter<C extends Call, M>(
  call: C,
  before: (work: Pick<Ctx, 'actor' | 'files'>, input: Input<C>) => Promise<M>,
  handle: (ctx: Ctx, input: Input<C>, made: M) => Promise<Output<C>>,
): Route {
  if (call.permit === 'public' || call.method !== 'POST')
    throw new Error(`${call.path} is no signed-in write: use on or onOpen`)
  return { call, handle, before }
}

/**
 * Binds a call that answers a file. What the handler writes is committed before the first byte leaves; the body reads
 * for itself.
 */
export function onFile<C extends Call>(call: C, file: (ctx: Ctx, input: Input<C>) => Promise<FileAnswer>): Route {
  if (call.permit === 'public' || call.answer !== 'blob' || call.method !== 'POST')
    throw new Error(`${call.path} is no signed-in file: use on or onOpen`)
  return { call, file }
}

/**
 * Binds a signed-in call that opens no transaction of its own: what it answers is good once, so that it is kept neither
 * for a repeated key nor in the audit log.
 */
export function onDirect<C extends Call>(
  call: C,
  direct: (who: Pick<Ctx, 'deps' | 'actor'>, input: Input<C>) => Promise<Output<C>>,
): Route {
  if (call.permit === 'public' || !call.personal) throw new Error(`${call.path} leaves traces: use on`)
  return { call, direct }
}

/** Binds a public call (login, public pages): no session, own transactions. */
export function onOpen<C extends Call>(call: C, open: (ctx: OpenCtx, input: Input<C>) => Promise<Output<C>>): Route {
  if (call.permit !== 'public') throw new Error(`${call.path} is not public: use on`)
  return { call, open }
}

/** Requests waiting for a connection before new ones are turned away with 503. */
const waitingMax = 200

/** Mounts every route; an address declared twice stops the start. */
export function serve(app: FastifyInstance, deps: Deps, routes: readonly Route[]): void {
  for (const route of routes) {
    const { method, path } = route.call
    app.route({
      method,
      url: path,
      config: { call: route.call },
      handler: (request, reply) => run(deps, route, request, reply),
    })
  }
}

async function run(deps: Deps, route: Route, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.header('Cache-Control', 'no-store')
  try {
    if (deps.pool.waitingCount + deps.reads.waitingCount > waitingMax) throw new Problem('server.busy')
    if (request.headers['urlflag'] !== 'web') throw new Problem('request.client')
    const now = Date.now()
    const { texts, files } = await readRequest(route.call, request)
    assertSigned(deps.config, texts, now)
    if ('open' in route) return await runOpen(deps, route, request, reply, texts, now)

    const token = request.headers.authorization
    const actor = narrowed(
      await deps.sessions.find(token, cookie(request, binderCookie(deps.config.secureCookies)), now),
      texts,
    )
    if (texts['token'] && texts['token'] !== token) throw new Problem('identity.forged')
    const { call } = route
    if (actor.passwordMust !== undefined && !call.always) throw new Problem('password.must')
    if (call.permit !== 'session' && call.permit !== 'public' && !may(actor, call.permit))
      throw new Problem('permit.missing')
    if (call.branchOnly && actor.branchId === undefined) throw new Problem('branch.only')
    await assertFactor(deps, actor, call.permit)
    const input = decodeInput(call, texts)
    if ('direct' in route)
      return answer(reply, encode(call.output, await route.direct({ deps, actor }, input as never)))
    const work = { deps, actor, now, files, requestId: request.id, ip: request.ip, log: request.log }
    if ('file' in route) return await sendFile(route, work, input, reply)
    const made = await route.before?.(work, input as never)
    const handle = (ctx: Ctx, own: never): Promise<unknown> => route.handle(ctx, own, made as never)
    return await (call.method === 'GET' ? read : write)(
      { call, handle },
      { work, input, texts, givenKey: request.headers['idempotency-key'], reply },
    )
  } catch (error) {
    if (error instanceof Problem && error.problem === 'identity.forged')
      request.log.warn({ event: 'identity.forged', path: route.call.path }, 'security event')
    return refuse(reply, request, error)
  }
}

async function readRequest(
  call: Call,
  request: FastifyRequest,
): Promise<{ texts: Record<string, string>; files: Upload[] }> {
  if (call.method === 'GET') return { texts: parseQuery(request.url), files: [] }
  if (request.url.includes('?')) throw new Problem('request.bad', { reason: '地址中不能带参数' })
  if (call.body === 'multipart') return readUploads(request)
  if (!isFormType(request.headers['content-type'])) throw new Problem('request.type')
  return { texts: Buffer.isBuffer(request.body) ? parseBody(request.body) : {}, files: [] }
}

/** Decodes a call's own parameters; each fault is told at its field, in Chinese. */
function decodeInput(call: Call, texts: Readonly<Record<string, string>>): unknown {
  const own = Object.fromEntries(Object.entries(texts).filter(([name]) => !isCommon(name)))
  const read = z.safeDecode(call.input, fromWire(call.input, own, parseStrictJson), { reportInput: true })
  if (read.success) return read.data
  const fields: Record<string, string> = {}
  for (const issue of read.error.issues) {
    const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path
    const missing = issue.code === 'invalid_type' && issue.input === undefined
    fields[path.join('.')] ??=
      issue.code === 'unrecognized_keys' ? '不是可用的参数' : missing ? '不能为空' : issue.message
  }
  const [first, reason] = Object.entries(fields)[0] ?? ['', '不正确']
  const name =
    first
      .split('.')
      .filter(part => !/^\d+$/.test(part))
      .at(-1) ?? ''
  throw new Problem('request.field', { field: fieldLabel(name), reason }, { fields })
}

const isCommon = (name: string): boolean => commonParams.some(common => common === name)

/** Parameters that repeat the identity must equal the session's; a branch may only narrow a platform account. */
function narrowed(actor: Actor, texts: Readonly<Record<string, string>>): Actor {
  const { operatorAccount, operatorName, branchCompanyId } = texts
  if (operatorAccount && operatorAccount !== actor.account) throw new Problem('identity.forged')
  if (operatorName && operatorName !== actor.name) throw new Problem('identity.forged')
  if (!branchCompanyId || branchCompanyId === actor.branchId) return actor
  // a page that opens does not know yet that it works for an employee of another branch
  if (actor.actingFor !== undefined && branchCompanyId === actor.actingFor.ownBranchId) return actor
  if (actor.side !== 'platform' || !/^[0-9a-f-]{36}$/.test(branchCompanyId)) throw new Problem('identity.forged')
  return { ...actor, side: 'branch', branchId: branchCompanyId }
}

interface Running {
  work: Work
  input: unknown
  texts: Record<string, string>
  givenKey: string | string[] | undefined
  reply: FastifyReply
}
interface Bound {
  call: Call
  handle: (ctx: Ctx, input: never) => Promise<unknown>
}

async function read({ call, handle }: Bound, { work, input, reply }: Running): Promise<FastifyReply> {
  const data = await reading(work.deps.reads, reachOf(work.actor), tx => handle(makeCtx(work, tx).ctx, input as never))
  return answer(reply, encode(call.output, data))
}

async function write({ call, handle }: Bound, { work, input, texts, givenKey, reply }: Running): Promise<FastifyReply> {
  // a sign is made of the parameters: that of a secret call is not kept
  const key = givenKey ?? (call.secret ? undefined : texts['sign'])
  if (call.money && typeof key !== 'string') throw new Problem('request.bad', { reason: '缺少提交编号' })
  const data = await writing(work, reachOf(work.actor), async (ctx, touched) => {
    const effect = async (): Promise<unknown> => {
      const output = encode(call.output, await handle(ctx, input as never))
      if (!call.personal) await writeAudit(ctx, call, touched)
      return output
    }
    if (typeof key !== 'string') return effect()
    return call.secret ? onlyOnce(ctx, key, effect) : once(ctx, key, requestHash(call, texts, work.files), effect)
  })
  return answer(reply, data)
}

/** A file is made anew for every request: there is nothing to repeat, so no key is kept. */
async function sendFile(
  { call, file }: Extract<Route, { file: FileHandle }>,
  work: Work,
  input: unknown,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { name, mime, body } = await writing(work, reachOf(work.actor), async (ctx, touched) => {
    const made = await file(ctx, input as never)
    await writeAudit(ctx, call, touched)
    return made
  })
  reply.header('Content-Type', mime)
  reply.header('Content-Disposition', `attachment; filename="export"; filename*=UTF-8''${encodeURIComponent(name)}`)
  return reply.send(body)
}

async function runOpen(
  deps: Deps,
  route: Extract<Route, { open: OpenHandle }>,
  request: FastifyRequest,
  reply: FastifyReply,
  texts: Record<string, string>,
  now: number,
): Promise<FastifyReply> {
  const ctx: OpenCtx = {
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
  const output = await route.open(ctx, decodeInput(route.call, texts) as never)
  deps.wake()
  return answer(reply, encode(route.call.output, output))
}

/** Request ids: given by a trusted proxy in its own form, or made here. */
export const makeRequestId = (): string => createHash('sha256').update(randomUUID()).digest('base64url').slice(0, 16)
