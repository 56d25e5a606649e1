// Test support: a freight world whose vehicles report positions into the log, and the role that follows them.
import { isFault } from '../../packages/jt808/src/fault.ts'
import { writeHeader } from '../../packages/jt808/src/header.ts'
import { writeBody, type Message } from '../../packages/jt808/src/message.ts'
import { keepPartitions } from '../../packages/intake/src/partitions.ts'
import { IntakeWriter } from '../../packages/intake/src/writer.ts'
import type pg from 'pg'
import { withClient } from '@yunshu/postgres/withClient'
import { openPool } from '../../apps/server/src/db/pool.ts'
import { nilId, q } from '../../apps/server/src/db/tx.ts'
import { TrackRole } from '../../apps/server/src/track/role.ts'
import { readGatewayConfig } from '../../apps/gateway/src/config.ts'
import { gatewayOptions, openGatewayPool } from '../../apps/gateway/src/database.ts'
import { startGateway } from '../../apps/gateway/src/gateway.ts'
import { startFreightWorld, type FreightWorld } from './freightWorld.ts'
import { locationOf, Terminal808, type Said, type Speech } from './terminal808.ts'

export type { Said } from './terminal808.ts'

const none: Message = { kind: 'heartbeat', value: undefined }

function bodyOf(message: Message): Uint8Array {
  const body = writeBody(message, 2013)
  if (isFault(body)) throw new Error(`no body: ${body.fault}`)
  return body
}

function rawOf(id: number, body: Uint8Array, serial = 1, part?: { total: number; index: number }): Uint8Array {
  const header = { id, is2019: false, protocol: 0, phone: '013900001234', encryption: 0, isReserved: false }
  const raw = writeHeader({ ...header, serial, part }, body)
  if (isFault(raw)) throw new Error(`no frame: ${raw.fault}`)
  return raw
}

/** The body of a batch, cut into packages. */
export function batchParts(said: readonly Said[]): Uint8Array[] {
  const body = bodyOf({ kind: 'batch', value: { type: 1, locations: said.map(locationOf) } })
  return Array.from({ length: Math.ceil(body.length / 900) }, (_, n) => body.slice(n * 900, n * 900 + 900))
}

/** Packages of one batch that are sent: the serial of the first, the places of those that come, and who sends them. */
interface Parts {
  readonly serial: number
  readonly order: readonly number[]
  readonly terminalNo?: number
}

export interface TrackWorld extends FreightWorld {
  /** Connections of the role, as the product itself. */
  readonly pool: pg.Pool
  readonly logged: string[]
  /** Positions of a vehicle, each a message of its own. */
  report(trackNo: number, said: readonly Said[]): Promise<void>
  /** Positions sent together, as after a blind spot. */
  reportLate(trackNo: number, said: readonly Said[], receivedAt: number): Promise<void>
  /** Some packages of a batch, each a message of its own. */
  reportParts(trackNo: number, said: readonly Said[], sent: Parts): Promise<void>
  heartbeat(trackNo: number, receivedAt: number): Promise<void>
  trackNoOf(vehicleId: string): Promise<number>
  /** A process of the role; `flushMs` 0 writes trails with each round. */
  role(flushMs?: number, now?: () => number): TrackRole
  /** Rounds until nothing is left to read. */
  follow(role?: TrackRole): Promise<void>
  /** The port of a gateway, which is opened when it is first asked for. */
  gatewayPort(): Promise<number>
  /** Ends the gateway: the next one that connects finds another. */
  cutGateway(): Promise<void>
  /** The time a terminal has for its answer passes at the gateway. */
  passAnswer(): void
  /** A terminal on a socket of the gateway. */
  connect(speech: Speech): Promise<Terminal808>
}

