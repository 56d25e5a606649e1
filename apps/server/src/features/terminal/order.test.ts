// Orders to terminals over HTTP and a real gateway: a position at once, parameters, a text; one of a kind at a time, nothing
// lost by a restart and no text sent twice.
import { listTerminalCommands, cancelTerminalCommand, sendTerminalCommand } from '@yunshu/contract/terminal/command'
import { addTerminal, getTerminal, moveTerminal } from '@yunshu/contract/terminal/terminal'
import { problems } from '@yunshu/domain/problems/problems'
import { isFault } from '@yunshu/jt808/fault'
import { writeBody, type Message } from '@yunshu/jt808/message'
import { writeParam } from '@yunshu/jt808/params'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addColleague } from '../../../../../tests/server/colleagues.ts'
import { locationOf, type Terminal808 } from '../../../../../tests/server/terminal808.ts'
import { startTrackWorld, type TrackWorld } from '../../../../../tests/server/trackWorld.ts'
import { until } from '../../../../../tests/server/until.ts'
import { q } from '../../db/tx.ts'
import { asSystem } from '../../work/system.ts'
import { expireCommands } from './order.commands.ts'

let world: TrackWorld
beforeAll(async () => {
  world = await startTrackWorld()
})
afterAll(() => world.stop())

let phones = 13_600_000_000
const added = async (): Promise<{ id: string; phone: string }> => {
  const phone = String(phones++)
  return { phone, ...(await world.as('carrier').send(addTerminal, { terminalPhone: phone })) }
}
const send = (id: string, kind: 'locate' | 'params' | 'text', text?: string) =>
  world.as('carrier').send(sendTerminalCommand, { id, kind, ...(text === undefined ? {} : { content: text }) })
const listed = async (id: string) => (await world.as('carrier').send(listTerminalCommands, { id })).rows
/** Serials of messages of a kind that came down. */
const serialsOf = (terminal: Terminal808, kind: Message['kind']): number[] =>
  terminal.frames.filter((_, i) => terminal.messages()[i]?.kind === kind).map(({ serial }) => serial)
const asked = (terminal: Terminal808, kind: Message['kind'], times = 1): Promise<number> =>
  terminal.until(() => serialsOf(terminal, kind).at(times - 1))
const reply = (terminal: Terminal808, serial: number, id: number, result: number) =>
  terminal.say({ kind: 'terminalReply', value: { serial, id, result } })
const ended = (id: string, state: string, count = 1) =>
  until(async () => (await listed(id)).filter(row => row.state === state).length >= count, `an order is ${state}`)

test('a terminal that is online is asked where it is, and for its parameters; the answer is shown, and who asked stands in its history', async () => {
  const { id, phone } = await added()
  const terminal = await world.connect({ phone })
  await terminal.enter()
  await send(id, 'locate')
  const serial = await asked(terminal, 'locationQuestion')
  const place = { lonE6: 109_734_567, latE6: 38_285_390 }
  // a reply that it came is no answer, and another serial is none of it
  reply(terminal, serial, 0x8201, 0)
  terminal.say({
    kind: 'locationAnswer',
    value: { serial: serial + 7, location: locationOf({ at: Date.now(), place }) },
  })
  terminal.say({
    kind: 'locationAnswer',
    value: { serial, location: locationOf({ at: Date.now(), place, speed: 425 }) },
  })
  await ended(id, 'done')
  const [row] = await listed(id)
  expect(row).toMatchObject({ kind: 'locate', tries: 1, moves: [] })
  expect(row?.answer.slice(1)).toEqual([
    { name: '位置', value: '109.734567,38.285390' },
    { name: '速度(km/h)', value: '42.5' },
  ])
  await send(id, 'params')
  const question = await asked(terminal, 'someParams')
  const item = writeParam('heartbeatS', 60)
  if (!item) throw new Error('no item')
  terminal.say({ kind: 'paramsReply', value: { serial: question, items: [item] } })
  await ended(id, 'done', 2)
  expect((await listed(id))[0]?.answer).toEqual([{ name: '心跳间隔(秒)', value: '60' }])
  // an answer that comes in packages is one as well
  await send(id, 'params')
  const again = await asked(terminal, 'someParams', 2)
  const server = writeParam('mainServer', 'terminals.example.com')
  const body = server && writeBody({ kind: 'paramsReply', value: { serial: again, items: [item, server] } }, 2013)
  if (!body || isFault(body)) throw new Error('no body')
  for (const [n, part] of [body.slice(0, 9), body.slice(9)].entries())
    terminal.write(terminal.frame(0x0104, part, 9000 + n, { total: 2, index: n + 1 }))
  await ended(id, 'done', 3)
  expect((await listed(id))[0]?.answer).toContainEqual({ name: '主服务器地址', value: 'terminals.example.com' })
  const { log } = await world.as('carrier').send(getTerminal, { id })
  expect(log.map(({ action }) => action)).toEqual(expect.arrayContaining(['点名', '查询参数']))
  terminal.destroy()
})

