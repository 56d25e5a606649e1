// Abnormal positions: when each kind opens, and when silence is not the vehicle's.
import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../figures/time.ts'
import { abnormalKinds, enteredFinding, findingsOf, type AbnormalRules, type UnderWay } from './abnormal.ts'

const now = 1_800_000_000_000
const rules: AbnormalRules = {
  offline: { isOn: true, minutes: abnormalKinds.offline.minutes },
  noFix: { isOn: true, minutes: abnormalKinds.noFix.minutes },
  overdue: { isOn: true, minutes: abnormalKinds.overdue.minutes },
  placeMismatch: { isOn: true, minutes: 10 },
  mismatch: { isOn: true, minutes: 0 },
}
const driving: UnderWay = {
  state: 'inTransit',
  live: { at: now, receivedAt: now, speed: 600, noFix: undefined },
  isSilenceTheirs: true,
  plannedLoadAt: undefined,
  loadedAt: now - HOUR_MS,
  distanceKm: 400,
  isWrongTerminal: false,
}
const kinds = (more: Partial<UnderWay>, own = rules) =>
  findingsOf({ ...driving, ...more }, own, now).map(({ kind, level }) => `${kind} ${level}`)
const silent = (minutes: number, speed = 600) => ({
  at: now - minutes * MINUTE_MS,
  receivedAt: now - minutes * MINUTE_MS,
  speed,
  noFix: undefined,
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

test('silence of ours is nobody else’s, and a vehicle without a terminal is not offline', () => {
  expect(kinds({ live: silent(60), isSilenceTheirs: false })).toEqual([])
  expect(kinds({ live: undefined })).toEqual([])
})

test('no fix is told from silence, and a parked vehicle under a roof has four hours', () => {
  const roof = (minutes: number, speed: number, mostSpeed = 0, silentMinutes = 0) => ({
    at: now - (silentMinutes + minutes) * MINUTE_MS,
    receivedAt: now,
    speed,
    noFix: { since: now - minutes * MINUTE_MS, mostSpeed },
  })
  expect(kinds({ live: roof(19, 600) })).toEqual([])
  expect(kinds({ live: roof(21, 600) })).toEqual(['noFix 2'])
  expect(kinds({ live: roof(21, 0) })).toEqual([])
  expect(kinds({ live: roof(241, 0) })).toEqual(['noFix 3'])
  // the last fix was that of a red light; half an hour without a word came before
  expect(kinds({ live: roof(21, 0, 700) })).toEqual(['noFix 2'])
  expect(kinds({ live: roof(13, 600, 700, 30) })).toEqual([])
})

test('a waybill is overdue two hours after its loading time, or after the time its distance takes', () => {
  expect(kinds({ state: 'toLoad', plannedLoadAt: now - 119 * MINUTE_MS })).toEqual([])
  expect(kinds({ state: 'toLoad', plannedLoadAt: now - 121 * MINUTE_MS })).toEqual(['overdue 1'])
  expect(kinds({ loadedAt: now - 11.9 * HOUR_MS })).toEqual([])
  expect(kinds({ loadedAt: now - 12.1 * HOUR_MS })).toEqual(['overdue 1'])
})

test('a wrong terminal and an arrival outside the circle are told at once; a rule that is off finds nothing', () => {
  expect(kinds({ isWrongTerminal: true })).toEqual(['mismatch 1'])
  expect(enteredFinding(501, rules, now)).toEqual({ kind: 'placeMismatch', level: 1, since: now })
  expect(enteredFinding(500, rules, now)).toBeUndefined()
  const off = { ...rules, placeMismatch: { isOn: false, minutes: 10 } }
  expect(enteredFinding(501, off, now)).toBeUndefined()
  expect(kinds({ live: silent(60) }, { ...rules, offline: { isOn: false, minutes: 15 } })).toEqual([])
})
