// Counts the built region data and proves the rules it must keep.
import { readCodeRow, type RegionCodes } from '../codeTable.ts'
import type { RegionCounts } from '../meta.ts'
import type { OlderTree } from '../olderTree.ts'
import { type IndexEntry, openIndex, type SearchFile } from '../searchIndex.ts'
import { EXPECTED_COUNTS } from '../tables/overlay.ts'
import { cityOf, isGroupName, levelOfCode, provinceOf, type RegionTree } from '../tree.ts'
import type { NameTable } from './sources.ts'

/** The generator's results before they are written. */
export interface BuiltData {
  readonly current: NameTable
  readonly tree: RegionTree
  readonly olderTree: OlderTree
  readonly codes: RegionCodes
  readonly search: SearchFile
}

const isMainland = (code: string): boolean => !/^[78]/.test(code)
const isMunicipalCity = (code: string): boolean => /^(?:11|12|31|50)0100$/.test(code)

/** Figures for meta.json. */
export function countAll({ current, tree, olderTree, codes, search }: BuiltData): RegionCounts {
  const at = (wanted: string) => Object.keys(current).filter(code => levelOfCode(code) === wanted && isMainland(code))
  const cities = tree.flatMap(province => province.cities)
  const olderCities = olderTree.flatMap(province => province.City)
  return {
    provinces: tree.length,
    prefectures: at('city').filter(code => !isGroupName(current[code] ?? '') && !isMunicipalCity(code)).length,
    counties: at('district').length,
    treeCities: cities.length,
    treeDistricts: cities.flatMap(city => city.districts).length,
    olderCities: olderCities.length,
    olderAreas: olderCities.flatMap(city => city.Area ?? []).length,
    codes: Object.keys(codes).length,
    formerCodes: Object.keys(codes).filter(code => !(code in current)).length,
    searchRows: search.rows.length,
  }
}

/** Every rule the data breaks, in words; empty when all is well. */
export function faultsIn(data: BuiltData): readonly string[] {
  return [
    ...wrongCounts(data),
    ...orphanCodes(data.current),
    ...misplaced(data.tree),
    ...badCodeRows(data),
    ...badSearchRows(data),
  ]
}

function wrongCounts(data: BuiltData): readonly string[] {
  const { provinces, prefectures, counties } = countAll(data)
  const counted = JSON.stringify({ provinces, prefectures, counties })
  const expected = JSON.stringify(EXPECTED_COUNTS)
  return counted === expected ? [] : [`counted ${counted}, expected ${expected}`]
}

/** Codes of the flat table whose province (xx0000) or city (xxxx00) is missing: the code rule allows none. */
export function orphanCodes(current: NameTable): readonly string[] {
  return Object.keys(current)
    .filter(code => !(provinceOf(code) in current) || !(cityOf(code) in current))
    .map(code => `${code} ${current[code] ?? ''} has no parent`)
}

function misplaced(tree: RegionTree): readonly string[] {
  const cities = tree.flatMap(province => province.cities.map(city => ({ city, province })))
  const strayCities = cities.filter(({ city, province }) => provinceOf(city.code) !== province.code)
  const strayDistricts = cities.flatMap(({ city }) => city.districts.filter(each => cityOf(each.code) !== city.code))
  return [...strayCities.map(({ city }) => city), ...strayDistricts].map(
    each => `${each.code} ${each.name} is misplaced`,
  )
}

/** Rows of table C that do not follow their own key, and current districts it lacks. */
export function badCodeRows({ codes, current }: Pick<BuiltData, 'codes' | 'current'>): readonly string[] {
  const bad = Object.entries(codes).filter(([code, row]) => {
    return readCodeRow(row)?.codes.join() !== [provinceOf(code), cityOf(code), code].join()
  })
  const lacking = Object.keys(current).filter(
    code => levelOfCode(code) === 'district' && isMainland(code) && !(code in codes),
  )
  return [...bad.map(([code, row]) => `${code} has the row ${row}`), ...lacking.map(code => `${code} has no row`)]
}

/**
 * Divisions of the tree that cannot be found by pinyin: no row, or a character of the name without a syllable. Code
 * groups are let be.
 */
export function badSearchRows({ tree, search }: Pick<BuiltData, 'tree' | 'search'>): readonly string[] {
  const { entries } = openIndex(tree, search)
  const listed = new Set(search.rows.map(([code]) => code))
  const isSpelled = ({ name, spellings }: IndexEntry): boolean =>
    isGroupName(name) || (spellings.length > 0 && spellings.every(each => each.syllables.every(isSyllable)))
  const lacking = entries.filter(each => each.former === undefined && !(listed.has(each.code) && isSpelled(each)))
  const lost = search.rows.filter(([, ...readings]) =>
    readings.some(each => each !== undefined && !/^[a-z ]*$/.test(each)),
  )
  return [
    ...lacking.map(each => `${each.code} ${each.name} has no pinyin`),
    ...lost.map(([code]) => `${code} is misspelt`),
  ]
}

const isSyllable = (choices: readonly string[]): boolean =>
  choices.length > 0 && choices.every(each => /^[a-z]{1,6}$/.test(each))
