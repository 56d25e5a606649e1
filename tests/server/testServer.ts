// The harness of HTTP tests: a server on its own scratch database, and clients that sign like the portal.
import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Call, Input, Output } from '@yunshu/contract/call'
import { loginByPost } from '@yunshu/contract/session/session'
import { paramsToSign, toWire, type Envelope } from '@yunshu/contract/wire'
import { signRequest } from '@yunshu/domain/signing'
import { createDatabase, ensureTemplate, type ScratchDatabase } from '@yunshu/postgres/scratch'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import { migrate } from '../../apps/server/src/db/migrate.ts'
import { inTransaction, q, systemReach, type Reach, type Tx } from '../../apps/server/src/db/tx.ts'
import { demoPassword } from '../../apps/server/demo/accounts.ts'
import { seedPeople } from '../../apps/server/demo/people.ts'
import { jobs } from '../../apps/server/src/jobList.ts'
import { endLease, takeLease, type JobLease } from '../../apps/server/src/work/lease.ts'
import { until } from './until.ts'
import { openPool } from '../../apps/server/src/db/pool.ts'
import { startServer, type RunningServer } from '../../apps/server/src/server.ts'
import { cheapHash } from './cheapHash.ts'
import { nameStatements } from './namedStatements.ts'

export interface Answer<T> {
  http: number
  envelope: Envelope
  headers: Headers
  data: T
}
export interface SendOptions {
  key?: string
  headers?: Record<string, string>
  /** Raw texts that replace or join the encoded input, before signing: to send what a well-behaved client would not. */
  raw?: Record<string, string>
  files?: readonly { name: string; bytes: Buffer; type?: string }[]
  /** Raw texts added after signing. */
  unsigned?: Record<string, string>
}

export interface Client {
  readonly token: string | undefined
  /** Sends a call; never throws for refusals. */
  ask<C extends Call>(call: C, input: Input<C>, options?: SendOptions): Promise<Answer<Output<C>>>
  /** Sends a call that answers a file; its bytes are the envelope's when it was refused. */
  blob<C extends Call>(call: C, input: Input<C>, options?: SendOptions): Promise<{ http: number; bytes: Buffer }>
  /** Sends a call and answers its data; throws with code and message when refused. */
  send<C extends Call>(call: C, input: Input<C>, options?: SendOptions): Promise<Output<C>>
}

export interface TestServer {
  readonly url: string
  readonly server: RunningServer
  /** Address of its database for the owner of the tables: to do what the product cannot. */
  readonly ownerUrl: string
  /** Lines the server logged, as JSON text. */
  readonly logged: string[]
  /** A signed-in client of a demo account. */
  login(account: string, password?: string): Promise<Client>
  anonymous(): Client
  /** Works on the database directly, as the product itself or with a given reach. */
  db<T>(work: (tx: Tx) => Promise<T>, reach?: Reach): Promise<T>
  /** Resolves when everything people were told so far lies in their inboxes and message centres. */
  relayed(): Promise<void>
  stop(): Promise<void>
}

/** The secret the servers of the suite sign with. */
export const suiteSecret = 'test-sign-secret-of-the-suite'

const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

async function template(): Promise<string> {
  return ensureTemplate('yunshu_people', async ownerUrl => {
    await migrate(ownerUrl)
    const pool = openPool({ url: ownerUrl, max: 1, log: () => {} })
    await inTransaction(pool, systemReach, tx => seedPeople(tx, cheapHash(demoPassword), Date.now()))
    await pool.end()
  })
}

/** A database of its own that holds the demo companies and people and nothing else. */
export async function peopledDatabase(): Promise<ScratchDatabase> {
  return createDatabase('http', await template())
}

/** Starts a server whose database holds the demo companies and people and nothing else, or nothing at all. */
export async function startTestServer(env: Record<string, string> = {}, isEmpty = false): Promise<TestServer> {
  if (!isEmpty) return startOn(await peopledDatabase(), { DEMO: '1', ...env })
  return startOn(await createDatabase('http'), env)
}

