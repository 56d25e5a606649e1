// Judges trips entered after the journey against the goods, the carriers' fleets, each other and the waybills there
// are.
import { knownFault, priceForFreight, tripFaults, twiceAmong, type DoneTrip } from '@yunshu/domain/backfill/backfill'
import type { BackfillField, TripValues } from '@yunshu/domain/backfill/columns'
import { dispatchFaults, type Trip } from '@yunshu/domain/fleet/dispatch'
import { faultWords } from '@yunshu/domain/problems/problems'
import { tidyPlate } from '@yunshu/domain/fleet/columns'
import { billedQuantity, billedWeight, freightOf } from '@yunshu/domain/goods/freight'
import { pricings, quantityModes } from '@yunshu/domain/goods/goods'
import type { PartOf } from '@yunshu/domain/importing/cells'
import type { Fen } from '@yunshu/domain/figures/money'
import { checkTruckTake, parseQuantity, printQuantity, truckQuantity } from '@yunshu/domain/goods/quantity'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import type { UnitPrice } from '@yunshu/domain/figures/unitPrice'
import { volume } from '@yunshu/domain/figures/volume'
import { grams, type Grams } from '@yunshu/domain/figures/weight'
import type { Selectable } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { policiesOfCompany } from '../../work/policies.ts'
import type { Drivers, Goods, Vehicles } from '../../db/tables.gen.ts'
import type { Ctx } from '../../work/ctx.ts'
import type { Judgement, Row } from '../../imports/importKind.ts'
import { readGoodsBody } from '../goods/goodsBody.queries.ts'
import { pricesNow } from '../goods/prices.queries.ts'
import { findPayableFor, type Payable } from '../payee/payee.queries.ts'
import { asDispatchDriver, asDispatchVehicle } from '../fleet/dispatch.queries.ts'
import { findCarriers, findDrivers, findKnownTrips, findVehicles } from './trips.queries.ts'

/** A trip with everything its waybill needs. */
export interface ReadyTrip {
  readonly vehicle: Selectable<Vehicles>
  readonly driver: Selectable<Drivers>
  readonly carrierName: string
  readonly loadAt: number
  readonly unloadAt: number
  readonly load: Grams
  readonly unload: Grams
  readonly billed: Grams
  readonly qty: number
  readonly prices: { readonly shipper: UnitPrice; readonly carrier: UnitPrice }
  readonly oil: Fen | undefined
  readonly deduct: Fen | undefined
  readonly payeeId: string | undefined
  readonly upstreamNo: string | undefined
}

interface Fault {
  readonly row: number
  readonly field: BackfillField
  readonly reason: string
}

/** Vehicle, driver and carrier found for a row, shown to the person whether faulty or not. */
export interface FoundTrip {
  readonly row: number
  readonly carrierName: string
  readonly plateColor: string
  readonly driverName?: string
}
export interface TripJudgement extends Judgement<ReadyTrip> {
  readonly found: readonly FoundTrip[]
}

/**
 * Whether this person may enter another freight than the price of the goods makes: only the platform, and only for the
 * carrier.
 */
export const mayAgree = ({ actor }: Pick<Ctx, 'actor'>): boolean => actor.side === 'platform'

/**
 * Every fault of the rows, and the trips without one; of rows that cannot be read whole (`parts`) what the other cells
 * show. With `isWriting` vehicles and drivers are locked; the caller holds the goods.
 */
