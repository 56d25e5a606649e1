// The socket of the live map: takes viewers by ticket, and once a second tells each what changed in the part they look at.
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { LiveView } from '@yunshu/contract/track/liveFrame'
import { pushCloses } from '@yunshu/domain/message/push'
import { Problem } from '@yunshu/domain/problems/problems'
import type pg from 'pg'
import { WebSocketServer, type WebSocket } from 'ws'
import * as z from 'zod/mini'
import type { Config } from '../../config.ts'
import { reading, systemReach } from '../../db/tx.ts'
import { findActorOfSession } from '../../features/session/sessionActor.ts'
import { listEndedSessions } from '../../features/session/session.queries.ts'
import { isAllowedOrigin } from '../../http/crossOrigin.ts'
import { narrowActor } from '../../http/request.ts'
import { parseStrictJson } from '../../strictJson.ts'
import type { Actor, SessionGate } from '../../work/ctx.ts'
import { may } from '../../work/makeCtx.ts'
import { endConnections, refuseSocket, ticketProtocol } from '../entrance.ts'
import { createFaults } from '../faults.ts'
import { createNewcomers } from '../newcomers.ts'
import { runRegularly } from '../regularly.ts'
import { LiveFeed } from './feed.ts'
import { LiveViewer } from './viewer.ts'

/** Bytes of a message, viewers of one person and of a process. */
const limits = { messageBytes: 1024, perUser: 5, all: 500 } as const
const tickMs = 1000
/** The rights of a viewer are read again after this time: what they may no longer see ends within it, ms. */
const rightsMs = 5000
const pingMs = 30_000
/** A browser says what it looks at within this time, ms. */
const silentMs = 10_000
/** Messages of a browser before its session is known. */
const earlyMost = 10

interface LiveOptions {
  readonly pool: pg.Pool
  readonly reads: pg.Pool
  readonly sessions: SessionGate
  readonly config: Pick<Config, 'origins' | 'secureCookies' | 'passwordPolicy'>
  readonly logFault?: (line: string) => void
  /** Tests tick by themselves. */
  readonly everyMs?: number
}

/** The view in a message; undefined for anything else. */
function readView(data: unknown, isBinary: boolean): LiveView | undefined {
  if (isBinary || !Buffer.isBuffer(data)) return undefined
  try {
    return z.safeParse(LiveView, parseStrictJson(data.toString('utf8'))).data
  } catch {
    return undefined
  }
}

/** Resolves when a browser has said something, is gone, or has said nothing for too long. */
async function firstWord(ws: WebSocket, isSaid: () => boolean): Promise<void> {
  if (isSaid() || ws.readyState !== ws.OPEN) return
  await new Promise<void>(resolve => {
    const timer = setTimeout(resolve, silentMs)
    const end = (): void => {
      clearTimeout(timer)
      resolve()
    }
    ws.once('message', end)
    ws.once('close', end)
  })
}