/** Starts a server on a database made for it, which goes with it; `prepare` is given the folder of its files first. */
export async function startOn(
  database: ScratchDatabase,
  env: Record<string, string>,
  prepare: (filesDir: string) => Promise<void> = async () => {},
): Promise<TestServer> {
  const endNames = nameStatements()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'yunshu-http-'))
  await prepare(path.join(dataDir, 'files'))
  const logged: string[] = []
  const stream = {
    write: (line: string) => {
      logged.push(line)
      return true
    },
  }
  const server = await startServer(
    {
      DATABASE_URL: database.appUrl,
      MIGRATE_DATABASE_URL: database.ownerUrl,
      DATA_DIR: dataDir,
      PORT: '0',
      SIGN_SECRET: suiteSecret,
      LOG_LEVEL: 'info',
      // the days of the log are made where a test asks for them
      TRACKING: 'off',
      ...env,
    },
    () => {},
    stream as NodeJS.WritableStream,
  )
  // a person is told that the server is busy; a test waits, on however busy a machine
  for (const { options } of [server.deps.pool, server.deps.reads]) options.connectionTimeoutMillis = 120_000
  server.pulse.patienceMs = 120_000
  const secret = env['SIGN_SECRET'] ?? suiteSecret
  const client = (who: { token?: string; account?: string; name?: string; cookie?: string }): Client =>
    clientAt(server.url, secret, who)
  return {
    url: server.url,
    server,
    logged,
    ownerUrl: database.ownerUrl,
    anonymous: () => client({}),
    login: async (account, password = demoPassword) => {
      const answer = await client({}).ask(loginByPost, { account, password })
      if (answer.envelope.code !== 0) throw new Error(`login ${account}: ${answer.envelope.message}`)
      return client({ token: answer.data.id, account, name: answer.data.name })
    },
    db: (work, reach = systemReach) => inTransaction(server.deps.pool, reach, work),
    relayed: async () => {
      const waiting = () =>
        inTransaction(server.deps.pool, systemReach, tx => tx.rows(q.selectFrom('outbox').select('id')))
      server.deps.wake()
      await expect.poll(waiting).toEqual([])
    },
    stop: async () => {
      await server.stop()
      endNames()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A client that signs in when it is first asked for something. */
export function lateClient(login: () => Promise<Client>): Client {
  let client: Client | undefined
  let signingIn: Promise<Client> | undefined
  const signedIn = async (): Promise<Client> => (client ??= await (signingIn ??= login()))
  return {
    get token() {
      if (!client) throw new Error('nothing was asked yet, so nobody is signed in')
      return client.token
    },
    ask: async (...asked) => (await signedIn()).ask(...asked),
    blob: async (...asked) => (await signedIn()).blob(...asked),
    send: async (...asked) => (await signedIn()).send(...asked),
  }
}

/** Keeps jobs of a server from running, so that nothing falls due, until what it answers is called. */
export async function holdJobs(
  { server }: TestServer,
  names: readonly string[] = jobs.map(({ name }) => name),
): Promise<() => Promise<void>> {
  const { pool } = server.deps
  const held: JobLease[] = []
  for (const name of names)
    await until(async () => {
      const lease = await takeLease(pool, name)
      if (lease !== undefined) held.push(lease)
      return lease !== undefined
    }, name)
  await pool.query('update job_leases set until_at = 9e15 where name = any($1)', [names])
  return async () => {
    for (const lease of held) await endLease(pool, lease)
  }
}

/** A client of the server at an address that signs with its secret. */
export function clientAt(
  url: string,
  secret: string,
  who: { token?: string; account?: string; name?: string; cookie?: string },
): Client {
  const post = async <C extends Call>(call: C, input: Input<C>, options: SendOptions = {}): Promise<Response> => {
    const texts: Record<string, string> = {
      ...toWire(call, input),
      timestamp: String(Date.now()),
      ...(who.token ? { token: who.token, operatorAccount: who.account ?? '', operatorName: who.name ?? '' } : {}),
      ...options.raw,
    }
    const signed = { ...texts, sign: signRequest(paramsToSign(call.input, texts), secret, md5), ...options.unsigned }
    const form = new URLSearchParams(signed)
    const headers: Record<string, string> = {
      URLFlag: 'web',
      ...(who.token ? { Authorization: who.token } : {}),
      ...(call.method === 'POST' ? { 'Idempotency-Key': options.key ?? randomUUID() } : {}),
      ...options.headers,
    }
    const body = (): BodyInit => {
      if (call.body !== 'multipart') return form.toString()
      const multipart = new FormData()
      for (const [name, value] of Object.entries(signed)) multipart.append(name, value)
      for (const file of options.files ?? [])
        multipart.append(
          'files',
          new Blob([new Uint8Array(file.bytes)], { type: file.type ?? 'application/octet-stream' }),
          file.name,
        )
      return multipart
    }
    return call.method === 'GET'
      ? fetch(`${url}${call.path}?${form.toString()}`, { headers })
      : fetch(url + call.path, {
          method: 'POST',
          headers: {
            ...(call.body === 'multipart' ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' }),
            ...headers,
          },
          body: body(),
        })
  }
  const ask = async <C extends Call>(
    call: C,
    input: Input<C>,
    options: SendOptions = {},
  ): Promise<Answer<Output<C>>> => {
    const response = await post(call, input, options)
    const envelope = (await response.json()) as Envelope
    const data = (envelope.code === 0 ? z.decode(call.output, envelope.data as never) : undefined) as Output<C>
    return { http: response.status, envelope, headers: response.headers, data }
  }
  return {
    token: who.token,
    ask,
    blob: async (call, input, options) => {
      const response = await post(call, input, options)
      return { http: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
    },
    send: async (call, input, options) => {
      const answer = await ask(call, input, options)
      if (answer.envelope.code !== 0)
        throw new Error(
          `${call.path}: ${answer.http} ${answer.envelope.code} ${answer.envelope.message} ${JSON.stringify(answer.envelope.data)}`,
        )
      return answer.data
    },
  }
}
