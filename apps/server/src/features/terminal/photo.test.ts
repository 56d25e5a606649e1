// Parameters set by two people, and photos that come in packages, over HTTP and a real gateway.
import { createHash } from 'node:crypto'
import {
  cancelTerminalCommand,
  confirmTerminalCommand,
  getTerminalPhoto,
  listTerminalCommands,
  listTerminalParams,
  listTerminalPhotos,
  sendTerminalCommand,
} from '@yunshu/contract/terminal/command'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { addTerminal, getTerminal, moveTerminal } from '@yunshu/contract/terminal/terminal'
import { listToday } from '@yunshu/contract/today'
import { problems } from '@yunshu/domain/problems/problems'
import { isFault } from '@yunshu/jt808/fault'
import { writeBody, type Message } from '@yunshu/jt808/message'
import { withClient } from '@yunshu/postgres/withClient'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addColleague } from '../../../../../tests/server/colleagues.ts'
import { messagesOf } from '../../../../../tests/server/messagesOf.ts'
import { locationOf, type Terminal808 } from '../../../../../tests/server/terminal808.ts'
import type { Client } from '../../../../../tests/server/testServer.ts'
import { startTrackWorld, type TrackWorld } from '../../../../../tests/server/trackWorld.ts'
import { until } from '../../../../../tests/server/until.ts'
import { q } from '../../db/tx.ts'
import { asSystem } from '../../work/system.ts'
import { tellConflicts } from './conflict.commands.ts'
import { tellSetAside } from './faults.commands.ts'

let world: TrackWorld
let second: Client
beforeAll(async () => {
  world = await startTrackWorld()
  ;({ client: second } = await addColleague(world.server, {
    account: 'terminal-second',
    company: 'carrier',
    permits: ['terminal.view', 'terminal.command', 'terminal.danger'],
    dataScope: 'COMPANY',
  }))
})
afterAll(() => world.stop())

let phones = 13_500_000_000
const added = async () => {
  const phone = String(phones++)
  return { phone, ...(await world.as('carrier').send(addTerminal, { terminalPhone: phone })) }
}
const online = async () => {
  const it = await added()
  const terminal = await world.connect({ phone: it.phone })
  await terminal.enter()
  return { ...it, terminal }
}
const listed = async (id: string) => (await world.as('carrier').send(listTerminalCommands, { id })).rows
const heard = <K extends Message['kind']>(terminal: Terminal808, kind: K) =>
  terminal.until(() => {
    const at = terminal.messages().findIndex(one => one.kind === kind)
    const message = terminal.messages()[at]
    return message?.kind === kind ? { message, serial: terminal.frames[at]?.serial ?? 0 } : undefined
  })

test('a parameter goes down at once and is done with the reply; the form is that of the edition', async () => {
  const { id, terminal } = await online()
  const { rows } = await world.as('carrier').send(listTerminalParams, { id })
  expect(rows.find(({ name }) => name === 'reportS')).toMatchObject({
    label: '缺省汇报间隔',
    unit: '秒',
    form: 'number',
  })
  // a phone that resets a terminal, or hears its cab, is no less than its server
  for (const name of ['resetPhone', 'factoryPhone', 'listenPhone', 'privilegedPhone'])
    expect(rows.find(row => row.name === name)?.isDangerous, name).toBe(true)
  // of 2019 alone
  expect(rows.some(({ name }) => name === 'secondServer')).toBe(false)
  const sent = await world
    .as('carrier')
    .send(sendTerminalCommand, { id, kind: 'setParams', paramItems: [{ name: 'reportS', value: '15' }] })
  expect(sent).toMatchObject({ isAsked: false })
  const { message, serial } = await heard(terminal, 'setParams')
  expect(message).toMatchObject({ value: { items: [{ id: 0x0029, value: new Uint8Array([0, 0, 0, 15]) }] } })
  terminal.say({ kind: 'terminalReply', value: { serial, id: 0x8103, result: 0 } })
  await until(async () => (await listed(id))[0]?.state === 'done')
  expect((await listed(id))[0]?.items).toEqual([{ name: '缺省汇报间隔', value: '15秒', isDangerous: false }])
  terminal.destroy()
})

