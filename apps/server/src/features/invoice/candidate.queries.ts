// Signed waybills that can have an invoice, and the invoices chosen ones would make.
import type { Input, Output } from '@yunshu/contract/call'
import type { listInvoiceCandidates, previewInvoices, sumInvoiceCandidates } from '@yunshu/contract/invoice/application'
import { fen, splitTax, subtractFen, sumFen, type Fen } from '@yunshu/domain/figures/money'
import { invoiceLinesMost, invoiceRemarkMax, type InvoiceSplit } from '@yunshu/domain/invoice/invoice'
import { splitInvoices, type InvoiceItem, type PlannedInvoice } from '@yunshu/domain/invoice/split'
import { errorReasons } from '@yunshu/domain/invoice/red'
import { Problem } from '@yunshu/domain/problems/problems'
import { transportVat } from '@yunshu/domain/voucher/postings'
import { sql, type RawBuilder } from 'kysely'
import { between, chosen, contains } from '../../db/conditions.ts'
import { countCap } from '../../db/counts.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import { q } from '../../db/tx.ts'
import { revenueOfWaybill } from '../../db/waybillRevenue.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { allOf, ownRows } from '../../work/scope.ts'
import { ratedRevenuesOf } from '../voucher/posting.queries.ts'
import { findLimits } from './limits.queries.ts'

const liveApp = sql<boolean>`exists (select from invoice_app_waybills l where l.waybill_id = w.id and l.is_live)`

/** The reason a signed waybill cannot have an invoice yet; null where it can. Claims on the carrier's account are none. */
const whyNot = sql<string | null>`case
  when w.settle_state = 'frozen' then '结算已冻结'
  when exists (select from waybill_claims c where c.waybill_id = w.id and c.side = 'SHIPPER'
    and c.state = 'proposed') then '有扣款待答复'
end`

/**
 * The part of a waybill that an invoice of an earlier application bears, whether it is owed or an allowance took it
 * back: lines of invoices that are out, without those taken back as an error. Only where there is a line are red invoices
 * looked for.
 */
const borne = (column: 'gross_fen' | 'tax_fen'): RawBuilder<number> =>
  sql<number>`case when exists (select from invoice_lines l where l.waybill_id = w.id) and not ${liveApp} then
    coalesce((select sum(l.${sql.ref(column)}) from invoice_lines l join invoices i on i.id = l.invoice_id
      where l.waybill_id = w.id and i.state in ('issued', 'partRed', 'red')), 0)
    - coalesce((select sum(l.${sql.ref(column)}) from red_lines l join red_confirms r on r.id = l.confirm_id
      where l.waybill_id = w.id and r.issue_state = 'issued'
        and r.reason_code = any(${[...errorReasons]}::text[])), 0) else 0 end::bigint`

const candidateRows = q
  .selectFrom('waybills as w')
  .innerJoin('companies as b', 'b.id', 'w.branch_id')
  .select([
    'w.id',
    'w.waybill_no',
    'w.upstream_no',
    'w.signed_at',
    'w.load_place',
    'w.unload_place',
    'w.item_names',
    'w.plate',
    revenueOfWaybill('w').as('revenue_fen'),
    'w.branch_id',
    'b.name as branch_name',
    whyNot.as('why_not'),
    borne('gross_fen').as('borne_fen'),
    borne('tax_fen').as('borne_tax_fen'),
  ])
type CandidateRow = Awaited<ReturnType<typeof candidateRows.execute>>[number]

/** Signed waybills of the actor's company that bear a freight. */
const signed = (actor: Actor): RawBuilder<boolean> =>
  allOf([
    ownRows(actor, 'w'),
    sql<boolean>`w.state in ('signed', 'finished') and w.signed_at is not null
      and ${revenueOfWaybill('w')} > ${borne('gross_fen')}`,
  ])

type Open = Pick<InvoiceItem, 'gross' | 'tax' | 'vatBp'>

/** The freight of waybills that has no invoice yet with its tax, by rate: most have one, that of transport. */
async function openOf(
  ctx: Ctx,
  rows: readonly Pick<CandidateRow, 'id' | 'revenue_fen' | 'borne_fen' | 'borne_tax_fen'>[],
): Promise<(id: string) => readonly Open[]> {
  const rated = await ratedRevenuesOf(
    ctx,
    rows.map(({ id }) => id),
  )
  const borneRates = await findBorneRates(ctx, [...rated.keys()])
  const open = rows.map(row => {
    const own = rated.get(row.id)
    if (own === undefined) {
      const freight = fen(row.revenue_fen)
      const { tax } = splitTax(freight, transportVat)
      const gross = subtractFen(freight, fen(row.borne_fen))
      return [row.id, [{ gross, tax: subtractFen(tax, fen(row.borne_tax_fen)), vatBp: transportVat }]] as const
    }
    const items = own.map(({ vatBp, gross, tax }) => {
      const before = borneRates.find(each => each.waybill_id === row.id && each.vat_bp === vatBp)
      return {
        vatBp,
        gross: subtractFen(gross, fen(before?.gross ?? 0)),
        tax: subtractFen(tax, fen(before?.tax ?? 0)),
      }
    })
    return [row.id, items.filter(({ gross }) => gross > 0)] as const
  })
  const byId = new Map<string, readonly Open[]>(open)
  return id => byId.get(id) ?? []
}

