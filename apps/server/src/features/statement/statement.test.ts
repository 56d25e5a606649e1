// Statements of shippers over HTTP: they say the same as the books to the fen and never change; both sides answer line by
// line; later entries stand on the next one.
import {
  countStatements,
  getStatement,
  getStatementPaper,
  listStatementLines,
  listStatements,
  makeStatement,
  markStatementLines,
  moveStatement,
  type StatementDetail,
  type StatementLine,
  urgeStatement,
} from '@yunshu/contract/statement/statement'
import { listToday } from '@yunshu/contract/today'
import { fen } from '@yunshu/domain/figures/money'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { periodOf, shiftPeriod, startOfPeriod } from '@yunshu/domain/voucher/voucher'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drift, signedWaybill } from '../../../../../tests/server/settlementWorld.ts'
import { issuedInvoice } from '../../../../../tests/server/invoiceWorld.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { asSystem } from '../../work/system.ts'
import { postSigned, postTopUp } from '../voucher/books.commands.ts'

let server: TestServer
let finance: Client
let shipper: Client
beforeAll(async () => {
  server = await startTestServer()
  ;[finance, shipper] = await Promise.all([server.login('platform-finance'), server.login('shipper-finance')])
})
afterAll(() => server.stop())

const month = periodOf(Date.now())
const [last, before] = [shiftPeriod(month, -1), shiftPeriod(month, -2)]
const midOf = (period: string): number => startOfPeriod(period) + 14 * DAY_MS
const shipperId = demoCompanyId('shipper')
const branchId = demoCompanyId('branch1')

/** Works as the product would have at a moment. */
const then = (now: number, work: (ctx: Ctx) => Promise<void>) =>
  asSystem(server.server.deps, ctx => work({ ...ctx, now }))
/** A waybill signed at `signedAt` and typed at `now`; its number. */
async function signed(freight: number, now: number, signedAt = now): Promise<string> {
  const { id, waybillNo } = await signedWaybill(server, {
    shipperFreight: freight,
    payable: freight / 2,
    posted: false,
  })
  await then(now, ctx =>
    postSigned(ctx, {
      id,
      waybillNo,
      shipperId,
      branchId,
      carrierId: demoCompanyId('carrier'),
      shipperFreight: fen(freight),
      carrierFreight: fen(freight / 2),
      signedAt,
    }),
  )
  return waybillNo
}
const topUp = (amount: number, now: number) =>
  then(now, ctx => postTopUp(ctx, { id: v7(), shipperId, branchId, amount: fen(amount) }))

/** The books of the shipper before a day: what it owes, and its prepaid money, by the lines of the journal. */
async function booksBefore(day: number): Promise<{ closingOwed: number; closingPrepaid: number }> {
  const [row] = await server.db(tx =>
    tx.rows(
      sql<{ owed: number; prepaid: number }>`select
        coalesce(sum(debit_fen - credit_fen) filter (where account = '1122.01'), 0)::bigint as owed,
        coalesce(sum(credit_fen - debit_fen) filter (where account = '2205.01'), 0)::bigint as prepaid
        from journal_lines where party_id = ${shipperId}::uuid and branch_id = ${branchId}::uuid and day < ${day}::bigint`.compile(
        q,
      ),
    ),
  )
  return { closingOwed: row?.owed ?? NaN, closingPrepaid: row?.prepaid ?? NaN }
}
async function linesOf(statementId: string, client = finance): Promise<StatementLine[]> {
  const rows: StatementLine[] = []
  for (let cursor: string | undefined; ;) {
    const page = await client.send(listStatementLines, { statementId, limit: 2, ...(cursor ? { cursor } : {}) })
    rows.push(...page.rows)
    if (page.next === undefined) return rows
    cursor = page.next
  }
}
const made = async (period: string): Promise<StatementDetail> => {
  const { id } = await finance.send(makeStatement, { shipperId, period })
  return finance.send(getStatement, { id })
}
const step = (client: Client, it: StatementDetail, move: 'send' | 'confirm' | 'withdraw', more = {}) =>
  client.ask(moveStatement, { id: it.id, version: it.version, move, ...more })
