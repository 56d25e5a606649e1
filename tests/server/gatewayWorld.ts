// Test support: a database with terminals and vehicles, a gateway on it, and what the log holds.
import { v7 } from 'uuid'
import pg from 'pg'
import { readGatewayConfig } from '../../apps/gateway/src/config.ts'
import { gatewayOptions, openGatewayPool } from '../../apps/gateway/src/database.ts'
import { startGateway, type Gateway, type GatewayParts } from '../../apps/gateway/src/gateway.ts'
import type { Log } from '../../apps/gateway/src/handle.ts'
import { readEnvelope } from '../../packages/intake/src/envelope.ts'
import { IntakeWriter } from '../../packages/intake/src/writer.ts'
import { isFault } from '../../packages/jt808/src/fault.ts'
import { readRaw, type Frame } from '../../packages/jt808/src/frame.ts'
import { intakeWorld, type IntakeWorld } from './intakeWorld.ts'
import { Terminal808, type Speech } from './terminal808.ts'

/** A message as the log holds it. */
export interface HeldFrame {
  readonly trackNo: number
  readonly terminalNo: number
  readonly frame: Frame
}

/** Clocks and times of a gateway. */
type Pace = Pick<GatewayParts, 'idleMs' | 'now' | 'orders'>

export interface GatewayWorld {
  readonly intake: IntakeWorld
  readonly lines: string[]
  /** A gateway in this process; `log` may stand before the writer. */
  open(env?: Record<string, string>, log?: (writer: IntakeWriter) => Log, pace?: Pace): Promise<OpenGateway>
  /** A terminal of the list; `trackNo` makes it one of a vehicle. */
  list(phone: string, fields?: ListedFields): Promise<number>
  held(): Promise<HeldFrame[]>
  readonly query: Query
  close(): Promise<void>
}

export interface OpenGateway {
  readonly gateway: Gateway
  readonly writer: IntakeWriter
  connect(speech: Speech): Promise<Terminal808>
  stop(): Promise<void>
}

/** Statements as the owner of the database. */
export type Query = <T extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<T[]>

/** The frames the log of a database holds. */
export async function framesIn(query: Query): Promise<HeldFrame[]> {
  const rows = await query<{ at: number; body: Buffer }>(
    'select received_at::float8 as at, body from track_intake order by lane, seq',
  )
  return rows
    .flatMap(({ at, body }) => readEnvelope(body, at) ?? [])
    .map(({ trackNo, terminalNo, raw }) => {
      const frame = readRaw(raw)
      if (isFault(frame)) throw new Error(`the log holds what is no frame: ${frame.fault}`)
      return { trackNo, terminalNo, frame }
    })
}

interface ListedFields {
  readonly trackNo?: number
  readonly plate?: string
  readonly plateColor?: string
  readonly state?: string
}

/** Puts a terminal of a company on the list; `trackNo` makes it one of a vehicle. Answers its number. */
export async function listTerminal(
  query: Query,
  companyId: string,
  phone: string,
  { trackNo, plate, plateColor = '2', state }: ListedFields = {},
): Promise<number> {
  const vehicleId = v7()
  if (trackNo !== undefined)
    await query(
      `insert into vehicles (id, carrier_id, plate, plate_color, type_code, energy, tonnage_g, gross_g, transport_cert_no,
         transport_cert_expiry, licence_expiry, paper, created_at, updated_at, track_no)
       values ($1, $2, $3, $4, 'H11', 'B', 1, 1, '', 1, 1, 'approved', 1, 1, $5)`,
      [vehicleId, companyId, plate, plateColor, trackNo],
    )
  const [row] = await query<{ terminal_no: number }>(
    `insert into terminals (id, phone, phone_digits, protocol, carrier_id, vehicle_id, state, track_no, plate, plate_color,
       created_at, updated_at)
     values ($1, $2, 12, 2013, $3, $4, $5, $6, $7, $8, 1, 1) returning terminal_no`,
    [
      v7(),
      phone,
      companyId,
      trackNo === undefined ? null : vehicleId,
      state ?? (trackNo === undefined ? 'new' : 'active'),
      trackNo ?? null,
      plate ?? null,
      trackNo === undefined ? null : plateColor,
    ],
  )
  return row?.terminal_no ?? 0
}

/** A fresh database, and whatever is opened on it. */
export async function gatewayWorld(): Promise<GatewayWorld> {
  const intake = await intakeWorld()
  const opened: OpenGateway[] = []
  const lines: string[] = []
  const query: Query = (text, values) => intake.asOwner(async client => (await client.query(text, values)).rows)
  const companyId = v7()
  await query(
    `insert into companies (id, name, short_name, credit_code, role_flags, contact_name, contact_mobile, region_code, address,
       created_at, updated_at)
     values ($1, '测试承运', '测试', '91440300000000000X', 2, '某', '13900000000', '440300', '某路', 1, 1)`,
    [companyId],
  )
  const open: GatewayWorld['open'] = async (env = {}, logOf = writer => writer, pace = {}) => {
    const config = readGatewayConfig({
      GATEWAY_DATABASE_URL: intake.database.gatewayUrl,
      GATEWAY_PORT: '0',
      ...env,
    })
    const say = (line: string): void => void lines.push(line)
    const pool = openGatewayPool(config.databaseUrl, say)
    const writer = await IntakeWriter.open({
      url: config.databaseUrl,
      options: gatewayOptions,
      writer: config.writer,
      log: say,
    })
    const gateway = await startGateway({ config, pool, log: logOf(writer), say, ...pace })
    let ended: Promise<void> | undefined
    const one: OpenGateway = {
      gateway,
      writer,
      connect: speech => Terminal808.connect(gateway.port, speech),
      stop: () => (ended ??= gateway.stop(() => writer.close()).then(() => pool.end())),
    }
    opened.push(one)
    return one
  }
  return {
    intake,
    lines,
    open,
    list: (phone, fields) => listTerminal(query, companyId, phone, fields),
    held: () => framesIn(query),
    query,
    close: async () => {
      await Promise.all(opened.map(one => one.stop()))
      await intake.close()
    },
  }
}
