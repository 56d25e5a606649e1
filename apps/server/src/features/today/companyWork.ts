// Work on companies and their papers: partners to answer, records to verify, papers to hand in or renew.
import { actUrl } from '@yunshu/contract/actLink'
import { listUrl, screenUrl, type ScreenName } from '@yunshu/contract/screens/screens'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import type { PaperState } from '@yunshu/domain/fleet/paper'
import { soonDays, type ExpiryState } from '@yunshu/domain/fleet/papers'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import type { TodayKind } from '@yunshu/domain/today/today'
import { sql, type RawBuilder } from 'kysely'
import { clockInSql } from '../../db/conditions.ts'
import { nilId } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { allOf } from '../../work/scope.ts'
import { servedCompanies } from '../company/company.queries.ts'
import { driversUnder } from '../driver/driver.queries.ts'
import { driverFleet, firstEnd, vehicleFleet, type FleetKind } from '../fleet/fleet.queries.ts'
import { payeesUnder } from '../payee/payeeRows.queries.ts'
import { vehiclesUnder } from '../vehicle/vehicle.queries.ts'
import type { FoundWork, TodaySource } from './work.ts'

type Condition = RawBuilder<boolean>
const never = sql<number | null>`null::bigint`

/** The carrier of a record, for the house: a carrier's own records are its own. */
const ofCarrier = ({ actor }: Ctx, alias: string) =>
  isHouseSide(actor.side)
    ? sql`(select o.name from companies o where o.id = ${sql.ref(`${alias}.carrier_id`)})`
    : sql`null`

/** The time what was handed in is to be verified by: a working day later; holidays are not known. */
const verifyBy = (since: string): RawBuilder<number> =>
  sql<number>`(${sql.ref(since)} + ${DAY_MS}::bigint * case extract(isodow
    from ${clockInSql(sql.ref(since))}) when 5 then 3 when 6 then 2 else 1 end)`

/** The reason a carrier has to look after the papers of a record. */
function paperFault(kind: FleetKind, alias: string, { now }: Ctx): RawBuilder<string | null> {
  const today = startOfDay(now)
  return sql<
    string | null
  >`case when ${sql.ref(`${alias}.paper`)} = 'rejected' then '认证未通过' when ${firstEnd(kind, alias)} < ${today}::bigint
    then '证件已过期'
    when ${firstEnd(kind, alias)} < ${today + (soonDays + 1) * DAY_MS}::bigint then '证件即将到期' end`
}

const invited = (kind: 'shipper' | 'carrier'): TodaySource => {
  const list = (name: string): string =>
    listUrl(kind === 'carrier' ? 'CarrierRelations' : 'ShipperRelations', { text: name })
  const [mine, theirs] = kind === 'carrier' ? ['r.shipper_id', 'r.carrier_id'] : ['r.carrier_id', 'r.shipper_id']
  return {
    find: ({
      actor: { companyId = nilId },
    }) => sql<FoundWork>`select r.id, r.version, o.name as no, null as beside, nullif(r.message, '') as about,
      null as whose,
      r.expires_at as deadline, null::bigint as amount, r.updated_at as since, o.name as link
      from relations r join companies o on o.id = ${sql.ref(theirs)}
      where ${sql.ref(mine)} = ${companyId}::uuid and r.state = 'invited' and r.invited_by = ${kind}`,
    path: ({ link }) => actUrl(list(link), 'approve'),
    refuse: ({ link }) => actUrl(list(link), 'reject'),
  }
}

const companies = (
  where: (ctx: Ctx) => Condition,
  deadline: RawBuilder<number | null>,
  about: string,
  path: TodaySource['path'],
): TodaySource => ({
  find: ctx => sql<FoundWork>`select c.id, c.version, c.name as no, null as beside, ${sql.lit(about)} as about,
    null as whose, ${deadline} as deadline,
    null::bigint as amount, c.updated_at as since, c.id::text as link from companies c where ${where(ctx)}`,
  path,
})

const anyOf = (conditions: readonly Condition[]): Condition => sql<boolean>`(${sql.join(conditions, sql` or `)})`

