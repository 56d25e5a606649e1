// Entries of a close: tax of sales without an invoice, income and expense carried to profit, in red when the month is
// opened again or the invoice comes.
import { sumProfit } from '@yunshu/contract/report/profit'
import { askClose, getPeriod, movePeriod } from '@yunshu/contract/voucher/closing'
import { fen } from '@yunshu/domain/figures/money'
import { credit, debit } from '@yunshu/domain/voucher/ledger'
import { recogniseRevenue } from '@yunshu/domain/voucher/postings'
import { periodOf, shiftPeriod, startOfPeriod } from '@yunshu/domain/voucher/voucher'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drift, signedWaybill } from '../../../../../tests/server/settlementWorld.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { q } from '../../db/tx.ts'
import { asSystem } from '../../work/system.ts'
import { postSigned } from './books.commands.ts'
import { postInvoiceIssued } from './invoiceBooks.commands.ts'
import { bookEntries, bookNow } from './ledger.commands.ts'
import { isUnclosed, uninvoicedTax } from './uninvoiced.queries.ts'

let server: TestServer
let branch: Client, finance: Client, admin: Client
const branchId = demoCompanyId('branch1')
const shipperId = demoCompanyId('shipper')
const inBranch = { raw: { branchCompanyId: branchId } }
const period = shiftPeriod(periodOf(Date.now()), -1)
const signedAt = startOfPeriod(period) + 5 * 86_400_000
let waybillId = ''

/** A waybill signed in the month and due in it. */
async function dueWaybill(): Promise<string> {
  const { id, waybillNo } = await signedWaybill(server, { shipperFreight: 109_000, payable: 50_000, posted: false })
  await asSystem(server.server.deps, ctx =>
    postSigned(ctx, {
      id,
      waybillNo,
      shipperId,
      branchId,
      signedAt,
      carrierId: demoCompanyId('carrier'),
      shipperFreight: fen(109_000),
      carrierFreight: fen(50_000),
    }),
  )
  await server.db(tx => tx.run(sql`update ar_items set due_at = ${signedAt} where waybill_id = ${id}::uuid`.compile(q)))
  return id
}

beforeAll(async () => {
  server = await startTestServer()
  ;[branch, finance, admin] = await Promise.all([
    server.login('branch'),
    server.login('platform-finance'),
    server.login('admin'),
  ])
  waybillId = await dueWaybill()
})
afterAll(() => server.stop())

const month = () => finance.send(getPeriod, { branchId, period }, inBranch)
const move = async (client: Client, name: 'confirm' | 'askReopen' | 'confirmReopen') => {
  const { closing } = await month()
  const seen = { id: closing?.id ?? '', version: closing?.version ?? 1 }
  const { envelope } = await client.ask(movePeriod, { ...seen, move: name, reason: '补记' }, inBranch)
  return envelope
}
const close = async (): Promise<void> => {
  await branch.send(askClose, { period, uninvoiced: true, carries: true }, inBranch)
  expect(await move(admin, 'confirm')).toMatchObject({ code: 0 })
}
/** Balances of the month, debit less credit, and of its snapshot. */
const balances = async () => {
  const codes = ['2221.05', '2221.07', '4103', '6001.01', '6401.01']
  const rows = await server.db(tx =>
    tx.rows(
      sql<{
        account: string
        net: number
        kept: number | null
      }>`select account, sum(debit_fen - credit_fen)::bigint as net,
        (select sum(s.opening_fen + s.debit_fen - s.credit_fen)::bigint from period_snapshots s
          join period_closings c on c.id = s.closing_id and c.state = 'closed' where s.account = b.account) as kept
        from account_balances b where branch_id = ${branchId}::uuid and period = ${period}
          and account = any(${codes}::text[]) group by 1`.compile(q),
    ),
  )
  return Object.fromEntries(rows.map(({ account, net, kept }) => [account, [net, kept]]))
}
const profit = async () => {
  const { sums, check } = await finance.send(sumProfit, { period, periodTo: period }, inBranch)
  return [sums.net, sums.freight, check?.isEqual]
}

