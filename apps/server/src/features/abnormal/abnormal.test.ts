// Abnormal positions over HTTP: found, counted, pushed, claimed by one, handled, and gone when the positions are right.
import {
  countAbnormal,
  getAbnormal,
  judgeAbnormals,
  listAbnormal,
  moveAbnormal,
  moveAbnormals,
  noteAbnormalCall,
  orderAbnormal,
  saveAbnormalRule,
  listAbnormalRules,
} from '@yunshu/contract/abnormal/abnormal'
import { listTerminalCommands } from '@yunshu/contract/terminal/command'
import { getWaybill } from '@yunshu/contract/waybill/details'
import { HOUR_MS, MINUTE_MS } from '@yunshu/domain/figures/time'
import { problems } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { acceptedWaybill, mine, seconds } from '../../../../../tests/server/acceptedWaybill.ts'
import { bindTerminal } from '../../../../../tests/server/boundTerminal.ts'
import { until } from '../../../../../tests/server/until.ts'
import { startTrackWorld, type Said, type TrackWorld } from '../../../../../tests/server/trackWorld.ts'
import { q } from '../../db/tx.ts'
import { demoCompanyId, demoUserId } from '../../../demo/people.ts'
import { asSystem } from '../../work/system.ts'
import { lookForAbnormal } from './look.commands.ts'

let world: TrackWorld
beforeAll(async () => {
  world = await startTrackWorld()
})
afterAll(() => world.stop())

/** Vehicles a test left silent: many of them at once would be an outage of ours. */
const quiet: number[] = []
afterEach(async () => {
  for (const trackNo of quiet.splice(0)) await world.report(trackNo, [{ at: seconds(Date.now()), place, speed: 600 }])
  await world.follow()
})

const place = { lonE6: 109_734_567, latE6: 38_285_390 }
const look = (now = Date.now()) => asSystem(world.server.server.deps, ctx => lookForAbnormal({ ...ctx, now }))

/** A waybill on the road whose vehicle drove until some minutes ago and fell silent. */
async function silent(minutes: number): Promise<{ id: string; plate: string; trackNo: number }> {
  const [made] = await world.waybills(1)
  if (!made) throw new Error('no waybill')
  await world.walk(made, ['accept', 'arriveLoad', 'depart'])
  const { vehicle_id: vehicleId } = await world.server.db(tx =>
    tx.one(q.selectFrom('waybills').select('vehicle_id').where('id', '=', made.id)),
  )
  const trackNo = await world.trackNoOf(vehicleId)
  quiet.push(trackNo)
  await world.report(trackNo, [{ at: Date.now() - minutes * MINUTE_MS, place, speed: 600 }])
  await world.follow()
  return { id: made.id, plate: made.plate, trackNo }
}

const rowsOf = async (plate: string, account: 'carrier' | 'shipper' | 'shipper2' | 'admin' | 'branch' = 'carrier') =>
  (await world.as(account).send(listAbnormal, { text: plate, limit: 20 })).rows

/** Frames of a code that a person got, once all that was told has left. */
async function framesOf(
  code: '29' | 'sync',
  account: 'carrier' | 'carrier-finance' | 'admin' = 'carrier',
): Promise<(number | null)[]> {
  const waiting = () => world.server.db(tx => tx.rows(q.selectFrom('outbox').select('id')))
  await until(async () => (await waiting()).length === 0, 'the outbox is sent')
  const rows = await world.server.db(tx =>
    tx.rows(
      sql<{ count: number | null }>`select (frame -> 'data' ->> 'count')::int as count from inbox
        where user_id = ${demoUserId(account)}::uuid and frame ->> 'code' = ${code} order by seq`.compile(q),
    ),
  )
  return rows.map(({ count }) => count)
}

