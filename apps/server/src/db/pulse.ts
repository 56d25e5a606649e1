// Notices that the database has fallen silent (frozen, or behind a network that swallows everything): whoever waits for
// it is cut off, so that people hear within seconds that the system is recovering.
import { setImmediate as nextTurn } from 'node:timers/promises'
import pg from 'pg'
import { appRole } from './pool.ts'

/** The watch over the pools of one database. */
export interface Pulse {
  /** The longest time without any answer that still counts as slowness, ms. */
  patienceMs: number
  /** Ends the watch. */
  readonly stop: () => Promise<void>
}

const beatMs = 250

/**
 * Watches over pools of the database at `url`, by a question of its own each quarter of a second. While it stays
 * unanswered, and nobody else hears anything either, longer than `patienceMs`, every connection that is or comes in use
 * is ended: what its user waits for fails as it does when the database is away (`isDatabaseAway`). A slow statement is
 * not silence: the question beside it is answered.
 */
export function watchPulse({
  url,
  pools,
  log,
}: {
  url: string
  pools: readonly pg.Pool[]
  log: (line: string) => void
}): Pulse {
  const inUse = new Set<pg.PoolClient>()
  let heardAt = performance.now()
  let isSilent = false
  const hear = (): void => {
    heardAt = performance.now()
    if (isSilent) log('the database answers again')
    isSilent = false
  }
  for (const pool of pools) {
    pool.on('acquire', client => {
      inUse.add(client)
      if (isSilent) cutOff(client)
    })
    pool.on('release', (error: unknown, client) => {
      inUse.delete(client)
      if (!error) hear()
    })
    pool.on('remove', client => {
      inUse.delete(client)
    })
  }
  const questioner = makeQuestioner(url, hear)
  let lookedAt = performance.now()
  const look = async (): Promise<void> => {
    // silence while this process was busy itself, as it is when it works the demo out, is nobody's
    if (performance.now() - lookedAt > 2 * beatMs) heardAt = performance.now()
    lookedAt = performance.now()
    const askedAt = questioner.askedAt()
    const isLate = (): boolean => performance.now() - Math.max(askedAt ?? Infinity, heardAt) > pulse.patienceMs
    if (askedAt === undefined || isSilent || !isLate()) return
    // a process that was busy itself finds answers that came meanwhile
    await nextTurn()
    await nextTurn()
    if (questioner.askedAt() !== askedAt || !isLate()) return
    isSilent = true
    log(`the database is silent: ${inUse.size} connections that waited for it are ended`)
    for (const client of inUse) cutOff(client)
  }
  const timer = setInterval(() => {
    questioner.ask()
    void look()
  }, beatMs)
  timer.unref()
  const pulse: Pulse = {
    patienceMs: 1500,
    stop: async () => {
      clearInterval(timer)
      await questioner.stop()
    },
  }
  return pulse
}

/** Ends a connection whatever it waits for. */
function cutOff(client: pg.PoolClient): void {
  if (client instanceof pg.Client) client.end().catch(() => {})
}

interface Questioner {
  /** Asks, unless a question is open. */
  readonly ask: () => void
  /** The moment the open question was asked, on the clock of `performance`. */
  readonly askedAt: () => number | undefined
  readonly stop: () => Promise<void>
}

/** Asks the database on a connection of its own whether it is there; a refusal is an answer too. */
function makeQuestioner(url: string, hear: () => void): Questioner {
  /** A connection that stays dumb for so long is given up for a new one, ms. */
  const givenUpMs = 5000
  let client: pg.Client | undefined
  let askedAt: number | undefined
  let isStopped = false
  const open = async (): Promise<pg.Client> => {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'yunshu pulse',
      options: `-c role=${appRole}`,
      connectionTimeoutMillis: givenUpMs,
      query_timeout: givenUpMs,
    })
    fresh.on('error', () => {})
    client = fresh
    await fresh.connect()
    return fresh
  }
  const question = async (): Promise<void> => {
    try {
      await (client ?? (await open())).query('select 1')
      hear()
    } catch (error) {
      const lost = client
      client = undefined
      lost?.end().catch(() => {})
      if (error instanceof Error && !/timeout/i.test(error.message)) hear()
    }
  }
  return {
    ask: () => {
      if (askedAt !== undefined || isStopped) return
      askedAt = performance.now()
      void question().finally(() => {
        askedAt = undefined
      })
    },
    askedAt: () => askedAt,
    stop: async () => {
      isStopped = true
      await client?.end().catch(() => {})
    },
  }
}
