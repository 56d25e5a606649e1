// Places on the page of a terminal: of its carrier's free time the house is told none, and whoever is told one is noted.
import {
  getTerminalPhoto,
  listTerminalCommands,
  listTerminalPhotos,
  sendTerminalCommand,
} from '@yunshu/contract/terminal/command'
import { addTerminal, bindTerminal, listTerminalMessages } from '@yunshu/contract/terminal/terminal'
import { v7 } from 'uuid'
import { withClient } from '@yunshu/postgres/withClient'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceptedWaybill, seconds } from '../../../../../tests/server/acceptedWaybill.ts'
import { locationOf, type Terminal808 } from '../../../../../tests/server/terminal808.ts'
import { startTrackWorld, type TrackWorld } from '../../../../../tests/server/trackWorld.ts'
import { until } from '../../../../../tests/server/until.ts'

let world: TrackWorld
beforeAll(async () => {
  world = await startTrackWorld()
})
afterAll(() => world.stop())

const minute = 60_000
const place = { lonE6: 109_734_567, latE6: 38_285_390 }
let phones = 13_400_000_000

/** A terminal on a socket that sits in a truck since four hours. */
async function online(vehicleId: string): Promise<{ id: string; terminal: Terminal808 }> {
  const phone = String(phones++)
  const carrier = world.as('carrier')
  const added = await carrier.send(addTerminal, { terminalPhone: phone })
  const { id } = await carrier.send(bindTerminal, { ...added, vehicleId, role: 'main' })
  await world.pool.query('update terminal_bindings set from_at = $2 where terminal_id = $1', [
    id,
    Date.now() - 240 * minute,
  ])
  const terminal = await world.connect({ phone })
  await terminal.enter()
  return { id, terminal }
}

type Who = Parameters<TrackWorld['as']>[0]
const rawOf = async (who: Who, id: string) => (await world.as(who).send(listTerminalMessages, { id })).rows
const positionsOf = async (who: Who, id: string) => (await rawOf(who, id)).filter(({ code }) => code === '0x0200')
const answerOf = async (who: Who, id: string) =>
  (await world.as(who).send(listTerminalCommands, { id })).rows[0]?.answer
const looksAt = async (vehicleId: string) => {
  const { rows } = await world.pool.query<{ why: string; company: boolean; waybill: string | null; from: number }>(
    `select why, company_id is not null as company, waybill_id as waybill, from_at::float8 as "from" from track_views
     where vehicle_id = $1 order by id`,
    [vehicleId],
  )
  return rows
}

/** A position, one kept back, and an answer to 点名. */
async function tell({ id, terminal }: { id: string; terminal: Terminal808 }, at: number): Promise<void> {
  expect(await terminal.replied(terminal.report({ at, place }))).toBe(0)
  for (const serial of terminal.reportKept([{ at: at - minute, place }])) expect(await terminal.replied(serial)).toBe(0)
  await world.as('carrier').send(sendTerminalCommand, { id, kind: 'locate' })
  const serial = await terminal.until(
    () => terminal.frames.find((_, i) => terminal.messages()[i]?.kind === 'locationQuestion')?.serial,
  )
  terminal.say({ kind: 'locationAnswer', value: { serial, location: locationOf({ at, place }) } })
  await until(async () => (await answerOf('carrier', id))?.length === 3, 'the answer came')
  terminal.say({ kind: 'paramsReply', value: { serial: 1, items: [] } })
  // the last words are written down in a moment
  await until(async () => (await rawOf('carrier', id)).some(({ code }) => code === '0x0104'), 'messages are kept')
}

async function photoOf(terminalId: string, receivedAt: number): Promise<string> {
  const id = v7()
  await withClient(world.server.ownerUrl, async client => {
    await client.query(`select set_config('app.reach', 'system', false)`)
    await client.query(
      `insert into terminal_media (id, terminal_id, terminal_no, media_id, kind, format, event, channel, place, sha256, bytes, body, received_at)
       select $2, id, terminal_no, 1, 0, 0, 0, 1, '', repeat('a', 64), 1, '\\x01', $3 from terminals where id = $1`,
      [terminalId, id, receivedAt],
    )
  })
  return id
}

test('a truck without a waybill: messages, orders and photos tell the house no place, its carrier all, and the look is noted', async () => {
  const [truck] = await world.trucks(1)
  if (!truck) throw new Error('no truck')
  const it = await online(truck.vehicleId)
  const at = seconds(Date.now())
  await tell(it, at)
  const photo = await photoOf(it.id, at)
  for (const who of ['platform-ops', 'branch'] as const) {
    const rows = await rawOf(who, it.id)
    expect(JSON.stringify(rows)).not.toContain('109.734567')
    // a place is also in the bytes
    const placed = rows.filter(({ code }) => ['0x0200', '0x0201', '0x0704'].includes(code))
    expect(placed).toHaveLength(3)
    for (const row of placed) expect(row).toMatchObject({ isWithheld: true, raw: '', fields: [] })
    expect(rows.find(({ code }) => code === '0x0104')?.raw).toMatch(/^0104/)
    expect(await answerOf(who, it.id)).toEqual([{ name: '位置', value: '不在可查看的时段' }])
    expect((await world.as(who).send(listTerminalPhotos, { id: it.id })).rows).toMatchObject([{ isWithheld: true }])
    expect((await world.as(who).blob(getTerminalPhoto, { id: photo })).http).toBe(404)
  }
  // the carrier's looks while the test waited are the only ones, and one within five minutes
  const looks = await looksAt(truck.vehicleId)
  expect(looks.length).toBeGreaterThan(0)
  expect(looks.every(({ why, company }) => why === 'terminal' && company)).toBe(true)
  expect((await positionsOf('carrier', it.id))[0]?.fields).toContainEqual({
    name: '位置',
    value: expect.stringContaining('109.734567'),
  })
  const before = await looksAt(truck.vehicleId)
  await positionsOf('carrier', it.id)
  expect(await looksAt(truck.vehicleId)).toEqual(before)
  it.terminal.destroy()
}, 40_000)

test('a truck under way: the house reads what lies in the span of the waybill, and a line says of which', async () => {
  const waybill = await acceptedWaybill(world)
  const it = await online(waybill.vehicleId)
  const at = seconds(Date.now())
  await tell(it, at)
  const photo = await photoOf(it.id, at)
  // before the waybill was accepted
  for (const serial of it.terminal.reportKept([{ at: at - 200 * minute, place }]))
    expect(await it.terminal.replied(serial)).toBe(0)
  await until(async () => (await rawOf('carrier', it.id)).filter(({ code }) => code === '0x0704').length === 2)
  const rows = await rawOf('platform-ops', it.id)
  expect(rows.find(({ code }) => code === '0x0200')?.fields).toContainEqual({
    name: '位置',
    value: expect.stringContaining('109.734567'),
  })
  expect(rows.filter(({ code }) => code === '0x0704').map(({ isWithheld }) => isWithheld)).toEqual([true, false])
  expect((await answerOf('platform-ops', it.id))?.[1]).toEqual({ name: '位置', value: '109.734567,38.285390' })
  expect((await world.as('platform-ops').blob(getTerminalPhoto, { id: photo })).http).toBe(200)
  const house = (await looksAt(waybill.vehicleId)).filter(({ company }) => !company)
  expect(house.length).toBeGreaterThan(0)
  expect(house.every(({ why, waybill: of }) => why === 'terminal' && of === waybill.id)).toBe(true)
  expect(house[0]?.from).toBe(at - minute)
  it.terminal.destroy()
}, 40_000)
