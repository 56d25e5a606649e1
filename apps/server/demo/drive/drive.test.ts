// Trucks of a demo report through a gateway: they are on the map with the trail of their last hours, and nobody else's are.
import { addTerminal, bindTerminal } from '@yunshu/contract/terminal/terminal'
import { HOUR_MS, MINUTE_MS } from '@yunshu/domain/figures/time'
import { gcjOf } from '@yunshu/track/datum'
import { metresBetween } from '@yunshu/track/geometry'
import { datums } from '@yunshu/track/point'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTrackWorld, type TrackWorld } from '../../../../tests/server/trackWorld.ts'
import { until } from '../../../../tests/server/until.ts'
import { q } from '../../src/db/tx.ts'
import { driveDemo } from './drive.ts'
import { placeNamed } from './places.ts'

let world: TrackWorld
beforeAll(async () => {
  world = await startTrackWorld()
})
afterAll(() => world.stop())

const point = (name: string, regionCode: string, regionName: string) => ({
  name,
  regionCode,
  regionName,
  address: '货场路1号',
  contact: '王建国',
  mobile: '19900001234',
})

test('a truck of a demo that loads stands at its place and brings the trail of three hours; without the mark of a demo nothing drives', async () => {
  const [made] = await world.waybills(1, {
    loadPoints: [point('恒泰一号煤台', '610802', '陕西省榆林市榆阳区')],
    unloadPoints: [point('唐河热源厂煤场', '411328', '河南省南阳市唐河县')],
  })
  if (!made) throw new Error('no waybill')
  await world.walk(made, ['accept', 'arriveLoad'])
  const { vehicle_id: vehicleId } = await world.server.db(tx =>
    tx.one(q.selectFrom('waybills').select('vehicle_id').where('id', '=', made.id)),
  )
  const terminal = await world
    .as('carrier')
    .send(addTerminal, { terminalPhone: '10648700001', maker: 'YUNSH', deviceNo: 'YS10001' })
  await world.as('carrier').send(bindTerminal, { id: terminal.id, version: terminal.version, vehicleId, role: 'main' })
  const port = await world.gatewayPort()
  const messages = (): Promise<number> =>
    world.server.db(
      async tx => (await tx.one(sql<{ n: number }>`select count(*)::int as n from track_intake`.compile(q))).n,
    )

  const nobody = await driveDemo(world.pool, port)
  await world.server.db(tx => tx.run(sql`insert into installation (key, value) values ('demo', '1')`.compile(q)))
  nobody()
  expect(await messages()).toBe(0)

  const stop = await driveDemo(world.pool, port)
  const no = await world.trackNoOf(vehicleId)
  const live = async () =>
    (
      await world.pool.query<{ lon: number; lat: number; datum: number; at: number }>(
        'select lon_e6 as lon, lat_e6 as lat, datum, at::float8 as at from vehicle_live where track_no = $1',
        [no],
      )
    ).rows[0]
  await until(async () => {
    await world.follow()
    const at = (await live())?.at ?? 0
    return at > Date.now() - MINUTE_MS
  }, 'the truck is on the map')
  stop()
  const last = await live()
  const load = placeNamed('恒泰一号煤台')
  if (!last || !load) throw new Error('no position')
  const place = gcjOf({ lonE6: last.lon, latE6: last.lat }, datums[last.datum] ?? 'wgs84')
  expect(metresBetween(place, load)).toBeLessThan(50)
  const { rows } = await world.pool.query<{ first: number }>(
    'select min(first_at)::float8 as first from track_segments where track_no = $1',
    [no],
  )
  expect(Math.abs((rows[0]?.first ?? 0) - (Date.now() - 3 * HOUR_MS))).toBeLessThan(15 * MINUTE_MS)
})
