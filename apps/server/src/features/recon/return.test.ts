// A line of the bank's file that is a payment of ours, come back: entered by one person, agreed to by another, and laid on the return.
import type { Input } from '@yunshu/contract/call'
import {
  countReconItems,
  getReconItem,
  listReconItems,
  listReconReturnable,
  moveReconFile,
  readReconFile,
  returnReconItem,
} from '@yunshu/contract/recon/recon'
import {
  confirmRemittance,
  confirmReturn,
  listRemittances,
  moveRemittance,
  recordRemittance,
} from '@yunshu/contract/remittance/remittance'
import { getSettlement, paySettlement } from '@yunshu/contract/settlement/settlement'
import { fen, printYuan } from '@yunshu/domain/figures/money'
import { DAY_MS, formatDate, formatDateTime, startOfDay } from '@yunshu/domain/figures/time'
import { withClient } from '@yunshu/postgres/withClient'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withSlip } from '../../../../../tests/server/bankSlip.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { brokenInvariants, unclaimedOff } from '../../../../../tests/server/moneyInvariants.ts'
import { reachAll } from '../../../../../tests/server/oldDatabase.ts'
import { moneyFaults } from '../../../../../tests/server/payeeWorld.ts'
import {
  balances,
  openFunds,
  sheetOf,
  sheetWhen,
  signedWaybill,
  type People,
} from '../../../../../tests/server/settlementWorld.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { until } from '../../../../../tests/server/until.ts'
import { isNumbered, pastedNumbers } from '../../db/pastedNumbers.ts'
import { q } from '../../db/tx.ts'
import { rowsOfReconNumbers } from './recon.queries.ts'

let server: TestServer
let people: People
let branch: Client
let house: Client
const branchId = demoCompanyId('branch1')
const day = startOfDay(Date.now()) - 2 * DAY_MS
const at = day + 9 * 3_600_000
beforeAll(async () => {
  server = await startTestServer()
  people = { maker: await server.login('shipper-freight'), finance: await server.login('shipper-finance') }
  branch = await server.login('branch')
  house = await server.login('platform-finance')
  await openFunds(server)
})
afterAll(() => server.stop())

/** A sheet paid through the simulated bank, on the day of the file; with the number and the amount of its payment. */
async function paid(): Promise<{ settlementNum: string; key: string; amount: number }> {
  const { id } = await signedWaybill(server)
  const { settlementNum, version, due } = await sheetOf(people, [id], 'approved')
  await people.finance.send(paySettlement, { settlementNum, version, expectDue: due, channel: 'SIM' })
  await sheetWhen(people.finance, settlementNum, ({ state }) => state === 'paid')
  const of = await server.db(tx =>
    tx.one(
      sql<{ key: string; amount: number }>`select p.task_no as key, p.amount_fen as amount from payments p
        join settlements s on s.id = p.settlement_id where s.settlement_num = ${settlementNum}`.compile(q),
    ),
  )
  await withClient(server.ownerUrl, async client => {
    await client.query('begin')
    await reachAll(client)
    await client.query(`update trades set happened_at = ${at}`)
    await client.query(`update payments set created_at = ${day}, done_at = ${at} where task_no = '${of.key}'`)
    await client.query('commit')
  })
  return { settlementNum, ...of }
}

type Line = readonly [
  serial: string,
  key: string,
  direction: '收入' | '支出',
  amount: number,
  name?: string,
  account?: string,
]
/** Reads and takes the file of the day, by two people; its balance begins with what leaves nothing below zero. */
async function taken(lines: readonly Line[]): Promise<void> {
  const of = (direction: string) => lines.filter(line => line[2] === direction).reduce((sum, line) => sum + line[3], 0)
  const opening = of('支出')
  const yuan = (amount: number) => printYuan(fen(amount))
  const head = `对账文件,${formatDate(day)},笔数,${lines.length},收入合计,${yuan(of('收入'))},支出合计,${yuan(of('支出'))},期初余额,${yuan(opening)},期末余额,${yuan(of('收入'))}`
  const rest = lines.map(([serial, key, direction, amount, name = '', account = ''], n) =>
    [formatDateTime(at + n * 60_000), serial, key, direction, yuan(amount), name, account].join(','),
  )
  const text = [head, '交易时间,流水号,订单号,收支,金额,对方户名,对方账号', ...rest].join('\r\n')
  const file = { name: '对账.csv', type: 'text/csv', bytes: Buffer.from(text) }
  const { id, version } = await branch.send(readReconFile, {}, { files: [file] })
  await house.send(moveReconFile, { id, version, move: 'take' })
}

