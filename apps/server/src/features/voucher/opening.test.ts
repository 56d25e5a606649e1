// Opening balances: one draft for a branch, balanced to the fen, booked by another person on the day before the first month,
// while no month is closed; the trial balance begins with them.
import type { Input } from '@yunshu/contract/call'
import { askClose, listPeriods } from '@yunshu/contract/voucher/closing'
import { moveVoucher, saveVoucher } from '@yunshu/contract/voucher/manual'
import { exportOpening, getOpening, saveOpening } from '@yunshu/contract/voucher/opening'
import { getTrialBalance, getVoucher } from '@yunshu/contract/voucher/voucher'
import { fen } from '@yunshu/domain/figures/money'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { credit, debit } from '@yunshu/domain/voucher/ledger'
import { periodOf, shiftPeriod, startOfPeriod } from '@yunshu/domain/voucher/voucher'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drift } from '../../../../../tests/server/settlementWorld.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { sheetOf } from '../../../../../tests/server/xlsxRead.ts'
import { demoCompanyId, demoUserId } from '../../../demo/people.ts'
import { q } from '../../db/tx.ts'
import { asSystem } from '../../work/system.ts'
import type { Ctx } from '../../work/ctx.ts'
import { takeFuel } from './fundBooks.commands.ts'
import { bookEntries } from './ledger.commands.ts'
import { moveVoucher as moveManual } from './manual.commands.ts'

const branchId = demoCompanyId('branch1')
const inBranch = { raw: { branchCompanyId: branchId } }
const month = periodOf(Date.now())
const before = shiftPeriod(month, -1)
let server: TestServer
let branch: Client, finance: Client, admin: Client
beforeAll(async () => {
  server = await startTestServer()
  branch = await server.login('branch')
  finance = await server.login('platform-finance')
  admin = await server.login('admin')
})
afterAll(() => server.stop())

const line = (account: string, debit: number, credit = 0) => ({ account, debit: fen(debit), credit: fen(credit) })
const balanced = [line('1002.02', 5_000_000), line('1123.01', 300_001), line('4001', 0, 5_300_001)]
const move = (client: Client, id: string, version: number, name: Input<typeof moveVoucher>['move'], reason?: string) =>
  client.ask(moveVoucher, { id, version, move: name, ...(reason === undefined ? {} : { reason }) }, inBranch)
const trial = async (period: string) =>
  (await finance.send(getTrialBalance, { period, branchId }, inBranch)).rows.map(row => [
    row.account,
    row.opening,
    row.debit,
    row.credit,
  ])
const count = async (table: string): Promise<number> =>
  (await server.db(tx => tx.one(sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.compile(q)))).n
/** A voucher of opening balances brought into the books. */
async function booked(lines = balanced): Promise<{ id: string; version: number }> {
  const { id } = await branch.send(saveOpening, { lines })
  for (const [version, name] of [
    [1, 'audit'],
    [2, 'post'],
  ] as const)
    expect((await move(finance, id, version, name)).envelope).toMatchObject({ code: 0 })
  return { id, version: 3 }
}

test('a draft is one for a branch; wrong lines are told at their place, and no company reads or makes one', async () => {
  expect(await branch.send(getOpening, {})).toMatchObject({ firstPeriod: month, lines: [], mayEdit: true })
  const bad = [line('1122.01', 1), line('6602', 1), line('1002.01', 1, 1), line('4001', 0, 0)]
  const refused = await branch.ask(saveOpening, { lines: bad })
  expect(refused.http).toBe(400)
  expect(refused.envelope.message).toContain('第1行：1122.01 应收账款-托运人由业务单据形成，请补录未收款的运单')
  expect((await (await server.login('shipper-finance')).ask(getOpening, {})).http).toBe(403)
  expect((await branch.ask(exportOpening, {})).envelope.code, 'nothing to export').toBe(5021)
  const both = await Promise.all([1, 2].map(() => branch.ask(saveOpening, { lines: [line('1002.01', 7)] })))
  expect(both.map(({ envelope }) => envelope.code).toSorted((a, b) => a - b)).toEqual([0, 5020])
  const { voucher } = await finance.send(getOpening, {}, inBranch)
  if (voucher === undefined) throw new Error('no draft')
  expect(voucher.moves).toEqual(['audit'])
  expect((await move(finance, voucher.id, 1, 'audit')).envelope.code).toBe(5004)
  expect((await branch.ask(saveOpening, { id: voucher.id, version: 9, lines: balanced })).http).toBe(409)
  // the page of vouchers by hand does not change it
  const other = { kind: 'ACCOUNTING', date: Date.now(), summary: '改', lines: [{ ...line('6602', 1), summary: '改' }] }
  const changed = await branch.ask(saveVoucher, { ...other, kind: 'ACCOUNTING', id: voucher.id, version: 1 })
  expect(changed.http).toBe(400)
  const saved = await branch.send(saveOpening, { id: voucher.id, version: 1, lines: balanced })
  expect((await move(branch, voucher.id, saved.version, 'audit')).http).toBe(403)
  expect((await move(branch, voucher.id, saved.version, 'void', '重来')).envelope.code).toBe(0)
})

