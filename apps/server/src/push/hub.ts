// The sockets of one process: frames for them, pings, and their end within a second of their session's end.
import type { Server } from 'node:http'
import { pushCloses } from '@yunshu/domain/message/push'
import type pg from 'pg'
import type { Config } from '../config.ts'
import { reading, systemReach, type Tx } from '../db/tx.ts'
import { listEndedSessions } from '../features/session/session.queries.ts'
import type { SessionGate } from '../work/ctx.ts'
import type { Delivery, News } from './bus.ts'
import { createEntrance, type Upgrade } from './entrance.ts'
import { createFaults } from './faults.ts'
import { findMissedOf, findNews } from './inbox.ts'
import { createMembers } from './members.ts'
import { runRegularly } from './regularly.ts'

/** Time between pings of a connection, and between checks for ended sessions, ms. */
const pingMs = 30_000
const sessionCheckMs = 500
/** Time between looks at every inbox for frames that no wake-up told, ms: no open connection is further behind. */
const lookEveryMs = 5000

interface HubOptions {
  pool: pg.Pool
  reads: pg.Pool
  sessions: SessionGate
  config: Pick<Config, 'origins' | 'secureCookies'>
  log: (line: string) => void
  /** Takes faults of work that is tried again for ever. */
  logFault?: (line: string) => void
  lookMs?: number
  /** Connections of other addresses that share the server. */
  others?: Readonly<Record<string, Upgrade>>
}

/** Makes the hub; `attach` connects it to the HTTP server. */
export function createHub({
  pool,
  reads,
  sessions,
  config,
  log,
  logFault = console.error,
  lookMs = lookEveryMs,
  others = {},
}: HubOptions) {
  const read = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => reading(reads, systemReach, work)
  const members = createMembers({
    findMissedOf: standings => read(tx => findMissedOf(tx, standings)),
    findNews: standings => read(tx => findNews(tx, standings)),
    faults: createFaults('push: reading missed frames', logFault),
  })
  const entrance = createEntrance({ pool, reads, sessions, config, members, others, log })

  /** Ends the connections whose sessions were revoked, ended or grew idle. */
  const dropEnded = async (): Promise<void> => {
    const all = members.all()
    if (all.length === 0) return
    const ended = await read(tx =>
      listEndedSessions(tx, [...new Set(all.map(({ person }) => person.sessionId))], Date.now()),
    )
    if (ended.size > 0)
      for (const { person, socket } of all) if (ended.has(person.sessionId)) socket.close(pushCloses.session, 'session')
  }

  const checks = runRegularly(
    sessionCheckMs,
    dropEnded,
    createFaults('push: ending sockets of ended sessions', logFault),
  )
  const looks = runRegularly(lookMs, () => members.look(), createFaults('push: looking for news', logFault))
  const pingTimer = setInterval(() => {
    for (const { socket } of members.all()) socket.ping()
  }, pingMs)

  return {
    attach: (server: Server): void => {
      server.on('upgrade', entrance.onUpgrade)
    },
    deliver: (deliveries: readonly Delivery[]): void => {
      members.deliver(deliveries)
    },
    tell: (news: readonly News[]): void => {
      members.tell(news)
    },
    /** Looks at every inbox now, for frames that no wake-up told. */
    look: looks.now,
    /** Looks now for sessions that ended. */
    check: checks.now,
    close: async (): Promise<void> => {
      entrance.shut()
      clearInterval(pingTimer)
      members.close()
      await Promise.all([checks.stop(), looks.stop()])
      await entrance.close()
    },
    stats: () => ({ ...entrance.counts, ...members.stats(), sockets: members.all().length }),
  }
}
