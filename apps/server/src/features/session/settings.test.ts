// Own settings, drafts and the shell's selectors over HTTP.
import {
  getDraft,
  getSettings,
  listBranches,
  listEmployees,
  saveDraft,
  saveSetting,
} from '@yunshu/contract/session/session'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { purgeSessions } from './session.commands.ts'
import { findEmployees } from './people.queries.ts'
import { startTestServer, type TestServer } from '../../../../../tests/server/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  await server.stop()
})

test('settings are kept per person and read back whole; the newest value stands', async () => {
  const [mine, other] = [await server.login('shipper'), await server.login('shipper-freight')]
  await mine.send(saveSetting, { key: 'tabs', value: '[{"name":"index"}]' })
  await mine.send(saveSetting, { key: 'preferences', value: '{"size":"small"}' })
  await mine.send(saveSetting, { key: 'preferences', value: '{"size":"large"}' })
  expect(await mine.send(getSettings, {})).toEqual({ tabs: '[{"name":"index"}]', preferences: '{"size":"large"}' })
  expect(await other.send(getSettings, {})).toEqual({})
})

test('a setting has a known key and at most sixty thousand characters', async () => {
  const client = await server.login('shipper')
  expect((await client.ask(saveSetting, { key: 'lists', value: 'x'.repeat(60_000) })).http).toBe(200)
  expect(
    (await client.ask(saveSetting, { key: 'lists', value: 'x' }, { raw: { value: 'x'.repeat(60_001) } })).http,
  ).toBe(400)
  expect((await client.ask(saveSetting, { key: 'lists', value: 'x' }, { raw: { key: 'anything' } })).http).toBe(400)
})

test('the same key submitted twice is one save', async () => {
  const client = await server.login('shipper2')
  const first = await client.ask(saveDraft, { form: 'goods/publish', body: '{"a":1}' }, { key: 'draft-key-1' })
  const again = await client.ask(saveDraft, { form: 'goods/publish', body: '{"a":1}' }, { key: 'draft-key-1' })
  expect(again.data).toEqual(first.data)
  expect(
    (await client.ask(saveDraft, { form: 'goods/publish', body: '{"a":2}' }, { key: 'draft-key-1' })).envelope.code,
  ).toBe(4091)
  expect(await client.send(getDraft, { form: 'goods/publish' })).toEqual({
    body: '{"a":1}',
    savedAt: first.data.savedAt,
  })
})

test('a draft belongs to one person', async () => {
  const client = await server.login('shipper3')
  expect(await client.send(getDraft, { form: 'goods/publish' })).toEqual({})
})

test('the draft of any form of a record is kept, found on another device, and deleted by an empty one', async () => {
  const form = `form/auth/v1/vehicle/update/id=${demoCompanyId('carrier')}`
  const [mine, theirs, other] = [
    await server.login('carrier'),
    await server.login('carrier'),
    await server.login('carrier2'),
  ]
  const { savedAt } = await mine.send(saveDraft, { form, body: '{"typed":{"plate":"冀B1"}}' })
  expect(await theirs.send(getDraft, { form })).toEqual({ body: '{"typed":{"plate":"冀B1"}}', savedAt })
  expect(await other.send(getDraft, { form })).toEqual({})
  await theirs.send(saveDraft, { form, body: '{}' })
  expect(await mine.send(getDraft, { form })).toEqual({})
})

test('no draft holds a password, an identity or account number, and none has a name of its own making', async () => {
  const client = await server.login('carrier')
  const ask = async (raw: Record<string, string>) =>
    client.ask(saveDraft, { form: 'form/auth/v1/driver/add', body: '{"a":1}' }, { raw })
  for (const typed of [{ idNo: '610802199001011234' }, { pay: [{ accountNo: '6222' }] }, { password: 'x' }]) {
    const { http, envelope } = await ask({ body: JSON.stringify({ typed }) })
    expect([http, JSON.stringify(envelope)]).toEqual([400, expect.stringContaining('草稿不能含有密码')])
  }
  for (const form of ['form', 'form/', 'form/a b', 'other/add', `form/${'a'.repeat(121)}`])
    expect((await ask({ form })).http).toBe(400)
})

