// People and positions over HTTP: each company keeps its own, and nobody in it reaches beyond their own rights.
import { resetFactor } from '@yunshu/contract/session/account'
import {
  addRole,
  addStaff,
  copyRole,
  disableStaff,
  enableStaff,
  explainStaff,
  listMembers,
  listRoles,
  listStaff,
  removeStaff,
  resetPassword,
  updateRole,
  updateStaff,
} from '@yunshu/contract/staff/staff'
import { permitKeys, isPermitOf, systemRoles, type RoleSide } from '@yunshu/domain/permits/permits'
import { roleTemplates } from '@yunshu/domain/permits/roles'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoCompanyId, demoUserId } from '../../../demo/people.ts'
import { addColleague, addOffice } from '../../../../../tests/server/colleagues.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'

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

describe('each keeps their own', () => {
  it('[PM-08] people and positions of another company are not found', async () => {
    const [foreign, role] = [demoUserId('carrier'), await roleOf('财务', await server.login('carrier'))]
    for (const call of [disableStaff, removeStaff, resetPassword])
      expect((await boss.ask(call, { id: foreign, version: 1 })).http).toBe(404)
    expect((await boss.ask(explainStaff, { id: foreign })).http).toBe(404)
    expect((await boss.ask(listMembers, { id: role.id })).http).toBe(404)
    expect((await boss.ask(copyRole, { id: role.id, name: '偷来' })).http).toBe(404)
    expect((await boss.ask(addStaff, { account: 'thief01', name: '越权', roleIds: [role.id] })).envelope).toMatchObject(
      { code: 4001, data: { fields: { roleIds: '不是可选的值' } } },
    )
  })

  it('without the permit: 403', async () => {
    const clerk = await server.login('shipper-freight')
    expect((await clerk.ask(listStaff, {})).http).toBe(403)
    expect((await clerk.ask(addRole, { name: '无权', dataScope: 'SELF', functions: [] })).http).toBe(403)
  })

  it('the platform keeps its own people and the managers of its branches, a branch manager those of the branch', async () => {
    const admin = await server.login('admin')
    const accounts = (await admin.send(listStaff, {})).rows.map(row => row.account)
    expect(accounts).toEqual(expect.arrayContaining(['platform-ops', 'branch', 'branch2']))
    expect(accounts).not.toContain('shipper')
    const roles = (await admin.send(listRoles, {})).rows
    const manager = roles.find(row => row.kind === 'branch')
    const ops = roles.find(row => row.name === '运营')
    if (!manager || !ops) throw new Error('no roles')
    expect(
      (
        await admin.ask(addStaff, {
          account: 'mixed01',
          name: '错配',
          roleIds: [ops.id],
          branchId: demoCompanyId('branch2'),
        })
      ).envelope.code,
    ).toBe(4001)
    const { id } = await admin.send(addStaff, {
      account: 'branch2-second',
      name: '二号',
      roleIds: [manager.id],
      branchId: demoCompanyId('branch2'),
    })
    const branch2 = await server.login('branch2')
    expect((await branch2.send(listStaff, {})).rows.map(row => row.account).sort()).toEqual([
      'branch2',
      'branch2-second',
    ])
    await branch2.send(disableStaff, { id, version: 1 })
    expect((await branch2.ask(disableStaff, { id: demoUserId('branch'), version: 1 })).http).toBe(404)
    expect((await branch2.ask(addRole, { name: '无权', dataScope: 'BRANCH', functions: [] })).http).toBe(403)
    expect(
      (await branch2.ask(addStaff, { account: 'branch2-third', name: '越权', roleIds: [ops.id] })).envelope.code,
    ).toBe(4001)
  })

  it('every template holds only what its side may hold', () => {
    for (const side of Object.keys(roleTemplates) as RoleSide[]) {
      for (const [name, functions] of Object.entries(roleTemplates[side]))
        expect(
          functions.filter(permit => !isPermitOf(permit, side)),
          `${side} ${name}`,
        ).toEqual([])
    }
    expect(permitKeys.length).toBeGreaterThan(30)
  })
})

