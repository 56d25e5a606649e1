// Numbers the list has twice: each position is of the vehicle its number sat in at that moment, whoever's it is.
import { addTerminal, bindTerminal, moveTerminal } from '@yunshu/contract/terminal/terminal'
import { placeFrom } from '@yunshu/track/geometry'
import { readSegment } from '@yunshu/track/segment'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTrackWorld, type Said, type TrackWorld } from '../../../../tests/server/trackWorld.ts'

let world: TrackWorld
beforeAll(async () => {
  world = await startTrackWorld()
})
afterAll(() => world.stop())

const minute = 60_000,
  hour = 60 * minute
const yard = { lonE6: 109_734_567, latE6: 38_285_390 }

/** Twenty positions half a minute apart. */
const kept = (startAt: number): Said[] =>
  Array.from({ length: 20 }, (_, n): Said => ({
    at: Math.floor(startAt / 1000) * 1000 + n * 30_000,
    place: placeFrom(yard, n * 500, 0),
    speed: 600,
  }))
const moments = (said: readonly Said[]): number[] => said.map(({ at }) => at)

async function timesOf(vehicleId: string): Promise<number[]> {
  const { rows } = await world.pool.query<{ hour: number; payload: Buffer }>(
    'select hour_at::float8 as hour, payload from track_segments where track_no = $1 order by hour_at',
    [await world.trackNoOf(vehicleId)],
  )
  return rows.flatMap(({ hour: hourAt, payload }) => readSegment(hourAt, payload)).map(({ at }) => at)
}

/** Lists a number for a company and puts it into one of its trucks. */
async function listed(company: 'carrier' | 'carrier2', terminalPhone: string) {
  const [truck] = await world.trucks(1, company === 'carrier2' ? 'carrier2' : undefined)
  if (!truck) throw new Error('no truck')
  const added = await world.as(company).send(addTerminal, { terminalPhone })
  const bound = await world.as(company).send(bindTerminal, { ...added, vehicleId: truck.vehicleId, role: 'main' })
  return { ...bound, vehicleId: truck.vehicleId }
}

test('a number another company listed anew tells of the time before for the truck it sat in then, and of no time for its own', async () => {
  const phone = '13700000031'
  const now = Date.now()
  const first = await listed('carrier', phone)
  const carrier = world.as('carrier')
  const out = await carrier.send(moveTerminal, { id: first.id, version: first.version, move: 'unbind', reason: '换车' })
  await carrier.send(moveTerminal, { id: out.id, version: out.version, move: 'retire', reason: '卖出' })
  // it sat there from four hours ago until two
  await world.pool.query('update terminal_bindings set from_at = $2, to_at = $3 where terminal_id = $1', [
    first.id,
    now - 4 * hour,
    now - 2 * hour,
  ])
  const second = await listed('carrier2', phone)
  const [then, before, between] = [kept(now - 3 * hour), kept(now - 5 * hour), kept(now - hour)]
  const terminal = await world.connect({ phone })
  await terminal.enter()
  for (const serial of terminal.reportKept([...then, ...before, ...between]))
    expect(await terminal.replied(serial)).toBe(0)
  const here: Said = { at: Math.ceil(Date.now() / 1000) * 1000, place: yard }
  expect(await terminal.replied(terminal.report(here))).toBe(0)
  await world.follow()
  expect(await timesOf(first.vehicleId)).toEqual(moments(then))
  // of the time before the first listing, and between the two, nobody is told
  expect(await timesOf(second.vehicleId)).toEqual([here.at])
  terminal.destroy()
}, 30_000)

test('a number listed for the first time was in its only truck before that was written down', async () => {
  const phone = '13700000032'
  const only = await listed('carrier', phone)
  const before = kept(Date.now() - hour)
  const terminal = await world.connect({ phone })
  await terminal.enter()
  for (const serial of terminal.reportKept(before)) expect(await terminal.replied(serial)).toBe(0)
  await world.follow()
  expect(await timesOf(only.vehicleId)).toEqual(moments(before))
  terminal.destroy()
}, 30_000)

test('a spare terminal whose clock is forty seconds off adds no way and no leap to its truck, and tells where it is once the main one is silent', async () => {
  const phones = ['13700000033', '13700000034'] as const
  const carrier = world.as('carrier')
  const { vehicleId } = await listed('carrier', phones[0])
  const added = await carrier.send(addTerminal, { terminalPhone: phones[1] })
  await carrier.send(bindTerminal, { ...added, vehicleId, role: 'spare' })
  const no = await world.trackNoOf(vehicleId)
  const [main, spare] = [await world.connect({ phone: phones[0] }), await world.connect({ phone: phones[1] })]
  await main.enter()
  await spare.enter()
  const told = kept(Date.now() - 20 * minute).map(one => ({ ...one, speed: 600 }))
  // it goes on for five minutes behind the main one
  const beside = [...told, ...kept((told.at(-1)?.at ?? 0) + 30_000).slice(0, 10)].map((one, n): Said => ({
    ...one,
    at: one.at + 40_000,
    place: placeFrom(yard, n * 500, 0),
  }))
  for (const serial of main.reportKept(told)) expect(await main.replied(serial)).toBe(0)
  for (const serial of spare.reportKept(beside)) expect(await spare.replied(serial)).toBe(0)
  await world.follow()
  const { rows } = await world.pool.query<{ distance: number }>(
    'select sum(distance_m)::int as distance from track_days where track_no = $1',
    [no],
  )
  const metres = rows[0]?.distance ?? 0
  // twenty positions of the main one, and what the spare one drove beyond three minutes behind them
  expect(metres).toBeGreaterThan(13_500)
  expect(metres).toBeLessThan(15_000)
  const { rows: live } = await world.pool.query(
    'select at::float8 as at, source from vehicle_live where track_no = $1',
    [no],
  )
  expect(live).toEqual([{ at: beside.at(-1)?.at, source: 5 }])
  // the main one is heard again
  const last: Said = { at: (beside.at(-1)?.at ?? 0) - 30_000, place: placeFrom(yard, 15_000, 0), speed: 600 }
  for (const serial of main.reportKept([last])) expect(await main.replied(serial)).toBe(0)
  await world.follow()
  const { rows: again } = await world.pool.query(
    'select at::float8 as at, source from vehicle_live where track_no = $1',
    [no],
  )
  expect(again).toEqual([{ at: last.at, source: 0 }])
  main.destroy()
  spare.destroy()
}, 30_000)
