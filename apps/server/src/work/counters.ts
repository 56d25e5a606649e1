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

const slots = new WeakMap<Ctx, number>()

/** The one slot a transaction counts in. */
export function slotOf(ctx: Ctx): number {
  const slot = slots.get(ctx) ?? Math.floor(Math.random() * countSlots)
  slots.set(ctx, slot)
  return slot
}

/** The shifts of a transaction so far, by state and owner. */
const shifts = new WeakMap<Ctx, Map<string, Map<string, number>>>()

/**
 * Moves `count` waybills of the same owners from a counter to another; `from` absent means they are new. The counters
 * are written at the end of the transaction.
 */
export function shiftCounts(ctx: Ctx, owners: Owners, from: string | undefined, to: string, count = 1): void {
  const states = shifts.get(ctx) ?? new Map<string, Map<string, number>>()
  shifts.set(ctx, states)
  const add = (state: string, n: number): void => {
    const counted = states.get(state) ?? new Map<string, number>()
    states.set(state, counted)
    for (const id of ownersOf(owners)) counted.set(id, (counted.get(id) ?? 0) + n)
  }
  if (from !== undefined) add(from, -count)
  add(to, count)
  ctx.lastly('counters', () => writeCounts(ctx, states))
}

async function writeCounts(ctx: Ctx, states: ReadonlyMap<string, ReadonlyMap<string, number>>): Promise<void> {
  const slot = slotOf(ctx)
  const rows = [...states].flatMap(([state, counted]) =>
    [...counted].map(([id, n]) => sql`(${id}::uuid, ${state}, ${slot}::smallint, ${n}::int)`),
  )
  // rows are taken in one order by every writer, so two cannot lock each other out; most are other owners'
  await ctx.tx.elevated(() =>
    ctx.tx.run(
      sql`
    insert into waybill_counts (owner_id, state, slot, n)
    select * from (values ${sql.join(rows)}) as d (owner_id, state, slot, n) where n <> 0 order by owner_id, state
    on conflict (owner_id, state, slot) do update set n = waybill_counts.n + excluded.n`.compile(q),
    ),
  )
}
