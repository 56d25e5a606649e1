// Identity of terminals: registration gives out random codes of which a hash is kept, authentication compares them.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type pg from 'pg'
import { inGatewayTransaction } from './database.ts'

/** A terminal of the list as sessions hold it. */
export interface Terminal {
  readonly terminalNo: number
  /** Digits without zeros in front. */
  readonly phone: string
  /** Number of the vehicle it is bound to, 0 for none. */
  readonly trackNo: number
  readonly state: string
  /** False when a person took its code away: it has to register anew. */
  readonly hasCode: boolean
}

/** Facts a terminal tells about itself and about its vehicle. */
export interface Claim {
  readonly phone: string
  readonly phoneDigits: 12 | 20
  readonly protocol: number
  readonly deviceNo: string
  readonly maker: string
  readonly model: string
  readonly plate: string
  /** 0: the plate is the VIN. */
  readonly plateColor: number
  readonly ip: string
}

/** Reasons to refuse a terminal. */
type Refusal = 'unknown' | 'vehicleTaken' | 'vehicleUnknown' | 'phoneTaken' | 'wrongCode'
/** The answer of a registration: the result of the standard, and the code of one that was let in. */
export interface Registered {
  readonly result: 0 | 1 | 2 | 3 | 4
  readonly code?: string
  /** Nobody has listed the phone: a note of it is for the caller to write. */
  readonly isUnknown?: true
}

interface Row {
  readonly terminal_no: number
  readonly phone: string
  readonly track_no: number | null
  readonly state: string
  readonly device_no: string | null
  readonly plate: string | null
  readonly plate_color: string | null
  readonly vin: string | null
  readonly auth_hash: Buffer | null
  readonly auth_hash_before: Buffer | null
}

/** The colour of a plate nobody told: 9, others. */
const unsaidColor = 9

/** Most claims that are kept; a flood of strangers fills no table. */
const claimsMost = 5000

/** Digits of a phone without the zeros the wire puts in front. */
export const phoneOf = (digits: string): string => digits.replace(/^0+/, '')

/** Hash of a code, as it is kept. */
export const hashOf = (code: string): Buffer => createHash('sha256').update(code, 'latin1').digest()

