// A million waybills in a scratch database, made by the database itself: spread over shippers, carriers and states.
import { withClient } from '@yunshu/postgres/withClient'

/** Share of each state, out of 100: most are finished, as after a year of work. */
const shares: readonly [state: string, upTo: number][] = [
  ['finished', 88],
  ['signed', 93],
  ['inTransit', 95],
  ['toLoad', 96],
  ['toSign', 97],
  ['loading', 98],
  ['arrived', 99],
  ['cancelled', 100],
]

/**
 * Fills the database at `ownerUrl` (with the demo people in it) with `n` waybills, exact counters and fresh statistics.
 */
export async function makeManyWaybills(ownerUrl: string, n: number): Promise<void> {
  const state = `case ${shares.map(([name, upTo]) => `when dice < ${upTo} then '${name}'`).join(' ')} end`
  await withClient(ownerUrl, async client => {
    await client.query(`
      create temp table shipper as select row_number() over (order by id) - 1 as n, id, branch_id from companies where role_flags = 4;
      create temp table carrier as select row_number() over (order by id) - 1 as n, id from companies where role_flags = 2;
      insert into vehicles (id, carrier_id, plate, plate_color, type_code, energy, tonnage_g, gross_g, transport_cert_no, transport_cert_expiry, licence_expiry, paper, created_at, updated_at)
        select gen_random_uuid(), c.id, '川A' || lpad((c.n * 100 + i)::text, 5, '0'), '2', 'H11', 'B', 30000000, 49000000, '510100' || lpad((c.n * 100 + i)::text, 6, '0'), 4102444800000, 4102444800000, 'approved', 0, 0 from carrier c, generate_series(0, 49) i;
      insert into drivers (id, carrier_id, name, id_no, mobile, licence_class, licence_expiry, qualification_no, qualification_expiry, paper, created_at, updated_at)
        select gen_random_uuid(), c.id, '司机' || c.n, 'X' || c.n, '19900000000', 'A2', 4102444800000, '1', 4102444800000, 'approved', 0, 0 from carrier c;
      insert into goods (id, goods_no, state, kind, shipper_id, branch_id, title, load_region, unload_region, load_place, unload_place, item_names, weight_g, quantity_mode, total_qty, remain_qty, pricing, shipper_unit_price, carrier_unit_price, publish_to, take_mode, valid_to, body, created_by, created_at, updated_at)
        select gen_random_uuid(), 'HYBENCH' || s.n, 'partial', 'NORMAL', s.id, s.branch_id, '煤炭', '610802', '411328', '榆林', '唐河', '煤炭', 1, 'BY_TRUCK', 100000000, 1, 'PER_TON', 1, 1, 'PUBLIC', 'GRAB', 4102444800000, '{}', (select id from users limit 1), 0, 0 from shipper s;
      create temp table vehicle as select row_number() over (order by v.id) - 1 as n, v.*, d.id as driver_id from vehicles v join drivers d on d.carrier_id = v.carrier_id;
    `)
    const [shippers, vehicles] = await Promise.all([
      client.query<{ n: number }>('select count(*)::int as n from shipper'),
      client.query<{ n: number }>('select count(*)::int as n from vehicle'),
    ])
    await client.query(`
      insert into waybills (id, waybill_no, state, source, kind, goods_id, goods_no, shipper_id, branch_id, carrier_id, vehicle_id, driver_id, plate, plate_color, driver_name, driver_mobile, load_region, unload_region, load_place, unload_place, item_names, quantity_mode, qty, pricing, shipper_unit_price, carrier_unit_price, plan_weight_g, load_weight_g, unload_weight_g, shipper_freight_fen, payable_fen, receipt_state, settle_state, body, shipper_by, carrier_by, created_by, created_at, updated_at)
      select (lpad(to_hex(1735689600000 + i * 31536::bigint), 12, '0') || '7' || substr(md5(i::text), 1, 3) || '8' || substr(md5(i::text), 4, 15))::uuid, 'YD' || lpad(i::text, 14, '0'), ${state}, 'APPOINT', 'NORMAL',
        g.id, g.goods_no, s.id, s.branch_id, v.carrier_id, v.id, v.driver_id, v.plate, '2', '司机', '19900000000', '610802', '411328', '榆林市榆阳区能源路18号', '南阳市唐河县工业路6号', '煤炭', 'BY_TRUCK', 1, 'PER_TON', 2932100, 2785500, 32400000, 32400000, 32250000, 1000000, 950000,
        'confirmed', 'unsettled', '{}', g.created_by, g.created_by, g.created_by, 1735689600000 + i * 31536::bigint, 0
      from (select i, abs(hashint4(i)) % 100 as dice, abs(hashint4(i + 7)) % ${shippers.rows[0]?.n ?? 1} as si, abs(hashint4(i + 13)) % ${vehicles.rows[0]?.n ?? 1} as vi from generate_series(1, ${n}) i) x
      join shipper s on s.n = x.si join vehicle v on v.n = x.vi join goods g on g.shipper_id = s.id and g.goods_no like 'HYBENCH%'`)
    await client.query(`
      insert into waybill_counts (owner_id, state, slot, n)
      select owner, state, 0, count(*) from waybills, lateral (values (shipper_id), (carrier_id), (branch_id), ('00000000-0000-0000-0000-000000000000'::uuid)) o (owner) group by 1, 2`)
    await client.query('vacuum analyze')
  })
}
