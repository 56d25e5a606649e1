// What vehicles, drivers and payees share in reading: whose they are, who sees papers, what can be done next, and who waits for verification.
import type { FleetAct, FleetRecord, Queue } from '@yunshu/contract/fleet'
import { isCarrier } from '@yunshu/domain/account'
import { soonDays, type ExpiryState, type FleetStanding } from '@yunshu/domain/fleetPapers'
import { paperStates, type PaperState } from '@yunshu/domain/paper'
import { type Permit, isHouseSide } from '@yunshu/domain/permits'
import { Problem } from '@yunshu/domain/problems'
import { DAY_MS, startOfDay } from '@yunshu/domain/time'
import { sql, type RawBuilder } from 'kysely'
import { v7 } from 'uuid'
import { keyOf } from '../../db/keyOf.ts'
import { findLog } from '../../db/log.ts'
import { allOf } from '../../db/scope.ts'
import { nilId, q } from '../../db/tx.ts'
import { findFiles } from '../../files/files.queries.ts'
import type { Actor, Ctx } from '../../http/ctx.ts'

type Condition = RawBuilder<boolean>

/** What tells the three kinds of record apart where they are treated alike. */
export interface FleetKind {
  readonly entity: 'vehicle' | 'driver' | 'payee'
  readonly table: 'vehicles' | 'drivers' | 'payees'
  /** What people call one: 车辆. */
  readonly word: string
  /** The column that names one. */
  readonly named: 'plate' | 'name'
  readonly edit: Permit
  /** The column that says since when it is out of use. */
  readonly gone: 'retired_at' | 'removed_at'
}
export const vehicleFleet: FleetKind = { entity: 'vehicle', table: 'vehicles', word: '车辆', named: 'plate', edit: 'vehicle.edit', gone: 'retired_at' }
export const driverFleet: FleetKind = { entity: 'driver', table: 'drivers', word: '司机', named: 'name', edit: 'driver.edit', gone: 'retired_at' }
export const payeeFleet: FleetKind = { entity: 'payee', table: 'payees', word: '收款人', named: 'name', edit: 'payee.edit', gone: 'removed_at' }

/** The columns all three tables have. */
export interface FleetRow {
  readonly id: string
  readonly carrier_id: string
  readonly state: PaperState
  readonly version: number
  readonly reject_reason: string | null
  readonly reject_fields: readonly string[]
  readonly verified_at: number | null
  readonly verified_name: string | null
  readonly blacklisted_at: number | null
  readonly blacklist_reason: string | null
  readonly blacklisted_by: string | null
  readonly blacklisted_side: string | null
}

/** Platform and branches: they look after fleets and keep none. */
export const isHouse = ({ side }: Actor): boolean => isHouseSide(side)

/** True for people of the carrier whose fleet it is. */
export const isKeeper = ({ actor }: Ctx, carrierId: string): boolean => !isHouse(actor) && isCarrier(actor.businessType) && actor.companyId === carrierId

/** The carrier whose fleet the caller keeps; refuses whoever keeps none. */
export function keeperOf({ actor }: Ctx): string {
  if (isHouse(actor) || actor.companyId === undefined || !isCarrier(actor.businessType)) throw new Problem('permit.missing')
  return actor.companyId
}

/** What every new record of the caller's carrier starts with. */
export const newRecord = (ctx: Ctx) => ({ id: v7(), carrier_id: keeperOf(ctx), paper: paperStates.start, created_at: ctx.now, updated_at: ctx.now })

/** A carrier's own fleet; the platform, which verifies and dispatches, sees all, a branch the carriers it serves; shippers see none. */
export function ownFleet({ side, branchId = nilId, companyId = nilId }: Actor, alias: string): Condition {
  const carrier = sql.ref(`${alias}.carrier_id`)
  if (side === 'platform') return sql<boolean>`true`
  if (side === 'branch') return sql<boolean>`${carrier} in (select id from companies where branch_id = ${branchId}::uuid)`
  return sql<boolean>`${carrier} = ${companyId}::uuid`
}

/** The rows a list is about: those in use, on the blacklist, or out of use. */
export function inStanding(kind: FleetKind, alias: string, standing: FleetStanding | undefined): Condition {
  const gone = sql.ref(`${alias}.${kind.gone}`)
  if (standing === 'retired') return sql<boolean>`${gone} is not null`
  return standing === 'blacklisted' ? sql<boolean>`(${gone} is null and ${sql.ref(`${alias}.blacklisted_at`)} is not null)` : sql<boolean>`${gone} is null`
}

/** True where the paper that ends first is about to end, or has ended; `columns` in the order of the table's index. */
export function inExpiry(alias: string, columns: readonly string[], expiry: ExpiryState | undefined, now: number): Condition | undefined {
  if (expiry === undefined) return undefined
  const first = sql`least(${sql.join(columns.map((column) => sql.ref(`${alias}.${column}`)))})`
  const today = startOfDay(now)
  return expiry === 'ended' ? sql<boolean>`${first} < ${today}` : sql<boolean>`(${first} >= ${today} and ${first} < ${today + (soonDays + 1) * DAY_MS})`
}

/** Rows by state of verification. */
export async function countByPaper(ctx: Ctx, { table }: FleetKind, where: Condition): Promise<{ state: Record<string, number> }> {
  const rows = await ctx.tx.rows(sql<{ paper: string; n: number }>`select r.paper, count(*) as n from ${sql.table(table)} r where ${where} group by 1`.compile(q))
  return { state: Object.fromEntries(rows.map(({ paper, n }) => [paper, n])) }
}