test('booked by another, once; the first month begins with them, to the fen, and nothing moved', async () => {
  const trades = await count('trades')
  const { id } = await branch.send(saveOpening, { lines: balanced })
  await move(finance, id, 1, 'audit')
  const both = await Promise.all([move(finance, id, 2, 'post'), move(admin, id, 2, 'post')])
  expect(both.map(({ http }) => http).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await trial(month)).toEqual([
    ['1002.02', 5_000_000, 0, 0],
    ['1123.01', 300_001, 0, 0],
    ['4001', -5_300_001, 0, 0],
  ])
  expect(await count('trades')).toBe(trades)
  expect(await drift(server)).toEqual([])
  expect(await finance.send(getVoucher, { id, branchId }, inBranch)).toMatchObject({
    state: 'posted',
    category: 'OPENING',
    period: before,
    date: startOfPeriod(month) - DAY_MS,
    mayBind: false,
  })
  const file = await finance.blob(exportOpening, {}, inBranch)
  const texts = [...sheetOf(file.bytes).matchAll(/<(?:t|v)[^>]*>([^<]*)/g)].map(([, text]) => text)
  expect(texts.join(' ')).toMatch(
    /^科目编码 科目名称 期初借方 期初贷方 1002.02 通道\/存管账户 50000.00 1123.01 预付账款-油卡 3000.01 4001 实收资本 53000.01 合计 .* 已记账 53000.01 53000.01$/,
  )
  // the month before takes nothing else; it is shown, and is none of the months to close
  await asSystem(server.server.deps, async ctx =>
    bookEntries(ctx, branchId, [
      {
        source: { type: 'fund', id: v7() },
        event: 'E18',
        summary: '上月',
        lines: [
          { account: '1002.02', debitFen: fen(9), creditFen: fen(0) },
          { account: '1002.01', debitFen: fen(0), creditFen: fen(9) },
        ],
        happenedAt: startOfPeriod(before) + DAY_MS,
        voucher: { kind: 'OTHER', counterparty: '自有账户' },
      },
    ]),
  )
  expect(await trial(month)).toContainEqual(['1002.02', 5_000_000, 9, 0])
  const { rows } = await finance.send(listPeriods, { branchId }, inBranch)
  expect(rows.map(({ period, isOpening, isNext }) => [period, isOpening, isNext])).toEqual([
    [month, false, true],
    [before, true, false],
  ])
  expect((await branch.send(listPeriods, {})).rows.find(({ period }) => period === before)?.mayAsk).toBe(false)
  const asked = await branch.ask(askClose, { period: before })
  expect([asked.http, asked.envelope.message]).toEqual([400, expect.stringContaining('那时还没有账')])
})

