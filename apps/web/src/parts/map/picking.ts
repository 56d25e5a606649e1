// The thing of a map a press means, names that do not lie on each other, and vehicles that stand too near.
import type { MapGroup, MapVehicle } from './scene.ts'
import { placeOf, scaleAt, worldOf, type LonLat, type Spot } from './mercator.ts'

/** The nearest of `spots` within reach of a press; undefined when none is. */
export function nearest<T extends Spot>(spots: Iterable<T>, at: Spot, reachPx: number): T | undefined {
  let best: { readonly spot: T; readonly far: number } | undefined
  for (const spot of spots) {
    const far = Math.hypot(spot.x - at.x, spot.y - at.y)
    if (far <= reachPx && (!best || far < best.far)) best = { spot, far }
  }
  return best?.spot
}

/** A box of the window that something stands in. */
interface Taken {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Keeps the boxes that were given away, so that names come in the order of their weight and none lies on another. */
export function makeRoom(cellPx = 64): (box: Taken) => boolean {
  const cells = new Map<string, Taken[]>()
  const keysOf = ({ left, top, right, bottom }: Taken): string[] => {
    const keys: string[] = []
    for (let x = Math.floor(left / cellPx); x <= Math.floor(right / cellPx); x++)
      for (let y = Math.floor(top / cellPx); y <= Math.floor(bottom / cellPx); y++) keys.push(`${x}/${y}`)
    return keys
  }
  const meets = (a: Taken, b: Taken): boolean =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
  return box => {
    const keys = keysOf(box)
    if (keys.some(key => cells.get(key)?.some(taken => meets(taken, box)))) return false
    for (const key of keys) cells.set(key, [...(cells.get(key) ?? []), box])
    return true
  }
}

/** Side of a cell in which vehicles become one group, pixels. */
const groupPx = 56

/**
 * Vehicles by themselves, and groups of those too near each other, by a grid that stands still while the map moves. The
 * kept one is never in a group.
 */
export function grouped(
  vehicles: readonly MapVehicle[],
  zoom: number,
  kept?: number,
): { readonly vehicles: MapVehicle[]; readonly groups: MapGroup[] } {
  const scale = scaleAt(zoom)
  const cells = new Map<string, MapVehicle[]>()
  for (const vehicle of vehicles) {
    const { x, y } = worldOf(vehicle)
    const key =
      vehicle.no === kept ? 'kept' : `${Math.floor((x * scale) / groupPx)}/${Math.floor((y * scale) / groupPx)}`
    const cell = cells.get(key)
    if (cell) cell.push(vehicle)
    else cells.set(key, [vehicle])
  }
  const all = [...cells.values()]
  return {
    vehicles: all.filter(cell => cell.length === 1).flat(),
    groups: all.filter(cell => cell.length > 1).map(cell => ({ ...middleOf(cell), count: cell.length })),
  }
}

function middleOf(places: readonly LonLat[]): LonLat {
  const spots = places.map(worldOf)
  const mean = (of: (spot: Spot) => number): number => spots.reduce((sum, spot) => sum + of(spot), 0) / spots.length
  return placeOf({ x: mean(({ x }) => x), y: mean(({ y }) => y) })
}
