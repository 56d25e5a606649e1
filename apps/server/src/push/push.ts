// Push put together: outbox → relay → own sockets, and by wake-ups on the bus → inbox → the sockets of other processes.
import type { Server } from 'node:http'
import { livePath } from '@yunshu/contract/track/liveFrame'
import type pg from 'pg'
import type { Config } from '../config.ts'
import type { Signs } from '../work/partnerSigns.ts'
import type { SessionGate } from '../work/ctx.ts'
import { newsOf, silentBus, type Bus, type Ear } from './bus.ts'
import { createHub } from './hub.ts'
import { openNatsBus } from './natsBus.ts'
import { openPostgresBus } from './postgresBus.ts'
import { LiveHub } from './live/hub.ts'
import { startRelay } from './relay.ts'

export interface Push {
  /** Lets browsers connect to /push of this server. */
  readonly attach: (server: Server) => void
  /** Says that an outbox row may have been committed. */
  readonly wake: () => void
  /** Says, here and to the other processes, that sessions of these people may have ended or changed. */
  readonly sessionsChanged: (userIds: readonly string[]) => void
  readonly close: () => Promise<void>
  /** Viewers of the live map, and bytes sent to them. */
  readonly live: () => { viewers: number; bytes: number }
  readonly stats: () => {
    relayed: number
    dropped: number
    opened: number
    refused: number
    sent: number
    read: number
    users: number
    sockets: number
  }
}

type PushConfig = Pick<Config, 'databaseUrl' | 'pushBus' | 'natsUrl' | 'origins' | 'secureCookies' | 'passwordPolicy'>

function openBus(
  { pushBus, natsUrl, databaseUrl }: PushConfig,
  { signs, ...told }: { log: (line: string) => void; ear: Ear; signs: Signs },
): Bus {
  if (pushBus === 'local') return silentBus
  return pushBus === 'nats'
    ? openNatsBus({ url: natsUrl, ...told, signs })
    : openPostgresBus({ url: databaseUrl, ...told })
}

/** Starts the relay, makes the hub of this process and joins the others. */
export function createPush({
  pool,
  reads,
  sessions,
  config,
  log,
  signs,
}: {
  pool: pg.Pool
  reads: pg.Pool
  sessions: SessionGate
  config: PushConfig
  log: (line: string) => void
  signs: Signs
}): Push {
  const live = new LiveHub({ pool, reads, sessions, config })
  const hub = createHub({ pool, reads, sessions, config, log, others: { [livePath]: live.onUpgrade } })
  const forget = (userIds: readonly string[]): void => {
    sessions.forget(userIds)
    hub.check()
  }
  const ear: Ear = {
    hear: word => {
      if (word.kind === 'news') hub.tell(word.news)
      else forget(word.userIds)
    },
    lost: hub.look,
  }
  const bus = openBus(config, { log, ear, signs })
  const relay = startRelay({
    pool,
    log,
    deliver: deliveries => {
      hub.deliver(deliveries)
      bus.tell({ kind: 'news', news: newsOf(deliveries) })
    },
  })
  return {
    attach: hub.attach,
    wake: relay.wake,
    sessionsChanged: userIds => {
      forget(userIds)
      bus.tell({ kind: 'sessions', userIds })
    },
    close: async () => {
      await relay.close()
      await bus.close()
      await live.close()
      await hub.close()
    },
    stats: () => ({ ...relay.stats(), ...hub.stats() }),
    live: () => live.stats(),
  }
}