/** The live socket of one process. */
export class LiveHub {
  readonly #options: LiveOptions
  readonly #feed: LiveFeed
  readonly #viewers = new Set<LiveViewer>()
  /** Open connections by person. */
  readonly #sockets = new Map<string, Set<WebSocket>>()
  readonly #newcomers: ReturnType<typeof createNewcomers>
  readonly #ticks: ReturnType<typeof runRegularly>
  readonly #pings: NodeJS.Timeout
  readonly #wss = new WebSocketServer({
    noServer: true,
    maxPayload: limits.messageBytes,
    perMessageDeflate: false,
    handleProtocols: ticketProtocol,
  })
  #isShut = false
  #bytes = 0

  constructor(options: LiveOptions) {
    const { reads, logFault = console.error, everyMs = tickMs } = options
    this.#options = options
    this.#feed = new LiveFeed(reads)
    this.#newcomers = createNewcomers(options)
    this.#ticks = runRegularly(everyMs, () => this.tick(), createFaults('live map', logFault))
    this.#pings = setInterval(() => this.#ping(), pingMs)
  }

  /** Figures for tests and metrics. */
  stats() {
    return { viewers: this.#viewers.size, bytes: this.#bytes }
  }

  readonly onUpgrade = (request: IncomingMessage, stream: Duplex, head: Buffer): void => {
    const { reads, config } = this.#options
    if (this.#isShut || this.#wss.clients.size >= limits.all || reads.waitingCount > 200)
      return refuseSocket(stream, '503 Service Unavailable')
    if (!isAllowedOrigin(request.headers, config.origins)) return refuseSocket(stream, '403 Forbidden')
    this.#wss.handleUpgrade(request, stream, head, ws => {
      // unheard it would end the process
      ws.on('error', () => {})
      this.#welcome(ws, request).catch((error: unknown) =>
        error instanceof Problem ? ws.close(pushCloses.session, 'session') : ws.close(1013, 'try again'),
      )
    })
  }

  async #welcome(ws: WebSocket, request: IncomingMessage): Promise<void> {
    const it: { viewer?: LiveViewer } = {}
    let first: LiveView | undefined
    let early = 0
    const look = (said: LiveView): void => {
      if (it.viewer?.look(said.view, Date.now()) === false) ws.close(pushCloses.tooMany, 'too many messages')
    }
    // a browser speaks before its session is known
    ws.on('message', (data, isBinary) => {
      // a browser that goes on after it was turned away is not read
      if (ws.readyState !== ws.OPEN) return
      if (!it.viewer && ++early > earlyMost) return ws.close(pushCloses.tooMany, 'too many messages')
      const said = readView(data, isBinary)
      if (said === undefined) return ws.close(pushCloses.badMessage, 'not understood')
      first ??= said
      look(said)
      if (it.viewer && said.branchCompanyId !== first.branchCompanyId) ws.close(pushCloses.badMessage, 'another branch')
    })
    const query = new URLSearchParams((request.url ?? '').split('?', 2)[1] ?? '')
    const person = await this.#newcomers.whoIs(request, query)
    if (!person) return ws.close(pushCloses.session, 'session')
    // also those that say nothing yet, and those that do not answer their close
    const own = this.#sockets.get(person.userId) ?? new Set()
    if (own.size >= limits.perUser) {
      ws.close(pushCloses.tooMany, 'too many connections')
      return void setTimeout(() => ws.terminate(), tickMs).unref()
    }
    if (ws.readyState !== ws.OPEN) return
    this.#sockets.set(person.userId, own.add(ws))
    ws.on('close', () => {
      own.delete(ws)
      if (own.size === 0) this.#sockets.delete(person.userId)
    })
    await firstWord(ws, () => first !== undefined)
    if (first === undefined) return ws.close(pushCloses.badMessage, 'said nothing')
    const now = Date.now()
    const actor = await this.#actorOf(person.sessionId, first.branchCompanyId, now)
    if (ws.readyState !== ws.OPEN || this.#isShut) return
    const viewer = new LiveViewer(ws, { ...person, branchCompanyId: first.branchCompanyId }, actor, now)
    it.viewer = viewer
    this.#viewers.add(viewer)
    ws.on('pong', () => {
      viewer.isAlive = true
    })
    ws.on('close', () => {
      this.#viewers.delete(viewer)
      if (this.#viewers.size === 0) this.#feed.forget()
    })
    look(first)
    // its first frame is its own: whoever comes and goes sets nobody else to work
    const sight = await this.#feed.sightOf(actor, now)
    if (this.#viewers.has(viewer)) this.#bytes += viewer.tell(this.#feed, sight, now)
  }

  /** The actor of a session in the branch it chose; throws a Problem when it may not look. */
  async #actorOf(sessionId: string, branchCompanyId: string | undefined, now: number): Promise<Actor> {
    const { config, sessions } = this.#options
    const person = await findActorOfSession(this.#options, config.passwordPolicy, sessionId, now)
    const actor = narrowActor(person, branchCompanyId === undefined ? {} : { branchCompanyId })
    if (!may(actor, 'track.view')) throw new Problem('permit.missing')
    if (actor !== person && actor.branchId !== undefined && !(await sessions.isBranch(actor.branchId, now)))
      throw new Problem('identity.forged')
    return actor
  }

  /** Looks at sessions and rights, reads what came, and tells every viewer. */
  async tick(): Promise<void> {
    if (this.#viewers.size === 0) return
    const now = Date.now()
    await this.#dropEnded(now)
    await this.#feed.refresh(now)
    for (const viewer of this.#viewers) {
      if (Math.abs(now - viewer.checkedAt) >= rightsMs) await this.#checkRights(viewer, now)
      this.#bytes += viewer.tell(this.#feed, await this.#feed.sightOf(viewer.actor, now), now)
    }
  }

  async #dropEnded(now: number): Promise<void> {
    const ids = [...new Set([...this.#viewers].map(({ sessionId }) => sessionId))]
    const ended = await reading(this.#options.reads, systemReach, tx => listEndedSessions(tx, ids, now))
    for (const viewer of this.#viewers)
      if (ended.has(viewer.sessionId)) {
        this.#viewers.delete(viewer)
        viewer.ws.close(pushCloses.session, 'session')
      }
  }

  async #checkRights(viewer: LiveViewer, now: number): Promise<void> {
    try {
      viewer.actor = await this.#actorOf(viewer.sessionId, viewer.branchCompanyId, now)
      viewer.checkedAt = now
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      this.#viewers.delete(viewer)
      viewer.ws.close(pushCloses.session, 'rights')
    }
  }

  #ping(): void {
    for (const viewer of this.#viewers) {
      if (!viewer.isAlive) viewer.ws.terminate()
      else {
        viewer.isAlive = false
        viewer.ws.ping()
      }
    }
  }

  async close(): Promise<void> {
    this.#isShut = true
    clearInterval(this.#pings)
    await this.#ticks.stop()
    await endConnections(this.#wss)
  }
}