/** The part of waybills earlier invoices bear, by rate. */
function findBorneRates(ctx: Ctx, ids: readonly string[]) {
  return ids.length === 0
    ? Promise.resolve([])
    : ctx.tx.rows(
        sql<{ waybill_id: string; vat_bp: number; gross: number; tax: number }>`
        select waybill_id, vat_bp, sum(gross)::bigint as gross, sum(tax)::bigint as tax from (
          select l.waybill_id, i.vat_bp, l.gross_fen as gross, l.tax_fen as tax from invoice_lines l join invoices i on i.id = l.invoice_id
            where l.waybill_id = any(${[...ids]}::uuid[]) and i.state in ('issued', 'partRed', 'red')
          union all select l.waybill_id, i.vat_bp, -l.gross_fen, -l.tax_fen from red_lines l join red_confirms r on r.id = l.confirm_id
            join invoices i on i.id = r.invoice_id where l.waybill_id = any(${[...ids]}::uuid[]) and r.issue_state = 'issued'
            and r.reason_code = any(${[...errorReasons]}::text[])) x group by 1, 2`.compile(q),
      )
}

/** Waybills without an invoice under a filter. */
const candidatesUnder = (actor: Actor, { branchId, from, to, text, ids }: Input<typeof sumInvoiceCandidates>) =>
  allOf([
    signed(actor),
    sql<boolean>`not ${liveApp}`,
    branchId === undefined ? undefined : sql<boolean>`w.branch_id = ${branchId}::uuid`,
    between('w.signed_at', from, to),
    contains(['w.waybill_no', 'w.upstream_no', 'w.plate', 'w.load_place', 'w.unload_place'], text),
    chosen('w.id', ids),
  ])

/** The number of waybills without an invoice, and what of their freight has none. */
export async function sumCandidates(
  ctx: Ctx,
  input: Input<typeof sumInvoiceCandidates>,
): Promise<Output<typeof sumInvoiceCandidates>> {
  const { n, gross } = await ctx.tx.one(
    sql<{ n: number; gross: number }>`select count(*)::int as n, coalesce(sum(x.gross), 0)::bigint as gross from (
      select ${revenueOfWaybill('w')} - ${borne('gross_fen')} as gross from waybills w
      where ${candidatesUnder(ctx.actor, input)} order by w.id desc limit ${countCap}) x`.compile(q),
  )
  return { summed: n, sums: { gross: fen(gross) } }
}

/** Waybills without an invoice, the newest first. */
export async function findInvoiceCandidates(
  ctx: Ctx,
  input: Input<typeof listInvoiceCandidates>,
): Promise<Output<typeof listInvoiceCandidates>> {
  const where = allOf([candidatesUnder(ctx.actor, input), afterCursor(input, 'w.id')])
  const rows = await ctx.tx.rows(candidateRows.where(where).orderBy('w.id', 'desc').limit(rowsToAsk(input)))
  const open = await openOf(ctx, rows)
  const sumOf = (id: string) => ({
    gross: sumFen(open(id).map(({ gross }) => gross)),
    tax: sumFen(open(id).map(({ tax }) => tax)),
  })
  return toPage(rows, input, row => ({
    id: row.id,
    waybillNo: row.waybill_no,
    upstreamNo: row.upstream_no ?? undefined,
    signedAt: row.signed_at ?? 0,
    load: row.load_place,
    unload: row.unload_place,
    itemNames: row.item_names,
    plate: row.plate,
    ...sumOf(row.id),
    branchCompanyId: row.branch_id,
    branchName: row.branch_name,
    whyNot: row.why_not ?? undefined,
  }))
}

const groupOf: Readonly<Record<InvoiceSplit, (row: CandidateRow) => string>> = {
  NONE: () => '',
  VEHICLE: row => row.plate,
  ROUTE: row => `${row.load_place} ${row.unload_place}`,
  GOODS: row => row.item_names,
}

/** An invoice as it is going to be, with the remark it bears. */
export interface PreparedInvoice extends PlannedInvoice {
  readonly remark: string
  readonly waits: boolean
}
export interface Prepared {
  readonly branchId: string
  readonly seller: string
  readonly items: readonly InvoiceItem[]
  readonly invoices: readonly PreparedInvoice[]
  readonly gross: Fen
  readonly tax: Fen
  readonly numberOf: (waybillId: string) => string
}

/**
 * The invoices of chosen waybills. Refuses one that is not the actor's, stands in another application, cannot have an
 * invoice, or has another seller than the rest. `isLocked` holds the waybills until the transaction ends.
 */
