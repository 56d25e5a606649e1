// Sheets from making to approval: what works, and every refusal that guards them.
import { readFileSync } from 'node:fs'
import {
  approveSettlement,
  getSettlement,
  listSettlements,
  makeSettlement,
  rejectSettlement,
  submitSettlement,
  askVoid,
  confirmVoid,
  paySettlement,
  refuseVoid,
  voidSettlement,
  withdrawVoid,
} from '@yunshu/contract/settlement/settlement'
import { fen } from '@yunshu/domain/figures/money'
import { permitKeys } from '@yunshu/domain/permits/permits'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { periodOf } from '@yunshu/domain/voucher/voucher'
import { withClient } from '@yunshu/postgres/withClient'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoCompanyId, demoUserId } from '../../../demo/people.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import {
  balances,
  drift,
  messagesAbout,
  sheetOf,
  signedWaybill,
  type People,
} from '../../../../../tests/server/settlementWorld.ts'

let server: TestServer
let people: People
let stranger: Client, carrier: Client
beforeAll(async () => {
  server = await startTestServer()
  people = { maker: await server.login('shipper-freight'), finance: await server.login('shipper-finance') }
  stranger = await server.login('shipper2-finance')
  carrier = await server.login('carrier-finance')
})
afterAll(async () => {
  await server.stop()
})

const waybill = (id: string) =>
  server.db(tx =>
    tx.one(q.selectFrom('waybills').select(['settle_state', 'settlement_num', 'version']).where('id', '=', id)),
  )

const dueAt = Date.now() + 30 * DAY_MS

test('[RT-14] a sheet shows its lines, sum, words, payee, history and what the reader can do', async () => {
  const [a, b] = [
    await signedWaybill(server, { dueAt: dueAt + DAY_MS }),
    await signedWaybill(server, { dueAt, payable: 100_000, deducted: 0, oil: 0 }),
  ]
  const { settlementNum } = await people.maker.send(makeSettlement, {
    waybillIds: [b.id, a.id, a.id],
    remark: '十一月',
  })
  const sheet = await people.maker.send(getSettlement, { settlementNum })
  expect(sheet).toMatchObject({
    state: 'draft',
    kind: 'NORMAL',
    lineCount: 2,
    payable: 1_050_000,
    deducted: 12_000,
    oil: 300_000,
    due: 738_000,
    dueInWords: '人民币柒仟叁佰捌拾元整',
    dueAt,
    remark: '十一月',
    period: periodOf(Date.now()),
    payees: [{ name: '河北顺达运输有限公司', isCarrier: true, waybills: 2, amount: 738_000 }],
    moves: ['submit', 'void'],
    version: 1,
    payments: [],
    vouchers: [],
    log: [{ action: '制作结算单' }],
  })
  expect(settlementNum).toMatch(/^JS\d{14}$/)
  expect(sheet.payees[0]?.account).toMatch(/^\*{4}\d{4}$/)
  expect(sheet.lines.map(line => [line.waybillNo, line.due])).toEqual([
    [a.waybillNo, 638_000],
    [b.waybillNo, 100_000],
  ])
  expect(await waybill(a.id)).toEqual({ settle_state: 'settling', settlement_num: settlementNum, version: 2 })
  expect((await carrier.send(getSettlement, { settlementNum })).moves).toEqual([])
})

test('a sheet takes signed, free waybills of one shipper and one carrier only', async () => {
  const [free, taken, early, other] = [
    await signedWaybill(server),
    await signedWaybill(server),
    await signedWaybill(server, { state: 'toSign', posted: false }),
    await signedWaybill(server, { carrier: 'carrier2' }),
  ]
  const { settlementNum } = await people.maker.send(makeSettlement, { waybillIds: [taken.id] })
  const refused = async (ids: string[]): Promise<unknown> =>
    (await people.maker.ask(makeSettlement, { waybillIds: ids })).envelope
  expect(await refused([free.id, taken.id])).toMatchObject({
    code: 1702,
    message: `运单${taken.waybillNo}已在结算单${settlementNum}中`,
  })
  expect(await refused([free.id, early.id])).toMatchObject({ code: 1701 })
  expect(await refused([free.id, other.id])).toMatchObject({ code: 1703 })
  expect((await waybill(free.id)).settle_state).toBe('unsettled')
})

test('fuel and deductions may exceed one line: the others of the sheet make up for it', async () => {
  const [minus, plus] = [
    await signedWaybill(server, { payable: 100_000, deducted: 70_000, oil: 40_000 }),
    await signedWaybill(server, { payable: 100_000, deducted: 0, oil: 0 }),
  ]
  const sheet = await sheetOf(people, [minus.id, plus.id], 'draft')
  expect(sheet).toMatchObject({ due: 90_000, carriedIn: 0, carriedOut: 0, carried: [] })
  expect(sheet.lines.map(line => line.due)).toEqual([-10_000, 100_000])
})

