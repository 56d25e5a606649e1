// Drivers handed in by file: judged as those typed in, against each other and against who is registered, then written
// together.
import type { DriverInput } from '@yunshu/contract/fleet/driver'
import { driverColumns, type DriverValues } from '@yunshu/domain/fleet/columns'
import { tidyNumber } from '@yunshu/domain/identity/identity'
import type { PartOf, RowFault } from '@yunshu/domain/importing/cells'
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { importKind, type ImportRun, type Judgement, type Row } from '../../imports/importKind.ts'
import { inOrder, separateFaultyRows, registerAll, repeatedRows } from '../fleet/byFile.commands.ts'
import { driverFleet, withoutEmpty, keeperOf } from '../fleet/fleet.queries.ts'
import { columnsOf, driverFaults } from './facts.ts'

/** The driver of a row; the numbers of his papers are his 身份证号 unless the row names others. */
function partOf({
  idNo,
  mobile,
  licenceClass,
  licenceNo,
  qualificationNo,
  qualificationExpiry,
  ...rest
}: PartOf<DriverValues>): PartOf<DriverInput> {
  const id = idNo && tidyNumber(idNo)
  return {
    ...rest,
    ...withoutEmpty({
      idNo: id,
      mobile: mobile && tidyNumber(mobile),
      licenceClass: licenceClass?.toUpperCase(),
      licenceNo: licenceNo === undefined ? id : tidyNumber(licenceNo),
      qualificationNo:
        qualificationNo === undefined
          ? qualificationExpiry === undefined
            ? undefined
            : id
          : tidyNumber(qualificationNo),
      // without any number there is nothing its last day could miss
      qualificationExpiry: (qualificationNo ?? id) === undefined ? undefined : qualificationExpiry,
    }),
  }
}
/** A row as a driver. */
const driverOf = (values: DriverValues): DriverInput => ({
  ...partOf(values),
  name: values.name,
  idNo: tidyNumber(values.idNo),
  mobile: tidyNumber(values.mobile),
  licenceClass: values.licenceClass.toUpperCase(),
  licenceExpiry: values.licenceExpiry,
})

interface Known {
  id_no: string
  is_live: boolean
  is_banned: boolean
}

async function judge(
  ctx: Ctx,
  rows: readonly Row<DriverValues>[],
  _run: ImportRun,
  parts: readonly Row<PartOf<DriverValues>>[],
): Promise<Judgement<DriverInput>> {
  const read = rows.map(({ row, values }) => ({ row, values: driverOf(values) }))
  const all = inOrder<PartOf<DriverInput>>(
    read,
    parts.map(({ row, values }) => ({ row, values: partOf(values) })),
  )
  const known = await ctx.tx.elevated(() =>
    ctx.tx.rows(
      sql<Known>`
    select id_no, retired_at is null as is_live, blacklisted_side is not distinct from 'house' as is_banned from drivers
    where id_no = any(${all.flatMap(({ values }) => values.idNo ?? [])}::text[])
      and (retired_at is null or blacklisted_at is not null)`.compile(q),
    ),
  )
  const live = new Set<string | undefined>(known.filter(one => one.is_live).map(one => one.id_no))
  const banned = new Set<string | undefined>(known.filter(one => one.is_banned).map(one => one.id_no))
  const standing = (idNo: string | undefined): string | undefined =>
    live.has(idNo) ? '已登记' : banned.has(idNo) ? '已被平台列入黑名单' : undefined
  return separateFaultyRows(read, [
    ...all.flatMap(({ row, values }): RowFault[] => {
      const taken = standing(values.idNo)
      return [
        ...Object.entries(driverFaults(values, ctx.now)).map(([field, reason]) => ({ row, field, reason })),
        ...(taken === undefined ? [] : [{ row, field: 'idNo', reason: taken }]),
      ]
    }),
    ...repeatedRows(all, ({ idNo }) => idNo, 'idNo'),
  ])
}

/** Drivers by file. Their documents are uploaded afterwards, one by one. */
export const driversImport = importKind({
  key: 'drivers',
  permit: 'driver.edit',
  columns: driverColumns,
  open: async ctx => {
    keeperOf(ctx)
  },
  check: judge,
  write: (ctx, rows, run) =>
    registerAll(ctx, driverFleet, rows, run, {
      columns: columnsOf,
      insert: records => ctx.tx.run(q.insertInto('drivers').values(records)),
      label: ({ name }) => name,
    }),
})
