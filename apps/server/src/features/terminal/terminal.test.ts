// Terminals over HTTP: whose they are, the vehicle they sit in and since when, strangers, conflicts and last messages.
import { addVehicle } from '@yunshu/contract/fleet/vehicle'
import {
  addTerminal,
  adoptClaim,
  bindTerminal,
  countTerminals,
  getTerminal,
  ignoreClaim,
  listClaims,
  listTerminalMessages,
  listTerminals,
  moveTerminal,
  settleTerminal,
  updateTerminal,
} from '@yunshu/contract/terminal/terminal'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { problems } from '@yunshu/domain/problems/problems'
import { writeEnvelope } from '@yunshu/intake/envelope'
import { isFault } from '@yunshu/jt808/fault'
import { Splitter } from '@yunshu/jt808/frame'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { vehicle } from '../../../../../tests/server/fleetWorld.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { Terminal808, locationBody } from '../../../../../tests/server/terminal808.ts'
import { q } from '../../db/tx.ts'
import { orderJobs } from './order.jobs.ts'

let server: TestServer
let carrier: Client
let other: Client
let ops: Client
let admin: Client
beforeAll(async () => {
  server = await startTestServer()
  ;[carrier, other, ops, admin] = await Promise.all([
    server.login('carrier'),
    server.login('carrier2'),
    server.login('platform-ops'),
    server.login('admin'),
  ])
})
afterAll(() => server.stop())

const rows = <R>(text: string): Promise<R[]> => server.db(tx => tx.rows<R>(sql<R>`${sql.raw(text)}`.compile(q)))
let phones = 13_500_000_000
const added = async (as: Client = carrier) => {
  const terminalPhone = String(phones++)
  return { phone: terminalPhone, ...(await as.send(addTerminal, { terminalPhone, maker: 'DEMO' })) }
}
let plates = 10_000
/** A new vehicle of a carrier. */
const freeVehicle = async (as: Client = carrier): Promise<{ id: string; plate: string }> => {
  const plate = `冀B${plates++}`
  return { plate, ...(await as.send(addVehicle, vehicle({ plate }))) }
}

test('a terminal is its carrier’s: another company finds none, a number is taken once, zeros in front mean nothing', async () => {
  const { id, phone } = await added()
  expect((await carrier.send(listTerminals, { text: phone })).rows.map(row => [row.phone, row.state])).toEqual([
    [phone, 'new'],
  ])
  expect((await other.send(listTerminals, { text: phone })).rows).toEqual([])
  expect((await other.ask(getTerminal, { id })).envelope.code).toBe(problems['row.none'].code)
  expect((await other.ask(addTerminal, { terminalPhone: `0${phone}` })).envelope.code).toBe(
    problems['terminal.taken'].code,
  )
  expect((await carrier.ask(addTerminal, { terminalPhone: '12' }, { raw: { terminalPhone: '12a' } })).http).toBe(400)
})

test('bound to a vehicle it is the vehicle’s until it is unbound, and both are told by whom and when', async () => {
  const { id, version, phone } = await added()
  const truck = await freeVehicle()
  const foreign = await freeVehicle(other)
  expect((await carrier.ask(bindTerminal, { id, version, vehicleId: foreign.id, role: 'main' })).http).toBe(400)
  const bound = await carrier.send(bindTerminal, { id, version, vehicleId: truck.id, role: 'main' })
  const [row] = await rows(
    `select t.track_no = v.track_no as same, v.terminal_id from terminals t join vehicles v on v.id = t.vehicle_id where t.id = '${id}'`,
  )
  expect(row).toEqual({ same: true, terminal_id: phone })
  const second = await added()
  expect(
    (await carrier.ask(bindTerminal, { id: second.id, version: second.version, vehicleId: truck.id, role: 'main' }))
      .envelope.code,
  ).toBe(problems['terminal.main'].code)
  await carrier.send(bindTerminal, { id: second.id, version: second.version, vehicleId: truck.id, role: 'spare' })
  expect((await carrier.ask(moveTerminal, { id, version, move: 'unbind', reason: '换车' })).http).toBe(409)
  await carrier.send(moveTerminal, { id, version: bound.version, move: 'unbind', reason: '换车' })
  const detail = await carrier.send(getTerminal, { id })
  expect([detail.state, detail.plate, detail.bindings.length]).toEqual(['new', undefined, 1])
  expect(detail.bindings[0]).toMatchObject({ plate: truck.plate, role: 'main' })
  expect(detail.bindings[0]?.to).toBeGreaterThanOrEqual(detail.bindings[0]?.from ?? 0)
  expect(detail.log.map(line => line.action)).toEqual(['解绑', '绑定车辆', '登记'])
  expect(await rows(`select terminal_id from vehicles where id = '${truck.id}'`)).toEqual([{ terminal_id: null }])
})

