// Letters of balances over HTTP: they say the same as the journal to the fen, are sent to one or to all once, and are
// answered account by account until the last dispute is over.
import {
  countLetters,
  getLetter,
  listLetterRuns,
  listLetters,
  markLetterLines,
  moveLetter,
  sendLetters,
  type LetterDetail,
  urgeLetter,
} from '@yunshu/contract/letter/letter'
import { listToday } from '@yunshu/contract/today'
import { fen } from '@yunshu/domain/figures/money'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { owesHouse, type LetterSide } from '@yunshu/domain/letter'
import type { FlowAccount } from '@yunshu/domain/voucher/chart'
import { recognisePayable } from '@yunshu/domain/voucher/postings'
import { periodOf, shiftPeriod, startOfPeriod } from '@yunshu/domain/voucher/voucher'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signedWaybill } from '../../../../../tests/server/settlementWorld.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { asSystem } from '../../work/system.ts'
import { postSigned, postTopUp } from '../voucher/books.commands.ts'
import { bookEntries } from '../voucher/ledger.commands.ts'
import { runLetters } from './letter.jobs.ts'

let server: TestServer
let finance: Client
let shipper: Client
let carrier: Client
const month = periodOf(Date.now())
const [last, before] = [shiftPeriod(month, -1), shiftPeriod(month, -2)]
const midOf = (period: string): number => startOfPeriod(period) + 14 * DAY_MS
const shipperId = demoCompanyId('shipper')
const carrierId = demoCompanyId('carrier')
const branchId = demoCompanyId('branch1')

/** Works as the product would have at a moment. */
const then = (now: number, work: (ctx: Ctx) => Promise<void>) =>
  asSystem(server.server.deps, ctx => work({ ...ctx, now }))
async function signed(freight: number, at: number): Promise<void> {
  const { id, waybillNo } = await signedWaybill(server, {
    shipperFreight: freight,
    payable: freight / 2,
    posted: false,
  })
  await then(at, ctx =>
    postSigned(ctx, {
      id,
      waybillNo,
      shipperId,
      branchId,
      carrierId,
      shipperFreight: fen(freight),
      carrierFreight: fen(freight / 2),
      signedAt: at,
    }),
  )
}
beforeAll(async () => {
  server = await startTestServer()
  ;[finance, shipper, carrier] = await Promise.all([
    server.login('platform-finance'),
    server.login('shipper-finance'),
    server.login('carrier-finance'),
  ])
  await signed(1_000_000, midOf(before))
  await signed(300_000, midOf(last))
  await then(midOf(last), ctx => postTopUp(ctx, { id: v7(), shipperId, branchId, amount: fen(1_250_000) }))
  // the carrier is owed something by a sheet of the month
  await then(midOf(last), async ctx =>
    bookEntries(ctx, branchId, [
      {
        source: { type: 'settlement', id: v7() },
        event: 'E4b',
        summary: '结算应付',
        lines: recognisePayable({ carrier: carrierId, amount: fen(150_000) }),
        voucher: { kind: 'ACCOUNTING', counterparty: '结算' },
      },
    ]),
  )
})
afterAll(() => server.stop())

const said = async (answer: ReturnType<Client['ask']>): Promise<string> => {
  const { http, envelope } = await answer
  return `${http} ${envelope.message}`
}
const newest = async (client: Client, period = last): Promise<LetterDetail> => {
  const [row] = (await client.send(listLetters, { period })).rows
  return client.send(getLetter, { id: row?.id ?? '' })
}
/** The journal itself: debit less credit of a company's accounts before a day. */
async function journal(party: string, side: LetterSide, day: number): Promise<Record<string, number>> {
  const codes =
    side === 'shipper' ? ['1122.01', '2205.01'] : ['2202.01', '2202.02', '2202.03', '1123.03', '1221.01', '1221.02']
  const rows = await server.db(tx =>
    tx.rows(
      sql<{
        account: string
        net: number
      }>`select account, sum(debit_fen - credit_fen)::bigint as net from journal_lines
        where party_id = ${party}::uuid and branch_id = ${branchId}::uuid and day < ${day}::bigint
          and account = any(${codes}::text[])
        group by 1`.compile(q),
    ),
  )
  return Object.fromEntries(rows.map(({ account, net }) => [account, net]))
}
const asJournal = (letter: LetterDetail): Record<string, number> =>
  Object.fromEntries(
    letter.rows.map(({ account, closing }): [FlowAccount, number] => [
      account,
      owesHouse(account) ? closing : 0 - closing,
    ]),
  )

