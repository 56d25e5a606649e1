// 087 on books as they stood before it: each line on a bank or channel account becomes one trade with what is known of
// it, in the order in which it was booked, and payments name the waybills they were for.
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

const [branch, shipper, carrier] = [id(1), id(2), id(3)]
const at = Date.UTC(2026, 9, 5, 4)
const stamps = { created_at: at, updated_at: at }

let database: ScratchDatabase
const ask = <R extends pg.QueryResultRow>(text: string) => askOwner<R>(database.ownerUrl, text)

type Line = [account: string, debit: number, credit: number, party?: string]
/** An entry of then with its voucher. */
async function book(
  client: pg.ClientBase,
  n: number,
  event: string,
  [sourceType, sourceId]: [string, string],
  lines: Line[],
  companies: { shipper_id?: string; carrier_id?: string } = {},
): Promise<void> {
  const shared = { branch_id: branch, period: '202610', date: at + n, ...companies }
  await insertOld(client, 'journal_entries', {
    ...shared,
    id: id(n),
    entry_no: `FL${n}`,
    happened_at: at + n,
    summary: event,
    source_type: sourceType,
    source_id: sourceId,
    event,
    created_by: id(9),
    created_at: at + n,
  })
  for (const [index, [account, debit, credit, party = null]] of lines.entries())
    await insertOld(client, 'journal_lines', {
      entry_id: id(n),
      n: index + 1,
      branch_id: branch,
      period: '202610',
      day: at,
      account,
      party_id: party,
      debit_fen: debit,
      credit_fen: credit,
    })
  await insertOld(client, 'vouchers', {
    ...shared,
    id: id(100 + n),
    voucher_no: `记-${n}`,
    kind: 'OTHER',
    state: 'posted',
    summary: event,
    counterparty: `对方${n}`,
    amount_fen: 1,
    entry_id: id(n),
    reversed_fen: 0,
    maker_id: id(9),
    maker_name: '甲',
    poster_name: '系统',
    version: 1,
    ...stamps,
  })
}

const tables = [
  'companies',
  'waybills',
  'settlements',
  'payments',
  'settlement_lines',
  'channel_facts',
  'fund_records',
  'journal_entries',
  'journal_lines',
  'vouchers',
]

/** A value for each column of a table that wants one. */
async function blankOf(client: pg.ClientBase, table: string): Promise<object> {
  const { rows } = await client.query<{ name: string; type: string }>(
    "select column_name as name, data_type as type from information_schema.columns where table_name = $1 and is_nullable = 'NO' and column_default is null",
    [table],
  )
  return Object.fromEntries(
    rows.map(({ name, type }) => [name, type === 'uuid' ? id(9) : type === 'text' ? '-' : type === 'jsonb' ? {} : 0]),
  )
}

