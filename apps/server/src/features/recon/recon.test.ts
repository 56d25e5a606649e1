// Reconciliation on the database: a day's file is read by one person and taken by another, every line is laid on its
// movement, what differs is found and explained by two, and a payment without a result is settled by the file.
import {
  adoptReconItem,
  countReconItems,
  fetchReconFile,
  getReconCalendar,
  getReconItem,
  getReconStatement,
  listReconItems,
  moveReconFile,
  moveReconItem,
  readReconFile,
  recordReconItem,
} from '@yunshu/contract/recon/recon'
import {
  confirmRemittance,
  listRemittances,
  moveRemittance,
  recordRemittance,
} from '@yunshu/contract/remittance/remittance'
import { listMoneyExceptions } from '@yunshu/contract/settlement/moneyException'
import { getSettlement, paySettlement } from '@yunshu/contract/settlement/settlement'
import { fen, printYuan, type Fen } from '@yunshu/domain/figures/money'
import { DAY_MS, formatDate, formatDateTime, startOfDay } from '@yunshu/domain/figures/time'
import { withClient } from '@yunshu/postgres/withClient'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoCompanyId } from '../../../demo/people.ts'
import { withSlip } from '../../../../../tests/server/bankSlip.ts'
import { reachAll } from '../../../../../tests/server/oldDatabase.ts'
import {
  openFunds,
  sheetOf,
  sheetWhen,
  signedWaybill,
  type People,
} from '../../../../../tests/server/settlementWorld.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { until } from '../../../../../tests/server/until.ts'
import { q } from '../../db/tx.ts'
import { asSystem } from '../../work/system.ts'
import { hearFact } from '../settlement/channelFact.commands.ts'
import { simulatedSheet } from './simulated.queries.ts'

let server: TestServer
let people: People
let branch: Client
let house: Client
const branchId = demoCompanyId('branch1')
const today = startOfDay(Date.now())
const [day1, day2] = [today - 2 * DAY_MS, today - DAY_MS]

interface Moved {
  readonly trade_no: string
  readonly key: string | null
  readonly serial: string | null
  readonly direction: string
  readonly amount: number
}
type Line = readonly [serial: string, key: string, direction: '收入' | '支出', amount: number, other?: string]

beforeAll(async () => {
  server = await startTestServer()
  people = { maker: await server.login('shipper-freight'), finance: await server.login('shipper-finance') }
  branch = await server.login('branch')
  house = await server.login('platform-finance')
  await openFunds(server)
})
afterAll(() => server.stop())

/** A sheet paid through the simulated bank to an account of this tail, and its state after the answer. */
async function paid(tail?: string): Promise<{ settlementNum: string; due: Fen }> {
  const { id } = await signedWaybill(server)
  if (tail !== undefined) await accountTail(tail)
  const { settlementNum, version, due } = await sheetOf(people, [id], 'approved')
  await people.finance.send(paySettlement, { settlementNum, version, expectDue: due, channel: 'SIM' })
  await sheetWhen(people.finance, settlementNum, ({ payments }) =>
    payments.every(({ state }) => state === (tail === undefined ? 'success' : 'unknown')),
  )
  if (tail !== undefined) await accountTail('0066')
  return { settlementNum, due }
}
const owner = (text: string): Promise<unknown> =>
  withClient(server.ownerUrl, async client => {
    await client.query('begin')
    await reachAll(client)
    await client.query(text)
    await client.query('commit')
  })
const accountTail = (tail: string) =>
  owner(`update company_accounts set account_no = left(account_no, length(account_no) - 4) || '${tail}'
    where company_id = '${demoCompanyId('carrier')}' and is_default`)
/** The movements of the branch so far lie in the past: the rest of them on a day before the first file. */
const moveTrades = (settlementNum: string, day: number) =>
  owner(
    `update trades set happened_at = ${day + 9 * 3_600_000} where settlement_id = (select id from settlements where settlement_num = '${settlementNum}')`,
  )
const tradeOf = async (settlementNum: string): Promise<Moved> =>
  server.db(tx =>
    tx.one(
      sql<Moved>`select t.trade_no, p.task_no as key, t.bank_serial as serial, t.direction, t.amount_fen as amount
        from trades t
        join payments p on p.id = t.payment_id join settlements s on s.id = p.settlement_id
          where s.settlement_num = ${settlementNum}`.compile(q),
    ),
  )