export async function judgeTrips(
  ctx: Ctx,
  goods: Selectable<Goods>,
  rows: readonly Row<TripValues>[],
  parts: readonly Row<PartOf<TripValues>>[],
  isWriting: boolean,
): Promise<TripJudgement> {
  const all: readonly Row<PartOf<TripValues>>[] = [...rows, ...parts]
  const fleet = await findFleet(ctx, goods, all, isWriting)
  const faults: Fault[] = []
  const found: FoundTrip[] = []
  const sayOf =
    (row: number): Say =>
    (field, reason) => {
      faults.push({ row, field, reason })
    }
  const met = rows.flatMap(row => meet(fleet, row, found, sayOf(row.row)))
  const seen = parts.flatMap(row => meet(fleet, row, found, sayOf(row.row)))

  const terms = await findTerms(
    ctx,
    goods,
    met.map(({ driver }) => driver.id),
  )
  const done = met.map(({ row, values, vehicle }) => tripOf(row, values, vehicle.id))
  const known = await findKnownTrips(ctx, [...new Set(done.map(({ vehicleId }) => vehicleId))], daysOf(done), goods)
  // times and weights are judged whether or not the vehicle is known, so that a row is mended in one go
  const impossible = all.flatMap(({ row, values: { loadAt, unloadAt, loadWeight: load, unloadWeight: unload } }) =>
    tripFaults({ row, loadAt, unloadAt, load, unload }, ctx.now, terms.body.distanceKm),
  )
  faults.push(...impossible)
  // a trip that cannot have been stands against no other
  const isImpossible = new Set(impossible.map(({ row }) => row))
  faults.push(...twiceAmong(done.filter(({ row }) => !isImpossible.has(row))))
  for (const { row, values, ...pair } of seen) {
    const { loadAt, loadWeight: load = grams(0) } = values
    if (loadAt !== undefined) sayUnfit(ctx, terms, pair, { loadAt, load }, sayOf(row))
  }
  let left = goods.remain_qty
  const ready = met.flatMap((one, n) => {
    const trip = done[n]
    if (!trip) return []
    const say = sayOf(one.row)
    const clash = knownFault(trip, known.get(one.vehicle.id) ?? [])
    if (clash) faults.push(clash)
    sayUnfit(ctx, terms, one, trip, say)
    const qty = quantityOf(terms, one.values, trip, left, say)
    if (qty === undefined) return []
    left -= qty
    return [{ row: one.row, values: readyTrip(ctx, terms, one, trip, qty, say) }]
  })
  const isBad = new Set(faults.map(({ row }) => row))
  return { faults, good: ready.filter(({ row }) => !isBad.has(row)), found }
}

/** The carriers of the shipper, and those of their vehicles and drivers that the rows name. */
interface Fleet {
  readonly carriers: ReadonlyMap<string, string>
  readonly vehicles: ReadonlyMap<string, readonly Selectable<Vehicles>[]>
  /** By number and by name. */
  readonly drivers: ReadonlyMap<string, readonly Selectable<Drivers>[]>
}

async function findFleet(
  ctx: Ctx,
  goods: Selectable<Goods>,
  rows: readonly Row<PartOf<TripValues>>[],
  isWriting: boolean,
): Promise<Fleet> {
  const carriers = new Map((await findCarriers(ctx, goods.shipper_id)).map(({ id, name }) => [id, name]))
  const names = { carrierIds: [...carriers.keys()], isWriting }
  const plates = rows.flatMap(({ values: { plate } }) => (plate === undefined ? [] : tidyPlate(plate)))
  const vehicles = Map.groupBy(await findVehicles(ctx, [...new Set(plates)], names), ({ plate }) => plate)
  const called = rows.flatMap(({ values: { driver } }) => driver?.toUpperCase() ?? [])
  const drivers = new Map<string, Selectable<Drivers>[]>()
  for (const driver of await findDrivers(ctx, [...new Set(called)], names))
    for (const name of [driver.id_no, driver.name]) drivers.set(name, [...(drivers.get(name) ?? []), driver])
  return { carriers, vehicles, drivers }
}

/** A row with the vehicle and driver it means. */
interface Met<V> {
  readonly row: number
  readonly values: V
  readonly vehicle: Selectable<Vehicles>
  readonly driver: Selectable<Drivers>
  readonly carrierName: string
}

