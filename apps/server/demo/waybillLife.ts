// Events of the demo's waybills on their way: weighings, a vehicle that changed, frozen money, claims, and special
// lines.
import { answerMs, autoSignMs } from '@yunshu/domain/waybill/waybill'
import { claimSilenceMs } from '@yunshu/domain/settlement/charges'
import { fen, printMoney } from '@yunshu/domain/figures/money'
import { DAY_MS, MINUTE_MS } from '@yunshu/domain/figures/time'
import { grams, printTons } from '@yunshu/domain/figures/weight'
import { sql } from 'kysely'
import { q, type Tx } from '../src/db/tx.ts'
import { insertAll } from './bulk.ts'
import { isNamed, openWriting, type WaybillRow, type Writing } from './lifeWriting.ts'
import { addSpecialLines } from './specialLines.ts'
import { changeVehicles, proposeSwap } from './vehicleChanges.ts'

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
  await changeVehicles(tx, writing, recent)
  await addSpecialLines(tx, writing, open, now)
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
    sql`update waybills w set version = lived.n from (select entity_id, count(*) as n from events
      where entity <> 'specialLine'
      and entity_id = any(${[...new Set(writing.rows.events.map(event => event.entity_id))]}::uuid[])
      group by 1) as lived where lived.entity_id = w.id`.compile(q),
  )
  return n
}

const tons = (weight: number): string => `${printTons(grams(weight))} 吨`

/** Tickets of both ends as far as the journey went; the receiver's scale at times shows 20 kg less. */
function weigh({ rows, makeId, nameOf, note }: Writing, row: WaybillRow): void {
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
async function freeze(tx: Tx, { note }: Writing, row: WaybillRow): Promise<void> {
  await tx.run(
    sql`update waybills set settle_state = 'frozen', disputed_weight_g = unload_weight_g - 180000
      where id = ${row.id}`.compile(q),
  )
  note(row, 'waybillSettle', '冻结', row.shipper_by, row.updated_at, { from: 'unsettled', to: 'frozen' })
}

/** Each open claim of the named carrier's waybills shows another state; the unsigned one waits for the shipper. */
function claims({ rows, makeId, nameOf, note }: Writing, row: WaybillRow, now: number): void {
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
    const diff = [{ field: label, old: '--', new: `${printMoney(fen(amount))} 元` }]
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
