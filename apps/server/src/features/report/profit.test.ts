// Profit over HTTP: the rows come to the ledger's statement to the fen, whatever happened, and nobody without the margin sees them.
import { explainBooks } from '@yunshu/contract/explain'
import { listProfit, chartProfit, sumProfit } from '@yunshu/contract/report/profit'
import { moveVoucher, saveVoucher } from '@yunshu/contract/voucher/manual'
import { moveWaybill } from '@yunshu/contract/waybill/waybill'
import { fen, printMoney, splitTax, subtractFen } from '@yunshu/domain/figures/money'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { profitGroups, type ProfitGroup } from '@yunshu/domain/report/profit'
import { credit, debit } from '@yunshu/domain/voucher/ledger'
import { periodOf, shiftPeriod, startOfPeriod } from '@yunshu/domain/voucher/voucher'
import { withClient } from '@yunshu/postgres/withClient'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actorOfSide } from '../../../../../tests/server/actorOfSide.ts'
import { issuedInvoice } from '../../../../../tests/server/invoiceWorld.ts'
import { plansOf } from '../../../../../tests/server/plans.ts'
import { sheetOf, signedWaybill, voidApproved, type Signed } from '../../../../../tests/server/settlementWorld.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { nilId, q, systemReach } from '../../db/tx.ts'
import { asSystem } from '../../work/system.ts'
import { postSigned } from '../voucher/books.commands.ts'
import { bookEntries } from '../voucher/ledger.commands.ts'
import { profitSumsQuery } from './profit.queries.ts'
import { keptCredits } from './profitSpan.queries.ts'

let server: TestServer
let finance: Client, admin: Client, branch: Client
let settled: Signed, estimated: Signed, voided: Signed, elsewhere: Signed
const inBranch = { raw: { branchCompanyId: demoCompanyId('branch1') } }
beforeAll(async () => {
  server = await startTestServer()
  ;[finance, admin, branch] = [
    await server.login('platform-finance'),
    await server.login('admin'),
    await server.login('branch'),
  ]
  const shipper = await server.login('shipper-finance')
  const people = { maker: await server.login('shipper-freight'), finance: shipper }
  settled = await signedWaybill(server)
  estimated = await signedWaybill(server)
  voided = await signedWaybill(server)
  elsewhere = await signedWaybill(server, {
    shipper: 'shipper3',
    carrier: 'carrier2',
    branch: 'branch3',
    shipperFreight: 700_001,
  })
  await sheetOf(people, [settled.id], 'approved')
  await voidApproved(people, await sheetOf(people, [estimated.id], 'approved'))
  await issuedInvoice({ shipper, finance }, [settled])
  const [row] = await server.db(tx =>
    tx.rows<{ version: number }>(
      sql<{ version: number }>`select version from waybills where id = ${voided.id}::uuid`.compile(q),
    ),
  )
  await admin.send(moveWaybill, { id: voided.id, version: row?.version ?? 0, move: 'void', reason: '重复' })
  // rent of the house, which no waybill bears
  const line = { summary: '房租', debit: fen(0), credit: fen(0) }
  const made = await branch.send(saveVoucher, {
    kind: 'ACCOUNTING',
    date: Date.now(),
    summary: '房租',
    lines: [
      { ...line, account: '6602', debit: fen(12_345) },
      { ...line, account: '1002.01', credit: fen(12_345) },
    ],
  })
  await finance.send(moveVoucher, { id: made.id, version: 1, move: 'audit' }, inBranch)
  await finance.send(moveVoucher, { id: made.id, version: 2, move: 'post' }, inBranch)
})
afterAll(() => server.stop())

const net = splitTax(fen(1_000_000), 900).net
const rowOf = async (waybill: Signed) =>
  (await finance.send(listProfit, { by: 'waybill', limit: 100 })).rows.find(row => row.key === waybill.id)

