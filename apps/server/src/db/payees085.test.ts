// 085 on sheets as they stood before it: every sheet reads to the fen as before, its debts and set-offs lie on lines, and
// what waybills were paid is what left the bank.
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
const payee = { name: '承运商', account: '6222000000001234', bank: '某行' }

let database: ScratchDatabase
const ask = <R extends pg.QueryResultRow>(text: string) => askOwner<R>(database.ownerUrl, text)

interface OldSheet {
  n: number
  state: string
  /** Freight less deductions and fuel of each waybill, and when it falls due. */
  lines: [waybill: number, due: number, dueAt: number][]
  carriedIn?: number
  carriedOut?: number
  carriedTo?: number
  latePaid?: number
  payment?: string
  isOpen?: boolean
}
/** A debt and the sheet that took it off, a shortfall among lines, a sheet under way, and one closed whose money left late. */
const sheets: OldSheet[] = [
  { n: 10, state: 'paid', lines: [[50, -120, 1]], carriedOut: 120, carriedTo: 11 },
  {
    n: 11,
    state: 'paid',
    lines: [
      [51, 500, 9],
      [52, 300, 5],
      [53, -200, 1],
    ],
    carriedIn: 120,
    payment: 'success',
  },
  { n: 12, state: 'paying', lines: [[54, 700, 1]], payment: 'unknown' },
  { n: 13, state: 'closed', lines: [[55, 400, 1]], latePaid: 400, payment: 'success', isOpen: false },
  { n: 14, state: 'draft', lines: [[55, 400, 1]] },
]
const dueOf = ({ lines, carriedIn = 0, carriedOut = 0 }: OldSheet): number =>
  lines.reduce((all, [, due]) => all + due, 0) - carriedIn + carriedOut

async function keepOldSheets(client: pg.ClientBase): Promise<void> {
  await forgetReferences(client, ['companies', 'waybills', 'settlements', 'settlement_lines', 'payments'])
  await reachAll(client)
  for (const [n, name] of ['分公司', '托运人', '承运商'].entries()) await insertOldCompany(client, id(n + 1), name)
  await client.query('alter table waybills alter column body set default $q${}$q$')
  const needed = await client.query<{ column_name: string; data_type: string }>(
    "select column_name, data_type from information_schema.columns where table_name = 'waybills' and is_nullable = 'NO' and column_default is null",
  )
  const blank = Object.fromEntries(
    needed.rows.map(({ column_name: name, data_type: type }) => [
      name,
      type === 'uuid' ? id(9) : type === 'text' ? '-' : 0,
    ]),
  )
  const known = {
    source: 'APPOINT',
    kind: 'NORMAL',
    quantity_mode: 'BY_TON',
    pricing: 'PER_TON',
    receipt_state: 'none',
    plate_color: '2',
    qty: 1,
  }
  for (const n of [50, 51, 52, 53, 54, 55]) {
    const own = sheets.find(sheet => sheet.lines.some(([waybill]) => waybill === n) && sheet.isOpen !== false)
    const line = own?.lines.find(([waybill]) => waybill === n)
    await insertOld(client, 'waybills', {
      ...blank,
      ...known,
      ...parties,
      id: id(n),
      waybill_no: `YD${n}`,
      state: own?.state === 'paid' ? 'finished' : 'signed',
      settle_state: own?.state === 'paid' ? 'settled' : 'settling',
      paid_fen: own?.state === 'paid' ? Math.max(0, line?.[1] ?? 0) : 0,
      due_at: line?.[2] ?? 1,
      ...stamps,
    })
  }
  for (const sheet of sheets) {
    const total = sheet.lines.reduce((all, [, due]) => all + due, 0)
    await insertOld(client, 'settlements', {
      id: id(sheet.n),
      settlement_num: `JS${sheet.n}`,
      kind: 'NORMAL',
      state: sheet.state,
      ...parties,
      period: '202610',
      line_count: sheet.lines.length,
      payable_fen: total,
      oil_fen: 0,
      deducted_fen: 0,
      due_fen: dueOf(sheet),
      carried_in_fen: sheet.carriedIn ?? 0,
      carried_out_fen: sheet.carriedOut ?? 0,
      carried_to: sheet.carriedTo === undefined ? null : id(sheet.carriedTo),
      late_paid_fen: sheet.latePaid ?? 0,
      maker_id: id(9),
      maker_name: '甲',
      payee,
      version: 1,
      ...stamps,
    })
    for (const [waybill, due] of sheet.lines)
      await insertOld(client, 'settlement_lines', {
        settlement_id: id(sheet.n),
        waybill_id: id(waybill),
        freight_fen: due,
        deducted_fen: 0,
        oil_fen: 0,
        due_fen: due,
        is_open: sheet.isOpen ?? true,
      })
    if (sheet.payment !== undefined)
      await insertOld(client, 'payments', {
        id: id(sheet.n + 20),
        task_no: `ZF${sheet.n}`,
        settlement_id: id(sheet.n),
        ...parties,
        payee: payee.name,
        account_no: payee.account,
        bank: payee.bank,
        amount_fen: dueOf(sheet),
        channel: 'SIM',
        idem_key: `k${sheet.n}`,
        state: sheet.payment,
        attempts: 0,
        version: 1,
        ...stamps,
      })
  }
}

