// Payees over HTTP: accounts of drivers and of others, authorisations with their letters, and verification.
import type { Input } from '@yunshu/contract/call'
import { revealNumber } from '@yunshu/contract/secretNumber'
import { updateDriver, getDriver } from '@yunshu/contract/fleet/driver'
import {
  addPayee,
  addPayeeAuth,
  blacklistPayee,
  countPayees,
  getPayee,
  listDriverPayees,
  listPayees,
  movePayeeAuth,
  removePayee,
  submitPayee,
  updatePayee,
  uploadAuthFiles,
  uploadPayeeFiles,
  verifyPayee,
} from '@yunshu/contract/fleet/payee'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { maskIdNo } from '@yunshu/domain/identity/masking'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoUscc } from '../../../demo/invented.ts'
import { asSystem } from '../../work/system.ts'
import { card, driver, makeDriver, makePayee, person, photo } from '../../../../../tests/server/fleetWorld.ts'
import { startFreightWorld, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'
import { expireAuths, remindOfAuths } from './payee.jobs.ts'
import { findPayableFor } from './payee.queries.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
})
afterAll(() => world.stop())

const as: FreightWorld['as'] = account => world.as(account)
const faults = (answer: { envelope: { data: unknown } }): string[] =>
  Object.keys((answer.envelope.data as { fields?: object } | null)?.fields ?? {})
const payableAt = (driverId: string, at = Date.now()) =>
  asSystem(world.server.server.deps, async ctx =>
    ((await findPayableFor(ctx, [driverId], at)).get(driverId) ?? []).map(({ payeeId, isOwn, isDefault }) => ({
      payeeId,
      isOwn,
      isDefault,
    })),
  )
let n = 100
const newDriver = async (name: string): Promise<string> =>
  (await makeDriver(as('carrier'), as('platform-ops'), driver(++n, { name }))).id
const newPerson = async (name: string): Promise<string> =>
  (await makePayee(as('carrier'), as('platform-ops'), person(++n, { name }))).id
const today = startOfDay(Date.now())
const auth = (
  payeeId: string,
  driverId: string,
  over: Partial<Input<typeof addPayeeAuth>> = {},
): Input<typeof addPayeeAuth> => ({ payeeId, driverId, validFrom: today, validTo: today + 30 * DAY_MS, ...over })
const authorise = (payeeId: string, driverId: string, over?: Partial<Input<typeof addPayeeAuth>>) =>
  as('carrier').send(addPayeeAuth, auth(payeeId, driverId, over), { files: [photo] })

const masked = (idNo: string): string => maskIdNo(idNo, '6+4')

