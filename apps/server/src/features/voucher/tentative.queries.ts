// The page of an estimate: each waybill of it with its basis, what took its place, and the difference.
import type { Input, Output } from '@yunshu/contract/call'
import type { getTentativeVoucher, TentativeVoucher } from '@yunshu/contract/voucher/voucherPages'
import { fen, subtractFen, sumFen, ZERO_FEN } from '@yunshu/domain/figures/money'
import { printUnitPrice, unitPrice } from '@yunshu/domain/figures/unitPrice'
import { grams } from '@yunshu/domain/figures/weight'
import { pricings } from '@yunshu/domain/goods/goods'
import { daysSince, estimateAgeOf, type EstimateEnd } from '@yunshu/domain/voucher/voucherPages'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { estimateUrged, lastUrgeOf, urgeCountOf } from '../../work/urging.ts'
import { findVoucherOf } from './voucher.queries.ts'

type Item = TentativeVoucher['items'][number]

interface Found {
  waybill_id: string
  waybill_no: string
  carrier_id: string
  urges: number
  urged_at: number | null
  carrier: string
  load_weight_g: number | null
  unload_weight_g: number | null
  carrier_unit_price: number
  pricing: string
  due_at: number | null
  estimated: number
  open: number
  replaced: number
  is_ended: boolean
  settlement_num: string | null
  replaced_at: number | null
  actual: number | null
}

/** The part of a carrier's history that says it was asked for invoices of the branch of a waybill. */
const asked = { field: estimateUrged, value: sql`(select o.name from companies o where o.id = w.branch_id)` }

/**
 * The estimates of an entry by waybill. A line may be taken back by a sheet and stand again when the sheet is: the last
 * link of that chain says whether it stands, and which sheet has its place. The cost that sheet's own entries book of the
 * same part is what it came to; of lines older than parts, all but what was agreed on later.
 */
const estimatesOf = (entryId: string) => sql<Found>`
  with recursive chain as (
    select l.entry_id as root, l.n as root_n, l.waybill_id, l.part_id, l.party_id, l.credit_fen as root_fen, l.entry_id, l.n,
      l.credit_fen
    from journal_lines l where l.entry_id = ${entryId}::uuid and l.account = '2202.99' and l.waybill_id is not null
    union all
    select c.root, c.root_n, c.waybill_id, c.part_id, c.party_id, c.root_fen, r.entry_id, r.n, r.credit_fen
    from chain c join journal_lines r on r.reverses_entry = c.entry_id and r.reverses_n = c.n
  ), ends as (
    select distinct on (root_n) root_n, waybill_id, part_id, party_id, root_fen, credit_fen, entry_id
    from chain order by root_n, entry_id desc
  ), by_waybill as (
    select x.waybill_id, min(x.party_id::text)::uuid as party_id, sum(x.root_fen) as estimated,
      coalesce(sum(x.credit_fen) filter (where x.credit_fen > 0), 0) as open,
      coalesce(sum(x.root_fen) filter (where x.credit_fen < 0 and v.settlement_id is not null), 0) as replaced,
      (array_agg(v.settlement_id order by x.entry_id desc) filter (where x.credit_fen < 0
        and v.settlement_id is not null))[1] as settlement_id,
      coalesce(bool_or(e.source_type = 'estimateEnd') filter (where x.credit_fen < 0), false) as is_ended,
      max(v.date) filter (where x.credit_fen < 0) as replaced_at
    from ends x join vouchers v on v.entry_id = x.entry_id join journal_entries e on e.id = x.entry_id group by x.waybill_id
  )
  select b.waybill_id, w.waybill_no, c.id as carrier_id, c.name as carrier,
    ${urgeCountOf(sql`c.id`, asked)} as urges, ${lastUrgeOf(sql`c.id`, asked)} as urged_at, w.load_weight_g, w.unload_weight_g, w.carrier_unit_price,
    w.pricing, w.due_at,
    b.estimated::bigint as estimated, b.open::bigint as open, b.replaced::bigint as replaced, b.is_ended, s.settlement_num,
      b.replaced_at,
    case when s.id is not null then (
      select coalesce(sum(l.debit_fen - l.credit_fen), 0) from journal_lines l
      join vouchers v on v.entry_id = l.entry_id
      where l.waybill_id = b.waybill_id and l.account like '6401%' and v.kind = 'ACCOUNTING' and v.settlement_id = s.id
        and exists (select from ends x where x.waybill_id = b.waybill_id and (x.part_id = l.part_id
          or x.part_id is null and not exists (select from waybill_parts p where p.id = l.part_id and p.part = 'adjust')))
    )::bigint end as actual
  from by_waybill b
  join waybills w on w.id = b.waybill_id
  join companies c on c.id = b.party_id
  left join settlements s on s.id = b.settlement_id
  order by w.waybill_no`

const endOf = ({ open, estimated, replaced, is_ended: isEnded }: Found): EstimateEnd => {
  if (open === estimated) return 'open'
  if (replaced === 0) return open > 0 ? 'partly' : isEnded ? 'ended' : 'cancelled'
  return open === 0 ? 'replaced' : 'partly'
}

function show(row: Found): Item {
  const end = endOf(row)
  const estimated = fen(row.estimated)
  const actual = end === 'replaced' && row.actual !== null ? fen(row.actual) : undefined
  return {
    waybillId: row.waybill_id,
    waybillNo: row.waybill_no,
    carrierId: row.carrier_id,
    carrier: row.carrier,
    urges: row.urges,
    ...(row.urged_at === null ? {} : { urgedAt: row.urged_at }),
    ...(row.load_weight_g === null ? {} : { loadWeight: grams(row.load_weight_g) }),
    ...(row.unload_weight_g === null ? {} : { unloadWeight: grams(row.unload_weight_g) }),
    price: `${printUnitPrice(unitPrice(row.carrier_unit_price))} ${pricings[keyOf(pricings, row.pricing)].label}`,
    ...(row.due_at === null ? {} : { dueAt: row.due_at }),
    estimated,
    open: fen(row.open),
    end,
    ...(actual === undefined ? {} : { actual, difference: subtractFen(actual, estimated) }),
    ...(row.settlement_num === null ? {} : { settlementNum: row.settlement_num }),
    ...(row.replaced_at === null || end === 'open' ? {} : { replacedAt: row.replaced_at }),
  }
}

/** An estimate with what became of it; red ones say what they took back. */
export async function findTentativeVoucher(
  ctx: Ctx,
  { id }: Input<typeof getTentativeVoucher>,
): Promise<Output<typeof getTentativeVoucher>> {
  const { voucher, entryId } = await findVoucherOf(ctx, 'TENTATIVE', id)
  const items = (await ctx.tx.rows<Found>(estimatesOf(entryId).compile(q))).map(show)
  const days = daysSince(voucher.date, ctx.now)
  return {
    ...voucher,
    days,
    age: estimateAgeOf(days),
    items,
    estimated: sumFen(items.map(item => item.estimated)),
    open: sumFen(items.map(item => item.open)),
    actual: sumFen(items.map(item => item.actual ?? ZERO_FEN)),
    difference: sumFen(items.map(item => item.difference ?? ZERO_FEN)),
  }
}
