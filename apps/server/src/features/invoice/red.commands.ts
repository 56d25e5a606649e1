// Red confirmations: entered by seller or buyer for lines of an invoice, agreed to by a second person and by the buyer
// where it deducted the tax, void after 72 hours of silence.
import type { Input, Output } from '@yunshu/contract/call'
import type { applyRed, moveRed } from '@yunshu/contract/invoice/red'
import { fen, printMoney, subtractFen, sumFen, type Fen } from '@yunshu/domain/figures/money'
import {
  faultOfRedEntry,
  faultOfRedMove,
  redAnswerMs,
  redIssueStates,
  redReasons,
  redStates,
  redTaxOf,
  type RedMove,
} from '@yunshu/domain/invoice/red'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { Problem, problemOf } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { insertRows } from '../../db/insertRows.ts'
import { keyOf } from '../../db/keyOf.ts'
import { takeNumber } from '../../db/numbers.ts'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { logEvent, stale } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { tellHappening, tellHouse } from '../../work/outbox.ts'
import { ownInvoices } from './application.queries.ts'
import { lockInvoice } from './issue.commands.ts'
import { hasOpenRed, redOn, type Red } from './red.queries.ts'

/** Enters a confirmation: the buyer's waits for the seller, the seller's for a second person of the house. */
export async function enterRed(ctx: Ctx, said: Input<typeof applyRed>): Promise<Output<typeof applyRed>> {
  const isSeller = isHouseSide(ctx.actor.side)
  if (!ctx.can(isSeller ? 'invoice.issue' : 'invoice.apply')) throw new Problem('permit.missing')
  const { invoice } = await lockInvoice(ctx, said.invoiceId)
  if (invoice.version !== said.version) throw await stale(ctx, invoice.id)
  const fault = faultOfRedEntry({ state: invoice.state, hasOpen: await hasOpenRed(ctx, invoice.id) })
  if (fault) throw new Problem(fault)
  const lines = await redLines(ctx, said, invoice.vat_bp)
  const id = v7()
  const confirmNo = await takeNumber(ctx.tx, 'HZ', 'red_confirm_number', ctx.now)
  const owner = { shipper_id: invoice.shipper_id, branch_id: invoice.branch_id }
  const gross = sumFen(lines.map(line => line.gross))
  const row = {
    id,
    confirm_no: confirmNo,
    state: redStates.start,
    issue_state: redIssueStates.start,
    invoice_id: invoice.id,
    ...owner,
    side: isSeller ? 'SELLER' : 'BUYER',
    reason_code: said.reasonCode,
    is_used: said.isUsed,
    note: said.note ?? '',
    gross_fen: gross,
    tax_fen: sumFen(lines.map(line => line.tax)),
    maker_id: ctx.actor.userId,
    maker_for: ctx.actor.actingFor?.userId ?? null,
    maker_name: writtenName(ctx.actor),
    created_at: ctx.now,
    updated_at: ctx.now,
  }
  const made = await ctx.tx.run(
    q
      .insertInto('red_confirms')
      .values(row)
      .onConflict(c => c.doNothing()),
  )
  if (made === 0) throw new Problem('red.live')
  await ctx.tx.run(
    sql`${insertRows(
      'red_lines',
      lines.map(line => ({
        confirm_id: id,
        n: line.n,
        waybill_id: line.waybillId,
        ...owner,
        gross_fen: line.gross,
        tax_fen: line.tax,
      })),
    )}`.compile(q),
  )
  await logEvent(ctx, { entity: 'redConfirm', entityId: id, action: '录入红字确认单', to: redStates.start })
  ctx.touched('redConfirm', id, { confirmNo, invoiceNo: invoice.invoice_no ?? '' })
  const version = isSeller ? 1 : await enterAsBuyer(ctx, id)
  const words = {
    confirmNo,
    invoiceNo: invoice.invoice_no ?? '',
    amount: printMoney(gross),
    who: writtenName(ctx.actor),
  }
  await tellHouse(ctx, 'red.entered', { branch: invoice.branch_id, permit: 'invoice.issue' }, words)
  return { id, confirmNo, version }
}

async function enterAsBuyer(ctx: Ctx, id: string): Promise<number> {
  const red = await lockRed(ctx, id)
  return (await move(ctx, redStates, red, 'enter', { set: { deadline_at: ctx.now + redAnswerMs } })).version
}

interface TakenLine {
  readonly n: number
  readonly waybillId: string
  readonly gross: Fen
  readonly tax: Fen
}

