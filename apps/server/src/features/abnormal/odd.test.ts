// Positions that cannot be trusted, as dispatchers are told of them, the places of abnormal positions as others see them,
// and the order they stand in.
import { listAbnormal, listAbnormalRules, moveAbnormal, saveAbnormalRule } from '@yunshu/contract/abnormal/abnormal'
import { getWaybill } from '@yunshu/contract/waybill/details'
import { answerArrival } from '@yunshu/contract/waybill/life'
import { addTerminal, bindTerminal } from '@yunshu/contract/terminal/terminal'
import { HOUR_MS, MINUTE_MS } from '@yunshu/domain/figures/time'
import { writeGbk } from '@yunshu/jt808/gbk'
import { params } from '@yunshu/jt808/params'
import { placeFrom } from '@yunshu/track/geometry'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceptedWaybill, mine, seconds, standing, type Accepted } from '../../../../../tests/server/acceptedWaybill.ts'
import { startTrackWorld, type Said, type TrackWorld } from '../../../../../tests/server/trackWorld.ts'
import { q } from '../../db/tx.ts'
import { asSystem } from '../../work/system.ts'
import { lookForArrivals } from '../waybill/arrival.commands.ts'
import { lookForAbnormal, takeTrailsTurn } from './look.commands.ts'

let world: TrackWorld
beforeAll(async () => {
  world = await startTrackWorld()
})
afterAll(() => world.stop())

const look = (now = Date.now(), hasTrails = true) =>
  asSystem(world.server.server.deps, ctx => lookForAbnormal({ ...ctx, now }, hasTrails))
const found = async ({ plate }: Accepted, account: 'carrier' | 'shipper' | 'branch' = 'carrier') =>
  (await world.as(account).send(listAbnormal, { text: plate, limit: 20 })).rows
const kindsOf = async (one: Accepted) => (await found(one)).map(({ kind, level, state }) => `${kind} ${level} ${state}`)

/** A report each half minute until now. */
const drive = (minutes: number, over: (n: number) => Partial<Said> = () => ({}), now = Date.now()): Said[] =>
  Array.from({ length: minutes * 2 }, (_, n): Said => ({
    at: seconds(now) - (minutes * 2 - 1 - n) * 30_000,
    place: placeFrom(mine, 5000 + n * 500, 0),
    speed: 600,
    ...over(n),
  }))

