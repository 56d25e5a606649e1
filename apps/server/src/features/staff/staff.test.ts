// People and positions over HTTP: who may keep whom, what takes effect at once, and that somebody is always left to
// manage.
import { randomUUID } from 'node:crypto'
import type { Input } from '@yunshu/contract/call'
import { getJurisdiction, loginByPost } from '@yunshu/contract/session/session'
import {
  addRole,
  addStaff,
  copyRole,
  disableStaff,
  enableStaff,
  explainStaff,
  listMembers,
  listRoles,
  countStaff,
  listStaff,
  previewRole,
  removeRole,
  removeStaff,
  resetPassword,
  updateRole,
  updateStaff,
} from '@yunshu/contract/staff/staff'
import { systemRoles } from '@yunshu/domain/permits/permits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { until } from '../../../../../tests/server/until.ts'

let server: TestServer
let boss: Client
beforeAll(async () => {
  server = await startTestServer()
  boss = await server.login('shipper')
})
afterAll(() => server.stop())

const roleOf = async (name: string, client = boss) => {
  const role = (await client.send(listRoles, {})).rows.find(row => row.name === name)
  if (!role) throw new Error(`no role ${name}`)
  return role
}
const personOf = async (account: string, client = boss) => {
  const person = (await client.send(listStaff, { text: account })).rows.find(row => row.account === account)
  if (!person) throw new Error(`no person ${account}`)
  return person
}
let n = 0
/** A new person; `isSettled` has them past their first password. */
const added = async (roleIds: string[], client = boss, isSettled = true) => {
  const account = `staff${++n}`
  const made = await client.send(addStaff, { account, name: `员工${n}`, mobile: '19900001111', roleIds })
  if (isSettled)
    await server.db(tx => tx.run(q.updateTable('users').set({ must_change_password: false }).where('id', '=', made.id)))
  return { account, ...made }
}
/** Somebody new at work: as if they had chosen a password of their own. */
const atWork = async ({ account, password }: { account: string; password: string }) => {
  await server.db(tx =>
    tx.run(q.updateTable('users').set({ must_change_password: false }).where('account', '=', account)),
  )
  return server.login(account, password)
}

