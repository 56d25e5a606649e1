// The order of closes: one month after another from the first on, months without entries too, and none before one that is
// closed; tax a close declares is taken back in the months of the invoice, and nobody waits for it in a circle.
import { askClose, getPeriod, listPeriods, movePeriod } from '@yunshu/contract/voucher/closing'
import { fen } from '@yunshu/domain/figures/money'
import { problems } from '@yunshu/domain/problems/problems'
import { openingCategory } from '@yunshu/domain/voucher/opening'
import { periodOf, periodText, shiftPeriod, startOfPeriod } from '@yunshu/domain/voucher/voucher'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drift, signedWaybill } from '../../../../../tests/server/settlementWorld.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { until } from '../../../../../tests/server/until.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { asSystem } from '../../work/system.ts'
import { postSigned } from './books.commands.ts'
import { postInvoiceIssued, postInvoiceRed } from './invoiceBooks.commands.ts'

const branchId = demoCompanyId('branch1')
const shipperId = demoCompanyId('shipper')
const inBranch = { raw: { branchCompanyId: branchId } }
const running = periodOf(Date.now())
/** The month of the signatures, the one in which they fall due and nothing is booked, and the one after it. */
const [first, quiet, later] = [shiftPeriod(running, -3), shiftPeriod(running, -2), shiftPeriod(running, -1)]
const code = (name: keyof typeof problems): number => problems[name].code
const dayIn = (period: string): number => startOfPeriod(period) + 5 * 86_400_000

let server: TestServer
let branch: Client, finance: Client, admin: Client
/** Waybills without an invoice, with one that went in red a month later, and with one of the running month. */
let open = '',
  red = '',
  late = ''

/** Posts as on a day of another month. */
const on = (now: number, work: (ctx: Ctx) => Promise<void>): Promise<void> =>
  asSystem(server.server.deps, ctx => work({ ...ctx, now }))
const dueOn = (id: string, day: number) =>
  server.db(tx => tx.run(sql`update ar_items set due_at = ${day} where waybill_id = ${id}::uuid`.compile(q)))

/** A waybill signed in the first month. */
async function signed(due: number): Promise<string> {
  const { id, waybillNo } = await signedWaybill(server, { shipperFreight: 109_000, payable: 50_000, posted: false })
  await on(dayIn(first), ctx =>
    postSigned(ctx, {
      id,
      waybillNo,
      shipperId,
      branchId,
      signedAt: dayIn(first),
      carrierId: demoCompanyId('carrier'),
      shipperFreight: fen(109_000),
      carrierFreight: fen(50_000),
    }),
  )
  await dueOn(id, due)
  return id
}
const issue = (day: number, id: string, waybillId: string) =>
  on(day, ctx =>
    postInvoiceIssued(ctx, {
      id,
      invoiceNo: '1',
      issuedAt: ctx.now,
      branchId,
      shipperId,
      lines: [{ waybillId, tax: fen(9000) }],
    }),
  )

beforeAll(async () => {
  server = await startTestServer()
  ;[branch, finance, admin] = await Promise.all([
    server.login('branch'),
    server.login('platform-finance'),
    server.login('admin'),
  ])
  const invoiceId = v7()
  open = await signed(dayIn(later))
  red = await signed(dayIn(later))
  await issue(dayIn(later), invoiceId, red)
  const lines = [{ waybillId: red, gross: fen(109_000), net: fen(100_000), tax: fen(9000) }]
  await on(Date.now(), ctx =>
    postInvoiceRed(ctx, { id: v7(), redNo: '2', redAt: ctx.now, invoiceId, branchId, shipperId, lines }),
  )
  late = await signed(Date.now() + 86_400_000)
  await issue(Date.now(), v7(), late)
})
afterAll(() => server.stop())

const month = (period: string) => finance.send(getPeriod, { branchId, period }, inBranch)
const ask = (period: string) => branch.ask(askClose, { period, uninvoiced: true }, inBranch)
const move = async (period: string, client: Client, name: 'confirm' | 'withdraw' | 'askReopen' | 'confirmReopen') => {
  const { closing } = await month(period)
  const seen = { id: closing?.id ?? '', version: closing?.version ?? 1 }
  return (await client.ask(movePeriod, { ...seen, move: name, reason: '补记' }, inBranch)).envelope
}
/** The tax owed of a waybill, by month. */
const owedOf = async (id: string) => {
  const rows = await server.db(tx =>
    tx.rows<{ period: string; owed: number }>(
      sql<{
        period: string
        owed: number
      }>`select period, sum(credit_fen - debit_fen)::bigint as owed from journal_lines
        where waybill_id = ${id}::uuid and account = '2221.05' group by 1 order by 1`.compile(q),
    ),
  )
  return rows.map(({ period, owed }) => [period, owed])
}

/** The branch's months by the list, newest first, with vouchers, and whether it is the next. */
const months = async () =>
  (await branch.send(listPeriods, {})).rows.map(({ period, vouchers, isNext }) => [period, vouchers > 0, isNext])
const closed = (period: string, at: number | null) =>
  server.db(tx =>
    tx.run(
      sql`insert into periods (branch_id, period, closed_at) values (${branchId}::uuid, ${period}, ${at})
        on conflict (branch_id, period) do update set closed_at = ${at}`.compile(q),
    ),
  )

