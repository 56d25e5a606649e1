// People and positions over HTTP: each company keeps its own.
import {
  addRole,
  addStaff,
  copyRole,
  disableStaff,
  explainStaff,
  listMembers,
  listRoles,
  listStaff,
  removeStaff,
  resetPassword,
} from '@yunshu/contract/staff/staff'
import { permitKeys, isPermitOf, roleTemplates, type RoleSide } from '@yunshu/domain/permits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoCompanyId, demoUserId } from '../../../demo/people.ts'
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
