// The facts of the four flows of waybills: one statement for a page of them, whatever their number, and the words of agreements and trails.
import type { ChainFacts } from '@yunshu/domain/chain/judge'
import { fen } from '@yunshu/domain/figures/money'
import { errorReasons } from '@yunshu/domain/invoice/red'
import { receiptStates } from '@yunshu/domain/waybill/waybill'
import { sql, type RawBuilder } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { isPaidTrade } from '../../db/paidTrades.ts'
import { q, type Tx } from '../../db/tx.ts'
import { handedSupply, invoicedByHand, invoicedCost, onSupplyInvoices } from '../../db/waybillCost.ts'
import { findAgreementLegs } from '../agreement/agreement.queries.ts'
import { findTrailFacts } from '../track/verdict.queries.ts'

/** A waybill with what its flows are judged of. */
export interface ChainSource {
  readonly id: string
  readonly waybill_no: string
  readonly state: string
  readonly settle_state: string
  readonly settlement_num: string | null
  readonly signed_at: number | null
  readonly shipper_name: string
  readonly carrier_name: string
  readonly vehicle_id: string
  readonly plate: string
  readonly load_place: string
  readonly unload_place: string
  readonly branch_id: string
  readonly branch_name: string
  readonly receipt_state: string
  readonly load_weight_g: number | null
  readonly unload_weight_g: number | null
  readonly net_fen: number
  readonly issued_fen: number
  readonly set_off_fen: number
  readonly paid_fen: number
  readonly moved_fen: number
  readonly strange_fen: number
  readonly is_asked: boolean
  readonly has_exception: boolean
  readonly freight_fen: number
  readonly sold_fen: number
  readonly sold_strange_fen: number
  readonly cost_fen: number
  readonly ticked_fen: number
  readonly verified_fen: number
  readonly evidence_fen: number
  readonly unchecked_fen: number
  readonly bought_strange_fen: number
  readonly fuel_cost_fen: number
  readonly fuel_bought_fen: number
  readonly toll_cost_fen: number
  readonly toll_bought_fen: number
}

/** Money that left for a waybill and did not come back; money that was sent twice is a debt of its own. */
const moved = sql`(select coalesce(sum(case t.direction when 'OUT' then m.amount_fen else -m.amount_fen end), 0)
  from trade_waybills m join trades t on t.id = m.trade_id
  where m.waybill_id = x.id and (${isPaidTrade('t')} or t.kind = 'RETURN'
    and exists (select from trades o where o.payment_id = t.payment_id and ${isPaidTrade('o')})))`

/** Of that, what went to neither the carrier nor a payee of one of its drivers, his own or authorised by him that day. */
const strange = sql`(select coalesce(sum(m.amount_fen), 0) from trade_waybills m join trades t on t.id = m.trade_id
  where m.waybill_id = x.id and ${isPaidTrade('t')} and t.direction = 'OUT' and t.payee <> x.carrier_name
    and not exists (select from payees p where p.carrier_id = x.carrier_id and p.name = t.payee and (
      p.driver_id = x.driver_id or p.driver_id in (select s.driver_id from waybill_segments s where s.waybill_id = x.id)
      or exists (select from payee_auths a where a.payee_id = p.id and a.state in ('active', 'expired')
        and a.valid_from <= t.happened_at and t.happened_at < a.valid_to
        and (a.driver_id = x.driver_id or a.driver_id in (select s.driver_id from waybill_segments s
          where s.waybill_id = x.id))))))`

const paymentOf = (condition: RawBuilder<boolean>) =>
  sql`exists (select from settlement_lines l join payments p on p.id = l.payment_id where l.waybill_id = x.id
    and ${condition})`

/** Invoiced by sales that stand, of its own buyer and seller or of others. */
const sold = (isOwn: boolean) => sql`(select coalesce(sum(l.gross_fen - l.red_fen), 0)
  from invoice_lines l join invoices i on i.id = l.invoice_id
  where l.waybill_id = x.id and i.state in ('issued', 'partRed', 'red')
    and ${
      isOwn
        ? sql`(i.shipper_id = x.shipper_id and i.branch_id = x.branch_id)`
        : sql`(i.shipper_id <> x.shipper_id
      or i.branch_id <> x.branch_id)`
    })`

/** The revenue that stands: what was signed for, less allowances; compensation lowers the receivable and no invoice. */
const owed = sql`case when x.compensated_fen > 0
  then x.shipper_freight_fen + x.compensated_fen - coalesce((select sum(l.gross_fen) from red_lines l
    join red_confirms r on r.id = l.confirm_id where l.waybill_id = x.id and r.issue_state = 'issued'
      and r.reason_code <> all(${[...errorReasons]}::text[])), 0)
  else coalesce((select case when i.cancelled_at is null then i.amount_fen else 0 end from ar_items i
    where i.waybill_id = x.id), x.shipper_freight_fen) end`

