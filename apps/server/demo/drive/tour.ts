// The way of a demo truck as a pure function of time: it loads, drives, unloads and comes back, for ever, with rests.
import { HOUR_MS, MINUTE_MS } from '@yunshu/domain/figures/time'
import { alarmBits } from '@yunshu/jt808/alarms'
import type { Place } from '@yunshu/track/datum'
import { metresBetween, placeFrom } from '@yunshu/track/geometry'

/** A truck between two places; `turn` is where in its round it is at `since`, 0 to 1. */
export interface Tour {
  readonly n: number
  readonly load: Place
  readonly unload: Place
  readonly since: number
  readonly turn: number
}

/** A truck at a moment. */
export interface Spot {
  readonly place: Place
  /** 0.1 km/h. */
  readonly speed: number
  /** Degrees from the north, clockwise. */
  readonly heading: number
  readonly hasIgnition: boolean
}

/** Standing at either end. */
const standMs = 40 * MINUTE_MS
/** Four hours of driving, then twenty minutes of rest, as the rules for drivers want it. */
const driveMs = 4 * HOUR_MS,
  restMs = 20 * MINUTE_MS
/** The bend of a way beside the line, of its length. */
const bend = 0.05

const kmhOf = ({ n }: Tour): number => 60 + (n % 16)

/** ms of one way, rests included. */
function wayMs(tour: Tour): number {
  const driving = (metresBetween(tour.load, tour.unload) / (kmhOf(tour) / 3.6)) * 1000
  return driving + Math.floor(driving / driveMs) * restMs
}

/** ms of a round. */
export const roundMs = (tour: Tour): number => 2 * (wayMs(tour) + standMs)

/** The place at a share of the way, 0 at the loading place. */
function placeAt({ n, load, unload }: Tour, share: number): Place {
  const long = metresBetween(load, unload)
  const aside = long * bend * Math.sin(Math.PI * share) * Math.sin(3 * Math.PI * share + n)
  const straight = {
    lonE6: Math.round(load.lonE6 + (unload.lonE6 - load.lonE6) * share),
    latE6: Math.round(load.latE6 + (unload.latE6 - load.latE6) * share),
  }
  const slope = Math.atan2(unload.latE6 - load.latE6, unload.lonE6 - load.lonE6)
  return placeFrom(straight, -Math.sin(slope) * aside, Math.cos(slope) * aside)
}

const degreesTo = (from: Place, to: Place): number => {
  const east = (to.lonE6 - from.lonE6) * Math.cos((from.latE6 / 1e6) * (Math.PI / 180))
  return Math.round((Math.atan2(east, to.latE6 - from.latE6) * 180) / Math.PI + 360) % 360
}

/** Standing at an end, with the drift a real receiver has. */
const standingAt = (tour: Tour, share: 0 | 1, at: number): Spot => {
  const minute = Math.floor(at / MINUTE_MS)
  return {
    place: placeFrom(share === 0 ? tour.load : tour.unload, (minute * 7 + tour.n) % 9, (minute * 5) % 7),
    speed: 0,
    heading: 0,
    hasIgnition: false,
  }
}

/** On the way for some ms; `isBack` for the way home. */
function drivingAt(tour: Tour, ms: number, isBack: boolean): Spot {
  const whole = wayMs(tour)
  const turn = driveMs + restMs
  const rested = (time: number): number => Math.floor(time / turn) * restMs + Math.max(0, (time % turn) - driveMs)
  const isResting = ms % turn > driveMs
  const shareOf = (time: number): number => {
    const share = Math.min(1, (time - rested(time)) / (whole - Math.floor(whole / turn) * restMs))
    return isBack ? 1 - share : share
  }
  const place = placeAt(tour, shareOf(ms))
  const ahead = shareOf(ms + MINUTE_MS + (isResting ? restMs : 0))
  const heading = degreesTo(place, placeAt(tour, ahead))
  if (isResting) return { place, speed: 0, heading, hasIgnition: false }
  const wave = 1 + 0.08 * Math.sin(ms / 97_000 + tour.n)
  return {
    place,
    speed: Math.round(kmhOf(tour) * 10 * wave),
    heading,
    hasIgnition: true,
  }
}

/** The truck at a moment. */
export function spotAt(tour: Tour, at: number): Spot {
  const round = roundMs(tour)
  const ms = (((at - tour.since) / round + tour.turn) % 1) * round
  const way = wayMs(tour)
  if (ms < standMs) return standingAt(tour, 0, at)
  if (ms < standMs + way) return drivingAt(tour, ms - standMs, false)
  if (ms < 2 * standMs + way) return standingAt(tour, 1, at)
  return drivingAt(tour, ms - 2 * standMs - way, true)
}

/** The turn at which a truck is at a share of its way out or back, or stands at an end for some ms. */
export function turnOf(
  tour: Tour,
  where: { readonly share: number; readonly isBack: boolean } | { readonly at: 'load' | 'unload'; readonly ms: number },
): number {
  const round = roundMs(tour)
  const way = wayMs(tour)
  if ('at' in where) return (where.at === 'load' ? where.ms : standMs + way + where.ms) / round
  return where.isBack ? (2 * standMs + way * (2 - where.share)) / round : (standMs + way * where.share) / round
}

/** Metres a truck on the same road in the other direction counts as further away. */
const otherWayM = 1e7

/** The turn nearest to the last report of a truck, in its direction, so that it goes on from there. */
export function turnNear(tour: Tour, last: Pick<Spot, 'place' | 'heading'>): number {
  const steps = 400
  let best = 0,
    least = Infinity
  for (let n = 0; n < steps; n++) {
    const { place, heading } = spotAt({ ...tour, turn: n / steps }, tour.since)
    const apart = Math.abs(((heading - last.heading + 540) % 360) - 180)
    const far = metresBetween(place, last.place) + (apart > 90 ? otherWayM : 0)
    if (far < least) [best, least] = [n / steps, far]
  }
  return best
}

/** Two of a hundred stretches of ten minutes are a tunnel or a valley without a network. */
export const isSilentAt = (n: number, at: number): boolean =>
  (Math.floor(at / (10 * MINUTE_MS)) * 31 + n * 17) % 50 === 0

/** The alarm word of a truck: one in eight is too fast for ten minutes of each hour in which it drives. */
export const alarmsAt = (n: number, at: number, speed: number): number =>
  n % 8 === 6 && speed > 0 && at % HOUR_MS < 10 * MINUTE_MS ? 2 ** alarmBits.overspeedWarning.bit : 0

/** One truck's receiver leaps away for half a minute of each two and a half: four times in any ten minutes. */
export const isWildAt = (n: number, at: number): boolean => n === 3 && at % (2.5 * MINUTE_MS) < MINUTE_MS / 2

/** One driver in eight is on the phone for half a minute of each hour. */
export const isPhoningAt = (n: number, at: number, speed: number): boolean =>
  n % 8 === 2 && speed > 0 && Math.floor((at % HOUR_MS) / MINUTE_MS) === 20 + (n % 30) && at % MINUTE_MS < MINUTE_MS / 2