test('a text waits for a terminal that is off, comes once when it is there, and only one of a kind is under way', async () => {
  const { id, phone } = await added()
  const sent = await send(id, 'text', '前方限行，请走 G307')
  expect(sent).toMatchObject({ isOnline: false, expiresAt: expect.any(Number) })
  expect((await listed(id))[0]).toMatchObject({
    state: 'queued',
    text: '前方限行，请走 G307',
    tries: 0,
    moves: ['cancel'],
  })
  const again = await world.as('carrier').ask(sendTerminalCommand, { id, kind: 'text', content: '再来一条' })
  expect(again.envelope.code).toBe(problems['terminal.waiting'].code)
  const two = await Promise.all([1, 2].map(() => world.as('carrier').ask(sendTerminalCommand, { id, kind: 'params' })))
  expect(two.map(({ envelope }) => envelope.code).toSorted((a, b) => a - b)).toEqual([
    0,
    problems['terminal.waiting'].code,
  ])
  const terminal = await world.connect({ phone })
  await terminal.enter()
  const serial = await asked(terminal, 'text')
  expect(terminal.messages().find(one => one.kind === 'text')).toMatchObject({ value: { text: '前方限行，请走 G307' } })
  // one in flight: the question waits for the text
  expect(serialsOf(terminal, 'someParams')).toEqual([])
  reply(terminal, serial, 0x8300, 0)
  await ended(id, 'done')
  reply(terminal, await asked(terminal, 'someParams'), 0x8106, 3)
  await ended(id, 'unsupported')
  expect(serialsOf(terminal, 'text')).toHaveLength(1)
  terminal.destroy()
})

test('a gateway that starts anew asks again what changes nothing, says so, and never sends a text twice', async () => {
  const [written, question] = [await added(), await added()]
  const [first, second] = [
    await world.connect({ phone: written.phone }),
    await world.connect({ phone: question.phone }),
  ]
  const codes = [await first.enter(), await second.enter()]
  await send(written.id, 'text', '请回电')
  await send(question.id, 'locate')
  await Promise.all([asked(first, 'text'), asked(second, 'locationQuestion')])
  await world.cutGateway()
  const [back, again] = [await world.connect({ phone: written.phone }), await world.connect({ phone: question.phone })]
  expect([await back.auth(codes[0] ?? ''), await again.auth(codes[1] ?? '')]).toEqual([0, 0])
  await asked(again, 'locationQuestion')
  await ended(written.id, 'failed')
  expect((await listed(written.id))[0]).toMatchObject({ tries: 1, fault: expect.stringContaining('无法确认') })
  expect(serialsOf(back, 'text')).toEqual([])
  // nobody answers: asked three times in all
  world.passAnswer()
  await asked(again, 'locationQuestion', 2)
  world.passAnswer()
  await ended(question.id, 'failed')
  expect((await listed(question.id))[0]).toMatchObject({ tries: 3, fault: '终端没有应答' })
  for (const terminal of [back, again]) terminal.destroy()
})

test('others find no terminal, whoever may not is refused, and wrong inputs are told at their field', async () => {
  const { id } = await added()
  const ask = async (account: 'carrier' | 'carrier2' | 'shipper', input: object) => {
    const { http, envelope } = await world.as(account).ask(sendTerminalCommand, { id, kind: 'locate', ...input })
    return [http, envelope.message]
  }
  expect((await ask('carrier2', {}))[0]).toBe(404)
  expect((await world.as('carrier2').ask(listTerminalCommands, { id })).http).toBe(404)
  expect((await ask('shipper', {}))[0]).toBe(403)
  const { client } = await addColleague(world.server, {
    account: 'terminal-looker',
    company: 'carrier',
    permits: ['terminal.view'],
    dataScope: 'COMPANY',
  })
  expect((await client.ask(sendTerminalCommand, { id, kind: 'locate' })).http).toBe(403)
  expect(await client.send(listTerminalCommands, { id })).toEqual({ rows: [] })
  for (const input of [{ kind: 'text' }, { kind: 'text', content: '停车😀' }, { kind: 'locate', content: '多余' }])
    expect(await ask('carrier', input)).toEqual([400, expect.stringMatching(/^内容：/)])
  const long = await world
    .as('carrier')
    .ask(sendTerminalCommand, { id, kind: 'text' }, { raw: { content: '长'.repeat(201) } })
  expect([long.http, long.envelope.message]).toEqual([400, expect.stringContaining('不能超过200个字')])
  await world.as('carrier').send(moveTerminal, { id, version: 1, move: 'block', reason: '停用' })
  const blocked = await world.as('carrier').ask(sendTerminalCommand, { id, kind: 'locate' })
  expect(blocked.envelope.code).toBe(problems['terminal.out'].code)
})

test('an order is called off before it is sent, with the version that was seen, and ends when its time is over', async () => {
  const { id } = await added()
  const { id: orderId } = await send(id, 'text', '请回电')
  const cancel = (version: number) => world.as('carrier').ask(cancelTerminalCommand, { id: orderId, version })
  expect((await cancel(2)).http).toBe(409)
  expect((await world.as('carrier2').ask(cancelTerminalCommand, { id: orderId, version: 1 })).http).toBe(404)
  const both = await Promise.all([cancel(1), cancel(1)])
  expect(both.filter(({ envelope }) => envelope.code === 0)).toHaveLength(1)
  expect((await listed(id)).map(({ state }) => state)).toEqual(['cancelled'])
  await send(id, 'text', '请回电')
  await world.server.db(tx =>
    tx.run(
      sql`update terminal_commands set expires_at = ${Date.now() - 1}::bigint where terminal_id = ${id}::uuid`.compile(
        q,
      ),
    ),
  )
  await asSystem(world.server.server.deps, expireCommands)
  expect((await listed(id)).map(({ state }) => state)).toEqual(['expired', 'cancelled'])
  // and another may go down
  await send(id, 'text', '请回电')
})
