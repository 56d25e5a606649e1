// The bus over a NATS broker: for installations of several machines.
import { setTimeout as pause } from 'node:timers/promises'
import type { NatsConnection } from '@nats-io/transport-node'
import type { Signs } from '../work/partnerSigns.ts'
import { readWord, writeWord, type Bus, type Ear, type Word } from './bus.ts'

const subject = 'yunshu.push'
/** Wait before the next try when no broker is there, ms. */
const againMs = 1000
/** The most time for the end of a connection, ms: the client can wait for ever for one whose broker went away. */
const endMostMs = 5000

/** Addresses of brokers, separated by commas; the credentials stand in the first: `nats://user:password@host:4222`. */
function readAddresses(text: string): { servers: string[]; user?: string; pass?: string; tls?: object } {
  const urls = text.split(',').map(address => new URL(address.trim()))
  const [first] = urls
  return {
    servers: urls.map(url => url.host),
    ...(first?.username ? { user: decodeURIComponent(first.username), pass: decodeURIComponent(first.password) } : {}),
    ...(first?.protocol === 'tls:' ? { tls: {} } : {}),
  }
}

interface Joined {
  readonly url: string
  readonly log: (line: string) => void
  readonly ear: Ear
  readonly signs?: Signs | undefined
}

/** Listens to the others until the connection is closed; `onJoined` is called once nothing is missed any more. */
async function attend(connection: NatsConnection, { log, ear, signs }: Joined, onJoined: () => void): Promise<void> {
  connection.subscribe(subject, {
    callback: (error, message) => {
      const word = error ? undefined : readWord(message.string())
      if (word) ear.hear(word)
    },
  })
  // the subscription stands at the broker before we look for what came earlier
  await connection.flush()
  onJoined()
  signs?.succeeded('nats')
  ear.lost()
  for await (const { type } of connection.status()) {
    if (type === 'disconnect') {
      log('push bus: broker away')
      signs?.failed('nats', '连接', '断开')
    }
    if (type === 'reconnect') {
      log('push bus: connected again')
      signs?.succeeded('nats')
      ear.lost()
    }
  }
}

/**
 * Opens the bus; a broker that is away delays pushes between processes to the looking of every few seconds, and stops
 * nothing.
 */
export function openNatsBus(joined: Joined): Bus {
  const { url, log, signs } = joined
  const closing = new AbortController()
  let current: NatsConnection | undefined

  const running = (async () => {
    // few installations have a broker: the others never load its client
    const { connect } = await import('@nats-io/transport-node')
    let isTold = false
    while (!closing.signal.aborted) {
      try {
        const connection = await connect({
          ...readAddresses(url),
          name: 'yunshu push',
          maxReconnectAttempts: -1,
          reconnectTimeWait: 500,
          reconnectJitter: 500,
          pingInterval: 10_000,
          timeout: 2000,
        })
        if (closing.signal.aborted) return await connection.close()
        isTold = false
        const stop = (): void => {
          void connection.close()
        }
        closing.signal.addEventListener('abort', stop)
        await attend(connection, joined, () => {
          current = connection
        }).finally(() => {
          closing.signal.removeEventListener('abort', stop)
        })
      } catch (error) {
        signs?.failed('nats', '连接', error)
        if (!isTold) log(`push bus waits: ${error instanceof Error ? error.message : String(error)}`)
        isTold = true
      }
      current = undefined
      await pause(againMs, undefined, { signal: closing.signal }).catch(() => {})
    }
  })()

  return {
    tell: (word: Word): void => {
      // while the broker is away the client would keep every word: the others find the news by looking
      if (!current || current.isClosed()) return
      try {
        for (const text of writeWord(word)) current.publish(subject, text)
      } catch {
        // the connection closed at this moment
      }
    },
    close: async (): Promise<void> => {
      closing.abort()
      await Promise.race([running, pause(endMostMs, undefined, { ref: false })])
    },
  }
}