test('waybills of another company are not found, and those without the permit cannot make sheets', async () => {
  const foreign = await signedWaybill(server, { shipper: 'shipper2', carrier: 'carrier2' })
  expect((await people.maker.ask(makeSettlement, { waybillIds: [foreign.id] })).envelope.code).toBe(4041)
  expect((await carrier.ask(makeSettlement, { waybillIds: [foreign.id] })).envelope.code).toBe(4030)
  expect(
    (await people.maker.ask(makeSettlement, { waybillIds: [foreign.id] }, { raw: { waybillIds: '[]' } })).http,
  ).toBe(400)
  expect(
    (await people.maker.ask(makeSettlement, { waybillIds: [foreign.id] }, { raw: { waybillIds: '["x"]' } })).http,
  ).toBe(400)
})

test('a receipt that is wanted must be confirmed before the sheet is submitted', async () => {
  const waiting = await signedWaybill(server, { needPhoto: true, receiptState: 'uploaded' })
  const sheet = await sheetOf(people, [waiting.id], 'draft')
  const submit = () =>
    people.maker.ask(submitSettlement, { settlementNum: sheet.settlementNum, version: sheet.version })
  expect((await submit()).envelope).toMatchObject({
    code: 1706,
    message: `运单${waiting.waybillNo}回单未确认，不能提交结算`,
  })
  await server.db(tx =>
    tx.run(q.updateTable('waybills').set({ receipt_state: 'confirmed' }).where('id', '=', waiting.id)),
  )
  expect((await submit()).envelope.code).toBe(0)
  expect((await people.maker.send(getSettlement, { settlementNum: sheet.settlementNum })).state).toBe('submitted')
})

test('submitting tells those who approve; the version seen must be the newest', async () => {
  const sheet = await sheetOf(people, [(await signedWaybill(server)).id], 'draft')
  expect((await people.maker.ask(submitSettlement, { settlementNum: sheet.settlementNum, version: 9 })).http).toBe(409)
  await people.maker.send(submitSettlement, { settlementNum: sheet.settlementNum, version: 1 })
  expect(await messagesAbout(server, sheet.settlementNum, 1)).toEqual([
    { account: 'shipper-finance', title: '结算单待审核', path: `/manage/Normal/${sheet.settlementNum}` },
  ])
})

test('nobody approves a sheet they made or submitted, not even an administrator', async () => {
  const admin = await server.login('admin')
  const own = await sheetOf({ maker: admin, finance: admin }, [(await signedWaybill(server)).id], 'submitted')
  expect(own.moves).not.toContain('approve')
  const approve = (client: Client) =>
    client.ask(approveSettlement, { settlementNum: own.settlementNum, version: own.version, expectDue: own.due })
  expect((await approve(admin)).envelope).toMatchObject({ code: 1103, message: '不能审核自己提交的单据' })
  expect((await approve(people.finance)).envelope.code).toBe(0)

  const half = await sheetOf(people, [(await signedWaybill(server)).id], 'draft')
  await admin.send(submitSettlement, { settlementNum: half.settlementNum, version: half.version })
  expect(
    (await admin.ask(approveSettlement, { settlementNum: half.settlementNum, version: 2, expectDue: half.due }))
      .envelope.code,
  ).toBe(1103)
})

test('approving needs the permit, the own company, the right state and the amount that was seen', async () => {
  const sheet = await sheetOf(people, [(await signedWaybill(server)).id], 'submitted')
  const approve = async (client: Client, more: { version?: number; expectDue?: number } = {}): Promise<number> =>
    (
      await client.ask(approveSettlement, {
        settlementNum: sheet.settlementNum,
        version: more.version ?? sheet.version,
        expectDue: fen(more.expectDue ?? sheet.due),
      })
    ).envelope.code
  expect(await approve(people.maker)).toBe(4030)
  expect(await approve(stranger)).toBe(4041)
  expect(await approve(people.finance, { expectDue: sheet.due + 1 })).toBe(1705)
  expect(await approve(people.finance, { version: 1 })).toBe(4090)
  expect(await approve(people.finance)).toBe(0)
  expect(await approve(people.finance, { version: sheet.version + 1 })).toBe(1101)
  const approved = await people.finance.send(getSettlement, { settlementNum: sheet.settlementNum })
  expect(approved).toMatchObject({ state: 'approved', moves: ['pay', 'askVoid', 'askChange'] })
  expect(approved.vouchers.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['ACCOUNTING', 938_000],
    ['FUEL', 300_000],
  ])
  // the estimate is between the platform and the carrier
  const whole = await (
    await server.login('platform-finance')
  ).send(getSettlement, { settlementNum: sheet.settlementNum })
  expect(whole.vouchers.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['TENTATIVE', -950_000],
    ['ACCOUNTING', 938_000],
    ['FUEL', 300_000],
  ])
})