test('a parameter that can cut a terminal off waits for a second person: not the first, not a stranger, and one of two at once', async () => {
  const { id, terminal } = await online()
  const asked = await world.as('carrier').send(sendTerminalCommand, {
    id,
    kind: 'setParams',
    paramItems: [
      { name: 'mainServer', value: '10.1.1.1' },
      { name: 'mainPassword', value: 'geheim' },
    ],
    reason: '换到新平台',
  })
  expect(asked.isAsked).toBe(true)
  const [row] = await listed(id)
  expect(row).toMatchObject({ state: 'asked', moves: ['cancel'] })
  expect(row?.items.map(({ value }) => value)).toEqual(['10.1.1.1', '******'])
  const confirm = (client: Client, version = 1) => client.ask(confirmTerminalCommand, { id: asked.id, version })
  // an asker may confirm, but not their own
  const own = await second.send(sendTerminalCommand, {
    id: (await added()).id,
    kind: 'setParams',
    paramItems: [{ name: 'plate', value: '陕K12345' }],
    reason: '车牌换了',
  })
  const mine = await second.ask(confirmTerminalCommand, { id: own.id, version: 1 })
  expect(mine.envelope.code).toBe(problems['maker.checker'].code)
  expect((await confirm(world.as('carrier2'))).http).toBe(404)
  expect((await confirm(second, 9)).http).toBe(409)
  // nothing went down so far
  expect(terminal.messages().some(({ kind }) => kind === 'setParams')).toBe(false)
  const both = await Promise.all([confirm(second), confirm(second)])
  expect(both.filter(({ envelope }) => envelope.code === 0)).toHaveLength(1)
  const { serial } = await heard(terminal, 'setParams')
  terminal.say({ kind: 'terminalReply', value: { serial, id: 0x8103, result: 1 } })
  await until(async () => (await listed(id))[0]?.state === 'failed')
  expect((await listed(id))[0]).toMatchObject({ fault: '终端拒绝执行', confirmedBy: expect.any(String) })
  terminal.destroy()
})

test('an order that waits for a second person is told to those who may confirm it and stands in their 今日, and in no other', async () => {
  const { id } = await added()
  const paramItems = [{ name: 'mainServer', value: '10.1.1.3' }]
  const bare = await world.as('carrier').ask(sendTerminalCommand, { id, kind: 'setParams', paramItems })
  expect([bare.http, bare.envelope.message]).toEqual([400, '原因：请说明为什么要改，供第二人确认'])
  const asked = await world
    .as('carrier')
    .send(sendTerminalCommand, { id, kind: 'setParams', paramItems, reason: '换平台' })
  const heads = async (client: Client) =>
    (await client.send(listToday, {})).items.filter(item => item.id === asked.id).map(item => [item.kind, item.path])
  const path = screenUrl('TerminalDetails', { id })
  expect(await heads(second)).toEqual([['terminalOrder', path]])
  expect(await heads(world.as('admin'))).toEqual([['terminalOrder', path]])
  expect([await heads(world.as('carrier')), await heads(world.as('carrier2'))]).toEqual([[], []])
  const told = async (account: string) =>
    (await messagesOf(world.server, account)).filter(line => line.title === '终端参数待确认' && line.path === path)
      .length
  expect(await Promise.all(['terminal-second', 'admin', 'carrier', 'carrier2'].map(told))).toEqual([1, 1, 0, 0])
  expect((await listed(id))[0]?.reason).toBe('换平台')
  await second.send(confirmTerminalCommand, { id: asked.id, version: 1 })
  expect(await heads(world.as('admin'))).toEqual([])
})

test('two devices with one number are told to the platform once, which finds them in its 今日', async () => {
  const { id, phone } = await added()
  const { deps } = world.server.server
  await world.server.db(tx => tx.run(sql`update terminals set state = 'conflict' where id = ${id}`.compile(q)))
  await asSystem(deps, tellConflicts)
  await asSystem(deps, tellConflicts)
  const told = async (account: string) =>
    (await messagesOf(world.server, account)).filter(line => line.title === '终端冲突').length
  expect(await Promise.all(['platform-ops', 'carrier'].map(told))).toEqual([1, 0])
  const heads = async (client: Client) =>
    (await client.send(listToday, {})).items.filter(item => item.id === id).map(item => [item.kind, item.no])
  expect(await heads(world.as('platform-ops'))).toEqual([['terminalConflict', phone]])
  expect([await heads(world.as('branch')), await heads(world.as('carrier'))]).toEqual([[], []])
  // a conflict that comes again behind a decision is told again
  for (const state of ['new', 'conflict']) {
    await world.server.db(tx => tx.run(sql`update terminals set state = ${state} where id = ${id}`.compile(q)))
    await asSystem(deps, tellConflicts)
  }
  expect(await told('platform-ops')).toBe(2)
})

