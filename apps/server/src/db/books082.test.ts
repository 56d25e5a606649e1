// 082 on books as they stood before it: every figure is kept to the fen, payments under way stand on 2202.02, each entry
// has its voucher, and what had been taken back is so line by line.
import { createDatabase, type ScratchDatabase } from '@yunshu/postgres/scratch'
import { withClient } from '@yunshu/postgres/withClient'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  askOwner,
  forgetReferences,
  insertOld,
  insertOldCompany,
  migrateBefore,
  oldId as id,
  reachAll,
} from '../../../../tests/server/oldDatabase.ts'
import { migrate } from './migrate.ts'
import { nilId } from './tx.ts'

const [branch, shipper, carrier] = [id(1), id(2), id(3)]
const at = Date.UTC(2026, 9, 20, 3)

let database: ScratchDatabase
const ask = <R extends pg.QueryResultRow>(text: string) => askOwner<R>(database.ownerUrl, text)

interface OldEntry {
  n: number
  event: string
  source: [string, number]
  lines: [account: string, party: string | null, debit: number, credit: number][]
  voucher?: [kind: string, no: number]
  reversalOf?: number
}

/** One estimate taken back by a sheet, and three payments: paid, failed, and under way. */
const entries: OldEntry[] = [
  {
    n: 10,
    event: 'E3',
    source: ['waybill', 50],
    lines: [
      ['6401.01', null, 500, 0],
      ['2202.99', carrier, 0, 500],
    ],
    voucher: ['TENTATIVE', 1],
  },
  {
    n: 11,
    event: 'E4a JS1',
    source: ['waybill', 50],
    lines: [
      ['6401.01', null, -500, 0],
      ['2202.99', carrier, 0, -500],
    ],
    voucher: ['TENTATIVE', 2],
    reversalOf: 10,
  },
  {
    n: 12,
    event: 'E4b',
    source: ['settlement', 60],
    lines: [
      ['6401.01', null, 600, 0],
      ['2202.01', carrier, 0, 600],
    ],
    voucher: ['ACCOUNTING', 3],
  },
  {
    n: 13,
    event: 'E7a',
    source: ['payment', 70],
    lines: [
      ['2202.01', carrier, 100, 0],
      ['1012.09', null, 0, 100],
    ],
  },
  {
    n: 14,
    event: 'E7b',
    source: ['payment', 70],
    lines: [
      ['1012.09', null, 100, 0],
      ['1002.02', null, 0, 100],
    ],
    voucher: ['ACCOUNTING', 4],
  },
  {
    n: 15,
    event: 'E7a',
    source: ['payment', 71],
    lines: [
      ['2202.01', carrier, 200, 0],
      ['1012.09', null, 0, 200],
    ],
  },
  {
    n: 16,
    event: 'E7c',
    source: ['payment', 71],
    lines: [
      ['2202.01', carrier, -200, 0],
      ['1012.09', null, 0, -200],
    ],
    voucher: ['OTHER', 5],
    reversalOf: 15,
  },
  {
    n: 17,
    event: 'E7a',
    source: ['payment', 72],
    lines: [
      ['2202.01', carrier, 300, 0],
      ['1012.09', null, 0, 300],
    ],
  },
]

async function keepOldBooks(client: pg.ClientBase): Promise<void> {
  const insert = (table: string, row: object) => insertOld(client, table, row)
  const stamps = { created_at: at, updated_at: at }
  // only the rows of the books matter here: what they refer to is left out
  await forgetReferences(client, ['companies', 'payments', 'periods', 'journal_entries', 'vouchers'])
  await reachAll(client)
  for (const [n, name] of [
    [1, '分公司'],
    [2, '托运人'],
    [3, '承运商'],
  ] as const)
    await insertOldCompany(client, id(n), name)
  for (const [n, state] of [
    [70, 'success'],
    [71, 'failed'],
    [72, 'unknown'],
  ] as const)
    await insert('payments', {
      id: id(n),
      task_no: `ZF${n}`,
      settlement_id: id(60),
      shipper_id: shipper,
      carrier_id: carrier,
      branch_id: branch,
      payee: '承运商',
      account_no: '6',
      bank: '行',
      amount_fen: 1,
      channel: 'SIM',
      idem_key: `k${n}`,
      state,
      ...stamps,
    })
  await insert('periods', { branch_id: branch, period: '202610', last_voucher: 5 })
  for (const { n, event, source, lines, voucher, reversalOf } of entries) {
    await insert('journal_entries', {
      id: id(n),
      entry_no: `FL${n}`,
      branch_id: branch,
      period: '202610',
      date: at + n,
      summary: event,
      source_type: source[0],
      source_id: id(source[1]),
      event,
      shipper_id: shipper,
      carrier_id: carrier,
      reversal_of: reversalOf === undefined ? null : id(reversalOf),
      created_by: id(9),
      created_at: at,
    })
    for (const [index, [account, party, debit, credit]] of lines.entries())
      await insert('journal_lines', {
        entry_id: id(n),
        n: index + 1,
        branch_id: branch,
        period: '202610',
        account,
        party_id: party,
        debit_fen: debit,
        credit_fen: credit,
      })
    if (voucher)
      await insert('vouchers', {
        id: id(n + 100),
        voucher_no: `记-202610-000${voucher[1]}`,
        kind: voucher[0],
        state: n === 10 ? 'reversed' : 'posted',
        branch_id: branch,
        period: '202610',
        date: at,
        summary: event,
        counterparty: '承运商',
        amount_fen: lines[0]?.[2] ?? 0,
        entry_id: id(n),
        maker_id: id(9),
        maker_name: '甲',
        settlement_id: id(60),
        version: 1,
        ...stamps,
      })
  }
  await client.query(
    `insert into account_balances select branch_id, period, account, coalesce(party_id, '00000000-0000-0000-0000-000000000000'), sum(debit_fen), sum(credit_fen) from journal_lines group by 1, 2, 3, 4`,
  )
}

