// Aging over HTTP: what was open at the end of any day is what the books had by then, and comes to the control account to the fen.
import { listMessages } from '@yunshu/contract/message/message'
import { listAging, sumAging, urgeReceivables } from '@yunshu/contract/report/aging'
import { moveWaybill } from '@yunshu/contract/waybill/waybill'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { fen } from '@yunshu/domain/figures/money'
import { withClient } from '@yunshu/postgres/withClient'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actorOfSide } from '../../../../../tests/server/actorOfSide.ts'
import { drift, signedWaybill, type Signed } from '../../../../../tests/server/settlementWorld.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { nilId, q, systemReach } from '../../db/tx.ts'
import { asSystem } from '../../work/system.ts'
import { postSigned, postTopUp } from '../voucher/books.commands.ts'
import { openItems } from './aging.queries.ts'

let server: TestServer
let finance: Client
let second: Signed, third: Signed
const now = Date.now()
const daysAgo = (days: number): number => startOfDay(now) - days * DAY_MS + DAY_MS / 2
const [shipperId, branchId] = [demoCompanyId('shipper'), demoCompanyId('branch1')]
/** As the owner of the tables: to do what the product cannot. */
const plant = (text: string) =>
  withClient(server.ownerUrl, async client => {
    for (const key of ['user', 'company', 'branch'])
      await client.query(`select set_config('app.${key}', '${nilId}', false)`)
    await client.query("select set_config('app.reach', 'system', false)")
    await client.query(text)
  })
/** A waybill signed some days ago, due some days ago. */
async function signedAgo(days: number, dueDays: number, amount: number): Promise<Signed> {
  const waybill = await signedWaybill(server, { posted: false, shipperFreight: amount })
  await asSystem(server.server.deps, ctx =>
    postSigned(ctx, {
      ...waybill,
      shipperId,
      branchId,
      carrierId: demoCompanyId('carrier'),
      signedAt: daysAgo(days),
      shipperFreight: fen(amount),
      carrierFreight: fen(950_000),
    }),
  )
  await plant(`update ar_items set due_at = ${daysAgo(dueDays)} where waybill_id = '${waybill.id}'`)
  return waybill
}
const at = async (days: number) => {
  const [{ rows }, { check, sums }] = [
    await finance.send(listAging, { at: daysAgo(days) }),
    await finance.send(sumAging, { at: daysAgo(days) }),
  ]
  expect([days, check?.isEqual, check?.control]).toEqual([days, true, sums.total])
  const row = rows.find(each => each.shipperId === shipperId)
  return row && [row.due, row.d30, row.d60, row.d90, row.older, row.total, row.prepaid]
}

beforeAll(async () => {
  server = await startTestServer()
  finance = await server.login('platform-finance')
  await signedAgo(20, 15, 1_000_000)
  second = await signedAgo(10, -5, 500_000)
})
afterAll(() => server.stop())

test('as of each day the items that were open then, each in the age it had then', async () => {
  expect(await at(25)).toBeUndefined()
  expect(await at(20)).toEqual([1_000_000, 0, 0, 0, 0, 1_000_000, 0])
  expect(await at(15)).toEqual([1_000_000, 0, 0, 0, 0, 1_000_000, 0])
  expect(await at(14)).toEqual([0, 1_000_000, 0, 0, 0, 1_000_000, 0])
  expect(await at(10)).toEqual([500_000, 1_000_000, 0, 0, 0, 1_500_000, 0])
  expect(await at(0)).toEqual([500_000, 1_000_000, 0, 0, 0, 1_500_000, 0])
})

test('money of today pays nothing yesterday, and what is taken back today was owed yesterday', async () => {
  await asSystem(server.server.deps, ctx => postTopUp(ctx, { id: v7(), shipperId, branchId, amount: fen(1_200_000) }))
  expect(await at(0)).toEqual([300_000, 0, 0, 0, 0, 300_000, 0])
  expect(await at(1)).toEqual([500_000, 1_000_000, 0, 0, 0, 1_500_000, 0])
  const [row] = await server.db(tx =>
    tx.rows<{ version: number }>(
      sql<{ version: number }>`select version from waybills where id = ${second.id}::uuid`.compile(q),
    ),
  )
  const admin = await server.login('admin')
  await admin.send(moveWaybill, { id: second.id, version: row?.version ?? 0, move: 'void', reason: '重复' })
  expect(await at(0)).toBeUndefined()
  expect(await at(1)).toEqual([500_000, 1_000_000, 0, 0, 0, 1_500_000, 0])
  // money left over stands against what is owed next, at once
  third = await signedAgo(0, 45, 700_000)
  expect(await at(0)).toEqual([0, 0, 500_000, 0, 0, 500_000, 0])
  expect(await drift(server)).toEqual([])
})

