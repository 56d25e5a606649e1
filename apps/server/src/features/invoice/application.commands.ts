// Applications for invoices: made by a shipper, judged by the house, taken back, delivered.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/invoice/application'
import { fen, printMoney, printYuan, sumFen } from '@yunshu/domain/figures/money'
import {
  faultOfAppMove,
  givingUp,
  invoiceAppStates,
  invoiceStates,
  type InvoiceAppMove,
} from '@yunshu/domain/invoice/invoice'
import { Problem, problemOf } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { insertRows } from '../../db/insertRows.ts'
import { keyOf } from '../../db/keyOf.ts'
import { takeNumber } from '../../db/numbers.ts'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { logEvent } from '../../work/history.ts'
import { move, moveAll } from '../../work/move.ts'
import { tellHappening, tellHouse } from '../../work/outbox.ts'
import { marketCompany } from '../../work/scope.ts'
import { appOn, lockApp, type InvoiceApp } from './application.queries.ts'
import { prepareInvoices, type Prepared } from './candidate.queries.ts'
import { ownTitles, shownTitle } from './title.queries.ts'

/** Applies for the invoices of signed waybills; those who judge at the seller's are told. */
export async function applyForInvoices(
  ctx: Ctx,
  said: Input<typeof calls.applyInvoices>,
): Promise<Output<typeof calls.applyInvoices>> {
  const shipperId = marketCompany(ctx.actor)
  if (shipperId === undefined) throw new Problem('permit.missing')
  const title = await ctx.tx.first(ownTitles(ctx).where('id', '=', said.titleId))
  if (title === undefined) throw wrongField('titleId', '没有这个抬头')
  const prepared = await prepareInvoices(ctx, said, true)
  if (prepared.gross !== said.expectGross)
    throw wrongField('expectGross', `所选运单价税合计为 ${printMoney(prepared.gross)} 元，请核对`)
  const id = v7()
  const appNo = await takeNumber(ctx.tx, 'KP', 'invoice_app_number', ctx.now)
  await ctx.tx.run(
    q.insertInto('invoice_apps').values({
      id,
      app_no: appNo,
      state: invoiceAppStates.start,
      shipper_id: shipperId,
      branch_id: prepared.branchId,
      title: JSON.stringify(shownTitle(title)),
      title_name: title.name,
      tax_no: title.tax_no,
      kind: title.kind,
      split_by: said.splitBy,
      waybills: prepared.items.length,
      invoices: prepared.invoices.length,
      gross_fen: prepared.gross,
      tax_fen: prepared.tax,
      remark: said.remark ?? '',
      maker_id: ctx.actor.userId,
      maker_for: ctx.actor.actingFor?.userId ?? null,
      maker_name: writtenName(ctx.actor),
      created_at: ctx.now,
      updated_at: ctx.now,
    }),
  )
  // a waybill with charges of two rates has an item for each
  const waybills = [...Map.groupBy(prepared.items, ({ waybillId }) => waybillId)]
  const taken = await ctx.tx.run(
    sql`${insertRows(
      'invoice_app_waybills',
      waybills.map(([waybillId, items]) => ({
        app_id: id,
        waybill_id: waybillId,
        shipper_id: shipperId,
        branch_id: prepared.branchId,
        gross_fen: sumFen(items.map(({ gross }) => gross)),
        tax_fen: sumFen(items.map(({ tax }) => tax)),
        is_live: true,
      })),
    )} on conflict do nothing`.compile(q),
  )
  if (taken !== waybills.length) throw new Problem('invoice.taken', { numbers: '' })
  await insertInvoices(ctx, prepared, { id, appNo, shipperId, title })
  await logEvent(ctx, { entity: 'invoiceApp', entityId: id, action: '申请开票', to: invoiceAppStates.start })
  const words = {
    appNo,
    shipper: ctx.actor.companyName ?? '',
    amount: printMoney(prepared.gross),
    count: String(waybills.length),
  }
  await tellHouse(ctx, 'invoice.applied', { branch: prepared.branchId, permit: 'invoice.review' }, words)
  ctx.touched('invoiceApp', id, { appNo, gross: printYuan(prepared.gross) })
  return { id, appNo, version: 1 }
}

interface OfApp {
  readonly id: string
  readonly appNo: string
  readonly shipperId: string
  readonly title: { readonly name: string; readonly tax_no: string; readonly kind: string }
}

/** The number of an invoice at the tax platform: its application's with its place there. */
const serialOf = (appNo: string, n: number): string => `${appNo}-${String(n).padStart(3, '0')}`

async function insertInvoices(ctx: Ctx, prepared: Prepared, { id, appNo, shipperId, title }: OfApp): Promise<void> {
  const made = prepared.invoices.map((invoice, index) => ({ ...invoice, id: v7(), n: index + 1 }))
  const owner = { shipper_id: shipperId, branch_id: prepared.branchId }
  await ctx.tx.run(
    sql`${insertRows(
      'invoices',
      made.map(invoice => ({
        id: invoice.id,
        serial_no: serialOf(appNo, invoice.n),
        app_id: id,
        n: invoice.n,
        state: invoiceStates.start,
        ...owner,
        kind: title.kind,
        title_name: title.name,
        tax_no: title.tax_no,
        vat_bp: invoice.vatBp,
        gross_fen: invoice.gross,
        tax_fen: invoice.tax,
        lines: invoice.lines.length,
        remark: invoice.remark,
        attempt: 1,
        wanted: false,
        tries: 0,
        red_fen: 0,
        version: 1,
        created_at: ctx.now,
        updated_at: ctx.now,
      })),
    )}`.compile(q),
  )
  await ctx.tx.run(
    sql`${insertRows(
      'invoice_lines',
      made.flatMap(invoice =>
        invoice.lines.map((line, index) => ({
          invoice_id: invoice.id,
          n: index + 1,
          waybill_id: line.waybillId,
          ...owner,
          waybill_no: prepared.numberOf(line.waybillId),
          gross_fen: line.gross,
          tax_fen: line.tax,
          red_fen: 0,
          red_tax_fen: 0,
        })),
      ),
    )}`.compile(q),
  )
}

