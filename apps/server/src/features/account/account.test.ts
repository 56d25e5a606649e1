// One's own account over HTTP: a new password and what it ends, sessions and their end, history of logins.
import {
  changePassword,
  endOtherSessions,
  endSession,
  getAccount,
  listLogins,
  listSessions,
  spendPasswordLink,
} from '@yunshu/contract/session/account'
import { getJurisdiction, getSettings, loginByPost } from '@yunshu/contract/session/session'
import { resetPassword } from '@yunshu/contract/staff/staff'
import { pushCloses } from '@yunshu/domain/message/push'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { setTimeout as sleep } from 'node:timers/promises'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { q, reading, systemReach } from '../../db/tx.ts'
import { demoPassword } from '../../../demo/accounts.ts'
import { demoUserId } from '../../../demo/people.ts'
import { hashPassword, nobodysHash, verifyPassword } from '../session/password.commands.ts'
import {
  startTestServer,
  type Client,
  type SendOptions,
  type TestServer,
} from '../../../../../tests/server/testServer.ts'
import { purgeLogins } from './account.jobs.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const good = 'Kranich-7-Boot'
const signIn = (account: string, password: string, options?: SendOptions) =>
  server.anonymous().ask(loginByPost, { account, password }, options)
const opens = async (client: Client) => (await client.ask(getSettings, {})).envelope.code === 0
const fieldsOf = (data: unknown) => (data as { fields?: Record<string, string> } | null)?.fields
const setUser = (
  account: string,
  row: Partial<{ must_change_password: boolean; password_changed_at: number; password_hash: string }>,
) => server.db(tx => tx.run(q.updateTable('users').set(row).where('account', '=', account)))
const failuresOf = async (account: string) =>
  (await server.db(tx => tx.rows(q.selectFrom('login_failures').select('at').where('account', '=', account)))).length
const logOf = (account: string) =>
  server.db(tx =>
    tx.rows(q.selectFrom('login_log').selectAll().where('user_id', '=', demoUserId(account)).orderBy('id')),
  )

