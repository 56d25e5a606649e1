// The talk with the tax platform: an invoice is sent once, after that is committed, and only asked about from then on.
import type { Input, Output } from '@yunshu/contract/call'
import type { issueInvoiceApp } from '@yunshu/contract/invoice/application'
import type { askInvoice, retryInvoice } from '@yunshu/contract/invoice/invoice'
import { fen, printMoney } from '@yunshu/domain/figures/money'
import { HOUR_MS } from '@yunshu/domain/figures/time'
import {
  faultOfInvoiceMove,
  invoiceAppStates,
  invoiceNumber,
  invoiceStates,
  isAtPlatform,
  type InvoiceMove,
} from '@yunshu/domain/invoice/invoice'
import { Problem, problemOf } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import { invoiceAnswerOf, type InvoiceAnswer, type InvoiceOrder } from '../../partners/invoiceGateway.ts'
import type { Ctx, Deps } from '../../work/ctx.ts'
import { move } from '../../work/move.ts'
import { tellHappening, tellHouse } from '../../work/outbox.ts'
import { asSystem } from '../../work/system.ts'
import { postInvoiceIssued } from '../voucher/invoiceBooks.commands.ts'
import { lockApp, ownInvoices, type InvoiceApp } from './application.queries.ts'
import { invoiceOn, linesOf, type Invoice } from './invoice.queries.ts'
import { findLimits } from './limits.queries.ts'
import { isNumberTaken } from './number.queries.ts'

/** When to ask about an invoice whose answer never came because the server stopped, ms. */
export const askAfterMs = 60_000
/** The time until an invoice nobody answered for is asked about again: twice as long each time, an hour at most. */
export const askAgainMs = (tries: number): number => Math.min(15_000 * 2 ** Math.min(tries, 10), HOUR_MS)

/** An invoice under lock, after its application; the order in which everybody locks them. */
export async function lockInvoice(ctx: Ctx, id: string): Promise<{ app: InvoiceApp; invoice: Invoice }> {
  const { app_id: appId } = await ctx.tx.one(
    q.selectFrom('invoices as i').select('i.app_id').where('i.id', '=', id).where(ownInvoices(ctx.actor, 'i')),
  )
  const app = await lockApp(ctx, appId)
  const row = await ctx.tx.one(q.selectFrom('invoices').selectAll().where('id', '=', id).forUpdate())
  return { app, invoice: { ...row, state: keyOf(invoiceStates.states, row.state) } }
}

/** The same with the move a person asks for judged. */
export async function judgedInvoice(
  ctx: Ctx,
  id: string,
  name: InvoiceMove,
): Promise<{ app: InvoiceApp; invoice: Invoice }> {
  const locked = await lockInvoice(ctx, id)
  const fault = faultOfInvoiceMove(name, invoiceOn(ctx, locked.invoice, locked.app.state))
  if (fault) throw problemOf(fault)
  return locked
}

/** Sends what is wanted of an application once its transaction is done. */
function sendLater(ctx: Ctx, ids: readonly string[]): void {
  ctx.afterCommit(async () => {
    for (const id of ids) await sendInvoice(ctx.deps, id)
  })
}

/** Begins to issue an application: its invoices go to the tax platform, or wait to be recorded by hand. */
export async function issueApp(
  ctx: Ctx,
  { id, version }: Input<typeof issueInvoiceApp>,
): Promise<Output<typeof issueInvoiceApp>> {
  const app = await lockApp(ctx, id)
  const moved = await move(ctx, invoiceAppStates, app, 'issue', { version })
  ctx.touched('invoiceApp', id, { appNo: app.app_no })
  if (ctx.deps.invoices !== undefined) {
    const planned = await ctx.tx.rows<{ id: string }>(
      sql<{ id: string }>`update invoices set wanted = true, next_at = ${ctx.now}, updated_at = ${ctx.now}
        where app_id = ${id}::uuid and state = 'planned' returning id`.compile(q),
    )
    sendLater(ctx, planned.map(row => row.id).toSorted())
  }
  return { id, version: moved.version }
}

