// Vehicles to be watched for goods, handed in by file: each by its plate, judged as those chosen from the list.
import { fenceLimits } from '@yunshu/domain/fence'
import { fenceVehicleColumns, tidyPlate, type FenceVehicleValues } from '@yunshu/domain/fleet/columns'
import type { PartOf } from '@yunshu/domain/importing/cells'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { importKind, type ImportRun, type Judgement, type Row } from '../../imports/importKind.ts'
import { inOrder, separateFaultyRows, repeatedRows } from '../fleet/byFile.commands.ts'
import { attachFences, openForBinding } from './fence.commands.ts'
import { isBindable, countBound, isBoundFor } from './fence.queries.ts'

interface Found {
  id: string
  plate: string
  plate_color: string
  carrier_id: string
  is_bound: boolean
  is_new: boolean
}

const goodsOf = (ctx: Ctx, targetId: string | undefined, isWriting: boolean) => {
  if (targetId === undefined) throw new Problem('row.none')
  return openForBinding(ctx, targetId, isWriting)
}

/** The vehicle a row names, or why there is none to bind. */
function chosenOf(
  plate: string,
  plateColor: string | undefined,
  known: ReadonlyMap<string, readonly Found[]>,
): Found | { field: string; reason: string } {
  const [one, ...more] = (known.get(tidyPlate(plate)) ?? []).filter(
    each => plateColor === undefined || each.plate_color === plateColor,
  )
  if (!one) return { field: 'plate', reason: '没有可绑定的这辆车：须为已接单承运商登记、未停用、不在黑名单的车辆' }
  if (more.length > 0) return { field: 'plateColor', reason: '有不同颜色的同号车辆，请填写车牌颜色' }
  return one.is_bound ? { field: 'plate', reason: '已绑定' } : one
}

async function judge(
  ctx: Ctx,
  rows: readonly Row<FenceVehicleValues>[],
  { targetId, isWriting }: ImportRun,
  parts: readonly Row<PartOf<FenceVehicleValues>>[],
): Promise<Judgement<Found>> {
  const goods = await goodsOf(ctx, targetId, isWriting)
  const plates = inOrder<PartOf<FenceVehicleValues>>(rows, parts).flatMap(({ values: { plate } }) =>
    plate === undefined ? [] : tidyPlate(plate),
  )
  // row security hides other companies' vehicles, so the read is elevated; each is judged as if it were chosen by hand
  const found = await ctx.tx.elevated(() =>
    ctx.tx.rows(
      q
        .selectFrom('vehicles as v')
        .select(['v.id', 'v.plate', 'v.plate_color', 'v.carrier_id'])
        .select([
          isBoundFor(goods.id, goods.is_ours).as('is_bound'),
          sql<boolean>`not ${isBoundFor(goods.id, false)}`.as('is_new'),
        ])
        .where(sql<boolean>`v.plate = any(${plates}::text[])`)
        .where(isBindable(ctx.actor, goods.id, goods.is_ours)),
    ),
  )
  const known = Map.groupBy(found, ({ plate }) => plate)
  const judged = rows.map(({ row, values }) => ({ row, values: chosenOf(values.plate, values.plateColor, known) }))
  const seen = parts.flatMap(({ row, values: { plate, plateColor } }) =>
    plate === undefined ? [] : [{ row, values: chosenOf(plate, plateColor, known) }],
  )
  const own = [...judged, ...seen].flatMap(({ row, values }) => ('reason' in values ? [{ row, ...values }] : []))
  const chosen = judged.flatMap(({ row, values }) => ('reason' in values ? [] : [{ row, values }]))
  const { faults, good } = separateFaultyRows(
    chosen,
    repeatedRows(chosen, ({ id }) => id, 'plate'),
  )
  const free = fenceLimits.vehicles - (await countBound(ctx, goods.id))
  const over = good
    .filter(({ values }) => values.is_new)
    .slice(Math.max(free, 0))
    .map(({ row }) => ({ row, reason: `超出一个货源最多绑定的 ${fenceLimits.vehicles} 辆` }))
  return { faults: [...own, ...faults, ...over], good: separateFaultyRows(good, over).good }
}

/** Vehicles of a fence by file. */
export const fenceVehiclesImport = importKind({
  key: 'fenceVehicles',
  permit: 'fence.edit',
  columns: fenceVehicleColumns,
  open: async (ctx, targetId) => {
    await goodsOf(ctx, targetId, false)
  },
  check: judge,
  write: async (ctx, rows, { targetId }) => {
    const goods = await goodsOf(ctx, targetId, true)
    const added = new Map(
      (
        await attachFences(
          ctx,
          goods,
          rows.map(({ values }) => values),
        )
      ).map(({ id, vehicle_id: vehicleId }) => [vehicleId, id]),
    )
    return rows.flatMap(({ row, values }) => {
      const id = added.get(values.id)
      return id === undefined ? [] : [{ row, id, label: values.plate }]
    })
  },
})
