// Administrators made and let in again from the command line, without a browser.
import { changePassword } from '@yunshu/contract/session/account'
import { getSettings, loginByPost } from '@yunshu/contract/session/session'
import { addStaff, listRoles, listStaff } from '@yunshu/contract/staff/staff'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Foundation } from '@yunshu/contract/setup'
import { q } from '../../db/tx.ts'
import { foundation } from '../../../../../tests/server/foundation.ts'
import { startTestServer, type TestServer } from '../../../../../tests/server/testServer.ts'
import { addPlatformAdmin, hashGiven, resetPlatformAdmin, type Console } from './admin.commands.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ DEMO: '0' }, true)
})
afterAll(() => server.stop())

const by = (): Console => ({ now: Date.now(), operator: 'root', policy: 'dengbao' })
const add = async (account: string, password?: string, foundation?: Foundation) => {
  const hashed = await hashGiven(password)
  return server.db(tx => addPlatformAdmin(tx, by(), { account, name: '王五', ...hashed }, foundation))
}
const reset = async (account: string, password?: string) => {
  const hashed = await hashGiven(password)
  return server.db(tx => resetPlatformAdmin(tx, by(), { account, ...hashed }))
}
const codeOf = async (account: string, password: string): Promise<number> =>
  (await server.anonymous().ask(loginByPost, { account, password })).envelope.code
const auditOf = (title: string) =>
  server.db(tx =>
    tx.rows(
      q
        .selectFrom('audit_log as a')
        .innerJoin('users as u', 'u.id', 'a.entity_id')
        .select(['u.account', 'a.diff'])
        .where('a.title', '=', title)
        .orderBy('a.id'),
    ),
  )

test('DEMO=0 on an empty database had nobody in it and no way in: an administrator comes from the command line', async () => {
  const first = await add('wangwu', undefined, foundation)
  const client = await server.login('wangwu', first)
  expect((await client.ask(getSettings, {})).envelope.code, 'the password opens nothing but its change').toBe(1006)
  await client.send(changePassword, { oldPassword: first, newPassword: 'Qinghe#4827' })
  expect((await client.ask(getSettings, {})).envelope.code).toBe(0)
  // the positions of the platform and its branches came with the first administrator, who gives them on
  const { rows } = await client.send(listRoles, {})
  expect(rows.map(({ name }) => name).sort()).toEqual(['分公司经理', '管理员', '财务', '运营'].sort())
  const finance = rows.find(({ name }) => name === '财务')?.id ?? ''
  await client.send(addStaff, { account: 'zhaoliu', name: '赵六', roleIds: [finance] })
  expect((await client.send(listStaff, {})).rows).toHaveLength(2)
  expect(await auditOf('添加管理员')).toEqual([
    {
      account: 'wangwu',
      diff: [
        { field: '账号', old: '--', new: 'wangwu' },
        { field: '姓名', old: '--', new: '王五' },
        { field: '平台公司', old: '--', new: foundation.companyName },
        { field: '分公司', old: '--', new: foundation.branchName },
        { field: '执行人', old: '--', new: '服务器命令行 root' },
      ],
    },
  ])
})

test('a lost administrator password was the end: a reset ends sessions and the lock, and is written down', async () => {
  await add('sunqi', 'Qinghe#4827')
  const client = await server.login('sunqi', 'Qinghe#4827')
  for (let n = 0; n < 6; n++) await codeOf('sunqi', 'Falsch#9152')
  expect(await codeOf('sunqi', 'Qinghe#4827'), 'locked').toBe(1002)
  const given = await reset('sunqi')
  expect(await codeOf('sunqi', 'Qinghe#4827')).toBe(1001)
  expect(await codeOf('sunqi', given)).toBe(0)
  await expect.poll(async () => (await client.ask(getSettings, {})).http).toBe(401)
  expect(await auditOf('重置管理员密码')).toEqual([
    { account: 'sunqi', diff: [{ field: '执行人', old: '--', new: '服务器命令行 root' }] },
  ])
})

test('a second administrator finds the positions there, and wrong wishes are refused with one line', async () => {
  await add('zhouba')
  const roles = await server.db(tx => tx.rows(q.selectFrom('roles').select('id').where('company_id', 'is', null)))
  expect(roles).toHaveLength(3)
  await expect(add('zhouba')).rejects.toThrow('账号 zhouba 已被使用')
  await expect(add('ZHOUBA')).rejects.toThrow('已被使用')
  await expect(add('x')).rejects.toThrow('账号 x 须为4–32位')
  await expect(add('wujiu', 'short')).rejects.toThrow('密码应为8–64个字符')
  await expect(add('wujiu', 'Wujiu#4827')).rejects.toThrow('密码不能含有账号')
  await expect(reset('nobody')).rejects.toThrow('没有平台账号 nobody')
  await server.db(tx => tx.run(q.updateTable('users').set({ state: 'disabled' }).where('account', '=', 'zhouba')))
  await expect(reset('zhouba')).rejects.toThrow('已停用')
  const accounts = await server.db(tx => tx.rows(q.selectFrom('users').select('account')))
  expect(accounts.map(({ account }) => account)).not.toContain('wujiu')
})
