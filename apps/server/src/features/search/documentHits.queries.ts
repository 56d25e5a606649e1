// Numbered documents the header search finds by their number: one line each, asked for only by a text like its numbers.
import { listUrl, screenUrl, type ScreenName } from '@yunshu/contract/screens/screens'
import { searchKinds, type SearchKind } from '@yunshu/contract/session/searchKinds'
import type { SearchHit } from '@yunshu/contract/session/session'
import { voucherUrl } from '@yunshu/contract/voucher/voucherAddress'
import { sql, type RawBuilder } from 'kysely'
import type * as z from 'zod/mini'

import { q } from '../../db/tx.ts'
import type { Actor } from '../../work/ctx.ts'
import { allOf, companyRows, ownVouchers } from '../../work/scope.ts'
import { ownAgreements } from '../agreement/agreement.queries.ts'
import { ownDeposits } from '../deposit/deposit.queries.ts'
import { ownFleet } from '../fleet/fleet.queries.ts'
import { ownFuel } from '../fuel/account.queries.ts'
import { ownFunds } from '../fund/fund.queries.ts'
import { ownInvoices } from '../invoice/application.queries.ts'
import { ownInputs } from '../invoice/input.queries.ts'
import { ownLetters } from '../letter/letter.queries.ts'
import { ownPayRows } from '../payFile/payRows.queries.ts'
import { ownRefunds } from '../refund/refund.queries.ts'
import { ownRemittances } from '../remittance/remittance.queries.ts'
import { mayOpenScreen } from '../session/jurisdiction.queries.ts'
import { ownStatements } from '../statement/statement.queries.ts'
import { ownWriteOffs } from '../writeOff/writeOff.queries.ts'
import { isOrBegins, hitsMax } from './begins.ts'
import type { Asker } from './hitActs.queries.ts'

type Hit = z.output<typeof SearchHit>

/** A document that was found. */
interface Found {
  readonly id: string
  readonly no: string
  readonly state: string
  readonly note: string | null
  /** The kind of a voucher, which has a page for each. */
  readonly kind: string | null
  readonly branch_id: string | null
}

/** Documents of one kind. */
interface Source {
  /** Texts its numbers begin with. */
  readonly like: RegExp
  readonly table: string
  readonly no: string
  readonly own: (actor: Actor, alias: string) => RawBuilder<boolean>
  /** The column that says whose or what it is: a text, or the id of a company. */
  readonly note: string
  /** The screen that shows it to whoever may open it, and its address there. */
  readonly screen: ScreenName
  readonly path?: (found: Found) => string
}

const byId =
  (screen: ScreenName) =>
  ({ id }: Found): string =>
    screenUrl(screen, { id })
const invoicePath = byId('QueryInvoiceVoucher')

