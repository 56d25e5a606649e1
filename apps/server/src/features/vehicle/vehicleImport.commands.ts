// Vehicles handed in by file: judged as those typed in, against each other and against what is registered, then written
// together.
import type { VehicleInput } from '@yunshu/contract/fleet/vehicle'
import { tidyPlate, vehicleColumns, type VehicleValues } from '@yunshu/domain/fleet/columns'
import { useCharacters } from '@yunshu/domain/fleet/papers'
import { tidyNumber } from '@yunshu/domain/identity/identity'
import type { PartOf, RowFault } from '@yunshu/domain/importing/cells'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { importKind, type ImportRun, type Judgement, type Row } from '../../imports/importKind.ts'
import { inOrder, separateFaultyRows, registerAll, repeatedRows } from '../fleet/byFile.commands.ts'
import { withoutEmpty, keeperOf, vehicleFleet } from '../fleet/fleet.queries.ts'
import { columnsOf, vehicleFaults } from './facts.ts'

const lengths = { least: 10, most: 300 } as const
const axleNumbers = { least: 2, most: 8 } as const

/** The vehicle of a row, in the form of registers; rules over several columns are still to be checked. */
function partOf({
  plate,
  length,
  axles,
  useCharacter,
  vin,
  transportCertNo,
  trailerPlate,
  terminalId,
  ...rest
}: PartOf<VehicleValues>): PartOf<VehicleInput> {
  return {
    ...rest,
    ...withoutEmpty({
      plate: plate && tidyPlate(plate),
      vin: vin && tidyNumber(vin),
      transportCertNo: transportCertNo && tidyNumber(transportCertNo),
      trailerPlate: trailerPlate && tidyPlate(trailerPlate),
      terminalId: terminalId && tidyNumber(terminalId),
      useCharacter: useCharacter === undefined ? undefined : keyOf(useCharacters, useCharacter),
      lengthDm: length === undefined ? undefined : Math.round(Number(length) * 10),
      axles: axles === undefined ? undefined : Number(axles),
    }),
  }
}
/** A row as a vehicle. */
const vehicleOf = (values: VehicleValues): VehicleInput => {
  const { plateColor, typeCode, energy, tonnageG, grossG, licenceExpiry } = values
  return {
    ...partOf(values),
    plate: tidyPlate(values.plate),
    plateColor,
    typeCode,
    energy,
    tonnageG,
    grossG,
    licenceExpiry,
  }
}

const outside = (value: number | undefined, { least, most }: { least: number; most: number }): boolean =>
  value !== undefined && (value < least || value > most)

/** Faults of one vehicle by column. */
function ownFaults(row: number, it: PartOf<VehicleInput>, now: number): RowFault[] {
  const faults = {
    ...vehicleFaults(it, now),
    ...(outside(it.lengthDm, lengths) ? { length: '应为1至30米' } : {}),
    ...(outside(it.axles, axleNumbers) ? { axles: '应为2至8' } : {}),
  }
  return Object.entries(faults).map(([field, reason]) => ({ row, field, reason }))
}

const keyOfPlate = ({ plate, plateColor }: PartOf<VehicleInput>): string | undefined =>
  plate === undefined || plateColor === undefined ? undefined : `${plate} ${plateColor}`

interface Known {
  plate: string
  plate_color: string
  terminal_id: string | null
  is_live: boolean
  is_banned: boolean
}

/** Vehicles of any carrier that are registered under the plates and terminals of the file. */
async function findKnown(ctx: Ctx, rows: readonly PartOf<VehicleInput>[]): Promise<Known[]> {
  const plates = rows.flatMap(({ plate }) => plate ?? [])
  const terminals = rows.flatMap(({ terminalId }) => terminalId ?? [])
  return ctx.tx.elevated(() =>
    ctx.tx.rows(
      sql<Known>`
    select plate, plate_color, terminal_id, retired_at is null as is_live,
      blacklisted_side is not distinct from 'house' as is_banned from vehicles
    where (plate = any(${plates}::text[]) and (retired_at is null or blacklisted_at is not null))
      or (terminal_id = any(${terminals}::text[]) and retired_at is null)`.compile(q),
    ),
  )
}

async function judge(
  ctx: Ctx,
  rows: readonly Row<VehicleValues>[],
  _run: ImportRun,
  parts: readonly Row<PartOf<VehicleValues>>[],
): Promise<Judgement<VehicleInput>> {
  const read = rows.map(({ row, values }) => ({ row, values: vehicleOf(values) }))
  const all = inOrder<PartOf<VehicleInput>>(
    read,
    parts.map(({ row, values }) => ({ row, values: partOf(values) })),
  )
  const known = await findKnown(
    ctx,
    all.map(({ values }) => values),
  )
  const live = new Set<string | undefined>(
    known.filter(one => one.is_live).map(one => `${one.plate} ${one.plate_color}`),
  )
  const banned = new Set<string | undefined>(
    known.filter(one => one.is_banned).map(one => `${one.plate} ${one.plate_color}`),
  )
  const terminals = new Set(known.flatMap(one => (one.is_live && one.terminal_id !== null ? [one.terminal_id] : [])))
  const faults = [
    ...all.flatMap(({ row, values }) => ownFaults(row, values, ctx.now)),
    ...repeatedRows(all, keyOfPlate, 'plate'),
    ...repeatedRows(all, ({ terminalId }) => terminalId, 'terminalId'),
    ...all.flatMap(({ row, values }) => [
      ...(live.has(keyOfPlate(values))
        ? [{ row, field: 'plate', reason: '已登记' }]
        : banned.has(keyOfPlate(values))
          ? [{ row, field: 'plate', reason: '已被平台列入黑名单' }]
          : []),
      ...(values.terminalId !== undefined && terminals.has(values.terminalId)
        ? [{ row, field: 'terminalId', reason: '已绑定其他车辆' }]
        : []),
    ]),
  ]
  return separateFaultyRows(read, faults)
}

/** Vehicles by file. Their documents are uploaded afterwards, one by one. */
export const vehiclesImport = importKind({
  key: 'vehicles',
  permit: 'vehicle.edit',
  columns: vehicleColumns,
  open: async ctx => {
    keeperOf(ctx)
  },
  check: judge,
  write: (ctx, rows, run) =>
    registerAll(ctx, vehicleFleet, rows, run, {
      columns: columnsOf,
      insert: records => ctx.tx.run(q.insertInto('vehicles').values(records)),
      label: ({ plate }) => plate,
    }),
})
