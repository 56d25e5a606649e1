// The division a place lies in, on a server: by the outlines of the base map, so that no map service is asked.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { DivisionPlace } from './divisionPlace.ts'
import { BUILT_FOLDER } from './load.ts'
import { readArc, readRun, type OutlineFile } from './outline.ts'
import { writePath } from './tree.ts'

interface Area {
  readonly code: string
  readonly name: string
  /** West, south, east, north, degrees. */
  readonly box: readonly [number, number, number, number]
  /** Longitude and latitude in turn. */
  readonly rings: readonly (readonly number[])[]
}

const known = new Map<string, readonly Area[]>()

function areasOf(file: string, folder: string): readonly Area[] {
  const name = path.join(folder, file)
  const read = known.get(name)
  if (read) return read
  const outline: OutlineFile = JSON.parse(readFileSync(name, 'utf8'))
  const arcs = outline.arcs.map(arc => readArc(outline, arc))
  const names = new Map(outline.names.map(each => [each.code, each.name]))
  const areas = outline.areas.map(({ code, rings: runs }): Area => {
    const rings = runs.map(run => readRun(arcs, run))
    return { code, name: names.get(code) ?? '', box: boxOf(rings), rings }
  })
  known.set(name, areas)
  return areas
}

function boxOf(rings: readonly (readonly number[])[]): Area['box'] {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const ring of rings)
    for (let i = 0; i + 1 < ring.length; i += 2) {
      const [lon = 0, lat = 0] = [ring[i], ring[i + 1]]
      west = Math.min(west, lon)
      east = Math.max(east, lon)
      south = Math.min(south, lat)
      north = Math.max(north, lat)
    }
  return [west, south, east, north]
}

/** Rings that a line to the east crosses an odd number of times: a hole is a ring as well. */
function isIn({ box: [west, south, east, north], rings }: Area, lon: number, lat: number): boolean {
  if (lon < west || lon > east || lat < south || lat > north) return false
  let is = false
  for (const ring of rings)
    for (let i = 0, j = ring.length - 2; i + 1 < ring.length; j = i, i += 2) {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = [ring[i], ring[i + 1], ring[j], ring[j + 1]]
      if (y1 > lat !== y2 > lat && lon < ((x2 - x1) * (lat - y1)) / (y2 - y1) + x1) is = !is
    }
  return is
}

const at = (file: string, folder: string, lon: number, lat: number): Area | undefined =>
  areasOf(file, folder).find(area => isIn(area, lon, lat))

/** The names of a place in GCJ-02 from the province down, as addresses say them: 陕西 / 榆林 / 榆阳区; undefined outside the map, or without one. */
export function divisionAt({ lonE6, latE6 }: DivisionPlace, folder: string = BUILT_FOLDER): string | undefined {
  const [lon, lat] = [lonE6 / 1e6, latE6 / 1e6]
  try {
    const province = at('outline1.json', folder, lon, lat)
    if (!province) return undefined
    const city = at('outline2.json', folder, lon, lat)
    const district = at(`outline3-${province.code.slice(0, 2)}.json`, folder, lon, lat)
    // a county without a city above it stands on both maps, as 潜江 and as 潜江市
    const above = city?.code === district?.code ? undefined : city?.name
    const names = [province.name, above, district?.name].filter(
      (name): name is string => name !== undefined && name !== '',
    )
    return writePath([...new Set(names)])
  } catch (error) {
    // a province without outlines, or an installation without a base map: nothing is known
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
