// The gateway: listens for terminals, keeps their sessions, and takes itself down so that nothing told is lost.
import net from 'node:net'
import { openAdminDoor } from '@yunshu/operations/adminDoor'
import type pg from 'pg'
import { changedTerminals } from './identity.ts'
import type { GatewayConfig } from './config.ts'
import { gatewayRegister, newAckSeconds, newFigures, type Figures } from './figures.ts'
import { handleFrame, type Desk, type Log } from './handle.ts'
import { Limits } from './limits.ts'
import { Orders } from './orders.ts'
import { Link, type LinkEvents } from './link.ts'
import { Media } from './media.ts'
import { clearPresence, endPresence, writePresence } from './presence.ts'
import { Sessions, type Session } from './sessions.ts'

/** Orders are looked for this often, and a terminal has this time to answer one. */
const orderPace = { everyMs: 1000, answerMs: 20_000 }
/** The time a terminal may be silent: three times its usual heartbeat. */
const idleMs = 180_000
const presenceMs = 10_000,
  lookMs = 1000
/** A change may be committed some time after its moment, and clocks differ. */
const lateMs = 120_000
/** Messages that wait for the log, above which nothing is read of anybody, and below which reading goes on. */
const pendingMost = 200_000,
  pendingAgain = 100_000

export interface Gateway {
  readonly port: number
  /** Port of figures and health; undefined where there is none. */
  readonly adminPort: number | undefined
  readonly figures: Readonly<Figures>
  readonly sessions: Sessions
  /** Stops accepting, and ends the links; the log must be closed before, so that what is stored is answered. */
  stop(closeLog: () => Promise<void>): Promise<void>
}

export interface GatewayParts {
  readonly config: GatewayConfig
  readonly pool: pg.Pool
  readonly log: Log
  readonly say: (line: string) => void
  readonly now?: () => number
  /** A clock for how long something takes, ms: it never goes back. */
  readonly steady?: () => number
  readonly idleMs?: number
  /** The pace of orders: looked for this often, answered within this. */
  readonly orders?: { readonly everyMs: number; readonly answerMs: number }
}

/** Address of a peer, IPv4 as such. */
const addressOf = (socket: net.Socket): string => (socket.remoteAddress ?? '').replace(/^::ffff:/, '')

/** A gateway at work: its desk, its links, and the sessions that ended since presence was written. */
interface Hall {
  readonly desk: Desk
  readonly links: Set<Link>
  readonly ended: Session[]
  isFull: boolean
}

function openHall(parts: GatewayParts, lastEpoch: number): Hall {
  const { config, pool, log, say, now = Date.now, steady = () => performance.now() } = parts
  const ended: Session[] = []
  const desk: Desk = {
    config,
    pool,
    log,
    sessions: new Sessions(Math.max(now(), lastEpoch)),
    limits: new Limits(config.perAddress),
    figures: newFigures(),
    ackSeconds: newAckSeconds(),
    now,
    steady,
    say,
    onOpen: () => {},
    onClose: session => ended.push(session),
    onStored: () => {},
  }
  return { desk, links: new Set(), ended, isFull: false }
}

/** Reads of nobody while too much waits for the log. */
function weigh(hall: Hall): void {
  const isFull = hall.desk.log.pending >= (hall.isFull ? pendingAgain : pendingMost)
  if (isFull === hall.isFull) return
  hall.isFull = isFull
  for (const link of hall.links) link.hold(isFull)
}

const eventsOf = (hall: Hall): LinkEvents => ({
  onFrame: (link, frame) => {
    weigh(hall)
    return handleFrame(hall.desk, link, frame)
  },
  onFault: () => {
    hall.desk.figures.faults++
  },
  onEnd: link => {
    const { limits, sessions } = hall.desk
    hall.links.delete(link)
    if (!link.isKnown) limits.settled(link.address)
    for (const session of sessions.all(link)) {
      sessions.end(session)
      hall.ended.push(session)
    }
  },
})

/** Takes over into open sessions whatever of their terminals was changed: another vehicle, or a block. */
async function lookForChanges({ desk }: Hall): Promise<void> {
  for (const terminal of await changedTerminals(desk.pool, lateMs)) {
    const session = desk.sessions.of(terminal.phone)
    if (session?.terminal.terminalNo !== terminal.terminalNo) continue
    session.terminal = terminal
    const isOut = terminal.state === 'blocked' || terminal.state === 'retired'
    const isCleared = !terminal.hasCode && !desk.config.relays.has(session.link.address)
    if (isOut || isCleared) session.link.end()
  }
}

