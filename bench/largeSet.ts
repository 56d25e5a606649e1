// The large set: a year of waybills of thousands of companies, copied into a scratch database.
import { withClient } from '@yunshu/postgres/withClient'

/** The size of a set: the full one has five million waybills; companies and vehicles keep their proportion to them. */
export interface SetSize {
  readonly waybills: number
  readonly shippers: number
  readonly carriers: number
  readonly branches: number
  readonly vehicles: number
}
export const sizeOf = (waybills: number): SetSize => ({
  waybills,
  shippers: Math.max(20, Math.round(waybills / 1000)),
  carriers: Math.max(12, Math.round(waybills / 1700)),
  branches: 20,
  vehicles: Math.max(200, Math.round(waybills / 50)),
})

/** The cost of making it. */
export interface Made {
  readonly seconds: number
  readonly gigabytes: number
}

/** Share of each state, out of 1000: most are finished, as after a year of work. */
const shares: readonly [state: string, upTo: number][] = [
  ['finished', 900],
  ['signed', 945],
  ['inTransit', 960],
  ['toLoad', 968],
  ['toSign', 976],
  ['loading', 982],
  ['arrived', 987],
  ['toAccept', 989],
  ['disputed', 991],
  ['interrupted', 992],
  ['cancelled', 998],
  ['void', 1000],
]
const yearMs = 365 * 86_400_000
const places = `(array['陕西省榆林市榆阳区能源路18号','河北省唐山市丰南区临港路9号','四川省成都市青白江区物流大道66号','广东省广州市白云区石井大道2号','贵州省遵义市播州区水泥厂路1号','河南省商丘市梁园区粮库街7号','云南省昆明市官渡区花卉市场路3号','天津市滨海新区港区路11号'])`
const placesTo = `(array['河南省南阳市唐河县工业路6号','河南省郑州市惠济区钢材市场8号','上海市嘉定区园区路200号','北京市大兴区京南路15号','重庆市綦江区建材街3号','湖北省武汉市黄陂区汉口北5号','广东省深圳市龙岗区生鲜港1号','山东省泰安市岱岳区化肥厂路2号'])`
const regions = `(array['610802','130207','510113','440111','520304','411402','530111','120116'])`
const regionsTo = `(array['411328','410108','310114','110115','500110','420116','440307','370911'])`
const goodsNames = `(array['动力煤','螺纹钢','日用百货','电子产品','水泥','小麦','鲜花','尿素'])`
const body = `'{"loadPoints":[],"unloadPoints":[],"items":[],"payPlan":{"prePpm":0,"oilPpm":300000,"etcPpm":0,"arrivePpm":500000,"receiptPpm":200000,"termDays":30},"lossRule":{"kind":"PERMILLE","allow":3000,"scope":"EXCESS","basis":"LOAD","deductUnitPrice":"800.00","rounding":"NONE"},"receiptRule":{"needPhoto":true,"needOriginal":false,"copies":1,"returnDays":7}}'`

/** Indexes made at the same time. Rows are copied by one: they lie in the order of their ids, as in life. */
const lanes = 2

/**
 * Fills the database at `ownerUrl` (with the demo people in it) with a set that ends at `now`: the demo shipper has
 * every tenth waybill, the demo
 * carrier every twelfth. Indexes and foreign keys are taken away while rows are copied and made anew from what the
 * schema says of them.
 */
