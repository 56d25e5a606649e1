// Waybills bound to vouchers: candidates oldest first, sums that neither voucher nor waybill passes under 32 people at
// once, and bindings taken back with a reason.
import { bindWaybills, getBinding, listBindCandidates, unbindWaybill } from '@yunshu/contract/voucher/bind'
import { moveVoucher, saveVoucher } from '@yunshu/contract/voucher/manual'
import { getVoucher, listVouchers } from '@yunshu/contract/voucher/voucher'
import { moveWaybill } from '@yunshu/contract/waybill/waybill'
import { fen } from '@yunshu/domain/figures/money'
import { credit, debit } from '@yunshu/domain/voucher/ledger'
import { periodOf, shiftPeriod, startOfPeriod } from '@yunshu/domain/voucher/voucher'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoCompanyId, demoUserId } from '../../../demo/people.ts'
import { drift, signedWaybill, type Signed } from '../../../../../tests/server/settlementWorld.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { q } from '../../db/tx.ts'
import { asSystem } from '../../work/system.ts'
import { bookEntries } from './ledger.commands.ts'

let server: TestServer
let branch: Client, finance: Client, admin: Client
const branchId = demoCompanyId('branch1')
const inBranch = { raw: { branchCompanyId: branchId } }
beforeAll(async () => {
  server = await startTestServer()
  branch = await server.login('branch')
  finance = await server.login('platform-finance')
  admin = await server.login('admin')
})
afterAll(() => server.stop())

/** A posted voucher by hand of an amount: freight has evidence in it. */
async function evidence(amount: number, account = '6401.01'): Promise<string> {
  const line = { summary: '运费发票', debit: fen(0), credit: fen(0) }
  const { id } = await branch.send(saveVoucher, {
    kind: 'ACCOUNTING',
    date: Date.now(),
    summary: '运费凭据',
    lines: [
      { ...line, account, debit: fen(amount) },
      { ...line, account: '1002.01', credit: fen(amount) },
    ],
  })
  await finance.send(moveVoucher, { id, version: 1, move: 'audit' }, inBranch)
  await finance.send(moveVoucher, { id, version: 2, move: 'post' }, inBranch)
  return id
}
/** Freight without oil: 900.00 payable. */
const trip = (payable = 90_000): Promise<Signed> => signedWaybill(server, { payable, deducted: 0, oil: 0 })
const bind = (client: Client, id: string, rows: readonly (readonly [Signed, number])[]) =>
  client.ask(
    bindWaybills,
    { id, branchId, rows: rows.map(([{ id: waybillId }, amount]) => ({ waybillId, amount: fen(amount) })) },
    inBranch,
  )
const faultsOf = ({ envelope }: Awaited<ReturnType<typeof bind>>) =>
  Object.keys((envelope.data as { fields?: object } | null)?.fields ?? {})

test('[RT-19] candidates stand oldest first, and binding takes them until the voucher is full', async () => {
  const trips = [await trip(50_000), await trip(60_000), await trip(70_000)]
  const id = await evidence(100_000)
  const { rows } = await branch.send(listBindCandidates, { id, branchId })
  expect(rows.map(row => row.waybillNo).slice(0, 3)).toEqual(trips.map(each => each.waybillNo))
  expect(rows[0]).toMatchObject({ cost: 50_000, bound: 0, free: 50_000 })
  const first = await branch.send(listBindCandidates, { id, branchId, limit: 2 })
  const next = await branch.send(listBindCandidates, { id, branchId, limit: 2, cursor: first.next ?? '' })
  expect([...first.rows, ...next.rows].map(row => row.waybillNo).slice(0, 3)).toEqual(trips.map(each => each.waybillNo))
  const [a, b, c] = trips as [Signed, Signed, Signed]
  expect(
    (
      await bind(branch, id, [
        [a, 50_000],
        [b, 50_000],
      ])
    ).envelope.data,
  ).toEqual({ bound: '1000.00', left: '0.00' })
  expect(await branch.send(getBinding, { id, branchId })).toMatchObject({
    class: 'FREIGHT',
    bound: 100_000,
    left: 0,
    rows: [
      { waybillNo: b.waybillNo, amount: 50_000 },
      { waybillNo: a.waybillNo, amount: 50_000 },
    ],
  })
  expect(faultsOf(await bind(branch, id, [[c, 1]]))).toEqual(['rows.0.amount'])
  // a waybill bound whole is no candidate any more; one bound in part is, with the rest
  const after = await branch.send(listBindCandidates, { id, branchId, numbers: trips.map(each => each.waybillNo) })
  expect(after.rows.map(row => [row.waybillNo, row.free])).toEqual([
    [b.waybillNo, 10_000],
    [c.waybillNo, 70_000],
  ])
  expect((await branch.send(getVoucher, { id, branchId })).bound).toHaveLength(2)
})