test('[RT-16] a line that is a payment come back is pointed at it by one and agreed to by another: the money is its return, and the line lies on it', async () => {
  const { settlementNum, key, amount } = await paid()
  await taken([
    ['R-1', key, '支出', amount],
    ['R-2', '', '收入', amount],
    ['R-3', 'DD-3', '收入', 70_000, '某运输', '6222020099990001'],
    ['R-4', '', '收入', amount],
  ])
  const item = async (of = 'R-2') => {
    const found = (await branch.send(listReconItems, { branchId, limit: 100 })).rows.find(({ serial }) => serial === of)
    if (found === undefined) throw new Error('no line')
    return branch.send(getReconItem, { id: found.id })
  }
  const { id, version, canReturn, isLikeReturn } = await item()
  expect([canReturn, isLikeReturn]).toEqual([true, true])
  // entries are made in a branch: the house is offered none before it works for one
  for (const [client, raw, isOffered] of [
    [branch, {}, true],
    [house, {}, false],
    [house, { branchCompanyId: branchId }, true],
  ] as const) {
    const { envelope } = await client.ask(getReconItem, { id }, { raw })
    expect(envelope.data).toMatchObject({ canRecord: isOffered, canReturn: isOffered, isLikeReturn: isOffered })
  }
  // of another amount, and from somebody no payment went to
  expect((await item('R-3')).isLikeReturn).toBe(false)
  const { rows } = await branch.send(listReconReturnable, { id })
  expect(rows.map(({ taskNo }) => taskNo)).toEqual([key])
  const paymentId = rows[0]?.id ?? ''
  const point = (at: number) => branch.ask(returnReconItem, { id, version: at, paymentId, reason: '回单写明退汇' })
  // money of a line that names its payer is entered from the line, and of another one by hand: then it is no return any more
  const byHand = { payerName: '某运输', payerAccount: '6222020099990001', amount: fen(70_000), date: day }
  const beside = await branch.ask(recordRemittance, { ...byHand, serial: 'r-3' }, withSlip())
  expect(beside.envelope).toMatchObject({
    code: 3592,
    message: `流水号r-3是 ${formatDate(day)} 对账文件的第 3 笔，还未对平，请在渠道对账中补记或登记退汇`,
  })
  const nameless = await item('R-4')
  expect([nameless.canReturn, (await item('R-3')).canReturn]).toEqual([true, true])
  await branch.send(recordRemittance, { ...byHand, amount: fen(amount), serial: 'R-4' }, withSlip())
  expect((await item('R-4')).canReturn).toBe(false)
  const shadowed = { id: nameless.id, version: nameless.version, paymentId, reason: '回单写明退汇' }
  expect((await branch.ask(returnReconItem, shadowed)).envelope).toMatchObject({
    code: 3564,
    message: '已补记来款，办结后会自动对平',
  })
  const stranger = await server.login('branch2')
  expect((await stranger.ask(returnReconItem, { id, version, paymentId, reason: '退汇' })).http).toBe(404)
  const answers = await Promise.all([point(version), point(version)])
  expect(answers.map(({ http }) => http).toSorted((a, b) => a - b)).toEqual([200, 409])
  const entered = async () => {
    const [row] = (await house.send(listRemittances, { text: 'R-2', state: 'recorded' })).rows
    if (row === undefined) throw new Error('nothing was entered')
    return row
  }
  // nothing is booked yet; a second person rejects it, and the line waits again
  const rejected = await entered()
  expect(rejected).toMatchObject({
    amount,
    date: day,
    serial: 'R-2',
    returnTaskNo: key,
    moves: ['reject', 'confirmReturn'],
  })
  const plain = await house.ask(confirmRemittance, { id: rejected.id, version: 1, expectAmount: rejected.amount })
  expect([plain.envelope.code, plain.envelope.message]).toEqual([2784, expect.stringContaining(key)])
  await house.send(moveRemittance, { id: rejected.id, version: 1, move: 'reject', reason: '回单不清楚' })
  const again = await item()
  expect([again.state, again.canReturn]).toEqual(['open', true])
  expect((await point(again.version)).envelope.code).toBe(0)
  const unclaimed = await balances(server)
  const { id: remittanceId, version: seen } = await entered()
  const both = await Promise.all(
    [1, 2].map(() => house.ask(confirmReturn, { id: remittanceId, version: seen, expectAmount: fen(amount) })),
  )
  expect(both.map(({ envelope }) => envelope.code).toSorted((a, b) => a - b)).toEqual([0, 4090])
  const after = await balances(server)
  const moved = (account: string) => (after[account] ?? 0) - (unclaimed[account] ?? 0)
  expect([moved('1002.02'), moved('2241.03')]).toEqual([amount, 0])
  const sheet = await people.finance.send(getSettlement, { settlementNum })
  expect([sheet.state, sheet.payments[0]?.state]).toEqual(['partial', 'returned'])
  await until(async () => (await item()).state === 'matched', 'the line lies on the return')
  expect(await brokenInvariants(server)).toEqual([])
  expect(await unclaimedOff(server, house)).toBe(0)
  expect(await moneyFaults(server)).toEqual([])
})

