// The payment task list over HTTP: what waits for whom, never one's own work to check, counted as listed.
import { countPaymentTasks, listPaymentTasks, type PaymentTask } from '@yunshu/contract/settlement/paymentTask'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { actFor, stopActing } from '@yunshu/contract/session/acting'
import {
  approveSettlement,
  getSettlement,
  makeSettlement,
  paySettlement,
  rejectSettlement,
  submitSettlement,
  type SettlementDetail,
} from '@yunshu/contract/settlement/settlement'
import type { PolicyKey } from '@yunshu/domain/company/company'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { copiedColumns } from '../../../../../tests/server/copiedColumns.ts'
import { addColleague } from '../../../../../tests/server/colleagues.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import {
  payTo,
  sheetOf,
  sheetWhen,
  signedWaybill,
  type People,
  type SignedOptions,
} from '../../../../../tests/server/settlementWorld.ts'

let server: TestServer
let people: People
let who: Record<
  'specialist' | 'finance' | 'boss' | 'stranger' | 'carrier' | 'platform' | 'admin' | 'branch' | 'branch2',
  Client
>
const sheets: Record<string, SettlementDetail> = {}
beforeAll(async () => {
  server = await startTestServer()
  const login = (account: string): Promise<Client> => server.login(account)
  who = {
    specialist: await login('shipper-freight'),
    finance: await login('shipper-finance'),
    boss: await login('shipper'),
    stranger: await login('shipper2-finance'),
    carrier: await login('carrier-finance'),
    platform: await login('platform-finance'),
    admin: await login('admin'),
    branch: await login('branch'),
    branch2: await login('branch2'),
  }
  people = { maker: who.specialist, finance: who.finance }
  const made = async (until: 'draft' | 'submitted' | 'approved', options: SignedOptions = {}) =>
    sheetOf(people, [(await signedWaybill(server, options)).id], until)
  const paidWith = async (carrier: string, account: string, isThere: (sheet: SettlementDetail) => boolean) => {
    await payTo(server, carrier, account)
    const sheet = await made('approved', { carrier })
    await who.finance.send(paySettlement, {
      settlementNum: sheet.settlementNum,
      version: sheet.version,
      expectDue: sheet.due,
      channel: 'SIM',
    })
    return sheetWhen(who.finance, sheet.settlementNum, isThere)
  }
  sheets['receipt'] = await sheetOf(
    people,
    [
      (await signedWaybill(server, { needPhoto: true, receiptState: 'waiting' })).id,
      (await signedWaybill(server, { needPhoto: true, receiptState: 'confirmed' })).id,
    ],
    'draft',
  )
  sheets['submit'] = await made('draft')
  sheets['rejected'] = await made('submitted')
  const { settlementNum, version } = sheets['rejected']
  await who.finance.send(rejectSettlement, { settlementNum, version, reason: '金额不符' })
  sheets['approve'] = await made('submitted')
  sheets['pay'] = await made('approved', { dueAt: Date.now() - 2 * DAY_MS })
  sheets['failed'] = await paidWith('carrier2', '6222020000009001', ({ state }) => state === 'partial')
  sheets['unknown'] = await paidWith('carrier4', '6222020000009007', ({ payments }) => payments[0]?.state === 'unknown')
  // a sheet that waits for nobody: its money arrived
  sheets['paid'] = await paidWith('carrier5', '6222020000000000', ({ state }) => state === 'paid')
})
afterAll(async () => {
  await server.stop()
})

const named = (rows: readonly PaymentTask[]): string[] =>
  rows.map(({ kind, settlementNum }) => {
    const name = Object.entries(sheets).find(([, sheet]) => sheet.settlementNum === settlementNum)?.[0] ?? settlementNum
    return kind === name ? kind : `${name} to ${kind}`
  })
const tasks = async (client: Client, filter: Parameters<typeof client.send<typeof listPaymentTasks>>[1] = {}) =>
  (await client.send(listPaymentTasks, filter)).rows
const policies = (decided: Partial<Record<PolicyKey, boolean>>) =>
  server.db(tx =>
    tx.run(
      q
        .updateTable('companies')
        .set({ policies: JSON.stringify(decided) })
        .where('id', '=', demoCompanyId('shipper')),
    ),
  )

