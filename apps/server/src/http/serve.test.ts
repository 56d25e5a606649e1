// The glue between wire and handlers, over HTTP: what reaches a handler, and what each refusal looks like.
import { randomUUID } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { get } from 'node:http'
import { connect, Socket } from 'node:net'
import { getUnread, setRead } from '@yunshu/contract/message/message'
import { getSettings, saveDraft, saveSetting } from '@yunshu/contract/session/session'
import { listWaybills } from '@yunshu/contract/waybill/waybill'
import { addVehicle, listVehicles } from '@yunshu/contract/fleet/vehicle'
import { problems } from '@yunshu/domain/problems/problems'
import { grams } from '@yunshu/domain/figures/weight'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { q } from '../db/tx.ts'
import { startTestServer, type Client, type TestServer } from '../../../../tests/server/testServer.ts'
import { formByRule } from '../../../../tests/wire/ruleClient.ts'
import { personLimits } from './personTurns.ts'

let server: TestServer
let carrier: Client
beforeAll(async () => {
  server = await startTestServer({ METRICS_TOKEN: 'token-of-the-metrics' })
  carrier = await server.login('carrier')
})
afterAll(() => server.stop())

const code = (name: keyof typeof problems): number => problems[name].code
const later = Date.now() + 9e10
const truck = (plate: string) => ({
  plate,
  plateColor: '2',
  typeCode: 'H11',
  energy: 'B',
  tonnageG: grams(30_000_000),
  grossG: grams(49_000_000),
  transportCertNo: '130102000001',
  transportCertExpiry: later,
  licenceExpiry: later,
})

test('every answer wears the envelope, a request id and no-store', async () => {
  const answer = await carrier.ask(getUnread, {})
  expect(answer.http).toBe(200)
  expect(Object.keys(answer.envelope).sort()).toEqual(['code', 'data', 'message'])
  expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]{16}$/)
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('[CL-01] a call without URLFlag: web is refused, and so is one without a token', async () => {
  expect((await carrier.ask(getUnread, {}, { headers: { URLFlag: 'app' } })).envelope.code).toBe(code('request.client'))
  const nobody = await server.anonymous().ask(getUnread, {})
  expect([nobody.http, nobody.envelope.code]).toEqual([401, code('session.none')])
})

test('[CL-03] the server refuses a wrong sign, a changed parameter, and a clock more than 300 s off, telling its own time', async () => {
  expect((await carrier.ask(getUnread, {}, { unsigned: { sign: '0'.repeat(32) } })).envelope.code).toBe(
    code('request.sign'),
  )
  expect((await carrier.ask(listVehicles, { limit: 5 }, { unsigned: { limit: '6' } })).envelope.code).toBe(
    code('request.sign'),
  )
  const late = await carrier.ask(getUnread, {}, { raw: { timestamp: String(Date.now() - 301_000) } })
  expect([late.http, late.envelope.code]).toEqual([400, code('request.skew')])
  expect(Math.abs((late.envelope.data as { serverTime: number }).serverTime - Date.now())).toBeLessThan(5000)
})

test('[CL-03] numbers=[] travels, counts for nothing in the sign, and asks for all', async () => {
  const params = { timestamp: Date.now(), token: carrier.token, numbers: [], ids: [], limit: 5 }
  const query = formByRule(params, server.server.deps.config.signSecret)
  expect(query).toContain('numbers=%5B%5D')
  const answer = await fetch(`${server.url}${listWaybills.path}?${query}`, {
    headers: { URLFlag: 'web', Authorization: carrier.token ?? '' },
  })
  expect([answer.status, await answer.json()]).toMatchObject([200, { code: 0 }])
})

test('[CL-02] operatorAccount, operatorName and branchCompanyId are never an identity: a forged one is refused', async () => {
  for (const raw of [{ operatorAccount: 'admin' }, { operatorName: '平台管理员' }, { branchCompanyId: randomUUID() }])
    expect((await carrier.ask(getUnread, {}, { raw })).envelope.code, JSON.stringify(raw)).toBe(code('identity.forged'))
})

test('[CL-04] a body that is not exactly a form is refused', async () => {
  for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded; charset=gbk']) {
    const answer = await carrier.ask(setRead, {}, { headers: { 'Content-Type': type } })
    expect(answer.http, type).toBe(415)
  }
})

test('an unknown field, a wrong kind and a missing field are told at the field, in Chinese', async () => {
  const unknown = await carrier.ask(listVehicles, {}, { raw: { isAdmin: 'true' } })
  expect([unknown.http, unknown.envelope.code]).toEqual([400, code('request.field')])
  const wrong = await carrier.ask(listVehicles, {}, { raw: { limit: '1e2' } })
  expect(wrong.envelope.message).toBe('每页条数应为整数')
  const missing = await carrier.ask(addVehicle, truck('冀A00001'), { raw: { plate: '' } })
  expect(missing.envelope.message).toBe('车牌号不能为空')
  expect((missing.envelope.data as { fields: Record<string, string> }).fields).toHaveProperty('plate')
})

