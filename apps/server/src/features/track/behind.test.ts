// The live map says when what terminals said waits for the track role, and says nothing while it keeps up.
import { listTracked } from '@yunshu/contract/track/map'
import { trackBehindMs } from '@yunshu/domain/track/live'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTrackWorld, type TrackWorld } from '../../../../../tests/server/trackWorld.ts'

let world: TrackWorld
beforeAll(async () => {
  world = await startTrackWorld()
  world.server.server.deps.config.isTracking = true
})
afterAll(() => world.stop())

const behind = async (account: 'carrier' | 'shipper' | 'admin' = 'carrier') =>
  (await world.as(account).send(listTracked, {})).behindSince

test('while the track role is away the map says since when, to everyone; it says nothing of what came just now, nor once all is read', async () => {
  const [truck] = await world.trucks(1)
  const no = await world.trackNoOf(truck?.vehicleId ?? '')
  const now = Date.now()
  // nothing waits: a night without a word is no outage
  expect(await behind()).toBeUndefined()
  await world.heartbeat(no, now)
  expect(await behind()).toBeUndefined()
  await world.follow()
  // read before: the role was away from here on
  const [first, second] = [now - trackBehindMs - 60_000, now - trackBehindMs]
  await world.heartbeat(no, first)
  await world.heartbeat(no, second)
  expect([await behind(), await behind('shipper'), await behind('admin')]).toEqual([first, first, first])
  await world.follow()
  expect(await behind()).toBeUndefined()
})

test('a terminal without a vehicle speaks in the night: what it said is read, and nobody is behind', async () => {
  await world.heartbeat(0, Date.now() - trackBehindMs - 60_000)
  expect(await behind()).toBeDefined()
  await world.follow()
  expect(await behind()).toBeUndefined()
})

test('an installation that follows no vehicles is not behind, whatever its log still holds', async () => {
  const [truck] = await world.trucks(1)
  const at = Date.now() - 2 * trackBehindMs
  await world.heartbeat(await world.trackNoOf(truck?.vehicleId ?? ''), at)
  expect(await behind()).toBe(at)
  const { config } = world.server.server.deps
  config.isTracking = false
  expect(await behind()).toBeUndefined()
  config.isTracking = true
})
