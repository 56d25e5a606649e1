// A point inside an area, where its name can stand.

type Position = readonly [number, number]
type Rings = readonly (readonly Position[])[]

/** Twice the area of a ring, signed. */
const doubleArea = (ring: readonly Position[]): number =>
  ring.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = ring[(i + 1) % ring.length] ?? [x, y]
    return sum + x * nextY - nextX * y
  }, 0)

/** The places a level line crosses the rings at, from west to east. */
function crossings(rings: Rings, y: number): number[] {
  const found: number[] = []
  for (const ring of rings)
    for (const [i, [x1, y1]] of ring.entries()) {
      const [x2, y2] = ring[(i + 1) % ring.length] ?? [x1, y1]
      if (y1 > y !== y2 > y) found.push(x1 + ((y - y1) / (y2 - y1)) * (x2 - x1))
    }
  return found.toSorted((a, b) => a - b)
}

/** The middle of the widest stretch of the largest part, looked for on a few level lines about its middle. */
export function innerPoint(parts: readonly Rings[]): [number, number] {
  const size = (rings: Rings): number => Math.abs(doubleArea(rings[0] ?? []))
  const largest = parts.toSorted((a, b) => size(b) - size(a))[0] ?? []
  const heights = (largest[0] ?? []).map(([, y]) => y)
  const [low, high] = [Math.min(...heights), Math.max(...heights)]
  let best = { width: 0, at: [largest[0]?.[0]?.[0] ?? 0, low] as [number, number] }
  for (const share of [0.5, 0.42, 0.58, 0.34, 0.66]) {
    const y = low + (high - low) * share + 1e-7
    const all = crossings(largest, y)
    for (let i = 0; i + 1 < all.length; i += 2) {
      const [west = 0, east = 0] = [all[i], all[i + 1]]
      // a line nearer the middle is preferred to a stretch a little wider
      const width = (east - west) * (1 - Math.abs(share - 0.5))
      if (width > best.width) best = { width, at: [(west + east) / 2, y] }
    }
  }
  return best.at
}
