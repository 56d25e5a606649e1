// Region code table C: every mainland district code of today and of the past, with its names and codes.
import { cityOf, levelOfCode, provinceOf } from './tree.ts'

/** Code → '浙江省/杭州市/江干区,330000/330100/330104'. Current and former districts. @source spec §3 'Region code table' */
export type RegionCodes = Readonly<Record<string, string>>

const ROW = /^([^/,]+)\/([^/,]+)\/([^/,]+),(\d{6})\/(\d{6})\/(\d{6})$/

/** The row of one district taken apart. */
export interface CodeRow {
  readonly names: readonly [province: string, city: string, district: string]
  readonly codes: readonly [province: string, city: string, district: string]
}

/** Takes a row apart; undefined when it does not have the shape of the table. */
export function readCodeRow(row: string): CodeRow | undefined {
  const [, province, city, district, provinceCode, cityCode, districtCode] = ROW.exec(row) ?? []
  if (province === undefined || city === undefined || district === undefined) return undefined
  if (provinceCode === undefined || cityCode === undefined || districtCode === undefined) return undefined
  return { names: [province, city, district], codes: [provinceCode, cityCode, districtCode] }
}

/** Names from the province down to `code`; a province or city is read off its first district. Empty when unknown. */
export function namesInCodes(codes: RegionCodes, code: string): readonly string[] {
  const depth = { province: 1, city: 2, district: 3 }[levelOfCode(code)]
  const matches = { province: provinceOf, city: cityOf, district: (each: string) => each }[levelOfCode(code)]
  const key = depth === 3 ? code : Object.keys(codes).find(each => matches(each) === code)
  const row = key === undefined ? undefined : codes[key]
  return row === undefined ? [] : (readCodeRow(row)?.names.slice(0, depth) ?? [])
}
