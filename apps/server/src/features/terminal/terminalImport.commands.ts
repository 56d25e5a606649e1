// Terminals handed in by file: judged as those typed in, against each other and against what is there, written together,
// and put into the vehicles their rows name.
import { addTerminal } from '@yunshu/contract/terminal/terminal'
import { tidyPlate } from '@yunshu/domain/fleet/columns'
import { terminalColumns, type TerminalValues } from '@yunshu/domain/fleet/terminalColumns'
import { tidyNumber } from '@yunshu/domain/identity/identity'
import type { PartOf, RowFault } from '@yunshu/domain/importing/cells'
import { Problem } from '@yunshu/domain/problems/problems'
import { plainTerminalPhone, terminalRoles, terminalStates, type TerminalRole } from '@yunshu/domain/terminal/terminal'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { isTaken } from '../../db/pool.ts'
import { q } from '../../db/tx.ts'
import { importKind, type ImportRun, type Judgement, type Row, type Written } from '../../imports/importKind.ts'
import type { Ctx } from '../../work/ctx.ts'
import { logEvents } from '../../work/history.ts'
import { mayCall } from '../../work/makeCtx.ts'
import { moveAll } from '../../work/move.ts'
import { inOrder, repeatedRows, separateFaultyRows } from '../fleet/byFile.commands.ts'
import { ownFleet } from '../fleet/fleet.queries.ts'
import { newBinding, newTerminal, vehicleColumnsOf, type Seat } from './terminal.commands.ts'

/** Terminals of one statement: a statement holds 65,535 values. */
const batch = 500

interface Read {
  readonly phone: string
  readonly isLong: boolean
  readonly facts: Pick<TerminalValues, 'deviceNo' | 'maker' | 'model' | 'iccid' | 'note'>
  readonly role: TerminalRole
  readonly vehicle: Seat | undefined
}

interface Vehicle extends Seat {
  /** The number of its main terminal. */
  readonly main: string | null
}

const phoneOf = ({ terminalPhone }: PartOf<TerminalValues>): string | undefined =>
  terminalPhone && plainTerminalPhone(tidyNumber(terminalPhone))
const roleOf = ({ role }: PartOf<TerminalValues>): TerminalRole =>
  role === undefined ? 'main' : keyOf(terminalRoles, role)

/** Vehicles of the fleets the caller keeps or looks after, by plate; under lock before they are written. */
async function findVehicles(
  ctx: Ctx,
  plates: readonly string[],
  isWriting: boolean,
): Promise<ReadonlyMap<string, readonly Vehicle[]>> {
  const found = q
    .selectFrom('vehicles as v')
    .select(['v.id', 'v.plate', 'v.plate_color', 'v.vin', 'v.track_no', 'v.carrier_id'])
    .select(
      sql<string | null>`(select t.phone from terminals t where t.vehicle_id = v.id and t.role = 'main')`.as('main'),
    )
    .where(sql<boolean>`v.plate = any(${plates}::text[])`)
    .where('v.retired_at', 'is', null)
    .where(ownFleet(ctx.actor, 'v'))
    // an import of the same vehicles takes them in the same order
    .orderBy('v.id')
  if (isWriting) await ctx.tx.rows(found.forUpdate('v'))
  return Map.groupBy(await ctx.tx.rows(found), ({ plate }) => plate)
}

/** Numbers that are taken, whoever has them: by a terminal, or as the terminal of a vehicle of this plate. */
async function findTaken(
  ctx: Ctx,
  phones: readonly string[],
): Promise<{ readonly terminals: ReadonlySet<string>; readonly vehicles: ReadonlyMap<string, string> }> {
  const rows = await ctx.tx.elevated(() =>
    ctx.tx.rows(
      sql<{ phone: string; vehicle_id: string | null }>`
        select phone, null::uuid as vehicle_id from terminals where phone = any(${phones}::text[]) and state <> 'retired'
        union all select terminal_id, id from vehicles where terminal_id = any(${phones}::text[]) and retired_at is null`.compile(
        q,
      ),
    ),
  )
  return {
    terminals: new Set(rows.flatMap(row => (row.vehicle_id === null ? [row.phone] : []))),
    vehicles: new Map(rows.flatMap(row => (row.vehicle_id === null ? [] : [[row.phone, row.vehicle_id]]))),
  }
}

