// Invoices that are waited for over HTTP: what was paid without one by its age, walls, sums, and urging once a day.
import { listExpectedInvoices, sumExpectedInvoices, urgeExpectedInvoice } from '@yunshu/contract/invoice/expected'
import {
  bindInputInvoice,
  getInputInvoice,
  listInputCandidates,
  moveInputInvoice,
  uploadInputInvoice,
} from '@yunshu/contract/invoice/input'
import { listMessages } from '@yunshu/contract/message/message'
import { bindWaybills } from '@yunshu/contract/voucher/bind'
import { moveVoucher, saveVoucher } from '@yunshu/contract/voucher/manual'
import { fen } from '@yunshu/domain/figures/money'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { problems } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actorOfSide } from '../../../../../tests/server/actorOfSide.ts'
import { invoiceXml } from '../../../../../tests/server/invoiceXml.ts'
import { plansOf } from '../../../../../tests/server/plans.ts'
import { signedWaybill, type Signed } from '../../../../../tests/server/settlementWorld.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { until } from '../../../../../tests/server/until.ts'
import { demoCompanyId, demoCreditCode, demoUserId } from '../../../demo/people.ts'
import { q } from '../../db/tx.ts'
import { asSystem } from '../../work/system.ts'
import { findExpectedInvoices } from './expected.queries.ts'

let server: TestServer
let finance: Client, carrier: Client
const [branchId, carrierId] = [demoCompanyId('branch1'), demoCompanyId('carrier')]
beforeAll(async () => {
  server = await startTestServer()
  ;[finance, carrier] = [await server.login('platform-finance'), await server.login('carrier-finance')]
})
afterAll(() => server.stop())

const run = (text: string) => server.db(tx => tx.run(sql`${sql.raw(text)}`.compile(q)))
/** A waybill of 900.00 of which so much was paid, signed so many days ago. */
async function paid(amount: number, days: number, more: Parameters<typeof signedWaybill>[1] = {}): Promise<Signed> {
  const trip = await signedWaybill(server, { payable: 90_000, deducted: 0, oil: 0, ...more })
  await run(
    `update waybills set paid_fen = ${amount}, signed_at = ${Date.now() - days * DAY_MS} where id = '${trip.id}'`,
  )
  return trip
}
const bill = (waybill: Signed, amount: number) =>
  run(`with paper as (insert into input_invoices (id, state, source, invoice_no, seller_name, seller_tax_no, buyer_name, buyer_tax_no, issued_at,
      gross_fen, tax_fen, carrier_id, branch_id, bound_fen, maker_id, maker_name, created_at, updated_at)
      values (gen_random_uuid(), 'verified', 'HAND', '${v7().slice(-20)}', '卖方', 'x', '', '', 1, ${amount}, 0, '${carrierId}',
        '${branchId}', ${amount}, '${demoUserId('admin')}', '张三', 1, 1) returning id, branch_id, carrier_id)
    insert into input_bindings (id, input_id, waybill_id, carrier_id, branch_id, bound_fen, tax_fen, by_id, by_name, created_at)
      select gen_random_uuid(), id, '${waybill.id}', carrier_id, branch_id, ${amount}, 0, '${demoUserId('admin')}', '张三', 1 from paper`)

test('what was paid of the cost and no invoice bears stands by the days since its signature; sums are those of the rows', async () => {
  await paid(0, 3)
  const half = await paid(90_000, 3)
  await bill(half, 40_000)
  await bill(await paid(90_000, 5), 90_000)
  await paid(60_000, 40)
  await paid(90_000, 120)
  await paid(90_000, 700)
  await paid(30_000, 2, { branch: 'branch3', shipper: 'shipper3', carrier: 'carrier3' })
  const { rows } = await finance.send(listExpectedInvoices, {})
  expect(rows).toMatchObject([
    { carrierId, branchCompanyId: branchId, waybills: 3, d30: 50_000, d90: 60_000, older: 90_000, total: 200_000 },
    { carrierId: demoCompanyId('carrier3'), waybills: 1, d30: 30_000, total: 30_000 },
  ])
  const { sums } = await finance.send(sumExpectedInvoices, {})
  expect(sums).toEqual({ waybills: 4, d30: fen(80_000), d90: fen(60_000), older: fen(90_000), total: fen(230_000) })
  const first = await finance.send(listExpectedInvoices, { limit: 1 })
  const next = await finance.send(listExpectedInvoices, { limit: 1, cursor: first.next ?? '' })
  expect([...first.rows, ...next.rows].map(({ key }) => key)).toEqual(rows.map(({ key }) => key))
  expect(next.next).toBeUndefined()
  expect((await finance.ask(listExpectedInvoices, { cursor: '1.x' })).http).toBe(400)
})