test('they are taken back in red by another with a reason, and typed anew; not once a month is closed', async () => {
  const { voucher } = await branch.send(getOpening, {})
  if (voucher === undefined) throw new Error('no opening balances')
  expect((await branch.ask(saveOpening, { lines: balanced })).envelope.code).toBe(5020)
  expect((await move(branch, voucher.id, voucher.version, 'reverse', '录错')).http).toBe(403)
  expect((await move(finance, voucher.id, voucher.version, 'reverse')).http).toBe(400)
  expect((await move(finance, voucher.id, voucher.version, 'reverse', '录错')).envelope.code).toBe(0)
  expect(await trial(month)).toContainEqual(['4001', 0, 0, 0])
  const again = await booked([line('1002.01', 12), line('4104', 0, 12)])
  expect(await trial(month)).toContainEqual(['4104', -12, 0, 0])
  expect(await drift(server)).toEqual([])
  await server.db(tx =>
    tx.run(
      q
        .updateTable('periods')
        .set({ closed_at: Date.now() })
        .where('branch_id', '=', branchId)
        .where('period', '=', month),
    ),
  )
  expect(await branch.send(getOpening, {})).toMatchObject({ closedPeriod: month, mayEdit: false })
  const late = await move(finance, again.id, again.version, 'reverse', '录错')
  expect([late.envelope.code, late.http]).toEqual([5019, 409])
  expect(await trial(month)).toContainEqual(['4104', -12, 0, 0])
})

test('taken back when its first month is over and its money is used, they go on their own day; nothing leaves until they stand again', async () => {
  const { deps } = server.server
  const other = demoCompanyId('branch2')
  const at = { raw: { branchCompanyId: other } }
  const rowsOf = async (period: string) =>
    (await finance.send(getTrialBalance, { period, branchId: other }, at)).rows.map(row => [
      row.account,
      row.opening,
      row.debit,
      row.credit,
    ])
  const clerk = await server.login('branch2')
  const later = startOfPeriod(shiftPeriod(month, 1)) + 2 * DAY_MS
  /** A step by the person, at some moment. */
  const step = (account: 'platform-finance' | 'branch2', now: number, work: (ctx: Ctx) => Promise<unknown>) =>
    asSystem(deps, ctx =>
      work({
        ...ctx,
        now,
        can: () => true,
        actor: { ...ctx.actor, userId: demoUserId(account), name: account, branchId: other },
      }),
    )
  const { id } = await clerk.send(saveOpening, { lines: balanced })
  for (const [version, name] of [
    [1, 'audit'],
    [2, 'post'],
  ] as const)
    expect((await finance.ask(moveVoucher, { id, version, move: name }, at)).envelope.code).toBe(0)
  const fuel = (ctx: Ctx) => takeFuel(ctx, other, fen(1))
  await step('branch2', Date.now(), async ctx => {
    await fuel(ctx)
    bookEntries(ctx, other, [
      {
        source: { type: 'fund', id: v7() },
        event: 'E6x',
        summary: '用油',
        lines: [debit('6602', fen(200_000)), credit('1123.01', fen(200_000))],
        voucher: { kind: 'OTHER', counterparty: '' },
      },
    ])
  })
  const next = shiftPeriod(month, 1)
  const reverse = { id, version: 3, move: 'reverse', reason: '余额录错' } as const
  const both = await Promise.allSettled(
    [1, 2].map(() => step('platform-finance', later, ctx => moveManual(ctx, reverse))),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  // as if they had never been, on the day before the first month; the month it is now has nothing of it
  expect(await rowsOf(month)).toContainEqual(['1123.01', 0, 0, 200_000])
  expect(await rowsOf(month)).toContainEqual(['4001', 0, 0, 0])
  expect(await rowsOf(next)).toContainEqual(['1123.01', -200_000, 0, 0])
  await expect(step('branch2', later, fuel)).rejects.toThrow('可用 −2,000.00 元')
  // typed anew they stand on the same day, though another month runs by now
  const again = { lines: [line('1123.01', 300_002), line('4001', 0, 300_002)] }
  const draft = await clerk.send(saveOpening, again)
  await step('platform-finance', later, ctx => moveManual(ctx, { id: draft.id, version: 1, move: 'audit' }))
  await step('platform-finance', later, ctx => moveManual(ctx, { id: draft.id, version: 2, move: 'post' }))
  expect(await rowsOf(month)).toEqual([
    ['1002.02', 0, 0, 0],
    ['1123.01', 300_002, 0, 200_000],
    ['4001', -300_002, 0, 0],
    ['6602', 0, 200_000, 0],
  ])
  await step('branch2', later, fuel)
  // the opening stands for the stock; fuel this test used by an entry alone has no record
  expect(await drift(server)).toEqual([`fuelStock of ${other} null: booked 100002, records 300002`])
})
