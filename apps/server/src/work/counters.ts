// The counters of waybills by state (waybill_counts), kept for every owner of a list: shifted with each waybill made and
// each state written.
import { sql } from 'kysely'
import type { Ctx } from './ctx.ts'
import { nilId, q } from '../db/tx.ts'

/** The companies a waybill is counted for, beside the platform as a whole. */
export interface Owners {
  readonly shipper_id: string
  readonly carrier_id: string
  readonly branch_id: string
}

/** Each owner once: a company that ships and carries is one. */
export const ownersOf = ({ shipper_id, carrier_id, branch_id }: Owners): string[] => [
  ...new Set([shipper_id, carrier_id, branch_id, nilId]),
]

/** Slots per counter: parallel writers of one company seldom meet on one row. */
const countSlots = 8

/**
 * One slot per transaction: several moves in one transaction always touch the same rows, so two such cannot lock each
 * other out.
 */
const slots = new WeakMap<Ctx, number>()

/** The slot a transaction counts in. */
export function slotOf(ctx: Ctx): number {
  const slot = slots.get(ctx) ?? Math.floor(Math.random() * countSlots)
  slots.set(ctx, slot)
  return slot
}

/** Moves `count` waybills of the same owners from a counter to another; `from` absent means they are new. */
export async function shiftCounts(
  ctx: Ctx,
  owners: Owners,
  from: string | undefined,
  to: string,
  count = 1,
): Promise<void> {
  const slot = slotOf(ctx)
  const deltas = ownersOf(owners).flatMap(id => [
    ...(from === undefined ? [] : [sql`(${id}::uuid, ${from}, ${slot}::smallint, ${-count}::int)`]),
    sql`(${id}::uuid, ${to}, ${slot}::smallint, ${count}::int)`,
  ])
  // rows are taken in one order by every writer, so two moves cannot lock each other out; most are other owners'
  await ctx.tx.elevated(() =>
    ctx.tx.run(
      sql`
    insert into waybill_counts (owner_id, state, slot, n)
    select * from (values ${sql.join(deltas)}) as d (owner_id, state, slot, n) order by owner_id, state
    on conflict (owner_id, state, slot) do update set n = waybill_counts.n + excluded.n`.compile(q),
    ),
  )
}