describe('people', () => {
  it('[CL-09] are added with a first password, listed newest first, found by name, state and position', async () => {
    const role = await roleOf('发货员')
    const { account, id, password } = await added([role.id], boss, false)
    const first = await boss.send(listStaff, {})
    expect(first.rows[0]).toMatchObject({
      id,
      account,
      roles: [{ id: role.id, name: '发货员' }],
      dataScope: 'COMPANY',
      state: 'enabled',
      isInitial: true,
      isSelf: false,
      mobile: '19900001111',
    })
    expect((await boss.send(listStaff, { roleId: role.id })).rows.map(row => row.account)).toContain(account)
    expect((await boss.send(listStaff, { state: 'disabled' })).rows).toEqual([])
    expect((await boss.send(listStaff, { text: '%' })).rows).toEqual([])
    const counted = async (filter: Input<typeof countStaff>) => (await boss.send(countStaff, filter)).state
    expect(await counted({ text: account, state: 'disabled' })).toMatchObject({ enabled: 1, disabled: 0 })
    expect(await counted({ text: '%' })).toMatchObject({ enabled: 0, disabled: 0 })
    const page = await boss.send(listStaff, { limit: 2 })
    expect((await boss.send(listStaff, { limit: 2, cursor: page.next })).rows.map(row => row.id)).not.toContain(
      page.rows[0]?.id,
    )
    expect(password).toMatch(/^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)(?=.*[@#%+=!]).{12}$/)
    expect((await server.anonymous().send(loginByPost, { account, password })).companyId).toBe(demoCompanyId('shipper'))
  })

  it('are refused with an account somebody has, in any case of letters, and with what is no account', async () => {
    const role = await roleOf('发货员')
    const input = { account: 'CARRIER', name: '重名', roleIds: [role.id] }
    expect((await boss.ask(addStaff, input)).envelope).toMatchObject({
      code: 1901,
      data: { fields: { account: '已被使用' } },
    })
    for (const account of ['abc', '-abcd', '中文账号', 'a b c d', 'x'.repeat(33)])
      expect((await boss.ask(addStaff, input, { raw: { account } })).envelope.code).toBe(4001)
    expect(
      (await boss.ask(addStaff, { ...input, account: 'nobody1', roleIds: [role.id] }, { raw: { roleIds: '[]' } }))
        .envelope,
    ).toMatchObject({ code: 4001, data: { fields: { roleIds: '请选择职位' } } })
  })

  it('are changed with old and new in the history; a stale version says who was first', async () => {
    const { id } = await added([(await roleOf('发货员')).id])
    const finance = await roleOf('财务')
    const { version } = await boss.send(updateStaff, { id, version: 1, name: '改名', roleIds: [finance.id] })
    expect(version).toBe(2)
    expect(await personOf(`staff${n}`)).toMatchObject({
      name: '改名',
      mobile: '19900001111',
      roles: [{ name: '财务' }],
    })
    const stale = await boss.ask(updateStaff, { id, version: 1, name: '再改', roleIds: [finance.id] })
    expect([stale.http, stale.envelope.code]).toEqual([409, 4090])
    const events = await server.db(tx =>
      tx.rows(q.selectFrom('events').select('diff').where('entity_id', '=', id).orderBy('id')),
    )
    expect(events.at(-1)?.diff).toEqual([
      { field: '姓名', old: `员工${n}`, new: '改名' },
      { field: '职位', old: '发货员', new: '财务' },
    ])
    const audit = await server.db(tx =>
      tx.rows(q.selectFrom('audit_log').select('diff').where('entity_id', '=', id).orderBy('id')),
    )
    expect(JSON.stringify(audit)).not.toContain('19900001111')
  })

  it('are out at once when disabled, and in again when enabled', async () => {
    const { id, account, password } = await added([(await roleOf('发货员')).id])
    const theirs = await server.login(account, password)
    const { version } = await boss.send(disableStaff, { id, version: 1 })
    const answer = await theirs.ask(getJurisdiction, {})
    expect([answer.http, answer.envelope.code]).toEqual([401, -2])
    expect((await server.anonymous().ask(loginByPost, { account, password })).envelope.code).toBe(1003)
    expect((await boss.ask(disableStaff, { id, version })).envelope.code).toBe(1101)
    await boss.send(enableStaff, { id, version })
    await server.login(account, password)
  })

  it('who left are no longer listed nor let in, and their account stays theirs', async () => {
    const role = await roleOf('发货员')
    const { id, account, password } = await added([role.id])
    await boss.send(removeStaff, { id, version: 1 })
    expect((await boss.send(listStaff, { text: account })).rows).toEqual([])
    expect((await server.anonymous().ask(loginByPost, { account, password })).envelope.code).toBe(1003)
    expect((await boss.ask(addStaff, { account, name: '后来者', roleIds: [role.id] })).envelope.code).toBe(1901)
    expect((await boss.ask(removeStaff, { id, version: 2 })).http).toBe(404)
  })

  it('cannot lock themselves out or change their own standing', async () => {
    const self = await personOf('shipper')
    const finance = await roleOf('财务')
    for (const call of [disableStaff, removeStaff, resetPassword])
      expect((await boss.ask(call, { id: self.id, version: self.version })).envelope.code).toBe(1902)
    expect(
      (await boss.ask(updateStaff, { id: self.id, version: self.version, name: self.name, roleIds: [finance.id] }))
        .envelope.code,
    ).toBe(1902)
  })

  it('a repeated key adds one person', async () => {
    const key = randomUUID()
    const input = { account: `once${++n}`, name: '一次', roleIds: [(await roleOf('发货员')).id] }
    await boss.send(addStaff, input, { key })
    // the first password is kept nowhere, so it is not told again
    expect((await boss.ask(addStaff, input, { key })).envelope.code).toBe(4092)
    expect((await boss.send(listStaff, { text: input.account })).rows).toHaveLength(1)
  })
})

describe('the last administrator', () => {
  it('stays, whoever tries and however many at once', async () => {
    const client = await server.login('shipper4')
    const admin = await roleOf(systemRoles.admin, client)
    const finance = await roleOf('财务', client)
    const others = [await added([admin.id], client), await added([admin.id], client)]
    const [one, two] = await Promise.all(others.map(atWork))
    if (!one || !two) throw new Error('not signed in')
    const me = await personOf('shipper4', client)
    await one.send(updateStaff, { id: me.id, version: me.version, name: me.name, roleIds: [finance.id] })
    // each of the two that are left takes the other's position away
    const [first, second] = await Promise.all(
      [one, two].map((by, i) => {
        const other = others[1 - i]
        if (!other) throw new Error('no other')
        return by.ask(updateStaff, { id: other.id, version: 1, name: '员工', roleIds: [finance.id] })
      }),
    )
    expect([first?.envelope.code, second?.envelope.code].filter(code => code === 0)).toHaveLength(1)
    const { n: left } = await server.db(tx =>
      tx.one(
        q
          .selectFrom('user_roles')
          .select(e => e.fn.countAll<number>().as('n'))
          .where('role_id', '=', admin.id),
      ),
    )
    expect(left).toBe(1)
  })
})

describe('positions', () => {
  it('[PM-07] [CL-09] are made, changed, copied and removed, with permits of the company’s side only', async () => {
    const { id, version } = await boss.send(addRole, {
      name: '调度文员',
      dataScope: 'SELF',
      functions: ['goods.view', 'waybill.view'],
      remark: '只看自己的',
    })
    expect(await roleOf('调度文员')).toMatchObject({
      id,
      kind: 'company',
      functions: ['goods.view', 'waybill.view'],
      dataScope: 'SELF',
      members: 0,
      isSystem: false,
    })
    const changed = await boss.send(updateRole, {
      id,
      version,
      name: '调度文员',
      dataScope: 'COMPANY',
      functions: ['goods.view', 'goods.publish'],
    })
    const copy = await boss.send(copyRole, { id, name: '调度文员二' })
    expect(await roleOf('调度文员二')).toMatchObject({ functions: ['goods.view', 'goods.publish'] })
    expect((await boss.ask(copyRole, { id, name: '调度文员' })).envelope).toMatchObject({
      code: 1904,
      data: { fields: { name: '已有同名职位' } },
    })
    expect(
      (await boss.ask(addRole, { name: '越权', dataScope: 'COMPANY', functions: ['company.verify'] })).envelope,
    ).toMatchObject({ code: 4001 })
    expect((await boss.ask(addRole, { name: '越权', dataScope: 'ALL', functions: [] })).envelope).toMatchObject({
      code: 4001,
      data: { fields: { dataScope: '不是可选的值' } },
    })
    expect((await boss.ask(updateRole, { id, version, name: '旧', dataScope: 'SELF', functions: [] })).http).toBe(409)
    await boss.send(removeRole, { id, version: changed.version })
    await boss.send(removeRole, { id: copy.id, version: 1 })
    expect((await boss.ask(removeRole, { id, version: 2 })).http).toBe(404)
  })

  it('with members stay; system ones keep their name, the administrator’s and one’s own are not changed', async () => {
    const [admin, finance, freight] = [await roleOf(systemRoles.admin), await roleOf('财务'), await roleOf('运费专员')]
    const same = (role: typeof admin) => ({
      id: role.id,
      version: role.version,
      name: role.name,
      dataScope: role.dataScope,
      functions: [],
    })
    expect((await boss.ask(updateRole, same(admin))).envelope.code).toBe(1905)
    expect((await boss.ask(updateRole, { ...same(finance), name: '会计' })).envelope.code).toBe(1906)
    expect((await boss.ask(removeRole, { id: freight.id, version: freight.version })).envelope.code).toBe(1906)
    const own = await boss.send(addRole, {
      name: '人事',
      dataScope: 'COMPANY',
      functions: ['staff.view', 'staff.edit', 'staff.role'],
    })
    const { account, password } = await added([own.id])
    expect((await boss.ask(removeRole, { id: own.id, version: 1 })).envelope).toMatchObject({
      code: 1908,
      message: '职位“人事”还有 1 名成员，请先调整成员的职位',
    })
    expect(
      (
        await (
          await atWork({ account, password })
        ).ask(updateRole, { id: own.id, version: 1, name: '人事', dataScope: 'COMPANY', functions: ['staff.view'] })
      ).envelope.code,
    ).toBe(1907)
    expect((await boss.send(listMembers, { id: own.id })).rows.map(row => row.account)).toEqual([account])
  })

  it('[PM-03] changed ones hold from the very next call, and their holders hear of it by push 33', async () => {
    const { id } = await boss.send(addRole, {
      name: '临时岗',
      dataScope: 'COMPANY',
      functions: ['goods.view', 'staff.view'],
    })
    const { account, password, id: userId } = await added([id])
    const theirs = await atWork({ account, password })
    expect((await theirs.ask(listStaff, {})).http).toBe(200)
    await boss.send(updateRole, { id, version: 1, name: '临时岗', dataScope: 'SELF', functions: ['goods.view'] })
    expect((await theirs.ask(listStaff, {})).http).toBe(403)
    expect((await theirs.send(getJurisdiction, {})).accessRoutes.map(route => route.name)).not.toContain('StaffList')
    const told = async () =>
      server.db(tx => tx.rows(q.selectFrom('inbox').select('frame').where('user_id', '=', userId)))
    await until(async () => (await told()).length > 0, 'word of the change')
    expect((await told()).map(row => row.frame)).toMatchObject([{ code: '33', title: '权限变更' }])
  })

  it('[PM-07] show beforehand which menus and interfaces they open', async () => {
    const some = await boss.send(previewRole, { functions: ['waybill.view', 'staff.role'] })
    expect(some.menus.map(menu => menu.title)).toContain('运单列表')
    expect(some.routes.map(route => route.name)).toEqual(
      expect.arrayContaining(['WaybillList', 'WaybillDetails', 'StaffRole']),
    )
    expect(some.interfaces.GET).toContain('/auth/v1/newGetWaybillList')
    expect(some.interfaces.POST).not.toContain('/auth/v1/goods/publish')
  })

  it('[PM-02] explain why somebody may do something, or what would let them', async () => {
    const freight = await personOf('shipper-freight')
    const { permits, dataScope, scopeFrom } = await boss.send(explainStaff, { id: freight.id })
    expect(permits.find(({ permit }) => permit === 'settlement.submit')).toEqual({
      permit: 'settlement.submit',
      has: true,
      from: ['运费专员'],
      offered: [],
    })
    expect(permits.find(({ permit }) => permit === 'settlement.pay')).toMatchObject({
      has: false,
      from: [],
      offered: ['财务'],
    })
    expect([dataScope, scopeFrom]).toEqual(['COMPANY', ['运费专员']])
    expect(permits.map(({ permit }) => permit)).not.toContain('company.verify')
  })
})
