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