test('[RT-30] a vehicle that fell silent on its way is found, claimed by one person, handled with a note, and stands in the history of its waybill', async () => {
  const { id, plate, trackNo } = await silent(40)
  await look()
  const [found] = await rowsOf(plate)
  expect(found).toMatchObject({ kind: 'offline', level: 'serious', state: 'open', place: '109.734567,38.285390' })
  if (!found) throw new Error('nothing found')
  expect(found).toMatchObject({
    evidence: expect.stringMatching(/^最后消息 [^，]+$/),
    heard: expect.stringMatching(/^最后位置 .+，速度 60 km\/h$/),
  })
  expect(await world.trackNoOf(found.vehicleId)).toBe(trackNo)
  // the other sides of the waybill see it, others do not
  expect(await rowsOf(plate, 'shipper')).toHaveLength(1)
  expect(await rowsOf(plate, 'branch')).toHaveLength(1)
  expect(await rowsOf(plate, 'shipper2')).toEqual([])
  const foreign = await world.as('shipper2').ask(moveAbnormal, { id: found.id, version: found.version, move: 'claim' })
  expect(foreign.envelope.code).not.toBe(0)

  // two people at once: one
  const both = await Promise.all(
    [1, 2].map(() => world.as('carrier').ask(moveAbnormal, { id: found.id, version: found.version, move: 'claim' })),
  )
  expect(new Set(both.map(({ http }) => http))).toEqual(new Set([200, 409]))
  const [claimed] = await rowsOf(plate)
  expect(claimed).toMatchObject({ state: 'claimed', claimer: expect.any(String) })
  const wordless = await world.as('carrier').ask(moveAbnormal, { id: found.id, version: 2, move: 'handle' })
  expect(wordless.envelope.message).toContain('原因')
  await world
    .as('carrier')
    .send(moveAbnormal, { id: found.id, version: 2, move: 'handle', reason: '已电话联系司机，信号恢复' })
  const [handled] = await rowsOf(plate)
  expect(handled).toMatchObject({ state: 'handled', note: expect.stringContaining('信号恢复') })
  // silence that goes on is the one that was handled
  await look()
  expect(await rowsOf(plate)).toHaveLength(1)
  const { log } = await world.as('carrier').send(getWaybill, { id })
  expect(log.some(({ action }) => action.includes('定位异常'))).toBe(true)
})

test('[PU-06] companies are told the number of vehicles when it grows, at most once a minute, and silently when it falls', async () => {
  // somebody who sees a part of the company alone
  const narrowed = q.selectFrom('user_roles').select('role_id').where('user_id', '=', demoUserId('carrier-finance'))
  const narrow = { data_scope: 'SELF', functions: sql<string[]>`array_append(functions, 'abnormal.view')` }
  await world.server.db(tx => tx.run(q.updateTable('roles').set(narrow).where('id', 'in', narrowed)))
  const [numbers, words] = [await framesOf('29', 'carrier-finance'), await framesOf('sync', 'carrier-finance')]
  const one = await silent(40)
  const start = Date.now()
  await look(start)
  const first = await framesOf('29')
  const { vehicles } = await world.as('carrier').send(countAbnormal, {})
  expect(first.at(-1)).toBe(vehicles)
  expect(await framesOf('29', 'admin')).toEqual(first)
  // nothing grew
  await look(start + 1000)
  expect(await framesOf('29')).toHaveLength(first.length)
  // grew within the minute: told after it
  await silent(40)
  await look(start + 2000)
  expect(await framesOf('29')).toHaveLength(first.length)
  await look(start + 61_000)
  const grown = await framesOf('29')
  expect(grown.length).toBeGreaterThan(first.length)
  expect(grown.slice(first.length)).toEqual([vehicles + 1])
  expect(await framesOf('29', 'carrier-finance')).toEqual(numbers)
  expect((await framesOf('sync', 'carrier-finance')).length).toBeGreaterThan(words.length)
  // one speaks again: fewer, which disturbs nobody
  await world.report(one.trackNo, [{ at: Date.now(), place, speed: 600 }])
  await world.follow()
  // a fall waits for no minute
  await look()
  expect(await framesOf('29')).toHaveLength(grown.length)
  // and more again is told from there
  const { n } = await world.server.db(tx =>
    tx.one(q.selectFrom('abnormal_told').select('n').where('company_id', '=', demoCompanyId('carrier'))),
  )
  expect(n).toBe(vehicles)
  expect(await rowsOf(one.plate)).toMatchObject([{ state: 'recovered', recoveredAt: expect.any(Number) }])
  expect((await world.as('carrier').send(countAbnormal, {})).vehicles).toBe(vehicles)
  // told by a clock that was set back an hour since then: nobody waits an hour for the next
  const ahead = Date.now() + HOUR_MS
  await world.server.db(tx => tx.run(q.updateTable('abnormal_told').set({ at: ahead })))
  await silent(40)
  await look()
  expect((await framesOf('29')).slice(grown.length)).toEqual([vehicles + 1])
})

