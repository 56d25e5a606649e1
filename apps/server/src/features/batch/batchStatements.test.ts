// Statements of all shippers of a month as one batch: each row is made by itself, and what is left out says why.
import { chooseStatements, getBatch, startBatch, type BatchDetail } from '@yunshu/contract/batch'
import { getStatement, makeStatement } from '@yunshu/contract/statement/statement'
import type { Input } from '@yunshu/contract/call'
import { fen } from '@yunshu/domain/figures/money'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { periodOf, shiftPeriod, startOfPeriod } from '@yunshu/domain/voucher/voucher'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoCompanyId } from '../../../demo/people.ts'
import { drift } from '../../../../../tests/server/settlementWorld.ts'
import { holdJobs, startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { q } from '../../db/tx.ts'
import { asSystem } from '../../work/system.ts'
import { postTopUp } from '../voucher/books.commands.ts'
import { runBatches } from './batch.jobs.ts'

let server: TestServer
let finance: Client
beforeAll(async () => {
  server = await startTestServer()
  await holdJobs(server, ['batch.run'])
  finance = await server.login('platform-finance')
})
afterAll(() => server.stop())

const period = shiftPeriod(periodOf(Date.now()), -1)
/** Money of a shipper that came last month, fen. */
const topUp = (shipper: string, branch: string, amount: number) =>
  asSystem(server.server.deps, ctx =>
    postTopUp(
      { ...ctx, now: startOfPeriod(period) + 14 * DAY_MS },
      { id: v7(), shipperId: demoCompanyId(shipper), branchId: demoCompanyId(branch), amount: fen(amount) },
    ),
  )
const choose = async (input: Partial<Input<typeof chooseStatements>> = {}, client = finance): Promise<BatchDetail> =>
  client.send(getBatch, { id: (await client.send(chooseStatements, { period, ...input })).id })
const carryOut = async ({ id, version, total: count }: BatchDetail): Promise<BatchDetail> => {
  await finance.send(startBatch, { id, version, count })
  await runBatches(server.server.deps, new AbortController().signal)
  return finance.send(getBatch, { id })
}
const said = ({ items }: BatchDetail) =>
  items.map(({ number, outcome, reason }) => [number.slice(0, 2), outcome, reason] as const)

test('shippers with dealings get their statement, those that have it are left out, and nothing is made twice', async () => {
  await topUp('shipper', 'branch1', 10_000)
  await topUp('shipper2', 'branch1', 20_000)
  await topUp('shipper', 'branch2', 30_000)
  // refused: a running month, a company of the market, another branch than one's own
  expect((await finance.ask(chooseStatements, { period: periodOf(Date.now()) })).envelope.code).toBe(3531)
  expect((await finance.ask(chooseStatements, { period }, { raw: { period: '202613' } })).http).toBe(400)
  expect((await (await server.login('shipper-finance')).ask(chooseStatements, { period })).http).toBe(403)

  const already = await finance.send(makeStatement, {
    shipperId: demoCompanyId('shipper2'),
    period,
    branchId: demoCompanyId('branch1'),
  })
  const chosen = await choose()
  expect(chosen).toMatchObject({ act: 'makeStatement', period, total: 2, undone: 1 })
  expect(chosen.sum).toBeUndefined()
  expect(chosen.items.find(({ outcome }) => outcome === 'skipped')?.reason).toContain(already.statementNo)
  expect((await choose({ branchId: demoCompanyId('branch2') })).total).toBe(1)
  // of choices that were not started the last stands
  const batch = await choose()
  const done = await carryOut(batch)
  expect(done).toMatchObject({ state: 'done', done: 2, undone: 1 })
  const made = done.items.filter(({ outcome }) => outcome === 'done')
  expect(made.map(({ number }) => number.slice(0, 2))).toEqual(['DZ', 'DZ'])
  const statements = await Promise.all(made.map(({ recordId: id }) => finance.send(getStatement, { id })))
  expect(statements.map(({ state }) => state)).toEqual(['draft', 'draft'])
  expect(statements.map(({ closingPrepaid }) => closingPrepaid).toSorted((a, b) => a - b)).toEqual([10_000, 30_000])
  expect(await choose()).toMatchObject({ total: 0, undone: 3 })
  expect(await drift(server)).toEqual([])
})

test('a statement somebody made meanwhile is skipped with the reason, and stops none of the others', async () => {
  for (const branch of ['branch1', 'branch2']) {
    await topUp('shipper3', branch, 1_000)
    await topUp('shipper4', branch, 2_000)
  }
  const chosen = await choose({ ids: ['shipper3', 'shipper4'].map(demoCompanyId) })
  expect(chosen.total).toBe(4)
  for (const branch of ['branch1', 'branch2'])
    await finance.send(makeStatement, { shipperId: demoCompanyId('shipper3'), period, branchId: demoCompanyId(branch) })
  await finance.send(makeStatement, {
    shipperId: demoCompanyId('shipper4'),
    period,
    branchId: demoCompanyId('branch1'),
  })
  const done = await carryOut(chosen)
  expect(done).toMatchObject({ state: 'done', done: 1, undone: 3 })
  expect(said(done).filter(([, outcome]) => outcome === 'skipped')).toHaveLength(3)
  expect(done.items.find(({ outcome }) => outcome === 'skipped')?.reason).toContain('已存在')
  const rows = await server.db(tx =>
    tx.rows(q.selectFrom('shipper_statements').select('id').where('shipper_id', '=', demoCompanyId('shipper4'))),
  )
  expect(rows).toHaveLength(2)
})
