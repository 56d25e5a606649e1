// What befell waybills of the demo on their way: weighings, a vehicle that changed, frozen money, claims, and special
// lines.
import { answerMs, autoSignMs } from '@yunshu/domain/waybill/waybill'
import { claimSilenceMs } from '@yunshu/domain/settlement/charges'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@yunshu/domain/figures/time'
import { sql, type Insertable, type Selectable } from 'kysely'
import type { DB, Waybills } from '../src/db/tables.gen.ts'
import { q, type Tx } from '../src/db/tx.ts'
import { insertAll } from './bulk.ts'
import { idMaker, type MakeId } from './ids.ts'
import { demoMobile, demoName } from './invented.ts'
import { demoCompanyId, demoUserId } from './people.ts'

type Row = Selectable<Waybills>
type Rows = {
  [
    T in
      | 'events'
      | 'pound_tickets'
      | 'waybill_segments'
      | 'waybill_swaps'
      | 'waybill_claims'
      | 'special_lines'
      | 'special_tickets'
  ]: Insertable<DB[T]>[]
}

/** A drawer for what is written: rows by table, and lines of history. */
interface Writing {
  readonly rows: Rows
  readonly makeId: MakeId
  readonly nameOf: (userId: string) => string
  readonly note: (
    row: Pick<Row, 'id'>,
    entity: string,
    action: string,
    by: string,
    at: number,
    more?: { to?: string; from?: string; remark?: string; diff?: object[] },
  ) => void
}

/** Fills the tables of the life of waybills; answers how many rows. The same rows give the same life. */
export async function seedWaybillLife(tx: Tx, now: number): Promise<number> {
  await tx.run(
    sql`update waybills set answer_by = created_at + ${answerMs}::bigint where state = 'toAccept'`.compile(q),
  )
  await tx.run(sql`update waybills set sign_by = unloaded_at + ${autoSignMs}::bigint where state = 'toSign'`.compile(q))
  const names = new Map((await tx.rows(q.selectFrom('users').select(['id', 'name']))).map(({ id, name }) => [id, name]))
  const writing = openWriting(id => names.get(id) ?? '')
  const open = await tx.rows(
    q
      .selectFrom('waybills')
      .selectAll()
      .where('state', 'in', ['loading', 'inTransit', 'interrupted', 'arrived', 'toSign', 'disputed'])
      .orderBy('id'),
  )
  const recent = await tx.rows(
    q
      .selectFrom('waybills')
      .selectAll()
      .where('state', 'in', ['signed', 'finished'])
      .where('created_at', '>', now - 12 * DAY_MS)
      .orderBy('id'),
  )
  for (const row of [...open, ...recent]) weigh(writing, row)
  for (const row of open.filter(({ state }) => state === 'disputed')) await freeze(tx, writing, row)
  for (const row of open) claims(writing, row, now)
  for (const row of open.filter(({ state }) => state === 'interrupted')) await proposeSwap(tx, writing, row, now)
  await changedVehicles(tx, writing, recent)
  await lines(tx, writing, open, now)
  let n = 0
  for (const table of [
    'pound_tickets',
    'waybill_segments',
    'waybill_swaps',
    'waybill_claims',
    'special_lines',
    'special_tickets',
    'events',
  ] as const)
    n += await insertAll(tx, table, writing.rows[table])
  // each line of history is a version
  await tx.run(
    sql`update waybills w set version = lived.n from (select entity_id, count(*) as n from events where entity <> 'specialLine' and entity_id = any(${[...new Set(writing.rows.events.map(event => event.entity_id))]}::uuid[]) group by 1) as lived where lived.entity_id = w.id`.compile(
      q,
    ),
  )
  return n
}

function openWriting(nameOf: (userId: string) => string): Writing {
  const rows: Rows = {
    events: [],
    pound_tickets: [],
    waybill_segments: [],
    waybill_swaps: [],
    waybill_claims: [],
    special_lines: [],
    special_tickets: [],
  }
  const makeId = idMaker(61)
  const eventId = idMaker(62)
  return {
    rows,
    makeId,
    nameOf,
    note: (
      { id },
      entity,
      action,
      by,
      at,
      {
        to = null,
        from = null,
        remark = null,
        diff = null,
      }: { to?: string | null; from?: string | null; remark?: string | null; diff?: object[] | null } = {},
    ) => {
      rows.events.push({
        id: eventId(at),
        entity,
        entity_id: id,
        at,
        user_id: by,
        user_name: nameOf(by),
        action,
        from_state: from,
        to_state: to,
        remark,
        diff,
      })
    },
  }
}