test('[RT-19] neither the voucher nor a waybill is bound beyond what it has, by 32 people at once', async () => {
  const shared = await trip(100_000)
  const vouchers = await Promise.all([evidence(30_000), evidence(100_000), evidence(100_000)])
  const others = await Promise.all(Array.from({ length: 8 }, () => trip(20_000)))
  const answers = await Promise.all(
    Array.from({ length: 32 }, (_, n) =>
      bind(n % 2 ? branch : finance, vouchers[n % 3] ?? '', [
        [shared, 9_000],
        [others[n % 8] ?? shared, 1_000],
      ]),
    ),
  )
  for (const { http: status } of answers) expect([200, 400]).toContain(status)
  const [sums] = await server.db(tx =>
    tx.rows<{ shared: number; small: number; over: number; live: number }>(
      sql<{ shared: number; small: number; over: number; live: number }>`
      select coalesce(sum(amount_fen) filter (where waybill_id = ${shared.id}), 0)::bigint as shared,
        coalesce(sum(amount_fen) filter (where voucher_id = ${vouchers[0]}), 0)::bigint as small,
        (select count(*) from vouchers v where amount_fen < (select sum(b.amount_fen) from voucher_waybills b where b.voucher_id = v.id and b.unbound_at is null)) as over,
        (select count(*) from (select voucher_id, waybill_id from voucher_waybills where unbound_at is null group by 1, 2 having count(*) > 1) as x) as live
      from voucher_waybills where unbound_at is null`.compile(q),
    ),
  )
  const done = answers.filter(answer => answer.http === 200).length
  expect(sums).toEqual({ shared: done * 9_000, small: 30_000, over: 0, live: 0 })
  // eleven of the shared waybill's 1,000.00 by 90.00 each, and no twelfth
  expect(done).toBe(11)
})

test('[RT-19] a binding is taken back once, with a reason, and stands in the history', async () => {
  const [one, id] = [await trip(), await evidence(90_000)]
  await bind(branch, id, [[one, 40_000]])
  await bind(branch, id, [[one, 50_000]])
  const { rows } = await branch.send(getBinding, { id, branchId })
  expect(rows).toMatchObject([{ amount: 90_000 }])
  const binding = rows[0]?.id ?? ''
  const unbind = (reason: string, client = branch, raw = {}) =>
    client.ask(unbindWaybill, { id: binding, branchId, reason }, { raw: { ...inBranch.raw, ...raw } })
  expect((await unbind('绑错了', branch, { reason: ' ' })).http).toBe(400)
  expect((await unbind('绑错了', await server.login('branch2'))).http).toBe(403)
  expect((await unbind('绑错了')).http).toBe(200)
  expect((await unbind('绑错了')).http).toBe(409)
  expect(await branch.send(getBinding, { id, branchId })).toMatchObject({ bound: 0, left: 90_000, rows: [] })
  const { log } = await branch.send(getVoucher, { id, branchId })
  expect(log[0]).toMatchObject({ action: '解除绑定', diff: [{ field: one.waybillNo, old: '900.00 元' }] })
})