test('[CL-07] a specialist has sheets to submit and those whose receipts are missing', async () => {
  expect(named(await tasks(who.specialist))).toEqual(['receipt', 'submit', 'rejected to submit'])
  const [blocked, , rejected] = await tasks(who.specialist)
  expect(blocked).toEqual({
    id: sheets['receipt']?.id,
    kind: 'receipt',
    settlementNum: sheets['receipt']?.settlementNum,
    shipperName: '榆林恒泰煤业销售有限公司',
    carrierName: '河北顺达运输有限公司',
    lineCount: 2,
    due: sheets['receipt']?.due,
    dueAt: sheets['receipt']?.dueAt,
    isOverdue: false,
    waitsSince: expect.any(Number),
    hint: '1 张运单回单未确认',
    maker: sheets['receipt']?.maker,
    path: screenUrl('SettlementNormal', { settlementNum: sheets['receipt']?.settlementNum ?? '' }),
  })
  expect(rejected?.hint).toBe('已被驳回，核对后重新提交')
})

test('[CL-07] finance has sheets to approve and pay, and payments that failed or have no result', async () => {
  expect(named(await tasks(who.finance))).toEqual(['pay', 'approve', 'failed', 'unknown'])
  const of = Object.fromEntries((await tasks(who.finance)).map(task => [task.kind, task]))
  expect([of['failed']?.hint, of['unknown']?.hint]).toEqual(['账号户名不符', '银行未返回结果，请先查询，切勿重复支付'])
  expect([of['pay']?.isOverdue, of['approve']?.isOverdue]).toEqual([true, false])
})

test('[CL-07] nobody is asked to check or pay what they made themselves', async () => {
  const own = await sheetOf({ maker: who.admin, finance: who.finance }, [(await signedWaybill(server)).id], 'submitted')
  const numbers = [own.settlementNum]
  expect(await tasks(who.admin, { numbers })).toEqual([])
  expect((await tasks(who.platform, { numbers })).map(({ kind }) => kind)).toEqual(['approve'])
  expect((await tasks(who.finance, { numbers })).map(({ kind }) => kind)).toEqual(['approve'])
  await server.db(tx => tx.run(q.updateTable('settlements').set({ state: 'approved' }).where('id', '=', own.id)))
  expect(await tasks(who.admin, { numbers })).toEqual([])
  expect((await tasks(who.finance, { numbers })).map(({ kind }) => kind)).toEqual(['pay'])
  await server.db(async tx => {
    await tx.run(q.updateTable('settlements').set({ state: 'void' }).where('id', '=', own.id))
  })
})

test('[CL-07] an employee neither checks nor pays, and is not asked to, what was made or submitted in their place', async () => {
  const owner = await addColleague(server, {
    account: 'tasks-owner',
    company: 'shipper',
    permits: ['settlement.view', 'settlement.make', 'settlement.submit', 'settlement.approve', 'settlement.pay'],
    dataScope: 'COMPANY',
  })
  const signed = async (): Promise<string[]> => [(await signedWaybill(server)).id]
  const submitted = await who.specialist.send(makeSettlement, { waybillIds: await signed() })
  await who.admin.send(actFor, { userId: owner.id })
  await who.admin.send(submitSettlement, { settlementNum: submitted.settlementNum, version: submitted.version })
  const made = await who.admin.send(makeSettlement, { waybillIds: await signed() })
  await who.admin.send(stopActing, {})
  await who.specialist.send(submitSettlement, { settlementNum: made.settlementNum, version: made.version })
  for (const { id, settlementNum } of [submitted, made]) {
    const { due, moves, version } = await owner.client.send(getSettlement, { settlementNum })
    expect(moves).toEqual(['reject'])
    expect(await tasks(owner.client, { numbers: [settlementNum] })).toEqual([])
    const approving = { settlementNum, version, expectDue: due }
    expect((await owner.client.ask(approveSettlement, approving)).envelope.code).toBe(1103)
    await who.finance.send(approveSettlement, approving)
    expect((await owner.client.send(getSettlement, { settlementNum })).moves).toEqual(['askVoid', 'askChange'])
    expect(await tasks(owner.client, { numbers: [settlementNum] })).toEqual([])
    const paying = { ...approving, version: version + 1, channel: 'SIM' as const }
    expect((await owner.client.ask(paySettlement, paying)).envelope.code).toBe(1104)
    await server.db(tx => tx.run(q.updateTable('settlements').set({ state: 'void' }).where('id', '=', id)))
  }
})

