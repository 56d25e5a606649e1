// Sealed trails of waybills that were carried by several vehicles in turn: each its own stretch, with the plate it had then.
import { getSwapView, swapVehicle } from '@yunshu/contract/waybill/life'
import { getEvidence, openEvidence, verifyEvidence } from '@yunshu/contract/track/evidence'
import { HOUR_MS, MINUTE_MS } from '@yunshu/domain/figures/time'
import { placeFrom } from '@yunshu/track/geometry'
import { readSegment } from '@yunshu/track/segment'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTrackWorld, type Said, type TrackWorld } from '../../../../../tests/server/trackWorld.ts'
import type { MadeWaybill } from '../../../../../tests/server/freightWorld.ts'
import { q } from '../../db/tx.ts'
import { asSystem } from '../../work/system.ts'
import { replaceAccess } from '../../work/trackAccess.ts'
import { sealTrails } from './sealTrail.commands.ts'

let world: TrackWorld
beforeAll(async () => {
  world = await startTrackWorld()
})
afterAll(() => world.stop())

const now = Math.floor(Date.now() / 1000) * 1000
const mine = { lonE6: 109_734_567, latE6: 38_285_390 }
const run = (text: string) => world.server.db(tx => tx.run(sql.raw(text).compile(q)))
const seal = () => sealTrails(world.server.server.deps)

interface Truck {
  readonly vehicleId: string
  readonly trackNo: number
  readonly plate: string
}
async function truckOf(waybillId: string): Promise<Truck> {
  const row = await world.server.db(tx =>
    tx.one(q.selectFrom('waybills').select(['vehicle_id', 'plate']).where('id', '=', waybillId)),
  )
  return { vehicleId: row.vehicle_id, trackNo: await world.trackNoOf(row.vehicle_id), plate: row.plate }
}

/** Gives an interrupted waybill another vehicle, or the one of before, and lets it go on. */
async function swapped(waybill: MadeWaybill, to?: Truck): Promise<MadeWaybill> {
  await world.trucks(1)
  const { vehicles, drivers } = await world.as('admin').send(getSwapView, { id: waybill.id })
  const vehicleId = to?.vehicleId ?? vehicles.find(one => one.faults.length === 0)?.id ?? ''
  const driverId = drivers.find(one => one.faults.length === 0)?.id ?? ''
  const { version } = await world
    .as('admin')
    .send(swapVehicle, { id: waybill.id, version: waybill.version, vehicleId, driverId, reason: '故障' })
  return world.walk({ ...waybill, version }, ['resume'])
}

/** A drive east at 60 km/h from a place, a report each minute. */
const drive = (startAt: number, minutes: number, eastM: number): Said[] =>
  Array.from({ length: minutes }, (_, n): Said => ({
    at: startAt + n * MINUTE_MS,
    place: placeFrom(mine, eastM + n * 1000, 0),
    speed: 600,
  }))

/** Lays a waybill's journey, which was walked in a moment, where positions are. */
async function layAt(id: string, set: string, segments: readonly [serial: number, from: number, to: number | null][]) {
  await run(
    `update waybills set planned_load_at = null, body = body #- '{loadPoints,0,windowStart}', ${set} where id = '${id}'`,
  )
  for (const [serial, from, to] of segments)
    await run(
      `update waybill_segments set from_at = ${from}, to_at = ${to} where waybill_id = '${id}' and serial = ${serial}`,
    )
  await asSystem(world.server.server.deps, ({ tx }) => replaceAccess(tx, [id]))
  await run(`update waybill_tracks_due set due_at = ${now - 1000} where waybill_id = '${id}'`)
}

const shown = async (id: string) => {
  const { carriages } = await world.as('shipper').send(openEvidence, { id })
  return carriages.map(({ plate, fromAt, toAt, hours }) => {
    const points = hours.flatMap(({ hourAt, body }) => readSegment(hourAt, Buffer.from(body, 'base64')))
    return { plate, fromAt, toAt, ats: points.map(({ at }) => at) }
  })
}

