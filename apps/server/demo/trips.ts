// Trips of vehicles and drivers over ninety days, none of them on two trips at once.
import { DAY_MS, MINUTE_MS } from '@yunshu/domain/figures/time'
import type { WaybillMove, WaybillState } from '@yunshu/domain/waybill/waybill'
import type { DemoDriver, DemoVehicle, Fleet } from './fleet.ts'
import { dice } from './invented.ts'
import { routes, type Body, type Route } from './routes.ts'

/** Days of waybills before today. */
export const demoDays = 90

export interface Step {
  readonly move: WaybillMove
  readonly at: number
  readonly reason?: string
}

/** One planned journey; steps after `now` have not happened. */
export interface Trip {
  readonly route: Route
  readonly carrier: string
  readonly vehicle: DemoVehicle
  readonly driver: DemoDriver
  readonly createdAt: number
  readonly steps: readonly Step[]
  /** Chance of this trip alone, from 0 to 1, for weights and receipts. */
  readonly luck: readonly number[]
  /** The lorry tipped over: half of its load is lost. */
  readonly isSpilled?: true
}

type Dice = ReturnType<typeof dice>
/** A trip that is wanted; posed ones are cut so that they stand in a state at `now`. */
interface Wish {
  readonly route: Route
  readonly at: number
  readonly carrier?: string
  readonly pose?: WaybillState
}

const cancelReasons = ['车辆临时故障，无法按时到场', '货主调整发货计划', '司机身体不适', '装货地排队过长，改派']
const disputeReasons = ['短少超过约定，核对磅单', '部分货物受潮', '卸货数量与磅单不一致', '包装破损待确认']
const interruptReasons = ['车辆爆胎，等待救援', '高速封路，原地等待', '轻微剐蹭，等待处理']

/** States a waybill can stand in now, for the trips posed for the named accounts. */
const poses: readonly WaybillState[] = [
  'toAccept',
  'toLoad',
  'loading',
  'inTransit',
  'interrupted',
  'arrived',
  'toSign',
  'disputed',
]

/** All trips in the order they were ordered. */
export function makeTrips(fleet: Fleet, today: number, now: number): Trip[] {
  const roll = dice(5400)
  const wishes: Wish[] = []
  for (let day = -demoDays; day <= 0; day++)
    for (const route of routes)
      for (let n = 0; n < route.tripsPerDay; n++)
        wishes.push({
          route,
          at: today + day * DAY_MS + roll.int(5 * 60, 20 * 60) * MINUTE_MS + roll.int(0, 59) * 1000,
        })
  const coal = routeOf('coal')
  for (const [n, pose] of poses.entries())
    wishes.push({
      route: coal,
      carrier: pose === 'interrupted' || pose === 'disputed' ? 'carrier8' : 'carrier',
      pose,
      at: poseAt(coal, pose, now) - n * 1000,
    })

  const bookings = openBookings(fleet, roll, now - 3 * DAY_MS)
  const trips: Trip[] = []
  for (const wish of wishes.sort((a, b) => a.at - b.at)) {
    const picked = wish.at <= now - MINUTE_MS ? bookings.pick(wish) : undefined
    if (picked === undefined) continue
    const steps = wish.pose === undefined ? journey(wish.route, wish.at, roll) : posed(wish.route, wish.at, wish.pose)
    bookings.hold(picked, wish.route, steps)
    trips.push({
      ...picked,
      route: wish.route,
      createdAt: wish.at,
      steps,
      luck: [roll.next(), roll.next(), roll.next(), roll.next(), roll.next(), roll.next()],
    })
  }
  const spilled = new Set([trips.find(trip => couldSpill(trip, today)), ...spilledOfOthers(trips, today)])
  return trips.map(trip => (spilled.has(trip) ? { ...trip, isSpilled: true } : trip))
}

/**
 * The same of all other carriers of coal, some weeks ago and lately, so that debts of every age and stage stand; the
 * next sheet of the named pair is paid whole.
 */
function spilledOfOthers(trips: readonly Trip[], today: number): Trip[] {
  const found = new Map<string, Trip>()
  for (const trip of trips) {
    const days = (today - trip.createdAt) / DAY_MS
    if (trip.carrier === 'carrier') continue
    const time = days > 5 && days < 9 ? 'lately' : days > 25 && days < 45 ? 'long ago' : ''
    const key = `${trip.carrier} ${time}`
    if (time !== '' && !found.has(key) && isWhole(trip)) found.set(key, trip)
  }
  return [...found.values()]
}

