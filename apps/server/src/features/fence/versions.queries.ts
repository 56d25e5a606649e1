// Fences as they stood: the versions of a fence as they are stored, and the one of a moment.
import type { Centre } from '@yunshu/domain/fence'
import type { Ground } from '@yunshu/track/ground'
import type { StandingFence } from '@yunshu/track/visits'
import { sql, type RawBuilder } from 'kysely'
import * as z from 'zod/mini'
import { readSlots } from './slots.ts'

/** Columns of a row that hold its shape. */
export interface ShapeColumns {
  readonly lon_e6: number
  readonly lat_e6: number
  readonly radius_m: number
  readonly corners: number[] | null
}

/** The ground a row holds. */
export const readGround = ({ lon_e6, lat_e6, radius_m, corners }: ShapeColumns): Ground => ({
  lonE6: lon_e6,
  latE6: lat_e6,
  radiusM: radius_m,
  ...(corners === null ? {} : { corners: readCorners(corners) }),
})

/** Corners a row holds as one list of numbers. */
export const readCorners = (flat: readonly number[]): Centre[] =>
  flat.flatMap((lonE6, n) => (n % 2 === 0 ? [{ lonE6, latE6: flat[n + 1] ?? 0 }] : []))

/** A fence as it was drawn or changed at a moment. */
export interface FenceVersion extends StandingFence {
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
    corners: z.nullable(z.array(z.number())),
    slots: z.unknown(),
    is_on: z.boolean(),
  }),
)

/** Rows of `fence_versions` as JSON, the first version first. */
export const readVersions = (rows: unknown): FenceVersion[] =>
  z.parse(Versions, rows).map(row => ({
    version: row.version,
    fromAt: row.from_at,
    ...readGround(row),
    slots: readSlots(row.slots),
    isOn: row.is_on,
  }))

/** The version of fence `f` that stood at a moment, for a lateral join: as `standingAt` has it. */
export const fenceAt = (at: RawBuilder<number>) =>
  sql`(select v.* from fence_versions v where v.fence_id = f.id
    order by case when v.from_at <= ${at} then v.version else -v.version end desc limit 1)`
