// Laying by hand on the database: several lines of the bank on one movement, one on several; by two people, and undone by two.
import { layReconItems, moveReconLaying } from '@yunshu/contract/recon/laying'
import {
  adoptReconItem,
  getReconItem,
  getReconStatement,
  listReconItems,
  moveReconFile,
  readReconFile,
  recordReconItem,
  type ReconItemRow,
} from '@yunshu/contract/recon/recon'
import { fen, printYuan, sumFen, type Fen } from '@yunshu/domain/figures/money'
import { DAY_MS, formatDate, formatDateTime, startOfDay } from '@yunshu/domain/figures/time'
import { withClient } from '@yunshu/postgres/withClient'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoCompanyId } from '../../../demo/people.ts'
import { reachAll } from '../../../../../tests/server/oldDatabase.ts'
import { drift } from '../../../../../tests/server/settlementWorld.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { plansOf } from '../../../../../tests/server/plans.ts'
import { q } from '../../db/tx.ts'
import { asSystem } from '../../work/system.ts'
import { findTradesPage } from '../trade/trade.queries.ts'
import { postTopUp } from '../voucher/books.commands.ts'
import { matchBranch } from './match.commands.ts'

let server: TestServer
let branch: Client
let house: Client
const branchId = demoCompanyId('branch1')
const today = startOfDay(Date.now())
const [day1, day2] = [today - 2 * DAY_MS, today - DAY_MS]
let files: string[]

/** Money that came into the books at a moment, fen. */
async function came(amount: number, day: number): Promise<void> {
  await asSystem(server.server.deps, ctx =>
    postTopUp(ctx, { id: v7(), shipperId: demoCompanyId('shipper'), branchId, amount: fen(amount) }),
  )
  await withClient(server.ownerUrl, async client => {
    await client.query('begin')
    await reachAll(client)
    await client.query('update trades set happened_at = $1 where amount_fen = $2', [day + 9 * 3_600_000, amount])
    await client.query('commit')
  })
}
/** Reads and takes a day's file of money that came, by two people; answers its id and closing. */
async function taken(day: number, opening: Fen, amounts: readonly number[]): Promise<Fen> {
  const closing = sumFen([opening, ...amounts.map(fen)])
  const head = `对账文件,${formatDate(day)},笔数,${amounts.length},收入合计,${printYuan(sumFen(amounts.map(fen)))},支出合计,0.00,期初余额,${printYuan(opening)},期末余额,${printYuan(closing)}`
  const rows = amounts.map((amount, n) =>
    [
      formatDateTime(day + (n + 1) * 60_000),
      `B-${amount}`,
      '',
      '收入',
      printYuan(fen(amount)),
      '甲公司',
      '6222000011112222',
    ].join(','),
  )
  const text = [head, '交易时间,流水号,订单号,收支,金额,对方户名,对方账号', ...rows].join('\r\n')
  const read = await branch.send(
    readReconFile,
    {},
    { files: [{ name: '对账.csv', type: 'text/csv', bytes: Buffer.from(text) }] },
  )
  await house.send(moveReconFile, { id: read.id, version: read.version, move: 'take' })
  files.push(read.id)
  return closing
}
const items = async (): Promise<readonly ReconItemRow[]> =>
  (await house.send(listReconItems, { branchId, limit: 100 })).rows
/** The differences of these amounts, as they are asked for. */
async function chosen(...amounts: number[]): Promise<{ id: string; version: number }[]> {
  const rows = await items()
  return amounts.map(amount => {
    const row = rows.find(each => (each.theirs ?? each.ours) === amount)
    if (row === undefined) throw new Error(`no difference of ${amount}`)
    return { id: row.id, version: row.version }
  })
}
const layingOf = async (amount: number) => {
  const laying = (await items()).find(each => (each.theirs ?? each.ours) === amount)?.laying
  if (laying === undefined) throw new Error(`no laying of ${amount}`)
  return laying
}
/** Each statement explains the bank's balance by the books'. */
async function assertEven(): Promise<void> {
  for (const id of files) {
    const { adjustedBank, adjustedBook } = await house.send(getReconStatement, { id })
    expect(adjustedBank).toBe(adjustedBook)
  }
}

beforeAll(async () => {
  server = await startTestServer()
  branch = await server.login('branch')
  house = await server.login('platform-finance')
  files = []
  // one movement the bank told in two pieces on two days, and two movements it told as one
  await came(10_000, day1)
  await came(3_001, day1)
  await came(4_002, day1)
  const closing = await taken(day1, fen(0), [6_000, 7_003, 55])
  const next = await taken(day2, closing, [4_000])
  await taken(day2 - 3 * DAY_MS, fen(0), [])
  expect(next).toBe(17_058)
})
afterAll(() => server.stop())

test('lines that are no movement, sums that differ, and differences of others are refused', async () => {
  const ask = (list: { id: string; version: number }[], reason = '银行分两笔到账') =>
    branch.ask(layReconItems, { items: list, reason })
  const whole = await chosen(6_000, 4_000, 10_000)
  expect((await ask(await chosen(6_000, 10_000))).envelope.message).toContain('比账上合计')
  expect((await ask(await chosen(6_000, 4_000, 10_000, 3_001))).envelope.message).toContain('一次只能')
  expect((await ask(await chosen(6_000, 4_000))).envelope.message).toContain('请同时选择')
  expect((await branch.ask(layReconItems, { items: whole, reason: 'x' }, { raw: { items: '[]' } })).http).toBe(400)
  expect((await branch.ask(layReconItems, { items: whole, reason: 'x' }, { raw: { reason: ' ' } })).http).toBe(400)
  expect((await ask(whole.map(item => ({ ...item, version: 9 })))).http).toBe(409)
  expect((await ask([...whole, { id: v7(), version: 1 }])).http).toBe(404)
  expect((await (await server.login('branch2')).ask(layReconItems, { items: whole, reason: '对' })).http).toBe(404)
  expect((await (await server.login('shipper-finance')).ask(layReconItems, { items: whole, reason: '对' })).http).toBe(
    403,
  )
})