/** An id in the order of its making, like the others of the house. */
function makeId(now: number): string {
  const hex = now.toString(16).padStart(12, '0') + randomBytes(10).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-b${hex.slice(17, 20)}-${hex.slice(20)}`
}

const makeCode = (): string => randomBytes(12).toString('base64url')

const sameHash = (kept: Buffer | null, given: Buffer): boolean =>
  kept !== null && kept.length === given.length && timingSafeEqual(kept, given)

const terminalOf = (row: Row): Terminal => ({
  terminalNo: row.terminal_no,
  phone: row.phone,
  trackNo: row.track_no ?? 0,
  state: row.state,
  hasCode: row.auth_hash !== null,
})

const columns = 'terminal_no, phone, track_no, state, device_no, plate, plate_color, vin, auth_hash, auth_hash_before'

async function lockByPhone(client: pg.PoolClient, phone: string): Promise<Row | undefined> {
  const { rows } = await client.query<Row>(
    `select ${columns} from terminals where phone = $1 and state <> 'retired' for update`,
    [phone],
  )
  return rows[0]
}

/** Colours of the standard and ours: green plates have one digit there and two here. */
const isSameColor = (wire: number, ours: string | null): boolean =>
  ours === null || String(wire) === ours || (wire === 5 && /^9[34]$/.test(ours)) || wire === 9

/** Whether the vehicle a terminal names is that of a row; a terminal that names none is asked nothing. */
const namesVehicle = ({ plate, plateColor }: Claim, row: Pick<Row, 'plate' | 'plate_color' | 'vin'>): boolean =>
  plate === '' ||
  (plateColor === 0 ? plate === row.vin : plate === row.plate && isSameColor(plateColor, row.plate_color))

/** Notes a terminal that was refused, so that a person finds it. */
export async function noteClaim(
  client: Pick<pg.Pool, 'query'>,
  claim: Claim,
  why: Refusal,
  now: number,
): Promise<void> {
  const isVin = claim.plateColor === 0
  await client.query(
    `insert into terminal_claims (phone, device_no, phone_digits, protocol, maker, model, plate, plate_color, vin, ip, why,
       times, first_at, last_at, id)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10::inet, $11, 1, $12, $12, $13
     where (select count(*) from terminal_claims) < ${claimsMost}
       or exists (select from terminal_claims where phone = $1 and device_no = $2)
     on conflict (phone, device_no) do update set maker = coalesce(nullif(excluded.maker, ''), terminal_claims.maker),
       model = coalesce(nullif(excluded.model, ''), terminal_claims.model), plate = excluded.plate,
       plate_color = excluded.plate_color, vin = excluded.vin, ip = excluded.ip, why = excluded.why,
       ignored_at = case when excluded.why = terminal_claims.why then terminal_claims.ignored_at end,
       ignored_by = case when excluded.why = terminal_claims.why then terminal_claims.ignored_by end,
       times = terminal_claims.times + 1, last_at = excluded.last_at`,
    [
      claim.phone,
      claim.deviceNo,
      claim.phoneDigits,
      claim.protocol,
      claim.maker,
      claim.model,
      isVin ? null : claim.plate,
      isVin ? null : String(claim.plateColor),
      isVin ? claim.plate : null,
      claim.ip,
      why,
      now,
      makeId(now),
    ],
  )
}

/** Notes a terminal whose codes were wrong until nobody listens to it: one of the list, or a stranger that never registered. */
export async function noteWrongCode(
  pool: Pick<pg.Pool, 'query'>,
  told: Pick<Claim, 'phone' | 'phoneDigits' | 'protocol' | 'ip'>,
  now: number,
): Promise<void> {
  const { rows } = await pool.query<Row & { maker: string | null; model: string | null }>(
    `select ${columns}, maker, model from terminals where phone = $1 and state <> 'retired'`,
    [told.phone],
  )
  const [row] = rows
  // one that is blocked was answered by a person
  if (row?.state === 'blocked') return
  const { device_no: deviceNo = null, maker = null, model = null, plate = null, plate_color: color = null } = row ?? {}
  const claim = {
    ...told,
    deviceNo: deviceNo ?? '',
    maker: maker ?? '',
    model: model ?? '',
    plate: plate ?? '',
    plateColor: Number(color ?? unsaidColor),
  }
  await noteClaim(pool, claim, row ? 'wrongCode' : 'unknown', now)
}

/** The vehicle a terminal names has another main terminal. */
async function isTaken(client: pg.PoolClient, claim: Claim): Promise<boolean> {
  if (claim.plate === '') return false
  const { rows } = await client.query<Row>(
    `select ${columns} from terminals where ${claim.plateColor === 0 ? 'vin' : 'plate'} = $1 and phone <> $2
       and role = 'main' and vehicle_id is not null`,
    [claim.plate, claim.phone],
  )
  return rows.some(row => namesVehicle(claim, row))
}

/**
 * Registers a terminal of the list. One whose number somebody else's device holds, or whose vehicle is another's, is
 * refused and noted; both sides are shown to a person, and the one that was there before stays.
 */
export async function registerTerminal(pool: pg.Pool, claim: Claim, now: number): Promise<Registered> {
  // strangers are many: one look each, and no transaction
  const { rowCount } = await pool.query(`select from terminals where phone = $1 and state <> 'retired'`, [claim.phone])
  if (rowCount === 0) return { result: 4, isUnknown: true }
  return inGatewayTransaction(pool, async client => {
    const refuse = async (why: Refusal, result: 1 | 2 | 3 | 4): Promise<Registered> => {
      await noteClaim(client, claim, why, now)
      return { result }
    }
    const row = await lockByPhone(client, claim.phone)
    if (!row) return { result: 4, isUnknown: true }
    if (row.state === 'blocked') return { result: 4 }
    if (row.device_no !== null && row.device_no !== claim.deviceNo) {
      await client.query(
        `update terminals set state = 'conflict', version = version + 1, updated_at = $2
         where terminal_no = $1 and state in ('new', 'active')`,
        [row.terminal_no, now],
      )
      return refuse('phoneTaken', 3)
    }
    // beside the main terminal of its own vehicle a spare one takes nothing
    const isOwn = row.track_no !== null && namesVehicle(claim, row)
    if (!isOwn && (await isTaken(client, claim))) return refuse('vehicleTaken', 1)
    if (row.track_no !== null && !isOwn) return refuse('vehicleUnknown', 2)
    const code = makeCode()
    await client.query(
      `update terminals set auth_hash_before = coalesce(auth_hash, auth_hash_before), auth_hash = $2, device_no = $3,
         maker = $4, model = $5, phone_digits = $6, protocol = $7
       where terminal_no = $1`,
      [
        row.terminal_no,
        hashOf(code),
        claim.deviceNo,
        claim.maker || null,
        claim.model || null,
        claim.phoneDigits,
        claim.protocol,
      ],
    )
    return { result: 0, code }
  })
}

/** Facts a terminal tells when it authenticates. */
export interface Proof {
  readonly phone: string
  readonly code: string
  readonly imei?: string | undefined
  readonly software?: string | undefined
}

/**
 * The terminal a code belongs to. A code before the last one is good until the last one is used: many terminals
 * register at every start, and an answer may be lost.
 */
export function authenticateTerminal(pool: pg.Pool, proof: Proof, now: number): Promise<Terminal | undefined> {
  return inGatewayTransaction(pool, async client => {
    const row = await lockByPhone(client, proof.phone)
    if (!row || row.state === 'blocked') return undefined
    const given = hashOf(proof.code)
    const isNew = sameHash(row.auth_hash, given)
    // both are compared, so that the time tells nothing
    const isBefore = sameHash(row.auth_hash_before, given)
    if (!isNew && !isBefore) return undefined
    await client.query(
      `update terminals set seen_at = $2, imei = coalesce($3, imei), software = coalesce($4, software)
         ${isNew ? ', auth_hash_before = null' : ''}
       where terminal_no = $1`,
      [row.terminal_no, now, proof.imei || null, proof.software || null],
    )
    return terminalOf(row)
  })
}

/** A terminal of the list by its phone, for forwarders that are believed. */
export async function findTerminal(pool: pg.Pool, phone: string): Promise<Terminal | undefined> {
  const { rows } = await pool.query<Row>(
    `select ${columns} from terminals where phone = $1 and state not in ('retired', 'blocked')`,
    [phone],
  )
  return rows[0] && terminalOf(rows[0])
}

/**
 * Terminals changed within some time, for sessions that are open. By the clock of the database: that of the gateway's
 * machine may be ahead of those that write the changes.
 */
export async function changedTerminals(pool: pg.Pool, withinMs: number): Promise<readonly Terminal[]> {
  const { rows } = await pool.query<Row>(
    `select ${columns} from terminals where updated_at >= (extract(epoch from now()) * 1000)::bigint - $1::bigint`,
    [withinMs],
  )
  return rows.map(terminalOf)
}
