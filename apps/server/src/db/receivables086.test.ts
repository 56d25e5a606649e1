// 086 on books as they stood before it: what shippers owe becomes items, their prepaid money pays the arrears it stood
// beside, oldest due first, and no other figure changes.
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

const [branch, owes, paidUp, ahead] = [id(1), id(2), id(3), id(4)]
const at = Date.UTC(2026, 9, 20, 3)

let database: ScratchDatabase
const ask = <R extends pg.QueryResultRow>(text: string) => askOwner<R>(database.ownerUrl, text)

interface OldEntry {
  n: number
  event: string
  shipper: string
  /** The waybill, or 0 for a top-up. */
  waybill: number
  amount: number
  reverses?: number
}
/** Arrears of 100, 300 and 500 beside 450 paid later; a shipper whose waybill was void again; one that paid ahead only. */
const entries: OldEntry[] = [
  { n: 10, event: 'E1', shipper: owes, waybill: 0, amount: 40 },
  { n: 11, event: 'E2', shipper: owes, waybill: 50, amount: 140 },
  { n: 12, event: 'E2b', shipper: owes, waybill: 50, amount: 40 },
  { n: 13, event: 'E2', shipper: owes, waybill: 51, amount: 300 },
  { n: 14, event: 'E2', shipper: owes, waybill: 52, amount: 500 },
  { n: 15, event: 'E1', shipper: owes, waybill: 0, amount: 450 },
  { n: 16, event: 'E1', shipper: paidUp, waybill: 0, amount: 70 },
  { n: 17, event: 'E2', shipper: paidUp, waybill: 53, amount: 70 },
  { n: 18, event: 'E2b', shipper: paidUp, waybill: 53, amount: 70 },
  { n: 19, event: 'E2r', shipper: paidUp, waybill: 53, amount: -70, reverses: 17 },
  { n: 20, event: 'E2br', shipper: paidUp, waybill: 53, amount: -70, reverses: 18 },
  { n: 21, event: 'E1', shipper: ahead, waybill: 0, amount: 900 },
]
const accounts: Readonly<Record<string, [debit: string, credit: string]>> = {
  E1: ['1002.02', '2205.01'],
  E2: ['1122.01', '6001.01'],
  E2b: ['2205.01', '1122.01'],
}

async function keepOldBooks(client: pg.ClientBase): Promise<void> {
  await forgetReferences(client, ['companies', 'waybills', 'periods', 'journal_entries', 'vouchers'])
  await reachAll(client)
  for (const [n, name] of [
    [1, '分公司'],
    [2, '欠款货主'],
    [3, '作废货主'],
    [4, '预付货主'],
  ] as const)
    await insertOldCompany(client, id(n), name)
  // of a waybill only its number matters here
  await client.query('alter table waybills disable trigger user')
  await client.query(
    `do $$ declare c record; begin for c in select column_name from information_schema.columns where table_name = 'waybills' and is_nullable = 'NO' and column_default is null and column_name not in ('id', 'waybill_no')
      loop execute format('alter table waybills alter column %I drop not null', c.column_name); end loop; end $$`,
  )
  for (const n of [50, 51, 52, 53])
    await insertOld(client, 'waybills', { id: id(n), waybill_no: `YD${n}`, shipper_id: owes })
  // the waybill with the highest number was signed first
  const signedAt = (n: number): number => at - n * 86_400_000
  await insertOld(client, 'periods', { branch_id: branch, period: '202610' })
  for (const { n, event, shipper, waybill, amount, reverses } of entries) {
    const row = { branch_id: branch, period: '202610' }
    await insertOld(client, 'journal_entries', {
      ...row,
      id: id(n),
      entry_no: `FL${n}`,
      date: at,
      happened_at: waybill === 0 ? at : signedAt(waybill),
      summary: event,
      source_type: waybill === 0 ? 'topUp' : 'waybill',
      source_id: id(waybill === 0 ? n : waybill),
      event,
      shipper_id: shipper,
      created_by: nilId,
      created_at: at,
    })
    for (const [index, account] of (accounts[event.replace(/r$/, '')] ?? []).entries())
      await insertOld(client, 'journal_lines', {
        ...row,
        entry_id: id(n),
        n: index + 1,
        day: Date.UTC(2026, 9, 19, 16),
        account,
        party_id: ['1122.01', '2205.01'].includes(account) ? shipper : null,
        waybill_id: waybill === 0 ? null : id(waybill),
        debit_fen: index === 0 ? amount : 0,
        credit_fen: index === 1 ? amount : 0,
        reverses_entry: reverses === undefined ? null : id(reverses),
        reverses_n: reverses === undefined ? null : index + 1,
      })
  }
  await client.query(
    `insert into account_balances select branch_id, period, account, coalesce(party_id, '${nilId}'), sum(debit_fen), sum(credit_fen) from journal_lines group by 1, 2, 3, 4`,
  )
  await client.query(
    `insert into account_days select branch_id, account, party_id, day, sum(debit_fen), sum(credit_fen) from journal_lines where party_id is not null group by 1, 2, 3, 4
     union all select branch_id, account, '${nilId}', day, sum(debit_fen), sum(credit_fen) from journal_lines group by 1, 2, 4`,
  )
}

