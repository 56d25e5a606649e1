// Companies over HTTP: registration, papers, bank accounts, and verification; what each side may see and do, and when.
import { randomUUID } from 'node:crypto'
import {
  addBranch,
  addCompanyAccount,
  approveCompany,
  closeBranch,
  correctCompany,
  countCompanies,
  getCompany,
  getCompanyDetails,
  listCompanies,
  listCompanyBranches,
  moveCompany,
  registerCompany,
  removeCompanyAccount,
  setCompanyTerms,
  setDefaultAccount,
  submitCompany,
  updateBranch,
  updateCompany,
  updateCompanyAccount,
  uploadCompanyFiles,
} from '@yunshu/contract/company'
import { listGoods } from '@yunshu/contract/goods/goods'
import { getHome } from '@yunshu/contract/home'
import { getJurisdiction, listBranches, loginByPost } from '@yunshu/contract/session/session'
import { addStaff, listRoles, listStaff, removeStaff } from '@yunshu/contract/staff'
import { roleTemplates } from '@yunshu/domain/permits'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoUscc } from '../../../demo/invented.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { attemptKey, attemptsMost } from './register.commands.ts'
import { until } from '../../../../../tests/server/until.ts'

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.login('admin')
})
afterAll(() => server.stop())
beforeEach(() => server.db(tx => tx.run(q.deleteFrom('login_failures').where('account', '=', attemptKey))))

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const photo = { files: [{ name: 'licence.png', bytes: png }] }
const password = 'Qingtian#58'
const idNo = '11010519491231002X'
const inAYear = Date.now() + 365 * 86_400_000
const terms = { branchId: demoCompanyId('branch1'), serviceFeePpm: 50_000, wlhyType: 1 }
let n = 0
const fresh = (side: 'shipper' | 'carrier' | 'both' = 'carrier') => {
  n += 1
  return {
    companyName: `晴川${n}号运输有限公司`,
    creditCode: demoUscc('420112', 30 + n),
    side,
    regionCode: '420112',
    address: '径河路1号',
    contactName: '李静',
    mobile: '19900001111',
    account: `qingchuan${n}`,
    adminName: '周远',
    password,
  } as const
}
const registered = async (side: 'shipper' | 'carrier' | 'both' = 'carrier') => {
  const said = fresh(side)
  await server.anonymous().send(registerCompany, said)
  const client = await server.login(said.account, password)
  const { companyId = '' } = await server.anonymous().send(loginByPost, { account: said.account, password })
  return { said, client, id: companyId }
}
const versionOf = async (client: Client) => (await client.send(getCompany, {})).version
const filled = async (client: Client) => {
  await client.send(updateCompany, {
    version: await versionOf(client),
    legalPerson: '周远',
    legalIdNo: idNo,
    permitNo: '420112001234',
    permitExpiry: inAYear,
  })
  for (const category of ['licence', 'permit'] as const) await client.send(uploadCompanyFiles, { category }, photo)
}
const submitted = async (side: 'shipper' | 'carrier' | 'both' = 'carrier') => {
  const one = await registered(side)
  await filled(one.client)
  const { version } = await one.client.send(submitCompany, { version: await versionOf(one.client) })
  return { ...one, version }
}
const framesOf = async (companyId: string, wanted: (frames: { code?: string }[]) => boolean) => {
  const read = () =>
    server.db(tx =>
      tx.rows(
        q
          .selectFrom('inbox as i')
          .innerJoin('users as u', 'u.id', 'i.user_id')
          .select('i.frame')
          .where('u.company_id', '=', companyId)
          .orderBy('i.seq'),
      ),
    )
  const frames = async () => (await read()).map(row => row.frame as { code?: string; data?: { wlhyType?: number } })
  await until(async () => wanted(await frames()), 'these frames')
  return frames()
}

describe('registering', () => {
  it('makes a company, its positions and a main account that can sign in and fill in papers, and nothing more', async () => {
    const { said, client, id } = await registered('both')
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
      'Notice',
      'RelationAccept',
      'StaffList',
      'StaffRole',
      'index',
    ])
    expect((await client.send(getHome, {})).cards).toMatchObject([
      { key: 'companyPapers', count: 1, path: '/company/profile' },
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
    const said = fresh()
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
    const { said } = await registered()
    expect(
      (await server.anonymous().ask(registerCompany, { ...fresh(), creditCode: said.creditCode })).envelope,
    ).toMatchObject({ code: 2101, data: { fields: { creditCode: '该企业已注册，请联系本企业管理员添加账号' } } })
    const other = fresh()
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
    const said = fresh()
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
    const { said } = await registered()
    for (let i = 1; i < attemptsMost; i++)
      expect(
        (await server.anonymous().ask(registerCompany, { ...fresh(), creditCode: said.creditCode })).envelope.code,
      ).toBe(2101)
    const answer = await server.anonymous().ask(registerCompany, fresh())
    expect([answer.http, answer.envelope.code]).toEqual([429, 4290])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3000)
  })
})

