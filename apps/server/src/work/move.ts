// The only writer of a state column: checks the table, the permit and the version, writes the line of history and
// shifts the counters.
import type { Entity } from '@yunshu/domain/entities'
import type { Permit } from '@yunshu/domain/permits/permits'
import { offeredFrom, type KeptMachine, type Machine, type State } from '@yunshu/domain/states'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { inPieces } from '../db/insertRows.ts'
import { shiftCounts, type Owners } from './counters.ts'
import type { Change, Ctx } from './ctx.ts'
import { firstChanges, notedOf, stale, writeHistory } from './history.ts'
import { q } from '../db/tx.ts'
import { spansFollow } from './trackAccess.ts'

/** Columns of every row with a state. */
export interface Stated<S extends string> {
  id: string
  state: S
  version: number
}

/** Values a move writes beside the state, the same for all its rows. */
interface SharedOptions {
  reason?: string | undefined
  diff?: readonly Change[] | undefined
  /** Further columns to set with the state. */
  set?: Readonly<Record<string, unknown>>
}

export interface MoveOptions extends SharedOptions {
  /**
   * The version the person saw; a newer row refuses with `row.stale`. Absent for moves the product makes under lock.
   */
  version?: number | undefined
  /**
   * The kind of record the line of history belongs to, where it depends on the row: claims that are none of the
   * carrier's.
   */
  entity?: Entity
  /**
   * The record in whose history the line stands, when it is not the row itself: claims of a waybill are told in the
   * waybill's.
   */
  entityId?: string
}

/** Whole numbers a row gets with its move, by column. */
type EachSet = Readonly<Record<string, number | null>>

export interface MoveAllOptions<R> extends SharedOptions {
  /**
   * Values of each row: whole numbers, the changes in its line of history, and the record in whose history the line
   * stands. All rows set the same columns.
   */
  each?: (row: R) => { set?: EachSet; diff?: readonly Change[] } & Pick<MoveOptions, 'entity' | 'entityId'>
}

/** True if the actor may make this move: its permit, or a move only the product makes. */
export function mayMove(ctx: Ctx, permit: Permit | 'system'): boolean {
  return permit === 'system' || ctx.can(permit)
}

/** The moves a person can make now from a state: for buttons, so without those of the product. */
export function offeredMoves<S extends string, M extends string>(ctx: Ctx, table: Machine<S, M>, state: S): M[] {
  return offeredFrom(table, state, permit => ctx.can(permit))
}

/**
 * Moves `row` by `name` and answers it with its new state and version. Refuses: `permit.missing`, `state.wrong`,
 * `state.reason`, `row.stale`. The caller holds the row's lock or passes the version the person saw.
 */
export async function move<S extends string, M extends string, R extends Stated<S>>(
  ctx: Ctx,
  machine: KeptMachine<S, M>,
  row: R,
  name: M,
  { version, entity = machine.entity, entityId = row.id, ...options }: MoveOptions = {},
): Promise<R> {
  const step = machine.moves[name]
  if (!mayMove(ctx, step.permit)) throw new Problem('permit.missing')
  if (version !== undefined && version !== row.version) throw await stale(ctx, entityId)
  assertFrom(machine, name, row.state, options.reason)
  if ((await writeState(ctx, machine, [{ row, set: {} }], step.to, options.set)) !== 1) throw await stale(ctx, entityId)
  const line = { action: step.label, from: row.state, to: step.to, reason: options.reason, diff: options.diff }
  if (entity) await writeHistory(ctx, [{ entity, entityId, ...line }])
  ctx.noted([...notedOf(line), ...movedTo(machine, row.state, step.to)])
  count(ctx, machine, [row], step.to)
  return { ...row, state: step.to, version: row.version + 1 }
}

/**
 * Moves many rows by the same name, all or none, in two statements for each thousand and one shift of each counter; each must hold the
 * version given. Refuses as `move` does, naming the first state the move does not start from. The audit row hears of
 * the changes of the first rows, and of their states where they have a history: parts of a sheet move with the sheet.
 */