/** Starts a freight world with a log whose writer is the test itself. */
export async function startTrackWorld(env: Record<string, string> = {}): Promise<TrackWorld> {
  const freight = await startFreightWorld(env)
  const { databaseUrl } = freight.server.server.deps.config
  await withClient(freight.server.ownerUrl, client =>
    keepPartitions(client, { now: Date.now(), days: 3, bytes: 10e9, consumers: [] }),
  )
  const logged: string[] = []
  const asProduct = ['reach=system', `user=${nilId}`, `company=${nilId}`, `branch=${nilId}`]
  const settings = asProduct.map(setting => `-c app.${setting}`).join(' ')
  const log = (line: string): void => void logged.push(line)
  const pool = openPool({ url: databaseUrl, max: 4, log, options: settings })
  const writer = await IntakeWriter.open({
    url: databaseUrl,
    options: `-c role=yunshu_app ${settings}`,
    writer: 'gateway-test',
    log: () => {},
  })
  const role: TrackWorld['role'] = (flushMs = 0, now = Date.now) =>
    new TrackRole({ pool, owner: 'track-1', log, now, flushMs })
  const append = async (trackNo: number, receivedAt: number, raw: Uint8Array, terminalNo = trackNo): Promise<void> => {
    await writer.append({ trackNo, terminalNo, source: '808', receivedAt, raw })
  }
  let passed = 0
  const steady = (): number => performance.now() + passed
  const gateway = once(() => openGateway(freight.server.ownerUrl, log, steady))
  return {
    ...freight,
    pool,
    logged,
    role,
    report: async (trackNo, said) => {
      await Promise.all(
        said.map(one =>
          append(
            trackNo,
            one.receivedAt ?? one.at + 2000,
            rawOf(0x0200, bodyOf({ kind: 'location', value: locationOf(one) })),
          ),
        ),
      )
    },
    reportLate: async (trackNo, said, receivedAt) => {
      for (let from = 0; from < said.length; from += 20) {
        const value = { type: 1, locations: said.slice(from, from + 20).map(locationOf) }
        await append(trackNo, receivedAt, rawOf(0x0704, bodyOf({ kind: 'batch', value })))
      }
    },
    reportParts: async (trackNo, said, { serial, order, terminalNo }) => {
      const parts = batchParts(said)
      for (const index of order) {
        const raw = rawOf(0x0704, parts[index - 1] ?? bodyOf(none), serial + index - 1, { total: parts.length, index })
        await append(trackNo, Date.now(), raw, terminalNo)
      }
    },
    heartbeat: (trackNo, receivedAt) => append(trackNo, receivedAt, rawOf(0x0002, bodyOf(none))),
    trackNoOf: async id => {
      const row = await freight.server.db(tx =>
        tx.one(q.selectFrom('vehicles').select('track_no').where('id', '=', id)),
      )
      return row.track_no
    },
    follow: async (one = role()) => {
      while ((await one.round()) > 0);
      await one.flush()
    },
    gatewayPort: async () => (await gateway()).port,
    cutGateway: () => gateway.stop(),
    passAnswer: () => void (passed += answerMs),
    connect: async speech => Terminal808.connect((await gateway()).port, speech),
    stop: async () => {
      await gateway.stop()
      await writer.close(0)
      await pool.end()
      await freight.stop()
    },
  }
}

/** The time a terminal has for its answer: no test waits for it. */
const answerMs = 600_000

/** A gateway on the database of a test, as its own process has it. */
async function openGateway(ownerUrl: string, log: (line: string) => void, steady: () => number) {
  const url = new URL(ownerUrl)
  url.username = 'yunshu_gateway'
  const config = readGatewayConfig({ GATEWAY_DATABASE_URL: url.href, GATEWAY_PORT: '0' })
  const pool = openGatewayPool(config.databaseUrl, log)
  const options = { url: config.databaseUrl, options: gatewayOptions, writer: config.writer, log }
  const writer = await IntakeWriter.open(options)
  const orders = { everyMs: 50, answerMs }
  const gateway = await startGateway({ config, pool, log: writer, say: log, steady, orders })
  const stop = (): Promise<void> => gateway.stop(() => writer.close()).then(() => pool.end())
  return { port: gateway.port, stop }
}

/** Opens something when it is first asked for, and stops it if it was. */
function once<T extends { readonly stop: () => Promise<void> }>(open: () => Promise<T>) {
  let opened: Promise<T> | undefined
  const get = (): Promise<T> => (opened ??= open())
  const stop = async (): Promise<void> => {
    const last = await opened
    opened = undefined
    await last?.stop()
  }
  return Object.assign(get, { stop })
}