const balances = (table = 'journal_lines', where = '') =>
  ask<{ account: string; party: string; rest: string }>(
    `select account, coalesce(party_id, '${nilId}') as party, sum(debit_fen - credit_fen)::text as rest from ${table} ${where} group by 1, 2 order by 1, 2`,
  )

beforeAll(async () => {
  database = await createDatabase('receivables086')
  await withClient(database.ownerUrl, async client => {
    await migrateBefore(client, '086')
    await keepOldBooks(client)
  })
})
afterAll(() => database.drop())

test('arrears beside prepaid money are set off, and before = after but for these', async () => {
  const before = await balances()
  expect(await migrate(database.ownerUrl)).toContain('086_receivables.sql')
  const moved = (account: string, by: number) => (row: { account: string; party: string; rest: string }) =>
    row.account === account && row.party === owes ? { ...row, rest: String(Number(row.rest) + by) } : row
  const after = before.map(moved('1122.01', -450)).map(moved('2205.01', 450))
  expect(await balances()).toEqual(after)
  expect(await balances('account_balances')).toEqual(after)
  expect(await balances('account_days', `where party_id <> '${nilId}'`)).toEqual(
    after.filter(({ party }) => party !== nilId),
  )
})

test('items are what is owed, the oldest due is paid first, a void waybill has none', async () => {
  expect(
    await ask('select waybill_no, amount_fen::int as amount, open_fen::int as open from ar_items order by waybill_no'),
  ).toEqual([
    { waybill_no: 'YD50', amount: 140, open: 100 },
    { waybill_no: 'YD51', amount: 300, open: 300 },
    { waybill_no: 'YD52', amount: 500, open: 50 },
  ])
  expect(
    await ask(
      'select i.waybill_no, m.amount_fen::int as amount from ar_matches m join ar_items i using (waybill_id) order by 1',
    ),
  ).toEqual([
    { waybill_no: 'YD50', amount: 40 },
    { waybill_no: 'YD52', amount: 450 },
  ])
})

test('the set-off has its voucher with a number', async () => {
  expect(
    await ask(
      `select v.summary, v.amount_fen::int as amount, v.counterparty, right(v.voucher_no, 4) as no, e.source_type
       from vouchers v join journal_entries e on e.id = v.entry_id`,
    ),
  ).toEqual([{ summary: '预收冲应收 YD52', amount: 450, counterparty: '欠款货主', no: '0001', source_type: 'offset' }])
  expect(await ask('select last from voucher_numbers')).toEqual([{ last: 1 }])
})

test('books whose open items would differ from what is owed are not migrated', async () => {
  const broken = await createDatabase('receivables086')
  await withClient(broken.ownerUrl, async client => {
    await migrateBefore(client, '086')
    await keepOldBooks(client)
    await client.query(
      `update journal_lines set reverses_entry = null, reverses_n = null where account = '1122.01' and debit_fen < 0`,
    )
  })
  await expect(migrate(broken.ownerUrl)).rejects.toThrow('086')
  await broken.drop()
})