export async function makeLargeSet(ownerUrl: string, size: SetSize, now: number): Promise<Made> {
  const started = performance.now()
  const since = (): string => `${((performance.now() - started) / 1000).toFixed(0)} s`
  const asSystem = `select set_config('app.reach', 'system', false), set_config('app.user',
    '00000000-0000-0000-0000-000000000000', false), set_config('app.company', '00000000-0000-0000-0000-000000000000',
    false), set_config('app.branch', '00000000-0000-0000-0000-000000000000', false)`
  const taken = await withClient(ownerUrl, async client => {
    await client.query(asSystem)
    await client.query(parties(size))
    const { rows } = await client.query<{ name: string; def: string }>(
      `select c.relname as name, pg_get_indexdef(c.oid) as def from pg_index i join pg_class c on c.oid = i.indexrelid
        where i.indrelid = 'waybills'::regclass and not i.indisprimary and not i.indisunique`,
    )
    const { rows: keys } = await client.query<{ name: string; def: string }>(
      `select conname as name, pg_get_constraintdef(oid) as def from pg_constraint
        where conrelid = 'waybills'::regclass and contype = 'f'`,
    )
    await client.query('alter table waybills disable trigger waybill_words')
    for (const { name } of rows) await client.query(`drop index ${name}`)
    for (const { name } of keys) await client.query(`alter table waybills drop constraint ${name}`)
    // rows refer to what was just made: new ones are checked, these need not be
    return [
      ...rows.map(({ def }) => def),
      ...keys.map(({ name, def }) => `alter table waybills add constraint ${name} ${def} not valid`),
    ]
  })
  console.log(`  companies, vehicles: ${since()}`)
  await withClient(ownerUrl, async client => {
    await client.query(asSystem)
    await client.query(rowsOf(size, now))
  })
  console.log(`  ${size.waybills.toLocaleString('en')} rows copied: ${since()}`)
  // several indexes of a table can be made at once, each in its own connection
  const waiting = [...taken]
  await Promise.all(
    Array.from({ length: lanes }, () =>
      withClient(ownerUrl, async client => {
        await client.query(asSystem)
        await client.query(`set maintenance_work_mem = '384MB'`)
        for (let statement = waiting.shift(); statement !== undefined; statement = waiting.shift())
          await client.query(statement)
      }),
    ),
  )
  console.log(`  ${taken.length} indexes and keys: ${since()}`)
  const gigabytes = await withClient(ownerUrl, async client => {
    await client.query(asSystem)
    await client.query(`alter table waybills enable trigger waybill_words`)
    await client.query(
      `insert into waybill_words select 'plate', plate from large_vehicle union select 'name', driver_name
        from large_vehicle union select 'mobile', driver_mobile from large_vehicle on conflict do nothing`,
    )
    await client.query(
      `insert into waybill_counts (owner_id, state, slot, n) select owner, state, 0, count(*)
        from waybills, lateral (values (shipper_id), (carrier_id), (branch_id),
        ('00000000-0000-0000-0000-000000000000'::uuid)) o (owner) group by 1, 2`,
    )
    await client.query(questions)
    await client.query('vacuum analyze')
    const { rows } = await client.query<{ bytes: string }>(`select pg_total_relation_size('waybills') as bytes`)
    return Number(rows[0]?.bytes ?? 0) / 1024 ** 3
  })
  return { seconds: (performance.now() - started) / 1000, gigabytes }
}