/** Sends a refused invoice once more, under a new serial number: the old one was none. */
export async function retryOne(
  ctx: Ctx,
  { id, version }: Input<typeof retryInvoice>,
): Promise<Output<typeof retryInvoice>> {
  const { app, invoice } = await judgedInvoice(ctx, id, 'retry')
  const attempt = invoice.attempt + 1
  const serialNo = `${app.app_no}-${String(invoice.n).padStart(3, '0')}R${attempt}`
  const moved = await move(ctx, invoiceStates, invoice, 'retry', {
    version,
    set: { attempt, serial_no: serialNo, wanted: true, next_at: ctx.now, tries: 0, fault: null, record: null },
    diff: [{ field: '开票流水号', old: invoice.serial_no, new: serialNo }],
  })
  ctx.touched('invoice', id, { serialNo })
  sendLater(ctx, [id])
  return { id, version: moved.version }
}

/**
 * Sends an invoice that is wanted and was not sent yet, where the month has room for it. Marked as sent and committed
 * before the platform hears of it: whatever happens then, it is never sent a second time.
 */
export async function sendInvoice(deps: Deps, id: string): Promise<void> {
  const gateway = deps.invoices
  if (gateway === undefined) return
  const order = await asSystem(deps, async ctx => {
    const { app, invoice } = await lockInvoice(ctx, id)
    if (invoice.state !== 'planned' || !invoice.wanted || app.state !== 'issuing') return undefined
    await ctx.tx.rows(
      sql`select pg_advisory_xact_lock(hashtextextended(${`invoices ${invoice.branch_id}`}, 0))`.compile(q),
    )
    const { quotaLeft } = await findLimits(ctx, invoice.branch_id)
    if (quotaLeft !== undefined && quotaLeft < invoice.gross_fen) {
      const fault = `本月开票额度剩 ${printMoney(quotaLeft)} 元，等待额度`
      await ctx.tx.run(
        q
          .updateTable('invoices')
          .set({ fault, next_at: ctx.now + HOUR_MS, updated_at: ctx.now })
          .where('id', '=', id),
      )
      return undefined
    }
    await move(ctx, invoiceStates, invoice, 'send', { set: { next_at: ctx.now + askAfterMs, tries: 0, fault: null } })
    return orderOf(ctx, invoice)
  })
  if (order === undefined) return
  await hear(deps, id, order.serialNo, await invoiceAnswerOf(() => gateway.issue(order)))
}

async function orderOf(ctx: Ctx, invoice: Invoice): Promise<InvoiceOrder> {
  const { name } = await ctx.tx.one(q.selectFrom('companies').select('name').where('id', '=', invoice.branch_id))
  const lines = await linesOf(ctx, invoice.id)
  return {
    serialNo: invoice.serial_no,
    kind: invoice.kind,
    buyer: { name: invoice.title_name, taxNo: invoice.tax_no },
    sellerName: name,
    grossFen: invoice.gross_fen,
    taxFen: invoice.tax_fen,
    vatBp: invoice.vat_bp,
    remark: invoice.remark,
    lines: lines.map(line => ({
      name: line.item_names,
      from: line.load_place,
      to: line.unload_place,
      plate: line.plate,
      grossFen: line.gross_fen,
      taxFen: line.tax_fen,
    })),
  }
}

/** Asks the platform about an invoice that was sent; sends nothing. */
export async function askAbout(deps: Deps, id: string): Promise<void> {
  const gateway = deps.invoices
  if (gateway === undefined) return
  const { invoice } = await asSystem(deps, ctx => lockInvoice(ctx, id))
  if (!isAtPlatform(invoice.state)) return
  await hear(deps, id, invoice.serial_no, await invoiceAnswerOf(() => gateway.query(invoice.serial_no)))
}

