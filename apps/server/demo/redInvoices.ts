// Red confirmations and invoices of carriers in the demo, in the states that moved no money: asked, waiting for the other
// side, denied, expired; handed in, checked, refused. Those of red invoices that stand (reds.ts) get their numbers here.
import { fen, splitTax, sumFen } from '@yunshu/domain/figures/money'
import { DAY_MS, HOUR_MS } from '@yunshu/domain/figures/time'
import { redAnswerMs } from '@yunshu/domain/invoice/red'
import { transportVat } from '@yunshu/domain/voucher/postings'
import type { Insertable } from 'kysely'
import { takeNumber } from '../src/db/numbers.ts'
import type { InputInvoices, RedConfirms, RedLines } from '../src/db/tables.gen.ts'
import { q, type Tx } from '../src/db/tx.ts'
import { insertAll } from './bulk.ts'
import { idMaker } from './ids.ts'
import { demoCompanyId, demoCreditCode, demoUserId } from './people.ts'
import type { IssuedReds } from './reds.ts'

/** Confirmations by turns: hours since they were entered, the side that did, and how far they came. */
const reds = [
  { hours: 200, state: 'expired', side: 'SELLER', reason: '01' },
  { hours: 90, state: 'buyerDenied', side: 'SELLER', reason: '04' },
  { hours: 20, state: 'sellerAsked', side: 'SELLER', reason: '04' },
  { hours: 12, state: 'buyerAsked', side: 'BUYER', reason: '01' },
  { hours: 3, state: 'asking', side: 'SELLER', reason: '03' },
] as const

/** Invoices of carriers by turns. */
const inputs = [
  { carrier: 'carrier', hours: 150, yuan: 86_420, state: 'verified' },
  { carrier: 'carrier', hours: 70, yuan: 41_877, state: 'uploaded' },
  { carrier: 'carrier2', hours: 48, yuan: 23_118, state: 'uploaded' },
  { carrier: 'carrier', hours: 30, yuan: 9_902, state: 'refused' },
] as const

/** Writes them; answers the number of rows. */
export async function seedRedInvoices(tx: Tx, issued: IssuedReds, now: number): Promise<number> {
  return (await seedReds(tx, now)) + (await seedIssued(tx, issued)) + (await seedInputs(tx, now))
}

async function seedIssued(tx: Tx, { confirms, events }: IssuedReds): Promise<number> {
  const rows: Insertable<RedConfirms>[] = []
  for (const { row } of confirms)
    rows.push({ ...row, confirm_no: await takeNumber(tx, 'HZ', 'red_confirm_number', row.created_at) })
  const lines = confirms.flatMap(red => red.lines)
  const written = (await insertAll(tx, 'red_confirms', rows)) + (await insertAll(tx, 'red_lines', lines))
  return written + (await insertAll(tx, 'events', events))
}

async function seedReds(tx: Tx, now: number): Promise<number> {
  const issued = await tx.rows(
    q
      .selectFrom('invoices')
      .select(['id', 'shipper_id', 'branch_id'])
      .where('state', '=', 'issued')
      .orderBy('id')
      .limit(reds.length),
  )
  const maker = await nameOf(tx, 'platform-finance')
  const confirmId = idMaker(91)
  const rows: Insertable<RedConfirms>[] = []
  const lines: Insertable<RedLines>[] = []
  for (const [n, invoice] of issued.entries()) {
    const plan = reds[n]
    if (plan === undefined) break
    const at = now - plan.hours * HOUR_MS
    const id = confirmId(at)
    const own = await tx.rows(
      q
        .selectFrom('invoice_lines')
        .select(['n', 'waybill_id', 'gross_fen', 'tax_fen'])
        .where('invoice_id', '=', invoice.id)
        .orderBy('n')
        .limit(2),
    )
    const owner = { shipper_id: invoice.shipper_id, branch_id: invoice.branch_id }
    lines.push(...own.map(line => ({ confirm_id: id, ...owner, ...line })))
    rows.push({
      id,
      confirm_no: await takeNumber(tx, 'HZ', 'red_confirm_number', at),
      state: plan.state,
      issue_state: 'waiting',
      invoice_id: invoice.id,
      ...owner,
      side: plan.side,
      reason_code: plan.reason,
      is_used: plan.state !== 'asking',
      gross_fen: sumFen(own.map(line => fen(line.gross_fen))),
      tax_fen: sumFen(own.map(line => fen(line.tax_fen))),
      deadline_at: plan.state === 'sellerAsked' || plan.state === 'buyerAsked' ? at + redAnswerMs : null,
      maker_id: maker.id,
      maker_name: maker.name,
      reason: plan.state === 'buyerDenied' ? '金额与对账单不一致' : null,
      created_at: at,
      updated_at: at,
    })
  }
  return (await insertAll(tx, 'red_confirms', rows)) + (await insertAll(tx, 'red_lines', lines))
}

async function seedInputs(tx: Tx, now: number): Promise<number> {
  const branch = await tx.one(
    q
      .selectFrom('settlements as s')
      .innerJoin('companies as b', 'b.id', 's.branch_id')
      .select(['b.id', 'b.name', 'b.credit_code'])
      .where('s.carrier_id', '=', demoCompanyId('carrier'))
      .orderBy('s.id', 'desc')
      .limit(1),
  )
  const inputId = idMaker(92)
  const rows: Insertable<InputInvoices>[] = []
  for (const [n, { carrier, hours, yuan, state }] of inputs.entries()) {
    const at = now - hours * HOUR_MS
    const gross = fen(yuan * 100)
    const maker = await nameOf(tx, carrier)
    const { name } = await tx.one(q.selectFrom('companies').select('name').where('id', '=', demoCompanyId(carrier)))
    rows.push({
      id: inputId(at),
      state,
      source: 'HAND',
      invoice_no: `261320000000000${String(10_000 + n)}`,
      seller_name: name,
      seller_tax_no: demoCreditCode(carrier),
      buyer_name: branch.name,
      buyer_tax_no: branch.credit_code ?? demoCreditCode('platform'),
      issued_at: at - DAY_MS,
      gross_fen: gross,
      tax_fen: splitTax(gross, transportVat).tax,
      carrier_id: demoCompanyId(carrier),
      branch_id: branch.id,
      maker_id: maker.id,
      maker_name: maker.name,
      checker_name: state === 'uploaded' ? null : (await nameOf(tx, 'platform-finance')).name,
      reason: state === 'refused' ? '购方名称与税号不符' : null,
      version: state === 'uploaded' ? 1 : 2,
      created_at: at,
      updated_at: at,
    })
  }
  return insertAll(tx, 'input_invoices', rows)
}

const nameOf = (tx: Tx, account: string): Promise<{ id: string; name: string }> =>
  tx.one(q.selectFrom('users').select(['id', 'name']).where('id', '=', demoUserId(account)))
