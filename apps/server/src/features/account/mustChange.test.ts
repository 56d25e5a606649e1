// Accounts that must change their password can do nothing else: every call there says so, and the push connection stays
// shut.
import { changePassword } from '@yunshu/contract/session/account'
import { getJurisdiction, getSettings, loginByPost, logout } from '@yunshu/contract/session/session'
import { pushCloses } from '@yunshu/domain/message/push'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { q } from '../../db/tx.ts'
import { demoPassword } from '../../../demo/accounts.ts'
import { routes } from '../../routes.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const set = (account: string, row: Partial<{ must_change_password: boolean; password_changed_at: number }>) =>
  server.db(tx => tx.run(q.updateTable('users').set(row).where('account', '=', account)))
const mustOf = async (client: Client): Promise<unknown> =>
  (JSON.parse((await client.send(getJurisdiction, {})).userInfo) as { passwordMust?: unknown }).passwordMust
const opens = async (client: Client) => (await client.ask(getSettings, {})).envelope.code

test('every call but logout, jurisdiction and the change itself answers that the password must be changed, whoever asks', async () => {
  const exempt = new Set<unknown>([logout, getJurisdiction, changePassword])
  const calls = routes.map(route => route.call).filter(call => call.permit !== 'public' && !call.byLink)
  expect(calls.filter(call => call.always)).toHaveLength(exempt.size)
  // the administrator has every permit: nothing else can be what refuses
  await set('admin', { must_change_password: true })
  const admin = await server.login('admin')
  const asked = calls.filter(call => !exempt.has(call))
  expect(asked.length).toBeGreaterThan(80)
  const open: string[] = []
  for (const call of asked) {
    // without a field: every question gets this answer before it is looked at
    const { envelope } = await admin.ask(
      { ...call, input: logout.input },
      {},
      call.body === 'multipart' ? { files: [{ name: 'a.png', bytes: Buffer.from('x') }] } : {},
    )
    if (envelope.code !== 1006) open.push(`${call.method} ${call.path}: ${envelope.code} ${envelope.message}`)
  }
  expect(open).toEqual([])
  expect(await mustOf(admin)).toBe('first')
})

test('the push connection does not open by token either', async () => {
  await set('shipper3', { must_change_password: true })
  const client = await server.login('shipper3')
  const closed = await new Promise<number>(resolve => {
    new WebSocket(`${server.url.replace('http', 'ws')}/push?token=${client.token ?? ''}`).on('close', code => {
      resolve(code)
    })
  })
  expect(closed).toBe(pushCloses.session)
})

test('with the change everything opens, in the same session', async () => {
  await set('shipper4', { must_change_password: true })
  const client = await server.login('shipper4')
  expect(await opens(client)).toBe(1006)
  await client.send(changePassword, { oldPassword: demoPassword, newPassword: 'Kranich-7-Boot' })
  expect([await opens(client), await mustOf(client)]).toEqual([0, undefined])
})

test('a password of ninety days is too old, one of unknown age is not, and nobody is stopped in the middle of their work', async () => {
  await set('shipper5', { password_changed_at: Date.now() - 90 * DAY_MS + 5000 })
  const atWork = await server.login('shipper5')
  expect(await opens(atWork)).toBe(0)
  await set('shipper5', { password_changed_at: Date.now() - 90 * DAY_MS })
  const old = await server.login('shipper5')
  expect([await opens(old), await mustOf(old)]).toEqual([1006, 'expired'])
  await set('shipper5', { password_changed_at: 0 })
  expect(await opens(await server.login('shipper5'))).toBe(0)
  // signing out is always possible
  expect((await old.ask(logout, {})).envelope.code).toBe(0)
  expect(
    (await server.anonymous().ask(loginByPost, { account: 'shipper5', password: demoPassword })).envelope.code,
  ).toBe(0)
})