test('a carrier reads its own, a branch its own, a shipper none', async () => {
  expect((await carrier.send(listExpectedInvoices, {})).rows.map(row => row.total)).toEqual([200_000])
  expect((await (await server.login('branch')).send(listExpectedInvoices, {})).rows.map(row => row.carrierId)).toEqual([
    carrierId,
  ])
  expect((await (await server.login('shipper-finance')).ask(listExpectedInvoices, {})).http).toBe(403)
})

test('a carrier is urged once a day, by one of two at once, with what it was paid; one that owes none is not', async () => {
  const urge = (client: Client, of = carrierId) => client.ask(urgeExpectedInvoice, { carrierId: of, branchId })
  const both = await Promise.all([urge(finance), urge(await server.login('admin'))])
  expect(both.filter(({ data }) => data.isNew)).toHaveLength(1)
  await server.relayed()
  const { rows } = await (await server.login('carrier')).send(listMessages, {})
  expect(rows.filter(({ title }) => title === '请开具运费发票')).toMatchObject([
    { content: expect.stringContaining('3 单运费 2,000.00 元') },
  ])
  expect((await finance.send(listExpectedInvoices, {})).rows[0]?.urgedAt).toBeGreaterThan(Date.now() - DAY_MS)
  expect((await urge(finance, demoCompanyId('carrier2'))).envelope.code).toBe(1516)
  expect((await urge(finance, demoCompanyId('shipper'))).http).toBe(404)
  expect((await urge(carrier)).http).toBe(403)
  // a manager of a branch checks no invoices, and urges for none
  expect((await urge(await server.login('branch'))).http).toBe(403)
})

test('a carrier owes each branch its own invoice: it is urged for each, made out to it and bound to its waybills', async () => {
  const there = demoCompanyId('branch3')
  const trip = await paid(90_000, 4)
  await run(`update waybills set branch_id = '${there}' where id = '${trip.id}'`)
  const owed = async () =>
    (await finance.send(listExpectedInvoices, { branchId: there })).rows.find(row => row.carrierId === carrierId)
  // the other branch urged it today
  expect((await owed())?.urgedAt).toBeUndefined()
  const urge = () => finance.ask(urgeExpectedInvoice, { carrierId, branchId: there })
  expect([(await urge()).data.isNew, (await urge()).data.isNew]).toEqual([true, false])
  expect(await owed()).toMatchObject({ total: 90_000, urgedAt: expect.any(Number) })

  const codeOf = async (key: string) => {
    const company = q.selectFrom('companies').select('credit_code').where('id', '=', demoCompanyId(key))
    return (await server.db(tx => tx.one(company))).credit_code
  }
  const handIn = (buyerTaxNo: string, number: string) => {
    const text = invoiceXml({
      number,
      gross: '900.00',
      tax: '74.31',
      sellerTaxNo: demoCreditCode('carrier'),
      buyerTaxNo,
    })
    return carrier.ask(uploadInputInvoice, {}, { files: [{ name: '发票.xml', bytes: Buffer.from(text) }] })
  }
  const strange = await handIn(await codeOf('branch2'), '26117777777777777771')
  expect([strange.http, JSON.stringify(strange.envelope)]).toEqual([400, expect.stringContaining('不是本公司')])
  const { id, version } = (await handIn(await codeOf('branch3'), '26117777777777777772')).data
  expect((await finance.send(getInputInvoice, { id })).branchCompanyId).toBe(there)
  const checked = await finance.send(moveInputInvoice, { id, version, move: 'verify' })
  const [found] = (await finance.send(listInputCandidates, { id })).rows
  expect(found).toMatchObject({ id: trip.id, open: 90_000 })
  const lines = [{ waybillId: trip.id, amount: fen(90_000) }]
  await finance.send(bindInputInvoice, { id, version: checked.version, lines })
  expect(await owed()).toBeUndefined()
  // the debt is looked at before the person that urged
  expect((await urge()).envelope.code).toBe(1516)
})