test('two lines of the bank on two days lie on one movement, by two people; undone by two they are differences as before', async () => {
  const asked = await branch.send(layReconItems, { items: await chosen(6_000, 4_000, 10_000), reason: '分两笔到账' })
  expect(await layingOf(10_000)).toMatchObject({ state: 'asked', lines: 2, movements: 1, amount: 10_000 })
  // in one at a time
  expect(
    (await branch.ask(layReconItems, { items: await chosen(6_000, 4_000, 10_000), reason: '再来' })).envelope.code,
  ).toBe(3565)
  const [line] = await chosen(6_000)
  if (line === undefined) throw new Error('no line')
  expect((await branch.ask(recordReconItem, line)).envelope.code).toBe(3565)
  expect((await house.ask(adoptReconItem, line)).envelope.code).toBe(3565)
  expect(await house.send(getReconItem, { id: line.id })).toMatchObject({ canRecord: false, canAdopt: false })
  const step = (
    client: Client,
    version: number,
    move: 'confirm' | 'putBack' | 'askUndo' | 'confirmUndo',
    reason?: string,
  ) => client.ask(moveReconLaying, { id: asked.id, version, move, ...(reason === undefined ? {} : { reason }) })
  expect((await step(branch, 1, 'confirm')).envelope.code).toBe(1103)
  expect((await step(house, 7, 'confirm')).http).toBe(409)
  expect((await step(await server.login('branch2'), 1, 'confirm')).http).toBe(404)
  const both = await Promise.all([step(house, 1, 'confirm'), step(await server.login('admin'), 1, 'confirm')])
  expect(both.filter(({ envelope }) => envelope.code === 0)).toHaveLength(1)
  for (const amount of [6_000, 4_000, 10_000]) {
    const [found] = await chosen(amount)
    const item = await house.send(getReconItem, { id: found?.id ?? '' })
    expect([item.state, item.laying?.state]).toEqual(['matched', 'laid'])
    expect(item.log.map(({ action }) => action)).toContain('确认合并对平')
  }
  await assertEven()
  expect(await drift(server)).toEqual([])

  // taken back the same way
  expect((await step(branch, 2, 'askUndo')).http).toBe(400)
  await step(house, 2, 'askUndo', '对错了')
  expect((await step(house, 3, 'confirmUndo')).envelope.code).toBe(1103)
  expect((await step(branch, 3, 'confirmUndo')).envelope.code).toBe(4030)
  expect((await step(await server.login('admin'), 3, 'confirmUndo')).envelope.code).toBe(0)
  const rows = await items()
  expect(
    rows.filter(({ theirs, ours }) => [6_000, 4_000, 10_000].includes(theirs ?? ours ?? 0)).map(({ state }) => state),
  ).toEqual(['open', 'open', 'open'])
  expect(rows.every(({ laying }) => laying === undefined)).toBe(true)
  await assertEven()
})

test('one line lies on two movements; one that was put back can be asked for again', async () => {
  const list = () => chosen(7_003, 3_001, 4_002)
  const first = await branch.send(layReconItems, { items: await list(), reason: '合并到账' })
  await house.send(moveReconLaying, { id: first.id, version: 1, move: 'putBack', reason: '请附回单' })
  const second = await branch.send(layReconItems, { items: await list(), reason: '合并到账，已附回单' })
  await house.send(moveReconLaying, { id: second.id, version: 1, move: 'confirm' })
  expect(
    (await items()).filter(({ state }) => state !== 'matched').map(({ theirs, ours }) => theirs ?? ours),
  ).not.toContain(7_003)
  const [file = ''] = files
  const { lines } = await house.send(getReconStatement, { id: file })
  expect(lines.find(({ amount }) => amount === 7_003)).toMatchObject({ by: 'HAND', differs: false })
  expect(lines.find(({ amount }) => amount === 7_003)?.tradeNo?.split('、')).toHaveLength(2)
  await assertEven()
})

test('whether a movement lies on a line, and the differences of a laying, are asked for by indexes', async () => {
  const plans = await asSystem(server.server.deps, ctx =>
    plansOf(ctx, async inner => {
      await matchBranch(inner, branchId)
      await findTradesPage(inner, { limit: 50, recon: 'open' })
      await inner.tx.rows(q.selectFrom('recon_items').select('id').where('laying_id', '=', v7()))
    }),
  )
  const asking = plans.filter(({ statement }) => statement.includes('recon_line_trades'))
  expect(asking.length).toBeGreaterThan(3)
  for (const { statement, lines } of asking) {
    expect(lines.join('\n'), statement).toContain('recon_lines_laid')
    expect(lines.join('\n'), statement).not.toMatch(/Seq Scan on recon_lines\b/)
  }
  expect(plans.at(-1)?.lines.join('\n')).toContain('recon_items_laying')
})
