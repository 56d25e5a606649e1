// Finds the division people wrote in a cell: its code, its whole path in any punctuation, or a name that only one place
// has.
import { searchRegions } from '@yunshu/regions/find'
import { regionLabel, regionPath, regionWords } from '@yunshu/regions/label'
import { readCodeRow } from '@yunshu/regions/codeTable'
import { loadRegions } from '@yunshu/regions/load'
import { isCompleteChoice, trailOf } from '@yunshu/regions/tree'

/** A division that can be chosen. */
export interface FoundRegion {
  readonly code: string
  readonly path: string
}

let byPath: ReadonlyMap<string, FoundRegion> | undefined

const bare = (text: string): string => text.replace(/[\s/、,，·>-]/g, '')

/** All divisions by their path without punctuation; made once. */
function paths(): ReadonlyMap<string, FoundRegion> {
  if (byPath) return byPath
  const { tree } = loadRegions()
  const codes = tree
    .flatMap(province => province.cities.flatMap(city => [city.code, ...city.districts.map(({ code }) => code)]))
    .filter(code => isCompleteChoice(tree, code))
  byPath = new Map(
    codes.map(code => {
      const path = regionPath(tree, code)
      return [bare(path), { code, path }]
    }),
  )
  return byPath
}

/** A reader of cells that asks the search once for each text. */
export function regionReader(): (text: string) => FoundRegion | undefined {
  const known = new Map<string, FoundRegion | undefined>()
  return text => {
    if (!known.has(text)) known.set(text, find(text))
    return known.get(text)
  }
}

function find(text: string): FoundRegion | undefined {
  const { tree, index } = loadRegions()
  if (/^\d{6}$/.test(text))
    return isCompleteChoice(tree, text) ? { code: text, path: regionPath(tree, text) } : undefined
  const whole = paths().get(bare(text))
  if (whole) return whole
  const [only, ...others] = searchRegions(index, text, { levels: ['district'], limit: 2 })
  return only && others.length === 0 ? { code: only.code, path: only.path } : undefined
}

let formerByPath: ReadonlyMap<string, string> | undefined

/** Codes of former divisions by their path without punctuation, in full and as the older tree abbreviates it; made once. */
function formerPaths(): ReadonlyMap<string, string> {
  if (formerByPath) return formerByPath
  const { tree, olderTree, codes } = loadRegions()
  const found = new Map<string, string>()
  const add = (path: string, code: string): void => {
    if (trailOf(tree, code).length === 0) found.set(path, code)
  }
  for (const { ProvinceFull, ProvinceName, City } of olderTree)
    for (const { CityFull, CityName, Area = [] } of City)
      for (const { AreaId, AreaFull, AreaName } of Area) {
        add(ProvinceFull + CityFull + AreaFull, AreaId)
        add(ProvinceName + CityName + AreaName, AreaId)
      }
  for (const [code, row] of Object.entries(codes)) add(readCodeRow(row)?.names.join('') ?? '', code)
  return (formerByPath = found)
}

/** A former division named by its code or path, in words with its date and what took it over; undefined for any other text. */
export function formerWords(text: string): string | undefined {
  const { tree, codes } = loadRegions()
  const code = /^\d{6}$/.test(text) ? text : formerPaths().get(bare(text))
  if (code === undefined) return undefined
  const label = regionLabel(tree, codes, code)
  if (label.standing !== 'former') return undefined
  const into = label.mergedInto.map(({ path }) => path).join('、')
  return `${regionWords(label)}，请填写${into === '' ? '现在的省市区' : `现在的${into}`}`
}
