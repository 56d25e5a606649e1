// Work on companies and their papers: partners to answer, records to verify, papers to hand in or renew.
import { listUrl, screenUrl } from '@yunshu/contract/screens'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { soonDays } from '@yunshu/domain/fleet/papers'
import { isHouseSide } from '@yunshu/domain/permits'
import type { TodayKind } from '@yunshu/domain/today/today'
import { sql, type RawBuilder } from 'kysely'
import { nilId } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
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
  sql<number>`(${sql.ref(since)} + ${DAY_MS}::bigint * case extract(isodow from to_timestamp(${sql.ref(since)} / 1000) at time zone 'Asia/Shanghai') when 5 then 3 when 6 then 2 else 1 end)`

/** The reason a carrier has to look after the papers of a record. */
function paperFault(kind: FleetKind, alias: string, { now }: Ctx): RawBuilder<string | null> {
  const today = startOfDay(now)
  return sql<
    string | null
  >`case when ${sql.ref(`${alias}.paper`)} = 'rejected' then '认证未通过' when ${firstEnd(kind, alias)} < ${today}::bigint then '证件已过期'
    when ${firstEnd(kind, alias)} < ${today + (soonDays + 1) * DAY_MS}::bigint then '证件即将到期' end`
}

const invited = (kind: 'shipper' | 'carrier'): TodaySource => {
  const [mine, theirs] = kind === 'carrier' ? ['r.shipper_id', 'r.carrier_id'] : ['r.carrier_id', 'r.shipper_id']
  return {
    find: ({
      actor: { companyId = nilId },
    }) => sql<FoundWork>`select r.id, r.version, o.name as no, null as beside, nullif(r.message, '') as about, null as whose,
      r.expires_at as deadline, null::bigint as amount, r.updated_at as since, r.id::text as link
      from relations r join companies o on o.id = ${sql.ref(theirs)}
      where ${sql.ref(mine)} = ${companyId}::uuid and r.state = 'invited' and r.invited_by = ${kind}`,
    path: () => listUrl(kind === 'carrier' ? 'CarrierRelations' : 'ShipperRelations', { state: 'invited' }),
  }
}

const companies = (
  where: (ctx: Ctx) => Condition,
  deadline: RawBuilder<number | null>,
  about: string,
  path: TodaySource['path'],
): TodaySource => ({
  find: ctx => sql<FoundWork>`select c.id, c.version, c.name as no, null as beside, ${sql.lit(about)} as about, null as whose, ${deadline} as deadline,
    null::bigint as amount, c.updated_at as since, c.id::text as link from companies c where ${where(ctx)}`,
  path,
})

const vehicles = (where: (ctx: Ctx) => Condition, deadline: RawBuilder<number | null>): TodaySource => ({
  find: ctx => sql<FoundWork>`select v.id, v.version, v.plate as no, null as beside, ${paperFault(vehicleFleet, 'v', ctx)} as about, ${ofCarrier(ctx, 'v')} as whose, ${deadline} as deadline,
    null::bigint as amount, v.updated_at as since, v.id::text as link from vehicles v where ${where(ctx)}`,
  path: ({ link }) => screenUrl('VehicleDetails', { id: link }),
})

const drivers = (where: (ctx: Ctx) => Condition, deadline: RawBuilder<number | null>): TodaySource => ({
  find: ctx => sql<FoundWork>`select d.id, d.version, d.name as no, null as beside, ${paperFault(driverFleet, 'd', ctx)} as about, ${ofCarrier(ctx, 'd')} as whose, ${deadline} as deadline,
    null::bigint as amount, d.updated_at as since, d.id::text as link from drivers d where ${where(ctx)}`,
  path: ({ link }) => screenUrl('DriverDetails', { id: link }),
})

const payees = (where: (ctx: Ctx) => Condition, deadline: RawBuilder<number | null>): TodaySource => ({
  find: ctx => sql<FoundWork>`select p.id, p.version, p.name as no, p.bank as beside, null as about, ${ofCarrier(ctx, 'p')} as whose, ${deadline} as deadline,
    null::bigint as amount, p.updated_at as since, p.id::text as link from payees p where ${where(ctx)}`,
  path: ({ link }) => screenUrl('PayeeDetails', { id: link }),
})

const anyOf = (conditions: readonly Condition[]): Condition => sql<boolean>`(${sql.join(conditions, sql` or `)})`

export const companyWork = {
  invitedCarrier: invited('carrier'),
  invitedShipper: invited('shipper'),
  verifyCompany: companies(
    ({ actor }) => allOf([servedCompanies(actor), sql<boolean>`c.state = 'pending'`]),
    verifyBy('c.updated_at'),
    '企业资料待审核',
    ({ link }) => screenUrl('CompanyDetails', { id: link }),
  ),
  verifyVehicle: vehicles(
    ({ actor, now }) => vehiclesUnder(actor, now, { paper: 'pending' }, 'v'),
    verifyBy('v.updated_at'),
  ),
  verifyDriver: drivers(
    ({ actor, now }) => driversUnder(actor, now, { paper: 'pending' }, 'd'),
    verifyBy('d.updated_at'),
  ),
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
  vehiclePapers: vehicles(
    ({ actor, now }) =>
      anyOf([
        vehiclesUnder(actor, now, { paper: 'rejected' }, 'v'),
        vehiclesUnder(actor, now, { expiry: 'ended' }, 'v'),
        vehiclesUnder(actor, now, { expiry: 'soon' }, 'v'),
      ]),
    firstEnd(vehicleFleet, 'v'),
  ),
  driverPapers: drivers(
    ({ actor, now }) =>
      anyOf([
        driversUnder(actor, now, { paper: 'rejected' }, 'd'),
        driversUnder(actor, now, { expiry: 'ended' }, 'd'),
        driversUnder(actor, now, { expiry: 'soon' }, 'd'),
      ]),
    firstEnd(driverFleet, 'd'),
  ),
  payeePapers: payees(({ actor, now }) => payeesUnder(actor, now, { paper: 'rejected' }, 'p'), never),
} satisfies Partial<Record<TodayKind, TodaySource>>