test('[CL-07] the counters say what the tabs list, under the same filter', async () => {
  for (const client of Object.values(who)) {
    for (const filter of [{}, { overdue: true }, { overdue: false }, { carrierId: demoCompanyId('carrier2') }]) {
      const { state } = await client.send(countPaymentTasks, filter)
      for (const [kind, count] of Object.entries(state))
        expect((await tasks(client, { ...filter, state: kind as PaymentTask['kind'] })).length).toBe(count)
      expect((await tasks(client, filter)).length).toBe(Object.values(state).reduce((sum, n) => sum + n, 0))
    }
  }
  expect((await who.finance.send(countPaymentTasks, {})).state).toEqual({
    receipt: 0,
    submit: 0,
    approve: 1,
    voiding: 0,
    change: 0,
    pay: 1,
    exception: 0,
    slip: 0,
    record: 0,
    fileless: 0,
    unknown: 1,
    closing: 0,
    failed: 1,
  })
  expect(named(await tasks(who.finance, { overdue: true }))).toEqual(['pay'])
})

test('[CL-07] each task comes once, page by page', async () => {
  const first = await who.finance.send(listPaymentTasks, { limit: 3 })
  const second = await who.finance.send(listPaymentTasks, { limit: 3, cursor: first.next })
  expect(named([...first.rows, ...second.rows])).toEqual(['pay', 'approve', 'failed', 'unknown'])
  expect(second).not.toHaveProperty('next')
})

test('other companies, the carrier who is paid, and another branch have none of it; the own branch and the platform have', async () => {
  for (const client of [who.stranger, who.carrier, who.branch2]) expect(await tasks(client)).toEqual([])
  // a shipper's head makes sheets but neither submits nor pays them
  expect(await tasks(who.boss)).toEqual([])
  expect(named(await tasks(who.branch))).toEqual(['receipt', 'submit', 'rejected to submit'])
  expect(named(await tasks(who.platform))).toEqual(['pay', 'approve', 'failed', 'unknown'])
  expect(
    (
      await (
        await server.login('platform-finance')
      ).ask(listPaymentTasks, {}, { raw: { branchCompanyId: demoCompanyId('branch2') } })
    ).data.rows,
  ).toEqual([])
})

test('what a company decided about positions and receipts decides whose task it is', async () => {
  await policies({ specialistSubmits: true })
  expect(await tasks(who.branch)).toEqual([])
  expect((await tasks(who.specialist)).length).toBe(3)
  await policies({ financeApproves: true })
  expect(named(await tasks(who.finance))).toContain('approve')
  expect(named(await tasks(who.admin))).not.toContain('approve')
  expect(named(await tasks(who.admin))).toContain('pay')
  await policies({ receiptRequired: false })
  expect(named(await tasks(who.specialist))).toEqual(['receipt to submit', 'submit', 'rejected to submit'])
  await policies({})
})

test('a reader of sheets without their permits has no tasks; without the right to read there is no list', async () => {
  expect((await (await server.login('carrier2')).ask(listPaymentTasks, {})).data.rows).toEqual([])
  expect((await server.anonymous().ask(listPaymentTasks, {})).http).toBe(401)
  await server.db(tx =>
    tx.run(
      q
        .deleteFrom('user_roles')
        .where('user_id', '=', q.selectFrom('users').select('id').where('account', '=', 'shipper3-finance')),
    ),
  )
  const outsider = await server.login('shipper3-finance')
  for (const call of [listPaymentTasks, countPaymentTasks]) expect((await outsider.ask(call, {})).http).toBe(403)
})

test('a carrier’s person has no tasks of sheets it is paid by, whatever the position may do', async () => {
  const { client } = await addColleague(server, {
    account: 'tasks-carrier',
    company: 'carrier',
    permits: ['settlement.view', 'settlement.submit', 'settlement.approve', 'settlement.pay'],
    dataScope: 'COMPANY',
  })
  expect(await tasks(client)).toEqual([])
  expect(Object.values((await client.send(countPaymentTasks, {})).state).some(n => n > 0)).toBe(false)
})

const change = (text: string) => server.db(tx => tx.run(sql.raw(text).compile(q)))