test('each month is closed one after another, one nobody booked in too', async () => {
  expect(await months()).toEqual([
    [running, true, false],
    [later, true, false],
    [quiet, false, false],
    [first, true, true],
  ])
  const tooEarly = { code: code('period.against'), message: '还不能结账：有更早的月份没有结账' }
  expect((await ask(quiet)).envelope).toMatchObject(tooEarly)
  expect((await ask(first)).envelope.code).toBe(0)
  // asked for is not closed
  expect((await ask(quiet)).envelope).toMatchObject(tooEarly)
  expect(await move(first, admin, 'confirm')).toMatchObject({ code: 0 })
  expect((await month(later)).checks.find(({ key }) => key === 'earlier')).toMatchObject({ ok: false, count: 1 })
  expect((await ask(later)).envelope).toMatchObject(tooEarly)
  expect((await month(quiet)).isNext).toBe(true)
  const both = await Promise.all([ask(quiet), ask(quiet)])
  expect(both.map(({ envelope }) => envelope.code).toSorted((a, b) => a - b)).toEqual([0, code('period.asked')])
  // months closed meanwhile change nothing: none is closed before it
  await closed(later, 1)
  expect(await move(quiet, admin, 'confirm')).toMatchObject({ message: `请先反结账${periodText(later)}` })
  const { isNext, mayAsk } = await month(running)
  expect([isNext, mayAsk]).toEqual([true, false])
  await closed(later, null)
  expect(await move(quiet, admin, 'confirm')).toMatchObject({ code: 0 })
  const { closing } = await month(quiet)
  expect([closing?.state, closing?.snapshot]).toEqual(['closed', expect.stringMatching(/^[0-9a-f]{64}$/)])
  expect((await ask(later)).envelope.code).toBe(0)
  expect(await move(later, admin, 'confirm')).toMatchObject({ code: 0 })
  expect(await owedOf(open)).toEqual([[later, 9000]])
  const asked = await ask(quiet)
  expect([asked.http, asked.envelope.message]).toEqual([409, `请先反结账${periodText(later)}`])
  expect((await months()).map(([, , isNext]) => isNext)).toEqual([true, false, false, false])
})

test('a close that waits for the balances of a later month holds none of another', async () => {
  await issue(Date.now(), v7(), open)
  for (const period of [later, quiet]) {
    expect(await move(period, finance, 'askReopen')).toMatchObject({ code: 0 })
    expect(await move(period, admin, 'confirmReopen')).toMatchObject({ code: 0 })
  }
  for (const id of [open, red, late]) await dueOn(id, dayIn(quiet))
  expect((await ask(quiet)).envelope.code).toBe(0)
  const waits = async (): Promise<boolean> => {
    const [found] = await server.db(tx =>
      tx.rows<{ n: number }>(
        sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.compile(q),
      ),
    )
    return found?.n === 1
  }
  const closing = await server.db(async tx => {
    // a posting has the first of the rows which it and the close write, and wants the others next
    await tx.rows(
      sql`select from account_balances where branch_id = ${branchId}::uuid and period = ${running}
        and account = '2221.05'
        for update`.compile(q),
    )
    const confirming = move(quiet, admin, 'confirm')
    await until(waits, 'the close waits')
    for (const period of [later, running])
      await tx.rows(
        sql`select from voucher_numbers where branch_id = ${branchId}::uuid
          and period = ${period} for update nowait`.compile(q),
      )
    return [confirming] as const
  })
  expect(await closing[0]).toMatchObject({ code: 0 })
})

test('tax is owed in the month it was due in, once, and taken back in the first month that owed it too', async () => {
  // declared later and invoiced now: the later month, opened again, owes it no more
  expect(await owedOf(open)).toEqual([
    [quiet, 9000],
    [later, 0],
    [running, 0],
  ])
  // its invoice lowers the later month, whose red one stands in the running one
  expect(await owedOf(red)).toEqual([
    [quiet, 9000],
    [later, 0],
    [running, -9000],
  ])
  expect(await owedOf(late)).toEqual([
    [quiet, 9000],
    [running, 0],
  ])
  expect(await drift(server)).toEqual([])
  expect((await ask(later)).envelope.code).toBe(0)
  expect(await move(later, admin, 'confirm')).toMatchObject({ code: 0 })
  expect((await owedOf(open))[1], 'declared once').toEqual([later, 0])
})

test('of a branch whose books begin with opening balances the month after them is the first, booked in or not', async () => {
  const other = demoCompanyId('branch2')
  const inOther = { raw: { branchCompanyId: other } }
  const [opening, before] = [shiftPeriod(first, -1), shiftPeriod(first, -2)]
  await server.db(async tx => {
    await tx.run(
      sql`insert into periods (branch_id, period, closed_at)
        values (${other}::uuid, ${opening}, 1), (${other}::uuid, ${later}, null)`.compile(q),
    )
    await tx.run(
      sql`insert into vouchers (id, branch_id, period, category, voucher_no, kind, state, date, entry_id, summary,
        counterparty, amount_fen, maker_id, maker_name, created_at, updated_at)
        select gen_random_uuid(), ${other}::uuid, ${opening}, ${openingCategory}, 'QC', kind, state, date, entry_id,
          summary, counterparty, amount_fen, maker_id, maker_name, created_at, updated_at
        from vouchers where entry_id is not null limit 1`.compile(q),
    )
  })
  const asking = (period: string) => finance.ask(askClose, { period }, inOther)
  expect((await asking(before)).http).toBe(400)
  expect((await asking(opening)).http).toBe(400)
  expect((await asking(quiet)).envelope.code).toBe(code('period.against'))
  const { isNext, mayAsk, vouchers } = await finance.send(getPeriod, { branchId: other, period: first }, inOther)
  expect([isNext, mayAsk, vouchers]).toEqual([true, true, 0])
  expect((await asking(first)).envelope.code).toBe(0)
})