/** Finds the vehicle and driver of a row, for the person to see; the row goes on only with both. */
function meet<V extends PartOf<TripValues>>(
  { carriers, vehicles, drivers }: Fleet,
  { row, values }: Row<V>,
  found: FoundTrip[],
  say: Say,
): Met<V>[] {
  const vehicle =
    values.plate === undefined
      ? undefined
      : vehicleOf(values, vehicles.get(tidyPlate(values.plate)) ?? [], carriers, say)
  if (!vehicle) return []
  const driver =
    values.driver === undefined
      ? undefined
      : driverOf(drivers.get(values.driver.toUpperCase()) ?? [], vehicle, carriers, say)
  const carrierName = carriers.get(vehicle.carrier_id) ?? ''
  found.push({ row, carrierName, plateColor: vehicle.plate_color, ...(driver ? { driverName: driver.name } : {}) })
  return driver ? [{ row, values, vehicle, driver, carrierName }] : []
}

/** The demands of the goods and their shipper on each trip, and the payees of its driver. */
async function findTerms(ctx: Ctx, goods: Selectable<Goods>, driverIds: readonly string[]) {
  const { overweightBlocks } = await policiesOfCompany(ctx.tx, goods.shipper_id)
  const payable = await ctx.tx.elevated(() => findPayableFor(ctx, [...new Set(driverIds)], ctx.now))
  return {
    goods,
    body: readGoodsBody(goods.body),
    mode: keyOf(quantityModes, goods.quantity_mode),
    pricing: keyOf(pricings, goods.pricing),
    overweightBlocks,
    payable,
  }
}
type Terms = Awaited<ReturnType<typeof findTerms>>

/** Says what spoke against the vehicle and driver on the day they loaded. */
function sayUnfit(
  ctx: Ctx,
  { goods, overweightBlocks }: Terms,
  { vehicle, driver }: Pick<ReadyTrip, 'vehicle' | 'driver'>,
  { loadAt, load }: { loadAt: number; load: Grams },
  say: Say,
): void {
  const asked: Trip = {
    loadAt,
    loadRegion: goods.load_region,
    unloadRegion: goods.unload_region,
    weight: load,
    mayOverload: !overweightBlocks,
  }
  const unfit = dispatchFaults(asDispatchVehicle(vehicle), asDispatchDriver(driver), [], asked, ctx.now)
  for (const fault of unfit.vehicle)
    say(fault.problem === 'vehicle.overload' ? 'loadWeight' : 'plate', faultWords(fault))
  for (const fault of unfit.driver) say('driver', faultWords(fault))
}

/** The quantity of the goods a trip took; undefined when it is missing, or is more than is `left` or may go at once. */
function quantityOf(
  { goods, mode }: Terms,
  values: TripValues,
  trip: DoneTrip,
  left: number,
  say: Say,
): number | undefined {
  const isTyped = mode === 'BY_M3' || mode === 'BY_PIECE'
  const qty = isTyped
    ? parseQuantity(mode, values.qty ?? '')
    : truckQuantity(mode, { weight: trip.load, volume: volume(0), pieces: 0 })
  const over =
    qty === undefined
      ? `请填写本车的${quantityModes[mode].unit}数`
      : qty > left
        ? `货源剩余数量不足（剩余 ${printQuantity(mode, left)}）`
        : checkTruckTake({ quantityMode: mode, perTruckMax: goods.per_truck_max ?? undefined }, left, qty)
  if (over === undefined) return qty
  return trip.load > 0 ? say(isTyped ? 'qty' : mode === 'BY_TON' ? 'loadWeight' : 'plate', over) : undefined
}

/** A trip with its prices as they were when it loaded, and what was agreed for it alone. */
function readyTrip(
  ctx: Ctx,
  { goods, body, pricing, payable }: Terms,
  { values, vehicle, driver, carrierName }: Met<TripValues>,
  trip: DoneTrip,
  qty: number,
  say: Say,
): ReadyTrip {
  const prices = pricesNow(goods, trip.loadAt)
  const billed = billedWeight(body.lossRule.basis, trip.load, trip.unload)
  const quantity = billedQuantity(pricing, { qty, weight: billed, distanceKm: body.distanceKm })
  const carrierPrice =
    agreedPrice(
      ctx,
      values.freight,
      () => priceForFreight(quantity, values.freight ?? freightOf(quantity, prices.carrier)),
      say,
    ) ?? prices.carrier
  const freight = freightOf(quantity, carrierPrice)
  // the freight is said only to people who may see it
  if (values.oil !== undefined && values.oil > freight) say('oil', '不能超过运费')
  if (values.deduct !== undefined && values.deduct > freight) say('deduct', '不能超过运费')
  return {
    vehicle,
    driver,
    carrierName,
    loadAt: trip.loadAt,
    unloadAt: trip.unloadAt,
    load: trip.load,
    unload: trip.unload,
    billed,
    qty,
    prices: { shipper: prices.shipper, carrier: carrierPrice },
    oil: values.oil,
    deduct: values.deduct === 0 ? undefined : values.deduct,
    payeeId: payeeOf(values.payee, payable.get(driver.id) ?? [], say),
    upstreamNo: values.upstreamNo,
  }
}

