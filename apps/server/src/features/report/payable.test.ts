// Aging of payables over HTTP: parts come to the control accounts at the end of every day, through estimate, sheet, set-off and payment.
import { listMessages } from '@yunshu/contract/message/message'
import { listOpenAges, sumOpenAges, urgeEstimates } from '@yunshu/contract/report/openAge'
import { listPayables, sumPayables } from '@yunshu/contract/report/payable'
import { paySettlement } from '@yunshu/contract/settlement/settlement'
import { listVouchers } from '@yunshu/contract/voucher/voucher'
import { getTentativeVoucher } from '@yunshu/contract/voucher/voucherPages'
import { fen } from '@yunshu/domain/figures/money'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { withClient } from '@yunshu/postgres/withClient'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actorOfSide } from '../../../../../tests/server/actorOfSide.ts'
import {
  drift,
  payTo,
  sheetOf,
  sheetWhen,
  signedWaybill,
  voidApproved,
  type People,
} from '../../../../../tests/server/settlementWorld.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { nilId, q, systemReach } from '../../db/tx.ts'
import { asSystem } from '../../work/system.ts'
import { postSigned } from '../voucher/books.commands.ts'
import { openParts } from './payable.queries.ts'

let server: TestServer
let finance: Client, shipper: Client
let people: People
const now = Date.now()
const daysAgo = (days: number): number => startOfDay(now) - days * DAY_MS + DAY_MS / 2
const plant = (text: string) =>
  withClient(server.ownerUrl, async client => {
    for (const key of ['user', 'company', 'branch'])
      await client.query(`select set_config('app.${key}', '${nilId}', false)`)
    await client.query("select set_config('app.reach', 'system', false)")
    await client.query(text)
  })
/** Ages of the carrier today; the parts and the control accounts agree to the fen. */
const ages = async (days = 0) => {
  const at = daysAgo(days)
  const [{ rows }, { check, sums }] = [
    await finance.send(listPayables, { at }),
    await finance.send(sumPayables, { at }),
  ]
  expect([days, check?.isEqual, sums.rest]).toEqual([days, true, 0])
  const row = rows.find(each => each.carrierId === demoCompanyId('carrier'))
  return row && [row.due, row.d7, row.d30, row.older, row.total]
}
beforeAll(async () => {
  server = await startTestServer()
  ;[finance, shipper] = [await server.login('platform-finance'), await server.login('shipper-finance')]
  people = { maker: await server.login('shipper-freight'), finance: shipper }
  await payTo(server, 'carrier', '6222000000000001')
})
afterAll(() => server.stop())

test('a part is in the age of its due day from its estimate to its payment, and then in none', async () => {
  const late = await signedWaybill(server, { dueAt: daysAgo(3) })
  const [first] = [await ages()]
  // the estimate is the freight before deductions and fuel; the sheet leaves what is paid
  expect(first).toEqual([0, 950_000, 0, 0, 950_000])
  const sheet = await sheetOf(people, [late.id], 'approved')
  expect(await ages()).toEqual([0, 638_000, 0, 0, 638_000])
  await voidApproved(people, sheet)
  expect(await ages()).toEqual([0, 950_000, 0, 0, 950_000])
  const { settlementNum, version, due } = await sheetOf(people, [late.id], 'approved')
  await shipper.send(paySettlement, { settlementNum, version, expectDue: due, channel: 'SIM' })
  await sheetWhen(shipper, settlementNum, ({ state }) => state === 'paid')
  expect(await ages()).toBeUndefined()
  expect(await ages(1)).toBeUndefined()
})

test('as of a past day a part stands in the age it had then, though it is paid today', async () => {
  const waybill = await signedWaybill(server, { posted: false, dueAt: daysAgo(3) })
  await asSystem(server.server.deps, ctx =>
    postSigned(ctx, {
      ...waybill,
      shipperId: demoCompanyId('shipper'),
      branchId: demoCompanyId('branch1'),
      carrierId: demoCompanyId('carrier'),
      signedAt: daysAgo(5),
      shipperFreight: fen(1_000_000),
      carrierFreight: fen(950_000),
    }),
  )
  const { settlementNum, version, due } = await sheetOf(people, [waybill.id], 'approved')
  await shipper.send(paySettlement, { settlementNum, version, expectDue: due, channel: 'SIM' })
  await sheetWhen(shipper, settlementNum, ({ state }) => state === 'paid')
  expect([await ages(6), await ages(0)]).toEqual([undefined, undefined])
  for (const days of [5, 4, 3]) expect(await ages(days)).toEqual([950_000, 0, 0, 0, 950_000])
  for (const days of [2, 1]) expect(await ages(days)).toEqual([0, 950_000, 0, 0, 950_000])
})

test('a debt set off on the next sheet pays a part of it, and lines below zero those beside them', async () => {
  const over = await signedWaybill(server, { payable: 100_000, deducted: 130_000, oil: 0, dueAt: daysAgo(40) })
  const { settlementNum, version, due } = await sheetOf(people, [over.id], 'approved')
  await shipper.send(paySettlement, { settlementNum, version, expectDue: due, channel: 'SIM' })
  await sheetWhen(shipper, settlementNum, ({ state }) => state === 'paid')
  expect(await ages()).toBeUndefined()
  const next = await signedWaybill(server, { dueAt: daysAgo(40) })
  const beside = await signedWaybill(server, { payable: 50_000, deducted: 60_000, oil: 0, dueAt: daysAgo(10) })
  await sheetOf(people, [next.id, beside.id], 'approved')
  const owed = (await ages())?.at(-1)
  expect(owed).toBe(638_000 - 30_000 - 10_000)
  expect(await drift(server)).toEqual([])
})

