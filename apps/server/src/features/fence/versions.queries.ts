// Circles as they stood: the versions of a fence as they are stored, and the one of a moment.
import { sql } from 'kysely'
import type { StandingCircle } from '@yunshu/track/visits'
import * as z from 'zod/mini'
import { readSlots } from './slots.ts'

/** A circle as it was drawn or changed at a moment. */
export interface FenceVersion extends StandingCircle {
  readonly version: number
  readonly slots: ReturnType<typeof readSlots>
}

const Versions = z.array(
  z.object({
    version: z.number(),
    from_at: z.number(),
    lon_e6: z.number(),
    lat_e6: z.number(),
    radius_m: z.number(),
    slots: z.unknown(),
    is_on: z.boolean(),
  }),
)

/** Rows of `fence_versions` as JSON, the first version first. */
export const readVersions = (rows: unknown): FenceVersion[] =>
  z.parse(Versions, rows).map(row => ({
    version: row.version,
    fromAt: row.from_at,
    lonE6: row.lon_e6,
    latE6: row.lat_e6,
    radiusM: row.radius_m,
    slots: readSlots(row.slots),
    isOn: row.is_on,
  }))

/** The version of fence `f` that stood at a moment, for a lateral join: as `circleAt` has it. */
export const fenceAt = (at: number) =>
  sql`(select v.* from fence_versions v where v.fence_id = f.id
    order by case when v.from_at <= ${at} then v.version else -v.version end desc limit 1)`
