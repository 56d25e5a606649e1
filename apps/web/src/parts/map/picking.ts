// The thing of a map a press means, names that do not lie on each other, and vehicles that stand too near.
import type { MapGroup, MapVehicle } from './scene.ts'
import { placeOf, scaleAt, worldOf, type Spot } from './mercator.ts'

/** The nearest of `spots` within reach of a press; undefined when none is. */
export function nearestSpot<T extends Spot>(spots: Iterable<T>, at: Spot, reachPx: number): T | undefined {
  let best: { readonly spot: T; readonly far: number } | undefined
  for (const spot of spots) {
    const far = Math.hypot(spot.x - at.x, spot.y - at.y)
    if (far <= reachPx && (!best || far < best.far)) best = { spot, far }
  }
  return best?.spot
}

/** A box of the window that something stands in. */
export interface Taken {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/**
 * Keeps the boxes that were given away, so that names come in the order of their weight and none lies on another, nor under
 * what is held from the beginning.
 */
export function makeRoom(held: readonly Taken[] = [], cellPx = 64): (box: Taken) => boolean {
  const cells = new Map<string, Taken[]>()
  const keysOf = ({ left, top, right, bottom }: Taken): string[] => {
    const keys: string[] = []
    for (let x = Math.floor(left / cellPx); x <= Math.floor(right / cellPx); x++)
      for (let y = Math.floor(top / cellPx); y <= Math.floor(bottom / cellPx); y++) keys.push(`${x}/${y}`)
    return keys
  }
  const meets = (a: Taken, b: Taken): boolean =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
  const keep = (box: Taken): void => {
    for (const key of keysOf(box)) cells.set(key, [...(cells.get(key) ?? []), box])
  }
  for (const box of held) keep(box)
  return box => {
    if (keysOf(box).some(key => cells.get(key)?.some(taken => meets(taken, box)))) return false
    keep(box)
    return true
  }
}

/** Half the height of a line of names, and the distance from a vehicle to the edge of its name. */
const halfLinePx = 9,
  besidePx = 10

/** The middle of the name of a vehicle at a spot: below it, else above, to the right or to the left; undefined without room. */
export function besideVehicle({ x, y }: Spot, halfPx: number, takes: (box: Taken) => boolean): Spot | undefined {
  const [down, over] = [besidePx + halfLinePx, besidePx + halfPx]
  const spots = [
    { x, y: y + down },
    { x, y: y - down },
    { x: x + over, y },
    { x: x - over, y },
  ]
  return spots.find(at =>
    takes({ left: at.x - halfPx, top: at.y - halfLinePx, right: at.x + halfPx, bottom: at.y + halfLinePx }),
  )
}

/** Side of a cell in which vehicles become one group, pixels. */
const groupPx = 56
/** More cells than the world has from north to south at any zoom; the cell of the vehicle that is kept apart. */
const cellsMost = 2 ** 21,
  keptCell = -1

/** Vehicles of a cell: the first of them, and the sums of their spots in the world. */
interface Cell {
  readonly first: MapVehicle
  count: number
  x: number
  y: number
}

/**
 * Vehicles by themselves, and groups of those too near each other, by a grid that stands still while the map moves. The
 * kept one is never in a group.
 */
export function groupedVehicles(
  vehicles: readonly MapVehicle[],
  zoom: number,
  kept?: number,
): { readonly vehicles: MapVehicle[]; readonly groups: MapGroup[] } {
  const scale = scaleAt(zoom)
  const cells = new Map<number, Cell>()
  for (const vehicle of vehicles) {
    const { x, y } = worldOf(vehicle)
    const key =
      vehicle.no === kept ? keptCell : Math.floor((x * scale) / groupPx) * cellsMost + Math.floor((y * scale) / groupPx)
    const cell = cells.get(key)
    if (cell) {
      cell.count++
      cell.x += x
      cell.y += y
    } else cells.set(key, { first: vehicle, count: 1, x, y })
  }
  const all = [...cells.values()]
  return {
    vehicles: all.flatMap(({ first, count }) => (count === 1 ? first : [])),
    groups: all.flatMap(({ count, x, y }) => (count > 1 ? { ...placeOf({ x: x / count, y: y / count }), count } : [])),
  }
}
