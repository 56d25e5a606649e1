// Red invoices: sent to the tax platform once, or recorded by two people, and then taken back in the books.
import type { Input, Output } from '@yunshu/contract/call'
import type { issueRed, judgeRed, recordRed } from '@yunshu/contract/invoice/red'
import { addFen, fen, printMoney, subtractFen } from '@yunshu/domain/figures/money'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { invoiceNumber, invoiceStates } from '@yunshu/domain/invoice/invoice'
import {
  faultOfRedIssue,
  isRedAtPlatform,
  type RedIssueMove,
  redIssueStates,
  redReasons,
} from '@yunshu/domain/invoice/red'
import { Problem, problemOf, problemText } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { nilId, q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import { invoiceAnswerOf, type InvoiceAnswer, type InvoiceOrder } from '../../partners/invoiceGateway.ts'
import { writtenName, type Ctx, type Deps } from '../../work/ctx.ts'
import { move } from '../../work/move.ts'
import { tellHappening } from '../../work/outbox.ts'
import { asSystem } from '../../work/system.ts'
import { keepUploads, type StoredUploads } from '../file/file.commands.ts'
import { postAllowance, postInvoiceRed } from '../voucher/invoiceBooks.commands.ts'
import { askAgainMs, askAfterMs, faultOfAnswer, lockInvoice } from './issue.commands.ts'
import { isNumberTaken } from './number.queries.ts'
import { lockRed } from './red.commands.ts'
import { redLinesOf, redOn, type Red } from './red.queries.ts'

/** A confirmation as the machine of its red invoice keeps it. */
const issuing = (red: Red) => ({ ...red, state: keyOf(redIssueStates.states, red.issue_state) })

async function judged(ctx: Ctx, id: string, name: RedIssueMove): Promise<Red> {
  const red = await lockRed(ctx, id)
  const fault = faultOfRedIssue(name, redOn(ctx, red))
  if (fault) throw problemOf(fault)
  return red
}

/** The number of a red invoice at the tax platform. */
const serialOf = (red: Red): string => `${red.confirm_no}-${red.attempt}`

/** Hands a red invoice to the tax platform, once it is committed that it is sent. */
export async function sendRed(ctx: Ctx, { id, version }: Input<typeof issueRed>): Promise<Output<typeof issueRed>> {
  const red = await judged(ctx, id, 'send')
  const attempt = red.issue_state === 'failed' ? red.attempt + 1 : red.attempt
  const moved = await move(ctx, redIssueStates, issuing(red), 'send', {
    version,
    set: { attempt, next_at: ctx.now + askAfterMs, tries: 0, fault: null },
  })
  ctx.touched('redConfirm', id, { confirmNo: red.confirm_no })
  const order = await orderOf(ctx, { ...red, attempt })
  const { invoices: gateway } = ctx.deps
  ctx.afterCommit(async () => {
    if (gateway) await hearRed(ctx.deps, id, order.serialNo, await invoiceAnswerOf(() => gateway.issue(order)))
  })
  return { id, version: moved.version }
}

async function orderOf(ctx: Ctx, red: Red): Promise<InvoiceOrder> {
  const { invoice } = await lockInvoice(ctx, red.invoice_id)
  const { name } = await ctx.tx.one(q.selectFrom('companies').select('name').where('id', '=', red.branch_id))
  const lines = await redLinesOf(ctx, red.id)
  return {
    serialNo: serialOf(red),
    kind: invoice.kind,
    buyer: { name: invoice.title_name, taxNo: invoice.tax_no },
    sellerName: name,
    grossFen: -red.gross_fen,
    taxFen: -red.tax_fen,
    vatBp: invoice.vat_bp,
    remark: `红字确认单 ${red.confirm_no}`,
    red: { confirmNo: red.confirm_no, blueNo: invoice.invoice_no ?? '' },
    lines: lines.map(line => ({
      name: line.waybill_no,
      from: '',
      to: '',
      plate: '',
      grossFen: -line.gross_fen,
      taxFen: -line.tax_fen,
    })),
  }
}

/** Asks about a red invoice that was sent; sends nothing. */
export async function askRed(deps: Deps, id: string): Promise<void> {
  const gateway = deps.invoices
  if (gateway === undefined) return
  const red = await asSystem(deps, ctx => lockRed(ctx, id))
  if (!isRedAtPlatform(keyOf(redIssueStates.states, red.issue_state))) return
  await hearRed(deps, id, serialOf(red), await invoiceAnswerOf(() => gateway.query(serialOf(red))))
}

async function hearRed(deps: Deps, id: string, serialNo: string, said: InvoiceAnswer): Promise<void> {
  await asSystem(deps, async ctx => {
    const red = await lockRed(ctx, id)
    if (!isRedAtPlatform(keyOf(redIssueStates.states, red.issue_state)) || serialOf(red) !== serialNo) return
    const isPlanned =
      said.state === 'issued' &&
      invoiceNumber.test(said.invoiceNo) &&
      said.grossFen === -red.gross_fen &&
      said.taxFen === -red.tax_fen
    const isTaken = isPlanned && (await isNumberTaken(ctx, id, said.invoiceNo))
    if (isPlanned && !isTaken) {
      const set = { red_no: said.invoiceNo, red_at: said.issuedAt, next_at: null, fault: null }
      await move(ctx, redIssueStates, issuing(red), 'hear', { set })
      return followRed(ctx, red, { redNo: said.invoiceNo, redAt: said.issuedAt })
    }
    if (said.state === 'failed') {
      const set = { fault: said.reason, next_at: null }
      await move(ctx, redIssueStates, issuing(red), 'refuse', { set, reason: said.reason })
      return
    }
    const fault = said.state === 'issued' ? faultOfAnswer(isTaken) : '税务平台没有回音'
    const next = { next_at: ctx.now + askAgainMs(red.tries), tries: red.tries + 1, fault }
    if (said.state !== 'processing' && red.issue_state === 'sent')
      await move(ctx, redIssueStates, issuing(red), 'lose', { set: next })
    else
      await ctx.tx.run(
        q
          .updateTable('red_confirms')
          .set({ ...next, updated_at: ctx.now })
          .where('id', '=', id),
      )
  })
}

/** Records a red invoice that stands on the tax platform, with its file. */
export async function recordRedInvoice(
  ctx: Ctx,
  { id, version, redNo, redAt }: Input<typeof recordRed>,
  stored: StoredUploads,
): Promise<Output<typeof recordRed>> {
  const red = await judged(ctx, id, 'record')
  if (redAt >= startOfDay(ctx.now) + DAY_MS) throw wrongField('redAt', '不能晚于今天')
  if (redAt < startOfDay(red.created_at)) throw wrongField('redAt', '不能早于确认单')
  await assertFree(ctx, id, redNo)
  const moved = await move(ctx, redIssueStates, issuing(red), 'record', {
    version,
    set: {
      red_no: redNo,
      red_at: startOfDay(redAt),
      recorder_id: ctx.actor.userId,
      recorder_for: ctx.actor.actingFor?.userId ?? null,
      recorder_name: writtenName(ctx.actor),
      next_at: null,
      fault: null,
    },
    diff: [{ field: '红票号码', old: '--', new: redNo }],
  })
  await keepUploads(ctx, stored, {
    entity: 'redConfirm',
    id,
    category: 'INVOICE',
    shipperId: red.shipper_id,
    carrierId: nilId,
    branchId: red.branch_id,
  })
  ctx.touched('redConfirm', id, { confirmNo: red.confirm_no, redNo })
  return { id, version: moved.version }
}

async function assertFree(ctx: Ctx, id: string, number: string): Promise<void> {
  if (!(await isNumberTaken(ctx, id, number))) return
  throw new Problem('invoice.number', { number }, { fields: { redNo: problemText('invoice.number', { number }) } })
}

/** The second person agrees to a record, or gives it back. */
export async function judgeRedInvoice(
  ctx: Ctx,
  { id, version, move: name, reason = '' }: Input<typeof judgeRed>,
): Promise<Output<typeof judgeRed>> {
  const red = await judged(ctx, id, name)
  const why = reason.trim()
  if (name === 'deny' && why === '') throw wrongField('reason', '不能为空')
  const cleared = { red_no: null, red_at: null, recorder_id: null, recorder_for: null, recorder_name: null, fault: why }
  // an answer that never came is asked for again: a red invoice that may stand is neither sent anew nor undone
  const isLost = name === 'deny' && red.tries > 0
  if (name === 'confirm' && red.red_no !== null) await assertFree(ctx, id, red.red_no)
  const moved = await move(ctx, redIssueStates, issuing(red), isLost ? 'denyLost' : name, {
    version,
    set: name === 'deny' ? { ...cleared, next_at: isLost ? ctx.now : null } : {},
    ...(name === 'deny' ? { reason: why } : {}),
  })
  if (name === 'confirm') await followRed(ctx, red, { redNo: red.red_no ?? '', redAt: red.red_at ?? ctx.now })
  ctx.touched('redConfirm', id, { confirmNo: red.confirm_no })
  return { id, version: moved.version }
}

/** Takes back what a red invoice takes back: of its invoice, of the books, and for an error of the application. */
async function followRed(
  ctx: Ctx,
  red: Red,
  { redNo, redAt }: { readonly redNo: string; readonly redAt: number },
): Promise<void> {
  await ctx.tx.elevated(async () => {
    const { app, invoice } = await lockInvoice(ctx, red.invoice_id)
    const lines = await redLinesOf(ctx, red.id)
    await ctx.tx.run(
      sql`update invoice_lines i set red_fen = i.red_fen + l.gross_fen, red_tax_fen = i.red_tax_fen + l.tax_fen
        from red_lines l where l.confirm_id = ${red.id}::uuid and i.invoice_id = ${invoice.id}::uuid
          and i.n = l.n`.compile(q),
    )
    const taken = addFen(fen(invoice.red_fen), fen(red.gross_fen))
    const name = taken === invoice.gross_fen ? 'redWhole' : 'redPart'
    await move(ctx, invoiceStates, invoice, name, {
      set: { red_fen: taken },
      diff: [{ field: '红票', old: '--', new: `${redNo} ${printMoney(fen(red.gross_fen))} 元` }],
    })
    const booked = {
      id: red.id,
      redNo,
      redAt,
      invoiceId: invoice.id,
      branchId: invoice.branch_id,
      shipperId: invoice.shipper_id,
      lines: lines.map(line => ({
        waybillId: line.waybill_id,
        gross: fen(line.gross_fen),
        net: subtractFen(fen(line.gross_fen), fen(line.tax_fen)),
        tax: fen(line.tax_fen),
      })),
    }
    if (redReasons[keyOf(redReasons, red.reason_code)].isError) {
      await postInvoiceRed(ctx, booked)
      await freeRed(
        ctx,
        app.id,
        lines.map(line => line.waybill_id),
      )
    } else await postAllowance(ctx, booked)
  })
  await tellHappening(
    ctx,
    'red.issued',
    { company: red.shipper_id, permit: 'invoice.view' },
    { confirmNo: red.confirm_no, redNo, amount: printMoney(fen(red.gross_fen)) },
  )
}

/** Waybills of which nothing stands on an invoice of the application any more can be applied for again. */
async function freeRed(ctx: Ctx, appId: string, waybillIds: readonly string[]): Promise<void> {
  await ctx.tx.run(
    sql`update invoice_app_waybills w set is_live = false where w.app_id = ${appId}::uuid
      and w.waybill_id = any(${[...waybillIds]}::uuid[])
      and not exists (select from invoice_lines l join invoices i on i.id = l.invoice_id
        where i.app_id = w.app_id and l.waybill_id = w.waybill_id and l.red_fen < l.gross_fen
          and i.state <> 'dropped')`.compile(q),
  )
}
