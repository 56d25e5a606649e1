// The place of a division on a server: the point inside its outline where its name stands on the base map, in GCJ-02.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { BUILT_FOLDER } from './load.ts'
import type { OutlineFile } from './outline.ts'

/** A place, degrees × 10⁶. */
export interface DivisionPlace {
  readonly lonE6: number
  readonly latE6: number
}

const known = new Map<string, ReadonlyMap<string, DivisionPlace>>()

function placesOf(file: string, folder: string): ReadonlyMap<string, DivisionPlace> {
  const name = path.join(folder, file)
  const read = known.get(name)
  if (read !== undefined) return read
  const { names }: Pick<OutlineFile, 'names'> = JSON.parse(readFileSync(name, 'utf8'))
  const places = new Map(
    names.map(({ code, lon, lat }) => [code, { lonE6: Math.round(lon * 1e6), latE6: Math.round(lat * 1e6) }]),
  )
  known.set(name, places)
  return places
}

/** The place of a six-digit division: of its district, else of its city; undefined for codes the map does not know. */
export function divisionPlace(code: string, folder: string = BUILT_FOLDER): DivisionPlace | undefined {
  if (!/^[1-9]\d{5}$/.test(code)) return undefined
  try {
    return (
      placesOf(`outline3-${code.slice(0, 2)}.json`, folder).get(code) ??
      placesOf('outline2.json', folder).get(`${code.slice(0, 4)}00`)
    )
  } catch (error) {
    // a province without outlines, or an installation without a base map: nothing is known
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
