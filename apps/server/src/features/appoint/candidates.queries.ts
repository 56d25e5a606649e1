// Candidates for a task: vehicles and drivers of its carrier with the reasons for and against each, the fittest first.
import type { Input, Output } from '@yunshu/contract/call'
import type { DriverChoice, listDriverChoices, listVehicleChoices, VehicleChoice } from '@yunshu/contract/task/task'
import { labelOf } from '@yunshu/domain/codes'
import {
  compareVehicles,
  driverFaults,
  nearnessOfRegions,
  vehicleFaults,
  type DispatchFault,
  type Trip,
} from '@yunshu/domain/fleet/dispatch'
import { faultWords } from '@yunshu/domain/problems/problems'
import { shownPhone, type PhonePlace } from '@yunshu/domain/phones'
import { taskStates } from '@yunshu/domain/task/task'
import { vehicleTypes } from '@yunshu/domain/fleet/vehicleTypes'
import { grams, printTons } from '@yunshu/domain/figures/weight'
import { sql, type Selectable } from 'kysely'
import { contains } from '../../db/conditions.ts'
import { keyOf } from '../../db/keyOf.ts'
import { allOf, marketCompany } from '../../work/scope.ts'
import type { Drivers, Vehicles } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { findPayableFor } from '../payee/payee.queries.ts'
import { countOpenWaybills, findOpenTrips } from '../fleet/openWaybills.queries.ts'
import { findTrip } from './appoint.queries.ts'
import { findNearness } from './nearness.queries.ts'
import { asDispatchDriver, asDispatchVehicle } from '../fleet/dispatch.queries.ts'

/**
 * The most of a fleet that are judged, the latest used first; and the most of them the page gets. Others are found by
 * text.
 */
const [judgedMax, shownMax] = [5000, 100]

type JudgedVehicle = Selectable<Vehicles> & {
  used_at: number | null
  driver_id: string | null
  last_region: string | null
  last_place: string | null
}

/**
 * Vehicles of the task's carrier: those that can go, the least busy, whose payload is just enough, the nearest. A fixed
 * number of statements.
 */
export async function findVehicleChoices(
  ctx: Ctx,
  { taskId, text }: Input<typeof listVehicleChoices>,
): Promise<Output<typeof listVehicleChoices>> {
  const { task, trip, wanted } = await findTrip(ctx, taskId)
  const rows = await vehiclesOf(ctx, task.carrier_id, text)
  const near = await findNearness(ctx, { goodsId: task.goods_id, loadRegion: trip.loadRegion }, rows)
  const trips = await findOpenTrips(
    ctx,
    rows.map(row => row.id),
  )
  const judged = rows
    .map(row => {
      const open = trips.get(row.id) ?? []
      return {
        row,
        name: row.plate,
        tonnage: grams(row.tonnage_g),
        faults: vehicleFaults(asDispatchVehicle(row), open, trip, ctx.now),
        openWaybills: open.filter(({ endAt }) => endAt === undefined).length,
        ...near(row.id),
        word: nearWords[nearnessOfRegions(row.last_region ?? undefined, trip.loadRegion)],
        lastUsedAt: row.used_at ?? undefined,
      }
    })
    .sort(compareVehicles(wanted))
  const shown = judged.slice(0, shownMax)
  const drivers = await driversOf(
    ctx,
    { trip, place: driverPlace(ctx, task) },
    shown.flatMap(({ row }) => (row.driver_id === null ? [] : [row.driver_id])),
  )
  return {
    all: judged.length,
    able: judged.filter(({ faults }) => faults.length === 0).length,
    isCut: judged.length > shownMax || rows.length === judgedMax,
    rows: shown.map(({ row, faults, openWaybills, tonnage, word, metres, at, lastUsedAt }): VehicleChoice => {
      const driver = row.driver_id === null ? undefined : drivers.get(row.driver_id)
      return {
        id: row.id,
        name: row.plate,
        note: `${labelOf(vehicleTypes, row.type_code) ?? row.type_code} ${printTons(tonnage)} 吨`,
        faults: faults.map(faultWords),
        openWaybills,
        tonnageG: tonnage,
        typeCode: row.type_code,
        ...(row.trailer_plate ? { trailerPlate: row.trailer_plate } : {}),
        ...(row.last_place === null ? {} : { lastPlace: `${row.last_place}${word}` }),
        ...(metres === undefined || at === undefined ? {} : { live: { metres, at } }),
        ...(lastUsedAt === undefined ? {} : { lastUsedAt }),
        ...(driver === undefined ? {} : { driver }),
      }
    }),
  }
}

const nearWords = ['', '（与装货地同省）', '（与装货地同市）', '（与装货地同区县）'] as const

/** The waybills that tell where a vehicle last unloaded, newest first: no more can be open at once. */
const recentMax = 12

