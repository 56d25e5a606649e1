// Makes tree A out of the flat table of today.
import {
  type City,
  cityOf,
  isGroupName,
  levelOfCode,
  type Province,
  provinceOf,
  type Region,
  type RegionTree,
} from '../tree.ts'
import type { NameTable } from './sources.ts'

// Hainan's directly administered units stand beside its cities; 台湾, 香港, 澳门 carry no second level (spec §3)
const FLAT_PROVINCES = new Set(['460000', '710000', '810000', '820000'])

/**
 * Tree A, ordered by code. Group cities (429000, 500200 …) stay, except in flat provinces where their units move up.
 */
export function makeTree(current: NameTable): RegionTree {
  const codes = Object.keys(current).toSorted()
  const at = (wanted: string) => codes.filter(code => levelOfCode(code) === wanted).map(code => region(current, code))
  const districts = Map.groupBy(at('district'), each => cityOf(each.code))
  const cities = Map.groupBy(at('city'), each => provinceOf(each.code))
  return at('province').map((province): Province => {
    const isFlat = FLAT_PROVINCES.has(province.code)
    const below = (cities.get(province.code) ?? []).flatMap((city): City[] => {
      const own = districts.get(city.code) ?? []
      if (isFlat && isGroupName(city.name)) return own.map(each => ({ ...each, districts: [] }))
      return [{ ...city, districts: own }]
    })
    return { ...province, cities: below }
  })
}

function region(table: NameTable, code: string): Region {
  return { code, name: table[code] ?? '' }
}
