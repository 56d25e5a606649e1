// Waybills of the demo whose four flows meet: sold and paid ones get signed agreements (agreements.ts), the stays that prove
// their trail, and the carrier's invoice.
import { HOUR_MS } from '@yunshu/domain/figures/time'
import { fen, splitTax, type Fen } from '@yunshu/domain/figures/money'
import { transportVat } from '@yunshu/domain/voucher/postings'
import { sql } from 'kysely'
import { nilId, q, type Tx } from '../src/db/tx.ts'
import { idMaker, type MakeId } from './ids.ts'
import { demoCreditCode, demoUserId } from './people.ts'

/** Waybills of the demo that are whole. */
export const wholeChains = 6

/** Ids of waybills that were paid, confirmed and invoiced to the fen, the newest first. */
export async function settledAndSold(tx: Tx, most: number): Promise<string[]> {
  const rows = await tx.rows(
    sql<{ id: string }>`select w.id from waybills w
      where w.state = 'finished' and w.settle_state = 'settled' and w.receipt_state = 'confirmed'
        and w.signed_at is not null
        and w.payable_fen - w.deducted_fen - w.oil_fen > 0
        and not exists (select from agreements a where a.waybill_id = w.id)
        and not exists (select from input_bindings b where b.waybill_id = w.id and b.unbound_at is null)
        and w.shipper_freight_fen = (select coalesce(sum(l.gross_fen - l.red_fen), 0) from invoice_lines l
          join invoices i on i.id = l.invoice_id where l.waybill_id = w.id and i.state in ('issued', 'partRed', 'red'))
      order by w.id desc limit ${most}`.compile(q),
  )
  return rows.map(({ id }) => id)
}

/** Waybills with the companies of their papers and the cost their carriers invoice. */
export const chainRows = (tx: Tx, ids: readonly string[]) =>
  tx.rows(
    q
      .selectFrom('waybills as w')
      .innerJoin('companies as c', 'c.id', 'w.carrier_id')
      .innerJoin('companies as b', 'b.id', 'w.branch_id')
      .select([
        'w.id',
        'w.goods_id',
        'w.shipper_id',
        'w.carrier_id',
        'w.branch_id',
        'w.vehicle_id',
        'w.plate',
        'w.signed_at',
      ])
      .select(['c.name as carrier', 'c.credit_code as carrier_no', 'b.name as branch', 'b.credit_code as branch_no'])
      .select(sql<number>`w.payable_fen - w.deducted_fen - w.oil_fen`.as('cost'))
      .where('w.id', 'in', [...ids, nilId]),
  )
export type ChainWaybill = Awaited<ReturnType<typeof chainRows>>[number]

/** Makers of the ids of stays and invoices. */
export interface ChainIds {
  readonly fence: MakeId
  readonly visit: MakeId
  readonly input: MakeId
  readonly binding: MakeId
}

/** The moment of the papers of a waybill. */
export const chainMoment = ({ signed_at }: Pick<ChainWaybill, 'signed_at'>): number => (signed_at ?? 0) - 12 * HOUR_MS

/** Stays at both ends of the road, which prove the trail; answers the number of rows. */
export async function seedStays(tx: Tx, row: ChainWaybill, ids: ChainIds): Promise<number> {
  const at = chainMoment(row)
  const kinds = await kindsOfFences(tx)
  for (const [turn, kind] of kinds.entries()) {
    const fence = await fenceOf(tx, { ...row, kind, id: ids.fence(at), at })
    await tx.run(
      q.insertInto('fence_visits').values({
        id: ids.visit(at),
        fence_id: fence,
        track_no: 1,
        waybill_id: row.id,
        entered_at: at + turn * 6 * HOUR_MS,
        entered_how: 'crossed',
        left_at: at + turn * 6 * HOUR_MS + HOUR_MS,
        counted_at: at + turn * 6 * HOUR_MS + HOUR_MS / 4,
        dwell_s: 3600,
        stay: 'closed',
        fence_version: 1,
        updated_at: at,
      }),
    )
  }
  return 2 * kinds.length
}

/** The carrier's invoice of an amount, bound to its waybill; answers the number of rows. */
export async function seedPurchase(
  tx: Tx,
  row: ChainWaybill,
  ids: ChainIds,
  { gross, number, state = 'verified' }: { gross: Fen; number: number; state?: 'verified' | 'uploaded' },
): Promise<number> {
  const at = chainMoment(row)
  const { tax } = splitTax(gross, transportVat)
  const id = ids.input(at)
  const common = { carrier_id: row.carrier_id, branch_id: row.branch_id, created_at: at, bound_fen: gross }
  const maker = await tx.one(
    q.selectFrom('users').select(['id', 'name']).where('id', '=', demoUserId('platform-finance')),
  )
  await tx.run(
    q.insertInto('input_invoices').values({
      id,
      state,
      source: 'HAND',
      invoice_no: `261320000000000${String(number)}`,
      seller_name: row.carrier,
      seller_tax_no: row.carrier_no ?? demoCreditCode('carrier'),
      buyer_name: row.branch,
      buyer_tax_no: row.branch_no ?? demoCreditCode('platform'),
      issued_at: at,
      gross_fen: gross,
      tax_fen: tax,
      used_tax_fen: tax,
      maker_id: maker.id,
      maker_name: maker.name,
      checker_name: state === 'verified' ? maker.name : null,
      version: state === 'verified' ? 3 : 2,
      updated_at: at,
      ...common,
    }),
  )
  await tx.run(
    q.insertInto('input_bindings').values({
      id: ids.binding(at),
      input_id: id,
      waybill_id: row.id,
      tax_fen: tax,
      by_id: maker.id,
      by_name: maker.name,
      ...common,
    }),
  )
  return 2
}

/** Writes stays and invoices for waybills chosen before; answers the number of rows. */
export async function seedWholeChains(tx: Tx, waybillIds: readonly string[]): Promise<number> {
  const ids = { fence: idMaker(155), visit: idMaker(156), input: idMaker(157), binding: idMaker(158) }
  let n = 0
  for (const [turn, row] of (await chainRows(tx, waybillIds)).entries())
    n +=
      (await seedStays(tx, row, ids)) +
      (await seedPurchase(tx, row, ids, { gross: fen(row.cost), number: 20_000 + turn }))
  return n
}

const kindsOfFences = async (tx: Tx): Promise<string[]> =>
  (await tx.rows(sql<{ kind: string }>`select distinct kind from fences order by kind`.compile(q))).map(
    ({ kind }) => kind,
  )

interface Circle {
  readonly id: string
  readonly goods_id: string
  readonly shipper_id: string
  readonly branch_id: string
  readonly kind: string
  readonly at: number
}
/** The circle of the goods at one end of their road: the one there is, or one like those of other goods. */
async function fenceOf(tx: Tx, { id, goods_id, shipper_id, branch_id, kind, at }: Circle): Promise<string> {
  const own = await tx.first(
    q
      .selectFrom('fences')
      .select('id')
      .where('goods_id', '=', goods_id)
      .where('kind', '=', kind)
      .orderBy('point_no')
      .limit(1),
  )
  if (own !== undefined) return own.id
  await tx.run(
    sql`insert into fences
      select (jsonb_populate_record(null::fences,
      to_jsonb(f) || jsonb_build_object('id', ${id}::uuid, 'goods_id', ${goods_id}::uuid,
      'shipper_id', ${shipper_id}::uuid, 'branch_id', ${branch_id}::uuid, 'created_at', ${at}::bigint, 'updated_at',
        ${at}::bigint))).*
      from (select * from fences where kind = ${kind} order by id limit 1) f`.compile(q),
  )
  return id
}