test('the copy of a plate follows the vehicle', async () => {
  const { id, version } = await added()
  const truck = await freeVehicle()
  await carrier.send(bindTerminal, { id, version, vehicleId: truck.id, role: 'main' })
  await server.db(tx => tx.run(sql`update vehicles set plate = '冀A0A0A1' where id = ${truck.id}`.compile(q)))
  expect((await carrier.send(getTerminal, { id })).plate).toBe('冀A0A0A1')
})

test('out of use and out of the list a terminal sits in no vehicle, and its number is free again', async () => {
  const { id, version, phone } = await added()
  const truck = await freeVehicle()
  const bound = await carrier.send(bindTerminal, { id, version, vehicleId: truck.id, role: 'main' })
  const blocked = await carrier.send(moveTerminal, { id, version: bound.version, move: 'block', reason: '损坏' })
  expect(await carrier.send(getTerminal, { id })).toMatchObject({
    state: 'blocked',
    bindings: [{ plate: truck.plate }],
  })
  await carrier.send(moveTerminal, { id, version: blocked.version, move: 'retire', reason: '报废' })
  expect((await carrier.send(listTerminals, { text: phone })).rows).toEqual([])
  expect((await carrier.send(countTerminals, { text: phone })).state['retired']).toBe(1)
  await carrier.send(addTerminal, { terminalPhone: phone })
})

test('another device number makes the terminal register anew', async () => {
  const { id, version } = await added()
  await server.db(tx => tx.run(sql`update terminals set auth_hash = 'x', device_no = 'A1' where id = ${id}`.compile(q)))
  await carrier.send(updateTerminal, { id, version, deviceNo: 'A2', maker: 'DEMO' })
  expect(await rows(`select auth_hash is null as cleared from terminals where id = '${id}'`)).toEqual([
    { cleared: true },
  ])
})

const claim = (phone: string, why: string) =>
  server.db(tx =>
    tx.run(
      sql`insert into terminal_claims (phone, device_no, phone_digits, protocol, why, times, first_at, last_at)
        values (${phone}, 'NEW1', 12, 2013, ${why}, 2, 1, 2)`.compile(q),
    ),
  )

test('the house takes a stranger into the list; a carrier sees no strangers', async () => {
  const phone = String(phones++)
  await claim(phone, 'unknown')
  const found = (await ops.send(listClaims, { text: phone })).rows
  expect(found.map(row => [row.phone, row.why, row.times])).toEqual([[phone, 'unknown', 2]])
  expect((await carrier.ask(listClaims, {})).http).toBe(403)
  const { id } = await ops.send(adoptClaim, { strangerId: found[0]?.id ?? '' })
  expect(await ops.send(getTerminal, { id })).toMatchObject({ phone, deviceNo: 'NEW1', state: 'new' })
  expect((await ops.send(listClaims, { text: phone })).rows).toEqual([])
})

test('a stranger that was listed by hand, or whose vehicle was mended, is no open matter; one put away is listed when it is asked for', async () => {
  const { phone } = await added()
  await claim(phone, 'unknown')
  const taken = String(phones++)
  await claim(taken, 'vehicleTaken')
  const truck = await freeVehicle()
  await server.db(tx =>
    tx.run(sql`update terminal_claims set plate = ${truck.plate} where phone = ${taken}`.compile(q)),
  )
  const { id, version } = await added()
  const bound = await carrier.send(bindTerminal, { id, version, vehicleId: truck.id, role: 'main' })
  const listed = async (text: string, isIgnored?: boolean) => (await ops.send(listClaims, { text, isIgnored })).rows
  expect(await listed(phone)).toEqual([])
  expect((await listed(taken)).map(({ isMended }) => isMended)).toEqual([false])
  await carrier.send(moveTerminal, { id, version: bound.version, move: 'unbind', reason: '换车' })
  const [row] = await listed(taken)
  expect(row?.isMended).toBe(true)
  await ops.send(ignoreClaim, { strangerId: row?.id ?? '', isIgnored: true })
  expect([await listed(taken), (await listed(taken, true)).map(({ ignoredBy }) => ignoredBy !== undefined)]).toEqual([
    [],
    [true],
  ])
  await ops.send(ignoreClaim, { strangerId: row?.id ?? '', isIgnored: false })
  expect(await listed(taken)).toHaveLength(1)
  expect((await carrier.ask(ignoreClaim, { strangerId: row?.id ?? '', isIgnored: true })).http).toBe(403)
})

