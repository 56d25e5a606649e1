// Abnormal positions: when each kind opens, and when silence is not the vehicle's.
import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../figures/time.ts'
import {
  abnormalKinds,
  enteredFinding,
  findingsOf,
  isSilenceOurs,
  redLightMs,
  type AbnormalRules,
  type UnderWay,
} from './abnormal.ts'

const now = 1_800_000_000_000
const rules = Object.fromEntries(
  Object.entries(abnormalKinds).map(([kind, { minutes }]) => [kind, { isOn: true, minutes }]),
) as AbnormalRules
const driving: UnderWay = {
  state: 'inTransit',
  live: { at: now, receivedAt: now, speed: 600, noFix: undefined, stoodMs: undefined },
  unplaced: undefined,
  isSilenceTheirs: true,
  plannedLoadAt: undefined,
  loadedAt: now - HOUR_MS,
  distanceKm: 400,
  windowEnd: undefined,
  isProven: false,
  isWrongTerminal: false,
  odd: [],
  alarms: [],
}
const kinds = (more: Partial<UnderWay>, own = rules) =>
  findingsOf({ ...driving, ...more }, own, now).map(({ kind, level }) => `${kind} ${level}`)
const silent = (minutes: number, speed = 600, stoodMs?: number) => ({
  at: now - minutes * MINUTE_MS,
  receivedAt: now - minutes * MINUTE_MS,
  speed,
  noFix: undefined,
  stoodMs,
})

test('a vehicle that drove and fell silent is offline after a quarter of an hour, more pressing with time', () => {
  expect(kinds({})).toEqual([])
  expect(kinds({ live: silent(15) })).toEqual([])
  expect(kinds({ live: silent(16) })).toEqual(['offline 3'])
  expect(kinds({ live: silent(31) })).toEqual(['offline 2'])
  expect(kinds({ live: silent(121) })).toEqual(['offline 1'])
  expect(kinds({ live: silent(121, 0) })).toEqual([])
  expect(kinds({ live: silent(241, 0) })).toEqual(['offline 1'])
})

test('a vehicle that fell silent at a red light was on its way; one that had stood, or turned its engine off, was not', () => {
  expect(kinds({ live: silent(16, 0, MINUTE_MS) })).toEqual(['offline 3'])
  expect(kinds({ live: silent(15, 0, MINUTE_MS) })).toEqual([])
  expect(kinds({ live: silent(31, 0, redLightMs - 1000) })).toEqual(['offline 2'])
  expect(kinds({ live: silent(239, 0, redLightMs) })).toEqual([])
  expect(kinds({ live: silent(241, 0, redLightMs) })).toEqual(['offline 1'])
  expect(kinds({ live: silent(16, 0) })).toEqual([])
})

test('silence of ours is nobody else’s, and a vehicle without a terminal is not offline', () => {
  expect(kinds({ live: silent(60), isSilenceTheirs: false })).toEqual([])
  expect(kinds({ live: undefined })).toEqual([])
})

test('silence of four vehicles that had to speak, and of three in ten of them, is ours; terminals that sleep say nothing', () => {
  const words = (count: number, minutes: number, isAwake = true) =>
    Array.from({ length: count }, () => ({ receivedAt: now - minutes * MINUTE_MS, isAwake }))
  const ours = (...groups: ReturnType<typeof words>[]) => isSilenceOurs(groups.flat(), now)
  expect(ours(words(9, 1), words(4, 6))).toBe(true)
  expect(ours(words(10, 1), words(4, 6))).toBe(false)
  // three trucks in a tunnel are no outage, however few there are
  expect(ours(words(3, 6))).toBe(false)
  // a night of parked trucks neither is one nor hides one
  expect(ours(words(9, 1), words(40, 25, false))).toBe(false)
  expect(ours(words(9, 1), words(4, 6), words(40, 25, false))).toBe(true)
  // it is ours for as long as it may last, and no longer than the longest rule
  expect(ours(words(9, 1), words(4, 239))).toBe(true)
  expect(ours(words(9, 1), words(4, 240))).toBe(false)
  expect(ours(words(9, 1), words(4, 5))).toBe(false)
})