test('a waybill shows revenue with and without its tax, its cost by class, and whether that is estimated', async () => {
  expect(await rowOf(settled)).toMatchObject({
    name: settled.waybillNo,
    waybills: 1,
    gross: 1_000_000,
    tax: 1_000_000 - net,
    net,
    freight: 938_000,
    cost: 938_000,
    profit: net - 938_000,
    estimated: 0,
    mark: 'actual',
  })
  expect(await rowOf(estimated)).toMatchObject({ net, cost: 950_000, estimated: 950_000, mark: 'estimated' })
  // a void one is in the books twice and comes to nothing
  expect(await rowOf(voided)).toMatchObject({ gross: 0, tax: 0, net: 0, cost: 0, profit: 0, mark: 'actual' })
  expect((await rowOf(voided))?.margin).toBeUndefined()
})

test('every grouping comes to the same sums, and those with what no waybill bears to the statement of the ledger', async () => {
  const { sums, check } = await finance.send(sumProfit, {})
  expect(sums.waybills).toBe(4)
  expect(check).toMatchObject({ isEqual: true, difference: 0, unallocated: { expense: 12_345, profit: -12_345 } })
  expect(check?.statement.profit).toBe(sums.profit - 12_345)
  const groups = Object.keys(profitGroups).filter((name): name is ProfitGroup => Object.hasOwn(profitGroups, name))
  for (const by of groups) {
    const rows: Awaited<ReturnType<typeof finance.send<typeof listProfit>>>['rows'] = []
    for (let cursor: string | undefined; ;) {
      const page = await finance.send(listProfit, { by, limit: 2, ...(cursor === undefined ? {} : { cursor }) })
      rows.push(...page.rows)
      cursor = page.next
      if (cursor === undefined) break
    }
    const sum = (key: 'gross' | 'net' | 'cost' | 'profit' | 'tax') => rows.reduce((all, row) => all + row[key], 0)
    expect([by, sum('gross'), sum('net'), sum('cost'), sum('profit'), sum('tax')]).toEqual([
      by,
      sums.gross,
      sums.net,
      sums.cost,
      sums.profit,
      sums.tax,
    ])
    expect(rows.map(row => row.profit)).toEqual(rows.map(row => row.profit).toSorted((a, b) => a - b))
    expect(new Set(rows.map(row => row.key)).size).toBe(rows.length)
  }
  const byShipper = (await finance.send(listProfit, { by: 'shipper' })).rows
  const own = byShipper.find(row => row.key === demoCompanyId('shipper'))
  const narrowed = await finance.send(sumProfit, { shipperId: demoCompanyId('shipper') })
  expect([narrowed.sums.profit, narrowed.sums.waybills, narrowed.check]).toEqual([own?.profit, 3, undefined])
  const { months } = await finance.send(chartProfit, {})
  expect([months.length, months.at(-1)?.period]).toEqual([12, periodOf(Date.now())])
  expect(months.at(-1)?.profit).toBe(check?.statement.profit)
  expect((await finance.send(sumProfit, { period: shiftPeriod(periodOf(Date.now()), -1) })).sums.waybills).toBe(0)
})

test('a line that was lost, or a balance one fen apart, is found by the check', async () => {
  const plant = async (text: string) =>
    withClient(server.ownerUrl, async client => {
      for (const key of ['user', 'company', 'branch'])
        await client.query(`select set_config('app.${key}', '${nilId}', false)`)
      await client.query("select set_config('app.reach', 'system', false)")
      await client.query(text)
    })
  const isEqual = async () => (await finance.send(sumProfit, {})).check?.isEqual
  for (const [fault, back] of [
    [
      `update account_balances set debit_fen = debit_fen + 1 where account = '6401.01' and branch_id = '${demoCompanyId('branch1')}'`,
      `update account_balances set debit_fen = debit_fen - 1 where account = '6401.01' and branch_id = '${demoCompanyId('branch1')}'`,
    ],
    [
      `update journal_lines set day = day - 86400000::bigint * 60 where waybill_id = '${settled.id}' and account = '6001.01'`,
      `update journal_lines set day = day + 86400000::bigint * 60 where waybill_id = '${settled.id}' and account = '6001.01'`,
    ],
  ] as const) {
    await plant(fault)
    expect(await isEqual(), fault).toBe(false)
    await plant(back)
    expect(await isEqual()).toBe(true)
  }
})