type Fault = Omit<RowFault, 'row'>

/** The vehicle a row names, undefined where it names none; or why the terminal cannot be put into it. */
function vehicleOf(
  values: PartOf<TerminalValues>,
  known: ReadonlyMap<string, readonly Vehicle[]>,
): Vehicle | Fault | undefined {
  const { plate, plateColor, role } = values
  if (plate === undefined)
    return plateColor === undefined && role === undefined
      ? undefined
      : { field: 'plate', reason: '填写了车牌颜色或角色，须填写车牌号' }
  const [one, ...more] = (known.get(tidyPlate(plate)) ?? []).filter(
    each => plateColor === undefined || each.plate_color === plateColor,
  )
  if (!one) return { field: 'plate', reason: '没有登记这辆车，或已停用' }
  if (more.length > 0) return { field: 'plateColor', reason: '有不同颜色的同号车辆，请填写车牌颜色' }
  return roleOf(values) === 'main' && one.main !== null
    ? { field: 'plate', reason: `已有主终端${one.main}，请先解绑或填写备用终端` }
    : one
}

async function judge(
  ctx: Ctx,
  rows: readonly Row<TerminalValues>[],
  { isWriting }: ImportRun,
  parts: readonly Row<PartOf<TerminalValues>>[],
): Promise<Judgement<Read>> {
  const all = inOrder<PartOf<TerminalValues>>(rows, parts)
  const plates = all.flatMap(({ values: { plate } }) => (plate === undefined ? [] : tidyPlate(plate)))
  const known = await findVehicles(ctx, plates, isWriting)
  const taken = await findTaken(
    ctx,
    all.flatMap(({ values }) => phoneOf(values) ?? []),
  )
  // of a row without its plate nothing is said of the vehicle: the plate may be what could not be read
  const isPart = new Set(parts.map(({ row }) => row))
  const placed = all.map(({ row, values }) => ({
    row,
    phone: phoneOf(values),
    isMain: roleOf(values) === 'main',
    at: values.plate === undefined && isPart.has(row) ? undefined : vehicleOf(values, known),
  }))
  const faults = [
    ...placed.flatMap(({ row, phone = '', isMain, at }): RowFault[] => {
      const holder = taken.vehicles.get(phone)
      const isHeld = isMain && holder !== undefined && at !== undefined && 'id' in at && at.id !== holder
      return [
        ...(taken.terminals.has(phone) ? [{ row, field: 'terminalPhone', reason: '已登记' }] : []),
        ...(isHeld && !taken.terminals.has(phone)
          ? [{ row, field: 'terminalPhone', reason: '是另一辆车资料里的终端号，请先核对车辆资料' }]
          : []),
        ...(at !== undefined && 'reason' in at ? [{ row, ...at }] : []),
      ]
    }),
    ...repeatedRows(
      all.map(({ row, values }) => ({ row, values })),
      phoneOf,
      'terminalPhone',
    ),
    ...repeatedRows(
      placed.map(({ row, isMain, at }) => ({ row, values: isMain && at && 'id' in at ? at.id : undefined })),
      id => id,
      'plate',
    ),
  ]
  const vehicles = new Map(placed.flatMap(({ row, at }) => (at && 'id' in at ? [[row, at]] : [])))
  const read = rows.map(({ row, values }) => readRow(row, values, vehicles.get(row)))
  return separateFaultyRows(read, faults)
}

/** A row as a terminal. */
const readRow = (row: number, values: TerminalValues, vehicle: Seat | undefined): Row<Read> => ({
  row,
  values: {
    phone: plainTerminalPhone(tidyNumber(values.terminalPhone)),
    isLong: tidyNumber(values.terminalPhone).length > 12,
    facts: values,
    role: roleOf(values),
    vehicle,
  },
})

