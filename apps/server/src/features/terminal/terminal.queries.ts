// Reads of terminals: the list with counters, one terminal with its bindings, and strangers that were refused.
import type { Input, Output } from '@yunshu/contract/call'
import type {
  countTerminals,
  getTerminal,
  listClaims,
  listTerminals,
  TerminalClaim,
  TerminalRow,
} from '@yunshu/contract/terminal/terminal'
import {
  claimReasons,
  onlineMs,
  terminalMovesOf,
  terminalProtocols,
  terminalRoles,
  terminalStates,
  type TerminalState,
} from '@yunshu/domain/terminal/terminal'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { chosen, contains } from '../../db/conditions.ts'
import { countByState } from '../../db/counts.ts'
import { keyOf } from '../../db/keyOf.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import type { TerminalClaims, Terminals } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { findLog } from '../../work/history.ts'
import { allOf, bySide } from '../../work/scope.ts'
import { ownFleet } from '../fleet/fleet.queries.ts'

export type Terminal = Omit<Selectable<Terminals>, 'state'> & { state: TerminalState }

/** One terminal under lock, in the actor's reach. */
export async function lockTerminal(ctx: Ctx, id: string): Promise<Terminal> {
  const row = await ctx.tx.one(
    q.selectFrom('terminals as t').selectAll('t').where('t.id', '=', id).where(ownFleet(ctx.actor, 't')).forUpdate(),
  )
  return { ...row, state: keyOf(terminalStates.states, row.state) }
}

/** The platform as a whole: the side that sees strangers. */
const isWholeHouse = ({ actor }: Ctx): boolean =>
  bySide(actor, { platform: true, branch: () => false, company: () => false })

const protocolOf = (protocol: number) => keyOf(terminalProtocols, `P${protocol}`)

const terminalRows = q
  .selectFrom('terminals as t')
  .leftJoin('companies as c', 'c.id', 't.carrier_id')
  .leftJoin('terminal_presence as p', 'p.terminal_no', 't.terminal_no')
  .selectAll('t')
  .select([
    'c.name as carrier_name',
    'p.seen_at as heard_at',
    'p.ended_at',
    'p.since_at',
    sql<string | null>`host(p.ip)`.as('ip'),
  ])
type ShownTerminal = Selectable<Terminals> & {
  carrier_name: string | null
  heard_at: number | null
  ended_at: number | null
  since_at: number | null
  ip: string | null
}

const isOnline = ({ heard_at: heardAt, ended_at: endedAt }: ShownTerminal, now: number): boolean =>
  heardAt !== null && endedAt === null && heardAt > now - onlineMs

function show(ctx: Ctx, row: ShownTerminal): TerminalRow {
  const state = keyOf(terminalStates.states, row.state)
  const seenAt = Math.max(row.heard_at ?? 0, row.seen_at ?? 0)
  return {
    id: row.id,
    phone: row.phone,
    state,
    presence: isOnline(row, ctx.now) ? 'online' : 'offline',
    seenAt: seenAt || undefined,
    plate: row.plate ?? undefined,
    vehicleId: row.vehicle_id ?? undefined,
    role: keyOf(terminalRoles, row.role),
    carrierName: row.carrier_name ?? undefined,
    protocol: protocolOf(row.protocol),
    deviceNo: row.device_no ?? undefined,
    maker: row.maker ?? undefined,
    model: row.model ?? undefined,
    iccid: row.iccid ?? undefined,
    imei: row.imei ?? undefined,
    software: row.software ?? undefined,
    note: row.note ?? undefined,
    createdAt: row.created_at,
    version: row.version,
    moves: terminalMovesOf({ state, isBound: row.vehicle_id !== null }, permit => ctx.can(permit)).filter(
      // the other device is the house's to know
      name => !name.startsWith('settle') || isWholeHouse(ctx),
    ),
  }
}

type Filter = Omit<Input<typeof listTerminals>, 'limit' | 'cursor'>

const heard = (now: number): RawBuilder<boolean> =>
  sql<boolean>`exists (select from terminal_presence o where o.terminal_no = t.terminal_no and o.ended_at is null
    and o.seen_at > ${now - onlineMs})`

/** The list's condition without its state, which the counters run through. */
const filtered = ({ actor, now }: Ctx, { presence, text, ids }: Filter): RawBuilder<boolean> =>
  allOf([
    ownFleet(actor, 't'),
    presence && (presence === 'online' ? heard(now) : sql<boolean>`not ${heard(now)}`),
    contains(['t.phone', 't.plate', 't.device_no', 't.imei'], text),
    chosen('t.id', ids),
  ])