test('messages that were set aside are told to the platform once, those of the map and of trails apart', async () => {
  const { deps } = world.server.server
  for (const [i, consumer] of ['live', 'live', 'trail'].entries())
    await world.pool.query(
      `insert into track_faults (lane, seq, i, consumer, error, at) values (1, 1, $1, $2, 'x', 1)`,
      [i, consumer],
    )
  await asSystem(deps, tellSetAside)
  await asSystem(deps, tellSetAside)
  const told = async (account: string) =>
    (await messagesOf(world.server, account)).filter(line => line.title === '终端报文被搁置').length
  expect(await Promise.all(['platform-ops', 'carrier'].map(told))).toEqual([2, 0])
})

test('a second order that waits is refused, and one is called off before it is confirmed', async () => {
  const { id } = await added()
  const send = () =>
    world.as('carrier').ask(sendTerminalCommand, {
      id,
      kind: 'setParams',
      paramItems: [{ name: 'tcpPort', value: '8808' }],
      reason: '换端口',
    })
  const first = await send()
  expect((await send()).envelope.code).toBe(problems['terminal.waiting'].code)
  await second.send(cancelTerminalCommand, { id: first.data.id, version: 1 })
  expect((await second.ask(confirmTerminalCommand, { id: first.data.id, version: 2 })).envelope.code).toBe(
    problems['state.wrong'].code,
  )
})

test('an order whose time is over is not confirmed, though nothing has ended it yet', async () => {
  const { id } = await added()
  const paramItems = [{ name: 'mainServer', value: '10.1.1.3' }]
  const asked = await world
    .as('carrier')
    .send(sendTerminalCommand, { id, kind: 'setParams', paramItems, reason: '换平台' })
  // as long ago as the job that ends such orders may not have run
  await world.server.db(tx =>
    tx.run(sql`update terminal_commands set expires_at = ${Date.now()}::bigint where id = ${asked.id}`.compile(q)),
  )
  // or the job was there just before
  expect((await second.ask(confirmTerminalCommand, { id: asked.id, version: 1 })).envelope.code).not.toBe(0)
  expect((await listed(id))[0]?.state).not.toBe('queued')
})

test('what waits for a terminal is called off when it goes out of use: nobody confirms it afterwards', async () => {
  const { id } = await added()
  const paramItems = [{ name: 'mainServer', value: '10.1.1.2' }]
  const asked = await world
    .as('carrier')
    .send(sendTerminalCommand, { id, kind: 'setParams', paramItems, reason: '换平台' })
  await world.as('carrier').send(sendTerminalCommand, { id, kind: 'text', content: '请靠边停车' })
  const { version } = await world.as('carrier').send(getTerminal, { id })
  await world.as('carrier').send(moveTerminal, { id, version, move: 'block', reason: '检修' })
  expect((await listed(id)).map(({ state }) => state)).toEqual(['cancelled', 'cancelled'])
  expect((await second.ask(confirmTerminalCommand, { id: asked.id, version: 2 })).envelope.code).toBe(
    problems['state.wrong'].code,
  )
})

