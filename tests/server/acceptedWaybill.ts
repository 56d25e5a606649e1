// Test support: a waybill accepted two hours ago with fences around its ends, and a truck that stands in one.
import type { Input } from '@yunshu/contract/call'
import { saveFence } from '@yunshu/contract/fence/fence'
import { HOUR_MS, MINUTE_MS } from '@yunshu/domain/figures/time'
import { placeFrom } from '@yunshu/track/geometry'
import { sql } from 'kysely'
import { q } from '../../apps/server/src/db/tx.ts'
import type { MadeWaybill } from './freightWorld.ts'
import type { Said, TrackWorld } from './trackWorld.ts'

/** Places of loading and unloading. */
export const mine = { lonE6: 109_734_567, latE6: 38_285_390 }
const plant = placeFrom(mine, 60_000, 0)
/** A moment as a terminal says it. */
export const seconds = (at: number): number => Math.floor(at / 1000) * 1000

/** A stand of `minutes` at the middle of a circle that was entered at a moment, a report each half minute. */
export const standing = (from: number, minutes: number, centre = mine): Said[] => [
  { at: from - MINUTE_MS, place: placeFrom(centre, -1500, 0), speed: 500 },
  ...Array.from({ length: minutes * 2 }, (_, n): Said => ({
    at: from + n * 30_000,
    place: placeFrom(centre, n % 3, 0),
  })),
]

export interface Accepted extends MadeWaybill {
  readonly trackNo: number
  readonly vehicleId: string
  readonly goodsId: string
}

/** The shape of a fence, and its hours. */
type Shape = Pick<Input<typeof saveFence>, 'shape' | 'centre' | 'radius' | 'corners' | 'slots'>
const circleAt = (centre: typeof mine): Shape => ({ centre, radius: 500 })

/** A waybill accepted two hours ago, with circles of 500 m around the mine and the plant, or another shape at the mine. */
export async function acceptedWaybill(world: TrackWorld, atMine: Shape = circleAt(mine)): Promise<Accepted> {
  const [made] = await world.waybills(1)
  if (!made) throw new Error('no waybill')
  const walked = await world.walk(made, ['accept'])
  const row = await world.server.db(async tx => {
    const since = Date.now() - 2 * HOUR_MS
    // the clock of the test does not go back: the waybill does, and what its shipper may see
    await tx.run(sql`update track_access set from_at = ${since} where waybill_id = ${made.id}::uuid`.compile(q))
    await tx.run(
      sql`update waybills set created_at = ${since}, accepted_at = ${since} where id = ${made.id}::uuid`.compile(q),
    )
    return tx.one(q.selectFrom('waybills').select(['goods_id', 'vehicle_id']).where('id', '=', made.id))
  })
  for (const [kind, shape] of [
    ['load', atMine],
    ['unload', circleAt(plant)],
  ] as const)
    await world.as('shipper').send(saveFence, {
      goodsId: row.goods_id,
      kind,
      pointNo: 0,
      slots: [],
      ...shape,
      isOn: true,
    })
  return {
    ...walked,
    trackNo: await world.trackNoOf(row.vehicle_id),
    vehicleId: row.vehicle_id,
    goodsId: row.goods_id,
  }
}
