// The push connection over a real websocket: who may connect, what arrives, what a resume brings, when it ends.
import { setTimeout as sleep } from 'node:timers/promises'
import { getPushTicket, loginByPost, logout } from '@yunshu/contract/session/session'
import { staleAfter, type Topic } from '@yunshu/contract/topics'
import { pushCloses } from '@yunshu/domain/message/push'
import { v7 } from 'uuid'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { WebSocket, type ClientOptions } from 'ws'
import { q } from '../db/tx.ts'
import { demoPassword } from '../../demo/accounts.ts'
import { demoCompanyId, demoUserId } from '../../demo/people.ts'
import { issueTickets, redeemTickets } from '../features/session/tickets.ts'
import type { PushNote } from '../work/outbox.ts'
import { startTestServer, type Client, type TestServer } from '../../../../tests/server/testServer.ts'
import { connectTo, framesOf, opened, resumeAt, type Line } from '../../../../tests/server/pushLine.ts'

let server: TestServer
const lines: Line[] = []
beforeAll(async () => {
  server = await startTestServer()
})
afterEach(() => {
  for (const { ws } of lines.splice(0)) ws.terminate()
})
afterAll(async () => {
  await server.stop()
})

function connect(query: string, protocol?: string, options: ClientOptions = {}): Line {
  const line = connectTo(server.url, query, protocol, options)
  lines.push(line)
  return line
}
/** As the portal connects: what is pushed before the server knows the connection comes with the resume. */
async function ticketed(client: Client): Promise<Line> {
  const line = await resumeAt(server.url, client)
  lines.push(line)
  return line
}
const byToken = (client: Client, more = ''): Line => connect(`?token=${client.token}${more}`)

const note = (to: PushNote['to'], msg: string, more: Partial<PushNote> = {}): PushNote => ({
  to,
  code: '4',
  title: '提示',
  msg,
  ...more,
})
const pathsOf = (topics: readonly Topic[]): string[] => staleAfter(...topics).map(({ path }) => path)
const push = async (...notes: PushNote[]): Promise<void> => {
  await server.db(tx =>
    tx.run(
      q.insertInto('outbox').values(
        notes.map(({ to, code, title, msg, topics, data, message }) => ({
          id: v7(),
          created_at: Date.now(),
          receivers: JSON.stringify(to),
          frame: JSON.stringify({
            code,
            title,
            msg,
            data: { title, content: msg, ...data, ...(topics ? { topics: pathsOf(topics) } : {}) },
          }),
          message: message ? JSON.stringify(message) : null,
        })),
      ),
    ),
  )
  server.server.deps.wake()
}
const toUser = (account: string, msg: string, more?: Partial<PushNote>): PushNote =>
  note({ users: [demoUserId(account)] }, msg, more)

test('[PU-01] a token with the own tag connects: manager for the platform, the company for others', async () => {
  for (const [account, tag] of [
    ['admin', 'manager'],
    ['shipper', demoCompanyId('shipper')],
    ['branch', demoCompanyId('platform')],
    ['carrier', ''],
  ] as const) {
    const client = await server.login(account)
    const { seq } = await client.send(getPushTicket, {})
    const line = await opened(byToken(client, `&tag=${tag}`))
    // as browsers do: a frame may come before the server has looked up who is there
    line.ws.send(JSON.stringify({ resume: seq }))
    await push(toUser(account, `an ${account}`))
    expect((await framesOf(line, 1)).map(({ msg }) => msg)).toEqual([`an ${account}`])
  }
})

test('[PU-01] a foreign tag is closed with 4403 and hears nothing', async () => {
  const client = await server.login('shipper2')
  for (const tag of ['manager', demoCompanyId('shipper'), 'x']) {
    const line = byToken(client, `&tag=${tag}`)
    expect(await line.closed).toBe(pushCloses.tag)
    expect(line.frames).toEqual([])
  }
})

test('[SE-02] a frame carries code, title, text, data and its number, which grows by one per person', async () => {
  const client = await server.login('shipper3')
  const { seq } = await client.send(getPushTicket, {})
  const line = await ticketed(client)
  await push(
    toUser('shipper3', '邀请', { code: '28', title: '合作邀请', topics: ['goods'], data: { carrierId: 'c1' } }),
    toUser('shipper3', '第二条'),
  )
  const [first, second] = await framesOf(line, 2)
  expect(first).toEqual({
    seq: seq + 1,
    code: '28',
    title: '合作邀请',
    msg: '邀请',
    data: {
      title: '合作邀请',
      content: '邀请',
      receiveUserId: demoUserId('shipper3'),
      topics: pathsOf(['goods']),
      carrierId: 'c1',
    },
  })
  expect(second).toMatchObject({ seq: seq + 2, msg: '第二条' })
})