export async function prepareInvoices(
  ctx: Ctx,
  { ids, splitBy }: { ids: readonly string[]; splitBy: InvoiceSplit },
  isLocked: boolean,
): Promise<Prepared> {
  const wanted = [...new Set(ids)]
  const isWanted = chosen('w.id', wanted) ?? sql<boolean>`false`
  // held first and read in statements of their own: one that waits has looked at what bears a waybill before it waited
  if (isLocked)
    await ctx.tx.rows(
      q
        .selectFrom('waybills as w')
        .select('w.id')
        .where(allOf([ownRows(ctx.actor, 'w'), isWanted]))
        .orderBy('w.id')
        .forUpdate(),
    )
  const taken = await findTaken(ctx, wanted)
  const rows = await ctx.tx.rows(candidateRows.where(signed(ctx.actor)).where(isWanted).orderBy('w.id'))
  if (rows.length !== wanted.length) throw new Problem('row.none')
  assertFit(rows, taken)
  const [first] = rows
  if (first === undefined) throw new Problem('row.none')
  const open = await openOf(ctx, rows)
  const items = rows.flatMap(row =>
    open(row.id).map((each): InvoiceItem => ({
      waybillId: row.id,
      waybillNo: row.waybill_no,
      ...each,
      group: groupOf[splitBy](row),
      signedAt: row.signed_at ?? 0,
    })),
  )
  const limits = await findLimits(ctx, first.branch_id)
  const pieces = items.reduce((sum, { gross }) => sum + Math.ceil(gross / limits.perInvoiceMax), 0)
  if (pieces > invoiceLinesMost)
    throw wrongField('ids', `按单张限额将拆成 ${pieces} 行，一次最多 ${invoiceLinesMost} 行，请减少运单`)
  const { invoices, waiting } = splitInvoices(items, {
    perInvoiceMax: limits.perInvoiceMax,
    linesMax: limits.linesMax,
    byGroup: splitBy !== 'NONE',
    quotaLeft: limits.quotaLeft,
  })
  const byId = new Map(rows.map(row => [row.id, row]))
  const prepared = (waits: boolean) => (planned: PlannedInvoice) => ({
    ...planned,
    remark: remarkOf(planned, byId),
    waits,
  })
  return {
    branchId: first.branch_id,
    seller: first.branch_name,
    items,
    invoices: [...invoices.map(prepared(false)), ...waiting.map(prepared(true))],
    gross: sumFen(items.map(({ gross }) => gross)),
    tax: sumFen(items.map(({ tax }) => tax)),
    numberOf: id => byId.get(id)?.waybill_no ?? '',
  }
}

/** Waybills that stand in an application; asked before their rows are read, which then have what earlier ones bear. */
async function findTaken(ctx: Ctx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const live = await ctx.tx.rows(
    q
      .selectFrom('invoice_app_waybills as l')
      .select('l.waybill_id')
      .where('l.is_live', '=', true)
      .where(chosen('l.waybill_id', ids) ?? sql<boolean>`false`),
  )
  return new Set(live.map(row => row.waybill_id))
}

function assertFit(rows: readonly CandidateRow[], taken: ReadonlySet<string>): void {
  if (taken.size > 0) {
    const numbers = rows.filter(({ id }) => taken.has(id)).map(row => row.waybill_no)
    throw new Problem('invoice.taken', { numbers: numbers.slice(0, 3).join('、') + (numbers.length > 3 ? '等' : '') })
  }
  const unfit = rows.find(row => row.why_not !== null)
  if (unfit) throw new Problem('invoice.unfit', { number: unfit.waybill_no, reason: unfit.why_not ?? '' })
  const sellers = [...new Map(rows.map(row => [row.branch_id, row.branch_name])).values()]
  if (sellers.length > 1) throw new Problem('invoice.sellers', { sellers: sellers.join('、') })
}

/** The remark of an invoice (货物 起止地 车牌), as much as it has room for. */
function remarkOf({ lines }: PlannedInvoice, byId: ReadonlyMap<string, CandidateRow>): string {
  const words = new Set<string>()
  for (const { waybillId } of lines) {
    const row = byId.get(waybillId)
    if (row) words.add(`${row.item_names} ${row.load_place}至${row.unload_place} ${row.plate}`)
  }
  const all = [...words].join('；')
  return all.length <= invoiceRemarkMax ? all : `${all.slice(0, invoiceRemarkMax - 1)}等`
}

/** The invoices chosen waybills would make. */
export async function findInvoicePreview(
  ctx: Ctx,
  input: Input<typeof previewInvoices>,
): Promise<Output<typeof previewInvoices>> {
  const { seller, invoices, gross, tax, numberOf } = await prepareInvoices(ctx, input, false)
  return {
    seller,
    gross,
    tax,
    invoices: invoices.map(({ lines, ...invoice }) => ({
      gross: invoice.gross,
      tax: invoice.tax,
      vatBp: invoice.vatBp,
      remark: invoice.remark,
      waits: invoice.waits,
      lines: lines.map(line => ({ ...line, waybillNo: numberOf(line.waybillId) })),
    })),
  }
}