/** Companies, a vehicle and a driver for every number, and one goods item per shipper. */
function parties({ shippers, carriers, branches, vehicles }: SetSize): string {
  const company = (prefix: string, flags: number, count: number, kind: string): string => `
    insert into companies (id, name, short_name, credit_code, role_flags, kind, parent_id, branch_id, contact_name,
      contact_mobile, region_code, address, created_at, updated_at)
    select gen_random_uuid(), '${prefix}' || i || '有限公司', '${prefix}' || i, 'L${flags}' || lpad(i::text, 16, '0'),
      ${flags}, '${kind}', ${
        kind === 'BRANCH'
          ? `(select id from companies where kind = 'HEAD' and role_flags & 1 <> 0
      limit 1)`
          : 'null'
      },
      ${
        kind === 'BRANCH'
          ? 'null'
          : `(select id from large_branch where n = i % (select count(*)
        from large_branch))`
      }, '联系人', '19900000000', '610802', '测试路1号', 0, 0 from generate_series(1, ${count}) i;`
  return `
    ${company('分公司', 1, branches, 'BRANCH')}
    create table large_branch as select row_number() over (order by id) - 1 as n, id from companies where kind = 'BRANCH';
    ${company('货主', 4, shippers, 'HEAD')} ${company('承运', 2, carriers, 'HEAD')}
    create table large_shipper as select row_number() over (order by (select u.account from users u where u.company_id = c.id and u.account = 'shipper') nulls last, id) - 1 as n, id, branch_id from companies c where role_flags = 4;
    create table large_carrier as select row_number() over (order by (select u.account from users u where u.company_id = c.id and u.account = 'carrier') nulls last, id) - 1 as n, id from companies c where role_flags = 2;
    insert into vehicles (id, carrier_id, plate, plate_color, type_code, energy, tonnage_g, gross_g, transport_cert_no, transport_cert_expiry, licence_expiry, paper, created_at, updated_at)
      select gen_random_uuid(), c.id, substr('川冀豫鲁陕晋', 1 + i % 6, 1) || chr(65 + i % 20) || lpad((i * 7919 % 99991)::text, 5, '0') , (1 + i / 99991)::text, 'H11', 'B', 30000000, 49000000, '510100' || lpad(i::text, 6, '0'), 4102444800000, 4102444800000, 'approved', 0, 0
      from generate_series(1, ${vehicles}) i join large_carrier c on c.n = case when i % 12 = 0 then 0 else i % (select count(*) from large_carrier) end on conflict do nothing;
    insert into drivers (id, carrier_id, name, id_no, mobile, licence_class, licence_expiry, qualification_no, qualification_expiry, paper, created_at, updated_at)
      select gen_random_uuid(), v.carrier_id, substr('王李张刘陈杨赵黄周吴', 1 + (n % 10)::int, 1) || substr('建志国海永文明德春立', 1 + (n / 10 % 10)::int, 1) || substr('军强伟平华林山峰', 1 + (n / 100 % 8)::int, 1), 'L' || lpad(n::text, 17, '0'), '199' || lpad((n * 7919 % 100000000)::text, 8, '0'), 'A2', 4102444800000, 'L' || n, 4102444800000, 'approved', 0, 0
      from (select row_number() over (order by id) as n, carrier_id from vehicles where transport_cert_no like '510100%') v;
    create table large_vehicle as select row_number() over (order by v.id) - 1 as n, v.id, v.carrier_id, v.plate, v.plate_color, d.id as driver_id, d.name as driver_name, d.mobile as driver_mobile
      from (select row_number() over (order by id) as n, * from vehicles where transport_cert_no like '510100%') v join drivers d on d.id_no = 'L' || lpad(v.n::text, 17, '0');
    create unique index on large_vehicle (n);
    create unique index on large_shipper (n);
    insert into goods (id, goods_no, state, kind, shipper_id, branch_id, title, load_region, unload_region, load_place, unload_place, item_names, weight_g, quantity_mode, total_qty, remain_qty, pricing, shipper_unit_price, carrier_unit_price, publish_to, take_mode, valid_to, body, created_by, created_at, updated_at)
      select gen_random_uuid(), 'HYL' || lpad(s.n::text, 8, '0'), 'partial', (array['NORMAL', 'GX', 'SH'])[1 + s.n % 3], s.id, s.branch_id, '煤炭', '610802', '411328', '榆林', '唐河', '煤炭', 1, 'BY_TRUCK', 100000000, 1, 'PER_TON', 1, 1, 'PUBLIC', 'GRAB', 4102444800000, '{}', (select id from users where account = 'shipper'), 0, 0 from large_shipper s;
    create table large_goods as select s.n, g.id, g.goods_no, g.kind from goods g join large_shipper s on s.id = g.shipper_id and g.goods_no = 'HYL' || lpad(s.n::text, 8, '0');
    create unique index on large_goods (n);
    analyze large_vehicle; analyze large_shipper; analyze large_goods;`
}

/**
 * Questions that wait for an answer: a claim on every eleventh open waybill, agreed ones on many that are over, a
 * change of vehicle on the interrupted.
 */
const questions = `
  insert into waybill_claims (id, waybill_id, side, code, amount_fen, reason, state, asked_by, created_by,
    created_name, created_at, updated_at)
    select gen_random_uuid(), w.id, 'CARRIER', 'WAIT', 10000, '压车', case when w.state in ('finished', 'signed')
      then 'agreed' else 'proposed' end, (array['shipper', 'carrier'])[1 + (hashtext(w.waybill_no) & 1)], w.created_by,
      '', w.created_at, w.created_at
    from waybills w where w.state not in ('cancelled', 'void') and abs(hashtext(w.waybill_no)) % 11 = 0;
  insert into waybill_swaps (id, waybill_id, state, vehicle_id, driver_id, plate, driver_name, reason, created_by,
    created_name, created_at, updated_at)
    select gen_random_uuid(), w.id, 'proposed', w.vehicle_id, w.driver_id, w.plate, w.driver_name, '故障', w.created_by,
      '', w.created_at, w.created_at from waybills w where w.state = 'interrupted'`