test('[RT-16] many numbers pasted at once find their differences: of the line, its order, and the movement it lies on', async () => {
  const found = async (client: Client, numbers: string[]) =>
    (await client.send(listReconItems, { numbers, limit: 100 })).rows
      .map(({ serial = '' }) => serial)
      .toSorted((a, b) => a.localeCompare(b))
  const [back] = await server.db(tx =>
    tx.rows(
      sql<{ trade_no: string; bank_serial: string }>`select t.trade_no, t.bank_serial from trades t
        join recon_lines l on l.trade_id = t.id where l.serial = 'R-2'`.compile(q),
    ),
  )
  expect(await found(house, [back?.trade_no ?? ''])).toEqual(['R-2'])
  expect(await found(branch, ['r-2', 'DD-3', 'R-1', 'LS000'])).toEqual(['R-2', 'R-3'])
  const { state } = await branch.send(countReconItems, { numbers: ['R-2', 'DD-3'] })
  expect(state).toMatchObject({ matched: 1 })
  expect(Object.values(state).reduce((sum, n) => sum + n, 0)).toBe(2)
  const another = await server.login('branch2')
  expect(await found(another, ['R-2', 'DD-3'])).toEqual([])
  // numbers that were not found are named: another branch's like numbers that are none
  const missing = async (client: Client, input: Omit<Input<typeof listReconItems>, 'numbers'> = {}) =>
    (await client.send(listReconItems, { ...input, numbers: ['LS000', 'r-2', 'DD-3'] })).missing
  expect(await missing(house)).toEqual({ unfound: ['LS000'], hidden: [] })
  expect(await missing(another)).toEqual({ unfound: ['LS000', 'r-2', 'DD-3'], hidden: [] })
  expect(await missing(branch, { state: 'matched' })).toEqual({ unfound: ['LS000'], hidden: ['DD-3'] })
  for (const [numbers, said] of [
    [[''], '不能为空'],
    [Array.from({ length: 501 }, (_, n) => `LS${n}`), '一次最多查询五百个单号'],
  ] as const) {
    const refused = await house.ask(listReconItems, {}, { raw: { numbers: JSON.stringify(numbers) } })
    expect([refused.http, refused.envelope.message]).toEqual([400, expect.stringContaining(said)])
  }
})

test('[RT-16] numbers pasted at once are looked up by indexes', async () => {
  const plan = await server.db(async tx => {
    // a handful of rows would be read sooner
    for (const way of ['sort', 'seqscan', 'bitmapscan', 'hashjoin', 'mergejoin'])
      await tx.run(sql.raw(`set local enable_${way} = off`).compile(q))
    return tx.rows<{ 'QUERY PLAN': string }>(
      sql<{
        'QUERY PLAN': string
      }>`explain select from recon_items i where ${isNumbered('i', rowsOfReconNumbers(pastedNumbers(['LS1', 'R-2'])))}`.compile(
        q,
      ),
    )
  })
  const lines = plan.map(line => line['QUERY PLAN'])
  // an index that is walked whole has no condition of its own
  const lookedUp = lines.filter((_, n) => lines[n + 1]?.includes('Index Cond:')).join('\n')
  for (const index of [
    'recon_lines_serial',
    'recon_lines_order',
    'trades_trade_no_key',
    'trades_bank_serial',
    'recon_items_line',
    'recon_lines_laid',
    'recon_line_trades_trade',
  ])
    expect(lookedUp).toContain(index)
  // one of a handful of movements of ours alone is read first
  expect(lines.join('\n')).toContain('recon_items_ours')
})