test('a ticket opens one connection, once, and only within half a minute', async () => {
  const client = await server.login('shipper4')
  const { ticket, seq } = await client.send(getPushTicket, {})
  const first = await opened(connect('', `ticket.${ticket}`))
  expect(first.ws.protocol).toBe(`ticket.${ticket}`)
  // the handshake ends before the ticket is redeemed, so a second one could overtake it: a frame proves that it was
  first.ws.send(JSON.stringify({ resume: seq }))
  await push(toUser('shipper4', 'to the first'))
  await framesOf(first, 1)
  expect(await connect('', `ticket.${ticket}`).closed).toBe(pushCloses.session)
  expect(await connect('', 'ticket.made-up').closed).toBe(pushCloses.session)
  const actor = await server.server.deps.sessions.find(client.token, undefined, Date.now())
  const [late = '', inTime = ''] = [
    ...(await server.db(tx => issueTickets(tx, [{ actor }, { actor }], 1000))).values(),
  ].map(issued => issued.ticket)
  expect((await server.db(tx => redeemTickets(tx, [late], 31_000))).size).toBe(0)
  expect(await server.db(tx => redeemTickets(tx, [inTime, late], 30_999))).toEqual(
    new Map([[inTime, { sessionId: actor.sessionId, userId: actor.userId, tag: actor.companyId }]]),
  )
  expect(JSON.stringify(await server.db(tx => tx.rows(q.selectFrom('push_tickets').selectAll())))).not.toContain(inTime)
})

test('a session that asks for many tickets at once gets a different one each time, and none is kept in the clear', async () => {
  const client = await server.login('shipper4')
  const issued = await Promise.all(
    Array.from({ length: 20 }, () => client.send(getPushTicket, {}, { key: 'the-same-key-again' })),
  )
  expect(new Set(issued.map(({ ticket }) => ticket)).size).toBe(20)
  const kept = await server.db(async tx => [
    await tx.rows(q.selectFrom('idempotency').selectAll()),
    await tx.rows(q.selectFrom('push_tickets').selectAll()),
    await tx.rows(q.selectFrom('audit_log').selectAll()),
  ])
  for (const { ticket } of issued) expect(JSON.stringify(kept)).not.toContain(ticket)
})

test('a foreign origin is refused in the handshake, the own one and programs without any are not', async () => {
  const token = `?token=${(await server.login('shipper5')).token}`
  for (const origin of ['https://evil.example', 'null', 'http://localhost:1', `${server.url}.evil.example`])
    expect(await connect(token, undefined, { origin }).refused).toBe(403)
  await opened(connect(token, undefined, { origin: server.url }))
  await opened(connect(token))
})

test('another address is no push address', async () => {
  const ws = new WebSocket(`${server.url.replace('http', 'ws')}/other`)
  ws.on('error', () => {})
  expect(
    await new Promise(resolve => {
      ws.on('unexpected-response', (request, response) => {
        request.destroy()
        resolve(response.statusCode)
      })
    }),
  ).toBe(404)
})

test('no token, a false one, and a bound token without its binder are closed with 4401', async () => {
  expect(await connect('').closed).toBe(pushCloses.session)
  expect(await connect(`?token=${'a'.repeat(22)}-${'b'.repeat(43)}`).closed).toBe(pushCloses.session)
  const { data, headers } = await server.anonymous().ask(loginByPost, { account: 'shipper6', password: demoPassword })
  const Cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
  await opened(connect(`?token=${data.id}`, undefined, { headers: { Cookie } }))
  await sleep(300)
  expect(await connect(`?token=${data.id}`).closed).toBe(pushCloses.session)
})

test('a connection ends with 4401 within a second of logout, revocation or disabling', async () => {
  const ways: ((client: Client) => Promise<unknown>)[] = [
    client => client.send(logout, {}),
    () =>
      server.db(tx =>
        tx.run(q.updateTable('sessions').set({ revoked_at: Date.now() }).where('user_id', '=', demoUserId('carrier2'))),
      ),
    () => server.db(tx => tx.run(q.updateTable('users').set({ state: 'disabled' }).where('account', '=', 'carrier2'))),
  ]
  for (const end of ways) {
    const client = await server.login('carrier2')
    const line = await ticketed(client)
    await sleep(100)
    await end(client)
    expect(await Promise.race([line.closed, sleep(1000, 'still open')])).toBe(pushCloses.session)
  }
})

test('a resume brings everything missed, in order, once, while new frames keep coming', async () => {
  const client = await server.login('carrier3')
  const before = await ticketed(client)
  await push(toUser('carrier3', 'seen'))
  const last = (await framesOf(before, 1))[0]?.seq ?? 0
  before.ws.close()
  await before.closed
  await push(...Array.from({ length: 120 }, (_, i) => toUser('carrier3', `missed ${i}`)))
  const after = connect('', `ticket.${(await client.send(getPushTicket, {})).ticket}`)
  after.ws.once('open', () => {
    after.ws.send(JSON.stringify({ resume: last }))
  })
  await opened(after)
  for (let i = 0; i < 5; i++) await push(toUser('carrier3', `new ${i}`))
  const got = await framesOf(after, 125)
  expect(got.map(({ seq }) => seq)).toEqual(Array.from({ length: 125 }, (_, i) => last + 1 + i))
})

