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

/** The first row of a table that is so, in words of an update. */
const firstOf = (table: string, such: string, key = 'id'): string =>
  `where (${key}) = (select ${key} from ${table} where ${such} order by ${key} limit 1)`

/** A fen more in one place than in every other that tells of the same money, by the sum that finds it, and the rows it finds by all of them. */
const fenApart: readonly (readonly [string, number, string])[] = [
  ['waybill', 1, `update waybills set paid_fen = paid_fen + 1 ${firstOf('waybills', 'paid_fen > 0')}`],
  ['payment', 1, `update payments set amount_fen = amount_fen + 1 ${firstOf('payments', `state = 'success'`)}`],
  [
    'sheet',
    2,
    `update settlements set carried_in_fen = carried_in_fen + 1, payable_fen = payable_fen + 1 ${firstOf('settlements', 'carried_in_fen > 0')}`,
  ],
  [
    'parts of waybill',
    1,
    `update waybills set payable_fen = payable_fen + 1 ${firstOf('waybills', `state = 'finished' and paid_fen > 0`)}`,
  ],
  [
    'advance of',
    1,
    `update waybills set advanced_fen = advanced_fen + 1 ${firstOf('waybills', `paid_fen = 0 and state not in ('cancelled', 'void')`)}`,
  ],
  [
    'advances on 1123.03 of',
    2,
    `update journal_lines set credit_fen = credit_fen + 1 ${firstOf('journal_lines', `account = '1123.03' and credit_fen > 0`, 'entry_id, n')}`,
  ],
  [
    'fuel of part',
    1,
    `update waybill_parts set issued_fen = issued_fen + 1, fixed_fen = fixed_fen + 1 ${firstOf('waybill_parts', `from_stock and part = 'oil' and state <> 'dropped'`)}`,
  ],
  ['stock of', 1, `update fuel_accounts set balance_fen = balance_fen + 1 ${firstOf('fuel_accounts', 'true')}`],
  [
    'more fuel on accounts than in the books',
    1,
    `update fuel_accounts set balance_fen = balance_fen + 1000000000 ${firstOf('fuel_accounts', 'true')}`,
  ],
  ['card', 1, `update fuel_cards set balance_fen = balance_fen + 1 ${firstOf('fuel_cards', 'balance_fen > 0')}`],
  [
    'deposit',
    1,
    `update deposits set gone_fen = gone_fen + 1 ${firstOf('deposits', 'gone_fen between 1 and amount_fen - 1')}`,
  ],
  [
    'deposits on 2241.02 of',
    2,
    `update journal_lines set credit_fen = credit_fen + 1 ${firstOf('journal_lines', `account = '2241.02' and credit_fen > 0`, 'entry_id, n')}`,
  ],
  [
    'part beside its line',
    1,
    `update settlement_lines set due_fen = due_fen + 1, set_off_fen = set_off_fen + 1 ${firstOf('settlement_lines', 'is_open and due_fen > 0', 'settlement_id, part_id')}`,
  ],
  [
    'estimate of part',
    1,
    `update journal_lines set credit_fen = credit_fen + 1 ${firstOf('journal_lines', `account = '2202.99' and part_id is not null and credit_fen > 0`, 'entry_id, n')}`,
  ],
  [
    'debts of',
    1,
    `update debts set amount_fen = amount_fen + 1 ${firstOf('debts', 'open_fen > 0 and taken_by is null')}`,
  ],
  ['money on debt', 1, `update debts set collected_fen = collected_fen + 1 ${firstOf('debts', 'true')}`],
  ['sum of write-off', 1, `update write_offs set amount_fen = amount_fen + 1 ${firstOf('write_offs', 'true')}`],
]

test('the books are whole after it, and every sum about money finds a fen that is told in one place alone', async () => {
  expect(await drift(server)).toEqual([])
  expect(await moneyFaults(server)).toEqual([])
  expect(await brokenInvariants(server)).toEqual([])
  // rows of the books are held by the database, whose owner lets go of that for the faults alone
  const held = fenApart.map(([, , fault]) => `alter table ${fault.split(' ')[1]} disable trigger user;`)
  const found = await moneyFaults(server, `${held.join('')}${fenApart.map(([, , fault]) => fault).join(';')}`)
  const finds = fenApart.map(([sum]) => [sum, found.filter(each => each.startsWith(`${sum} `)).length])
  expect(finds).toEqual(fenApart.map(([sum, n]) => [sum, n]))
})
