// Rules of the demo data: quantities, money and counters add up, and numbers are valid.
import {
  checkDriverIdNo,
  checkMobile,
  checkQualification,
  checkTransportCert,
  checkUscc,
  checkBankCard,
} from '@yunshu/domain/identity/identity'
import { isCode, plateColours } from '@yunshu/domain/codes'
import { checkLicenceClass } from '@yunshu/domain/fleet/drivingLicence'
import { checkPlate, checkPlateColour, checkVin, warnVin } from '@yunshu/domain/fleet/plate'
import { publishFaults } from '@yunshu/domain/goods/publishing'
import { fillState } from '@yunshu/domain/goods/quantity'
import { goodsKinds, pricings, publishTargets, quantityModes } from '@yunshu/domain/goods/goods'
import { vehicleTypes } from '@yunshu/domain/fleet/vehicleTypes'
import { loadRegions } from '@yunshu/regions/load'
import { regionPath } from '@yunshu/regions/label'
import { expect, test } from 'vitest'
import { keyOf } from '../src/db/keyOf.ts'
import { readGoodsBody } from '../src/features/goods/goodsBody.queries.ts'
import { readWaybillBody } from '../src/features/waybill/waybillBody.queries.ts'
import { demoCompanyId } from './people.ts'
import { askSeeded, seededAt } from '../../../tests/server/seededDemo.ts'

const { rows, broken, count } = askSeeded()
const live = "('cancelled', 'void')"

test('what is left of goods is the total less live waybills and what tasks still hold', async () => {
  expect(
    await broken(`select g.goods_no, g.total_qty, g.remain_qty from goods g where g.total_qty - g.remain_qty <>
    coalesce((select sum(w.qty) from waybills w where w.goods_id = g.id and w.state not in ${live}), 0) + coalesce((select sum(t.remain_qty) from tasks t where t.goods_id = g.id), 0)`),
  ).toEqual([])
  expect(
    await broken(`select t.task_no, t.state from tasks t where t.state in ('sent', 'accepted', 'dispatching', 'done') and t.qty - t.remain_qty <> coalesce((select sum(w.qty) from waybills w where w.task_id = t.id and w.state not in ${live}), 0)
    + coalesce((select sum(part.qty) from tasks part where part.parent_id = t.id and part.state in ('sent', 'accepted', 'dispatching', 'done')), 0)`),
  ).toEqual([])
  expect(
    await broken(
      "select task_no from tasks where (state in ('done', 'closed', 'refused', 'expired', 'withdrawn')) <> (remain_qty = 0)",
    ),
  ).toEqual([])
  const goods = await rows<{ state: string; total_qty: number; remain_qty: number }>(
    "select state, total_qty, remain_qty from goods where state in ('published', 'partial', 'full')",
  )
  expect(goods.filter(row => row.state !== fillState(row.total_qty, row.remain_qty))).toEqual([])
  expect(
    await broken(
      "select goods_no from goods g where g.state = 'finished' and exists (select 1 from waybills w where w.goods_id = g.id and w.state not in ('finished', 'cancelled', 'void'))",
    ),
  ).toEqual([])
})

test('no vehicle and no driver is on two trips at once, and none drove without papers or class', async () => {
  for (const who of ['vehicle_id', 'driver_id'])
    expect(
      await broken(
        `select * from (select waybill_no, created_at, lag(case when state in ${live} then updated_at else coalesce(unloaded_at, 9e15) end) over (partition by ${who} order by created_at) as before from waybills) as w where created_at < before`,
      ),
    ).toEqual([])
  expect(
    await broken(`select w.waybill_no from waybills w join vehicles v on v.id = w.vehicle_id join drivers d on d.id = w.driver_id
    where v.paper <> 'approved' or d.paper <> 'approved' or v.transport_cert_expiry < w.created_at or d.licence_expiry < w.created_at or v.carrier_id <> w.carrier_id or d.carrier_id <> w.carrier_id or w.load_weight_g > v.tonnage_g`),
  ).toEqual([])
  const pairs = await rows<{ licence_class: string; type_code: string }>(
    'select distinct d.licence_class, v.type_code from waybills w join vehicles v on v.id = w.vehicle_id join drivers d on d.id = w.driver_id',
  )
  expect(
    pairs.filter(
      pair =>
        checkLicenceClass(pair.licence_class, isCode(vehicleTypes, pair.type_code) ? pair.type_code : 'X99') !==
        undefined,
    ),
  ).toEqual([])
})