test('a close declares the tax of sales that are due and have no invoice, and carries the result; profit stays what it was', async () => {
  const check = (await month()).checks.find(({ key }) => key === 'uninvoiced')
  expect(check).toMatchObject({ ok: false, count: 1 })
  expect(await profit()).toEqual([100_000, 50_000, true])
  await close()
  expect(await balances()).toEqual({
    '2221.05': [-9000, -9000],
    '2221.07': [0, 0],
    '4103': [-50_000, -50_000],
    '6001.01': [0, 0],
    '6401.01': [0, 0],
  })
  expect(await profit()).toEqual([100_000, 50_000, true])
  expect((await month()).closing).toMatchObject({ uninvoiced: true, carries: true })
  expect(await drift(server)).toEqual([])
})

test('a month that is opened again has them in red, and the next close makes them anew', async () => {
  await move(finance, 'askReopen')
  expect(await move(admin, 'confirmReopen')).toMatchObject({ code: 0 })
  expect(await balances()).toEqual({
    '2221.05': [0, null],
    '2221.07': [-9000, null],
    '4103': [0, null],
    '6001.01': [-100_000, null],
    '6401.01': [50_000, null],
  })
  await close()
  expect((await balances())['4103']).toEqual([-50_000, -50_000])
})

const issue = (id: string, ...of: readonly string[]) =>
  asSystem(server.server.deps, ctx => {
    const lines = of.map(each => ({ waybillId: each, tax: fen(9000) }))
    return postInvoiceIssued(ctx, { id, invoiceNo: '1', issuedAt: ctx.now, branchId, shipperId, lines })
  })
/** Debit less credit of the accounts of tax of a waybill, by month. */
const taxOf = async (id: string) => {
  const rows = await server.db(tx =>
    tx.rows(
      sql<{
        account: string
        at: string
        net: number
      }>`select account, period as at, sum(debit_fen - credit_fen)::bigint as net from journal_lines
          where waybill_id = ${id}::uuid and account like '2221.%' group by 1, 2 order by 1, 2`.compile(q),
    ),
  )
  return rows.map(({ account, at, net }) => [account, at, net])
}
const reopen = async (): Promise<void> => {
  await move(finance, 'askReopen')
  expect(await move(admin, 'confirmReopen')).toMatchObject({ code: 0 })
}
/** The entries of events, by how many lines each has, those in red too. */
const entriesOf = async (event: string) => {
  const rows = await server.db(tx =>
    tx.rows(
      sql<{
        event: string
        n: number
        state: string
      }>`select e.event, count(*)::int as n, v.state from journal_entries e
        join journal_lines l on l.entry_id = e.id join vouchers v on v.entry_id = e.id
        where e.event like ${`${event}%`} and e.source_id = (select id from period_closings order by id desc limit 1)
        group by e.id, 1, v.state order by e.entry_no`.compile(q),
    ),
  )
  return rows.map(({ event: of, n, state }) => [of, n, state])
}
const running = periodOf(Date.now())

test('an invoice takes the declared tax back before it owes its own, once, and reopening leaves that alone', async () => {
  const id = v7()
  await issue(id, waybillId)
  await issue(id, waybillId)
  const declared = [
    ['2221.05', period, -9000],
    ['2221.05', running, 0],
    ['2221.07', period, 0],
    ['2221.07', running, 0],
  ]
  expect(await taxOf(waybillId)).toEqual(declared)
  await reopen()
  expect(await taxOf(waybillId)).toEqual(declared)
  expect((await balances())['6001.01']?.[0]).toBe(-100_000)
  expect(await drift(server)).toEqual([])
})

test('what was due in the month and invoiced before its close is declared in it, and taken back in the month of the invoice', async () => {
  const id = await dueWaybill()
  await issue(v7(), id)
  expect((await month()).checks.find(({ key }) => key === 'uninvoiced')).toMatchObject({ ok: false, count: 1 })
  await close()
  const declared = [
    ['2221.05', period, -9000],
    ['2221.05', running, 0],
    ['2221.07', period, 0],
    ['2221.07', running, 0],
  ]
  expect(await taxOf(id)).toEqual(declared)
  expect(await entriesOf('E8')).toEqual([
    ['E8u', 2, 'reversed'],
    [`E8v ${running}`, 2, 'posted'],
  ])
  expect((await month()).checks.find(({ key }) => key === 'uninvoiced')).toMatchObject({ ok: true })
  await reopen()
  await close()
  expect(await taxOf(id), 'declared once').toEqual(declared)
  expect(await drift(server)).toEqual([])
  await reopen()
})

