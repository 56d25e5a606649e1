// Judges trips entered after the journey against the goods, the carriers' fleets, each other and the waybills there
// are.
import { knownFault, priceForFreight, tripFaults, twiceAmong, type DoneTrip } from '@yunshu/domain/backfill/backfill'
import type { BackfillField, TripValues } from '@yunshu/domain/backfill/columns'
import { dispatchFaults, faultWords, type Trip } from '@yunshu/domain/fleet/dispatch'
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

/** What was found of a row's plate and driver, faulty or not, for the person to see. */
export interface FoundTrip {
  readonly row: number
  readonly carrierName: string
  readonly plateColor: string
  readonly driverName?: string
}
export interface TripJudgement extends Judgement<ReadyTrip> {
  readonly found: readonly FoundTrip[]
}

/** Who enters: only the house says another freight than the price of the goods makes, and only for the carrier. */
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
  const carriers = new Map((await findCarriers(ctx, goods.shipper_id)).map(({ id, name }) => [id, name]))
  const names = { carrierIds: [...carriers.keys()], isWriting }
  const all: readonly Row<PartOf<TripValues>>[] = [...rows, ...parts]
  const vehicles = Map.groupBy(
    await findVehicles(
      ctx,
      [...new Set(all.flatMap(({ values: { plate } }) => (plate === undefined ? [] : tidyPlate(plate))))],
      names,
    ),
    ({ plate }) => plate,
  )
  const drivers = Map.groupBy(
    (
      await findDrivers(ctx, [...new Set(all.flatMap(({ values: { driver } }) => driver?.toUpperCase() ?? []))], names)
    ).flatMap(
      driver =>
        [
          [driver.id_no, driver],
          [driver.name, driver],
        ] as const,
    ),
    ([name]) => name,
  )

  const faults: Fault[] = []
  const found: FoundTrip[] = []
  const meet = <V extends PartOf<TripValues>>({ row, values }: Row<V>) => {
    const say: Say = (field, reason) => {
      faults.push({ row, field, reason })
    }
    const vehicle =
      values.plate === undefined
        ? undefined
        : vehicleOf(values, vehicles.get(tidyPlate(values.plate)) ?? [], carriers, say)
    if (!vehicle) return []
    const driver =
      values.driver === undefined
        ? undefined
        : driverOf(
            (drivers.get(values.driver.toUpperCase()) ?? []).map(([, one]) => one),
            vehicle,
            carriers,
            say,
          )
    const carrierName = carriers.get(vehicle.carrier_id) ?? ''
    found.push({ row, carrierName, plateColor: vehicle.plate_color, ...(driver ? { driverName: driver.name } : {}) })
    return driver ? [{ row, values, vehicle, driver, carrierName }] : []
  }
  const met = rows.flatMap(meet)
  const seen = parts.flatMap(meet)

  const { overweightBlocks } = await policiesOfCompany(ctx.tx, goods.shipper_id)
  const body = readGoodsBody(goods.body)
  const done = met.map(({ row, values, vehicle }) => tripOf(row, values, vehicle.id))
  const known = await findKnownTrips(ctx, [...new Set(done.map(({ vehicleId }) => vehicleId))], daysOf(done), goods)
  // times and weights are judged whether or not the vehicle is known, so that a row is mended in one go
  const impossible = all.flatMap(({ row, values: { loadAt, unloadAt, loadWeight: load, unloadWeight: unload } }) =>
    tripFaults({ row, loadAt, unloadAt, load, unload }, ctx.now, body.distanceKm),
  )
  faults.push(...impossible)
  // a trip that cannot have been stands against no other
  const isImpossible = new Set(impossible.map(({ row }) => row))
  faults.push(...twiceAmong(done.filter(({ row }) => !isImpossible.has(row))))
  const payable = await ctx.tx.elevated(() =>
    findPayableFor(ctx, [...new Set(met.map(({ driver }) => driver.id))], ctx.now),
  )
  const mode = keyOf(quantityModes, goods.quantity_mode)
  const pricing = keyOf(pricings, goods.pricing)
  const sayUnfit = (
    { vehicle, driver }: Pick<ReadyTrip, 'vehicle' | 'driver'>,
    { loadAt, load }: { loadAt: number; load: Grams },
    say: Say,
  ): void => {
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
  for (const {
    row,
    values: { loadAt, loadWeight: load = grams(0) },
    ...pair
  } of seen)
    if (loadAt !== undefined)
      sayUnfit(pair, { loadAt, load }, (field, reason) => {
        faults.push({ row, field, reason })
      })
  let left = goods.remain_qty
  const ready = met.flatMap(({ row, values, vehicle, driver, carrierName }, n) => {
    const say = (field: BackfillField, reason: string): undefined => {
      faults.push({ row, field, reason })
    }
    const trip = done[n]
    if (!trip) return []
    const clash = knownFault(trip, known.get(vehicle.id) ?? [])
    if (clash) faults.push(clash)
    sayUnfit({ vehicle, driver }, trip, say)

    const qty =
      mode === 'BY_M3' || mode === 'BY_PIECE'
        ? parseQuantity(mode, values.qty ?? '')
        : truckQuantity(mode, { weight: trip.load, volume: volume(0), pieces: 0 })
    const qtyField = mode === 'BY_M3' || mode === 'BY_PIECE' ? 'qty' : mode === 'BY_TON' ? 'loadWeight' : 'plate'
    const over =
      qty === undefined
        ? `请填写本车的${quantityModes[mode].unit}数`
        : qty > left
          ? `货源剩余数量不足（剩余 ${printQuantity(mode, left)}）`
          : checkTruckTake({ quantityMode: mode, perTruckMax: goods.per_truck_max ?? undefined }, left, qty)
    if (over !== undefined && trip.load > 0) say(qtyField, over)
    if (qty === undefined || over !== undefined) return []
    left -= qty

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
    const payeeId = payeeOf(values.payee, payable.get(driver.id) ?? [], say)
    return [
      {
        row,
        values: {
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
          payeeId,
          upstreamNo: values.upstreamNo,
        },
      },
    ]
  })
  const isBad = new Set(faults.map(({ row }) => row))
  return { faults, good: ready.filter(({ row }) => !isBad.has(row)), found }
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

/** Whom the driver lets be paid: by name or account, or whoever is his usual one. */
function payeeOf(text: string | undefined, payable: readonly Payable[], say: Say): string | undefined {
  if (text === undefined) return payable.find(({ isDefault }) => isDefault)?.payeeId
  const named = payable.filter(({ name, accountNo }) => name === text || accountNo === text)
  return (named.find(({ isDefault }) => isDefault) ?? named[0])?.payeeId ?? say('payee', '不是这名司机已认证的收款人')
}
