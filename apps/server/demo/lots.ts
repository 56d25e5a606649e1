// Goods of the demo and the tasks carriers took of them: the trips of a route cut into offers of some days each.
import type { GoodsKind, PublishTarget } from '@yunshu/domain/goods/goods'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@yunshu/domain/figures/time'
import type { UnitPrice } from '@yunshu/domain/figures/unitPrice'
import { dice } from './invented.ts'
import { idMaker } from './ids.ts'
import { demoCompanyId, demoShippers } from './people.ts'
import type { Route } from './routes.ts'
import { makeTerms, perTruckMax, type Terms } from './terms.ts'
import { takenSteps, type Trip } from './trips.ts'

/** A task another carrier took of the goods first, and gave whole to whoever hauls. */
export interface Handed {
  /** The task of that carrier. */
  readonly parentId: string
  readonly carrier: string
  /** The amount it keeps per unit. */
  readonly less: UnitPrice
  /** Its place among those handed down, the newest first. */
  readonly turn: number
}

/** A part of a lot one carrier took. */
export interface TaskPlan {
  readonly id: string
  readonly carrier: string
  readonly createdAt: number
  readonly trips: readonly Trip[]
  /** Quantity taken and not yet on a waybill. */
  readonly left: number
  /** Quantity the carrier gave back when it closed the task; undefined for tasks that were not closed. */
  readonly returned?: number
  readonly handed?: Handed
}

/** One offer of goods. */
export interface Lot {
  readonly id: string
  readonly n: number
  readonly route: Route
  readonly shipperId: string
  readonly branchId: string
  readonly shipper: string
  readonly kind: GoodsKind
  readonly createdAt: number
  readonly validTo: number
  readonly terms: Terms
  readonly publishTo: PublishTarget
  readonly tasks: readonly TaskPlan[]
  /** Quantity nobody took. */
  readonly left: number
  /** The end of an offer that was not taken whole. */
  readonly fate?: 'paused' | 'cancelled' | 'draft' | 'expired'
  readonly remark?: string
}

export interface Extra {
  readonly route: Route
  readonly publishTo: PublishTarget
  readonly agoHours: number
  readonly left: number
  readonly tasks?: readonly { readonly carrier: string; readonly qty: number }[]
  readonly fate?: Lot['fate']
  readonly remark?: string
  /** Of the kind of its route; without it ordinary goods. */
  readonly isOfKind?: true
}

type Dice = ReturnType<typeof dice>

/** Days of trips in one lot: shorter where many trucks go. */
const daysPerLot = (route: Route): number => (route.tripsPerDay > 8 ? 5 : route.tripsPerDay > 4 ? 6 : 9)
const tripsPerTask = 12

/** Quantity of a trip in the unit of its goods. */
export function qtyOf({ route, vehicle, luck: [, size = 0] }: Trip): number {
  if (route.quantityMode === 'BY_TRUCK') return 1
  return vehicle.body === 'dump' ? (size < 0.5 ? 17_000_000 : 17_500_000) : 32_000_000 + Math.floor(size * 3) * 500_000
}

/** True while the quantity of a trip stands on its waybill. */
export const isLive = (trip: Trip, now: number): boolean =>
  !takenSteps(trip, now).some(({ move }) => move === 'cancel' || move === 'void')

/** All lots, oldest first; `extras` are offers without trips. */
export function makeLots(
  trips: readonly Trip[],
  routes: readonly Route[],
  extras: readonly Extra[],
  now: number,
): Lot[] {
  const roll = dice(120)
  const goodsId = idMaker(3),
    taskId = idMaker(4)
  const drafts: Omit<Lot, 'n' | 'id'>[] = []
  for (const route of routes) {
    const own = trips.filter(trip => trip.route === route)
    // a truck now and then is an offer of its own, with luck of its own: the others stay as they are
    const isRare = route.tripsPerDay === 0
    const size = isRare ? 1 : route.tripsPerDay * daysPerLot(route)
    const luck = isRare ? dice(121) : roll
    for (let from = 0; from < own.length; from += size) {
      const isCurrent = !isRare && from + size >= own.length
      drafts.push(lotOf(route, own.slice(from, from + size), isCurrent, now, luck, taskId))
    }
  }
  for (const extra of extras) drafts.push(extraLot(extra, now, roll, taskId))
  return drafts.sort((a, b) => a.createdAt - b.createdAt).map((lot, n) => ({ ...lot, n, id: goodsId(lot.createdAt) }))
}