export async function moveAll<S extends string, M extends string, R extends Stated<S>>(
  ctx: Ctx,
  machine: KeptMachine<S, M>,
  rows: readonly R[],
  name: M,
  { set, reason, diff = [], each = () => ({}) }: MoveAllOptions<R> = {},
): Promise<void> {
  const [first] = rows
  if (!first) return
  const step = machine.moves[name]
  if (!mayMove(ctx, step.permit)) throw new Problem('permit.missing')
  for (const row of rows) assertFrom(machine, name, row.state, reason)
  const { entity } = machine
  // thousands are put into words some at a time: nobody else would be answered meanwhile
  for (const some of inPieces(rows)) {
    const moving = some.map(row => ({ row, entity, entityId: row.id, set: {}, ...each(row) }))
    if ((await writeState(ctx, machine, moving, step.to, set)) !== some.length) throw await stale(ctx, first.id)
    const lines = moving.map(({ row, entity: of, entityId, diff: own = [] }) => ({
      entity: of,
      entityId,
      action: step.label,
      from: row.state,
      to: step.to,
      reason,
      diff: [...diff, ...own],
    }))
    await writeHistory(
      ctx,
      lines.flatMap(({ entity: of, ...line }) => (of ? [{ entity: of, ...line }] : [])),
    )
    if (some[0] === first)
      ctx.noted(
        firstChanges(
          lines.map(({ entity: of, from, diff: told }) => ({
            diff: of ? [...told, ...movedTo(machine, from, step.to)] : told,
          })),
        ),
      )
  }
  count(ctx, machine, rows, step.to)
}

/** The change of a state in words; none of a row that stays where it stands. */
function movedTo<S extends string>({ states }: Pick<Machine<S>, 'states'>, from: S, to: S): Change[] {
  const [before, after]: [State, State] = [states[from], states[to]]
  return from === to ? [] : [{ field: '状态', old: before.label, new: after.label }]
}

function assertFrom<S extends string, M extends string>(
  { states, moves }: Machine<S, M>,
  name: M,
  state: S,
  reason: string | undefined,
): void {
  const { from, label, ask } = moves[name]
  const { label: now }: State = states[state]
  if (!from.includes(state)) throw new Problem('state.wrong', { state: now, move: label })
  if (ask === 'reason' && !reason)
    throw new Problem('state.reason', { move: label }, { fields: { reason: '请填写原因' } })
}

/** Writes the new state of rows that are still as they were seen; answers how many were. */
async function writeState<S extends string>(
  ctx: Ctx,
  { table, column, since }: KeptMachine<S>,
  rows: readonly { readonly row: Stated<S>; readonly set: EachSet }[],
  to: S,
  set: Readonly<Record<string, unknown>> = {},
): Promise<number> {
  const own = Object.keys(rows[0]?.set ?? {})
  const assignments = [
    ...Object.entries({ ...set, [column]: to, updated_at: ctx.now }).map(
      ([key, value]) => sql`${sql.ref(key)} = ${value}`,
    ),
    ...own.map(key => sql`${sql.ref(key)} = seen.${sql.ref(key)}`),
    // a move that leaves a row where it stands begins no new stay
    ...(since && rows.some(({ row }) => row.state !== to)
      ? [sql`state_since = case when seen.seen_state = ${to} then r.state_since else ${ctx.now}::bigint end`]
      : []),
  ]
  const seen = [
    sql`${rows.map(({ row }) => row.id)}::uuid[]`,
    sql`${rows.map(({ row }) => row.version)}::int[]`,
    sql`${rows.map(({ row }) => row.state)}::text[]`,
    ...own.map(key => sql`${rows.map(({ set: values }) => values[key] ?? null)}::bigint[]`),
  ]
  const names = ['seen_id', 'seen_version', 'seen_state', ...own].map(name => sql.ref(name))
  return ctx.tx.run(
    sql`
    update ${sql.table(table)} as r set ${sql.join(assignments)}, version = r.version + 1
    from unnest(${sql.join(seen)}) as seen (${sql.join(names)})
    where r.id = seen.seen_id and r.version = seen.seen_version and r.${sql.ref(column)} = seen.seen_state`.compile(q),
  )
}

/** Shifts the counters of a counted machine. */
function count<S extends string>(ctx: Ctx, machine: KeptMachine<S>, rows: readonly Stated<S>[], to: S): void {
  if (!machine.counts) return
  spansFollow(
    ctx,
    rows.map(({ id }) => id),
  )
  for (const row of rows) if (row.state !== to) shiftCounts(ctx, ownersIn(row), row.state, to)
}

function ownersIn(row: object): Owners {
  const owner = (column: keyof Owners): string => {
    const id: unknown = Reflect.get(row, column)
    if (typeof id !== 'string') throw new Error(`a counted row without its ${column}`)
    return id
  }
  return { shipper_id: owner('shipper_id'), carrier_id: owner('carrier_id'), branch_id: owner('branch_id') }
}