describe('accounts', () => {
  it('of a driver stand in his name with his numbers, and are his to be paid to once verified', async () => {
    const driverId = await newDriver('陈本人')
    const own = { kind: 'PERSON' as const, driverId, bank: '中国农业银行', accountNo: card(1) }
    expect(faults(await as('carrier').ask(addPayee, { ...own, name: '别人' }))).toEqual(['name'])
    const { id } = await as('carrier').send(addPayee, { ...own, name: '陈本人' })
    expect(await as('carrier').send(getPayee, { id })).toMatchObject({
      name: '陈本人',
      driverName: '陈本人',
      idNo: masked(driver(n).idNo),
      mobile: '19900007777',
      paper: 'unsubmitted',
      missing: { card: '请上传银行卡或开户证明' },
    })
    expect(await payableAt(driverId)).toEqual([])
    await as('carrier').send(uploadPayeeFiles, { id, category: 'card' }, { files: [photo] })
    await as('carrier').send(submitPayee, { id, version: 2 })
    expect(await payableAt(driverId)).toEqual([])
    await as('branch').send(verifyPayee, { id, version: 3, verdict: 'approve' })
    expect(await payableAt(driverId)).toEqual([{ payeeId: id, isOwn: true, isDefault: false }])
    // the name on the account is no longer the driver's: nobody may be paid on it
    const { name: _name, ...him } = await as('carrier').send(getDriver, { id: driverId })
    await as('carrier').send(updateDriver, {
      id: driverId,
      version: him.version,
      name: '陈改名',
      licenceClass: him.licenceClass,
      licenceExpiry: him.licenceExpiry,
      licenceNo: him.licenceNo,
      qualificationNo: him.qualificationNo,
      qualificationExpiry: him.qualificationExpiry,
      idCardExpiry: him.idCardExpiry,
    })
    expect(await payableAt(driverId)).toEqual([])
    expect((await as('carrier').send(listDriverPayees, { driverId })).rows).toMatchObject([
      { id, isOwn: true, fault: '户名或证件号与司机不一致' },
    ])
  })

  it.each<[string, Partial<Input<typeof addPayee>>, string]>([
    ['a card whose check digit is wrong', { accountNo: '6222020000000000019' }, 'accountNo'],
    ['letters in the number', { accountNo: '62220200A' }, 'accountNo'],
    ['no 身份证号', { idNo: undefined }, 'idNo'],
    ['a wrong 身份证号', { idNo: '110105194912310021' }, 'idNo'],
    ['no mobile number', { mobile: undefined }, 'mobile'],
    ['a company’s code for a person', { idNo: '9144030071526726XG' }, 'idNo'],
    ['a company without bank code', { kind: 'COMPANY', idNo: '9144030071526726XG', accountNo: '1100001' }, 'bankCode'],
  ])('are refused with %s at its field', async (_name, over, field) => {
    const answer = await as('carrier').ask(addPayee, person(900, over))
    expect([answer.http, faults(answer)]).toEqual([400, [field]])
  })

  it('of companies need no Luhn digit; a company is no driver', async () => {
    const company = person(901, {
      kind: 'COMPANY',
      name: '石家庄长顺车队',
      idNo: demoUscc('130102', 91),
      bankCode: '102121000018',
      accountNo: '0402020109000000019',
    })
    const { id } = await as('carrier').send(addPayee, company)
    expect(Object.keys((await as('carrier').send(getPayee, { id })).missing)).toEqual(['licence', 'card'])
    const [truck] = await world.trucks(1)
    expect(
      faults(
        await as('carrier').ask(addPayee, {
          ...company,
          driverId: truck?.driverId ?? '',
          accountNo: '0402020109000000020',
        }),
      ),
    ).toEqual(['driverId'])
  })

  it('stand once in a carrier, also when two are added at once; another carrier may pay to the same', async () => {
    const input = person(902)
    const answers = await Promise.all([as('carrier').ask(addPayee, input), as('carrier').ask(addPayee, input)])
    expect(answers.map(({ envelope }) => envelope.code).toSorted((a, b) => a - b)).toEqual([0, 1421])
    expect((await as('carrier2').ask(addPayee, input)).envelope.code).toBe(0)
  })

  it('are masked for everybody, and stay as they are when numbers are left out', async () => {
    const id = await newPerson('仲遮')
    const { accountNo, idNo } = person(n)
    for (const account of ['platform-ops', 'carrier-finance', 'carrier', 'admin'] as const) {
      const text = JSON.stringify([
        await as(account).send(getPayee, { id }),
        (await as(account).send(listPayees, { text: '仲遮' })).rows,
      ])
      expect(text).toContain(`****${accountNo.slice(-4)}`)
      expect(text).not.toMatch(new RegExp(`${accountNo}|${idNo ?? ''}`))
      expect(text.includes('19900006666')).toBe(account.startsWith('carrier'))
    }
    const { version } = await as('carrier').send(getPayee, { id })
    const kept = await as('carrier').send(updatePayee, {
      id,
      version,
      name: '仲遮',
      bank: '中国工商银行',
      mobile: '19900005555',
    })
    const told = async (field: string) => (await as('carrier').send(revealNumber, { kind: 'payee', id, field })).value
    expect([await told('accountNo'), await told('idNo')]).toEqual([accountNo, idNo])
    expect(await as('carrier').send(getPayee, { id })).toMatchObject({
      mobile: '19900005555',
      paper: 'pending',
    })
    await as('carrier').send(updatePayee, {
      id,
      version: kept.version,
      name: '仲遮',
      bank: '中国建设银行',
      accountNo: card(5555),
    })
    const details = await as('carrier').send(getPayee, { id })
    expect(details.paper).toBe('pending')
    expect(JSON.stringify(details.log)).not.toMatch(new RegExp(`${accountNo}|1990000`))
    expect(
      (await as('carrier').ask(updatePayee, { id, version, name: '仲遮', bank: '中国工商银行' })).envelope.code,
    ).toBe(4090)
  })
})

