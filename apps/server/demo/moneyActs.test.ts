// Money and books of the demo moved by the product's own calls: every tab of their pages has a row, and the books are whole.
import { listDebts } from '@yunshu/contract/debt/debt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { q } from '../src/db/tx.ts'
import { brokenInvariants } from '../../../tests/server/moneyInvariants.ts'
import { moneyFaults } from '../../../tests/server/payeeWorld.ts'
import { startDemoServer } from '../../../tests/server/seededDemo.ts'
import { drift } from '../../../tests/server/settlementWorld.ts'
import { holdJobs, type TestServer } from '../../../tests/server/testServer.ts'
import { actBooks } from './bookActs.ts'
import { actMoney } from './moneyActs.ts'

let server: TestServer
let letJobsRun: () => Promise<void>
const said: string[] = []
beforeAll(async () => {
  server = await startDemoServer()
  letJobsRun = await holdJobs(server)
  await actMoney(server.server.deps, line => said.push(line))
  await actBooks(server.server.deps, line => said.push(line))
})
afterAll(async () => {
  await letJobsRun()
  await server.stop()
})

const count = async (from: string): Promise<number> =>
  (await server.db(tx => tx.one(sql<{ n: number }>`select count(*)::int as n from ${sql.raw(from)}`.compile(q)))).n

test('each step is made, in seconds', () => {
  expect(said.filter(line => !/^demo (money|books) moved in/.test(line))).toEqual([])
})

test('advances, children, adjustments, money that came back, answered files and debts of them stand to be looked at', async () => {
  const missing: string[] = []
  for (const from of [
    "settlements where kind = 'ADVANCE' and state = 'draft'",
    "settlements where kind = 'ADVANCE' and state = 'approved'",
    "settlements where kind = 'ADVANCE' and state = 'paid'",
    "settlements where kind = 'FAILURE' and state = 'draft'",
    "settlements where kind = 'FAILURE' and state = 'paid'",
    "payments where state = 'returned'",
    "pay_answers where state = 'applied'",
    "pay_files where state = 'made'",
    "money_exceptions where kind = 'LATE_SUCCESS' and state = 'resolved'",
    "money_exceptions where kind = 'LATE_SUCCESS' and state = 'proposed'",
    "waybill_parts where part = 'adjust' and state = 'ready'",
  ])
    if ((await count(from)) === 0) missing.push(from)
  expect(missing).toEqual([])
  const debts = (await (await server.login('platform-finance')).send(listDebts, { limit: 100 })).rows
  expect([...new Set(debts.map(({ origin }) => origin))]).toEqual(expect.arrayContaining(['ADVANCE', 'DOUBLE']))
})

test('months asked for, refused and opened again, red confirmations in every state, patterns, account maps and invitations stand', async () => {
  const missing: string[] = []
  for (const from of [
    ...['asked', 'refused', 'reopened', 'closed'].map(state => `period_closings where state = '${state}'`),
    ...['sellerDenied', 'withdrawn', 'undone', 'buyerDenied', 'expired', 'sellerAsked', 'buyerAsked', 'asking'].map(
      state => `red_confirms where state = '${state}'`,
    ),
    'voucher_patterns',
    'account_maps',
    "driver_invites where state = 'invited'",
    "driver_invites where state = 'revoked'",
  ])
    if ((await count(from)) === 0) missing.push(from)
  expect(missing).toEqual([])
})

test('the books are whole after it', async () => {
  expect(await drift(server)).toEqual([])
  expect(await moneyFaults(server)).toEqual([])
  expect(await brokenInvariants(server)).toEqual([])
})