/** The lines as they are taken back: an error takes whole lines, an allowance any part that is left. */
async function redLines(
  ctx: Ctx,
  { invoiceId, lines, reasonCode }: Input<typeof applyRed>,
  vatBp: number,
): Promise<TakenLine[]> {
  const found = await ctx.tx.rows(
    q.selectFrom('invoice_lines').selectAll().where('invoice_id', '=', invoiceId).orderBy('n').forUpdate(),
  )
  const byN = new Map(found.map(line => [line.n, line]))
  const seen = new Set<number>()
  return lines.map(({ n, gross }, index) => {
    const line = byN.get(n)
    if (line === undefined || seen.has(n)) throw wrongField(`lines.${index}.n`, '没有这一行')
    seen.add(n)
    const left = subtractFen(fen(line.gross_fen), fen(line.red_fen))
    if (gross === 0 || gross > left) throw wrongField(`lines.${index}.gross`, `应大于 0，不超过 ${printMoney(left)} 元`)
    if (redReasons[reasonCode].isError && gross !== line.gross_fen)
      throw wrongField(`lines.${index}.gross`, '开票有误须按整行红冲，已部分红冲的行不能按此原因红冲')
    return {
      n,
      waybillId: line.waybill_id,
      gross,
      tax: redTaxOf(
        {
          gross: fen(line.gross_fen),
          tax: fen(line.tax_fen),
          red: fen(line.red_fen),
          redTax: fen(line.red_tax_fen),
          vatBp,
        },
        gross,
      ),
    }
  })
}

/** A confirmation under lock, after its invoice and the invoice's application. */
export async function lockRed(ctx: Ctx, id: string): Promise<Red> {
  const { invoice_id: invoiceId } = await ctx.tx.one(
    q.selectFrom('red_confirms as r').select('r.invoice_id').where('r.id', '=', id).where(ownInvoices(ctx.actor, 'r')),
  )
  await lockInvoice(ctx, invoiceId)
  const row = await ctx.tx.one(q.selectFrom('red_confirms').selectAll().where('id', '=', id).forUpdate())
  return { ...row, state: keyOf(redStates.states, row.state) }
}

/** The side a move belongs to: what the buyer says, nobody of the house says for it. */
const ofBuyer: ReadonlySet<RedMove> = new Set(['confirmBuyer', 'denyBuyer', 'withdrawBuyer'])

/** The answers of the other side, which it has 72 hours for. */
const answers: ReadonlySet<RedMove> = new Set(['confirmBuyer', 'denyBuyer', 'confirmSeller', 'denySeller'])

/** One step of a confirmation. */
export async function stepRed(
  ctx: Ctx,
  { id, version, move: name, reason = '' }: Input<typeof moveRed>,
): Promise<Output<typeof moveRed>> {
  if (ofBuyer.has(name) === isHouseSide(ctx.actor.side)) throw new Problem('permit.missing')
  const red = await lockRed(ctx, id)
  const fault = faultOfRedMove(name, redOn(ctx, red))
  if (fault) throw problemOf(fault)
  // the hours are over when they are over, not when somebody has looked
  if (answers.has(name) && (red.deadline_at ?? Infinity) <= ctx.now)
    throw new Problem('state.wrong', { state: redStates.states.expired.label, move: redStates.moves[name].label })
  const asks = 'ask' in redStates.moves[name]
  const why = reason.trim()
  if (asks && why === '') throw wrongField('reason', '不能为空')
  const by = writtenName(ctx.actor)
  const set = {
    agreeAlone: { agreer_name: by },
    agreeAsk: { agreer_name: by, deadline_at: ctx.now + redAnswerMs },
    confirmBuyer: { answer_name: by, deadline_at: null },
    confirmSeller: { answer_name: by, deadline_at: null },
    denyBuyer: { answer_name: by, deadline_at: null, reason: why },
    denySeller: { answer_name: by, deadline_at: null, reason: why },
    withdrawSeller: { deadline_at: null },
    withdrawBuyer: { deadline_at: null },
    undo: { reason: why },
  }[name]
  const moved = await move(ctx, redStates, red, name, { version, set, ...(asks ? { reason: why } : {}) })
  if (name === 'agreeAsk')
    await tellHappening(
      ctx,
      'red.asked',
      { company: red.shipper_id, permit: 'invoice.apply' },
      { confirmNo: red.confirm_no, amount: printMoney(fen(red.gross_fen)) },
    )
  else
    await tellHappening(
      ctx,
      'red.moved',
      { users: [red.maker_id] },
      { confirmNo: red.confirm_no, what: redStates.states[moved.state].label },
    )
  ctx.touched('redConfirm', id, { confirmNo: red.confirm_no })
  return { id, version: moved.version }
}

/** A confirmation the other side did not answer in time comes to nothing. */
export async function expireRed(ctx: Ctx, id: string): Promise<void> {
  const red = await lockRed(ctx, id)
  if ((red.state !== 'sellerAsked' && red.state !== 'buyerAsked') || (red.deadline_at ?? Infinity) > ctx.now) return
  await move(ctx, redStates, red, 'expire', { set: { deadline_at: null } })
  await tellHappening(
    ctx,
    'red.moved',
    { users: [red.maker_id] },
    { confirmNo: red.confirm_no, what: redStates.states.expired.label },
  )
}
