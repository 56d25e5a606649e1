// Vehicles handed in by file: judged as those typed in, against each other and against what is registered, then written together.
import type { VehicleInput } from '@yunshu/contract/vehicle'
import { tidyPlate, vehicleColumns, type VehicleValues } from '@yunshu/domain/fleetColumns'
import { useCharacters } from '@yunshu/domain/fleetPapers'
import { tidyNumber } from '@yunshu/domain/identity'
import type { RowFault } from '@yunshu/domain/importCells'
import { paperStates } from '@yunshu/domain/paper'
import { Problem } from '@yunshu/domain/problems'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { keyOf } from '../../db/keyOf.ts'
import { logEvents } from '../../db/move.ts'
import { isTaken } from '../../db/pool.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../http/ctx.ts'
import { importKind, type Row, type Written } from '../../imports/importKind.ts'
import { given, keeperOf } from '../fleet/fleet.queries.ts'
import { columnsOf, vehicleFaults } from './facts.ts'

/** Vehicles of one statement: a statement holds 65,535 values. */
const batch = 500
const lengths = { least: 10, most: 300 } as const
const axleNumbers = { least: 2, most: 8 } as const

/** A row as a vehicle; what the columns cannot tell apart is still to be judged. */
function vehicleOf(values: VehicleValues): VehicleInput {
  const { plate, length, axles, useCharacter, vin, transportCertNo, trailerPlate, terminalId, ...rest } = values
  return {
    ...rest, plate: tidyPlate(plate),
    ...given({
      vin: vin && tidyNumber(vin), transportCertNo: transportCertNo && tidyNumber(transportCertNo), trailerPlate: trailerPlate && tidyPlate(trailerPlate), terminalId: terminalId && tidyNumber(terminalId),
      useCharacter: useCharacter === undefined ? undefined : keyOf(useCharacters, useCharacter), lengthDm: length === undefined ? undefined : Math.round(Number(length) * 10), axles: axles === undefined ? undefined : Number(axles),
    }),
  }
}

const outside = (value: number | undefined, { least, most }: { least: number; most: number }): boolean => value !== undefined && (value < least || value > most)

/** Faults of one vehicle by column. */
function ownFaults(row: number, it: VehicleInput, now: number): RowFault[] {
  const faults = { ...vehicleFaults(it, now), ...(outside(it.lengthDm, lengths) ? { length: '应为1至30米' } : {}), ...(outside(it.axles, axleNumbers) ? { axles: '应为2至8' } : {}) }
  return Object.entries(faults).map(([field, reason]) => ({ row, field, reason }))
}

const keyOfPlate = ({ plate, plateColor }: Pick<VehicleInput, 'plate' | 'plateColor'>): string => `${plate} ${plateColor}`

/** Which of the values stand in the file before, by row. */
function repeated(rows: readonly Row<VehicleInput>[], key: (it: VehicleInput) => string | undefined, field: string): RowFault[] {
  const first = new Map<string, number>()
  return rows.flatMap(({ row, values }) => {
    const value = key(values)
    if (value === undefined) return []
    const before = first.get(value)
    if (before === undefined) first.set(value, row)
    return before === undefined ? [] : [{ row, field, reason: `与第${before}行重复` }]
  })
}

interface Known { plate: string; plate_color: string; terminal_id: string | null; is_live: boolean; is_banned: boolean }

/** What is registered, by anybody, under the plates and terminals of the file. */
async function findKnown(ctx: Ctx, rows: readonly VehicleInput[]): Promise<Known[]> {
  const plates = rows.map(({ plate }) => plate)
  const terminals = rows.flatMap(({ terminalId }) => (terminalId === undefined ? [] : [terminalId]))
  return ctx.tx.elevated(() => ctx.tx.rows(sql<Known>`
    select plate, plate_color, terminal_id, retired_at is null as is_live, blacklisted_side is not distinct from 'house' as is_banned from vehicles
    where (plate = any(${plates}::text[]) and (retired_at is null or blacklisted_at is not null)) or (terminal_id = any(${terminals}::text[]) and retired_at is null)`.compile(q)))
}

async function judge(ctx: Ctx, rows: readonly Row<VehicleValues>[]): Promise<{ faults: RowFault[]; good: Row<VehicleInput>[] }> {
  const read = rows.map(({ row, values }) => ({ row, values: vehicleOf(values) }))
  const known = await findKnown(ctx, read.map(({ values }) => values))
  const live = new Set(known.filter((one) => one.is_live).map((one) => `${one.plate} ${one.plate_color}`))
  const banned = new Set(known.filter((one) => one.is_banned).map((one) => `${one.plate} ${one.plate_color}`))
  const terminals = new Set(known.flatMap((one) => (one.is_live && one.terminal_id !== null ? [one.terminal_id] : [])))
  const faults = [
    ...read.flatMap(({ row, values }) => ownFaults(row, values, ctx.now)), ...repeated(read, keyOfPlate, 'plate'), ...repeated(read, ({ terminalId }) => terminalId, 'terminalId'),
    ...read.flatMap(({ row, values }) => [
      ...(live.has(keyOfPlate(values)) ? [{ row, field: 'plate', reason: '已登记' }] : banned.has(keyOfPlate(values)) ? [{ row, field: 'plate', reason: '已被平台列入黑名单' }] : []),
      ...(values.terminalId !== undefined && terminals.has(values.terminalId) ? [{ row, field: 'terminalId', reason: '已绑定其他车辆' }] : []),
    ]),
  ]
  const bad = new Set(faults.map(({ row }) => row))
  return { faults, good: read.filter(({ row }) => !bad.has(row)) }
}

/** Vehicles by file. Their documents are uploaded afterwards, one by one. */
export const vehiclesImport = importKind({
  key: 'vehicles', permit: 'vehicle.edit', columns: vehicleColumns,
  open: async (ctx) => { keeperOf(ctx) },
  check: judge,
  write: async (ctx, rows, { progress }) => {
    const carrierId = keeperOf(ctx)
    const made: Written[] = []
    for (let at = 0; at < rows.length; at += batch) {
      const part = rows.slice(at, at + batch).map(({ row, values }) => ({ row, id: v7(), values }))
      await ctx.tx.run(q.insertInto('vehicles').values(part.map(({ id, values }) => ({ id, carrier_id: carrierId, ...columnsOf(values), paper: paperStates.start, created_at: ctx.now, updated_at: ctx.now }))))
        // somebody registered one of them since the rows were judged: nothing is written, the next check says which
        .catch((error: unknown) => { throw isTaken(error) ? new Problem('import.taken', { what: '车辆' }) : error })
      await logEvents(ctx, part.map(({ id }) => ({ entity: 'vehicle', entityId: id, action: '导入登记' })))
      made.push(...part.map(({ row, id, values }) => ({ row, id, label: values.plate })))
      progress(made.length)
    }
    return made
  },
})