test('what no terminal could take is refused at the field', async () => {
  const { id } = await added()
  const ask = async (paramItems: { name: string; value: string }[], kind: 'setParams' | 'locate' = 'setParams') => {
    const { http, envelope } = await world.as('carrier').ask(sendTerminalCommand, { id, kind, paramItems })
    return [http, envelope.message]
  }
  expect(await ask([])).toEqual([400, '参数：请至少填写一项'])
  expect(await ask([{ name: 'nothing', value: '1' }])).toEqual([400, '参数：终端没有这个参数'])
  expect(await ask([{ name: 'reportS', value: '十五' }])).toEqual([400, '参数：缺省汇报间隔：应为整数'])
  expect(await ask([{ name: 'quality', value: '11' }])).toEqual([400, '参数：图像质量：应在 1 至 10 之间'])
  expect(await ask([{ name: 'mainServer', value: '😀' }])).toEqual([400, expect.stringContaining('不能显示的字符')])
  expect(await ask([{ name: 'canId', value: '12' }])).toEqual([400, expect.stringContaining('16 位')])
  const twice = { name: 'reportS', value: '15' }
  expect(await ask([twice, twice])).toEqual([400, '参数：同一参数填写了两次'])
  expect(await ask([twice], 'locate')).toEqual([400, '参数：只有设置参数可以填写'])
})

/** A photo of random bytes as a body, cut into packages. */
function photoOf(bytes: number, cut: number): { data: Buffer; parts: Buffer[] } {
  const data = Buffer.from(Array.from({ length: bytes }, (_, n) => [0xff, 0xd8, 0xff][n] ?? (n * 7919) % 251))
  const location = writeBody(
    { kind: 'location', value: locationOf({ at: Date.now(), place: { lonE6: 109_734_567, latE6: 38_285_390 } }) },
    2013,
  )
  if (isFault(location)) throw new Error('no place')
  const body = writeBody(
    {
      kind: 'media',
      value: { mediaId: 77, type: 0, format: 0, event: 0, channel: 2, location: location.slice(0, 28), data },
    },
    2013,
  )
  if (isFault(body)) throw new Error('no photo')
  const parts: Buffer[] = []
  for (let at = 0; at < body.length; at += cut) parts.push(Buffer.from(body.subarray(at, at + cut)))
  return { data, parts }
}

test('a photo that was asked for comes in packages: a missing one is asked for again, the whole is shown with place and hash', async () => {
  const { id, terminal } = await online()
  await world.as('carrier').send(sendTerminalCommand, { id, kind: 'photo', camera: 2 })
  const { message, serial } = await heard(terminal, 'shoot')
  expect(message).toMatchObject({ value: { channel: 2, count: 1 } })
  terminal.say({ kind: 'shot', value: { serial, result: 0, mediaIds: [77] } })
  await until(async () => (await listed(id))[0]?.state === 'done')
  const { data, parts } = photoOf(5000, 900)
  const first = 4000
  const send = (index: number): void =>
    terminal.write(
      terminal.frame(0x0801, parts[index - 1] ?? Buffer.alloc(0), first + index - 1, { total: parts.length, index }),
    )
  for (const index of [1, 2, 4, 5, 6]) send(index)
  const again = await heard(terminal, 'packagesAsked')
  expect(again.message).toMatchObject({ value: { serial: first, indexes: [3] } })
  send(3)
  expect((await heard(terminal, 'mediaReply')).message).toMatchObject({ value: { mediaId: 77 } })
  const { rows } = await world.as('carrier').send(listTerminalPhotos, { id })
  const sha256 = createHash('sha256').update(data).digest('hex')
  expect(rows).toMatchObject([
    { channel: 2, event: '平台下发拍照', bytes: 5000, sha256, place: '109.734567,38.285390', format: 'JPEG' },
  ])
  const [photo] = rows
  if (!photo) throw new Error('no photo')
  expect((await world.as('carrier').blob(getTerminalPhoto, { id: photo.id })).bytes.equals(data)).toBe(true)
  // the same photo again is there once, and strangers find neither list nor bytes
  for (let index = 1; index <= parts.length; index++) send(index)
  await terminal.until(() =>
    terminal.messages().filter(({ kind }) => kind === 'mediaReply').length > 1 ? true : undefined,
  )
  expect((await world.as('carrier').send(listTerminalPhotos, { id })).rows).toHaveLength(1)
  expect((await world.as('carrier2').ask(listTerminalPhotos, { id })).http).toBe(404)
  expect((await world.as('carrier2').blob(getTerminalPhoto, { id: photo.id })).http).toBe(404)
  terminal.destroy()
}, 30_000)

