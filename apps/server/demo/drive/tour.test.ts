// The way of a demo truck: a round without leaps, at the speed it says, with gaps that are few.
import { HOUR_MS, MINUTE_MS } from '@yunshu/domain/figures/time'
import { metresBetween } from '@yunshu/track/geometry'
import { expect, test } from 'vitest'
import { alarmsAt, isPhoningAt, isSilentAt, isWildAt, roundMs, spotAt, turnNear, turnOf, type Tour } from './tour.ts'

const tour: Tour = {
  n: 5,
  load: { lonE6: 109_912_430, latE6: 38_552_170 },
  unload: { lonE6: 112_838_510, latE6: 32_694_330 },
  since: 1_800_000_000_000,
  turn: 0,
}

test('a round has no leaps, stands at both ends, and drives about as fast as it says', () => {
  const round = roundMs(tour)
  let before = spotAt(tour, tour.since)
  let loaded = 0,
    unloaded = 0
  for (let at = tour.since + MINUTE_MS; at <= tour.since + round; at += MINUTE_MS) {
    const spot = spotAt(tour, at)
    const far = metresBetween(before.place, spot.place)
    expect(far).toBeLessThan(2500)
    if (metresBetween(spot.place, tour.load) < 50) loaded++
    if (metresBetween(spot.place, tour.unload) < 50) unloaded++
    before = spot
  }
  expect(loaded).toBeGreaterThan(35)
  expect(unloaded).toBeGreaterThan(35)
  expect(round).toBeGreaterThan(20 * HOUR_MS)
})

test('a truck is put where it should be, and goes on from where it was', () => {
  const standing = { ...tour, turn: turnOf(tour, { at: 'unload', ms: 10 * MINUTE_MS }) }
  expect(metresBetween(spotAt(standing, tour.since).place, tour.unload)).toBeLessThan(30)
  for (const isBack of [false, true]) {
    const half = { ...tour, turn: turnOf(tour, { share: 0.5, isBack }) }
    const last = spotAt(half, tour.since)
    const again = { ...tour, turn: turnNear(tour, last) }
    expect(metresBetween(spotAt(again, tour.since).place, last.place)).toBeLessThan(6000)
    // and in the same direction
    const [later, before] = [spotAt(again, tour.since + HOUR_MS), spotAt(half, tour.since + HOUR_MS)]
    expect(metresBetween(later.place, before.place)).toBeLessThan(8000)
  }
})

test('one truck in eight is too fast for a while of each hour in which it drives', () => {
  const words = (n: number, speed: number): number[] => [0, 5, 15].map(minute => alarmsAt(n, minute * MINUTE_MS, speed))
  expect([words(6, 700), words(6, 0), words(7, 700)]).toEqual([
    [0x2000, 0x2000, 0],
    [0, 0, 0],
    [0, 0, 0],
  ])
})

test('one receiver leaps away four times in any ten minutes, with each position that is kept back as with those in time', () => {
  for (const [begin, step] of [
    [0, 15_000],
    [7 * MINUTE_MS, 30_000],
    [3 * HOUR_MS + 5000, 15_000],
  ] as const) {
    const wild = Array.from({ length: (10 * MINUTE_MS) / step }, (_, n) => isWildAt(3, begin + n * step))
    expect(wild.filter((is, n) => is && !wild[n - 1]).length).toBeGreaterThanOrEqual(4)
  }
  expect(isWildAt(4, 0)).toBe(false)
})

test('a driver on the phone is one in eight, once an hour and on the road', () => {
  const minutes = (n: number, speed: number): number[] =>
    Array.from({ length: 120 }, (_, half) => half).filter(half => isPhoningAt(n, (half * MINUTE_MS) / 2, speed))
  expect([minutes(10, 600), minutes(10, 0), minutes(11, 600)]).toEqual([[60], [], []])
})

test('two of a hundred stretches are silent', () => {
  const stretches = Array.from({ length: 5000 }, (_, n) => isSilentAt(7, n * 10 * MINUTE_MS))
  expect(stretches.filter(Boolean)).toHaveLength(100)
})