/** Photos of papers are for who may see people's numbers, who keeps the fleet, and who verifies it. */
export function seesPapers(ctx: Ctx, kind: FleetKind, carrierId: string): boolean {
  return ctx.can('pii.view') || (isKeeper(ctx, carrierId) && ctx.can(kind.edit)) || (isHouse(ctx.actor) && ctx.can('fleet.verify'))
}

/** What the caller can do with a record now. */
export function actsOf(ctx: Ctx, kind: FleetKind, row: FleetRow, isGone: boolean): FleetAct[] {
  const house = isHouse(ctx.actor)
  const keeps = isKeeper(ctx, row.carrier_id)
  const edits = keeps && ctx.can(kind.edit)
  const bans = (house || keeps) && ctx.can('fleet.blacklist')
  const mine = row.blacklisted_side === (house ? 'house' : 'carrier')
  const acts: readonly (readonly [FleetAct, boolean])[] = [
    ['verify', house && ctx.can('fleet.verify') && row.state === 'pending' && !isGone],
    ['submit', edits && !isGone && (row.state === 'unsubmitted' || row.state === 'rejected')],
    ['edit', edits && !isGone],
    ['blacklist', bans && (row.blacklisted_at === null || (house && !mine))],
    ['unlist', bans && row.blacklisted_at !== null && mine],
    ['retire', edits && !isGone],
    ['restore', edits && isGone && kind.gone === 'retired_at'],
  ]
  return acts.flatMap(([act, may]) => (may ? [act] : []))
}

/** The neighbours of a record among those that wait for verification, as the list orders them: newest first. */
async function findQueue(ctx: Ctx, kind: FleetKind, id: string): Promise<Queue> {
  const waiting = sql`${sql.table(kind.table)} r where r.paper = 'pending' and ${inStanding(kind, 'r', undefined)} and ${ownFleet(ctx.actor, 'r')}`
  const row = await ctx.tx.one(sql<{ waiting: number; previous: string | null; next: string | null }>`
    select (select count(*) from ${waiting}) as waiting, (select r.id from ${waiting} and r.id > ${id}::uuid order by r.id limit 1) as previous, (select r.id from ${waiting} and r.id < ${id}::uuid order by r.id desc limit 1) as next`.compile(q))
  return { waiting: row.waiting, ...(row.previous === null ? {} : { previous: row.previous }), ...(row.next === null ? {} : { next: row.next }) }
}

type Common = Omit<FleetRecord, 'id' | 'missing'>

/** What the page of any record of the fleet shows beside its own facts. The caller has found the row in the actor's reach. */
export async function recordOf(ctx: Ctx, kind: FleetKind, row: FleetRow, goneAt: number | null): Promise<Common> {
  const acts = actsOf(ctx, kind, row, goneAt !== null)
  const files = seesPapers(ctx, kind, row.carrier_id) ? await findFiles(ctx, kind.entity, row.id) : undefined
  const isRejected = row.state === 'rejected'
  return {
    paper: row.state, version: row.version, isBlacklisted: row.blacklisted_at !== null, isRetired: goneAt !== null, acts,
    ...(row.blacklisted_at === null ? {} : { blacklisting: { at: row.blacklisted_at, reason: row.blacklist_reason ?? '', by: row.blacklisted_by ?? '', isHouse: row.blacklisted_side === 'house' } }),
    ...(goneAt === null ? {} : { retiredAt: goneAt }), ...(row.verified_at === null ? {} : { verifiedAt: row.verified_at }), ...(row.verified_name === null ? {} : { verifiedBy: row.verified_name }),
    ...(isRejected && row.reject_reason !== null ? { rejectReason: row.reject_reason } : {}), rejectFields: isRejected ? [...row.reject_fields] : [],
    ...(files === undefined ? {} : { files }), ...(isHouse(ctx.actor) && ctx.can('fleet.verify') ? { queue: await findQueue(ctx, kind, row.id) } : {}), log: await findLog(ctx, row.id),
  }
}

/** Kinds of document a record has. */
export async function documentsOf(ctx: Ctx, { entity }: FleetKind, id: string): Promise<string[]> {
  // what is missing is no secret: also those who may not see the papers are told
  return (await ctx.tx.elevated(() => ctx.tx.rows(q.selectFrom('files').select('category').distinct().where('owner', '=', entity).where('owner_id', '=', id)))).map(({ category }) => category)
}

/** The columns of a row in wire words: standing of a list row. */
export const standingOf = (row: { paper: string; version: number; blacklisted_at: number | null }, goneAt: number | null) => ({
  paper: keyOf(paperStates.states, row.paper), isBlacklisted: row.blacklisted_at !== null, isRetired: goneAt !== null, version: row.version,
})

/** A row with its state under the name machines expect. */
export const stated = <R extends { paper: string }>(row: R): R & { state: PaperState } => ({ ...row, state: keyOf(paperStates.states, row.paper) })

/** Without what is not there. */
export function given<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], null | undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined)) as { [K in keyof T]?: Exclude<T[K], null | undefined> }
}

/** Conditions of a list, those that are not asked for left out. */
export const listWhere = (actor: Actor, kind: FleetKind, alias: string, standing: FleetStanding | undefined, more: readonly (Condition | undefined | false | '')[]): Condition =>
  allOf([ownFleet(actor, alias), inStanding(kind, alias, standing), ...more.map((each) => (each === false || each === '' ? undefined : each))])