test('a running month, no company of the market, no branch and a month without anything are refused in words', async () => {
  const ask = (input: object) => said(finance.ask(sendLetters, { partyId: shipperId, period: last, ...input }))
  expect(await ask({ period: month })).toMatch(/^200 .*还没有结束/)
  expect(await said(finance.ask(sendLetters, { period: last }, { raw: { period: '202613' } }))).toMatch(/^400 .*yyyyMM/)
  expect(await ask({ partyId: v7() })).toMatch(/^400 .*请选择货主或承运商/)
  for (const none of [v7(), shipperId]) expect(await ask({ branchId: none })).toMatch(/^400 .*请选择分公司/)
  expect(await ask({ partyId: demoCompanyId('shipper3') })).toMatch(/^200 该企业这个月没有往来和余额/)
  for (const other of [shipper, carrier])
    expect((await other.ask(sendLetters, { partyId: shipperId, period: last })).http).toBe(403)
  expect((await (await server.login('branch2')).ask(sendLetters, { period: last, branchId })).http).toBe(404)
})

test('a letter says the same as the journal, account by account, and never changes; what is booked later is said', async () => {
  expect(await finance.send(sendLetters, { partyId: shipperId, period: before })).toEqual({ sent: 1 })
  const first = await newest(finance, before)
  expect(asJournal(first)).toEqual(await journal(shipperId, 'shipper', startOfPeriod(last)))
  expect(first).toMatchObject({ state: 'sent', opening: 0, debit: 1_000_000, closing: 1_000_000, lines: 1 })
  expect(await finance.send(sendLetters, { partyId: shipperId, period: last })).toEqual({ sent: 1 })
  const letter = await newest(finance)
  expect(asJournal(letter)).toEqual(await journal(shipperId, 'shipper', startOfPeriod(month)))
  expect(letter.closing).toBe(50_000)
  expect(letter.opening).toBe(first.closing)
  expect(letter.rows.map(({ account, closing }) => [account, closing])).toEqual([
    ['2205.01', 0],
    ['1122.01', 50_000],
  ])
  expect(await said(finance.ask(sendLetters, { partyId: shipperId, period: last }))).toMatch(/^200 .*已经发送/)
  await signed(7_000, midOf(last) + DAY_MS)
  const now = await newest(finance)
  expect(now).toMatchObject({ closing: 50_000 })
  expect(now.rows.map(({ account, closing, closingNow }) => [account, closing, closingNow])).toEqual([
    ['2205.01', 0, undefined],
    ['1122.01', 50_000, 57_000],
  ])
})

const mark = (client: Client, letter: LetterDetail, act: 'check' | 'dispute' | 'drop' | 'explain', reason?: string) =>
  client.ask(markLetterLines, {
    id: letter.id,
    version: letter.version,
    act,
    accounts: ['1122.01'],
    ...(reason === undefined ? {} : { reason }),
  })
const confirm = (client: Client, { id, version, closing }: LetterDetail, by = 0) =>
  client.ask(moveLetter, { id, version, move: 'confirm', expectClosing: fen(closing + by) })

