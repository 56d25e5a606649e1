// The order of closes: none before a month that is closed, and what one declares of a month is taken back in the months of
// the invoice, in an order in which nobody waits for it in a circle.
import { askClose, getPeriod, movePeriod } from '@yunshu/contract/voucher/closing'
import { fen } from '@yunshu/domain/figures/money'
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
    postInvoiceIssued(ctx, { id, invoiceNo: '1', branchId, shipperId, lines: [{ waybillId, tax: fen(9000) }] }),
  )

beforeAll(async () => {
  server = await startTestServer()
  ;[branch, finance, admin] = await Promise.all([
    server.login('branch'),
    server.login('platform-finance'),
    server.login('admin'),
  ])
  const invoiceId = v7()
  open = await signed(dayIn(quiet))
  red = await signed(dayIn(quiet))
  await issue(dayIn(later), invoiceId, red)
  const lines = [{ waybillId: red, gross: fen(109_000), net: fen(100_000), tax: fen(9000) }]
  await on(Date.now(), ctx => postInvoiceRed(ctx, { id: v7(), redNo: '2', invoiceId, branchId, shipperId, lines }))
  late = await signed(Date.now() + 86_400_000)
  await issue(Date.now(), v7(), late)
  await server.db(tx =>
    tx.run(sql`insert into periods (branch_id, period) values (${branchId}::uuid, ${quiet})`.compile(q)),
  )
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

test('a month is not closed before one that is, whether it was asked for before or after', async () => {
  await ask(first)
  expect(await move(first, admin, 'confirm')).toMatchObject({ code: 0 })
  expect((await month(quiet)).isNext).toBe(true)
  expect((await ask(quiet)).envelope.code).toBe(0)
  expect((await ask(later)).envelope.code).toBe(0)
  expect(await move(later, admin, 'confirm')).toMatchObject({ code: 0 })
  expect(await owedOf(open)).toEqual([[later, 9000]])
  const refusal = { message: `请先反结账${periodText(later)}` }
  expect(await move(quiet, admin, 'confirm')).toMatchObject(refusal)
  expect(await move(quiet, branch, 'withdraw')).toMatchObject({ code: 0 })
  const asked = await ask(quiet)
  expect([asked.http, asked.envelope.message]).toEqual([409, refusal.message])
  const { isNext, mayAsk } = await month(quiet)
  expect([isNext, mayAsk]).toEqual([false, false])
  expect((await month(running)).isNext).toBe(true)
  expect(await owedOf(open)).toEqual([[later, 9000]])
})

test('a close that waits for the balances of a later month holds none of another', async () => {
  await issue(Date.now(), v7(), open)
  expect(await move(later, finance, 'askReopen')).toMatchObject({ code: 0 })
  expect(await move(later, admin, 'confirmReopen')).toMatchObject({ code: 0 })
  await dueOn(late, dayIn(quiet))
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
      sql`select from account_balances where branch_id = ${branchId}::uuid and period = ${running} and account = '2221.05'
        for update`.compile(q),
    )
    const confirming = move(quiet, admin, 'confirm')
    await until(waits, 'the close waits')
    for (const period of [later, running])
      await tx.rows(
        sql`select from voucher_numbers where branch_id = ${branchId}::uuid and period = ${period} for update nowait`.compile(
          q,
        ),
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
