// Region tree A (province → city → district): its types, the code rule and the questions asked of it.

/** The level of a division by its code: xx0000, xxxx00 or six significant digits. */
export type RegionLevel = 'province' | 'city' | 'district'

/** One division: its six-digit GB/T 2260 code and its full Chinese name. */
export interface Region {
  readonly code: string
  readonly name: string
}

/** A second-level entry. `districts` is empty for 东莞, 中山, 儋州, 嘉峪关 and for the flattened units of Hainan. */
export interface City extends Region {
  readonly districts: readonly Region[]
}

/** A first-level entry. `cities` is empty for 台湾, 香港 and 澳门. */
export interface Province extends Region {
  readonly cities: readonly City[]
}

/** Tree A, ordered by code. @source spec §3 'Region tree A' */
export type RegionTree = readonly Province[]

/** The separator between the levels of a written path. */
export const PATH_SEPARATOR = ' / '

// 省直辖县级行政区划, 自治区直辖县级行政区划, 市辖区, 县: code groups that no one would call a city
const GROUP_NAME = /^(?:(?:省|自治区)直辖(?:县级)?行政(?:区划|单位)|市辖区|县)$/

/**
 * Level told by the code alone. A flattened unit of Hainan (469001) is a district by code, a city by place in the tree.
 * @source spec §3
 */
export function levelOfCode(code: string): RegionLevel {
  if (code.endsWith('0000')) return 'province'
  return code.endsWith('00') ? 'city' : 'district'
}

/** Code of the province: first two digits and 0000. @source spec §3 */
export const provinceOf = (code: string): string => `${code.slice(0, 2)}0000`

/** Code of the city: first four digits and 00. @source spec §3 */
export const cityOf = (code: string): string => `${code.slice(0, 4)}00`

/** True for a name that only groups codes (县, 省直辖县级行政区划), which has no short name and is never shown. */
export const isGroupName = (name: string): boolean => GROUP_NAME.test(name)

/**
 * True for a second level that repeats or hides the place above it: 北京市 under 北京市, 县 under 重庆市. Stored, but skipped in
 * what people read.
 */
export const isPseudoCity = (cityName: string, provinceName: string): boolean =>
  isGroupName(cityName) || cityName === provinceName

/** The entries from the province down to `code`, one to three of them; empty when `code` is not in the tree. */
export function trailOf(tree: RegionTree, code: string): readonly Region[] {
  const province = tree.find(each => each.code === provinceOf(code))
  if (province === undefined) return []
  if (province.code === code) return [province]
  // the exact code first: the flattened units of Hainan do not end in 00
  const exact = province.cities.find(each => each.code === code)
  if (exact !== undefined) return [province, exact]
  const city = province.cities.find(each => each.code === cityOf(code))
  const district = city?.districts.find(each => each.code === code)
  return city === undefined || district === undefined ? [] : [province, city, district]
}

/** True when `code` is a division of today, at any level. Former codes of old records answer false. */
export const isCurrent = (tree: RegionTree, code: string): boolean => trailOf(tree, code).length > 0

/**
 * True when nothing remains to be chosen below `code`: a district, a city without districts (东莞, 中山, 儋州, 嘉峪关,
 * the flattened units of Hainan) or a province without cities (台湾, 香港, 澳门). Former and unknown codes answer false.
 */
export function isCompleteChoice(tree: RegionTree, code: string): boolean {
  const province = tree.find(each => each.code === provinceOf(code))
  if (province?.code === code) return province.cities.length === 0
  const city = province?.cities.find(each => each.code === code)
  return city === undefined ? isCurrent(tree, code) : city.districts.length === 0
}

/** A trail as people read it, the pseudo level left out: '湖北省 / 仙桃市', '重庆市 / 渝中区'. Empty for an empty trail. */
export function writePath(names: readonly string[]): string {
  const [province, city, ...rest] = names
  if (province === undefined) return ''
  const middle = city === undefined || isPseudoCity(city, province) ? [] : [city]
  return [province, ...middle, ...rest].join(PATH_SEPARATOR)
}