test('[RT-19] a voucher taken back frees its waybills, and is bound no more', async () => {
  const [one, id] = [await trip(), await evidence(90_000)]
  await bind(branch, id, [[one, 90_000]])
  const { version } = await branch.send(getVoucher, { id, branchId })
  await finance.send(moveVoucher, { id, version, move: 'reverse', reason: '作废' }, inBranch)
  expect(await branch.send(getBinding, { id, branchId })).toMatchObject({
    bound: 0,
    rows: [],
    whyNot: expect.any(String),
  })
  expect((await bind(branch, id, [[one, 1]])).envelope.code).toBe(5005)
  expect((await bind(branch, await evidence(90_000), [[one, 90_000]])).http).toBe(200)
  expect(await drift(server)).toEqual([])
})

test('[RT-19] a voucher of which a part was taken back is evidence of the rest, and a void waybill of nothing', async () => {
  const [one, id] = [await trip(), await evidence(50_000)]
  await server.db(tx =>
    tx.run(sql`update vouchers set state = 'partly', reversed_fen = 30_000 where id = ${id}`.compile(q)),
  )
  expect(faultsOf(await bind(branch, id, [[one, 20_001]]))).toEqual(['rows.0.amount'])
  expect((await bind(branch, id, [[one, 20_000]])).http).toBe(200)
  const { version } = await server.db(tx => tx.one(q.selectFrom('waybills').select('version').where('id', '=', one.id)))
  await admin.send(moveWaybill, { id: one.id, version, move: 'void', reason: '重复' })
  expect(await branch.send(getBinding, { id, branchId })).toMatchObject({ bound: 0, left: 20_000, rows: [] })
  await server.db(tx => tx.run(sql`update vouchers set state = 'posted', reversed_fen = 0 where id = ${id}`.compile(q)))
})

test('[RT-19] rows are refused at their place, all or none; estimates are no evidence', async () => {
  const [one, other, id] = [
    await trip(),
    await signedWaybill(server, { branch: 'branch3', shipper: 'shipper3', carrier: 'carrier3' }),
    await evidence(50_000),
  ]
  const unknown: Signed = { id: v7(), waybillNo: '' }
  expect(
    faultsOf(
      await bind(branch, id, [
        [one, 10_000],
        [other, 1],
      ]),
    ),
  ).toEqual(['rows.1.waybillId'])
  expect(faultsOf(await bind(branch, id, [[unknown, 1]]))).toEqual(['rows.0.waybillId'])
  expect(
    faultsOf(
      await bind(branch, id, [
        [one, 1],
        [one, 1],
      ]),
    ),
  ).toEqual(['rows.1.waybillId'])
  expect(faultsOf(await bind(branch, id, [[one, 0]]))).toEqual(['rows.0.amount'])
  expect(faultsOf(await bind(branch, id, [[one, 50_001]]))).toEqual(['rows.0.amount'])
  const rows = [{ waybillId: one.id, amount: fen(1) }]
  const shapeless = await branch.ask(bindWaybills, { id, branchId, rows }, { raw: { rows: '[[]]' } })
  expect(shapeless.envelope).toMatchObject({ data: { fields: { 'rows.0': '格式不正确' } } })
  expect((await branch.send(getBinding, { id, branchId })).bound).toBe(0)
  const [estimate] = (await branch.send(listVouchers, { kind: 'TENTATIVE' })).rows
  expect((await bind(branch, estimate?.id ?? '', [[one, 1]])).envelope.code).toBe(5005)
  expect(await branch.send(listBindCandidates, { id: estimate?.id ?? '', branchId })).toEqual({ rows: [] })
})

test('[RT-19] [SE-04] the page is of one branch: without one it is refused, of another there is none', async () => {
  const id = await evidence(10_000)
  expect((await finance.ask(getBinding, { id, branchId })).envelope.message).toBe('请使用分公司管理账号进行操作')
  const elsewhere = { raw: { branchCompanyId: demoCompanyId('branch3') } }
  expect((await finance.ask(getBinding, { id, branchId }, elsewhere)).http).toBe(404)
  expect((await finance.ask(listBindCandidates, { id, branchId }, elsewhere)).http).toBe(404)
  for (const account of ['shipper-finance', 'carrier-finance', 'platform-ops'])
    expect((await (await server.login(account)).ask(getBinding, { id, branchId }, inBranch)).http, account).toBe(403)
})