test('a match that differs from the books by one fen is found on its day and on no other', async () => {
  const isEqual = async (days: number) => (await finance.send(sumAging, { at: daysAgo(days) })).check?.isEqual
  const change = (by: string) =>
    plant(`update ar_matches set amount_fen = amount_fen ${by} where waybill_id = '${third.id}'`)
  await change('- 1')
  expect([await isEqual(0), await isEqual(1)]).toEqual([false, true])
  await change('+ 1')
  expect(await isEqual(0)).toBe(true)
})

test('pages, walls and wrong input', async () => {
  await signedWaybill(server, { shipper: 'shipper3', carrier: 'carrier2', branch: 'branch3' })
  const all = (await finance.send(listAging, {})).rows.map(row => row.key)
  expect(all).toHaveLength(2)
  const firstPage = await finance.send(listAging, { limit: 1 })
  const next = await finance.send(listAging, { limit: 1, ...(firstPage.next && { cursor: firstPage.next }) })
  expect([...firstPage.rows, ...next.rows].map(row => row.key)).toEqual(all)
  expect(next.next).toBeUndefined()
  const branch = await server.login('branch')
  const own = await branch.send(listAging, {}, { raw: { branchCompanyId: branchId } })
  expect(own.rows.map(row => row.shipperId)).toEqual([shipperId])
  for (const account of ['shipper-finance', 'carrier', 'platform-ops'])
    expect((await (await server.login(account)).ask(listAging, {})).http, account).toBe(403)
  const future = await finance.ask(listAging, { at: now + 2 * DAY_MS })
  expect([future.http, future.envelope.data]).toEqual([400, { fields: { at: '不能晚于今天' } }])
  expect((await finance.ask(listAging, { cursor: '1.2' })).http).toBe(400)
})

test('a shipper is reminded of what it owes a branch once a day, with the oldest of it by number', async () => {
  const urge = (account = finance) => account.ask(urgeReceivables, { shipperId, branchId })
  expect((await urge()).data).toMatchObject({ isNew: true, act: '付款' })
  expect((await urge()).data).toMatchObject({ isNew: false })
  const [row] = (await finance.send(listAging, { branchId })).rows
  expect(row).toMatchObject({ shipperId, urges: 1, urgedAt: expect.any(Number) as number })
  const client = await server.login('shipper-finance')
  await expect
    .poll(async () => (await client.send(listMessages, {})).rows.map(({ content }) => content))
    .toContainEqual(
      expect.stringMatching(/提醒付款：应付.*运费 \d+ 单 .* 元，其中逾期 .* 元；最早的 YD\S+ .* 元（\S+ 到期）/),
    )
  expect((await urge(await server.login('branch3'))).http).toBe(404)
  expect((await urge(client)).http).toBe(403)
  const none = { shipperId: demoCompanyId('shipper2'), branchId }
  expect((await finance.ask(urgeReceivables, none)).envelope.message).toBe('货主：没有未付的应收')
  const other = await signedAgo(1, -20, 100_000)
  await plant(`update ar_items set shipper_id = '${none.shipperId}' where waybill_id = '${other.id}'`)
  await plant(`delete from events where action = '催办'`)
  expect((await finance.ask(urgeReceivables, none)).data).toMatchObject({ isNew: true })
  const debtor = await server.login('shipper2-finance')
  await expect
    .poll(async () => (await debtor.send(listMessages, {})).rows.map(({ content }) => content))
    .toContainEqual(expect.stringMatching(/运费 1 单 1,000.00 元；最早的/))
})

test('items are looked for by what was open or changed since, not by walking all there ever were', async () => {
  for (const side of ['platform', 'branch'] as const) {
    const { sql: text, parameters } =
      sql`select * from ${openItems({ actor: actorOfSide(side), now }, {})} as x`.compile(q)
    const plan = await server.db(async tx => {
      await tx.run(sql`set local enable_seqscan = off`.compile(q))
      return tx.rows<{ 'QUERY PLAN': string }>({
        ...sql<{ 'QUERY PLAN': string }>`select 1`.compile(q),
        sql: `explain ${text}`,
        parameters,
      })
    }, systemReach)
    const lines = plan.map(line => line['QUERY PLAN']).join('\n')
    for (const index of ['ar_items_open', 'ar_matches_created', 'ar_items_cancelled', 'journal_lines_waybill'])
      expect(lines, index).toContain(index)
    expect(lines).not.toContain('Seq Scan')
  }
})