test('a waybill says the kind of its goods', async () => {
  expect(
    await broken('select w.waybill_no from waybills w join goods g on g.id = w.goods_id where g.kind <> w.kind'),
  ).toEqual([])
  expect(
    (await rows<{ kind: string }>('select distinct kind from waybills order by kind')).map(({ kind }) => kind),
  ).toEqual(['GX', 'NORMAL', 'SH'])
})

test('steps follow each other in time, nothing lies in the future, and only related companies deal', async () => {
  expect(
    await broken(`select waybill_no from waybills where not (created_at < coalesce(accepted_at, 9e15) and coalesce(accepted_at, 0) <= coalesce(arrived_load_at, 9e15) and coalesce(arrived_load_at, 0) <= coalesce(loaded_at, 9e15)
    and coalesce(loaded_at, 0) <= coalesce(arrived_unload_at, 9e15) and coalesce(arrived_unload_at, 0) <= coalesce(unloaded_at, 9e15) and coalesce(unloaded_at, 0) <= coalesce(signed_at, 9e15) and coalesce(signed_at, 0) <= coalesce(finished_at, 9e15))`),
  ).toEqual([])
  for (const table of ['goods', 'tasks', 'waybills', 'settlements', 'payments', 'vouchers'])
    expect(
      await broken(
        `select id from ${table} where greatest(created_at, updated_at) > ${seededAt} or updated_at < created_at`,
      ),
      table,
    ).toEqual([])
  expect(await broken(`select id from events where at > ${seededAt}`)).toEqual([])
  expect(
    await broken(
      'select w.waybill_no from waybills w where not exists (select 1 from relations r where r.shipper_id = w.shipper_id and r.carrier_id = w.carrier_id)',
    ),
  ).toEqual([])
})

test('lines add up to the sheet, the sheet to its payment, and paid waybills to what was paid', async () => {
  expect(
    await broken(`select s.settlement_num from settlements s join (select settlement_id, count(*) as n, sum(freight_fen) as f, sum(deducted_fen) as d, sum(oil_fen + advanced_fen) as o, sum(due_fen) as due from settlement_lines group by 1) as l on l.settlement_id = s.id
    where (s.line_count, s.payable_fen, s.deducted_fen, s.oil_fen + s.advanced_fen, s.due_fen) <> (l.n, l.f, l.d, l.o, l.due - s.carried_in_fen + s.carried_out_fen)`),
  ).toEqual([])
  expect(
    await broken(`select s.settlement_num, s.state from settlements s left join payments p on p.settlement_id = s.id
    where s.due_fen > 0 and ((s.state in ('paying', 'paid', 'partial', 'closed')) <> (p.id is not null) or p.amount_fen <> s.due_fen or (s.state = 'paid') <> (coalesce(p.state, '') = 'success')) or s.due_fen = 0 and p.id is not null`),
  ).toEqual([])
  expect(
    await broken(`with paid as (select l.waybill_id, sum(l.pay_fen) as fen from settlement_lines l join payments p on p.id = l.payment_id join settlements s on s.id = l.settlement_id where p.state = 'success' and s.kind <> 'FEE' group by 1)
    select w.waybill_no from waybills w left join paid on paid.waybill_id = w.id where w.paid_fen <> coalesce(paid.fen, 0) or w.state = 'finished' and w.payable_fen - w.deducted_fen - w.oil_fen - w.advanced_fen <> w.paid_fen + w.set_off_fen`),
  ).toEqual([])
  expect(
    await broken(`select w.waybill_no, w.settle_state from waybills w left join (select l.* from settlement_lines l join settlements f on f.id = l.settlement_id where l.is_open and f.kind <> 'FEE') as l on l.waybill_id = w.id left join settlements s on s.id = l.settlement_id
    where w.settlement_num is distinct from s.settlement_num or (w.settle_state in ('unsettled', 'frozen')) <> (s.id is null) or (w.settle_state = 'frozen') <> (w.state = 'disputed') or (w.settle_state = 'settled') <> (coalesce(s.state, '') = 'paid')`),
  ).toEqual([])
  expect(
    await broken(`with fixed as (select waybill_id, sum(amount_fen) filter (where side = 'SHIPPER') as s, sum(amount_fen) filter (where side = 'CARRIER') as c from charges where state = 'confirmed' group by 1)
    select w.waybill_no from waybills w left join fixed on fixed.waybill_id = w.id where (w.signed_at is not null) <> (fixed.s is not null) or w.shipper_freight_fen <> fixed.s or w.payable_fen - w.deducted_fen <> fixed.c`),
  ).toEqual([])
})

