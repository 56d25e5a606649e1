// The gate over HTTP: binder, expiry, revocation within a second, forged identity, logout.
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { getJurisdiction, getSettings, loginByPost, logout, saveSetting } from '@yunshu/contract/session/session'
import { listCompanyBranches } from '@yunshu/contract/company/branch'
import { getPolicies } from '@yunshu/contract/policy'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoPassword } from '../../../demo/accounts.ts'
import { demoCompanyId, demoUserId } from '../../../demo/people.ts'
import {
  startTestServer,
  type Client,
  type SendOptions,
  type TestServer,
} from '../../../../../tests/server/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  await server.stop()
})

const codeOf = async (client: Client, options?: SendOptions) => {
  const { http, envelope } = await client.ask(getSettings, {}, options)
  return [http, envelope.code]
}
const secretHash = (client: Client): Buffer =>
  createHash('sha256')
    .update(client.token?.slice(23) ?? '')
    .digest()
const change = (client: Client, row: Partial<{ ends_at: number; seen_at: number; revoked_at: number }>) =>
  server.db(tx => tx.run(q.updateTable('sessions').set(row).where('secret_hash', '=', secretHash(client))))
const sessionOf = (client: Client) =>
  server.db(tx => tx.one(q.selectFrom('sessions').selectAll().where('secret_hash', '=', secretHash(client))))

/** A signed-in client and the binder cookie its browser would hold. */
async function browser(account: string): Promise<{ client: Client; cookie: string }> {
  const { headers, data } = await server.anonymous().ask(loginByPost, { account, password: demoPassword })
  const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
  const bare = server.anonymous()
  const as = (options: SendOptions = {}): SendOptions => ({
    ...options,
    headers: { Authorization: data.id, ...options.headers },
  })
  return {
    cookie,
    client: {
      token: data.id,
      ask: (call, input, options) => bare.ask(call, input, as(options)),
      blob: (call, input, options) => bare.blob(call, input, as(options)),
      send: (call, input, options) => bare.send(call, input, as(options)),
    },
  }
}

test('no token, a malformed one and an unknown one are 401; the last two end the session', async () => {
  const ask = (headers: Record<string, string>) => codeOf(server.anonymous(), { headers })
  expect(await ask({})).toEqual([401, 4010])
  expect(await ask({ Authorization: 'x' })).toEqual([401, -1])
  expect(await ask({ Authorization: `${'a'.repeat(22)}-${'b'.repeat(43)}` })).toEqual([401, -1])
})

test("a secret under another person's handle opens nothing", async () => {
  const [shipper, carrier] = [await server.login('shipper'), await server.login('carrier')]
  const mixed = `${carrier.token?.slice(0, 22)}-${shipper.token?.slice(23)}`
  expect(await codeOf(server.anonymous(), { headers: { Authorization: mixed } })).toEqual([401, -1])
})

test('a client without cookies works with its token alone', async () => {
  const client = await server.login('shipper')
  expect(await codeOf(client)).toEqual([200, 0])
  expect(await sessionOf(client)).toMatchObject({ bound: false })
})

test('once the binder was shown, the token alone is worthless: a stolen token is 401', async () => {
  const { client, cookie } = await browser('shipper2')
  expect(await codeOf(client)).toEqual([200, 0])
  expect(await codeOf(client, { headers: { Cookie: `other=1; ${cookie}` } })).toEqual([200, 0])
  expect(await sessionOf(client)).toMatchObject({ bound: true })
  for (const thief of [
    undefined,
    { headers: { Cookie: 'yunshu-b=' } },
    { headers: { Cookie: `yunshu-b=${'A'.repeat(43)}` } },
  ])
    expect(await codeOf(client, thief)).toEqual([401, -1])
  // the theft was no logout
  expect(await codeOf(client, { headers: { Cookie: cookie } })).toEqual([200, 0])
})

test("somebody else's binder does not fit, and binds nothing", async () => {
  const [mine, other] = [await browser('shipper3'), await browser('shipper4')]
  expect(await codeOf(mine.client, { headers: { Cookie: other.cookie } })).toEqual([401, -1])
  expect(await codeOf(mine.client)).toEqual([200, 0])
})

test('a session ends after half an hour without use and after twelve hours in any case', async () => {
  const [idle, old] = [await server.login('carrier2'), await server.login('carrier2')]
  await change(idle, { seen_at: Date.now() - 30 * 60_000 - 1000 })
  await change(old, { ends_at: Date.now() - 1 })
  expect(await codeOf(idle)).toEqual([401, -1])
  expect(await codeOf(old)).toEqual([401, -1])
  const { created_at, ends_at } = await sessionOf(old)
  expect(ends_at).toBeLessThan(created_at + 12 * 3_600_000)
})