const fresh = (it: { id: string }) => finance.send(getStatement, { id: it.id })
const codeOf = async (answer: Promise<{ http: number; envelope: { code: number } }>) => {
  const { http, envelope } = await answer
  return [http, envelope.code]
}
/** The message and the status of a refusal. */
const said = async (answer: Promise<{ http: number; envelope: { code: number; message: string } }>) => {
  const { http, envelope } = await answer
  return `${http} ${envelope.message}`
}

test('nothing to state, a running month and a company that ships nothing are refused in words', async () => {
  const ask = (input: object) => said(finance.ask(makeStatement, { shipperId, period: last, ...input }))
  expect(await ask({ period: before })).toBe('200 该货主这个月没有往来，也没有余额')
  expect(await ask({ period: month })).toMatch(/^200 .*还没有结束/)
  const wrong = finance.ask(makeStatement, { shipperId, period: last }, { raw: { period: '202613' } })
  expect(await said(wrong)).toMatch(/^400 .*yyyyMM/)
  expect(await ask({ shipperId: demoCompanyId('carrier') })).toMatch(/^400 .*请选择货主/)
  for (const none of [v7(), shipperId]) expect(await ask({ branchId: none })).toMatch(/^400 .*请选择分公司/)
  expect((await shipper.ask(makeStatement, { shipperId, period: last })).http).toBe(403)
})

test('a month as the books have it: freight with its charges, money, set-offs, invoices; frozen; the later fact stands on the next', async () => {
  const first = await signed(1_000_000, midOf(before))
  await topUp(600_000, midOf(before) + DAY_MS)
  const one = await made(before)
  expect(one).toMatchObject({
    state: 'draft',
    openingOwed: 0,
    openingPrepaid: 0,
    freight: 1_000_000,
    received: 600_000,
    setOff: 600_000,
    refunded: 0,
    late: 0,
    lines: 3,
    ...(await booksBefore(startOfPeriod(last))),
  })
  const lines = await linesOf(one.id)
  expect(lines.map(({ n, kind, owed, prepaid }) => [n, kind, owed, prepaid])).toEqual([
    [1, 'FREIGHT', 1_000_000, 0],
    [2, 'RECEIVED', 0, 600_000],
    [3, 'SET_OFF', -600_000, -600_000],
  ])
  expect(lines[0]).toMatchObject({ waybillNo: first, loadPlace: '榆林煤矿', weightG: 32_250_000, isLate: false })

  // typed in the month after for the month of the statement: never silently in it
  const late = await signed(50_000, midOf(last), midOf(before) + 3 * DAY_MS)
  const own = await signed(70_000, midOf(last))
  expect(await fresh(one)).toMatchObject({ lines: 3, freight: 1_000_000, closingOwed: 400_000 })
  const two = await made(last)
  expect(two).toMatchObject({ openingOwed: 400_000, freight: 120_000, late: 1, previousNo: one.statementNo })
  expect(two).toMatchObject(await booksBefore(startOfPeriod(month)))
  expect((await linesOf(two.id)).map(({ waybillNo, isLate, owed }) => [waybillNo, isLate, owed])).toEqual([
    [late, true, 50_000],
    [own, false, 70_000],
  ])
  // the chain is taken apart from its end, and made anew
  expect(await said(step(finance, one, 'withdraw', { reason: '重出' }))).toMatch(/^200 后面月份的对账单DZ\d+还在/)
  expect(await said(step(finance, two, 'withdraw'))).toMatch(/^400 .*不能为空/)
  expect(await codeOf(step(finance, two, 'withdraw', { reason: '漏列' }))).toEqual([200, 0])
  expect(await said(finance.ask(makeStatement, { shipperId, period: before }))).toMatch(
    /^200 该货主这个月的对账单DZ\d+已存在/,
  )
  const again = await made(last)
  expect(again).toMatchObject({ openingOwed: 400_000, freight: 120_000, late: 1 })
  expect(await said(finance.ask(makeStatement, { shipperId, period: before }))).toMatch(/已有|还在/)
  await codeOf(step(finance, again, 'withdraw', { reason: '试算' }))
  expect(await drift(server)).toEqual([])
})