describe('papers', () => {
  it('are handed in when whole; until then every missing field is named', async () => {
    const { client } = await registered()
    const early = await client.ask(submitCompany, { version: 1 })
    expect(Object.keys((early.envelope.data as { fields: object }).fields)).toEqual([
      'legalPerson',
      'legalIdNo',
      'licence',
      'permitNo',
      'permitExpiry',
      'permit',
    ])
    await filled(client)
    expect((await client.send(getCompany, {})).missing).toEqual({})
    await client.send(submitCompany, { version: await versionOf(client) })
    expect(await client.send(getCompany, {})).toMatchObject({ state: 'pending', moves: [] })
    expect((await client.ask(submitCompany, { version: await versionOf(client) })).envelope.code).toBe(1101)
    expect((await client.send(getHome, {})).cards.map(({ key }) => key)).toEqual(['companyPending'])
  })

  it('that tell the company apart are fixed once handed in; the rest is free, with old and new in the history', async () => {
    const { client, version } = await submitted()
    const refused = await client.ask(updateCompany, { version, name: '别的名字', address: '新址2号' })
    expect(refused.envelope).toMatchObject({
      code: 4001,
      data: { fields: { name: '企业已提交审核，如需变更请联系平台' } },
    })
    expect((await client.ask(uploadCompanyFiles, { category: 'licence' }, photo)).envelope).toMatchObject({
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
    const [{ said }, { client }] = [await registered(), await registered()]
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
    expect((await client.send(getCompany, {})).invoiceTitle).toEqual(title)
    expect(await client.send(updateCompany, { version, invoiceTitle: title })).toMatchObject({ version })
  })

  it('are the company’s own: not for whoever lacks the permit, nor for the platform by this door', async () => {
    expect((await (await server.login('shipper-freight')).ask(getCompany, {})).http).toBe(403)
    expect((await (await server.login('shipper-finance')).ask(updateCompany, { version: 1, address: '新' })).http).toBe(
      403,
    )
    expect((await admin.ask(getCompany, {})).http).toBe(403)
    const finance = await (await server.login('shipper-finance')).send(getCompany, {})
    expect([finance.contactMobile, finance.accounts[0]?.accountNo]).toEqual([
      expect.stringMatching(/^\d{3}\*{4}\d{4}$/),
      expect.stringMatching(/^\*{4}\d{4}$/),
    ])
  })
})

describe('bank accounts', () => {
  it('are in the company’s name, one of them the default one, which goes last', async () => {
    const { client, said } = await registered()
    const bank = { bank: '中国银行武汉分行', bankCode: '104521003017', accountName: said.companyName }
    expect(
      (await client.ask(addCompanyAccount, { ...bank, accountName: '周远', accountNo: '567890123456' })).envelope,
    ).toMatchObject({ code: 4001, data: { fields: { accountName: '账户户名须与收款人一致' } } })
    expect(
      (await client.ask(addCompanyAccount, { ...bank, accountNo: '567890123456' }, { raw: { bankCode: '123' } }))
        .envelope,
    ).toMatchObject({ data: { fields: { bankCode: '联行号应为12位数字' } } })
    const one = await client.send(addCompanyAccount, { ...bank, accountNo: '567890123456' })
    expect((await client.ask(addCompanyAccount, { ...bank, accountNo: '567890123456' })).envelope).toMatchObject({
      data: { fields: { accountNo: '该账户已添加' } },
    })
    const two = await client.send(addCompanyAccount, { ...bank, accountNo: '667890123456' })
    const list = async () => (await client.send(getCompany, {})).accounts.map(({ id, isDefault }) => [id, isDefault])
    expect(await list()).toEqual([
      [one.id, true],
      [two.id, false],
    ])
    expect((await client.ask(removeCompanyAccount, { id: one.id, version: 1 })).envelope.code).toBe(4001)
    await client.send(setDefaultAccount, { id: two.id, version: 1 })
    expect(await list()).toEqual([
      [two.id, true],
      [one.id, false],
    ])
    await client.send(updateCompanyAccount, { id: two.id, version: 2, ...bank, bank: '中国银行汉口支行' })
    expect((await client.ask(updateCompanyAccount, { id: two.id, version: 2, ...bank })).http).toBe(409)
    await client.send(removeCompanyAccount, { id: one.id, version: 2 })
    expect((await client.ask(removeCompanyAccount, { id: one.id, version: 3 })).http).toBe(404)
    expect(await list()).toEqual([[two.id, true]])
    await client.send(removeCompanyAccount, { id: two.id, version: 3 })
    expect(await list()).toEqual([])
    expect(
      (await (await server.login('shipper2')).ask(updateCompanyAccount, { id: two.id, version: 4, ...bank })).http,
    ).toBe(404)
  })

  it('two first ones at once leave one default', async () => {
    const { client, said, id } = await registered()
    const bank = { bank: '中国银行', bankCode: '104521003017', accountName: said.companyName }
    await Promise.all(['1111111', '2222222'].map(accountNo => client.send(addCompanyAccount, { ...bank, accountNo })))
    expect(
      await server.db(tx =>
        tx.rows(
          q.selectFrom('company_accounts').select('id').where('company_id', '=', id).where('is_default', '=', true),
        ),
      ),
    ).toHaveLength(1)
  })
})

describe('verification', () => {
  it('lists who waits, with what is odd about them', async () => {
    const { id, said } = await submitted()
    const waiting = await admin.send(listCompanies, { state: 'pending', text: said.companyName })
    expect(waiting.rows).toMatchObject([{ id, name: said.companyName, side: 'carrier', state: 'pending' }])
    expect((await admin.send(countCompanies, { text: said.companyName })).state).toEqual({ pending: 1 })
    expect((await admin.send(getHome, {})).cards.find(({ key }) => key === 'companyWaiting')?.count).toBeGreaterThan(0)
    const other = fresh()
    await server.anonymous().send(registerCompany, { ...other, companyName: said.companyName })
    const details = await admin.send(getCompanyDetails, { id })
    expect(details).toMatchObject({
      sameName: [{ creditCode: other.creditCode, state: 'draft' }],
      people: 1,
      moves: expect.arrayContaining(['approve', 'reject']) as unknown,
      files: [{ category: 'licence' }, { category: 'permit' }],
    })
    const page = await admin.send(listCompanies, { limit: 1 })
    expect((await admin.send(listCompanies, { limit: 1, cursor: page.next })).rows[0]?.id).not.toBe(page.rows[0]?.id)
  })

  it('approved: works from the next call, hears of it, and its papers are the branch’s to see', async () => {
    const { client, id, version } = await submitted()
    const branch = await server.login('branch')
    expect((await branch.ask(getCompanyDetails, { id })).http).toBe(404)
    expect(
      (await admin.ask(approveCompany, { id, version, ...terms, branchId: demoCompanyId('shipper') })).envelope,
    ).toMatchObject({ code: 4001, data: { fields: { branchId: '不是可选的值' } } })
    const key = randomUUID()
    const [a, b] = [
      await admin.send(approveCompany, { id, version, ...terms }, { key }),
      await admin.send(approveCompany, { id, version, ...terms }, { key }),
    ]
    expect(b).toEqual(a)
    expect((await client.send(getJurisdiction, {})).accessRoutes.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['TaskList', 'VehicleList']),
    )
    const frames = await framesOf(id, all => ['0', '32', '33'].every(code => all.some(frame => frame.code === code)))
    expect(frames.find(({ code }) => code === '32')?.data?.wlhyType).toBe(1)
    expect(await branch.send(getCompanyDetails, { id })).toMatchObject({
      state: 'active',
      branchName: '运枢物流科技有限公司华北分公司',
      files: [{ category: 'licence' }, { category: 'permit' }],
    })
    expect((await (await server.login('branch2')).ask(getCompanyDetails, { id })).http).toBe(404)
    expect((await admin.ask(approveCompany, { id, version, ...terms })).http).toBe(409)
  })

  it('sent back with a reason: mended and handed in again', async () => {
    const { client, id, version } = await submitted('shipper')
    expect((await admin.ask(moveCompany, { id, version, move: 'reject' })).envelope.code).toBe(1102)
    await admin.send(moveCompany, { id, version, move: 'reject', reason: '营业执照不清晰' })
    expect(await client.send(getCompany, {})).toMatchObject({
      state: 'rejected',
      rejectReason: '营业执照不清晰',
      moves: ['submit'],
    })
    await client.send(uploadCompanyFiles, { category: 'licence' }, photo)
    await client.send(submitCompany, { version: await versionOf(client) })
    expect((await client.send(getCompany, {})).state).toBe('pending')
  })

  it('suspended: its people are out within a second and cannot sign in; resumed they are in again', async () => {
    const { client, id, version, said } = await submitted()
    const approved = await admin.send(approveCompany, { id, version, ...terms })
    expect((await client.ask(getCompany, {})).http).toBe(200)
    const suspended = await admin.send(moveCompany, {
      id,
      version: approved.version,
      move: 'suspend',
      reason: '证照存疑',
    })
    const began = Date.now()
    let answer = await client.ask(getCompany, {})
    while (answer.http === 200 && Date.now() - began < 1000) answer = await client.ask(getCompany, {})
    expect(answer.http).toBe(401)
    expect((await server.anonymous().ask(loginByPost, { account: said.account, password })).envelope.code).toBe(1003)
    await admin.send(moveCompany, { id, version: suspended.version, move: 'resume' })
    await server.login(said.account, password)
  })

  it('terms change afterwards; another type of business is told by push 32, the same one is not', async () => {
    const { id, version } = await submitted()
    const approved = await admin.send(approveCompany, { id, version, ...terms })
    const fee = await admin.send(setCompanyTerms, { id, version: approved.version, ...terms, serviceFeePpm: 60_000 })
    await admin.send(setCompanyTerms, { id, version: fee.version, ...terms, serviceFeePpm: 60_000, wlhyType: 3 })
    const frames = await framesOf(id, all => all.filter(({ code }) => code === '32').length === 2)
    expect(frames.filter(({ code }) => code === '32').map(({ data }) => data?.wlhyType)).toEqual([1, 3])
    expect((await admin.send(getCompanyDetails, { id })).log.map(line => line.diff)).toEqual(
      expect.arrayContaining([
        [{ field: '服务费率', old: '5%', new: '6%' }],
        [{ field: '网络货运类型', old: '网络货运承运', new: '承运与撮合' }],
      ]),
    )
  })

  it('corrections keep the reason, and bank accounts follow the name', async () => {
    const { client, id, version, said } = await submitted()
    await client.send(addCompanyAccount, {
      bank: '中国银行',
      bankCode: '104521003017',
      accountName: said.companyName,
      accountNo: '1234567',
    })
    await admin.send(correctCompany, {
      id,
      version,
      name: `${said.companyName}（更名）`,
      creditCode: said.creditCode,
      legalPerson: '周远',
      reason: '企业更名',
    })
    expect(await client.send(getCompany, {})).toMatchObject({
      name: `${said.companyName}（更名）`,
      permitNo: '420112001234',
      accounts: [{ accountName: `${said.companyName}（更名）` }],
      log: expect.arrayContaining([expect.objectContaining({ action: '更正登记信息', remark: '企业更名' })]) as unknown,
    })
  })

  it('is the house’s: companies and people without the permit are refused', async () => {
    const { id, version } = await submitted()
    const shipper = await server.login('shipper')
    expect((await shipper.ask(listCompanies, {})).http).toBe(403)
    expect((await shipper.ask(approveCompany, { id, version, ...terms })).http).toBe(403)
    expect(
      (await (await server.login('platform-finance')).ask(moveCompany, { id, version, move: 'reject', reason: '无权' }))
        .http,
    ).toBe(403)
    const branch2 = await server.login('branch2')
    expect(
      (await branch2.ask(moveCompany, { id: demoCompanyId('carrier'), version: 1, move: 'suspend', reason: '越权' }))
        .http,
    ).toBe(404)
    expect((await branch2.send(listCompanies, {})).rows.map(row => row.id)).not.toContain(demoCompanyId('carrier'))
  })
})

describe('branch companies', () => {
  const office = () => {
    n += 1
    return {
      name: `晴川${n}号分公司`,
      shortName: `分${n}`,
      creditCode: demoUscc('310114', n),
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
      account: `office${n}`,
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
    const { id: companyId, version } = await submitted()
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
    const { client } = await registered()
    expect((await client.ask(addBranch, office())).envelope.code).toBe(1101)
  })
})
