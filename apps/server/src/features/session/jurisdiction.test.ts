// Jurisdiction over HTTP: what each kind of account may open, see and call, and that the server holds to it.
import { randomUUID } from 'node:crypto'
import { type Call, call as declare } from '@yunshu/contract/call'
import { zDone } from '@yunshu/contract/fields'
import { screens } from '@yunshu/contract/screens/screens'
import { getJurisdiction } from '@yunshu/contract/session/session'
import { getBinding } from '@yunshu/contract/voucher/bind'
import { getVoucher } from '@yunshu/contract/voucher/voucher'
import { packVouchers } from '@yunshu/contract/voucher/zip'
import { permitKeys } from '@yunshu/domain/permits/permits'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { q } from '../../db/tx.ts'
import { demoUserId } from '../../../demo/people.ts'
import { routes } from '../../routes.ts'
import { onlyWith, sampleOf, textsOf } from '../../../../../tests/server/tenants/samples.ts'
import { startTestServer, type TestServer } from '../../../../../tests/server/testServer.ts'

/** The positions of the demo: the administrator, those of the house, and those of a shipper and a carrier. */
const accounts = [
  'admin',
  'platform-finance',
  'platform-ops',
  'branch',
  'shipper',
  'shipper-freight',
  'shipper-finance',
  'carrier',
  'carrier-finance',
]

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  await server.stop()
})

const rightsOf = async (account: string) => (await server.login(account)).send(getJurisdiction, {})

test('[PM-04] jurisdiction answers routes, menus, permissions, roles, interfaces, isAdmin and userInfo as JSON text', async () => {
  const rights = await rightsOf('shipper-finance')
  expect(rights).toMatchObject({ isAdmin: false, userRoles: ['财务'] })
  expect(rights.userPermissions).toContain('settlement.pay')
  expect(rights.accessRoutes).toContainEqual({
    name: 'SettlementNormal',
    path: 'manage/Normal/:settlementNum',
    title: '结算单',
    cache: true,
  })
  expect(rights.accessInterfaces.GET).toContain('/auth/v1/jurisdiction')
  expect(rights.accessInterfaces).toMatchObject({ PUT: [], DELETE: [] })
  expect(JSON.parse(rights.userInfo)).toMatchObject({
    type: 2,
    account: 'shipper-finance',
    businessType: 4,
    wlhyType: 1,
    isTf: true,
    companyName: '榆林恒泰煤业销售有限公司',
  })
})

test('[GD-11] the user info of a platform account has no company fields', async () => {
  expect(JSON.parse((await rightsOf('platform-ops')).userInfo)).toEqual({
    type: 0,
    name: expect.any(String),
    account: 'platform-ops',
    wlhyType: 0,
  })
})

test('[CL-08] type is only what the browser believes: a shipper who says 0 gets no platform pages', async () => {
  const client = await server.login('shipper')
  const [asItself, asPlatform] = [
    await client.send(getJurisdiction, { type: 1 }),
    await client.send(getJurisdiction, { type: 0 }),
  ]
  expect(asPlatform).toEqual(asItself)
  expect(asPlatform.accessRoutes.map(({ name }) => name)).not.toContain('Ledger')
  expect((await client.ask(getJurisdiction, {}, { raw: { type: '9' } })).http).toBe(400)
})

test('screens follow permit and side: publishing for shippers, vehicles for carriers, the ledger for the house', async () => {
  const names = async (account: string) => (await rightsOf(account)).accessRoutes.map(({ name }) => name)
  const [shipper, carrier, admin, branch] = [
    await names('shipper'),
    await names('carrier'),
    await names('admin'),
    await names('branch'),
  ]
  expect(shipper).toEqual(expect.arrayContaining(['index', 'Notice', 'GoodsMy', 'GoodsPublish', 'TaskList']))
  for (const name of ['AppointWaybill', 'VehicleList', 'Ledger']) expect(shipper).not.toContain(name)
  expect(carrier).toEqual(expect.arrayContaining(['TaskList', 'VehicleList', 'DriverList', 'AppointWaybill']))
  for (const name of ['GoodsMy', 'GoodsPublish', 'Ledger']) expect(carrier).not.toContain(name)
  expect(admin).toEqual(expect.arrayContaining(['GoodsMy', 'GoodsPublish', 'TaskList', 'Ledger']))
  expect(branch).toEqual(expect.arrayContaining(['Ledger', 'VehicleList']))
  expect(branch).not.toContain('GoodsPublish')
})

test('menus hold pages of the routes only, in groups; a group of one page is that page', async () => {
  const { accessMenus, accessRoutes } = await rightsOf('shipper')
  expect(accessMenus[0]).toEqual({ title: '首页', path: '/index', icon: 'home' })
  expect(accessMenus).toContainEqual({
    title: '货源',
    path: '',
    icon: 'goods',
    children: [
      { title: '我的货源', path: '/GoodsMy' },
      { title: '发布货源', path: '/goods/publish' },
      { title: '货源信息变更', path: '/goods/goodsInformationChange' },
    ],
  })
  const open = new Set(accessRoutes.map(({ path }) => `/${path}`))
  for (const { path, children } of accessMenus)
    for (const shown of children ?? [{ path }]) expect(open).toContain(shown.path)
  for (const { children } of accessMenus) expect(children?.length).not.toBe(1)
})