test('numbers and flags are never coerced', async () => {
  for (const limit of ['01', '+5', ' 5', '5.0', '0x5', 'true', '9007199254740993'])
    expect((await carrier.ask(listVehicles, {}, { raw: { limit } })).http, limit).toBe(400)
})

test('a repeated key answers what the first answered, with one effect; with another content it is refused', async () => {
  const key = randomUUID()
  const first = await carrier.send(addVehicle, truck('冀A00002'), { key })
  expect(await carrier.send(addVehicle, truck('冀A00002'), { key })).toEqual(first)
  const other = await carrier.ask(addVehicle, truck('冀A00003'), { key })
  expect([other.http, other.envelope.code]).toEqual([409, code('key.reused')])
  expect((await carrier.send(listVehicles, { text: '冀A0000' })).rows).toHaveLength(1)
})

test('100 keys, each submitted 64 times at once, have 100 effects and 64 equal answers each', async () => {
  for (let i = 0; i < 100; i++) {
    const key = randomUUID()
    const plate = `冀B${String(i).padStart(5, '0')}`
    const answers = await Promise.all(Array.from({ length: 64 }, () => carrier.ask(addVehicle, truck(plate), { key })))
    expect(new Set(answers.map(answer => JSON.stringify(answer.envelope))).size, plate).toBe(1)
    expect(answers[0]?.envelope.code).toBe(0)
  }
  const made = await server.db(tx =>
    tx.one(
      q
        .selectFrom('vehicles')
        .select(sql<number>`count(*)`.as('n'))
        .where('plate', 'like', '冀B%'),
    ),
  )
  expect(made.n).toBe(100)
})

test('a write leaves exactly one audit row, a refused one none', async () => {
  const count = () =>
    server.db(tx =>
      tx.one(
        q
          .selectFrom('audit_log')
          .select(sql<number>`count(*)`.as('n'))
          .where('action', '=', addVehicle.path),
      ),
    )
  const before = (await count()).n
  await carrier.send(addVehicle, truck('冀A00005'))
  await carrier.ask(addVehicle, truck('冀A00005'))
  expect((await count()).n).toBe(before + 1)
})

test('a handler of a read cannot write, whatever it tries', async () => {
  await expect(server.server.deps.reads.query(`insert into installation values ('x', 'y')`)).rejects.toThrow(
    /read-only/,
  )
})

test('deep, broken and hostile JSON in a parameter is a clear 400', async () => {
  for (const lines of ['['.repeat(5000), '{"a":', String.raw`["\ud800"]`, '{"__proto__":{}}']) {
    const answer = await carrier.ask(listVehicles, {}, { raw: { lines } })
    expect(answer.http, lines.slice(0, 20)).toBe(400)
  }
})

test('text with emoji, right-to-left marks and rare Han goes in and comes out unchanged', async () => {
  const body = '𠮷野家 🚚 \u202Eabc\u200B &=+%'
  await carrier.send(saveDraft, { form: 'goods/publish', body })
  await carrier.send(saveSetting, { key: 'lists', value: body })
  expect((await carrier.send(getSettings, {})).lists).toBe(body)
})

test('an address that is not ours answers the envelope of 404, and so does a wrong method', async () => {
  for (const [method, path] of [
    ['GET', '/auth/v1/nothing'],
    ['POST', '/auth/v1/message/unread'],
    ['DELETE', '/v1/login'],
    ['GET', '/.well-known/security.txt'],
  ]) {
    const response = await fetch(server.url + path, { method: method ?? 'GET' })
    expect(response.status, `${method} ${path}`).toBe(404)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toMatchObject({ code: code('address.none') })
  }
})

test('OpenAPI is made from the calls that are mounted', async () => {
  const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { 'x-permit': string }>>
  }
  expect(document.paths['/auth/v1/newGetWaybillList']?.['get']?.['x-permit']).toBe('waybill.view')
  expect(Object.keys(document.paths).length).toBeGreaterThan(40)
})

test('answers of calls are never read as anything but JSON, refused ones too', async () => {
  const answers = [await carrier.ask(getUnread, {}), await server.anonymous().ask(getUnread, {})]
  expect(answers.map(({ http }) => http)).toEqual([200, 401])
  for (const { headers } of answers) {
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-type')).toMatch(/^application\/json/)
  }
})

test('whatever a browser may show carries the headers of a page: also what is not there', async () => {
  for (const path of ['/healthz', '/files/nothing', '/nothing', '/auth/v1/nothing', '/regions/nothing.json']) {
    const { headers } = await fetch(server.url + path, { headers: { Accept: 'text/html' } })
    expect(headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'")
    expect(headers.get('x-content-type-options'), path).toBe('nosniff')
    expect(headers.get('x-request-id'), path).toMatch(/^[\w-]{16}$/)
  }
})

test('no two requests have one number', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => carrier.ask(getUnread, {})))
  expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(20)
})