test('a photo is of the format its bytes say, whatever the terminal says: none but a picture is shown as one', async () => {
  const { id, terminal } = await online()
  const body = Buffer.concat(photoOf(300, 900).parts)
  // behind the facts and the place the bytes of the picture begin
  body.write('<script>', body.length - 300, 'latin1')
  const before = terminal.messages().filter(({ kind }) => kind === 'mediaReply').length
  terminal.send(0x0801, body)
  await terminal.until(
    () => terminal.messages().filter(({ kind }) => kind === 'mediaReply').length > before || undefined,
  )
  const { rows } = await world.as('carrier').send(listTerminalPhotos, { id })
  expect(rows.map(({ format }) => format)).toEqual(['其他'])
  terminal.destroy()
}, 30_000)

test('a gateway that dies in the middle of a photo loses none of it: the next takes the packages that were acknowledged from the log', async () => {
  const { id, phone, terminal } = await online()
  const { data, parts } = photoOf(3000, 900)
  const first = 5000
  const send = (to: Terminal808, index: number): void =>
    to.write(to.frame(0x0801, parts[index - 1] ?? Buffer.alloc(0), first + index - 1, { total: parts.length, index }))
  for (const index of [1, 2]) {
    send(terminal, index)
    expect(await terminal.replied(first + index - 1)).toBe(0)
  }
  await world.cutGateway()
  const back = await world.connect({ phone })
  await back.enter()
  for (let index = 3; index <= parts.length; index++) send(back, index)
  await heard(back, 'mediaReply')
  const { rows } = await world.as('carrier').send(listTerminalPhotos, { id })
  expect(rows).toMatchObject([{ sha256: createHash('sha256').update(data).digest('hex') }])
  back.destroy()
}, 30_000)

test('photos of a terminal beyond a thousand of a day are confirmed and not kept; the next day, and another terminal, are not held by it', async () => {
  const { id, phone, terminal } = await online()
  const body = Buffer.concat(photoOf(300, 900).parts)
  const shown = async (of = id) => (await world.as('carrier').send(listTerminalPhotos, { id: of })).rows.length
  const plant = (at: number) =>
    withClient(world.server.ownerUrl, async client => {
      await client.query(`select set_config('app.reach', 'system', false)`)
      await client.query('delete from terminal_media where terminal_id = $1', [id])
      await client.query(
        `insert into terminal_media (id, terminal_id, terminal_no, media_id, kind, format, event, channel, place, sha256, bytes, body, received_at)
         select (lpad(to_hex($2::bigint), 12, '0') || '7000b000' || lpad(n::text, 12, '0'))::uuid, id, terminal_no, n, 1, 0, 0, 0, '', '', 1, '', $2
         from terminals, generate_series(1, 1000) n where id = $1`,
        [id, at],
      )
    })
  const send = async (to: Terminal808) => {
    const before = to.messages().filter(({ kind }) => kind === 'mediaReply').length
    to.send(0x0801, body)
    await to.until(() => to.messages().filter(({ kind }) => kind === 'mediaReply').length > before || undefined)
  }
  await plant(Date.now() - 3_600_000)
  await send(terminal)
  await send(terminal)
  expect(await shown()).toBe(0)
  expect(world.logged.filter(line => line.includes(`photos of terminal ${phone} are not kept`))).toHaveLength(1)
  const other = await online()
  await send(other.terminal)
  expect(await shown(other.id)).toBe(1)
  await plant(Date.now() - 25 * 3_600_000)
  await send(terminal)
  expect(await shown()).toBe(1)
  terminal.destroy()
  other.terminal.destroy()
}, 30_000)

test('a camera that is none, and a terminal that cannot: the order ends with the reason', async () => {
  const { id, terminal } = await online()
  await world.as('carrier').send(sendTerminalCommand, { id, kind: 'photo' })
  const { serial } = await heard(terminal, 'shoot')
  terminal.say({ kind: 'shot', value: { serial, result: 2 } })
  await until(async () => (await listed(id))[0]?.state === 'unsupported')
  const { http, envelope } = await world.as('carrier').ask(sendTerminalCommand, { id, kind: 'locate', camera: 1 })
  expect([http, envelope.message]).toEqual([400, '通道：只有拍照可以填写'])
  terminal.destroy()
})