test('the same again within a quarter of an hour goes on, and an urgent one nobody claims is raised', async () => {
  const { plate, trackNo } = await silent(125)
  const start = Date.now()
  await look(start)
  expect(await rowsOf(plate)).toMatchObject([{ level: 'urgent', state: 'open', times: 1 }])
  await look(start + 16 * MINUTE_MS)
  expect(await rowsOf(plate)).toMatchObject([{ state: 'escalated' }])
  const [row] = await rowsOf(plate, 'branch')
  await world
    .as('branch')
    .send(moveAbnormal, { id: row?.id ?? '', version: row?.version ?? 0, move: 'dismiss', reason: '在修理厂' })
  await world.report(trackNo, [{ at: Date.now(), place, speed: 600 }])
  await world.follow()
  await look()
  expect(await rowsOf(plate)).toMatchObject([{ state: 'falseAlarm' }])
})

test('a vehicle that fell silent at a red light or crawling at a gate was on its way; one whose engine went off there, or that had stood, is parked', async () => {
  const [atLight, atGate, off, stood] = [
    await acceptedWaybill(world),
    await acceptedWaybill(world),
    await acceptedWaybill(world),
    await acceptedWaybill(world),
  ]
  const at = seconds(Date.now()) - 31 * MINUTE_MS
  quiet.push(atLight.trackNo, atGate.trackNo, stood.trackNo)
  const drove: Said = { at: at - MINUTE_MS, place: mine, speed: 600 }
  await world.report(atLight.trackNo, [drove, { at, place: mine }])
  await world.report(atGate.trackNo, [drove, { at, place: mine, speed: 40 }])
  await world.report(off.trackNo, [drove, { at, place: mine, hasIgnition: false }])
  await world.report(stood.trackNo, [
    { ...drove, at: at - 6 * MINUTE_MS },
    { at, place: mine },
  ])
  await world.follow()
  await look()
  for (const { plate } of [atLight, atGate])
    expect(await rowsOf(plate)).toMatchObject([{ kind: 'offline', level: 'serious' }])
  expect(await rowsOf(off.plate)).toEqual([])
  expect(await rowsOf(stood.plate)).toEqual([])
})

test('while silence is ours the vehicle that speaks again has recovered, and one that does not stays open', async () => {
  const [back, gone] = [await silent(40), await silent(40)]
  await look()
  for (let n = 0; n < 4; n++) await silent(6)
  await look()
  for (const { plate } of [back, gone]) expect(await rowsOf(plate)).toMatchObject([{ state: 'open' }])
  await world.report(back.trackNo, [{ at: seconds(Date.now()), place, speed: 600 }])
  await world.follow()
  await look()
  expect(await rowsOf(back.plate)).toMatchObject([{ state: 'recovered' }])
  expect(await rowsOf(gone.plate)).toMatchObject([{ state: 'open' }])
})