/** One entry for each kind of number the product gives out; the house test beside asks it of every such number. */
export const documentSources = {
  voucher: {
    like: /^(记-|CG)/,
    table: 'vouchers',
    no: 'voucher_no',
    own: ownVouchers,
    note: 'summary',
    screen: 'VoucherList',
    path: ({ id, kind, branch_id }) =>
      voucherUrl({ id, branchCompanyId: branch_id ?? '', ...(kind === null ? {} : { kind }) }),
  },
  invoiceApp: {
    like: /^KP/,
    table: 'invoice_apps',
    no: 'app_no',
    own: ownInvoices,
    note: 'title_name',
    screen: 'InvoiceApp',
    path: byId('InvoiceApp'),
  },
  invoice: {
    like: /^\d{8,20}$/,
    table: 'invoices',
    no: 'invoice_no',
    own: ownInvoices,
    note: 'title_name',
    screen: 'QueryInvoiceVoucher',
    path: invoicePath,
  },
  inputInvoice: {
    like: /^\d{8,20}$/,
    table: 'input_invoices',
    no: 'invoice_no',
    own: ownInputs,
    note: 'seller_name',
    screen: 'QueryInvoiceVoucher',
    path: found => `${invoicePath(found)}?of=input`,
  },
  redConfirm: {
    like: /^HZ/,
    table: 'red_confirms',
    no: 'confirm_no',
    own: ownInvoices,
    note: 'shipper_id',
    screen: 'QueryInvoiceRed',
  },
  statement: {
    like: /^DZ/,
    table: 'shipper_statements',
    no: 'statement_no',
    own: ownStatements,
    note: 'shipper_id',
    screen: 'StatementDetails',
    path: byId('StatementDetails'),
  },
  letter: {
    like: /^DH/,
    table: 'balance_letters',
    no: 'letter_no',
    own: ownLetters,
    note: 'party_id',
    screen: 'LetterDetails',
    path: byId('LetterDetails'),
  },
  remittance: {
    like: /^SK/,
    table: 'remittances',
    no: 'remittance_no',
    own: ownRemittances,
    note: 'payer_name',
    screen: 'RemittanceList',
  },
  refund: {
    like: /^TK/,
    table: 'refunds',
    no: 'refund_no',
    own: ownRefunds,
    note: 'shipper_id',
    screen: 'RefundList',
  },
  debt: { like: /^QK/, table: 'debts', no: 'debt_no', own: companyRows, note: 'carrier_id', screen: 'DebtList' },
  writeOff: {
    like: /^HX/,
    table: 'write_offs',
    no: 'write_off_no',
    own: ownWriteOffs,
    note: 'shipper_id',
    screen: 'WriteOffList',
  },
  deposit: {
    like: /^YJ/,
    table: 'deposits',
    no: 'deposit_no',
    own: ownDeposits,
    note: 'carrier_id',
    screen: 'DepositList',
  },
  depositBack: {
    like: /^TY/,
    table: 'deposit_backs',
    no: 'back_no',
    own: ownDeposits,
    note: 'carrier_id',
    screen: 'DepositBackList',
  },
  fund: { like: /^ZJ/, table: 'fund_records', no: 'record_no', own: ownFunds, note: 'remark', screen: 'FundList' },
  payFile: {
    like: /^PF/,
    table: 'pay_files',
    no: 'file_no',
    own: ownPayRows,
    note: 'name',
    screen: 'PayFileDetails',
    path: byId('PayFileDetails'),
  },
  fuelIssue: {
    like: /^YF/,
    table: 'fuel_issues',
    no: 'issue_no',
    own: ownFuel,
    note: 'carrier_id',
    screen: 'FuelIssues',
  },
  fuelShift: { like: /^YT/, table: 'fuel_shifts', no: 'shift_no', own: ownFuel, note: 'reason', screen: 'FuelShifts' },
  agreement: {
    like: /^HT/,
    table: 'agreements',
    no: 'agreement_no',
    own: ownAgreements,
    note: 'title',
    screen: 'AgreementDetails',
    path: byId('AgreementDetails'),
  },
  terminal: {
    like: /^\d{11,12}$/,
    table: 'terminals',
    no: 'phone',
    own: ownFleet,
    note: 'plate',
    screen: 'TerminalDetails',
    path: byId('TerminalDetails'),
  },
} as const satisfies Partial<Record<SearchKind, Source>>
type DocumentKind = keyof typeof documentSources

const documentKinds = Object.keys(searchKinds).filter((kind): kind is DocumentKind => kind in documentSources)

async function documentsLike(ctx: Asker, kind: DocumentKind, text: string): Promise<Hit[]> {
  const source: Source = documentSources[kind]
  const { table, no, own, note, screen, path } = source
  const isCompany = note.endsWith('_id')
  const rows = await ctx.tx.rows(
    sql<Found>`select x.id, ${sql.ref(`x.${no}`)} as no, x.state,
        ${isCompany ? sql`(select c.name from companies c where c.id = ${sql.ref(`x.${note}`)})` : sql.ref(`x.${note}`)} as note,
        ${table === 'vouchers' ? sql`x.kind` : sql`null`} as kind,
        ${table === 'terminals' ? sql`null` : sql`x.branch_id`} as branch_id
      from ${sql.table(table)} x where ${allOf([isOrBegins(`x.${no}`, text), own(ctx.actor, 'x')])}
      order by x.id desc limit ${hitsMax}`.compile(q),
  )
  return rows.map(found => ({
    kind,
    title: found.no,
    path: path?.(found) ?? listUrl(screen, { text: found.no }),
    note: found.note ?? '',
    state: found.state,
  }))
}

/** Documents whose number is the text, or begins with it, on screens the person may open; newest first. */
export async function findDocumentHits(ctx: Asker, text: string): Promise<Hit[]> {
  const hits: Hit[] = []
  for (const kind of documentKinds) {
    const { like, screen }: Source = documentSources[kind]
    if (like.test(text) && mayOpenScreen(ctx.actor, screen)) hits.push(...(await documentsLike(ctx, kind, text)))
  }
  return hits
}