test('[RT-19] other vouchers are evidence of other costs: fuel for fuel alone', async () => {
  const fuelled = await signedWaybill(server, { payable: 90_000, deducted: 0, oil: 30_000 })
  const tolls = await evidence(30_000, '6401.03')
  expect(await branch.send(getBinding, { id: tolls, branchId })).toMatchObject({ class: 'TOLL' })
  const id = await evidence(90_000)
  const { rows } = await branch.send(listBindCandidates, { id, branchId, numbers: [fuelled.waybillNo] })
  expect(rows).toMatchObject([{ cost: 60_000 }])
})

test('[RT-19] what the product books of its own invoices, revenue and payments, and rent by hand, is evidence of no cost', async () => {
  const one = await trip()
  const rent = await evidence(90_000, '6602')
  await asSystem(server.server.deps, async ctx =>
    bookEntries(ctx, branchId, [
      {
        source: { type: 'invoice', id: v7() },
        event: 'E8',
        summary: '开具发票',
        lines: [debit('2221.07', fen(90_000)), credit('2221.05', fen(90_000))],
        happenedAt: Date.now(),
        voucher: { kind: 'INVOICE', counterparty: '货主' },
      },
    ]),
  )
  const [sold] = (await branch.send(listVouchers, { kind: 'INVOICE' })).rows
  const [revenue] = (await branch.send(listVouchers, { kind: 'ACCOUNTING', text: '签收' })).rows
  for (const id of [sold?.id ?? '', revenue?.id ?? '', rent]) {
    expect((await bind(branch, id, [[one, 1]])).envelope.code).toBe(5005)
    expect(await branch.send(getBinding, { id, branchId })).toMatchObject({
      whyNot: expect.stringContaining('成本凭据'),
    })
    expect((await branch.send(getVoucher, { id, branchId })).mayBind).toBe(false)
  }
  // one bound before that was said takes no room, and is taken back
  await server.db(tx =>
    tx.run(
      sql`insert into voucher_waybills (id, voucher_id, waybill_id, branch_id, class, amount_fen, by_id, by_name, at)
        values (${v7()}, ${sold?.id ?? ''}, ${one.id}, ${branchId}, 'FREIGHT', 90_000,
          ${demoUserId('branch')}, '张三', 1)`.compile(q),
    ),
  )
  const { rows } = await branch.send(getBinding, { id: sold?.id ?? '', branchId })
  expect((await bind(branch, await evidence(90_000), [[one, 90_000]])).http).toBe(200)
  const back = { id: rows[0]?.id ?? '', branchId, reason: '不是成本凭据' }
  expect((await branch.ask(unbindWaybill, back, inBranch)).http).toBe(200)
})

test('[RT-19] a voucher of freight bears fees that no other voucher bears, never more than carriers invoice', async () => {
  const trips = [await trip(110_000), await trip(110_000)]
  for (const { id } of trips)
    await server.db(tx =>
      tx.run(
        sql`insert into charges (id, waybill_id, side, code, amount_fen, state, created_at) values
          (${v7()}, ${id}, 'CARRIER', 'LOAD', 10_000, 'confirmed', 1), (${v7()}, ${id}, 'CARRIER', 'TOLL', 10_000, 'confirmed', 1)`.compile(
          q,
        ),
      ),
    )
  const [whole, parted] = trips as [Signed, Signed]
  const numbers = trips.map(({ waybillNo }) => waybillNo)
  const freeFor = async (id: string) =>
    (await branch.send(listBindCandidates, { id, branchId, numbers })).rows.map(row => [row.waybillNo, row.free])
  const [freight, tolls, fees] = [
    await evidence(220_000),
    await evidence(20_000, '6401.03'),
    await evidence(20_000, '6401.05'),
  ]
  expect((await bind(branch, fees, [[parted, 10_000]])).http).toBe(200)
  expect(await freeFor(freight)).toEqual([
    [whole.waybillNo, 110_000],
    [parted.waybillNo, 100_000],
  ])
  expect((await bind(branch, freight, [[whole, 110_000]])).http).toBe(200)
  expect(await freeFor(tolls)).toEqual([[parted.waybillNo, 10_000]])
  // two of one waybill at once, of two classes: together they have the cost
  const both = await Promise.all([bind(branch, freight, [[parted, 100_000]]), bind(branch, tolls, [[parted, 10_000]])])
  expect(both.filter(({ http }) => http === 200)).toHaveLength(1)
})