test('an invoice by hand bears fees beside the freight, and counts beside one that is deducted, not beside one that may be its own paper', async () => {
  const [clerk, inBranch] = [await server.login('branch'), { raw: { branchCompanyId: branchId } }]
  const owed = async () =>
    (await finance.send(listExpectedInvoices, { branchId })).rows.find(row => row.carrierId === carrierId)?.total
  const byHand = async (waybill: Signed, amount: number) => {
    const line = { summary: '运费发票', debit: fen(0), credit: fen(0) }
    const lines = [
      { ...line, account: '6401.01', debit: fen(amount - 1000) },
      { ...line, account: '2221.01', debit: fen(1000) },
      { ...line, account: '1002.01', credit: fen(amount) },
    ]
    const { id } = await clerk.send(saveVoucher, { kind: 'ACCOUNTING', date: Date.now(), summary: '外协运费', lines })
    await finance.send(moveVoucher, { id, version: 1, move: 'audit' }, inBranch)
    await finance.send(moveVoucher, { id, version: 2, move: 'post' }, inBranch)
    await clerk.send(bindWaybills, { id, branchId, rows: [{ waybillId: waybill.id, amount: fen(amount) }] })
  }
  const before = await owed()
  const loaded = await paid(110_000, 3, { payable: 110_000 })
  await run(`insert into charges (id, waybill_id, side, code, amount_fen, state, created_at)
    values (gen_random_uuid(), '${loaded.id}', 'CARRIER', 'LOAD', 10_000, 'confirmed', 1)`)
  expect(await owed()).toBe((before ?? 0) + 110_000)
  await byHand(loaded, 110_000)
  expect(await owed()).toBe(before)
  // the carrier's file of what is in the books by hand is the same paper: its tax is deducted once
  await bill(loaded, 110_000)
  const tick = async (waybill: Signed) => {
    const at = await server.db(tx =>
      tx.one(
        sql<{ id: string; version: number }>`select i.id, i.version from input_invoices i
          join input_bindings n on n.input_id = i.id where n.waybill_id = ${waybill.id}::uuid`.compile(q),
      ),
    )
    return finance.ask(moveInputInvoice, { ...at, move: 'tick' })
  }
  expect((await tick(loaded)).envelope.code).toBe(problems['input.byHand'].code)
  const twice = await paid(90_000, 3)
  await bill(twice, 40_000)
  await byHand(twice, 50_000)
  // the one that is bound and not deducted may be the paper booked by hand
  expect(await owed()).toBe((before ?? 0) + 40_000)
  expect((await tick(twice)).envelope.code).toBe(0)
  expect(await owed()).toBe(before)
})