test('a carrier reads its sheets and acts on none, whatever its permits', async () => {
  await server.db(tx =>
    tx.run(
      q
        .updateTable('roles')
        .set({ functions: [...permitKeys] })
        .where('company_id', '=', demoCompanyId('carrier3')),
    ),
  )
  const eager = await server.login('carrier3-finance')
  const sheet = await sheetOf(people, [(await signedWaybill(server, { carrier: 'carrier3' })).id], 'submitted')
  expect(await eager.send(getSettlement, { settlementNum: sheet.settlementNum })).toMatchObject({
    due: 638_000,
    moves: [],
  })
  expect(
    (
      await eager.ask(approveSettlement, {
        settlementNum: sheet.settlementNum,
        version: sheet.version,
        expectDue: sheet.due,
      })
    ).envelope.code,
  ).toBe(4041)
  expect(
    (
      await eager.ask(rejectSettlement, {
        settlementNum: sheet.settlementNum,
        version: sheet.version,
        reason: '多付我',
      })
    ).envelope.code,
  ).toBe(4041)
  expect(
    (await eager.ask(makeSettlement, { waybillIds: [(await signedWaybill(server, { carrier: 'carrier3' })).id] }))
      .envelope.code,
  ).toBe(4041)
})

test('a rejected sheet carries its reason back to the maker, who may submit it again', async () => {
  const sheet = await sheetOf(people, [(await signedWaybill(server)).id], 'submitted')
  const reject = (reason: string) =>
    people.finance.ask(rejectSettlement, { settlementNum: sheet.settlementNum, version: sheet.version, reason })
  expect(
    (
      await people.finance.ask(
        rejectSettlement,
        { settlementNum: sheet.settlementNum, version: sheet.version, reason: 'x' },
        { raw: { reason: ' ' } },
      )
    ).http,
  ).toBe(400)
  expect(
    (await stranger.ask(rejectSettlement, { settlementNum: sheet.settlementNum, version: sheet.version, reason: 'x' }))
      .envelope.code,
  ).toBe(4041)
  expect((await reject('单价不对')).envelope.code).toBe(0)
  expect((await reject('再来')).http).toBe(409)
  const back = await people.maker.send(getSettlement, { settlementNum: sheet.settlementNum })
  expect(back).toMatchObject({ state: 'rejected', moves: ['submit', 'void'] })
  expect(back.log[0]).toMatchObject({ action: '驳回', remark: '单价不对' })
  await people.maker.send(submitSettlement, { settlementNum: sheet.settlementNum, version: back.version })
})

test('a voided sheet lets its waybills go and the books take an approved one back to the estimate', async () => {
  const before = await balances(server)
  const signed = await signedWaybill(server)
  const estimated = await balances(server)
  const sheet = await sheetOf(people, [signed.id], 'approved')
  const gone = { settlementNum: sheet.settlementNum, version: sheet.version, reason: '重做' }
  const approvedBooks = await balances(server)
  expect((await carrier.ask(askVoid, gone)).envelope.code).toBe(4030)
  expect((await stranger.ask(askVoid, gone)).envelope.code).toBe(4041)
  // the maker alone takes nothing out of the books any more
  expect((await people.maker.ask(voidSettlement, gone)).envelope.code).toBe(1101)
  const admin = await server.login('admin')
  const asked = await admin.send(askVoid, gone)
  const confirming = { settlementNum: sheet.settlementNum, version: asked.version }
  expect((await admin.ask(confirmVoid, confirming)).envelope.code).toBe(1103)
  expect((await people.maker.ask(confirmVoid, confirming)).envelope.code).toBe(4030)
  expect(
    (await people.finance.ask(paySettlement, { ...confirming, expectDue: sheet.due, channel: 'SIM' })).envelope.code,
  ).toBe(1101)
  expect(await balances(server)).toEqual(approvedBooks)
  const back = await people.finance.send(refuseVoid, { ...confirming, reason: '金额无误' })
  const again1 = await people.maker.send(askVoid, { ...gone, version: back.version })
  const withdrawn = await people.maker.send(withdrawVoid, {
    settlementNum: sheet.settlementNum,
    version: again1.version,
  })
  const last = await people.maker.send(askVoid, { ...gone, version: withdrawn.version })
  const both = await Promise.all(
    [people.finance, await server.login('platform-finance')].map(client =>
      client.ask(confirmVoid, { settlementNum: sheet.settlementNum, version: last.version }),
    ),
  )
  expect(both.map(({ envelope }) => envelope.code).toSorted((x, y) => x - y)).toEqual([0, 4090])
  expect(await balances(server)).toEqual(estimated)
  expect(estimated).not.toEqual(before)
  expect(await waybill(signed.id)).toMatchObject({ settle_state: 'unsettled', settlement_num: null })
  expect((await people.maker.ask(voidSettlement, { ...gone, version: last.version + 1 })).envelope.code).toBe(1101)

  const again = await sheetOf(people, [signed.id], 'approved')
  expect(again.settlementNum).not.toBe(sheet.settlementNum)
  expect(
    (await carrier.send(getSettlement, { settlementNum: again.settlementNum })).vouchers.find(
      ({ kind }) => kind === 'TENTATIVE',
    )?.amount,
  ).toBe(-950_000)
  expect(await drift(server)).toEqual([])
})