test('what is due today is not late, and an order the bank still works on is no task', async () => {
  const [due, asked] = [sheets['approve']?.id ?? '', sheets['unknown']?.id ?? '']
  const before = sheets['approve']?.dueAt ?? null
  await change(`update settlements set due_at = ${startOfDay(Date.now())} where id = '${due}'`)
  expect((await tasks(who.finance)).find(({ id }) => id === due)?.isOverdue).toBe(false)
  await change(`update settlements set due_at = ${startOfDay(Date.now()) - 1} where id = '${due}'`)
  expect((await tasks(who.finance)).find(({ id }) => id === due)?.isOverdue).toBe(true)
  await change(`update settlements set due_at = ${before} where id = '${due}'`)
  await change(`update payments set state = 'sent' where settlement_id = '${asked}'`)
  expect((await tasks(who.finance)).map(({ id }) => id)).not.toContain(asked)
  await change(`update payments set state = 'unknown' where settlement_id = '${asked}'`)
  expect((await tasks(who.finance)).map(({ id }) => id)).toContain(asked)
})

test('the reason of a sheet that failed in part is that of its newest failed payment', async () => {
  const id = sheets['failed']?.id ?? ''
  const names = await server.db(tx => copiedColumns(tx, 'payments'))
  const again = (n: number, state: string, reason: string) =>
    change(`insert into payments (${names}) select ${names} from (select (jsonb_populate_record(p, jsonb_build_object(
      'id', '0fffffff-ffff-7fff-8fff-00000000000${n}', 'task_no', 'ZFX${n}', 'idem_key', 'again ${n}', 'state', '${state}',
      'reason', '${reason}'))).* from payments p where p.settlement_id = '${id}' limit 1) as p`)
  await again(1, 'failed', '超过单笔限额')
  await again(2, 'success', '已到账')
  expect((await tasks(who.finance)).find(task => task.id === id)?.hint).toBe('超过单笔限额')
})

test('[CL-07] money that goes out in two steps waits for exactly who may do the next one, once', async () => {
  const id = sheets['unknown']?.id ?? ''
  const user = (account: string) => `(select id from users where account = '${account}')`
  const payment = `(select id from payments where settlement_id = '${id}')`
  const all = [who.finance, who.platform, who.admin, who.branch, who.specialist, who.branch2, who.carrier]
  const kindsOf = async () =>
    Promise.all(
      all.map(async client => {
        const kind = (await tasks(client)).find(task => task.id === id)?.kind
        const { state } = await client.send(countPaymentTasks, { numbers: [sheets['unknown']?.settlementNum ?? ''] })
        expect(Object.entries(state).filter(([, n]) => n > 0)).toEqual(kind === undefined ? [] : [[kind, 1]])
        return kind
      }),
    )
  const none = undefined
  expect(await kindsOf()).toEqual(['unknown', 'unknown', 'unknown', none, none, none, none])
  // by hand: the house records, but nobody that submitted the sheet
  await change(`update payments set channel = 'OFFLINE', state = 'created' where settlement_id = '${id}'`)
  expect(await kindsOf()).toEqual([none, 'record', 'record', none, none, none, none])
  await change(`update settlements set submitter_id = ${user('platform-finance')} where id = '${id}'`)
  expect(await kindsOf()).toEqual([none, none, 'record', none, none, none, none])
  await change(`update payments set state = 'sent' where settlement_id = '${id}'`)
  await change(`insert into offline_slips (id, payment_id, state, shipper_id, branch_id, serial, day, recorder_id,
    recorder_name, created_at, updated_at) select gen_random_uuid(), p.id, 'recorded', p.shipper_id, p.branch_id, 'S-1', 1,
    ${user('admin')}, '登记人', 1, 1 from payments p where p.settlement_id = '${id}'`)
  expect(await kindsOf()).toEqual([none, 'slip', none, none, none, none, none])
  expect((await tasks(who.platform)).find(task => task.id === id)?.hint).toBe('登记人 登记，核对回单后确认')
  await change(
    `update offline_slips set state = 'refused', checker_id = ${user('branch')}, reason = '不符' where payment_id = ${payment}`,
  )
  expect(await kindsOf()).toEqual([none, none, 'record', none, none, none, none])
  // by a file of the bank: whoever makes files, the branch of its own
  await change(`update payments set channel = 'FILE', state = 'created' where settlement_id = '${id}'`)
  expect(await kindsOf()).toEqual([none, 'fileless', 'fileless', 'fileless', none, none, none])
  await change(`update payments set channel = 'SIM', state = 'unknown' where settlement_id = '${id}'`)
  // a word against the books goes before all, and is not for the one who proposed its end
  await change(`insert into money_exceptions (id, kind, state, payment_id, settlement_id, shipper_id, branch_id, created_at,
    updated_at) select gen_random_uuid(), 'NO_ANSWER', 'open', p.id, p.settlement_id, p.shipper_id, p.branch_id, 1, 1
    from payments p where p.settlement_id = '${id}'`)
  expect(await kindsOf()).toEqual(['exception', 'exception', 'exception', none, none, none, none])
  expect((await tasks(who.platform)).find(task => task.id === id)?.hint).toBe('银行没有结果')
  await change(`update money_exceptions set state = 'proposed', proposer_id = ${user('platform-finance')}
    where settlement_id = '${id}'`)
  expect(await kindsOf()).toEqual(['exception', 'unknown', 'exception', none, none, none, none])
  await change(`update settlements set state = 'paid' where id = '${id}'`)
  expect(await kindsOf()).toEqual(['exception', none, 'exception', none, none, none, none])
  await change(`update money_exceptions set state = 'resolved', told_at = 1 where settlement_id = '${id}'`)
  expect(await kindsOf()).toEqual([none, none, none, none, none, none, none])
  // a closing is agreed to by another than the one who asked
  await change(`update settlements set state = 'partial', close_asker_id = ${user('platform-finance')}, close_reason = '账户有误'
    where id = '${id}'`)
  expect(await kindsOf()).toEqual(['closing', none, 'closing', none, none, none, none])
  await change(`update settlements set close_asker_id = null, close_reason = null where id = '${id}'`)
  expect(await kindsOf()).toEqual(['failed', 'failed', 'failed', none, none, none, none])
  // its child pays it again: the sheet itself waits for nobody
  const child = (kind: string, parent: string) =>
    change(
      `update settlements set kind = '${kind}', p_settlement_num = ${parent} where id = '${sheets['submit']?.id ?? ''}'`,
    )
  await child('FAILURE', `'${sheets['unknown']?.settlementNum ?? ''}'`)
  expect(await kindsOf()).toEqual([none, none, none, none, none, none, none])
  await child('NORMAL', 'null')
  await change(`update settlements set state = 'paying' where id = '${id}'`)
})

