// Special lines of the demo with their tickets, as far as the truck is.
import { MINUTE_MS } from '@yunshu/domain/figures/time'
import { q, type Tx } from '../src/db/tx.ts'
import { demoMobile, demoName } from './invented.ts'
import { isNamed, type WaybillRow, type Writing } from './lifeWriting.ts'

const goods = ['五金配件', '服装', '日用百货', '电子元件', '图书', '调味品'] as const
const payModes = ['ARRIVE', 'CASH', 'MONTH', 'ARRIVE', 'RECEIPT', 'CASH'] as const

/**
 * Special lines of trunk waybills on the road, and of one between the named carrier and shipper, with tickets as far as
 * the truck is.
 */
export async function addSpecialLines(
  tx: Tx,
  writing: Writing,
  open: readonly WaybillRow[],
  now: number,
): Promise<void> {
  const trunk = new Set(
    (await tx.rows(q.selectFrom('goods').select('id').where('kind', '=', 'GX'))).map(({ id }) => id),
  )
  const onRoad = open.filter(({ state }) => state === 'inTransit' || state === 'arrived')
  const chosen = new Set([
    ...onRoad.filter(({ goods_id }) => trunk.has(goods_id)).slice(-3),
    ...onRoad.filter(row => isNamed(row) && row.state === 'arrived').slice(-1),
  ])
  for (const row of chosen) addLine(writing, row, now)
}

function addLine({ rows, makeId, nameOf, note }: Writing, row: WaybillRow, now: number): void {
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
