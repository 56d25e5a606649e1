// The rows of the live map: each vehicle with its position and state, those that move first, and none is lost.
import type { LivePosition, Tracked } from '@yunshu/contract/track/map'
import { parseDateTime } from '@yunshu/domain/figures/time'
import { expect, test } from 'vitest'
import { countLooks, positionsAfterFrame, lateText, liveRows, stateText } from './liveRows.ts'

const now = 1_790_000_000_000
const vehicle = (no: number, over: Partial<Tracked> = {}): Tracked => ({
  no,
  vehicleId: `v${no}`,
  plate: `陕K${no}`,
  isBound: true,
  isUnplaced: false,
  ...over,
})
const at = (no: number, over: Partial<LivePosition> = {}): LivePosition => ({
  no,
  lonE6: 109_000_000,
  latE6: 34_000_000,
  datum: 'wgs84',
  speed: 600,
  heading: 90,
  at: now,
  receivedAt: now,
  state: 'moving',
  ...over,
})

test('vehicles stand by state, those that move first, and within a state by their numbers', () => {
  const tracked = [1, 2, 3, 4, 5, 6, 7].map(no => vehicle(no, { isUnplaced: no === 5 }))
  const positions = positionsAfterFrame(undefined, {
    isWhole: true,
    at: now,
    gone: [],
    positions: [
      at(7),
      at(2),
      at(3, { state: 'parked', speed: 0 }),
      at(4, { receivedAt: 0 }),
      at(6, { state: 'noFix' }),
    ],
  })
  const rows = liveRows(tracked, positions, now)
  expect(rows.map(({ no, look }) => [no, look])).toEqual([
    [2, 'moving'],
    [7, 'moving'],
    [3, 'standing'],
    [4, 'silent'],
    [6, 'noFix'],
    [5, 'never'],
    [1, 'unseen'],
  ])
  expect(rows[0]?.position).toEqual(at(2))
  expect(countLooks(rows)).toEqual({ moving: 2, standing: 1, silent: 1, noFix: 1, offline: 0, never: 1, unseen: 1 })
})

test('a vehicle without a place now says when it was last heard of, wherever that is known', () => {
  const lastAt = parseDateTime('2026-09-20 21:00:00') ?? 0
  const rows = liveRows(
    [
      vehicle(1, { isUnplaced: true, lastAt }),
      vehicle(2, { isUnplaced: true }),
      vehicle(3, { isBound: false, lastAt }),
      vehicle(4, { isBound: false }),
    ],
    positionsAfterFrame(undefined, { isWhole: true, at: now, gone: [], positions: [] }),
    now,
  )
  expect(rows.map(row => [row.no, stateText(row, now)])).toEqual([
    [1, '离线 · 09-20 21:00'],
    [3, '离线 · 09-20 21:00'],
    [2, '终端已绑定，从未上报'],
    [4, '没有位置'],
  ])
  expect(countLooks(rows)).toMatchObject({ offline: 2, never: 1, unseen: 1 })
})

test('a vehicle that is expected too late says when it will be there, as far as that is known', () => {
  const etaAt = parseDateTime('2026-09-20 21:00:00') ?? 0
  expect([lateText({ etaAt }), lateText({ etaAt: undefined })]).toEqual(['晚点 · 预计 09-20 21:00', '晚点'])
})
