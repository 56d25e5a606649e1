// 100 on waybills as they stood before it: every sheet reads to the fen as before, and every waybill is what its parts say.
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

const parties = { shipper_id: id(2), carrier_id: id(3), branch_id: id(1) }
const stamps = { created_at: 1, updated_at: 1 }

let database: ScratchDatabase
const ask = <R extends pg.QueryResultRow>(text: string) => askOwner<R>(database.ownerUrl, text)

const plan = { prePpm: 0, oilPpm: 300_000, etcPpm: 0, arrivePpm: 500_000, receiptPpm: 200_000, termDays: 7 }
/** Waybills of every standing: 950.00 of freight, 20.00 deducted and 300.00 of fuel unless said. */
const waybills = [
  { n: 50, state: 'inTransit', payable: 95_001, deducted: 0, oil: 28_500 },
  { n: 51, state: 'signed', due_at: 9 },
  { n: 52, state: 'signed', due_at: null },
  { n: 53, state: 'signed', due_at: 9, settle: 'settling', sheet: 10 },
  { n: 54, state: 'finished', due_at: 9, settle: 'settled', sheet: 11, paid: 60_000, off: 3_000 },
  { n: 55, state: 'signed', due_at: 9, deducted: 80_000 },
  { n: 56, state: 'finished', due_at: 9, settle: 'settled', sheet: 12, deducted: 80_000, paid: 0, off: -15_000 },
  { n: 57, state: 'cancelled' },
  { n: 58, state: 'void', closed: 13 },
] as const
type Old = (typeof waybills)[number] & {
  payable?: number
  deducted?: number
  oil?: number
  paid?: number
  off?: number
  settle?: string
  sheet?: number
  closed?: number
  due_at?: number | null
}
const amounts = ({ payable = 95_000, deducted = 2_000, oil = 30_000 }: Old) => ({ payable, deducted, oil })

async function keepOldWaybills(client: pg.ClientBase): Promise<void> {
  await forgetReferences(client, ['companies', 'waybills', 'settlements', 'settlement_lines', 'payments'])
  await reachAll(client)
  for (const [n, name] of ['分公司', '托运人', '承运商'].entries()) await insertOldCompany(client, id(n + 1), name)
  const needed = await client.query<{ column_name: string; data_type: string }>(
    "select column_name, data_type from information_schema.columns where table_name = 'waybills' and is_nullable = 'NO' and column_default is null",
  )
  const blank = Object.fromEntries(
    needed.rows.map(({ column_name: name, data_type: type }) => [
      name,
      type === 'uuid' ? id(9) : type === 'text' ? '-' : type === 'jsonb' ? {} : 0,
    ]),
  )
  for (const row of waybills as readonly Old[]) {
    const { payable, deducted, oil } = amounts(row)
    await insertOld(client, 'waybills', {
      ...blank,
      source: 'APPOINT',
      kind: 'NORMAL',
      quantity_mode: 'BY_TON',
      pricing: 'PER_TON',
      receipt_state: 'none',
      plate_color: '2',
      qty: 1,
      ...parties,
      id: id(row.n),
      waybill_no: `YD${row.n}`,
      state: row.state,
      settle_state: row.settle ?? 'unsettled',
      settlement_num: row.sheet === undefined ? null : `JS${row.sheet}`,
      payable_fen: payable,
      deducted_fen: deducted,
      oil_fen: oil,
      paid_fen: row.paid ?? 0,
      set_off_fen: row.off ?? 0,
      due_at: row.due_at ?? null,
      body: { payPlan: plan },
      ...stamps,
    })
    const sheet = row.sheet ?? row.closed
    if (sheet === undefined) continue
    const due = payable - deducted - oil
    const off = row.off ?? 0
    await insertOld(client, 'settlements', {
      id: id(sheet),
      settlement_num: `JS${sheet}`,
      kind: 'NORMAL',
      state: row.closed !== undefined ? 'closed' : row.settle === 'settled' ? 'paid' : 'approved',
      ...parties,
      period: '202610',
      line_count: 1,
      payable_fen: payable,
      oil_fen: oil,
      deducted_fen: deducted,
      due_fen: Math.max(0, due - off),
      carried_in_fen: Math.max(0, off),
      carried_out_fen: Math.max(0, -due),
      maker_id: id(9),
      maker_name: '甲',
      version: 1,
      ...stamps,
    })
    await insertOld(client, 'settlement_lines', {
      settlement_id: id(sheet),
      waybill_id: id(row.n),
      freight_fen: payable,
      deducted_fen: deducted,
      oil_fen: oil,
      due_fen: due,
      set_off_fen: off,
      pay_fen: due - off,
      is_open: row.closed === undefined,
    })
  }
}