test('the company disputes an account with a reason, the house explains, and the closing that was seen is confirmed once', async () => {
  let letter = await newest(shipper)
  expect((await shipper.send(listToday, {})).items).toContainEqual(
    expect.objectContaining({ kind: 'checkLetter', no: letter.letterNo }),
  )
  expect((await shipper.ask(urgeLetter, { id: letter.id })).envelope.code).toBe(1517)
  expect(await finance.send(urgeLetter, { id: letter.id })).toMatchObject({ act: '确认', isNew: true })
  expect(await finance.send(urgeLetter, { id: letter.id })).toMatchObject({ act: '确认', isNew: false })
  const inList = async (client: Client) => (await client.send(listLetters, {})).rows.find(({ id }) => id === letter.id)
  expect(await inList(finance), 'a list says what the page does').toMatchObject({
    awaits: { isOwn: false },
    urged: { count: 1, isToday: true },
    mayExplain: false,
  })
  expect(await inList(shipper)).toMatchObject({ awaits: { isOwn: true } })
  expect(await said(mark(shipper, letter, 'dispute'))).toMatch(/^400 .*不能为空/)
  expect((await mark(shipper, letter, 'explain', '自己说明')).http).toBe(403)
  expect((await mark(finance, letter, 'check')).http).toBe(403)
  const foreign = shipper.ask(markLetterLines, {
    id: letter.id,
    version: letter.version,
    act: 'check',
    accounts: ['2202.01'],
  })
  expect(await said(foreign)).toMatch(/^400 .*没有这个账户/)
  expect((await mark(shipper, letter, 'check')).envelope.code).toBe(0)
  expect((await mark(shipper, letter, 'dispute', '应为 4 万')).envelope.code).toBe(0)
  expect((await mark(shipper, letter, 'drop')).http, 'a page of before').toBe(409)
  letter = await newest(shipper)
  expect(letter).toMatchObject({ state: 'disputed', disputed: 1, moves: [] })
  expect((await confirm(shipper, letter)).envelope.code).not.toBe(0)
  expect((await finance.send(listToday, {})).items).toContainEqual(
    expect.objectContaining({ kind: 'explainLetter', no: letter.letterNo }),
  )
  // a company whose dispute waits for the house may urge it from the list, too
  expect(await inList(shipper)).toMatchObject({ awaits: { act: '说明异议', isOwn: false } })
  expect(await inList(finance)).toMatchObject({ awaits: { isOwn: true }, mayExplain: true })
  expect((await mark(finance, letter, 'explain', '差额为一号运单运费')).envelope.code).toBe(0)
  letter = await newest(shipper)
  expect(letter).toMatchObject({ state: 'sent', disputed: 0 })
  expect(letter.rows.at(-1)).toMatchObject({ dispute: '应为 4 万', answer: '差额为一号运单运费', mark: 'explained' })
  expect(await said(confirm(shipper, letter, 1))).toMatch(/^400 .*请核对/)
  expect((await confirm(finance, letter)).http).toBe(403)
  const admin = await server.login('shipper')
  const both = await Promise.all([confirm(shipper, letter), confirm(admin, letter)])
  expect(both.filter(({ envelope }) => envelope.code === 0)).toHaveLength(1)
  const end = await newest(finance)
  expect(end).toMatchObject({ state: 'confirmed', moves: [] })
  expect(end.rows.every(({ mark: each }) => each === 'checked')).toBe(true)
  expect(end.log.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['发送对账函', '提异议', '说明异议', '异议已答复', '确认无误']),
  )
})