test('an invoice of the month is a line that moves nothing', async () => {
  const waybill = await signedWaybill(server, { shipperFreight: 1_000_000 })
  const { serialNo } = await issuedInvoice({ shipper, finance }, [waybill])
  await server.db(tx =>
    tx.run(
      q
        .updateTable('invoices')
        .set({ issued_at: midOf(last) })
        .where('serial_no', '=', serialNo),
    ),
  )
  const it = await made(last)
  const invoices = (await linesOf(it.id)).filter(({ kind }) => kind === 'INVOICE')
  expect(invoices).toMatchObject([{ owed: 0, prepaid: 0, invoiced: it.invoiced }])
  expect(it).toMatchObject(await booksBefore(startOfPeriod(month)))
  expect(it.invoiced).toBeGreaterThan(0)
  await step(finance, it, 'withdraw', { reason: '试算' })
})

test('books that differ from their lines make no statement', async () => {
  const shift = (by: number) =>
    server.db(tx =>
      tx.run(
        sql`update account_days set debit_fen = debit_fen + ${by} where account = '1122.01'
          and party_id = ${shipperId}::uuid and day = ${midOf(last)}::bigint`.compile(q),
      ),
    )
  await shift(1)
  expect(await said(finance.ask(makeStatement, { shipperId, period: last }))).toMatch(/^200 对账明细与总账余额不一致/)
  await shift(-1)
  expect(await drift(server)).toEqual([])
})

test('the shipper sees what was sent, checks and disputes lines; the house explains; the closing that was seen is confirmed', async () => {
  const it = await made(last)
  const hidden = await shipper.ask(getStatement, { id: it.id })
  expect(hidden.http).toBe(404)
  expect((await shipper.send(listStatements, {})).rows).toEqual([])
  expect(await codeOf(step(finance, it, 'send'))).toEqual([200, 0])
  expect((await shipper.send(listToday, {})).items).toContainEqual(
    expect.objectContaining({ kind: 'checkStatement', no: it.statementNo }),
  )
  let seen = await shipper.send(getStatement, { id: it.id })
  expect(seen).toMatchObject({ state: 'sent', moves: ['confirm'], mayMark: true })
  // the house urges the shipper once a day, two at once too; nobody urges their own side
  expect(await finance.send(getStatement, { id: it.id })).toMatchObject({ awaits: { act: '确认', isOwn: false } })
  expect(seen).toMatchObject({ awaits: { isOwn: true } })
  expect((await shipper.ask(urgeStatement, { id: it.id })).envelope.code).toBe(1517)
  expect((await (await server.login('shipper2')).ask(urgeStatement, { id: it.id })).http).toBe(404)
  const urges = await Promise.all([1, 2].map(() => finance.send(urgeStatement, { id: it.id })))
  expect(urges.filter(({ isNew }) => isNew)).toHaveLength(1)
  expect(new Set(urges.map(({ company, act }) => `${company} ${act}`)).size).toBe(1)
  expect(await finance.send(getStatement, { id: it.id })).toMatchObject({
    version: seen.version,
    urged: { count: 1, isToday: true },
  })
  expect((await finance.send(listStatements, {})).rows.find(({ id }) => id === it.id)).toMatchObject({
    awaits: { act: '确认', isOwn: false },
    urged: { count: 1, isToday: true },
  })
  const mark = (client: Client, act: 'check' | 'dispute' | 'drop' | 'explain', lineNos: number[], reason?: string) =>
    client.ask(markStatementLines, {
      id: it.id,
      version: seen.version,
      act,
      lineNos,
      ...(reason === undefined ? {} : { reason }),
    })
  expect(await codeOf(mark(shipper, 'check', [1]))).toEqual([200, 0])
  expect(await said(mark(shipper, 'dispute', [1]))).toMatch(/^400 .*不能为空/)
  expect(await said(mark(shipper, 'dispute', [99], '没有'))).toMatch(/^400 .*没有这一行/)
  expect((await mark(finance, 'check', [1])).http).toBe(403)
  expect(await codeOf(mark(shipper, 'dispute', [1, 2], '重量不符'))).toEqual([200, 0])
  expect((await mark(shipper, 'check', [2])).http, 'a page of before').toBe(409)
  seen = await shipper.send(getStatement, { id: it.id })
  expect(seen).toMatchObject({ state: 'disputed', disputed: 2, moves: [] })
  expect((await finance.send(listToday, {})).items).toContainEqual(
    expect.objectContaining({ kind: 'explainStatement', no: it.statementNo }),
  )
  const sums = { expectOwed: seen.closingOwed, expectPrepaid: seen.closingPrepaid }
  expect((await step(shipper, seen, 'confirm', sums)).envelope.code).not.toBe(0)
  expect((await mark(shipper, 'explain', [1], '自己说明')).http).toBe(403)
  expect(await codeOf(mark(shipper, 'drop', [2]))).toEqual([200, 0])
  seen = await shipper.send(getStatement, { id: it.id })
  expect(await codeOf(mark(finance, 'explain', [1], '以磅单为准'))).toEqual([200, 0])
  seen = await shipper.send(getStatement, { id: it.id })
  expect(seen).toMatchObject({ state: 'sent', disputed: 0 })
  const [line] = (await shipper.send(listStatementLines, { statementId: it.id, mark: 'explained' })).rows
  expect(line).toMatchObject({ n: 1, dispute: '重量不符', answer: '以磅单为准', acts: ['check', 'dispute'] })
  expect(await said(step(shipper, seen, 'confirm', { ...sums, expectOwed: fen(sums.expectOwed + 1) }))).toMatch(
    /^400 .*请核对/,
  )
  expect((await step(finance, seen, 'confirm', sums)).http).toBe(403)
  // two people of the shipper at once: one confirmation
  const admin = await server.login('shipper')
  const both = await Promise.all([step(shipper, seen, 'confirm', sums), step(admin, seen, 'confirm', sums)])
  expect(both.filter(({ envelope }) => envelope.code === 0)).toHaveLength(1)
  const end = await fresh(it)
  expect(end).toMatchObject({ state: 'confirmed', moves: [] })
  expect(end.log.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['生成对账单', '发送', '提异议', '撤销异议', '说明异议', '异议已答复', '确认无误']),
  )
  expect(end.awaits).toBeUndefined()
  expect((await step(finance, end, 'withdraw', { reason: '改' })).envelope.code).not.toBe(0)
  const paper = await shipper.send(getStatementPaper, { id: it.id })
  expect([paper.rows.length, paper.isCut, paper.statement.statementNo]).toEqual([it.lines, false, it.statementNo])
})

