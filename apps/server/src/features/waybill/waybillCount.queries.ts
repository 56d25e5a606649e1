// Counters and sums of the waybill list, under exactly its filter.
import type { Input, Output } from '@yunshu/contract/call'
import type { countWaybills, countWaybillStates, WaybillSums } from '@yunshu/contract/waybill/waybill'
import { fen } from '@yunshu/domain/figures/money'
import { stateKeys } from '@yunshu/domain/states'
import { isOff, waybillStates } from '@yunshu/domain/waybill/waybill'
import { grams } from '@yunshu/domain/figures/weight'
import { sql, type RawBuilder } from 'kysely'
import { countByState, countCap, countEachState, firstLook } from '../../db/counts.ts'
import { allOf, isNarrow, ownerOf, ownRows, sumSight, type PriceSight } from '../../work/scope.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { freightNow } from './waybillAmounts.queries.ts'
import { openFen } from './openAmount.queries.ts'
import { saidOf, type WaybillFilter } from './waybill.queries.ts'
import { findWords, type Words } from './waybillWords.queries.ts'

/** The most rows that are summed: the newest ones. */
const summedMost = countCap

/** Counts by state without the filter's state, how many rows the list itself has, and their sums. */
export async function countWaybillsBy(
  ctx: Ctx,
  { part, ...filter }: Input<typeof countWaybills>,
): Promise<Output<typeof countWaybills>> {
  const words = await findWords(ctx, filter)
  if (part === 'counts') return countsOf(ctx, filter, words)
  const summed = await sumsOf(ctx, filter, words)
  return part === 'sums'
    ? { state: {}, total: summed.summed, ...summed }
    : { ...(await countsOf(ctx, filter, words)), ...summed }
}

/** Whether a filter finds few rows as a rule: each of these parts has an index of its own. */
const isNarrowing = ({
  numbers,
  ids,
  plate,
  driver,
  upstreamNo,
  goodsId,
  alert,
  question,
  unbooked,
  uninvoicedIn,
  from,
  to,
}: WaybillFilter): boolean =>
  Boolean(
    numbers?.length ||
    ids?.length ||
    plate ||
    driver ||
    upstreamNo ||
    goodsId ||
    alert ||
    question ||
    unbooked ||
    uninvoicedIn ||
    (from !== undefined && to !== undefined),
  )

/** The counters alone, under the few fields their first version knew. */
export async function countStates(
  ctx: Ctx,
  filter: Input<typeof countWaybillStates>,
): Promise<Output<typeof countWaybillStates>> {
  return countsOf(ctx, filter, {})
}

/**
 * Exact up to `countCap`. Without a filter the kept counters of the company answer, so the first sight of the list
 * costs a few rows.
 */
async function countsOf(
  ctx: Ctx,
  filter: WaybillFilter,
  words: Words,
): Promise<{ state: Record<string, number>; total: number }> {
  const conditions = saidOf(ctx, filter, words)
  const state =
    conditions.length === 0 && !isNarrow(ctx.actor)
      ? await keptCounts(ctx)
      : await countFiltered(ctx, filter, allOf([ownRows(ctx.actor, 'w'), ...conditions]))
  const total = filter.state ? (state[filter.state] ?? 0) : sumOf(state)
  return { state, total: Math.min(total, countCap) }
}

const sumOf = (counts: Record<string, number>): number => Object.values(counts).reduce((all, n) => all + n, 0)

async function countFiltered(
  ctx: Ctx,
  filter: WaybillFilter,
  where: RawBuilder<boolean>,
): Promise<Record<string, number>> {
  const from = { table: 'waybills', alias: 'w', where }
  if (isNarrowing(filter)) return countByState(ctx.tx, waybillStates, from, firstLook.narrow)
  // among millions of waybills a wide filter that matches few would be walked for twice
  return sumOf(await keptCounts(ctx)) < firstLook.all
    ? countByState(ctx.tx, waybillStates, from, firstLook.all)
    : countEachState(ctx.tx, waybillStates, from)
}

async function keptCounts(ctx: Ctx): Promise<Record<string, number>> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('waybill_counts')
      .select(['state', sql<number>`sum(n)::bigint`.as('n')])
      .where('owner_id', '=', ownerOf(ctx.actor))
      .groupBy('state'),
  )
  const kept = new Map(rows.map(row => [row.state, row.n]))
  return Object.fromEntries(
    Object.keys(waybillStates.states).map(state => [state, Math.min(kept.get(state) ?? 0, countCap)]),
  )
}