test('as of any day: rows, groups and picture come to the ledger of that day, in the middle of a month too', async () => {
  const period = shiftPeriod(periodOf(Date.now()), -1)
  const dayAt = (n: number): number => startOfPeriod(period) + (n - 1) * DAY_MS
  // freight on the 10th, its cost on the 20th; the other waybill wholly on the 20th
  const trips = [await signedWaybill(server, { posted: false }), await signedWaybill(server, { posted: false })]
  const sides = { shipperId: demoCompanyId('shipper'), carrierId: demoCompanyId('carrier') }
  const branchId = demoCompanyId('branch1')
  for (const [n, trip] of trips.entries())
    await asSystem(server.server.deps, ctx =>
      postSigned(ctx, {
        ...trip,
        ...sides,
        branchId,
        signedAt: dayAt(n === 0 ? 10 : 20) + DAY_MS / 2,
        shipperFreight: fen(1_000_000),
        carrierFreight: fen(900_000 + n),
      }),
    )
  await asSystem(server.server.deps, async ctx =>
    bookEntries(ctx, branchId, [
      {
        source: { type: 'manual', id: v7() },
        event: 'M1',
        summary: '房租',
        happenedAt: dayAt(12),
        lines: [debit('6602', fen(777)), credit('1002.01', fen(777))],
        voucher: { kind: 'ACCOUNTING', counterparty: '房东' },
      },
    ]),
  )
  /** Income less expense of the ledger itself, of its accounts 6…, up to the end of a day. */
  const ledger = async (from: number, end: number) => {
    const [row] = await server.db(tx =>
      tx.rows<{ profit: number; net: number }>(
        sql<{ profit: number; net: number }>`select coalesce(sum(credit_fen - debit_fen), 0)::bigint as profit,
          coalesce(sum(credit_fen - debit_fen) filter (where account = '6001.01'), 0)::bigint as net
          from journal_lines where account like '6%' and day >= ${from}::bigint and day < ${end}::bigint`.compile(q),
      ),
    )
    return row
  }
  const profits: number[] = []
  for (const n of [9, 10, 11, 12, 19, 20]) {
    const to = dayAt(n + 1)
    const { sums, check } = await finance.send(sumProfit, { to })
    const of = await ledger(startOfPeriod(period), to)
    expect([n, check?.statement.profit, check?.statement.net, check?.isEqual]).toEqual([n, of?.profit, of?.net, true])
    expect([n, sums.profit + (check?.unallocated.profit ?? 0), sums.net]).toEqual([n, of?.profit, of?.net])
    for (const by of Object.keys(profitGroups) as ProfitGroup[]) {
      const { rows } = await finance.send(listProfit, { by, to, limit: 100 })
      expect([n, by, rows.reduce((sum, row) => sum + row.profit, 0)]).toEqual([n, by, sums.profit])
    }
    const { months } = await finance.send(chartProfit, { to })
    expect([n, months.at(-1)]).toEqual([n, expect.objectContaining({ period, profit: of?.profit, upTo: dayAt(n) })])
    profits.push(of?.profit ?? 0)
  }
  expect(profits).toEqual([0, net - 900_000, net - 900_000, net - 900_777, net - 900_777, 2 * net - 1_800_778])
  // from one day to another, within months, and of whole months as before
  const { sums } = await finance.send(sumProfit, { from: dayAt(11), to: dayAt(21) })
  expect([sums.waybills, sums.profit]).toEqual([1, net - 900_001])
  const month = await finance.send(sumProfit, { period })
  expect([month.sums.profit, month.check?.isEqual]).toEqual([2 * net - 1_800_001, true])
  const within = await finance.send(sumProfit, { period, to: dayAt(11) })
  expect([within.sums.profit, within.check?.isEqual]).toEqual([net - 900_000, true])
  // the amount of a row is explained by the lines of the days alone
  const asked = { amountOf: 'profit', by: 'shipper', key: sides.shipperId, to: dayAt(11) } as const
  const { lines, isKept } = await finance.send(explainBooks, asked)
  expect([isKept, lines[0]?.value, lines[0]?.link]).toEqual([
    true,
    printMoney(subtractFen(net, fen(900_000))),
    expect.stringContaining(`to=${dayAt(11)}`),
  ])
  const wrong = await finance.ask(sumProfit, { from: dayAt(11), to: dayAt(11) })
  expect([wrong.http, wrong.envelope.data]).toEqual([400, { fields: { to: '不能早于开始日期' } }])
})

