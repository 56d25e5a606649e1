// Days of money: what moved at the bank stands in the books on the bank's day while its month is open, on the first open day
// after it where not, and the statement of both balances names the difference.
import { fetchReconFile, getReconStatement } from '@yunshu/contract/recon/recon'
import {
  claimRemittance,
  confirmRemittance,
  getRemittance,
  moveRemittance,
  recordRemittance,
  refundRemittance,
} from '@yunshu/contract/remittance/remittance'
import { recordFund, confirmFund } from '@yunshu/contract/fund/fund'
import { listTrades } from '@yunshu/contract/trade/trade'
import { getTrialBalance } from '@yunshu/contract/voucher/voucher'
import { fen } from '@yunshu/domain/figures/money'
import { DAY_MS, HOUR_MS, startOfDay } from '@yunshu/domain/figures/time'
import { periodOf, shiftPeriod, startOfPeriod } from '@yunshu/domain/voucher/voucher'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { demoCompanyId } from '../../../demo/people.ts'
import { asOwner } from '../../../../../tests/server/adjustWorld.ts'
import { withSlip } from '../../../../../tests/server/bankSlip.ts'
import { brokenInvariants } from '../../../../../tests/server/moneyInvariants.ts'
import { deliverNotice, waitingSheet } from '../../../../../tests/server/noticeWorld.ts'
import { drift, openFunds, payTo, sheetWhen, type People } from '../../../../../tests/server/settlementWorld.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { q } from '../../db/tx.ts'

let server: TestServer
let people: People
let branch: Client, house: Client, admin: Client
const branchId = demoCompanyId('branch1')
const today = startOfDay(Date.now())
const running = periodOf(Date.now())
const last = shiftPeriod(running, -1)
const lastDay = startOfPeriod(last) + 9 * DAY_MS
const lastEnd = startOfPeriod(running) - DAY_MS

beforeAll(async () => {
  server = await startTestServer()
  people = { maker: await server.login('shipper-freight'), finance: await server.login('shipper-finance') }
  branch = await server.login('branch')
  house = await server.login('platform-finance')
  admin = await server.login('admin')
  await openFunds(server)
})
afterAll(() => server.stop())
beforeEach(() => closeLast(false))

const closeLast = (isClosed: boolean) =>
  server.db(tx =>
    tx.run(
      sql`insert into periods (branch_id, period, closed_at) values (${branchId}::uuid, ${last}, ${isClosed ? Date.now() : null})
        on conflict (branch_id, period) do update set closed_at = excluded.closed_at`.compile(q),
    ),
  )

let serials = 0
async function remitted(date: number, amount = 1_000_000) {
  const serial = `DAY-${++serials}`
  const said = { payerName: '甲公司', payerAccount: '6222020099990001', amount: fen(amount), date, serial }
  const { id, version } = await branch.send(recordRemittance, said, withSlip())
  const there = await house.send(confirmRemittance, { id, version, expectAmount: fen(amount) })
  return { id, serial, version: there.version, amount: fen(amount) }
}

interface Booked {
  readonly event: string
  readonly period: string
  readonly date: number
  readonly happened_at: number
}
const bookedOf = (ids: readonly string[]) =>
  server.db(tx =>
    tx.rows(
      sql<Booked>`select event, period, date, happened_at from journal_entries
        where source_id = any(${[...ids]}::uuid[]) order by id`.compile(q),
    ),
  )
const tradeOf = async (serial: string) =>
  (await house.send(listTrades, { limit: 50 })).rows.find(row => row.bankSerial === serial)

/** The balance of the account at the end of a month by the trial balance, debit less credit. */
async function trialOf(period: string): Promise<number> {
  const { rows, difference } = await house.send(getTrialBalance, { period, branchId })
  expect(difference).toBe(0)
  const row = rows.find(({ account }) => account === '1002.02')
  return row === undefined ? 0 : row.closing
}
/** The statement of both balances as of the last day of last month, of the simulated bank's file of it. */
async function statementOfLast() {
  const { id } = await branch.send(fetchReconFile, { day: lastEnd })
  const statement = await house.send(getReconStatement, { id })
  await server.db(tx => tx.run(sql`update recon_files set state = 'dropped' where id = ${id}::uuid`.compile(q)))
  return statement
}
async function assertSound(): Promise<void> {
  expect(await drift(server)).toEqual([])
  expect(await brokenInvariants(server)).toEqual([])
}

test('a remittance of last month confirmed today is of last month while that is open, and the claim of today', async () => {
  const before = await trialOf(last)
  const { id, serial, version, amount } = await remitted(lastDay)
  expect(await bookedOf([id])).toMatchObject([{ event: 'E0', period: last, date: lastDay, happened_at: lastDay }])
  expect(await tradeOf(serial)).toMatchObject({ happenedAt: lastDay })
  expect(await trialOf(last)).toBe(before + amount)
  const statement = await statementOfLast()
  expect([statement.book, statement.pieces.filter(({ side }) => side === 'DATED')]).toEqual([await trialOf(last), []])
  expect(statement.adjustedBook).toBe(statement.adjustedBank)
  // a claim moves no money of the bank
  await house.send(claimRemittance, { id, version, shipperId: demoCompanyId('shipper'), expectAmount: amount })
  const claim = await server.db(tx =>
    tx.one(
      sql<{
        claim_id: string
      }>`select id::text as claim_id from remittance_claims where remittance_id = ${id}::uuid`.compile(q),
    ),
  )
  expect(await bookedOf([claim.claim_id])).toMatchObject([{ event: 'E1', period: running }])
  await assertSound()
})

