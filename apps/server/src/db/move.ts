// The only writer of a state column: checks the table, the permit and the version, writes the event row and counters.
import type { Permit } from '@yunshu/domain/permits'
import { movesFrom, type Machine, type State } from '@yunshu/domain/states'
import { Problem } from '@yunshu/domain/problems'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { writtenName, type Change, type Ctx } from '../http/ctx.ts'
import { q } from './tx.ts'

export type { Change } from '../http/ctx.ts'

/** What every row with a state has. */
export interface Stated<S extends string> { id: string; state: S; version: number }

export interface MoveOptions {
  /** The version the person saw; a newer row refuses with `row.stale`. Absent for moves the product makes under lock. */
  version?: number | undefined
  reason?: string | undefined
  diff?: Change[] | undefined
  /** Further columns to set with the state. */
  set?: Readonly<Record<string, unknown>>
  /** State column and table when they are not the machine's name + 's' and `state`. */
  column?: string
  table?: string
  /** The record whose history gets the line, when it is not named as the machine is (papers of a vehicle). */
  entity?: string
}

/** Machines whose list shows counters, with the owner columns they are counted for (waybill_counts). */
const counted: Readonly<Record<string, readonly string[]>> = { waybill: ['shipper_id', 'carrier_id', 'branch_id'] }

/** True if the actor may make this move: its permit, or a move only the product makes. */
export function mayMove(ctx: Ctx, permit: Permit | 'system'): boolean {
  return permit === 'system' || ctx.can(permit)
}

/** The moves a person can make now from a state: for buttons, so without those of the product. */
export function offeredMoves<S extends string, M extends string>(ctx: Ctx, table: Machine<S, M>, state: S): M[] {
  return movesFrom(table, state).filter((name) => table.moves[name].permit !== 'system' && mayMove(ctx, table.moves[name].permit))
}

/**
 * Moves `row` by `name` and answers it with its new state and version. Refuses: `permit.missing`, `state.wrong`,
 * `state.reason`, `row.stale`. The caller holds the row's lock or passes the version the person saw.
 */
export async function move<S extends string, M extends string, R extends Stated<S>>(
  ctx: Ctx, table: Machine<S, M>, row: R, name: M, options: MoveOptions = {},
): Promise<R> {
  const step = table.moves[name]
  if (!mayMove(ctx, step.permit)) throw new Problem('permit.missing')
  if (options.version !== undefined && options.version !== row.version) throw await stale(ctx, row.id)
  const before: State = table.states[row.state]
  if (!step.from.includes(row.state)) throw new Problem('state.wrong', { state: before.label, move: step.label })
  if (step.ask === 'reason' && !options.reason) throw new Problem('state.reason', { move: step.label }, { fields: { reason: '请填写原因' } })

  const column = options.column ?? 'state'
  const set = { ...options.set, [column]: step.to, updated_at: ctx.now }
  const assignments = Object.entries(set).map(([key, value]) => sql`${sql.ref(key)} = ${value}`)
  const touched = await ctx.tx.run(sql`
    update ${sql.table(options.table ?? `${table.name}s`)} set ${sql.join(assignments)}, version = version + 1
    where id = ${row.id} and version = ${row.version} and ${sql.ref(column)} = ${row.state}`.compile(q))
  if (touched !== 1) throw await stale(ctx, row.id)

  await logEvent(ctx, { entity: options.entity ?? table.name, entityId: row.id, action: step.label, from: row.state, to: step.to, reason: options.reason, diff: options.diff })
  if (row.state !== step.to) ctx.noted([{ field: '状态', old: before.label, new: table.states[step.to].label }])
  const owners = counted[table.name]
  if (owners && row.state !== step.to) await shiftCounts(ctx, row, owners, row.state, step.to)
  return { ...row, state: step.to, version: row.version + 1 }
}

/** The refusal for a row someone else changed, naming who changed it last. */
export async function stale(ctx: Ctx, entityId: string): Promise<Problem> {
  const last = await ctx.tx.first(q.selectFrom('events').select('user_name').where('entity_id', '=', entityId).orderBy('id', 'desc').limit(1))
  return new Problem('row.stale', { who: last?.user_name ?? '其他人' })
}

/** Writes a line of a record's history. */
export async function logEvent(ctx: Ctx, event: { entity: string; entityId: string; action: string; from?: string; to?: string; reason?: string | undefined; diff?: Change[] | undefined }): Promise<void> {
  ctx.noted([...(event.diff ?? []), ...(event.reason ? [{ field: '说明', old: '--', new: event.reason }] : [])])
  await ctx.tx.run(q.insertInto('events').values({
    id: v7(), entity: event.entity, entity_id: event.entityId, at: ctx.now, user_id: ctx.actor.userId, user_name: writtenName(ctx.actor),
    action: event.action, from_state: event.from ?? null, to_state: event.to ?? null, remark: event.reason ?? null,
    diff: event.diff?.length ? JSON.stringify(event.diff) : null,
  }))
}

const platformOwner = '00000000-0000-0000-0000-000000000000'

/** One slot per transaction: several moves in one transaction always touch the same rows, so two such cannot lock each other out. */
const slots = new WeakMap<Ctx, number>()

function slotOf(ctx: Ctx): number {
  const slot = slots.get(ctx) ?? Math.floor(Math.random() * countSlots)
  slots.set(ctx, slot)
  return slot
}

/** Moves `count` rows of the same owners from a counter to another for each owner; `from` absent means the rows are new. */
export async function shiftCounts(ctx: Ctx, row: object, owners: readonly string[], from: string | undefined, to: string, count = 1): Promise<void> {
  const ids = [platformOwner, ...owners.map((column) => String(Reflect.get(row, column)))].sort()
  const slot = slotOf(ctx)
  const deltas = ids.flatMap((id) => [...(from === undefined ? [] : [sql`(${id}::uuid, ${from}, ${slot}::smallint, ${-count}::int)`]), sql`(${id}::uuid, ${to}, ${slot}::smallint, ${count}::int)`])
  // rows are taken in one order by every writer, so two moves cannot lock each other out
  await ctx.tx.run(sql`
    insert into waybill_counts (owner_id, state, slot, n)
    select * from (values ${sql.join(deltas)}) as d (owner_id, state, slot, n) order by owner_id, state
    on conflict (owner_id, state, slot) do update set n = waybill_counts.n + excluded.n`.compile(q))
}

/** Slots per counter: parallel writers of one company seldom meet on one row. */
export const countSlots = 8