describe('authorisations', () => {
  it('come with the signed letter, count once verified and while they last, and end with their last day', async () => {
    const [payeeId, driverId] = [await newPerson('仲队长'), await newDriver('李一')]
    expect((await as('carrier').ask(addPayeeAuth, auth(payeeId, driverId))).envelope.code).toBe(1603)
    const { id } = await authorise(payeeId, driverId, { validFrom: today + DAY_MS, validTo: today + 3 * DAY_MS })
    expect(
      (await as('platform-ops').send(listPayees, { authWaiting: true })).rows.map(row => [row.id, row.authsPending]),
    ).toEqual([[payeeId, 1]])
    expect((await as('carrier').ask(movePayeeAuth, { id, version: 1, move: 'approve' })).http).toBe(403)
    await as('platform-ops').send(movePayeeAuth, { id, version: 1, move: 'approve' })
    expect(await payableAt(driverId)).toEqual([])
    expect((await as('carrier').send(listDriverPayees, { driverId })).rows[0]?.fault).toContain('起生效')
    expect(await payableAt(driverId, today + DAY_MS)).toEqual([{ payeeId, isOwn: false, isDefault: false }])
    expect(await payableAt(driverId, today + 4 * DAY_MS - 1)).toHaveLength(1)
    expect(await payableAt(driverId, today + 4 * DAY_MS)).toEqual([])
    const shown = (await as('carrier').send(getPayee, { id: payeeId })).auths[0]
    expect(shown).toMatchObject({
      driverName: '李一',
      state: 'active',
      validFrom: today + DAY_MS,
      validTo: today + 3 * DAY_MS,
      moves: ['revoke'],
    })
    expect(shown?.files).toHaveLength(1)
  })

  it('are rejected and revoked with a reason; nobody approves twice', async () => {
    const [payeeId, driverId] = [await newPerson('仲撤'), await newDriver('李二')]
    const first = await authorise(payeeId, driverId)
    expect(
      (await as('platform-ops').ask(movePayeeAuth, { id: first.id, version: 1, move: 'reject' })).envelope.code,
    ).toBe(1102)
    await as('platform-ops').send(movePayeeAuth, { id: first.id, version: 1, move: 'reject', reason: '签字不清' })
    const second = await authorise(payeeId, driverId)
    const answers = await Promise.all([
      as('platform-ops').ask(movePayeeAuth, { id: second.id, version: 1, move: 'approve' }),
      as('branch').ask(movePayeeAuth, { id: second.id, version: 1, move: 'approve' }),
    ])
    expect(answers.map(({ envelope }) => envelope.code).toSorted((a, b) => a - b)).toEqual([0, 4090])
    expect(await payableAt(driverId)).toHaveLength(1)
    await as('carrier').send(movePayeeAuth, { id: second.id, version: 2, move: 'revoke', reason: '离队' })
    expect(await payableAt(driverId)).toEqual([])
    expect(
      (await as('carrier').ask(movePayeeAuth, { id: second.id, version: 3, move: 'revoke', reason: '离队' })).envelope
        .code,
    ).toBe(1101)
    expect(
      (await as('carrier2').ask(movePayeeAuth, { id: second.id, version: 3, move: 'revoke', reason: '离队' })).http,
    ).toBe(404)
  })

  it('do not overlap, also when two are added at once, are for other people’s accounts, and run three years at most', async () => {
    const [payeeId, driverId] = [await newPerson('仲叠'), await newDriver('李三')]
    const answers = await Promise.all(
      [0, 1].map(() => as('carrier').ask(addPayeeAuth, auth(payeeId, driverId), { files: [photo] })),
    )
    expect(answers.map(({ envelope }) => envelope.code).toSorted((a, b) => a - b)).toEqual([0, 1424])
    await authorise(payeeId, driverId, { validFrom: today + 31 * DAY_MS, validTo: today + 60 * DAY_MS })
    const wrong = async (over: Partial<Input<typeof addPayeeAuth>>) =>
      faults(await as('carrier').ask(addPayeeAuth, auth(payeeId, driverId, over), { files: [photo] }))
    expect([
      await wrong({ validFrom: today + DAY_MS, validTo: today }),
      await wrong({ validFrom: today - 9 * DAY_MS, validTo: today - DAY_MS }),
      await wrong({ validFrom: today + 100 * DAY_MS, validTo: today + 2000 * DAY_MS }),
    ]).toEqual([['validTo'], ['validTo'], ['validTo']])
    const own = await as('carrier').send(addPayee, {
      kind: 'PERSON',
      name: '李三',
      driverId,
      bank: '中国银行',
      accountNo: card(7001),
    })
    expect(faults(await as('carrier').ask(addPayeeAuth, auth(own.id, driverId), { files: [photo] }))).toEqual([
      'payeeId',
    ])
    const [theirs] = await world.trucks(1, 'carrier2')
    expect(
      (await as('carrier').ask(addPayeeAuth, auth(payeeId, theirs?.driverId ?? ''), { files: [photo] })).http,
    ).toBe(404)
  })

  it('take further papers while they wait', async () => {
    const [payeeId, driverId] = [await newPerson('仲补'), await newDriver('李四')]
    const { id } = await authorise(payeeId, driverId)
    await as('carrier').send(uploadAuthFiles, { id, category: 'promise' }, { files: [photo] })
    await as('platform-ops').send(movePayeeAuth, { id, version: 1, move: 'approve' })
    expect(
      (await as('carrier').ask(uploadAuthFiles, { id, category: 'promise' }, { files: [photo] })).envelope.code,
    ).toBe(1101)
  })

  it('are reminded of once at sixty, thirty, seven days and on their last day, and end by themselves', async () => {
    const [payeeId, driverId] = [await newPerson('仲终'), await newDriver('李五')]
    const { id } = await authorise(payeeId, driverId, { validTo: today + 70 * DAY_MS })
    await as('platform-ops').send(movePayeeAuth, { id, version: 1, move: 'approve' })
    const { deps } = world.server.server
    const at = (days: number) => today + (70 - days) * DAY_MS + 1000
    const mine = async (now: number) => {
      await remindOfAuths(deps, now)
      return (
        await world.server.db(tx =>
          tx.rows(q.selectFrom('paper_reminders').select('days').where('owner_id', '=', id).orderBy('days')),
        )
      ).map(({ days }) => days)
    }
    const told = []
    for (const days of [61, 60, 35, 30, 29, 7, 6, 0]) told.push((await mine(at(days))).join(' '))
    expect(told).toEqual(['', '60', '60', '30 60', '30 60', '7 30 60', '7 30 60', '0 7 30 60'])
    await expireAuths(deps, today + 71 * DAY_MS)
    expect((await as('carrier').send(getPayee, { id: payeeId })).auths[0]).toMatchObject({
      state: 'expired',
      moves: [],
    })
    expect(await expireAuths(deps, today + 71 * DAY_MS)).toBe(0)
    expect(await mine(at(-1))).toEqual([0, 7, 30, 60])
  })
})