describe('nobody reaches beyond their own rights', () => {
  const clerkRights = ['staff.view', 'staff.edit', 'staff.role', 'goods.view'] as const
  /** Somebody who keeps people and positions, and has little else. */
  const keeper = async () => {
    const { client } = await addColleague(server, {
      account: `keeper${++n}`,
      company: 'shipper',
      permits: clerkRights,
      dataScope: 'COMPANY',
    })
    return client
  }

  it('staff.edit was every right: its holder gave a new person any position, and themselves by it', async () => {
    const client = await keeper()
    for (const name of ['财务', '发货员', systemRoles.admin]) {
      const role = await roleOf(name)
      expect(role.isBeyond).toBe(false)
      expect((await roleOf(name, client)).isBeyond).toBe(true)
      const { envelope } = await client.ask(addStaff, { account: `given${++n}`, name: '越权', roleIds: [role.id] })
      expect(envelope.code).toBe(1910)
      expect(envelope.data).toMatchObject({ fields: { roleIds: expect.stringMatching(/^含有您没有的权限：“/) } })
    }
    const { id } = await client.send(addRole, { name: `小${n}`, dataScope: 'SELF', functions: ['goods.view'] })
    const made = await client.send(addStaff, { account: `given${++n}`, name: '在内', roleIds: [id] })
    const finance = await roleOf('财务')
    const more = { id: made.id, version: 1, name: '在内', roleIds: [id, finance.id] }
    expect((await client.ask(updateStaff, more)).envelope.code).toBe(1910)
    await boss.send(updateStaff, more)
  })

  it('staff.role was every right: its holder put any permit into a colleague’s position', async () => {
    const client = await keeper()
    const role = { name: `职位${++n}`, dataScope: 'COMPANY' as const, functions: ['goods.view' as const] }
    const refused = await client.ask(addRole, { ...role, functions: ['settlement.pay'] })
    expect([refused.envelope.code, refused.envelope.message]).toEqual([
      1910,
      '不能授予您自己没有的权限：“支付结算单”，请由管理员操作',
    ])
    const { id, version } = await client.send(addRole, role)
    expect((await client.ask(updateRole, { id, version, ...role, functions: ['settlement.pay'] })).envelope.code).toBe(
      1910,
    )
    const finance = await roleOf('财务')
    expect((await client.ask(copyRole, { id: finance.id, name: `副本${++n}` })).envelope.code).toBe(1910)
    // permits beyond are not taken away either
    expect(
      (
        await client.ask(updateRole, {
          id: finance.id,
          version: finance.version,
          name: finance.name,
          dataScope: 'COMPANY',
          functions: ['goods.view'],
        })
      ).envelope.code,
    ).toBe(1910)
    const offered = (await client.send(listRoles, {})).offered[0]
    expect([...(offered?.functions ?? [])].sort()).toEqual([...clerkRights].sort())
    expect(offered?.dataScopes).toEqual(['COMPANY', 'BRANCH', 'SELF'])
  })

  it('a colleague above them is neither changed, reset, disabled, enabled nor removed', async () => {
    const client = await keeper()
    const above = await personOf('shipper-freight', client)
    expect([above.isBeyond, (await personOf('shipper-freight')).isBeyond]).toEqual([true, false])
    const { id, version } = above
    for (const call of [disableStaff, removeStaff, resetPassword, resetFactor, enableStaff])
      expect((await client.ask(call, { id, version })).envelope.code, call.title).toBe(1909)
    const roleIds = above.roles.map(role => role.id)
    expect((await client.ask(updateStaff, { id, version, name: '改名', roleIds })).envelope).toMatchObject({
      code: 1909,
      message: expect.stringContaining('有您没有的权限：'),
    })
    const admin = await personOf('shipper', client)
    expect((await client.ask(resetPassword, { id: admin.id, version: admin.version })).envelope.message).toContain(
      '“管理员”职位',
    )
  })

  it('rows of another office are not reached by a person one makes there', async () => {
    const [here, there] = [await addOffice(server, 'shipper', '一部'), await addOffice(server, 'shipper', '二部')]
    const { client } = await addColleague(server, {
      account: `office${++n}`,
      company: 'shipper',
      permits: clerkRights,
      dataScope: 'BRANCH',
      office: here,
    })
    const { id } = await client.send(addRole, { name: `部${n}`, dataScope: 'BRANCH', functions: ['goods.view'] })
    const person = { name: '同事', roleIds: [id] }
    await client.send(addStaff, { account: `office${++n}`, ...person, branchId: here })
    expect(
      (await client.ask(addStaff, { account: `office${++n}`, ...person, branchId: there })).envelope,
    ).toMatchObject({
      code: 1910,
      message: expect.stringContaining('数据范围“本分公司”'),
    })
    expect((await client.ask(addRole, { name: `全${n}`, dataScope: 'COMPANY', functions: [] })).envelope).toMatchObject(
      { code: 1910, data: { fields: { dataScope: expect.any(String) } } },
    )
  })
})
