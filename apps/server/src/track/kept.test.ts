// Folds the role keeps between flushes: rows are those of the whole trail, and no trail is read for what comes in order.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { startOfDay } from '@yunshu/domain/figures/time'
import { withClient } from '@yunshu/postgres/withClient'
import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceptedWaybill } from '../../../../tests/server/acceptedWaybill.ts'
import { dayOf, forgetTruck, rowsOf } from '../../../../tests/server/trackOrders.ts'
import { startTrackWorld, type Said, type TrackWorld } from '../../../../tests/server/trackWorld.ts'
import { openPool } from '../db/pool.ts'
import { trackRegister } from './figures.ts'
import { TrackRole } from './role.ts'

let world: TrackWorld
beforeAll(async () => {
  world = await startTrackWorld()
})
afterAll(() => world.stop())

const minute = 60_000

/** A day told in order, five hours of it. */
function wholeDay(everyMs: number): Said[] {
  const { told, kept } = dayOf(Date.now() - 330 * minute, everyMs)
  return [...told, ...kept].sort((a, b) => a.at - b.at)
}

const asOwner = (text: string): Promise<unknown> => withClient(world.server.ownerUrl, client => client.query(text))

/** A role whose statements are counted by their names. */
function noted(): { role: TrackRole; count: (name: string) => number } {
  const counts = new Map<string, number>()
  const watched = (client: pg.PoolClient): pg.PoolClient =>
    new Proxy(client, {
      get: (target, key) => {
        if (key === 'query')
          return (...args: [{ name?: string } | string, unknown[]?]) => {
            const name = typeof args[0] === 'string' ? '' : (args[0].name ?? '')
            counts.set(name, (counts.get(name) ?? 0) + 1)
            const query: unknown = Reflect.get(target, 'query')
            return typeof query === 'function' ? Reflect.apply(query, target, args) : undefined
          }
        const value: unknown = Reflect.get(target, key)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  const pool: pg.Pool = Object.create(world.pool, {
    connect: { value: async () => watched(await world.pool.connect()) },
  })
  const log = (line: string): void => void world.logged.push(line)
  const role = new TrackRole({ pool, owner: 'track-1', log, now: Date.now, flushMs: 0 })
  return { role, count: name => counts.get(name) ?? 0 }
}

test('a role that stays leaves the rows of one that folds the whole trail, whatever is late, shuffled or doubled', async () => {
  const { trackNo } = await acceptedWaybill(world)
  const day = wholeDay(3 * minute)
  await world.report(trackNo, day)
  await world.follow()
  const whole = await rowsOf(world, trackNo)
  expect([whole.visits.length, whole.stops.length > 0, whole.trips.length > 0]).toEqual([2, true, true])
  const told = fc.record({
    dice: fc.array(fc.nat(9), { minLength: day.length, maxLength: day.length }),
    isShuffled: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  })
  await fc.assert(
    fc.asyncProperty(told, async ({ dice, isShuffled }) => {
      await forgetTruck(world, trackNo)
      const { role } = noted()
      const order = day
        .flatMap((said, n) => {
          const roll = dice[n] ?? 0
          const key = isShuffled ? roll * day.length + n : n + (roll === 0 ? 20 : 0)
          return roll === 1
            ? [
                { said, key },
                { said, key: key + 6 },
              ]
            : [{ said, key }]
        })
        .sort((a, b) => a.key - b.key)
        .map(({ said }) => ({ ...said, receivedAt: said.at + 2000 }))
      for (let from = 0; from < order.length;) {
        const batch = order.slice(from, from + 1 + 2 * (dice[from % day.length] ?? 0))
        from += batch.length
        await world.report(trackNo, batch)
        await world.follow(role)
      }
      expect(await rowsOf(world, trackNo)).toEqual(whole)
    }),
    // a failure is told at once: making it smaller would write the day anew hundreds of times
    { numRuns: 6, endOnFailure: true },
  )
  expect(world.logged).toEqual([])
})

test('positions that come in order read no trail; a late one reads that of its truck once for all its circles, and its day', async () => {
  const { trackNo } = await acceptedWaybill(world)
  const day = wholeDay(minute)
  const { role, count } = noted()
  // stays from before the acceptance are looked back from once they are known
  for (const part of [day.slice(0, 199), day.slice(199, 200)]) {
    await world.report(trackNo, part)
    await world.follow(role)
  }
  const first = count('trail-read')
  for (let n = 200; n < 220; n++) {
    await world.report(trackNo, day.slice(n, n + 1))
    await world.follow(role)
  }
  // a day of the calendar that begins meanwhile is read once
  expect(count('trail-read') - first).toBeLessThanOrEqual(1)
  const before = count('trail-read')
  const [between] = day.slice(150)
  if (!between) throw new Error('no position')
  await world.reportLate(trackNo, [{ ...between, at: between.at + 20_000 }], Date.now())
  await world.follow(role)
  const days = new Set(day.slice(0, 220).map(({ at }) => startOfDay(at))).size
  expect(count('trail-read') - before).toBeLessThanOrEqual(1 + days)
  expect(count('trail-read') - before).toBeGreaterThanOrEqual(2)
})

test('a flush that is undone leaves no trace in what is kept', async () => {
  const { trackNo } = await acceptedWaybill(world)
  const day = wholeDay(3 * minute)
  await world.report(trackNo, day)
  await world.follow()
  const whole = await rowsOf(world, trackNo)
  await forgetTruck(world, trackNo)
  const { role } = noted()
  await world.report(trackNo, day.slice(0, 60))
  await world.follow(role)
  // the days of a flush cannot be written while somebody says no
  await asOwner('alter table track_days add constraint no_more check (false) not valid')
  await world.report(trackNo, day.slice(60))
  await expect(role.round()).rejects.toThrow('no_more')
  await asOwner('alter table track_days drop constraint no_more')
  await world.follow(role)
  expect(await rowsOf(world, trackNo)).toEqual(whole)
})

test('operators read what the role has read, folded anew and not read yet', async () => {
  const [truck] = await world.trucks(1)
  const no = await world.trackNoOf(truck?.vehicleId ?? '')
  const role = world.role()
  const text = () => trackRegister(role.figures, world.pool, Date.now).metrics()
  const startAt = Date.now() - 3 * 3_600_000
  const place = { lonE6: 109_734_567, latE6: 38_285_390 }
  const day = Array.from({ length: 100 }, (_, n): Said => ({ at: startAt + n * 30_000, place, speed: 600 }))
  await world.follow(role)
  const before = { ...role.figures }
  await world.report(no, [...day.slice(0, 20), ...day.slice(60)])
  const unread = Number(/^track_lag_rows\{consumer="trail"\} (\d+)$/m.exec(await text())?.[1])
  expect(unread).toBeGreaterThan(0)
  expect(Number(/^track_lag_seconds\{consumer="live"\} ([\d.]+)$/m.exec(await text())?.[1])).toBeGreaterThan(0)
  await world.follow(role)
  expect(role.figures.messages - before.messages).toBe(day.length - 40)
  expect(role.figures.refolds).toBe(before.refolds)
  await world.reportLate(no, day.slice(20, 60), Date.now())
  await world.follow(role)
  expect(role.figures.refolds).toBeGreaterThan(before.refolds)
  expect(await text()).toMatch(/^track_lag_rows\{consumer="trail"\} 0$/m)
  expect(await text()).toMatch(/^track_lag_seconds\{consumer="live"\} 0$/m)
  expect(await text()).toMatch(new RegExp(`^track_points_total\\{class="good"\\} ${role.figures.points.good}$`, 'm'))
})

test('while the database is away the counts of the process are told all the same, and the distance to the log is not', async () => {
  const away = openPool({ url: 'postgres://nobody@127.0.0.1:1/nothing', log: () => {} })
  const text = await trackRegister(world.role().figures, away, Date.now).metrics()
  expect(text).toMatch(/^track_messages_total \d+$/m)
  expect(text).not.toMatch(/^track_lag_rows\{/m)
  await away.end()
})

test('a role nobody supervises says at the terminal why it cannot run: its port is taken', async () => {
  const other = net.createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const env = { ...process.env, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing', TRACK_ADMIN_PORT: String(port) }
  const file = path.join(import.meta.dirname, 'trackMain.ts')
  const run = promisify(execFile)(process.execPath, [file], { env })
  await expect(run).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`跟踪的监控端口 ${port} 无法打开`),
  })
  other.close()
})
