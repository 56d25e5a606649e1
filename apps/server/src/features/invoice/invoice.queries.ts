// Reads of invoices: the list, its counts and sums, one of them, and those whose turn has come.
import type { Input, Output } from '@yunshu/contract/call'
import type { countInvoices, getInvoice, InvoiceRow, listInvoices } from '@yunshu/contract/invoice/invoice'
import { fen, subtractFen } from '@yunshu/domain/figures/money'
import { moneyInWords } from '@yunshu/domain/figures/uppercase'
import {
  invoiceAppStates,
  invoiceKinds,
  invoiceMovesOf,
  invoiceStates,
  type InvoiceAppState,
  type InvoiceOn,
  type InvoiceRecord,
} from '@yunshu/domain/invoice/invoice'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { faultOfRedEntry } from '@yunshu/domain/invoice/red'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { between, chosen, contains } from '../../db/conditions.ts'
import { countCap, countWithOwn, sumListed } from '../../db/counts.ts'
import { keyOf } from '../../db/keyOf.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import type { Invoices } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { findLog } from '../../work/history.ts'
import { allOf } from '../../work/scope.ts'
import { findVouchersOf } from '../voucher/sourceVouchers.queries.ts'
import { findFiles } from '../file/file.queries.ts'
import { ownInvoices } from './application.queries.ts'
import { hasOpenRed } from './red.queries.ts'

export type Invoice = Omit<Selectable<Invoices>, 'state'> & { state: keyof typeof invoiceStates.states }

const records = { ISSUED: true, NONE: true } as const satisfies Readonly<Record<InvoiceRecord, true>>

/** An invoice as the rules of its moves see it. */
export const invoiceOn = (
  ctx: Pick<Ctx, 'actor' | 'deps'>,
  row: Pick<Invoice, 'state' | 'record' | 'recorder_id' | 'recorder_for'>,
  appState: InvoiceAppState,
): InvoiceOn => ({
  state: row.state,
  appState,
  record: row.record === null ? undefined : keyOf(records, row.record),
  isRecorder: [row.recorder_id, row.recorder_for].includes(ctx.actor.userId),
  hasGateway: ctx.deps.invoices !== undefined,
})

const invoiceRows = q
  .selectFrom('invoices as i')
  .innerJoin('invoice_apps as a', 'a.id', 'i.app_id')
  .innerJoin('companies as b', 'b.id', 'i.branch_id')
  .selectAll('i')
  .select(['a.app_no', 'a.state as app_state', 'b.name as branch_name'])
type NamedInvoice = Awaited<ReturnType<typeof invoiceRows.execute>>[number]

function show(ctx: Ctx, row: NamedInvoice): InvoiceRow {
  const state = keyOf(invoiceStates.states, row.state)
  const on = invoiceOn(ctx, { ...row, state }, keyOf(invoiceAppStates.states, row.app_state))
  return {
    id: row.id,
    serialNo: row.serial_no,
    appId: row.app_id,
    appNo: row.app_no,
    state,
    kind: keyOf(invoiceKinds, row.kind),
    invoiceNo: row.invoice_no ?? undefined,
    issuedAt: row.issued_at ?? undefined,
    titleName: row.title_name,
    taxNo: row.tax_no,
    branchCompanyId: row.branch_id,
    branchName: row.branch_name,
    gross: fen(row.gross_fen),
    net: subtractFen(fen(row.gross_fen), fen(row.tax_fen)),
    tax: fen(row.tax_fen),
    vatBp: row.vat_bp,
    lines: row.lines,
    red: fen(row.red_fen),
    fault: row.fault ?? undefined,
    recorder: row.recorder_name ?? undefined,
    isSimulated: ctx.deps.invoices?.isSimulated === true && row.record === null,
    createdAt: row.created_at,
    version: row.version,
    moves: invoiceMovesOf(on, permit => ctx.can(permit)),
  }
}

type Filter = Omit<Input<typeof listInvoices>, 'limit' | 'cursor'>

/** The list's condition without its state, which the counters run through. */
const filtered = ({ actor }: Ctx, { kind, branchId, from, to, waybillNo, text, ids }: Filter): RawBuilder<boolean> =>
  allOf([
    ownInvoices(actor, 'i'),
    kind && sql<boolean>`i.kind = ${kind}`,
    branchId === undefined ? undefined : sql<boolean>`i.branch_id = ${branchId}::uuid`,
    between('i.issued_at', from, to),
    waybillNo
      ? sql<boolean>`exists (select from invoice_lines l where l.invoice_id = i.id and l.waybill_no = ${waybillNo})`
      : undefined,
    contains(['i.invoice_no', 'i.serial_no', 'i.title_name', 'i.tax_no'], text),
    chosen('i.id', ids),
  ])