test('leaps, a frozen place, places abroad and a clock ahead are told, each by its rule, and end when positions are right again', async () => {
  const [leaps, stuck, abroad, clock, plain] = [
    await acceptedWaybill(world),
    await acceptedWaybill(world),
    await acceptedWaybill(world),
    await acceptedWaybill(world),
    await acceptedWaybill(world),
  ]
  const leapt = [45, 50, 55]
  await world.report(
    leaps.trackNo,
    drive(30, n => (leapt.includes(n) ? { place: placeFrom(mine, 5000 + n * 500, 30_000) } : {})),
  )
  await world.report(
    stuck.trackNo,
    drive(30, n => (n > 10 ? { place: placeFrom(mine, 9000, 0), speed: 500 } : {})),
  )
  await world.report(
    abroad.trackNo,
    drive(30, n => (n > 54 ? { place: { lonE6: 2_350_000, latE6: 48_850_000 } } : {})),
  )
  const now = seconds(Date.now())
  await world.report(
    clock.trackNo,
    drive(10, () => ({}), now - 10 * MINUTE_MS),
  )
  await world.report(
    clock.trackNo,
    drive(4).map(one => ({ ...one, receivedAt: one.at, at: one.at + HOUR_MS })),
  )
  await world.report(plain.trackNo, drive(30))
  await world.follow()
  // a look without trails says nothing of them
  await look(Date.now(), false)
  expect(await kindsOf(stuck)).toEqual([])
  await look()
  expect(await kindsOf(leaps)).toEqual(['jump usual open'])
  expect(await kindsOf(stuck)).toEqual(['frozen serious open'])
  expect(await kindsOf(abroad)).toEqual(['abroad serious open'])
  expect(await kindsOf(clock)).toEqual(['clock usual open'])
  expect(await kindsOf(plain)).toEqual([])
  const [frozen] = await found(stuck)
  expect(frozen).toMatchObject({
    evidence: expect.stringContaining('位置不变'),
    heard: expect.stringContaining('最后位置'),
  })
  // neither a look without trails nor a vehicle that says nothing more proves anything
  await look(Date.now(), false)
  expect(await kindsOf(stuck)).toEqual(['frozen serious open'])
  await look(Date.now() + 2 * HOUR_MS)
  expect((await kindsOf(stuck)).filter(one => one.startsWith('frozen'))).toEqual(['frozen serious open'])
  const later = (km: number, n: number): Said => ({
    at: seconds(Date.now()) + n * 1000,
    place: placeFrom(mine, km * 1000, 0),
    speed: 600,
  })
  await world.report(stuck.trackNo, [later(9.4, 1)])
  await world.report(abroad.trackNo, [later(36, 1), later(36.2, 2)])
  await world.report(clock.trackNo, [later(20, 1)])
  await world.follow()
  await look()
  for (const [one, kind] of [
    [stuck, 'frozen serious recovered'],
    [abroad, 'abroad serious recovered'],
    [clock, 'clock usual recovered'],
  ] as const)
    expect(await kindsOf(one)).toContain(kind)
  // it stops, and heartbeats are all that comes: positions ahead of the fault that is over are in the trail as before
  const stopped = Date.now() + 10 * MINUTE_MS
  await world.heartbeat(clock.trackNo, stopped)
  await world.follow()
  await look(stopped)
  expect((await kindsOf(clock)).filter(one => one.startsWith('clock'))).toEqual(['clock usual recovered'])
})

test('a clock that is behind opens 时钟异常 while its reports come, and a right one ends it', async () => {
  const truck = await acceptedWaybill(world)
  await world.pool.query(
    `insert into terminals (id, terminal_no, phone, phone_digits, protocol, state, vehicle_id, track_no, carrier_id, created_at, updated_at)
     select gen_random_uuid(), track_no, '1310000' || track_no, 12, 2013, 'active', id, track_no, carrier_id, 0, 0 from vehicles where track_no = $1`,
    [truck.trackNo],
  )
  const now = seconds(Date.now())
  await world.report(
    truck.trackNo,
    drive(2, () => ({}), now - 12 * MINUTE_MS),
  )
  await world.report(
    truck.trackNo,
    drive(10, () => ({}), now).map(one => ({ ...one, receivedAt: one.at, at: one.at - 48 * HOUR_MS })),
  )
  await world.follow()
  await look()
  expect(await kindsOf(truck)).toEqual(['clock usual open'])
  await world.report(truck.trackNo, [{ at: now + 1000, place: mine, speed: 600 }])
  await world.follow()
  await look()
  expect(await kindsOf(truck)).toContain('clock usual recovered')
})

test('trails are read for one look in a minute, by however many servers', async () => {
  const takes = (lookMs = 15_000) => asSystem(world.server.server.deps, ctx => takeTrailsTurn(ctx, lookMs))
  const setAt = (ago: number) =>
    world.server.db(tx => tx.run(q.updateTable('abnormal_looks').set({ trails_at: Date.now() - ago })))
  const four = await Promise.all([takes(), takes(), takes(), takes()])
  expect(four.filter(Boolean)).toHaveLength(1)
  await setAt(45_000)
  expect(await takes()).toBe(false)
  // of looks 28 s apart the second is nearer to the minute than the third
  await setAt(54_000)
  expect(await takes(28_000)).toBe(true)
  await setAt(54_000)
  expect(await takes(54_000)).toBe(true)
  // a clock that was set back ends no looks
  await setAt(-HOUR_MS)
  expect(await takes()).toBe(true)
})