/** Takes what the platform said of a serial number; a word about an earlier one of the invoice changes nothing. */
async function hear(deps: Deps, id: string, serialNo: string, said: InvoiceAnswer): Promise<void> {
  await asSystem(deps, async ctx => {
    const { app, invoice } = await lockInvoice(ctx, id)
    if (!isAtPlatform(invoice.state) || invoice.serial_no !== serialNo) return
    const next = { next_at: ctx.now + askAgainMs(invoice.tries), tries: invoice.tries + 1 }
    const isPlanned = said.state === 'issued' && isAsPlanned(invoice, said)
    const isTaken = isPlanned && (await isNumberTaken(ctx, id, said.invoiceNo))
    if (isPlanned && !isTaken) return takeIssued(ctx, app, invoice, said)
    if (said.state === 'failed') return takeRefused(ctx, app, invoice, said.reason)
    if (said.state === 'processing') {
      await ctx.tx.run(
        q
          .updateTable('invoices')
          .set({ ...next, updated_at: ctx.now })
          .where('id', '=', id),
      )
      return
    }
    const fault =
      said.state === 'issued'
        ? faultOfAnswer(isTaken)
        : said.state === 'notFound'
          ? '税务平台查无此票'
          : '税务平台没有回音'
    if (invoice.state === 'sent') await move(ctx, invoiceStates, invoice, 'lose', { set: { ...next, fault } })
    else
      await ctx.tx.run(
        q
          .updateTable('invoices')
          .set({ ...next, fault, updated_at: ctx.now })
          .where('id', '=', id),
      )
  })
}

/** The fault of an answer that says an invoice is out which is not the one that was sent. */
export const faultOfAnswer = (isTaken: boolean): string =>
  isTaken ? '税务平台回执的号码已是另一张发票的，请核对' : '税务平台回执的号码或金额与申请不符，请核对'

const isAsPlanned = (invoice: Invoice, said: Extract<InvoiceAnswer, { state: 'issued' }>): boolean =>
  invoiceNumber.test(said.invoiceNo) && said.grossFen === invoice.gross_fen && said.taxFen === invoice.tax_fen

async function takeIssued(
  ctx: Ctx,
  app: InvoiceApp,
  invoice: Invoice,
  said: { invoiceNo: string; issuedAt: number },
): Promise<void> {
  await move(ctx, invoiceStates, invoice, 'hear', {
    set: { invoice_no: said.invoiceNo, issued_at: said.issuedAt, next_at: null, fault: null, wanted: false },
  })
  await followIssued(ctx, app, invoice, said)
}

/** Books an issued invoice on the day it bears, and ends its application with the last of them. */
export async function followIssued(
  ctx: Ctx,
  app: InvoiceApp,
  invoice: Invoice,
  { invoiceNo, issuedAt }: { readonly invoiceNo: string; readonly issuedAt: number },
): Promise<void> {
  const lines = await linesOf(ctx, invoice.id)
  await ctx.tx.elevated(() =>
    postInvoiceIssued(ctx, {
      id: invoice.id,
      invoiceNo,
      issuedAt,
      branchId: invoice.branch_id,
      shipperId: invoice.shipper_id,
      lines: lines.map(line => ({ waybillId: line.waybill_id, tax: fen(line.tax_fen) })),
    }),
  )
  const issued = app.issued + 1
  if (issued < app.invoices) {
    await ctx.tx.run(q.updateTable('invoice_apps').set({ issued, updated_at: ctx.now }).where('id', '=', app.id))
    return
  }
  await move(ctx, invoiceAppStates, app, 'end', { set: { issued } })
  await tellHappening(
    ctx,
    'invoice.issued',
    { company: app.shipper_id, permit: 'invoice.view' },
    { appNo: app.app_no, count: String(app.invoices), amount: printMoney(fen(app.gross_fen)) },
  )
}

async function takeRefused(ctx: Ctx, app: InvoiceApp, invoice: Invoice, reason: string): Promise<void> {
  await move(ctx, invoiceStates, invoice, 'refuse', {
    reason,
    set: { fault: reason, next_at: null, wanted: false },
  })
  const words = { appNo: app.app_no, serialNo: invoice.serial_no, reason }
  await tellHouse(ctx, 'invoice.failed', { branch: app.branch_id, permit: 'invoice.issue' }, words)
}

/** Asks about an invoice at once, for a person who waits for it. */
export async function askOne(ctx: Ctx, { id }: Input<typeof askInvoice>): Promise<Output<typeof askInvoice>> {
  const { invoice } = await lockInvoice(ctx, id)
  if (ctx.deps.invoices === undefined) throw new Problem('invoice.noGateway')
  ctx.touched('invoice', id, { serialNo: invoice.serial_no })
  ctx.afterCommit(() => askAbout(ctx.deps, id))
  return { id, version: invoice.version, state: invoice.state }
}