test('a payment the bank never moved, or a part one fen apart, is found', async () => {
  const isEqual = async () => (await finance.send(sumPayables, {})).check?.isEqual
  await plant(
    `update settlement_lines set set_off_fen = set_off_fen + 1, pay_fen = pay_fen - 1 where set_off_fen = 40000`,
  )
  const changed = await isEqual()
  await plant(
    `update settlement_lines set set_off_fen = set_off_fen - 1, pay_fen = pay_fen + 1 where set_off_fen = 40001`,
  )
  expect([changed, await isEqual()]).toEqual([false, true])
})

test('estimates stand by the days since they were made, as of any day, and come to their account; a carrier is urged once a day', async () => {
  const carrierId = demoCompanyId('carrier')
  const branchId = demoCompanyId('branch1')
  const open = async (days: number) => {
    const at = daysAgo(days)
    const { check } = await finance.send(sumOpenAges, { at })
    expect([days, check?.isEqual]).toEqual([days, true])
    const { rows } = await finance.send(listOpenAges, { at })
    const row = rows.find(each => each.partyId === carrierId)
    return row ? [row.d30, row.d60, row.d90, row.older] : [0, 0, 0, 0]
  }
  const before = await Promise.all([0, 20, 60].map(open))
  const waybill = await signedWaybill(server, { posted: false, dueAt: daysAgo(3) })
  await asSystem(server.server.deps, ctx =>
    postSigned(ctx, {
      ...waybill,
      shipperId: demoCompanyId('shipper'),
      branchId,
      carrierId,
      signedAt: daysAgo(45),
      shipperFreight: fen(1_000_000),
      carrierFreight: fen(950_000),
    }),
  )
  const more = async (n: number, days: number) =>
    (await open(days)).map((value, age) => value - (before[n]?.[age] ?? 0))
  expect([await more(0, 0), await more(1, 20), await more(2, 60)]).toEqual([
    [0, 950_000, 0, 0],
    [950_000, 0, 0, 0],
    [0, 0, 0, 0],
  ])
  const urge = () => finance.send(urgeEstimates, { carrierId, branchId })
  expect([(await urge()).isNew, (await urge()).isNew]).toEqual([true, false])
  const [row] = (await finance.send(listOpenAges, { text: '' })).rows.filter(({ partyId }) => partyId === carrierId)
  expect(row).toMatchObject({ urges: 1, urgedAt: expect.any(Number) as number })
  // the page of the estimate tells the same
  const [voucher] = (await finance.send(listVouchers, { kind: 'TENTATIVE', text: waybill.waybillNo })).rows
  expect((await finance.send(getTentativeVoucher, { id: voucher?.id ?? '' })).items).toMatchObject([
    { urges: 1, urgedAt: row?.urgedAt },
  ])
  const carrierFinance = await server.login('carrier-finance')
  await expect
    .poll(async () => (await carrierFinance.send(listMessages, {})).rows.map(({ content }) => content))
    .toContainEqual(expect.stringMatching(/催票：.*笔已签收的运费尚未结算，暂估 .* 元/))
  // an approved sheet takes the place of the estimate, on its day and not before
  await sheetOf(people, [waybill.id], 'approved')
  expect([await more(0, 0), await more(1, 20)]).toEqual([
    [0, 0, 0, 0],
    [950_000, 0, 0, 0],
  ])
  const other = await server.login('branch3')
  const elsewhere = { raw: { branchCompanyId: demoCompanyId('branch3') } }
  expect((await other.send(listOpenAges, {})).rows).toEqual([])
  expect((await finance.ask(urgeEstimates, { carrierId, branchId }, elsewhere)).http).toBe(404)
  expect((await finance.ask(urgeEstimates, { carrierId: demoCompanyId('carrier3'), branchId })).http).toBe(404)
  const coming = await finance.ask(listOpenAges, { kind: 'unclaimed', at: now + 2 * DAY_MS })
  expect([coming.http, coming.envelope.data]).toEqual([400, { fields: { at: '不能晚于今天' } }])
  expect((await finance.ask(listOpenAges, { cursor: '1.2' })).http).toBe(400)
})

test('walls and wrong input', async () => {
  const branch = await server.login('branch3')
  expect((await branch.send(listPayables, {})).rows).toEqual([])
  for (const account of ['shipper-finance', 'carrier-finance', 'platform-ops'])
    expect((await (await server.login(account)).ask(listPayables, {})).http, account).toBe(403)
  const future = await finance.ask(listPayables, { at: now + 2 * DAY_MS })
  expect([future.http, future.envelope.data]).toEqual([400, { fields: { at: '不能晚于今天' } }])
  expect((await finance.ask(listPayables, { cursor: '1.2' })).http).toBe(400)
})

test('parts are looked for by what stands or changed since', async () => {
  const { sql: text, parameters } =
    sql`select * from ${openParts({ actor: actorOfSide('platform'), now }, {})} as x`.compile(q)
  const plan = await server.db(async tx => {
    await tx.run(sql`set local enable_seqscan = off`.compile(q))
    return tx.rows<{ 'QUERY PLAN': string }>({
      ...sql<{ 'QUERY PLAN': string }>`select 1`.compile(q),
      sql: `explain ${text}`,
      parameters,
    })
  }, systemReach)
  const lines = plan.map(line => line['QUERY PLAN']).join('\n')
  for (const index of ['waybill_parts_standing', 'waybill_parts_updated', 'journal_lines_waybill'])
    expect(lines, index).toContain(index)
  expect(lines).not.toContain('Seq Scan')
})