test('a branch sets the time of a rule and puts one off; a kind without a time has none', async () => {
  const stuck = await acceptedWaybill(world)
  await world.report(
    stuck.trackNo,
    drive(30, n => (n > 10 ? { place: placeFrom(mine, 9000, 0), speed: 500 } : {})),
  )
  await world.follow()
  const rules = await world.as('branch').send(listAbnormalRules, {})
  expect(rules.rows.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['jump', 'frozen', 'abroad', 'clock']))
  await world.as('branch').send(saveAbnormalRule, { kind: 'frozen', version: 0, isOn: true, minutes: 60 })
  await look()
  expect(await kindsOf(stuck)).toEqual([])
  const wrong = await world.as('branch').ask(saveAbnormalRule, { kind: 'abroad', version: 0, isOn: true, minutes: 5 })
  expect(wrong.http).toBe(400)
})

test('a shipper is told no place and no speed of its future truck before its span, and its own later; a branch none of before acceptance', async () => {
  const waybill = await acceptedWaybill(world)
  const spanFrom = (why: 'waybill' | 'branch', from: number) =>
    world.server.db(tx =>
      tx.run(
        sql`update track_access set from_at = ${from} where waybill_id = ${waybill.id}::uuid and why = ${why}`.compile(
          q,
        ),
      ),
    )
  // its goods are loaded in three days: until then the truck stands in the yards of others
  await spanFrom('waybill', Date.now() + 60 * HOUR_MS)
  const at = seconds(Date.now()) - 40 * MINUTE_MS
  await world.report(waybill.trackNo, [{ at, place: mine, speed: 600 }])
  await world.follow()
  await look()
  expect(await found(waybill)).toMatchObject([
    { kind: 'offline', place: '109.734567,38.285390', heard: expect.any(String) },
  ])
  expect(await found(waybill, 'branch')).toMatchObject([{ place: '109.734567,38.285390' }])
  const [told] = await found(waybill, 'shipper')
  expect(told).toMatchObject({ kind: 'offline' })
  expect(told).not.toHaveProperty('place')
  expect(told).not.toHaveProperty('heard')
  await spanFrom('waybill', at)
  expect(await found(waybill, 'shipper')).toMatchObject([{ place: '109.734567,38.285390', heard: expect.any(String) }])
  await spanFrom('branch', at + 1000)
  expect((await found(waybill, 'branch'))[0]).not.toHaveProperty('place')
})

test('a waybill is late by the time its goods appointed, and no more once its fence has seen it arrive, taken or not', async () => {
  const [late, there] = [await acceptedWaybill(world), await acceptedWaybill(world)]
  const end = Date.now() - 3 * HOUR_MS
  for (const { id } of [late, there])
    await world.server.db(tx =>
      tx.run(
        sql`update waybills set planned_load_at = null,
            body = jsonb_set(body, '{loadPoints,0,windowEnd}', to_jsonb(${end}::bigint))
              where id = ${id}::uuid`.compile(q),
      ),
    )
  await world.report(there.trackNo, standing(seconds(Date.now()) - 10 * MINUTE_MS, 10))
  await world.report(late.trackNo, drive(10))
  await world.follow()
  await look()
  const [told] = await found(late)
  expect(told).toMatchObject({ kind: 'overdue', fromAt: end, evidence: expect.stringContaining('约定最晚') })
  expect(await found(there)).toEqual([])
  // a person says that it was none
  await lookForArrivals(work => asSystem(world.server.server.deps, work))
  const { version, arrival } = await world.as('carrier').send(getWaybill, { id: there.id })
  const refusal = {
    id: there.id,
    version,
    proposalId: arrival?.id ?? '',
    answer: 'refuse',
    reason: '只是路过',
  } as const
  await world.as('carrier').send(answerArrival, refusal)
  await look()
  expect(await kindsOf(there)).toEqual(['overdue urgent open'])
})

