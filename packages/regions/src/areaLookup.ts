// Area lookup: the names that belong to province, city and district codes, found by walking the tree.
import { regionLabel, regionWords } from './label.ts'
import type { Regions } from './load.ts'
import { cityOf, isCompleteChoice, provinceOf, type RegionTree, writePath } from './tree.ts'

/** Names found; a name that was not found stays an empty string. */
export interface AreaNames {
  province: string
  city: string
  district: string
}

// Raised to leave the walks from any depth once the last wanted name is known. It never reaches the caller.
class FoundSignal extends Error {
  constructor() {
    super('获取成功!')
  }
}

/**
 * Names of a province, a city and, when asked, a district. The exact codes are tried first, then the codes of their
 * levels
 * (xx0000, xxxx00), so a district code may stand for its city and Hainan's flattened 469001 is found as it is.
 * Never throws: a missing or broken part of the tree is swallowed and the names found so far are returned.
 * @source spec §4 'Area lookup', RG-04
 */
export function lookupArea(tree: RegionTree, provinceCode: string, cityCode: string, districtCode = ''): AreaNames {
  const found: AreaNames = { province: '', city: '', district: '' }
  try {
    walk(tree, provinceCode, cityCode, districtCode, found)
    walk(tree, provinceOf(provinceCode), cityCode, districtCode, found)
    walk(tree, provinceOf(provinceCode), cityOf(cityCode), districtCode, found)
  } catch {
    // the success signal and every failure end alike: the caller gets what was found (spec §4)
  }
  return found
}

function walk(tree: RegionTree, provinceCode: string, cityCode: string, districtCode: string, found: AreaNames): void {
  for (const province of tree) {
    if (province.code !== provinceCode) continue
    found.province = province.name
    for (const city of province.cities) {
      if (city.code !== cityCode) continue
      found.city = city.name
      if (districtCode === '') throw new FoundSignal()
      for (const district of city.districts) {
        if (district.code !== districtCode) continue
        found.district = district.name
        throw new FoundSignal()
      }
    }
  }
}

/** The place of a code as public pages name it: by the area lookup; a former one by its old name with the date. */
export function areaName({ tree, codes }: Pick<Regions, 'tree' | 'codes'>, code: string): string {
  const { province, city, district } = lookupArea(tree, provinceOf(code), code, code)
  const isWhole = district !== '' || (city !== '' && isCompleteChoice(tree, code))
  return isWhole
    ? writePath([province, city, district].filter(name => name !== ''))
    : regionWords(regionLabel(tree, codes, code))
}