/** The waybills, oldest first. */
function rowsOf({ waybills, shippers }: SetSize, now: number): string {
  const state = `case ${shares.map(([name, upTo]) => `when dice < ${upTo} then '${name}'`).join(' ')} end`
  const at = `(${now - yearMs} + (i * ${yearMs / waybills}::float8)::bigint)`
  const done = `x.state in ('signed', 'finished')`
  return `
    insert into waybills (id, waybill_no, state, source, kind, goods_id, goods_no, upstream_no, shipper_id, branch_id,
      carrier_id, vehicle_id, driver_id, plate, plate_color, driver_name, driver_mobile, load_region, unload_region,
      load_place, unload_place, item_names,
      quantity_mode, qty, pricing, shipper_unit_price, carrier_unit_price, plan_weight_g, load_weight_g,
        unload_weight_g, loss_g, shipper_freight_fen, payable_fen, oil_fen, deducted_fen, paid_fen, receipt_state,
        settle_state, body,
      accepted_at, loaded_at, unloaded_at, signed_at, finished_at, due_at, shipper_by, carrier_by, created_by,
        created_at, updated_at)
    select (lpad(to_hex(at), 12, '0') || '7' || substr(h, 1, 3) || '8' || substr(h, 4, 15))::uuid,
      'YD' || lpad(i::text, 14, '0'), x.state, case when i % 50 = 0 then 'BACKFILL' else 'APPOINT' end, g.kind,
      g.id, g.goods_no, case when i % 3 = 0 then 'KH' || lpad(i::text, 10, '0') end, s.id, s.branch_id, v.carrier_id,
        v.id, v.driver_id, v.plate, v.plate_color, v.driver_name, v.driver_mobile,
      ${regions}[1 + i % 8], ${regionsTo}[1 + i % 8], ${places}[1 + i % 8], ${placesTo}[1 + i % 8],
        ${goodsNames}[1 + i % 8],
      'BY_TRUCK', 1, 'PER_TON', 2932100, 2785500, 32400000, 32000000 + r % 800000, case when ${done}
        then 31900000 + r % 800000 end, case when ${done} then r % 100000 end,
      850000 + r % 300000, 800000 + r % 250000, 240000, case when r % 20 = 0 then 12000 else 0 end, case
        when x.state = 'finished' then 560000 + r % 250000 else 0 end,
      case when x.state = 'finished' then 'confirmed' when x.state <> 'signed' then 'none' when r % 8 = 0
        then 'rejected' when r % 2 = 0 then 'uploaded' else 'waiting' end, case when x.state = 'finished'
        then 'settled' when r % 30 = 0 then 'settling' else 'unsettled' end, ${body},
      at + 3600000, at + 21600000, case when ${done} then at + 150000000 end, case when ${done}
        then at + 172800000 end, case when x.state = 'finished' then at + 864000000 end, case when ${done}
        then at + 2592000000 end,
      u.id, u.id, u.id, at, at + 864000000
    from (select i, md5(i::text) as h, ${at} as at, abs(hashint4(i + 99)) as r, ${state} as state, case when i % 10 = 0
      then 0 else abs(hashint4(i + 7)) % ${shippers} end as sn, abs(hashint4(i + 13)) as vn
      from (select i, case when i > ${Math.floor(waybills * 0.98)} then 900 + abs(hashint4(i)) % 100
        else abs(hashint4(i)) % 945 end as dice from generate_series(1, ${waybills}) i) y) x
    join large_shipper s on s.n = x.sn join large_goods g on g.n = x.sn
    join large_vehicle v on v.n = x.vn % (select count(*) from large_vehicle)
    cross join (select id from users where account = 'shipper') u
    order by i`
}