/** Bound input invoices in these states, of the carrier of the waybill or of others. */
const bought = (states: readonly string[], isOwn: boolean) => sql`(select coalesce(sum(n.bound_fen), 0)
  from input_bindings n join input_invoices i on i.id = n.input_id
  where n.waybill_id = x.id and n.unbound_at is null and n.class = 'FREIGHT' and i.state = any(${[...states]}::text[])
    and ${isOwn ? sql`i.carrier_id = x.carrier_id` : sql`i.carrier_id is distinct from x.carrier_id`})`
const checked = ['verified', 'ticked'] as const

/**
 * Waybills `w` under a condition in an order, as many as asked, with their facts: those are looked for of the rows of
 * the page alone.
 */
export const chainSources = (where: RawBuilder<boolean>, order: RawBuilder<unknown>, limit: number) =>
  sql<ChainSource>`
    select x.*, ${moved}::bigint as moved_fen, ${strange}::bigint as strange_fen,
      ${paymentOf(sql<boolean>`p.state in ('sent', 'unknown')`)} as is_asked,
      ${paymentOf(sql<boolean>`exists (select from money_exceptions e where e.payment_id = p.id
        and e.state <> 'resolved')`)} as has_exception,
      ${owed}::bigint as freight_fen,
      ${sold(true)}::bigint as sold_fen, ${sold(false)}::bigint as sold_strange_fen,
      ${bought(['ticked'], true)}::bigint as ticked_fen, ${bought(['verified'], true)}::bigint as verified_fen, ${bought(['uploaded'], true)}::bigint as unchecked_fen,
      ${bought(checked, false)}::bigint as bought_strange_fen,
      ${invoicedByHand('x')} as evidence_fen,
      ${onSupplyInvoices('x', 'FUEL')}::bigint as fuel_bought_fen,
      ${onSupplyInvoices('x', 'TOLL')}::bigint as toll_bought_fen
    from (
      select w.id, w.waybill_no, w.state, w.settle_state, w.settlement_num, w.signed_at, w.shipper_id, w.carrier_id,
        w.driver_id, w.branch_id, w.vehicle_id, w.plate,
        w.load_place, w.unload_place, w.receipt_state, w.load_weight_g, w.unload_weight_g, w.shipper_freight_fen,
        w.compensated_fen,
        w.payable_fen - w.deducted_fen as net_fen, w.oil_fen as issued_fen, w.set_off_fen,
          w.paid_fen + w.advanced_fen as paid_fen,
        ${invoicedCost('w')} as cost_fen,
        w.input_base, w.toll_fen,
        ${handedSupply('w', 'FUEL')} as fuel_cost_fen, ${handedSupply('w', 'TOLL')} as toll_cost_fen,
        s.name as shipper_name, c.name as carrier_name, b.name as branch_name
      from waybills w join companies s on s.id = w.shipper_id join companies c on c.id = w.carrier_id
        join companies b on b.id = w.branch_id
      where ${where} order by ${order} limit ${limit}
    ) as x order by x.signed_at desc, x.id desc`.compile(q)

/** The facts these waybills are judged of, in their order. */
export async function findChainFacts(
  tx: Tx,
  rows: readonly ChainSource[],
): Promise<readonly { readonly row: ChainSource; readonly facts: ChainFacts }[]> {
  const ids = rows.map(row => row.id)
  const [papers, trails] = [await findAgreementLegs(tx, ids), await findTrailFacts(tx, ids)]
  return rows.map(row => ({
    row,
    facts: {
      contract: papers.get(row.id) ?? { consign: 'none', carry: 'none' },
      goods: {
        isSigned: row.signed_at !== null,
        isDisputed: row.state === 'disputed',
        loadedG: row.load_weight_g ?? undefined,
        unloadedG: row.unload_weight_g ?? undefined,
        receipt: keyOf(receiptStates.states, row.receipt_state),
        trail: trails.get(row.id),
      },
      money: {
        net: fen(row.net_fen),
        issued: fen(row.issued_fen),
        setOff: fen(row.set_off_fen),
        paid: fen(row.paid_fen),
        moved: fen(row.moved_fen),
        strange: fen(row.strange_fen),
        isSettled: row.settle_state === 'settled',
        isAsked: row.is_asked,
        hasException: row.has_exception,
      },
      invoice: {
        freight: fen(row.freight_fen),
        sold: fen(row.sold_fen),
        soldStrange: fen(row.sold_strange_fen),
        cost: fen(row.cost_fen),
        // an invoice booked by hand, with its input tax, is evidence too: the same paper as one bound and not deducted yet
        bought: fen(row.ticked_fen + Math.max(row.verified_fen, row.evidence_fen)),
        unchecked: fen(row.unchecked_fen),
        boughtStrange: fen(row.bought_strange_fen),
        fuel: { cost: fen(row.fuel_cost_fen), bought: fen(row.fuel_bought_fen) },
        toll: { cost: fen(row.toll_cost_fen), bought: fen(row.toll_bought_fen) },
      },
    },
  }))
}
