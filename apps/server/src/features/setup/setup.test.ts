// The first set-up of an installation by the address its start prints.
import { listCompanies, registerCompany } from '@yunshu/contract/company/company'
import { listCompanyBranches } from '@yunshu/contract/company/branch'
import { completeSetup, openSetup } from '@yunshu/contract/setup'
import { setupMs } from '@yunshu/domain/account/recovery'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { foundation } from '../../../../../tests/server/foundation.ts'
import { startTestServer, type TestServer } from '../../../../../tests/server/testServer.ts'
import { findSetupCode, markDemo } from '../../db/installation.ts'
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import { hasPlatform } from '../company/found.commands.ts'
import { makeSetupAddress } from './setup.commands.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ DEMO: '0' }, true)
})
afterAll(() => server.stop())

const codeIn = (address: string | undefined): string => address?.split('#')[1] ?? ''
const newCode = async (now = Date.now()): Promise<string> => codeIn(await server.db(tx => makeSetupAddress(tx, now)))
const said = { ...foundation, account: 'wangwu', adminName: '王五', password: 'Qinghe#4827' }
const ask = async (setupCode: string, change: Partial<typeof said> = {}) =>
  (await server.anonymous().ask(completeSetup, { ...said, ...change, setupCode })).envelope
const waiting = () =>
  server.db(async tx => {
    const locks = sql<{ n: number }>`select count(*)::int as n from pg_locks
      where locktype = 'advisory' and not granted and database = (select oid from pg_database
        where datname = current_database())`
    return (await tx.one(locks.compile(q))).n
  })
const companies = () => server.db(tx => tx.rows(q.selectFrom('companies').select(['kind', 'name']).orderBy('kind')))

test('DEMO=0 on an empty database had nobody in it and no way in: its start makes one address, kept as a hash', async () => {
  const first = codeIn(server.server.setupUrl)
  expect(server.server.setupUrl).toBe(`${server.url}/public/setup#${first}`)
  expect(Buffer.from(first, 'base64url')).toHaveLength(32)
  const { expiresAt } = await server.anonymous().send(openSetup, { setupCode: first })
  expect(expiresAt - Date.now()).toBeLessThanOrEqual(setupMs)
  const kept = await server.db(tx => tx.rows(q.selectFrom('installation').select('value')))
  expect(JSON.stringify(kept)).not.toContain(first)
  // the next start has another; a wrong, missing or old one opens nothing
  const second = await newCode()
  for (const setupCode of [first, 'x', '', undefined])
    expect((await server.anonymous().ask(openSetup, { setupCode })).envelope).toMatchObject({ code: 2801 })
  expect(await ask(first)).toMatchObject({ code: 2801 })
  await newCode(Date.now() - setupMs)
  expect((await server.anonymous().ask(openSetup, { setupCode: second })).envelope).toMatchObject({ code: 2801 })
  expect(await companies()).toEqual([])
  const asDemo = server.db(async tx => {
    await markDemo(tx)
    throw new Error(`made ${await makeSetupAddress(tx, Date.now())}`)
  })
  await expect(asDemo, 'rows of a demo will come').rejects.toThrow('made undefined')
  expect(server.logged.join('\n')).not.toContain(first)
})

test('a set-up that cannot be done says it at the field, and the address stays good', async () => {
  const setupCode = await newCode()
  for (const [change, field] of [
    [{ password: 'short' }, 'password'],
    [{ password: 'Wangwu#4827' }, 'password'],
    [{ branchCreditCode: foundation.creditCode }, 'branchCreditCode'],
  ] as const)
    expect(await ask(setupCode, change), field).toMatchObject({
      code: 4001,
      data: { fields: { [field]: expect.any(String) as string } },
    })
  expect(await companies()).toEqual([])
  expect((await server.anonymous().ask(openSetup, { setupCode })).envelope.code).toBe(0)
})

test('of two people who set up at once one founds the platform, which works from then on; nobody does it again', async () => {
  const setupCode = await newCode()
  // both are past their checks and their hashes before either may found
  const both = await server.db(async tx => {
    expect(await hasPlatform(tx)).toBe(false)
    const asked = [ask(setupCode), ask(setupCode, { account: 'zhaoliu' })]
    await expect.poll(waiting).toBe(2)
    return { asked }
  })
  const answers = await Promise.all(both.asked)
  expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([0, 2802])
  expect(await companies()).toEqual([
    { kind: 'BRANCH', name: foundation.branchName },
    { kind: 'HEAD', name: foundation.companyName },
  ])
  expect(await ask(setupCode)).toMatchObject({ code: 2802 })
  expect(await ask('')).toMatchObject({ code: 2802 })
  expect(await server.db(tx => makeSetupAddress(tx, Date.now()))).toBeUndefined()
  expect(await server.db(findSetupCode)).toBeUndefined()
  // the winner signs in with their own password, and approves a company that registers
  const account = answers[0]?.code === 0 ? 'wangwu' : 'zhaoliu'
  const admin = await server.login(account, said.password)
  const branches = await admin.send(listCompanyBranches, {})
  expect(branches.rows.map(({ shortName }) => shortName)).toEqual([foundation.branchShortName])
  const roles = await server.db(tx =>
    tx.rows(q.selectFrom('roles as r').leftJoin('companies as c', 'c.id', 'r.company_id').select(['r.name', 'c.kind'])),
  )
  expect(roles).toEqual(
    expect.arrayContaining([
      { name: '管理员', kind: null },
      { name: '分公司经理', kind: 'HEAD' },
    ]),
  )
  await server.anonymous().send(registerCompany, {
    companyName: '晴川运输有限公司',
    creditCode: '91350100M000100Y43',
    side: 'shipper',
    regionCode: '420112',
    address: '径河路1号',
    contactName: '李静',
    mobile: '19900002222',
    account: 'qingchuan',
    adminName: '周远',
    password: 'Qingtian#58',
  })
  expect((await admin.send(listCompanies, { text: '晴川' })).rows).toHaveLength(1)
  const audit = await server.db(tx =>
    tx.rows(q.selectFrom('audit_log').select('title').where('action', '=', '/v1/setup/complete')),
  )
  expect(audit).toEqual([{ title: '完成初始设置' }])
})
