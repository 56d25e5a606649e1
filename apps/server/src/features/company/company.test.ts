// Companies over HTTP: registration, papers and branches, and the rights of each side at each time.
import {
  addBranch,
  closeBranch,
  countCompanyBranches,
  listCompanyBranches,
  updateBranch,
} from '@yunshu/contract/company/branch'
import {
  approveCompany,
  getCompany,
  registerCompany,
  setCompanyTerms,
  submitCompany,
  updateCompany,
  uploadCompanyFiles,
} from '@yunshu/contract/company/company'
import { listGoods } from '@yunshu/contract/goods/goods'
import { listToday } from '@yunshu/contract/today'
import { getJurisdiction, listBranches } from '@yunshu/contract/session/session'
import { addStaff, listRoles, listStaff, removeStaff } from '@yunshu/contract/staff/staff'
import { roleTemplates } from '@yunshu/domain/permits/roles'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoUscc } from '../../../demo/invented.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import {
  fillPapers,
  password,
  startCompanyWorld,
  terms,
  versionOf,
  type CompanyWorld,
} from '../../../../../tests/server/companyWorld.ts'
import { photo } from '../../../../../tests/server/fleetWorld.ts'
import type { Client, TestServer } from '../../../../../tests/server/testServer.ts'
import { attemptsMost } from './register.commands.ts'

let world: CompanyWorld
let server: TestServer
let admin: Client
beforeAll(async () => {
  world = await startCompanyWorld()
  ;({ server, admin } = world)
})
afterAll(() => world.stop())
beforeEach(() => world.forgetAttempts())

describe('registering', () => {
  it('makes a company, its positions and a main account that can sign in and fill in papers, and nothing more', async () => {
    const { said, client, id } = await world.registered('both')
    const own = await client.send(getCompany, {})
    expect(own).toMatchObject({
      id,
      name: said.companyName,
      creditCode: said.creditCode,
      side: 'both',
      state: 'draft',
      contactMobile: said.mobile,
      moves: ['submit'],
      accounts: [],
      files: [],
    })
    expect(Object.keys(own.missing)).toEqual([
      'legalPerson',
      'legalIdNo',
      'licence',
      'permitNo',
      'permitExpiry',
      'permit',
    ])
    expect(own.log.map(line => line.action)).toEqual(['注册企业'])
    expect((await client.ask(listGoods, {})).http).toBe(403)
    expect((await client.send(getJurisdiction, {})).accessRoutes.map(({ name }) => name).sort()).toEqual([
      'Account',
      'CompanyBranches',
      'CompanyProfile',
      'Help',
      'Notice',
      'RelationAccept',
      'StaffList',
      'StaffRole',
      'index',
    ])
    expect((await client.send(listToday, {})).items).toMatchObject([
      { kind: 'companyPapers', path: '/company/profile' },
    ])
    const roles = (await client.send(listRoles, {})).rows
    const admin2 = roles.find(role => role.name === '管理员')
    expect(new Set(admin2?.functions)).toEqual(
      new Set([...(roleTemplates.shipper['管理员'] ?? []), ...(roleTemplates.carrier['管理员'] ?? [])]),
    )
    expect(roles.map(role => role.name).sort()).toEqual(
      [...new Set([...Object.keys(roleTemplates.shipper), ...Object.keys(roleTemplates.carrier)])].sort(),
    )
    expect((await client.send(listStaff, {})).rows).toMatchObject([
      { account: said.account, isInitial: false, roles: [{ name: '管理员' }] },
    ])
    const audit = await server.db(tx =>
      tx.rows(
        q
          .selectFrom('audit_log')
          .select(['title', 'entity', 'entity_id'])
          .where('company_id', '=', id)
          .where('action', '=', '/v1/register'),
      ),
    )
    expect(audit).toEqual([{ title: '注册企业', entity: 'company', entity_id: id }])
    expect(server.logged.join('')).not.toContain(password)
  })

  it('the same company twice at once is one', async () => {
    const said = world.fresh()
    const answers = await Promise.all(
      [said, { ...said, account: `${said.account}b` }].map(each => server.anonymous().ask(registerCompany, each)),
    )
    expect(answers.map(answer => answer.envelope.code)).toEqual(expect.arrayContaining([0, 2101]))
    const { c, u } = await server.db(async tx => ({
      c: (await tx.rows(q.selectFrom('companies').select('id').where('credit_code', '=', said.creditCode))).length,
      u: (await tx.rows(q.selectFrom('users').select('id').where('account', 'like', `${said.account}%`))).length,
    }))
    expect([c, u]).toEqual([1, 1])
  })

  it('a code or an account that is taken is said at its field, and nothing stays behind', async () => {
    const { said } = await world.registered()
    expect(
      (await server.anonymous().ask(registerCompany, { ...world.fresh(), creditCode: said.creditCode })).envelope,
    ).toMatchObject({ code: 2101, data: { fields: { creditCode: '该企业已注册，请联系本企业管理员添加账号' } } })
    const other = world.fresh()
    expect(
      (await server.anonymous().ask(registerCompany, { ...other, account: said.account.toUpperCase() })).envelope,
    ).toMatchObject({ code: 1901, data: { fields: { account: '已被使用，请换一个' } } })
    expect(
      await server.db(tx =>
        tx.rows(q.selectFrom('companies').select('id').where('credit_code', '=', other.creditCode)),
      ),
    ).toEqual([])
  })

  it('refuses a wrong check digit, a weak password and what is no region, each at its field', async () => {
    const said = world.fresh()
    const faults = async (raw: Record<string, string>) =>
      Object.keys(
        ((await server.anonymous().ask(registerCompany, said, { raw })).envelope.data as { fields?: object } | null)
          ?.fields ?? {},
      )
    expect(await faults({ creditCode: '914403001922038217' })).toEqual(['creditCode'])
    expect(await faults({ password: 'abc' })).toEqual(['password'])
    expect(await faults({ password: `Ab1#${said.account}` })).toEqual(['password'])
    expect(await faults({ regionCode: '42' })).toEqual(['regionCode'])
    expect(await faults({ account: '-x' })).toEqual(['account'])
  })

  it('is limited per network: refused attempts count too', async () => {
    const { said } = await world.registered()
    for (let i = 1; i < attemptsMost; i++)
      expect(
        (await server.anonymous().ask(registerCompany, { ...world.fresh(), creditCode: said.creditCode })).envelope
          .code,
      ).toBe(2101)
    const answer = await server.anonymous().ask(registerCompany, world.fresh())
    expect([answer.http, answer.envelope.code]).toEqual([429, 4290])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3000)
  })
})

