// The tax of waybills in input invoices and of lines of red invoices, worked out anew from what was bound and taken before.
import { listUrl, screenUrl } from '@yunshu/contract/screens/screens'
import { inputFigures } from '@yunshu/domain/amount/explained'
import { explainAmount, linkedAmount, type ExplainedAmount } from '@yunshu/domain/amount/explanation'
import { explainTold, largestTold } from '@yunshu/domain/amount/ledger'
import { explainInput } from '@yunshu/domain/amount/moneyRecords'
import { explainBoundTax, explainRedTax } from '@yunshu/domain/amount/taxes'
import { fen } from '@yunshu/domain/figures/money'
import { inputSources } from '@yunshu/domain/invoice/input'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { ownInvoices } from '../invoice/application.queries.ts'
import { bindingRows, ownInputs } from '../invoice/input.queries.ts'
import type { Explained } from './explained.ts'
import { figureOf, givenField } from './figureOf.ts'

interface Asked {
  readonly id?: string | undefined
  readonly n?: number | undefined
  readonly figure?: string | undefined
}

/** The sum of a column of the bindings of the invoice of binding `b` that stood when it was made. */
const boundBefore = (column: 'bound_fen' | 'tax_fen') => sql<number>`(
  select coalesce(sum(o.${sql.ref(column)}), 0) from input_bindings o
  where o.input_id = b.input_id and (o.created_at, o.id) < (b.created_at, b.id)
    and (o.unbound_at is null or o.unbound_at > b.created_at))::bigint`

/** Bindings with their invoices as they stood before each. */
export const boundTaxes = q
  .selectFrom('input_bindings as b')
  .innerJoin('input_invoices as i', 'i.id', 'b.input_id')
  .innerJoin('waybills as w', 'w.id', 'b.waybill_id')
  .select(['b.id', 'b.input_id', 'b.bound_fen', 'b.tax_fen', 'b.waybill_id', 'w.waybill_no'])
  .select(['i.invoice_no', 'i.gross_fen', 'i.tax_fen as whole_fen'])
  .select([boundBefore('bound_fen').as('before_fen'), boundBefore('tax_fen').as('used_fen')])
type BoundTax = Awaited<ReturnType<typeof boundTaxes.execute>>[number]

/** The tax of a binding. */
export const workBound = (row: BoundTax): ExplainedAmount =>
  explainBoundTax(
    {
      invoiceNo: row.invoice_no,
      link: screenUrl('QueryInvoiceVoucher', { id: row.input_id }),
      gross: fen(row.gross_fen),
      tax: fen(row.whole_fen),
      bound: fen(row.before_fen),
      usedTax: fen(row.used_fen),
    },
    { label: `${row.waybill_no} 进项税额`, amount: fen(row.bound_fen) },
  )

/** The tax of a binding in the caller's reach. */
export async function explainBound(ctx: Ctx, { id }: Asked): Promise<Explained> {
  const row = await ctx.tx.one(boundTaxes.where('b.id', '=', givenField('id', id)).where(ownInputs(ctx.actor, 'i')))
  return { amount: workBound(row), kept: fen(row.tax_fen) }
}

/** The tax of an input invoice its bindings use. */
export async function explainUsed(ctx: Ctx, { id }: Asked): Promise<Explained> {
  const input = await ctx.tx.one(
    q
      .selectFrom('input_invoices as i')
      .select(['i.id', 'i.used_tax_fen'])
      .where('i.id', '=', givenField('id', id))
      .where(ownInputs(ctx.actor, 'i')),
  )
  const live = q.selectFrom('input_bindings as n').where('n.input_id', '=', input.id).where('n.unbound_at', 'is', null)
  const { count, total } = await ctx.tx.one(
    live.select([sql<number>`count(*)::int`.as('count'), sql<number>`coalesce(sum(n.tax_fen), 0)::bigint`.as('total')]),
  )
  const rows = await ctx.tx.rows(
    boundTaxes
      .where('b.input_id', '=', input.id)
      .where('b.unbound_at', 'is', null)
      .orderBy('b.tax_fen', 'desc')
      .orderBy('b.id')
      .limit(largestTold),
  )
  const amount = explainTold('已用进项税额', { largest: rows.map(workBound), count, total: fen(total), unit: '单' })
  return { amount, kept: fen(input.used_tax_fen) }
}