test('other companies and branches find none; two who make at once make one', async () => {
  const [it] = (await finance.send(listStatements, { state: 'confirmed' })).rows
  if (it === undefined) throw new Error('no statement')
  for (const account of ['shipper2', 'branch2']) {
    const client = await server.login(account)
    expect((await client.ask(getStatement, { id: it.id })).http, account).toBe(404)
    expect((await client.ask(listStatementLines, { statementId: it.id })).http, account).toBe(404)
    expect((await client.send(listStatements, {})).rows, account).toEqual([])
  }
  expect((await (await server.login('carrier')).ask(listStatements, {})).http).toBe(403)
  const other = demoCompanyId('shipper3')
  await then(midOf(last), ctx => postTopUp(ctx, { id: v7(), shipperId: other, branchId, amount: fen(123) }))
  const wish = { shipperId: other, period: last, branchId }
  const race = await Promise.all([finance.ask(makeStatement, wish), finance.ask(makeStatement, wish)])
  expect(race.map(({ envelope }) => envelope.code).toSorted((a, b) => a - b)).toEqual([0, 3532])
  expect((await (await server.login('branch2')).ask(makeStatement, wish)).http).toBe(404)
  const counts = await finance.send(countStatements, {})
  expect(counts.state).toMatchObject({ draft: 2, confirmed: 1 })
  // nor anybody who may not see what shippers pay
  await server.db(tx =>
    tx.run(
      sql`update roles set functions = array_remove(functions, 'price.shipper')
        where company_id = ${shipperId}::uuid`.compile(q),
    ),
  )
  const blind = await server.login('shipper-finance')
  for (const ask of [
    blind.ask(listStatements, {}),
    blind.ask(getStatement, { id: it.id }),
    blind.ask(getStatementPaper, { id: it.id }),
  ])
    expect((await ask).http).toBe(403)
})