test('a voucher declares at most five hundred waybills; all of them go back when the month is opened, one by its invoice', async () => {
  const ids = await asSystem(server.server.deps, async ctx => {
    const copies = await ctx.tx.rows(
      sql<{ id: string }>`with copies as (
          insert into waybills overriding system value
            select (jsonb_populate_record(w, jsonb_build_object('id', gen_random_uuid(), 'waybill_no', 'YDX' || n))).*
            from waybills w, generate_series(1, 501) as n where w.id = ${waybillId}::uuid returning id, waybill_no)
        insert into ar_items (id, waybill_id, waybill_no, shipper_id, branch_id, amount_fen, open_fen, happened_at,
          due_at, created_at)
          select gen_random_uuid(), id, waybill_no, ${shipperId}::uuid, ${branchId}::uuid, 109, 109, ${signedAt},
            ${signedAt}, ${signedAt}
          from copies returning waybill_id as id`.compile(q),
    )
    const lines = copies.flatMap(({ id }) =>
      recogniseRevenue({ shipper: shipperId, waybillId: id, amount: fen(109), vatBasisPoints: 900 }),
    )
    bookEntries(ctx, branchId, [
      {
        source: { type: 'fund', id: v7() },
        event: 'E2',
        summary: '签收确认收入',
        lines,
        shipperId,
        happenedAt: signedAt,
        voucher: { kind: 'ACCOUNTING', counterparty: '托运人' },
      },
    ])
    return copies.map(({ id }) => id).toSorted()
  })
  await close()
  expect(await entriesOf('E8')).toEqual([
    ['E8u', 1000, 'posted'],
    ['E8u 2', 2, 'posted'],
  ])
  const [first = '', last = ''] = [ids[0], ids.at(-1)]
  await asSystem(server.server.deps, ctx => {
    const lines = [first, last].map(each => ({ waybillId: each, tax: fen(9) }))
    return postInvoiceIssued(ctx, { id: v7(), invoiceNo: '2', issuedAt: ctx.now, branchId, shipperId, lines })
  })
  expect(await taxOf(last)).toEqual([
    ['2221.05', period, -9],
    ['2221.05', running, 0],
    ['2221.07', period, 0],
    ['2221.07', running, 0],
  ])
  await reopen()
  expect(await entriesOf('E8')).toEqual([
    ['E8u', 1000, 'reversed'],
    ['E8u 2', 2, 'reversed'],
    ['E8ur', 998, 'posted'],
  ])
  expect(await taxOf(ids[1] ?? '')).toEqual([
    ['2221.05', period, 0],
    ['2221.07', period, -9],
  ])
  expect(await drift(server)).toEqual([])
})

test('waybills that wait are found by their index and those invoiced since by the days after the month, never by all lines', async () => {
  const { parameters, sql: text } = sql`${uninvoicedTax(branchId, period, isUnclosed(branchId, period))}`.compile(q)
  const plan = await server.db(async tx => {
    await tx.run(sql`set local enable_seqscan = off`.compile(q))
    return tx.rows<{ 'QUERY PLAN': string }>({
      ...sql<{ 'QUERY PLAN': string }>`select 1`.compile(q),
      sql: `explain ${text}`,
      parameters,
    })
  })
  const lines = plan.map(line => line['QUERY PLAN'])
  const shown = lines.join('\n')
  expect(shown).toContain('waiting_tax_open')
  expect(shown).toContain('using journal_lines_waybill on journal_lines')
  expect(shown).not.toMatch(/Seq Scan on (journal_lines|waiting_tax)/)
  const at = lines.findIndex(line => line.includes('on journal_lines n') || line.includes('on journal_lines_account'))
  expect(lines.slice(at, at + 3).join(' '), shown).toMatch(/Index Cond: .*day >= /)
})

test('an entry of a close that does not balance is refused', async () => {
  const lines = [debit('4103', fen(2)), credit('6001.01', fen(1))]
  await expect(
    asSystem(server.server.deps, ctx =>
      bookNow(ctx, branchId, [
        {
          source: { type: 'closing', id: v7() },
          event: 'E16',
          summary: '结转损益',
          lines,
          closes: period,
          voucher: { kind: 'ACCOUNTING', counterparty: '期末结转' },
        },
      ]),
    ),
  ).rejects.toMatchObject({ problem: 'ledger.unbalanced' })
})