test('voiding needs a reason, the version seen, and a sheet nobody has paid', async () => {
  const sheet = await sheetOf(people, [(await signedWaybill(server)).id], 'submitted')
  const gone = { settlementNum: sheet.settlementNum, version: sheet.version, reason: '重做' }
  expect((await people.maker.ask(voidSettlement, gone)).envelope).toMatchObject({
    code: 1101,
    message: '当前状态为“待审核”，不能作废',
  })
  expect((await people.maker.ask(voidSettlement, { ...gone, version: 1 })).http).toBe(409)
  expect((await people.maker.ask(voidSettlement, gone, { raw: { reason: ' ' } })).http).toBe(400)
})

test('two clerks who take the same waybill at the same moment make one sheet', async () => {
  const [shared, left, right] = [await signedWaybill(server), await signedWaybill(server), await signedWaybill(server)]
  const both = await Promise.all(
    [
      [shared.id, left.id],
      [right.id, shared.id],
    ].map(waybillIds => people.maker.ask(makeSettlement, { waybillIds })),
  )
  expect(both.map(({ envelope }) => envelope.code).toSorted((a, b) => a - b)).toEqual([0, 1702])
  expect((await waybill(shared.id)).settle_state).toBe('settling')
})

test('who made, checked and changed a sheet is on record', async () => {
  const sheet = await sheetOf(people, [(await signedWaybill(server)).id], 'approved')
  const rows = await server.db(tx =>
    tx.rows(q.selectFrom('audit_log').select(['title', 'user_id']).where('entity_id', '=', sheet.id).orderBy('id')),
  )
  expect(rows).toEqual([
    { title: '制作结算单', user_id: demoUserId('shipper-freight') },
    { title: '提交结算单', user_id: demoUserId('shipper-freight') },
    { title: '审核结算单', user_id: demoUserId('shipper-finance') },
  ])
})

test('nothing said how long a sheet had been waiting where it waits: it is since its last change of state', async () => {
  const since = async (settlementNum: string) =>
    (await people.maker.send(listSettlements, { numbers: [settlementNum] })).rows[0]?.stateSince ?? 0
  const made = await sheetOf(people, [(await signedWaybill(server)).id], 'draft')
  expect(await since(made.settlementNum)).toBe(made.createdAt)
  const { settlementNum } = made
  await people.maker.send(submitSettlement, { settlementNum, version: made.version })
  const submitted = await since(settlementNum)
  expect(submitted).toBeGreaterThan(made.createdAt)
  // a change that leaves the state alone begins no new stay
  await server.db(tx =>
    tx.run(
      q
        .updateTable('settlements')
        .set({ remark: 'x', updated_at: Date.now() + 5 })
        .where('id', '=', made.id),
    ),
  )
  expect(await since(settlementNum)).toBe(submitted)
})

test('sheets made before that was kept would wait since nobody knows when: their history says it', async () => {
  const rows = () =>
    server.db(tx => tx.rows(q.selectFrom('settlements').select(['id', 'state', 'state_since']).orderBy('id')))
  const before = await rows()
  expect(before.some(({ state }) => state === 'approved')).toBe(true)
  await server.db(tx => tx.run(q.updateTable('settlements').set({ state_since: null })))
  const statements = readFileSync(new URL('../../db/migrations/075_state_since.sql', import.meta.url), 'utf8')
  await withClient(server.server.deps.config.migrateUrl, client =>
    client.query(
      `begin; ${/^select set_config[^;]*;/m.exec(statements)?.[0] ?? ''} ${/^update settlements[^;]*;/m.exec(statements)?.[0] ?? ''} commit`,
    ),
  )
  const isOver = (state: string): boolean => ['paid', 'closed', 'void'].includes(state)
  expect(await rows()).toEqual(before.map(row => (isOver(row.state) ? { ...row, state_since: null } : row)))
})
