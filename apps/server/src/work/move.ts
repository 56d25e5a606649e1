// The only writer of a state column: checks the table, the permit and the version, writes the event row and counters.
import type { Permit } from '@yunshu/domain/permits'
import { movesFrom, type Machine, type State } from '@yunshu/domain/states'
import { Problem } from '@yunshu/domain/problems'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { writtenName, type Change, type Ctx } from './ctx.ts'
import { q } from '../db/tx.ts'

export type { Change } from './ctx.ts'

/** What every row with a state has. */
export interface Stated<S extends string> {
  id: string
  state: S
  version: number
}

export interface MoveOptions {
  /**
   * The version the person saw; a newer row refuses with `row.stale`. Absent for moves the product makes under lock.
   */
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
  /**
   * The record in whose history the line stands, when it is not the row itself: claims of a waybill are told in the
   * waybill's.
   */
  entityId?: string
}

/** Machines whose list shows counters, with the owner columns they are counted for (waybill_counts). */
const counted: Readonly<Record<string, readonly string[]>> = { waybill: ['shipper_id', 'carrier_id', 'branch_id'] }

/** True if the actor may make this move: its permit, or a move only the product makes. */
export function mayMove(ctx: Ctx, permit: Permit | 'system'): boolean {
  return permit === 'system' || ctx.can(permit)
}

/** The moves a person can make now from a state: for buttons, so without those of the product. */
export function offeredMoves<S extends string, M extends string>(ctx: Ctx, table: Machine<S, M>, state: S): M[] {
  return movesFrom(table, state).filter(
    name => table.moves[name].permit !== 'system' && mayMove(ctx, table.moves[name].permit),
  )
}

/**
 * Moves `row` by `name` and answers it with its new state and version. Refuses: `permit.missing`, `state.wrong`,
 * `state.reason`, `row.stale`. The caller holds the row's lock or passes the version the person saw.
 */
export async function move<S extends string, M extends string, R extends Stated<S>>(
  ctx: Ctx,
  table: Machine<S, M>,
  row: R,
  name: M,
  options: MoveOptions = {},
): Promise<R> {
  const step = table.moves[name]
  if (!mayMove(ctx, step.permit)) throw new Problem('permit.missing')
  const entityId = options.entityId ?? row.id
  if (options.version !== undefined && options.version !== row.version) throw await stale(ctx, entityId)
  const before: State = table.states[row.state]
  if (!step.from.includes(row.state)) throw new Problem('state.wrong', { state: before.label, move: step.label })
  if (step.ask === 'reason' && !options.reason)
    throw new Problem('state.reason', { move: step.label }, { fields: { reason: '请填写原因' } })

  const column = options.column ?? 'state'
  const set = { ...options.set, [column]: step.to, updated_at: ctx.now }
  const assignments = Object.entries(set).map(([key, value]) => sql`${sql.ref(key)} = ${value}`)
  const touched = await ctx.tx.run(
    sql`
    update ${sql.table(options.table ?? `${table.name}s`)} set ${sql.join(assignments)}, version = version + 1
    where id = ${row.id} and version = ${row.version} and ${sql.ref(column)} = ${row.state}`.compile(q),
  )
  if (touched !== 1) throw await stale(ctx, entityId)

  await logEvent(ctx, {
    entity: options.entity ?? table.name,
    entityId,
    action: step.label,
    from: row.state,
    to: step.to,
    reason: options.reason,
    diff: options.diff,
  })
  if (row.state !== step.to) ctx.noted([{ field: '状态', old: before.label, new: table.states[step.to].label }])
  const owners = counted[table.name]
  if (owners && row.state !== step.to) await shiftCounts(ctx, row, owners, row.state, step.to)
  return { ...row, state: step.to, version: row.version + 1 }
}

/**
 * Moves many rows by the same name, all or none, in two statements; each must hold the version given. Refuses as
 * `move` does, naming the first state the move does not start from. For machines without counters.
 */
export async function moveAll<S extends string, M extends string>(
  ctx: Ctx,
  machine: Machine<S, M>,
  rows: readonly Stated<S>[],
  name: M,
  options: Pick<MoveOptions, 'set' | 'reason' | 'diff'> & { table: string },
): Promise<void> {
  const step = machine.moves[name]
  if (!mayMove(ctx, step.permit)) throw new Problem('permit.missing')
  const wrong = rows.find(row => !step.from.includes(row.state))
  if (wrong) throw new Problem('state.wrong', { state: machine.states[wrong.state].label, move: step.label })
  const set = { ...options.set, state: step.to, updated_at: ctx.now }
  const assignments = Object.entries(set).map(([key, value]) => sql`${sql.ref(key)} = ${value}`)
  const touched = await ctx.tx.run(
    sql`
    update ${sql.table(options.table)} as r set ${sql.join(assignments)}, version = r.version + 1
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ version }) => version)}::int[]) as seen (id, version) where r.id = seen.id and r.version = seen.version`.compile(
      q,
    ),
  )
  if (touched !== rows.length) throw await stale(ctx, rows[0]?.id ?? '')
  await ctx.tx.run(
    q.insertInto('events').values(
      rows.map(row => ({
        id: v7(),
        entity: machine.name,
        entity_id: row.id,
        at: ctx.now,
        user_id: ctx.actor.userId,
        user_name: writtenName(ctx.actor),
        action: step.label,
        from_state: row.state,
        to_state: step.to,
        remark: options.reason ?? null,
        diff: options.diff?.length ? JSON.stringify(options.diff) : null,
      })),
    ),
  )
}

/** Whole numbers each row gets with its move, by column. */
export type EachSet = Readonly<Record<string, number | null>>

/**
 * Moves many rows of the same owners by the same name, all or none, in two statements and one shift of the counters;
 * each row gets its own
 * whole numbers and its own lines of history. Refuses as `move` does.
 */