const tons = (grams: number): string => `${(grams / 1_000_000).toFixed(3)} 吨`

/** Tickets of both ends as far as the journey went; the receiver's scale at times shows 20 kg less. */
function weigh({ rows, makeId, nameOf, note }: Writing, row: Row): void {
  const ends = [
    { place: 'load', party: 'driver', at: row.loaded_at, net: row.load_weight_g, station: '装货地磅', no: 'ZB' },
    { place: 'unload', party: 'driver', at: row.unloaded_at, net: row.unload_weight_g, station: '卸货地磅', no: 'XB' },
    {
      place: 'unload',
      party: 'receiver',
      at: row.unloaded_at,
      net: row.unload_weight_g === null ? null : row.unload_weight_g - (row.qty % 3 === 0 ? 20_000 : 0),
      station: '收货方地磅',
      no: 'SH',
    },
  ] as const
  for (const { place, party, at, net, station, no } of ends) {
    if (at === null || net === null) continue
    const weighedAt = at - 4 * MINUTE_MS
    const ticketNo = `${no}${row.waybill_no.slice(-6)}`
    rows.pound_tickets.push({
      id: makeId(weighedAt),
      waybill_id: row.id,
      place,
      party,
      side: 'carrier',
      ticket_no: ticketNo,
      gross_g: net + 16_000_000,
      tare_g: 16_000_000,
      net_g: net,
      station,
      weighed_at: weighedAt,
      removed_at: null,
      remove_reason: null,
      created_by: row.carrier_by,
      created_name: nameOf(row.carrier_by),
      created_at: weighedAt,
    })
    note(row, 'pound', '登记磅单', row.carrier_by, weighedAt, {
      diff: [
        {
          field: `${place === 'load' ? '装货' : '卸货'}磅单 ${ticketNo}（${party === 'driver' ? '司机' : '收发货方'}）`,
          old: '--',
          new: `净重 ${tons(net)}`,
        },
      ],
    })
  }
}

/** A disputed waybill is not paid. */
async function freeze(tx: Tx, { note }: Writing, row: Row): Promise<void> {
  await tx.run(
    sql`update waybills set settle_state = 'frozen', disputed_weight_g = unload_weight_g - 180000 where id = ${row.id}`.compile(
      q,
    ),
  )
  note(row, 'waybillSettle', '冻结', row.shipper_by, row.updated_at, { from: 'unsettled', to: 'frozen' })
}

/** Whether it is between the carrier and the shipper whose accounts stand on the login page first. */
const isNamed = (row: Row): boolean =>
  row.carrier_id === demoCompanyId('carrier') && row.shipper_id === demoCompanyId('shipper')

/** Each open claim of the named carrier's waybills shows another state; the unsigned one waits for the shipper. */
function claims({ rows, makeId, nameOf, note }: Writing, row: Row, now: number): void {
  if (!isNamed(row)) return
  const add = (
    code: string,
    label: string,
    amount: number,
    reason: string,
    state: 'proposed' | 'agreed' | 'refused',
    asked: 'shipper' | 'carrier',
    minutesAgo: number,
    answerReason?: string,
  ): void => {
    const [by, other] = asked === 'carrier' ? [row.carrier_by, row.shipper_by] : [row.shipper_by, row.carrier_by]
    const at = Math.max(row.created_at + MINUTE_MS, now - minutesAgo * MINUTE_MS)
    const isAnswered = state !== 'proposed'
    rows.waybill_claims.push({
      id: makeId(at),
      waybill_id: row.id,
      side: 'CARRIER',
      code,
      amount_fen: amount,
      reason,
      state,
      asked_by: asked,
      answer_by: at + claimSilenceMs,
      answered_name: isAnswered ? nameOf(other) : null,
      answered_at: isAnswered ? at + MINUTE_MS : null,
      answer_reason: answerReason ?? null,
      is_dispute: row.state === 'disputed' && amount < 0,
      charge_id: null,
      version: isAnswered ? 2 : 1,
      created_by: by,
      created_name: nameOf(by),
      created_at: at,
      updated_at: isAnswered ? at + MINUTE_MS : at,
    })
    const diff = [{ field: label, old: '--', new: `${(amount / 100).toFixed(2)} 元` }]
    note(row, 'claim', '登记费用', by, at, { to: 'proposed', remark: reason, diff })
    if (isAnswered)
      note(row, 'claim', state === 'agreed' ? '确认费用' : '拒绝费用', other, at + MINUTE_MS, {
        from: 'proposed',
        to: state,
        ...(answerReason === undefined ? {} : { remark: answerReason }),
        diff,
      })
  }
  if (row.state === 'inTransit') add('TOLL', '路桥费', 18_600, '连霍高速施工绕行，多付路桥费', 'agreed', 'carrier', 30)
  if (row.state === 'arrived')
    add('LATE', '超时扣款', -20_000, '超过约定到达时间 6 小时', 'refused', 'shipper', 25, '装货地排队，有现场照片')
  if (row.state === 'disputed') add('DAMAGE', '货损扣款', -15_000, '篷布破损，部分货物淋湿', 'proposed', 'shipper', 15)
  if (row.state === 'toSign') add('WAIT', '压车费', 30_000, '卸货排队等待 8 小时', 'proposed', 'carrier', 20)
}

