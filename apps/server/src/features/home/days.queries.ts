// The last thirty days of the caller's business: from the kept figures of the company, or counted from the person's own
// waybills.
import type { Output } from '@yunshu/contract/call'
import { homeDays, type getHomeDays } from '@yunshu/contract/home'
import { fen } from '@yunshu/domain/figures/money'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { grams } from '@yunshu/domain/figures/weight'
import { sql } from 'kysely'
import { businessSight, isNarrow, ownerOf, ownRows } from '../../work/scope.ts'
import { dayOf } from '../../db/conditions.ts'
import { q } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'

interface Day {
  day_at: number
  made: number
  signed: number
  weight_g: number
  shipper_fen: number
  carrier_fen: number
}

/** A waybill older than this is not signed any more within the days shown: bounds what a person's own figures read. */
const longestJourneyMs = 60 * DAY_MS

/** Every day of the last thirty, the oldest first, those without a waybill too. */
export async function findHomeDays(ctx: Ctx): Promise<Output<typeof getHomeDays>> {
  const from = startOfDay(ctx.now) - (homeDays - 1) * DAY_MS
  const rows = await ctx.tx.rows(isNarrow(ctx.actor) ? ownDays(ctx.actor, from) : keptDays(ctx.actor, from))
  const found = new Map(rows.map(row => [row.day_at, row]))
  const sees = businessSight(ctx)
  return {
    days: Array.from({ length: homeDays }, (_, n) => {
      const day = from + n * DAY_MS
      const { made = 0, signed = 0, weight_g = 0, shipper_fen = 0, carrier_fen = 0 } = found.get(day) ?? {}
      return {
        day,
        made,
        signed,
        weightG: grams(weight_g),
        ...(sees.shipper ? { shipperFreight: fen(shipper_fen) } : {}),
        ...(sees.carrier ? { carrierFreight: fen(carrier_fen) } : {}),
      }
    }),
  }
}

const keptDays = (actor: Actor, from: number) =>
  sql<Day>`
  select day_at, sum(made)::int as made, sum(signed)::int as signed, sum(weight_g)::bigint as weight_g,
    sum(shipper_fen)::bigint as shipper_fen, sum(carrier_fen)::bigint as carrier_fen
  from waybill_days where owner_id = ${ownerOf(actor)}::uuid and day_at >= ${from} group by day_at`.compile(q)

/** The smallest id made at a time: ids begin with it. */
function firstIdAt(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

const ownDays = (actor: Actor, from: number) =>
  sql<Day>`
  select day_at, sum(made)::int as made, sum(signed)::int as signed, sum(weight)::bigint as weight_g,
    sum(pays)::bigint as shipper_fen, sum(gets)::bigint as carrier_fen
  from waybills w cross join lateral (values
    (${dayOf('w.created_at')}, 1, 0, 0::bigint, 0::bigint, 0::bigint),
    (${dayOf('w.signed_at')}, 0, 1, w.unload_weight_g, w.shipper_freight_fen, w.payable_fen)) as d (day_at, made,
      signed, weight, pays, gets)
  where w.id >= ${firstIdAt(from - longestJourneyMs)}::uuid and ${ownRows(actor, 'w')} and day_at >= ${from}
    group by day_at`.compile(q)