test('sheets of several carriers came to less than nothing: the named one’s debt was taken off, others stand in every stage', async () => {
  const owing = await rows<{ amount_fen: number; carried_out_fen: number; state: string; carrier_id: string }>(
    'select d.*, s.carried_out_fen from settlements s left join debts d on d.settlement_id = s.id where s.carried_out_fen > 0',
  )
  expect(owing.length).toBeGreaterThan(3)
  expect(owing.every(row => row.amount_fen === row.carried_out_fen)).toBe(true)
  expect(
    await count(`debts where carrier_id = '${demoCompanyId('carrier')}' and taken_by is not null`),
  ).toBeGreaterThan(0)
  expect(await count(`debts where taken_by is null and state = 'open'`)).toBeGreaterThan(0)
  expect(await count(`debts where state = 'asking'`)).toBe(1)
  expect(await count('debt_instalments')).toBe(3)
  expect(
    await broken(`select s.settlement_num from settlements s left join debts d on d.taken_by = s.id group by s.id
      having s.carried_in_fen <> coalesce(sum(d.open_fen), 0)`),
  ).toEqual([])
  // 1221.01 holds each until the sheet that takes it off is approved
  const [held] = await rows<{ n: number }>(
    "select coalesce(sum(debit_fen - credit_fen), 0)::bigint as n from journal_lines where account = '1221.01'",
  )
  const [taken] = await rows<{ n: number }>(
    "select coalesce(sum(carried_in_fen), 0)::bigint as n from settlements where state in ('approved', 'paying', 'paid', 'partial')",
  )
  expect(held?.n).toBe(owing.reduce((sum, row) => sum + row.amount_fen, 0) - (taken?.n ?? 0))
})

test('the books balance per entry, branch and month, and agree with what they are about', async () => {
  expect(
    await broken('select entry_id from journal_lines group by 1 having sum(debit_fen) <> sum(credit_fen)'),
  ).toEqual([])
  expect(
    await broken(
      'select branch_id, period from account_balances group by 1, 2 having sum(debit_fen) <> sum(credit_fen)',
    ),
  ).toEqual([])
  expect(
    await broken(`select * from (select branch_id, period, account, coalesce(party_id, '00000000-0000-0000-0000-000000000000') as party_id, sum(debit_fen) as d, sum(credit_fen) as c from journal_lines group by 1, 2, 3, 4) as l
    full join account_balances b using (branch_id, period, account, party_id) where l.d is distinct from b.debit_fen or l.c is distinct from b.credit_fen`),
  ).toEqual([])
  const balance = async (account: string): Promise<number> =>
    (
      await rows<{ n: number }>(
        `select coalesce(sum(debit_fen - credit_fen), 0)::bigint as n from journal_lines where account = '${account}'`,
      )
    )[0]?.n ?? 0
  const total = async (text: string): Promise<number> =>
    (await rows<{ n: number }>(`select coalesce(sum(amount_fen), 0)::bigint as n from ${text}`))[0]?.n ?? 0
  expect(-(await balance('2202.02'))).toBe(
    (await total("payments where state in ('created', 'sent', 'unknown')")) +
      (await total("deposit_backs where state = 'approved'")),
  )
  expect(-(await balance('2202.99'))).toBe(
    await total(
      "(select amount_fen - reversed_fen as amount_fen from vouchers where kind = 'TENTATIVE' and amount_fen > 0) as v",
    ),
  )
  expect(
    await broken(`select running.* from (select account, sum(debit_fen - credit_fen) over (partition by l.branch_id, account order by e.id, l.n) as rest from journal_lines l join journal_entries e on e.id = l.entry_id
    where account in ('1002.01', '1002.02', '1123.01')) as running where rest < 0`),
  ).toEqual([])
  expect(
    await broken(
      "select waybill_no from waybills w where (w.signed_at is not null) <> exists (select 1 from journal_entries e where e.source_type = 'waybill' and e.source_id = w.id and e.event = 'E3')",
    ),
  ).toEqual([])
})

test('voucher numbers of a branch and month have no gap and end where the period says', async () => {
  expect(
    await broken(`select p.branch_id, p.period from voucher_numbers p join (select branch_id, period, count(*) as n, max(right(voucher_no, -9)::int) as top, min(right(voucher_no, -9)::int) as low from vouchers where entry_id is not null group by 1, 2) as v using (branch_id, period)
    where v.n <> p.last or v.top <> p.last or v.low <> 1`),
  ).toEqual([])
  expect(
    await broken(
      "select v.id from vouchers v where v.entry_id is not null and (v.voucher_no !~ ('^记-' || v.period || '-\\d{4,}$') or (v.state = 'reversed') <> (v.reversed_fen = v.amount_fen) or (v.state = 'posted') <> (v.reversed_fen = 0))",
    ),
  ).toEqual([])
  expect(
    await broken(
      'select v.id from vouchers v join journal_entries e on e.id = v.entry_id where v.amount_fen <> (select sum(debit_fen) from journal_lines l where l.entry_id = e.id)',
    ),
  ).toEqual([])
})

