// Company policies over HTTP: who decides them, and that each steers what it says it does; no company's name stands in
// code.
import { listSettleable } from '@yunshu/contract/settlement/settleable'
import {
  approveSettlement,
  getSettlement,
  makeSettlement,
  paySettlement,
  submitSettlement,
} from '@yunshu/contract/settlement/settlement'
import { listPaymentTasks } from '@yunshu/contract/settlement/paymentTask'
import { getPolicies, setPolicies } from '@yunshu/contract/policy'
import { appoint, getAppointView } from '@yunshu/contract/task/task'
import { moveWaybill } from '@yunshu/contract/waybill/waybill'
import { getWaybill } from '@yunshu/contract/waybill/details'
import { decisionsOf, policiesOf, withoutHouses, type Decisions } from '@yunshu/domain/company/company'
import { problems } from '@yunshu/domain/problems/problems'
import { systemRoles, type Permit } from '@yunshu/domain/permits/permits'
import { grams } from '@yunshu/domain/figures/weight'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoCompanyId, demoUserId } from '../../../demo/people.ts'
import { startFreightWorld, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'
import { signedWaybill } from '../../../../../tests/server/settlementWorld.ts'
import { addColleague } from '../../../../../tests/server/colleagues.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
})
afterAll(() => world.stop())

const house = policiesOf({})
/** As a company of the market sees them: those of the house are none of its. */
const shipped = withoutHouses(house)
const deciding = (over: Partial<Decisions> = {}): Decisions => ({ ...decisionsOf(shipped), ...over })
/** The shipper decides this, everything else as shipped. */
async function decide(over: Partial<Decisions>): Promise<void> {
  const { version } = await world.as('shipper').send(getPolicies, {})
  await world.as('shipper').send(setPolicies, { version, decisions: deciding(over) })
}
const events = (companyId: string) =>
  world.server.db(tx =>
    tx.rows(
      q
        .selectFrom('events')
        .select(['action', 'user_name', 'diff'])
        .where('entity', '=', 'company')
        .where('entity_id', '=', companyId)
        .where('action', '=', '修改企业策略')
        .orderBy('id'),
    ),
  )

