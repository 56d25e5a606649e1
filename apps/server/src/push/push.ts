// Push put together: outbox → relay → bus → sockets.
import type { Server } from 'node:http'
import type pg from 'pg'
import type { Config } from '../config.ts'
import type { SessionGate } from '../http/ctx.ts'
import { createLocalBus } from './bus.ts'
import { createHub } from './hub.ts'
import { startRelay } from './relay.ts'

export interface Push {
  /** Lets browsers connect to /push of this server. */
  readonly attach: (server: Server) => void
  /** Says that an outbox row may have been committed. */
  readonly wake: () => void
  readonly close: () => Promise<void>
  readonly stats: () => { relayed: number; dropped: number; opened: number; refused: number; sent: number; users: number; sockets: number }
}

/** Starts the relay and makes the hub of this process. */
export function createPush({ pool, reads, sessions, config, log }: { pool: pg.Pool; reads: pg.Pool; sessions: SessionGate; config: Config; log: (line: string) => void }): Push {
  const bus = createLocalBus()
  const hub = createHub({ reads, sessions, config, log })
  const stopHearing = bus.subscribe(hub.deliver)
  const relay = startRelay({ pool, log, deliver: bus.publish })
  return {
    attach: hub.attach,
    wake: relay.wake,
    close: async () => {
      await relay.close()
      stopHearing()
      await hub.close()
    },
    stats: () => ({ ...relay.stats(), ...hub.stats() }),
  }
}