/** Waits until every word of the bank has its verdict: they are judged after the answer. */
const judged = (): Promise<void> =>
  until(
    async () =>
      (
        await server.db(tx =>
          tx.one(sql<{ n: number }>`select count(*) as n from channel_facts where verdict is null`.compile(q)),
        )
      ).n === 0,
    'the words of the bank are judged',
  )

const yuan = (amount: number): string => printYuan(fen(amount))
/** A day's file of the bank as text; `opening` is carried on. */
function bankFile(
  day: number,
  opening: number,
  lines: readonly Line[],
  change: (text: string) => string = text => text,
) {
  const of = (direction: string): number =>
    lines.filter(line => line[2] === direction).reduce((sum, line) => sum + line[3], 0)
  const closing = opening + of('收入') - of('支出')
  const head = `对账文件,${formatDate(day)},笔数,${lines.length},收入合计,${yuan(of('收入'))},支出合计,${yuan(of('支出'))},期初余额,${signedYuan(opening)},期末余额,${signedYuan(closing)}`
  const rows = lines.map(([serial, key, direction, amount, other = '甲公司'], n) =>
    [formatDateTime(day + (n + 1) * 60_000), serial, key, direction, yuan(amount), other, '6222000011112222'].join(','),
  )
  const text = [head, '交易时间,流水号,订单号,收支,金额,对方户名,对方账号', ...rows].join('\r\n')
  return { bytes: Buffer.from(change(text)), closing }
}
const signedYuan = (amount: number): string => (amount < 0 ? `-${yuan(-amount)}` : yuan(amount))
const upload = (bytes: Buffer) => ({ files: [{ name: '对账.csv', type: 'text/csv', bytes }] })
const take = ({ id, version }: { id: string; version: number }) =>
  house.ask(moveReconFile, { id, version, move: 'take' })
const itemsOf = async (day: number) =>
  (await house.send(listReconItems, { branchId, from: day, to: day + DAY_MS, limit: 100 })).rows
const dayOf = async (day: number) =>
  (await house.send(getReconCalendar, { branchId, from: startOfDay(day) })).days.find(each => each.day === day)