describe('a new password', () => {
  it('signs in from then on, ends every other session within a second, keeps this one, and is told to the person', async () => {
    const [mine, other] = [await server.login('shipper6'), await server.login('shipper6')]
    expect([await opens(mine), await opens(other)]).toEqual([true, true])
    await mine.send(changePassword, { oldPassword: demoPassword, newPassword: good })
    await sleep(1000)
    expect((await other.ask(getSettings, {})).envelope).toMatchObject({
      code: -2,
      message: '您的账号已在别处退出或权限已变更，请重新登录',
    })
    expect(await opens(mine)).toBe(true)
    expect((await signIn('shipper6', demoPassword)).envelope.code).toBe(1001)
    expect((await signIn('shipper6', good)).envelope.code).toBe(0)
    const told = () =>
      server.db(tx =>
        tx.rows(
          q.selectFrom('messages').select(['kind', 'title', 'path']).where('user_id', '=', demoUserId('shipper6')),
        ),
      )
    await expect.poll(told).toEqual([{ kind: 'system', title: '密码已修改', path: '/account/security' }])
    const account = await mine.send(getAccount, {})
    expect((account.passwordExpiresAt ?? 0) - (account.passwordChangedAt ?? 0)).toBe(90 * DAY_MS)
  })

  it('closes the push connection of the others within a second, and leaves this one open', async () => {
    const [mine, other] = [await server.login('shipper5-finance'), await server.login('shipper5-finance')]
    const connect = async (client: Client) => {
      const socket = new WebSocket(`${server.url.replace('http', 'ws')}/push?token=${client.token ?? ''}`)
      const end: { at?: number; code?: number } = {}
      socket.on('close', code => Object.assign(end, { at: Date.now(), code }))
      await new Promise((resolve, reject) => {
        socket.on('open', resolve).on('error', reject)
      })
      return { socket, end }
    }
    const [here, there] = [await connect(mine), await connect(other)]
    // both connections are welcomed
    await sleep(300)
    expect([here.end.code, there.end.code]).toEqual([undefined, undefined])
    await mine.send(changePassword, { oldPassword: demoPassword, newPassword: good })
    const changedAt = Date.now()
    await vi.waitFor(
      () => {
        expect(there.end.code).toBe(pushCloses.session)
      },
      { timeout: 3000, interval: 20 },
    )
    expect((there.end.at ?? 0) - changedAt).toBeLessThan(1000)
    expect(here.end.code).toBeUndefined()
    here.socket.terminate()
  })

  it.each([
    ['short', 'Kx#4567', '应为8–64个字符'],
    ['of two kinds', 'kranichboot7', '大写字母、小写字母、数字、符号至少要有3种'],
    ['the account backwards', 'x-thgierf-6reppihs-A', '不能含有账号'],
    ['common', 'P@ssw0rd2026', '太常见'],
    ['holding the company', '渤海化肥Truck#7', '不能含有账号'],
    ['the old one', demoPassword, '不能与当前密码相同'],
  ])('is refused when it is %s, at its field', async (_what, newPassword, fault) => {
    const account = 'shipper6-freight'
    await setUser(account, { password_hash: await hashPassword(demoPassword) })
    const client = await server.login(account)
    const { http, envelope } = await client.ask(changePassword, { oldPassword: demoPassword, newPassword })
    expect([http, fieldsOf(envelope.data)?.['newPassword']]).toEqual([400, expect.stringContaining(fault)])
    expect((await signIn(account, demoPassword)).envelope.code).toBe(0)
  })

  it('may not be one of the last five, the present one among them, and may be the sixth', async () => {
    const client = await server.login('carrier7')
    const used = [demoPassword, ...Array.from({ length: 5 }, (_, i) => `Kranich-${i}-Boot`)]
    for (const [i, newPassword] of used.slice(1).entries())
      await client.send(changePassword, { oldPassword: used[i] ?? '', newPassword })
    const present = used[5] ?? ''
    for (const newPassword of used.slice(1, 5)) {
      const { envelope } = await client.ask(changePassword, { oldPassword: present, newPassword })
      expect(fieldsOf(envelope.data)).toEqual({ newPassword: '不能使用最近5次用过的密码' })
    }
    await client.send(changePassword, { oldPassword: present, newPassword: demoPassword })
    const kept = await server.db(tx =>
      tx.rows(q.selectFrom('password_history').select('created_at').where('user_id', '=', demoUserId('carrier7'))),
    )
    expect(kept).toHaveLength(5)
  })

  it('needs the old one: a wrong one is refused at its field and counts as a failed login, five lock both', async () => {
    const client = await server.login('carrier6')
    const wrong = () => client.ask(changePassword, { oldPassword: 'wrong', newPassword: good })
    for (let i = 1; i <= 5; i++) {
      const { http, envelope } = await wrong()
      expect([http, envelope.code, fieldsOf(envelope.data)]).toEqual([200, 1007, { oldPassword: '密码不正确' }])
      expect(await failuresOf('carrier6')).toBe(i)
    }
    const { http, envelope, headers } = await client.ask(changePassword, {
      oldPassword: demoPassword,
      newPassword: good,
    })
    expect([http, envelope.code]).toEqual([429, 1002])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(29 * 60)
    expect((await signIn('carrier6', demoPassword)).envelope.code).toBe(1002)
  })

  it('is guessed at in turn: many at once are no more than five, and a right one takes back only its own count', async () => {
    const client = await server.login('carrier5')
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        client.ask(changePassword, { oldPassword: `guess ${i}`, newPassword: good }),
      ),
    )
    const codes = answers.map(({ envelope }) => envelope.code)
    expect([1007, 1002].map(code => codes.filter(each => each === code).length)).toEqual([5, 7])
    await server.db(tx => tx.run(q.deleteFrom('login_failures').where('account', '=', 'carrier5')))
    await client.ask(changePassword, { oldPassword: 'wrong', newPassword: good })
    await client.ask(changePassword, { oldPassword: demoPassword, newPassword: 'weak' })
    expect(await failuresOf('carrier5')).toBe(1)
  })

  it('happens once per key, and a repeated key is refused: of a call with secrets nothing is kept to answer from', async () => {
    const client = await server.login('shipper5')
    const input = { oldPassword: demoPassword, newPassword: good }
    const key = 'repeat-password-1'
    await client.send(changePassword, input, { key })
    expect((await client.ask(changePassword, input, { key })).envelope).toMatchObject({
      code: 4092,
      message: '该操作已提交过，请刷新查看结果',
    })
    const kept = await server.db(tx => tx.one(q.selectFrom('idempotency').selectAll().where('key', '=', key)))
    expect([kept.answer, kept.request_hash.length]).toEqual([null, 0])
    // a wrong one uses its key up too, and stays counted
    await client.ask(changePassword, { oldPassword: 'wrong', newPassword: good }, { key: 'repeat-password-2' })
    expect(
      (await client.ask(changePassword, { oldPassword: 'wrong', newPassword: good }, { key: 'repeat-password-2' }))
        .envelope.code,
    ).toBe(4092)
    expect(await failuresOf('shipper5')).toBe(1)
  })

  it('was hashed inside a transaction, which kept its connection and locks: neither hash nor comparison starts there', async () => {
    const held = 'a password is hashed while a database connection is held'
    const { reads } = server.server.deps
    await expect(server.db(() => hashPassword(good))).rejects.toThrow(held)
    await expect(server.db(() => verifyPassword(nobodysHash, good))).rejects.toThrow(held)
    await expect(reading(reads, systemReach, () => hashPassword(good))).rejects.toThrow(held)
    // work after a transaction is outside of it
    await server.db(async () => {})
    expect(await verifyPassword(await hashPassword(good), good)).toBe(true)
  })

  it('asked for twice at once with other words: one is it, the other finds that the old one is no more', async () => {
    const account = 'carrier5-finance'
    const client = await server.login(account)
    const wishes = ['Kranich-8-Boot', 'Kranich-9-Boot']
    const answers = await Promise.all(
      wishes.map(newPassword => client.ask(changePassword, { oldPassword: demoPassword, newPassword })),
    )
    const codes = answers.map(({ envelope }) => envelope.code)
    expect(codes.toSorted((a, b) => a - b)).toEqual([0, 1007])
    expect((await signIn(account, wishes[codes.indexOf(0)] ?? '')).envelope.code).toBe(0)
  })

  it('follows the other policy where the installation says so: long is enough, common is not', async () => {
    const asvs = await startTestServer({ PASSWORD_POLICY: 'asvs' })
    try {
      const client = await asvs.login('shipper6')
      await asvs.db(tx =>
        tx.run(
          q
            .updateTable('users')
            .set({ password_changed_at: Date.now() - 900 * DAY_MS })
            .where('account', '=', 'shipper6'),
        ),
      )
      expect((await asvs.login('shipper6')).token).toBeDefined()
      expect(
        fieldsOf(
          (await client.ask(changePassword, { oldPassword: demoPassword, newPassword: 'qwertyuiop' })).envelope.data,
        )?.['newPassword'],
      ).toContain('太常见')
      await client.send(changePassword, { oldPassword: demoPassword, newPassword: 'kranichbootnebel' })
      await client.send(changePassword, { oldPassword: 'kranichbootnebel', newPassword: demoPassword })
      expect(await client.send(getAccount, {})).not.toHaveProperty('passwordExpiresAt')
      expect(await (await fetch(`${asvs.url}/config.json`)).json()).toMatchObject({ passwordPolicy: 'asvs' })
    } finally {
      await asvs.stop()
    }
  })
})