/** A figure of an input invoice in the caller's reach. */
export async function explainInputFigure(ctx: Ctx, { id, figure }: Asked): Promise<Explained> {
  const of = figureOf(inputFigures, figure)
  const input = await ctx.tx.one(
    q
      .selectFrom('input_invoices as i')
      .select(['i.id', 'i.source', 'i.gross_fen', 'i.tax_fen', 'i.bound_fen'])
      .where('i.id', '=', givenField('id', id))
      .where(ownInputs(ctx.actor, 'i')),
  )
  const live = q.selectFrom('input_bindings as n').where('n.input_id', '=', input.id).where('n.unbound_at', 'is', null)
  const { count, total } = await ctx.tx.one(
    live.select([
      sql<number>`count(*)::int`.as('count'),
      sql<number>`coalesce(sum(n.bound_fen), 0)::bigint`.as('total'),
    ]),
  )
  const rows = await ctx.tx.rows(
    bindingRows(input.id).orderBy('n.bound_fen', 'desc').orderBy('n.id').limit(largestTold),
  )
  const amount = explainInput(of, {
    gross: fen(input.gross_fen),
    tax: fen(input.tax_fen),
    source: inputSources[keyOf(inputSources, input.source)],
    bound: {
      largest: rows.map(row =>
        linkedAmount(
          explainAmount(row.waybill_no, fen(row.bound_fen), row.by_name),
          screenUrl('WaybillDetails', { id: row.waybill_id }),
        ),
      ),
      count,
      total: fen(total),
      unit: '单',
    },
  })
  const kept = {
    gross: input.gross_fen,
    net: input.gross_fen - input.tax_fen,
    tax: input.tax_fen,
    bound: input.bound_fen,
    unbound: input.gross_fen - input.bound_fen,
  }[of]
  return { amount, kept: fen(kept) }
}

/** The sum of a column of what earlier red invoices took of the line of an invoice that line `l` of `r` takes back. */
const redBefore = (column: 'gross_fen' | 'tax_fen') => sql<number>`(
  select coalesce(sum(o.${sql.ref(column)}), 0) from red_confirms x join red_lines o on o.confirm_id = x.id
  where x.invoice_id = r.invoice_id and x.issue_state = 'issued' and o.n = l.n
    and (x.created_at, x.id) < (r.created_at, r.id))::bigint`

/** Lines of red confirmations beside the lines they take back, as those stood before each. */
export const redTaxes = q
  .selectFrom('red_lines as l')
  .innerJoin('red_confirms as r', 'r.id', 'l.confirm_id')
  .innerJoin('invoices as i', 'i.id', 'r.invoice_id')
  .innerJoin('invoice_lines as s', join => join.onRef('s.invoice_id', '=', 'i.id').onRef('s.n', '=', 'l.n'))
  .select(['l.confirm_id', 'l.n', 'l.gross_fen', 'l.tax_fen', 's.waybill_no', 's.waybill_id'])
  .select(['s.gross_fen as whole_gross', 's.tax_fen as whole_tax', 'i.vat_bp', 'i.invoice_no'])
  .select([redBefore('gross_fen').as('before_fen'), redBefore('tax_fen').as('used_fen')])
type RedTax = Awaited<ReturnType<typeof redTaxes.execute>>[number]

/** The tax of a line of a red confirmation. */
export const workRed = (row: RedTax): ExplainedAmount =>
  linkedAmount(
    explainRedTax(
      {
        gross: fen(row.whole_gross),
        tax: fen(row.whole_tax),
        red: fen(row.before_fen),
        redTax: fen(row.used_fen),
        vatBp: row.vat_bp,
      },
      { label: `第 ${row.n} 行 ${row.waybill_no} 红冲税额`, amount: fen(row.gross_fen) },
    ),
    screenUrl('WaybillDetails', { id: row.waybill_id }),
  )

/** The tax of a red confirmation in the caller's reach, or of one of its lines. */
export async function explainRed(ctx: Ctx, { id, n }: Asked): Promise<Explained> {
  const red = await ctx.tx.one(
    q
      .selectFrom('red_confirms as r')
      .select(['r.id', 'r.confirm_no', 'r.tax_fen'])
      .where('r.id', '=', givenField('id', id))
      .where(ownInvoices(ctx.actor, 'r')),
  )
  const own = redTaxes.where('l.confirm_id', '=', red.id)
  if (n !== undefined) {
    const row = await ctx.tx.one(own.where('l.n', '=', n))
    return { amount: workRed(row), kept: fen(row.tax_fen) }
  }
  const { count, total } = await ctx.tx.one(
    q
      .selectFrom('red_lines as l')
      .select([sql<number>`count(*)::int`.as('count'), sql<number>`coalesce(sum(l.tax_fen), 0)::bigint`.as('total')])
      .where('l.confirm_id', '=', red.id),
  )
  const rows = await ctx.tx.rows(own.orderBy('l.tax_fen', 'desc').orderBy('l.n').limit(largestTold))
  const link = listUrl('QueryInvoiceRed', { text: red.confirm_no })
  const told = { largest: rows.map(workRed), count, total: fen(total), unit: '行', link }
  return { amount: explainTold(`${red.confirm_no} 红冲税额`, told), kept: fen(red.tax_fen) }
}