test('a day is read once, taken by another person, laid line by line; what differs is found, explained by two, and the balances are explained to the fen', async () => {
  const sheets = [await paid(), await paid(), await paid(), await paid()]
  const lost = await paid('9004')
  for (const { settlementNum } of sheets) await moveTrades(settlementNum, day1)
  const [a, b, c, d] = await Promise.all(sheets.map(({ settlementNum }) => tradeOf(settlementNum)))
  const unknown = await server.db(tx =>
    tx.one(
      sql<{
        key: string
        amount: number
      }>`select p.task_no as key, p.amount_fen as amount from payments p join settlements s on s.id = p.settlement_id
        where s.settlement_num = ${lost.settlementNum}`.compile(q),
    ),
  )
  if (!a || !b || !c || !d) throw new Error('no trades')
  const opening = 5_000_000
  const first = bankFile(day1, opening, [
    ['N-1', `${a.key ?? ''} 运费`, '支出', a.amount],
    [b.serial ?? '', '', '支出', b.amount],
    ['N-3', c.key ?? '', '支出', c.amount + 5],
    ['N-4', '', '支出', 777],
    ['N-5', '', '收入', 4200, '榆林某公司'],
    ['N-6', unknown.key, '支出', unknown.amount],
  ])
  // not whole, not of a day that is over, and of a company that keeps no books
  for (const change of [
    (text: string) => text.split('\r\n').slice(0, -1).join('\r\n'),
    (text: string) => text.replace('7.77', '7.78'),
    (text: string) => text.replace('N-4', 'N-5'),
    (text: string) => text.replace('对账文件', '文件'),
  ])
    expect(
      (
        await branch.ask(
          readReconFile,
          {},
          upload(
            bankFile(
              day1,
              opening,
              [
                ['N-4', '', '支出', 777],
                ['N-5', '', '收入', 4200],
              ],
              change,
            ).bytes,
          ),
        )
      ).envelope.code,
    ).toBe(4001)
  expect((await branch.ask(readReconFile, {}, upload(bankFile(today, 0, []).bytes))).envelope.code).toBe(4001)
  expect((await people.finance.ask(readReconFile, {}, upload(first.bytes))).http).toBe(403)
  const read = await branch.send(readReconFile, {}, upload(first.bytes))
  expect((await branch.ask(readReconFile, {}, upload(first.bytes))).envelope.code).toBe(3561)
  expect((await dayOf(day1))?.state).toBe('missing')
  expect(await itemsOf(day1)).toEqual([])
  expect((await branch.ask(moveReconFile, { id: read.id, version: 1, move: 'take' })).envelope.code).toBe(1103)
  expect((await house.ask(moveReconFile, { id: read.id, version: 7, move: 'take' })).http).toBe(409)
  const both = await Promise.all([take(read), take(read)])
  expect(both.filter(({ envelope }) => envelope.code === 0)).toHaveLength(1)

  // the unknown payment is settled by the file, and its line lies on what that brought into the books
  await sheetWhen(people.finance, lost.settlementNum, ({ payments }) => payments[0]?.state === 'success')
  expect(
    (await people.finance.send(getSettlement, { settlementNum: lost.settlementNum })).payments[0]?.bankSerial,
  ).toBe('N-6')
  await until(
    async () => (await house.send(getReconStatement, { id: read.id })).lines[5]?.by !== undefined,
    'the line lies on what it settled',
  )
  const statement = await house.send(getReconStatement, { id: read.id })
  expect(statement.lines.map(({ by, differs, tradeNo }) => [by, differs, tradeNo])).toEqual([
    ['KEY', false, a.trade_no],
    ['SERIAL', false, b.trade_no],
    ['KEY', true, c.trade_no],
    [undefined, false, undefined],
    [undefined, false, undefined],
    ['KEY', false, (await tradeOf(lost.settlementNum)).trade_no],
  ])
  expect(statement.adjustedBank).toBe(statement.adjustedBook)
  expect(statement.bank).toBe(first.closing)
  // lines the file settled are differences no more
  const found = (await itemsOf(day1)).filter(({ state }) => state !== 'matched')
  expect(found.map(({ kind, serial }) => `${kind} ${serial ?? ''}`).toSorted()).toEqual([
    'AMOUNT_DIFF N-3',
    'THEIRS_ONLY N-4',
    'THEIRS_ONLY N-5',
  ])
  expect(await dayOf(day1)).toMatchObject({ state: 'differs', open: 3 })

  // the next day: it has to begin where this one ended; then what the bank never told is ours alone
  expect((await branch.ask(readReconFile, {}, upload(bankFile(day2, 1, []).bytes))).envelope.code).toBe(4001)
  const second = await branch.send(readReconFile, {}, upload(bankFile(day2, first.closing, []).bytes))
  expect((await take(second)).envelope.code).toBe(0)
  const ours = (await itemsOf(day1)).filter(({ kind }) => kind === 'OURS_ONLY')
  expect(ours.map(({ tradeNo }) => tradeNo)).toEqual([d.trade_no])
  expect((await house.send(getReconStatement, { id: second.id })).adjustedBank).toBe(
    (await house.send(getReconStatement, { id: second.id })).adjustedBook,
  )

  // explained by one, agreed to by another
  const [item] = ours
  const id = item?.id ?? ''
  expect((await branch.ask(moveReconItem, { id, version: 1, move: 'explain' })).envelope.code).toBe(4001)
  await branch.send(moveReconItem, { id, version: 1, move: 'explain', reason: '银行次日补入' })
  expect((await branch.ask(moveReconItem, { id, version: 2, move: 'confirm' })).envelope.code).toBe(1103)
  expect((await house.ask(moveReconItem, { id, version: 1, move: 'confirm' })).http).toBe(409)
  // its tab is work of the other one alone
  const ownOf = async (client: Client) => (await client.send(countReconItems, { branchId })).own?.['asked']
  expect([await ownOf(branch), await ownOf(house)]).toEqual([1, 0])
  await house.send(moveReconItem, { id, version: 2, move: 'confirm' })
  expect(await house.send(getReconItem, { id })).toMatchObject({
    state: 'explained',
    checker: expect.any(String) as string,
  })
  expect((await house.send(countReconItems, { branchId, from: day1, to: day2 })).state).toMatchObject({
    open: 3,
    explained: 1,
  })

  // a line without its record: money that came becomes a remittance, money that went an exception
  const lineItem = (serial: string) => found.find(each => each.serial === serial)
  const made = await branch.send(recordReconItem, { id: lineItem('N-5')?.id ?? '', version: 1 })
  expect(made.made).toMatch(/^来款 SK/)
  expect((await branch.ask(recordReconItem, { id: made.id, version: made.version })).envelope.code).toBe(3564)
  await branch.send(recordReconItem, { id: lineItem('N-4')?.id ?? '', version: 1 })
  await judged()
  const { rows } = await house.send(listMoneyExceptions, { state: 'open' })
  expect(rows.map(({ kind, words }) => [kind, words[0]?.bankSerial])).toContainEqual(['UNKNOWN_ORDER', 'N-4'])
})