test('what is no longer kept, or too much, or from another life becomes one hint to read anew', async () => {
  const client = await server.login('carrier4')
  const { seq } = await client.send(getPushTicket, {})
  await push(...Array.from({ length: 3 }, (_, i) => toUser('carrier4', `old ${i}`)))
  await expect.poll(async () => (await client.send(getPushTicket, {})).seq).toBe(seq + 3)
  await server.db(tx =>
    tx.run(
      q
        .deleteFrom('inbox')
        .where('user_id', '=', demoUserId('carrier4'))
        .where('seq', '=', seq + 1),
    ),
  )
  for (const resume of [seq, seq + 99]) {
    const line = await ticketed(client)
    line.ws.send(JSON.stringify({ resume }))
    expect(await framesOf(line, 1)).toEqual([
      {
        seq: seq + 3,
        code: '0',
        title: '消息已更新',
        msg: expect.stringContaining('刷新'),
        data: expect.objectContaining({ refresh: true }),
      },
    ])
    await push(toUser('carrier4', 'after the hint'))
    expect((await framesOf(line, 2))[1]).toMatchObject({ msg: 'after the hint' })
    line.ws.close()
    await line.closed
    await server.db(tx =>
      tx.run(
        q
          .updateTable('users')
          .set({ push_seq: seq + 3 })
          .where('account', '=', 'carrier4'),
      ),
    )
    await server.db(tx =>
      tx.run(
        q
          .deleteFrom('inbox')
          .where('user_id', '=', demoUserId('carrier4'))
          .where('seq', '>', seq + 3),
      ),
    )
  }
})

test('reload codes carry a wait of their own for each person, below half a minute', async () => {
  const lines = await Promise.all(
    ['carrier5', 'carrier6', 'carrier7'].map(async account => ticketed(await server.login(account))),
  )
  await push(
    note({ users: ['carrier5', 'carrier6', 'carrier7'].map(demoUserId) }, '请刷新', { code: '34' }),
    toUser('carrier5', '无需等待'),
  )
  const waits = await Promise.all(lines.map(async line => (await framesOf(line, 1))[0]?.data.delayMs ?? -1))
  for (const wait of waits) expect(wait).toSatisfy((ms: number) => ms >= 0 && ms < 30_000)
  expect(new Set(waits).size).toBe(3)
  expect((await framesOf(lines[0] ?? connect(''), 2))[1]?.data).not.toHaveProperty('delayMs')
})

test('five connections per person; the sixth is turned away and the others stay', async () => {
  const client = await server.login('carrier8')
  const five = [
    await ticketed(client),
    await ticketed(client),
    await ticketed(client),
    await ticketed(client),
    await ticketed(client),
  ]
  // a frame proves that the server knows the connection
  await push(toUser('carrier8', 'to all five'))
  for (const line of five) expect(await framesOf(line, 1)).toHaveLength(1)
  expect(await byToken(client).closed).toBe(pushCloses.tooMany)
  five[0]?.ws.close()
  await five[0]?.closed
  // the server hears of the end a moment later
  await expect
    .poll(
      async () => {
        const again = await ticketed(client)
        await push(toUser('carrier8', 'to who came back'))
        return Promise.race([again.closed, framesOf(again, 1).then(([frame]) => frame?.msg)])
      },
      { interval: 200 },
    )
    .toBe('to who came back')
  for (const line of five.slice(1)) expect((await framesOf(line, 2))[1]?.msg).toBe('to who came back')
})

test('a browser may say only resume, in twenty messages a minute of at most 4 KB', async () => {
  const client = await server.login('shipper')
  for (const said of ['hello', '{"resume":-1}', '{"resume":1.5}', '{"resume":1,"more":1}', '[]', Buffer.from([1, 2])]) {
    const line = await ticketed(client)
    line.ws.send(said)
    expect(await line.closed).toBe(pushCloses.badMessage)
  }
  const large = await ticketed(client)
  large.ws.send('x'.repeat(4097))
  expect(await large.closed).toBe(1009)
  const talker = await ticketed(client)
  for (let i = 0; i < 21; i++) talker.ws.send('{"resume":0}')
  expect(await talker.closed).toBe(pushCloses.tooMany)
})

test('the push address and its token never reach a log line', () => {
  const lines = server.logged.join('\n')
  expect(lines).not.toContain('token=')
  expect(lines).not.toContain('ticket.')
})