test('a trail of three carriages, the last by the first truck again, is sealed as their stretches: no way of others, no gap between, metres of each', async () => {
  const [made] = await world.waybills(1)
  if (!made) throw new Error('no waybill')
  let waybill = await world.walk(made, ['accept', 'arriveLoad', 'depart'])
  const { id } = waybill
  const first = await truckOf(id)
  waybill = await swapped(await world.walk(waybill, ['interrupt']))
  const second = await truckOf(id)
  waybill = await swapped(await world.walk(waybill, ['interrupt']), first)
  await world.walk(waybill, ['arriveUnload', 'unload', 'sign'])
  // three hours of the first truck, an hour and a half of the second, half an hour of the first again
  const begin = now - 10 * HOUR_MS
  const [one, two, end] = [begin + HOUR_MS, begin + 2.5 * HOUR_MS, begin + 3 * HOUR_MS]
  await world.report(first.trackNo, drive(begin, 60, 0))
  // meanwhile it is towed back and stands in its yard, and the second drove for somebody else before
  await world.report(first.trackNo, drive(one + 10 * MINUTE_MS, 5, -40_000))
  await world.report(second.trackNo, drive(one - HOUR_MS, 50, 900_000))
  await world.report(second.trackNo, drive(one + MINUTE_MS, 85, 60_000))
  await world.report(first.trackNo, drive(two + MINUTE_MS, 25, 146_000))
  await world.follow()
  await layAt(id, `accepted_at = ${begin}, arrived_load_at = ${begin}, loaded_at = ${begin}, unloaded_at = ${end}`, [
    [1, begin, one],
    [2, one, two],
    [3, two, null],
  ])
  // the plate the first truck gets when all is over is not the one it drove with
  await run(`update vehicles set plate = '陕A99999' where id = '${second.vehicleId}'`)
  expect(await seal()).toBe(1)
  const until = end + 2 * HOUR_MS
  const trail = await shown(id)
  expect(trail.map(({ plate, fromAt, toAt, ats }) => [plate, fromAt, toAt, ats.length])).toEqual([
    [first.plate, begin, one, 60],
    [second.plate, one, two, 85],
    [first.plate, two, until, 25],
  ])
  for (const { fromAt, toAt, ats } of trail) expect(ats.every(at => at >= fromAt && at <= toAt)).toBe(true)
  const { parts } = await world.as('shipper').send(getEvidence, { id })
  expect(parts).toMatchObject([{ points: 170, gaps: 0, gapM: 0 }])
  // 59, 84 and 24 km
  expect(Math.abs((parts[0]?.distanceM ?? 0) - 167_000)).toBeLessThan(1700)
  expect((await world.as('shipper').send(verifyEvidence, { id })).isWhole).toBe(true)

  // positions the truck of before kept back are an addition of its own stretch alone
  const kept = drive(begin + 30_000, 59, 500)
  await world.reportLate(first.trackNo, [...kept, ...drive(one + 20 * MINUTE_MS, 5, -30_000)], now)
  await world.follow()
  await run(`update waybill_tracks_due set due_at = ${now - 1000} where waybill_id = '${id}'`)
  expect(await seal()).toBe(1)
  expect((await shown(id)).map(({ ats }) => ats.length)).toEqual([119, 85, 25])
  const after = await world.as('shipper').send(getEvidence, { id })
  expect(after.parts).toMatchObject([{ points: 170 }, { points: 59, latePoints: 59, gaps: 0 }])
  expect((await world.as('shipper').send(verifyEvidence, { id })).isWhole).toBe(true)
})

test('another driver on the way makes no two trails of one truck: a position of that very second is sealed once', async () => {
  const [made] = await world.waybills(1)
  if (!made) throw new Error('no waybill')
  const waybill = await world.walk(made, ['accept', 'arriveLoad', 'depart', 'interrupt'])
  const { id } = waybill
  const truck = await truckOf(id)
  await world.walk(await swapped(waybill, truck), ['arriveUnload', 'unload', 'sign'])
  const begin = now - 8 * HOUR_MS
  const change = begin + 30 * MINUTE_MS
  await world.report(truck.trackNo, drive(begin, 60, 0))
  await world.follow()
  await layAt(
    id,
    `accepted_at = ${begin}, arrived_load_at = ${begin}, loaded_at = ${begin}, unloaded_at = ${begin + HOUR_MS}`,
    [
      [1, begin, change],
      [2, change, null],
    ],
  )
  expect(await seal()).toBe(1)
  expect((await shown(id)).map(({ plate, ats }) => [plate, ats.length])).toEqual([[truck.plate, 60]])
  const { parts } = await world.as('shipper').send(getEvidence, { id })
  expect(parts).toMatchObject([{ points: 60, gaps: 0 }])
  expect(Math.abs((parts[0]?.distanceM ?? 0) - 59_000)).toBeLessThan(600)
})

test('a truck that drives on after the signature brings its trail no sooner: it is sealed when its span is over', async () => {
  const [made] = await world.waybills(1)
  if (!made) throw new Error('no waybill')
  const { id } = await world.walk(made, ['accept', 'arriveLoad', 'depart', 'arriveUnload', 'unload', 'sign'])
  const { trackNo } = await truckOf(id)
  const dueAt = async () =>
    (
      await world.server.db(tx =>
        tx.one(q.selectFrom('waybill_tracks_due').select('due_at').where('waybill_id', '=', id)),
      )
    ).due_at
  const before = await dueAt()
  expect(before).toBeGreaterThan(now + 2 * HOUR_MS)
  await world.report(trackNo, [{ at: Math.floor(Date.now() / 1000) * 1000, place: mine, speed: 300 }])
  await world.follow()
  expect(await dueAt()).toBe(before)
})