test('of two who take one paper into the books at once, by hand and by deducting its file, one does', async () => {
  const [clerk, inBranch] = [await server.login('branch'), { raw: { branchCompanyId: branchId } }]
  const waybill = await paid(90_000, 3)
  const line = { summary: '运费发票', debit: fen(0), credit: fen(0) }
  const lines = [
    { ...line, account: '6401.01', debit: fen(89_000) },
    { ...line, account: '2221.01', debit: fen(1000) },
    { ...line, account: '1002.01', credit: fen(90_000) },
  ]
  const { id } = await clerk.send(saveVoucher, { kind: 'ACCOUNTING', date: Date.now(), summary: '外协运费', lines })
  await finance.send(moveVoucher, { id, version: 1, move: 'audit' }, inBranch)
  await finance.send(moveVoucher, { id, version: 2, move: 'post' }, inBranch)
  await bill(waybill, 90_000)
  const input = await server.db(tx =>
    tx.one(
      sql<{ id: string; version: number }>`select i.id, i.version from input_invoices i
        join input_bindings n on n.input_id = i.id where n.waybill_id = ${waybill.id}::uuid`.compile(q),
    ),
  )
  const waits = async (n: number): Promise<boolean> => {
    const found = sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    return (await server.db(tx => tx.one(found.compile(q)))).n === n
  }
  // a holder of the waybill lets both begin, and the one that deducts go first
  const both = await server.db(async tx => {
    await tx.rows(sql`select from waybills where id = ${waybill.id}::uuid for update`.compile(q))
    const ticking = finance.ask(moveInputInvoice, { ...input, move: 'tick' })
    await until(() => waits(1), 'the deduction waits')
    const binding = clerk.ask(bindWaybills, { id, branchId, rows: [{ waybillId: waybill.id, amount: fen(90_000) }] })
    await until(() => waits(2), 'the binding waits')
    return [ticking, binding] as const
  })
  const [ticked, bound] = await Promise.all(both)
  expect([ticked.envelope.code, bound.http]).toEqual([0, 400])
})

test('signatures of the days looked through are found by index for each side among those of six years, and so is what bears them', async () => {
  const indexes = {
    platform: /waybills_(carrier_)?signed/,
    branch: /waybills_bindable/,
    carrier: /waybills_carrier_signed/,
  }
  const years = 6 * 365 * DAY_MS
  await asSystem(server.server.deps, async ctx => {
    // a table of the same name stands before that of the schema, with its own rows and all its indexes of owners and states
    const run = (text: string) => ctx.tx.run(sql`${sql.raw(text)}`.compile(q))
    await run(`create temp table waybills on commit drop as select r.* from public.waybills w,
      generate_series(1, 10000) n, lateral jsonb_populate_record(w, jsonb_build_object('id', gen_random_uuid(), 'state', case n % 2 when 0 then 'signed' else 'finished' end,
        'signed_at', ${ctx.now} - (n::bigint * ${years}) / 10000, 'paid_fen', 1,
        'carrier_id', case n % 50 when 0 then '${carrierId}'::uuid else gen_random_uuid() end,
        'branch_id', case n % 20 when 0 then '${branchId}'::uuid else gen_random_uuid() end)) r
      where w.id = (select id from public.waybills where state = 'signed' limit 1) order by hashint4(n)`)
    const found = await ctx.tx.rows(
      sql<{ def: string }>`select indexdef as def from pg_indexes where schemaname = 'public' and tablename = 'waybills'
        and indexname ~ '^waybills_(carrier|branch|signed|bindable|state)(_state|_signed)?$'`.compile(q),
    )
    expect(found.length).toBeGreaterThan(5)
    for (const { def } of found) await run(def.replace('public.waybills', 'pg_temp.waybills'))
    await run('analyze waybills')
    for (const side of ['platform', 'branch', 'carrier'] as const) {
      const [plan] = await plansOf({ ...ctx, actor: actorOfSide(side) }, noted =>
        findExpectedInvoices(noted, { limit: 50 }),
      )
      const lines = plan?.lines ?? []
      const at = lines.findIndex(line => / (on|using) waybills_/.test(line))
      expect(lines[at], side).toMatch(indexes[side])
      expect(lines[at + 1], side).toMatch(/Index Cond: .*signed_at >= /)
      const whole = lines.join('\n')
      // the invoices that bear a waybill are looked for once, though its open freight stands in five sums and a condition
      expect(whole.match(/input_bindings_waybill/g), side).toHaveLength(1)
      for (const each of ['input_bindings_waybill', 'voucher_waybills_'])
        expect(whole, `${side} ${each}`).toContain(each)
      expect(whole, side).not.toMatch(/Seq Scan on (waybills|input_bindings|voucher_waybills|vouchers|journal_lines)\b/)
    }
  })
})