const balances = () =>
  ask<{ account: string; rest: string }>(
    'select account, sum(debit_fen - credit_fen)::text as rest from journal_lines group by 1 order by 1',
  )

beforeAll(async () => {
  database = await createDatabase('books082')
  await withClient(database.ownerUrl, async client => {
    await migrateBefore(client, '082')
    await keepOldBooks(client)
  })
})
afterAll(() => database.drop())

test('before = after but for money under way, which goes from 1012.09 to 2202.02', async () => {
  const before = await balances()
  expect(await migrate(database.ownerUrl)).toContain('082_books.sql')
  const after = Object.fromEntries((await balances()).map(row => [row.account, Number(row.rest)]))
  expect(after).toEqual({
    ...Object.fromEntries(before.map(row => [row.account, Number(row.rest)])),
    '1012.09': 0,
    '2202.02': -300,
  })
  for (const table of ['account_balances', 'account_days'])
    expect(
      await ask(
        `select account, sum(debit_fen - credit_fen)::text as rest from ${table} ${table === 'account_days' ? `where party_id = '${nilId}'` : ''} group by 1 order by 1`,
      ),
      table,
    ).toEqual(await balances())
})

test('days are kept of each party and of the account as a whole', async () => {
  expect(
    await ask(
      `select account, party_id = '${carrier}' as own, sum(credit_fen - debit_fen)::int as rest from account_days where account like '2202%' group by 1, 2 having sum(credit_fen - debit_fen) <> 0 order by 1, 2`,
    ),
  ).toEqual([
    { account: '2202.01', own: false, rest: 200 },
    { account: '2202.01', own: true, rest: 200 },
    { account: '2202.02', own: false, rest: 300 },
    { account: '2202.02', own: true, rest: 300 },
  ])
})

test('each entry has its voucher, numbered without a gap, and knows what was taken back', async () => {
  expect(
    await ask(
      'select entry_no from journal_entries e where not exists (select from vouchers v where v.entry_id = e.id)',
    ),
  ).toEqual([])
  const rows = await ask<{
    event: string
    state: string
    amount: number
    reversed: number
    no: string
    period: string
  }>(
    `select e.event, v.state, v.amount_fen as amount, v.reversed_fen as reversed, right(v.voucher_no, 4) as no, v.period from vouchers v join journal_entries e on e.id = v.entry_id order by v.period, v.voucher_no`,
  )
  const old = rows.filter(row => row.period === '202610')
  expect(
    old.map(({ event, state, amount, reversed, no }) => [no, event, state, Number(amount), Number(reversed)]),
  ).toEqual([
    ['0001', 'E3', 'reversed', 500, 500],
    ['0002', 'E4a JS1', 'posted', -500, 0],
    ['0003', 'E4b', 'posted', 600, 0],
    ['0004', 'E7b', 'posted', 100, 0],
    ['0005', 'E7c', 'posted', -200, 0],
    ['0006', 'E7a', 'posted', 100, 0],
    ['0007', 'E7a', 'reversed', 200, 200],
    ['0008', 'E7a', 'reversed', 300, 300],
  ])
  expect(rows.slice(8).map(({ event, state, amount }) => [event, state, Number(amount)])).toEqual([
    ['E7ar', 'posted', -300],
    ['E7a 082', 'posted', 300],
  ])
  expect(await ask('select period, last from voucher_numbers order by period')).toMatchObject([
    { period: '202610', last: 8 },
    { last: 2 },
  ])
})

test('lines are of their day in China, and red names the line it takes back', async () => {
  expect(await ask<{ day: string }>("select distinct day::text from journal_lines where period = '202610'")).toEqual([
    { day: String(Date.UTC(2026, 9, 19, 16)) },
  ])
  const red = await ask<{ event: string; pairs: string }>(
    `select e.event, string_agg(o.event || ' ' || l.reverses_n, ', ' order by l.n) as pairs from journal_lines l
     join journal_entries e on e.id = l.entry_id join journal_entries o on o.id = l.reverses_entry group by e.id, e.event order by e.id`,
  )
  expect(red.map(({ event, pairs }) => [event, pairs])).toEqual([
    ['E4a JS1', 'E3 1, E3 2'],
    ['E7c', 'E7a 1, E7a 2'],
    ['E7ar', 'E7a 1, E7a 2'],
  ])
})