test('where last month is closed it is booked on the first open day, its own day is kept, and the statement names it', async () => {
  const before = await trialOf(last)
  await closeLast(true)
  const { id, serial, amount } = await remitted(lastDay, 250_000)
  expect(await bookedOf([id])).toMatchObject([
    { event: 'E0', period: running, date: startOfPeriod(running), happened_at: lastDay },
  ])
  expect(await tradeOf(serial)).toMatchObject({ happenedAt: lastDay })
  expect(await trialOf(last)).toBe(before)
  const statement = await statementOfLast()
  expect(statement.book).toBe(before)
  expect(statement.pieces.filter(({ side }) => side === 'DATED')).toMatchObject([{ day: lastDay, amount }])
  expect(statement.adjustedBook).toBe(statement.adjustedBank)
  await assertSound()
})

test('top-ups and own money stand on the day of the money, one of a year ago on the first day that takes it', async () => {
  const of = { amount: fen(90_000), shipperId: demoCompanyId('shipper') }
  const cases = [
    { kind: 'TOP_UP', ...of, date: lastDay, serial: 'DAY-T1' },
    { kind: 'TRANSFER', amount: fen(70_000), date: today - DAY_MS, serial: 'DAY-T2' },
    { kind: 'TOP_UP', ...of, date: today - 200 * DAY_MS, serial: 'DAY-T3' },
  ] as const
  const ids: string[] = []
  for (const said of cases) {
    const { id, version } = await branch.send(recordFund, said, withSlip())
    await house.send(confirmFund, { id, version, expectAmount: said.amount })
    ids.push(id)
  }
  expect((await bookedOf(ids)).map(({ date, happened_at }) => [date, happened_at])).toEqual([
    [lastDay, lastDay],
    [today - DAY_MS, today - DAY_MS],
    [startOfPeriod(last), today - 200 * DAY_MS],
  ])
  await assertSound()
})

test('money sent back is of the day a person says, and never of a day to come or before it had come', async () => {
  const { id, version, amount } = await remitted(lastDay)
  const asked = await house.send(moveRemittance, { id, version, move: 'askRefund', reason: '汇错' })
  const said = { ...asked, expectAmount: amount, serial: 'DAY-BACK' }
  for (const [date, words] of [
    [today + DAY_MS, '不能晚于今天'],
    [lastDay - DAY_MS, '不能早于来款到账日期'],
  ] as const) {
    const answer = await admin.ask(refundRemittance, { ...said, date })
    expect([answer.http, answer.envelope.code]).toEqual([400, 4001])
    expect(JSON.stringify(answer.envelope)).toContain(words)
  }
  const day = lastDay + 2 * DAY_MS
  await admin.send(refundRemittance, { ...said, date: day })
  const { refunds } = await house.send(getRemittance, { id })
  expect(refunds).toMatchObject([{ stage: 'sent', date: day, serial: 'DAY-BACK' }])
  expect(await bookedOf([id, ...refunds.map(refund => refund.id)])).toMatchObject([
    { event: 'E0' },
    { event: 'E0r', date: day, happened_at: day },
  ])
  expect(await tradeOf('DAY-BACK')).toMatchObject({ happenedAt: day })
  await assertSound()
})

test('money of a claim taken back was nobody’s from then on: it is not sent back on a day before', async () => {
  const { id, version, amount } = await remitted(lastDay)
  const claimed = await house.send(claimRemittance, {
    id,
    version,
    shipperId: demoCompanyId('shipper'),
    expectAmount: amount,
  })
  await asOwner(server, `update remittance_claims set claimed_at = ${lastDay + DAY_MS} where remittance_id = '${id}'`)
  const free = await house.send(moveRemittance, { id, version: claimed.version, move: 'unclaim', reason: '认错' })
  const asked = await house.send(moveRemittance, { id, version: free.version, move: 'askRefund', reason: '汇错' })
  const said = { ...asked, expectAmount: amount, serial: 'DAY-FREED' }
  const early = await admin.ask(refundRemittance, { ...said, date: lastDay + 2 * DAY_MS })
  expect([early.http, JSON.stringify(early.envelope)]).toEqual([400, expect.stringContaining('不能早于撤销认领日期')])
  await admin.send(refundRemittance, { ...said, date: today })
  await assertSound()
})

/** A payment sent three days ago whose bank tells its end now; the entries and the movement that makes. */
async function told(finishedAt: number | undefined) {
  // the account of a bank that takes its time
  await payTo(server, 'carrier', '6222020000009005')
  const { sheet, notice } = await waitingSheet(server, people)
  const [sent] = [Date.now() - 3 * DAY_MS]
  const { id } = await server.db(tx =>
    tx.one(
      sql<{
        id: string
      }>`update payments set sent_at = ${sent} where settlement_id = ${sheet.id}::uuid returning id`.compile(q),
    ),
  )
  const said = { ...notice, ...(finishedAt === undefined ? {} : { finishedAt: String(finishedAt) }) }
  expect(await deliverNotice(server, said)).toBe(200)
  await sheetWhen(people.finance, sheet.settlementNum, ({ state }) => state === 'paid')
  const entries = (await bookedOf([id])).filter(({ event }) => event === 'E7b')
  const trade = await tradeOf(notice.bankSerial)
  return { date: entries[0]?.date ?? 0, moved: trade?.happenedAt ?? 0 }
}

test('a notice of yesterday is booked yesterday; one of a time to come, or before its order left, when it is heard', async () => {
  const yesterday = today - DAY_MS + 9 * HOUR_MS
  expect(await told(yesterday)).toEqual({ date: yesterday, moved: yesterday })
  for (const finishedAt of [Date.now() + DAY_MS, today - 30 * DAY_MS, undefined]) {
    const since = Date.now()
    const { date, moved } = await told(finishedAt)
    expect(moved).toBe(date)
    expect(date).toBeGreaterThanOrEqual(since)
  }
  await assertSound()
})