test('a line like one movement alone is only suggested; agreed to, it lies there; nothing of another branch or company is found', async () => {
  const { settlementNum } = await paid()
  const branch2 = await server.login('branch2')
  const trade = await tradeOf(settlementNum)
  const before = day1 - DAY_MS
  await moveTrades(settlementNum, before)
  const at = (await house.send(getReconCalendar, { branchId, from: startOfDay(day1) })).days.find(
    each => each.day === day1,
  )
  const opening = (at?.file?.opening ?? 0) + trade.amount
  const { bytes } = bankFile(before, opening, [['Z-1', '', '支出', trade.amount]])
  const file = await branch.send(readReconFile, {}, upload(bytes))
  expect((await branch2.ask(moveReconFile, { id: file.id, version: 1, move: 'drop' })).http).toBe(404)
  expect((await branch2.ask(getReconStatement, { id: file.id })).http).toBe(404)
  expect((await take(file)).envelope.code).toBe(0)
  const item = (await itemsOf(before)).find(({ kind }) => kind === 'THEIRS_ONLY')
  expect(item).toMatchObject({ suggested: trade.trade_no, canAdopt: true })
  const id = item?.id ?? ''
  expect((await branch2.ask(getReconItem, { id })).http).toBe(404)
  expect((await people.finance.ask(getReconItem, { id })).http).toBe(403)
  expect((await branch.ask(adoptReconItem, { id, version: 1 })).http).toBe(403)
  const done = await house.send(adoptReconItem, { id, version: item?.version ?? 1 })
  expect(done.version).toBe((item?.version ?? 1) + 1)
  expect(await house.send(getReconItem, { id })).toMatchObject({ state: 'matched' })
  expect((await dayOf(before))?.state).toBe('even')
  // the simulated bank gives no day that is there already
  expect((await branch.ask(fetchReconFile, { day: before })).envelope.code).toBe(3561)
  const earlier = before - DAY_MS
  const fetched = await branch.ask(fetchReconFile, { day: earlier })
  // its file begins with the books and has to end where the next one begins: here the bank's is another
  expect(fetched.envelope.code).toBe(4001)
})

