// Makes tree B, the abbreviated one, out of the GB/T 2260 revision of 2014-10.
import type { OlderArea, OlderCity, OlderTree } from '../olderTree.ts'
import { shortName, shortNamesOf } from '../tables/shortNames.ts'
import { cityOf, levelOfCode, provinceOf } from '../tree.ts'
import type { NameTable } from './sources.ts'

/** The snapshot tree B is taken from: 244 of its 2814 areas are gone or re-coded today. */
export const OLDER_REVISION = '201410'

const MUNICIPALITY = /^(?:11|12|31|50)/

/** Tree B: mainland only. Chongqing keeps its two code groups, 重庆市 and 县, without areas (spec §3). */
export function makeOlderTree(revision: NameTable): OlderTree {
  const codes = Object.keys(revision)
    .filter(code => !/^[78]/.test(code))
    .toSorted()
  const nameOf = (code: string) => revision[code] ?? ''
  const provinces = codes.filter(code => levelOfCode(code) === 'province')
  return provinces.map(code => ({
    ProvinceId: code,
    ProvinceFull: nameOf(code),
    ProvinceName: shortName(nameOf(code), 'province'),
    City: codes
      .filter(each => levelOfCode(each) === 'city' && provinceOf(each) === code)
      .map(each => olderCity(revision, codes, each)),
  }))
}

function olderCity(revision: NameTable, codes: readonly string[], code: string): OlderCity {
  const own = revision[code] ?? ''
  // the first group of a municipality is called 市辖区 in the standard; people call it by the municipality's name
  const full = own === '市辖区' && MUNICIPALITY.test(code) ? (revision[provinceOf(code)] ?? '') : own
  const city = { CityId: code, CityFull: full, CityName: shortName(full, 'city') }
  return code.startsWith('50') ? city : { ...city, Area: olderAreas(revision, codes, code) }
}

function olderAreas(revision: NameTable, codes: readonly string[], cityCode: string): readonly OlderArea[] {
  const areas = codes.filter(
    code => levelOfCode(code) === 'district' && cityOf(code) === cityCode && revision[code] !== '市辖区',
  )
  const names = areas.map(code => revision[code] ?? '')
  const shorts = shortNamesOf(names)
  return areas.map((code, i) => ({ AreaId: code, AreaFull: names[i] ?? '', AreaName: shorts[i] ?? '' }))
}