test('a person keeps fifty drafts, the latest, and each for thirty days', async () => {
  const client = await server.login('carrier2')
  const { savedAt } = await client.send(saveDraft, { form: 'form/first', body: '{"a":1}' })
  // the clock of drafts is the server's: the first is set back so that it is the oldest
  await server.db(tx =>
    tx.run(
      q
        .updateTable('drafts')
        .set({ saved_at: savedAt - 1000 })
        .where('form', '=', 'form/first'),
    ),
  )
  for (let at = 0; at < 50; at += 1) await client.send(saveDraft, { form: `form/${at}`, body: '{"a":1}' })
  expect(await client.send(getDraft, { form: 'form/first' })).toEqual({})
  expect((await client.send(getDraft, { form: 'form/0' })).body).toBe('{"a":1}')
  await server.db(async tx => {
    await tx.run(
      q
        .updateTable('drafts')
        .set({ saved_at: savedAt - 31 * 86_400_000 })
        .where('form', '=', 'form/0'),
    )
    await purgeSessions(tx, savedAt)
  })
  expect(await client.send(getDraft, { form: 'form/0' })).toEqual({})
  expect((await client.send(getDraft, { form: 'form/1' })).body).toBe('{"a":1}')
})

test('a company chooses among its own enabled people but oneself, also when it searches for others', async () => {
  const client = await server.login('shipper')
  const { rows } = await client.send(listEmployees, {})
  expect(rows.map(({ account }) => account).sort()).toEqual(['shipper-finance', 'shipper-freight'])
  expect(rows[0]).toMatchObject({
    companyId: demoCompanyId('shipper'),
    companyName: '榆林恒泰煤业销售有限公司',
    businessType: 4,
    isContract: true,
    trustCode: expect.stringMatching(/^91/),
  })
  expect((await client.send(listEmployees, { text: 'carrier' })).rows).toEqual([])
  expect((await client.send(listEmployees, { text: 'FREIGHT' })).rows).toHaveLength(1)
  expect((await client.send(listEmployees, { text: '%' })).rows).toEqual([])
  await server.db(tx =>
    tx.run(q.updateTable('users').set({ state: 'disabled' }).where('account', '=', 'shipper-freight')),
  )
  expect((await client.send(listEmployees, {})).rows).toHaveLength(1)
})

test('the platform finds people of every company, a branch those of the companies it serves, nobody the platform’s own', async () => {
  const [admin, branch] = [await server.login('admin'), await server.login('branch')]
  expect((await admin.send(listEmployees, {})).rows.length).toBeGreaterThan(20)
  expect((await admin.send(listEmployees, { text: '滇越' })).rows.map(({ account }) => account).sort()).toEqual([
    'carrier7',
    'carrier7-finance',
  ])
  const served = (await branch.send(listEmployees, {})).rows.map(({ account }) => account)
  expect(served).toEqual(expect.arrayContaining(['shipper', 'carrier']))
  expect(served).not.toContain('carrier7')
  const offered = (
    await Promise.all(['branch', '平台', 'admin'].map(text => admin.send(listEmployees, { text })))
  ).flatMap(({ rows }) => rows.map(({ account }) => account))
  expect(offered).toEqual([])
})

test('who may not work for others is offered nobody', async () => {
  for (const account of ['shipper-finance', 'platform-finance'])
    expect((await (await server.login(account)).ask(listEmployees, {})).http).toBe(403)
})

test('[PM-08] the list of people holds the line itself, without the wall of the database', async () => {
  const client = await server.login('shipper2')
  const actor = await server.server.deps.sessions.find(client.token, undefined, Date.now())
  const { rows } = await server.db(tx => findEmployees({ actor, tx }, {}))
  expect(new Set(rows.map(({ companyId }) => companyId))).toEqual(new Set([demoCompanyId('shipper2')]))
})

test('branches: all for the platform, its own for a branch, none for a company without any', async () => {
  const names = async (account: string) =>
    (await (await server.login(account)).send(listBranches, {})).rows.map(({ id }) => id)
  expect((await names('admin')).sort()).toEqual(['branch1', 'branch2', 'branch3'].map(demoCompanyId).sort())
  expect(await names('branch')).toEqual([demoCompanyId('branch1')])
  expect(await names('carrier')).toEqual([])
})