describe('deciding', () => {
  it('shows what is in force and who changed it last; each change is a line of history', async () => {
    const before = await world.as('shipper').send(getPolicies, {})
    expect(before).toMatchObject({
      companyId: demoCompanyId('shipper'),
      companyName: '榆林恒泰煤业销售有限公司',
      inForce: shipped,
    })
    expect(before.changed).toBeUndefined()
    const saved = await world.as('shipper').send(setPolicies, {
      version: before.version,
      decisions: deciding({ specialistSubmits: true, receiptRequired: false }),
    })
    expect(saved).toEqual({ id: demoCompanyId('shipper'), version: before.version + 1 })
    const after = await world.as('shipper').send(getPolicies, {})
    expect(after).toMatchObject({
      version: saved.version,
      inForce: { ...shipped, specialistSubmits: true, receiptRequired: false },
      changed: { by: expect.any(String) },
    })
    expect((await events(demoCompanyId('shipper'))).map(({ diff }) => diff)).toEqual([
      [
        { field: '结算单须由运费专员提交', old: '关闭', new: '开启' },
        { field: '回单确认后才能提交结算', old: '开启', new: '关闭' },
      ],
    ])
    const audit = await world.server.db(tx =>
      tx.rows(
        q
          .selectFrom('audit_log')
          .select(['user_id', 'title'])
          .where('entity', '=', 'company')
          .where('entity_id', '=', demoCompanyId('shipper')),
      ),
    )
    expect(audit).toEqual([{ user_id: demoUserId('shipper'), title: '修改企业策略' }])
    await decide({})
  })

  it('leaves no trace when nothing changed, and is done once for one key', async () => {
    const { version } = await world.as('shipper').send(getPolicies, {})
    const lines = (await events(demoCompanyId('shipper'))).length
    expect(await world.as('shipper').send(setPolicies, { version, decisions: deciding() })).toMatchObject({ version })
    const twice = { version, decisions: deciding({ factorForMoney: true }) }
    const answers = [
      await world.as('shipper').send(setPolicies, twice, { key: 'policy-key-1' }),
      await world.as('shipper').send(setPolicies, twice, { key: 'policy-key-1' }),
    ]
    expect(answers[1]).toEqual(answers[0])
    expect((await events(demoCompanyId('shipper'))).length).toBe(lines + 1)
    await decide({})
  })

  it('refuses who lacks the permit, a stale version, and what is fixed or unknown', async () => {
    const { version } = await world.as('shipper').send(getPolicies, {})
    for (const account of ['shipper-finance', 'carrier-finance', 'platform-ops', 'branch'] as const)
      expect((await world.as(account).ask(getPolicies, {})).http).toBe(403)
    expect((await world.as('shipper-finance').ask(setPolicies, { version, decisions: deciding() })).http).toBe(403)
    expect(
      (await world.as('shipper').ask(setPolicies, { version: version - 1, decisions: deciding() })).envelope,
    ).toMatchObject({ code: 4090 })
    const raw = async (decisions: unknown) =>
      (
        await world
          .as('shipper')
          .ask(setPolicies, { version, decisions: deciding() }, { raw: { decisions: JSON.stringify(decisions) } })
      ).envelope.code
    expect(await raw({ ...deciding(), noSelfApproval: false })).toBe(4001)
    expect(await raw({ ...deciding(), somethingElse: true })).toBe(4001)
    // policies of the house are neither seen nor set, and every one is told by its name
    for (const account of ['shipper', 'carrier'] as const)
      expect(Object.keys((await world.as(account).send(getPolicies, {})).inForce)).not.toEqual(
        expect.arrayContaining(['unsignedBlocks']),
      )
    const meddling = { version, decisions: { ...deciding(), unsignedBlocks: true } }
    expect((await world.as('shipper').ask(setPolicies, meddling)).envelope).toMatchObject({
      code: 4001,
      message: '“承运合同未签署不得装货发车”：不是可用的参数',
      data: { fields: { 'decisions.unsignedBlocks': '不是可用的参数' } },
    })
    const untold = await world
      .as('shipper')
      .ask(setPolicies, meddling, { raw: { decisions: JSON.stringify({ noSelfApproval: true }) } })
    expect(untold.envelope.message).toBe('“结算单须由运费专员提交”不能为空')
    expect(await raw({ specialistSubmits: true })).toBe(4001)
    expect(await raw({ ...deciding(), receiptRequired: 'yes' })).toBe(4001)
    expect((await world.as('shipper').send(getPolicies, {})).inForce).toEqual(shipped)
  })

  it('is for one’s own company; the platform decides for its head company, a branch for none', async () => {
    expect((await world.as('carrier').send(getPolicies, {})).companyId).toBe(demoCompanyId('carrier'))
    const head = await world.as('admin').send(getPolicies, {})
    expect(head).toMatchObject({ companyId: demoCompanyId('platform') })
    await world.as('admin').send(setPolicies, { version: head.version, decisions: deciding({ factorForMoney: true }) })
    expect((await world.as('admin').send(getPolicies, {})).inForce.factorForMoney).toBe(true)
    expect((await world.as('shipper').send(getPolicies, {})).inForce.factorForMoney).toBe(false)
    const { id, functions } = await world.server.db(tx =>
      tx.one(q.selectFrom('roles').select(['id', 'functions']).where('name', '=', '分公司经理')),
    )
    const permit = (permits: readonly string[]) =>
      world.server.db(tx =>
        tx.run(
          q
            .updateTable('roles')
            .set(e => ({ functions: e.val([...permits]) }))
            .where('id', '=', id),
        ),
      )
    await permit([...functions, 'company.policy'])
    expect((await (await world.server.login('branch2')).ask(getPolicies, {})).http).toBe(403)
    await permit(functions)
  })
})

/** A sheet as calls name it, and with the version seen. */
const named = ({ settlementNum }: { settlementNum: string }) => ({ settlementNum })
const seen = ({ settlementNum, version }: { settlementNum: string; version: number }) => ({ settlementNum, version })

const payer: readonly Permit[] = ['settlement.view', 'settlement.make', 'settlement.submit', 'settlement.approve']