describe('whose they are', () => {
  it('[PM-08] a carrier’s own; the house verifies and does not keep, shippers do not look', async () => {
    const { id } = await makePayee(as('carrier2'), as('platform-ops'), person(++n, { name: '仲他' }))
    const sees = async (account: 'carrier' | 'carrier2' | 'branch' | 'platform-ops') =>
      (await as(account).send(listPayees, { text: '仲他' })).rows.length
    expect([await sees('carrier'), await sees('carrier2'), await sees('branch'), await sees('platform-ops')]).toEqual([
      0, 1, 1, 1,
    ])
    expect((await as('shipper').ask(listPayees, {})).http).toBe(403)
    for (const ask of [
      () => as('carrier').ask(getPayee, { id }),
      () => as('carrier').ask(updatePayee, { id, version: 1, name: '他', bank: '行' }),
      () => as('carrier').ask(submitPayee, { id, version: 1 }),
      () => as('carrier').ask(removePayee, { id, version: 1 }),
      () => as('carrier').ask(blacklistPayee, { id, version: 1, isBlacklisted: true, reason: '他' }),
      () => as('carrier').ask(uploadPayeeFiles, { id, category: 'card' }, { files: [photo] }),
    ])
      expect((await ask()).http).toBe(404)
    for (const account of ['platform-ops', 'admin', 'carrier-finance'] as const)
      expect((await as(account).ask(addPayee, person(++n))).http).toBe(403)
    expect((await as('carrier2').ask(verifyPayee, { id, version: 1, verdict: 'approve' })).http).toBe(403)
  })

  it('counts by state under the filter of the list, and finds those of a driver', async () => {
    const { state } = await as('carrier').send(countPayees, {})
    for (const [paper, count] of Object.entries(state))
      expect(
        (await as('carrier').send(listPayees, { paper: paper as 'approved', limit: 100 })).rows.length,
        paper,
      ).toBe(count)
    const driverId = await newDriver('褚找')
    const own = await as('carrier').send(addPayee, {
      kind: 'PERSON',
      name: '褚找',
      driverId,
      bank: '中国银行',
      accountNo: card(++n),
    })
    const other = await newPerson('仲找')
    await authorise(other, driverId)
    expect((await as('carrier').send(listPayees, { driverId })).rows.map(row => row.id)).toEqual([other, own.id])
    expect((await as('carrier').send(countPayees, { driverId })).state).toEqual({ approved: 1, unsubmitted: 1 })
  })
})
