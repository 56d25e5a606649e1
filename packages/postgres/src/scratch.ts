// Databases for tests: one throw-away server for a whole run, one database for each test file.
import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Settings } from './config.ts'
import { startPostgres } from './launcher.ts'
import { withClient } from './withClient.ts'

/** A database made for one test file. */
export interface ScratchDatabase {
  readonly name: string
  readonly ownerUrl: string
  readonly appUrl: string
  readonly gatewayUrl: string
  readonly drop: () => Promise<void>
}

/** A server for tests. */
export interface TestCluster {
  readonly url: string
  readonly createDatabase: typeof createDatabase
  readonly stop: () => Promise<void>
}

function serverUrl(): string {
  const url = process.env['TEST_DATABASE_URL']
  if (!url)
    throw new Error(
      'TEST_DATABASE_URL is not set: run the tests through tests/pgSetup.ts, or call startTestCluster() first',
    )
  return url
}

function inDatabase(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${encodeURIComponent(name)}`
  return address.href
}

type Login = 'yunshu_app' | 'yunshu_gateway'

/** Address of a database for a role, made from the owner's address. */
function forRole(role: Login, url: string): string {
  const address = new URL(url)
  address.username = role
  if (address.password !== '') address.password = rolePassword(role, url)
  return address.href
}

function rolePassword(role: Login, url: string): string {
  return createHash('sha256')
    .update(`${role} ${new URL(url).password}`)
    .digest('hex')
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Makes an empty database, or a copy of `template` (about 30 ms), with a name of its own. */
export async function createDatabase(prefix: string, template?: string): Promise<ScratchDatabase> {
  const url = serverUrl()
  const name = `${prefix.slice(0, 40)}_${randomBytes(5).toString('hex')}`
  await withClient(url, async client => {
    // copying files is quicker than copying through the log, which a throw-away server does not need
    await client.query(
      `create database ${quoted(name)}${template === undefined ? '' : ` template ${quoted(template)} strategy file_copy`}`,
    )
    await client.query(`grant connect on database ${quoted(name)} to yunshu_app, yunshu_gateway`)
  })
  const ownerUrl = inDatabase(url, name)
  return {
    name,
    ownerUrl,
    appUrl: forRole('yunshu_app', ownerUrl),
    gatewayUrl: forRole('yunshu_gateway', ownerUrl),
    drop: () =>
      withClient(url, async client => {
        await client.query(`drop database if exists ${quoted(name)} with (force)`)
      }),
  }
}

/**
 * Makes the template database `name` once per server, whatever number of test workers ask for it at the same time.
 * `fill` gets the owner's address of it, and must close its connections.
 */
export async function ensureTemplate(name: string, fill: (ownerUrl: string) => Promise<void>): Promise<string> {
  const url = serverUrl()
  await withClient(url, async client => {
    await client.query('select pg_advisory_lock(hashtext($1))', [name])
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount) return
    const half = `${name}_half`
    await client.query(`drop database if exists ${quoted(half)} with (force)`)
    await client.query(`create database ${quoted(half)}`)
    await fill(inDatabase(url, half))
    await client.query(`alter database ${quoted(half)} rename to ${quoted(name)}`)
  })
  return name
}

/**
 * The folder for a server that forgets everything: memory where there is plenty of it. A copy of a database makes some
 * 1,300 files, which on a disk that others write to takes seconds instead of 0.1 s.
 */
function forgetfulFolder(): string {
  const memory = '/dev/shm'
  try {
    const { bavail, bsize } = fs.statfsSync(memory)
    if (bavail * bsize > 4 * 2 ** 30) return memory
  } catch {
    // a system without such a folder
  }
  return os.tmpdir()
}

async function prepareForeign(url: string): Promise<void> {
  await withClient(url, async client => {
    for (const role of ['yunshu_app', 'yunshu_gateway'] as const) {
      const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [role])
      const verb = rowCount ? 'alter' : 'create'
      const password = new URL(url).password === '' ? '' : ` password '${rolePassword(role, url)}'`
      await client.query(`${verb} role ${role} login${password}`)
    }
  })
}

/**
 * Named statements are planned once for a connection, not anew for the values of each of their first five runs: planning
 * is a third of the work of a server whose rows are few. Benches, which measure waits of people, start without it.
 */
export const plannedOnce: Settings = { plan_cache_mode: 'force_generic_plan' }

/**
 * The server tests run on: that of TEST_DATABASE_URL (credentials of a role that may create databases and roles), else
 * a fresh one that forgets everything, with `settings` beside its own. Sets TEST_DATABASE_URL for this process and its children, and
 * YUNSHU_EPHEMERAL_DATABASE: the product refuses a database that may lose what was acknowledged unless it is told.
 */
export async function startTestCluster(settings: Settings = {}): Promise<TestCluster> {
  process.env['YUNSHU_EPHEMERAL_DATABASE'] = '1'
  const given = process.env['TEST_DATABASE_URL']
  if (given) {
    await prepareForeign(given)
    return { url: given, createDatabase, stop: async () => {} }
  }
  const dataDir = fs.mkdtempSync(path.join(forgetfulFolder(), 'yunshu-test-'))
  const lines: string[] = []
  const cluster = await startPostgres({
    dataDir,
    ephemeral: true,
    log: line => lines.push(line),
    settings: { max_connections: 200, ...settings },
  })
  const url = cluster.ownerUrl('postgres')
  process.env['TEST_DATABASE_URL'] = url
  return {
    url,
    createDatabase,
    async stop() {
      delete process.env['TEST_DATABASE_URL']
      await cluster.stop()
    },
  }
}
