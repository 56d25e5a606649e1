// Trips of the demo a shipper never paid for, to a branch it does not work with else: receivables of every age.
import { DAY_MS, HOUR_MS } from '@yunshu/domain/figures/time'
import type { Fleet } from './fleet.ts'
import type { Haul } from './haul.ts'
import type { Route } from './routes.ts'
import { plainSteps, routeOf, type Trip } from './trips.ts'

const routeKey = 'unpaidGrain'

/** Days since a trip was ordered: the first are due for more than 90 days, the last are not due yet. */
const orderedAgo: readonly number[] = [110, 109, 107, 98, 84, 71, 58, 44, 30, 12]
/** The time such a trip takes a truck and its driver for, and the time the others come back in. */
const [tripMs, backMs] = [30 * HOUR_MS, 12 * HOUR_MS]

/** Whether the shipper owes for a waybill, so that its carrier waits for the money too. */
export const isUnpaid = ({ lot }: Pick<Haul, 'lot'>): boolean => lot.route.key === routeKey

/** The trips, by trucks and drivers none of the others needs at the time. */
export function unpaidTrips(others: readonly Trip[], { vehicles, drivers }: Fleet, now: number): Trip[] {
  const route = routeOf(routeKey)
  const trips: Trip[] = []
  for (const days of orderedAgo) {
    const at = now - days * DAY_MS - 5 * HOUR_MS
    const near = [...others, ...trips].filter(
      ({ createdAt, steps }) => createdAt < at + tripMs && (steps.at(-1)?.at ?? createdAt) + backMs > at,
    )
    const n = vehicles.findIndex(
      (each, place) =>
        fits(route, each, at) &&
        isUsable(drivers[place], at) &&
        near.every(trip => trip.vehicle !== each && trip.driver !== drivers[place]),
    )
    const [vehicle, driver] = [vehicles[n], drivers[n]]
    if (vehicle === undefined || driver === undefined) continue
    trips.push({
      route,
      carrier: vehicle.carrier,
      vehicle,
      driver,
      createdAt: at,
      steps: plainSteps(route).map(({ move, after }) => ({ move, at: Math.floor(at + after) })),
      luck: [0.4, 0.5, 0.5, 0.5, 0.5, 0.5],
    })
  }
  return trips
}

const fits = ({ carriers, bodies }: Route, { carrier, body, usableUntil }: Fleet['vehicles'][number], at: number) =>
  carriers.includes(carrier) && bodies.some(each => each === body) && usableUntil > at

const isUsable = (driver: Fleet['drivers'][number] | undefined, at: number): boolean =>
  driver !== undefined && driver.usableUntil > at