test('bad filters are refused at their field', async () => {
  for (const raw of [
    { state: 'someday' },
    { numbers: '["a b"]' },
    { carrierId: 'x' },
    { overdue: 'yes' },
    { cursor: 'x' },
    { limit: '0' },
  ])
    expect(
      (await who.finance.ask(listPaymentTasks, {}, { raw: raw as Record<string, string> })).http,
      JSON.stringify(raw),
    ).toBe(400)
})

test('[CL-07] a sheet to be voided or changed waits for another person than the one who asked, and is paid by nobody meanwhile', async () => {
  const id = sheets['pay']?.id ?? ''
  const user = (account: string) => `(select id from users where account = '${account}')`
  const kindsOf = async (client: Client) =>
    (await tasks(client)).filter(task => task.id === id).map(({ kind, hint }) => [kind, hint])
  await change(
    `update settlements set state = 'voiding', void_asker_id = ${user('shipper-freight')}, void_reason = '录错' where id = '${id}'`,
  )
  expect(await kindsOf(who.finance)).toEqual([['voiding', '录错']])
  expect((await who.finance.send(countPaymentTasks, {})).state).toMatchObject({ voiding: 1, pay: 0 })
  await change(`update settlements set void_asker_id = ${user('shipper-finance')} where id = '${id}'`)
  expect(await kindsOf(who.finance)).toEqual([])
  await change(`update settlements set state = 'approved', void_asker_id = null, void_reason = null, asked_change = '{"reason":"换账户"}',
    change_asker_id = ${user('shipper-freight')} where id = '${id}'`)
  expect(await kindsOf(who.finance)).toEqual([['change', '换账户']])
  await change(`update settlements set change_asker_id = ${user('shipper-finance')} where id = '${id}'`)
  expect(await kindsOf(who.finance)).toEqual([])
  await change(`update settlements set asked_change = null, change_asker_id = null where id = '${id}'`)
  expect(await kindsOf(who.finance)).toEqual([['pay', undefined]])
})
