// Distances of vehicles from a place of loading: by live positions where the actor may see them, else from where they
// unloaded last.
import { divisionPlace } from '@yunshu/regions/divisionPlace'
import { roundedMetres } from '@yunshu/domain/fleet/dispatch'
import type { Place } from '@yunshu/track/datum'
import { metresBetween } from '@yunshu/track/geometry'
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { findLivePlaces } from '../track/map.queries.ts'

/** A vehicle's distance, and the time of the position it is measured from; absent where it is by its last unloading. */
export interface Nearness {
  readonly metres: number | undefined
  readonly at?: number
}

/** The centre of the first circle of loading of goods, else a point of the division. */
async function loadPlace({ tx }: Ctx, goodsId: string, region: string): Promise<Place | undefined> {
  const fence = await tx.first(
    sql<{ lon_e6: number; lat_e6: number }>`select lon_e6, lat_e6 from fences
      where goods_id = ${goodsId}::uuid and kind = 'load' and is_on order by point_no limit 1`.compile(q),
  )
  return fence ? { lonE6: fence.lon_e6, latE6: fence.lat_e6 } : divisionPlace(region)
}

/** Distances of vehicles by id. */
export async function findNearness(
  ctx: Ctx,
  to: { readonly goodsId: string; readonly loadRegion: string },
  vehicles: readonly { readonly id: string; readonly last_region: string | null }[],
): Promise<(id: string) => Nearness> {
  const goal = await loadPlace(ctx, to.goodsId, to.loadRegion)
  const live = await findLivePlaces(
    ctx,
    vehicles.map(({ id }) => id),
  )
  const found = new Map(
    vehicles.map(({ id, last_region: last }): [string, Nearness] => {
      const here = live.get(id)
      if (here && goal) return [id, { metres: Math.round(metresBetween(here.place, goal)), at: here.at }]
      const place = last === null ? undefined : divisionPlace(last)
      const isSame = last === to.loadRegion
      const metres = isSame ? 0 : place && goal && metresBetween(place, goal)
      return [id, { metres: metres === undefined ? undefined : roundedMetres(metres) }]
    }),
  )
  return id => found.get(id) ?? { metres: undefined }
}
