// Working for an employee over HTTP: whom one may choose, what one may do then, and whose name is kept.
import { actFor, stopActing } from '@yunshu/contract/session/acting'
import { listMessages } from '@yunshu/contract/message/message'
import {
  getJurisdiction,
  getPushTicket,
  getSettings,
  listEmployees,
  saveSetting,
} from '@yunshu/contract/session/session'
import {
  approveSettlement,
  getSettlement,
  makeSettlement,
  paySettlement,
  submitSettlement,
} from '@yunshu/contract/settlement/settlement'
import { appoint, listTasks } from '@yunshu/contract/task/task'
import { takeGoods } from '@yunshu/contract/goods/goods'
import { getPolicies } from '@yunshu/contract/policy'
import { listVehicles } from '@yunshu/contract/fleet/vehicle'
import { listWaybills, moveWaybill } from '@yunshu/contract/waybill/waybill'
import { getWaybill } from '@yunshu/contract/waybill/details'
import { ownNameOnly } from '@yunshu/domain/permits/permits'
import { grams } from '@yunshu/domain/figures/weight'
import { v7 } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoCompanyId, demoUserId } from '../../../demo/people.ts'
import type { Client } from '../../../../../tests/server/testServer.ts'
import { startFreightWorld, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'
import { signedWaybill } from '../../../../../tests/server/settlementWorld.ts'
import { addColleague } from '../../../../../tests/server/colleagues.ts'

let world: FreightWorld
let ops: Client
const employee = demoUserId('carrier')
beforeAll(async () => {
  world = await startFreightWorld()
  ops = world.as('platform-ops')
})
afterAll(() => world.stop())
afterEach(async () => {
  await world.server.db(tx => tx.run(q.updateTable('sessions').set({ acting_for: null })))
  world.server.server.deps.sessions.forget([
    demoUserId('platform-ops'),
    demoUserId('branch'),
    demoUserId('shipper'),
    demoUserId('carrier'),
    demoUserId('admin'),
  ])
})

const nameOf = (account: string) =>
  world.server.db(async tx => (await tx.one(q.selectFrom('users').select('name').where('account', '=', account))).name)
const infoOf = async (client: Client) =>
  JSON.parse((await client.send(getJurisdiction, {})).userInfo) as Record<string, unknown> & {
    actingFor?: Record<string, unknown>
  }

/** A sheet as calls name it, and with the version seen. */
const named = ({ settlementNum }: { settlementNum: string }) => ({ settlementNum })
const seen = ({ settlementNum, version }: { settlementNum: string; version: number }) => ({ settlementNum, version })

describe('beginning', () => {
  it('takes on company, side and rights of the employee and keeps the own name', async () => {
    const own = await ops.send(getJurisdiction, {})
    await ops.send(actFor, { userId: employee })
    const rights = await ops.send(getJurisdiction, {})
    const theirs = await world.as('carrier').send(getJurisdiction, {})
    expect(rights.userPermissions).toEqual(
      theirs.userPermissions.filter(permit => ![...ownNameOnly].some(own => own === permit)),
    )
    expect(rights).toMatchObject({ userRoles: ['管理员'], isAdmin: false })
    expect(rights.accessRoutes.map(({ name }) => name)).toContain('TaskList')
    expect(await infoOf(ops)).toEqual({
      type: 1,
      account: 'platform-ops',
      name: await nameOf('platform-ops'),
      companyId: demoCompanyId('carrier'),
      companyName: '河北顺达运输有限公司',
      businessType: 2,
      wlhyType: 1,
      isTf: false,
      actingFor: {
        userId: employee,
        name: await nameOf('carrier'),
        account: 'carrier',
        companyId: demoCompanyId('carrier'),
        companyName: '河北顺达运输有限公司',
        trustCode: expect.stringMatching(/^91/),
        businessType: 2,
        isContract: true,
      },
    })
    await world.trucks(1, 'carrier2')
    expect(new Set((await ops.send(listVehicles, {})).rows.map(row => row.carrierId))).not.toContain(
      demoCompanyId('carrier2'),
    )
    await ops.send(stopActing, {})
    expect(await ops.send(getJurisdiction, {})).toEqual(own)
  })

  it.each([
    ['the platform', 'admin', 'shipper3-finance', true],
    ['the platform', 'admin', 'branch', false],
    ['the platform', 'admin', 'platform-finance', false],
    ['the platform', 'admin', 'admin', false],
    ['a branch', 'branch', 'carrier', true],
    ['a branch', 'branch', 'carrier7', false],
    ['a branch', 'branch', 'branch', false],
    ['a branch', 'branch', 'branch2', false],
    ['a company', 'shipper', 'shipper-finance', true],
    ['a company', 'shipper', 'shipper', false],
    ['a company', 'shipper', 'shipper2', false],
    ['a company', 'shipper', 'carrier', false],
    ['a company', 'carrier', 'carrier-finance', true],
  ] as const)(
    '%s (%s) may choose %s: %s; who is none to choose is not found, in the list neither',
    async (_kind, account, chosen, isOffered) => {
      const { envelope, http } = await world.as(account).ask(actFor, { userId: demoUserId(chosen) })
      expect([http, envelope.code]).toEqual(isOffered ? [200, 0] : [404, 4041])
      if (isOffered) await world.as(account).send(stopActing, {})
      else expect(envelope).toEqual((await world.as(account).ask(actFor, { userId: v7() })).envelope)
      expect(
        (await world.as(account).send(listEmployees, { text: chosen })).rows.some(row => row.account === chosen),
      ).toBe(isOffered)
    },
  )

  it('is for those with the permit only, chooses enabled people of working companies, and is not done twice without stopping', async () => {
    for (const account of ['shipper-finance', 'carrier-finance'] as const)
      expect((await world.as(account).ask(actFor, { userId: demoUserId(account.slice(0, -8)) })).http).toBe(403)
    expect((await ops.ask(actFor, { userId: employee }, { raw: { userId: 'x' } })).http).toBe(400)
    await world.server.db(tx =>
      tx.run(q.updateTable('users').set({ state: 'disabled' }).where('account', '=', 'carrier4')),
    )
    expect((await ops.ask(actFor, { userId: demoUserId('carrier4') })).http).toBe(404)
    await world.server.db(tx =>
      tx.run(q.updateTable('companies').set({ state: 'suspended' }).where('id', '=', demoCompanyId('carrier5'))),
    )
    expect((await ops.ask(actFor, { userId: demoUserId('carrier5') })).http).toBe(404)
    const first = await ops.ask(actFor, { userId: employee }, { key: 'act-key-0001' })
    expect(first.envelope.code).toBe(0)
    expect((await ops.ask(actFor, { userId: demoUserId('carrier2') })).http).toBe(403)
    expect((await infoOf(ops)).actingFor?.['account']).toBe('carrier')
    await ops.send(stopActing, {})
    // stopping what does not run is nothing
    expect((await ops.ask(stopActing, {})).envelope.code).toBe(0)
  })

  it('is a matter of this session: the person’s other sessions stay their own', async () => {
    const other = await world.server.login('platform-ops')
    await ops.send(actFor, { userId: employee })
    expect([(await infoOf(ops)).type, (await infoOf(other)).type]).toEqual([1, 0])
  })
})

describe('while it lasts', () => {
  it('writes both names into history and both ids into the audit log', async () => {
    const goods = await world.publish()
    await ops.send(actFor, { userId: employee })
    const { taskId } = await ops.send(takeGoods, { goodsId: goods.id, qty: 1 })
    const by = `${await nameOf('platform-ops')}（代${await nameOf('carrier')}）`
    const events = await world.server.db(tx =>
      tx.rows(
        q
          .selectFrom('events')
          .select(['user_id', 'user_name'])
          .where('entity', '=', 'task')
          .where('entity_id', '=', taskId),
      ),
    )
    expect(events).toEqual([{ user_id: demoUserId('platform-ops'), user_name: by }])
    const audit = await world.server.db(tx =>
      tx.rows(
        q.selectFrom('audit_log').select(['user_id', 'acting_for', 'company_id']).where('entity_id', '=', taskId),
      ),
    )
    expect(audit).toEqual([
      { user_id: demoUserId('platform-ops'), acting_for: employee, company_id: demoCompanyId('carrier') },
    ])
    // the employee answers for the task, the real person made it
    expect(
      await world.server.db(tx =>
        tx.one(q.selectFrom('tasks').select(['carrier_by', 'created_by', 'carrier_id']).where('id', '=', taskId)),
      ),
    ).toEqual({ carrier_by: employee, created_by: demoUserId('platform-ops'), carrier_id: demoCompanyId('carrier') })
    const begun = await world.server.db(tx =>
      tx.rows(
        q
          .selectFrom('events')
          .select(['action', 'user_id', 'user_name'])
          .where('entity', '=', 'user')
          .where('entity_id', '=', employee)
          .orderBy('id', 'desc')
          .limit(1),
      ),
    )
    expect(begun).toEqual([
      { action: '开始代办', user_id: demoUserId('platform-ops'), user_name: await nameOf('platform-ops') },
    ])
    await ops.send(stopActing, {})
    const ended = await world.server.db(tx =>
      tx.rows(
        q
          .selectFrom('audit_log')
          .select(['title', 'user_id', 'acting_for'])
          .where('user_id', '=', demoUserId('platform-ops'))
          .orderBy('id', 'desc')
          .limit(1),
      ),
    )
    expect(ended).toEqual([{ title: '退出代办', user_id: demoUserId('platform-ops'), acting_for: employee }])
  })

  it('walks a waybill as the carrier and cannot sign it as the shipper', async () => {
    const { taskId } = await world.task({ totalQty: 1 })
    const [truck] = await world.trucks(1)
    await ops.send(actFor, { userId: employee })
    const {
      waybills: [waybill],
    } = await ops.send(appoint, {
      taskId,
      version: 2,
      lines: [
        { vehicleId: truck?.vehicleId ?? '', driverId: truck?.driverId ?? '', qty: 1, weightG: grams(32_000_000) },
      ],
    })
    await ops.send(moveWaybill, { id: waybill?.id ?? '', version: 1, move: 'accept' })
    const detail = await ops.send(getWaybill, { id: waybill?.id ?? '' })
    expect(detail).toMatchObject({
      state: 'toLoad',
      log: [{ action: '确认接单', by: expect.stringContaining('（代') }, { action: '指派' }],
    })
    expect(detail.shipperFreight).toBeUndefined()
    expect((await ops.ask(moveWaybill, { id: waybill?.id ?? '', version: 2, move: 'sign' })).http).toBe(403)
  })

  it('moves no money and gives no rights: what is done in one’s own name only is refused', async () => {
    const sheet = await world
      .as('shipper-freight')
      .send(makeSettlement, { waybillIds: [(await signedWaybill(world.server)).id] })
    await world.as('shipper-freight').send(submitSettlement, seen(sheet))
    const { due, version } = await world.as('shipper-freight').send(getSettlement, named(sheet))
    await ops.send(actFor, { userId: demoUserId('shipper-finance') })
    expect((await ops.send(getSettlement, named(sheet))).moves).toEqual([])
    expect(
      (await ops.ask(approveSettlement, { settlementNum: sheet.settlementNum, version, expectDue: due })).http,
    ).toBe(403)
    await world
      .as('shipper-finance')
      .send(approveSettlement, { settlementNum: sheet.settlementNum, version, expectDue: due })
    expect(
      (
        await ops.ask(paySettlement, {
          settlementNum: sheet.settlementNum,
          version: version + 1,
          expectDue: due,
          channel: 'SIM',
        })
      ).http,
    ).toBe(403)
    await ops.send(stopActing, {})
    // not even with the rights of the company's administrator, and not for an administrator of the platform
    const admin = world.as('admin')
    await admin.send(actFor, { userId: demoUserId('shipper') })
    for (const call of [getPolicies, listEmployees] as const) expect((await admin.ask(call, {})).http).toBe(403)
    expect(
      (
        await admin.ask(paySettlement, {
          settlementNum: sheet.settlementNum,
          version: version + 1,
          expectDue: due,
          channel: 'SIM',
        })
      ).http,
    ).toBe(403)
  })

  it('is no administration, whatever the account of the employee says', async () => {
    const chief = await addColleague(world.server, {
      account: 'acting-chief',
      company: 'shipper',
      permits: ['waybill.view'],
      dataScope: 'COMPANY',
    })
    await world.server.db(tx => tx.run(q.updateTable('users').set({ is_admin: true }).where('id', '=', chief.id)))
    await ops.send(actFor, { userId: chief.id })
    expect(await ops.send(getJurisdiction, {})).toMatchObject({ isAdmin: false, userPermissions: ['waybill.view'] })
    expect((await ops.ask(getPolicies, {})).http).toBe(403)
  })

  it('does not let one check one’s own work in another’s name', async () => {
    const boss = await addColleague(world.server, {
      account: 'acting-boss',
      company: 'shipper',
      permits: ['company.actFor', 'settlement.view', 'settlement.approve'],
      dataScope: 'COMPANY',
    })
    await boss.client.send(actFor, { userId: demoUserId('shipper-freight') })
    const made = await boss.client.send(makeSettlement, { waybillIds: [(await signedWaybill(world.server)).id] })
    await boss.client.send(submitSettlement, seen(made))
    const sheet = await boss.client.send(getSettlement, named(made))
    expect(sheet.maker).toMatch(/^员工acting-boss（代.+）$/)
    await boss.client.send(stopActing, {})
    expect((await boss.client.send(getSettlement, named(made))).moves).not.toContain('approve')
    expect(
      (
        await boss.client.ask(approveSettlement, {
          settlementNum: made.settlementNum,
          version: sheet.version,
          expectDue: sheet.due,
        })
      ).envelope.code,
    ).toBe(1103)
    // the employee in whose name it was made is somebody else, and so is the finance
    await world
      .as('shipper-finance')
      .send(approveSettlement, { settlementNum: made.settlementNum, version: sheet.version, expectDue: sheet.due })
  })

  it('shows the rows of the employee’s data scope, and what is made belongs to it', async () => {
    const narrow = await addColleague(world.server, {
      account: 'acting-narrow',
      company: 'carrier',
      permits: ['goods.view', 'goods.take', 'task.view', 'waybill.view'],
      dataScope: 'SELF',
    })
    const [before] = await world.waybills(1)
    await ops.send(actFor, { userId: narrow.id })
    expect((await ops.send(listWaybills, {})).rows).toEqual([])
    expect((await ops.ask(getWaybill, { id: before?.id ?? '' })).http).toBe(404)
    const goods = await world.publish()
    const { taskId } = await ops.send(takeGoods, { goodsId: goods.id, qty: 1 })
    expect((await ops.send(listTasks, {})).rows.map(({ id }) => id)).toEqual([taskId])
    expect((await narrow.client.send(listTasks, {})).rows.map(({ id }) => id)).toEqual([taskId])
  })

  it('sheets made for an employee are the employee’s too', async () => {
    const narrow = await addColleague(world.server, {
      account: 'acting-maker',
      company: 'shipper',
      permits: ['settlement.view', 'settlement.make', 'waybill.view'],
      dataScope: 'SELF',
    })
    const waybill = await signedWaybill(world.server)
    await world.server.db(tx =>
      tx.run(q.updateTable('waybills').set({ shipper_by: narrow.id }).where('id', '=', waybill.id)),
    )
    await ops.send(actFor, { userId: narrow.id })
    const made = await ops.send(makeSettlement, { waybillIds: [waybill.id] })
    expect((await ops.send(getSettlement, named(made))).settlementNum).toBe(made.settlementNum)
    expect((await narrow.client.send(getSettlement, named(made))).settlementNum).toBe(made.settlementNum)
    expect(
      await world.server.db(tx =>
        tx.one(q.selectFrom('settlements').select(['maker_id', 'maker_for']).where('id', '=', made.id)),
      ),
    ).toEqual({ maker_id: demoUserId('platform-ops'), maker_for: narrow.id })
  })

  it('keeps settings, messages and the signature of requests one’s own; the push tag is the company’s', async () => {
    await ops.send(saveSetting, { key: 'preferences', value: '{"size":"small"}' })
    await ops.send(actFor, { userId: employee })
    expect(await ops.send(getSettings, {})).toMatchObject({ preferences: '{"size":"small"}' })
    expect(await world.as('carrier').send(getSettings, {})).toEqual({})
    expect((await ops.ask(listMessages, {})).envelope.code).toBe(0)
    await ops.send(getPushTicket, {})
    const ticket = await world.server.db(tx =>
      tx.one(
        q
          .selectFrom('push_tickets')
          .select(['user_id', 'tag'])
          .where('user_id', '=', demoUserId('platform-ops'))
          .orderBy('ends_at', 'desc')
          .limit(1),
      ),
    )
    expect(ticket).toEqual({ user_id: demoUserId('platform-ops'), tag: demoCompanyId('carrier') })
    expect((await ops.ask(listTasks, {}, { raw: { operatorAccount: 'carrier' } })).envelope.code).toBe(4031)
  })

  it('takes the branch of one’s own account as said before one knew, and no other', async () => {
    const branch = world.as('branch')
    await branch.send(actFor, { userId: employee })
    const ask = async (branchId: string) =>
      (await branch.ask(listTasks, {}, { raw: { branchCompanyId: branchId } })).envelope.code
    expect([await ask(demoCompanyId('branch1')), await ask(demoCompanyId('branch2'))]).toEqual([0, 4031])
    await ops.send(actFor, { userId: employee })
    expect((await ops.ask(listTasks, {}, { raw: { branchCompanyId: demoCompanyId('branch1') } })).envelope.code).toBe(
      4031,
    )
  })

  it('[CL-02] tells whom one works for to a page that still says the branch chosen before', async () => {
    await ops.send(actFor, { userId: employee })
    const { data } = await ops.ask(getJurisdiction, {}, { raw: { branchCompanyId: demoCompanyId('branch1') } })
    expect(JSON.parse(data.userInfo)).toMatchObject({ companyId: demoCompanyId('carrier') })
  })
})