test('a branch sees its own, and nobody without profit and margin sees any', async () => {
  const { rows } = await branch.send(listProfit, { by: 'waybill' }, inBranch)
  expect(rows.map(row => row.key)).not.toContain(elsewhere.id)
  expect(rows).toHaveLength(3)
  expect((await branch.send(sumProfit, {}, inBranch)).check?.isEqual).toBe(true)
  for (const account of ['shipper', 'shipper-finance', 'carrier', 'platform-ops'])
    for (const call of [listProfit, sumProfit, chartProfit])
      expect((await (await server.login(account)).ask(call, {})).http, account).toBe(403)
  await server.db(tx =>
    tx.run(
      sql`update roles set functions = array_remove(functions, 'price.margin') where id in (
        select r.role_id from user_roles r join users u on u.id = r.user_id
          where u.account = 'platform-finance')`.compile(q),
    ),
  )
  expect((await (await server.login('platform-finance')).ask(listProfit, {})).http).toBe(403)
})

test('wrong months, groups and places are refused with their field in words', async () => {
  const wrong = async (input: object, raw: Record<string, string> = {}) => {
    const { http, envelope } = await admin.ask(listProfit, input, { raw })
    return [http, envelope.data]
  }
  expect(await wrong({ period: '202602', periodTo: '202601' })).toEqual([
    400,
    { fields: { periodTo: '不能早于开始月份' } },
  ])
  expect(await wrong({}, { by: 'moon' })).toEqual([400, { fields: { by: '不是可选的值' } }])
  expect(await wrong({}, { line: '1' })).toEqual([400, { fields: { line: '格式不正确' } }])
  expect((await wrong({ cursor: 'x' }))[0]).toBe(400)
})

test('the lines of months are found by an index of accounts', async () => {
  for (const side of ['platform', 'branch'] as const) {
    const { sql: text, parameters } = profitSumsQuery({ actor: actorOfSide(side), now: Date.now() }, {})
    const plan = await server.db(async tx => {
      await tx.run(sql`set local enable_seqscan = off`.compile(q))
      return tx.rows<{ 'QUERY PLAN': string }>({
        ...sql<{ 'QUERY PLAN': string }>`select 1`.compile(q),
        sql: `explain ${text}`,
        parameters,
      })
    }, systemReach)
    const lines = plan.map(line => line['QUERY PLAN'])
    expect(
      lines.some(line => /using journal_lines_(?:account|day)\b|on journal_lines_(?:account|day)\b/.test(line)),
      lines.join('\n'),
    ).toBe(true)
    expect(lines.filter(line => line.includes('Seq Scan on journal_lines'))).toEqual([])
  }
  // the balances of days that the rows are held against
  const [kept] = await asSystem(server.server.deps, ctx =>
    plansOf({ ...ctx, actor: actorOfSide('platform') }, noted =>
      keptCredits(noted, { from: Date.now() - DAY_MS, end: Date.now(), isMonths: false }, undefined),
    ),
  )
  expect(kept?.lines.join('\n')).toMatch(/account_days_(party|pkey)/)
  expect(kept?.lines.join('\n')).not.toContain('Seq Scan on account_days')
})