const vehiclesOf = (ctx: Ctx, carrierId: string, text: string | undefined): Promise<JudgedVehicle[]> =>
  ctx.tx.rows(
    sql<JudgedVehicle>`
  select v.*, used.* from vehicles v
  left join lateral (
    select max(created_at) as used_at, (array_agg(driver_id order by id desc))[1] as driver_id,
      (array_agg(unload_region order by id desc) filter (where there))[1] as last_region, (array_agg(unload_place
        order by id desc) filter (where there))[1] as last_place
    from (select id, created_at, driver_id, unload_region, unload_place,
      state in ('arrived', 'toSign', 'disputed', 'signed', 'finished') as there
      from waybills where vehicle_id = v.id order by id desc limit ${recentMax}) recent) used on true
  where v.carrier_id = ${carrierId} and v.retired_at is null
    and ${allOf([contains(['v.plate', 'v.trailer_plate'], plain(text))])}
  order by used.used_at desc nulls last, v.id desc limit ${judgedMax}`.compile(q),
  )

/** Text as plates are kept: no blanks, no dots, in capitals. */
const plain = (text: string | undefined): string | undefined =>
  text?.normalize('NFKC').replace(/[\s·]/g, '').toUpperCase()

/** Drivers of the task's carrier: those that can go, the least busy. A fixed number of statements. */
export async function findDriverChoices(
  ctx: Ctx,
  { taskId, text }: Input<typeof listDriverChoices>,
): Promise<Output<typeof listDriverChoices>> {
  const { task, trip } = await findTrip(ctx, taskId)
  const rows = await ctx.tx.rows(
    q
      .selectFrom('drivers as d')
      .selectAll('d')
      .where('d.carrier_id', '=', task.carrier_id)
      .where('d.retired_at', 'is', null)
      .where(allOf([contains(['d.name', 'd.mobile'], text?.trim())]))
      .orderBy('d.id', 'desc')
      .limit(judgedMax),
  )
  const open = await countOpenWaybills(
    ctx,
    'driver_id',
    rows.map(row => row.id),
  )
  const judged = rows
    .map(row => ({ row, open: open.get(row.id) ?? 0, faults: driverFaults(asDispatchDriver(row), trip) }))
    .sort(
      (a, b) =>
        Number(a.faults.length > 0) - Number(b.faults.length > 0) ||
        a.open - b.open ||
        (a.row.name < b.row.name ? -1 : 1),
    )
  const shown = judged.slice(0, shownMax)
  const place = driverPlace(ctx, task)
  const payable = await findPayableFor(
    ctx,
    shown.map(({ row }) => row.id),
    ctx.now,
  )
  return {
    all: judged.length,
    able: judged.filter(({ faults }) => faults.length === 0).length,
    isCut: judged.length > shownMax || rows.length === judgedMax,
    rows: shown.map(({ row, open: busy, faults }) =>
      driverChoice(place, row, { busy, faults, payable: payable.get(row.id) }),
    ),
  }
}

/** These drivers as they are proposed with their vehicles. */
async function driversOf(
  ctx: Ctx,
  { trip, place }: { trip: Trip; place: PhonePlace },
  ids: readonly string[],
): Promise<ReadonlyMap<string, DriverChoice>> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('drivers')
      .selectAll()
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .where('retired_at', 'is', null),
  )
  const open = await countOpenWaybills(
    ctx,
    'driver_id',
    rows.map(row => row.id),
  )
  const payable = await findPayableFor(
    ctx,
    rows.map(row => row.id),
    ctx.now,
  )
  return new Map(
    rows.map(row => [
      row.id,
      driverChoice(place, row, {
        busy: open.get(row.id) ?? 0,
        faults: driverFaults(asDispatchDriver(row), trip),
        payable: payable.get(row.id),
      }),
    ]),
  )
}

/** Drivers of the task's carrier: the actor's own fleet, or people of a task they take part in. */
const driverPlace = ({ actor }: Ctx, task: { carrier_id: string; state: string }): PhonePlace =>
  marketCompany(actor) === task.carrier_id ? { of: 'own' } : { of: 'task', state: keyOf(taskStates.states, task.state) }

type Payable = NonNullable<ReturnType<Awaited<ReturnType<typeof findPayableFor>>['get']>>

function driverChoice(
  place: PhonePlace,
  row: Selectable<Drivers>,
  { busy, faults, payable = [] }: { busy: number; faults: readonly DispatchFault[]; payable: Payable | undefined },
): DriverChoice {
  return {
    id: row.id,
    name: row.name,
    note: row.licence_class,
    faults: faults.map(faultWords),
    openWaybills: busy,
    mobile: shownPhone(row.mobile, place),
    licenceClass: row.licence_class,
    payees: payable.map(({ payeeId, name, bank, accountNo }) => ({
      id: payeeId,
      name: `${name} 尾号${accountNo.slice(-4)} ${bank}`,
    })),
  }
}
