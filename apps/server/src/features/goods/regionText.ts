// Finds the division people wrote in a cell: its code, its whole path in any punctuation, or a name that only one place
// has.
import { searchRegions } from '@yunshu/regions/find'
import { regionPath } from '@yunshu/regions/label'
import { loadRegions } from '@yunshu/regions/load'
import { isCompleteChoice } from '@yunshu/regions/tree'

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