interface Spare {
  vehicle_id: string
  driver_id: string
  plate: string
  plate_color: string
  driver_name: string
  driver_mobile: string
}

/** A vehicle of the same carrier with a driver of its class that carried nothing at the time. */
async function spareOf(tx: Tx, row: Row, from: number, to: number): Promise<Spare | undefined> {
  return tx.first(
    sql<Spare>`
    select v.id as vehicle_id, d.id as driver_id, v.plate, v.plate_color, d.name as driver_name, d.mobile as driver_mobile from vehicles v
    join lateral (select d.* from drivers d join vehicles own on own.id = ${row.vehicle_id} where d.carrier_id = v.carrier_id and d.paper = 'approved' and d.id <> ${row.driver_id}
      and not exists (select from waybills w where w.driver_id = d.id and w.created_at < ${to} and coalesce(w.unloaded_at, w.updated_at) > ${from} and w.state not in ('cancelled', 'void')) order by d.id limit 1) d on true
    where v.carrier_id = ${row.carrier_id} and v.paper = 'approved' and v.id <> ${row.vehicle_id} and v.type_code = (select type_code from vehicles where id = ${row.vehicle_id}) and v.tonnage_g >= ${row.load_weight_g ?? row.plan_weight_g}
      and not exists (select from waybills w where w.vehicle_id = v.id and w.created_at < ${to} and coalesce(w.unloaded_at, case when w.state in ('signed', 'finished', 'cancelled', 'void') then w.updated_at else 9e15 end) > ${from} and w.state not in ('cancelled', 'void'))
    order by v.id limit 1`.compile(q),
  )
}

/** A broken-down truck whose carrier asks for another one. */
async function proposeSwap(tx: Tx, { rows, makeId, nameOf, note }: Writing, row: Row, now: number): Promise<void> {
  const spare = await spareOf(tx, row, now - HOUR_MS, now)
  if (!spare) return
  const at = Math.max(row.updated_at + MINUTE_MS, now - 20 * MINUTE_MS)
  const reason = '发动机故障，就近调车接驳'
  rows.waybill_swaps.push({
    id: makeId(at),
    waybill_id: row.id,
    state: 'proposed',
    vehicle_id: spare.vehicle_id,
    driver_id: spare.driver_id,
    plate: spare.plate,
    driver_name: spare.driver_name,
    reason,
    answered_name: null,
    answered_at: null,
    answer_reason: null,
    version: 1,
    created_by: row.carrier_by,
    created_name: nameOf(row.carrier_by),
    created_at: at,
    updated_at: at,
  })
  note(row, 'swap', '申请换车', row.carrier_by, at, {
    to: 'proposed',
    remark: reason,
    diff: [
      { field: '车辆', old: row.plate, new: spare.plate },
      { field: '司机', old: row.driver_name, new: spare.driver_name },
    ],
  })
}