describe('papers', () => {
  it('are handed in when whole; until then every missing field is named', async () => {
    const { client } = await world.registered()
    const early = await client.ask(submitCompany, { version: 1 })
    expect(Object.keys((early.envelope.data as { fields: object }).fields)).toEqual([
      'legalPerson',
      'legalIdNo',
      'licence',
      'permitNo',
      'permitExpiry',
      'permit',
    ])
    await fillPapers(client)
    expect((await client.send(getCompany, {})).missing).toEqual({})
    await client.send(submitCompany, { version: await versionOf(client) })
    expect(await client.send(getCompany, {})).toMatchObject({ state: 'pending', moves: [] })
    expect((await client.ask(submitCompany, { version: await versionOf(client) })).envelope.code).toBe(1101)
    expect((await client.send(listToday, {})).items).toEqual([])
  })

  it('that tell the company apart are fixed once handed in; the rest is free, with old and new in the history', async () => {
    const { client, version } = await world.submitted()
    const refused = await client.ask(updateCompany, { version, name: '别的名字', address: '新址2号' })
    expect(refused.envelope).toMatchObject({
      code: 4001,
      data: { fields: { name: '企业已提交审核，如需变更请联系平台' } },
    })
    expect((await client.ask(uploadCompanyFiles, { category: 'licence' }, { files: [photo] })).envelope).toMatchObject({
      code: 4001,
    })
    await client.send(updateCompany, { version, address: '新址2号', contactMobile: '19900002222' })
    expect((await client.ask(updateCompany, { version, address: '新址3号' })).http).toBe(409)
    const { log } = await client.send(getCompany, {})
    expect(log[0]).toMatchObject({
      action: '修改企业资料',
      diff: [
        { field: '详细地址', old: '径河路1号', new: '新址2号' },
        { field: '联系手机号', old: '199****1111', new: '199****2222' },
      ],
    })
  })

  it('with the credit code of another company are refused; what did not change leaves no line', async () => {
    const [{ said }, { client }] = [await world.registered(), await world.registered()]
    expect((await client.ask(updateCompany, { version: 1, creditCode: said.creditCode })).envelope).toMatchObject({
      code: 2101,
      data: { fields: { creditCode: '已被其他企业使用' } },
    })
    expect(await client.send(updateCompany, { version: 1, address: '径河路1号' })).toMatchObject({ version: 1 })
    const title = {
      title: '晴川',
      taxNo: said.creditCode,
      address: '',
      phone: '',
      bank: '中国银行',
      accountNo: '1234567',
    }
    const { version } = await client.send(updateCompany, { version: 1, invoiceTitle: title })
    expect((await client.send(getCompany, {})).invoiceTitle).toEqual({ ...title, accountNo: '***' })
    expect(await client.send(updateCompany, { version, invoiceTitle: title })).toMatchObject({ version })
    // a form that nobody typed the account into does not send it
    const { accountNo: _kept, ...others } = title
    expect(await client.send(updateCompany, { version, invoiceTitle: others })).toMatchObject({ version })
    expect(
      (
        await client.ask(
          updateCompany,
          { version, invoiceTitle: others },
          { raw: { invoiceTitle: JSON.stringify({ ...others, accountNo: '****4567' }) } },
        )
      ).envelope.code,
    ).toBe(4001)
    const emptied = await client.send(updateCompany, { version, invoiceTitle: { ...others, accountNo: '' } })
    const { invoiceTitle, log } = await client.send(getCompany, {})
    expect([emptied.version, invoiceTitle?.accountNo]).toEqual([version + 1, ''])
    expect(JSON.stringify(log)).not.toContain('1234567')
  })

  it('are the company’s own: not for whoever lacks the permit, nor for the platform by this door', async () => {
    expect((await (await server.login('shipper-freight')).ask(getCompany, {})).http).toBe(403)
    expect((await (await server.login('shipper-finance')).ask(updateCompany, { version: 1, address: '新' })).http).toBe(
      403,
    )
    expect((await admin.ask(getCompany, {})).http).toBe(403)
    const finance = await (await server.login('shipper-finance')).send(getCompany, {})
    expect([finance.contactMobile, finance.accounts[0]?.accountNo]).toEqual([
      expect.stringMatching(/^\d{11}$/),
      expect.stringMatching(/^\*{4}\d{4}$/),
    ])
  })
})

