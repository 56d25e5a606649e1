// Companies over HTTP: their verification and their bank accounts.
import { randomUUID } from 'node:crypto'
import {
  addCompanyAccount,
  approveCompany,
  correctCompany,
  countCompanies,
  getCompany,
  getCompanyDetails,
  listCompanies,
  moveCompany,
  registerCompany,
  removeCompanyAccount,
  setCompanyTerms,
  setDefaultAccount,
  submitCompany,
  updateCompanyAccount,
  uploadCompanyFiles,
} from '@yunshu/contract/company/company'
import { listToday } from '@yunshu/contract/today'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { getJurisdiction, loginByPost } from '@yunshu/contract/session/session'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import {
  password,
  startCompanyWorld,
  terms,
  versionOf,
  type CompanyWorld,
} from '../../../../../tests/server/companyWorld.ts'
import { photo } from '../../../../../tests/server/fleetWorld.ts'
import type { Client, TestServer } from '../../../../../tests/server/testServer.ts'
import { until } from '../../../../../tests/server/until.ts'

let world: CompanyWorld
let server: TestServer
let admin: Client
beforeAll(async () => {
  world = await startCompanyWorld()
  ;({ server, admin } = world)
})
afterAll(() => world.stop())
beforeEach(() => world.forgetAttempts())

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

describe('bank accounts', () => {
  it('are in the company’s name, one of them the default one, which goes last', async () => {
    const { client, said } = await world.registered()
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
    const { client, said, id } = await world.registered()
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
    const { id, said } = await world.submitted()
    const waiting = await admin.send(listCompanies, { state: 'pending', text: said.companyName })
    expect(waiting.rows).toMatchObject([{ id, name: said.companyName, side: 'carrier', state: 'pending' }])
    expect((await admin.send(countCompanies, { text: said.companyName })).state).toEqual({ pending: 1 })
    // of the other side there is none by this name; neither shipped nor carried anything yet
    expect((await admin.send(listCompanies, { text: said.companyName, side: 'shipper' })).rows).toEqual([])
    expect((await admin.send(countCompanies, { text: said.companyName, side: 'shipper' })).state).toEqual({})
    expect(waiting.rows[0]?.waybills30).toBe(0)
    // kept figures of thirty days, not of the day before them
    const owner_id = demoCompanyId('carrier')
    const today = startOfDay(Date.now())
    await server.db(tx =>
      tx.run(
        q.insertInto('waybill_days').values([
          { owner_id, day_at: today - 29 * DAY_MS, made: 3, slot: 7 },
          { owner_id, day_at: today - 30 * DAY_MS, made: 5, slot: 7 },
        ]),
      ),
    )
    expect((await admin.send(getCompanyDetails, { id: owner_id })).waybills30).toBe(3)
    const carriers = (await admin.send(listCompanies, { side: 'carrier', limit: 100 })).rows
    expect(carriers.find(row => row.id === owner_id)?.waybills30).toBe(3)
    expect((await admin.send(listToday, { group: 'verify' })).items.map(item => item.id)).toContain(id)
    const other = world.fresh()
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
    const { client, id, version } = await world.submitted()
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
    const { client, id, version } = await world.submitted('shipper')
    expect((await admin.ask(moveCompany, { id, version, move: 'reject' })).envelope.code).toBe(1102)
    await admin.send(moveCompany, { id, version, move: 'reject', reason: '营业执照不清晰' })
    expect(await client.send(getCompany, {})).toMatchObject({
      state: 'rejected',
      rejectReason: '营业执照不清晰',
      moves: ['submit'],
    })
    await client.send(uploadCompanyFiles, { category: 'licence' }, { files: [photo] })
    await client.send(submitCompany, { version: await versionOf(client) })
    expect((await client.send(getCompany, {})).state).toBe('pending')
  })

  it('suspended: its people are out within a second and cannot sign in; resumed they are in again', async () => {
    const { client, id, version, said } = await world.submitted()
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
    const { id, version } = await world.submitted()
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
    const { client, id, version, said } = await world.submitted()
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
    const { id, version } = await world.submitted()
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