/** Waybills that stood still on the way and went on with another vehicle: the present one is the second. */
async function changedVehicles(tx: Tx, { rows, nameOf, note }: Writing, recent: readonly Row[]): Promise<void> {
  const stops = await tx.rows(
    sql<{
      entity_id: string
      at: number
      user_id: string
    }>`select entity_id, at, user_id from events where entity = 'waybill' and to_state = 'interrupted' and entity_id = any(${recent.map(({ id }) => id)}::uuid[]) order by at desc limit 4`.compile(
      q,
    ),
  )
  for (const stop of stops) {
    const row = recent.find(({ id }) => id === stop.entity_id)
    const first = row && (await spareOf(tx, row, row.created_at, stop.at))
    if (!row || !first || row.loaded_at === null) continue
    const at = stop.at + 40 * MINUTE_MS
    const reason = '车辆故障，现场换车接驳'
    const changedBy = nameOf(demoUserId('branch'))
    rows.waybill_segments.push(
      { waybill_id: row.id, serial: 1, ...first, from_at: row.loaded_at, to_at: at, reason, changed_by: changedBy },
      {
        waybill_id: row.id,
        serial: 2,
        vehicle_id: row.vehicle_id,
        driver_id: row.driver_id,
        plate: row.plate,
        plate_color: row.plate_color,
        driver_name: row.driver_name,
        driver_mobile: row.driver_mobile,
        from_at: at,
        to_at: null,
        reason: null,
        changed_by: changedBy,
      },
    )
    await tx.run(sql`update waybills set segments = 2 where id = ${row.id}`.compile(q))
    note(row, 'waybill', '换车', demoUserId('branch'), at, {
      remark: reason,
      diff: [
        { field: '车辆', old: first.plate, new: row.plate },
        { field: '司机', old: first.driver_name, new: row.driver_name },
      ],
    })
  }
}

const goods = ['五金配件', '服装', '日用百货', '电子元件', '图书', '调味品'] as const
const payModes = ['ARRIVE', 'CASH', 'MONTH', 'ARRIVE', 'RECEIPT', 'CASH'] as const

/**
 * Special lines of trunk waybills on the road, and of one between the named carrier and shipper, with tickets as far as
 * the truck is.
 */
async function lines(tx: Tx, writing: Writing, open: readonly Row[], now: number): Promise<void> {
  const trunk = new Set(
    (await tx.rows(q.selectFrom('goods').select('id').where('kind', '=', 'GX'))).map(({ id }) => id),
  )
  const onRoad = open.filter(({ state }) => state === 'inTransit' || state === 'arrived')
  const chosen = new Set([
    ...onRoad.filter(({ goods_id }) => trunk.has(goods_id)).slice(-3),
    ...onRoad.filter(row => isNamed(row) && row.state === 'arrived').slice(-1),
  ])
  for (const row of chosen) line(writing, row, now)
}

function line({ rows, makeId, nameOf, note }: Writing, row: Row, now: number): void {
  const at = Math.min(now, (row.loaded_at ?? row.created_at) + MINUTE_MS)
  const [from, to] = [row.load_place, row.unload_place].map(place => place.split(' ').at(-1) ?? place)
  rows.special_lines.push({
    waybill_id: row.id,
    line_company: '全程快运专线',
    from_hub: `${from}集货网点`,
    to_hub: `${to}分拨网点`,
    shift_no: `ZX${row.waybill_no.slice(-4)}`,
    depart_at: row.loaded_at,
    arrive_at: row.arrived_unload_at,
    transfers: [],
    remark: '',
    version: 1,
    updated_by: nameOf(row.carrier_by),
    updated_at: at,
  })
  const hasArrived = row.arrived_unload_at !== null
  for (const [n, itemName] of goods.entries()) {
    const state = hasArrived
      ? ((['signed', 'delivering', 'arrived', 'arrived', 'delivering', 'arrived'] as const)[n] ?? 'arrived')
      : 'onWay'
    rows.special_tickets.push({
      id: makeId(at),
      waybill_id: row.id,
      ticket_no: `P${row.waybill_no.slice(-4)}${n + 1}`,
      state,
      consignee: demoName(n + 40),
      mobile: demoMobile(7000 + n),
      address: n % 2 === 0 ? `商贸路 ${n * 8 + 6} 号` : '',
      item_name: itemName,
      pieces: 4 + n * 3,
      weight_g: 85_000 + n * 42_500,
      volume: 3200 + n * 1800,
      pickup_fen: n % 3 === 0 ? 2000 : 0,
      freight_fen: 6800 + n * 2400,
      deliver_fen: n % 2 === 0 ? 3000 : 0,
      cod_fen: n === 1 || n === 4 ? 128_000 : 0,
      pay_mode: payModes[n] ?? 'CASH',
      signer: state === 'signed' ? '门卫 王' : null,
      signed_at: state === 'signed' ? Math.min(now, (row.arrived_unload_at ?? now) + 2 * MINUTE_MS) : null,
      removed_at: null,
      version: 1,
      created_by: row.carrier_by,
      created_at: at,
      updated_at: at,
    })
  }
  note(row, 'specialLine', '保存专线信息', row.carrier_by, at, {
    diff: [{ field: '专线', old: '--', new: `全程快运专线 ${from}集货网点→${to}分拨网点` }],
  })
}