describe('sessions', () => {
  it('are listed for their owner alone, this one first, with the device in words', async () => {
    const chrome =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
    await server.login('carrier2')
    await signIn('carrier2', demoPassword, { headers: { 'User-Agent': chrome } })
    const mine = await server.login('carrier2')
    const { rows } = await mine.send(listSessions, {})
    expect(rows.map(({ device, isThis, ip }) => [device, isThis, ip])).toEqual([
      ['其他程序', true, '127.0.0.1'],
      ['Chrome 浏览器 · Windows', false, '127.0.0.1'],
      ['其他程序', false, '127.0.0.1'],
    ])
    expect((await (await server.login('carrier3')).send(listSessions, {})).rows).toHaveLength(1)
  })

  it('end one by one, at once; one of somebody else, an ended and an unknown one are not found alike', async () => {
    const [mine, other, stranger] = [
      await server.login('shipper3'),
      await server.login('shipper3'),
      await server.login('shipper4'),
    ]
    await opens(other)
    const idOf = async (client: Client) => (await client.send(listSessions, {})).rows.find(row => row.isThis)?.id ?? ''
    const id = await idOf(other)
    const refused = [await mine.ask(endSession, { id: await idOf(stranger) }), await mine.ask(endSession, { id: v7() })]
    await mine.send(endSession, { id })
    refused.push(await mine.ask(endSession, { id }))
    for (const { http, envelope } of refused)
      expect([http, envelope]).toEqual([404, { code: 4041, message: '记录不存在或已被删除', data: null }])
    await sleep(1000)
    expect([await opens(mine), await opens(other), await opens(stranger)]).toEqual([true, false, true])
    expect((await mine.send(listSessions, {})).rows).toHaveLength(1)
  })

  it('all others end together, and the count is told', async () => {
    const clients = await Promise.all(Array.from({ length: 3 }, () => server.login('shipper2')))
    const mine = await server.login('shipper2')
    await Promise.all(clients.map(opens))
    expect(await mine.send(endOtherSessions, {})).toEqual({ count: 3 })
    await sleep(1000)
    expect(await Promise.all([mine, ...clients].map(opens))).toEqual([true, false, false, false])
    expect(await mine.send(endOtherSessions, {})).toEqual({ count: 0 })
  })
})