async function keepOldBooks(client: pg.ClientBase): Promise<void> {
  await forgetReferences(client, tables)
  await reachAll(client)
  for (const [n, name] of ['分公司', '托运人', '承运商'].entries()) await insertOldCompany(client, id(n + 1), name)
  await insertOld(client, 'fund_records', {
    id: id(20),
    record_no: 'ZJ1',
    kind: 'TOP_UP',
    state: 'confirmed',
    branch_id: branch,
    shipper_id: shipper,
    amount_fen: 900,
    date: at - 86_400_000,
    serial: 'CZ-1',
    maker_id: id(9),
    maker_name: '甲',
    checker_id: id(8),
    version: 1,
    ...stamps,
  })
  const sheet = await blankOf(client, 'settlements')
  const parties = { shipper_id: shipper, carrier_id: carrier, branch_id: branch }
  await insertOld(client, 'settlements', {
    ...sheet,
    ...parties,
    id: id(40),
    settlement_num: 'JS1',
    kind: 'NORMAL',
    state: 'partial',
    line_count: 3,
  })
  const waybill = await blankOf(client, 'waybills')
  for (const n of [50, 51, 52])
    await insertOld(client, 'waybills', {
      ...waybill,
      ...parties,
      source: 'APPOINT',
      kind: 'NORMAL',
      quantity_mode: 'BY_TON',
      pricing: 'PER_TON',
      receipt_state: 'none',
      settle_state: 'settling',
      state: 'signed',
      plate_color: '2',
      qty: 1,
      id: id(n),
      waybill_no: `YD${n}`,
    })
  await insertOld(client, 'payments', {
    id: id(30),
    task_no: 'ZF1',
    settlement_id: id(40),
    shipper_id: shipper,
    carrier_id: carrier,
    branch_id: branch,
    payee: '赵师傅',
    account_no: '6222000000001234',
    bank: '某行',
    amount_fen: 500,
    channel: 'SIM',
    idem_key: 'k1',
    state: 'returned',
    bank_serial: 'YH-1',
    attempts: 0,
    version: 1,
    ...stamps,
  })
  for (const [n, pay] of [
    [50, 300],
    [51, 200],
    [52, 0],
  ] as const)
    await insertOld(client, 'settlement_lines', {
      settlement_id: id(40),
      waybill_id: id(n),
      is_open: true,
      freight_fen: pay,
      deducted_fen: 0,
      oil_fen: 0,
      due_fen: pay,
      set_off_fen: 0,
      pay_fen: pay,
      payment_id: id(30),
    })
  await insertOld(client, 'channel_facts', {
    id: id(60),
    channel: 'SIM',
    fact_key: 'f1',
    source: 'NOTICE',
    order_key: 'k1',
    kind: 'RETURNED',
    bank_serial: 'YH-2',
    raw: {},
    received_at: at,
  })
  const both = { shipper_id: shipper, carrier_id: carrier }
  await book(
    client,
    10,
    'E1',
    ['topUp', id(20)],
    [
      ['1002.02', 900, 0],
      ['2205.01', 0, 900, shipper],
    ],
    { shipper_id: shipper },
  )
  await book(
    client,
    11,
    'E7a',
    ['payment', id(30)],
    [
      ['2202.01', 500, 0, carrier],
      ['2202.02', 0, 500, carrier],
    ],
    both,
  )
  await book(
    client,
    12,
    'E7b',
    ['payment', id(30)],
    [
      ['2202.02', 500, 0, carrier],
      ['6603.01', 3, 0],
      ['1002.02', 0, 503],
    ],
    both,
  )
  await book(
    client,
    13,
    'E7r',
    ['channelFact', id(60)],
    [
      ['1002.02', 500, 0],
      ['2202.01', 0, 500, carrier],
    ],
    both,
  )
  await book(
    client,
    14,
    'E18',
    ['fund', id(21)],
    [
      ['1002.02', 70, 0],
      ['1002.01', 0, 70],
    ],
  )
}

beforeAll(async () => {
  database = await createDatabase('trades087')
  await withClient(database.ownerUrl, async client => {
    await migrateBefore(client, '087')
    await keepOldBooks(client)
  })
  await migrate(database.ownerUrl)
})
afterAll(() => database.drop())

test('[RT-16] money that moved before is one row for each line, with its sides, serial, fee and waybills', async () => {
  const rows = await ask(
    'select trade_no, kind, direction, account, amount_fen::int, fee_fen::int, payer, payee, payee_account, payer_account, bank_serial, shipper_id, carrier_id, happened_at::text as at from trades order by entry_id, n',
  )
  const party = { shipper_id: shipper, carrier_id: carrier }
  expect(rows).toMatchObject([
    {
      kind: 'TOP_UP',
      direction: 'IN',
      amount_fen: 900,
      payer: '对方10',
      payee: '分公司',
      bank_serial: 'CZ-1',
      shipper_id: shipper,
      carrier_id: null,
      at: String(at - 86_400_000),
    },
    {
      kind: 'FREIGHT',
      direction: 'OUT',
      amount_fen: 500,
      fee_fen: 3,
      payer: '分公司',
      payee: '赵师傅',
      payee_account: '6222000000001234',
      bank_serial: 'YH-1',
      ...party,
    },
    {
      kind: 'RETURN',
      direction: 'IN',
      amount_fen: 500,
      payer: '赵师傅',
      payer_account: '6222000000001234',
      payee: '分公司',
      bank_serial: 'YH-2',
      ...party,
    },
    { kind: 'OWN', direction: 'IN', account: '1002.02', amount_fen: 70, bank_serial: null, shipper_id: null },
    { kind: 'OWN', direction: 'OUT', account: '1002.01', amount_fen: 70 },
  ])
  expect(rows.map(row => row['trade_no'])).toEqual([1, 2, 3, 4, 5].map(n => `LS261005${String(n).padStart(8, '0')}`))
  expect(
    await ask(
      'select t.kind, w.waybill_id, w.amount_fen::int from trade_waybills w join trades t on t.id = w.trade_id order by t.id, 2',
    ),
  ).toEqual([
    { kind: 'FREIGHT', waybill_id: id(50), amount_fen: 300 },
    { kind: 'FREIGHT', waybill_id: id(51), amount_fen: 200 },
    { kind: 'RETURN', waybill_id: id(50), amount_fen: 300 },
    { kind: 'RETURN', waybill_id: id(51), amount_fen: 200 },
  ])
})
