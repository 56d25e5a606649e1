// The bus over PostgreSQL's LISTEN and NOTIFY: one connection per process that heals itself.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { appRole } from '../db/pool.ts'
import { readWord, writeWord, type Bus, type Ear, type Word } from './bus.ts'

const channel = 'yunshu_push'
/** Waits between attempts to connect, ms; each is twice the one before. */
const backOff = { firstMs: 50, mostMs: 5000 }
/** Time between checks that the connection still answers, ms. */
const beatMs = 10_000
/** Texts that may wait for the connection; beyond, the others find the news by looking. */
const waitingMax = 1000

/**
 * Listens on one connection until it ends. `onChange` gets the client when it listens, and undefined when it no longer
 * does. Throws when no connection can be made.
 */
async function listen(
  url: string,
  signal: AbortSignal,
  hear: Ear['hear'],
  onChange: (client: pg.Client | undefined) => void,
): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'yunshu push',
    options: `-c role=${appRole}`,
    keepAlive: true,
    connectionTimeoutMillis: 5000,
    statement_timeout: 5000,
    query_timeout: 5000,
  })
  // a lost connection raises 'end' too; without a listener 'error' would end the process
  client.on('error', () => {})
  const ended = new Promise<void>(resolve => {
    client.once('end', () => {
      resolve()
    })
  })
  const hangUp = (): void => {
    client.end().catch(() => {})
  }
  signal.addEventListener('abort', hangUp)
  client.on('notification', ({ payload = '' }) => {
    const word = readWord(payload)
    if (word) hear(word)
  })
  const beat = setInterval(() => {
    client.query('select 1').catch(hangUp)
  }, beatMs)
  try {
    await client.connect()
    await client.query(`listen ${channel}`)
    onChange(client)
    await ended
  } finally {
    onChange(undefined)
    clearInterval(beat)
    signal.removeEventListener('abort', hangUp)
    hangUp()
  }
}

/**
 * Opens the bus at once and forever; `url` must reach the database itself, not a pooler that shares connections between
 * transactions.
 */
export function openPostgresBus({ url, log, ear }: { url: string; log: (line: string) => void; ear: Ear }): Bus {
  const closing = new AbortController()
  let current: pg.Client | undefined
  let waiting: string[] = []
  let telling: Promise<void> | undefined

  /** Sends the waiting texts; those added meanwhile go together in the next query. */
  const flush = (): void => {
    telling ??= (async () => {
      while (current && waiting.length > 0) {
        const texts = waiting
        waiting = []
        await current.query('select pg_notify($1, text) from unnest($2::text[]) as t (text)', [channel, texts])
      }
    })()
      // these texts are lost: the others find the news by looking
      .catch(() => {})
      .finally(() => {
        telling = undefined
      })
  }

  const running = (async () => {
    let failures = 0
    const whenLive = (): void => {
      if (failures > 0) log('push bus: connected again')
      failures = 0
    }
    while (!closing.signal.aborted) {
      await listen(url, closing.signal, ear.hear, client => {
        current = client
        if (!client) return
        whenLive()
        // notifications sent before LISTEN are lost
        ear.lost()
        flush()
      }).catch((error: unknown) => {
        if (++failures === 1 && !closing.signal.aborted) log(`push bus waits: ${String(error)}`)
      })
      // not all processes at once
      const wait = Math.min(backOff.firstMs * 2 ** failures, backOff.mostMs) * (0.5 + Math.random())
      await pause(wait, undefined, { signal: closing.signal }).catch(() => {})
    }
  })()

  return {
    tell: (word: Word): void => {
      waiting.push(...writeWord(word))
      if (waiting.length > waitingMax) waiting = waiting.slice(-waitingMax)
      flush()
    },
    close: async (): Promise<void> => {
      await telling
      closing.abort()
      await running
    },
  }
}
