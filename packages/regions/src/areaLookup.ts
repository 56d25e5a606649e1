// Area lookup: the names that belong to province, city and district codes, found by walking the tree.
import { cityOf, provinceOf } from './tree.ts'
import type { Region, RegionTree } from './tree.ts'

/** Names found; what was not found stays an empty string. */
export interface AreaNames {
  province: string
  city: string
  district: string
}

// Raised to leave the walk from any depth once the last wanted name is known. It never reaches the caller.
class FoundSignal extends Error {
  constructor() {
    super('获取成功!')
  }
}

/**
 * Names of a province, a city and, when asked, a district. Each level tries the exact code first, then the code of its
 * level (xx0000, xxxx00), so a district code may stand for its city and Hainan's flattened 469001 is found as it is.
 * Never throws: a missing or broken part of the tree is swallowed and the names found so far are returned.
 * @source spec §4 'Area lookup', RG-04
 */
export function lookupArea(tree: RegionTree, provinceCode: string, cityCode: string, districtCode = ''): AreaNames {
  const found: AreaNames = { province: '', city: '', district: '' }
  try {
    walk(tree, { provinceCode, cityCode, districtCode }, found)
  } catch {
    // the success signal and every failure end alike: the caller gets what was found (spec §4)
  }
  return found
}

interface WantedCodes {
  readonly provinceCode: string
  readonly cityCode: string
  readonly districtCode: string
}

function walk(tree: RegionTree, wanted: WantedCodes, found: AreaNames): void {
  const province = pick(tree, wanted.provinceCode, provinceOf)
  if (province === undefined) return
  found.province = province.name
  const city = pick(province.cities, wanted.cityCode, cityOf)
  if (city === undefined) return
  found.city = city.name
  if (wanted.districtCode === '') throw new FoundSignal()
  const district = pick(city.districts, wanted.districtCode, (code) => code)
  if (district === undefined) return
  found.district = district.name
  throw new FoundSignal()
}

function pick<T extends Region>(entries: readonly T[], code: string, parentOf: (code: string) => string): T | undefined {
  return entries.find((each) => each.code === code) ?? entries.find((each) => each.code === parentOf(code))
}
