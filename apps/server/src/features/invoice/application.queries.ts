// Reads of invoice applications: the list, its counts and sums, and one of them with its invoices.
import type { Input, Output } from '@yunshu/contract/call'
import type {
  countInvoiceApps,
  getInvoiceApp,
  InvoiceAppRow,
  listInvoiceApps,
} from '@yunshu/contract/invoice/application'
import { InvoiceTitle } from '@yunshu/contract/invoice/title'
import { fen, subtractFen } from '@yunshu/domain/figures/money'
import {
  appMovesOf,
  invoiceAppStates,
  invoiceKinds,
  invoiceSplits,
  invoiceStates,
  type InvoiceAppOn,
} from '@yunshu/domain/invoice/invoice'
import { errorReasons } from '@yunshu/domain/invoice/red'
import { maskBankCard } from '@yunshu/domain/identity/masking'
import { listSorts } from '@yunshu/domain/sorting'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import * as z from 'zod/mini'
import { between, chosen, contains } from '../../db/conditions.ts'
import { countCap, countWithOwn, sumListed } from '../../db/counts.ts'
import { keyOf } from '../../db/keyOf.ts'
import { rowsToAsk, toPage } from '../../db/page.ts'
import { chosenOrder } from '../../db/sorted.ts'
import type { InvoiceApps } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { findLog } from '../../work/history.ts'
import { allOf, rowsOfSide } from '../../work/scope.ts'

export type InvoiceApp = Omit<Selectable<InvoiceApps>, 'state'> & { state: keyof typeof invoiceAppStates.states }

/** Applications and invoices the actor's side reaches: a shipper's own, those of the branch for a branch. */
export const ownInvoices = (actor: Actor, alias: string): RawBuilder<boolean> =>
  rowsOfSide(actor, { branch: `${alias}.branch_id`, company: `${alias}.shipper_id` })

/** The title as people read it: its account number is told by the eye's own call alone. */
const maskedTitle = ({ accountNo, ...title }: InvoiceTitle): InvoiceTitle => ({
  ...title,
  ...(accountNo === undefined ? {} : { accountNo: maskBankCard(accountNo) }),
})

/** One application under lock; of another company there is none. */
export async function lockApp(ctx: Ctx, id: string): Promise<InvoiceApp> {
  const row = await ctx.tx.one(
    q
      .selectFrom('invoice_apps as a')
      .selectAll('a')
      .where('a.id', '=', id)
      .where(ownInvoices(ctx.actor, 'a'))
      .forUpdate(),
  )
  return { ...row, state: keyOf(invoiceAppStates.states, row.state) }
}

const underWay = sql<boolean>`exists (select from invoices i where i.app_id = a.id
  and i.state in ('sent', 'unknown', 'recorded'))`
const hasIssued = sql<boolean>`exists (select from invoices i where i.app_id = a.id
  and i.state in ('issued', 'partRed', 'red'))`

const onOf = (
  ctx: Pick<Ctx, 'actor'>,
  app: Pick<InvoiceApp, 'state' | 'maker_id' | 'maker_for'>,
  { is_under_way: isUnderWay, has_issued: isIssued }: { is_under_way: boolean; has_issued: boolean },
): InvoiceAppOn => ({
  state: app.state,
  isMaker: [app.maker_id, app.maker_for].includes(ctx.actor.userId),
  isUnderWay,
  isIssued,
})

/** An application as the rules of its moves see it. */
export async function appOn(ctx: Ctx, app: InvoiceApp): Promise<InvoiceAppOn> {
  const its = await ctx.tx.one(
    q
      .selectFrom('invoice_apps as a')
      .select([underWay.as('is_under_way'), hasIssued.as('has_issued')])
      .where('a.id', '=', app.id),
  )
  return onOf(ctx, app, its)
}

const appRows = q
  .selectFrom('invoice_apps as a')
  .innerJoin('companies as b', 'b.id', 'a.branch_id')
  .innerJoin('companies as s', 's.id', 'a.shipper_id')
  .selectAll('a')
  .select(['b.name as branch_name', 's.name as shipper_name', underWay.as('is_under_way'), hasIssued.as('has_issued')])
type NamedApp = Awaited<ReturnType<typeof appRows.execute>>[number]

function show(ctx: Ctx, row: NamedApp): InvoiceAppRow {
  const state = keyOf(invoiceAppStates.states, row.state)
  return {
    id: row.id,
    appNo: row.app_no,
    state,
    titleName: row.title_name,
    taxNo: row.tax_no,
    kind: keyOf(invoiceKinds, row.kind),
    waybills: row.waybills,
    invoices: row.invoices,
    issued: row.issued,
    gross: fen(row.gross_fen),
    net: subtractFen(fen(row.gross_fen), fen(row.tax_fen)),
    tax: fen(row.tax_fen),
    shipperName: row.shipper_name,
    branchCompanyId: row.branch_id,
    branchName: row.branch_name,
    maker: row.maker_name,
    reviewer: row.reviewer_name ?? undefined,
    reason: row.reason ?? undefined,
    remark: row.remark || undefined,
    createdAt: row.created_at,
    version: row.version,
    moves: appMovesOf(onOf(ctx, { ...row, state }, row), permit => ctx.can(permit)),
  }
}

type Filter = Omit<Input<typeof listInvoiceApps>, 'limit' | 'cursor' | 'sort'>

