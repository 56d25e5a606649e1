// Test support: finished trips as people type them, and files of them.
import { backfillFields, tripColumns, type BackfillField } from '@yunshu/domain/backfill/columns'
import { DAY_MS, HOUR_MS, formatDateTime, startOfDay } from '@yunshu/domain/figures/time'
import { writeXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { q } from '../../apps/server/src/db/tx.ts'
import type { TestServer } from './testServer.ts'

export type Cells = Partial<Record<BackfillField, string>>
interface Truck {
  readonly vehicleId: string
  readonly driverId: string
  readonly plate: string
}
/** A lender of trucks. */
interface Fleet {
  readonly server: Pick<TestServer, 'db'>
  trucks(count: number, carrier?: 'carrier' | 'carrier2'): Promise<Truck[]>
}
/** A truck with the name and number of its driver. */
export interface DrivenTruck extends Truck {
  readonly driverName: string
  readonly idNo: string
}

/** Trucks with drivers people can name. */
export async function drivenTrucks(
  world: Fleet,
  count: number,
  carrier: 'carrier' | 'carrier2' = 'carrier',
): Promise<DrivenTruck[]> {
  const trucks = await world.trucks(count, carrier)
  const drivers = await world.server.db(tx =>
    tx.rows(
      q
        .selectFrom('drivers')
        .select(['id', 'name', 'id_no'])
        .where(sql<boolean>`id = any(${trucks.map(({ driverId }) => driverId)}::uuid[])`),
    ),
  )
  const byId = new Map(drivers.map(row => [row.id, row]))
  return trucks.map(truck => ({
    ...truck,
    driverName: byId.get(truck.driverId)?.name ?? '',
    idNo: byId.get(truck.driverId)?.id_no ?? '',
  }))
}

/** A trip of twenty hours that ended `daysAgo` days before today. */
export function trip(truck: DrivenTruck, daysAgo: number, over: Cells = {}): Cells {
  const loadAt = startOfDay(Date.now()) - (daysAgo + 1) * DAY_MS
  return {
    plate: truck.plate,
    plateColor: '黄色',
    driver: truck.idNo,
    loadAt: formatDateTime(loadAt).slice(0, 16),
    unloadAt: formatDateTime(loadAt + 20 * HOUR_MS).slice(0, 16),
    loadWeight: '32.400',
    unloadWeight: '32.250',
    ...over,
  }
}

/** Rows typed into the grid, numbered from one. */
export const typed = (rows: readonly Cells[]): { row: number; cells: Cells }[] =>
  rows.map((cells, n) => ({ row: n + 1, cells }))

const keys = backfillFields

/** A file of trips with the headings of the template; the first row of data is row 2. */
export async function fileOf(rows: readonly Cells[]): Promise<{ name: string; bytes: Buffer }> {
  const bytes = await writeXlsx({
    sheets: [
      {
        name: '回单补录',
        rows: [keys.map(key => tripColumns[key].title), ...rows.map(cells => keys.map(key => cells[key] ?? null))],
      },
    ],
  })
  return { name: '回单.xlsx', bytes: Buffer.from(bytes) }
}