beforeAll(async () => {
  database = await createDatabase('payees085')
  await withClient(database.ownerUrl, async client => {
    await migrateBefore(client, '085')
    await keepOldSheets(client)
  })
})
afterAll(() => database.drop())

test('before = after: each sheet pays what it paid, to the account it had', async () => {
  const amounts =
    'select settlement_num, payable_fen, carried_in_fen, carried_out_fen, due_fen from settlements order by 1'
  const before = await ask(amounts)
  expect(await migrate(database.ownerUrl)).toContain('085_payees.sql')
  expect(await ask(amounts)).toEqual(before)
  expect(
    await ask(
      `select right(waybill_id::text, 2) as waybill, sum(set_off_fen)::int as off, sum(pay_fen)::int as pay from settlement_lines where is_open group by 1 order by 1`,
    ),
  ).toEqual([
    { waybill: '50', off: -120, pay: 0 },
    // 320 of debt and shortfall come off what falls due first
    { waybill: '51', off: 20, pay: 480 },
    { waybill: '52', off: 300, pay: 0 },
    { waybill: '53', off: -200, pay: 0 },
    { waybill: '54', off: 0, pay: 700 },
    { waybill: '55', off: 0, pay: 400 },
  ])
  expect(await ask('select distinct payee from settlement_lines')).toEqual([{ payee }])
  expect(
    await ask(
      'select p.task_no, sum(l.pay_fen)::int as pay from payments p join settlement_lines l on l.payment_id = p.id group by 1 order by 1',
    ),
  ).toEqual([
    { task_no: 'ZF11', pay: 480 },
    { task_no: 'ZF12', pay: 700 },
    { task_no: 'ZF13', pay: 400 },
  ])
})

test('a waybill says what was transferred for it, and apart from that what was set off', async () => {
  expect(
    await ask('select waybill_no, paid_fen::int as paid, set_off_fen::int as off from waybills order by 1'),
  ).toEqual([
    { waybill_no: 'YD50', paid: 0, off: -120 },
    { waybill_no: 'YD51', paid: 480, off: 20 },
    { waybill_no: 'YD52', paid: 0, off: 300 },
    { waybill_no: 'YD53', paid: 0, off: -200 },
    { waybill_no: 'YD54', paid: 0, off: 0 },
    { waybill_no: 'YD55', paid: 0, off: 0 },
  ])
})

test('debts stand in rows of their own, taken off where they were', async () => {
  expect(
    await ask(
      'select origin, right(settlement_id::text, 2) as sheet, amount_fen::int as amount, right(taken_by::text, 2) as by from debts order by 1 desc',
    ),
  ).toEqual([
    { origin: 'SHEET', sheet: '10', amount: 120, by: '11' },
    { origin: 'DOUBLE', sheet: '13', amount: 400, by: null },
  ])
})
