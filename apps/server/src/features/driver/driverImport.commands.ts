// Drivers handed in by file: judged as those typed in, against each other and against who is registered, then written together.
import type { DriverInput } from '@yunshu/contract/driver'
import { driverColumns, type DriverValues } from '@yunshu/domain/fleetColumns'
import { tidyNumber } from '@yunshu/domain/identity'
import type { RowFault } from '@yunshu/domain/importCells'
import { paperStates } from '@yunshu/domain/paper'
import { Problem } from '@yunshu/domain/problems'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { logEvents } from '../../db/move.ts'
import { isTaken } from '../../db/pool.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../http/ctx.ts'
import { importKind, type Row, type Written } from '../../imports/importKind.ts'
import { given, keeperOf } from '../fleet/fleet.queries.ts'
import { columnsOf, driverFaults } from './facts.ts'

/** Drivers of one statement: a statement holds 65,535 values. */
const batch = 500

/** A row as a driver; the numbers of his papers are his 身份证号 when nothing else is said. */
function driverOf({ idNo, mobile, licenceClass, licenceNo, qualificationNo, qualificationExpiry, ...rest }: DriverValues): DriverInput {
  const id = tidyNumber(idNo)
  return {
    ...rest, idNo: id, mobile: tidyNumber(mobile), licenceClass: licenceClass.toUpperCase(), licenceNo: licenceNo === undefined ? id : tidyNumber(licenceNo),
    ...given({ qualificationNo: qualificationNo === undefined ? (qualificationExpiry === undefined ? undefined : id) : tidyNumber(qualificationNo), qualificationExpiry }),
  }
}

interface Known { id_no: string; is_live: boolean; is_banned: boolean }

async function judge(ctx: Ctx, rows: readonly Row<DriverValues>[]): Promise<{ faults: RowFault[]; good: Row<DriverInput>[] }> {
  const read = rows.map(({ row, values }) => ({ row, values: driverOf(values) }))
  const known = await ctx.tx.elevated(() => ctx.tx.rows(sql<Known>`
    select id_no, retired_at is null as is_live, blacklisted_side is not distinct from 'house' as is_banned from drivers
    where id_no = any(${read.map(({ values }) => values.idNo)}::text[]) and (retired_at is null or blacklisted_at is not null)`.compile(q)))
  const live = new Set(known.filter((one) => one.is_live).map((one) => one.id_no))
  const banned = new Set(known.filter((one) => one.is_banned).map((one) => one.id_no))
  const first = new Map<string, number>()
  const faults = read.flatMap(({ row, values }): RowFault[] => {
    const before = first.get(values.idNo)
    if (before === undefined) first.set(values.idNo, row)
    const taken = before !== undefined ? `与第${before}行重复` : live.has(values.idNo) ? '已登记' : banned.has(values.idNo) ? '已被平台列入黑名单' : undefined
    return [...Object.entries(driverFaults(values, ctx.now)).map(([field, reason]) => ({ row, field, reason })), ...(taken === undefined ? [] : [{ row, field: 'idNo', reason: taken }])]
  })
  const bad = new Set(faults.map(({ row }) => row))
  return { faults, good: read.filter(({ row }) => !bad.has(row)) }
}

/** Drivers by file. Their documents are uploaded afterwards, one by one. */
export const driversImport = importKind({
  key: 'drivers', permit: 'driver.edit', columns: driverColumns,
  open: async (ctx) => { keeperOf(ctx) },
  check: judge,
  write: async (ctx, rows, { progress }) => {
    const carrierId = keeperOf(ctx)
    const made: Written[] = []
    for (let at = 0; at < rows.length; at += batch) {
      const part = rows.slice(at, at + batch).map(({ row, values }) => ({ row, id: v7(), values }))
      await ctx.tx.run(q.insertInto('drivers').values(part.map(({ id, values }) => ({ id, carrier_id: carrierId, ...columnsOf(values), paper: paperStates.start, created_at: ctx.now, updated_at: ctx.now }))))
        // somebody registered one of them since the rows were judged: nothing is written, the next check says which
        .catch((error: unknown) => { throw isTaken(error) ? new Problem('import.taken', { what: '司机' }) : error })
      await logEvents(ctx, part.map(({ id }) => ({ entity: 'driver', entityId: id, action: '导入登记' })))
      made.push(...part.map(({ row, id, values }) => ({ row, id, label: values.name })))
      progress(made.length)
    }
    return made
  },
})
