// Circles: reading their centre, their radius in metres, and the hours in which they count.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  centreFaults,
  fenceRadii,
  isFenceRadius,
  inForceFrom,
  isInForce,
  oldSlot,
  parseCentre,
  printCentre,
  radiusText,
  scaleOf,
  slotFaults,
  slotsText,
  slotText,
  type TimeSlot,
} from './fence.ts'
import { fenceRadiusOptions } from './optionLists.ts'
import { parseDateTime } from './figures/time.ts'

const at = (text: string): number => parseDateTime(text) ?? Number.NaN
const everyDay = [1, 2, 3, 4, 5, 6, 7]

test('[RG-05] each radius of the specification is a whole number of metres, and no other may be chosen', () => {
  expect(fenceRadii.map(({ value }) => value)).toEqual([30, 50, 100, 200, 500, 1000, 2000, 3000, 5000, 10_000])
  expect(fenceRadii.map(({ label }) => label)).toEqual(fenceRadiusOptions.map(({ label }) => label))
  expect([30, 10_000].every(isFenceRadius)).toBe(true)
  expect([0, 31, 300, 10_001, Number.NaN].some(isFenceRadius)).toBe(false)
  expect([radiusText(30), radiusText(500), radiusText(10_000)]).toEqual(['30 米', '0.5 公里', '10 公里'])
})

test('a centre is read by its digits, as it was typed or pasted', () => {
  const centre = { lonE6: 109_734_567, latE6: 38_285_390 }
  for (const text of [
    '109.734567,38.285390',
    ' 109.734567， 38.28539 ',
    '109.734567 38.28539',
    '１０９.734567、38.28539',
    '109.7345678901,38.2853901',
    '109.734567°, 38.28539°',
  ])
    expect(parseCentre(text), text).toEqual(centre)
  expect(parseCentre('110,35')).toEqual({ lonE6: 110_000_000, latE6: 35_000_000 })
})

test('what is read is printed the same, for every point of China', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 73_000_000, max: 136_000_000 }),
      fc.integer({ min: 3_000_000, max: 54_000_000 }),
      (lonE6, latE6) => {
        expect(parseCentre(printCentre({ lonE6, latE6 }))).toEqual({ lonE6, latE6 })
      },
    ),
  )
})

test('a centre that cannot be read, lies elsewhere, or has its figures the wrong way round is told apart', () => {
  for (const text of ['', '109.7', '东经109.7,38', '109.7,38.2,1', '-109.7,38.2', '109.7.1,38'])
    expect(parseCentre(text), text).toEqual({ fault: centreFaults.form })
  expect(parseCentre('38.285390,109.734567')).toEqual({ fault: centreFaults.swapped })
  expect(parseCentre('2.3522,48.8566')).toEqual({ fault: centreFaults.outside })
  expect(parseCentre('139.6917,35.6895')).toEqual({ fault: centreFaults.outside })
})

test('a circle without slots always counts; one with slots only then', () => {
  expect(isInForce([], at('2026-11-21 03:00:00'))).toBe(true)
  const day: TimeSlot = { from: 6 * 60, to: 18 * 60, weekdays: everyDay }
  expect(isInForce([day], at('2026-11-21 05:59:59'))).toBe(false)
  expect(isInForce([day], at('2026-11-21 06:00:00'))).toBe(true)
  expect(isInForce([day], at('2026-11-21 17:59:59'))).toBe(true)
  expect(isInForce([day], at('2026-11-21 18:00:00'))).toBe(false)
})

test('a slot past midnight belongs to the day it begins on', () => {
  // 2026-11-20 is a Friday
  const night: TimeSlot = { from: 22 * 60, to: 6 * 60, weekdays: [5] }
  expect(isInForce([night], at('2026-11-20 21:59:00'))).toBe(false)
  expect(isInForce([night], at('2026-11-20 22:00:00'))).toBe(true)
  expect(isInForce([night], at('2026-11-21 05:59:00'))).toBe(true)
  expect(isInForce([night], at('2026-11-21 06:00:00'))).toBe(false)
  expect(isInForce([night], at('2026-11-20 03:00:00'))).toBe(false)
  expect(isInForce([{ ...night, weekdays: [7] }], at('2026-11-23 01:00:00'))).toBe(true)
})