test('a vehicle whose terminal never told a place is forgotten by nobody: no word for four hours, or words without a place', async () => {
  const [mute, blind, bare] = [await acceptedWaybill(world), await acceptedWaybill(world), await acceptedWaybill(world)]
  const boundAt = Date.now() - 110 * MINUTE_MS
  for (const { vehicleId } of [mute, blind]) await bindTerminal(world.server, vehicleId, boundAt)
  const at = seconds(Date.now())
  const words = [25, 10, 0].map((ago): Said => ({ at: at - ago * MINUTE_MS, place: mine, speed: 600, isFixed: false }))
  await world.report(blind.trackNo, words)
  await world.follow()
  await look()
  // under way for two hours and bound for less: silence of a new terminal is no fault yet
  expect(await rowsOf(mute.plate)).toEqual([])
  const [found] = await rowsOf(blind.plate)
  expect(found).toMatchObject({ kind: 'noFix', level: 'serious' })
  expect(found?.evidence).toContain('从未上报位置')
  await world.server.db(tx =>
    tx.run(
      sql`update terminal_bindings set from_at = ${Date.now() - 5 * HOUR_MS}
        where vehicle_id = ${mute.vehicleId}::uuid`.compile(q),
    ),
  )
  // the waybill was accepted two hours ago
  await look()
  expect(await rowsOf(mute.plate)).toEqual([])
  await world.server.db(tx =>
    tx.run(
      sql`update waybills set accepted_at = ${Date.now() - 4.1 * HOUR_MS}
        where id = any(${[mute.id, bare.id]}::uuid[])`.compile(q),
    ),
  )
  await look()
  expect(await rowsOf(mute.plate)).toMatchObject([{ kind: 'offline', level: 'serious', state: 'open' }])
  // a vehicle without a terminal has nobody to fall silent
  expect(await rowsOf(bare.plate)).toEqual([])
  // the first place ends both
  for (const { trackNo } of [mute, blind])
    await world.report(trackNo, [{ at: seconds(Date.now()), place: mine, speed: 600 }])
  await world.follow()
  await look()
  for (const { plate } of [mute, blind]) expect(await rowsOf(plate)).toMatchObject([{ state: 'recovered' }])
})

test('a call about one is written down and stays: in its history and its waybill’s; orders go to the terminal of its vehicle', async () => {
  const { id: waybillId, plate } = await silent(40)
  await look()
  const [found] = await rowsOf(plate)
  if (!found) throw new Error('nothing found')
  const { id, vehicleId } = found
  const call = { id, callee: '王师傅', calledAt: Date.now() - MINUTE_MS, said: '在隧道里，十分钟后出来' }
  const note = (account: Parameters<TrackWorld['as']>[0], over: Partial<typeof call> = {}) =>
    world.as(account).ask(noteAbnormalCall, { ...call, ...over })
  const faultOf = async (over: Partial<typeof call>) => {
    const { http, envelope } = await note('carrier', over)
    return [http, envelope.message]
  }
  expect(await faultOf({ calledAt: Date.now() + HOUR_MS })).toEqual([400, '通话时间：不能晚于现在'])
  // of others there is none, to read or to write; and it takes the permit
  expect((await note('shipper2')).http).toBe((await note('shipper2', { id: waybillId })).http)
  expect((await world.as('shipper2').ask(getAbnormal, { id })).http).toBe(404)
  expect((await note('carrier-finance')).http).toBe(403)
  // its address says what its row says, and more
  expect(await world.as('carrier').send(getAbnormal, { id })).toMatchObject({ ...found, log: [] })
  // two at once are two calls, and a step between them is a line too
  const both = await Promise.all([note('carrier'), note('carrier', { callee: '调度室' })])
  expect(both.map(({ http }) => http)).toEqual([200, 200])
  await world.as('carrier').send(moveAbnormal, { id, version: found.version, move: 'claim' })
  const { log } = await world.as('carrier').send(getAbnormal, { id })
  expect(log.map(({ action }) => action)).toEqual(['认领', '电话记录', '电话记录'])
  expect(log.find(({ diff }) => diff?.some(one => one.new === '王师傅'))).toMatchObject({
    remark: call.said,
    diff: [{ field: 'callee' }, { field: 'calledAt', new: expect.stringMatching(/^\d{4}-/) }],
  })
  const waybill = await world.as('carrier').send(getWaybill, { id: waybillId })
  expect(waybill.log.filter(({ action }) => action === '定位异常：电话记录')).toHaveLength(2)
  const audited = await world.server.db(tx =>
    tx.rows(q.selectFrom('audit_log').select('diff').where('title', '=', noteAbnormalCall.title)),
  )
  expect(audited).toHaveLength(2)
  expect(JSON.stringify(audited)).toContain(call.said)

  // no terminal, then one: for those who may send it orders
  const terminalOf = async (account: Parameters<TrackWorld['as']>[0]) =>
    (await world.as(account).send(getAbnormal, { id })).terminal
  expect(await terminalOf('carrier')).toBeUndefined()
  await bindTerminal(world.server, vehicleId, Date.now() - HOUR_MS)
  const terminal = await terminalOf('carrier')
  expect(terminal).toMatchObject({ state: 'active', isOnline: false })
  expect(await terminalOf('shipper')).toBeUndefined()
  expect(await terminalOf('branch')).toEqual(terminal)
  const sent = await world.as('carrier').send(orderAbnormal, { id, kind: 'text', content: '请回电' })
  expect(sent).toMatchObject({ isOnline: false, isAsked: false })
  expect((await world.as('carrier').send(listTerminalCommands, { id: terminal?.id ?? '' })).rows).toMatchObject([
    { id: sent.id, kind: 'text', text: '请回电', state: 'queued' },
  ])
  const { log: ordered } = await world.as('shipper').send(getAbnormal, { id })
  expect(ordered[0]).toMatchObject({
    action: '文本下发',
    diff: expect.arrayContaining([expect.objectContaining({ new: '请回电' })]),
  })
  // one of a kind at a time, and nothing is written down of one that was not taken
  expect((await world.as('branch').ask(orderAbnormal, { id, kind: 'text', content: '再来一条' })).envelope.code).toBe(
    problems['terminal.waiting'].code,
  )
  expect((await world.as('shipper').send(getAbnormal, { id })).log).toHaveLength(ordered.length)
  expect((await world.as('carrier2').ask(orderAbnormal, { id, kind: 'locate' })).http).toBe(404)
  expect((await world.as('shipper').ask(orderAbnormal, { id, kind: 'locate' })).http).toBe(403)
})