/**
 * A trip of the named pair whose loss comes to more than its freight, so that there is a debt to look at: settled by
 * itself some weeks ago, with a sheet after it.
 */
function couldSpill(trip: Trip, today: number): boolean {
  const { carrier, createdAt } = trip
  return carrier === 'carrier' && createdAt >= today - 24 * DAY_MS && createdAt < today - 17 * DAY_MS && isWhole(trip)
}

/** A trip of coal that was signed without trouble, and whose receipt came soon. */
function isWhole({ route, steps, luck: [, , , , , receipt = 0] }: Trip): boolean {
  return (
    route.key === 'coal' &&
    steps.at(-1)?.move === 'sign' &&
    !steps.some(({ move }) => move === 'interrupt' || move === 'dispute') &&
    receipt > 0.12 &&
    receipt < 0.9
  )
}

export function routeOf(key: string): Route {
  const route = routes.find(each => each.key === key)
  if (route === undefined) throw new Error(`no route ${key}`)
  return route
}

/** The steps of a trip that have been taken. */
export const takenSteps = (trip: Trip, now: number): readonly Step[] => trip.steps.filter(step => step.at <= now)

const driveMs = (route: Route): number => Math.round((route.km / 52) * 60) * MINUTE_MS

function journey(route: Route, from: number, roll: Dice): Step[] {
  const steps: Step[] = []
  let at = from
  const go = (move: WaybillMove, minMinutes: number, maxMinutes: number, reason?: string): void => {
    at += roll.int(minMinutes, maxMinutes) * MINUTE_MS + roll.int(0, 59) * 1000
    steps.push(reason === undefined ? { move, at } : { move, at, reason })
  }
  const fate = roll.next()
  if (fate < 0.008) {
    go('cancel', 20, 120, roll.pick(cancelReasons))
    return steps
  }
  go('accept', 5, 70)
  if (fate < 0.025) {
    go('cancel', 30, 240, roll.pick(cancelReasons))
    return steps
  }
  go('arriveLoad', 40, 210)
  if (fate > 0.998) {
    go('void', 60, 200, '货主取消发运，运单作废')
    return steps
  }
  go('depart', 25, 110)
  const drive = driveMs(route) / MINUTE_MS
  if (fate > 0.975) {
    go('interrupt', Math.floor(drive * 0.3), Math.floor(drive * 0.5), roll.pick(interruptReasons))
    go('resume', 120, 900)
    go('arriveUnload', Math.floor(drive * 0.5), Math.floor(drive * 0.7))
  } else go('arriveUnload', Math.floor(drive * 0.9), Math.floor(drive * 1.25))
  go('unload', 30, 140)
  if (fate > 0.5 && fate < 0.53) {
    go('dispute', 30, 300, roll.pick(disputeReasons))
    go('settleDispute', 360, 2200)
  }
  // most are signed at once, some only when somebody remembers
  go('sign', 15, fate > 0.9 && fate < 0.93 ? 4000 : 240)
  return steps
}

/** Steps of an undisturbed trip by the time since it was ordered. */
export function plainSteps(route: Route): { move: WaybillMove; after: number; reaches: WaybillState }[] {
  const drive = driveMs(route)
  return [
    { move: 'accept', after: 20 * MINUTE_MS, reaches: 'toLoad' },
    { move: 'arriveLoad', after: 110 * MINUTE_MS, reaches: 'loading' },
    { move: 'depart', after: 170 * MINUTE_MS, reaches: 'inTransit' },
    { move: 'arriveUnload', after: 170 * MINUTE_MS + drive, reaches: 'arrived' },
    { move: 'unload', after: 230 * MINUTE_MS + drive, reaches: 'toSign' },
    { move: 'sign', after: 330 * MINUTE_MS + drive, reaches: 'signed' },
  ]
}