test('an administrator has every permit, on the screens of its own side only', async () => {
  const { userPermissions, accessRoutes, isAdmin } = await rightsOf('admin')
  expect(isAdmin).toBe(true)
  expect(userPermissions).toEqual(permitKeys)
  for (const { name } of accessRoutes)
    expect(Object.entries(screens).find(([key]) => key === name)?.[1].sides ?? ['platform']).toContain('platform')
})

test('a company that ships and carries is offered the screens of both', async () => {
  await server.db(tx =>
    tx.run(
      q
        .updateTable('companies')
        .set({ role_flags: 6 })
        .where('id', '=', q.selectFrom('users').select('company_id').where('account', '=', 'shipper6')),
    ),
  )
  await server.db(tx =>
    tx.run(
      q
        .updateTable('roles')
        .set(e => ({ functions: e.val(['goods.view', 'task.view']) }))
        .where('id', 'in', q.selectFrom('user_roles').select('role_id').where('user_id', '=', demoUserId('shipper6'))),
    ),
  )
  const names = (await rightsOf('shipper6')).accessRoutes.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['GoodsMy', 'TaskList']))
})

test('[SE-04] branch-only are the calls of pages whose address names a branch, and every write of vouchers', () => {
  const calls = routes.map(route => route.call)
  const ofPages = { AccountingVoucher: getVoucher, BindWaybill: getBinding }
  expect(
    Object.entries(screens)
      .filter(([, { path }]) => path.includes(':branchCompanyId'))
      .map(([name]) => name),
    'pages whose call is not named here',
  ).toEqual(Object.keys(ofPages))
  // a POST that answers a file reads, and so does one whose file comes later
  const writes = calls.filter(
    ({ method, path, answer }) =>
      method === 'POST' &&
      path.startsWith('/auth/v1/manage/voucher/') &&
      path !== packVouchers.path &&
      answer === undefined,
  )
  for (const { path, branchOnly, noBranch, wholeCompany } of [...Object.values(ofPages), ...writes])
    expect([path, branchOnly, noBranch, wholeCompany]).toEqual([path, true, undefined, undefined])
})

/** The fields of which positions may use one value and not another. */
const chosenByPermit = ['kind', 'side', 'act', 'move', 'amountOf']

/** Valid inputs of a call, one for each kind, side, act or move it may name. */
function validInputs(call: Call): Record<string, string>[] {
  const valid = onlyWith(sampleOf(call), [])
  const choices = Object.entries(valid).flatMap(([name]) => {
    const field: unknown = Reflect.get(call.input._zod.def.shape, name)
    return chosenByPermit.includes(name) && field instanceof z.ZodMiniEnum
      ? field.options.map(value => ({ ...valid, [name]: value }))
      : []
  })
  return (choices.length > 0 ? choices : [valid]).map(textsOf)
}

test('[PM-03] [SE-07] the list of interfaces says for every position what the calls answer to a valid input', async () => {
  // inputs and calls are made once, not for each position
  const probed = routes
    .map(route => route.call)
    .filter(({ permit, byLink }) => permit !== 'public' && !byLink)
    .map(call => ({
      call,
      bare: declare({ ...call, input: z.strictObject({}), output: zDone }),
      inputs: validInputs(call),
    }))
  const probe = async (account: string) => {
    let client = await server.login(account)
    const { accessInterfaces } = await client.send(getJurisdiction, {})
    const faults: string[] = []
    for (const { call, bare, inputs } of probed) {
      const codeOf = async (raw: Record<string, string>): Promise<number> => {
        const options = { raw, key: randomUUID() }
        if (call.answer !== 'blob') return (await client.ask(bare, {}, options)).envelope.code
        const { http, bytes } = await client.blob(bare, {}, options)
        return http === 200 ? 0 : (JSON.parse(bytes.toString()) as { code: number }).code
      }
      let isOpen = false
      for (const valid of inputs) {
        let code = await codeOf(valid)
        // an earlier call may have ended the session
        if (code < 0 || code === 4010) {
          client = await server.login(account)
          code = await codeOf(valid)
        }
        isOpen ||= code !== 4030
        if (isOpen) break
      }
      if (isOpen !== accessInterfaces[call.method].includes(call.path))
        faults.push(`${account} ${call.method} ${call.path} is ${isOpen ? 'open' : 'closed'}`)
    }
    return faults
  }
  const faults: string[] = []
  for (const account of accounts) faults.push(...(await probe(account)))
  expect(faults).toEqual([])
})