describe('[PM-06] what a policy steers, at any company that decides so', () => {
  it('a sheet is submitted by a 运费专员 only, and others are not offered it', async () => {
    const clerk = await addColleague(world.server, {
      account: 'policy-clerk',
      company: 'shipper',
      permits: payer,
      dataScope: 'COMPANY',
    })
    const sheet = async () =>
      clerk.client.send(makeSettlement, { waybillIds: [(await signedWaybill(world.server)).id] })
    const [free, bound] = [await sheet(), await sheet()]
    await clerk.client.send(submitSettlement, seen(free))
    await decide({ specialistSubmits: true })
    expect((await clerk.client.ask(submitSettlement, seen(bound))).envelope).toMatchObject({
      code: 1105,
      message: '按货主企业策略，须由担任“运费专员”职位的人员提交审核',
    })
    expect((await clerk.client.send(getSettlement, named(bound))).moves).not.toContain('submit')
    // the house is held by it as well
    expect((await world.as('branch').ask(submitSettlement, seen(bound))).envelope.code).toBe(1105)
    expect((await world.as('shipper-freight').send(getSettlement, named(bound))).moves).toContain('submit')
    await world.as('shipper-freight').send(submitSettlement, seen(bound))
    await decide({})
  })

  it('a sheet is approved by 财务 only', async () => {
    const boss = await addColleague(world.server, {
      account: 'policy-boss',
      company: 'shipper',
      permits: payer,
      dataScope: 'COMPANY',
    })
    const submitted = async () => {
      const sheet = await world
        .as('shipper-freight')
        .send(makeSettlement, { waybillIds: [(await signedWaybill(world.server)).id] })
      await world.as('shipper-freight').send(submitSettlement, seen(sheet))
      return world.as('shipper-freight').send(getSettlement, named(sheet))
    }
    const ofSheet = ({ settlementNum, version, due }: Awaited<ReturnType<typeof submitted>>) => ({
      settlementNum,
      version,
      expectDue: due,
    })
    await boss.client.send(approveSettlement, ofSheet(await submitted()))
    await decide({ financeApproves: true })
    const bound = await submitted()
    expect((await boss.client.ask(approveSettlement, ofSheet(bound))).envelope).toMatchObject({
      code: 1105,
      message: expect.stringContaining(systemRoles.finance),
    })
    expect((await boss.client.send(getSettlement, named(bound))).moves).not.toContain('approve')
    await world.as('shipper-finance').send(approveSettlement, ofSheet(bound))
    await decide({})
  })

  it('who approved a sheet does not pay it, where the company says so and three people are there for it', async () => {
    const alone = await world.server.login('shipper2')
    const { version } = await alone.send(getPolicies, {})
    const off = await alone.ask(setPolicies, { version, decisions: deciding({ approverPays: false }) })
    expect([off.http, JSON.stringify(off.envelope)]).toEqual([400, expect.stringContaining('目前人员不够')])
    await addColleague(world.server, {
      account: 'policy-third',
      company: 'shipper',
      permits: payer,
      dataScope: 'COMPANY',
    })
    await decide({ approverPays: false })
    const house = await world.server.login('platform-finance')
    const { maker, finance } = { maker: world.as('shipper-freight'), finance: world.as('shipper-finance') }
    const waybillIds = [(await signedWaybill(world.server)).id]
    const sheet = await maker.send(makeSettlement, { waybillIds })
    await maker.send(submitSettlement, seen(sheet))
    const submitted = await maker.send(getSettlement, named(sheet))
    await finance.send(approveSettlement, { ...seen(submitted), expectDue: submitted.due })
    const approved = await finance.send(getSettlement, named(sheet))
    const pay = { ...seen(approved), expectDue: approved.due, channel: 'SIM' } as const
    expect(approved.moves).not.toContain('pay')
    expect((await finance.ask(paySettlement, pay)).envelope.code).toBe(problems['approver.payer'].code)
    expect((await house.send(getSettlement, named(sheet))).moves).toContain('pay')
    const waits = async () =>
      (await finance.send(listPaymentTasks, { state: 'pay', limit: 100 })).rows.map(row => row.settlementNum)
    expect(await waits()).not.toContain(sheet.settlementNum)
    await decide({})
    expect(await waits()).toContain(sheet.settlementNum)
    await finance.send(paySettlement, pay)
  })

  it('three people are not enough where a position leaves approval to the only one who pays, in whichever order it is decided', async () => {
    await addColleague(world.server, {
      account: 'policy-approver',
      company: 'shipper2',
      permits: ['settlement.view', 'settlement.approve'],
      dataScope: 'COMPANY',
    })
    const company = await world.server.login('shipper2')
    const decided = async (own: Parameters<typeof deciding>[0]): Promise<number> => {
      const { version } = await company.send(getPolicies, {})
      return (await company.ask(setPolicies, { version, decisions: deciding(own) })).http
    }
    expect(await decided({ approverPays: false, financeApproves: true })).toBe(400)
    expect(await decided({ approverPays: false })).toBe(200)
    expect(await decided({ approverPays: false, financeApproves: true })).toBe(400)
    expect(await decided({ financeApproves: true })).toBe(200)
    expect(await decided({})).toBe(200)
  })

  it('a sheet waits for its receipts, or does not', async () => {
    const waybill = await signedWaybill(world.server, { needPhoto: true, receiptState: 'uploaded' })
    const isOk = async () =>
      (await world.as('shipper-freight').send(listSettleable, { numbers: [waybill.waybillNo] })).rows.map(
        row => row.receiptOk,
      )
    expect(await isOk()).toEqual([false])
    await decide({ receiptRequired: false })
    expect(await isOk()).toEqual([true])
    const sheet = await world.as('shipper-freight').send(makeSettlement, { waybillIds: [waybill.id] })
    await decide({})
    expect((await world.as('shipper-freight').ask(submitSettlement, seen(sheet))).envelope.code).toBe(1706)
    await decide({ receiptRequired: false })
    await world.as('shipper-freight').send(submitSettlement, seen(sheet))
    await decide({})
  })

  it('too much is not loaded, or is and the history of the waybill says so', async () => {
    const { taskId } = await world.task({ totalQty: 2 })
    const [one, other] = await world.trucks(2)
    const line = (truck: typeof one) => [
      { vehicleId: truck?.vehicleId ?? '', driverId: truck?.driverId ?? '', qty: 1, weightG: grams(34_000_000) },
    ]
    expect((await world.as('carrier').ask(appoint, { taskId, version: 2, lines: line(one) })).envelope).toMatchObject({
      code: 1404,
    })
    expect((await world.as('carrier').send(getAppointView, { taskId })).overweightBlocks).toBe(true)
    await decide({ overweightBlocks: false })
    expect((await world.as('carrier').send(getAppointView, { taskId })).overweightBlocks).toBe(false)
    const {
      waybills: [waybill],
    } = await world.as('carrier').send(appoint, { taskId, version: 2, lines: line(one) })
    const atLoading = await world.walk({ id: waybill?.id ?? '', waybillNo: '', plate: '', version: 1 }, [
      'accept',
      'arriveLoad',
    ])
    const depart = (weight: number) => ({
      id: atLoading.id,
      version: atLoading.version,
      move: 'depart' as const,
      loadWeightG: grams(weight),
    })
    await decide({})
    expect((await world.as('carrier').ask(moveWaybill, depart(35_000_000))).envelope.code).toBe(1404)
    await decide({ overweightBlocks: false })
    await world.as('carrier').send(moveWaybill, depart(35_000_000))
    const noted = (await world.as('shipper').send(getWaybill, { id: atLoading.id })).log.flatMap(({ diff }) =>
      (diff ?? []).filter(({ field }) => field === '超重'),
    )
    expect(noted).toEqual([
      { field: '超重', old: '核定 33.500 吨', new: '35.000 吨' },
      { field: '超重', old: '核定 33.500 吨', new: '34.000 吨' },
    ])
    // within the approved load nothing is noted
    const {
      waybills: [light],
    } = await world
      .as('carrier')
      .send(appoint, { taskId, version: 3, lines: line(other).map(each => ({ ...each, weightG: grams(33_500_000) })) })
    expect(
      (await world.as('shipper').send(getWaybill, { id: light?.id ?? '' })).log
        .flatMap(({ diff }) => diff ?? [])
        .map(({ field }) => field),
    ).not.toContain('超重')
    await decide({})
  })

  it('one company’s policy is no other’s', async () => {
    await decide({ specialistSubmits: true, financeApproves: true })
    const [maker, finance] = [
      await world.server.login('shipper2-freight'),
      await world.server.login('shipper2-finance'),
    ]
    const sheet = await finance.send(makeSettlement, {
      waybillIds: [(await signedWaybill(world.server, { shipper: 'shipper2', carrier: 'carrier2' })).id],
    })
    await maker.send(submitSettlement, seen(sheet))
    expect(
      policiesOf(
        (
          await world.server.db(tx =>
            tx.one(q.selectFrom('companies').select('policies').where('id', '=', demoCompanyId('shipper2'))),
          )
        ).policies,
      ),
    ).toEqual(house)
    await decide({})
  })
})
