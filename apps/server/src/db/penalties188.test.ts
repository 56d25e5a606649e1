// 188 on rows as they stood before it: penalties stand apart where no approved sheet has them, and nothing in the books changes.
import { createDatabase, type ScratchDatabase } from '@yunshu/postgres/scratch'
import { withClient } from '@yunshu/postgres/withClient'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  askOwnerLines,
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
const ask = (text: string) => askOwnerLines(database.ownerUrl, text)

/** Waybills of 950.00 less 300.00, of which 200.00 are a fine unless said. */
const waybills: readonly { n: number; part?: string; state: string; sheet?: [number, string]; code?: string }[] = [
  { n: 51, state: 'ready' },
  { n: 52, state: 'onSheet', sheet: [12, 'submitted'] },
  { n: 53, state: 'onSheet', sheet: [13, 'approved'] },
  { n: 54, state: 'paid', sheet: [14, 'paid'] },
  { n: 55, state: 'ready', code: 'CUT' },
  { n: 56, part: 'receipt', state: 'planned' },
]
const amounts = { deducted_fen: 30_000, oil_fen: 0 }

async function keepOldWaybill(client: pg.ClientBase, blank: object, row: (typeof waybills)[number]): Promise<void> {
  const { n, part = 'arrive', state, sheet, code = 'FINE' } = row
  const of = { ...parties, ...amounts, ...stamps }
  const waybill = { waybill_no: `YD${n}`, state: state === 'paid' ? 'finished' : 'signed', settle_state: 'unsettled' }
  await insertOld(client, 'waybills', { ...blank, ...of, ...waybill, id: id(n), payable_fen: 95_000, body: {} })
  const charge = { id: id(n + 300), waybill_id: id(n), side: 'CARRIER', code, amount_fen: -20_000 }
  await insertOld(client, 'charges', { ...charge, state: 'confirmed', created_at: 1, version: 1 })
  const money = { fixed_fen: 65_000, freight_fen: 95_000, paid_fen: state === 'paid' ? 65_000 : 0, set_off_fen: 0 }
  const zeros = {
    issued_fen: 0,
    advanced_fen: 0,
    penalty_fen: 0,
    expected_tax_fen: 0,
    booked: false,
    from_stock: false,
  }
  const kept = { id: id(n + 100), waybill_id: id(n), part, n: 1, planned_fen: 0, waits_for: 'sign', state, version: 1 }
  const settlement_id = sheet === undefined ? null : id(sheet[0])
  if (sheet !== undefined)
    await insertOld(client, 'settlements', {
      id: id(sheet[0]),
      settlement_num: `JS${sheet[0]}`,
      kind: 'NORMAL',
      state: sheet[1],
      period: '202610',
      line_count: 1,
      payable_fen: 95_000,
      due_fen: 65_000,
      carried_in_fen: 0,
      carried_out_fen: 0,
      advanced_fen: 0,
      maker_id: id(9),
      maker_name: '甲',
      version: 1,
      ...of,
    })
  await insertOld(client, 'waybill_parts', { ...kept, ...of, ...zeros, ...money, settlement_id })
  if (sheet === undefined) return
  await insertOld(client, 'settlement_lines', {
    settlement_id,
    waybill_id: id(n),
    part_id: id(n + 100),
    freight_fen: 95_000,
    ...amounts,
    advanced_fen: 0,
    due_fen: 65_000,
    set_off_fen: 0,
    pay_fen: 65_000,
    is_open: true,
  })
}

beforeAll(async () => {
  database = await createDatabase('penalties')
  await withClient(database.ownerUrl, async client => {
    await migrateBefore(client, '188_penalties.sql')
    await forgetReferences(client, [
      'companies',
      'waybills',
      'waybill_parts',
      'settlements',
      'settlement_lines',
      'charges',
    ])
    await reachAll(client)
    for (const [n, name] of ['分公司', '托运人', '承运商'].entries()) await insertOldCompany(client, id(n + 1), name)
    const needed = await client.query<{ name: string; type: string }>(
      `select column_name as name, data_type as type from information_schema.columns
        where table_name = 'waybills' and is_nullable = 'NO' and column_default is null`,
    )
    const blank = Object.fromEntries(
      needed.rows.map(({ name, type }) => [
        name,
        type === 'uuid' ? id(9) : type === 'text' ? '-' : type === 'jsonb' ? {} : 0,
      ]),
    )
    const plain = {
      source: 'APPOINT',
      kind: 'NORMAL',
      quantity_mode: 'BY_TON',
      pricing: 'PER_TON',
      receipt_state: 'none',
    }
    for (const row of waybills) await keepOldWaybill(client, { ...blank, ...plain, plate_color: '2', qty: 1 }, row)
  })
  await migrate(database.ownerUrl)
})
afterAll(() => database.drop())

test('penalties stand apart on parts no approved sheet has, with the lines and sheets of those; elsewhere nothing changes', async () => {
  expect(
    await ask(`select w.waybill_no, p.part, p.state, p.penalty_fen, w.penalty_fen as of_waybill, p.deducted_fen, p.fixed_fen
      from waybill_parts p join waybills w on w.id = p.waybill_id order by 1`),
  ).toEqual([
    'YD51 arrive ready 20000 20000 30000 65000',
    'YD52 arrive onSheet 20000 20000 30000 65000',
    'YD53 arrive onSheet 0 0 30000 65000',
    'YD54 arrive paid 0 0 30000 65000',
    'YD55 arrive ready 0 0 30000 65000',
    'YD56 receipt planned 20000 20000 30000 65000',
  ])
  expect(
    await ask(`select s.settlement_num, s.penalty_fen, l.penalty_fen as of_line, s.deducted_fen, s.due_fen, l.pay_fen
      from settlements s join settlement_lines l on l.settlement_id = s.id order by 1`),
  ).toEqual(['JS12 20000 20000 30000 65000 65000', 'JS13 0 0 30000 65000 65000', 'JS14 0 0 30000 65000 65000'])
})

test('a penalty is a share of what is deducted, whoever writes it', async () => {
  await expect(ask(`update waybill_parts set penalty_fen = 30001 where id = '${id(151)}'`)).rejects.toThrow('penalty')
  await expect(ask(`update settlement_lines set penalty_fen = -1 where part_id = '${id(152)}'`)).rejects.toThrow(
    'penalty',
  )
})
