// Invariants of waybills at any time, asked of the database and of the lists, with
// nothing of the product's own rules.
import type { Input, Output } from '@yunshu/contract/call'
import { countWaybills, listWaybills, type WaybillRow } from '@yunshu/contract/waybill/waybill'
import { sql } from 'kysely'
import { q } from '../../../apps/server/src/db/tx.ts'
import type { FreightWorld } from '../freightWorld.ts'
import type { Known } from './oracle.ts'

/** Status codes of the table by the words of the database. */
const codes: Readonly<Record<string, number>> = {
  toAccept: 10,
  toLoad: 20,
  loading: 30,
  inTransit: 40,
  interrupted: 45,
  arrived: 50,
  toSign: 60,
  disputed: 65,
  signed: 70,
  finished: 80,
  cancelled: 90,
  void: 95,
}

const dead = "('cancelled', 'void')"
const holding = "('toAccept', 'toLoad', 'loading', 'inTransit', 'interrupted', 'arrived')"
// a company that ships and carries is one owner
const owners =
  "(select owner_id, max(pays) as pays, max(gets) as gets from (values (w.shipper_id, 1, 0), (w.carrier_id, 0, 1), (w.branch_id, 1, 1), ('00000000-0000-0000-0000-000000000000'::uuid, 1, 1)) as v (owner_id, pays, gets) group by owner_id) as o"

/** Each query finds what breaks it. */
const invariants: readonly [what: string, query: string][] = [
  [
    'what is left of goods',
    `select g.goods_no, g.remain_qty from goods g where g.remain_qty < 0
      or g.total_qty - g.remain_qty <> coalesce((select sum(w.qty) from waybills w where w.goods_id = g.id
      and w.state not in ${dead}), 0) + coalesce((select sum(t.remain_qty) from tasks t where t.goods_id = g.id), 0)`,
  ],
  [
    'a vehicle on two routes at once',
    `select a.plate, a.waybill_no, b.waybill_no as other from waybills a join waybills b on b.vehicle_id = a.vehicle_id
      and b.id > a.id where a.state in ${holding} and b.state in ${holding}
      and (a.load_region, a.unload_region) <> (b.load_region, b.unload_region)`,
  ],
  [
    'a part on two open sheets',
    'select part_id, count(*) from settlement_lines where is_open group by 1 having count(*) > 1',
  ],
  [
    'lines and sheet',
    `select s.settlement_num from settlements s join (select settlement_id, sum(freight_fen) as f,
      sum(deducted_fen) as d, sum(oil_fen + advanced_fen) as o, sum(due_fen) as due from settlement_lines
      group by 1) l on l.settlement_id = s.id where (s.payable_fen, s.deducted_fen, s.oil_fen + s.advanced_fen,
      s.due_fen) <> (l.f, l.d, l.o, greatest(0, l.due - s.carried_in_fen))
      or s.carried_out_fen <> greatest(0, s.carried_in_fen - l.due)`,
  ],
  [
    'sheet and payments',
    "select s.settlement_num from settlements s join (select settlement_id, sum(amount_fen) as paid from payments where state in ('created', 'sent', 'unknown', 'success') group by 1) p on p.settlement_id = s.id where p.paid <> s.due_fen",
  ],
  [
    'two live payments',
    "select l.part_id from settlement_lines l join payments p on p.settlement_id = l.settlement_id where p.state in ('created', 'sent', 'unknown', 'success') group by 1 having count(*) > 1",
  ],
  [
    'counters',
    `select owner_id, state, c.n as counted, f.n as there from (select owner_id, state, sum(n) as n from waybill_counts
      group by 1, 2) c full join (select o.owner_id, w.state, count(*) as n from waybills w cross
      join lateral ${owners} group by 1, 2) f using (owner_id, state) where coalesce(c.n, 0) <> coalesce(f.n, 0)`,
  ],
  [
    'a state without its line of history',
    `select w.waybill_no, w.state, e.to_state from waybills w left join lateral (select to_state from events e
      where e.entity = 'waybill' and e.entity_id = w.id and e.to_state is not null order by e.id desc
      limit 1) e on true where e.to_state is distinct from w.state`,
  ],
  [
    'a gap in the history',
    `select * from (select entity_id, from_state, lag(to_state) over (partition by entity_id order by id) as before
      from events where entity = 'waybill' and to_state is not null) e where before is not null
      and from_state is distinct from before`,
  ],
  // revenue with its tax as long as the signature stands, the tentative cost until the sheet takes its place; after a
  // void nothing of either
  [
    'books of a waybill',
    `select w.waybill_no, w.state, b.revenue, b.tentative from waybills w cross join lateral (
    select coalesce(sum(l.credit_fen - l.debit_fen) filter (where l.account in ('6001.01', '2221.07')), 0) as revenue,
      coalesce(sum(l.credit_fen - l.debit_fen) filter (where l.account = '2202.99'), 0) as tentative
    from journal_lines l where l.waybill_id = w.id) b
    where b.revenue <> case when w.state in ('signed', 'finished') then w.shipper_freight_fen + w.compensated_fen else 0 end
      or b.tentative <> case when w.state = 'signed' then w.payable_fen else 0 end`,
  ],
  // 26 and 27 of the books: open items are what is owed, and nothing stands open beside prepaid money
  [
    'what shippers owe',
    `select w.waybill_no, i.open_fen from waybills w left join ar_items i on i.waybill_id = w.id
      where (w.state in ('signed', 'finished')) <> (i.id is not null and i.cancelled_at is null)
      or i.cancelled_at is null and i.amount_fen <> w.shipper_freight_fen
      or i.open_fen <> (select coalesce(sum(l.debit_fen - l.credit_fen), 0) from journal_lines l
        where l.waybill_id = w.id and l.account = '1122.01')
      or i.open_fen > 0 and (select sum(b.credit_fen - b.debit_fen) from account_balances b where b.account = '2205.01'
        and (b.branch_id, b.party_id) = (i.branch_id, i.shipper_id)) > 0`,
  ],
  // 32.400 t loaded, 32.250 t unloaded: 9,500.00 and 9,025.00; of 150 kg lost 52.8 are beyond 3 ‰, at 800 元/吨 42.24
  [
    'amounts of a signature',
    `select w.waybill_no, w.shipper_freight_fen, w.payable_fen, w.deducted_fen from waybills w
    cross join lateral (select coalesce(sum(c.amount_fen) filter (where c.amount_fen > 0), 0) as extra,
      coalesce(-sum(c.amount_fen) filter (where c.amount_fen < 0), 0) as cut from waybill_claims c
      where c.waybill_id = w.id and c.side = 'CARRIER' and c.state = 'agreed') c
    where w.state in ('signed', 'finished') and w.load_weight_g = 32400000 and w.unload_weight_g = 32250000
      and (w.shipper_freight_fen, w.payable_fen, w.deducted_fen, w.loss_g) <> (950000, 902500 + c.extra, 4224 + c.cut,
      150000)`,
  ],
  [
    'figures by day',
    `select owner_id, day_at, k.signed, f.signed as there from (select owner_id, day_at, sum(signed) as signed,
      sum(weight_g) as g, sum(shipper_fen) as pays, sum(carrier_fen) as gets from waybill_days group by 1, 2) k
    full join (select o.owner_id, (w.signed_at + 28800000) / 86400000 * 86400000 - 28800000 as day_at,
      count(*) as signed, sum(w.unload_weight_g) as g, sum(w.shipper_freight_fen * o.pays) as pays,
      sum(w.payable_fen * o.gets) as gets
      from waybills w cross join lateral ${owners} where w.state in ('signed', 'finished')
        group by 1, 2) f using (owner_id, day_at)
    where (coalesce(k.signed, 0), coalesce(k.g, 0), coalesce(k.pays, 0), coalesce(k.gets, 0)) <> (coalesce(f.signed,
      0), coalesce(f.g, 0), coalesce(f.pays, 0), coalesce(f.gets, 0))`,
  ],
]