test('responses carry the headers that keep a browser safe', async () => {
  const { headers } = await fetch(`${server.url}/config.json`)
  expect(headers.get('content-security-policy')).toContain("script-src 'self'")
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
})

test('a proxy that hides addresses, loses upgrades or changes the host was never told of: one line each says what to add', async () => {
  const before = server.logged.length
  const { host } = new URL(server.url)
  const push = (headers: Record<string, string>) =>
    new Promise<void>(resolve => {
      const socket = connect(Number(new URL(server.url).port), 'localhost').on('close', () => resolve())
      const head = { Host: host, Connection: 'Upgrade', Upgrade: 'websocket', ...headers }
      const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`)
      socket.on('data', () => socket.destroy()).write(`GET /push HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    })
  const own = {
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    Origin: `http://${host}`,
  }
  await push(own)
  await fetch(`${server.url}/healthz`)
  const lines = (): string[] => server.logged.slice(before).filter(line => /TRUST_PROXY|WebSocket|ORIGINS/.test(line))
  expect(lines()).toEqual([])
  for (let again = 0; again < 2; again++) {
    await fetch(`${server.url}/healthz`, { headers: { 'X-Forwarded-For': '203.0.113.9' } })
    await fetch(`${server.url}/push?ticket=x`)
    await push({ ...own, Origin: 'https://tms.example.com' })
  }
  expect(lines().map(line => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    expect.stringContaining('TRUST_PROXY=1'),
    expect.stringContaining('proxy_set_header Upgrade $http_upgrade'),
    expect.stringMatching(/^推送连接被拒绝：页面来自 https:\/\/tms\.example\.com，.*proxy_set_header Host \$http_host/),
  ])
})

test('figures of the inside were open to everybody behind a proxy of the same machine: they need the token', async () => {
  const ask = (url: string, headers: Record<string, string> = {}) => fetch(`${url}/metrics`, { headers })
  const refused = await Promise.all([
    ask(server.url),
    ask(server.url, { Authorization: 'Bearer token-of-the-metric' }),
    ask(server.url, { Authorization: 'token-of-the-metrics' }),
  ])
  expect(refused.map(({ status }) => status)).toEqual([404, 404, 404])
  const told = await ask(server.url, { Authorization: 'Bearer token-of-the-metrics' })
  expect([told.status, await told.text()]).toEqual([200, expect.stringContaining('process_cpu_seconds_total')])
})

test('a connection opened ahead, on which nothing was ever asked, does not hold up the stop', async () => {
  const own = await startTestServer({}, true)
  const { port, hostname } = new URL(own.url)
  const ahead = connect(Number(port), hostname).on('error', () => undefined)
  await once(ahead, 'connect')
  const closed = once(ahead, 'close')
  // connections are accepted in their order: once this one is answered, the first is known
  await fetch(`${own.url}/healthz`)
  // without a token of their own, nobody's token opens them
  expect((await fetch(`${own.url}/metrics`, { headers: { Authorization: 'Bearer undefined' } })).status).toBe(404)
  await own.stop()
  await closed
})

test('lists of a page that was left held up the next one: a read that waits its turn is not made once its asker is gone', async () => {
  const { deps } = server.server
  const { id } = await server.db(tx => tx.one(q.selectFrom('users').select('id').where('account', '=', 'carrier')))
  let taken = 0
  deps.reads.on('acquire', () => {
    taken += 1
  })
  await carrier.send(listWaybills, {})
  // the session has been looked up by now
  taken = 0
  await carrier.send(listWaybills, {})
  const alone = taken
  const ends: (() => void)[] = []
  const under = Array.from({ length: personLimits.heavy.together }, () =>
    deps.turns(id, listWaybills, () => new Promise<void>(resolve => ends.push(resolve))),
  )
  const turns = vi.spyOn(deps, 'turns')
  const sockets: Socket[] = []
  const note = (message: unknown): void => {
    if (message instanceof Object && 'socket' in message && message.socket instanceof Socket)
      sockets.push(message.socket)
  }
  subscribe('http.server.request.start', note)
  const query = formByRule({ timestamp: Date.now(), token: carrier.token }, deps.config.signSecret)
  const left = get(`${server.url}${listWaybills.path}?${query}`, {
    headers: { URLFlag: 'web', Authorization: carrier.token ?? '' },
    agent: false,
  }).on('error', () => undefined)
  await expect.poll(() => turns.mock.calls.length).toBe(1)
  unsubscribe('http.server.request.start', note)
  const gone = sockets.map(socket => once(socket, 'close'))
  left.destroy()
  await Promise.all(gone)
  taken = 0
  const next = carrier.send(listWaybills, {})
  await expect.poll(() => turns.mock.calls.length).toBe(2)
  for (const end of ends) end()
  await Promise.all([...under, next])
  expect([gone.length, taken]).toEqual([1, alone])
  turns.mockRestore()
})