interface Papers {
  readonly kind: FleetKind
  /** The table, its name in the statement, and the column a record is known by. */
  readonly table: string
  readonly alias: string
  readonly no: string
  readonly under: (
    actor: Actor,
    now: number,
    filter: { paper?: PaperState; expiry?: ExpiryState },
    alias: string,
  ) => Condition
  readonly screen: ScreenName
}

/** Vehicles or drivers: those the house verifies, and those whose papers their carrier mends or renews. */
function papersOf({ kind, table, alias, no, under, screen }: Papers): { verify: TodaySource; renew: TodaySource } {
  const pageOf: TodaySource['path'] = ({ link }) => screenUrl(screen, { id: link })
  const source = (where: (ctx: Ctx) => Condition, deadline: RawBuilder<number | null>): TodaySource => ({
    find: ctx => sql<FoundWork>`select ${sql.ref(alias)}.id, version, ${sql.ref(no)} as no, null as beside,
      ${paperFault(kind, alias, ctx)} as about, ${ofCarrier(ctx, alias)} as whose, ${deadline} as deadline,
      null::bigint as amount, updated_at as since, id::text as link from ${sql.table(table)} ${sql.ref(alias)}
        where ${where(ctx)}`,
    path: pageOf,
  })
  return {
    verify: {
      ...source(({ actor, now }) => under(actor, now, { paper: 'pending' }, alias), verifyBy(`${alias}.updated_at`)),
      // papers are looked at before they pass; only what is wrong is said at once
      refuse: found => actUrl(pageOf(found), 'reject'),
    },
    renew: source(
      ({ actor, now }) =>
        anyOf([
          under(actor, now, { paper: 'rejected' }, alias),
          under(actor, now, { expiry: 'ended' }, alias),
          under(actor, now, { expiry: 'soon' }, alias),
        ]),
      firstEnd(kind, alias),
    ),
  }
}

const payees = (where: (ctx: Ctx) => Condition, deadline: RawBuilder<number | null>): TodaySource => ({
  find: ctx => sql<FoundWork>`select p.id, p.version, p.name as no, p.bank as beside, null as about,
    ${ofCarrier(ctx, 'p')} as whose, ${deadline} as deadline,
    null::bigint as amount, p.updated_at as since, p.id::text as link from payees p where ${where(ctx)}`,
  path: ({ link }) => screenUrl('PayeeDetails', { id: link }),
})

const vehicles = papersOf({
  kind: vehicleFleet,
  table: 'vehicles',
  alias: 'v',
  no: 'v.plate',
  under: vehiclesUnder,
  screen: 'VehicleDetails',
})
const drivers = papersOf({
  kind: driverFleet,
  table: 'drivers',
  alias: 'd',
  no: 'd.name',
  under: driversUnder,
  screen: 'DriverDetails',
})

export const companyWork = {
  invitedCarrier: invited('carrier'),
  invitedShipper: invited('shipper'),
  verifyCompany: companies(
    ({ actor }) => allOf([servedCompanies(actor), sql<boolean>`c.state = 'pending'`]),
    verifyBy('c.updated_at'),
    '企业资料待审核',
    ({ link }) => screenUrl('CompanyDetails', { id: link }),
  ),
  verifyVehicle: vehicles.verify,
  verifyDriver: drivers.verify,
  verifyPayee: payees(
    ({ actor, now }) =>
      anyOf([payeesUnder(actor, now, { paper: 'pending' }, 'p'), payeesUnder(actor, now, { authWaiting: true }, 'p')]),
    verifyBy('p.updated_at'),
  ),
  companyPapers: companies(
    ({ actor: { companyId = nilId } }) =>
      sql<boolean>`(c.id = ${companyId}::uuid and c.state in ('draft', 'rejected'))`,
    never,
    '提交并通过审核后才能开展业务',
    () => screenUrl('CompanyProfile'),
  ),
  vehiclePapers: vehicles.renew,
  driverPapers: drivers.renew,
  payeePapers: payees(({ actor, now }) => payeesUnder(actor, now, { paper: 'rejected' }, 'p'), never),
} satisfies Partial<Record<TodayKind, TodaySource>>