test('a terminal that never told a place is offline after four hours without a word, and without a fix while it speaks', () => {
  const awaited = (hours: number, heard?: number, noFix?: { since: number; mostSpeed: number }) =>
    kinds({
      live: undefined,
      unplaced: {
        awaitedAt: now - hours * HOUR_MS,
        heardAt: heard === undefined ? undefined : now - heard * HOUR_MS,
        noFix,
      },
    })
  expect(awaited(4)).toEqual([])
  expect(awaited(4.1)).toEqual(['offline 2'])
  // heartbeats alone
  expect(awaited(3.9, 0)).toEqual([])
  expect(awaited(4.1, 0)).toEqual(['noFix 3'])
  // it spoke for an hour and fell silent
  expect(awaited(4.9, 3.9)).toEqual([])
  expect(awaited(5.1, 4.1)).toEqual(['offline 2'])
  // reports without a fix count from the first of them, and those of one that drives have the time of the rule
  expect(awaited(9, 0, { since: now - 3 * HOUR_MS, mostSpeed: 0 })).toEqual([])
  expect(awaited(9, 0, { since: now - 21 * MINUTE_MS, mostSpeed: 600 })).toEqual(['noFix 2'])
  expect(awaited(9, 0, { since: now - 20 * MINUTE_MS, mostSpeed: 600 })).toEqual([])
})

test('no fix is told from silence, and a parked vehicle under a roof has four hours', () => {
  const roof = (minutes: number, speed: number, mostSpeed = 0, silentMinutes = 0) => ({
    at: now - (silentMinutes + minutes) * MINUTE_MS,
    receivedAt: now,
    speed,
    noFix: { since: now - minutes * MINUTE_MS, mostSpeed },
    stoodMs: undefined,
  })
  expect(kinds({ live: roof(19, 600) })).toEqual([])
  expect(kinds({ live: roof(21, 600) })).toEqual(['noFix 2'])
  expect(kinds({ live: roof(21, 0) })).toEqual([])
  expect(kinds({ live: roof(241, 0) })).toEqual(['noFix 3'])
  // the last fix was that of a red light; half an hour without a word came before
  expect(kinds({ live: roof(21, 0, 700) })).toEqual(['noFix 2'])
  expect(kinds({ live: roof(13, 600, 700, 30) })).toEqual([])
  // a terminal without a fix seldom knows that it drives
  expect(kinds({ live: { ...roof(21, 0), stoodMs: MINUTE_MS } })).toEqual(['noFix 2'])
})

test('a waybill is overdue two hours after its loading time, or after the time its distance takes', () => {
  expect(kinds({ state: 'toLoad', plannedLoadAt: now - 119 * MINUTE_MS })).toEqual([])
  expect(kinds({ state: 'toLoad', plannedLoadAt: now - 121 * MINUTE_MS })).toEqual(['overdue 1'])
  expect(kinds({ loadedAt: now - 11.9 * HOUR_MS })).toEqual([])
  expect(kinds({ loadedAt: now - 12.1 * HOUR_MS })).toEqual(['overdue 1'])
  // an appointed time goes before the pace of the way, at both ends
  expect(kinds({ windowEnd: now - 119 * MINUTE_MS, loadedAt: now - 90 * HOUR_MS })).toEqual([])
  expect(kinds({ windowEnd: now - 121 * MINUTE_MS })).toEqual(['overdue 1'])
  expect(kinds({ state: 'toLoad', windowEnd: now - 121 * MINUTE_MS })).toEqual(['overdue 1'])
  // it is there, and nobody has taken it yet
  expect(kinds({ windowEnd: now - 121 * MINUTE_MS, isProven: true })).toEqual([])
})

test('a wrong terminal and an arrival outside the circle are told at once; a rule that is off finds nothing', () => {
  expect(kinds({ isWrongTerminal: true })).toEqual(['mismatch 1'])
  const odd = (['jump', 'frozen', 'abroad', 'clock'] as const).map(kind => ({ kind, since: now - HOUR_MS }))
  expect(kinds({ odd })).toEqual(['jump 3', 'frozen 2', 'abroad 2', 'clock 3'])
  expect(kinds({ odd }, { ...rules, jump: { isOn: false, minutes: 10 } })).not.toContain('jump 3')
  expect(enteredFinding(501, rules, now)).toEqual({ kind: 'placeMismatch', level: 1, since: now })
  expect(enteredFinding(500, rules, now)).toBeUndefined()
  const off = { ...rules, placeMismatch: { isOn: false, minutes: 10 } }
  expect(enteredFinding(501, off, now)).toBeUndefined()
  expect(kinds({ live: silent(60) }, { ...rules, offline: { isOn: false, minutes: 15 } })).toEqual([])
})