test('one press sends to all with balances, step by step, nobody twice; carriers get theirs; withdrawn ones are sent anew', async () => {
  const [one, two] = await Promise.all([
    finance.send(sendLetters, { period: last }),
    finance.send(sendLetters, { period: last }),
  ])
  expect([one.sent, two.sent]).toEqual([0, 0])
  const [a, b] = await Promise.all([
    runLetters(server.server.deps, undefined, 3),
    runLetters(server.server.deps, undefined, 3),
  ])
  expect(a + b).toBeGreaterThan(4)
  const { rows: runs } = await finance.send(listLetterRuns, {})
  expect(runs.map(({ isDone }) => isDone)).toEqual([true, true])
  const live = await server.db(tx =>
    tx.rows(
      sql<{
        n: number
      }>`select count(*)::int as n from balance_letters where period = ${last} group by party_id, branch_id`.compile(q),
    ),
  )
  expect(live.every(({ n }) => n === 1)).toBe(true)
  const own = await newest(carrier)
  expect(own).toMatchObject({ closing: -150_000, state: 'sent', moves: ['confirm'] })
  expect(asJournal(own)).toEqual(await journal(carrierId, 'carrier', startOfPeriod(month)))
  const pressed = await finance.send(countLetters, { period: last })
  expect(Object.values(pressed.state).reduce((sum, n) => sum + n, 0)).toBe(live.length)
  const [kept] = (await finance.send(listLetters, { period: before, partyId: shipperId })).rows
  const again = await finance.send(getLetter, { id: kept?.id ?? '' })
  const withdraw = (reason?: string) =>
    finance.ask(moveLetter, { id: again.id, version: again.version, move: 'withdraw', ...(reason ? { reason } : {}) })
  expect(await said(withdraw())).toMatch(/^400 .*不能为空/)
  expect((await withdraw('补记后重发')).envelope.code).toBe(0)
  expect(await finance.send(sendLetters, { partyId: shipperId, period: before })).toEqual({ sent: 1 })
})

test('another company and branch find none', async () => {
  const letter = await newest(shipper)
  for (const account of ['shipper2', 'carrier', 'branch2']) {
    const client = await server.login(account)
    expect((await client.ask(getLetter, { id: letter.id })).http, account).toBe(404)
    expect((await client.ask(urgeLetter, { id: letter.id })).http, account).toBe(404)
    const { rows } = await client.send(listLetters, {})
    expect(
      rows.some(({ id }) => id === letter.id),
      account,
    ).toBe(false)
  }
  expect((await (await server.login('carrier')).ask(listLetterRuns, {})).http).toBe(403)
})

test('a company that ships and carries has one letter of all its accounts, whichever side is sent to', async () => {
  const period = shiftPeriod(month, -3)
  const flags = (bits: number) =>
    server.db(tx => tx.run(q.updateTable('companies').set({ role_flags: bits }).where('id', '=', carrierId)))
  const ask = (letterSide: LetterSide) => said(finance.ask(sendLetters, { period, partyId: carrierId, letterSide }))
  expect(await ask('shipper')).toMatch(/^400 .*请选择货主/)
  await flags(6)
  await then(midOf(period), async ctx => {
    await postTopUp(ctx, { id: v7(), shipperId: carrierId, branchId, amount: fen(5_000) })
    bookEntries(ctx, branchId, [
      {
        source: { type: 'settlement', id: v7() },
        event: 'E4b',
        summary: '结算应付',
        lines: recognisePayable({ carrier: carrierId, amount: fen(7_000) }),
        voucher: { kind: 'ACCOUNTING', counterparty: '结算' },
      },
    ])
  })
  await finance.send(sendLetters, { period, letterSide: 'shipper' })
  await runLetters(server.server.deps)
  const letter = await newest(carrier, period)
  expect(letter.rows.map(({ account, closing }) => [account, closing])).toEqual([
    ['2205.01', 5_000],
    ['2202.01', 7_000],
  ])
  expect(letter.rows.every(({ closingNow }) => closingNow === undefined)).toBe(true)
  expect(await ask('carrier')).toMatch(/已经发送/)
})

test('a sending that always fails kept every later one from going on', async () => {
  await server.db(tx =>
    tx.run(
      sql`insert into letter_runs (id, period, after_id, asker_id, asker_name, created_at)
        select ${v7()}, '202699', '00000000-0000-0000-0000-000000000000', id, name, 1 from users limit 1`.compile(q),
    ),
  )
  await finance.send(sendLetters, { period: shiftPeriod(month, -7) })
  await expect(runLetters(server.server.deps)).rejects.toThrow('1 sendings of letters failed')
  const { rows: runs } = await finance.send(listLetterRuns, {})
  expect(runs.filter(({ isDone }) => !isDone).map(({ period }) => period)).toEqual(['202699'])
})