const answer = (ctx: Ctx, { id, version, app_no: appNo }: InvoiceApp): { id: string; version: number } => {
  ctx.touched('invoiceApp', id, { appNo })
  return { id, version }
}

/** An application under lock with the move asked for judged. */
async function judgedApp(ctx: Ctx, id: string, name: InvoiceAppMove): Promise<InvoiceApp> {
  const app = await lockApp(ctx, id)
  const fault = faultOfAppMove(name, await appOn(ctx, app))
  if (fault) throw problemOf(fault)
  return app
}

const makersOf = ({ maker_id: maker, maker_for: of }: InvoiceApp): string[] => (of === null ? [maker] : [maker, of])

/**
 * Invoices of an application that are not out come to nothing, and the waybills on them are free again: one that an
 * issued invoice bears in part too, for its rest. Without any, all of its waybills are.
 */
async function freeWaybills(ctx: Ctx, { id }: InvoiceApp): Promise<void> {
  await ctx.tx.run(
    sql`update invoice_app_waybills w set is_live = false where w.app_id = ${id}::uuid
      and exists (select from invoice_lines l join invoices i on i.id = l.invoice_id
        where i.app_id = w.app_id and l.waybill_id = w.waybill_id and i.state in ('planned', 'failed'))`.compile(q),
  )
  await ctx.tx.elevated(async () => {
    const rows = await ctx.tx.rows(
      q
        .selectFrom('invoices')
        .selectAll()
        .where('app_id', '=', id)
        .where('state', 'in', ['planned', 'failed'])
        .forUpdate(),
    )
    const invoices = rows.map(row => ({ ...row, state: keyOf(invoiceStates.states, row.state) }))
    await moveAll(ctx, invoiceStates, invoices, 'drop', { set: { next_at: null, wanted: false } })
  })
}

/** Agrees to an application or refuses it; its amount is the one the person saw. */
export async function reviewApp(
  ctx: Ctx,
  { id, version, move: name, expectGross, reason = '' }: Input<typeof calls.reviewInvoiceApp>,
): Promise<Output<typeof calls.reviewInvoiceApp>> {
  const app = await judgedApp(ctx, id, name)
  if (name === 'approve' && expectGross !== app.gross_fen)
    throw wrongField('expectGross', `申请价税合计为 ${printMoney(fen(app.gross_fen))} 元，请核对`)
  const why = reason.trim()
  if (name === 'reject' && why === '') throw wrongField('reason', '不能为空')
  const judged = { reviewer_id: ctx.actor.userId, reviewer_name: writtenName(ctx.actor), reviewed_at: ctx.now }
  const moved = await move(ctx, invoiceAppStates, app, name, {
    version,
    set: name === 'reject' ? { ...judged, reason: why } : judged,
    ...(name === 'reject' ? { reason: why } : {}),
  })
  if (name === 'reject') {
    await freeWaybills(ctx, moved)
    await tellHappening(ctx, 'invoice.rejected', { users: makersOf(app) }, { appNo: app.app_no, reason: why })
  } else await tellHappening(ctx, 'invoice.approved', { users: makersOf(app) }, { appNo: app.app_no })
  return answer(ctx, moved)
}

/** Takes an application back before it was judged. */
export async function withdrawApp(
  ctx: Ctx,
  { id, version }: Input<typeof calls.withdrawInvoiceApp>,
): Promise<Output<typeof calls.withdrawInvoiceApp>> {
  const moved = await move(ctx, invoiceAppStates, await judgedApp(ctx, id, 'withdraw'), 'withdraw', { version })
  await freeWaybills(ctx, moved)
  return answer(ctx, moved)
}

/** Ends an application that is issued no further: what is not out is free again, and the invoices that are stand. */
export async function giveUpApp(
  ctx: Ctx,
  { id, version, reason }: Input<typeof calls.giveUpInvoiceApp>,
): Promise<Output<typeof calls.giveUpInvoiceApp>> {
  const app = await lockApp(ctx, id)
  const on = await appOn(ctx, app)
  const name = givingUp(on)
  const fault = faultOfAppMove(name, on)
  if (fault) throw problemOf(fault)
  const moved = await move(ctx, invoiceAppStates, app, name, { version, reason, set: { reason } })
  await freeWaybills(ctx, moved)
  const told = name === 'giveUpRest' ? 'invoice.rest' : 'invoice.rejected'
  await tellHappening(ctx, told, { users: makersOf(app) }, { appNo: app.app_no, reason })
  return answer(ctx, moved)
}

/** Notes that the shipper has its invoices. */
export async function deliverApp(
  ctx: Ctx,
  { id, version, deliveredTo }: Input<typeof calls.deliverInvoiceApp>,
): Promise<Output<typeof calls.deliverInvoiceApp>> {
  const app = await judgedApp(ctx, id, 'deliver')
  const moved = await move(ctx, invoiceAppStates, app, 'deliver', {
    version,
    set: { delivered_to: deliveredTo, delivered_at: ctx.now },
    diff: [{ field: '交付', old: '--', new: deliveredTo }],
  })
  await tellHappening(ctx, 'invoice.delivered', { users: makersOf(app) }, { appNo: app.app_no, to: deliveredTo })
  return answer(ctx, moved)
}