describe('branch companies', () => {
  let offices = 0
  const office = () => {
    offices += 1
    return {
      name: `晴川${offices}号分公司`,
      shortName: `分${offices}`,
      creditCode: demoUscc('310114', 30 + offices),
      regionCode: '310114',
      address: '园区路1号',
      contactName: '赵明',
      contactMobile: '19900003333',
    }
  }

  it('are added, changed and closed by their own company; people keep one open, those who left do not', async () => {
    const boss = await server.login('carrier2')
    const said = office()
    const { id } = await boss.send(addBranch, said)
    expect((await boss.send(listCompanyBranches, {})).rows).toMatchObject([
      { id, name: said.name, people: 0, state: 'active', contactMobile: said.contactMobile },
    ])
    expect((await boss.ask(addBranch, { ...office(), creditCode: said.creditCode })).envelope).toMatchObject({
      code: 2101,
      data: { fields: { creditCode: '已被其他企业使用' } },
    })
    const { name, shortName, creditCode, regionCode, contactName } = said
    const rest = { name, shortName, creditCode, regionCode, contactName, address: said.address }
    const changed = await boss.send(updateBranch, { id, version: 1, ...rest, address: '园区路2号' })
    expect((await boss.ask(updateBranch, { id, version: 1, ...rest })).http).toBe(409)
    const role = (await boss.send(listRoles, {})).rows.find(({ name }) => name === '调度')
    const person = await boss.send(addStaff, {
      account: `office${offices}`,
      name: '驻点',
      roleIds: [role?.id ?? ''],
      branchId: id,
    })
    expect((await boss.ask(closeBranch, { id, version: changed.version, reason: '合并' })).envelope).toMatchObject({
      code: 2102,
      message: '分公司还有 1 名员工，不能撤销',
    })
    await boss.send(removeStaff, { id: person.id, version: 1 })
    const closed = await boss.send(closeBranch, { id, version: changed.version, reason: '合并' })
    expect((await boss.send(listCompanyBranches, { state: 'closed' })).rows.map(row => row.id)).toEqual([id])
    expect((await boss.send(countCompanyBranches, {})).state).toEqual({ closed: 1 })
    expect((await boss.ask(closeBranch, { id, version: closed.version, reason: '再次' })).envelope.code).toBe(1101)
    expect((await boss.send(listBranches, {})).rows).toEqual([])
    const events = await server.db(tx =>
      tx.rows(q.selectFrom('events').select(['action', 'remark']).where('entity_id', '=', id).orderBy('id')),
    )
    expect(events).toEqual([
      { action: '添加分公司', remark: null },
      { action: '修改分公司', remark: null },
      { action: '撤销', remark: '合并' },
    ])
  })

  it('of the platform serve companies and stay while they do', async () => {
    const mine = (await admin.send(listCompanyBranches, {})).rows
    expect(mine.map(row => row.id)).toContain(demoCompanyId('branch3'))
    const { id } = await admin.send(addBranch, office())
    const { id: companyId, version } = await world.submitted()
    const approved = await admin.send(approveCompany, { id: companyId, version, ...terms, branchId: id })
    expect((await admin.ask(closeBranch, { id, version: 1, reason: '撤点' })).envelope.message).toBe(
      '分公司还有 1 家服务的企业，不能撤销',
    )
    await admin.send(setCompanyTerms, { id: companyId, version: approved.version, ...terms })
    await admin.send(closeBranch, { id, version: 1, reason: '撤点' })
  })

  it('of others are not found; a branch itself, people without the permit and companies not yet verified add none', async () => {
    const { id } = await (await server.login('carrier3')).send(addBranch, office())
    const carrier = await server.login('carrier')
    expect((await carrier.ask(closeBranch, { id, version: 1, reason: '越权' })).http).toBe(404)
    expect((await carrier.ask(updateBranch, { id, version: 1, ...office() })).http).toBe(404)
    expect((await carrier.send(listCompanyBranches, {})).rows).toEqual([])
    expect((await admin.ask(closeBranch, { id, version: 1, reason: '越权' })).http).toBe(404)
    expect((await (await server.login('branch')).ask(listCompanyBranches, {})).http).toBe(403)
    expect((await (await server.login('carrier-finance')).ask(addBranch, office())).http).toBe(403)
    const { client } = await world.registered()
    expect((await client.ask(addBranch, office())).envelope.code).toBe(1101)
  })
})