test('the kept counters are the counts of the list', async () => {
  expect(
    await broken(`select * from (select o.owner_id, w.state, count(*) as n from waybills w cross join lateral (values (w.shipper_id), (w.carrier_id), (w.branch_id), ('00000000-0000-0000-0000-000000000000'::uuid)) as o (owner_id) group by 1, 2) as real
    full join (select owner_id, state, sum(n) as n from waybill_counts group by 1, 2) as kept using (owner_id, state) where real.n is distinct from kept.n`),
  ).toEqual([])
})

test('each state of a waybill has its event, and its version counts its moves', async () => {
  expect(
    await broken(
      "select w.waybill_no from waybills w where w.state <> (select e.to_state from events e where e.entity = 'waybill' and e.entity_id = w.id order by e.id desc limit 1)",
    ),
  ).toEqual([])
  // a special line has a version of its own
  expect(
    await broken(
      "select w.waybill_no from waybills w where w.version <> (select count(*) from events e where e.entity_id = w.id and e.entity <> 'specialLine')",
    ),
  ).toEqual([])
})

test('every number is valid by its check digit', async () => {
  const faults = (list: readonly (string | undefined)[]): string[] => list.filter(fault => fault !== undefined)
  for (const c of await rows<{ credit_code: string; contact_mobile: string }>(
    'select credit_code, contact_mobile from companies',
  ))
    expect(faults([checkUscc(c.credit_code), checkMobile(c.contact_mobile)])).toEqual([])
  for (const a of await rows<{ account_no: string }>(
    'select account_no from company_accounts union select account_no from payments',
  ))
    expect(faults([checkBankCard(a.account_no)])).toEqual([])
  for (const v of await rows<{
    plate: string
    plate_color: string
    type_code: string
    vin: string
    transport_cert_no: string
  }>('select * from vehicles')) {
    if (!isCode(plateColours, v.plate_color) || !isCode(vehicleTypes, v.type_code))
      throw new Error(`${v.plate} has no colour or type`)
    expect(
      faults([
        checkPlate(v.plate),
        checkPlateColour(v.plate, v.plate_color, v.type_code),
        checkVin(v.vin),
        warnVin(v.vin),
        v.transport_cert_no === '' ? undefined : checkTransportCert(v.transport_cert_no),
      ]),
      v.plate,
    ).toEqual([])
  }
  for (const d of await rows<{ name: string; id_no: string; mobile: string; qualification_no: string }>(
    'select * from drivers',
  ))
    expect(
      faults([
        checkDriverIdNo(d.id_no, seededAt),
        checkMobile(d.mobile),
        d.qualification_no === '' ? undefined : checkQualification(d.qualification_no),
      ]),
      d.name,
    ).toEqual([])
})

test('goods could be published as they are, and places are real divisions', async () => {
  const { tree } = loadRegions()
  const goods = await rows<{
    goods_no: string
    kind: string
    created_at: number
    per_truck_max: number | null
    daily_trucks: number | null
    body: unknown
    quantity_mode: string
    pricing: string
    shipper_unit_price: number
    publish_to: string
    valid_to: number
    load_region: string
    unload_region: string
  }>('select * from goods')
  for (const g of goods) {
    const body = readGoodsBody(g.body)
    expect(
      publishFaults(
        {
          ...body,
          kind: keyOf(goodsKinds, g.kind),
          perTruckMax: g.per_truck_max ?? undefined,
          dailyTrucks: g.daily_trucks ?? undefined,
          quantityMode: keyOf(quantityModes, g.quantity_mode),
          pricing: keyOf(pricings, g.pricing),
          unitPrice: g.shipper_unit_price,
          publishTo: keyOf(publishTargets, g.publish_to),
          carrierIds: ['some'],
          takeMode: 'GRAB',
          validTo: g.valid_to,
        },
        g.created_at,
      ),
      g.goods_no,
    ).toEqual({})
    for (const point of [...body.loadPoints, ...body.unloadPoints, ...(body.gx?.via ?? [])])
      expect(point.regionName).toBe(regionPath(tree, point.regionCode))
    expect([g.load_region, g.unload_region]).toEqual([
      body.loadPoints[0]?.regionCode,
      body.unloadPoints.at(-1)?.regionCode,
    ])
  }
  for (const w of await rows<{ body: unknown }>('select distinct on (goods_id) body from waybills order by goods_id'))
    expect(readWaybillBody(w.body).vehicle).toBeDefined()
})