/** Writes the rows in the order of their numbers, so that two files with the same ones wait and do not cross. */
async function write(ctx: Ctx, rows: readonly Row<Read>[], { progress }: ImportRun): Promise<Written[]> {
  const made: Written[] = []
  const sorted = rows.toSorted((a, b) => (a.values.phone < b.values.phone ? -1 : 1))
  for (let at = 0; at < sorted.length; at += batch) {
    made.push(...(await writeBatch(ctx, sorted.slice(at, at + batch))))
    progress(made.length)
  }
  return made.toSorted((a, b) => a.row - b.row)
}

async function writeBatch(ctx: Ctx, rows: readonly Row<Read>[]): Promise<Written[]> {
  const records = rows.map(({ row, values }) => ({
    row,
    values,
    record: {
      ...newTerminal(ctx, values),
      ...(values.vehicle && vehicleColumnsOf(values.vehicle, values.role)),
    },
  }))
  const numbers = await ctx.tx
    .rows(
      q
        .insertInto('terminals')
        .values(records.map(({ record }) => record))
        .returning(['id', 'terminal_no']),
    )
    .catch((error: unknown) => {
      throw isTaken(error) ? new Problem('import.taken', { what: '终端' }) : error
    })
  await logEvents(
    ctx,
    records.map(({ record }) => ({
      entity: 'terminal',
      entityId: record.id,
      action: '导入登记',
      to: terminalStates.start,
    })),
  )
  const noOf = new Map(numbers.map(one => [one.id, one.terminal_no]))
  await bindAll(
    ctx,
    records.flatMap(({ record: { id, phone }, values: { vehicle, role } }) => {
      const no = noOf.get(id)
      return vehicle === undefined || no === undefined ? [] : [{ id, phone, no, vehicle, role }]
    }),
  )
  return records.map(({ row, record: { id, phone } }) => ({ row, id, label: phone }))
}

interface Bound {
  readonly id: string
  readonly phone: string
  readonly no: number
  readonly vehicle: Seat
  readonly role: TerminalRole
}

/** Begins the time of new terminals in their vehicles, which are under lock. */
async function bindAll(ctx: Ctx, bound: readonly Bound[]): Promise<void> {
  if (bound.length === 0) return
  const plateOf = new Map(bound.map(({ id, vehicle }) => [id, vehicle.plate]))
  await moveAll(
    ctx,
    terminalStates,
    bound.map(({ id }) => ({ id, state: terminalStates.start, version: 1 })),
    'bind',
    { each: ({ id }) => ({ diff: [{ field: '车辆', old: '--', new: plateOf.get(id) ?? '' }] }) },
  )
  await ctx.tx.run(
    q
      .insertInto('terminal_bindings')
      .values(bound.map(({ id, no, vehicle, role }) => newBinding(ctx, { id, terminal_no: no }, vehicle, role))),
  )
  const mains = bound.filter(({ role }) => role === 'main')
  await ctx.tx
    .run(
      sql`update vehicles as v set terminal_id = x.phone, version = v.version + 1, updated_at = ${ctx.now}::bigint
        from unnest(${mains.map(({ vehicle }) => vehicle.id)}::uuid[],
          ${mains.map(({ phone }) => phone)}::text[]) as x (id, phone)
        where v.id = x.id`.compile(q),
    )
    .catch((error: unknown) => {
      throw isTaken(error) ? new Problem('import.taken', { what: '终端号' }) : error
    })
}

/** Terminals by file. Codes are given by the gateway when each registers, as to those typed in. */
export const terminalsImport = importKind({
  key: 'terminals',
  permit: 'terminal.edit',
  columns: terminalColumns,
  open: async ({ actor }) => {
    if (!mayCall(actor, addTerminal)) throw new Problem('permit.missing')
  },
  check: judge,
  write,
})