export async function moveEach<S extends string, M extends string, R extends Stated<S>>(
  ctx: Ctx,
  machine: Machine<S, M>,
  rows: readonly R[],
  name: M,
  each: (row: R) => { set: EachSet; diff?: Change[] },
): Promise<void> {
  const [first] = rows
  if (!first) return
  const step = machine.moves[name]
  if (!mayMove(ctx, step.permit)) throw new Problem('permit.missing')
  const wrong = rows.find(row => !step.from.includes(row.state))
  if (wrong) throw new Problem('state.wrong', { state: machine.states[wrong.state].label, move: step.label })
  const told = rows.map(row => ({ row, ...each(row) }))
  const columns = Object.keys(told[0]?.set ?? {})
  const given = columns.map(column => sql`, ${told.map(({ set }) => set[column] ?? null)}::bigint[]`)
  const touched = await ctx.tx.run(
    sql`
    update ${sql.table(`${machine.name}s`)} as r set state = ${step.to}, updated_at = ${ctx.now}, version = r.version + 1${sql.join(
      columns.map(column => sql`, ${sql.ref(column)} = seen.${sql.ref(column)}`),
      sql``,
    )}
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ version }) => version)}::int[]${sql.join(given, sql``)}) as seen (${sql.join(['id', 'version', ...columns].map(column => sql.ref(column)))})
    where r.id = seen.id and r.version = seen.version`.compile(q),
  )
  if (touched !== rows.length) throw await stale(ctx, first.id)
  await logEvents(
    ctx,
    told.map(({ row, diff }) => ({
      entity: machine.name,
      entityId: row.id,
      action: step.label,
      from: row.state,
      to: step.to,
      diff,
    })),
  )
  const owners = counted[machine.name]
  if (!owners) return
  const alike = Map.groupBy(rows, row =>
    [row.state, ...owners.map(column => String(Reflect.get(row, column)))].join(' '),
  )
  for (const same of alike.values())
    if (same[0]) await shiftCounts(ctx, same[0], owners, same[0].state, step.to, same.length)
}

/** The refusal for a row someone else changed, naming who changed it last. */
export async function stale(ctx: Ctx, entityId: string): Promise<Problem> {
  const last = await ctx.tx.first(
    q.selectFrom('events').select('user_name').where('entity_id', '=', entityId).orderBy('id', 'desc').limit(1),
  )
  return new Problem('row.stale', { who: last?.user_name ?? '其他人' })
}

interface HistoryLine {
  entity: string
  entityId: string
  action: string
  from?: string
  to?: string
  reason?: string | undefined
  diff?: Change[] | undefined
}

/** The most lines one statement writes. */
const linesMax = 1000

/**
 * Writes a line into each of many records' histories; the audit row, which holds some of its changes only, hears of the
 * first.
 */
export async function logEvents(ctx: Ctx, lines: readonly HistoryLine[]): Promise<void> {
  for (let at = 0; at < lines.length; at += linesMax)
    await ctx.tx.run(
      q.insertInto('events').values(
        lines.slice(at, at + linesMax).map(line => ({
          id: v7(),
          entity: line.entity,
          entity_id: line.entityId,
          at: ctx.now,
          user_id: ctx.actor.userId,
          user_name: writtenName(ctx.actor),
          action: line.action,
          from_state: line.from ?? null,
          to_state: line.to ?? null,
          remark: line.reason ?? null,
          diff: line.diff?.length ? JSON.stringify(line.diff) : null,
        })),
      ),
    )
  ctx.noted(lines.slice(0, linesMax / 10).flatMap(({ diff = [] }) => diff))
}

/** Writes a line of a record's history. */
export async function logEvent(ctx: Ctx, event: HistoryLine): Promise<void> {
  ctx.noted([...(event.diff ?? []), ...(event.reason ? [{ field: '说明', old: '--', new: event.reason }] : [])])
  await ctx.tx.run(
    q.insertInto('events').values({
      id: v7(),
      entity: event.entity,
      entity_id: event.entityId,
      at: ctx.now,
      user_id: ctx.actor.userId,
      user_name: writtenName(ctx.actor),
      action: event.action,
      from_state: event.from ?? null,
      to_state: event.to ?? null,
      remark: event.reason ?? null,
      diff: event.diff?.length ? JSON.stringify(event.diff) : null,
    }),
  )
}

const platformOwner = '00000000-0000-0000-0000-000000000000'

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

/**
 * Moves `count` rows of the same owners from a counter to another for each owner; `from` absent means the rows are new.
 */
export async function shiftCounts(
  ctx: Ctx,
  row: object,
  owners: readonly string[],
  from: string | undefined,
  to: string,
  count = 1,
): Promise<void> {
  // a company that ships and carries the same row counts it once
  const ids = [...new Set([platformOwner, ...owners.map(column => String(Reflect.get(row, column)))])].sort()
  const slot = slotOf(ctx)
  const deltas = ids.flatMap(id => [
    ...(from === undefined ? [] : [sql`(${id}::uuid, ${from}, ${slot}::smallint, ${-count}::int)`]),
    sql`(${id}::uuid, ${to}, ${slot}::smallint, ${count}::int)`,
  ])
  // rows are taken in one order by every writer, so two moves cannot lock each other out
  await ctx.tx.run(
    sql`
    insert into waybill_counts (owner_id, state, slot, n)
    select * from (values ${sql.join(deltas)}) as d (owner_id, state, slot, n) order by owner_id, state
    on conflict (owner_id, state, slot) do update set n = waybill_counts.n + excluded.n`.compile(q),
  )
}

/** Slots per counter: parallel writers of one company seldom meet on one row. */
export const countSlots = 8