const read = `select right(w.waybill_no, 2) as no, p.part, p.state, p.planned_fen::int as planned, p.fixed_fen::int as fixed, p.paid_fen::int as paid, p.set_off_fen::int as off, p.waits_for as waits
  from waybill_parts p join waybills w on w.id = p.waybill_id order by 1, array_position(array['oil', 'arrive', 'receipt', 'debt'], p.part)`
const lines =
  'select right(waybill_id::text, 2) as no, freight_fen::int, deducted_fen::int, oil_fen::int, due_fen::int, set_off_fen::int, pay_fen::int, is_open from settlement_lines order by 1'
let before: readonly pg.QueryResultRow[]

beforeAll(async () => {
  database = await createDatabase('parts')
  await withClient(database.ownerUrl, async client => {
    await migrateBefore(client, '100_parts.sql')
    await keepOldWaybills(client)
  })
  before = await ask(lines)
  await migrate(database.ownerUrl)
})
afterAll(() => database.drop())

test('[CL-13] every standing of a waybill has its parts, and those that were settled are what was paid', async () => {
  const found = await ask<Record<string, unknown>>(read)
  expect(found.map(row => Object.values(row).join(' '))).toEqual([
    // on its way: 30 % fuel, 50 % on arrival, and the rest with the receipt
    '50 oil planned 28500  0 0 accept',
    '50 arrive planned 47500  0 0 sign',
    '50 receipt planned 19001  0 0 receipt',
    '51 oil ready 30000 30000 0 0 accept',
    '51 arrive ready 63000 63000 0 0 sign',
    // its money waited for the receipt, and does so with all of it
    '52 oil ready 30000 30000 0 0 accept',
    '52 receipt planned 63000 63000 0 0 receipt',
    '53 oil onSheet 30000 30000 0 0 accept',
    '53 arrive onSheet 63000 63000 0 0 sign',
    '54 oil paid 30000 30000 0 0 accept',
    '54 arrive paid 63000 63000 60000 3000 sign',
    '55 oil ready 30000 30000 0 0 accept',
    '55 debt ready 0 -15000 0 0 none',
    '56 oil paid 30000 30000 0 0 accept',
    '56 debt setOff 0 -15000 0 -15000 none',
    '58 arrive dropped 0 0 0 0 sign',
  ])
})

test('old sheets read to the fen as before, each line on its part', async () => {
  expect(before).toHaveLength(4)
  expect(await ask(lines)).toEqual(before)
  expect(
    await ask(
      `select l.waybill_id from settlement_lines l join waybill_parts p on p.id = l.part_id where p.waybill_id <> l.waybill_id
        or l.is_open and p.settlement_id <> l.settlement_id`,
    ),
  ).toEqual([])
})

test('a part is open on one sheet at most', async () => {
  await expect(
    ask(
      `insert into settlement_lines (settlement_id, waybill_id, part_id, freight_fen, deducted_fen, oil_fen, due_fen, set_off_fen, pay_fen)
        select '${id(13)}', waybill_id, part_id, freight_fen, deducted_fen, oil_fen, due_fen, set_off_fen, pay_fen from settlement_lines where settlement_id = '${id(10)}'`,
    ),
  ).rejects.toThrow('settlement_lines_part')
})