/** When a trip was ordered that stands in `pose` at `now`. */
function poseAt(route: Route, pose: WaybillState, now: number): number {
  if (pose === 'interrupted') return now - 170 * MINUTE_MS - Math.floor(driveMs(route) / 2)
  const steps = plainSteps(route)
  const reached = steps.find(step => step.reaches === (pose === 'disputed' ? 'toSign' : pose))
  const after = reached?.after ?? 0
  const next = steps.find(step => step.after > after)?.after ?? after
  return now - after - Math.floor((next - after) * 0.6)
}

/** The steps of a posed trip: as far as its pose, and nothing to come. */
function posed(route: Route, from: number, pose: WaybillState): Step[] {
  const upTo = pose === 'interrupted' ? 'inTransit' : pose === 'disputed' ? 'toSign' : pose
  const steps = plainSteps(route)
  const done: Step[] = steps
    .slice(0, steps.findIndex(step => step.reaches === upTo) + 1)
    .map(({ move, after }) => ({ move, at: Math.floor(from + after) }))
  const last = done.at(-1)?.at ?? from
  if (pose === 'interrupted')
    done.push({ move: 'interrupt', at: last + Math.floor(driveMs(route) * 0.3), reason: interruptReasons[1] ?? '' })
  if (pose === 'disputed') done.push({ move: 'dispute', at: last + 30 * MINUTE_MS, reason: disputeReasons[0] ?? '' })
  return done
}

interface Pick {
  readonly carrier: string
  readonly vehicle: DemoVehicle
  readonly driver: DemoDriver
}

/**
 * The vehicles and drivers that are free at a time; the pairing of a vehicle with its usual driver is kept when it can.
 * Since `restSince` a quarter of the vehicles of the named carrier stand still, so that it has some to send.
 */
function openBookings(fleet: Fleet, roll: Dice, restSince: number) {
  const vehicles = fleet.vehicles.map((vehicle, n) => ({
    vehicle,
    freeAt: 0,
    usual: n,
    restsAt: vehicle.carrier === 'carrier' && n % 4 === 3 ? restSince : Number.MAX_SAFE_INTEGER,
  }))
  const drivers = fleet.drivers.map(driver => ({ driver, freeAt: 0 }))
  const fits = (bodies: readonly Body[], vehicle: DemoVehicle): boolean => bodies.some(body => body === vehicle.body)

  const driverFor = (vehicle: (typeof vehicles)[number], at: number): (typeof drivers)[number] | undefined => {
    const free = (one: (typeof drivers)[number] | undefined): one is (typeof drivers)[number] =>
      one !== undefined && one.freeAt <= at && one.driver.usableUntil > at
    const usual = drivers[vehicle.usual]
    const spare = drivers
      .slice(fleet.vehicles.length)
      .filter(one => one.driver.carrier === vehicle.vehicle.carrier && free(one))
    if (spare.length > 0 && (roll.next() < 0.06 || !free(usual))) return roll.pick(spare)
    return free(usual) ? usual : undefined
  }
  return {
    /** A vehicle with a driver, or nothing when all are on the road. */
    pick({ route, at, carrier }: Wish): Pick | undefined {
      const open = vehicles.filter(
        one =>
          one.freeAt <= at &&
          at < one.restsAt &&
          one.vehicle.usableUntil > at &&
          fits(route.bodies, one.vehicle) &&
          (carrier === undefined ? route.carriers.includes(one.vehicle.carrier) : one.vehicle.carrier === carrier),
      )
      for (let tries = 0; tries < 4 && open.length > 0; tries++) {
        const one = roll.pick(open)
        const driver = driverFor(one, at)
        if (driver !== undefined) return { carrier: one.vehicle.carrier, vehicle: one.vehicle, driver: driver.driver }
      }
      return undefined
    },
    /** Keeps both until the goods are off the truck and it has come part of the way back. */
    hold({ vehicle, driver }: Pick, route: Route, steps: readonly Step[]): void {
      const end = steps.find(step => step.move === 'unload' || step.move === 'cancel' || step.move === 'void')
      const until =
        end === undefined
          ? Number.MAX_SAFE_INTEGER
          : end.move === 'unload'
            ? end.at + Math.floor(driveMs(route) / 4)
            : end.at
      for (const one of vehicles) if (one.vehicle === vehicle) one.freeAt = until
      for (const one of drivers) if (one.driver === driver) one.freeAt = until
    },
  }
}