describe('the history of logins', () => {
  it('holds every attempt at the account, with how it ended, from where and with what', async () => {
    const account = 'carrier4-finance'
    await signIn(account, 'wrong', { headers: { 'User-Agent': 'Firefox/144.0' } })
    const mine = await server.login(account)
    for (let i = 0; i < 5; i++) await signIn(account, 'wrong')
    for (let i = 0; i < 3; i++) await signIn(account, demoPassword)
    const { rows } = await mine.send(listLogins, {})
    expect(rows.map(row => row.result)).toEqual([
      'locked',
      ...Array.from({ length: 5 }, () => 'password'),
      'ok',
      'password',
    ])
    expect(rows.at(-1)).toMatchObject({ ip: '127.0.0.1', device: 'Firefox 浏览器' })
    expect((await logOf(account)).find(row => row.result === 'ok')?.session_id).toBe(
      (await mine.send(listSessions, {})).rows[0]?.id,
    )
  })

  it('says that a disabled account was refused, and holds nothing of accounts nobody has', async () => {
    const before = (await server.db(tx => tx.rows(q.selectFrom('login_log').select('id')))).length
    await signIn('nobody-at-all', 'x')
    expect((await server.db(tx => tx.rows(q.selectFrom('login_log').select('id')))).length).toBe(before)
    await server.db(tx =>
      tx.run(q.updateTable('users').set({ state: 'disabled' }).where('account', '=', 'carrier8-finance')),
    )
    await signIn('carrier8-finance', demoPassword)
    expect((await logOf('carrier8-finance')).map(row => row.result)).toEqual(['disabled'])
  })

  it('is read page by page, half a year back, and older lines go', async () => {
    const now = Date.now()
    const days = [0, 100, 179, 181, 185, 187]
    const user_id = demoUserId('carrier8')
    await server.db(tx =>
      tx.run(
        q.insertInto('login_log').values(
          days.map(ago => ({
            id: v7({ msecs: now - ago * DAY_MS }),
            user_id,
            at: now - ago * DAY_MS,
            ip: '198.51.100.7',
            agent: '',
            result: 'ok',
          })),
        ),
      ),
    )
    const mine = await server.login('carrier8')
    const first = await mine.send(listLogins, { limit: 2 })
    const second = await mine.send(listLogins, {
      limit: 2,
      ...(first.next === undefined ? {} : { cursor: first.next }),
    })
    const daysAgo = (row: { at: number }) => Math.abs(Math.round((now - row.at) / DAY_MS))
    const ages = [...first.rows, ...second.rows].map(daysAgo)
    expect([ages, second.next]).toEqual([[0, 0, 100, 179], undefined])
    await server.db(tx => purgeLogins(tx, now))
    expect((await logOf('carrier8')).filter(row => row.ip === '198.51.100.7').map(daysAgo)).toEqual([
      185, 181, 179, 100, 0,
    ])
  })
})