test('what somebody has to take stands first, by level and the longest first, on every page once', async () => {
  const [made] = await world.waybills(1)
  if (!made) throw new Error('no waybill')
  const now = Date.now()
  const rows = [
    ['handled', 1, now - 5 * MINUTE_MS],
    ['open', 3, now - 9 * HOUR_MS],
    ['recovered', 2, now - 6 * MINUTE_MS],
    ['claimed', 1, now - 8 * HOUR_MS],
    ['open', 1, now - 2 * HOUR_MS],
    ['escalated', 1, now - 7 * HOUR_MS],
    ['handled', 3, now - 7 * MINUTE_MS],
  ] as const
  await world.server.db(async tx => {
    for (const [at, [state, level, from]] of rows.entries())
      await tx.run(
        sql`insert into episodes (id, track_no, vehicle_id, plate, waybill_id, carrier_id, shipper_id, branch_id,
          grp, kind, level, state, from_at, last_at, evidence, created_at, updated_at)
          select ${`01990000-0000-7000-8000-00000000000${at}`}::uuid, ${900_000 + at}, w.vehicle_id, '序Z10001', w.id,
            w.carrier_id, w.shipper_id, w.branch_id, 'position', 'offline', ${level}, ${state}, ${from}::bigint, 1,
            '{"text": ""}', 1, 1
          from waybills w where w.id = ${made.id}::uuid`.compile(q),
      )
  })
  const paged: string[] = []
  let cursor: string | undefined
  do {
    const page = await world
      .as('carrier')
      .send(listAbnormal, { text: '序Z10001', limit: 2, ...(cursor === undefined ? {} : { cursor }) })
    paged.push(...page.rows.map(({ id }) => id.slice(-1)))
    cursor = page.next
  } while (cursor !== undefined)
  expect(paged).toEqual(['5', '4', '1', '3', '6', '2', '0'])
  const wrong = await world.as('carrier').ask(listAbnormal, { text: '序Z10001', cursor: rows[0][0] })
  expect([wrong.http, wrong.envelope.message]).toEqual([400, '翻页位置不正确'])
})

