// Waybills of the demo whose four flows meet but for one thing, so that each flow shows a reason of its own and what to do.
import type { ChainReason } from '@yunshu/domain/chain/chain'
import { fen } from '@yunshu/domain/figures/money'
import { HOUR_MS, MINUTE_MS } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import { q, type Tx } from '../src/db/tx.ts'
import type { PapersOf } from './agreements.ts'
import { idMaker } from './ids.ts'
import {
  chainMoment,
  chainRows,
  seedPurchase,
  seedStays,
  settledAndSold,
  wholeChains,
  type ChainIds,
  type ChainWaybill,
} from './wholeChains.ts'

/** Reasons by the waybills that show them: paid and sold ones, those not sold yet, and those not paid yet. */
const ofSold = ['consignWaits', 'carryNone', 'noTrail', 'trailElsewhere', 'inputUnchecked', 'unbought'] as const
export const wantingReasons = [...ofSold, 'unsold', 'unpaid'] as const satisfies readonly ChainReason[]

/** A waybill with the one thing it lacks. */
export interface Wanting {
  readonly id: string
  readonly lacks: (typeof wantingReasons)[number]
}

/** Waybills that lack a thing already, and nothing else once the demo has given them the rest. */
const conditions = {
  unsold: sql<boolean>`w.state = 'finished' and w.settle_state = 'settled'
    and not exists (select from invoice_lines l where l.waybill_id = w.id)
    and not exists (select from invoice_app_waybills l where l.waybill_id = w.id)`,
  unpaid: sql<boolean>`w.settle_state <> 'settled' and w.settlement_num is null and w.paid_fen = 0
    and w.advanced_fen = 0
    and w.shipper_freight_fen = (select coalesce(sum(l.gross_fen - l.red_fen), 0) from invoice_lines l
      join invoices i on i.id = l.invoice_id where l.waybill_id = w.id and i.state in ('issued', 'partRed', 'red'))`,
} as const

async function lacking(tx: Tx, lacks: keyof typeof conditions): Promise<Wanting[]> {
  const rows = await tx.rows(
    sql<{ id: string }>`select w.id from waybills w where ${conditions[lacks]} and w.receipt_state = 'confirmed'
      and w.signed_at is not null and w.load_weight_g is not null and w.unload_weight_g is not null
      and w.payable_fen - w.deducted_fen - w.oil_fen > 0
      and not exists (select from agreements a where a.waybill_id = w.id)
      and not exists (select from input_bindings b where b.waybill_id = w.id and b.unbound_at is null)
      order by w.id desc limit 1`.compile(q),
  )
  return rows.map(({ id }) => ({ id, lacks }))
}

/** Waybills for each reason, none of them one that is to be whole. */
export async function chooseWanting(tx: Tx): Promise<readonly Wanting[]> {
  const sold = (await settledAndSold(tx, wholeChains + ofSold.length)).slice(wholeChains)
  return [
    ...sold.flatMap((id, n) => {
      const lacks = ofSold[n]
      return lacks === undefined ? [] : [{ id, lacks }]
    }),
    ...(await lacking(tx, 'unsold')),
    ...(await lacking(tx, 'unpaid')),
  ]
}

/** The agreements of such a waybill. */
export const papersOfWanting = ({ id, lacks }: Wanting): PapersOf => ({
  waybillId: id,
  consign: lacks === 'consignWaits' ? 'signing' : 'signed',
  ...(lacks === 'carryNone' ? {} : { carry: 'signed' as const }),
})

/** Writes stays and invoices of waybills chosen before, but for what each lacks; answers the number of rows. */
export async function seedWantingChains(tx: Tx, wanting: readonly Wanting[], now: number): Promise<number> {
  const ids = { fence: idMaker(193), visit: idMaker(194), input: idMaker(195), binding: idMaker(196) }
  const rows = await chainRows(
    tx,
    wanting.map(({ id }) => id),
  )
  let n = 0
  for (const [turn, { id, lacks }] of wanting.entries())
    for (const row of rows.filter(each => each.id === id))
      n += await seedOne(tx, row, { lacks, ids, number: 20_100 + turn, now })
  return n
}

async function seedOne(
  tx: Tx,
  row: ChainWaybill,
  { lacks, ids, number, now }: { lacks: Wanting['lacks']; ids: ChainIds; number: number; now: number },
): Promise<number> {
  const stays = lacks === 'noTrail' ? 0 : await seedStays(tx, row, ids)
  const gross = fen(lacks === 'unbought' ? Math.ceil(row.cost / 2) : row.cost)
  const state = lacks === 'inputUnchecked' ? 'uploaded' : 'verified'
  const bought = await seedPurchase(tx, row, ids, { gross, number, state })
  return stays + bought + (lacks === 'trailElsewhere' ? await seedMismatch(tx, row, now) : 0)
}

/** The vehicle was elsewhere when its arrival was entered, and somebody looks into it. */
async function seedMismatch(tx: Tx, row: ChainWaybill, now: number): Promise<number> {
  const vehicle = await tx.one(q.selectFrom('vehicles').select('track_no').where('id', '=', row.vehicle_id))
  const at = chainMoment(row)
  const { arrived_unload_at: arrivedAt } = await tx.one(
    q.selectFrom('waybills').select('arrived_unload_at').where('id', '=', row.id),
  )
  await tx.run(
    q.insertInto('episodes').values({
      id: idMaker(197)(at),
      vehicle_id: row.vehicle_id,
      plate: row.plate,
      carrier_id: row.carrier_id,
      shipper_id: row.shipper_id,
      branch_id: row.branch_id,
      track_no: vehicle.track_no,
      waybill_id: row.id,
      grp: 'position',
      kind: 'placeMismatch',
      level: 1,
      state: 'open',
      // the entry it is about: one that is corrected ends it
      from_at: arrivedAt ?? at - 20 * MINUTE_MS,
      to_at: null,
      last_at: Math.min(at + HOUR_MS, now),
      evidence: JSON.stringify({ text: '登记到达时车辆不在围栏内', heard: '距卸货地 3.2 公里' }),
      created_at: at,
      updated_at: at,
    }),
  )
  return 1
}