type SumRow = Record<
  | 'n'
  | 'plan'
  | 'load'
  | 'unload'
  | 'loss'
  | 'freight'
  | 'payable'
  | 'oil'
  | 'deducted'
  | 'paid'
  | 'set_off'
  | 'open'
  | 'margin',
  number
>

/** Waybills somebody is owed for: the others have no amounts in the list either (`toWaybillRow`). */
const live = sql<boolean>`x.state not in (${sql.join(
  stateKeys(waybillStates)
    .filter(isOff)
    .map(state => sql.lit(state)),
)})`

/** Sums of all rows, or of the newest when there are more than `summedMost`. */
async function sumsOf(ctx: Ctx, filter: WaybillFilter, words: Words): Promise<{ summed: number; sums: WaybillSums }> {
  const rows = q
    .selectFrom('waybills as w')
    .select([
      'w.state',
      'w.settle_state',
      'w.shipper_id',
      'w.plan_weight_g',
      'w.load_weight_g',
      'w.unload_weight_g',
      'w.loss_g',
      'w.fees_fen',
      'w.oil_fen',
      'w.deducted_fen',
      'w.paid_fen',
      'w.set_off_fen',
      'w.advanced_fen',
    ])
    .select([freightNow('shipper').as('shipper_freight_fen'), freightNow('carrier').as('payable_fen')])
    .where(
      allOf([
        ownRows(ctx.actor, 'w'),
        ...saidOf(ctx, filter, words),
        filter.state && sql<boolean>`w.state = ${filter.state}`,
      ]),
    )
    .orderBy('w.id', 'desc')
    .limit(summedMost)
  const total = (column: string): RawBuilder<number> => sql<number>`coalesce(sum(${sql.ref(`x.${column}`)}), 0)::bigint`
  const sees = sumSight(ctx, 'x')
  const { shipper: shippers, carrier: carriers } = sees.rows
  const row = await ctx.tx.one(
    q.selectFrom(rows.as('x')).select([
      sql<number>`count(*)`.as('n'),
      total('plan_weight_g').as('plan'),
      total('load_weight_g').as('load'),
      total('unload_weight_g').as('unload'),
      total('loss_g').as('loss'),
      sql<number>`coalesce(sum(x.shipper_freight_fen) filter (where ${shippers} and ${live}), 0)::bigint`.as('freight'),
      ...(['payable', 'oil', 'deducted', 'paid', 'set_off'] as const).map(name =>
        sql<number>`coalesce(sum(${sql.ref(`x.${name}_fen`)}) filter (where ${carriers} and ${live}), 0)::bigint`.as(
          name,
        ),
      ),
      sql<number>`coalesce(sum(${openFen('x')}) filter (where ${carriers} and ${live}), 0)::bigint`.as('open'),
      sql<number>`coalesce(sum(x.shipper_freight_fen - x.payable_fen - x.fees_fen) filter (where ${shippers}
          and ${carriers} and ${live}), 0)::bigint`.as('margin'),
    ]),
  )
  return { summed: row.n, sums: shown(sees, row) }
}

/** Sums an actor may see; the others are left out, not null. */
function shown(sees: PriceSight, row: SumRow): WaybillSums {
  return {
    planWeightG: grams(row.plan),
    loadWeightG: grams(row.load),
    unloadWeightG: grams(row.unload),
    lossG: grams(row.loss),
    ...(sees.shipper ? { shipperFreight: fen(row.freight) } : {}),
    ...(sees.carrier
      ? {
          carrierFreight: fen(row.payable),
          payable: fen(row.payable),
          oil: fen(row.oil),
          deducted: fen(row.deducted),
          paid: fen(row.paid),
          setOff: fen(row.set_off),
          open: fen(row.open),
        }
      : {}),
    ...(sees.margin ? { margin: fen(row.margin) } : {}),
  }
}

/** The number of rows of the list under its whole filter, at most `most`. */
export async function countWaybillRows(ctx: Ctx, filter: WaybillFilter, most: number): Promise<number> {
  const rows = q
    .selectFrom('waybills as w')
    .select('w.id')
    .where(
      allOf([
        ownRows(ctx.actor, 'w'),
        ...saidOf(ctx, filter, await findWords(ctx, filter)),
        filter.state && sql<boolean>`w.state = ${filter.state}`,
      ]),
    )
    .limit(most)
  return (await ctx.tx.one(q.selectFrom(rows.as('x')).select(sql<number>`count(*)`.as('n')))).n
}