test('use keeps a session alive, and is written down at most once a minute', async () => {
  const client = await server.login('carrier3')
  const { seen_at: loginAt } = await sessionOf(client)
  await codeOf(client)
  expect((await sessionOf(client)).seen_at).toBe(loginAt)
  await change(client, { seen_at: loginAt - 61_000 })
  await sleep(1000)
  await codeOf(client)
  expect((await sessionOf(client)).seen_at).toBeGreaterThan(loginAt)
})

test.each([
  ['its row is revoked by another process', (client: Client) => change(client, { revoked_at: Date.now() })],
  [
    'its user is disabled',
    () => server.db(tx => tx.run(q.updateTable('users').set({ state: 'disabled' }).where('account', '=', 'shipper5'))),
  ],
  [
    'its company is suspended',
    () =>
      server.db(tx =>
        tx.run(q.updateTable('companies').set({ state: 'suspended' }).where('id', '=', demoCompanyId('shipper5'))),
      ),
  ],
])('a session is refused within a second when %s', async (_, revoke) => {
  await server.db(tx => tx.run(q.updateTable('users').set({ state: 'enabled' }).where('account', '=', 'shipper5')))
  const client = await server.login('shipper5')
  expect(await codeOf(client)).toEqual([200, 0])
  await revoke(client)
  await sleep(1000)
  expect(await codeOf(client)).toEqual([401, -2])
})

test('a permit taken away is gone within a second', async () => {
  const client = await server.login('carrier-finance')
  const permits = async () => (await client.send(getJurisdiction, {})).userPermissions
  expect(await permits()).toContain('settlement.view')
  await server.db(tx => tx.run(q.deleteFrom('user_roles').where('user_id', '=', demoUserId('carrier-finance'))))
  await sleep(1000)
  expect(await permits()).toEqual([])
})

test('logout ends this session at once and no other', async () => {
  const [one, two] = [await server.login('carrier4'), await server.login('carrier4')]
  expect(await codeOf(one)).toEqual([200, 0])
  expect((await one.ask(logout, {})).envelope.code).toBe(0)
  expect(await codeOf(one)).toEqual([401, -2])
  expect(await codeOf(two)).toEqual([200, 0])
})

test('parameters that claim another identity are 403, leave a security event and change nothing', async () => {
  const client = await server.login('shipper')
  const forged: Record<string, string>[] = [
    { operatorAccount: 'admin' },
    { operatorName: '平台管理员' },
    { branchCompanyId: demoCompanyId('branch1') },
    { token: (await server.login('carrier')).token ?? '' },
  ]
  for (const raw of forged) {
    const { http, envelope } = await client.ask(saveSetting, { key: 'tabs', value: 'forged' }, { raw })
    expect([http, envelope.code]).toEqual([403, 4031])
  }
  expect(await client.send(getSettings, {})).toEqual({})
  expect(server.logged.filter(line => line.includes('identity.forged')).length).toBeGreaterThanOrEqual(forged.length)
})

test('[CL-02] a chosen branch travels with what belongs to the whole company and narrows nothing of it; a forged one is refused there too', async () => {
  const [admin, shipper] = [await server.login('admin'), await server.login('shipper')]
  const raw = { branchCompanyId: demoCompanyId('branch2') }
  for (const call of [getJurisdiction, getPolicies, listCompanyBranches]) {
    const [chosen, free] = [await admin.ask(call, {}, { raw }), await admin.ask(call, {})]
    expect([call.path, chosen.envelope]).toEqual([call.path, free.envelope])
    expect((await shipper.ask(call, {}, { raw })).envelope.code, call.path).toBe(4031)
  }
})

test('a branch parameter narrows a platform account, and a branch may only repeat its own', async () => {
  const [admin, branch] = [await server.login('admin'), await server.login('branch')]
  expect(await codeOf(admin, { raw: { branchCompanyId: demoCompanyId('branch2') } })).toEqual([200, 0])
  expect(await codeOf(branch, { raw: { branchCompanyId: demoCompanyId('branch1') } })).toEqual([200, 0])
  expect(await codeOf(branch, { raw: { branchCompanyId: demoCompanyId('branch2') } })).toEqual([403, 4031])
})

test('an account of the platform worked for any company as its branch, for one that is closed, and for none there is', async () => {
  const admin = await server.login('admin')
  await server.db(tx =>
    tx.run(q.updateTable('companies').set({ state: 'closed' }).where('id', '=', demoCompanyId('branch3'))),
  )
  const none = ['shipper', 'carrier', 'platform', 'branch3'].map(demoCompanyId)
  for (const branchCompanyId of [...none, '00000000-0000-0000-0000-000000000000'])
    expect(await codeOf(admin, { raw: { branchCompanyId } }), branchCompanyId).toEqual([403, 4031])
})