function ownerOf(route: Route) {
  const shipper = demoShippers.find(({ key }) => key === route.shipper)
  if (shipper === undefined) throw new Error(`no shipper ${route.shipper}`)
  const branchId = demoCompanyId(route.branch ?? shipper.branch)
  return { shipper: shipper.key, shipperId: demoCompanyId(shipper.key), branchId }
}

function lotOf(
  route: Route,
  trips: readonly Trip[],
  isCurrent: boolean,
  now: number,
  roll: Dice,
  taskId: (at: number) => string,
): Omit<Lot, 'n' | 'id'> {
  const first = trips[0]?.createdAt ?? now,
    last = trips.at(-1)?.createdAt ?? now
  const createdAt = first - roll.int(3, 10) * HOUR_MS
  const truck = perTruckMax(route)
  const tasks: TaskPlan[] = []
  for (const carrier of route.carriers) {
    const own = trips.filter(trip => trip.carrier === carrier)
    for (let from = 0; from < own.length; from += tripsPerTask) {
      const part = own.slice(from, from + tripsPerTask)
      const at = Math.max(createdAt + 20 * MINUTE_MS, (part[0]?.createdAt ?? now) - roll.int(30, 150) * MINUTE_MS)
      const isLast = isCurrent && from + tripsPerTask >= own.length
      const isEmpty = part.every(trip => !isLive(trip, now))
      const isClosed = !isLast && (isEmpty || roll.next() < 0.03)
      tasks.push({
        id: taskId(at),
        carrier,
        createdAt: at,
        trips: part,
        left: isLast ? roll.int(2, 4) * truck : 0,
        ...(isClosed ? { returned: truck } : {}),
      })
    }
  }
  const isExpired = !isCurrent && last + DAY_MS < now && roll.next() < 0.25
  return {
    ...ownerOf(route),
    route,
    kind: route.kind,
    createdAt,
    terms: makeTerms(route, roll),
    publishTo: roll.next() < 0.12 ? 'CARRIERS' : 'RELATED',
    tasks: tasks.sort((a, b) => a.createdAt - b.createdAt),
    validTo: isCurrent ? now + roll.int(3, 8) * DAY_MS : last + DAY_MS,
    left: isCurrent ? roll.int(4, 9) * truck : isExpired ? roll.int(1, 3) * truck : 0,
    ...(isExpired ? { fate: 'expired' as const } : {}),
  }
}

function extraLot(
  { route, publishTo, agoHours, left, tasks = [], fate, remark, isOfKind }: Extra,
  now: number,
  roll: Dice,
  taskId: (at: number) => string,
): Omit<Lot, 'n' | 'id'> {
  const createdAt = now - agoHours * HOUR_MS
  return {
    ...ownerOf(route),
    route,
    kind: isOfKind ? route.kind : 'NORMAL',
    createdAt,
    terms: makeTerms(route, roll),
    publishTo,
    left,
    validTo: fate === 'expired' ? createdAt + 2 * DAY_MS : now + roll.int(3, 8) * DAY_MS,
    tasks: tasks.map(({ carrier, qty }, n) => ({
      id: taskId(createdAt + (n + 1) * 20 * MINUTE_MS),
      carrier,
      createdAt: createdAt + (n + 1) * 20 * MINUTE_MS,
      trips: [],
      left: qty,
    })),
    ...(fate === undefined ? {} : { fate }),
    ...(remark === undefined ? {} : { remark }),
  }
}