/** The list's condition without its state, which the counters run through. */
const filtered = ({ actor }: Ctx, { kind, branchId, from, to, text, ids }: Filter): RawBuilder<boolean> =>
  allOf([
    ownInvoices(actor, 'a'),
    kind && sql<boolean>`a.kind = ${kind}`,
    branchId === undefined ? undefined : sql<boolean>`a.branch_id = ${branchId}::uuid`,
    between('a.created_at', from, to),
    contains(['a.app_no', 'a.title_name', 'a.tax_no', 'a.remark'], text),
    chosen('a.id', ids),
  ])

/** The list's condition, for a table `invoice_apps` named `a`. */
export const appsUnder = (ctx: Ctx, filter: Filter): RawBuilder<boolean> =>
  allOf([filtered(ctx, filter), filter.state && sql<boolean>`a.state = ${filter.state}`])

/** Applications in the actor's reach, newest first. */
export async function findInvoiceApps(
  ctx: Ctx,
  input: Input<typeof listInvoiceApps>,
): Promise<Output<typeof listInvoiceApps>> {
  const where = appsUnder(ctx, input)
  const { key, after, by, place } = await chosenOrder(ctx, input, {
    table: 'invoice_apps',
    alias: 'a',
    where,
    kept: listSorts.invoiceApps,
    keys: sortKeys,
  })
  const rows = await ctx.tx.rows(
    appRows
      .select(key.as('sort_key'))
      .where(allOf([where, after]))
      .orderBy(by)
      .limit(rowsToAsk(input)),
  )
  return toPage(rows, input, row => show(ctx, row), place)
}

const sortKeys = {
  amount: { key: sql<number>`a.gross_fen`, changed: sql<number>`a.updated_at` },
} as const

/** Counts by state under the list's filter, or the sums of its rows. */
export async function countInvoiceAppsBy(
  ctx: Ctx,
  { part, ...filter }: Input<typeof countInvoiceApps>,
): Promise<Output<typeof countInvoiceApps>> {
  if (part !== 'sums')
    return countWithOwn(
      ctx.tx,
      invoiceAppStates,
      { table: 'invoice_apps', alias: 'a', where: filtered(ctx, filter) },
      { person: ctx.actor.userId, hands: { submitted: ['maker_id', 'maker_for'] } },
    )
  const rows = q
    .selectFrom('invoice_apps as a')
    .select(['a.gross_fen', 'a.tax_fen'])
    .where(allOf([filtered(ctx, filter), filter.state && sql<boolean>`a.state = ${filter.state}`]))
    .orderBy('a.id', 'desc')
    .limit(countCap)
  const { n, ...sums } = await sumListed(ctx.tx, rows, { gross: 'gross_fen', tax: 'tax_fen' })
  return { state: {}, summed: n, sums }
}

/** One application with its invoices and history; of another company there is none. */
export async function findInvoiceApp(
  ctx: Ctx,
  { id }: Input<typeof getInvoiceApp>,
): Promise<Output<typeof getInvoiceApp>> {
  const row = await ctx.tx.one(appRows.where('a.id', '=', id).where(ownInvoices(ctx.actor, 'a')))
  const invoices = await ctx.tx.rows(
    q.selectFrom('invoices as i').selectAll('i').where('i.app_id', '=', id).orderBy('i.n').limit(500),
  )
  return {
    ...show(ctx, row),
    title: maskedTitle(z.parse(InvoiceTitle, row.title)),
    splitBy: keyOf(invoiceSplits, row.split_by),
    deliveredTo: row.delivered_to ?? undefined,
    items: invoices.map(invoice => ({
      id: invoice.id,
      serialNo: invoice.serial_no,
      state: keyOf(invoiceStates.states, invoice.state),
      invoiceNo: invoice.invoice_no ?? undefined,
      gross: fen(invoice.gross_fen),
      tax: fen(invoice.tax_fen),
      lines: invoice.lines,
      fault: invoice.fault ?? undefined,
    })),
    log: await findLog(ctx, id),
  }
}

/**
 * The application that holds a waybill: it stands in it, an invoice of it bears a part of the waybill, or an allowance on
 * its invoice lowered what is owed for it. Undefined where there is none.
 */
export async function liveAppOf(ctx: Ctx, waybillId: string): Promise<{ id: string; appNo: string } | undefined> {
  const row = await ctx.tx.elevated(() =>
    ctx.tx.first(
      q
        .selectFrom('invoice_app_waybills as l')
        .innerJoin('invoice_apps as a', 'a.id', 'l.app_id')
        .select(['a.id', 'a.app_no'])
        .where('l.waybill_id', '=', waybillId)
        .where(
          sql<boolean>`(l.is_live or exists (select from invoice_lines n join invoices i on i.id = n.invoice_id
            where i.app_id = a.id and n.waybill_id = l.waybill_id and n.red_fen < n.gross_fen
              and i.state in ('issued', 'partRed'))
            or exists (select from red_lines d join red_confirms r on r.id = d.confirm_id
              join invoices i on i.id = r.invoice_id
            where i.app_id = a.id and d.waybill_id = l.waybill_id and r.issue_state = 'issued'
              and r.reason_code <> all(${[...errorReasons]}::text[])))`,
        ),
    ),
  )
  return row && { id: row.id, appNo: row.app_no }
}