/** A waybill as the oracle has it in mind. */
export interface Remembered extends Known {
  readonly id: string
  readonly version: number
}

/**
 * Breaches of the invariants 1–5 and 12–15, of the books and of the figures of the days, and differences between
 * product and oracle; empty when all is well.
 */
export async function broken(world: FreightWorld, remembered: readonly Remembered[]): Promise<string[]> {
  const found: string[] = []
  for (const [what, text] of invariants) {
    const rows = await world.server.db(tx => tx.rows<object>(sql<object>`${sql.raw(text)} limit 3`.compile(q)))
    found.push(...rows.map(row => `${what}: ${JSON.stringify(row)}`))
  }
  for (const account of ['shipper', 'carrier'] as const) found.push(...(await listBroken(world, account)))
  // 15: nothing changed that the oracle does not know of
  const rows = await world.server.db(tx =>
    tx.rows(q.selectFrom('waybills').select(['id', 'waybill_no', 'state', 'version', 'segments'])),
  )
  const there = new Map(rows.map(row => [row.id, row]))
  for (const held of remembered) {
    const row = there.get(held.id)
    if (!row || codes[row.state] !== held.code || row.version !== held.version || row.segments !== held.vehicles)
      found.push(
        `${row?.waybill_no ?? held.id} is ${row?.state} v${row?.version} with ${row?.segments} vehicles, known as ${held.code} v${held.version} with ${held.vehicles}`,
      )
  }
  return found
}

/**
 * 13: a walk through the list finds exactly as many rows as its counter says, and they add up to its sums. (Exports
 * against lists: features/exporting.)
 */
async function listBroken(world: FreightWorld, account: 'shipper' | 'carrier'): Promise<string[]> {
  const { total, sums } = await world.as(account).send(countWaybills, {})
  const rows: WaybillRow[] = []
  for (let input: Input<typeof listWaybills> | undefined = { limit: 100 }; input;) {
    const page: Output<typeof listWaybills> = await world.as(account).send(listWaybills, input)
    rows.push(...page.rows)
    input = page.next === undefined ? undefined : { limit: 100, cursor: page.next }
  }
  const add = (read: (row: WaybillRow) => number | undefined): number =>
    rows.reduce((all, row) => all + (read(row) ?? 0), 0)
  const listed = [rows.length, add(row => row.unloadWeightG), add(row => row.shipperFreight), add(row => row.open)]
  const said = [total, sums?.unloadWeightG ?? 0, sums?.shipperFreight ?? 0, sums?.open ?? 0]
  return said.every((n, at) => n === listed[at])
    ? []
    : [
        `the list of ${account} has ${listed.join(' ')} (rows, unloaded, freight, open), its counters say ${said.join(' ')}`,
      ]
}