test('a line of a payment of ours with another amount goes to people once; the payment found later, the amounts still differ', async () => {
  const lost = await paid('9004')
  const { key, amount, order } = await server.db(tx =>
    tx.one(
      sql<{
        key: string
        amount: number
        order: string
      }>`select p.task_no as key, p.amount_fen as amount, p.idem_key as order from payments p
        join settlements s on s.id = p.settlement_id
        where s.settlement_num = ${lost.settlementNum}`.compile(q),
    ),
  )
  const { days } = await house.send(getReconCalendar, { branchId, from: startOfDay(day1 - 2 * DAY_MS) })
  const first = days.find(({ file }) => file !== undefined)
  const next = first?.file?.opening ?? NaN
  const day = (first?.day ?? NaN) - DAY_MS
  const taken = async (at: number, closing: number, lines: readonly Line[]) => {
    const { bytes } = bankFile(at, closing + lines.reduce((sum, line) => sum + line[3], 0), lines)
    expect((await take(await branch.send(readReconFile, {}, upload(bytes)))).envelope.code).toBe(0)
  }
  await taken(day, next, [['D-1', key, '支出', amount + 500]])
  await judged()
  let item: Awaited<ReturnType<typeof itemsOf>>[number] | undefined
  await until(async () => ([item] = await itemsOf(day))[0]?.made !== undefined, 'the line is with people')
  expect(item).toMatchObject({ kind: 'THEIRS_ONLY', state: 'open', made: '支付异常', canRecord: false })
  const id = item?.id ?? ''
  expect((await branch.ask(recordReconItem, { id, version: item?.version ?? 0 })).envelope.code).toBe(3564)
  const about = (await house.send(listMoneyExceptions, { state: 'open' })).rows.filter(({ words }) =>
    words.some(({ bankSerial }) => bankSerial === 'D-1'),
  )
  expect(about.map(({ kind }) => kind)).toEqual(['AMOUNT_DIFF'])
  await hearFact(server.server.deps, {
    channel: 'SIM',
    source: 'NOTICE',
    orderKey: order,
    kind: 'SUCCESS',
    amountFen: amount,
    raw: { order, amount },
  })
  await taken(day - DAY_MS, next + amount + 500, [])
  expect((await itemsOf(day)).map(({ kind, state }) => `${kind} ${state}`)).toEqual([
    'AMOUNT_DIFF open',
    'THEIRS_ONLY matched',
  ])
  expect((await dayOf(day))?.state).toBe('differs')
})

test('money whose record is on its way is not agreed to be another movement too', async () => {
  const { days } = await house.send(getReconCalendar, { branchId, from: startOfDay(day1 - 4 * DAY_MS) })
  const first = days.find(({ file }) => file !== undefined)
  const [day, next] = [(first?.day ?? NaN) - DAY_MS, first?.file?.opening ?? NaN]
  const came = { payerName: '榆林某公司', payerAccount: '6222000011112222', amount: fen(5_678), date: day }
  const { id, version } = await branch.send(
    recordRemittance,
    { ...came, serial: 'HAND-1', bankNote: '手工' },
    withSlip(),
  )
  await house.send(confirmRemittance, { id, version, expectAmount: came.amount })
  const { bytes } = bankFile(day, next - came.amount, [['E-1', '', '收入', came.amount]])
  expect((await take(await branch.send(readReconFile, {}, upload(bytes)))).envelope.code).toBe(0)
  const item = (await itemsOf(day)).find(({ kind }) => kind === 'THEIRS_ONLY')
  expect(item).toMatchObject({ suggested: expect.any(String) as string, canRecord: false, canAdopt: true })
  const made = await branch.send(recordReconItem, { id: item?.id ?? '', version: item?.version ?? 0 })
  const adopt = (at: number) => house.ask(adoptReconItem, { id: made.id, version: at })
  expect((await house.send(getReconItem, { id: made.id })).canAdopt).toBe(false)
  expect((await adopt(made.version)).envelope.code).toBe(3564)
  // once that record was taken back, it is
  const [second] = (await branch.send(listRemittances, { text: 'E-1' })).rows
  await branch.send(moveRemittance, {
    id: second?.id ?? '',
    version: second?.version ?? 0,
    move: 'withdraw',
    reason: '重复',
  })
  const both = await Promise.all([adopt(made.version), adopt(made.version)])
  expect(both.filter(({ envelope }) => envelope.code === 0)).toHaveLength(1)
  expect((await itemsOf(day)).map(({ state }) => state)).toEqual(['matched', 'matched'])
})

test('the simulated bank has its file of a day with a payment to a slow account at noon of the day after only', async () => {
  const [day, branchId] = [startOfDay(Date.now()), demoCompanyId('branch1')]
  await owner(`update sim_orders set account_no = '6222009017', created_at = ${day} where idem_key = (select idem_key
    from payments join sim_orders using (idem_key) where branch_id = '${branchId}' limit 1)`)
  const at = (days: number) =>
    asSystem(server.server.deps, ctx => simulatedSheet({ ...ctx, now: day + days * DAY_MS }, branchId, day))
  await expect(at(1.4)).rejects.toThrow()
  expect((await at(1.5)).lines.length).toBeGreaterThan(1)
})