/** Terminals in the actor's reach, newest first; those given up when they are asked for. */
export async function findTerminalsPage(
  ctx: Ctx,
  input: Input<typeof listTerminals>,
): Promise<Output<typeof listTerminals>> {
  const where = allOf([
    filtered(ctx, input),
    input.state ? sql<boolean>`t.state = ${input.state}` : sql<boolean>`t.state <> 'retired'`,
    afterCursor(input, 't.id'),
  ])
  const rows = await ctx.tx.rows(terminalRows.where(where).orderBy('t.id', 'desc').limit(rowsToAsk(input)))
  return toPage(rows, input, row => show(ctx, row))
}

/** Counts by state under the list's filter. */
export async function countTerminalsBy(
  ctx: Ctx,
  input: Input<typeof countTerminals>,
): Promise<Output<typeof countTerminals>> {
  return {
    state: await countByState(ctx.tx, terminalStates, { table: 'terminals', alias: 't', where: filtered(ctx, input) }),
  }
}

/** One terminal with its bindings and history; for the house with the devices that want its number. */
export async function findTerminal(ctx: Ctx, { id }: Input<typeof getTerminal>): Promise<Output<typeof getTerminal>> {
  const row = await ctx.tx.one(terminalRows.where('t.id', '=', id).where(ownFleet(ctx.actor, 't')))
  const bindings = await ctx.tx.rows(
    q
      .selectFrom('terminal_bindings as b')
      .innerJoin('vehicles as v', 'v.id', 'b.vehicle_id')
      .selectAll('b')
      .select('v.plate')
      .where('b.terminal_id', '=', id)
      .orderBy('b.from_at', 'desc'),
  )
  const claims = isWholeHouse(ctx)
    ? await ctx.tx.rows(claimRows.where('k.phone', '=', row.phone).where(isStranger).orderBy('k.last_at'))
    : []
  const isHere = isOnline(row, ctx.now)
  return {
    ...show(ctx, row),
    ip: isHere ? (row.ip ?? undefined) : undefined,
    onlineSince: isHere ? (row.since_at ?? undefined) : undefined,
    bindings: bindings.map(one => ({
      id: one.id,
      vehicleId: one.vehicle_id,
      plate: one.plate,
      role: keyOf(terminalRoles, one.role),
      from: one.from_at,
      to: one.to_at ?? undefined,
      by: one.by_name,
      endedBy: one.ended_by_name ?? undefined,
    })),
    claims: claims.map(showClaim),
    log: await findLog(ctx, id),
  }
}

/** Whether the reason against claim `k` is gone. */
const isMendedClaim = sql<boolean>`case k.why
  when 'vehicleTaken' then not exists (select from terminals o where o.plate = k.plate and o.phone <> k.phone and o.role = 'main' and o.vehicle_id is not null)
  when 'vehicleUnknown' then exists (select from terminals o where o.phone = k.phone and o.plate = k.plate)
  else false end`
/** A stranger somebody has listed since is none, and a device that got in behind its last refusal. */
const isStranger = sql<boolean>`not exists (select from terminals o where o.phone = k.phone and o.state <> 'retired'
  and (k.why = 'unknown' or (coalesce(o.device_no, '') = k.device_no and o.seen_at > k.last_at)))`
const claimRows = q.selectFrom('terminal_claims as k').selectAll('k').select(isMendedClaim.as('is_mended'))

const showClaim = (row: Selectable<TerminalClaims> & { is_mended: boolean }): TerminalClaim => ({
  id: row.id,
  phone: row.phone,
  deviceNo: row.device_no,
  why: keyOf(claimReasons, row.why),
  plate: row.plate || undefined,
  vin: row.vin || undefined,
  maker: row.maker || undefined,
  model: row.model || undefined,
  protocol: protocolOf(row.protocol),
  ip: row.ip ?? undefined,
  times: row.times,
  firstAt: row.first_at,
  lastAt: row.last_at,
  isMended: row.is_mended,
  ignoredBy: row.ignored_by ?? undefined,
})

/** Strangers that were refused, those that asked first the last; without those a person has put away. */
export async function findClaimsPage(ctx: Ctx, input: Input<typeof listClaims>): Promise<Output<typeof listClaims>> {
  const where = allOf([
    isStranger,
    input.isIgnored ? sql<boolean>`k.ignored_at is not null` : sql<boolean>`k.ignored_at is null`,
    input.why && sql<boolean>`k.why = ${input.why}`,
    contains(['k.phone', 'k.plate', 'k.device_no', 'k.vin'], input.text),
    afterCursor(input, 'k.id'),
  ])
  const rows = await ctx.tx.rows(claimRows.where(where).orderBy('k.id', 'desc').limit(rowsToAsk(input)))
  return toPage(rows, input, showClaim)
}
