// Positions that come in packages, or of a terminal that sits in no vehicle by now: nothing that was acknowledged is lost.
import { addTerminal, bindTerminal } from '@yunshu/contract/terminal/terminal'
import { placeFrom } from '@yunshu/track/geometry'
import { readSegment } from '@yunshu/track/segment'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { batchParts, startTrackWorld, type Said, type TrackWorld } from '../../../../tests/server/trackWorld.ts'
import { until } from '../../../../tests/server/until.ts'

let world: TrackWorld
beforeAll(async () => {
  world = await startTrackWorld()
})
afterAll(() => world.stop())

const minute = 60_000
const yard = { lonE6: 109_734_567, latE6: 38_285_390 }

/** Positions of the last hours, one each half minute. */
const kept = (count: number, startAt = Date.now() - 3 * 60 * minute): Said[] =>
  Array.from({ length: count }, (_, n): Said => ({
    at: Math.floor(startAt / 1000) * 1000 + n * 30_000,
    place: placeFrom(yard, n * 500, 0),
    speed: 600,
  }))

async function truck(): Promise<{ vehicleId: string; trackNo: number }> {
  const [one] = await world.trucks(1)
  if (!one) throw new Error('no truck')
  return { vehicleId: one.vehicleId, trackNo: await world.trackNoOf(one.vehicleId) }
}

/** The moments of a vehicle's trail. */
async function timesOf(trackNo: number): Promise<number[]> {
  const { rows } = await world.pool.query<{ hour: number; payload: Buffer }>(
    'select hour_at::float8 as hour, payload from track_segments where track_no = $1 order by hour_at',
    [trackNo],
  )
  return rows.flatMap(({ hour, payload }) => readSegment(hour, payload)).map(({ at }) => at)
}
const moments = (said: readonly Said[]): number[] => said.map(({ at }) => at)

test('a batch in packages is in the trail once its last package came, in any order of them, some of them twice', async () => {
  const { trackNo } = await truck()
  const said = kept(100)
  // 100 positions of 30 bytes are four packages
  await world.reportParts(trackNo, said, { serial: 500, order: [3, 1, 1] })
  await world.follow()
  expect(await timesOf(trackNo)).toEqual([])
  await world.reportParts(trackNo, said, { serial: 500, order: [4, 3, 2] })
  await world.follow()
  expect(await timesOf(trackNo)).toEqual(moments(said))
})

test('packages that were read by a process that died are put together by the next one', async () => {
  const { trackNo } = await truck()
  const said = kept(100)
  for (const index of [2, 1, 4, 3]) {
    await world.reportParts(trackNo, said, { serial: 900, order: [index] })
    // each is read by a process of its own
    await world.follow(world.role())
  }
  expect(await timesOf(trackNo)).toEqual(moments(said))
})

test('a terminal on a socket sends a batch in packages: one that was lost is asked for again, and all of it is in the trail', async () => {
  const { vehicleId, trackNo } = await truck()
  const phone = '13511110001'
  const listed = await world.as('carrier').send(addTerminal, { terminalPhone: phone })
  await world.as('carrier').send(bindTerminal, { ...listed, vehicleId, role: 'main' })
  const terminal = await world.connect({ phone })
  await terminal.enter()
  const said = kept(55)
  const bodies = batchParts(said)
  const send = (index: number): void =>
    terminal.write(
      terminal.frame(0x0704, bodies[index - 1] ?? new Uint8Array(0), 700 + index, { total: bodies.length, index }),
    )
  send(1)
  // each is acknowledged: whatever was is not sent again
  expect(await terminal.replied(701)).toBe(0)
  const asked = await terminal.until(() =>
    terminal
      .messages()
      .flatMap(one => (one.kind === 'packagesAsked' ? [one.value] : []))
      .at(0),
  )
  expect(asked).toMatchObject({ serial: 701, indexes: [2] })
  send(2)
  await until(async () => {
    await world.follow()
    return (await timesOf(trackNo)).length === said.length
  }, 'the batch is in the trail')
  terminal.destroy()
}, 30_000)

/** A terminal of the list with the times it sat in vehicles. */
async function seated(
  seats: readonly { trackNo: number; from: number; to: number | null }[],
  number?: number,
): Promise<number> {
  const { rows } = await world.pool.query<{ no: number }>(
    `insert into terminals (id, terminal_no, phone, phone_digits, protocol, state, created_at, updated_at)
     values ($1, ${number ?? 'default'}, '15' || (1000000000 + (random() * 1e9)::bigint), 12, 2013, 'new', 0, 0) returning terminal_no as no`,
    [v7()],
  )
  const no = rows[0]?.no ?? 0
  for (const { trackNo, from, to } of seats)
    await world.pool.query(
      `insert into terminal_bindings (id, terminal_id, terminal_no, track_no, vehicle_id, carrier_id, role, from_at, to_at, by_name)
       select $1, t.id, t.terminal_no, v.track_no, v.id, v.carrier_id, 'main', $4, $5, '' from terminals t, vehicles v
       where t.terminal_no = $2 and v.track_no = $3`,
      [v7(), no, trackNo, from, to],
    )
  return no
}

test('positions kept back by a terminal that sits in no vehicle any more are those of the vehicle it sat in', async () => {
  const { trackNo } = await truck()
  const said = kept(60)
  const outAt = (said[40]?.at ?? 0) - 10_000
  const terminalNo = await seated([{ trackNo, from: 0, to: outAt }])
  // the log has it without a vehicle
  await world.reportParts(0, said, { serial: 40, order: [1, 2, 3], terminalNo })
  await world.follow()
  expect(await timesOf(trackNo)).toEqual(moments(said.slice(0, 40)))
  // a terminal that never sat in one tells of nobody
  const bare = await seated([])
  await world.reportParts(0, kept(60), { serial: 80, order: [1, 2, 3], terminalNo: bare })
  await world.follow()
})

test('between two vehicles a terminal tells of neither, and a vehicle it was put into a moment ago is known at once', async () => {
  const [first, second] = [await truck(), await truck()]
  const said = kept(60)
  const [outAt, inAt] = [said[20]?.at ?? 0, said[40]?.at ?? 0]
  const role = world.role()
  // the process has read many rounds before the terminal is moved
  await world.follow(role)
  const terminalNo = await seated([
    { trackNo: first.trackNo, from: 0, to: outAt },
    { trackNo: second.trackNo, from: inAt, to: null },
  ])
  await world.reportParts(second.trackNo, said, { serial: 120, order: [1, 2, 3], terminalNo })
  await world.follow(role)
  expect(await timesOf(first.trackNo)).toEqual(moments(said.slice(0, 20)))
  expect(await timesOf(second.trackNo)).toEqual(moments(said.slice(40)))
})

test('a clock of UTC is learned of a terminal that was moved within eight hours: by when its reports came, not by their truck', async () => {
  const [first, second] = [await truck(), await truck()]
  const movedAt = Date.now() - 120 * minute
  const terminalNo = await seated(
    [
      { trackNo: first.trackNo, from: 0, to: movedAt },
      { trackNo: second.trackNo, from: movedAt, to: null },
    ],
    second.trackNo,
  )
  const said = kept(30, movedAt + minute).map((one): Said => ({
    ...one,
    receivedAt: one.at,
    at: one.at - 480 * minute,
  }))
  await world.report(second.trackNo, said)
  await world.follow()
  const { rows } = await world.pool.query(
    'select clock_offset_ms::float8 as offset, clock_basis as basis from terminals where terminal_no = $1',
    [terminalNo],
  )
  expect(rows).toEqual([{ offset: 480 * minute, basis: 'learned' }])
})