/** An invoice of the carrier that is deducted, and bears an amount of a waybill. */
const deducted = (waybill: Signed, amount: number): Promise<number> =>
  server.db(tx =>
    tx.run(
      sql`with paper as (insert into input_invoices (id, state, source, invoice_no, seller_name, seller_tax_no,
          buyer_name, buyer_tax_no, issued_at, gross_fen, tax_fen, carrier_id, branch_id, bound_fen, maker_id, maker_name,
          created_at, updated_at)
        select ${v7()}, 'ticked', 'HAND', ${v7().slice(-20)}, '卖方', 'x', '', '', 1, ${amount}, 0, w.carrier_id,
          w.branch_id, ${amount}, ${demoUserId('admin')}, '张三', 1, 1 from waybills w where w.id = ${waybill.id}
        returning id, branch_id, carrier_id)
      insert into input_bindings (id, input_id, waybill_id, carrier_id, branch_id, bound_fen, tax_fen, by_id, by_name, created_at)
        select ${v7()}, id, ${waybill.id}, carrier_id, branch_id, ${amount}, 0, ${demoUserId('admin')}, '张三', 1
        from paper`.compile(q),
    ),
  )

test('[RT-19] the part of a cost that a deducted invoice bears takes no voucher by hand, of freight, tolls or fees', async () => {
  const [whole, parted] = [await trip(), await trip(110_000)]
  for (const code of ['TOLL', 'LOAD'])
    await server.db(tx =>
      tx.run(
        sql`insert into charges (id, waybill_id, side, code, amount_fen, state, created_at)
          values (${v7()}, ${parted.id}, 'CARRIER', ${code}, 10_000, 'confirmed', 1)`.compile(q),
      ),
    )
  await deducted(whole, 90_000)
  await deducted(parted, 95_000)
  const [freight, tolls] = [await evidence(200_000), await evidence(20_000, '6401.03')]
  const numbers = [whole.waybillNo, parted.waybillNo]
  const freeFor = async (id: string) =>
    (await branch.send(listBindCandidates, { id, branchId, numbers })).rows.map(row => [row.waybillNo, row.free])
  expect(await freeFor(freight)).toEqual([[parted.waybillNo, 15_000]])
  // of its 200.00 of tolls and fees the invoice bears 50.00 beside the freight
  expect(await freeFor(tolls)).toEqual([[parted.waybillNo, 5_000]])
  const refused = await bind(branch, freight, [[whole, 1]])
  expect([refused.http, refused.envelope.message]).toEqual([
    400,
    expect.stringContaining('超过运单可绑金额，已勾选的进项发票承担 900.00 元'),
  ])
  expect((await bind(branch, freight, [[parted, 15_001]])).http).toBe(400)
  expect((await bind(branch, freight, [[parted, 15_000]])).http).toBe(200)
  expect(await freeFor(tolls)).toEqual([])
})

test('[RT-19] waybills signed in the months around a voucher are proposed for it, older ones are named by number', async () => {
  const [old, id] = [await trip(), await evidence(90_000)]
  const signedAt = (months: number): Promise<number> =>
    server.db(tx =>
      tx.run(
        sql`update waybills set signed_at = ${startOfPeriod(shiftPeriod(periodOf(Date.now()), -months))}
          where id = ${old.id}`.compile(q),
      ),
    )
  const proposed = async (numbers?: string[]) =>
    (await branch.send(listBindCandidates, { id, branchId, numbers, limit: 100 })).rows.some(
      row => row.waybillNo === old.waybillNo,
    )
  await signedAt(3)
  expect(await proposed()).toBe(true)
  await signedAt(4)
  expect(await proposed()).toBe(false)
  expect(await proposed([old.waybillNo])).toBe(true)
})