it('no password ever reaches a log line, an audit row or the history of the record', async () => {
  const client = await server.login('shipper4')
  const [canary, next] = ['Kanarie-Wort-41x', 'Kanarie-Neu-52y']
  await client.ask(changePassword, { oldPassword: canary, newPassword: next })
  await client.send(changePassword, { oldPassword: demoPassword, newPassword: next })
  const rows = await server.db(async tx =>
    JSON.stringify([
      await tx.rows(q.selectFrom('audit_log').selectAll()),
      await tx.rows(q.selectFrom('events').selectAll()),
      await tx.rows(q.selectFrom('idempotency').selectAll()),
      await tx.rows(q.selectFrom('outbox').selectAll()),
      await tx.rows(q.selectFrom('login_log').selectAll()),
    ]),
  )
  for (const secret of [canary, next, demoPassword]) expect(server.logged.join('\n') + rows).not.toContain(secret)
  expect(rows).toContain('修改密码')
  // the jurisdiction of an ordinary session says nothing of a password to change
  expect(JSON.parse((await client.send(getJurisdiction, {})).userInfo)).not.toHaveProperty('passwordMust')
})

it('what a colleague resets is remembered too: the password before it does not come back, and the link is kept nowhere', async () => {
  const admin = await server.login('shipper')
  const id = demoUserId('shipper-freight')
  const { version } = await server.db(tx => tx.one(q.selectFrom('users').select('version').where('id', '=', id)))
  const { resetCode } = await admin.send(resetPassword, { id, version }, { key: 'reset-once-1' })
  expect((await admin.ask(resetPassword, { id, version }, { key: 'reset-once-1' })).envelope.code).toBe(4092)
  const kept = await server.db(tx => tx.rows(q.selectFrom('idempotency').selectAll()))
  expect(JSON.stringify(kept) + server.logged.join('\n')).not.toContain(resetCode)
  const [anybody, known] = [server.anonymous(), 'Kanal-Schleuse-6']
  const choose = async (client: Client, code: string, newPassword: string) =>
    fieldsOf((await client.ask(spendPasswordLink, { resetCode: code, newPassword })).envelope.data)
  expect(await choose(anybody, resetCode, demoPassword)).toEqual({ newPassword: '不能与当前密码相同' })
  await anybody.send(spendPasswordLink, { resetCode, newPassword: known })
  const again = await admin.send(resetPassword, { id, version: version + 2 })
  expect(await choose(anybody, again.resetCode, demoPassword)).toEqual({ newPassword: '不能使用最近5次用过的密码' })
  await anybody.send(spendPasswordLink, { resetCode: again.resetCode, newPassword: good })
  expect(await opens(await server.login('shipper-freight', good))).toBe(true)
})
