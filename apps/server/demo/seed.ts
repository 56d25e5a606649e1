// Fills an empty database with the demo: people, fleet, ninety days of freight, and the books that belong to them.
import { seedAgreements } from './agreements.ts'
import { setTimeout } from 'node:timers/promises'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import type pg from 'pg'
import { fillDays } from '../src/work/days.ts'
import { isEmptyInstallation, markDemo } from '../src/db/installation.ts'
import type { FileStore } from '../src/files/store.ts'
import { inTransaction, q, systemReach, type Tx } from '../src/db/tx.ts'
import { hashPassword } from '../src/features/session/password.commands.ts'
import { demoPassword } from './accounts.ts'
import { firstNumber, insertAll, skipNumbers } from './bulk.ts'
import { seedClosings } from './closings.ts'
import { seedExports } from './exports.ts'
import { seedStanding } from './standing.ts'
import { seedTrack } from './track.ts'
import { seedCredits } from './credits.ts'
import { seedDebts } from './debts.ts'
import { seedMoneyExceptions } from './moneyExceptions.ts'
import { seedDocuments } from './documents.ts'
import { seedFences } from './fences.ts'
import { seedGoodsChanges } from './goodsChanges.ts'
import { seedManualVouchers } from './manualVouchers.ts'
import { seedPayFiles } from './payFiles.ts'
import { seedRealNames } from './realNames.ts'
import { seedRecon } from './recon.ts'
import { seedRedInvoices } from './redInvoices.ts'
import { seedFleetHistory, seedPayees, seedStandings } from './payees.ts'
import { demoCompanyId, seedPeople } from './people.ts'
import { seedTasks } from './tasks.ts'
import { sequences, type Sequence } from './sequences.ts'
import { seedTrades } from './trades.ts'
import { seedTerminals } from './terminals.ts'
import { seedPostingVersions } from './postingVersions.ts'
import { seedLetters } from './letters.ts'
import { seedStatements } from './statements.ts'
import { seedShares } from './shares.ts'
import { tellStory, type Ground } from './story.ts'
import { chooseWanting, papersOfWanting, seedWantingChains } from './wantingChains.ts'
import { seedWholeChains, settledAndSold, wholeChains } from './wholeChains.ts'
import { seedWaybillLife } from './waybillLife.ts'
import { seedWriteOffs } from './writeOffs.ts'

/**
 * Seeds the demo when there is no company and nobody yet, and marks the database as a demo, all or nothing; of several servers one does it and the others wait.
 * Answers whether it was this call. With a store there are documents of vehicles, drivers, payees and companies to look
 * at. The same `now` gives the same rows, but for the salt of the password.
 */
