// The months of the demo that are over close as they stand, and each check before a close finds a fault planted for it.
import { askClose, getPeriod, listPeriods, movePeriod } from '@yunshu/contract/voucher/closing'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { closeChecks, type CloseCheck } from '@yunshu/domain/voucher/closing'
import { periodOf, shiftPeriod, startOfPeriod } from '@yunshu/domain/voucher/voucher'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyOf } from '../src/db/keyOf.ts'
import { openPool } from '../src/db/pool.ts'
import { inTransaction, q, systemReach } from '../src/db/tx.ts'
import { findChecks } from '../src/features/voucher/closeChecks.queries.ts'
import { asSystem } from '../src/work/system.ts'
import { demoBranches, demoCompanyId } from './people.ts'
import { seededAt, startDemoServer } from '../../../tests/server/seededDemo.ts'
import type { Client, TestServer } from '../../../tests/server/testServer.ts'

let server: TestServer
let owner: pg.Pool
let finance: Client, admin: Client
const branches = demoBranches.map(({ key }) => demoCompanyId(key))
const of = (branchId: string) => ({ raw: { branchCompanyId: branchId } })
beforeAll(async () => {
  server = await startDemoServer()
  owner = openPool({ url: server.ownerUrl, max: 1, log: () => {} })
  ;[finance, admin] = [await server.login('platform-finance'), await server.login('admin')]
})
afterAll(async () => {
  await owner.end()
  await server.stop()
})

/** The month of each branch that is the next to be closed. */
const dueMonths = async (): Promise<{ branchId: string; period: string }[]> => {
  const { rows } = await finance.send(listPeriods, { limit: 100 })
  return rows.filter(row => row.isDue).map(row => ({ branchId: row.branchCompanyId, period: row.period }))
}
const keys = Object.keys(closeChecks).map(name => keyOf(closeChecks, name))

interface At {
  readonly branchId: string
  readonly start: number
  readonly period: string
}

/** One row more of a table, like another but for some columns. */
const copyOf = (table: string, where: string, set: string): string =>
  `insert into ${table} overriding system value select (jsonb_populate_record(r, jsonb_build_object(${set}))).*
    from ${table} r where ${where} limit 1`
const change = (table: string, set: string, where: string): string =>
  `update ${table} set ${set} where id = (select id from ${table} where ${where} order by id limit 1)`

/** A fault of the month for each check; those of the calendar have months of their own. */
const planted: Readonly<Record<Exclude<CloseCheck, 'ended' | 'earlier'>, (at: At) => string>> = {
  drafts: ({ branchId, start }) =>
    change('vouchers', `date = ${start}`, `branch_id = '${branchId}' and state = 'draft'`),
  payments: ({ branchId, start }) =>
    change('payments', `state = 'unknown', created_at = ${start}`, `branch_id = '${branchId}' and state = 'success'`),
  exceptions: ({ branchId, start }) =>
    copyOf(
      'money_exceptions',
      'true',
      `'id', gen_random_uuid(), 'branch_id', '${branchId}', 'state', 'open', 'created_at', ${start}`,
    ),
  reconciled: ({ branchId, start }) =>
    change('recon_items', `day = ${start}, state = 'open'`, `branch_id = '${branchId}'`),
  bankFiles: ({ branchId, start }) =>
    `update recon_files set day = ${start - DAY_MS} - row_number from (select id as of_file, row_number() over () as row_number
      from recon_files where branch_id = '${branchId}') f where id = of_file`,
  balanced: ({ branchId, period }) =>
    `update account_balances set debit_fen = debit_fen + 1 where branch_id = '${branchId}' and period = '${period}'
      and account = '6602'`,
  receivables: ({ branchId }) => change('ar_items', 'open_fen = open_fen + 1', `branch_id = '${branchId}'`),
  estimated: ({ branchId }) =>
    change('waybill_parts', 'freight_fen = freight_fen + 1', `branch_id = '${branchId}' and state = 'ready'`),
  payables: ({ branchId }) =>
    `update settlement_lines set is_open = false where is_open and settlement_id = (select id from settlements
      where branch_id = '${branchId}' and state = 'approved' limit 1)`,
  underWay: ({ branchId }) =>
    change('payments', 'amount_fen = amount_fen + 1', `branch_id = '${branchId}' and state in ('sent', 'unknown')`),
  advances: ({ branchId }) =>
    change('waybill_parts', 'issued_fen = issued_fen + 1', `branch_id = '${branchId}' and state = 'issued'`),
  owed: ({ branchId }) =>
    change(
      'debts',
      'amount_fen = amount_fen + 1',
      `branch_id = '${branchId}' and taken_by is null and returned_at is null`,
    ),
  unclaimed: ({ branchId }) =>
    change('remittances', 'amount_fen = amount_fen + 1', `branch_id = '${branchId}' and state = 'unclaimed'`),
  deposits: ({ branchId }) =>
    change('deposits', 'amount_fen = amount_fen + 1', `branch_id = '${branchId}' and state = 'standing'`),
  refunding: ({ branchId }) =>
    change('refunds', `branch_id = '${branchId}', amount_fen = amount_fen + 1`, `state in ('asked', 'approved')`),
  fuelStock: ({ branchId }) =>
    change('fuel_accounts', 'balance_fen = balance_fen + 1', `branch_id = '${branchId}' and kind = 'OIL'`),
  tollStock: ({ branchId }) =>
    copyOf(
      'fuel_accounts',
      'true',
      `'id', gen_random_uuid(), 'branch_id', '${branchId}', 'kind', 'ETC', 'balance_fen', 1, 'account_no', 'X'`,
    ),
  waitingTax: ({ branchId }) =>
    `update waiting_tax set tax_fen = tax_fen + 1 where waybill_id = (select waybill_id from waiting_tax
      where branch_id = '${branchId}' and tax_fen > 0 limit 1)`,
  numbers: ({ branchId, period }) =>
    `update voucher_numbers set last = last + 1 where branch_id = '${branchId}' and period = '${period}'`,
  signed: ({ branchId, start }) =>
    change(
      'waybills',
      `signed_at = ${start}`,
      `branch_id = '${branchId}' and state = 'inTransit' and signed_at is null`,
    ),
  estimates: ({ branchId, start }) =>
    change(
      'vouchers',
      `date = ${start - 200 * DAY_MS}`,
      `branch_id = '${branchId}' and kind = 'TENTATIVE' and state = 'posted' and amount_fen > 0
        and date > ${start}`,
    ),
  remittances: ({ branchId, start }) =>
    change('remittances', `date = ${start}`, `branch_id = '${branchId}' and state = 'unclaimed'`),
  uninvoiced: ({ branchId, start }) =>
    `update ar_items set due_at = ${start} where branch_id = '${branchId}' and cancelled_at is null`,
  expected: ({ branchId, start }) =>
    change(
      'waybills',
      `signed_at = ${start}, paid_fen = payable_fen`,
      `branch_id = '${branchId}' and state in ('signed', 'finished') and paid_fen = 0 and set_off_fen = 0
        and payable_fen > oil_fen + deducted_fen and not exists (select from input_bindings b where b.waybill_id = waybills.id)`,
    ),
  expectedFuel: ({ branchId, start }) =>
    change(
      'waybills',
      `signed_at = ${start}, input_base = 'CASH_ONLY'`,
      `branch_id = '${branchId}' and state in ('signed', 'finished') and oil_fen > 0 and signed_at > ${start + 31 * DAY_MS}
        and exists (select from waybill_parts p join settlements s on s.id = p.settlement_id
          where p.waybill_id = waybills.id and p.oil_fen > 0 and s.state in ('approved', 'paid'))
        and not exists (select from fuel_issues i where i.waybill_id = waybills.id)
        and not exists (select from input_bindings b where b.waybill_id = waybills.id and b.class = 'FUEL')`,
    ),
  expectedTolls: ({ branchId, start }) =>
    change(
      'waybills',
      `signed_at = ${start}, input_base = 'CASH_ONLY', toll_fen = 1`,
      `branch_id = '${branchId}' and state in ('signed', 'finished') and payable_fen > oil_fen + deducted_fen
        and toll_fen = 0`,
    ),
  tails: ({ branchId, period }) =>
    copyOf(
      'journal_entries',
      `branch_id = '${branchId}' and period = '${period}'`,
      `'id', gen_random_uuid(), 'source_id', gen_random_uuid(), 'entry_no', 'X', 'event', 'E2e'`,
    ),
  unbound: ({ branchId, period }) =>
    change(
      'vouchers',
      `period = '${period}', amount_fen = amount_fen + 1`,
      `branch_id = '${branchId}' and summary = '外调车运费'`,
    ),
}

