// Reading that vehicles, drivers and payees share: owner, standing, and the filters of their lists.
import { isCarrier } from '@yunshu/domain/account/account'
import {
  driverCertificates,
  payeeCertificates,
  standingAt,
  vehicleCertificates,
  type Catalogue,
  type KeptPapers,
  type PaperStanding,
} from '@yunshu/domain/fleet/certificates'
import { soonDays, type ExpiryState, type FleetStanding } from '@yunshu/domain/fleet/papers'
import { driverPapers, paperStates, payeePapers, vehiclePapers, type PaperState } from '@yunshu/domain/fleet/paper'
import { type Permit, isHouseSide } from '@yunshu/domain/permits/permits'
import { Problem } from '@yunshu/domain/problems/problems'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { sql, type RawBuilder } from 'kysely'
import { v7 } from 'uuid'
import * as z from 'zod/mini'
import { keyOf } from '../../db/keyOf.ts'
import { allOf, rowsOfSide } from '../../work/scope.ts'
import { q } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'

type Condition = RawBuilder<boolean>

/** Differences between the three kinds of record where they are treated alike. */
export interface FleetKind {
  readonly entity: 'vehicle' | 'driver' | 'payee'
  /** The machine of its papers' states. */
  readonly papers: typeof vehiclePapers
  /** The Chinese word for one: 车辆. */
  readonly word: string
  /** The column that names one. */
  readonly named: 'plate' | 'name'
  readonly edit: Permit
  /** The column that says since when it is out of use. */
  readonly gone: 'retired_at' | 'removed_at'
  /** Its certificates, by the keys they are kept under. */
  readonly catalogue: Catalogue
}
export const vehicleFleet: FleetKind = {
  entity: 'vehicle',
  papers: vehiclePapers,
  word: '车辆',
  named: 'plate',
  edit: 'vehicle.edit',
  gone: 'retired_at',
  catalogue: vehicleCertificates,
}
export const driverFleet: FleetKind = {
  entity: 'driver',
  papers: driverPapers,
  word: '司机',
  named: 'name',
  edit: 'driver.edit',
  gone: 'retired_at',
  catalogue: driverCertificates,
}
export const payeeFleet: FleetKind = {
  entity: 'payee',
  papers: payeePapers,
  word: '收款人',
  named: 'name',
  edit: 'payee.edit',
  gone: 'removed_at',
  catalogue: payeeCertificates,
}

/**
 * The columns with the last days of the certificates, in the order of the table's index: licenceExpiry is
 * licence_expiry.
 */