export async function seedDemo(
  pool: pg.Pool,
  now: number,
  log: (line: string) => void,
  store?: FileStore,
): Promise<boolean> {
  const started = performance.now()
  const passwordHash = await hashPassword(demoPassword)
  const written = await inTransaction(pool, systemReach, async tx => {
    // working the story out takes seconds on a busy machine: the deadlines of a request do not fit
    await tx.rows(
      sql`select set_config('idle_in_transaction_session_timeout', '0', true),
        set_config('statement_timeout', '0', true)`.compile(q),
    )
    while (!(await isFirst(tx))) await setTimeout(lockPollMs)
    if (!(await isEmptyInstallation(tx))) return undefined
    await markDemo(tx)
    await seedPeople(tx, passwordHash, now - 200 * DAY_MS)
    const { rows, used, reds } = tellStory(await groundOf(tx, now))
    let n = 0
    // the order in which the tables refer to each other
    n += (await insertAll(tx, 'vehicles', rows.vehicles)) + (await insertAll(tx, 'drivers', rows.drivers))
    n +=
      (await insertAll(tx, 'goods', rows.goods)) +
      (await insertAll(tx, 'goods_carriers', rows.goods_carriers)) +
      (await insertAll(tx, 'tasks', rows.tasks))
    n +=
      (await insertAll(tx, 'waybills', rows.waybills)) +
      (await insertAll(tx, 'waybill_counts', rows.waybill_counts)) +
      (await insertAll(tx, 'charges', rows.charges))
    n +=
      (await insertAll(tx, 'settlements', rows.settlements, rows.settlements.length)) +
      (await insertAll(tx, 'payments', rows.payments))
    n += await insertAll(tx, 'waybill_parts', rows.waybill_parts)
    n += await insertAll(tx, 'waybill_fees', rows.waybill_fees)
    n += (await insertAll(tx, 'settlement_lines', rows.settlement_lines)) + (await insertAll(tx, 'debts', rows.debts))
    n += await insertAll(tx, 'sim_orders', rows.sim_orders)
    n +=
      (await insertAll(tx, 'journal_entries', rows.journal_entries)) +
      (await insertAll(tx, 'journal_lines', rows.journal_lines))
    n +=
      (await insertAll(tx, 'account_balances', rows.account_balances)) +
      (await insertAll(tx, 'account_days', rows.account_days))
    n += (await insertAll(tx, 'periods', rows.periods)) + (await insertAll(tx, 'voucher_numbers', rows.voucher_numbers))
    n += await insertAll(tx, 'vouchers', rows.vouchers, rows.vouchers.length)
    n += (await insertAll(tx, 'ar_items', rows.ar_items)) + (await insertAll(tx, 'ar_matches', rows.ar_matches))
    n += await insertFuel(tx, rows)
    n += await insertAll(tx, 'fund_records', rows.fund_records, rows.fund_records.length)
    n += await insertAll(tx, 'remittances', rows.remittances, rows.remittances.length)
    n += await insertAll(tx, 'remittance_claims', rows.remittance_claims)
    n += await insertAll(tx, 'remittance_refunds', rows.remittance_refunds)
    n += await insertAll(tx, 'refunds', rows.refunds, rows.refunds.length)
    n += await insertDeposits(tx, rows)
    n += await insertInvoices(tx, rows)
    n += await seedTrades(tx, rows)
    n += (await insertAll(tx, 'events', rows.events)) + (await insertAll(tx, 'messages', rows.messages))
    await seedStandings(tx, now)
    n += await seedTrack(tx, now)
    n += (await seedFleetHistory(tx)) + (await seedPayees(tx, now))
    n += await seedTerminals(tx, now)
    if (store) n += await seedDocuments(tx, store, now)
    n += (await seedFences(tx, rows, now)) + (await seedShares(tx, rows, now))
    n += await seedStanding(tx, now)
    n += await seedGoodsChanges(tx, now)
    n += await seedExports(tx, now)
    n += (await seedMoneyExceptions(tx, now)) + (await seedDebts(tx, now)) + (await seedCredits(tx, now))
    n += await seedWaybillLife(tx, now)
    n += await fillDays(tx)
    for (const sequence of sequences) await skipNumbers(tx, sequence, used[sequence] - 1)
    // these draw numbers as the product does
    n += (await seedTasks(tx, now)) + (await seedManualVouchers(tx, now))
    n += (await seedRedInvoices(tx, reds, now)) + (await seedPayFiles(tx, now)) + (await seedRecon(tx, now))
    n += await seedChains(tx, now, store)
    n += await seedWriteOffs(tx, now)
    n += (await seedStatements(tx, now)) + (await seedLetters(tx, now)) + (await seedPostingVersions(tx, now))
    return n + (await seedClosings(tx))
  })
  if (written !== undefined) log(`demo data: ${written} rows in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  return written !== undefined
}

/** Agreements, and what makes four flows of waybills meet, or all but meet. */
async function seedChains(tx: Tx, now: number, store: FileStore | undefined): Promise<number> {
  const [whole, wanting] = [await settledAndSold(tx, wholeChains), await chooseWanting(tx)]
  const signed = whole.map(waybillId => ({ waybillId, consign: 'signed', carry: 'signed' }) as const)
  const papers = await seedAgreements(tx, now, [...signed, ...wanting.map(papersOfWanting)], store)
  const checks = await seedRealNames(tx, now)
  return papers + checks + (await seedWholeChains(tx, whole)) + (await seedWantingChains(tx, wanting, now))
}

/** Deposits and their ways out, each to the default account of its carrier. */
async function insertDeposits(tx: Tx, { deposits, deposit_backs: backs }: ReturnType<typeof tellStory>['rows']) {
  const accounts = await tx.rows(
    q.selectFrom('company_accounts').select(['id', 'company_id']).where('is_default', '=', true),
  )
  const idOf = new Map(accounts.map(account => [account.company_id, account.id]))
  const named = backs.map(back => ({ ...back, account_id: idOf.get(back.carrier_id) ?? null }))
  return (await insertAll(tx, 'deposits', deposits)) + (await insertAll(tx, 'deposit_backs', named))
}

/** Invoices to shippers and of carriers, in the order in which they refer to each other. */
async function insertInvoices(tx: Tx, rows: ReturnType<typeof tellStory>['rows']): Promise<number> {
  const titles = await insertAll(tx, 'invoice_titles', rows.invoice_titles)
  // a company that applied has the title of its invoices in its own papers
  await tx.rows(
    sql`update company_profiles p set invoice_title = jsonb_build_object('title', t.name, 'taxNo', t.tax_no,
      'address', t.address, 'phone', t.phone, 'bank', t.bank, 'accountNo', t.account_no)
      from invoice_titles t where t.shipper_id = p.company_id`.compile(q),
  )
  const apps = await insertAll(tx, 'invoice_apps', rows.invoice_apps)
  const waybills = await insertAll(tx, 'invoice_app_waybills', rows.invoice_app_waybills)
  const invoices = await insertAll(tx, 'invoices', rows.invoices)
  const lines = await insertAll(tx, 'invoice_lines', rows.invoice_lines)
  const inputs = await insertAll(tx, 'input_invoices', rows.input_invoices)
  const bindings = await insertAll(tx, 'input_bindings', rows.input_bindings)
  return titles + apps + waybills + invoices + lines + inputs + bindings
}

/** Accounts of fuel and tolls with everything that hangs on them, in the order in which they refer to each other. */
async function insertFuel(tx: Tx, rows: ReturnType<typeof tellStory>['rows']): Promise<number> {
  const accounts = await insertAll(tx, 'fuel_accounts', rows.fuel_accounts)
  const cards = await insertAll(tx, 'fuel_cards', rows.fuel_cards)
  const issues = await insertAll(tx, 'fuel_issues', rows.fuel_issues)
  const uses = await insertAll(tx, 'fuel_uses', rows.fuel_uses)
  const shares = await insertAll(tx, 'fuel_use_shares', rows.fuel_use_shares)
  const shifts = await insertAll(tx, 'fuel_shifts', rows.fuel_shifts)
  const passes = await insertAll(tx, 'toll_passes', rows.toll_passes)
  return accounts + cards + issues + uses + shares + shifts + passes
}

/**
 * The time between looks of a server that waits for another's seeding, ms: one long wait would pass the deadline of a
 * query.
 */
const lockPollMs = 200

/** True once no other transaction is seeding. */
async function isFirst(tx: Tx): Promise<boolean> {
  return (
    await tx.one(
      sql<{ got: boolean }>`select pg_try_advisory_xact_lock(hashtextextended('yunshu demo', 0)) as got`.compile(q),
    )
  ).got
}

/** The people just written, as the story needs them. */
async function groundOf(tx: Tx, now: number): Promise<Ground> {
  const users = await tx.rows(
    q
      .selectFrom('users as u')
      .leftJoin('user_roles as ur', 'ur.user_id', 'u.id')
      .leftJoin('roles as r', 'r.id', 'ur.role_id')
      .select(['u.id', 'u.account', 'u.name', 'u.company_id', 'r.functions']),
  )
  const companies = new Map(
    (await tx.rows(q.selectFrom('companies').select(['id', 'name']))).map(({ id, name }) => [id, name]),
  )
  const accounts = new Map(
    (
      await tx.rows(
        q
          .selectFrom('company_accounts')
          .select(['company_id', 'account_name as name', 'account_no as account', 'bank'])
          .where('is_default', '=', true),
      )
    ).map(({ company_id: id, ...account }) => [id, account]),
  )
  const relations = await tx.rows(
    q.selectFrom('relations').select(['shipper_id', 'carrier_id']).where('state', '=', 'active').orderBy('carrier_id'),
  )
  const found = new Map(users.map(user => [user.account, user]))
  const first: Record<Sequence, number> = {
    goods_number: 0,
    task_number: 0,
    waybill_number: 0,
    settlement_number: 0,
    payment_number: 0,
    entry_number: 0,
    fund_number: 0,
    remittance_number: 0,
    invoice_app_number: 0,
    fuel_issue_number: 0,
    debt_number: 0,
    refund_number: 0,
    fuel_shift_number: 0,
    deposit_number: 0,
    deposit_back_number: 0,
  }
  for (const sequence of sequences) first[sequence] = await firstNumber(tx, sequence)
  const known = <T>(value: T | undefined, what: string): T => {
    if (value === undefined) throw new Error(`demo: no ${what}`)
    return value
  }
  return {
    now,
    first,
    whoIs: account => known(found.get(account), `account ${account}`),
    nameOf: companyId => known(companies.get(companyId), `company ${companyId}`),
    relatedTo: shipperId =>
      relations.filter(relation => relation.shipper_id === shipperId).map(relation => relation.carrier_id),
    accountOf: carrier => known(accounts.get(demoCompanyId(carrier)), `account of ${carrier}`),
    readers: users
      .flatMap(({ id, company_id: company, functions }) =>
        company === null ? [] : [{ id, company, permits: new Set(functions ?? []) }],
      )
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
  }
}