test('many are claimed at once, those that moved on are left, and a rule that is off finds nothing more', async () => {
  const two = [await silent(40), await silent(40)]
  await look()
  const rows = (await Promise.all(two.map(({ plate }) => rowsOf(plate)))).flat()
  const ids = rows.map(({ id }) => id)
  const judge = (move: 'claim' | 'handle', as: 'carrier' | 'carrier2' = 'carrier') =>
    world.as(as).send(judgeAbnormals, { ids, move })
  // before anything is written it is said what would be done
  expect(await judge('claim')).toEqual({ ready: 2, left: [] })
  expect(await judge('claim', 'carrier2')).toEqual({ ready: 0, left: [] })
  expect((await Promise.all(two.map(({ plate }) => rowsOf(plate)))).flat()).toEqual(rows)
  expect(await world.as('carrier').send(moveAbnormals, { ids, move: 'claim' })).toEqual({ done: 2, left: 0 })
  expect(await judge('claim')).toEqual({
    ready: 0,
    left: expect.arrayContaining(
      rows.map(({ id, plate, kind }) => ({ id, plate, kind, why: expect.stringMatching(/^.+处理中$/) })),
    ),
  })
  expect(await judge('handle')).toEqual({ ready: 2, left: [] })
  expect(await world.as('carrier').send(moveAbnormals, { ids, move: 'claim' })).toEqual({ done: 0, left: 2 })
  const bare = await world.as('carrier').ask(moveAbnormals, { ids, move: 'handle' })
  expect(bare.http).toBe(400)

  const wrong = await world.as('branch').ask(saveAbnormalRule, { kind: 'offline', version: 0, isOn: true, minutes: 1 })
  expect([wrong.http, wrong.envelope.message]).toEqual([400, expect.stringContaining('应为')])
  const timed = await world.as('branch').ask(saveAbnormalRule, { kind: 'clock', version: 0, isOn: true, minutes: 3 })
  expect(timed.envelope.message).toMatch(/一发现就登记，不设时长$/)
  await world.as('branch').send(saveAbnormalRule, { kind: 'offline', version: 0, isOn: false, minutes: 15 })
  const stale = await world.as('branch').ask(saveAbnormalRule, { kind: 'offline', version: 0, isOn: true, minutes: 15 })
  expect(stale.http).toBe(409)
  const rules = await world.as('branch').send(listAbnormalRules, {})
  expect(rules.rows.find(({ kind }) => kind === 'offline')).toMatchObject({ isOn: false, version: 1 })
  const after = await silent(40)
  await look()
  expect(await rowsOf(after.plate)).toEqual([])
})