/** The counts of all checks of a month, after a fault was planted that nothing keeps. */
async function countsAt({ branchId, period }: Omit<At, 'start'>, fault?: string): Promise<Map<CloseCheck, number>> {
  return asSystem(server.server.deps, async ctx => {
    let counts = new Map<CloseCheck, number>()
    const undone = new Error('undone')
    await inTransaction(owner, systemReach, async tx => {
      if (fault !== undefined) expect(await tx.run(sql.raw(fault).compile(q)), fault).toBeGreaterThan(0)
      const checks = await findChecks({ ...ctx, tx }, branchId, period)
      counts = new Map(checks.map(({ key, count }) => [key, count]))
      throw undone
    }).catch((error: unknown) => {
      if (error !== undone) throw error
    })
    return counts
  })
}

test('each check finds a fault planted in a month of the demo', async () => {
  const [due] = await dueMonths()
  if (due === undefined) throw new Error('no month is due')
  const before = await countsAt(due)
  const missed: string[] = []
  for (const key of keys) {
    if (key === 'ended' || key === 'earlier') continue
    const at = { ...due, start: startOfPeriod(due.period) }
    const after = await countsAt(at, planted[key](at)).catch((error: unknown) => {
      missed.push(`${key} ${String(error)}`)
      return before
    })
    if ((after.get(key) ?? 0) <= (before.get(key) ?? 0)) missed.push(key)
  }
  expect(missed).toEqual([])
  const running = await countsAt({ ...due, period: periodOf(seededAt) })
  expect(running.get('ended')).toBe(1)
  expect((await countsAt({ ...due, period: shiftPeriod(due.period, 1) })).get('earlier')).toBe(1)
})

test('the oldest open month of each branch closes, by one who asks and another; only warnings are told of it', async () => {
  const due = await dueMonths()
  expect(due.map(({ branchId }) => branchId).toSorted()).toEqual(branches.toSorted())
  for (const { branchId, period } of due) {
    const { checks } = await finance.send(getPeriod, { branchId, period }, of(branchId))
    const against = checks.filter(({ ok }) => !ok)
    expect(against.filter(({ key }) => closeChecks[key].blocks)).toEqual([])
    const asked = await finance.send(askClose, { period, uninvoiced: true, carries: true }, of(branchId))
    await admin.send(movePeriod, { id: asked.id, version: asked.version, move: 'confirm' }, of(branchId))
    const closed = await finance.send(getPeriod, { branchId, period }, of(branchId))
    expect(closed.closing?.state).toBe('closed')
  }
})
