// The records the four flows of waybills were judged of, as lines of the inspector's sheet.
import { agreementKinds, agreementStates } from '@yunshu/domain/agreement/agreement'
import { chainLegs } from '@yunshu/domain/chain/chain'
import { fen, printYuan } from '@yunshu/domain/figures/money'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { inputStates } from '@yunshu/domain/invoice/input'
import { inputClasses } from '@yunshu/domain/invoice/inputClass'
import { invoiceStates } from '@yunshu/domain/invoice/invoice'
import { tradeDirections, tradeKinds } from '@yunshu/domain/trade'
import { sql, type RawBuilder } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { businessSight } from '../../work/scope.ts'

interface Line {
  readonly waybill_id: string
  readonly what: string
  readonly kind: string
  readonly state: string
  readonly at: number | null
  readonly other: string
  readonly amount_fen: number | null
  readonly no: string
}

type Ids = RawBuilder<unknown>
const agreements = (ids: Ids) => sql`
  select a.waybill_id, 'agreement' as what, a.kind, a.state, a.signed_at as at, coalesce(case a.kind when 'CONSIGN'
    then s.name else c.name end, '') as other,
    null::bigint as amount_fen, a.agreement_no as no, 1 as place
  from agreements a left join companies s on s.id = a.shipper_id left join companies c on c.id = a.carrier_id
  where a.waybill_id = any(${ids}) and a.state <> 'void'`
const trades = (ids: Ids) => sql`
  select m.waybill_id, 'trade', t.kind, t.direction, t.happened_at, t.payee, m.amount_fen,
    coalesce(t.bank_serial, t.trade_no), 2
  from trade_waybills m join trades t on t.id = m.trade_id where m.waybill_id = any(${ids})`
const sales = (ids: Ids) => sql`
  select l.waybill_id, 'sale', '', i.state, i.issued_at, i.title_name, l.gross_fen - l.red_fen,
    coalesce(i.invoice_no, i.serial_no), 3
  from invoice_lines l join invoices i on i.id = l.invoice_id where l.waybill_id = any(${ids}) and i.state <> 'dropped'`
const purchases = (ids: Ids) => sql`
  select n.waybill_id, 'purchase', n.class, i.state, i.issued_at, i.seller_name, n.bound_fen, i.invoice_no, 4
  from input_bindings n join input_invoices i on i.id = n.input_id where n.waybill_id = any(${ids})
    and n.unbound_at is null`

/** A record in words: its leg, what it is, its day, the other side, its amount as far as the reader may see it, its number. */
function worded(ctx: Ctx, line: Line): string[] {
  const sight = businessSight(ctx)
  const isSale = line.what === 'sale'
  const amount =
    line.amount_fen === null || !(isSale ? sight.shipper : sight.carrier) ? '' : printYuan(fen(line.amount_fen))
  const words = {
    agreement: () => [
      chainLegs.contract,
      `${agreementKinds[keyOf(agreementKinds, line.kind)].label} ${agreementStates.states[keyOf(agreementStates.states, line.state)].label}`,
    ],
    trade: () => [
      chainLegs.money,
      `${tradeKinds[keyOf(tradeKinds, line.kind)]} ${tradeDirections[keyOf(tradeDirections, line.state)]}`,
    ],
    sale: () => [chainLegs.invoice, `销项 ${invoiceStates.states[keyOf(invoiceStates.states, line.state)].label}`],
    purchase: () => [
      chainLegs.invoice,
      `进项 ${inputClasses[keyOf(inputClasses, line.kind)]} ${inputStates.states[keyOf(inputStates.states, line.state)].label}`,
    ],
  }
  const said = words[keyOf(words, line.what)]()
  return [...said, line.at === null ? '' : formatDateTime(line.at), line.other, amount, line.no]
}

/** Agreements, movements of money and invoices of waybills, by waybill, as far as the reader may see them. */
export async function findChainLines(
  ctx: Ctx,
  waybillIds: readonly string[],
): Promise<ReadonlyMap<string, readonly (readonly string[])[]>> {
  const ids = sql`${[...waybillIds]}::uuid[]`
  const parts = [
    ...(ctx.can('agreement.view') ? [agreements(ids)] : []),
    ...(ctx.can('trade.view') ? [trades(ids)] : []),
    ...(ctx.can('invoice.view') ? [sales(ids), purchases(ids)] : []),
  ]
  if (parts.length === 0) return new Map()
  const rows = await ctx.tx.rows(
    sql<Line>`select * from (${sql.join(
      parts,
      sql`
      union all `,
    )}) as x (waybill_id, what, kind, state, at, other, amount_fen, no, place)
      order by x.waybill_id, x.place, x.at, x.no`.compile(q),
  )
  return new Map(
    [...Map.groupBy(rows, row => row.waybill_id)].map(([id, lines]) => [id, lines.map(line => worded(ctx, line))]),
  )
}