async function tellPresence({ desk, ended }: Hall): Promise<void> {
  const dirty = [...desk.sessions].filter(session => session.isDirty)
  for (const session of dirty) session.isDirty = false
  await writePresence(desk.pool, desk.config.writer, dirty)
  await endPresence(desk.pool, ended.splice(0), desk.now())
}

const openDoor = (port: number, { desk, links }: Hall) =>
  openAdminDoor(port, {
    register: gatewayRegister({
      ...desk,
      links: () => links.size,
      sessions: () => desk.sessions.size,
      pending: () => desk.log.pending,
    }),
    askDatabase: () => desk.pool.query('select 1'),
  })

/** Starts the gateway; it accepts once this resolves. */
export async function startGateway(parts: GatewayParts): Promise<Gateway> {
  const { config, pool, say } = parts
  const hall = openHall(parts, await clearPresence(pool, config.writer, (parts.now ?? Date.now)()))
  const { desk, links } = hall
  const pace = parts.orders ?? orderPace
  const orders = new Orders({ ...desk, answerMs: pace.answerMs })
  const media = new Media({ ...desk, onWhole: (session, message) => orders.hear(session, message) })
  desk.onStored = (session, frame, message) => {
    orders.hear(session, message)
    media.hear(session, frame, message)
  }
  const events = eventsOf(hall)
  const server = net.createServer(socket => {
    const address = addressOf(socket)
    if (hall.isFull || links.size >= config.connectionsMost || !desk.limits.admit(address, desk.now())) {
      desk.figures.turnedAway++
      socket.destroy()
      return
    }
    links.add(new Link(socket, address, parts.idleMs ?? idleMs, events))
  })
  await listen(server, config)
  const admin = config.adminPort === undefined ? undefined : await openDoor(config.adminPort, hall)
  const works = [
    repeat(
      lookMs,
      () => {
        weigh(hall)
        return lookForChanges(hall)
      },
      say,
    ),
    repeat(pace.everyMs, () => orders.look(), say),
    repeat(lookMs, () => media.look(), say),
    repeat(presenceMs, () => tellPresence(hall), say),
  ]
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : config.port,
    adminPort: admin?.port,
    figures: desk.figures,
    sessions: desk.sessions,
    stop: async closeLog => {
      server.close()
      await admin?.stop()
      for (const link of links) link.hold(true)
      await closeLog()
      await Promise.all(works.map(work => work.stop()))
      for (const session of desk.sessions) hall.ended.push(session)
      // a database that is away learns both when the next gateway starts
      const told = (error: unknown): void => say(`gateway: ${String(error)}`)
      await orders.settle().catch(told)
      await tellPresence(hall).catch(told)
      for (const link of links) link.finish()
    },
  }
}

function listen(server: net.Server, { host, port }: GatewayConfig): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', error => {
      const isTaken = 'code' in error && error.code === 'EADDRINUSE'
      reject(
        isTaken ? new Error(`终端网关端口 ${port} 已被占用：请关闭占用它的程序，或用 GATEWAY_PORT=其他端口`) : error,
      )
    })
    server.listen({ host, port }, () => {
      server.removeAllListeners('error')
      // out of file handles: those who are there go on, and a later one may come in again
      server.on('error', () => {})
      resolve()
    })
  })
}

/** Does a piece of work again and again, one run behind the other; a run that fails is told once until one succeeds. */
function repeat(everyMs: number, work: () => Promise<void>, say: (line: string) => void): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let isOver = false,
    isFailing = false
  let running: Promise<void> = Promise.resolve()
  const plan = (): void => {
    timer = setTimeout(() => {
      running = work()
        .then(
          () => {
            isFailing = false
          },
          (error: unknown) => {
            if (!isFailing) say(`gateway: ${String(error)}`)
            isFailing = true
          },
        )
        .finally(() => {
          if (!isOver) plan()
        })
    }, everyMs)
  }
  plan()
  return {
    stop: () => {
      isOver = true
      clearTimeout(timer)
      return running
    },
  }
}
