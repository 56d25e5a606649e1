// Reads of drivers: lists with counters, one driver with his papers, and a driver under lock.
import type { Input, Output } from '@yunshu/contract/call'
import type { countDrivers, DriverDetails, DriverRow, getDriver, listDrivers } from '@yunshu/contract/fleet/driver'
import { neededOfDriver } from '@yunshu/domain/fleet/certificates'
import { shownPhone } from '@yunshu/domain/phones'
import { sql, type Selectable } from 'kysely'
import { contains } from '../../db/conditions.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import type { Drivers } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { shownIdNo } from '../../work/numbers.ts'
import {
  countByPaper,
  documentsOf,
  driverFleet,
  withoutEmpty,
  type HeldFacts,
  inExpiry,
  isKeeper,
  listWhere,
  ownFleet,
  standingOf,
  standsAs,
  withPaperState,
} from '../fleet/fleet.queries.ts'
import { recordOf } from '../fleet/record.queries.ts'
import { countOpenWaybills, findDriverTrips, type DriverTrip } from '../fleet/openWaybills.queries.ts'
import { inputOf, missingOf } from './facts.ts'

/** Drivers in `alias` under a filter, in the actor's reach. */
export const driversUnder = (
  actor: Actor,
  now: number,
  { text, licenceClass, expiry, standing, paper }: Input<typeof countDrivers>,
  alias: string,
) =>
  listWhere(actor, driverFleet, alias, standing, [
    contains([`${alias}.name`, `${alias}.mobile`], text),
    paper && standsAs(driverFleet, alias, paper, now),
    licenceClass && sql<boolean>`${sql.ref(`${alias}.licence_class`)} = ${licenceClass}`,
    inExpiry(driverFleet, alias, expiry, now),
  ])

type Row = Selectable<Drivers> & { carrier_name: string }

function toRow(ctx: Ctx, row: Row, openWaybills: number, trip?: DriverTrip): DriverRow {
  const {
    licenceIssuer: _i,
    licenceFrom: _f,
    taxKind: _k,
    taxNo: _n,
    taxOffice: _o,
    idNo,
    mobile,
    licenceNo,
    qualificationNo,
    ...listed
  } = inputOf(row)
  return {
    id: row.id,
    carrierId: row.carrier_id,
    carrierName: row.carrier_name,
    ...listed,
    idNo: shownIdNo(ctx, idNo),
    mobile: shownPhone(mobile, { of: isKeeper(ctx, row.carrier_id) ? 'own' : 'others' }),
    // the numbers of both papers are the 身份证号 itself as a rule and would give it away
    ...withoutEmpty({
      licenceNo: licenceNo && shownIdNo(ctx, licenceNo),
      qualificationNo: qualificationNo && shownIdNo(ctx, qualificationNo),
    }),
    openWaybills,
    ...(trip === undefined ? {} : { plate: trip.plate, waybillId: trip.waybill_id, waybillNo: trip.waybill_no }),
    ...standingOf(row, row.retired_at, [row.licence_expiry, row.qualification_expiry, row.id_card_expiry], ctx.now),
  }
}

const drivers = () =>
  q
    .selectFrom('drivers as d')
    .innerJoin('companies as c', 'c.id', 'd.carrier_id')
    .selectAll('d')
    .select('c.name as carrier_name')

/** Drivers, newest first. */
export async function findDriversPage(ctx: Ctx, input: Input<typeof listDrivers>): Promise<Output<typeof listDrivers>> {
  const found = await ctx.tx.rows(
    drivers()
      .where(driversUnder(ctx.actor, ctx.now, input, 'd'))
      .where(afterCursor(input, 'd.id') ?? sql<boolean>`true`)
      .orderBy('d.id', 'desc')
      .limit(rowsToAsk(input)),
  )
  const open = await countOpenWaybills(
    ctx,
    'driver_id',
    found.map(row => row.id),
  )
  const trips = await findDriverTrips(
    ctx,
    found.map(row => row.id),
  )
  return toPage(found, input, row => toRow(ctx, row, open.get(row.id) ?? 0, trips.get(row.id)))
}

/** Drivers by state of verification under the list's filter. */
export const countDriversByPaper = (
  ctx: Ctx,
  input: Input<typeof countDrivers>,
): Promise<Output<typeof countDrivers>> =>
  countByPaper(ctx, driverFleet, driversUnder(ctx.actor, ctx.now, { ...input, paper: undefined }, 'r'))

/** One driver in the actor's reach. */
export async function findDriver(ctx: Ctx, { id }: Input<typeof getDriver>): Promise<DriverDetails> {
  const row = await ctx.tx.one(drivers().where('d.id', '=', id).where(ownFleet(ctx.actor, 'd')))
  const open = await countOpenWaybills(ctx, 'driver_id', [id])
  const facts = inputOf(row)
  const { licenceIssuer, licenceFrom, taxKind, taxNo, taxOffice } = facts
  const documents = await documentsOf(ctx, driverFleet, id)
  return {
    ...toRow(ctx, row, open.get(id) ?? 0),
    ...withoutEmpty({ licenceIssuer, licenceFrom, taxKind, taxNo, taxOffice }),
    createdAt: row.created_at,
    ...(await recordOf(ctx, driverFleet, withPaperState(row), {
      goneAt: row.retired_at,
      facts,
      needed: neededOfDriver(facts),
      documents,
      missing: missingOf(row, documents, ctx.now),
    })),
  }
}

/** One driver under lock, in the actor's reach. */
export async function lockDriver(ctx: Ctx, id: string): Promise<HeldFacts & { driver: Selectable<Drivers> }> {
  const row = await ctx.tx.one(
    q.selectFrom('drivers as d').selectAll('d').where('d.id', '=', id).where(ownFleet(ctx.actor, 'd')).forUpdate(),
  )
  const facts = inputOf(row)
  return {
    kind: driverFleet,
    row: withPaperState(row),
    name: row.name,
    goneAt: row.retired_at,
    driver: row,
    facts,
    needed: neededOfDriver(facts),
  }
}