test('who waits inside is there when the next slot begins: of that day, over midnight, on the next day of the week that counts', () => {
  const morning: TimeSlot = { from: 8 * 60, to: 18 * 60, weekdays: everyDay }
  const from = (slots: readonly TimeSlot[], since: string, until: string) => inForceFrom(slots, at(since), at(until))
  expect(from([], '2026-11-20 07:50:30', '2026-11-20 07:55:00')).toBe(at('2026-11-20 07:50:30'))
  expect(from([morning], '2026-11-20 09:00:30', '2026-11-20 09:10:00')).toBe(at('2026-11-20 09:00:30'))
  expect(from([morning], '2026-11-20 07:50:30', '2026-11-20 09:00:00')).toBe(at('2026-11-20 08:00:00'))
  expect(from([morning], '2026-11-20 07:50:30', '2026-11-20 07:59:59')).toBeUndefined()
  expect(from([morning], '2026-11-20 18:00:00', '2026-11-21 10:00:00')).toBe(at('2026-11-21 08:00:00'))
  const noon: TimeSlot = { from: 12 * 60, to: 13 * 60, weekdays: [1] }
  // a Friday: the first of two slots, then the one of Monday
  expect(from([noon, morning], '2026-11-20 06:00:00', '2026-11-27 06:00:00')).toBe(at('2026-11-20 08:00:00'))
  expect(from([noon], '2026-11-20 06:00:00', '2026-11-27 06:00:00')).toBe(at('2026-11-23 12:00:00'))
  expect(from([noon], '2026-11-23 13:00:00', '2026-11-29 23:59:59')).toBeUndefined()
  const night: TimeSlot = { from: 22 * 60, to: 6 * 60, weekdays: everyDay }
  expect(from([night], '2026-11-20 21:00:00', '2026-11-21 03:00:00')).toBe(at('2026-11-20 22:00:00'))
})

test('a slot and the rest of the day never count at once, and one of them always does', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1439 }),
      fc.integer({ min: 1, max: 1439 }),
      fc.integer({ min: 0, max: 60 * 24 * 14 }),
      (from, length, after) => {
        const to = (from + length) % 1440
        const now = at('2026-11-01 00:00:00') + after * 60_000
        const slot = { from, to: to === 0 ? 1440 : to, weekdays: everyDay }
        const rest = { from: to, to: from === 0 ? 1440 : from, weekdays: everyDay }
        expect(isInForce([slot], now)).toBe(!isInForce([rest], now))
      },
    ),
  )
})

test('[RG-07] an old-style slot runs to the end its value names', () => {
  expect(
    [oldSlot('06:00:00'), oldSlot('12:00:00'), oldSlot('18:00:00'), oldSlot('23:59:59')].map(({ from, to }) => [
      from / 60,
      to / 60,
    ]),
  ).toEqual([
    [0, 6],
    [6, 12],
    [12, 18],
    [18, 24],
  ])
})

test('slots are told in words', () => {
  expect(slotsText([])).toBe('全天')
  expect(slotText({ from: 360, to: 1080, weekdays: everyDay })).toBe('每天 06:00-18:00')
  expect(slotText({ from: 1320, to: 360, weekdays: [3, 1] })).toBe('周一、周三 22:00-次日06:00')
  expect(slotText(oldSlot('23:59:59'))).toBe('每天 18:00-24:00')
})

test('a slot without length, one of the whole week, and a day named twice are faults of their fields', () => {
  expect(
    slotFaults([
      { from: 60, to: 60, weekdays: [1] },
      { from: 0, to: 1440, weekdays: everyDay },
      { from: 0, to: 60, weekdays: [1, 1] },
    ]),
  ).toEqual({
    'slots.0.to': '不能与开始时间相同',
    'slots.1.to': '全天有效请不设时段',
    'slots.2.weekdays': '同一天只选一次',
  })
  expect(
    slotFaults([
      { from: 0, to: 1440, weekdays: [1] },
      { from: 1320, to: 360, weekdays: [1] },
    ]),
  ).toEqual({})
})

test('the scale of a picture is a round number near half of the radius', () => {
  expect(fenceRadii.map(({ value }) => scaleOf(value))).toEqual([10, 20, 50, 100, 200, 500, 1000, 1000, 2000, 5000])
})
