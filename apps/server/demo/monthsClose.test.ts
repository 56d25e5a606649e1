// The months of the demo that are over close as they stand, and each check before a close finds a fault planted for it.
import type { Call, Input } from '@yunshu/contract/call'
import { listReconItems } from '@yunshu/contract/recon/recon'
import { listRemittances } from '@yunshu/contract/remittance/remittance'
import { screens, type ScreenName } from '@yunshu/contract/screens/screens'
import { listMoneyExceptions } from '@yunshu/contract/settlement/moneyException'
import { listVouchers } from '@yunshu/contract/voucher/voucher'
import { listWaybills } from '@yunshu/contract/waybill/waybill'
import { fromWire } from '@yunshu/contract/wire'
import { askClose, getPeriod, listPeriods, movePeriod } from '@yunshu/contract/voucher/closing'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { closeChecks, type CloseCheck } from '@yunshu/domain/voucher/closing'
import { periodOf, shiftPeriod, startOfPeriod } from '@yunshu/domain/voucher/voucher'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { keyOf } from '../src/db/keyOf.ts'
import { openPool } from '../src/db/pool.ts'
import { inTransaction, q, systemReach } from '../src/db/tx.ts'
import { findReconItems } from '../src/features/recon/recon.queries.ts'
import { findRemittancesPage } from '../src/features/remittance/remittance.queries.ts'
import { findMoneyExceptions } from '../src/features/settlement/moneyException.queries.ts'
import { findPeriods } from '../src/features/voucher/closing.queries.ts'
import { subledgers } from '../src/features/voucher/subledgers.queries.ts'
import { findVouchersPage } from '../src/features/voucher/voucher.queries.ts'
import { findWaybillsPage } from '../src/features/waybill/waybill.queries.ts'
import type { Ctx } from '../src/work/ctx.ts'
import { actorOfSide } from '../../../tests/server/actorOfSide.ts'
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
const awaited = ['expected', 'expectedFuel', 'expectedTolls'] as const satisfies readonly CloseCheck[]
const accounts = Object.keys(subledgers).map(name => keyOf(subledgers, name))
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
    `with made as (${copyOf(
      'journal_entries',
      `branch_id = '${branchId}' and period = '${period}'`,
      `'id', gen_random_uuid(), 'source_id', gen_random_uuid(), 'entry_no', 'X', 'event', 'E2e'`,
    )} returning id) ${copyOf(
      'vouchers',
      `branch_id = '${branchId}' and period = '${period}' and state = 'posted'`,
      `'id', gen_random_uuid(), 'voucher_no', 'X', 'entry_id', (select id from made)`,
    )}`,
  unbound: ({ branchId, period }) =>
    change(
      'vouchers',
      `period = '${period}', amount_fen = amount_fen + 1`,
      `branch_id = '${branchId}' and summary = '外调车运费'`,
    ),
}

/** Checks whose rows are no rows of a list, or rows of several waybills or payments. */
const elsewhere: readonly CloseCheck[] = ['bankFiles', 'balanced', 'numbers', 'payments', ...awaited, ...accounts]

type Rows = { readonly rows: readonly object[]; readonly next?: string | undefined }
const listAs =
  <C extends Call>(call: C, find: (ctx: Ctx, input: Input<C>) => Promise<Rows>) =>
  async (ctx: Ctx, params: URLSearchParams): Promise<number> => {
    let [n, cursor] = [0, undefined as string | undefined]
    do {
      const texts = { ...Object.fromEntries(params), limit: '100', ...(cursor === undefined ? {} : { cursor }) }
      const { rows, next } = await find(ctx, z.decode(call.input, fromWire(call.input, texts, JSON.parse)) as Input<C>)
      n += rows.length
      cursor = next
    } while (cursor !== undefined)
    return n
  }
const lists: Partial<Record<ScreenName, (ctx: Ctx, params: URLSearchParams) => Promise<number>>> = {
  VoucherList: listAs(listVouchers, findVouchersPage),
  MoneyExceptions: listAs(listMoneyExceptions, findMoneyExceptions),
  ReconList: listAs(listReconItems, findReconItems),
  WaybillList: listAs(listWaybills, findWaybillsPage),
  RemittanceList: listAs(listRemittances, findRemittancesPage),
  PeriodList: listAs(listPeriods, findPeriods),
}

/** The number of rows of the list an address leads to; undefined where it leads to no list. */
async function rowsBehind(ctx: Ctx, address: string): Promise<number | undefined> {
  const { pathname, searchParams } = new URL(address, 'http://x')
  const screen = Object.keys(screens).find(name => `/${screens[keyOf(screens, name)].path}` === pathname)
  return screen === undefined ? undefined : lists[keyOf(screens, screen)]?.(ctx, searchParams)
}

/** Addresses that lead to other rows than were counted. */
const misled: string[] = []

/** The counts of all checks of a month, after a fault was planted that nothing keeps; of a fault the rows behind its address too. */
async function countsAt(
  { branchId, period }: Omit<At, 'start'>,
  fault?: string,
  of?: CloseCheck,
): Promise<Map<CloseCheck, number>> {
  return asSystem(server.server.deps, async ctx => {
    let counts = new Map<CloseCheck, number>()
    const undone = new Error('undone')
    await inTransaction(owner, systemReach, async tx => {
      if (fault !== undefined) expect(await tx.run(sql.raw(fault).compile(q)), fault).toBeGreaterThan(0)
      const checks = await findChecks({ ...ctx, tx }, branchId, period)
      counts = new Map(checks.map(({ key, count }) => [key, count]))
      const reader = { ...ctx, tx, actor: { ...actorOfSide('platform'), isAdmin: true }, can: () => true }
      for (const { key, count, url } of checks) {
        if (key !== of || count === 0 || elsewhere.includes(key)) continue
        const rows = url === undefined ? undefined : await rowsBehind(reader, url)
        if (rows !== count) misled.push(`${key}: ${count} counted, ${rows} at ${url}`)
      }
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
    const after = await countsAt(at, planted[key](at), key).catch((error: unknown) => {
      missed.push(`${key} ${String(error)}`)
      return before
    })
    if ((after.get(key) ?? 0) <= (before.get(key) ?? 0)) missed.push(key)
  }
  expect(missed).toEqual([])
  const running = await countsAt({ ...due, period: periodOf(seededAt) })
  expect(running.get('ended')).toBe(1)
  expect((await countsAt({ ...due, period: shiftPeriod(due.period, 1) }, undefined, 'earlier')).get('earlier')).toBe(1)
  // each address leads to exactly the rows that were counted
  expect(misled).toEqual([])
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