/** Invoices in the actor's reach, newest first. */
export async function findInvoices(ctx: Ctx, input: Input<typeof listInvoices>): Promise<Output<typeof listInvoices>> {
  const where = allOf([
    filtered(ctx, input),
    input.state && sql<boolean>`i.state = ${input.state}`,
    afterCursor(input, 'i.id'),
  ])
  const rows = await ctx.tx.rows(invoiceRows.where(where).orderBy('i.id', 'desc').limit(rowsToAsk(input)))
  return toPage(rows, input, row => show(ctx, row))
}

/** Counts by state under the list's filter, or the sums of its rows. */
export async function countInvoicesBy(
  ctx: Ctx,
  { part, ...filter }: Input<typeof countInvoices>,
): Promise<Output<typeof countInvoices>> {
  if (part !== 'sums')
    return countWithOwn(
      ctx.tx,
      invoiceStates,
      { table: 'invoices', alias: 'i', where: filtered(ctx, filter) },
      { person: ctx.actor.userId, hands: { recorded: ['recorder_id', 'recorder_for'] } },
    )
  const rows = q
    .selectFrom('invoices as i')
    .select(['i.gross_fen', 'i.tax_fen', 'i.red_fen'])
    .where(allOf([filtered(ctx, filter), filter.state && sql<boolean>`i.state = ${filter.state}`]))
    .orderBy('i.id', 'desc')
    .limit(countCap)
  const { n, ...sums } = await sumListed(ctx.tx, rows, { gross: 'gross_fen', tax: 'tax_fen', red: 'red_fen' })
  return { state: {}, summed: n, sums }
}

const lineRows = q
  .selectFrom('invoice_lines as l')
  .innerJoin('waybills as w', 'w.id', 'l.waybill_id')
  .select(['l.n', 'l.waybill_id', 'l.waybill_no', 'l.gross_fen', 'l.tax_fen', 'l.red_fen'])
  .select(['w.load_place', 'w.unload_place', 'w.item_names', 'w.plate'])

/** The lines of an invoice with the facts of their journeys. */
export const linesOf = (ctx: Ctx, invoiceId: string) =>
  ctx.tx.rows(lineRows.where('l.invoice_id', '=', invoiceId).orderBy('l.n').limit(2000))

/** The id of an invoice: its own, or that a voucher of its entry stands for. */
async function invoiceIdOf(ctx: Ctx, id: string): Promise<string> {
  const row = await ctx.tx.elevated(() =>
    ctx.tx.first(
      q
        .selectFrom('vouchers as v')
        .innerJoin('journal_entries as e', 'e.id', 'v.entry_id')
        .select('e.source_id')
        .where('v.id', '=', id)
        .where('e.source_type', '=', 'invoice'),
    ),
  )
  return row?.source_id ?? id
}

/** One invoice with its lines, files, vouchers and history; of another company there is none. */
export async function findInvoice(
  ctx: Ctx,
  { id: asked }: Input<typeof getInvoice>,
): Promise<Output<typeof getInvoice>> {
  const id = await invoiceIdOf(ctx, asked)
  const row = await ctx.tx.one(invoiceRows.where('i.id', '=', id).where(ownInvoices(ctx.actor, 'i')))
  const lines = await linesOf(ctx, id)
  return {
    ...show(ctx, row),
    remark: row.remark,
    amountInWords: moneyInWords(fen(row.gross_fen)),
    items: lines.map(line => ({
      n: line.n,
      waybillId: line.waybill_id,
      waybillNo: line.waybill_no,
      load: line.load_place,
      unload: line.unload_place,
      itemNames: line.item_names,
      plate: line.plate,
      gross: fen(line.gross_fen),
      net: subtractFen(fen(line.gross_fen), fen(line.tax_fen)),
      tax: fen(line.tax_fen),
      red: fen(line.red_fen),
    })),
    files: await findFiles(ctx, 'invoice', id),
    vouchers: isHouseSide(ctx.actor.side) ? await findVouchersOf(ctx, 'invoice', [id]) : [],
    log: await findLog(ctx, id),
    canRed:
      (ctx.can('invoice.issue') || ctx.can('invoice.apply')) &&
      faultOfRedEntry({
        state: keyOf(invoiceStates.states, row.state),
        hasOpen: await hasOpenRed(ctx, id),
      }) === undefined,
  }
}

/** Invoices to send or to ask about by now, those that wait longest first. */
export const findDueInvoices = (ctx: Ctx) =>
  ctx.tx.rows(
    q
      .selectFrom('invoices')
      .select(['id', 'state'])
      .where('next_at', '<=', ctx.now)
      .where(sql<boolean>`(state in ('sent', 'unknown') or (state = 'planned' and wanted))`)
      .orderBy('next_at')
      .limit(50),
  )