export const endColumns = ({ catalogue }: FleetKind): { key: string; label: string; column: string }[] =>
  Object.entries(catalogue).flatMap(([key, { label, expiry }]) =>
    expiry === undefined
      ? []
      : [{ key, label, column: expiry.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`) }],
  )

/** The columns all three tables have. */
export interface FleetRow {
  readonly id: string
  readonly carrier_id: string
  readonly state: PaperState
  readonly version: number
  readonly papers: KeptPapers
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
export const isKeeper = ({ actor }: Ctx, carrierId: string): boolean =>
  !isHouse(actor) && isCarrier(actor.businessType) && actor.companyId === carrierId

/** The carrier whose fleet the caller keeps; refuses callers without a fleet. */
export function keeperOf({ actor }: Ctx): string {
  if (isHouse(actor) || actor.companyId === undefined || !isCarrier(actor.businessType))
    throw new Problem('permit.missing')
  return actor.companyId
}

/** First columns of every new record of the caller's carrier. */
export const newRecord = (ctx: Ctx) => ({
  id: v7(),
  carrier_id: keeperOf(ctx),
  paper: paperStates.start,
  created_at: ctx.now,
  updated_at: ctx.now,
})

/**
 * A carrier's own fleet; the platform, which verifies and dispatches, sees all, a branch the carriers it serves;
 * shippers see none.
 */
export const ownFleet = (actor: Actor, alias: string): Condition =>
  rowsOfSide(actor, {
    branch: id =>
      sql<boolean>`${sql.ref(`${alias}.carrier_id`)} in (select id from companies where branch_id = ${id}::uuid)`,
    company: `${alias}.carrier_id`,
  })

/** The rows a list is about: those in use, on the blacklist, or out of use. */
export function inStanding(kind: FleetKind, alias: string, standing: FleetStanding | undefined): Condition {
  const gone = sql.ref(`${alias}.${kind.gone}`)
  if (standing === 'retired') return sql<boolean>`${gone} is not null`
  return standing === 'blacklisted'
    ? sql<boolean>`(${gone} is null and ${sql.ref(`${alias}.blacklisted_at`)} is not null)`
    : sql<boolean>`${gone} is null`
}

/** The last day of the paper that ends first, as the table's index has it. */
export const firstEnd = (kind: FleetKind, alias: string): RawBuilder<number> =>
  sql`least(${sql.join(endColumns(kind).map(({ column }) => sql.ref(`${alias}.${column}`)))})`

/** True where the paper that ends first is about to end, or has ended. */
export function inExpiry(
  kind: FleetKind,
  alias: string,
  expiry: ExpiryState | undefined,
  now: number,
): Condition | undefined {
  if (expiry === undefined) return undefined
  const first = firstEnd(kind, alias)
  const today = startOfDay(now)
  return expiry === 'ended'
    ? sql<boolean>`${first} < ${today}`
    : sql<boolean>`(${first} >= ${today} and ${first} < ${today + (soonDays + 1) * DAY_MS})`
}

/** `standingAt` of the rules as a condition: true where a record stands so on the day of `now`. */
export function standsAs(kind: FleetKind, alias: string, paper: PaperStanding, now: number): Condition {
  const state = sql`${sql.ref(`${alias}.paper`)}`
  if (endColumns(kind).length === 0 || (paper !== 'approved' && paper !== 'expired'))
    return sql<boolean>`${state} = ${paper}`
  return sql<boolean>`(${state} = 'approved'
    and ${firstEnd(kind, alias)} ${sql.raw(paper === 'expired' ? '<' : '>=')} ${startOfDay(now)})`
}

/** Rows by how they stand. */
export async function countByPaper(
  ctx: Ctx,
  kind: FleetKind,
  where: Condition,
): Promise<{ state: Record<string, number> }> {
  const rows = await ctx.tx.rows(
    sql<{
      paper: string
      n: number
    }>`select case when ${standsAs(kind, 'r', 'expired', ctx.now)} then 'expired'
      else r.paper end as paper, count(*) as n from ${sql.table(kind.papers.table)} r where ${where}
      group by 1`.compile(q),
  )
  return { state: Object.fromEntries(rows.map(({ paper, n }) => [paper, n])) }
}

/** Kinds of document a record has. */
export async function documentsOf(ctx: Ctx, { entity }: FleetKind, id: string): Promise<string[]> {
  // missing papers are named to everybody, also to people who may not see the papers themselves
  return (
    await ctx.tx.elevated(() =>
      ctx.tx.rows(
        q.selectFrom('files').select('category').distinct().where('owner', '=', entity).where('owner_id', '=', id),
      ),
    )
  ).map(({ category }) => category)
}

/** The columns of a row in wire words: standing of a list row; `ends` are the last days of its papers. */
export const standingOf = (
  row: { paper: string; version: number; blacklisted_at: number | null },
  goneAt: number | null,
  ends: readonly (number | null)[],
  now: number,
) => ({
  paper: standingAt(keyOf(paperStates.states, row.paper), ends, now),
  isBlacklisted: row.blacklisted_at !== null,
  isRetired: goneAt !== null,
  version: row.version,
})

const PaperStateKey = z.enum(Object.keys(paperStates.states) as [PaperState, ...PaperState[]])
const Papers = z.record(
  z.string(),
  z.object({
    state: PaperStateKey,
    at: z.optional(z.number()),
    by: z.optional(z.string()),
    reason: z.optional(z.string()),
    fields: z.optional(z.array(z.string())),
  }),
)

/** A row with its state under the name machines expect, and its certificates read. */
export const withPaperState = <R extends { paper: string; papers: unknown }>(
  row: R,
): Omit<R, 'papers'> & { state: PaperState; papers: KeptPapers } => ({
  ...row,
  state: keyOf(paperStates.states, row.paper),
  papers: z.parse(Papers, row.papers),
})

/** Without what is not there. */
export function withoutEmpty<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], null | undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], null | undefined>
  }
}

/** Conditions of a list, those that are not asked for left out. */
export const listWhere = (
  actor: Actor,
  kind: FleetKind,
  alias: string,
  standing: FleetStanding | undefined,
  more: readonly (Condition | undefined | false | '')[],
): Condition =>
  allOf([
    ownFleet(actor, alias),
    inStanding(kind, alias, standing),
    ...more.map(each => (each === false || each === '' ? undefined : each)),
  ])

/** A record under lock, as those who change it need it. */
export interface Held {
  readonly kind: FleetKind
  readonly row: FleetRow
  readonly name: string
  readonly goneAt: number | null
}

/**
 * The same with its fields by their names on the wire and the certificates it needs, for commands that judge or change
 * its papers.
 */
export interface HeldFacts extends Held {
  readonly facts: object
  readonly needed: readonly string[]
}
