// Figures by day (waybill_days): kept with each waybill made and signed, so that thirty days cost thirty rows however
// many waybills there are.
import { type Fen, negateFen } from '@yunshu/domain/figures/money'
import { startOfDay } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import type { Ctx } from './ctx.ts'
import { slotOf, type Owners } from './counters.ts'
import { dayOf } from '../db/conditions.ts'
import { nilId, q, type Tx } from '../db/tx.ts'

/** The share of one signature in the figures of its day; the weight in grams. */
export interface SignedFigures {
  readonly at: number
  readonly weight: number
  readonly shipperFreight: Fen
  readonly carrierFreight: Fen
}

/** Counts `count` new waybills of the same owners. Figures are written at the end of the transaction. */
export function countMade(ctx: Ctx, owners: Owners, count: number): void {
  add(ctx, owners, ctx.now, () => [count, 0, 0, 0, 0])
}

/**
 * Counts a signed waybill: the shipper's figures hold what it pays, the carrier's what it gets, those of the house
 * both.
 */
export function countSigned(
  ctx: Ctx,
  owners: Owners,
  { at, weight, shipperFreight, carrierFreight }: SignedFigures,
): void {
  add(ctx, owners, at, ({ pays, gets }) => [0, 1, weight, pays ? shipperFreight : 0, gets ? carrierFreight : 0])
}

/** Takes back what `countSigned` counted: the waybill was voided. */
export function countUnsigned(
  ctx: Ctx,
  owners: Owners,
  { at, weight, shipperFreight, carrierFreight }: SignedFigures,
): void {
  add(ctx, owners, at, ({ pays, gets }) => [
    0,
    -1,
    -weight,
    pays ? negateFen(shipperFreight) : 0,
    gets ? negateFen(carrierFreight) : 0,
  ])
}

/** Adds what was agreed on after a signature to the figures of its day. */
export function countAdjusted(
  ctx: Ctx,
  owners: Owners,
  { at, carrierFreight }: Pick<SignedFigures, 'at' | 'carrierFreight'>,
): void {
  if (carrierFreight !== 0) add(ctx, owners, at, ({ gets }) => [0, 0, 0, 0, gets ? carrierFreight : 0])
}

interface Part {
  readonly owner: string
  readonly pays: boolean
  readonly gets: boolean
}
type Figures = readonly [made: number, signed: number, weight: number, shipper: number, carrier: number]
interface Row {
  readonly owner: string
  readonly at: number
  readonly figures: Figures
}

/** The rows of a transaction so far. */
const counted = new WeakMap<Ctx, Row[]>()

function add(
  ctx: Ctx,
  { shipper_id, carrier_id, branch_id }: Owners,
  at: number,
  figures: (part: Part) => Figures,
): void {
  // a company that ships and carries the same waybill counts it once
  const isOne = shipper_id === carrier_id
  const parts: readonly Part[] = [
    { owner: shipper_id, pays: true, gets: isOne },
    ...(isOne ? [] : [{ owner: carrier_id, pays: false, gets: true }]),
    { owner: branch_id, pays: true, gets: true },
    { owner: nilId, pays: true, gets: true },
  ]
  const rows = counted.get(ctx) ?? []
  counted.set(ctx, rows)
  rows.push(...parts.map(part => ({ owner: part.owner, at: startOfDay(at), figures: figures(part) })))
  ctx.lastly('days', () => writeDays(ctx, rows))
}

async function writeDays(ctx: Ctx, rows: readonly Row[]): Promise<void> {
  const values = rows.map(
    ({ owner, at, figures }) =>
      sql`(${owner}::uuid, ${at}::bigint, ${slotOf(ctx)}::smallint, ${sql.join(figures.map(n => sql`${n}::bigint`))})`,
  )
  // one order for every writer, so that two cannot lock each other out; most rows are other owners'
  await ctx.tx.elevated(() =>
    ctx.tx.run(
      sql`
    insert into waybill_days (owner_id, day_at, slot, made, signed, weight_g, shipper_fen, carrier_fen)
    select owner_id, day_at, slot, sum(made), sum(signed), sum(weight_g), sum(shipper_fen), sum(carrier_fen)
    from (values ${sql.join(values)}) as d (owner_id, day_at, slot, made, signed, weight_g, shipper_fen, carrier_fen)
      group by 1, 2, 3 order by owner_id, day_at
    on conflict (owner_id, day_at, slot) do update
      set made = waybill_days.made + excluded.made, signed = waybill_days.signed + excluded.signed,
      weight_g = waybill_days.weight_g + excluded.weight_g,
        shipper_fen = waybill_days.shipper_fen + excluded.shipper_fen,
        carrier_fen = waybill_days.carrier_fen + excluded.carrier_fen`.compile(q),
    ),
  )
}

/** The figures of all waybills, counted anew by owner and day: the stored figures must add up to these. */
export const daysCountedAnew = sql<{
  owner_id: string
  day_at: number
  made: number
  signed: number
  weight_g: number
  shipper_fen: number
  carrier_fen: number
}>`
  select owner as owner_id, day_at, sum(made)::int as made, sum(signed)::int as signed,
    sum(weight)::bigint as weight_g, sum(pays)::bigint as shipper_fen, sum(gets)::bigint as carrier_fen from waybills w
  cross join lateral (values (shipper_id, 1, (carrier_id = shipper_id)::int), (nullif(carrier_id, shipper_id), 0, 1),
    (branch_id, 1, 1), (${nilId}::uuid, 1, 1)) as o (owner, as_shipper, as_carrier)
  cross join lateral (values (${dayOf('created_at')}, 1, 0, 0::bigint, 0::bigint, 0::bigint),
    (${dayOf('signed_at')}, 0, 1, unload_weight_g, shipper_freight_fen * as_shipper,
    payable_fen * as_carrier)) as d (day_at, made, signed, weight, pays, gets)
  where day_at is not null and owner is not null group by 1, 2`

/** Fills the empty table from waybills that were written in bulk (the demo, benches). */
export async function fillDays(tx: Tx): Promise<number> {
  return tx.run(
    sql`insert into waybill_days (owner_id, day_at, made, signed, weight_g, shipper_fen, carrier_fen, slot)
      select counted.*, 0 from (${daysCountedAnew}) as counted`.compile(q),
  )
}