test('a device that got in behind its last refusal is no stranger any more', async () => {
  const { id, phone } = await added()
  await claim(phone, 'wrongCode')
  const listed = async () => (await ops.send(listClaims, { text: phone })).rows.length
  expect(await listed()).toBe(1)
  await server.db(tx => tx.run(sql`update terminals set device_no = 'NEW1', seen_at = 1 where id = ${id}`.compile(q)))
  expect(await listed()).toBe(1)
  await server.db(tx => tx.run(sql`update terminals set seen_at = 3 where id = ${id}`.compile(q)))
  expect(await listed()).toBe(0)
})

test('a number that is taken into the list has no other stranger; strangers that asked no more for a week are let go of', async () => {
  const phone = String(phones++)
  await claim(phone, 'unknown')
  await server.db(tx =>
    tx.run(
      sql`insert into terminal_claims (phone, device_no, phone_digits, protocol, why, times, first_at, last_at)
        values (${phone}, 'NEW2', 12, 2013, 'unknown', 2, 1, 2)`.compile(q),
    ),
  )
  const [first] = (await ops.send(listClaims, { text: phone })).rows
  await ops.send(adoptClaim, { strangerId: first?.id ?? '' })
  expect(await rows(`select from terminal_claims where phone = '${phone}'`)).toEqual([])
  const [old, young] = [String(phones++), String(phones++)]
  await claim(old, 'unknown')
  await claim(young, 'unknown')
  await server.db(tx =>
    tx.run(sql`update terminal_claims set last_at = ${Date.now() - 6 * DAY_MS} where phone = ${young}`.compile(q)),
  )
  await orderJobs.find(({ name }) => name === 'terminal.claims')?.run(server.server.deps, AbortSignal.timeout(60_000))
  expect(await rows(`select phone from terminal_claims where phone in ('${old}', '${young}')`)).toEqual([
    { phone: young },
  ])
})

test('of two devices with one number a person decides which stays, and whoever goes has to register anew', async () => {
  const { id, phone } = await added()
  await server.db(tx =>
    tx.run(
      sql`update terminals set state = 'conflict', auth_hash = 'x', device_no = 'OLD', version = 2
        where id = ${id}`.compile(q),
    ),
  )
  await claim(phone, 'phoneTaken')
  const seen = await admin.send(getTerminal, { id })
  expect([seen.moves, seen.claims.map(one => one.deviceNo)]).toEqual([['settleFree', 'block'], ['NEW1']])
  expect((await carrier.send(getTerminal, { id })).claims).toEqual([])
  await admin.send(settleTerminal, {
    id,
    version: seen.version,
    strangerId: seen.claims[0]?.id ?? '',
    isNewKept: true,
  })
  expect(await admin.send(getTerminal, { id })).toMatchObject({ state: 'new', deviceNo: 'NEW1', claims: [] })
})

test('the last messages are shown as bytes and by their meaning, to whoever sees the terminal', async () => {
  const { id, phone } = await added()
  const [row] = await rows<{ terminal_no: number }>(`select terminal_no from terminals where id = '${id}'`)
  const wire = Terminal808.prototype.frame.call({ speech: { phone, is2019: false } }, 0x0200, locationBody(0), 7)
  const [frame] = new Splitter().push(wire)
  if (!frame || isFault(frame)) throw new Error('no frame')
  const at = Date.now()
  const last = writeEnvelope(
    [{ trackNo: 0, terminalNo: row?.terminal_no ?? 0, source: '808', receivedAt: at, raw: frame.raw }],
    at,
  )
  await server.db(tx =>
    tx.run(
      sql`insert into terminal_presence (terminal_no, gateway, epoch, since_at, seen_at, last)
        values (${row?.terminal_no ?? 0}, 'gateway-1', 1, ${at}, ${at}, ${last})`.compile(q),
    ),
  )
  const { rows: messages } = await carrier.send(listTerminalMessages, { id })
  expect(messages).toHaveLength(1)
  expect(messages[0]).toMatchObject({ code: '0x0200', name: '位置汇报', serial: 7, at })
  expect(messages[0]?.fields.find(field => field.name === '位置')?.value).toContain(',31.000000')
  expect(messages[0]?.raw.startsWith('0200')).toBe(true)
  expect((await other.ask(listTerminalMessages, { id })).envelope.code).toBe(problems['row.none'].code)
  expect((await carrier.send(listTerminals, { text: phone, presence: 'online' })).rows).toHaveLength(1)
})
