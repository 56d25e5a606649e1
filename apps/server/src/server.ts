// One running server: `main.ts` starts it for people, `testing.ts` for tests.
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { buildApp } from './app.ts'
import { readConfig, settleDemo } from './config.ts'
import { installationSecret, isEmptyInstallation, isMarkedDemo } from './db/installation.ts'
import { migrate, refreshStatistics } from './db/migrate.ts'
import { openPool, readOnly } from './db/pool.ts'
import { poolerLine, sharesConnections, watchPooler } from './db/pooler.ts'
import { watchPulse, type Pulse } from './db/pulse.ts'
import { inTransaction, systemReach, type Tx } from './db/tx.ts'
import { demoAccounts, demoPassword } from '../demo/accounts.ts'
import { findLinked } from './features/receiptLink/linked.queries.ts'
import { createSessionGate } from './features/session/gate.ts'
import { createProofDesk } from './features/session/proofDesk.ts'
import { makeSetupAddress } from './features/setup/setup.commands.ts'
import { openStore } from './files/openStore.ts'
import { createPersonTurns } from './http/personTurns.ts'
import type { Deps } from './work/ctx.ts'
import { jobs } from './jobList.ts'
import { startJobs } from './jobs/runner.ts'
import { openChannels, openInvoiceGateway } from './partners/channels.ts'
import { keepSigns, openDesks, watchChannels, watchInvoices, watchStore, type Signs } from './work/partnerSigns.ts'
import { createPush, type Push } from './push/push.ts'
import { routes } from './routes.ts'

export interface RunningServer {
  readonly url: string
  readonly deps: Deps
  /** Counts of push since the start, for tests and figures. */
  readonly pushStats: Push['stats']
  readonly liveStats: Push['live']
  /** The watch over the database; tests let it wait longer. */
  readonly pulse: Pulse
  /** Signs of partners, for tests that wait until they are written. */
  readonly signs: Signs
  /** Resolves with a line for the operator when the server must not go on: a pooler stands before the database. */
  readonly unfit: Promise<string>
  readonly accounts: readonly { account: string; who: string }[]
  /** The one-time address at which an empty installation is set up; undefined where somebody is in it. */
  readonly setupUrl: string | undefined
  readonly password: string
  /**
   * Stops taking requests, finishes those under way, closes sockets, jobs and connections; once, however often it is
   * asked.
   */
  stop(): Promise<void>
}

/**
 * Writes the demo, whose modules are loaded only when needed, and moves some of its money and books by the product's own calls. Of
 * several servers that see an empty database one does.
 */
async function writeDemo(deps: Deps, ownerUrl: string, log: (line: string) => void): Promise<void> {
  const { seedDemo } = await import('../demo/seed.ts')
  if (!(await seedDemo(deps.pool, Date.now(), log, deps.store))) return
  await refreshStatistics(ownerUrl)
  const { actMoney } = await import('../demo/moneyActs.ts')
  await actMoney(deps, log)
  const { actBooks } = await import('../demo/bookActs.ts')
  await actBooks(deps, log)
}

/**
 * Starts everything from settings; throws an Error with one clear line per fault. `openBanks` opens other payment
 * channels than those of an installation.
 */
export async function startServer(
  env: Readonly<Record<string, string | undefined>>,
  log: (line: string) => void,
  logStream?: NodeJS.WritableStream,
  openBanks = openChannels,
): Promise<RunningServer> {
  const given = readConfig(env)
  if (await sharesConnections(given.databaseUrl)) throw new Error(poolerLine)
  await migrate(given.migrateUrl, log)
  const pool = openPool({ url: given.databaseUrl, max: given.pools.write, log })
  const asProduct = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(pool, systemReach, work)
  const config = settleDemo(given, given.demo === 'auto' ? await asProduct(isDemoDatabase) : given.demo)
  const filesDir = path.resolve(config.dataDir, 'files')
  // photos of papers and receipts are for the account of the product alone
  mkdirSync(filesDir, { recursive: true, mode: 0o700 })
  const reads = openPool({ url: config.databaseUrl, max: config.pools.read, log, options: readOnly })
  const pooler = watchPooler(config.databaseUrl)
  const pulse = watchPulse({ url: config.databaseUrl, pools: [pool, reads], log })
  const sessions = createSessionGate({ pool, reads, passwordPolicy: config.passwordPolicy })
  const signs = keepSigns(pool, log)
  const push = createPush({ pool, reads, sessions, config, log, signs })
  const deps: Deps = {
    config,
    pool,
    reads,
    sessions: { ...sessions, forget: push.sessionsChanged },
    findLinked: (code, now) => findLinked({ pool, reads }, code, now),
    store: watchStore(openStore(config, filesDir), signs),
    ...openDesks(pool, config.demo, signs),
    channels: watchChannels(openBanks(pool, config.demo), signs),
    invoices: watchInvoices(openInvoiceGateway(pool, config.demo), signs),
    fileSecret: await asProduct(tx => installationSecret(tx, 'fileSecret')),
    factorSecret: config.factorSecret ?? (await asProduct(tx => installationSecret(tx, 'factorSecret'))),
    wake: push.wake,
    proofs: createProofDesk(),
    turns: createPersonTurns(),
  }
  if (config.demo && (await asProduct(isEmptyInstallation))) await writeDemo(deps, config.migrateUrl, log)
  const setupAddress = config.demo ? undefined : await asProduct(tx => makeSetupAddress(tx, Date.now()))
  const leaving = new AbortController()
  const app = await buildApp({ deps, routes, logStream, leaving: leaving.signal })
  push.attach(app.server)
  await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
      throw new Error(`端口 ${config.port} 已被占用：请关闭占用它的程序，或用 PORT=其他端口 启动`)
    throw error
  })
  const running = startJobs(deps, jobs)
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  const end = async (): Promise<void> => {
    leaving.abort()
    await pause(config.drainSeconds * 1000)
    pooler.stop()
    await running.stop()
    await push.close()
    await app.close()
    await signs.written()
    await Promise.all([pulse.stop(), pool.end(), reads.end()])
  }
  let ended: Promise<void> | undefined
  const url = `http://${config.host === '127.0.0.1' ? 'localhost' : config.host}:${port}`
  return {
    url,
    setupUrl: setupAddress === undefined ? undefined : url + setupAddress,
    deps,
    pushStats: push.stats,
    liveStats: push.live,
    pulse,
    signs,
    unfit: pooler.found.then(() => poolerLine),
    accounts: config.demo ? demoAccounts : [],
    password: config.demo ? demoPassword : '',
    stop: () => (ended ??= end()),
  }
}

/** An empty database is going to be a demo; one with rows is a demo if it is marked. */
const isDemoDatabase = async (tx: Tx): Promise<boolean> => (await isEmptyInstallation(tx)) || isMarkedDemo(tx)