test('an episode is of one waybill: the truck’s next one has its own, and the one before is told nothing of its way', async () => {
  const [first, second] = [await acceptedWaybill(world), await acceptedWaybill(world)]
  const wrong = { place: { lonE6: 2_350_000, latE6: 48_850_000 } }
  await world.report(
    first.trackNo,
    drive(30, n => (n > 54 ? wrong : {})),
  )
  await world.follow()
  await look()
  const [own] = await found(first)
  expect(own).toMatchObject({ kind: 'abroad', state: 'open' })
  // a look later the evidence and the place are of the same moment
  const passedBy = placeFrom(mine, 36_000, 0)
  await world.report(first.trackNo, [
    { at: seconds(Date.now()) + 1000, place: passedBy, speed: 600 },
    ...[2000, 3000, 4000].map(after => ({ ...wrong, at: seconds(Date.now()) + after })),
  ])
  await world.follow()
  const placed = await world.server.db(tx =>
    tx.one(q.selectFrom('vehicle_live').select('at').where('track_no', '=', first.trackNo)),
  )
  await look()
  const rowsOf = () =>
    world.server.db(tx =>
      tx.rows(
        q
          .selectFrom('episodes')
          .select(['waybill_id', 'state', 'place_at', 'evidence'])
          .where('track_no', '=', first.trackNo)
          .where('kind', '=', 'abroad')
          .orderBy('id'),
      ),
    )
  expect(await rowsOf()).toMatchObject([{ waybill_id: first.id, place_at: placed.at }])
  // the truck goes on with another waybill, its receiver as wrong as before
  await world.server.db(async tx => {
    await tx.run(sql`update waybills set state = 'toSign' where id = ${first.id}::uuid`.compile(q))
    await tx.run(
      sql`update waybills set vehicle_id = ${first.vehicleId}::uuid where id = ${second.id}::uuid`.compile(q),
    )
  })
  const [before] = await rowsOf()
  const now = Date.now() + MINUTE_MS
  await look(now)
  expect(await rowsOf()).toMatchObject([
    { waybill_id: first.id, state: 'recovered', evidence: before?.evidence },
    { waybill_id: second.id, state: 'open' },
  ])
  // work somebody has in hand is marked and stays until it is noted; the other waybill's begins at once
  await world.server.db(tx =>
    tx.run(
      sql`update waybills set vehicle_id = ${second.vehicleId}::uuid, state = 'toSign' where id = ${second.id}::uuid`.compile(
        q,
      ),
    ),
  )
  const row = await world.server.db(tx =>
    tx.one(q.selectFrom('episodes').select(['id', 'version']).where('waybill_id', '=', second.id)),
  )
  await world.as('carrier').send(moveAbnormal, { ...row, move: 'claim' })
  await world.server.db(tx => tx.run(sql`update waybills set state = 'toLoad' where id = ${first.id}::uuid`.compile(q)))
  await look(now + MINUTE_MS)
  const states = async () => (await rowsOf()).map(({ state }) => state)
  expect(await states()).toEqual(['open', 'claimed'])
  await world.as('carrier').send(moveAbnormal, { ...row, version: row.version + 1, move: 'handle', reason: '已换终端' })
  await look(now + 2 * MINUTE_MS)
  expect(await states()).toEqual(['open', 'handled'])
})

test('a terminal that has another plate in it than its vehicle is told with both plates, from the parameters it answered last', async () => {
  const one = await acceptedWaybill(world)
  await world.report(one.trackNo, drive(5))
  await world.follow()
  const hexOf = (plate: string): string => Buffer.from(writeGbk(plate) ?? []).toString('hex')
  const answered = (plate: string, n: number) =>
    world.server.db(tx =>
      tx.run(
        sql`insert into terminal_commands (id, terminal_id, terminal_no, carrier_id, kind, body, answer, state, expires_at,
            created_by, created_name, created_at, updated_at)
          select ${`0199${String(n).padStart(4, '0')}-0000-7000-8000-${String(one.trackNo).padStart(12, '0')}`}::uuid, t.id, t.terminal_no, t.carrier_id, 'params', '{}'::jsonb,
            ${JSON.stringify({ items: [{ id: params.plate.id, hex: hexOf(plate) }] })}::jsonb, 'done', 0, u.id, u.name, 0, ${Date.now()}::bigint
          from terminals t, users u where t.vehicle_id = ${one.vehicleId}::uuid and t.role = 'main' and u.account = 'carrier'`.compile(
          q,
        ),
      ),
    )
  const { version, id } = await world
    .as('carrier')
    .send(addTerminal, { terminalPhone: String(13_700_000_000 + one.trackNo) })
  await world.as('carrier').send(bindTerminal, { id, version, vehicleId: one.vehicleId, role: 'main' })
  await answered(one.plate, 1)
  await look()
  expect(await kindsOf(one)).toEqual([])
  await answered('陕Z00000', 2)
  await look()
  expect(await kindsOf(one)).toEqual(['mismatch urgent open'])
  expect(JSON.stringify(await found(one))).toContain(`终端里设置的车牌是 陕Z00000，与车辆 ${one.plate} 不符`)
  // half a character, as the codec keeps it: the look that finds it stands, and with it those of all other trucks
  await answered('陕Z0\udc81000', 3)
  await look()
  expect(await kindsOf(one)).toEqual(['mismatch urgent open'])
  await answered(one.plate, 4)
  await look()
  expect(await kindsOf(one)).toEqual(['mismatch urgent recovered'])
})