const tripOf = (row: number, { loadAt, unloadAt, loadWeight, unloadWeight }: TripValues, vehicleId = ''): DoneTrip => ({
  row,
  vehicleId,
  loadAt,
  unloadAt,
  load: loadWeight,
  unload: unloadWeight,
})

/** The days in which the trips were made. */
function daysOf(trips: readonly DoneTrip[]): { from: number; to: number } {
  const [from, to] = trips.reduce(
    ([first, last], { loadAt, unloadAt }) => [Math.min(first, loadAt), Math.max(last, unloadAt)],
    [Infinity, 0],
  )
  return from === Infinity ? { from: 0, to: 0 } : { from: startOfDay(from), to: startOfDay(to) + DAY_MS }
}

type Say = (field: BackfillField, reason: string) => undefined

/** The vehicle a row means: by its plate, and where there are two by colour or carrier. */
function vehicleOf(
  { plateColor, carrier }: PartOf<TripValues>,
  vehicles: readonly Selectable<Vehicles>[],
  carriers: ReadonlyMap<string, string>,
  say: Say,
): Selectable<Vehicles> | undefined {
  if (vehicles.length === 0) return say('plate', '合作承运商没有登记这辆车')
  if (carrier !== undefined && ![...carriers.values()].includes(carrier))
    return say('carrier', '不是该货主的合作承运商')
  const coloured = plateColor === undefined ? vehicles : vehicles.filter(vehicle => vehicle.plate_color === plateColor)
  if (coloured.length === 0) return say('plateColor', '与登记的车牌颜色不一致')
  const own =
    carrier === undefined ? coloured : coloured.filter(vehicle => carriers.get(vehicle.carrier_id) === carrier)
  if (own.length === 0) return say('carrier', '没有登记这辆车')
  return own.length > 1 ? say('plateColor', '有两辆车是这个车牌号，请选择颜色') : own[0]
}

/** The driver a row means, of the vehicle's carrier. */
function driverOf(
  drivers: readonly Selectable<Drivers>[],
  vehicle: Selectable<Vehicles>,
  carriers: ReadonlyMap<string, string>,
  say: Say,
): Selectable<Drivers> | undefined {
  const own = drivers.filter(driver => driver.carrier_id === vehicle.carrier_id)
  if (own.length > 1) return say('driver', '有同名司机，请填写身份证号')
  return own[0] ?? say('driver', `${carriers.get(vehicle.carrier_id) ?? '承运商'}没有登记这名司机`)
}

function agreedPrice(
  ctx: Ctx,
  freight: Fen | undefined,
  price: () => UnitPrice | undefined,
  say: Say,
): UnitPrice | undefined {
  if (freight === undefined) return undefined
  if (!mayAgree(ctx)) return say('freight', '运费按货源单价计算，不能填写')
  if (freight === 0) return say('freight', '须大于0')
  return price() ?? say('freight', '按计费数量折算不出这个金额的单价，请核对')
}

/** The payee of the driver named by name or account; the driver's usual one when none is named. */
function payeeOf(text: string | undefined, payable: readonly Payable[], say: Say): string | undefined {
  if (text === undefined) return payable.find(({ isDefault }) => isDefault)?.payeeId
  const named = payable.filter(({ name, accountNo }) => name === text || accountNo === text)
  return (named.find(({ isDefault }) => isDefault) ?? named[0])?.payeeId ?? say('payee', '不是这名司机已认证的收款人')
}
