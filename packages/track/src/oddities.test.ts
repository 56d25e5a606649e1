// Positions that cannot be trusted: leaps, a frozen place, places abroad, a clock that is wrong; and ordinary driving, which is none.
import { expect, test } from 'vitest'
import { placeFrom } from './geometry.ts'
import { odditiesOf, type HeardLast, type OddKind } from './oddities.ts'
import type { Point } from './point.ts'
import { classifiedPoints } from './quality.ts'

const minute = 60_000
const start = Date.UTC(2026, 10, 25, 0)
const yard = { lonE6: 109_734_567, latE6: 38_285_390 }
const rules = { jumpMs: 10 * minute, frozenMs: 20 * minute }

/** A fix each half minute on a drive of 60 km/h. */
const fix = (n: number, more: Partial<Point> = {}): Point => ({
  at: start + n * 30_000,
  ...placeFrom(yard, n * 500, 0),
  speed: 600,
  heading: 90,
  hasIgnition: true,
  cls: 'good',
  source: '808',
  datum: 'gcj02',
  odometer: undefined,
  alarms: 0,
  ...more,
})
const drive = (count: number, over: (n: number) => Partial<Point> = () => ({})): Point[] =>
  Array.from({ length: count }, (_, n) => fix(n, over(n)))

/** Kinds with the minutes after the start since when they are. */
function found(points: readonly Point[], heard: Partial<HeardLast> = {}): [OddKind, number][] {
  const receivedAt = heard.receivedAt ?? points.at(-1)?.at ?? start
  const placedAt = heard.placedAt ?? receivedAt
  const last = { receivedAt, placedAt, aheadAt: heard.aheadAt, isBehind: heard.isBehind ?? false }
  return odditiesOf(classifiedPoints(points), last, rules, receivedAt).map(({ kind, since }) => [
    kind,
    (since - start) / minute,
  ])
}

test('three leaps within ten minutes are a drift, two are not, and it is over when none came for ten', () => {
  const leapt = (...at: number[]) => drive(60, n => (at.includes(n) ? placeFrom(fix(n), 0, 30_000) : {}))
  expect(found(leapt(44, 48, 52))).toEqual([['jump', 22]])
  expect(found(leapt(48, 52))).toEqual([])
  expect(found(leapt(30, 34, 38))).toEqual([])
})

test('a place that stays for twenty minutes is frozen while the vehicle says it drives, or its counter goes on; a stand is none', () => {
  const stuck = placeFrom(yard, 5000, 0)
  const from = (n: number, more: (n: number) => Partial<Point>) =>
    drive(10 + n, at => (at < 10 ? {} : { ...stuck, ...more(at) }))
  expect(found(from(42, () => ({ speed: 450 })))).toEqual([['frozen', 5]])
  expect(found(from(39, () => ({ speed: 450 })))).toEqual([])
  expect(found(from(60, () => ({ speed: 0 })))).toEqual([])
  // one position of a stand among them ends it
  expect(found(from(60, n => ({ speed: n === 50 ? 0 : 450 })))).toEqual([])
  expect(found(from(60, n => ({ speed: 0, odometer: 1000 + n })))).toEqual([['frozen', 5]])
  expect(found(from(60, () => ({ speed: 0, odometer: 1000 })))).toEqual([])
  // it moves again
  const moving = [...from(60, () => ({ speed: 450 })), fix(70, placeFrom(stuck, 300, 0))]
  expect(found(moving)).toEqual([])
  // a receiver that wanders by metres is none
  expect(found(from(60, n => ({ ...placeFrom(stuck, (n % 3) * 5, 0), speed: 450 })))).toEqual([])
})

test('three places abroad in a row are told, until two good ones came', () => {
  const abroad: Partial<Point> = { lonE6: 2_350_000, latE6: 48_850_000, cls: 'abroad' }
  const away = (from: number, to: number) => drive(to + 1, n => (n >= from ? abroad : {}))
  expect(found(away(10, 12))).toEqual([['abroad', 5]])
  expect(found(away(10, 11))).toEqual([])
  expect(found([...away(10, 12), fix(13)])).toEqual([['abroad', 5]])
  expect(found([...away(10, 12), fix(13), fix(14)])).toEqual([])
})

test('five positions of a time that is to come are a clock ahead, while none that can be believed is new', () => {
  const hour = 60 * minute
  const ahead = (count: number) => drive(count, n => ({ at: start + hour + n * 30_000, cls: 'clockAhead' as const }))
  const before = drive(10).map(one => ({ ...one, at: one.at - 10 * minute }))
  const receivedAt = start + 2.5 * minute
  const heard = { receivedAt, placedAt: start - 5.5 * minute, aheadAt: receivedAt, isBehind: false }
  expect(found([...before, ...ahead(5)], heard)).toEqual([['clock', -5.5]])
  expect(found([...before, ...ahead(4)], heard)).toEqual([])
  // of a clock that is behind no position is in the trail
  expect(found(before, { ...heard, isBehind: true })).toEqual([['clock', -5.5]])
  expect(found(before, { ...heard, isBehind: true, aheadAt: undefined })).toEqual([])
  // it was mended: those that are still to come stay in the trail
  expect(found([...before, ...ahead(5)], { ...heard, placedAt: receivedAt - 1000 })).toEqual([])
  // also at a stop an hour later, where only heartbeats come
  const stop = { receivedAt: receivedAt + hour / 2, placedAt: receivedAt, aheadAt: undefined, isBehind: false }
  expect(found([...before, ...ahead(5).map(one => ({ ...one, at: one.at + hour }))], stop)).toEqual([])
})

test('an ordinary drive with a stand, a tunnel and a ferry shows none', () => {
  const day = drive(120, n => {
    if (n >= 30 && n < 60) return { ...placeFrom(yard, 15_000 + (n % 2) * 4, 0), speed: 0 }
    return n >= 70 && n < 90 ? { cls: 'noFix' as const } : n >= 100 ? placeFrom(yard, 90_000 + n * 500, 0) : {}
  })
  for (let upTo = 10; upTo <= 120; upTo++) expect(found(day.slice(0, upTo))).toEqual([])
})
